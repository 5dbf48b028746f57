"""Loops in which each iteration updates one element of memory, the neighbour of the one before.

scf.for %i = %begin to %end {
  %v = memref.load %values[%i]
  %at = memref.reinterpret_cast %x to offset: [%first + %i], sizes: [1], strides: [1]
  memref.atomic_rmw addf %v, %at[0] : (f32, memref<1xf32>) -> f32
}
"""

from __future__ import annotations

from triton_shared.codegen.memory.plain_atomics import OPS, kind_of
from triton_shared.codegen.memory.uses import is_local
from triton_shared.ir.builder import Builder, Index, bit_width, folded, strides_of
from triton_shared.ir.walk import block_of, cloned, owner_of
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: what an iteration consists of
_BODY = frozenset(
    (
        "arith.constant",
        "arith.addi",
        "memref.reinterpret_cast",
        "memref.load",
        "memref.atomic_rmw",
        "scf.yield",
    )
)


@dataclass(frozen=True)
class Neighbours:
    """A ``loop`` in which ``update`` changes one element per iteration, each the neighbour of the one before."""

    loop: ir.Operation
    update: ir.Operation

    @property
    def element(self) -> ir.Type:
        """What an element is."""
        return self.update.operands[0].type

    @property
    def combine(self) -> str:
        """The op that makes a new element of the old one and the operand."""
        return OPS[kind_of(self.update)]


def are_neighbours(found: Neighbours) -> bool:
    """Whether the loop does nothing else, and the next iteration's element is next in memory and in the operand."""
    loop, update = found.loop, found.update
    if loop.name != "scf.for" or loop.results or not isinstance(loop.operands[0].type, ir.IndexType):
        return False
    body = loop.regions[0].blocks[0]
    names = [op.operation.name for op in body.operations]
    if folded(loop.operands[2]) != 1 or not {*names} <= _BODY or names.count(update.name) != 1:
        return False
    if (
        kind_of(update) not in OPS
        or not 8 <= bit_width(found.element) <= 64
        or any(True for _ in update.result.uses)
    ):
        return False
    value, view, *place = update.operands
    made, cast = owner_of(value), owner_of(view)
    if cast is None or len(cast.operands) != 2 or view.type.shape != [1] or [folded(i) for i in place] != [0]:
        return False
    operand_follows = _is_outside(value, body) or (made is not None and _reads_next(made, body))
    return operand_follows and _is_next(cast.operands[1], body)


def _is_next(index: ir.Value, body: ir.Block) -> bool:
    """Whether ``index`` grows by one with each iteration."""
    if index == body.arguments[0]:
        return True
    made = owner_of(index)
    if made is None or made.name != "arith.addi" or made.block != body:
        return False
    left, right = made.operands
    return (_is_next(left, body) and _is_outside(right, body)) or (
        _is_outside(left, body) and _is_next(right, body)
    )


def _is_outside(value: ir.Value, body: ir.Block) -> bool:
    """Whether ``value`` is none that an iteration makes."""
    return block_of(value) != body


def _reads_next(load: ir.Operation, body: ir.Block) -> bool:
    if load.name != "memref.load" or not is_local(load.operands[0]):
        return False
    buffer, *rest, last = load.operands
    is_row = strides_of(buffer.type)[0][-1] == 1
    return is_row and last == body.arguments[0] and all(_is_outside(v, body) for v in (buffer, *rest))


def inlined(b: Builder, found: Neighbours, i: ir.Value) -> dict[ir.Value, ir.Value]:
    """What the loop makes in iteration ``i``, up to the update, here."""
    body = found.loop.regions[0].blocks[0]
    env = {body.arguments[0]: i}
    for op in (inner.operation for inner in body.operations):
        if op == found.update:
            break
        if op.name != "memref.load":
            cloned(op, env, b.ip)
    return env


def operand(b: Builder, found: Neighbours, i: Index, lanes: int) -> ir.Value:
    """The operands of the ``lanes`` elements from ``i`` on."""
    value = found.update.operands[0]
    load = owner_of(value)
    if load is None or load.block != found.loop.regions[0].blocks[0]:
        return b.broadcast(value, lanes)
    buffer, *rest, _ = load.operands
    type = ir.VectorType.get((lanes,), found.element)
    return b.one("vector.load", type, buffer, *rest, b.value(i))


def combined(b: Builder, found: Neighbours, old: ir.Value, operand: ir.Value) -> ir.Value:
    """The new elements; those of 16 bits are computed in f32, as single ones are (see `expand_narrow_atomics.py`)."""
    if not isinstance(found.element, ir.FloatType) or found.element.width >= 32:
        return b.one(found.combine, old.type, old, operand)
    wide = ir.VectorType.get(old.type.shape, ir.F32Type.get())
    total = b.one(found.combine, wide, *(b.one("arith.extf", wide, v) for v in (old, operand)))
    return b.one("arith.truncf", old.type, total)
