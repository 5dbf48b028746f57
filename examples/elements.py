"""Element types of the examples as numpy sees them, and Triton's random numbers in numpy.

numpy has no bf16: arrays of it are uint16 arrays of its bits.  Examples make their data as f32 arrays of
values that the element type holds exactly, so that oracles and numpy programs compute from the same numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Element(NamedTuple):
    """A floating-point type.

    ``storage`` is numpy's type of its arrays, ``unit`` half the distance from 1 to its next neighbour (one
    rounding changes a value by at most ``unit`` times that value), ``tiny`` the smallest positive value.
    """

    name: str
    storage: np.dtype
    unit: float
    tiny: float

    def encode(self, values: np.ndarray) -> np.ndarray:
        """A new array of this type with the f32 or f64 ``values``, rounded to nearest even."""
        if self.name != "bf16":
            return np.array(values, dtype=self.storage)
        bits = np.ascontiguousarray(values, dtype=np.float32).view(np.uint32)
        rounded = (bits + (0x7FFF + ((bits >> 16) & 1))) >> 16
        return np.where(np.isnan(values), 0x7FC0, rounded).astype(np.uint16)

    def decode(self, array: np.ndarray) -> np.ndarray:
        """The values of ``array`` in f32 (exact)."""
        if self.name != "bf16":
            return array.astype(np.float32)
        return (array.astype(np.uint32) << 16).view(np.float32)

    def round(self, values: np.ndarray) -> np.ndarray:
        """``values`` rounded to this type, as f32."""
        return self.decode(self.encode(values))


F32 = Element("f32", np.dtype(np.float32), 2.0**-24, 2.0**-149)
F16 = Element("f16", np.dtype(np.float16), 2.0**-11, 2.0**-24)
BF16 = Element("bf16", np.dtype(np.uint16), 2.0**-8, 2.0**-133)
ELEMENTS = {e.name: e for e in (F32, F16, BF16)}


def philox(counter: np.ndarray, key: tuple[int, int], rounds: int = 10) -> np.ndarray:
    """Philox 4×32: uint32 random words (4, …) for the words (4, …) of ``counter`` and the two of ``key``."""
    c0, c1, c2, c3 = (np.asarray(c, dtype=np.uint64) for c in counter)
    low = np.uint64(0xFFFFFFFF)
    k0, k1 = key
    for _ in range(rounds):
        left, right = c0 * np.uint64(0xD2511F53), c2 * np.uint64(0xCD9E8D57)
        c0, c1, c2, c3 = (
            (right >> np.uint64(32)) ^ c1 ^ np.uint64(k0),
            right & low,
            (left >> np.uint64(32)) ^ c3 ^ np.uint64(k1),
            left & low,
        )
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return np.stack([c0, c1, c2, c3]).astype(np.uint32)


def rand(seed: int, offsets: np.ndarray) -> np.ndarray:
    """``tl.rand(seed, offsets)``: f32 in [0, 1), from the first word that counter (offset, 0, 0, 0) gives."""
    zero = np.zeros_like(offsets)
    words = philox(np.stack([offsets, zero, zero, zero]), (seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF))
    signed = words[0].view(np.int32)
    folded = np.where(signed < 0, ~signed, signed)  # 31 bits
    return folded.astype(np.float32) * np.float32(4.6566127342e-10)
