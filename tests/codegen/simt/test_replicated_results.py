"""What several threads hold is the same in all of them, to the last bit; in the emulator, as PTX."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings

SUM = """tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {{
  %i = tt.make_range {{start = 0 : i32, end = {n} : i32}} : tensor<{n}xi32>
  %px = tt.splat %x : !tt.ptr<f32> -> tensor<{n}x!tt.ptr<f32>>
  %ax = tt.addptr %px, %i : tensor<{n}x!tt.ptr<f32>>, tensor<{n}xi32>
  %v = tt.load %ax : tensor<{n}x!tt.ptr<f32>>
  %w = arith.mulf %v, %v : tensor<{n}xf32>
  %s = "tt.reduce"(%w) <{{axis = 0 : i32}}> ({{
  ^bb0(%a: f32, %b: f32):
    %c = arith.{op} %a, %b : f32
    tt.reduce.return %c : f32
  }}) : (tensor<{n}xf32>) -> f32
  %all = tt.splat %s : f32 -> tensor<{n}xf32>
  %py = tt.splat %y : !tt.ptr<f32> -> tensor<{n}x!tt.ptr<f32>>
  %ay = tt.addptr %py, %i : tensor<{n}x!tt.ptr<f32>>, tensor<{n}xi32>
  tt.store %ay, %all : tensor<{n}x!tt.ptr<f32>>
  tt.return
}}
"""


@pytest.mark.parametrize("op", ["addf", "maxnumf"])
@pytest.mark.parametrize("warps", [1, 4])
@pytest.mark.parametrize("n", [8, 32, 64, 256])
@pytest.mark.parametrize("special", [False, True])
def test_all_threads_get_one_result_of_a_reduction(n, warps, op, special):
    """Whose product is rounded with the sum, and whose before, differs between lanes where these may be fused."""
    kernel = emulated.compile(SUM.format(n=n, op=op), settings=Settings(num_warps=warps, ptx=True))
    for seed in range(5):
        x = np.random.default_rng(seed).normal(0, 1, n).astype(np.float32)
        if special:
            x[:: n // 4] = [np.nan, -np.nan, np.inf, -0.0]
        y = np.zeros(n, np.float32)
        kernel[1,](x, y)
        assert len({int(word) for word in y.view(np.uint32)}) == 1
