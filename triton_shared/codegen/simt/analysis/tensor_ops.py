"""What a `linalg.generic` does whose body is one op: read as that op on whole tensors.

%r = linalg.generic ins(%x, %y) { ^bb0(%a, %b, %_): yield arith.mulf %a, %b }   ->   arith.mulf, of %x and %y
"""

from __future__ import annotations

from typing import NamedTuple

from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir.walk import owner_of, terminator
from triton_shared.mlir import ir

#: how many ops are looked at on the way from a product
MOST_OPS = 64


class Elementwise(NamedTuple):
    """The op ``inner``, which the `linalg.generic` ``op`` does to all elements of ``operands``: tensors or scalars."""

    op: ir.Operation
    inner: ir.Operation
    operands: tuple[ir.Value, ...]


def elementwise(op: ir.Operation | None, *names: str) -> Elementwise | None:
    """What ``op`` does if it is one of ``names`` to all elements of tensors, at their own places; else None."""
    if op is None or op.name != "linalg.generic" or len(op.results) != 1:
        return None
    block = op.regions[0].blocks[0]
    inner, *rest = [view.operation for view in block.operations]
    maps = [attribute.value for attribute in op.attributes["indexing_maps"]]
    if (
        inner.name not in names
        or len(rest) != 1
        or list(rest[0].operands) != list(inner.results)
        or any(m != ir.AffineMap.get_identity(m.n_dims) for m in maps)
    ):
        return None
    outside = dict(zip(block.arguments, op.operands, strict=True))
    return Elementwise(op, inner, tuple(outside.get(v, v) for v in inner.operands))


def spread(op: ir.Operation) -> ir.Value | None:
    """The tensor whose elements ``op`` puts in more places or in another shape; None where it does anything else."""
    if op.name in ("tensor.expand_shape", "tensor.collapse_shape", "linalg.broadcast", "linalg.transpose"):
        return op.operands[0]
    if op.name != "linalg.generic" or len(op.results) != 1:
        return None
    block = op.regions[0].blocks[0]
    end = block.operations[0].operation
    if end.name != "linalg.yield" or end.operands[0].owner != block:
        return None
    number = end.operands[0].arg_number
    source = op.operands[number]
    return source if number < len(op.operands) - 1 and isinstance(source.type, ir.RankedTensorType) else None


def scalar_of(value: ir.Value) -> ir.Value | None:
    """The scalar that is at every place of ``value``; None where nothing says so."""
    if not isinstance(value.type, ir.RankedTensorType):
        return value
    op = owner_of(value)
    return op.operands[0] if op is not None and op.name == "linalg.fill" else None


def constant_of(value: ir.Value) -> float | int | None:
    """The constant that is at every place of ``value``; None where nothing says so."""
    scalar = scalar_of(value)
    op = None if scalar is None else owner_of(scalar)
    return op.attributes["value"].value if op is not None and op.name == "arith.constant" else None


def comes_of_product(value: ir.Value) -> bool:
    """Whether ``value`` is a matrix product, or made of one element by element."""
    pending: list[ir.Value] = [value]
    seen: set[ir.Value] = set()
    while pending and len(seen) < MOST_OPS:
        op = owner_of(value := pending.pop())
        if op is None or value in seen or not isinstance(value.type, ir.RankedTensorType):
            continue
        seen.add(value)
        if op.name in PRODUCTS:
            return True
        if op.name == "linalg.generic":
            pending += op.operands
        elif op.name == "scf.if":
            ends = (terminator(region.blocks[0]) for region in op.regions)
            pending += [end.operands[list(op.results).index(value)] for end in ends]
    return False
