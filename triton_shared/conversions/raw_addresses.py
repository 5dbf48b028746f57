"""Memory at a raw address."""

from __future__ import annotations

from triton_shared.ir.builder import build, indices, integer
from triton_shared.mlir import ir

CAST = "builtin.unrealized_conversion_cast"


def memref_at(address: ir.Value, element: ir.Type) -> ir.Value:
    """``memref<T>`` of the element at ``address``: a descriptor built from a bare pointer."""
    pointer = build.one("llvm.inttoptr", ir.Type.parse("!llvm.ptr"), address)
    zero = build.constant(integer(64), 0)
    descriptor_type = ir.Type.parse("!llvm.struct<(ptr, ptr, i64)>")
    descriptor = build.one("llvm.mlir.poison", descriptor_type)
    for position, field in enumerate((pointer, pointer, zero)):
        descriptor = build.one(
            "llvm.insertvalue", descriptor_type, descriptor, field, position=indices([position])
        )
    return build.one(CAST, ir.MemRefType.get([], element), descriptor)
