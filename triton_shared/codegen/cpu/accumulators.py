"""What stands around the product that adds to an accumulator: what fills or scales it before, what stores it behind.

    linalg.fill ins(%zero) outs(%acc)
    linalg.matmul ins(%a, %b) outs(%acc)
    memref.copy %acc, %out {tts.last_read}

Ops that only the product sees need not be done as they stand: tiles of the product start from %zero, or from scaled
rows, and go to %out in place of %acc.  Fills and stores may be those of the first and the last iteration of a loop
(`sink_accumulators.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from triton_shared.codegen.cpu.emitter import computed
from triton_shared.codegen.cpu.pack_products import compute_type
from triton_shared.codegen.cpu.sink_accumulators import LAST_READ, is_store
from triton_shared.codegen.cpu.strategy import Lanes
from triton_shared.codegen.memory.uses import users
from triton_shared.codegen.nests.nest import Nest, nest_of
from triton_shared.ir.builder import DYNAMIC, Builder, Condition, Index, strided_type, strides_of
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, is_made_inside, made_by, owner_of
from triton_shared.mlir import ir

#: maps of an op on a block and its rows
_WHOLE, _ROWS = "(d0, d1) -> (d0, d1)", "(d0, d1) -> (d0)"


class Start(NamedTuple):
    """What all of an accumulator holds before a product, where ``holds``; ``fill`` is or has the op that fills it."""

    value: ir.Value
    holds: Condition
    fill: ir.Operation


class Destination(NamedTuple):
    """The block in memory where sums go in place of the accumulator, where that is ``direct``.

    They go there as ``nest`` has it, which reads the accumulator alone; it is or stands in ``home``.
    """

    block: ir.Value
    direct: Condition
    nest: Nest
    home: ir.Operation

    @property
    def copies(self) -> bool:
        """Whether sums go there as they are."""
        return self.nest.body is None

    def computed(self, b: Builder, sums: ir.Value) -> ir.Value:
        """What goes there for a vector of ``sums``."""
        lanes = Lanes(len(self.nest.extents) - 1, sums.type.shape[0])
        return computed(b, self.nest, lanes, sums)

    def store_part(self, b: Builder, sums: ir.Value, at: Sequence[Index], sizes: Sequence[int]) -> None:
        """Let what is computed of ``sizes`` of the buffer ``sums`` go to the part of the block that begins ``at``."""
        store = self.nest.op.clone(ip=b.ip)
        store.operands[0] = _part(b, sums, [0] * len(at), sizes)
        store.operands[1] = _part(b, self.block, at, sizes)
        store.move_after(owner_of(store.operands[1]))


def _part(b: Builder, block: ir.Value, at: Sequence[Index], sizes: Sequence[int]) -> ir.Value:
    """The part of ``block`` of these ``sizes`` that begins ``at``."""
    type_ = strided_type(sizes, strides_of(block.type)[0], DYNAMIC, block.type.element_type)
    places = [b.value(index) for index in at]
    return b.strided("memref.subview", type_, [block], places, sizes, [1] * len(sizes))


def start_before(op: ir.Operation, c: ir.Value) -> Start | None:
    """What fills ``c``, a buffer of the kernel, and only ``op`` sees, if there is such."""
    found = _last_before(op, (c,))
    fill, holds = (None, True) if found is None else _under_condition(found)
    if found is None or fill is None or fill.name != "linalg.fill" or fill.operands[1] != c:
        return None
    return None if is_made_inside(fill.operands[0], found) else Start(fill.operands[0], holds, found)


def _under_condition(op: ir.Operation) -> tuple[ir.Operation | None, Condition]:
    """The op that ``op`` is, or does if a condition holds, and the condition; None if it does something else."""
    if op.name != "scf.if":
        return op, True
    *ops, _ = [view.operation for view in op.regions[0].blocks[0].operations]
    alone = len(ops) == 1 and not op.results and not any(map(_does_something, op.regions[1].blocks))
    return (ops[0] if alone else None), op.operands[0]


def _does_something(block: ir.Block) -> bool:
    return len(block.operations) > 1


def scaling_before(op: ir.Operation, c: ir.Value) -> ir.Operation | None:
    """What multiplies each row of ``c``, a buffer of the kernel, by a number of its own, if only ``op`` sees that."""
    found, element = _last_before(op, (c,)), c.type.element_type
    if found is None or found.name != "linalg.generic" or compute_type(element) != element:
        return None
    maps = [str(ir.AffineMapAttr(one).value) for one in found.attributes["indexing_maps"]]
    if maps != [_WHOLE, _ROWS, _WHOLE] or found.operands[0] != c or found.operands[2] != c:
        return None
    *values, _ = found.regions[0].blocks[0].arguments
    match [one.operation for one in found.regions[0].blocks[0].operations]:
        case [made, end] if made.name == "arith.mulf" and set(made.operands) == set(values):
            is_all, last = list(end.operands) == [made.result], _last_before(op, found.operands[:2])
            return found if is_all and last is not None and last == found else None
    return None


def _last_before(op: ir.Operation, buffers: Sequence[ir.Value]) -> ir.Operation | None:
    """The last op before ``op`` in its block that touches ``buffers``; None where others than the kernel may."""
    touching = {user for buffer in buffers for user in users(buffer)}
    if None in touching or any(made_by(buffer, "memref.alloc") is None for buffer in buffers):
        return None
    ops = [other.operation for other in op.block.operations]
    before = reversed(ops[: ops.index(op)])
    return next((one for one in before if not touching.isdisjoint([one, *all_ops(one)])), None)


def destination_behind(op: ir.Operation) -> Destination | None:
    """Where the sums of ``op`` are stored right behind it, if nothing reads them afterwards."""
    c = op.operands[len(op.operands) - 1]
    ops = [other.operation for other in op.block.operations]
    home = ops[ops.index(op) + 1]
    store, direct = _under_condition(home)
    if store is None or LAST_READ not in store.attributes or not is_store(store, c):
        return None
    nest = nest_of(Builder.before(store), store)
    block = nest.outputs[0].value
    if any(a.window is not None for a in nest.accesses) or is_made_inside(block, home):
        return None
    fired("tile-products", "sums stored in memory")
    return Destination(block, direct, nest, home)
