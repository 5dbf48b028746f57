"""Rows whose stride only the running kernel knows: a kernel that is passed its strides is mostly passed one."""

from __future__ import annotations

from dataclasses import replace

from triton_shared.codegen.nests.nest import Access, Nest
from triton_shared.ir.addresses import strided_metadata
from triton_shared.ir.builder import DYNAMIC, Builder, rows_anywhere, strides_of
from triton_shared.mlir import ir


def has_unknown_stride(access: Access) -> bool:
    """Whether only the running kernel knows how far apart the elements of a row are."""
    if not access.is_memref or not access.dims or access.row is not None:
        return False
    return strides_of(access.value.type)[0][-1] == DYNAMIC


def strides_are_one(b: Builder, nest: Nest) -> ir.Value | bool:
    """Whether all rows are contiguous after all: strides that a kernel is passed mostly are."""
    every: ir.Value | bool = True
    for access in filter(has_unknown_stride, nest.accesses):
        every = b.both(every, b.compare("eq", strided_metadata(b, access.value)[-1][-1], 1))
    return every


def with_unit_stride(b: Builder, access: Access) -> Access:
    """``access`` through a type that says that rows are contiguous (not by a cast: the loads would swallow it)."""
    if not has_unknown_stride(access):
        return access
    type = access.value.type
    base, offset, sizes, strides = strided_metadata(b, access.value)
    extents = [size if known == DYNAMIC else known for size, known in zip(sizes, type.shape, strict=True)]
    steps = [*strides[:-1], 1]
    known = b.strided("memref.reinterpret_cast", rows_anywhere(type), [base], [offset], extents, steps)
    return replace(access, value=known)
