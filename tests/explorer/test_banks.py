"""Wavefronts of requests to shared memory, beside a simulation of banks; addresses, beside those of the code."""

from pathlib import Path

import numpy as np
import pytest

from triton_shared import dialects
from triton_shared.explorer import banks
from triton_shared.explorer.levels import Input
from triton_shared.tools import explain, targets

EXAMPLES = Path(__file__).parents[2] / "examples"


def simulated(addresses, width: int) -> int:
    """Cycles in which 32 banks serve lanes, a word of each bank at a time, in groups of lanes of 128 bytes at most."""
    cycles, group = 0, min(32, 128 // max(width, 4))
    for first in range(0, 32, group):
        waiting = {(int(at) + byte) // 4 for at in addresses[first : first + group] for byte in range(width)}
        while waiting:
            cycles += 1
            busy = set()
            for word in sorted(waiting):
                if word % 32 not in busy:
                    busy.add(word % 32)
                    waiting.discard(word)
    return cycles


@pytest.mark.parametrize("width", [1, 2, 4, 8, 16])
def test_wavefronts_are_those_of_a_simulation(width):
    rng, lanes = np.random.default_rng(width), np.arange(32)
    for stride in (0, 1, 2, 3, 8, 31, 32, 33, 64):
        taken, least = banks.wavefronts(lanes * stride * width, width)
        assert taken == simulated(lanes * stride * width, width) >= least > 0
    for _ in range(200):
        addresses = rng.integers(0, 1 << int(rng.integers(5, 12)), 32) * width
        assert banks.wavefronts(addresses, width)[0] == simulated(addresses, width)


@pytest.mark.parametrize(("pitch", "conflicts"), [(16, 0), (32, 1), (64, 3), (128, 7), (144, 0)])
def test_rows_of_matrices_are_served_together(pitch, conflicts):
    """Eight rows of 16 bytes fill all banks once, unless rows are so far apart that they share some."""
    rows = np.arange(32) * pitch
    assert banks.wavefronts(rows, 16, matrices=True) == (4 * (1 + conflicts), 4)
    assert banks.wavefronts(rows, 4, matrices=True) == (1 + conflicts, 1)


#: a thread stores to its column of rows of so many words, and reads another place
CODE = """
module {{
  func.func @k(%n: i32) {{
    %base = "simt.shared_alloc"() {{alignment = 16 : i64, bytes = 32768 : i64, offset = 256 : i64}} : () -> !llvm.ptr<3>
    %id = gpu.thread_id x
    %t = arith.index_cast %id : index to i32
    %pitch = arith.constant {pitch} : i32
    %lane = arith.constant 31 : i32
    %row = arith.andi %t, %lane : i32
    %at = arith.muli %row, %pitch : i32
    %p = llvm.getelementptr %base[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %q = llvm.getelementptr %p[%n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %seven = arith.constant 7 : i32
    %v = arith.constant 0.0 : f32
    llvm.store %v, %q : f32, !llvm.ptr<3> loc("k.mlir":1:1)
    %moved = arith.xori %t, %seven : i32
    %r = llvm.getelementptr %base[%moved] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xf32>
    %w = llvm.load %r : !llvm.ptr<3> -> vector<2xf32> loc("k.mlir":2:1)
    return
  }}
}}
"""


@pytest.mark.parametrize("pitch", [1, 2, 31, 32, 33])
def test_addresses_are_those_of_the_code(pitch):
    module = dialects.parse(CODE.format(pitch=pitch), "k.mlir")
    (write,), (read,) = (banks.counted(module, 64)["k.mlir", line] for line in (1, 2))
    lanes = np.arange(64)
    for one, addresses, width in (
        (write, 256 + lanes % 32 * pitch * 4, 4),
        (read, 256 + (lanes ^ 7) * 16, 8),
    ):
        assert one.requests == 2
        assert one.wavefronts == sum(simulated(warp, width) for warp in addresses.reshape(-1, 32))


def noted(name: str, chip: str) -> dict:
    row, machine = targets.parse(chip)
    return banks.requests(Input((EXAMPLES / name).read_text(encoding="utf-8"), name, None, row, machine))


def test_operands_of_products_are_read_without_conflicts():
    """The swizzle of tiles is made for that; blocks that are added up have no shared memory at all."""
    found = [one for requests in noted("matmul.f16.mlir", "sm_80").values() for one in requests]
    read = [one for one in found if one.does == "read"]
    assert read and all(one.wavefronts == one.least for one in read)
    assert noted("vector_add.f32.mlir", "sm_80") == {}
    assert noted("vector_add.f32.mlir", "cpu") == {}


def test_the_text_says_who_waits():
    assert str(banks.Requests("read", 4, 16, 16)).endswith("in 16 wavefronts, without bank conflicts")
    assert str(banks.Requests("write", 4, 16, 4)).endswith("for 12 of which lanes wait for a bank")


def test_the_page_says_so_below_the_line(tmp_path):
    page = tmp_path / "page.html"
    assert explain.main([str(EXAMPLES / "softmax.f32.mlir"), "-t", "sm_80", "-o", str(page)]) == 0
    assert "requests of warps read shared memory in" in page.read_text(encoding="utf-8")
