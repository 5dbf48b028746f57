"""Buffers whose elements meet columns of memory lie by columns.

    %sum = memref.alloca() : memref<16x8xf32>
    scf.for … {
      linalg.generic ins(%sum, %x : memref<16x8xf32>, memref<16x8xf32, strided<[1, 32], offset: ?>>) outs(%sum) {addf}
    }

becomes

    %rows = memref.alloca() : memref<8x16xf32>
    %sum = memref.transpose %rows (i, j) -> (j, i) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>

and the same loop, whose vectors are now neighbours on both sides.  Buffers that meet one another are turned together,
if all memory that they meet element by element has neighbours down its columns.

Promise: only buffers of two dimensions change that structured ops alone use, as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from triton_shared.codegen.nests.nest import READERS, Access, Nest, nest_of
from triton_shared.ir.builder import Builder, strided_type, strides_of
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, reached
from triton_shared.mlir import ir

#: elements of a column from which vectors of neighbours down it are long enough
LEAST = 8


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    made = [op.result for op in all_ops(function, {"memref.alloca", "memref.view"})]
    left = [v for v in made if _is_block(v.type) and all(u.owner.operation.name in READERS for u in v.uses)]
    ops = [op for op in all_ops(function, READERS) if not set(left).isdisjoint(op.operands)]
    nests = [nest_of(Builder.before(op), op) for op in ops]
    while left:
        together = set(reached(left[:1], partial(_met, nests, left)))
        if _meet_columns(together, nests):
            for buffer in together:
                _transpose(buffer)
        left = [buffer for buffer in left if buffer not in together]


def _is_block(type_: ir.MemRefType) -> bool:
    """Whether ``type_`` is one of rows, one behind the other, with columns that are long enough."""
    is_static = type_.rank == 2 and type_.has_static_shape and type_.shape[0] >= LEAST and type_.shape[1] > 1
    return is_static and strides_of(type_) == ([type_.shape[1], 1], 0)


def _met(nests: Sequence[Nest], among: Sequence[ir.Value], buffer: ir.Value) -> list[ir.Value]:
    """Those of ``among`` that a nest accesses with ``buffer``."""
    values = ([a.value for a in nest.accesses] for nest in nests)
    return [other for of_nest in values if buffer in of_nest for other in of_nest if other in among]


def _meet_columns(buffers: set[ir.Value], nests: Sequence[Nest]) -> bool:
    """Whether what nests access with ``buffers``, element by element, has neighbours down the columns of these."""
    found = False
    for nest in nests:
        own = [access for access in nest.accesses if access.value in buffers]
        if any(access.dims != own[0].dims for access in own):
            return False
        others = [
            a for a in nest.accesses if own and a.value not in buffers and all(map(a.uses, own[0].dims))
        ]
        along = {_neighbours(access) for access in others} - {None}
        if not along <= {own[0].dims[0] if own else None}:
            return False
        found |= bool(along)
    return found


def _neighbours(access: Access) -> object:
    """The loop along which ``access`` goes from neighbour to neighbour."""
    return None if access.row is None else access.dims[access.row]


def _transpose(buffer: ir.Value) -> None:
    """Let ``buffer`` be a view of one whose rows are its columns."""
    fired("transpose-buffers", "buffer")
    op, type_ = buffer.owner.operation, buffer.type
    b = Builder.before(op)
    rows, columns = type_.shape
    made = b.op(
        op.name,
        (ir.MemRefType.get((columns, rows), type_.element_type),),
        list(op.operands),
        dict(op.attributes),
    )
    turned = strided_type((rows, columns), (1, rows), 0, type_.element_type)
    order = ir.AffineMapAttr.get(ir.AffineMap.get_permutation([1, 0]))
    view = b.one("memref.transpose", turned, made.result, permutation=order)
    buffer.replace_all_uses_with(view)
    op.erase()
