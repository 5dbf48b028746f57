"""Reductions that select, such as argmax: in any order where positions tell it, with what the axis' order gives."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.program import DTYPES
from triton_shared import dialects
from triton_shared.codegen.nvidia.stages import Options, compile_module
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.tensors.selections import Extreme, extreme_of, position_of
from triton_shared.ir.walk import all_ops
from triton_shared.passes.manager import run_pipeline

ROWS, COLUMNS = 16, 64

SELECT = """%v = arith.select %k, %a, %b : {element}
      %i = arith.select %k, %s, %t : i32"""
ARGUMENT = f"""%e = arith.{{equal}}, %a, %b : {{element}}
      %p = arith.cmpi {{tie}}, %s, %t : i32
      %both = arith.andi %e, %p : i1
      %g = arith.{{better}}, %a, %b : {{element}}
      %k = arith.ori %g, %both : i1
      {SELECT}"""


def argument(sense: str, tie: str, element: str = "f32") -> str:
    """The body of argmax or argmin."""
    equal, prefix = ("cmpi eq", "cmpi s") if element[0] == "i" else ("cmpf oeq", "cmpf o")
    return ARGUMENT.format(element=element, equal=equal, better=f"{prefix}{sense}", tie=tie)


def selection(condition: str, element: str = "f32") -> str:
    """A body that selects the left tuple where ``condition``, %k, holds."""
    return f"{condition}\n      {SELECT.format(element=element)}"


#: bodies that select by an order, and how they are named
ORDERED = {
    "argmax": argument("gt", "slt"),
    "argmin": argument("lt", "slt"),
    "last of the largest": argument("gt", "sgt"),
    "x > y": selection("%k = arith.cmpf ogt, %a, %b : f32"),  # and the number of a number and NaN
    "first": selection("%k = arith.cmpf oeq, %a, %a : f32\n      %n = arith.cmpi eq, %s, %s : i32"),
    "argmax of i32": argument("gt", "slt", "i32"),
}
#: bodies that are no selection, or whose choice depends on what is combined first
OTHERS = {
    "sum": "%v = arith.addf %a, %b : f32\n      %i = arith.maxsi %s, %t : i32",
    "mixed": "%k = arith.cmpf ogt, %a, %b : f32\n      %v = arith.select %k, %a, %b : f32\n"
    "      %i = arith.select %k, %t, %s : i32",
    "parts": "%k = arith.cmpf ogt, %a, %b : f32\n      %v = arith.select %k, %a, %b : f32\n"
    "      %m = arith.cmpi sgt, %s, %t : i32\n      %i = arith.select %m, %s, %t : i32",
    "not x <= y": selection("%k = arith.cmpf ugt, %a, %b : f32"),
    "unequal": selection("%k = arith.cmpf one, %a, %b : f32"),
    "a constant": selection("%one = arith.constant 1.0 : f32\n      %k = arith.cmpf ogt, %a, %one : f32"),
}


def kernel(body: str, axis: int, element: str = "f32") -> str:
    """Reduces ``x[ROWS, COLUMNS]`` and the positions along ``axis``; the others are in ``values`` and ``places``."""
    count = (ROWS, COLUMNS)[1 - axis]
    line, block = f"tensor<{count}x", f"tensor<{ROWS}x{COLUMNS}x"
    row, column = f"tensor<{ROWS}x1x", f"tensor<1x{COLUMNS}x"
    along = (row, column)[axis]
    return f"""
  tt.func public @k(%x: !tt.ptr<{element}>, %values: !tt.ptr<{element}>, %places: !tt.ptr<i32>) {{
    %r = tt.make_range {{start = 0 : i32, end = {ROWS} : i32}} : tensor<{ROWS}xi32>
    %c = tt.make_range {{start = 0 : i32, end = {COLUMNS} : i32}} : tensor<{COLUMNS}xi32>
    %rr = tt.expand_dims %r {{axis = 1 : i32}} : tensor<{ROWS}xi32> -> {row}i32>
    %cc = tt.expand_dims %c {{axis = 0 : i32}} : tensor<{COLUMNS}xi32> -> {column}i32>
    %w = arith.constant dense<{COLUMNS}> : {row}i32>
    %begin = arith.muli %rr, %w : {row}i32>
    %rb = tt.broadcast %begin : {row}i32> -> {block}i32>
    %cb = tt.broadcast %cc : {column}i32> -> {block}i32>
    %at = arith.addi %rb, %cb : {block}i32>
    %px = tt.splat %x : !tt.ptr<{element}> -> {block}!tt.ptr<{element}>>
    %pe = tt.addptr %px, %at : {block}!tt.ptr<{element}>>, {block}i32>
    %loaded = tt.load %pe : {block}!tt.ptr<{element}>>
    %place = tt.broadcast {("%rr", "%cc")[axis]} : {along}i32> -> {block}i32>
    %found:2 = "tt.reduce"(%loaded, %place) <{{axis = {axis} : i32}}> ({{
    ^bb0(%a: {element}, %s: i32, %b: {element}, %t: i32):
      {body}
      tt.reduce.return %v, %i : {element}, i32
    }}) : ({block}{element}>, {block}i32>) -> ({line}{element}>, {line}i32>)
    %o = tt.make_range {{start = 0 : i32, end = {count} : i32}} : {line}i32>
    %pv = tt.splat %values : !tt.ptr<{element}> -> {line}!tt.ptr<{element}>>
    %pvs = tt.addptr %pv, %o : {line}!tt.ptr<{element}>>, {line}i32>
    tt.store %pvs, %found#0 : {line}!tt.ptr<{element}>>
    %pp = tt.splat %places : !tt.ptr<i32> -> {line}!tt.ptr<i32>>
    %pps = tt.addptr %pp, %o : {line}!tt.ptr<i32>>, {line}i32>
    tt.store %pps, %found#1 : {line}!tt.ptr<i32>>
    tt.return
  }}
"""


def row(body: str, element: str = "f32") -> str:
    """The place alone, in ``places``, of what is selected of the row ``x[1, COLUMNS]``."""
    line, block = f"tensor<{COLUMNS}x", f"tensor<1x{COLUMNS}x"
    return f"""
  tt.func public @k(%x: !tt.ptr<{element}>, %places: !tt.ptr<i32>) {{
    %c = tt.make_range {{start = 0 : i32, end = {COLUMNS} : i32}} : {line}i32>
    %cc = tt.expand_dims %c {{axis = 0 : i32}} : {line}i32> -> {block}i32>
    %px = tt.splat %x : !tt.ptr<{element}> -> {block}!tt.ptr<{element}>>
    %pe = tt.addptr %px, %cc : {block}!tt.ptr<{element}>>, {block}i32>
    %loaded = tt.load %pe : {block}!tt.ptr<{element}>>
    %found:2 = "tt.reduce"(%loaded, %cc) <{{axis = 1 : i32}}> ({{
    ^bb0(%a: {element}, %s: i32, %b: {element}, %t: i32):
      {body}
      tt.reduce.return %v, %i : {element}, i32
    }}) : ({block}{element}>, {block}i32>) -> (tensor<1x{element}>, tensor<1xi32>)
    %pp = tt.splat %places : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
    tt.store %pp, %found#1 : tensor<1x!tt.ptr<i32>>
    tt.return
  }}
"""


def decided(text: str) -> tuple[int | None, Extreme | None]:
    """What is said of the kernel's reduction."""
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-linalg", "reduce-whole-tensors"])
    (op,) = all_ops(module.operation, ("linalg.reduce",))
    position = position_of(op)
    return position, None if position is None else extreme_of(op, position)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("name", ORDERED)
def test_selections_by_an_order_are_found(name, axis):
    assert decided(kernel(ORDERED[name], axis, "i32" if "i32" in name else "f32"))[0] == 1


@pytest.mark.parametrize(
    ("name", "extreme"),
    [
        ("argmax", Extreme(1, "arith.maxnumf", True, False)),
        ("argmin", Extreme(1, "arith.minnumf", True, False)),
        ("last of the largest", Extreme(1, "arith.maxnumf", False, False)),
        ("x > y", Extreme(1, "arith.maxnumf", False, False)),
        ("first", None),
        ("argmax of i32", Extreme(1, "arith.maxsi", True, True)),
    ],
)
def test_what_they_find(name, extreme):
    element = "i32" if "i32" in name else "f32"
    for text in (kernel(ORDERED[name], 0, element), row(ORDERED[name], element)):
        assert decided(text) == (1, extreme)


@pytest.mark.parametrize("name", OTHERS)
def test_others_keep_the_order_of_the_axis(name):
    assert decided(kernel(OTHERS[name], 1)) == (None, None)


def rows(element: type) -> np.ndarray:
    """Few numbers, so that many are equal; zeros of both signs, rows with some NaNs, and with nothing else."""
    rng = np.random.default_rng(3)
    if element is np.int32:
        return rng.integers(-3, 3, (ROWS, COLUMNS)).astype(element)
    x = rng.choice(np.array([-1, -0.0, 0.0, 1, 2], element), (ROWS, COLUMNS))
    x[3:6] = np.where(rng.random((3, COLUMNS)) < 0.6, np.nan, x[3:6])
    x[6] = np.nan
    x[:, 9] = np.nan
    return x


@pytest.mark.parametrize(
    "settings", [Settings(1), Settings(4, 1), Settings(8), Settings(optimized=True)], ids=str
)
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("name", ORDERED)
def test_what_is_selected_is_that_of_the_axis_order(name, axis, settings):
    """The CPU combines in that order; zeros of both signs differ."""
    element, dtype = ("i32", np.int32) if "i32" in name else ("f32", np.float32)
    text = kernel(ORDERED[name], axis, element)
    x, count = rows(dtype), (ROWS, COLUMNS)[1 - axis]
    results = []
    for compiled in (triton_shared.compile(text), emulated.compile(text, settings=settings)):
        values, places = np.zeros(count, dtype), np.full(count, -1, np.int32)
        compiled[1](x, values, places)
        results.append((values.tobytes(), places.tolist()))
    assert results[0] == results[1]


@pytest.mark.parametrize("settings", [Settings(1, ptx=True), Settings(2), Settings(8, ptx=True)], ids=str)
@pytest.mark.parametrize("name", ORDERED)
def test_places_alone(name, settings):
    """Rows that one warp holds, and that several do; that of nothing but NaN, too."""
    element, dtype = ("i32", np.int32) if "i32" in name else ("f32", np.float32)
    text = row(ORDERED[name], element)
    mine, other = emulated.compile(text, settings=settings), triton_shared.compile(text)
    for x in [*rows(dtype), *rows(dtype)[3:7, ::-1], np.zeros(COLUMNS, dtype), np.full(COLUMNS, -7, dtype)]:
        found = [np.full(1, -1, np.int32) for _ in range(2)]
        for compiled, place in zip((mine, other), found, strict=True):
            compiled[1](np.ascontiguousarray(x), place)
        assert found[0] == found[1]


@pytest.mark.parametrize("element", ["f16", "bf16", "f64", "i8", "i64"])
@pytest.mark.parametrize("axis", [0, 1])
def test_values_of_other_widths(element, axis):
    dtype, count = DTYPES[element], (ROWS, COLUMNS)[1 - axis]
    text = kernel(argument("gt", "slt", element), axis, element)
    x, results = rows(np.int32 if element[0] == "i" else np.float32).astype(dtype), []
    for compiled in (triton_shared.compile(text), emulated.compile(text)):
        values, places = np.zeros(count, dtype), np.full(count, -1, np.int32)
        compiled[1](x, values, places)
        results.append((values.tobytes(), places.tolist()))
    assert results[0] == results[1]


def test_words_of_a_warp_are_combined_by_one_instruction():
    """Five exchanges of values, the place by an instruction; where nobody asks for the value."""
    module = dialects.parse(row(ORDERED["argmax"]))
    run_pipeline(module, ["triton-to-linalg"])
    ptx = compile_module(module, options=Options(GpuTarget("sm_90a", 1, 3))).ptx
    assert ptx.count("shfl.sync") == 5
    assert ptx.count("redux.sync.min.s32") == 1


def test_lanes_combine_once():
    """Both components of each row by five exchanges, however many of its elements a thread holds."""
    module = dialects.parse(kernel(ORDERED["argmax"], 1))
    run_pipeline(module, ["triton-to-linalg"])
    ptx = compile_module(module, options=Options(GpuTarget("sm_90a", 1, 3))).ptx
    assert ptx.count("shfl.sync") <= 2 * 5 * ROWS
