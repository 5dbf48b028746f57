"""The forms that kernels have, and how often each is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.fuzz.kernels import addressed, columns, controlled, copied, multiplied, recipes, regrouped, tiled

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator

MODULES = (tiled, columns, copied, multiplied, addressed, controlled, recipes, regrouped)

FORMS = {
    # random graphs over tiles, in loops or not
    "tiles": 10, "rows": 20, "columns": 14, "shapes": 6, "copies": 14, "row_copies": 150, "norms": 23, "gathers": 6,
    "narrow": 5, "eights": 4,
    "atomics": 112,
    # products
    "products": 12, "matmul": 40, "attention": 3, "words": 66, "bytes_as_floats": 3, "scaled_products": 3,
    "recurrences": 3, "gathered_products": 3,
    # addresses written in other ways
    "block_pointers": 8, "descriptors": 5, "narrow_offsets": 5,
    # control flow
    "whiles": 6, "searches": 2, "calls": 6, "branches": 6, "exchanges": 66,
    # what certain rewrites look for
    "short": 40, "counted": 22, "rereads": 12, "ordered": 48, "sorts": 4, "trees": 4, "histograms": 23, "thin": 33,
    "layer_norms": 62, "sums": 42, "block_copies": 48, "stale": 8, "windows": 6, "nested": 6, "siblings": 6,
    "divisible": 3, "quotients": 6, "held": 1, "pieces": 3, "turned": 48, "added": 12,
}  # fmt: skip
#: the same of kernels for GPUs, where products have many forms, and threads do not wait for what others store
GPU_FORMS = {
    **FORMS, "matmul": 192, "attention": 112, "copies": 4, "row_copies": 4, "atomics": 10, "words": 6, "thin": 3,
    "block_copies": 4, "sums": 6, "stale": 0, "divisible": 168, "quotients": 168, "held": 54, "layer_norms": 66,
    "eights": 60, "norms": 8, "short": 8, "ordered": 6, "exchanges": 5, "counted": 5, "histograms": 6, "sorts": 3,
    "gathered_products": 84, "pieces": 38, "turned": 3, "added": 3,
}  # fmt: skip


def form(name: str) -> Callable[[Generator], None]:
    """The function that writes kernels of a form."""
    return next(vars(module)[name] for module in MODULES if name in vars(module))
