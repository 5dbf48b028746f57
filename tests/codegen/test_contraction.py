"""``enable_fp_fusion`` decides whether products and sums are fused, in scalars and in vectors alike."""

import re
from fractions import Fraction

import numpy as np
import pytest

import triton_shared
from triton_shared import dialects
from triton_shared.codegen.cpu import target
from triton_shared.codegen.cpu.stages import compile_module
from triton_shared.passes.manager import run_pipeline

# x*y + z of a block and of a scalar, where z is -(x*y), rounded
KERNEL = """
tt.func public @k(%x: !tt.ptr<E>, %y: !tt.ptr<E>, %z: !tt.ptr<E>, %o: !tt.ptr<E>, %c: !tt.ptr<E>) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %xb = tt.splat %x : !tt.ptr<E> -> tensor<64x!tt.ptr<E>>
  %xp = tt.addptr %xb, %r : tensor<64x!tt.ptr<E>>, tensor<64xi32>
  %yb = tt.splat %y : !tt.ptr<E> -> tensor<64x!tt.ptr<E>>
  %yp = tt.addptr %yb, %r : tensor<64x!tt.ptr<E>>, tensor<64xi32>
  %zb = tt.splat %z : !tt.ptr<E> -> tensor<64x!tt.ptr<E>>
  %zp = tt.addptr %zb, %r : tensor<64x!tt.ptr<E>>, tensor<64xi32>
  %ob = tt.splat %o : !tt.ptr<E> -> tensor<64x!tt.ptr<E>>
  %op = tt.addptr %ob, %r : tensor<64x!tt.ptr<E>>, tensor<64xi32>
  %xv = tt.load %xp : tensor<64x!tt.ptr<E>>
  %yv = tt.load %yp : tensor<64x!tt.ptr<E>>
  %zv = tt.load %zp : tensor<64x!tt.ptr<E>>
  %p = arith.mulf %xv, %yv : tensor<64xE>
  %s = arith.addf %p, %zv : tensor<64xE>
  tt.store %op, %s : tensor<64x!tt.ptr<E>>
  %xs = tt.load %x : !tt.ptr<E>
  %ys = tt.load %y : !tt.ptr<E>
  %zs = tt.load %z : !tt.ptr<E>
  %q = arith.mulf %xs, %ys : E
  %t = arith.addf %q, %zs : E
  tt.store %c, %t : !tt.ptr<E>
  tt.return
}
"""
DTYPES = {"f32": np.float32, "f64": np.float64}


def text_of(element: str) -> str:
    return re.sub(r"\bE\b|(?<=x)E\b", element, KERNEL)


@pytest.mark.parametrize("element", DTYPES)
@pytest.mark.parametrize("fusion", [True, False])
def test_products_and_sums_round_as_the_option_says(element, fusion, monkeypatch, tmp_path):
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
    x, y = np.random.default_rng(3).standard_normal((2, 64)).astype(DTYPES[element])
    z = -(x * y)
    out, scalar = np.empty(64, x.dtype), np.empty(1, x.dtype)
    triton_shared.compile(text_of(element), enable_fp_fusion=fusion)[1](x, y, z, out, scalar)
    if fusion and target.native_target().has_fma:
        exact = [[Fraction(float(number)) for number in array] for array in (x, y, z)]
        rest = [float(a * b + c) for a, b, c in zip(*exact, strict=True)]
        assert np.count_nonzero(rest) > 32
        np.testing.assert_array_equal(out, rest)
        np.testing.assert_array_equal(scalar, out[:1])
    else:
        np.testing.assert_array_equal(out, 0)
        np.testing.assert_array_equal(scalar, 0)


def vector_stage(text: str, *passes: str) -> str:
    stages = {}
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-linalg", *passes])
    compile_module(module, dump=stages.__setitem__)
    return stages["vector"]


def test_vectors_carry_the_flags_of_the_shared_form():
    if target.native_target().lanes(32) == 1:
        pytest.skip("a machine without vectors")
    assert "fastmath<contract> : vector" in vector_stage(text_of("f32"), "allow-contraction")
    assert "fastmath" not in vector_stage(text_of("f32"))


DIRECTED = """
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %xb = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xb, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  %d = tt.extern_elementwise %v, %v {libname = "", libpath = "", pure = true, symbol = "__nv_SYMBOL"}
    : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  tt.store %xp, %d : tensor<64x!tt.ptr<f32>>
  tt.return
}
"""


@pytest.mark.parametrize("symbol", ["fadd_ru", "fmul_rd", "fdiv_rz"])
def test_directed_rounding_is_never_fused(symbol):
    assert "fastmath<contract>" not in vector_stage(DIRECTED.replace("SYMBOL", symbol), "allow-contraction")
