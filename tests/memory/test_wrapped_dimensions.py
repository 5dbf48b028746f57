"""Blocks of three dimensions of which any wrap around, by a number or by an argument, and others end at a mask."""

from itertools import product

import numpy as np
import pytest

from tests.support.ttir import run

SIZE, PERIOD = 4, 3
#: by how an index becomes one: none, a number, an argument
WRAPS = {"none": "", "number": "%p", "argument": "%a"}
TENSOR = f"tensor<{SIZE}x{SIZE}x{SIZE}x"


def spread(value: str, dim: int, element: str) -> tuple[str, list[str]]:
    """The name of ``value``, a row, along dimension ``dim`` of the block, and the ops that make it."""
    first, second = [d for d in range(3) if d != dim]
    shape = ["1", "1", "1"]
    shape[dim] = str(SIZE)
    two = [size for d, size in enumerate(shape) if d != second]
    row, plane, all_ = (
        f"tensor<{SIZE}x{element}>",
        f"tensor<{'x'.join(two)}x{element}>",
        f"tensor<{'x'.join(shape)}x{element}>",
    )
    return f"{value}s", [
        f"{value}0 = tt.expand_dims {value} {{axis = {min(first, 1)} : i32}} : {row} -> {plane}",
        f"{value}1 = tt.expand_dims {value}0 {{axis = {second} : i32}} : {plane} -> {all_}",
        f"{value}s = tt.broadcast {value}1 : {all_} -> {TENSOR}{element}>",
    ]


def kernel(wraps: tuple[str, ...], masked: int) -> str:
    """Copies a block whose dimension ``masked`` ends at the argument %n."""
    row, words, pointers = f"tensor<{SIZE}xi32>", f"{TENSOR}i32>", f"{TENSOR}!tt.ptr<i64>>"
    lines = [
        f"%r = tt.make_range {{start = 0 : i32, end = {SIZE} : i32}} : {row}",
        f"%p = arith.constant dense<{PERIOD}> : {row}",
        f"%a = tt.splat %period : i32 -> {row}",
        f"%limit = tt.splat %n : i32 -> {row}",
        f"%keep = arith.cmpi slt, %r, %limit : {row}",
    ]
    sums = {"from": [], "to": []}
    for dim, how in enumerate(wraps):
        step = SIZE ** (2 - dim)
        lines.append(f"%step{dim} = arith.constant dense<{step}> : {row}")
        wrapped = "%r"
        if WRAPS[how]:
            wrapped = f"%w{dim}"
            lines.append(f"{wrapped} = arith.remsi %r, {WRAPS[how]} : {row}")
        for name, index in (("from", wrapped), ("to", "%r")):
            lines.append(f"%{name}{dim} = arith.muli {index}, %step{dim} : {row}")
            spreaded, more = spread(f"%{name}{dim}", dim, "i32")
            sums[name].append(spreaded)
            lines += more
    for name, (a, b, c) in sums.items():
        lines.append(f"%{name}ab = arith.addi {a}, {b} : {words}")
        lines.append(f"%{name} = arith.addi %{name}ab, {c} : {words}")
    keep, more = spread("%keep", masked, "i1")
    lines += more
    lines += [
        f"%xs = tt.splat %x : !tt.ptr<i64> -> {pointers}",
        f"%source = tt.addptr %xs, %from : {pointers}, {words}",
        f"%other = arith.constant dense<-7> : {TENSOR}i64>",
        f"%l = tt.load %source, {keep}, %other : {pointers}",
        f"%ys = tt.splat %y : !tt.ptr<i64> -> {pointers}",
        f"%target = tt.addptr %ys, %to : {pointers}, {words}",
        f"tt.store %target, %l : {pointers}",
        "tt.return",
    ]
    body = "\n  ".join(lines)
    return f"tt.func public @k(%x: !tt.ptr<i64>, %y: !tt.ptr<i64>, %period: i32, %n: i32) {{\n  {body}\n}}"


@pytest.mark.parametrize("wraps", list(product(WRAPS, repeat=3)), ids="-".join)
@pytest.mark.parametrize("masked", range(3))
def test_copies(wraps, masked):
    x = np.arange(SIZE**3, dtype=np.int64).reshape((SIZE,) * 3)
    text = kernel(wraps, masked)
    for n in (0, 2, SIZE):
        y = np.zeros_like(x)
        run(text, x, y, PERIOD, n)
        index = [np.arange(SIZE) % (PERIOD if how != "none" else SIZE) for how in wraps]
        wanted = x[np.ix_(*index)].copy()
        np.moveaxis(wanted, masked, 0)[n:] = -7
        np.testing.assert_array_equal(y, wanted)
