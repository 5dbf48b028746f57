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


@triton.jit
def products(
    x, w, index, o, width, count, limit,
    HELD: tl.constexpr, PAGE: tl.constexpr, ACROSS: tl.constexpr, M: tl.constexpr, B: tl.constexpr,
):  # fmt: skip
    """A block by rows at indices: those of the whole program by parts of rows, or an iteration's own."""
    r, c, program = tl.arange(0, M), tl.arange(0, B), tl.program_id(0)
    at = tl.load(index + program * M + r)
    left = tl.load(w + r[:, None] * B + c[None, :])
    total = tl.zeros((M, M), tl.float32)
    for turn in range(0, count):
        if HELD:
            place, inside, column = at, at < limit, turn * B + c
        else:
            n, column = turn * M + r, c
            inside = n < limit
            place = tl.load(index + program * M + n // PAGE, mask=inside, other=0)
        if ACROSS:
            to = x + place[None, :] * width + column[:, None]
            right = tl.load(to, mask=inside[None, :] & (column[:, None] < width), other=0.0)
        else:
            to = x + place[:, None] * width + column[None, :]
            right = tl.trans(tl.load(to, mask=inside[:, None] & (column[None, :] < width), other=0.0))
        total = tl.dot(left, right, total)
    tl.store(o + program * M * M + r[:, None] * M + r[None, :], total)


def expected_products(x, w, index, count, limit, held, page, size, block):
    """What two programs of `products` make."""
    made = np.zeros((2, size, size), np.float32)
    for program in range(2):
        for turn in range(count):
            n = turn * size + np.arange(size)
            at = index[program * size : (program + 1) * size] if held else np.zeros(size, np.int32)
            inside = (at if held else n) < limit
            if not held:
                at = np.where(inside, index[np.minimum(program * size + n // page, index.size - 1)], 0)
            columns = np.arange(block) + (turn * block if held else 0)
            there = inside[:, None] & (columns < x.shape[1])
            rows = np.where(there, x[at[:, None], np.minimum(columns, x.shape[1] - 1)[None]], 0)
            made[program] += w.astype(np.float32) @ rows.T.astype(np.float32)
    return made


@pytest.mark.parametrize("chip", ["sm_80", "sm_90a"])
@pytest.mark.parametrize(("held", "page"), [(1, 1), (0, 1), (0, 4)], ids=["held", "loaded", "paged"])
@pytest.mark.parametrize("across", [0, 1], ids=["rows", "columns"])
@pytest.mark.parametrize("width", [64, 48, 36], ids=lambda n: f"width{n}")
def test_rows_are_staged(chip, held, page, across, width):
    size, block = 32, 32
    rng = np.random.default_rng(width)
    index = rng.permutation(256).astype(np.int32)
    x = rng.integers(-4, 5, (256, width)).astype(np.float16)
    w = rng.integers(-4, 5, (size, block)).astype(np.float16)
    for count, limit in ((0, 256), (1, 256), (2, 0), (3, 70), (4, 256)):
        o = np.zeros((2, size, size), np.float32)
        given = [x, w, index, o, width, count, limit, held, page, across, size, block]
        text, taken = triton_ir(products, dict(zip(products.arg_names, given, strict=True)))
        emulated.compile(text, settings=emulated.Settings(chip=chip))[(2,)](*taken)
        np.testing.assert_array_equal(
            o, expected_products(x, w, index, count, limit, held, page, size, block)
        )
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-linalg"])
    ptx = compile_module(module, options=Options(GpuTarget(chip, 4, 3))).ptx
    assert ("cp.async" in ptx) == (width % 16 == 0)  # which Triton says
