"""Addresses of elements, for ops of the llvm dialect among those on memrefs."""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.ir.builder import Builder, Index, integer
from triton_shared.mlir import ir


def address_of(b: Builder, view: ir.Value, place: Sequence[Index]) -> ir.Value:
    """The address, an ``!llvm.ptr``, of the element of ``view`` at ``place``."""
    rank_0 = ir.MemRefType.get([], view.type.element_type)
    metadata = b.op(
        "memref.extract_strided_metadata", [rank_0, *[b.index] * (1 + 2 * len(place))], [view]
    ).results
    offset = metadata[1]
    for index, stride in zip(place, list(metadata)[2 + len(place) :], strict=True):
        offset = b.add(offset, b.mul(index, stride))
    start = b.one("memref.extract_aligned_pointer_as_index", b.index, view)
    address = b.add(start, b.mul(offset, view.type.element_type.width // 8))
    number = b.one("arith.index_cast", integer(64), address)
    return b.one("llvm.inttoptr", ir.Type.parse("!llvm.ptr"), number)
