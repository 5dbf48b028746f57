"""Vectors of integers are divided by way of floats: exactly, next to every multiple and at every end."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.support.ttir import Body

BLOCK = 1024
DTYPES = [np.dtype(f"{kind}{size}") for kind in "iu" for size in (1, 2, 4)]


def pairs(dtype: np.dtype) -> tuple[np.ndarray, np.ndarray]:
    """Dividends around multiples of divisors of every size; all pairs of 8 bits."""
    info = np.iinfo(dtype)
    if info.bits == 8:
        every = np.arange(info.min, info.max + 1)
        return np.repeat(every, 256), np.tile(every, 256)
    rng = np.random.default_rng(0)

    def some(count: int) -> np.ndarray:
        numbers = rng.integers(0, 2**info.bits, count) >> rng.integers(0, info.bits, count)
        return np.where(numbers > info.max, numbers - 2**info.bits, numbers) * rng.choice([1, -1], count)

    y = some(1 << 16)
    y[:64] = np.resize([info.max, info.min, info.max - 1, info.min + 1, info.max // 2, 2, 3, 1], 64)
    y = np.where((y < info.min) | (y > info.max) | (y == 0), 1, y)
    quotient = some(y.size) % np.maximum(info.max // np.abs(y), 1) + rng.integers(0, 2, y.size)
    x = quotient * y + rng.integers(-1, 2, y.size)
    return np.clip(x, info.min, info.max), y


def kernel(element: str, ops: list[str]) -> triton_shared.Kernel:
    """Divides blocks of ``x`` by blocks of ``y``: one output array for each of ``ops``."""
    body = Body((BLOCK,))
    base = body.op(f"arith.muli %pid, {body.pure(f'arith.constant {BLOCK} : i32')} : i32")
    at = body.op(f"arith.addi {body.position()}, {body.splat(base, 'i32')} : {body.type('i32')}")
    x, y = body.load("%x", element, at), body.load("%y", element, at)
    for op in ops:
        body.store(f"%{op}", element, body.op(f"arith.{op} {x}, {y} : {body.type(element)}"), at)
    body.lines.insert(0, "%pid = tt.get_program_id x : i32")
    arguments = ", ".join(f"%{name}: !tt.ptr<{element}>" for name in ("x", "y", *ops))
    return triton_shared.compile(body.kernel(arguments))


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_quotients_are_exact(dtype):
    wide = pairs(dtype)
    if dtype.kind == "i":
        overflows = (wide[0] == np.iinfo(dtype).min) & (wide[1] == -1)
        wide = np.where(overflows, 0, wide[0]), wide[1]
    wide = wide[0], np.where(wide[1] == 0, 1, wide[1])
    x, y = (w.astype(dtype) for w in wide)
    suffix = "si" if dtype.kind == "i" else "ui"
    quotient, remainder = np.empty_like(x), np.empty_like(x)
    kernel(f"i{8 * dtype.itemsize}", [f"div{suffix}", f"rem{suffix}"])[(x.size // BLOCK,)](
        x, y, quotient, remainder
    )
    truncated = np.abs(wide[0]) // np.abs(wide[1]) * np.sign(wide[0]) * np.sign(wide[1])
    np.testing.assert_array_equal(quotient, truncated)
    np.testing.assert_array_equal(remainder, wide[0] - truncated * wide[1])
