"""Atomic ops on blocks of which a mask leaves some rows or columns: each element is updated once; in the emulator."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import emulated
from tests.support.amount import examples
from tests.support.emulated import Settings
from tests.support.ttir import Writer, tensor


def index_of(w: Writer, shape: tuple[int, ...], d: int) -> str:
    """The index along ``d`` of each element of a block."""
    now: tuple[int, ...] = (shape[d],)
    line = w.op(f"tt.make_range {{start = 0 : i32, end = {shape[d]} : i32}} : {tensor(now, 'i32')}")
    for axis in (*range(d), *range(d + 1, len(shape))):
        grown = (*now[:axis], 1, *now[axis:])
        types = f"{tensor(now, 'i32')} -> {tensor(grown, 'i32')}"
        line, now = w.op(f"tt.expand_dims {line} {{axis = {axis} : i32}} : {types}"), grown
    if now == shape:
        return line
    return w.op(f"tt.broadcast {line} : {tensor(now, 'i32')} -> {tensor(shape, 'i32')}")


def places_of(w: Writer, shape: tuple[int, ...], kept: list[str]) -> tuple[str, str]:
    """The offsets of a dense block, and which elements are ``kept``, an empty name for all."""
    whole, offset, mask, step = tensor(shape, "i32"), "", "", 1
    for d in reversed(range(len(shape))):
        at = index_of(w, shape, d)
        moved = w.op(f"arith.muli {at}, {w.op(f'arith.constant dense<{step}> : {whole}')} : {whole}")
        offset = w.op(f"arith.addi {offset}, {moved} : {whole}") if offset else moved
        step *= shape[d]
        if kept[d] == "all":
            continue
        number = (
            f"tt.splat %n : i32 -> {whole}"
            if kept[d] == "n"
            else f"arith.constant dense<{kept[d]}> : {whole}"
        )
        holds = w.op(f"arith.cmpi slt, {at}, {w.op(number)} : {whole}")
        mask = w.op(f"arith.andi {mask}, {holds} : {tensor(shape, 'i1')}") if mask else holds
    return offset, mask


def text_of(shape: tuple[int, ...], kept: list[str]) -> str:
    """``@k(values, out, old, n)``: adds a block to ``out`` where it is ``kept``, and stores what was there."""
    w, whole, pointer = Writer(), tensor(shape, "i32"), tensor(shape, "!tt.ptr<i32>")
    offset, mask = places_of(w, shape, kept)
    places = {}
    for name in ("values", "out", "old"):
        base = w.op(f"tt.splat %{name} : !tt.ptr<i32> -> {pointer}")
        places[name] = w.op(f"tt.addptr {base}, {offset} : {pointer}, {whole}")
    loaded = w.op(f"tt.load {places['values']} : {pointer}")
    also = f", {mask}" if mask else ""
    types = f"({pointer}, {whole}{', ' + tensor(shape, 'i1') if mask else ''}) -> {whole}"
    before = w.op(f"tt.atomic_rmw add, acq_rel, gpu, {places['out']}, {loaded}{also} : {types}")
    w.do(f"tt.store {places['old']}, {before}{also} : {pointer}")
    return w.kernel("%values: !tt.ptr<i32>, %out: !tt.ptr<i32>, %old: !tt.ptr<i32>, %n: i32")


@st.composite
def updates(draw) -> tuple[tuple[int, ...], list[str], int, dict]:
    """A shape, what is kept of each dimension, how much "n" is, and how the kernel is compiled."""
    shape = tuple(1 << draw(st.integers(0, 4)) for _ in range(draw(st.integers(1, 3))))
    kept = [draw(st.sampled_from(["all", "1", "1", "2", "n"])) for _ in shape]
    options = {"num_warps": draw(st.sampled_from([1, 2, 4])), "seed": draw(st.integers(0, 3))}
    return shape, kept, draw(st.integers(0, 16)), options | {"persistent": draw(st.booleans())}


@given(updates())
@settings(max_examples=examples(40), deadline=None, derandomize=True)
def test_each_element_is_updated_once(case):
    shape, kept, n, options = case
    kernel = emulated.compile(text_of(shape, kept), settings=Settings(**options))
    dice = np.random.default_rng(n)
    values, out = (dice.integers(1, 100, shape, dtype=np.int32) for _ in range(2))
    old = np.full(shape, -1, np.int32)
    mask = np.ones(shape, bool)
    for d, what in enumerate(kept):
        most = {"all": shape[d], "n": n}.get(what) if what in ("all", "n") else int(what)
        at = np.arange(shape[d]).reshape([-1 if d == other else 1 for other in range(len(shape))])
        mask &= at < most
    wanted, before = np.where(mask, out + values, out), np.where(mask, out, -1)
    kernel[1,](values, out, old, n)
    np.testing.assert_array_equal(out, wanted)
    np.testing.assert_array_equal(old, before)
