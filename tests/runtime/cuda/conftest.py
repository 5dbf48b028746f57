"""Launches on a `Fake` driver, and on one whose kernels the emulator runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.emulated_cuda import EmulatedCuda, emulate
from tests.support.fake_cuda import cuda
from triton_shared.runtime.cuda import driver, tensor_maps

__all__ = ["cuda"]


@pytest.fixture
def emulated_cuda(monkeypatch, tmp_path) -> Iterator[EmulatedCuda]:
    """The driver of this process is this one, and its cache of kernels is empty."""
    made = EmulatedCuda()
    monkeypatch.setattr(driver, "bindings", lambda: made)
    emulate(monkeypatch)
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
    caches = driver.driver, tensor_maps.encoded
    for cache in caches:
        cache.cache_clear()
    yield made
    for cache in caches:
        cache.cache_clear()
