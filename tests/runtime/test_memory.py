"""Launches, loads and compilations do not grow the process: 1 MiB is the bound for each of them."""

from __future__ import annotations

import gc
import os
import sys

import numpy as np
import pytest

import triton_shared
from tests.support.programs import COUNT, reversed_block

BOUND = 1 << 20
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
    assert resident() - before < BOUND


def test_a_dead_kernel_leaves_nothing():
    count, result = np.zeros(1, np.int32), np.zeros(1, np.int32)

    def loads(number):
        for _ in range(number):
            triton_shared.compile(COUNT)[1](count, result, 0)

    loads(50)
    before = resident()
    loads(1000)
    assert count[0] == 1050
    assert resident() - before < BOUND


# Compiles 220 kernels, and prints by how many bytes the last 200 of them have grown the process.
COMPILATIONS = """
import numpy as np
import triton_shared
from tests.runtime.test_memory import resident
from tests.support.programs import COUNT

count, result = np.zeros(1, np.int32), np.zeros(1, np.int32)
for number in range(220):
    if number == 20:
        before = resident()
    triton_shared.compile(COUNT.replace("@count", f"@count_{number}"))[1](count, result, 0)
assert count[0] == 220
print(resident() - before)
"""


@pytest.mark.slow
def test_compilations_leave_little(python, fresh_cache):
    """MLIR and LLVM keep every name, type and attribute that they ever saw, hence the larger bound."""
    assert int(python(COMPILATIONS)) < 4 * BOUND


# Leaves a page free above 3 GiB that are taken, and all other room below them.
SCATTER = """
import ctypes, mmap
import numpy as np
import triton_shared
from tests.support.programs import constants

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]

def taken(size):  # private, anonymous, without access and without memory behind it
    return libc.mmap(None, size, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, -1, 0)

triton_shared.compile(constants())
while (page := taken(mmap.PAGESIZE)) is not None:
    large = taken(3 << 30)
    if large < page:
        break
for size in (1 << 20, 1 << 16, mmap.PAGESIZE):
    while taken(size) > large:
        pass
libc.munmap(page, mmap.PAGESIZE)
out = np.zeros(64, np.float32)
triton_shared.compile(constants())[1](out)
print(*out)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="takes memory by Linux's rules")
def test_code_is_right_where_free_memory_is_far_apart(python, fresh_cache):
    """Its constants are within reach of its instructions all the same."""
    assert python(SCATTER) == " ".join(str(float(i * i % 61)) for i in range(64)) + "\n"
