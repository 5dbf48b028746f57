"""`touches`: all that a program of Triton's reads, writes and updates in memory, lane by lane, as terms.

>>> touches(function).touches[0]                                                 # doctest: +SKIP
Touch(does='reads', argument=0, offset=17, width=4, guards=(), mask=((12, ('add.py', 6, 27)),), …)
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from triton_shared.analyses.access import MEMORY_OPS, Operands
from triton_shared.dialects.tt.base import MemSyncScope
from triton_shared.dialects.tt.types import is_descriptor, shape_of
from triton_shared.errors import place
from triton_shared.ir import effects
from triton_shared.ir.builder import bit_width
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir
from triton_shared.proofs.terms import Terms
from triton_shared.proofs.values import Lane, Values, bytes_of

#: file, line and column
Source = tuple[str, int, int]


class Touch(NamedTuple):
    """One access of the source, in one of its lanes.

    Attributes:
        does: "reads", "writes", "updates", or "calls" where a function that is not looked into, or
            assembly, may do anything.
        argument: the pointer argument that it counts from; None where nobody knows.
        offset: the term of the bytes from there, of 64 bits.
        width: bytes of an element.
        guards: terms that hold where the access is reached.
        mask: terms that all hold where the mask keeps the lane, each with its place in the source.
        source: the place of the access.
        block: the shape of the block; ``()`` for a scalar.
        is_private: whether it is an update that other programs may see half done.
    """

    does: str
    argument: int | None
    offset: int
    width: int
    guards: tuple[int, ...]
    mask: tuple[tuple[int, Source], ...]
    source: Source
    block: tuple[int, ...]
    is_private: bool = False


class Program(NamedTuple):
    """The accesses of a kernel, and the terms that they speak of."""

    terms: Terms
    touches: list[Touch]

    def text(self) -> str:
        """All of it, as JSON."""
        return json.dumps([self.terms.rows, self.touches])

    @classmethod
    def of(cls, text: str) -> Program:
        """The program that `text` told."""
        rows, known = json.loads(text)
        return cls(Terms(rows), [Touch(*touch) for touch in known])


def touches(function: ir.Operation) -> Program:
    """What ``function``, a ``tt.func`` with a body, touches, in its order."""
    values = Values(Terms())
    return Program(values.terms, list(_of_block(function.regions[0].blocks[0], values, ())))


def _of_block(block: ir.Block, values: Values, guards: tuple[int, ...]) -> Iterator[Touch]:
    for view in block.operations:
        op = view.operation
        if op.name in MEMORY_OPS:
            yield _touch(op, MEMORY_OPS[op.name](op), values, guards)
        elif op.name in ("scf.for", "scf.if", "scf.while"):
            for number, region in enumerate(op.regions):
                for inner in region.blocks:
                    yield from _of_block(inner, values, (*guards, *_guards(op, number, values)))
        elif effects.of(op).touches_memory:
            yield Touch("calls", None, values.terms.constant(0, 64), 1, guards, (), place(op.location), ())


def _guards(op: ir.Operation, region: int, values: Values) -> list[int]:
    """What holds where a region of ``op`` runs."""
    if op.name == "scf.for":
        return [values.runs(op)]
    if op.name == "scf.while":
        return []
    condition = values.integer(op.operands[0], ())
    if region == 0:
        return [condition]
    return [values.terms.make("xori", 1, condition, values.terms.constant(1, 1))]


_DOES = {"load": "reads", "poll": "reads", "gather": "reads", "store": "writes", "scatter": "writes"}


def _touch(op: ir.Operation, roles: Operands, values: Values, guards: tuple[int, ...]) -> Touch:
    is_atomic = "atomic" in op.name
    does = "updates" if is_atomic else _DOES.get(op.name.rpartition("_")[2].removeprefix("tt."), "updates")
    is_private = (
        is_atomic and "scope" in op.attributes and MemSyncScope.decode(str(op.attributes["scope"])) == "cta"
    )
    own: tuple[tuple[int, Source], ...] = ()
    if roles.indices is not None or is_descriptor(roles.pointer.type):
        shape = shape_of(roles.value.type if roles.value is not None else op.results[0].type)
        found = _described(op, roles, values, shape)
        argument, offset, width, inside = found
        own = tuple((term, place(op.location)) for term in inside)
    elif shape_of(roles.pointer.type) or _is_pointer_to_element(roles.pointer):
        shape = shape_of(roles.pointer.type)
        lane = _lane(values.terms, shape)
        argument, offset = values.place(roles.pointer, lane)
        width = bytes_of(roles.pointer.type)
        if roles.mask is not None:
            own = tuple(_conjuncts(roles.mask, lane, values))
    else:
        shape, argument, offset, width = (), None, values.terms.constant(0, 64), 1
    return Touch(does, argument, offset, width, guards, own, place(op.location), shape, is_private)


def _is_pointer_to_element(pointer: ir.Value) -> bool:
    return not isinstance(getattr(pointer.type, "target", None), ir.RankedTensorType)


def _lane(terms: Terms, shape: Sequence[int]) -> Lane:
    zero = terms.constant(0, 64)
    return tuple(zero if n == 1 else terms.leaf("lane", 64, (d, n)) for d, n in enumerate(shape))


def _conjuncts(mask: ir.Value, lane: Lane, values: Values) -> Iterator[tuple[int, Source]]:
    """The conditions that all hold where ``mask`` keeps ``lane``, and where they stand."""
    op = owner_of(mask)
    if op is not None and op.name == "arith.andi":
        for operand in op.operands:
            yield from _conjuncts(operand, lane, values)
    elif op is not None and op.name in ("tt.broadcast", "tt.expand_dims", "tt.splat", "tt.trans"):
        yield from _conjuncts(op.operands[0], values.source_lane(op, lane), values)
    else:
        source = place(op.location) if op is not None else ("-", 0, 0)
        yield values.integer(mask, lane), source


def _described(
    op: ir.Operation, roles: Operands, values: Values, shape: tuple[int, ...]
) -> tuple[int | None, int, int, list[int]]:
    """Argument, bytes, width and conditions of an access by a descriptor that the kernel makes of an argument."""
    terms, maker = values.terms, owner_of(roles.pointer)
    is_known = maker is not None and maker.name == "tt.make_tensor_descriptor" and "gather" not in op.name
    if not is_known or maker is None or "scatter" in op.name or roles.indices is None:
        return None, terms.constant(0, 64), 1, []
    base, *numbers = maker.operands
    rank = len(numbers) // 2
    wide = [terms.cast(values.integer(v, ()), 64) for v in numbers]
    lane = _lane(terms, shape)
    lane = (terms.constant(0, 64),) * (rank - len(lane)) + lane
    argument, offset = values.place(base, ())
    width = max(bit_width(base.type.target), 8) // 8
    inside: list[int] = []
    for d, (index, size, stride) in enumerate(zip(roles.indices, wide[:rank], wide[rank:], strict=True)):
        position = terms.add(terms.cast(values.integer(index, ()), 64), lane[d])
        inside.append(terms.make("cmpi", 1, position, terms.constant(0, 64), data="sge"))
        inside.append(terms.make("cmpi", 1, position, size, data="slt"))
        step = terms.mul(position, terms.mul(stride, terms.constant(width, 64)))
        offset = terms.add(offset, step)
    return argument, offset, width, inside
