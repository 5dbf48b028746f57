"""Launches, loads and compilations do not grow the process.

What is counted is what is held, not what is resident: pages, arenas and huge pages have no part in it.  A leak grows in
every round, and what is allocated once does in one of them, so the least growth of several rounds is compared.
"""

from __future__ import annotations

import ctypes
import gc
import itertools
import os
import sys
from collections.abc import Callable

import numpy as np
import pytest

import triton_shared
from tests.support.programs import COUNT, reversed_block

KIB = 1 << 10
ROUNDS = 4
BLOCK = 64  #: bytes of a block that Python's own allocator gives, as most of them have
PAGE = os.sysconf("SC_PAGE_SIZE")
LIBC = ctypes.CDLL(None)

counted = pytest.mark.skipif(not hasattr(LIBC, "mallinfo2"), reason="glibc counts its bytes since 2.33")


class Allocated(ctypes.Structure):
    """``struct mallinfo2``."""

    _fields_ = [
        ("of_no_concern", ctypes.c_size_t * 8),
        ("fordblks", ctypes.c_size_t),
        ("keepcost", ctypes.c_size_t),
    ]


def held() -> int:
    """Bytes of the address space but for what malloc has free there, and Python's blocks, which lie in large pools."""
    gc.collect()
    LIBC.mallinfo2.restype = Allocated
    with open("/proc/self/statm") as file:
        mapped = int(file.read().split()[0]) * PAGE
    return mapped - LIBC.mallinfo2().fordblks + BLOCK * sys.getallocatedblocks()


def growth(work: Callable[[], object]) -> int:
    """Bytes by which each call of ``work`` grows the process, the first one left out."""
    sizes = []
    for _ in range(1 + ROUNDS):
        work()
        sizes.append(held())
    return min(after - before for before, after in itertools.pairwise(sizes))


@counted
def test_a_leak_is_seen():
    kept, numbers = [], []
    attempts = range(3)  # what other tests left behind may be freed in a round
    assert any(growth(lambda: kept.append(bytes(KIB))) >= KIB for _ in attempts)
    assert any(
        growth(lambda: numbers.extend(float(i) for i in range(1000))) >= 1000 * BLOCK for _ in attempts
    )
    assert growth(lambda: bytes(KIB)) < KIB


@counted
def test_launches_leave_nothing():
    kernel = triton_shared.compile(COUNT, num_threads=2)
    blocks = triton_shared.compile(reversed_block(1 << 12), num_threads=2)
    count, result = np.zeros(40, np.int32), np.zeros(40, np.int32)
    x, out = np.zeros(4 << 12, np.int32), np.zeros(4 << 12, np.int32)

    def launches():
        for _ in range(2500):
            kernel[40](count, result, work=100)
            blocks[4](x, out)

    assert growth(launches) < 64 * KIB


@counted
def test_a_dead_kernel_leaves_nothing():
    count, result = np.zeros(1, np.int32), np.zeros(1, np.int32)

    def loads():
        for _ in range(250):
            triton_shared.compile(COUNT)[1](count, result, 0)

    assert growth(loads) < 8 * KIB
    assert count[0] == 250 * (1 + ROUNDS)


# Compiles kernels, and prints by how many bytes forty of them grow the process.
COMPILATIONS = """
import itertools
import numpy as np
import triton_shared
from tests.runtime.test_memory import growth
from tests.support.programs import COUNT

count, result, number = np.zeros(1, np.int32), np.zeros(1, np.int32), itertools.count()

def compilations():
    for _ in range(40):
        triton_shared.compile(COUNT.replace("@count", f"@count_{next(number)}"))[1](count, result, 0)

print(growth(compilations))
assert count[0] == next(number)
"""


@counted
@pytest.mark.slow
@pytest.mark.exhaustive
def test_compilations_leave_little(python, fresh_cache):
    """MLIR and LLVM keep every name, type and attribute that they ever saw, some 7 KiB of a kernel."""
    assert int(python(COMPILATIONS)) < 40 * 16 * KIB


# Lowers a kernel, and prints by how many bytes 15 lowerings grow the process, and how much text they print.
LOWERINGS = """
from pathlib import Path
import triton_shared
from tests.runtime.test_memory import growth
from triton_shared import dialects
from triton_shared.codegen.cpu.stages import to_llvm_ir
from triton_shared.codegen.llvm import translation
from triton_shared.passes.manager import run_pipeline

EXAMPLES = Path(triton_shared.__file__).parents[1] / "examples"
lengths = []
translate = translation.translate_module_to_llvmir

def measured(module):
    text = translate(module)
    lengths.append(len(text))
    return text

translation.translate_module_to_llvmir = measured
module = dialects.parse((EXAMPLES / "layer_norm.f32.mlir").read_text(), "layer_norm.mlir")
run_pipeline(module, ["triton-to-linalg"])
grown = growth(lambda: [to_llvm_ir(module.clone()) for _ in range(15)] and None)
print(grown, sum(lengths[-15:]))
"""


@counted
@pytest.mark.exhaustive
def test_a_lowering_leaves_nothing(python):
    """Contexts grow by next to nothing, and the text that LLVM printed is freed: a leak would be all of it."""
    grown, printed = map(int, python(LOWERINGS).split())
    assert printed > 256 * KIB and grown < printed // 4


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
