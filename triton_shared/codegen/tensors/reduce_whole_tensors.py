"""A reduction that starts from the first slice along its axis reduces the whole of its tensors.

    %first = tensor.extract_slice %x[0] [1] [1] : tensor<1024xf32> to tensor<f32>
    %rest = tensor.extract_slice %x[1] [1023] [1] : tensor<1024xf32> to tensor<1023xf32>
    %r = linalg.reduce ins(%rest) outs(%first) dimensions = [0] {combiner}

becomes

    %empty = tensor.empty() : tensor<f32>
    %r = linalg.reduce ins(%x) outs(%empty) dimensions = [0] {tts.from_first} {combiner}

The attribute says that the outputs are only written, and that the combiner, of which no more is known than that it is
associative, combines elements with elements in the order of the axis.
"""

from __future__ import annotations

from triton_shared.codegen.nests.nest import FROM_FIRST
from triton_shared.ir.builder import Builder
from triton_shared.ir.walk import all_ops, made_by, substitute
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"linalg.reduce"}):
        count = len(op.operands) // 2
        operands, axes = list(op.operands), list(op.attributes["dimensions"])
        pairs = zip(operands[:count], operands[count:], strict=True)
        wholes = [_whole(rest, first, axes[0]) for rest, first in pairs] if len(axes) == 1 else [None]
        if any(whole is None for whole in wholes):
            continue
        b = Builder.before(op)
        inits = [b.one("tensor.empty", first.type) for first in operands[count:]]
        attributes = {"dimensions": op.attributes["dimensions"], FROM_FIRST: ir.UnitAttr.get()}
        new = b.op("linalg.reduce", [v.type for v in inits], [*wholes, *inits], attributes, regions=1)
        op.regions[0].blocks[0].append_to(new.regions[0])
        substitute(op, *new.results)


def _whole(rest: ir.Value, first: ir.Value, axis: int) -> ir.Value | None:
    """The tensor of which ``first`` is the first slice along ``axis`` and ``rest`` the others."""
    long, short = _static_slice(rest), _static_slice(first)
    if long is None or short is None:
        return None
    (whole, low, sizes), (other, edge, thin) = long, short
    shape = list(whole.type.shape)
    unit = [int(d == axis) for d in range(len(shape))]
    matches = (
        whole == other
        and list(rest.type.shape) == sizes
        and low == unit
        and sizes == [n - u for n, u in zip(shape, unit, strict=True)]
        and edge == [0] * len(shape)
        and thin == [1 if u else n for n, u in zip(shape, unit, strict=True)]
        and list(first.type.shape) == [n for n, u in zip(shape, unit, strict=True) if not u]
    )
    return whole if matches else None


def _static_slice(value: ir.Value) -> tuple[ir.Value, list[int], list[int]] | None:
    """The source, offsets and sizes of a `tensor.extract_slice` with constant offsets and unit strides."""
    if (op := made_by(value, "tensor.extract_slice")) is None:
        return None
    offsets, sizes, strides = (
        list(op.attributes[f"static_{name}"]) for name in ("offsets", "sizes", "strides")
    )
    if len(op.operands) != 1 or any(s != 1 for s in strides):
        return None
    return op.operands[0], offsets, sizes
