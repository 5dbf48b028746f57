from __future__ import annotations

import pytest

from tests.ops import elementwise, whole


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    """No kernel of another run."""
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))


@pytest.fixture(autouse=True)
def precision(request, monkeypatch):
    """Tensor cores multiply in the precision that is asked for, CPUs in a better one; some instructions approximate."""
    if request.config.getoption("--target") != "cpu":
        for name, bits in whole.TENSOR_CORES.items():
            monkeypatch.setitem(whole.BITS, name, bits)
        for name, ulps in elementwise.APPROXIMATED.items():
            monkeypatch.setitem(elementwise.BOUNDS, name, ulps)
