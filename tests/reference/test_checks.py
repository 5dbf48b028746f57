"""What checks find, and what they fill undefined lanes with: the executor tells it as a checked launch does."""

from __future__ import annotations

import json

import numpy as np
import pytest

from triton_shared import dialects, reference
from triton_shared.passes.manager import run_pipeline

QUOTIENTS = """
tt.func public @quotients(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
  %k = tt.get_program_id x : i32
  %c16 = arith.constant 16 : i32
  %begin = arith.muli %k, %c16 : i32
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %b = tt.splat %begin : i32 -> tensor<16xi32>
  %at = arith.addi %b, %r : tensor<16xi32>
  %s = tt.splat %n : i32 -> tensor<16xi32>
  %m = arith.cmpi slt, %at, %s : tensor<16xi32>
  %px = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %qx = tt.addptr %px, %at : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %a = tt.load %qx, %m : tensor<16x!tt.ptr<i32>>
  %py = tt.splat %y : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %qy = tt.addptr %py, %at : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %d = tt.load %qy, %m : tensor<16x!tt.ptr<i32>>
  %v = arith.divsi %a, %d : tensor<16xi32>
  %po = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %qo = tt.addptr %po, %at : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %qo, %v, %m : tensor<16x!tt.ptr<i32>>
  tt.return
}
"""


def with_pass(text: str, name: str):
    module = dialects.parse(text)
    run_pipeline(module, [name])
    return module


@pytest.mark.parametrize("n", [0, 5, 32])
def test_a_check_tells_each_lane_in_which_it_does_not_hold(n):
    rng = np.random.default_rng(n)
    x, y = rng.integers(-9, 9, (2, 32)).astype(np.int32)
    y[::3] = 0
    found: list[reference.Finding] = []
    module = with_pass(QUOTIENTS, "check-promises")
    reference.run(module, 2, x, y, np.zeros(32, np.int32), n, found=found.append)
    assert all("zero" in one.told for one in found)
    wrong = [at for at in range(n) if y[at] == 0]
    assert [(16 * one.program[0] + one.lane[0]) for one in found] == wrong
    assert [one.values for one in found] == [(x[at], 0) for at in wrong]


@pytest.mark.parametrize(("number", "filled"), [(0, 0), (1, 85), (2, -86)])
def test_a_fill_is_what_the_launch_says(number, filled):
    """Stores beyond the mask of the loads show what undefined lanes are."""
    text = QUOTIENTS.replace("tt.store %qo, %v, %m", "tt.store %qo, %a")
    out, asked = np.full(32, 7, np.int32), []

    def fill(told: str) -> int:
        asked.append(json.loads(told)["kind"])
        return number

    x = np.arange(32, dtype=np.int32)
    module = with_pass(text.replace("%v = arith.divsi %a, %d : tensor<16xi32>", ""), "check-initialised")
    reference.run(module, 2, x, x, out, 20, fill=fill)
    np.testing.assert_array_equal(out, np.where(x < 20, x, filled))
    assert asked == ["start", "start", "fill", "fill"]  # the first program's masks switch no lane off
