"""The forms that kernels have, and how often each is drawn."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from tests.fuzz.kernels import addressed, columns, controlled, copied, multiplied, recipes, regrouped, tiled

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator

MODULES = (tiled, columns, copied, multiplied, addressed, controlled, recipes, regrouped)

#: of 1,000 kernels: from how often each rewrite fired in 50 to 300 kernels of each form, a linear program chose weights
#: with which each fires 50 times in 2,000 kernels, and three standard deviations more; no form has less than 5
FORMS = {
    # random graphs over tiles, in loops or not
    "tiles": 19, "rows": 28, "columns": 5, "shapes": 5, "copies": 8, "row_copies": 52, "norms": 27, "gathers": 5,
    "narrow": 5, "eights": 5, "atomics": 47,
    # products
    "products": 5, "matmul": 50, "attention": 33, "words": 50, "bytes_as_floats": 5, "scaled_products": 5,
    "recurrences": 5, "gathered_products": 5, "convolved": 46,
    # addresses written in other ways
    "block_pointers": 5, "descriptors": 5, "narrow_offsets": 5,
    # control flow
    "whiles": 5, "searches": 5, "calls": 5, "branches": 5, "exchanges": 54,
    # what certain rewrites look for
    "short": 52, "counted": 5, "rereads": 29, "ordered": 43, "sorts": 11, "trees": 5, "histograms": 24, "thin": 36,
    "layer_norms": 68, "sums": 46, "block_copies": 28, "stale": 5, "windows": 5, "nested": 5, "siblings": 5,
    "divisible": 5, "quotients": 5, "held": 5, "pieces": 5,
    "turned": 70, "added": 12, "elsewhere": 32,
}  # fmt: skip
#: the same of kernels for GPUs, where products have many forms, and threads do not wait for what others store
GPU_FORMS = {
    **FORMS, "matmul": 146, "quotients": 106, "attention": 98, "divisible": 101, "eights": 76,
    "gathered_products": 74, "layer_norms": 57, "held": 45, "pieces": 26, "tiles": 13, "rows": 13, "columns": 10,
    "norms": 10, "shapes": 5, "copies": 5, "row_copies": 5, "atomics": 5, "words": 5, "exchanges": 5, "short": 5,
    "rereads": 5, "ordered": 5, "sorts": 5, "histograms": 5, "thin": 5, "sums": 5, "block_copies": 5, "stale": 0,
    "turned": 5, "added": 5, "narrow": 50, "elsewhere": 5, "convolved": 5,
}  # fmt: skip


def dealt(seed: int, number: int, weights: dict[str, int]) -> str:
    """The form of kernel ``number`` of ``seed``: a card of a deck that has each form as often as its weight.

    When all cards are dealt, the next deck is shuffled.
    """
    deck, card = divmod(number, sum(weights.values()))
    return _shuffled(f"{seed}/deck {deck}", tuple(weights.items()))[card]


@cache
def _shuffled(seed: str, weights: tuple[tuple[str, int], ...]) -> list[str]:
    deck = [name for name, weight in weights for _ in range(weight)]
    random.Random(seed).shuffle(deck)
    return deck


def form(name: str) -> Callable[[Generator], None]:
    """The function that writes kernels of a form."""
    return next(vars(module)[name] for module in MODULES if name in vars(module))
