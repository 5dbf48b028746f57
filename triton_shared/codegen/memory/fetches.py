"""Fetching lines into a cache before they are read."""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.ir.builder import Builder, bit_width, integer
from triton_shared.mlir import ir

#: bytes that a cache fetches together, and those of a row for which machines do not fetch ahead by themselves
LINE, SHORT_ROW = 64, 1024
#: the nearest cache, and the next one, where lines that are fetched long before they are read drive out no others
NEAREST, NEXT = 3, 2


def prefetch(b: Builder, memref: ir.Value, at: Sequence[ir.Value], cache: int = NEAREST) -> None:
    """Fetch the line of the element of ``memref`` at ``at``; where nothing lies, that does nothing."""
    attributes = {
        "isWrite": ir.BoolAttr.get(False),
        "localityHint": ir.IntegerAttr.get(integer(32), cache),
        "isDataCache": ir.BoolAttr.get(True),
    }
    b.op("memref.prefetch", (), (memref, *at), attributes)


def prefetch_row(b: Builder, memref: ir.Value, row: Sequence[ir.Value], cache: int = NEAREST) -> None:
    """Fetch all lines of a row of ``memref``."""
    type = memref.type
    for place in range(0, type.shape[-1], LINE * 8 // bit_width(type.element_type)):
        prefetch(b, memref, [*row, b.value(place)], cache)
