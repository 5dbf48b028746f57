"""Programs are compared half-way to the llvm dialect, too: after each pass that changes them there is a run."""

from __future__ import annotations

import pytest

from triton_shared.validation import validate

#: of a row under a mask: a function of its numbers, and a sum of them
TEXT = """
tt.func @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %i = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %limit = tt.splat %n : i32 -> tensor<16xi32>
  %mask = arith.cmpi slt, %i, %limit : tensor<16xi32>
  %zeros = arith.constant dense<0.0> : tensor<16xf32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %from = tt.addptr %xs, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %row = tt.load %from, %mask, %zeros : tensor<16x!tt.ptr<f32>>
  %new = FUNCTION
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %to = tt.addptr %ys, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %to, %new, %mask : tensor<16x!tt.ptr<f32>>
  tt.return
}
"""
FUNCTIONS = {
    "exp": "math.exp %row : tensor<16xf32>",
    "floor": "math.floor %row : tensor<16xf32>",
    **{
        name: f"math.{name} %row : tensor<16xf32>"
        for name in ("rsqrt", "sqrt", "log1p", "expm1", "erf", "sin")
    },
    "fma": "math.fma %row, %row, %row : tensor<16xf32>",
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_pass_is_left_out(name):
    report = validate(TEXT.replace("FUNCTION", FUNCTIONS[name]))
    assert report.difference is None and not report.error
    assert report.blind == [] and not report.unsupported
