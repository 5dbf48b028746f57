"""What each value is used for, addresses and masks (meta), data, or both (mixed), and what loops hand on for it.

Walking backwards from the ops that do something: the pointer and the mask of an access are meta uses, what it stores
is data.  So are the leaves of the expressions that stand for addresses and masks, the scalars and the tensors that
are read element by element.  An op that the pointer analysis looks through hands the use of its results on to its
operands, a region op that of what it hands on to all that may arrive there; any other op makes data of data.

::

    scf.for … iter_args(%p = %p0, %i = %i0, %acc = …)       %p: meta, the offset of its uniform part says it all
      %v = tt.load %p                                       %i: mixed, and it only moves
      %f = arith.sitofp %i                                  %acc: data
      %p' = tt.addptr %p, %step
      %i' = arith.addi %i, %step

A *meta* value is said in scalars: nothing computes or hands on the tensor.  A *mixed* tensor is computed once, as
data, beside the scalars of accesses; where a loop only moves it by the same in all elements, the loop carries how far
it has moved, in place of the tensor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Flag

from triton_shared.analyses import expr as ex
from triton_shared.analyses.access import Access
from triton_shared.analyses.expr import Carried, Element, Expr, Scalar
from triton_shared.analyses.index_analysis import arriving
from triton_shared.analyses.pointer import RULES, Pointers
from triton_shared.dialects.effects import only_computes
from triton_shared.dialects.tt.types import integer_width, is_block
from triton_shared.ir.builder import is_tensor
from triton_shared.mlir import ir
from triton_shared.records import dataclass


class Use(Flag):
    """How a value is used; ``Use(0)`` is not at all."""

    META = 1
    DATA = 2
    MIXED = 3


#: which list of a region op a position counts in: "carried" into its next iteration, or "forwarded" out of it
Slot = tuple[str, int]

#: region op -> how many operands stand before those that enter its region
OWN_OPERANDS = {"scf.for": 3, "scf.while": 0, "scf.if": 1}


@dataclass(frozen=True)
class Uses:
    """The values of a function by use; ``operands`` are the data of those ops that do something."""

    meta: set[ir.Value]
    data: set[ir.Value]
    operands: list[ir.Value]

    def of(self, value: ir.Value) -> Use:
        """How ``value`` is used."""
        return Use(Use.META.value * (value in self.meta) + Use.DATA.value * (value in self.data))

    def is_data(self, slot: tuple[ir.Value, ...]) -> bool:
        """Whether one of the values that hold ``slot`` is data."""
        return any(value in self.data for value in slot)

    def mixed_tensors(self) -> set[ir.Value]:
        """The tensors that addresses or masks and data are made of; what only leads to such is not among them."""
        made = (source for value in self.data - self.meta for source in _sources(value, Use.DATA))
        return {v for v in (*self.operands, *made) if is_tensor(v) and self.of(v) == Use.MIXED}


def uses(
    program: Iterable[ir.Operation],
    accesses: Iterable[Access],
    pointers: Pointers,
    others: Iterable[Expr] = (),
) -> Uses:
    """The uses in ``program``, the ops of a function, of which ``accesses`` and the expressions ``others`` are said in
    scalars.
    """
    addresses = {access.op: access for access in accesses}
    expressions = [e for access in addresses.values() for e in access.expressions()] + list(others)
    roots = [root for op in program for root in _roots(op, addresses.get(op))]
    operands = [value for value, use in roots if use is Use.DATA]
    leaves = _leaves(expressions, pointers)
    meta = _reached((value for value, use in roots if use is Use.META), Use.META)
    return Uses(meta, _reached((*operands, *leaves), Use.DATA), operands)


def _reached(values: Iterable[ir.Value], use: Use) -> set[ir.Value]:
    """``values`` and all that they are made of, for ``use``."""
    pending, found = list(values), set()
    while pending:
        if (value := pending.pop()) not in found:
            found.add(value)
            pending += _sources(value, use)
    return found


def slots(op: ir.Operation) -> dict[Slot, tuple[ir.Value, ...]]:
    """What the region op ``op`` hands on: the values that hold it, by slot."""
    match op.name:
        case "scf.for":
            arguments = list(op.regions[0].blocks[0].arguments)[1:]
            return {("carried", k): pair for k, pair in enumerate(zip(arguments, op.results, strict=True))}
        case "scf.while":
            before, after = (region.blocks[0].arguments for region in op.regions)
            return {
                **{("carried", k): (argument,) for k, argument in enumerate(before)},
                **{("forwarded", k): pair for k, pair in enumerate(zip(after, op.results, strict=True))},
            }
    return {("forwarded", k): (result,) for k, result in enumerate(op.results)}


def unneeded(op: ir.Operation, found: Uses) -> set[Slot]:
    """The slots of the region op ``op`` that nobody needs as data."""
    return {slot for slot, values in slots(op).items() if not found.is_data(values)}


def moving(op: ir.Operation, found: Uses, pointers: Pointers) -> set[Slot]:
    """The slots of ``op``, if it is an ``scf.for``, with a tensor of integers that is data and that an iteration moves
    by the same in all elements: always the tensor that enters, plus a scalar.
    """
    held = slots(op).items() if op.name == "scf.for" else ()
    return {
        slot
        for slot, values in held
        if found.is_data(values) and all(_only_moves(value, pointers) for value in values)
    }


def _only_moves(value: ir.Value, pointers: Pointers) -> bool:
    if not is_tensor(value) or integer_width(value.type) is None:
        return False
    atoms = ex.atoms(pointers.expr(value))
    return not any(isinstance(atom, Element) and atom.value == value for atom in atoms)


def _roots(op: ir.Operation, access: Access | None) -> Iterator[tuple[ir.Value, Use]]:
    """The operands that ``op`` uses whatever becomes of its results, each with the use."""
    name = op.name
    if access is not None:
        yield from _memory_uses(access)
    elif name in OWN_OPERANDS:
        yield from ((operand, Use.DATA) for operand in list(op.operands)[: OWN_OPERANDS[name]])
    elif name in ("scf.yield", "scf.condition") and op.parent.name in OWN_OPERANDS:
        if name == "scf.condition":
            yield op.operands[0], Use.DATA
    elif not only_computes(name) and name not in RULES:
        yield from ((operand, Use.DATA) for operand in op.operands)


def _memory_uses(access: Access) -> Iterator[tuple[ir.Value, Use]]:
    roles = access.operands
    addresses = (roles.pointer, roles.mask, *(roles.indices or ()))
    data = (access.base, roles.value, roles.other, roles.expected)
    yield from ((operand, Use.META) for operand in addresses if operand is not None)
    yield from ((operand, Use.DATA) for operand in data if operand is not None)


def _leaves(expressions: list[Expr], pointers: Pointers) -> Iterator[ir.Value]:
    """The values that ``expressions`` read, those included that carried scalars are made of."""
    carried: set[Carried] = set()
    while expressions:
        for atom in ex.atoms(expressions.pop()):
            match atom:
                case Scalar(value) | Element(value):
                    yield value
                case Carried() if atom not in carried:
                    carried.add(atom)
                    expressions += pointers.arriving(atom)


def _sources(value: ir.Value, use: Use) -> Iterable[ir.Value]:
    """The values that ``value`` is made of; addresses only of those that the pointer analysis looks at.

    The parts of a block are expressions, whatever takes it apart.
    """
    if incoming := arriving(value):
        return incoming
    owner = value.owner
    if isinstance(owner, ir.Block):
        return ()
    name = owner.name
    if name == "builtin.unrealized_conversion_cast" and is_block(owner.operands[0].type):
        return ()
    return owner.operands if name in RULES or (use is Use.DATA and only_computes(name)) else ()
