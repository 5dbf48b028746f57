"""Errors of rounding that are the same in all rows add up: a product that is fused with a sum is no mistake there.

Machines that compute in f16 (AVX512-FP16, ARM's FP16) fuse what others round twice.
"""

from __future__ import annotations

import numpy as np
import pytest

from triton_shared import reference, validation
from triton_shared.validation.cases import Array, Case, dtype_of

TEXT = """
tt.func public @sums(%x: !tt.ptr<{e}>, %y: !tt.ptr<{e}>, %z: !tt.ptr<{e}>, %out: !tt.ptr<f32>) {{
  %r = tt.make_range {{start = 0 : i32, end = 64 : i32}} : tensor<64xi32>
{loads}
  {body}
  %t = "tt.reduce"(%v) <{{axis = 0 : i32}}> ({{
  ^bb0(%p: {e}, %q: {e}):
    %c = arith.addf %p, %q : {e}
    tt.reduce.return %c : {e}
  }}) : (tensor<64x64x{e}>) -> tensor<64x{e}>
  %w = arith.extf %t : tensor<64x{e}> to tensor<64xf32>
  %o = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %u = tt.addptr %o, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %u, %w : tensor<64x!tt.ptr<f32>>
  tt.return
}}
"""
LOAD = """
  %{n}0 = tt.splat %{n} : !tt.ptr<{e}> -> tensor<64x!tt.ptr<{e}>>
  %{n}1 = tt.addptr %{n}0, %r : tensor<64x!tt.ptr<{e}>>, tensor<64xi32>
  %{n}2 = tt.load %{n}1 : tensor<64x!tt.ptr<{e}>>
  %{n}3 = tt.expand_dims %{n}2 {{axis = 0 : i32}} : tensor<64x{e}> -> tensor<1x64x{e}>
  %{n}4 = tt.broadcast %{n}3 : tensor<1x64x{e}> -> tensor<64x64x{e}>
  %{n}5 = arith.extf %{n}4 : tensor<64x64x{e}> to tensor<64x64xf32>
"""
TWICE = """%m = arith.mulf %x4, %y4 : tensor<64x64x{e}>
  %v = arith.subf %m, %z4 : tensor<64x64x{e}>"""
ONCE = """%m = arith.mulf %x5, %y5 : tensor<64x64xf32>
  %n = arith.subf %m, %z5 : tensor<64x64xf32>
  %v = arith.truncf %n : tensor<64x64xf32> to tensor<64x64x{e}>"""


def text(body: str, element: str) -> str:
    loads = "".join(LOAD.format(n=name, e=element) for name in "xyz")
    return TEXT.format(loads=loads, body=body.format(e=element), e=element)


class Executed:
    """A kernel that the executor runs, and then changes what it left."""

    def __init__(self, program: str, change=lambda out: None):
        self.program, self.change = program, change

    def __getitem__(self, grid):
        def run(*args):
            reference.run(self.program, grid, *args)
            self.change(args[-1])

        return run


def report(element: str, seed: int, kernel: Executed) -> validation.Report:
    rng = np.random.default_rng(seed)
    arrays = [Array(element, rng.standard_normal(64).astype(dtype_of(element))) for _ in range(3)]
    case = Case("normal", (1,), (*arrays, Array("f32", np.zeros(64, np.float32))))
    return validation.validate(
        text(TWICE, element), "f", ("cse",), cases=[case], execute=lambda *given: kernel
    )


@pytest.mark.parametrize("element", ["f16", "bf16"])
@pytest.mark.parametrize("seed", range(4))
def test_a_fused_product_in_equal_rows_is_no_difference(element, seed):
    found = report(element, seed, Executed(text(ONCE, element)))
    assert (found.difference, found.failure, found.checks > 0) == (None, "", True), found


@pytest.mark.parametrize("element", ["f16", "bf16"])
@pytest.mark.usefixtures("as_found")
def test_a_wrong_product_in_equal_rows_is_found(element):
    def double(out):
        out[7] *= 1.25

    for kernel in (
        Executed(text(ONCE, element), double),
        Executed(text(ONCE.replace("subf", "addf"), element)),
    ):
        assert report(element, 0, kernel).difference is not None
