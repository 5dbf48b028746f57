"""`benchmarks.checks` measures a kernel with and without checks, and compares what both left in memory."""

from __future__ import annotations

import pytest

from benchmarks import checks
from examples.tutorials import cases


@pytest.mark.cpu("times kernels on the CPU")
def test_row(monkeypatch):
    monkeypatch.setattr(checks, "best_time", lambda launch, seconds: launch() or 1.0)
    case = next(case for case in cases("vector_add.f32") if "vector_add.f32" in case.path.name)
    assert checks.row(case, 2, "bounds,races,promises") == (1.0, 1.0, True)
