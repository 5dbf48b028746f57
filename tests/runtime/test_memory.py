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
    """Bytes of this process in memory, without those of files, which the system drops and reads again."""
    gc.collect()
    with open("/proc/self/statm") as file:
        _, pages, of_files, *_ = map(int, file.read().split())
    return (pages - of_files) * PAGE


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
@pytest.mark.exhaustive
def test_compilations_leave_little(python, fresh_cache):
    """MLIR and LLVM keep every name, type and attribute that they ever saw, some 5 KiB of a kernel."""
    assert int(python(COMPILATIONS)) < 2 * BOUND


# Lowers a kernel 75 times, and prints by how many bytes the last 60 have grown the process, and how much text that was.
LOWERINGS = """
from pathlib import Path
import triton_shared
from tests.runtime.test_memory import resident
from triton_shared import dialects
from triton_shared.codegen.cpu.stages import to_llvm_ir
from triton_shared.codegen.llvm import translation
from triton_shared.passes.manager import run_pipeline

EXAMPLES = Path(triton_shared.__file__).parents[1] / "examples"
printed = []
translate = translation.translate_module_to_llvmir
translation.translate_module_to_llvmir = lambda module: printed.append(translate(module)) or printed[-1]
module = dialects.parse((EXAMPLES / "layer_norm.f32.mlir").read_text(), "layer_norm.mlir")
run_pipeline(module, ["triton-to-linalg"])
for number in range(75):
    if number == 15:
        before = resident()
    to_llvm_ir(module.clone())
    length = len(printed.pop())
print(resident() - before, 60 * length)
"""


@pytest.mark.exhaustive
def test_a_lowering_leaves_nothing(python):
    """Contexts grow by next to nothing, and the text that LLVM printed is freed."""
    grown, printed = map(int, python(LOWERINGS).split())
    assert printed > BOUND and grown < BOUND // 4


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
