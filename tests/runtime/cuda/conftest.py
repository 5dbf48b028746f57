"""Launches on a `Fake` driver."""

from __future__ import annotations

from collections import deque

import pytest

from tests.support.fake_cuda import Fake
from triton_shared.runtime.cuda import driver, launch, places


@pytest.fixture
def cuda(monkeypatch):
    """The driver of this process is this fake one, with one device; no library has a current stream."""
    fake = Fake()
    monkeypatch.setattr(driver, "bindings", lambda: fake)
    monkeypatch.setattr(places, "_torch", None)
    monkeypatch.setattr(places.compat, "torch_cuda", lambda: None)
    monkeypatch.setattr(launch, "_launched", deque(maxlen=4))
    monkeypatch.delenv("CUDA_LAUNCH_BLOCKING", raising=False)
    caches = driver.driver, launch._kernel_of, launch._record_of
    for cache in caches:
        cache.cache_clear()
    yield fake
    for cache in caches:
        cache.cache_clear()
