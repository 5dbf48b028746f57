"""Reductions and scans whose result depends on more than the combiner: NaN in argmax, running sums of halves."""

import pytest
import torch
import triton
import triton.language as tl

NAN = float("nan")


@triton.jit
def _positions(
    x, largest, smallest, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr, LEFT: tl.constexpr
):
    tile = tl.load(x + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    at = tl.arange(0, M if AXIS == 1 else N)
    tl.store(largest + at, tl.argmax(tile, AXIS, tie_break_left=LEFT))
    tl.store(smallest + at, tl.argmin(tile, AXIS, tie_break_left=LEFT))


def _without_nan(x, axis, sign):
    """The first position of the largest (or smallest) number along ``axis``; 0 where there is none."""
    numbers = torch.where(x.isnan(), torch.tensor(-float("inf"), dtype=x.dtype), sign * x)
    return numbers.argmax(axis).to(torch.int32)


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("left", [True, False])
def test_positions_pass_over_nan(dtype, axis, left):
    x = (torch.randperm(64 * 64, generator=torch.manual_seed(0)).view(64, 64) - 2048).to(dtype)
    x = torch.where(torch.rand(64, 64, generator=torch.manual_seed(1)) < 0.4, NAN, x)
    x[:, 0] = x[5] = x[:, 63] = x[63] = NAN
    for corner in ((1, 1), (2, 62), (62, 2)):
        x[corner] = 3000 + 8 * corner[0] + 16 * corner[1]
    kept = [i for i in range(64) if not x.isnan().all(axis)[i]]
    largest, smallest = (torch.full((64,), -1, dtype=torch.int32) for _ in range(2))
    _positions[(1,)](x, largest, smallest, 64, 64, axis, left)
    assert torch.equal(largest[kept], _without_nan(x, axis, 1)[kept])
    assert torch.equal(smallest[kept], _without_nan(x, axis, -1)[kept])


@triton.jit
def _running(x, y, sums, products, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr, BACK: tl.constexpr):
    place = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(sums + place, tl.associative_scan(tl.load(x + place), AXIS, _add, reverse=BACK))
    tl.store(products + place, tl.associative_scan(tl.load(y + place), AXIS, _multiply, reverse=BACK))


@triton.jit
def _add(a, b):
    return a + b


@triton.jit
def _multiply(a, b):
    return a * b


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("back", [False, True])
def test_running_totals_of_halves_are_rounded_once(dtype, axis, back):
    """Each is the nearest number of the type to the exact total, but for what accumulation in f32 rounds."""
    x = torch.randn(32, 32, generator=torch.manual_seed(7)).to(dtype)
    y = 1 + x / 64
    sums, products = torch.empty_like(x), torch.empty_like(x)
    _running[(1,)](x, y, sums, products, 32, 32, axis, back)
    turn = (lambda t: t.flip(axis)) if back else (lambda t: t)
    half_step = torch.finfo(dtype).eps / 2
    for total, exact in (
        (sums, turn(turn(x.double()).cumsum(axis))),
        (products, turn(turn(y.double()).cumprod(axis))),
    ):
        torch.testing.assert_close(total.double(), exact, rtol=half_step * 1.01, atol=1e-5)
