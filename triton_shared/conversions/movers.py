"""What moves blocks that are cut: ops, and the functions that ``pad`` puts in their place."""

from __future__ import annotations

from triton_shared.ir.walk import symbol
from triton_shared.mlir import ir

SLICE, STORE, COPY = "tensor.extract_slice", "bufferization.materialize_in_destination", "memref.copy"
#: what moves blocks -> how the functions for it are called, with a number
MOVERS = {
    COPY: "triton_shared_copy_",
    STORE: "triton_shared_copy_",
    "linalg.broadcast": "triton_shared_repeat_",
}


def is_cut(op: ir.Operation) -> bool:
    """Whether ``op`` moves a block of a size that is not known."""
    return any(map(is_cut_block, op.operands))


def is_mover(function: ir.Operation) -> bool:
    """Whether ``function`` is one that moves blocks of a length that it is given."""
    return (symbol(function) or "").startswith(tuple(MOVERS.values()))


def is_cut_block(value: ir.Value) -> bool:
    """Whether ``value`` is a block of a size that is not known."""
    type_ = value.type
    return isinstance(type_, ir.ShapedType) and type_.has_rank and not type_.has_static_shape
