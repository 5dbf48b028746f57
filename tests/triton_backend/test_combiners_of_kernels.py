"""Combiners of several values as kernels write them: NaN first, running variance, logarithms of sums, under masks."""

import pytest
import torch
import triton
import triton.language as tl

NAN = float("nan")


@triton.jit
def _nan_or_larger(a, i, b, j):
    """The place of the first NaN, or of the first of the largest, as ``torch.argmax`` finds it."""
    a_is_nan, b_is_nan = a != a, b != b
    better = (a > b) | (a_is_nan & (b_is_nan == 0))
    same = (a == b) | (a_is_nan & b_is_nan)
    keep = better | (same & (i < j))
    return tl.where(keep, a, b), tl.where(keep, i, j)


@triton.jit
def _welford(mean_a, m2_a, weight_a, mean_b, m2_b, weight_b):
    delta = mean_b - mean_a
    weight = weight_a + weight_b
    share = tl.where(weight == 0.0, 0.0, weight_b / weight)
    return mean_a + delta * share, m2_a + m2_b + delta * delta * weight_a * share, weight


@triton.jit
def _log_add_exp(a, b):
    high = tl.maximum(a, b, propagate_nan=tl.PropagateNan.ALL)
    low = tl.minimum(a, b, propagate_nan=tl.PropagateNan.ALL)
    return tl.where(high == low, high + 0.6931471805599453, high + tl.log(1.0 + tl.exp(low - high)))


@triton.jit
def _rows(
    x, largest, place, mean, m2, logsum, rows, columns, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr
):
    i, j = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    mask = (i < rows) & (j < columns)
    tile = tl.load(x + i * columns + j, mask=mask, other=float("-inf"))
    along = tl.broadcast_to(j if AXIS == 1 else i, [M, N])
    a, b = tl.reduce((tile, along), AXIS, _nan_or_larger)
    left = tl.arange(0, M if AXIS == 1 else N)
    kept = left < (rows if AXIS == 1 else columns)
    tl.store(largest + left, a, mask=kept)
    tl.store(place + left, b, mask=kept)
    tl.store(logsum + left, tl.reduce(tile, AXIS, _log_add_exp), mask=kept)
    number = tl.where(mask, tile, 0.0)
    a, b, _ = tl.reduce((number, number * 0.0, mask.to(tl.float32)), AXIS, _welford)
    tl.store(mean + left, a, mask=kept)
    tl.store(m2 + left, b, mask=kept)


SHAPES = [(1, 1), (1, 7), (1, 1000), (5, 3), (3, 130), (130, 3), (17, 33), (64, 64), (1, 5000)]


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("rows, columns", SHAPES)
def test_reductions_of_masked_tiles(rows, columns, axis):
    """Only what the mask keeps is read: the array ends there."""
    x = torch.randint(-9, 9, (rows, columns), generator=torch.manual_seed(rows)).float()
    results = {n: torch.full((rows if axis else columns,), 77.0) for n in ("largest", "mean", "m2", "logsum")}
    place = torch.full((rows if axis else columns,), 77, dtype=torch.int32)
    size = [triton.next_power_of_2(n) for n in (rows, columns)]
    for nans in (False, True):
        if nans:
            x[torch.rand(x.shape, generator=torch.manual_seed(columns)) < 0.1] = NAN
        largest, mean, m2, logsum = results.values()
        _rows[(1,)](x, largest, place, mean, m2, logsum, rows, columns, *size, axis)
        torch.testing.assert_close(largest, x.amax(axis), rtol=0, atol=0, equal_nan=True)
        assert torch.equal(place.long(), x.argmax(axis))
        exact = x.double()
        torch.testing.assert_close(mean.double(), exact.mean(axis), rtol=1e-5, atol=1e-5, equal_nan=True)
        spread = exact.var(axis, correction=0) * x.shape[axis]
        torch.testing.assert_close(m2.double(), spread, rtol=1e-5, atol=1e-4, equal_nan=True)
        torch.testing.assert_close(
            logsum.double(), exact.logsumexp(axis), rtol=1e-5, atol=1e-5, equal_nan=True
        )


@triton.jit
def _extremes(x, values, places, R: tl.constexpr, N: tl.constexpr):
    p = tl.program_id(0)
    tile = tl.load(x + p * R * N + tl.arange(0, R)[:, None] * N + tl.arange(0, N)[None, :])
    row = p * R + tl.arange(0, R)
    value, place = tl.max(tile, 1, return_indices=True)
    tl.store(values + row, value)
    tl.store(places + row, place)


@pytest.mark.parametrize(
    "dtype", [torch.int8, torch.int64, torch.float16, torch.bfloat16, torch.float64], ids=str
)
@pytest.mark.parametrize("rows, size", [(1, 2), (2, 1024), (64, 4), (8, 8192)])
def test_largest_with_its_first_place(dtype, rows, size):
    x = torch.randint(-3, 4, (2 * rows, size), generator=torch.manual_seed(size)).to(dtype)
    values, places = torch.empty(2 * rows, dtype=dtype), torch.empty(2 * rows, dtype=torch.int32)
    _extremes[(2,)](x, values, places, rows, size)
    assert torch.equal(values, x.amax(1))
    assert torch.equal(places.long(), (x == x.amax(1, keepdim=True)).int().argmax(1))


@triton.jit
def _centered(x, out, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr):
    i, j = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    tile = tl.load(x + i * N + j)
    along = tl.broadcast_to(j if AXIS == 1 else i, [M, N])
    largest, place = tl.reduce((tile, along), AXIS, _nan_or_larger, keep_dims=True)
    mean, _, _ = tl.reduce((tile, tile * 0.0, tile * 0.0 + 1.0), AXIS, _welford)
    tl.store(out + i * N + j, tile + 3.0 * largest + 5.0 * place - tl.expand_dims(mean, AXIS))


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("shape", [(16, 64), (4, 8), (64, 128), (1, 32)])
def test_totals_that_are_spread_again(shape, axis):
    x = torch.randn(shape, generator=torch.manual_seed(1))
    out = torch.empty_like(x)
    _centered[(1,)](x, out, *shape, axis)
    wanted = (
        x + 3 * x.amax(axis, keepdim=True) + 5 * x.argmax(axis, keepdim=True) - x.mean(axis, keepdim=True)
    )
    torch.testing.assert_close(out, wanted, rtol=1e-5, atol=1e-4)


@triton.jit
def _running(
    x, sums, products, largest, place, logsums, M: tl.constexpr, N: tl.constexpr, BACK: tl.constexpr
):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tile = tl.load(x + at)
    column = tl.broadcast_to(tl.arange(0, N)[None, :], [M, N])
    tl.store(sums + at, tl.cumsum(tile, 1, reverse=BACK))
    tl.store(products + at, tl.cumprod(1.0 + tile / N, 1, reverse=BACK))
    value, index = tl.associative_scan((tile, column), 1, _nan_or_larger, reverse=BACK)
    tl.store(largest + at, value)
    tl.store(place + at, index)
    tl.store(logsums + at, tl.associative_scan(tile, 1, _log_add_exp, reverse=BACK))


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("rows, size", [(1, 1), (1, 64), (1, 1024), (1, 8192), (2, 512), (8, 256), (32, 128)])
def test_running_totals(rows, size, back):
    x = torch.randn(rows, size, generator=torch.manual_seed(size))
    sums, products, largest, logsums = (torch.empty_like(x) for _ in range(4))
    place = torch.empty(rows, size, dtype=torch.int32)
    _running[(1,)](x, sums, products, largest, place, logsums, rows, size, back)
    turn = (lambda t: t.flip(1)) if back else (lambda t: t)
    exact = turn(x.double())
    torch.testing.assert_close(sums.double(), turn(exact.cumsum(1)), rtol=1e-5, atol=1e-4)
    torch.testing.assert_close(products.double(), turn((1 + exact / size).cumprod(1)), rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(logsums.double(), turn(exact.logcumsumexp(1)), rtol=1e-5, atol=1e-4)
    value, index = turn(x).cummax(1)
    assert torch.equal(largest, turn(value))
    assert torch.equal(place.long(), turn(size - 1 - index if back else index))


@triton.jit
def _nan_or_larger_value(a, b):
    return tl.where((a > b) | (a != a), a, b)


@triton.jit
def _log_softmax(x, out, rows, columns, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr):
    i, j = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    at, mask = i * columns + j, (i < rows) & (j < columns)
    tile = tl.load(x + at, mask, 0.0) + tl.load(out + at, mask, 0.0)
    largest = tl.reduce(tl.where(mask, tile, float("-inf")), AXIS, _nan_or_larger_value, keep_dims=True)
    centered = tile - largest
    total = tl.sum(tl.where(mask, tl.exp(centered), 0.0), AXIS, keep_dims=True)
    tl.store(out + at, centered - tl.log(total), mask)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("rows, columns", [(5, 24), (1, 24), (24, 5), (13, 1), (3, 70), (1, 1), (2, 2)])
def test_totals_under_masks_that_are_spread_again(rows, columns, axis):
    """A total that starts from anything but the first slice shows only where it is far from the elements."""
    generator = torch.Generator().manual_seed(rows + columns)
    x, y = torch.randn(2, rows, columns, generator=generator)
    out = y.clone()
    _log_softmax[(1,)](
        x, out, rows, columns, triton.next_power_of_2(rows), triton.next_power_of_2(columns), axis
    )
    torch.testing.assert_close(out, (x + y).double().log_softmax(axis).float(), rtol=1e-5, atol=1e-5)
