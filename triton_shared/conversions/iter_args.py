"""Let loops, whiles and ifs hand on scalars in place of the tensors that only address accesses.

A loop that carries ``tensor<64x!tt.ptr<f32>>`` whose elements keep their distances carries the offset of the pointer's
uniform part instead; a tensor of integers that is data, too, and that is only moved, is what enters plus a scalar::

    scf.for … iter_args(%p = %p0, %i = %i0)    ->    scf.for … iter_args(%offset = %offset0, %moved = %moved0)
                                                       %by = tt.splat (%moved - %moved0)
                                                       %i = arith.addi %i0, %by

The `Carried` symbols that the analyses speak of get their values here, and what the use analysis finds `unneeded` or
`moving` is no longer handed on; region ops are rebuilt with other operands and results, their blocks are moved, not
cloned.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from triton_shared.analyses import expr as ex
from triton_shared.analyses.access import Access
from triton_shared.analyses.expr import Carried, Expr
from triton_shared.analyses.index_analysis import end_of
from triton_shared.analyses.pointer import RULES, Pointers
from triton_shared.analyses.use import OWN_OPERANDS, Slot, Uses, moving, slots, unneeded, uses
from triton_shared.conversions.materialize import Materializer, type_of_width
from triton_shared.dialects.effects import only_computes
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import at, build, integer
from triton_shared.mlir import ir
from triton_shared.records import dataclass

REGION_OPS = tuple(OWN_OPERANDS)

#: region op -> which slots the arguments of each region's block hold
_ARGUMENTS = {"scf.for": ("carried",), "scf.while": ("carried", "forwarded"), "scf.if": ()}
#: region op -> which slots the terminator of each region hands on, and which of what arrives there it is
_TERMINATORS = {
    "scf.for": (("carried", 1),),
    "scf.while": (("forwarded", 0), ("carried", 1)),
    "scf.if": (("forwarded", 0), ("forwarded", 1)),
}


@dataclass(frozen=True)
class NewIterArg:
    """One new scalar of a region op: slot ``part`` of the value at ``position``.

    ``place`` tells which list of the op the position counts in: the iteration arguments of a for or while
    (``"carried"``), or what a while's condition forwards and an if yields (``"forwarded"``).
    """

    anchor: ir.Value  # stands for the op, whose own hash changes with its operands
    place: str
    position: int
    part: int


@dataclass
class _Plan:
    """How a region op changes: what arrives in each slot that is added, the slots that are left out, and, of those of
    them that move, how far the values that hold them are from what enters.
    """

    added: dict[NewIterArg, list[Expr]] = field(default_factory=dict)
    dropped: set[Slot] = field(default_factory=set)
    moves: dict[Slot, list[Expr]] = field(default_factory=dict)


def symbols(expressions: Iterable[Expr]) -> list[Carried]:
    """The `Carried` symbols in ``expressions``, in order."""
    return list(dict.fromkeys(a for e in expressions for a in ex.atoms(e) if isinstance(a, Carried)))


def _anchor(op: ir.Operation) -> ir.Value | None:
    """A value that no other region op has: an argument of ``op``'s first block, or a result."""
    values = (*op.regions[0].blocks[0].arguments, *op.results)
    return values[0] if values else None


def slot_of(symbol: Carried) -> NewIterArg:
    """The slot that stands for ``symbol``."""
    value = symbol.value
    if isinstance(value.owner, ir.Block):
        op = value.owner.owner.operation
        if op.name == "scf.for":
            return NewIterArg(_anchor(op), "carried", value.arg_number - 1, symbol.part)
        before = value.owner == op.regions[0].blocks[0]
        return NewIterArg(_anchor(op), "carried" if before else "forwarded", value.arg_number, symbol.part)
    op, place = value.owner.operation, "carried" if value.owner.name == "scf.for" else "forwarded"
    return NewIterArg(_anchor(op), place, value.result_number, symbol.part)


class IterArgs:
    """Rebuilds the region ops of one function so that every needed `Carried` symbol has a value.

    ``program`` are its ops, in order.  After `run`, ``values`` maps the symbols to SSA values.  Replaced ops stay in
    place, without their blocks, until `finish`, because expressions and accesses still speak of their values.
    """

    def __init__(self, pointers: Pointers, program: Iterable[ir.Operation]):
        self.pointers = pointers
        self.values: dict[Carried, ir.Value] = {}
        self._program = list(program)
        self._pure = [n for n, op in enumerate(self._program) if op.name in RULES or only_computes(op.name)]
        self._replaced: dict[int, tuple[ir.Operation, set[Slot]]] = {}
        self._stand_ins: list[tuple[ir.Value, ir.Value]] = []

    def run(self, accesses: list[Access], others: list[Expr]) -> None:
        """Hand on what the scalars of ``accesses`` and ``others`` ask for, and nothing else that is not data."""
        region_ops = [(n, op) for n, op in enumerate(self._program) if op.name in OWN_OPERANDS and slots(op)]
        if not region_ops:
            return
        needed = [e for access in accesses for e in access.expressions()] + others
        found = uses(self._program, accesses, self.pointers, others)
        plans = {n: self._leave_out(op, found) for n, op in region_ops}
        moves = [e for plan in plans.values() for distances in plan.moves.values() for e in distances]
        added: dict[ir.Value | None, dict[NewIterArg, list[Expr]]] = {}
        aliases: dict[NewIterArg, list[Carried]] = {}
        for symbol in self._closure(symbols([*needed, *moves])):
            slot = slot_of(symbol)
            added.setdefault(slot.anchor, {})[slot] = self.pointers.arriving(symbol)
            aliases.setdefault(slot, []).append(symbol)
        for number, op in region_ops:
            plans[number].added = added.get(_anchor(op), {})
        rebuilt = [
            (self._rebuild(number, plans[number], aliases), plans[number])
            for number, _ in region_ops
            if plans[number].added or plans[number].dropped
        ]
        for new, plan in rebuilt:
            self._replace_terminators(new, plan)

    def finish(self) -> None:
        """Replace the old ops' results and erase them, with all that nothing uses any more."""
        for before, after in self._stand_ins:
            before.replace_all_uses_with(after)
        for number in sorted([*self._pure, *self._replaced], reverse=True):
            op = self._program[number]
            if number in self._replaced:
                new, dropped = self._replaced[number]
                _erase_arguments(new, dropped)
                _check_unused(op.results, new)
                op.erase()
            elif not any(_is_used(result) for result in op.results):
                op.erase()

    def _leave_out(self, op: ir.Operation, found: Uses) -> _Plan:
        """The plan for ``op`` as far as it leaves slots out."""
        expr, held = self.pointers.expr, slots(op)
        moves = {}
        for slot in sorted(moving(op, found, self.pointers)):
            entering = expr(op.operands[OWN_OPERANDS[op.name] + slot[1]]).uniform
            moves[slot] = [expr(holder).uniform - entering for holder in held[slot]]
        return _Plan(dropped=unneeded(op, found) | moves.keys(), moves=moves)

    def _closure(self, needed: list[Carried]) -> list[Carried]:
        """``needed`` and the symbols in what arrives in them, each symbol's siblings at one slot included."""
        found: dict[Carried, None] = {}
        work = needed[::-1]
        while work:
            symbol = work.pop()
            if symbol in found:
                continue
            found[symbol] = None
            work.extend(symbols(self.pointers.arriving(symbol)))
        return list(found)

    def _rebuild(self, number: int, plan: _Plan, aliases: dict[NewIterArg, list[Carried]]) -> ir.Operation:
        """The op at ``number`` with other operands, results and block arguments, as ``plan`` says."""
        op, outgoing = self._program[number], _outgoing(self._program[number])
        own, entering = _parted(op.operands, OWN_OPERANDS[op.name])
        added = {place: [s for s in plan.added if s.place == place] for place in ("carried", "forwarded")}
        types = {s: type_of_width(e[0].width) for s, e in plan.added.items()}
        kept = _kept(op.results, outgoing, plan.dropped)
        with at(op):
            emit = Materializer(self.values)
            inits = [emit(plan.added[s][0]) for s in added["carried"]]
            new = ir.Operation.create(
                op.name,
                results=[*(r.type for r in kept), *(types[s] for s in added[outgoing])],
                operands=[*own, *_kept(entering, "carried", plan.dropped), *inits],
                attributes={a: op.attributes[a] for a in op.attributes},
                regions=len(op.regions),
            )
        for old_region, new_region in zip(op.regions, new.regions, strict=True):
            for block in list(old_region.blocks):
                block.append_to(new_region)
        for region, place in zip(new.regions, _ARGUMENTS[op.name], strict=False):
            for slot in added[place]:
                argument = region.blocks[0].add_argument(types[slot], new.location)
                self._assign(aliases[slot], argument, is_argument=True)
        for k, slot in enumerate(added[outgoing]):
            self._assign(aliases[slot], new.results[len(kept) + k], is_argument=False)
        self._stand_ins += zip(kept, new.results, strict=False)
        for (_, k), (inside, behind) in plan.moves.items():
            with ir.InsertionPoint.at_block_begin(new.regions[0].blocks[0]), new.location:
                self._move(new.regions[0].blocks[0].arguments[k + 1], entering[k], inside)
            with at(op):
                self._move(op.results[k], entering[k], behind)
        self._replaced[number] = new, plan.dropped
        return new

    def _move(self, old: ir.Value, entering: ir.Value, by: Expr) -> None:
        """Let ``entering``, moved ``by`` a scalar, stand in for ``old``."""
        if not _is_used(old):
            return
        element = integer(by.width)
        scalar = Materializer(self.values)(by)
        if scalar.type != element:
            scalar = build.one("arith.index_cast", element, scalar)
        moved = build.one("arith.addi", old.type, entering, build.one("tt.splat", old.type, scalar))
        self._stand_ins.append((old, moved))

    def _assign(self, aliases: list[Carried], value: ir.Value, *, is_argument: bool) -> None:
        for symbol in aliases:
            if isinstance(symbol.value.owner, ir.Block) == is_argument:
                self.values[symbol] = value

    def _replace_terminators(self, op: ir.Operation, plan: _Plan) -> None:
        """Let the terminators of ``op``'s regions hand on what ``plan`` says."""
        for number, (place, arrival) in enumerate(_TERMINATORS[op.name]):
            old = end_of(op, number)
            own, handed_on = _parted(old.operands, int(old.name == "scf.condition"))
            with at(old):
                emit = Materializer(self.values)
                extra = [emit(arriving[arrival]) for s, arriving in plan.added.items() if s.place == place]
                ir.Operation.create(old.name, operands=[*own, *_kept(handed_on, place, plan.dropped), *extra])
            old.erase()


def _outgoing(op: ir.Operation) -> str:
    """Which slots the results of ``op`` hold."""
    return "carried" if op.name == "scf.for" else "forwarded"


def _parted(values: Iterable[ir.Value], count: int) -> tuple[list[ir.Value], list[ir.Value]]:
    """The first ``count`` of ``values``, and the others."""
    values = list(values)
    return values[:count], values[count:]


def _kept(values: Iterable[ir.Value], place: str, dropped: set[Slot]) -> list[ir.Value]:
    """The ``values`` of the slots at ``place``, in order, that are not ``dropped``."""
    return [v for k, v in enumerate(values) if (place, k) not in dropped]


def _erase_arguments(op: ir.Operation, dropped: set[Slot]) -> None:
    """Erase the arguments of the blocks of ``op`` that hold the slots ``dropped``."""
    for region, place in zip(op.regions, _ARGUMENTS[op.name], strict=False):
        block, first = region.blocks[0], int(op.name == "scf.for")
        for _, k in sorted((slot for slot in dropped if slot[0] == place), reverse=True):
            _check_unused([block.arguments[first + k]], op)
            block.erase_argument(first + k)


def _check_unused(values: Iterable[ir.Value], op: ir.Operation) -> None:
    """Refuse ``op`` if it is to hand on no longer what something still reads as one of ``values``."""
    for held in values:
        if _is_used(held):
            raise LoweringError(op, f"hands on no {held.type} for accesses alone: something else reads it")


def _is_used(value: ir.Value) -> bool:
    return any(True for _ in value.uses)
