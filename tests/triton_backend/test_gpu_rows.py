"""Rows at places from memory are moved on GPUs as wide as rows at known places, whatever the block's height is."""

from __future__ import annotations

import re

import numpy as np
import pytest

pytest.importorskip("triton", reason="Triton's front end makes the kernels' Triton IR")

import triton
import triton.language as tl

from tests.differential.harness import triton_ir
from tests.support import emulated
from triton_shared import dialects
from triton_shared.codegen.nvidia.stages import Options, compile_module
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.passes.manager import run_pipeline

WIDTH = 256


@triton.jit
def gather(x, index, o, rows, width, R: tl.constexpr, B: tl.constexpr):
    r, c = tl.arange(0, R), tl.arange(0, B)
    at = tl.load(index + r)
    total = tl.zeros((R, B), x.dtype.element_ty)
    for first in range(0, width, B):
        total += tl.load(x + at[:, None] * width + first + c[None, :], mask=at[:, None] < rows, other=0.0)
    tl.store(o + r[:, None] * B + c[None, :], total)


@triton.jit
def scatter(x, index, o, rows, width, R: tl.constexpr, B: tl.constexpr):
    r, c = tl.arange(0, R), tl.arange(0, B)
    at = tl.load(index + r)
    v = tl.load(x + r[:, None] * B + c[None, :])
    tl.store(o + at[:, None] * width + c[None, :], v, mask=at[:, None] < rows)


def arguments_of(kernel, rows, dtype):
    rng = np.random.default_rng(rows)
    index = rng.permutation(rows).astype(np.int32)
    shapes = ((rows, WIDTH), (rows, 64)) if kernel is gather else ((rows, 64), (rows, WIDTH))
    x, o = rng.integers(-8, 9, shapes[0]).astype(dtype), np.zeros(shapes[1], dtype)
    return [x, index, o, rows - 1, WIDTH, rows, 64]


@pytest.mark.parametrize("kernel", [gather, scatter], ids=["gather", "scatter"])
@pytest.mark.parametrize("rows", [1, 2, 4, 16, 64])
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_rows_move_by_16_bytes(kernel, rows, dtype):
    given = arguments_of(kernel, rows, dtype)
    x, index, o, limit, *_ = given
    text, taken = triton_ir(kernel, dict(zip(kernel.arg_names, given, strict=True)))
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-linalg"])
    ptx = compile_module(module, options=Options(GpuTarget("sm_90a", 1, 1))).ptx
    each = x.itemsize * min(16 // x.itemsize, max(1, rows * 64 // 32))
    moved = re.findall(r"\b(?:ld|st)\.global\S*?(?:\.v(\d))?\.[bfu](\d+)\b", ptx)
    widths = {int(count or 1) * int(bits) // 8 for count, bits in moved}
    assert widths <= {max(4, rows * 4 // 32), each}  # the former of numbers of rows
    emulated.compile(text)[(1,)](*taken)
    kept = index < limit
    if kernel is gather:
        np.testing.assert_array_equal(o, x[index].reshape(rows, -1, 64).sum(1, dtype=dtype) * kept[:, None])
    else:
        np.testing.assert_array_equal(o[index, :64], x * kept[:, None])
