"""Combining the elements along an axis: neighbours with each other, or one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

#: from two tuples of arrays, of the earlier and the later elements, to one
Combine = Callable[[Sequence[np.ndarray], Sequence[np.ndarray]], Sequence[np.ndarray]]


def reduce(arrays: Sequence[np.ndarray], combine: Combine, sequential: bool) -> Sequence[np.ndarray]:
    """``arrays`` combined along their first axis, which has at least one element.

    Elements keep their order, so ``combine`` need not be commutative.
    """
    if sequential:
        total = [array[0] for array in arrays]
        for i in range(1, len(arrays[0])):
            total = list(combine(total, [array[i] for array in arrays]))
        return total
    while (count := len(arrays[0])) > 1:
        even = count - count % 2
        pairs = combine([array[0:even:2] for array in arrays], [array[1:even:2] for array in arrays])
        arrays = [np.concatenate([pair, array[even:]]) for pair, array in zip(pairs, arrays, strict=True)]
    return [array[0] for array in arrays]


def amid_nans(
    arrays: Sequence[np.ndarray], totals: Sequence[np.ndarray], combine: Combine
) -> Sequence[np.ndarray]:
    """``totals`` of ``arrays``, combined from the end where there are NaNs among them.

    Comparisons and selects of NaNs, as in a maximum with its index, give something else in every order, and no order
    is promised.
    """
    nans = [np.isnan(array).any(0) for array in arrays if array.dtype.kind == "f"]
    if not nans or not np.logical_or.reduce(nans).any():
        return totals
    others = reduce([array[::-1] for array in arrays], combine, False)
    chosen = np.logical_or.reduce(nans)
    return [np.where(chosen, other, total) for other, total in zip(others, totals, strict=True)]


def scan(arrays: Sequence[np.ndarray], combine: Combine) -> list[np.ndarray]:
    """The running results along the first axis of ``arrays``."""
    found = [array.copy() for array in arrays]
    for i in range(1, len(arrays[0])):
        totals = combine([array[i - 1] for array in found], [array[i] for array in arrays])
        for array, total in zip(found, totals, strict=True):
            array[i] = total
    return found
