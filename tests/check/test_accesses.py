"""Accesses of every form touch the elements of their arguments, no others, and each one left out is in the findings.

The oracle walks the lanes of each program in Python, on random views and random strides, which mostly leave them.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import triton_shared
from tests.support import emulated
from triton_shared.runtime.checks.extents import view_of
from triton_shared.runtime.checks.findings import collected

ROWS, COLUMNS = 4, 8
TYPES = {
    "i8": np.int8,
    "i16": np.int16,
    "f16": np.float16,
    "i32": np.int32,
    "f32": np.float32,
    "f64": np.float64,
}
SHAPE = f"{ROWS}x{COLUMNS}"

# A block at %first + program * %hop + i * %s0 + j * %s1 of %x, of which a mask keeps rows below %rows.
_KERNEL = """
tt.func @k(%x: !tt.ptr<T>, %dense: !tt.ptr<T>, %at: !tt.ptr<i64>, %first: i64, %hop: i64,
          %s0: i64, %s1: i64, %rows: i32) {
  %pid = tt.get_program_id x : i32
  %wide = arith.extsi %pid : i32 to i64
  %jump = arith.muli %wide, %hop : i64
  %begin = arith.addi %first, %jump : i64
  %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %j = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ic = tt.expand_dims %i {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %jr = tt.expand_dims %j {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %ib = tt.broadcast %ic : tensor<4x1xi32> -> tensor<4x8xi32>
  %jb = tt.broadcast %jr : tensor<1x8xi32> -> tensor<4x8xi32>
  %iw = arith.extsi %ib : tensor<4x8xi32> to tensor<4x8xi64>
  %jw = arith.extsi %jb : tensor<4x8xi32> to tensor<4x8xi64>
  %s0b = tt.splat %s0 : i64 -> tensor<4x8xi64>
  %s1b = tt.splat %s1 : i64 -> tensor<4x8xi64>
  %beginb = tt.splat %begin : i64 -> tensor<4x8xi64>
  %p0 = arith.muli %iw, %s0b : tensor<4x8xi64>
  %p1 = arith.muli %jw, %s1b : tensor<4x8xi64>
  %p2 = arith.addi %p0, %p1 : tensor<4x8xi64>
  %strided = arith.addi %p2, %beginb : tensor<4x8xi64>
  %c8 = arith.constant dense<8> : tensor<4x8xi64>
  %n0 = arith.muli %iw, %c8 : tensor<4x8xi64>
  %number = arith.addi %n0, %jw : tensor<4x8xi64>
  %c32 = arith.constant 32 : i64
  %skip = arith.muli %wide, %c32 : i64
  %skipb = tt.splat %skip : i64 -> tensor<4x8xi64>
  %o = arith.addi %number, %skipb : tensor<4x8xi64>
  %atb = tt.splat %at : !tt.ptr<i64> -> tensor<4x8x!tt.ptr<i64>>
  %atp = tt.addptr %atb, %o : tensor<4x8x!tt.ptr<i64>>, tensor<4x8xi64>
  PLACE
  %rowsb = tt.splat %rows : i32 -> tensor<4x8xi32>
  %mask = arith.cmpi slt, %ib, %rowsb : tensor<4x8xi32>
  %xb = tt.splat %x : !tt.ptr<T> -> tensor<4x8x!tt.ptr<T>>
  %xp = tt.addptr %xb, %place : tensor<4x8x!tt.ptr<T>>, tensor<4x8xi64>
  %db = tt.splat %dense : !tt.ptr<T> -> tensor<4x8x!tt.ptr<T>>
  %dp = tt.addptr %db, %o : tensor<4x8x!tt.ptr<T>>, tensor<4x8xi64>
  ACCESS
  tt.return
}
"""
PLACES = {
    "strided": "%c0 = arith.constant dense<0> : tensor<4x8xi64>\n  %place = arith.addi %strided, %c0 : tensor<4x8xi64>",
    "gathered": "%place = tt.load %atp : tensor<4x8x!tt.ptr<i64>>",
}
ACCESSES = {
    "reads": "%v = tt.load %xp, %mask : tensor<4x8x!tt.ptr<T>>\n  tt.store %dp, %v : tensor<4x8x!tt.ptr<T>>",
    "writes": "%v = tt.load %dp : tensor<4x8x!tt.ptr<T>>\n  tt.store %xp, %v, %mask : tensor<4x8x!tt.ptr<T>>",
    "updates": "%v = tt.load %dp : tensor<4x8x!tt.ptr<T>>\n  %old = tt.atomic_rmw RMW, relaxed, gpu, %xp, %v, %mask : "
    "(tensor<4x8x!tt.ptr<T>>, tensor<4x8xT>, tensor<4x8xi1>) -> tensor<4x8xT>",
}


def kernel(element: str, place: str, access: str) -> triton_shared.Kernel:
    return triton_shared.compile(text_of(element, place, access), checks="bounds")


def text_of(element: str, place: str, access: str) -> str:
    text = _KERNEL.replace("PLACE", PLACES[place]).replace("ACCESS", ACCESSES[access])
    text = text.replace("RMW", "fadd" if element.startswith("f") else "add")
    return text.replace("<T>", f"<{element}>").replace("xT>", f"x{element}>")


@st.composite
def arrays(draw: st.DrawFn, dtype: type) -> np.ndarray:
    """A view within an array whose other elements are 100."""
    whole = np.full((12, 16), 100, dtype)
    rows, columns = (draw(st.sampled_from([slice(2, 9), slice(3, 10, 2), slice(9, 2, -1)])) for _ in range(2))
    view = whole[rows, columns]
    view = view.T if draw(st.booleans()) else view
    view[...] = np.arange(view.size).reshape(view.shape) % 97
    return view


def lanes_of(view: np.ndarray, places: np.ndarray, rows: int) -> list[tuple[int, tuple[int, int], int, bool]]:
    """``(program, lane, byte from the first element, whether it is the view's)`` of each kept lane, in order."""
    known = view_of(view)
    steps = itertools.product(*(range(n) for n in view.shape))
    starts = {sum(i * s for i, s in zip(at, view.strides, strict=True)) for at in steps}
    found = []
    for program, i, j in itertools.product(range(len(places)), range(ROWS), range(COLUMNS)):
        if i < rows:
            byte = int(places[program, i, j]) * known.item
            found.append((program, (i, j), byte, byte in starts))
    return found


@pytest.mark.parametrize("access", ACCESSES)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("element", TYPES)
def test_lanes(element, place, access):
    if access == "updates" and element in ("i8", "i16"):
        pytest.skip("Triton has no atomics of so few bits")
    are_the_oracles(kernel(element, place, access), element, place, access, 12)


@pytest.mark.cpu("emulates by itself")
@pytest.mark.parametrize("chip", ["sm_80", "sm_90a"])
@pytest.mark.parametrize("access", ACCESSES)
@pytest.mark.parametrize("place", PLACES)
def test_lanes_on_gpus(place, access, chip):
    run = emulated.compile(
        text_of("f32", place, access), checks="bounds", settings=emulated.Settings(chip=chip)
    )
    are_the_oracles(run, "f32", place, access, 12)


def are_the_oracles(run, element, place, access, examples) -> None:
    """Memory and findings of ``run`` are those of the oracle, on random views."""

    @settings(max_examples=examples, deadline=None)
    @given(st.data())
    def check(data):
        view = data.draw(arrays(TYPES[element]))
        item = view.itemsize
        near = [s // item for s in view.strides] + [0, 1, -1, 3]
        first, hop = data.draw(st.integers(-40, 90)), data.draw(st.integers(-9, 40))
        s0, s1 = data.draw(st.sampled_from(near)), data.draw(st.sampled_from(near))
        rows = data.draw(st.integers(0, ROWS))
        numbers = np.arange(2 * ROWS * COLUMNS).reshape(2, ROWS, COLUMNS)
        i, j = np.arange(ROWS)[:, None], np.arange(COLUMNS)
        places = first + hop * np.arange(2)[:, None, None] + i * s0 + j * s1
        if place == "gathered":
            places = np.random.default_rng(first + 40).integers(-60, 250, places.shape)
        dense = (numbers % 50).astype(view.dtype)
        agrees(run, view, dense, places, rows, access, (first, hop, s0, s1))

    check()


def agrees(run, view, dense, places, rows, access, numbers) -> None:
    """Run over two programs, and compare memory and findings with the oracle's."""
    lanes = lanes_of(view, places, rows)
    base, values = view.base if view.base.base is None else view.base.base, dense.copy()
    origin = (view.__array_interface__["data"][0] - base.__array_interface__["data"][0]) // view.itemsize
    expected, flat = base.copy(), np.zeros(dense.shape, dense.dtype)
    for program, (i, j), byte, inside in lanes:
        if inside:
            at = origin + byte // view.itemsize
            memory = expected.reshape(-1)
            flat[program, i, j] = memory[at]
            if access == "writes":
                memory[at] = values[program, i, j]
            elif access == "updates":
                memory[at] += values[program, i, j]
    with collected() as found:
        run[(2,)](view, dense, places.astype(np.int64), *numbers, rows)
    assert all(one.argument == "x (argument 0)" for one in found)
    if access == "reads":
        np.testing.assert_array_equal(dense, flat)
    elif access == "updates" or len({b for *_, b, inside in lanes if inside}) == sum(
        lane[3] for lane in lanes
    ):
        np.testing.assert_array_equal(base, expected)  # where no two lanes write the same element
    bad = [lane for lane in lanes if not lane[3]]
    assert bool(found) == bool(bad)
    if bad:
        described(found[0], view, bad, access)


def described(one: triton_shared.Finding, view: np.ndarray, bad: list, access: str) -> None:
    """The finding says what the oracle knows of ``bad`` lanes."""
    program, lane, byte, _ = bad[0]
    assert (one.does, one.program, one.lane, one.block) == (access, (program, 0, 0), lane, (ROWS, COLUMNS))
    assert one.lanes == len(bad) and one.programs == len({p for p, *_ in bad})
    assert one.shape == view.shape and one.dtype == view.dtype.name and one.masked
    places = [b // view.itemsize for *_, b, _ in bad]
    assert one.span == (min(places), max(places))
    assert one.address == view.__array_interface__["data"][0] + byte
    assert sum(i * s for i, s in zip(one.index, view.strides, strict=True)) + one.rest == byte
    assert one.bound == view.shape[one.dimension]
    assert bool(one.by) == (not 0 <= one.index[one.dimension] < one.bound) and (one.by > 0 or one.rest > 0)
    text = str(one)
    assert text.startswith(f"{one.file}:{one.line}: out of bounds: kernel 'k' {access} x (argument 0)")
