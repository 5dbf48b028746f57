"""What is worth fetching into the nearest cache while a nest reads something else."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from triton_shared.codegen.memory.fetches import LINE, SHORT_ROW
from triton_shared.codegen.nests.nest import VIEWS, Access
from triton_shared.ir.builder import DYNAMIC, Index, bit_width, strides_of
from triton_shared.ir.walk import owner_of, terminator
from triton_shared.mlir import ir

#: marks a `linalg.generic` on rows behind which those lie that the next one reads
ROWS_GO_ON = "tts.rows_go_on"
#: how many rows ahead they are fetched
ROWS_AHEAD = 16
#: bytes that are fetched ahead of those that are read where a loop goes through a matrix, and those of the longest rows
BYTES_AHEAD = 4096
#: what integers go through unchanged
CASTS = ("arith.index_cast", "arith.extsi", "arith.trunci")


def is_short_row(access: Access) -> bool:
    """Whether ``access`` is of rows that lie apart in memory, and are too short for the machine to fetch them ahead."""
    if not access.is_memref or access.window or len(access.dims) < 2:
        return False
    type = access.value.type
    is_apart = strides_of(type)[0][-2] == DYNAMIC and strides_of(type)[0][-1] == 1
    return is_apart and LINE <= type.shape[-1] * bit_width(type.element_type) // 8 <= SHORT_ROW


def ahead_of(access: Access) -> tuple[int, int] | None:
    """How many rows and columns further what is worth fetching lies while a nest reads ``access``; None for nothing.

    It is what a loop reads later that moves the block down or along a matrix.  The machine itself follows rows that are
    long or lie one behind the other.
    """
    if not access.is_memref or len(access.dims) != 2 or not all(isinstance(d, int) for d in access.dims):
        return None
    type = access.value.type
    rows, step = strides_of(type)[0]
    if step != 1 or DYNAMIC in type.shape or rows == type.shape[1]:
        return None
    count, width = type.shape
    row = width * bit_width(type.element_type) // 8
    if not LINE <= row <= BYTES_AHEAD:
        return None
    match _goes_down(access.value, rows):
        case True:
            return BYTES_AHEAD // row, 0
        case False:
            return 0, width * max(1, 2 * BYTES_AHEAD // (count * row))
    return None


def _goes_down(block: ir.Value, stride: int) -> bool | None:
    """Whether a loop moves ``block`` by whole rows, which lie ``stride`` apart, as far as products tell.

    None where no loop moves it.
    """
    view = owner_of(block)
    while view is not None and view.name in VIEWS and view.name != "memref.reinterpret_cast":
        view = owner_of(view.operands[0])
    if view is None or view.name != "memref.reinterpret_cast":
        return None
    loop = view.parent.operation
    if loop.name != "scf.for" or DYNAMIC not in view.attributes["static_offsets"]:
        return None
    offset, *strides = list(view.operands)[1:]
    rows, changes = _factors(strides[0]) if stride == DYNAMIC else [stride], list(_changes(offset, loop))
    return any(_divides(rows, factors) for factors in changes) if changes else None


def _changes(value: ir.Value, loop: ir.Operation) -> Iterator[list[Index]]:
    """The terms of ``value`` that differ from turn to turn of ``loop``, or by which it grows, each as its factors."""
    value = _bare(value)
    inside = loop.regions[0].blocks[0]
    maker = owner_of(value)
    if maker is None and value.owner == inside and value != inside.arguments[0]:
        grown = owner_of(_bare(terminator(inside).operands[value.arg_number - 1]))
        if grown is not None and grown.name == "arith.addi":
            yield from (_factors(v) for v in grown.operands if _bare(v) != value)
    elif maker is not None and maker.name == "arith.addi":
        for term in maker.operands:
            yield from _changes(term, loop)
    else:
        factors = _factors(value)
        if any(isinstance(f, ir.Value) and _block_of(f) == inside for f in factors):
            yield factors


def _block_of(value: ir.Value) -> ir.Block:
    return value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block


def _bare(value: ir.Value) -> ir.Value:
    """``value`` before it was made wider or narrower."""
    while (maker := owner_of(value)) is not None and maker.name in CASTS:
        value = maker.operands[0]
    return value


def _factors(value: ir.Value) -> list[Index]:
    """``value`` as a product of numbers and of values that are none."""
    value = _bare(value)
    maker = owner_of(value)
    if maker is not None and maker.name == "arith.constant":
        return [maker.attributes["value"].value]
    if maker is not None and maker.name == "arith.muli":
        return [f for v in maker.operands for f in _factors(v)]
    return [value]


def _divides(rows: list[Index], factors: list[Index]) -> bool:
    """Whether ``factors`` are those of a multiple of ``rows``."""
    whole, part = (prod(f for f in of if isinstance(f, int)) for of in (factors, rows))
    return part > 0 and whole % part == 0 and all(f in factors for f in rows if isinstance(f, ir.Value))
