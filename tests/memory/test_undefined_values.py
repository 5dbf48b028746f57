"""Addresses, masks and bounds that are counted from values which a program leaves undefined: these are 0."""

import numpy as np
import pytest

import triton_shared

SIZE = 64
INTS, POINTERS = f"tensor<{SIZE}xi32>", f"tensor<{SIZE}x!tt.ptr<f32>>"
#: what makes %at, a block of indices, and %m, a mask, of undefined values
USES = {
    "offset": f"""
  %u = ub.poison : i32
  %us = tt.splat %u : i32 -> {INTS}
  %at = arith.addi %us, %r : {INTS}
  %m = arith.constant dense<true> : tensor<{SIZE}xi1>""",
    "offset and mask": f"""
  %u = ub.poison : i64
  %n = arith.trunci %u : i64 to i32
  %us = tt.splat %n : i32 -> {INTS}
  %at = arith.addi %us, %r : {INTS}
  %end = arith.constant dense<{SIZE}> : {INTS}
  %m = arith.cmpi slt, %at, %end : {INTS}""",
    "block": f"""
  %u = ub.poison : {INTS}
  %at = arith.addi %u, %r : {INTS}
  %m = arith.constant dense<true> : tensor<{SIZE}xi1>""",
    "program id": f"""
  %u = ub.poison : i32
  %p = tt.get_program_id x : i32
  %q = arith.muli %p, %u : i32
  %us = tt.splat %q : i32 -> {INTS}
  %at = arith.addi %us, %r : {INTS}
  %m = arith.constant dense<true> : tensor<{SIZE}xi1>""",
    "carried": f"""
  %u = ub.poison : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %last = scf.for %i = %c0 to %count step %c1 iter_args(%before = %u) -> (i32) : i32 {{
    scf.yield %i : i32
  }}
  %us = tt.splat %last : i32 -> {INTS}
  %at = arith.addi %us, %r : {INTS}
  %m = arith.constant dense<true> : tensor<{SIZE}xi1>""",
}


@pytest.mark.parametrize("use", USES)
def test_undefined_integers_are_zero(use):
    kernel = triton_shared.compile(f"""
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: i32) {{
  %r = tt.make_range {{start = 0 : i32, end = {SIZE} : i32}} : {INTS}
  {USES[use]}
  %xs = tt.splat %x : !tt.ptr<f32> -> {POINTERS}
  %xp = tt.addptr %xs, %r : {POINTERS}, {INTS}
  %v = tt.load %xp : {POINTERS}
  %ys = tt.splat %y : !tt.ptr<f32> -> {POINTERS}
  %yp = tt.addptr %ys, %at : {POINTERS}, {INTS}
  tt.store %yp, %v, %m : {POINTERS}
  tt.return
}}""")
    x, y = np.arange(SIZE, dtype=np.float32), np.zeros(2 * SIZE, np.float32)
    for _ in range(2):
        kernel[(1,)](x, y, 0)
    np.testing.assert_array_equal(y, np.append(x, np.zeros(SIZE)))


def test_an_undefined_choice():
    """Of a branch that gives nothing."""
    kernel = triton_shared.compile("""
tt.func public @k(%y: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %u = ub.poison : i32
  %is = arith.cmpi sgt, %n, %c0 : i32
  %at = scf.if %is -> (i32) {
    scf.yield %n : i32
  } else {
    scf.yield %u : i32
  }
  %p = tt.addptr %y, %at : !tt.ptr<i32>, i32
  tt.store %p, %n : !tt.ptr<i32>
  tt.return
}""")
    for n in (3, 0, -2):
        y = np.full(8, 7, np.int32)
        kernel[(1,)](y, n)
        wanted = np.full(8, 7, np.int32)
        wanted[max(n, 0)] = n
        np.testing.assert_array_equal(y, wanted)
