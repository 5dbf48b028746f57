"""Multiples of places: right at all of them, and one multiplication a thread."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings
from triton_shared import dialects
from triton_shared.codegen.nvidia.stages import Options, compile_module
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.passes.manager import run_pipeline

KERNEL = """
tt.func public @k(%o: !tt.ptr<i32>, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %ms = tt.splat %n : i32 -> tensor<512xi32>
  %seven = arith.constant dense<7> : tensor<512xi32>
  %f = arith.constant dense<FACTOR> : tensor<512xi32>
  PLACE
  %m = arith.muli OPERANDS : tensor<512xi32>
  %s = arith.xori %m, %p : tensor<512xi32>
  %os = tt.splat %o : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>>
  %op = tt.addptr %os, %r : tensor<512x!tt.ptr<i32>>, tensor<512xi32>
  tt.store %op, %s : tensor<512x!tt.ptr<i32>>
  tt.return
}"""
#: text of %p, and the same of positions and %n
PLACES = {
    "positions": ("%p = arith.addi %r, %seven : tensor<512xi32>", lambda r, n: r + 7),
    "of a program": ("%p = arith.addi %ms, %r : tensor<512xi32>", lambda r, n: r + n),
    "both": (
        "%q = arith.addi %r, %ms : tensor<512xi32>\n  %p = arith.addi %seven, %q : tensor<512xi32>",
        lambda r, n: r + n + 7,
    ),
    "twice": ("%p = arith.addi %r, %r : tensor<512xi32>", lambda r, n: 2 * r),
    "differences": ("%p = arith.subi %ms, %r : tensor<512xi32>", lambda r, n: n - r),
    "a scalar": ("%p = arith.addi %ms, %seven : tensor<512xi32>", lambda r, n: 0 * r + n + 7),
}


def text(place: str, factor: int, operands: str = "%p, %f") -> str:
    """The kernel that multiplies ``place`` by ``factor``."""
    filled = KERNEL.replace("PLACE", PLACES[place][0]).replace("FACTOR", str(factor))
    return filled.replace("OPERANDS", operands)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("factor", "operands"), [(-766435501, "%p, %f"), (1 << 30, "%f, %p"), (-1, "%p, %f"), (3, "%p, %p")]
)
def test_multiples_are_right(place, factor, operands):
    kernel = emulated.compile(text(place, factor, operands), settings=Settings())
    for n in (0, 5, -(1 << 31), (1 << 31) - 1):
        out = np.zeros(512, np.int32)
        kernel[(1,)](out, n)
        places = PLACES[place][1](np.arange(512), n)
        wanted = places * (places if "%f" not in operands else factor) ^ places
        np.testing.assert_array_equal(out, wanted.astype(np.uint64).astype(np.uint32).view(np.int32))


@pytest.mark.parametrize("place", ["of a program", "both"])
def test_one_multiplication_a_thread(place):
    module = dialects.parse(text(place, -766435501))
    run_pipeline(module, ["triton-to-linalg"])
    ptx = compile_module(module, options=Options(GpuTarget("sm_90a"))).ptx
    assert len(re.findall(r"(?:mul|mad)\.lo\.\w+ .*-766435501", ptx)) == 1
