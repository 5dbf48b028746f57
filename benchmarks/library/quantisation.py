"""Quantisation, by groups, heads and columns; dropout."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from benchmarks.gpu_row import Row
from benchmarks.library.entry import Data, Entry, size_of

LARGEST = 448.0


@triton.jit
def _columns(x, o, tops, rows, columns, B: tl.constexpr):
    at = tl.program_id(0)
    r = tl.arange(0, B)
    v = tl.load(x + r * columns + at, mask=r < rows, other=0.0).to(tl.float32)
    top = tl.max(tl.abs(v), 0)
    tl.store(o + at * rows + r, tl.floor(v * 127.0 / top + 0.5).to(tl.int8), mask=r < rows)
    tl.store(tops + at, top)


def quantisation_of_columns(data: Data, rows: int, columns: int, B: int) -> Row:
    """A column a program, by its largest magnitude, stored as a row of i8."""
    x, o = data.normal(rows, columns), data.zeros(columns, rows, kind=torch.int8)
    tops = data.zeros(columns, kind=torch.float32)

    def oracle() -> torch.Tensor:
        whole = x.float()
        return torch.floor(whole * 127.0 / whole.abs().amax(0) + 0.5).T

    args = [x, o, tops, rows, columns]
    return Row("", _columns, args, 1, [{"B": B}], lambda _: (columns,), size_of(x, o), oracle, 1)


@triton.jit
def _column_blocks(x, o, tops, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    c = tl.program_id(0) * BN + tl.arange(0, BN)
    top = tl.zeros((BN,), tl.float32)
    for first in range(0, rows, BM):
        r = first + tl.arange(0, BM)
        v = tl.load(x + r[:, None] * columns + c[None, :], mask=r[:, None] < rows, other=0.0)
        top = tl.maximum(top, tl.max(tl.abs(v.to(tl.float32)), 0))
    tl.store(tops + c, top)
    for first in range(0, rows, BM):
        r = first + tl.arange(0, BM)
        v = tl.load(x + r[:, None] * columns + c[None, :], mask=r[:, None] < rows, other=0.0)
        q = tl.floor(v.to(tl.float32) * (127.0 / top)[None, :] + 0.5).to(tl.int8)
        tl.store(o + c[:, None] * rows + r[None, :], tl.trans(q), mask=r[None, :] < rows)


def quantisation_of_column_blocks(data: Data, rows: int, columns: int, BM: int, BN: int) -> Row:
    """Some columns a program, read twice, each block transposed."""
    row = quantisation_of_columns(data, rows, columns, BM)
    blocks, grid = [{"BM": BM, "BN": BN}], lambda c: (columns // c["BN"],)
    return row._replace(kernel=_column_blocks, blocks=blocks, grid=grid)


@triton.jit
def _heads(x, slots, o, scales, heads, H: tl.constexpr, D: tl.constexpr):
    token = tl.program_id(0)
    h, d = tl.arange(0, H), tl.arange(0, D)
    to = tl.load(slots + token).to(tl.int64)
    inside = h[:, None] < heads
    v = tl.load(x + (token * heads + h[:, None]) * D + d[None, :], mask=inside, other=0.0).to(tl.float32)
    scale = tl.max(tl.abs(v), 1) / 127.0
    tl.store(o + (to * heads + h[:, None]) * D + d[None, :], (v / scale[:, None]).to(tl.int8), mask=inside)
    tl.store(scales + to * heads + h, scale.to(scales.dtype.element_ty), mask=h < heads)


def quantised_copy_of_heads(data: Data, tokens: int, heads: int, width: int, H: int) -> Row:
    """New keys go to their slots of a cache of i8, each head with a scale."""
    x, o = data.normal(tokens, heads, width), data.zeros(tokens, heads, width, kind=torch.int8)
    slots, scales = data.order(tokens), data.zeros(tokens, heads)

    def oracle() -> torch.Tensor:
        whole = x.float()
        made = (whole / (whole.abs().amax(-1, keepdim=True) / 127.0)).to(torch.int8)
        return torch.zeros_like(o).index_copy_(0, slots.long(), made)

    args, blocks = [x, slots, o, scales, heads], [{"H": H, "D": width}]
    return Row("", _heads, args, 2, blocks, lambda _: (tokens,), size_of(x, o, scales), oracle, 1)


@triton.jit
def _groups(x, o, scales, R: tl.constexpr, G: tl.constexpr, LARGEST: tl.constexpr):
    r, c = tl.program_id(0) * R + tl.arange(0, R), tl.arange(0, G)
    at = r[:, None].to(tl.int64) * G + c[None, :]
    v = tl.load(x + at).to(tl.float32)
    scale = tl.maximum(tl.max(tl.abs(v), 1), 1e-10) / LARGEST
    tl.store(o + at, (v / scale[:, None]).to(o.dtype.element_ty))
    tl.store(scales + r, scale)


def fp8_by_groups(data: Data, rows: int, width: int, R: int, G: int) -> Row:
    """Activations in groups of neighbours, each with a scale."""
    x, o = data.normal(rows, width), data.zeros(rows, width, kind=torch.float8_e4m3fn)
    count = rows * width // G
    scales = data.zeros(count, kind=torch.float32)

    def oracle() -> torch.Tensor:
        groups = x.float().view(count, G)
        made = groups / (groups.abs().amax(1, keepdim=True).clamp(min=1e-10) / LARGEST)
        return made.to(torch.float8_e4m3fn).view(rows, width)

    args, blocks = [x, o, scales], [{"R": R, "G": G, "LARGEST": LARGEST}]
    return Row("", _groups, args, 1, blocks, lambda c: (count // c["R"],), size_of(x, o, scales), oracle, 32)


@triton.jit
def _tiles(x, o, scales, columns, B: tl.constexpr, LARGEST: tl.constexpr):
    i, j = tl.program_id(0), tl.program_id(1)
    r, c = i * B + tl.arange(0, B), j * B + tl.arange(0, B)
    at = r[:, None] * columns + c[None, :]
    v = tl.load(x + at).to(tl.float32)
    scale = tl.max(tl.abs(v)) / LARGEST
    tl.store(o + at, (v / scale).to(o.dtype.element_ty))
    tl.store(scales + i * tl.num_programs(1) + j, scale)


def fp8_by_tiles(data: Data, rows: int, columns: int, B: int) -> Row:
    """Weights in square tiles, each with a scale."""
    x, o = data.normal(rows, columns), data.zeros(rows, columns, kind=torch.float8_e4m3fn)
    scales = data.zeros(rows // B, columns // B, kind=torch.float32)

    def oracle() -> torch.Tensor:
        tiles = x.float().view(rows // B, B, columns // B, B)
        made = tiles / (tiles.abs().amax((1, 3), keepdim=True) / LARGEST)
        return made.to(torch.float8_e4m3fn).view(rows, columns)

    grid = lambda c: (rows // c["B"], columns // c["B"])  # noqa: E731
    args, blocks = [x, o, scales, columns], [{"B": B, "LARGEST": LARGEST}]
    return Row("", _tiles, args, 1, blocks, grid, size_of(x, o), oracle, 32)


@triton.jit
def _drop(x, residual, o, n, p, seed, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n).to(tl.float32)
    kept = tl.where(tl.rand(seed, i) > p, v / (1 - p), 0.0)
    r = tl.load(residual + i, mask=i < n).to(tl.float32)
    tl.store(o + i, (kept + r).to(o.dtype.element_ty), mask=i < n)


def dropout_and_add(data: Data, numbers: int, B: int) -> Row:
    """Philox numbers decide what is added to the residual; the oracle is Triton's result."""
    x, residual, o = data.normal(numbers), data.normal(numbers), data.zeros(numbers)
    grid = lambda c: (triton.cdiv(numbers, c["B"]),)  # noqa: E731
    return Row("", _drop, [x, residual, o, numbers, 0.25, 1234], 2, [{"B": B}], grid, size_of(x, x, o), None)


ENTRIES = [
    Entry(
        quantisation_of_columns, "f16", {"rows": 4096, "columns": 4096, "B": 4096},
        {"rows": 30, "columns": 8, "B": 32}, (4, 8),
    ),
    Entry(
        quantisation_of_columns, "bf16", {"rows": 1500, "columns": 4096, "B": 2048},
        {"rows": 30, "columns": 8, "B": 32}, (4, 8),
    ),
    Entry(
        quantisation_of_column_blocks, "f16", {"rows": 2048, "columns": 8192, "BM": 64, "BN": 64},
        {"rows": 40, "columns": 16, "BM": 16, "BN": 8},
    ),
    Entry(
        quantised_copy_of_heads, "f16", {"tokens": 16384, "heads": 32, "width": 128, "H": 32},
        {"tokens": 8, "heads": 3, "width": 16, "H": 4},
    ),
    Entry(
        fp8_by_groups, "bf16", {"rows": 8192, "width": 7168, "R": 8, "G": 128},
        {"rows": 4, "width": 128, "R": 4, "G": 32},
    ),
    Entry(
        fp8_by_groups, "f32", {"rows": 8192, "width": 4096, "R": 1, "G": 128},
        {"rows": 4, "width": 128, "G": 32}, (1,),
    ),
    Entry(
        fp8_by_tiles, "bf16", {"rows": 7168, "columns": 4096, "B": 128}, {"rows": 32, "columns": 64, "B": 32},
        (4, 8),
    ),
    Entry(dropout_and_add, "bf16", {"numbers": 1 << 25, "B": 1024}, {"numbers": 250, "B": 128}),
]  # fmt: skip
