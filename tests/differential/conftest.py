from __future__ import annotations

import pytest

from tests.differential.cases import BOUNDS
from tests.differential.interpreter import Interpreter
from tests.ops.elementwise import APPROXIMATED


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    """No kernel of another run."""
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))


@pytest.fixture(autouse=True)
def precision(request, monkeypatch):
    """Instructions of GPUs approximate quotients and e to a power (docs/ops.md)."""
    if request.config.getoption("--target") != "cpu":
        monkeypatch.setitem(BOUNDS, "math_float32", APPROXIMATED["math.exp", "f32"])
        monkeypatch.setitem(BOUNDS, "divisions_float32", APPROXIMATED["arith.divf", "f32"])


@pytest.fixture(scope="session")
def interpreter():
    """Triton's interpreter."""
    with Interpreter() as process:
        yield process
