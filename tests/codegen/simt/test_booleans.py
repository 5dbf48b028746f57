"""Booleans made numbers of and compared with places: right for all places, and as predicates where these are 0 or 1."""

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
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %a = tt.load %xp : tensor<512x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %r : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %b = tt.load %yp : tensor<512x!tt.ptr<f32>>
  %ms = tt.splat %n : i32 -> tensor<512xi32>
  %c = arith.cmpf ogt, %a, %b : tensor<512xf32>
  %w = arith.extui %c : tensor<512xi1> to tensor<512xi32>
  PLACE
  %k = arith.cmpi PREDICATE, OPERANDS : tensor<512xi32>
  %s = arith.select %k, %a, %b : tensor<512xi1>, tensor<512xf32>
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %op = tt.addptr %os, %r : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  tt.store %op, %s : tensor<512x!tt.ptr<f32>>
  tt.return
}"""
#: text of %p, and the same of positions and %n
PLACES = {
    "low bits": ("%p = arith.andi %r, %ms : tensor<512xi32>", lambda r, n: r & n),
    "a scalar": ("%p = arith.addi %ms, %ms : tensor<512xi32>", lambda r, n: 0 * r + 2 * n),
    "differences": ("%p = arith.subi %ms, %r : tensor<512xi32>", lambda r, n: n - r),
    "data": ("%p = arith.fptosi %b : tensor<512xf32> to tensor<512xi32>", None),
}


def text(place: str, predicate: str, operands: str) -> str:
    """The kernel that selects by a comparison of a boolean with ``place``."""
    filled = KERNEL.replace("PLACE", PLACES[place][0]).replace("PREDICATE", predicate)
    return filled.replace("OPERANDS", operands)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("predicate", "operands"), [("ne", "%w, %p"), ("eq", "%p, %w"), ("ult", "%w, %p")])
def test_comparisons_are_right(place, predicate, operands):
    rng = np.random.default_rng(len(place))
    x, y = rng.integers(-2, 3, (2, 512)).astype(np.float32)
    kernel = emulated.compile(text(place, predicate, operands), settings=Settings())
    for n in (0, 1, 3, 64):
        out = np.zeros(512, np.float32)
        kernel[(1,)](x, y, out, n)
        right = PLACES[place][1]
        places = right(np.arange(512), n) if right else y.astype(np.int64)
        wide = (x > y).astype(np.int64)
        chosen = {"ne": wide != places, "eq": places == wide, "ult": wide < places % (1 << 32)}[predicate]
        np.testing.assert_array_equal(out, np.where(chosen, x, y))


@pytest.mark.parametrize("predicate", ["ne", "eq"])
def test_no_numbers_are_made_of_booleans_that_meet_places(predicate):
    place = """%one = arith.constant dense<1> : tensor<512xi32>
  %p = arith.andi %r, %one : tensor<512xi32>"""
    module = dialects.parse(
        KERNEL.replace("PLACE", place).replace("PREDICATE", predicate).replace("OPERANDS", "%w, %p")
    )
    run_pipeline(module, ["triton-to-linalg"])
    ptx = compile_module(module, options=Options(GpuTarget("sm_90a"))).ptx
    assert not re.search(r"selp\.b32 \t%r\d+, -?1, 0", ptx)
