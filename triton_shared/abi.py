"""The kernel ABI: what conversions make of a kernel's arguments, code generation reads and launches pack.

A kernel's arguments are a C struct: the user's in order, then the grid's three ``i32``, each at its natural
alignment.  A tensor descriptor of rank r is `descriptor_parts` of them: a pointer, whose attributes hold the block's
shape under `BLOCK_SHAPE`, r ``i64`` sizes, r ``i64`` strides, and an ``i1`` that tells whether elements outside of the
tensor read NaN.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from triton_shared.types import ARGUMENTS

BLOCK_SHAPE = "tt.block_shape"
DIVISIBILITY = "tt.divisibility"


class Param(NamedTuple):
    """One argument: ``type`` is "ptr" or a scalar's MLIR type, ``element`` what a pointer points to.

    ``written`` says that the kernel stores through the pointer; of the ``attributes``, ``tt.divisibility`` (of the
    address in bytes, or of the integer) is checked at every launch.
    """

    type: str
    element: str | None = None
    written: bool = False
    attributes: Mapping[str, Any] = {}


def layout(params: Sequence[Param]) -> tuple[list[int], int]:
    """Byte offset of every argument in the struct, and of the grid behind them."""
    offsets, at = [], 0
    for param in params:
        size = ARGUMENTS[param.type].bytes
        at = -(-at // size) * size
        offsets.append(at)
        at += size
    return offsets, -(-at // 4) * 4


def descriptor_parts(rank: int) -> int:
    """How many arguments a tensor descriptor of ``rank`` is."""
    return 2 * rank + 2


def first_parts(params: Sequence[Param]) -> list[int]:
    """The position of the first part of each of the user's arguments."""
    firsts, at = [], 0
    while at < len(params):
        firsts.append(at)
        block = params[at].attributes.get(BLOCK_SHAPE)
        at += 1 if block is None else descriptor_parts(len(block))
    return firsts
