"""Selections along a row, such as argmax, have lanes of their own: they give what the order of the axis gives."""

from __future__ import annotations

import math

import numpy as np
import pytest

import triton_shared
from tests.codegen.simt import test_selections as selections
from triton_shared import dialects
from triton_shared.ir import statistics
from triton_shared.passes.manager import run_pipeline

ROWS, COLUMNS = 16, 512
#: columns of a mask
LIMIT = 301


def _drops(a: float, b: float) -> bool:
    """Of a number and NaN the number is taken."""
    return math.isnan(b) and not math.isnan(a)


#: whether the earlier tuple (a, s) is taken and not the later one (b, t)
EARLIER = {
    "argmax": lambda a, s, b, t: (a == b and s < t) or a > b or _drops(a, b),
    "argmin": lambda a, s, b, t: (a == b and s < t) or a < b or _drops(a, b),
    "last of the largest": lambda a, s, b, t: (a == b and s > t) or a > b or _drops(a, b),
    "x > y": lambda a, s, b, t: a > b or _drops(a, b),
    "first": lambda a, s, b, t: not math.isnan(a),
    "argmax of i32": lambda a, s, b, t: (a == b and s < t) or a > b,
    "argmin of u32": lambda a, s, b, t: a % 2**32 < b % 2**32,
    "NaN, or the largest": lambda a, s, b, t: math.isnan(a) or a > b or (a == b and s < t),
}
KINDS = "LaneExtreme", "LaneSelection", "OrderedReduction"
BODIES = selections.ORDERED | {
    "argmin of u32": selections.selection("%k = arith.cmpi ult, %a, %b : i32", "i32"),
    "NaN, or the largest": selections.argument("gt", "slt")
    .replace("%k = arith.ori %g, %both", "%q = arith.ori %g, %both")
    .replace("%v =", "%n = arith.cmpf uno, %a, %a : f32\n      %k = arith.ori %q, %n : i1\n      %v ="),
}


def rows(element: type) -> np.ndarray:
    """Few numbers, so that many are equal, zeros of both signs, NaNs; rows whose largest is anywhere."""
    rng = np.random.default_rng(5)
    if element is np.int32:
        return rng.integers(-3, 3, (ROWS, COLUMNS)).astype(element)
    x = rng.choice(np.array([-1, -0.0, 0.0, 1, 2], element), (ROWS, COLUMNS))
    x[3:6] = np.where(rng.random((3, COLUMNS)) < 0.6, np.nan, x[3:6])
    x[6] = np.nan
    x[7:11] = 0.0
    x[range(7, 11), [0, 63, 300, COLUMNS - 1]] = 5.0
    x[range(7, 11), [17, 64, 299, 5]] = -5.0
    x[11] = rng.choice(np.array([-0.0, 0.0], element), COLUMNS)
    return x


def in_order(name: str, row: np.ndarray) -> tuple[bytes, int]:
    """One element after the other."""
    place = 0
    for at in range(1, len(row)):
        if not EARLIER[name](row[place].item(), place, row[at].item(), at):
            place = at
    return row[place].tobytes(), place


@pytest.fixture(autouse=True)
def shape(monkeypatch):
    monkeypatch.setattr(selections, "ROWS", ROWS)
    monkeypatch.setattr(selections, "COLUMNS", COLUMNS)


@pytest.mark.parametrize("name", EARLIER)
def test_what_is_selected_is_that_of_the_axis_order(name):
    element, dtype = ("i32", np.int32) if "32" in name else ("f32", np.float32)
    x = rows(dtype)
    assert selected(selections.kernel(BODIES[name], 1, element), x) == [in_order(name, row) for row in x]


def selected(text: str, x: np.ndarray) -> list[tuple[bytes, int]]:
    """What the kernel selects of each row."""
    values, places = np.zeros(ROWS, x.dtype), np.full(ROWS, -1, np.int32)
    triton_shared.compile(text)[1](x, values, places)
    return [(value.tobytes(), place) for value, place in zip(values, places.tolist(), strict=True)]


@pytest.mark.parametrize("other", [0.0, -math.inf, math.nan])
@pytest.mark.parametrize("name", ["argmax", "last of the largest", "NaN, or the largest"])
def test_what_a_mask_leaves_out_is_selected_as_what_stands_for_it(name, other):
    x, block = rows(np.float32), f"tensor<{ROWS}x{COLUMNS}x"
    load = f"%loaded = tt.load %pe : {block}!tt.ptr<f32>>"
    masked = f"""%limit = arith.constant dense<{LIMIT}> : {block}i32>
    %inside = arith.cmpi slt, %cb, %limit : {block}i32>
    %other = arith.constant dense<0x{np.float32(other).view(np.uint32):08X}> : {block}f32>
    {load.replace(" :", ", %inside, %other :")}"""
    found = selected(selections.kernel(BODIES[name], 1).replace(load, masked), x)
    x[:, LIMIT:] = other
    assert found == [in_order(name, row) for row in x]


@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_rows_without_equal_elements_are_as_numpy_says(name):
    x = np.random.default_rng(7).permuted(np.tile(np.arange(COLUMNS, dtype=np.float32), (ROWS, 1)), axis=1)
    values, places = np.zeros(ROWS, np.float32), np.full(ROWS, -1, np.int32)
    triton_shared.compile(selections.kernel(selections.ORDERED[name], 1))[1](x, values, places)
    assert places.tolist() == getattr(np, name)(x, 1).tolist()


def test_others_are_combined_neighbour_with_neighbour():
    made = {}
    for name in ("argmax", "first", "mixed"):
        module = dialects.parse(selections.kernel((BODIES | selections.OTHERS)[name], 1))
        with statistics.collected() as counts:
            run_pipeline(module, ["triton-to-linalg", "shared-to-cpu"])
        made[name] = [kind for kind in KINDS if kind in str(counts)]
    uses_vectors = any(made.values())  # a machine of scalars has none
    wanted = {"argmax": "LaneExtreme", "first": "LaneSelection", "mixed": "OrderedReduction"}
    assert made == {name: [kind] if uses_vectors else [] for name, kind in wanted.items()}
