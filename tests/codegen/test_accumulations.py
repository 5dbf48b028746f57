"""Loops that add up several tensors of the same blocks: random sums, masks and orders, exact in integers."""

import numpy as np
import pytest

import triton_shared

#: rows and columns of a block, and how far rows lie apart
ROWS, COLUMNS, PITCH = 4, 32, 45
T = f"tensor<{ROWS}x{COLUMNS}xi32>"
#: what may be made of two tensors, in MLIR and in numpy
OPS = {"addi": np.add, "subi": np.subtract, "muli": np.multiply, "xori": np.bitwise_xor}
CARRIED, LOADED = ("a", "b", "c"), ("x", "y")


def a_turn(rng):
    """Random ops, by the names of what they make, and the names that the turn hands on."""
    known, ops = [*CARRIED, *LOADED], {}
    for number in range(rng.integers(2, 7)):
        left, right = rng.choice(known, 2)
        ops[f"t{number}"] = (str(rng.choice(list(OPS))), str(left), str(right))
        known.append(f"t{number}")
    return ops, [str(name) for name in rng.choice(known[-4:], 3)]


def text(ops, handed):
    """The loop over all rows, in blocks, of two matrices of which the first ``%n`` columns are kept."""
    small, column = f"tensor<{ROWS}xi32>", f"tensor<{COLUMNS}xi32>"
    body = [f"%{name} = arith.{op} %{x}, %{y} : {T}" for name, (op, x, y) in ops.items()]
    loads = [
        f"%{v}s = tt.splat %{p} : !tt.ptr<i32> -> tensor<{ROWS}x{COLUMNS}x!tt.ptr<i32>>\n"
        f"%{v}p = tt.addptr %{v}s, %at : tensor<{ROWS}x{COLUMNS}x!tt.ptr<i32>>, {T}\n"
        f"%{v} = tt.load %{v}p, %m, %zero : tensor<{ROWS}x{COLUMNS}x!tt.ptr<i32>>"
        for v, p in zip(LOADED, ("p", "q"), strict=True)
    ]
    stores = [
        f"%o{k} = arith.constant dense<{k * ROWS * COLUMNS}> : {T}\n"
        f"%f{k} = arith.addi %place, %o{k} : {T}\n"
        f"%d{k} = tt.addptr %os, %f{k} : tensor<{ROWS}x{COLUMNS}x!tt.ptr<i32>>, {T}\n"
        f"tt.store %d{k}, %r#{k} : tensor<{ROWS}x{COLUMNS}x!tt.ptr<i32>>"
        for k in range(3)
    ]
    lines = "\n".join
    parameters = ", ".join(
        [f"%{p}: !tt.ptr<i32>" for p in "pqo"] + [f"%{n}: i32" for n in ("rows", "n", "pitch")]
    )
    return f"""tt.func public @k({parameters}) {{
%c0 = arith.constant 0 : i32
%step = arith.constant {ROWS} : i32
%zero = arith.constant dense<0> : {T}
%one = arith.constant dense<1> : {T}
%width = arith.constant dense<{COLUMNS}> : tensor<{ROWS}x1xi32>
%rr = tt.make_range {{start = 0 : i32, end = {ROWS} : i32}} : {small}
%cr = tt.make_range {{start = 0 : i32, end = {COLUMNS} : i32}} : {column}
%re = tt.expand_dims %rr {{axis = 1 : i32}} : {small} -> tensor<{ROWS}x1xi32>
%ce = tt.expand_dims %cr {{axis = 0 : i32}} : {column} -> tensor<1x{COLUMNS}xi32>
%cb = tt.broadcast %ce : tensor<1x{COLUMNS}xi32> -> {T}
%ns = tt.splat %n : i32 -> {T}
%m = arith.cmpi slt, %cb, %ns : {T}
%pitches = tt.splat %pitch : i32 -> tensor<{ROWS}x1xi32>
%r:3 = scf.for %i = %c0 to %rows step %step iter_args(%a = %zero, %b = %one, %c = %zero) -> ({T}, {T}, {T}) : i32 {{
%is = tt.splat %i : i32 -> tensor<{ROWS}x1xi32>
%row = arith.addi %is, %re : tensor<{ROWS}x1xi32>
%begin = arith.muli %row, %pitches : tensor<{ROWS}x1xi32>
%bb = tt.broadcast %begin : tensor<{ROWS}x1xi32> -> {T}
%at = arith.addi %bb, %cb : {T}
{lines(loads)}
{lines(body)}
scf.yield {", ".join(f"%{name}" for name in handed)} : {T}, {T}, {T}
}}
%first = arith.muli %re, %width : tensor<{ROWS}x1xi32>
%fb = tt.broadcast %first : tensor<{ROWS}x1xi32> -> {T}
%place = arith.addi %fb, %cb : {T}
%os = tt.splat %o : !tt.ptr<i32> -> tensor<{ROWS}x{COLUMNS}x!tt.ptr<i32>>
{lines(stores)}
tt.return
}}"""


def wanted(ops, handed, x, y, n):
    """What the loop hands on last, by numpy."""
    kept = np.arange(COLUMNS) < n
    a, b, c = (np.full((ROWS, COLUMNS), k, np.int32) for k in (0, 1, 0))
    for first in range(0, len(x), ROWS):
        blocks = (np.where(kept, m[first : first + ROWS, :COLUMNS], 0) for m in (x, y))
        known = dict(zip((*CARRIED, *LOADED), (a, b, c, *blocks), strict=True))
        for name, (op, left, right) in ops.items():
            known[name] = OPS[op](known[left], known[right], dtype=np.int32)
        a, b, c = (known[name] for name in handed)
    return np.stack([a, b, c])


@pytest.mark.parametrize("seed", range(24))
def test_a_loop_adds_up_several_tensors(seed):
    rng = np.random.default_rng(seed)
    ops, handed = a_turn(rng)
    kernel = triton_shared.compile(text(ops, handed))
    x, y = rng.integers(-(2**31), 2**31, (2, 5 * ROWS, PITCH)).astype(np.int32)
    for n in (0, 1, COLUMNS - 1, COLUMNS):
        out = np.zeros((3, ROWS, COLUMNS), np.int32)
        kernel[(1,)](x, y, out, len(x), n, PITCH)
        np.testing.assert_array_equal(out, wanted(ops, handed, x, y, n), f"{ops} {handed} {n}")
