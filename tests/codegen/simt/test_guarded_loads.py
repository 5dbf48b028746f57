"""Loads of a pipelined loop that a condition of the program or of the iteration leaves out: nothing is read then."""

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.ttir import Writer, tensor

BLOCK = (32, 32)
COLUMNS = 64  # of both operands: two iterations
PROGRAM = "arith.cmpi ne, %program, %one : i32"
ITERATION = "arith.cmpi slt, %i, %n : i32"


def _pointers(w: Writer, base: str, element: str, first: str, stride: str) -> str:
    """Pointers to a block, ``first`` elements behind ``base``."""
    whole, pointer = tensor(BLOCK, "i32"), tensor(BLOCK, f"!tt.ptr<{element}>")
    at = w.op(f"tt.splat {first} : i32 -> {whole}")
    for axis, step in enumerate((stride, "%one")):
        index = w.op("tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>")
        line = "32x1" if axis == 0 else "1x32"
        index = w.op(
            f"tt.expand_dims {index} {{axis = {1 - axis} : i32}} : tensor<32xi32> -> tensor<{line}xi32>"
        )
        index = w.op(f"tt.broadcast {index} : tensor<{line}xi32> -> {whole}")
        steps = w.op(f"tt.splat {step} : i32 -> {whole}")
        at = w.op(f"arith.addi {at}, {w.op(f'arith.muli {index}, {steps} : {whole}')} : {whole}")
    base = w.op(f"tt.splat {base} : !tt.ptr<{element}> -> {pointer}")
    return w.op(f"tt.addptr {base}, {at} : {pointer}, {whole}")


def _rows(w: Writer, predicate: str) -> str:
    """A mask of the rows whose numbers compare so with the argument ``first``."""
    line, mask = tensor((32,), "i32"), "tensor<32x1xi1>"
    at = w.op(f"tt.make_range {{start = 0 : i32, end = 32 : i32}} : {line}")
    compared = w.op(f"arith.cmpi {predicate}, {at}, {w.op(f'tt.splat %first : i32 -> {line}')} : {line}")
    spread = w.op(f"tt.expand_dims {compared} {{axis = 1 : i32}} : tensor<32xi1> -> {mask}")
    return w.op(f"tt.broadcast {spread} : {mask} -> {tensor(BLOCK, 'i1')}")


def _kernel(condition: str, rows: str = "") -> str:
    """``c[program] = sum of a[program][:, i:] @ b[:, i:]`` over the iterations in which ``condition`` holds.

    Of ``a`` those rows, where ``rows`` compares them with the argument ``first``.
    """
    w = Writer()
    total, half, pointers = tensor(BLOCK, "f32"), tensor(BLOCK, "f16"), tensor(BLOCK, "!tt.ptr<f16>")
    w.do("%one = arith.constant 1 : i32\n  %zero = arith.constant 0 : i32\n  %step = arith.constant 32 : i32")
    w.do("%program = tt.get_program_id x : i32")
    base = w.op("arith.muli %program, %matrix : i32")
    other, start = (w.op(f"arith.constant dense<0.0> : {type_}") for type_ in (half, total))
    w.do(f"%r = scf.for %i = %zero to %k step %step iter_args(%acc = {start}) -> ({total}) : i32 {{")
    left = _pointers(w, "%a", "f16", w.op(f"arith.addi {base}, %i : i32"), "%stride")
    right = _pointers(w, "%b", "f16", "%i", "%stride")
    mask = w.op(f"tt.splat {w.op(condition)} : i1 -> {tensor(BLOCK, 'i1')}")
    if rows:
        mask = w.op(f"arith.andi {mask}, {_rows(w, rows)} : {tensor(BLOCK, 'i1')}")
    x, y = w.op(f"tt.load {left}, {mask}, {other} : {pointers}"), w.op(f"tt.load {right} : {pointers}")
    product = w.op(f"tt.dot {x}, {y}, %acc : {half} * {half} -> {total}")
    w.do(f"scf.yield {product} : {total}\n}}")
    out = _pointers(w, "%c", "f32", w.op("arith.muli %program, %out : i32"), "%step")
    w.do(f"tt.store {out}, %r : {tensor(BLOCK, '!tt.ptr<f32>')}")
    hint = "{tt.divisibility = 16 : i32}"
    names = [f"%{name}: i32 {hint}" for name in ("k", "stride", "matrix", "out", "n")] + ["%first: i32"]
    pointers = [
        f"%{name}: !tt.ptr<{type_}> {hint}" for name, type_ in (("a", "f16"), ("b", "f16"), ("c", "f32"))
    ]
    return w.kernel(", ".join([*pointers, *names]))


@pytest.mark.parametrize("warps", [1, 4])
@pytest.mark.parametrize("copies", [False, True], ids=["chunks", "TMA"])
@pytest.mark.parametrize("condition", [PROGRAM, ITERATION], ids=["program", "iteration"])
def test_what_a_condition_leaves_out_is_not_read(condition, copies, warps):
    kernel = emulated.compile(
        _kernel(condition), settings=Settings(warps, num_stages=3, tensor_copies=copies)
    )
    a, b = (np.random.default_rng(n).integers(-2, 3, (32, COLUMNS)).astype(np.float16) for n in (1, 2))
    inner = (0, 32) if condition == PROGRAM else (0,)
    present = a.reshape(-1)[
        : 31 * COLUMNS + inner[-1] + 32
    ].copy()  # there is no second matrix, and no more columns
    c = np.full((2, *BLOCK), 7, np.float32)
    kernel[(2 if condition == PROGRAM else 1,)](present, b, c, COLUMNS, COLUMNS, 32 * COLUMNS, 32 * 32, 32, 0)
    wanted = sum(a[:, i : i + 32].astype(np.float32) @ b[:, i : i + 32].astype(np.float32) for i in inner)
    np.testing.assert_array_equal(c, np.stack([wanted, np.full(BLOCK, 0 if condition == PROGRAM else 7)]))


@pytest.mark.parametrize("copies", [False, True], ids=["chunks", "TMA"])
@pytest.mark.parametrize("predicate", ["slt", "sge"])
@pytest.mark.parametrize("condition", [PROGRAM, ITERATION], ids=["program", "iteration"])
def test_bounds_may_be_computed_where_the_condition_holds(condition, predicate, copies):
    text = _kernel(condition, predicate)
    kernel = emulated.compile(text, settings=Settings(2, num_stages=3, tensor_copies=copies))
    a, b = (np.random.default_rng(n).integers(-2, 3, (32, COLUMNS)).astype(np.float16) for n in (1, 2))
    inner = (0, 32) if condition == PROGRAM else (0,)
    for first in (-40, 0, 1, 31, 32, 40):
        c = np.full((1, *BLOCK), 7, np.float32)
        kernel[(1,)](a, b, c, COLUMNS, COLUMNS, 32 * COLUMNS, 32 * 32, 32, first)
        rows = np.arange(32) < first if predicate == "slt" else np.arange(32) >= first
        left = np.where(rows[:, None], a, 0).astype(np.float32)
        wanted = sum(left[:, i : i + 32] @ b[:, i : i + 32].astype(np.float32) for i in inner)
        np.testing.assert_array_equal(c[0], wanted)
