"""Atomic maxima and minima of floats in the shared form: which of them NaN comes through, and infinities and zeros."""

import numpy as np
import pytest

import triton_shared
from tests.support.program import DTYPES

KINDS = {
    "maximumf": np.maximum,  # NaN if either is
    "minimumf": np.minimum,
    "maxnumf": np.fmax,  # the number, if one is NaN
    "minnumf": np.fmin,
    "addf": np.add,
    "assign": lambda old, new: new,
}
NUMBERS = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5, -2.0, 6e4]
PROGRAM = "%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32"


def text(kind: str, element: str) -> str:
    """Each program updates one element of %x by one of %y, and stores what was there."""
    view = f"memref<1x{element}, strided<[1], offset: ?>>"
    views = "\n".join(
        f"  %{v}1 = memref.reinterpret_cast %{v} to offset: [%at], sizes: [1], strides: [1]"
        f" : memref<*x{element}> to {view}"
        for v in ("x", "y", "old")
    )
    return f"""
func.func @k(%x: memref<*x{element}>, %y: memref<*x{element}>, %old: memref<*x{element}>, {PROGRAM}) {{
  %at = arith.index_cast %px : i32 to index
  %c0 = arith.constant 0 : index
{views}
  %v = memref.load %y1[%c0] : {view}
  %was = memref.atomic_rmw {kind} %v, %x1[%c0] : ({element}, {view}) -> {element}
  memref.store %was, %old1[%c0] : {view}
  return
}}"""


@pytest.mark.parametrize("element", ["f16", "bf16", "f32", "f64"])
@pytest.mark.parametrize("kind", KINDS)
def test_special_numbers(kind, element):
    dtype = np.dtype(DTYPES[element])
    x, y = (v.ravel().astype(dtype) for v in np.meshgrid(NUMBERS, NUMBERS))
    before, old = x.copy(), np.zeros_like(x)
    triton_shared.compile(text(kind, element))[(x.size,)](x, y, old)
    np.testing.assert_array_equal(old.astype(float), before.astype(float))
    with np.errstate(invalid="ignore", over="ignore"):
        wanted = KINDS[kind](before.astype(np.float64), y.astype(np.float64)).astype(dtype)
    np.testing.assert_array_equal(x.astype(float), wanted.astype(float))
    if kind in ("maximumf", "minimumf"):  # of zeros, -0.0 is the smaller one
        zeros = (before == 0) & (y == 0)
        either = np.signbit(before) | np.signbit(y)
        both = np.signbit(before) & np.signbit(y)
        np.testing.assert_array_equal(np.signbit(x)[zeros], (both if kind == "maximumf" else either)[zeros])
