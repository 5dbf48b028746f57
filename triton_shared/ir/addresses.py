"""Addresses of elements, for ops of the llvm dialect among those on memrefs."""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.ir.builder import Builder, Index, integer
from triton_shared.mlir import ir


def strided_metadata(b: Builder, view: ir.Value) -> tuple[ir.Value, ir.Value, list[ir.Value], list[ir.Value]]:
    """The base of ``view``, a memref without dimensions, its offset, its sizes and its strides."""
    rank = view.type.rank
    types = [ir.MemRefType.get([], view.type.element_type), *[b.index] * (1 + 2 * rank)]
    base, offset, *parts = b.op("memref.extract_strided_metadata", types, [view]).results
    return base, offset, parts[:rank], parts[rank:]


def address_of(b: Builder, view: ir.Value, place: Sequence[Index]) -> ir.Value:
    """The address, an ``!llvm.ptr``, of the element of ``view`` at ``place``."""
    _, offset, _, strides = strided_metadata(b, view)
    for index, stride in zip(place, strides, strict=True):
        offset = b.add(offset, b.mul(index, stride))
    start = b.one("memref.extract_aligned_pointer_as_index", b.index, view)
    address = b.add(start, b.mul(offset, view.type.element_type.width // 8))
    number = b.one("arith.index_cast", integer(64), address)
    return b.one("llvm.inttoptr", ir.Type.parse("!llvm.ptr"), number)
