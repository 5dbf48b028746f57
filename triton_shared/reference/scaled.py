"""Microscaled operands of products: floats of 4 and 8 bits with a common power of two for each 32, or 16, of them."""

from __future__ import annotations

import numpy as np

from triton_shared.reference import floats
from triton_shared.reference.elements import Element, Value, element_of_name
from triton_shared.reference.errors import NoRule

#: ScaleDotElemType of tt, by number; those of 6 bits have no rule
KINDS = ("f8E4M3FN", "f8E5M2", None, None, "e2m1", "bf16", "f16")
#: the numbers of the patterns of four bits
E2M1 = np.array([sign * n for sign in (1, -1) for n in (0, 0.5, 1, 1.5, 2, 3, 4, 6)])
E8M0_BIAS, E8M0_NAN = 127, 0xFF


def scaled_numbers(
    x: Value, scale: Value | None, of_scale: Element | None, kind: int, packed_inside: bool, axis: int
) -> np.ndarray:
    """The numbers of an operand, in f64; ``axis`` is the inner dimension, along which a scale stands for several.

    Two e2m1 are packed in a byte, the first in the low half: neighbours along ``axis``, or along the other dimension
    without ``packed_inside``.  A scale ``s`` of integers is 2^(s - 127), 255 is NaN; others are floats.
    """
    if KINDS[kind] is None:
        raise NoRule(f"has no rule in the executor for elements of kind {kind}")
    if KINDS[kind] == "e2m1":
        numbers = _unpacked(x, axis if packed_inside else -3 - axis)
    else:
        element = element_of_name(KINDS[kind])
        numbers = floats.numbers(x if x.dtype == element.dtype else x.view(element.dtype), element)
    if scale is None:
        return numbers
    factors = _factors(scale, of_scale)
    numbers = np.moveaxis(numbers, axis, -1)
    factors = np.repeat(factors, numbers.shape[-1] // factors.shape[-1], -1)
    return np.moveaxis(numbers * factors, -1, axis)


def _factors(scale: Value, element: Element | None) -> np.ndarray:
    if element is not None and element.format:
        return floats.numbers(scale, element)
    if scale.dtype.itemsize != 1:
        raise NoRule("has no rule in the executor for scales that are no bytes")
    bits = scale.view(np.uint8).astype(np.int64)
    return np.where(bits == E8M0_NAN, np.nan, np.ldexp(1.0, bits - E8M0_BIAS))


def _unpacked(x: Value, axis: int) -> np.ndarray:
    bits = x.view(np.uint8)
    moved = np.moveaxis(bits, axis, -1)
    pairs = np.stack([E2M1[moved & 15], E2M1[moved >> 4]], -1)
    return np.moveaxis(pairs.reshape(*moved.shape[:-1], -1), -1, axis)
