"""Operands of products that are unpacked from words: a thread has all elements of a word.

    %r = linalg.generic ins(%words : tensor<16x64xi32>) outs(%e : tensor<16x8x64xi32>) …      each word eight times
    %k = tensor.collapse_shape %r [[0, 1], [2]] : tensor<128x64xi32>
    …                                                     shifts, masks, scales, of tensors that nothing else loads
    linalg.matmul ins(%a, %b : tensor<16x128xf16>, tensor<128x64xf16>)

%b has eight neighbours along its first dimension in neighbouring registers, and other neighbours in neighbouring lanes,
as words have: each thread reads every word once, and writes the eight elements to shared memory at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from triton_shared.codegen.simt.layouts.linear_layout import Layout, log2, shared_out, weights
from triton_shared.codegen.simt.layouts.repeated_blocks import DEPTH, places_of
from triton_shared.codegen.simt.layouts.swizzles import WIDEST
from triton_shared.codegen.simt.target import BlockShape
from triton_shared.ir.builder import bit_width
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir


class _Repeated(NamedTuple):
    """A block of ``elements``, of each of which ``run`` neighbours along ``dim`` are computed."""

    elements: int
    dim: int
    run: int


def layout_of(operand: ir.Value, block: BlockShape) -> Layout | None:
    """The layout of such an ``operand``; None where it is none."""
    found = _repeated(operand, DEPTH)
    if found is None:
        return None
    shape, steps = operand.type.shape, weights(operand.type.shape)
    along = [steps[found.dim] << i for i in range(log2(shape[found.dim]))]
    bits = sorted(step << i for step, extent in zip(steps, shape, strict=True) for i in range(log2(extent)))
    spare = max(0, len(bits) - block.lane_bits - block.warp_bits)
    run = min(found.run, 8 * WIDEST // bit_width(operand.type.element_type))
    first = along[: min(log2(run), spare)]
    return shared_out(shape, first, [bit for bit in bits if bit not in first], block)


def _repeated(value: ir.Value, depth: int) -> _Repeated | None:
    """The largest of the blocks that ``value`` repeats."""
    op = owner_of(value)
    if op is None or not depth:
        return None
    match op.name:
        case "linalg.generic":
            found = (
                _of_operand(op, number, depth) for number in range(op.attributes["operandSegmentSizes"][0])
            )
            return max(filter(None, found), default=None)
        case "tensor.collapse_shape":
            return _collapsed(op, _repeated(op.operands[0], depth - 1))
    return None


def _of_operand(op: ir.Operation, number: int, depth: int) -> _Repeated | None:
    operand, shape = op.operands[number], op.results[0].type.shape
    places = places_of(op, number) if isinstance(operand.type, ir.RankedTensorType) else None
    if places is None:
        return None
    if places == list(range(len(shape))):
        return _repeated(operand, depth - 1)
    others = [d for d in range(len(shape)) if d not in places]
    return _Repeated(prod(operand.type.shape), others[0], shape[others[0]]) if len(others) == 1 else None


def _collapsed(op: ir.Operation, found: _Repeated | None) -> _Repeated | None:
    """The same behind the ``tensor.collapse_shape`` ``op``, where neighbours stay neighbours."""
    if found is None:
        return None
    groups: Sequence[Sequence[int]] = [[d.value for d in group] for group in op.attributes["reassociation"]]
    dim, group = next((n, group) for n, group in enumerate(groups) if found.dim in group)
    inner = group[list(group).index(found.dim) + 1 :]
    is_innermost = prod(op.operands[0].type.shape[d] for d in inner) == 1
    return found._replace(dim=dim) if is_innermost else None
