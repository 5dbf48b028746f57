"""Launches that are made of another one: with less to do, or simpler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from triton_shared.validation.arguments import bits
from triton_shared.validation.cases import Array, Case, Place

#: what integers are divided by where a launch has to have less to do
DIVISORS = (2, 8, 1 << 62)


def lighter(case: Case, finished: int, divisors: Sequence[int]) -> Iterator[Case]:
    """Launches with less to do than ``case``: fewer programs, then one, of smaller and smaller numbers.

    Args:
        finished: how many of its programs had ended when it had done too much.
        divisors: what has to divide each argument that is an integer.
    """
    count = case.program_count
    for kept in dict.fromkeys((finished, 1)):
        if 0 < kept < count:
            yield sampled(case, kept)
    one = sampled(case, 1)
    for divisor in DIVISORS:
        values = [_divided(v, divisor, by) for v, by in zip(case.values, divisors, strict=True)]
        if values != list(case.values):
            yield replace(one, values=tuple(values))


def _divided(value: Any, divisor: int, multiple: int) -> Any:
    if not isinstance(value, int) or isinstance(value, bool) or value <= multiple:
        return value
    return max(value // divisor // multiple, 1) * multiple


def sampled(case: Case, count: int) -> Case:
    """``case`` with ``count`` of its programs: the first, the last, at other corners of the grid, others by chance."""
    if case.programs is not None:
        return replace(case, programs=case.programs[:count])
    grid = (*case.grid, 1, 1)[:3]
    corners = product(*((0, size - 1) for size in grid))
    first = dict.fromkeys(((0, 0, 0), tuple(size - 1 for size in grid), *corners))
    rng = np.random.default_rng(len(first))
    drawn = rng.integers(0, grid, (count, 3)).tolist()
    chosen: list[Place] = [*dict.fromkeys((*first, *map(tuple, drawn)))]
    return replace(case, programs=tuple(chosen[:count]))


def smaller(case: Case, divisors: Sequence[int] = ()) -> Iterator[Case]:
    """Simpler launches than ``case``, the simplest first; ``divisors``, one an argument, have to divide integers."""
    if case.programs is not None or np.prod(case.grid) > 1:
        for grid in dict.fromkeys(((1,), tuple(1 for _ in case.grid))):
            yield replace(case, grid=grid, programs=None)
    for place in case.programs or () if case.program_count > 1 else ():
        yield replace(case, programs=(place,))
    for number, value in enumerate(case.values):
        for simpler in _simpler(value, divisors[number] if divisors else 1):
            yield replace(case, values=(*case.values[:number], simpler, *case.values[number + 1 :]))


def _simpler(value: Any, multiple: int) -> Iterator[Any]:
    match value:
        case bool():
            return
        case int() if value > multiple:
            yield from (
                m * multiple for m in dict.fromkeys((1, value // multiple // 2, value // multiple - 1)) if m
            )
        case float() if value != 1.0:
            yield 1.0
        case Array():
            yield from _simpler_array(value)


def _simpler_array(array: Array) -> Iterator[Array]:
    """Fewer elements, then simpler ones."""
    element, values, start = array.element, array.values, array.start
    for kept in (1 << power for power in range(2, values.size.bit_length()) if not array.block):
        if kept < values.size - start or (start and kept <= values.size - start):
            yield Array(element, values[start : start + kept])
    simple = [np.zeros_like(values), np.ones_like(values), (np.arange(values.size) % 7).astype(values.dtype)]
    for made in simple:
        if bits(made).tobytes() == bits(values).tobytes():
            return
        yield Array(element, made, start, array.shape, array.block)
