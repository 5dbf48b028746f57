"""What the oracle computes with: arrays of machine numbers, and for each element how far from it a kernel may be.

A `Value` without ``error`` is exact: integers wrap and floats round as the IR says, and a kernel must have the same
numbers (both zeros are equal, NaN is NaN).  Where ``error`` is infinite nothing is known of an element: it is not
defined, or lies at a decision that an inexact number makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

try:  # not everywhere: without it no kernel has these types
    import ml_dtypes

    _OTHERS = {
        "bf16": ml_dtypes.bfloat16,
        "f8E5M2": ml_dtypes.float8_e5m2,
        "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    }
except ImportError:
    _OTHERS = {}

DTYPES = {
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    **_OTHERS,
}
#: bits of a significand, and the largest finite number
PRECISION = {"f16": 11, "bf16": 8, "f32": 24, "f64": 53, "f8E5M2": 3, "f8E4M3FN": 4}
LARGEST = {
    "f16": 65504.0,
    "bf16": 3.3895313892515355e38,
    "f32": 3.4028234663852886e38,
    "f64": 1.7976931348623157e308,
    "f8E5M2": 57344.0,
    "f8E4M3FN": 448.0,
}
SMALLEST = {
    "f16": 2.0**-24,
    "bf16": 2.0**-133,
    "f32": 2.0**-149,
    "f64": 5e-324,
    "f8E5M2": 2.0**-16,
    "f8E4M3FN": 2.0**-9,
}
EIGHTS = tuple(e for e in ("f8E5M2", "f8E4M3FN") if e in DTYPES)
FLOATS = tuple(e for e in ("f16", "bf16", "f32", "f64") if e in DTYPES)
INTS = ("i8", "i16", "i32", "i64")


class Rejected(Exception):
    """The kernel is none that means something: an address, a condition or a bound is not known."""


@dataclass(frozen=True)
class Type:
    """Element and shape of a value; rank 0 is a scalar, and ``element`` may be a pointer, ``!tt.ptr<f32>``."""

    element: str
    shape: tuple[int, ...] = ()

    def __str__(self):
        return f"tensor<{'x'.join(map(str, (*self.shape, self.element)))}>" if self.shape else self.element

    def of(self, element: str) -> Type:
        return Type(element, self.shape)

    @property
    def is_float(self) -> bool:
        return self.element in PRECISION

    @property
    def is_pointer(self) -> bool:
        return self.element.startswith("!tt.")

    @property
    def pointee(self) -> str:
        return self.element[8:-1]


@dataclass
class Value:
    """Elements and their errors; of pointers, the offsets in elements from where the argument ``base`` points to."""

    array: np.ndarray
    error: np.ndarray | None = None
    base: int | None = None

    def errors(self) -> np.ndarray:
        """The error of each element."""
        return np.zeros(np.shape(self.array)) if self.error is None else self.error

    def known(self) -> np.ndarray:
        """The elements, all of which must be exact; raises `Rejected`."""
        if self.error is not None and np.any(self.error):
            raise Rejected("what must be exact is not")
        return self.array

    def map(self, function) -> Value:
        """``function``, which only moves elements, of this value."""
        error = None if self.error is None else function(self.error)
        return Value(np.asarray(function(self.array)), error, self.base)


def unit(element: str) -> float:
    """The largest relative error of rounding."""
    return 2.0 ** -PRECISION[element]


def made(array: np.ndarray, error: np.ndarray | float | None) -> Value:
    """The value, nothing known where the error is not a number, or the number is none and may be another one."""
    if error is None:
        return Value(array)
    error = np.broadcast_to(np.asarray(error, np.float64), np.shape(array)).copy()
    error[np.isnan(error)] = np.inf
    if array.dtype.kind not in "bi":
        wide = array.astype(np.float64)
        error[~np.isfinite(wide) & (error > 0)] = np.inf
    return Value(array, error) if np.any(error) else Value(array)


def unknown(like: np.ndarray) -> Value:
    """A value of which nothing is known."""
    return Value(np.zeros_like(like), np.full(np.shape(like), np.inf))


def inexact(values: Sequence[Value]) -> bool:
    return any(v.error is not None for v in values)


def wide(array: np.ndarray) -> np.ndarray:
    return np.asarray(array).astype(np.float64)


def rounding(element: str, result: np.ndarray) -> np.ndarray:
    """By how much two roundings of about the same number may differ."""
    return 2 * unit(element) * np.abs(wide(result)) + SMALLEST[element]


def matches(actual: np.ndarray, expected: Value) -> np.ndarray:
    """Which elements of ``actual`` are as expected."""
    wanted, error = expected.array, expected.errors()
    if wanted.dtype.kind in "bi":
        return (actual == wanted) | ~np.isfinite(error)
    with np.errstate(all="ignore"):
        a, b = wide(actual), wide(wanted)
        same = (a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= error)
    return same | ~np.isfinite(error)
