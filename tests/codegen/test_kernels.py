"""Shared-form kernels, compiled and compared with numpy."""

from __future__ import annotations

import ctypes
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

import triton_shared
from tests.support.native import Native

HERE = Path(__file__).parent
OPERANDS = ("%av", "%ab", "%as", "%ad", "%at", "%bv", "%bb", "%bs", "%bd", "%bt")


def program(name: str, **replacements: str) -> triton_shared.Kernel:
    text = (HERE / f"{name}.mlir").read_text()
    for old, new in replacements.items():
        text = text.replace(old, new)
    return triton_shared.compile(text)


@pytest.mark.parametrize("n", [0, 1, 15, 1000, 1024, 1025, 5000])
def test_add(n):
    rng = np.random.default_rng(n)
    x, y = rng.standard_normal((2, n + 1), dtype=np.float32)
    out = np.full(n + 1, 7, np.float32)
    program("add")[(-(-n // 1024) or 1,)](x, y, out, n)
    np.testing.assert_array_equal(out[:n], (x + y)[:n])
    assert out[n] == 7


@pytest.mark.parametrize("columns", [1, 7, 64, 781, 1024])
def test_softmax(columns):
    rng = np.random.default_rng(columns)
    x = rng.standard_normal((9, columns), dtype=np.float32) * 10
    out = np.zeros_like(x)
    program("softmax")[(9,)](out, x, columns, columns, columns)
    wide = np.exp((x - x.max(1, keepdims=True)).astype(np.float64))
    np.testing.assert_allclose(out, wide / wide.sum(1, keepdims=True), rtol=2e-6)


@pytest.mark.parametrize("shape", [(64, 64, 32), (128, 192, 96), (70, 33, 45), (1, 1, 1), (65, 130, 31)])
def test_matmul(shape):
    m, n, k = shape
    rng = np.random.default_rng(m)
    a, b = rng.standard_normal((m, k), dtype=np.float32), rng.standard_normal((k, n), dtype=np.float32)
    c = np.zeros((m, n), np.float32)
    program("matmul")[(-(-m // 64), -(-n // 64))](a, b, c, m, n, k, k, 1, n, 1, n, 1)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b.astype(np.float64), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("length", [64, 192])
def test_attention(length):
    rng = np.random.default_rng(length)
    q, k, v = rng.standard_normal((3, 2, length, 64), dtype=np.float32)
    out = np.zeros_like(q)
    scale = 1.4426950408889634 / 8
    program("attention")[(length // 64, 2)](q, k, v, out, scale, length)
    scores = q.astype(np.float64) @ k.astype(np.float64).transpose(0, 2, 1) / 8
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    # the running sum starts at one and is scaled by exp(-inf - m) = 0 in the first turn
    exact = weights / weights.sum(-1, keepdims=True) @ v.astype(np.float64)
    np.testing.assert_allclose(out, exact, rtol=2e-4, atol=2e-6)


@pytest.mark.parametrize("columns", [5, 256, 700])
def test_layer_norm(columns):
    rng = np.random.default_rng(columns)
    x = rng.standard_normal((7, columns), dtype=np.float32) + 3
    w, b = rng.standard_normal((2, columns), dtype=np.float32)
    y, mean, rstd = np.zeros_like(x), np.zeros(7, np.float32), np.zeros(7, np.float32)
    program("layer_norm")[(7,)](x, y, w, b, mean, rstd, columns, columns, 1e-5)
    wide = x.astype(np.float64)
    sigma = 1 / np.sqrt(wide.var(1) + 1e-5)
    np.testing.assert_allclose(mean, wide.mean(1), rtol=1e-5)
    np.testing.assert_allclose(rstd, sigma, rtol=1e-5)
    exact = (wide - wide.mean(1, keepdims=True)) * sigma[:, None] * w + b
    np.testing.assert_allclose(y, exact, rtol=1e-4, atol=1e-5)


def test_argmax():
    rng = np.random.default_rng(0)
    x = rng.integers(0, 40, (50, 128)).astype(np.float32)
    index = np.zeros(50, np.int32)
    program("argmax")[(50,)](x, index)
    np.testing.assert_array_equal(index, x.argmax(1))


def test_gather():
    rng = np.random.default_rng(0)
    table = rng.standard_normal((100, 32), dtype=np.float32)
    rows = rng.integers(0, 100, 41)
    out = np.ones((48, 32), np.float32)
    program("gather")[(3,)](table, rows, out, 41)
    np.testing.assert_array_equal(out[:41], 2 * table[rows])
    assert not out[41:].any()


def test_control_flow():
    x = np.random.default_rng(0).integers(0, 9, 100).astype(np.int32)
    hist, steps = np.zeros(9, np.int32), np.full(128, -1, np.int32)
    program("control")[(128,)](x, hist, steps, 100)
    np.testing.assert_array_equal(hist, np.bincount(x, minlength=9))
    np.testing.assert_array_equal(steps[:100], [int(v).bit_length() for v in x])
    assert (steps[100:] == -1).all()


@pytest.mark.parametrize("shape", [(64, 64, 32), (70, 33, 45)])
@pytest.mark.parametrize("dtype", ["f16", "bf16", "f64"])
def test_matmul_types(dtype, shape):
    m, n, k = shape
    rng = np.random.default_rng(m)
    exact = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f64": np.float64}[dtype]
    a, b = rng.standard_normal((m, k)).astype(exact), rng.standard_normal((k, n)).astype(exact)
    text = (HERE / "matmul.mlir").read_text()
    text = text.replace("%zero_in = arith.constant 0.0 : f32", f"%zero_in = arith.constant 0.0 : {dtype}")
    text = text.replace("fill ins(%zero_in : f32)", f"fill ins(%zero_in : {dtype})")
    wide = "f64" if dtype == "f64" else "f32"
    for name in ("%a: ", "%b: "):
        text = text.replace(f"{name}memref<*xf32>", f"{name}memref<*x{dtype}>")
    lines = []
    for line in text.split("\n"):
        operand = (
            any(f"{v} =" in line or f"copy {v}" in line for v in OPERANDS)
            or "outs(%ab" in line
            or "outs(%bb" in line
        )
        if operand or dtype == "f64":
            line = line.replace("f32", dtype)
        if "linalg.matmul" in line:
            line = line.replace("64x32xf32", f"64x32x{dtype}").replace("32x64xf32", f"32x64x{dtype}")
        lines.append(line)
    c = np.zeros((m, n), np.float64 if wide == "f64" else np.float32)
    triton_shared.compile("\n".join(lines))[(-(-m // 64), -(-n // 64))](a, b, c, m, n, k, k, 1, n, 1, n, 1)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b.astype(np.float64), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("shift", [-17, -1, 0, 1, 16, 300])
def test_overlapping_pointers_load_before_they_store(shift):
    memory = np.random.default_rng(0).standard_normal(1024, dtype=np.float32)
    x, y = memory[300:556], memory[300 + shift : 556 + shift]
    loaded, z = x.copy(), np.zeros(256, np.float32)
    program("order")[(1,)](x, y, z)
    np.testing.assert_array_equal(y, loaded + 1)
    np.testing.assert_array_equal(z, 2 * loaded)


def test_params_tell_what_is_written():
    params = Native((HERE / "add.mlir").read_text()).artifact.params
    assert [p.type for p in params] == ["ptr", "ptr", "ptr", "i32"]
    assert [p.written for p in params] == [False, False, True, False]
    assert [p.attributes for p in params] == [{"tt.divisibility": 16}, {}, {}, {}]


def test_ranges_of_programs():
    x, y = np.random.default_rng(0).standard_normal((2, 6 * 1024), dtype=np.float32)
    out = np.zeros_like(x)
    add = Native((HERE / "add.mlir").read_text())
    block, scratch = add.arguments((6,), x, y, out, len(x)), add.scratch()
    for begin, end in ((4, 6), (2, 2), (1, 2)):
        add.entry(ctypes.addressof(block), begin, end, scratch.ctypes.data)
    ran = np.repeat([False, True, False, False, True, True], 1024)
    np.testing.assert_array_equal(out, np.where(ran, x + y, 0))


def test_matmul_stays_a_matmul_behind_a_reshape():
    text = (HERE / "matmul.mlir").read_text()
    reshaped = """
      %wide = tensor.expand_shape %at [[0, 1], [2]] output_shape [64, 1, 32]
        : tensor<64x32xf32> into tensor<64x1x32xf32>
      %we = tensor.empty() : tensor<64x1x32xf32>
      %neg = linalg.generic {indexing_maps = [
            affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
          iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%wide : tensor<64x1x32xf32>) outs(%we : tensor<64x1x32xf32>) {
      ^bb0(%p: f32, %u: f32):
        %q = arith.negf %p : f32
        linalg.yield %q : f32
      } -> tensor<64x1x32xf32>
      %flat = tensor.collapse_shape %neg [[0, 1], [2]] : tensor<64x1x32xf32> into tensor<64x32xf32>
      %dot = linalg.matmul ins(%flat, %bt"""
    stages = {}
    text = text.replace("%dot = linalg.matmul ins(%at, %bt", reshaped)
    Native(text, dump=stages.__setitem__)
    assert "linalg.matmul" in stages["bufferized"]
    a, b = np.random.default_rng(0).standard_normal((2, 64, 64), dtype=np.float32)
    c = np.zeros((64, 64), np.float32)
    triton_shared.compile(text)[(1, 1)](a, b, c, 64, 64, 64, 64, 1, 64, 1, 64, 1)
    np.testing.assert_allclose(c, -(a.astype(np.float64) @ b.astype(np.float64)), rtol=1e-4, atol=1e-5)


def test_strides_that_only_the_call_tells():
    text = (HERE / "matmul.mlir").read_text()
    for outer, inner in (("%am", "%ak"), ("%bk", "%bn"), ("%cm", "%cn")):
        text = text.replace(f"strides: [{outer}_i, 1]", f"strides: [{outer}_i, {inner}_i]")
        text = text.replace(
            "    %aoff =", f"    {inner}_i = arith.index_cast {inner} : i32 to index\n    %aoff ="
        )
    text = text.replace("%e = tensor.empty", "%nb = arith.muli %n0, %bn_i : index\n    %e = tensor.empty", 1)
    text = text.replace("%bo0 = %n0", "%bo0 = %nb")
    text = text.replace("%ao1 =", "%ka = arith.muli %c32, %ak_i : index\n      %ao1 =")
    text = text.replace("addi %ao0, %c32", "addi %ao0, %ka")
    text = text.replace("strided<[?, 1], offset: ?>", "strided<[?, ?], offset: ?>")
    run = triton_shared.compile(text)
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((70, 45), dtype=np.float32), rng.standard_normal((45, 90), dtype=np.float32)
    for left in (a, np.asfortranarray(a)):
        for right in (b, np.asfortranarray(b)):
            c = np.zeros((70, 90), np.float32)
            strides = [s // 4 for x in (left, right, c) for s in x.strides]
            run[(2, 2)](left, right, c, 70, 90, 45, *strides)
            np.testing.assert_allclose(c, a.astype(np.float64) @ b.astype(np.float64), rtol=1e-4, atol=1e-5)
