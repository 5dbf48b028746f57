"""Conversions to integers that cannot hold a number are reported, no other: each type, told by Python's integers."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np
import pytest

import triton_shared
from triton_shared.runtime.checks.extents import View
from triton_shared.runtime.checks.findings import collected
from triton_shared.runtime.checks.visits import VISIT, room_for

FLOATS = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}
COUNT = 32

pytestmark = pytest.mark.cpu("checks kernels on the CPU")


def numbers(of: type, bits: int, is_signed: bool) -> np.ndarray:
    """Numbers at both ends of integers of so many ``bits``: neighbours of the ends, fractions, NaN and infinities."""
    ends = [-(2.0 ** (bits - 1)), 2.0 ** (bits - 1)] if is_signed else [0.0, 2.0**bits]
    with np.errstate(over="ignore"):
        near = [np.array([end + step for step in (-2, -1, -0.75, 0, 0.75, 1)]).astype(of) for end in ends]
        beside = [np.nextafter(of(end), of(to)) for end in ends for to in (-math.inf, math.inf)]
        rest = np.array([math.nan, math.inf, -math.inf, 0.0, 1.5, -1.0, -0.5]).astype(of)
    found = np.concatenate([*near, np.array(beside, of), rest])
    return np.resize(found, COUNT)


def fits(number: float, bits: int, is_signed: bool) -> bool:
    low, high = (-(1 << bits - 1), 1 << bits - 1) if is_signed else (0, 1 << bits)
    return math.isfinite(number) and low <= math.trunc(number) < high


@pytest.mark.parametrize("is_signed", [True, False])
@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@pytest.mark.parametrize("name", FLOATS)
def test_conversions(name, bits, is_signed):
    op = "fptosi" if is_signed else "fptoui"
    text = f"""
tt.func @k(%x: !tt.ptr<{name}>, %out: !tt.ptr<i{bits}>) {{
  %i = tt.make_range {{start = 0 : i32, end = {COUNT} : i32}} : tensor<{COUNT}xi32>
  %xs = tt.splat %x : !tt.ptr<{name}> -> tensor<{COUNT}x!tt.ptr<{name}>>
  %p = tt.addptr %xs, %i : tensor<{COUNT}x!tt.ptr<{name}>>, tensor<{COUNT}xi32>
  %v = tt.load %p : tensor<{COUNT}x!tt.ptr<{name}>>
  %n = arith.{op} %v : tensor<{COUNT}x{name}> to tensor<{COUNT}xi{bits}>
  %outs = tt.splat %out : !tt.ptr<i{bits}> -> tensor<{COUNT}x!tt.ptr<i{bits}>>
  %q = tt.addptr %outs, %i : tensor<{COUNT}x!tt.ptr<i{bits}>>, tensor<{COUNT}xi32>
  tt.store %q, %n : tensor<{COUNT}x!tt.ptr<i{bits}>>
  tt.return
}}
"""
    x = numbers(FLOATS[name], bits, is_signed)
    kernel = triton_shared.compile(text, checks="promises", num_threads=1)
    with collected() as findings:
        kernel[(1,)](x, np.zeros(COUNT, f"i{bits // 8}"))
    wrong = [n for n in range(COUNT) if not fits(float(x[n]), bits, is_signed)]
    (found,) = findings
    assert (
        found.lanes == len(wrong) and found.lane == (wrong[0],) and found.told.startswith("converts a number")
    )


def test_a_log_has_no_room_for_what_nobody_writes():
    """Gigabytes that are read alone take none; of those that are written the log is bounded."""
    huge = View(1 << 40, (1 << 34,), (1,), 1, "int8")
    few = room_for([huge], [False])
    assert few == room_for([], []) and few * VISIT.itemsize < 1 << 22
    assert room_for([huge], [True]) * VISIT.itemsize < 1 << 31
