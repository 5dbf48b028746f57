"""Layouts on the IR: the text that `simt.layout` has on an op, and which of its values each text speaks of.

    %t = bufferization.to_tensor %b {simt.layout = {
        lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2]], warp = [[8, 0], [16, 0]]}}

Each bit of the number of a register, of a lane and of a warp has a basis, the lowest bit first: the coordinates, in the
block, by which the element moves when the bit is set.  A basis of zeros repeats what the other half of the lanes, or of
the warps, holds.  All others are one power of two along one dimension, and each of these stands in one place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache

from triton_shared.codegen.simt.layouts.linear_layout import (
    Layout,
    is_power_of_two,
    log2,
    weights,
)
from triton_shared.codegen.simt.target import BlockShape

LAYOUT = "simt.layout"
#: the attribute's words for the bits of numbers, and the names of `Layout`
PARTS = {"lane": "lane", "register": "reg", "warp": "warp"}
_WORD = re.compile(r"(\w+) = ")


class Misfit(ValueError):
    """Why a text is no layout of a block; the message continues "has a layout that"."""


@lru_cache(4096)
def text_of(layout: Layout) -> str:
    """``layout`` as the text of an attribute."""
    return (
        "{"
        + ", ".join(f"{word} = {_bases(layout, getattr(layout, name))}" for word, name in PARTS.items())
        + "}"
    )


def _bases(layout: Layout, bases: Sequence[int]) -> list[list[int]]:
    dims = range(len(layout.shape))
    return [[layout.coordinate(basis, d) for d in dims] for basis in bases]


@lru_cache(4096)
def parsed(text: str, shape: tuple[int, ...], block: BlockShape) -> Layout:
    """The layout of a block of ``shape`` among ``warps`` warps that the ``text`` of an attribute says.

    Raises:
        Misfit: it is none, or no element, or more than one, is where some bits say.
    """
    try:
        parts = json.loads(_WORD.sub(r'"\1": ', text))
        bases = {name: [_checked(basis, shape) for basis in parts[word]] for word, name in PARTS.items()}
        is_whole = parts.keys() == PARTS.keys()
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        if isinstance(error, Misfit):
            raise
        is_whole = False
    if not is_whole:
        raise Misfit(
            "is not {lane = [...], register = [...], warp = [...]} with a list of coordinates for each bit"
        )
    steps = weights(shape)
    flat = {
        name: tuple(sum(c * s for c, s in zip(basis, steps, strict=True)) for basis in several)
        for name, several in bases.items()
    }
    layout = Layout(shape, **flat)
    _check(layout, block)
    return layout


def _checked(basis: object, shape: tuple[int, ...]) -> list[int]:
    """``basis``, if it is one of a block of ``shape``."""
    numbers = [n for n in basis if type(n) is int] if isinstance(basis, list) else []
    if not isinstance(basis, list) or len(numbers) < len(basis):
        raise Misfit(f"has the basis {basis}, which is no list of integers")
    if len(numbers) != len(shape):
        raise Misfit(
            f"has the basis {basis}, of {len(numbers)} coordinates: the block has {len(shape)} dimensions"
        )
    moved = [(n, extent) for n, extent in zip(numbers, shape, strict=True) if n]
    if len(moved) > 1 or not all(is_power_of_two(n) for n, _ in moved):
        raise Misfit(f"has the basis {basis}: it must be a power of two along one dimension, or zero")
    if not all(n < extent for n, extent in moved):
        raise Misfit(f"has the basis {basis}, outside of the block of {'x'.join(map(str, shape))}")
    return numbers


def _check(layout: Layout, block: BlockShape) -> None:
    """Raise `Misfit` unless the bits of ``layout`` are those of ``block``, and distinguish all elements."""
    for word, own, wanted in (
        ("lane", layout.lane, (block.lane_bits, f"{block.lanes} lanes")),
        ("warp", layout.warp, (block.warp_bits, f"{block.warps} warps")),
    ):
        if len(own) != wanted[0]:
            raise Misfit(f"has {len(own)} bases in '{word}': {wanted[1]} have {wanted[0]}")
    if 0 in layout.reg:
        raise Misfit("has a basis of zeros in 'register': registers repeat nothing")
    moving = [basis for basis in layout.reg + layout.thread if basis]
    if twice := [basis for basis in moving if moving.count(basis) > 1]:
        raise Misfit(f"has the basis {_bases(layout, twice)[0]} twice: one of them must be zero")
    every = [w << i for w, n in zip(layout.weights, layout.shape, strict=True) for i in range(log2(n))]
    if missing := [basis for basis in every if basis not in moving]:
        raise Misfit(f"has no basis {_bases(layout, missing)[0]}: some elements are nowhere")
