"""Tests that need a GPU: the marker ``gpu``; they are skipped, with the reason, where there is none."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def gpu():
    """The current GPU; or the test is skipped."""
    torch = pytest.importorskip("torch")
    from triton_shared.runtime.cuda.driver import driver
    from triton_shared.runtime.cuda.errors import CudaError

    try:
        driver()
    except CudaError as error:
        pytest.skip(str(error))
    if not torch.cuda.is_available():
        pytest.skip("torch was built without CUDA")
    return torch.device("cuda")


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path_factory):
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))
