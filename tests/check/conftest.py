"""Kernels of Triton, which run on the CPU."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def cpu_driver(tmp_path_factory):
    """Triton's active driver is that of the CPU, and its cache is empty."""
    import triton
    from triton import knobs

    import triton_shared

    triton.runtime.driver.set_active(triton_shared.CPUDriver())
    with knobs.cache.scope():
        knobs.cache.dir = str(tmp_path_factory.mktemp("triton"))
        yield
