"""Blocks in shared memory that are filled, and of which elements are loaded one by one: no thread waits too little."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import emulated
from tests.support.amount import some
from tests.support.emulated import Settings
from tests.support.gemm import indices
from tests.support.ttir import Writer, tensor

#: elements from one row to the next in memory, what columns count modulo, and as what the mask leaves out is loaded
PITCH, FOLD, OTHER = 40, 5, 1.0


def kernel(rows: int, columns: int, height: int, first: int) -> str:
    """Rows modulo %n, below ``height``, and columns modulo `FOLD`, from ``first`` on, less the sums of the rows."""
    w, shape = Writer(), (rows, columns)
    block = tensor(shape, "i32")

    def binary(op: str, x: str, y: str) -> str:
        return w.op(f"arith.{op} {x}, {y} : {block}")

    def constant(number: int) -> str:
        return w.op(f"arith.constant dense<{number}> : {block}")

    down, across = (indices(w, shape, axis, None) for axis in (0, 1))
    period, step = (w.op(f"tt.splat %{name} : i32 -> {block}") for name in "ns")
    far = binary("muli", binary("remsi", down, period), constant(PITCH))
    near = binary("muli", binary("remsi", across, constant(FOLD)), step)
    inside = binary("cmpi slt,", down, constant(height)), binary("cmpi sge,", across, constant(first))
    mask = w.op(f"arith.andi {inside[0]}, {inside[1]} : {tensor(shape, 'i1')}")
    pointers, floats = tensor(shape, "!tt.ptr<f32>"), tensor(shape, "f32")
    base = w.op(f"tt.splat %x : !tt.ptr<f32> -> {pointers}")
    other = w.op(f"arith.constant dense<{OTHER}> : {floats}")
    source = w.op(f"tt.addptr {base}, {binary('addi', far, near)} : {pointers}, {block}")
    loaded = w.op(f"tt.load {source}, {mask}, {other} : {pointers}")
    sums = w.op(
        f'"tt.reduce"({loaded}) <{{axis = 1 : i32}}> ({{\n^bb0(%a: f32, %b: f32):\n%c = arith.addf %a, %b : f32\n'
        f"tt.reduce.return %c : f32\n}}) : ({floats}) -> {tensor((rows,), 'f32')}"
    )
    column = w.op(
        f"tt.expand_dims {sums} {{axis = 1 : i32}} : {tensor((rows,), 'f32')} -> {tensor((rows, 1), 'f32')}"
    )
    taken = w.op(f"tt.broadcast {column} : {tensor((rows, 1), 'f32')} -> {floats}")
    rest = w.op(f"arith.subf {loaded}, {taken} : {floats}")
    to = binary("addi", binary("muli", down, constant(columns)), across)
    target = w.op(f"tt.splat %y : !tt.ptr<f32> -> {pointers}")
    w.do(f"tt.store {w.op(f'tt.addptr {target}, {to} : {pointers}, {block}')}, {rest} : {pointers}")
    return w.kernel("%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %s: i32")


CASES = [
    (rows, columns, period, warps, words, seed)
    for rows, columns, period in ((8, 8, 5), (16, 4, 3), (8, 32, 7), (64, 2, 50))
    for warps, words in ((4, 16), (8, 64), (32, 64), (32, None))
    for seed in (0, 1, 2)
]


@pytest.mark.parametrize(("rows", "columns", "period", "warps", "words", "seed"), some(CASES))
def test_filled_blocks(rows, columns, period, warps, words, seed):
    height, first = rows - rows // 4, columns - 1 - seed % 2
    settings = Settings(num_warps=warps, seed=seed, large_blocks=words, tensor_copies=bool(seed % 2))
    compiled = emulated.compile(kernel(rows, columns, height, first), settings=settings)
    x = np.random.default_rng(rows).integers(-4, 5, (rows, PITCH)).astype(np.float32)
    y = np.full((rows, columns), 7, np.float32)
    compiled[(1,)](x, y, period, 1)
    loaded = x[np.arange(rows) % period][:, np.arange(columns) % FOLD]
    loaded[height:] = OTHER
    loaded[:, :first] = OTHER
    np.testing.assert_array_equal(y, loaded - loaded.sum(1, keepdims=True))
