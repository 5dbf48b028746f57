"""Fetching lines into the nearest cache before they are read."""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.nests.nest import Access
from triton_shared.ir.builder import DYNAMIC, Builder, bit_width, integer, strides_of
from triton_shared.mlir import ir

#: bytes that a cache fetches together
LINE = 64
#: marks a `linalg.generic` on rows behind which those lie that the next one reads
ROWS_GO_ON = "tts.rows_go_on"
#: how many rows ahead they are fetched, and the bytes of a row for which the machine does not fetch ahead by itself
ROWS_AHEAD, SHORT_ROW = 16, 1024


def prefetch(b: Builder, memref: ir.Value, at: Sequence[ir.Value]) -> None:
    """Fetch the line of the element of ``memref`` at ``at``; where nothing lies, that does nothing."""
    nearest = ir.IntegerAttr.get(integer(32), 3)
    attributes = {
        "isWrite": ir.BoolAttr.get(False),
        "localityHint": nearest,
        "isDataCache": ir.BoolAttr.get(True),
    }
    b.op("memref.prefetch", (), (memref, *at), attributes)


def is_short_row(access: Access) -> bool:
    """Whether ``access`` is of rows that lie apart in memory, and are too short for the machine to fetch them ahead."""
    if not access.is_memref or access.window or len(access.dims) < 2:
        return False
    type = access.value.type
    is_apart = strides_of(type)[0][-2] == DYNAMIC and strides_of(type)[0][-1] == 1
    return is_apart and LINE <= type.shape[-1] * bit_width(type.element_type) // 8 <= SHORT_ROW


def prefetch_row(b: Builder, memref: ir.Value, row: Sequence[ir.Value]) -> None:
    """Fetch all lines of a row of ``memref``."""
    type = memref.type
    for place in range(0, type.shape[-1], LINE * 8 // bit_width(type.element_type)):
        prefetch(b, memref, [*row, b.value(place)])
