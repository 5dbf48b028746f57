"""Where in shared memory the elements of a block lie, so that neither who writes nor who reads them waits for a bank.

Memory has 32 banks of a word each; lanes that want different words of one bank are served one after the other, a
*wavefront* each.  A *swizzle* moves the element at a place to another one, by adding some of the place's high bits to
its low ones, without carry::

    place ^ (place >> shift & mask) << low

It is linear, so that the moved elements have a layout again.  Of the swizzles that leave ``low`` bits alone, which one
access moves together, the one is taken for which the accesses in two given layouts take the fewest wavefronts.

Source: linear layouts, as in `linear_layout.py`; the search is exhaustive.
"""

from __future__ import annotations

from functools import cache

from triton_shared.codegen.simt.layouts.linear_layout import Layout, log2, run_length
from triton_shared.records import dataclass

BANKS, WORD = 32, 4
#: bytes that one access moves at most
WIDEST = 16


@dataclass(frozen=True)
class Swizzle:
    """Adds ``bits`` bits of a place, from bit ``low + shift`` on, to those from bit ``low`` on."""

    low: int = 0
    shift: int = 0
    bits: int = 0

    def moved(self, place: int) -> int:
        """Where the element at ``place`` lies."""
        return place ^ (place >> self.low + self.shift & (1 << self.bits) - 1) << self.low

    def of(self, layout: Layout) -> Layout:
        """The layout of the elements at their new places."""
        return layout.mapped(layout.shape, self.moved)


@cache
def best(written: Layout, read: Layout, size: int) -> Swizzle:
    """The swizzle for a block of elements of ``size`` bytes that is written in one layout and read in another."""
    places = sum(map(log2, written.shape))
    low = log2(min(max(run_length(layout) for layout in (written, read)), WIDEST // size))
    bits = max(0, min(log2(BANKS * WORD // size) - low, 5))
    choices = [Swizzle()] + [
        Swizzle(low, shift, count) for count in range(1, bits + 1) for shift in range(count, places - low)
    ]
    return min(choices, key=lambda s: wavefronts(s.of(written), size) + wavefronts(s.of(read), size))


def wavefronts(layout: Layout, size: int) -> int:
    """How many wavefronts the accesses of a warp to a block take, of elements of ``size`` bytes in ``layout``."""
    width = min(run_length(layout), WIDEST // size)
    lanes = 1 << len(layout.lane)
    together = min(lanes, BANKS * WORD // (width * size))
    words: dict[int, set[int]] = {}
    for lane in range(together):
        word = layout.position(0, lane) * size // WORD
        for part in range(-(-width * size // WORD)):
            words.setdefault((word + part) % BANKS, set()).add(word + part)
    worst = max(map(len, words.values()))
    return worst * (lanes // together) * (layout.registers // width)
