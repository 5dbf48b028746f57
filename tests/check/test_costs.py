"""`benchmarks.checks` times kernels with and without checks, and compares what both left; the Python of launches."""

from __future__ import annotations

import sys

import pytest

import triton_shared
from benchmarks import checks
from examples.tutorials import cases


@pytest.mark.cpu("times kernels on the CPU")
def test_row(monkeypatch):
    monkeypatch.setattr(checks, "best_time", lambda launch, seconds: launch() or 1.0)
    case = next(case for case in cases("vector_add.f32") if "vector_add.f32" in case.path.name)
    assert checks.row(case, 2, "bounds,races,promises") == (1.0, 1.0, True)


@pytest.mark.cpu("counts calls of a launch on the CPU")
@pytest.mark.parametrize(("asked", "most"), [("bounds", 120), ("races", 170)])
def test_a_launch_that_finds_nothing_makes_few_calls(asked, most):
    """The Python of a checked launch takes as long as it makes calls: some 0.3 us each."""
    case = checks.ROWS["sum of 2^20 f32"]
    data, calls = case.launch(), 0
    launch = triton_shared.compile(case.path, checks=asked)[data.grid]

    def count(frame, event, argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    launch(*data.args)  # proves, and remembers what it saw of the arguments
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        launch(*data.args)
    finally:
        sys.setprofile(before)
    assert calls <= most
