"""Inputs: edge cases first, each with each, then random values."""

from __future__ import annotations

import numpy as np

from tests.support.program import DTYPES

SHAPES = [
    (1,), (2,), (8, 16), (1, 1), (64, 1), (4, 2, 8), (1, 16, 1), (2, 4, 2, 8), (2, 1, 4, 2, 4), (1, 1, 1, 1, 1),
]  # fmt: skip
EDGE_FLOATS = (0.0, 1.0, 0.5, 1.5, 2.5, 3.0, 0.3, 7.25, 100.0, 0.0009765625, np.inf, np.nan)


def shapes(salt: int) -> list[tuple[int, ...]]:
    """A scalar, a long vector, and one more shape chosen by ``salt``."""
    return [(), (4096,), SHAPES[salt % len(SHAPES)]]


def width_of(element: str) -> int:
    """Bits of an integer or float type."""
    return int("".join(c for c in element.split("E")[0] if c.isdigit()))


def _edges(element: str) -> np.ndarray:
    dtype = DTYPES[element]
    if element == "i1":
        return np.array([False, True])
    if element.startswith("i"):
        info = np.iinfo(dtype)
        return np.array(
            [0, 1, 2, 3, 7, 10, -1, -2, -7, info.min, info.min + 1, info.max, info.max - 1], dtype
        )
    with np.errstate(over="ignore", invalid="ignore"):
        positive = np.array(EDGE_FLOATS).astype(dtype)
        word = f"u{positive.dtype.itemsize}"
        largest = _largest(element)
        tiny = np.array([1, 2, 3], word).view(dtype)
        positive = np.concatenate([positive, [largest], tiny]).astype(dtype)
        return np.concatenate([positive, -positive])


def _largest(element: str) -> np.generic:
    import ml_dtypes

    return ml_dtypes.finfo(DTYPES[element]).max


def _random(element: str, rng: np.random.Generator, count: int) -> np.ndarray:
    dtype = np.dtype(DTYPES[element])
    if element == "i1":
        return rng.integers(0, 2, count).astype(bool)
    bits = rng.integers(0, 256, (count, dtype.itemsize), np.uint8).view(dtype).ravel()
    if element.startswith("i"):
        small = rng.integers(-100, 100, count).astype(dtype)
    else:
        with np.errstate(over="ignore", invalid="ignore"):
            small = (rng.standard_normal(count) * 3).astype(dtype)
    return np.where(rng.integers(0, 2, count).astype(bool), bits, small)


def operands(elements: tuple[str, ...], shape: tuple[int, ...], salt: int) -> list[np.ndarray]:
    """One array of ``shape`` for each element type; long ones hold every pair of edge cases."""
    rng = np.random.default_rng(salt)
    count = int(np.prod(shape))
    columns = []
    for number, element in enumerate(elements):
        edges = _edges(element)
        crossed = (
            np.repeat(edges, len(_edges(elements[0])))
            if number == 1
            else np.tile(edges, len(_edges(elements[-1])))
        )
        if count < 64:
            crossed = crossed[:0]
        pool = np.concatenate([crossed[: count // 2 + 400], _random(element, rng, count)])
        columns.append(pool[:count].reshape(shape))
    return columns
