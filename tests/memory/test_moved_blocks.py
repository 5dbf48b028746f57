"""Blocks that are loaded and stored as they are: all is read before any is written, and only what masks keep."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import triton_shared
from tests.support.amount import examples
from tests.support.memory import guarded
from tests.support.program import DTYPES

SETTINGS = settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
BYTES = 2048
PAD = 7
#: of which elements a load and the store of what it gave are
MASKS = ("none", "load", "store", "both", "wider store", "gap")


def bounds(mask: str, low: int, high: int, size: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The elements that the load and the store of a move keep."""
    whole, part = (0, size), (low, high)
    return {
        "none": (whole, whole),
        "load": (part, whole),
        "store": (whole, part),
        "both": (part, part),
        "wider store": (part, (low, size)),
        "gap": ((0, high), (low, size)),
    }[mask]


def text(element: str, size: int, order: list[tuple[str, int]], masks: list[str]) -> str:
    """Moves number ``i`` from ``%f{i}`` to ``%t{i}`` in ``order``; masks keep ``[%l{i}, %h{i})``."""
    lines, ints = [], f"tensor<{size}xi32>"
    scalars = [f"%{name}{i}: i32" for i in range(len(masks)) for name in "ftlh"]

    def mask(i: int, kept: tuple) -> str:
        low, high = (f"%c{n}" if isinstance(n, int) else n for n in kept)
        for name, bound, predicate in (("a", low, "sge"), ("b", high, "slt")):
            lines.append(f"%{name}s{len(lines)} = tt.splat {bound} : i32 -> {ints}")
            lines.append(
                f"%{name}m{len(lines)} = arith.cmpi {predicate}, %r, %{name}s{len(lines) - 1} : {ints}"
            )
        first, second = f"%am{len(lines) - 3}", f"%bm{len(lines) - 1}"
        lines.append(f"%m{len(lines)} = arith.andi {first}, {second} : tensor<{size}xi1>")
        return f"%m{len(lines) - 1}"

    for what, i in order:
        kept = bounds(masks[i], f"%l{i}", f"%h{i}", size)[what == "store"]
        at = f"%p{len(lines)}"
        lines.append(f"{at} = tt.addptr %x, %{'t' if what == 'store' else 'f'}{i} : !tt.ptr<{element}>, i32")
        lines.append(f"{at}s = tt.splat {at} : !tt.ptr<{element}> -> tensor<{size}x!tt.ptr<{element}>>")
        lines.append(f"{at}p = tt.addptr {at}s, %r : tensor<{size}x!tt.ptr<{element}>>, {ints}")
        pointers, guard = (
            f"tensor<{size}x!tt.ptr<{element}>>",
            "" if kept == (0, size) else ", " + mask(i, kept),
        )
        if what == "store":
            lines.append(f"tt.store {at}p, %v{i}{guard} : {pointers}")
        else:
            lines.append(f"%v{i} = tt.load {at}p{guard}{guard and ', %pad'} : {pointers}")
    number = f"{PAD}.0" if element.startswith("f") else str(PAD)
    body = "\n  ".join(lines)
    return f"""tt.func public @k(%x: !tt.ptr<{element}>, {", ".join(scalars)}) {{
  %c0 = arith.constant 0 : i32
  %c{size} = arith.constant {size} : i32
  %pad = arith.constant dense<{number}> : tensor<{size}x{element}>
  %r = tt.make_range {{start = 0 : i32, end = {size} : i32}} : {ints}
  {body}
  tt.return
}}"""


@st.composite
def moves(draw):
    """An element type, the order of loads and stores, the masks, and some scalars for them."""
    element, count = draw(st.sampled_from(["i8", "f16", "f32", "i64"])), draw(st.integers(1, 3))
    order = draw(st.permutations([("load", i) for i in range(count)] + [("store", i) for i in range(count)]))
    order = sorted(order, key=lambda step: step[0] == "store") if draw(st.booleans()) else list(order)
    for i in range(count):
        first, second = (order.index((what, i)) for what in ("load", "store"))
        if first > second:
            order[first], order[second] = order[second], order[first]
    masks = draw(st.lists(st.sampled_from(MASKS), min_size=count, max_size=count))
    seeds = draw(st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4))
    return element, order, masks, seeds


@SETTINGS
@given(moves())
def test_moves_within_an_array(move):
    element, order, masks, seeds = move
    dtype = np.dtype(DTYPES[element])
    size = BYTES // dtype.itemsize
    kernel = triton_shared.compile(text(element, size, order, masks))
    for seed in seeds:
        rng = np.random.default_rng(seed)
        before = rng.integers(0, 100, 3 * size).astype(dtype)
        near = [0, 1, size // 2, size - 1, size, size + 1, 2 * size]
        scalars = [
            (*(int(rng.choice(near)) for _ in range(2)), *(int(rng.integers(-3, size + 4)) for _ in range(2)))
            for _ in masks
        ]
        wanted, held = before.copy(), {}
        places = np.arange(size)
        for what, i in order:
            start, target, low, high = scalars[i]
            kept = bounds(masks[i], low, high, size)[what == "store"]
            inside = (places >= kept[0]) & (places < kept[1])
            if what == "load":
                held[i] = np.where(inside, wanted[start : start + size], dtype.type(PAD))
            else:
                wanted[target : target + size][inside] = held[i][inside]
        x = guarded(before, at_end=bool(seed % 2))
        kernel[(1,)](x, *(number for part in scalars for number in part))
        np.testing.assert_array_equal(x, wanted)


@pytest.mark.parametrize("at_end", [False, True])
@pytest.mark.parametrize("element", ["i8", "f16", "f32", "i64"])
def test_what_a_mask_drops_is_not_touched(element, at_end):
    """Blocks that reach over a guard page, at either end."""
    dtype = np.dtype(DTYPES[element])
    size = BYTES // dtype.itemsize
    kernel = triton_shared.compile(text(element, size, [("load", 0), ("store", 0)], ["both"]))
    for count in (0, 1, size // 3, size):
        x = guarded(np.arange(count + 1) % 100, at_end).astype(dtype)
        values = guarded(x, at_end)
        bounds_ = (size - count - 1, size) if not at_end else (0, count)
        shift = 0 if at_end else -(size - count - 1)
        kernel[(1,)](values, shift, shift, *bounds_)
        np.testing.assert_array_equal(values, x)
