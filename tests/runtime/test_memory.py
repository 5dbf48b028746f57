"""Launches and compilations do not grow the process.

Bounds: 10,000 launches may add 1 MiB, 200 loads of cached kernels 64 KiB each at most, and 200 compilations
what those add; see the figures in each test.
"""

from __future__ import annotations

import gc
import os

import numpy as np
import pytest
from programs import COUNT, reversed_block

import triton_shared

PAGE = os.sysconf("SC_PAGE_SIZE")


def resident() -> int:
    """Bytes of this process in memory."""
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * PAGE


def test_launches_leave_nothing():
    kernel = triton_shared.compile(COUNT, num_threads=2)
    blocks = triton_shared.compile(reversed_block(1 << 12), num_threads=2)
    count, result = np.zeros(40, np.int32), np.zeros(40, np.int32)
    x, out = np.zeros(4 << 12, np.int32), np.zeros(4 << 12, np.int32)

    def launches(number):
        for _ in range(number):
            kernel[40](count, result, work=100)
            blocks[4](x, out)

    launches(500)
    before = resident()
    launches(10_000)
    assert resident() - before < 1 << 20


@pytest.mark.slow
def test_a_dead_kernel_leaves_nothing(fresh_cache):
    count, result = np.zeros(1, np.int32), np.zeros(1, np.int32)

    def loads(number):
        for _ in range(number):
            triton_shared.compile(COUNT)[1](count, result, 0)

    loads(50)
    before = resident()
    loads(1000)
    grown = resident() - before
    assert count[0] == 1050 and grown < 4 << 20
