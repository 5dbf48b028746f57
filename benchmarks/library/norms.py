"""Norms and their gradients, activations, statistics and sums of rows and columns."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from benchmarks.gpu_row import Row
from benchmarks.library.entry import Data, Entry, size_of

EPSILON = 1e-5


@triton.jit
def _rms_norm(x, residual, w, total, o, n, eps, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    c = tl.arange(0, B)
    v = tl.load(x + row * n + c, mask=c < n, other=0.0).to(tl.float32)
    v += tl.load(residual + row * n + c, mask=c < n, other=0.0).to(tl.float32)
    tl.store(total + row * n + c, v.to(x.dtype.element_ty), mask=c < n)
    r = tl.rsqrt(tl.sum(v * v, 0) / n + eps)
    made = v * r * tl.load(w + c, mask=c < n, other=0.0).to(tl.float32)
    tl.store(o + row * n + c, made.to(o.dtype.element_ty), mask=c < n)


def rms_norm_of_a_sum(data: Data, rows: int, width: int, B: int) -> Row:
    """A row a program, to which the residual is added; the sum is stored, too."""
    x, residual, w = data.normal(rows, width), data.normal(rows, width), data.normal(width)
    made = [data.zeros(rows, width) for _ in range(2)]

    def oracle() -> torch.Tensor:
        v = x.float() + residual.float()
        return v * torch.rsqrt((v * v).mean(-1, keepdim=True) + EPSILON) * w.float()

    args, bytes_ = [x, residual, w, *made, width, EPSILON], 4 * size_of(x)
    return Row("", _rms_norm, args, 4, [{"B": B}], lambda _: (rows,), bytes_, oracle, 8 * data.rounding)


@triton.jit
def _rms_heads(x, w, o, rows, eps, R: tl.constexpr, D: tl.constexpr):
    r, c = tl.program_id(0) * R + tl.arange(0, R), tl.arange(0, D)
    at, inside = r[:, None] * D + c[None, :], r[:, None] < rows
    v = tl.load(x + at, mask=inside, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(v * v, 1) / D + eps)
    made = v * scale[:, None] * tl.load(w + c).to(tl.float32)[None, :]
    tl.store(o + at, made.to(o.dtype.element_ty), mask=inside)


def rms_norm_of_heads(data: Data, rows: int, width: int, R: int) -> Row:
    """Several short rows a program."""
    x, w, o = data.normal(rows, width), data.normal(width), data.zeros(rows, width)

    def oracle() -> torch.Tensor:
        v = x.float()
        return v * torch.rsqrt((v * v).mean(-1, keepdim=True) + EPSILON) * w.float()

    args, grid = [x, w, o, rows, EPSILON], lambda c: (triton.cdiv(rows, c["R"]),)
    blocks, tolerance = [{"R": R, "D": width}], 8 * data.rounding
    return Row("", _rms_heads, args, 2, blocks, grid, 2 * size_of(x), oracle, tolerance)


@triton.jit
def _norm_backward(x, dy, w, dx, dw, db, rows, n, eps, B: tl.constexpr):
    c = tl.arange(0, B)
    m = c < n
    scale = tl.load(w + c, mask=m, other=0.0).to(tl.float32)
    more_w, more_b = tl.zeros((B,), tl.float32), tl.zeros((B,), tl.float32)
    for row in range(tl.program_id(0), rows, tl.num_programs(0)):
        v = tl.load(x + row * n + c, mask=m, other=0.0).to(tl.float32)
        g = tl.load(dy + row * n + c, mask=m, other=0.0).to(tl.float32)
        d = tl.where(m, v - tl.sum(v, 0) / n, 0.0)
        r = tl.rsqrt(tl.sum(d * d, 0) / n + eps)
        hat, gw = d * r, g * scale
        made = (gw - (hat * (tl.sum(hat * gw, 0) / n) + tl.sum(gw, 0) / n)) * r
        tl.store(dx + row * n + c, made.to(dx.dtype.element_ty), mask=m)
        more_w += g * hat
        more_b += g
    tl.store(dw + tl.program_id(0) * n + c, more_w, mask=m)
    tl.store(db + tl.program_id(0) * n + c, more_b, mask=m)


def layer_norm_backward(data: Data, rows: int, width: int, B: int, PROGRAMS: int) -> Row:
    """Gradients of inputs, and partial sums of those of weights, by programs that take many rows each."""
    x, dy, dx = data.normal(rows, width), data.normal(rows, width), data.zeros(rows, width)
    w, parts = data.normal(width), [data.zeros(PROGRAMS, width, kind=torch.float32) for _ in range(2)]

    def oracle() -> torch.Tensor:
        inputs = x.float().requires_grad_()
        made = torch.nn.functional.layer_norm(inputs, (width,), w.float(), None, EPSILON)
        return torch.autograd.grad(made, inputs, dy.float())[0]

    args, grid = [x, dy, w, dx, *parts, rows, width, EPSILON], lambda _: (PROGRAMS,)
    return Row("", _norm_backward, args, 3, [{"B": B}], grid, 3 * size_of(x), oracle, 8 * data.rounding)


@triton.jit
def _swiglu(x, o, n, B: tl.constexpr):
    row, c = tl.program_id(0).to(tl.int64), tl.program_id(1) * B + tl.arange(0, B)
    gate = tl.load(x + row * 2 * n + c, mask=c < n).to(tl.float32)
    up = tl.load(x + row * 2 * n + n + c, mask=c < n)
    tl.store(o + row * n + c, (gate * tl.sigmoid(gate)).to(up.dtype) * up, mask=c < n)


def swiglu(data: Data, rows: int, width: int, B: int) -> Row:
    """The halves of a row, one of which gates the other."""
    x, o = data.normal(rows, 2 * width), data.zeros(rows, width)

    def oracle() -> torch.Tensor:
        gate, up = x.float().chunk(2, -1)
        return torch.nn.functional.silu(gate) * up

    grid = lambda c: (rows, triton.cdiv(width, c["B"]))  # noqa: E731
    return Row("", _swiglu, [x, o, width], 1, [{"B": B}], grid, size_of(x, o), oracle, 4 * data.rounding)


@triton.jit
def _swiglu_backward(do, gates, ups, dgates, dups, n, B: tl.constexpr):
    row, c = tl.program_id(0).to(tl.int64), tl.arange(0, B)
    at, m = row * n + c, c < n
    g = tl.load(do + at, mask=m, other=0.0).to(tl.float32)
    gate = tl.load(gates + at, mask=m, other=0.0).to(tl.float32)
    up = tl.load(ups + at, mask=m, other=0.0).to(tl.float32)
    s = tl.sigmoid(gate)
    silu = gate * s
    tl.store(dups + at, (g * silu).to(dups.dtype.element_ty), mask=m)
    tl.store(dgates + at, (g * up * (silu * (1 - s) + s)).to(dgates.dtype.element_ty), mask=m)


def swiglu_backward(data: Data, rows: int, width: int, B: int) -> Row:
    """The gradients of both halves, a whole row a program."""
    do, gate, up = (data.normal(rows, width) for _ in range(3))
    made = [data.zeros(rows, width) for _ in range(2)]

    def oracle() -> torch.Tensor:
        g = gate.float()
        s = g.sigmoid()
        return do.float() * up.float() * (g * s * (1 - s) + s)

    args, bytes_ = [do, gate, up, *made, width], 5 * size_of(do)
    return Row(
        "", _swiglu_backward, args, 3, [{"B": B}], lambda _: (rows,), bytes_, oracle, 4 * data.rounding
    )


@triton.jit
def _column_sums(x, o, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    c = tl.program_id(0) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.float32)
    for first in range(0, rows, BM):
        r = first + tl.arange(0, BM)
        inside = (r[:, None] < rows) & (c[None, :] < columns)
        total += tl.load(x + r[:, None] * columns + c[None, :], mask=inside, other=0.0).to(tl.float32)
    tl.store(o + c, tl.sum(total, 0), mask=c < columns)


def sums_of_columns(data: Data, rows: int, columns: int, BM: int, BN: int) -> Row:
    """Blocks are added, and summed along their outer dimension at the end."""
    x, o = data.normal(rows, columns), data.zeros(columns, kind=torch.float32)
    grid = lambda c: (triton.cdiv(columns, c["BN"]),)  # noqa: E731
    args, blocks = [x, o, rows, columns], [{"BM": BM, "BN": BN}]
    return Row("", _column_sums, args, 1, blocks, grid, size_of(x), lambda: x.float().sum(0), 1e-2)


@triton.jit
def _column_softmax(x, o, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    r, c = tl.arange(0, BM), tl.program_id(0) * BN + tl.arange(0, BN)
    at = tl.program_id(1) * rows * columns + r[:, None] * columns + c[None, :]
    inside = (r[:, None] < rows) & (c[None, :] < columns)
    v = tl.load(x + at, mask=inside, other=-float("inf")).to(tl.float32)
    e = tl.exp(v - tl.max(v, 0)[None, :])
    tl.store(o + at, (e / tl.sum(e, 0)[None, :]).to(o.dtype.element_ty), mask=inside)


def softmax_of_columns(data: Data, batch: int, rows: int, columns: int, BM: int, BN: int) -> Row:
    """Whole columns a program, reduced along the outer dimension of a block."""
    x, o = data.normal(batch, rows, columns), data.zeros(batch, rows, columns)
    grid = lambda c: (triton.cdiv(columns, c["BN"]), batch)  # noqa: E731
    args, blocks = [x, o, rows, columns], [{"BM": BM, "BN": BN}]
    oracle = lambda: torch.softmax(x.float(), 1)  # noqa: E731
    return Row("", _column_softmax, args, 1, blocks, grid, 2 * size_of(x), oracle, data.rounding)


@triton.jit
def _merge(mean, m2, count, other_mean, other_m2, other_count):
    total = count + other_count
    share = tl.where(total > 0, other_count / total, 0.0)
    apart = other_mean - mean
    return mean + apart * share, m2 + other_m2 + apart * apart * count * share, total


@triton.jit
def _row_statistics(x, o, n, B: tl.constexpr):
    row, c = tl.program_id(0).to(tl.int64), tl.arange(0, B)
    v = tl.load(x + row * n + c, mask=c < n, other=0.0).to(tl.float32)
    ones = tl.where(c < n, 1.0, 0.0)
    mean, m2, count = tl.reduce((v, tl.zeros((B,), tl.float32), ones), 0, _merge)
    made = (v - mean) * tl.rsqrt(m2 / count + 1e-5)
    tl.store(o + row * n + c, made.to(o.dtype.element_ty), mask=c < n)


def welford_of_rows(data: Data, rows: int, width: int, B: int) -> Row:
    """Rows are normalised by statistics that are merged in pairs."""
    x, o = data.normal(rows, width), data.zeros(rows, width)
    oracle = lambda: torch.nn.functional.layer_norm(x.float(), (width,), eps=EPSILON)  # noqa: E731
    args, grid = [x, o, width], lambda _: (rows,)
    return Row("", _row_statistics, args, 1, [{"B": B}], grid, 2 * size_of(x), oracle, 4 * data.rounding)


@triton.jit
def _channel_statistics(x, means, variances, batch, pixels, B: tl.constexpr):
    channel, channels, c = tl.program_id(0), tl.num_programs(0), tl.arange(0, B)
    mean, m2 = tl.zeros((B,), tl.float32), tl.zeros((B,), tl.float32)
    count = tl.zeros((B,), tl.float32)
    for image in range(0, batch):
        begin = x + (image * channels + channel) * pixels
        for first in range(0, pixels, B):
            m = first + c < pixels
            v = tl.load(begin + first + c, mask=m, other=0.0).to(tl.float32)
            count += tl.where(m, 1.0, 0.0)
            apart = tl.where(m, v - mean, 0.0)
            mean += apart / tl.maximum(count, 1.0)
            m2 += apart * (v - mean)
    mean, m2, count = tl.reduce((mean, m2, count), 0, _merge)
    tl.store(means + channel, mean)
    tl.store(variances + channel, m2 / count)


def welford_of_channels(data: Data, batch: int, channels: int, pixels: int, B: int) -> Row:
    """Statistics of a batch norm: each lane has its own, which are merged at the end."""
    x = data.normal(batch, channels, pixels)
    made = [data.zeros(channels, kind=torch.float32) for _ in range(2)]
    args, grid = [x, *made, batch, pixels], lambda _: (channels,)
    oracle = lambda: x.float().var((0, 2), unbiased=False)  # noqa: E731
    return Row("", _channel_statistics, args, 2, [{"B": B}], grid, size_of(x), oracle, 1e-3)


@triton.jit
def _row_cumsum(x, o, n, B: tl.constexpr):
    row, c = tl.program_id(0).to(tl.int64), tl.arange(0, B)
    carried = 0.0
    for first in range(0, n, B):
        v = tl.load(x + row * n + first + c, mask=first + c < n, other=0.0).to(tl.float32)
        made = tl.cumsum(v, 0) + carried
        tl.store(o + row * n + first + c, made, mask=first + c < n)
        carried += tl.sum(v, 0)


def cumsum_of_rows(data: Data, rows: int, width: int, B: int) -> Row:
    """Rows in blocks, from each of which a sum is carried to the next."""
    x, o = data.normal(rows, width), data.zeros(rows, width, kind=torch.float32)
    oracle = lambda: x.float().cumsum(1)  # noqa: E731
    return Row("", _row_cumsum, [x, o, width], 1, [{"B": B}], lambda _: (rows,), size_of(x, o), oracle, 5e-3)


@triton.jit
def _chunk_cumsum(x, o, n, C: tl.constexpr, S: tl.constexpr):
    t, s = tl.arange(0, C), tl.program_id(0) * S + tl.arange(0, S)
    at = (tl.program_id(1) * C + t[:, None]) * n + s[None, :]
    v = tl.load(x + at, mask=s[None, :] < n, other=0.0).to(tl.float32)
    tl.store(o + at, tl.cumsum(v, 0), mask=s[None, :] < n)


def cumsum_of_chunks(data: Data, chunks: int, width: int, C: int, S: int) -> Row:
    """Gates are added up along the outer dimension of blocks."""
    x, o = data.normal(chunks, C, width), data.zeros(chunks, C, width, kind=torch.float32)
    grid = lambda c: (triton.cdiv(width, c["S"]), chunks)  # noqa: E731
    args, blocks = [x, o, width], [{"C": C, "S": S}]
    return Row("", _chunk_cumsum, args, 1, blocks, grid, size_of(x, o), lambda: x.float().cumsum(1), 1e-3)


_ROW, _TILE = {"rows": 5, "width": 50, "B": 64}, {"rows": 40, "columns": 20, "BM": 16, "BN": 16}
ENTRIES = [
    Entry(rms_norm_of_a_sum, "bf16", {"rows": 8192, "width": 4096, "B": 4096}, _ROW, (4, 8)),
    Entry(rms_norm_of_a_sum, "f16", {"rows": 8192, "width": 5120, "B": 8192}, _ROW, (8, 16)),
    Entry(rms_norm_of_heads, "bf16", {"rows": 524288, "width": 128, "R": 16}, {"rows": 10, "width": 32, "R": 4}),
    Entry(
        layer_norm_backward, "f16", {"rows": 8192, "width": 4096, "B": 4096, "PROGRAMS": 264},
        {**_ROW, "PROGRAMS": 3}, (8, 16),
    ),
    Entry(
        layer_norm_backward, "f32", {"rows": 16384, "width": 1024, "B": 1024, "PROGRAMS": 528},
        {**_ROW, "PROGRAMS": 3}, (4, 8),
    ),
    Entry(swiglu, "bf16", {"rows": 4096, "width": 14336, "B": 1024}, {"rows": 3, "width": 50, "B": 32}),
    Entry(swiglu_backward, "f16", {"rows": 4096, "width": 11008, "B": 16384}, _ROW, (16,)),
    Entry(sums_of_columns, "f32", {"rows": 4096, "columns": 4096, "BM": 64, "BN": 32}, _TILE, (4, 8)),
    Entry(sums_of_columns, "bf16", {"rows": 16384, "columns": 8192, "BM": 32, "BN": 64}, _TILE, (4, 8)),
    Entry(
        softmax_of_columns, "f32", {"batch": 64, "rows": 500, "columns": 768, "BM": 512, "BN": 16},
        {"batch": 2, **_TILE, "BM": 64}, (4, 8),
    ),
    Entry(welford_of_rows, "f16", {"rows": 16384, "width": 4096, "B": 4096}, _ROW, (4, 8)),
    Entry(
        welford_of_channels, "f32", {"batch": 64, "channels": 256, "pixels": 3136, "B": 1024},
        {"batch": 2, "channels": 3, "pixels": 50, "B": 32}, (4, 8),
    ),
    Entry(cumsum_of_rows, "f32", {"rows": 4096, "width": 16384, "B": 2048}, {"rows": 3, "width": 50, "B": 32}),
    Entry(
        cumsum_of_chunks, "f32", {"chunks": 2048, "width": 2048, "C": 64, "S": 32},
        {"chunks": 2, "width": 20, "C": 16, "S": 16}, (2, 4),
    ),
]  # fmt: skip
