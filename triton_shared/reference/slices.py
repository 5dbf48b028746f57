"""Offsets, sizes and strides of slices and views: numbers of attributes, and operands where these say so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from triton_shared.mlir import ir
from triton_shared.reference.attributes import integers
from triton_shared.reference.errors import OutOfBounds

#: a number that an operand gives
DYNAMIC = -(1 << 63)


def numbers_of(op: ir.Operation, *names: str) -> Callable[[Sequence[Any]], list[list[int]]]:
    """From dynamic operands to the lists ``static_<name>`` of ``op`` with these filled in."""
    lists = [integers(op, f"static_{name}") for name in names]

    def filled(operands: Sequence[Any]) -> list[list[int]]:
        given = iter(operands)
        return [[int(next(given)) if n == DYNAMIC else n for n in numbers] for numbers in lists]

    return filled


def check(offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int], whole: Sequence[int]) -> None:
    """Raise an error unless the slice is within the sizes ``whole``; one without elements is nowhere."""
    if any(size < 0 for size in sizes):
        raise OutOfBounds(f"has the sizes {list(sizes)}, which are negative")
    if 0 in sizes:
        return
    for d, (offset, size, stride, extent) in enumerate(zip(offsets, sizes, strides, whole, strict=True)):
        ends = offset, offset + (size - 1) * stride
        if min(ends) < 0 or max(ends) >= extent:
            raise OutOfBounds(
                f"takes elements {ends[0]} to {ends[1]} along dimension {d}, which has {extent}"
            )


def kept_dimensions(sizes: Sequence[int], type_: ir.Type) -> list[int]:
    """Which dimensions of a slice its ``type_`` has: it may leave out some of size 1."""
    shape = list(type_.shape)
    kept: list[int] = []
    for d, size in enumerate(sizes):
        fits = len(kept) < len(shape) and shape[len(kept)] in (size, DYNAMIC)
        must = len(sizes) - d <= len(shape) - len(kept)
        if fits and (size != 1 or must or shape[len(kept)] == 1):
            kept.append(d)
    return kept
