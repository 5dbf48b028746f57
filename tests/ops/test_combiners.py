"""Reductions and scans by random combiners: associative ones, of several values, mostly not commutative."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.ops.combined import Arrays, Combiner, check_reduce, check_scan
from tests.support.amount import examples
from tests.support.program import DTYPES, Program

MOST = 1 << 13


@dataclass(frozen=True)
class Part:
    """An associative operation on a few values.

    ``text`` computes ``{r0}``… from ``{a0}``… and ``{b0}``…, with ``{t}`` before the names of what else it computes;
    ``values`` draws random inputs.
    """

    elements: tuple[str, ...]
    text: str
    function: Callable[[Arrays, Arrays], Arrays]
    values: Callable[[np.random.Generator, tuple[int, ...]], Arrays]


def _bits(*elements: str) -> Callable:
    def values(rng: np.random.Generator, shape: tuple[int, ...]) -> Arrays:
        return tuple(
            rng.integers(0, 2, shape).astype(bool)
            if e == "i1"
            else rng.integers(-(1 << 62), 1 << 62, shape).astype(DTYPES[e])
            for e in elements
        )

    return values


def _few(element: str, *choices: float) -> Callable:
    return lambda rng, shape: (rng.choice(choices, shape).astype(DTYPES[element]),)


def _with_places(values: Callable) -> Callable:
    return lambda rng, shape: (
        *values(rng, shape),
        np.arange(np.prod(shape), dtype=np.int32).reshape(shape),
    )


def _simple(element: str, op: str, function: Callable) -> Part:
    text = f"{{r0}} = arith.{op} {{a0}}, {{b0}} : {element}"
    return Part((element,), text, lambda a, b: (function(a[0], b[0]),), _bits(element))


def _largest(a: Arrays, b: Arrays) -> Arrays:
    a_is_nan, b_is_nan = np.isnan(a[0]), np.isnan(b[0])
    same = (a[0] == b[0]) | (a_is_nan & b_is_nan)
    keep = (a[0] > b[0]) | (a_is_nan & ~b_is_nan) | (same & (a[1] < b[1]))
    return np.where(keep, a[0], b[0]), np.where(keep, a[1], b[1])


#: the position of the first NaN, or else of the first of the largest
LARGEST = Part(
    ("f32", "i32"),
    """{t}g = arith.cmpf ogt, {a0}, {b0} : f32
    {t}e = arith.cmpf oeq, {a0}, {b0} : f32
    {t}m = arith.cmpf une, {a0}, {a0} : f32
    {t}n = arith.cmpf ord, {b0}, {b0} : f32
    {t}o = arith.cmpf une, {b0}, {b0} : f32
    {t}p = arith.andi {t}m, {t}n : i1
    {t}q = arith.andi {t}m, {t}o : i1
    {t}s = arith.ori {t}e, {t}q : i1
    {t}l = arith.cmpi slt, {a1}, {b1} : i32
    {t}u = arith.andi {t}s, {t}l : i1
    {t}v = arith.ori {t}g, {t}p : i1
    {t}k = arith.ori {t}v, {t}u : i1
    {r0} = arith.select {t}k, {a0}, {b0} : f32
    {r1} = arith.select {t}k, {a1}, {b1} : i32""",
    _largest,
    _with_places(_few("f32", 1.0, 2.0, -3.0, 2.0, np.nan, np.inf)),
)
#: a x + b after c x + d
AFFINE = Part(
    ("i32", "i32"),
    """{r0} = arith.muli {a0}, {b0} : i32
    {t}t = arith.muli {a1}, {b0} : i32
    {r1} = arith.addi {t}t, {b1} : i32""",
    lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]),
    _bits("i32", "i32"),
)
#: the product of two matrices of 2 x 2
MATRIX = Part(
    ("i16",) * 4,
    "\n    ".join(
        f"""{{t}}x{i}{j} = arith.muli {{a{2 * i}}}, {{b{j}}} : i16
    {{t}}y{i}{j} = arith.muli {{a{2 * i + 1}}}, {{b{2 + j}}} : i16
    {{r{2 * i + j}}} = arith.addi {{t}}x{i}{j}, {{t}}y{i}{j} : i16"""
        for i in (0, 1)
        for j in (0, 1)
    ),
    lambda a, b: tuple(a[2 * i] * b[j] + a[2 * i + 1] * b[2 + j] for i in (0, 1) for j in (0, 1)),
    _bits(*["i16"] * 4),
)
#: the sum since the last flag
SEGMENTS = Part(
    ("i1", "i64"),
    """{r0} = arith.ori {a0}, {b0} : i1
    {t}s = arith.addi {a1}, {b1} : i64
    {r1} = arith.select {b0}, {b1}, {t}s : i64""",
    lambda a, b: (a[0] | b[0], np.where(b[0], b[1], a[1] + b[1])),
    _bits("i1", "i64"),
)
#: the last element that is not zero
LAST_SET = Part(
    ("i8",),
    """{t}z = arith.constant 0 : i8
    {t}n = arith.cmpi ne, {b0}, {t}z : i8
    {r0} = arith.select {t}n, {b0}, {a0} : i8""",
    lambda a, b: (np.where(b[0] != 0, b[0], a[0]),),
    _few("i8", 0, 0, 0, 0, 0, 0, 0, 1, 2, -3),
)
#: the first element
FIRST = Part(
    ("f16",),
    "{t}u = arith.negf {a0} : f16\n    {r0} = arith.negf {t}u : f16",
    lambda a, b: (a[0],),
    _few("f16", 1.5, -2, 0.25),
)
#: the second element
LAST = Part(
    ("bf16",),
    "{t}u = arith.negf {b0} : bf16\n    {r0} = arith.negf {t}u : bf16",
    lambda a, b: (b[0],),
    _few("bf16", 1.5, -2, 0.25),
)
#: a sum that stays at 100
BOUNDED = Part(
    ("i8",),
    """{t}m = arith.constant 100 : i8
    {t}s = arith.addi {a0}, {b0} : i8
    {r0} = arith.minui {t}s, {t}m : i8""",
    lambda a, b: (np.minimum((a[0] + b[0]).view(np.uint8), 100).astype(np.int8),),
    _few("i8", 0, 1, 2, 30),
)

PARTS = [
    *(_simple(e, "addi", np.add) for e in ("i8", "i32", "i64")),
    _simple("i16", "muli", np.multiply),
    _simple("i32", "maxsi", np.maximum),
    _simple("i1", "xori", np.logical_xor),
    _simple("i1", "andi", np.logical_and),
    LARGEST, AFFINE, MATRIX, SEGMENTS, LAST_SET, FIRST, LAST, BOUNDED,
]  # fmt: skip


def joined(parts: list[Part], seed: int) -> Combiner:
    """The combiner that does what each of ``parts`` does to values of its own."""
    elements = tuple(chain.from_iterable(p.elements for p in parts))
    lines, returned, at = [], [], 0
    for number, part in enumerate(parts):
        count = len(part.elements)
        names = {f"{s}{i}": f"%{s}{at + i}" for s in "abr" for i in range(count)}
        lines.append(part.text.format(**names, t=f"%t{number}"))
        returned += [f"%r{at + i}" for i in range(count)]
        at += count

    def function(a: Arrays, b: Arrays) -> Arrays:
        results, at = [], 0
        for part in parts:
            own = slice(at, at + len(part.elements))
            results += part.function(a[own], b[own])
            at = own.stop
        return tuple(results)

    def inputs(shape: tuple[int, ...], axis: int) -> Arrays:
        rng = np.random.default_rng(seed)
        return tuple(chain.from_iterable(p.values(rng, shape) for p in parts))

    return Combiner(elements, "\n    ".join(lines), tuple(returned), function, inputs)


@st.composite
def shapes_with_axis(draw: st.DrawFn) -> tuple[tuple[int, ...], int]:
    """Sizes are powers of two, as Triton's are; the axis is the longest dimension half of the time."""
    rank = draw(st.integers(1, 4))
    left, shape = MOST, []
    for _ in range(rank):
        size = 1 << draw(st.integers(0, min(left.bit_length() - 1, 13 if rank == 1 else 8)))
        shape.append(size)
        left //= size
    axis = draw(st.integers(0, rank - 1))
    return tuple(shape), int(np.argmax(shape)) if draw(st.booleans()) else axis


@st.composite
def few_long_rows(draw: st.DrawFn) -> tuple[tuple[int, ...], int]:
    """Up to eight rows along the axis, before it or behind it."""
    before, behind = draw(st.sampled_from([(1, 1), (2, 1), (1, 2), (2, 4), (8, 1), (1, 8)]))
    size = 1 << draw(st.integers(5, 10 if before * behind > 1 else 13))
    return (before, size, behind), 1


COMBINERS = st.builds(joined, st.lists(st.sampled_from(PARTS), min_size=1, max_size=3), st.integers(0, 99))
quick = settings(
    max_examples=examples(60), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


@quick
@given(COMBINERS, shapes_with_axis(), st.booleans())
def test_reductions_keep_the_order(combiner, where, kept):
    program = Program()
    check_reduce(program, combiner, *where, kept=kept)
    program.check()


@quick
@given(COMBINERS, shapes_with_axis() | few_long_rows(), st.booleans())
def test_scans_keep_the_order(combiner, where, reverse):
    program = Program()
    check_scan(program, combiner, *where, reverse=reverse)
    program.check()
