"""The table of ops on whole tensors: shapes, products, reductions, scans, maps, histograms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from tests.ops.elementwise import EIGHTS, FLOATS, INTS, on_integers
from tests.ops.values import operands, width_of
from tests.support.program import DTYPES, Program
from tests.support.ttir import tensor

EVERY = (*INTS, *FLOATS, *EIGHTS)


@dataclass(frozen=True)
class Case:
    """One op on one choice of types: ``build`` adds it, in one or more shapes, to a program with what is expected."""

    name: str
    types: str
    build: Callable[[Program], None]
    shown: str = ""


def data(element: str, shape: tuple[int, ...], salt: int = 1) -> np.ndarray:
    """Edge cases and random values."""
    return operands((element,), shape, salt + len(shape))[0]


# Shapes


def _moves() -> dict[str, list[tuple[tuple[int, ...], str, Callable]]]:
    """name -> (shape, text with the types {t} and {r}, oracle)."""
    reshapes = [
        ((16,), (4, 4)), ((4, 4), (16,)), ((8, 2), (2, 8)), ((1,), (1, 1, 1)), ((2, 4, 8), (8, 8)),
        ((64,), (2,) * 6), ((1024,), (2,) * 10), ((2,) * 10, (32, 32)), ((1, 4, 1), (4,)), ((4,), (1, 4, 1)),
        ((4, 1, 4), (1, 16)),
    ]  # fmt: skip
    expansions = [((8,), 0), ((8,), 1), ((4, 8), 1), ((1,), 1), ((2, 4, 8), 3), ((2, 1, 2, 4), 2)]
    broadcasts = [
        ((1,), (16,)), ((1, 8), (4, 8)), ((4, 1), (4, 8)), ((1, 1), (4, 8)), ((4, 1, 8), (4, 2, 8)),
        ((1, 4, 1), (2, 4, 8)), ((1, 1, 1, 1, 1), (2, 1, 2, 2, 4)), ((4, 8), (4, 8)),
    ]  # fmt: skip
    orders = [((4, 8), o) for o in permutations(range(2))] + [((2, 4, 8), o) for o in permutations(range(3))]
    orders += [
        ((1, 8), (1, 0)),
        ((64, 32), (1, 0)),
        ((2, 4, 2, 8), (3, 1, 0, 2)),
        ((2, 2, 1, 4, 8), (4, 0, 2, 1, 3)),
    ]
    moves = {
        "tt.reshape": [(a, "tt.reshape {0} : {t} -> {r}", lambda x, b=b: x.reshape(b)) for a, b in reshapes],
        "tt.expand_dims": [
            (a, f"tt.expand_dims {{0}} {{{{axis = {d} : i32}}}} : {{t}} -> {{r}}", lambda x, d=d: np.expand_dims(x, d))
            for a, d in expansions
        ],
        "tt.broadcast": [
            (a, "tt.broadcast {0} : {t} -> {r}", lambda x, b=b: np.broadcast_to(x, b)) for a, b in broadcasts
        ],
        "tt.trans": [
            (a, f"tt.trans {{0}} {{{{order = array<i32: {', '.join(map(str, o))}>}}}} : {{t}} -> {{r}}",
             lambda x, o=o: np.transpose(x, o)) for a, o in orders
        ],
        "tt.splat": [
            ((), "tt.splat {0} : {t} -> {r}", lambda x, b=b: np.broadcast_to(x, b)) for b in ((16,), (1,), (2, 4, 8))
        ],
        "tt.unsplat": [(s, "tt.unsplat {0} : {t}", lambda x: x.reshape(())) for s in ((1,), (1, 1), (1, 1, 1))],
    }  # fmt: skip
    return moves


def shape_cases() -> Iterator[Case]:
    """Ops that only move elements, on every type."""
    for name, variants in _moves().items():
        for e in EVERY:

            def build(program: Program, e=e, variants=variants) -> None:
                for shape, text, oracle in variants:
                    x = data(e, shape)
                    wanted = np.ascontiguousarray(oracle(x)).reshape(oracle(x).shape)
                    types = {"t": tensor(shape, e), "r": tensor(wanted.shape, e)}
                    program.expect(program.op(text.format(program.input(x), **types)), wanted, note=text)

            yield Case(name, e, build)
    for e in EVERY:
        yield Case("tt.cat", e, lambda program, e=e: _joined(program, e, "cat"))
        yield Case("tt.join", e, lambda program, e=e: _joined(program, e, "join"))
        yield Case("tt.split", e, lambda program, e=e: _split(program, e))
        yield Case("tt.gather", e, lambda program, e=e: _gathers(program, e))


def _joined(program: Program, e: str, name: str) -> None:
    for shape in [(8,), (1,), (64,)] if name == "cat" else [(8,), (1,), (4, 8), (2, 4, 2)]:
        x, y = data(e, shape, 1), data(e, shape, 2)
        wanted = np.concatenate([x, y]) if name == "cat" else np.stack([x, y], -1)
        types = f"{tensor(shape, e)} -> {tensor(wanted.shape, e)}"
        program.expect(program.op(f"tt.{name} {program.input(x)}, {program.input(y)} : {types}"), wanted)


def _split(program: Program, e: str) -> None:
    for shape in [(8, 2), (1, 2), (4, 8, 2)]:
        x = data(e, shape)
        halves = program.op(f"tt.split {program.input(x)} : {tensor(shape, e)} -> {tensor(shape[:-1], e)}", 2)
        for k in (0, 1):
            program.expect(halves[k], x[..., k])


def _gathers(program: Program, e: str) -> None:
    for shape, axis, size in [
        ((16,), 0, 16),
        ((16,), 0, 4),
        ((8, 4), 0, 8),
        ((8, 4), 1, 16),
        ((4, 2, 8), 1, 4),
        ((2, 4, 8), 2, 8),
    ]:
        x = data(e, shape)
        wanted_shape = tuple(size if d == axis else n for d, n in enumerate(shape))
        index = np.random.default_rng(axis).integers(0, shape[axis], wanted_shape).astype(np.int32)
        types = f"({tensor(shape, e)}, {tensor(wanted_shape, 'i32')}) -> {tensor(wanted_shape, e)}"
        text = f"tt.gather {program.input(x)}[{program.input(index)}] {{axis = {axis} : i32}} : {types}"
        program.expect(program.op(text), np.take_along_axis(x, index, axis), note=f"axis {axis}")


# Products

DOTS = [  # operands, accumulator
    ("f16", "f16", "f32"), ("f16", "f16", "f16"), ("bf16", "bf16", "f32"), ("bf16", "bf16", "bf16"),
    ("f32", "f32", "f32"), ("f64", "f64", "f64"), ("i8", "i8", "i32"), ("f8E5M2", "f8E5M2", "f32"),
    ("f8E4M3FN", "f8E4M3FN", "f32"),
    ("f8E5M2", "f8E4M3FN", "f32"), ("f8E4M3FN", "f8E5M2", "f16"), ("f8E4M3FNUZ", "f8E4M3FNUZ", "f32"),
    ("f8E5M2FNUZ", "f8E5M2FNUZ", "f32"), ("f8E4M3B11FNUZ", "f8E4M3B11FNUZ", "f32"), ("f8E5M2", "f8E5M2", "bf16"),
    ("f8E4M3FN", "f8E4M3FN", "f64"), ("f16", "f16", "f64"), ("f32", "f32", "f64"), ("f32", "f32", "f16"),
]  # fmt: skip
DOT_SHAPES = [
    ((1, 2), (2, 1)), ((1, 1), (1, 1)), ((16, 16), (16, 16)), ((64, 64), (64, 64)), ((16, 32), (32, 8)),
    ((4, 128), (128, 64)), ((2, 16, 8), (2, 8, 16)), ((1, 4, 4), (1, 4, 4)),
]  # fmt: skip
PRECISIONS = ("tf32", "tf32x3", "ieee", "bf16x3", "bf16x6")
#: bits of a factor of f32 that count, by the precision that is asked for
BITS = dict.fromkeys(PRECISIONS, 24)
TENSOR_CORES = {"tf32": 11, "tf32x3": 21, "bf16x3": 16}


def _factors(element: str, shape: tuple[int, ...], salt: int) -> np.ndarray:
    """Small integers and halves: sums of their products are exact in f32."""
    rng = np.random.default_rng(salt)
    if element == "i8":
        return rng.integers(-128, 128, shape).astype(np.int8)
    return (rng.integers(-4, 5, shape) / 2).astype(DTYPES[element])


def _dot(program: Program, a: str, b: str, c: str, precision: str = "ieee") -> None:
    for number, (left, right) in enumerate(DOT_SHAPES):
        x, y = _factors(a, left, number), _factors(b, right, number + 50)
        shape = (*left[:-1], right[-1])
        wide = np.int64 if c == "i32" else np.float64
        limit = 4 if c == "bf16" else 64  # what the accumulator holds exactly
        z = np.random.default_rng(number).integers(-limit, limit, shape).astype(DTYPES[c])
        with np.errstate(over="ignore"):
            wanted = (z.astype(wide) + x.astype(wide) @ y.astype(wide)).astype(DTYPES[c])
        types = f"{tensor(left, a)} * {tensor(right, b)} -> {tensor(shape, c)}"
        names = ", ".join(map(program.input, (x, y, z)))
        text = f"tt.dot {names}, inputPrecision = {precision} : {types}"
        program.expect(program.op(text), wanted, signs=False, note=precision)


def _dot_of_reals(program: Program, precision: str) -> None:
    """f32 products are as exact as sums of f32 are, or as the factors' bits that count."""
    rng = np.random.default_rng(9)
    x, y = (rng.standard_normal((64, 64)).astype(np.float32) for _ in range(2))
    wanted = x.astype(np.float64) @ y.astype(np.float64)
    each = 64 * 2.0**-24 + (2 * 2.0 ** (1 - BITS[precision]) if BITS[precision] < 24 else 0)
    bound = np.abs(x).astype(np.float64) @ np.abs(y).astype(np.float64) * each
    types = f"{tensor((64, 64), 'f32')} * {tensor((64, 64), 'f32')} -> {tensor((64, 64), 'f32')}"
    zero = program.input(np.zeros((64, 64), np.float32))
    text = f"tt.dot {program.input(x)}, {program.input(y)}, {zero}, inputPrecision = {precision} : {types}"
    program.expect_close(program.op(text), wanted, bound, np.float32)


def _precise(program: Program, precision: str) -> None:
    _dot(program, "f32", "f32", "f32", precision)
    _dot_of_reals(program, precision)


SCALED = {"e4m3": "f8E4M3FN", "e5m2": "f8E5M2", "bf16": "bf16", "fp16": "f16", "e2m1": "i8"}
E2M1 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6])


def _scaled_operand(
    kind: str, shape: tuple[int, ...], pack_axis: int, salt: int
) -> tuple[np.ndarray, np.ndarray]:
    """What the kernel gets, and its values; ``shape`` counts values."""
    rng = np.random.default_rng(salt)
    if kind != "e2m1":
        stored = (rng.integers(-8, 9, shape) / 4).astype(DTYPES[SCALED[kind]])
        return stored, stored.astype(np.float64)
    codes = rng.integers(0, 16, shape)
    pairs = np.moveaxis(codes, pack_axis, -1)
    packed = np.moveaxis(pairs[..., 0::2] | pairs[..., 1::2] << 4, -1, pack_axis)
    return np.ascontiguousarray(packed.astype(np.uint8).view(np.int8)), E2M1[codes]


def _scales(shape: tuple[int, ...], salt: int, *, nan: bool) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(salt)
    codes = rng.integers(117, 137, shape).astype(np.uint8)
    values = 2.0 ** (codes.astype(np.float64) - 127)
    if nan:
        codes[..., 0, 0], values[..., 0, 0] = 0xFF, np.nan
        codes[..., -1, -1], values[..., -1, -1] = 0, 2.0**-127
    return codes.view(np.int8), values


def _dot_scaled(program: Program, a: str, b: str) -> None:
    m, n, k = 16, 32, 64
    for number, (scales, a_packs_k, b_packs_k, nan, batch) in enumerate(
        [("ab", True, True, False, ()), ("a", True, True, False, ()), ("b", True, True, True, ()),
         ("", True, True, False, ()), ("ab", False, False, True, ()), ("ab", True, False, True, (4,)),
         ("b", False, True, False, (2,))]
    ):  # fmt: skip
        x, left = _scaled_operand(a, (*batch, m, k), -1 if a_packs_k else -2, number)
        y, right = _scaled_operand(b, (*batch, k, n), -2 if b_packs_k else -1, number + 7)
        names = [program.input(x), program.input(y)]
        types = [tensor(x.shape, SCALED[a]), tensor(y.shape, SCALED[b])]
        if "a" in scales:
            codes, factors = _scales((*batch, m, k // 32), number, nan=nan)
            left = left * np.repeat(factors, 32, -1)
            names[0], types[0] = (
                f"{names[0]} scale {program.input(codes)}",
                f"{types[0]}, {tensor(codes.shape, 'i8')}",
            )
        if "b" in scales:
            codes, factors = _scales((*batch, n, k // 32), number + 3, nan=nan)
            right = right * np.swapaxes(np.repeat(factors, 32, -1), -1, -2)
            names[1], types[1] = (
                f"{names[1]} scale {program.input(codes)}",
                f"{types[1]}, {tensor(codes.shape, 'i8')}",
            )
        packs = f"lhs_k_pack = {str(a_packs_k).lower()}, rhs_k_pack = {str(b_packs_k).lower()}"
        zero = program.input(np.ones((*batch, m, n), np.float32))
        text = (
            f"tt.dot_scaled {names[0]}, {names[1]}, {zero} lhs = {a} rhs = {b} {{fastMath = false, {packs}}} : "
            f"{types[0]} * {types[1]} -> {tensor((*batch, m, n), 'f32')}"
        )
        with np.errstate(invalid="ignore"):
            bound = np.abs(left) @ np.abs(right) * 2.0**-20 + 1e-6
        program.expect_close(program.op(text), 1 + left @ right, bound, np.float32, note=f"{a} {b} {scales}")


def product_cases() -> Iterator[Case]:
    """tt.dot and tt.dot_scaled."""
    for a, b, c in DOTS:
        yield Case("tt.dot", f"{a} × {b} → {c}", lambda program, a=a, b=b, c=c: _dot(program, a, b, c))
    for precision in PRECISIONS:
        yield Case("tt.dot", f"f32, {precision}", lambda program, p=precision: _precise(program, p))
    for a in SCALED:
        for b in SCALED:
            yield Case("tt.dot_scaled", f"{a} × {b}", lambda program, a=a, b=b: _dot_scaled(program, a, b))


def histogram_cases() -> Iterator[Case]:
    """tt.histogram, with and without a mask."""
    for e in ("i8", "i16", "i32", "i64"):
        for bins in ("i32", "i64"):
            yield Case(
                "tt.histogram", f"{e} → {bins}", lambda program, e=e, bins=bins: _histogram(program, e, bins)
            )


def _histogram(program: Program, e: str, bins: str) -> None:
    rng = np.random.default_rng(4)
    for size, count in [(1, 1), (64, 16), (4096, 128)]:
        x = rng.integers(-3, min(count + 3, 127), size).astype(DTYPES[e])
        mask = rng.integers(0, 2, size).astype(bool)
        inside = (x >= 0) & (x < count)
        name = program.input(x)
        types = f"{tensor((size,), e)} -> {tensor((count,), bins)}"
        for text, kept in ((name, inside), (f"{name}, {program.input(mask)}", inside & mask)):
            wanted = np.bincount(x[kept].astype(np.int64), minlength=count).astype(DTYPES[bins])
            program.expect(program.op(f"tt.histogram {text} : {types}"), wanted)


# name -> (reads signed numbers, the exact result, the type of its high half where that is not the operands')
EXTENDED = {
    "arith.mulsi_extended": (True, lambda a, b: a * b, None),
    "arith.mului_extended": (False, lambda a, b: a * b, None),
    "arith.addui_extended": (False, lambda a, b: a + b, "i1"),
}


def extended_cases() -> Iterator[Case]:
    """Arithmetic whose result has a low and a high half."""
    for name in EXTENDED:
        for e in INTS[1:]:
            yield Case(name, e, lambda program, name=name, e=e: _extended(program, name, e))


def _extended(program: Program, name: str, e: str) -> None:
    signed, exact, high = EXTENDED[name]
    high = high or e
    for shape in [(), (4096,), (2, 4, 8)]:
        x, y = operands((e, e), shape, 5)
        text = f"{name} {program.input(x)}, {program.input(y)} : {tensor(shape, e)}"
        if high != e:
            text += f", {tensor(shape, high)}"
        results = program.op(text, 2)
        halves = [(e, exact), (high, lambda a, b: exact(a, b) >> width_of(e))]
        for result, (element, function) in zip(results, halves, strict=True):
            wanted = on_integers(function, (e, e), element, signed=signed)(x, y)
            program.expect(result, wanted.reshape(shape))


def all_cases() -> list[Case]:
    """The whole table."""
    from tests.ops.combined import combined_cases

    return [*shape_cases(), *product_cases(), *histogram_cases(), *extended_cases(), *combined_cases()]
