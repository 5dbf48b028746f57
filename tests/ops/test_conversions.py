"""Conversions between float formats, bit for bit, over all patterns of 8 and 16 bits and hard cases of wider ones."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import triton_shared
from tests.support import emulated
from tests.support.program import DTYPES, EIGHTS, Program
from tests.support.ttir import tensor

NARROW = (*EIGHTS, "f16", "bf16")
FLOATS = (*NARROW, "f32", "f64")


def bits_of(element: str) -> int:
    return np.dtype(DTYPES[element]).itemsize * 8


def patterns(element: str) -> np.ndarray:
    """Every value of a format of at most 16 bits."""
    bits = bits_of(element)
    return np.arange(1 << bits, dtype=np.uint16).astype(f"u{bits // 8}").view(DTYPES[element])


def finite(element: str) -> np.ndarray:
    """The finite values that are not negative, ascending, as f64; value number i has bit pattern i."""
    with np.errstate(invalid="ignore"):
        values = patterns(element)[: 1 << (bits_of(element) - 1)].astype(np.float64)
    return values[np.isfinite(values)]


def hard_cases(source: str, target: str) -> np.ndarray:
    """Values of ``source`` around each value of ``target`` and around the middles between neighbours; specials."""
    if bits_of(source) <= 16:
        return patterns(source)
    dtype = DTYPES[source]
    word = np.dtype(f"u{np.dtype(dtype).itemsize}")
    if bits_of(target) <= 16:
        grid = finite(target)
        with np.errstate(over="ignore"):
            centres = np.concatenate(
                [grid, (grid[1:] + grid[:-1]) / 2, grid[-1:] * 2.0 ** np.arange(-1, 4)]
            ).astype(dtype)
    else:
        rng = np.random.default_rng(5)
        centres = rng.integers(0, 0x7F80_0000, 20000).astype(np.uint32).view(np.float32).astype(np.float64)
        following = np.nextafter(centres.astype(np.float32), np.float32(np.inf)).astype(np.float64)
        centres = np.concatenate(
            [centres, (centres + following) / 2, [3.4028235677973366e38, 1e300, 1e-300, 2.0**-150]]
        )
        centres = centres[np.isfinite(centres)].astype(dtype)
    near = [np.nextafter(centres, dtype(end)) for end in (0, np.inf)]
    rng = np.random.default_rng(3)
    noise = rng.integers(0, 1 << (bits_of(source) - 1), 1 << 16).astype(word).view(dtype)
    special = np.array(
        [0, np.inf, np.nan, np.finfo(dtype).max, np.finfo(dtype).tiny, np.finfo(dtype).smallest_subnormal],
        dtype,
    )
    values = np.concatenate([centres, *near, noise, special])
    return np.concatenate([values, -values])


def rounded(values: np.ndarray, target: str, mode: str, saturate: bool) -> np.ndarray:
    """Rounding by hand: the neighbours of each value among all values of the target, the nearer one, the even one."""
    grid = finite(target)
    with np.errstate(invalid="ignore", over="ignore"):
        exact = values.astype(np.float64)
        size = np.abs(exact)
        low = np.clip(np.searchsorted(grid, size, side="right") - 1, 0, len(grid) - 1)
        above = np.append(grid[1:], 2 * grid[-1] - grid[-2])[low]
        down, up = size - grid[low], above - size
        number = low + ((mode == "rtne") & ((up < down) | ((up == down) & (low % 2 == 1))))
        number = np.where(np.isinf(size), len(grid), number)
    ieee = np.isinf(patterns(target).astype(np.float64)).any()
    if mode == "rtz":
        number = np.where(np.isfinite(size), np.minimum(number, len(grid) - 1), number)
    keeps_infinity = np.isinf(size) & (ieee and mode == "rtz")
    last = np.where(saturate & ~keeps_infinity, len(grid) - 1, len(grid))
    number = np.minimum(number, last)
    table = np.append(grid, np.inf if ieee else np.nan)
    with np.errstate(invalid="ignore"):
        return np.where(np.isnan(exact), np.nan, np.copysign(table[number], exact)).astype(DTYPES[target])


def in_bits(values: np.ndarray, wanted: np.ndarray, target: str) -> np.ndarray:
    """``wanted``, of 8 bits, as integers; every NaN among ``values`` has become the pattern that GPUs write."""
    pattern = np.uint8(0x80 if target.endswith("FNUZ") else 0x7F)
    with np.errstate(invalid="ignore"):
        return np.where(np.isnan(values.astype(np.float64)), pattern, wanted.view(np.uint8)).view(np.int8)


def expect(program: Program, result: str, values: np.ndarray, target: str, mode: str, saturate: bool) -> None:
    """Bit for bit; a NaN of more than 8 bits may have any pattern."""
    wanted = expected(values, target, mode, saturate)
    if bits_of(target) == 8:
        bits = tensor(values.shape, "i8")
        result = program.op(f"tt.bitcast {result} : {tensor(values.shape, target)} -> {bits}")
        wanted = in_bits(values, wanted, target)
    program.expect(result, wanted, note=f"{values.dtype} -> {target} {mode}")


def expected(values: np.ndarray, target: str, mode: str, saturate: bool) -> np.ndarray:
    if bits_of(target) <= 16:
        return rounded(values, target, mode, saturate)
    with np.errstate(invalid="ignore", over="ignore"):
        near = values.astype(DTYPES[target])
        if mode == "rtne" or values.dtype != np.float64:
            return near
        back = near.astype(np.float64)
        return np.where(np.abs(back) > np.abs(values), np.nextafter(near, DTYPES[target](0)), near)


def pad(values: np.ndarray) -> np.ndarray:
    """``values`` repeated to a power of two."""
    return np.resize(values, 1 << (len(values) - 1).bit_length())


@pytest.fixture
def pieces(request):
    """Takes an array apart: a thread of a GPU does not hold hundreds of elements; each piece has the same program."""
    whole = request.config.getoption("--target") == "cpu"
    return lambda values: [values] if whole else values.reshape(-1, min(values.size, 4096))


@pytest.mark.parametrize("source", FLOATS)
def test_fp_to_fp(source, pieces):
    """tt.fp_to_fp to every other format; to nearest, formats of 8 bits saturate, towards zero, infinity stays."""
    for target in FLOATS:
        if target == source:
            continue
        widens = bits_of(source) < bits_of(target)
        for values in pieces(pad(hard_cases(source, target))):
            program = Program()
            x = program.input(values)
            for mode in ("rtne",) if widens else ("rtne", "rtz"):
                rounding = "" if widens else f", rounding = {mode}"
                types = f"{tensor(values.shape, source)} -> {tensor(values.shape, target)}"
                result = program.op(f"tt.fp_to_fp {x}{rounding} : {types}")
                expect(program, result, values, target, mode, saturate=bits_of(target) == 8)
            program.check()


@pytest.mark.parametrize("source", FLOATS)
def test_extf_and_truncf(source, pieces):
    """arith.extf and arith.truncf: to nearest even, beyond the largest number to infinity (or NaN)."""
    for target in FLOATS:
        if bits_of(target) == bits_of(source):
            continue
        op = "extf" if bits_of(source) < bits_of(target) else "truncf"
        for values in pieces(pad(hard_cases(source, target))):
            program = Program()
            types = f"{tensor(values.shape, source)} to {tensor(values.shape, target)}"
            result = program.op(f"arith.{op} {program.input(values)} : {types}")
            expect(program, result, values, target, "rtne", saturate=False)
            program.check()


@pytest.mark.parametrize("chip", ["sm_80", "sm_89", "sm_90a"])
@pytest.mark.parametrize("source", [*NARROW, "f32"])
def test_eight_bits_in_ptx(source, chip, monkeypatch):
    """What LLVM's back end makes of formats of 8 bits, for chips with and without instructions for them."""
    settings = emulated.Settings(ptx=True, chip=chip)
    monkeypatch.setattr(triton_shared, "compile", functools.partial(emulated.compile, settings=settings))
    narrows = bits_of(source) > 8
    for target in ("f8E4M3FN", "f8E5M2") if narrows else ("f16", "bf16", "f32"):
        values = pad(hard_cases(source, target)[:: 7 if source == "f32" else 1])
        for piece in np.array_split(values, max(1, values.size // 4096)):
            program = Program()
            types = f"{tensor(piece.shape, source)} -> {tensor(piece.shape, target)}"
            rounding = ", rounding = rtne" if narrows else ""
            result = program.op(f"tt.fp_to_fp {program.input(piece)}{rounding} : {types}")
            expect(program, result, piece, target, "rtne", saturate=narrows)
            program.check()
