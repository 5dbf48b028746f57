"""Blocks in shared memory that are filled, and of which elements are loaded one by one: no thread waits too little."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import emulated
from tests.support.amount import some
from tests.support.emulated import Settings
from tests.support.ttir import Writer, tensor

#: elements from one row to the next in memory, what columns count modulo, and as what the mask leaves out is loaded
PITCH, FOLD, OTHER = 40, 5, 1.0


def kernel(rows: int, columns: int, height: int, first: int) -> str:
    """Rows modulo %n, below ``height``, and columns modulo `FOLD`, from ``first`` on, less the sums of the rows."""
    w, shape = Writer(), (rows, columns)
    block, keep = tensor(shape, "i32"), tensor(shape, "i1")

    def line(axis: int) -> str:
        count = shape[axis]
        return w.op(f"tt.make_range {{start = 0 : i32, end = {count} : i32}} : {tensor((count,), 'i32')}")

    def wide(value: str, axis: int, element: str = "i32") -> str:
        count, flat = shape[axis], (rows, 1) if axis == 0 else (1, columns)
        types = f"{tensor((count,), element)} -> {tensor(flat, element)}"
        value = w.op(f"tt.expand_dims {value} {{axis = {1 - axis} : i32}} : {types}")
        return w.op(f"tt.broadcast {value} : {tensor(flat, element)} -> {tensor(shape, element)}")

    def constant(number: int, axis: int) -> str:
        return w.op(f"arith.constant dense<{number}> : {tensor((shape[axis],), 'i32')}")

    down, across = line(0), line(1)
    period = w.op(f"tt.splat %n : i32 -> {tensor((rows,), 'i32')}")
    wrapped = w.op(f"arith.remsi {down}, {period} : {tensor((rows,), 'i32')}")
    far = w.op(f"arith.muli {wrapped}, {constant(PITCH, 0)} : {tensor((rows,), 'i32')}")
    step = w.op(f"tt.splat %s : i32 -> {tensor((columns,), 'i32')}")
    folded = w.op(f"arith.remsi {across}, {constant(FOLD, 1)} : {tensor((columns,), 'i32')}")
    near = w.op(f"arith.muli {folded}, {step} : {tensor((columns,), 'i32')}")
    at = w.op(f"arith.addi {wide(far, 0)}, {wide(near, 1)} : {block}")
    inside = [
        w.op(f"arith.cmpi slt, {down}, {constant(height, 0)} : {tensor((rows,), 'i32')}"),
        w.op(f"arith.cmpi sge, {across}, {constant(first, 1)} : {tensor((columns,), 'i32')}"),
    ]
    mask = w.op(f"arith.andi {wide(inside[0], 0, 'i1')}, {wide(inside[1], 1, 'i1')} : {keep}")
    pointers, floats = tensor(shape, "!tt.ptr<f32>"), tensor(shape, "f32")
    base = w.op(f"tt.splat %x : !tt.ptr<f32> -> {pointers}")
    other = w.op(f"arith.constant dense<{OTHER}> : {floats}")
    source = w.op(f"tt.addptr {base}, {at} : {pointers}, {block}")
    loaded = w.op(f"tt.load {source}, {mask}, {other} : {pointers}")
    sums = w.op(
        f'"tt.reduce"({loaded}) <{{axis = 1 : i32}}> ({{\n^bb0(%a: f32, %b: f32):\n%c = arith.addf %a, %b : f32\n'
        f"tt.reduce.return %c : f32\n}}) : ({floats}) -> {tensor((rows,), 'f32')}"
    )
    rest = w.op(f"arith.subf {loaded}, {wide(sums, 0, 'f32')} : {floats}")
    dense = w.op(f"arith.muli {down}, {constant(columns, 0)} : {tensor((rows,), 'i32')}")
    to = w.op(f"arith.addi {wide(dense, 0)}, {wide(across, 1)} : {block}")
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
