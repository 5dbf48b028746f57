"""Kernels that move rows: by indices from memory, turned by angles, transposed, added atomically."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from benchmarks.gpu_row import Row
from benchmarks.library.entry import Data, Entry, size_of


@triton.jit
def _copy_heads(x, slots, o, heads, row, head, to_row, to_head, H: tl.constexpr, D: tl.constexpr):
    token = tl.program_id(0)
    h, d = tl.arange(0, H), tl.arange(0, D)
    to = tl.load(slots + token).to(tl.int64)
    inside = h[:, None] < heads
    v = tl.load(x + token * row + h[:, None] * head + d[None, :], mask=inside, other=0.0)
    tl.store(o + to * to_row + h[:, None] * to_head + d[None, :], v, mask=inside)


def copy_of_heads(data: Data, tokens: int, heads: int, width: int, H: int) -> Row:
    """New keys go to their slots of a cache, a token a program."""
    x, o, slots = data.normal(tokens, heads, width), data.zeros(tokens, heads, width), data.order(tokens)
    args = [x, slots, o, heads, *x.stride()[:2], *o.stride()[:2]]
    oracle = lambda: torch.empty_like(x).index_copy_(0, slots.long(), x)  # noqa: E731
    return Row("", _copy_heads, args, 2, [{"H": H, "D": width}], lambda _: (tokens,), 2 * size_of(x), oracle)


@triton.jit
def _copy_tokens(x, slots, o, width, row, to_row, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)
    to = tl.load(slots + r).to(tl.int64)
    for first in range(0, width, B):
        c = first + tl.arange(0, B)
        v = tl.load(x + r[:, None] * row + c[None, :], mask=c[None, :] < width)
        tl.store(o + to[:, None] * to_row + c[None, :], v, mask=c[None, :] < width)


def scatter_of_tokens(data: Data, tokens: int, width: int, R: int, B: int) -> Row:
    """Rows go where an index says, in loops over their columns."""
    x, o, slots = data.normal(tokens, width), data.zeros(tokens, width), data.order(tokens)
    args = [x, slots, o, width, x.stride(0), o.stride(0)]
    oracle = lambda: torch.empty_like(x).index_copy_(0, slots.long(), x)  # noqa: E731
    blocks = [{"R": R, "B": B}]
    return Row("", _copy_tokens, args, 2, blocks, lambda _: (tokens // R,), 2 * size_of(x), oracle)


@triton.jit
def _rotate(x, cos, sin, o, heads, H: tl.constexpr, HALF: tl.constexpr, PAIRS: tl.constexpr):
    token = tl.program_id(0)
    h, d = tl.arange(0, H), tl.arange(0, HALF)
    c = tl.load(cos + token * HALF + d)[None, :].to(tl.float32)
    s = tl.load(sin + token * HALF + d)[None, :].to(tl.float32)
    one = 2 if PAIRS else 1
    at = (token * heads + h[:, None]) * (2 * HALF) + d[None, :] * one
    apart = 1 if PAIRS else HALF
    inside = h[:, None] < heads
    a = tl.load(x + at, mask=inside).to(tl.float32)
    b = tl.load(x + at + apart, mask=inside).to(tl.float32)
    tl.store(o + at, (a * c - b * s).to(o.dtype.element_ty), mask=inside)
    tl.store(o + at + apart, (b * c + a * s).to(o.dtype.element_ty), mask=inside)


def _rotary(data: Data, tokens: int, heads: int, width: int, H: int, pairs: bool) -> Row:
    x, o = data.normal(tokens, heads, width), data.zeros(tokens, heads, width)
    angles = data.uniform(tokens, width // 2, kind=torch.float32) * 6
    cos, sin = angles.cos().to(data.kind), angles.sin().to(data.kind)

    def oracle() -> torch.Tensor:
        whole = x.float()
        a, b = (whole[..., ::2], whole[..., 1::2]) if pairs else whole.chunk(2, -1)
        c, s = cos.float()[:, None], sin.float()[:, None]
        parts = (a * c - b * s, b * c + a * s)
        return torch.stack(parts, -1).flatten(-2) if pairs else torch.cat(parts, -1)

    args, blocks = [x, cos, sin, o, heads], [{"H": H, "HALF": width // 2, "PAIRS": int(pairs)}]
    return Row("", _rotate, args, 3, blocks, lambda _: (tokens,), 2 * size_of(x), oracle, 4 * data.rounding)


def rotary(data: Data, tokens: int, heads: int, width: int, H: int) -> Row:
    """The halves of each head are turned by the position's angles."""
    return _rotary(data, tokens, heads, width, H, False)


def rotary_of_pairs(data: Data, tokens: int, heads: int, width: int, H: int) -> Row:
    """Neighbours are turned by the position's angles."""
    return _rotary(data, tokens, heads, width, H, True)


@triton.jit
def _transpose(x, o, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    r, c = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    inside = (r[:, None] < rows) & (c[None, :] < columns)
    v = tl.load(x + r[:, None] * columns + c[None, :], mask=inside)
    tl.store(o + r[:, None] + c[None, :] * rows, v, mask=inside)


def transpose(data: Data, rows: int, columns: int, BM: int, BN: int) -> Row:
    """A masked tile a program, stored by its columns."""
    x, o = data.normal(rows, columns), data.zeros(columns, rows)
    grid = lambda c: (triton.cdiv(rows, c["BM"]), triton.cdiv(columns, c["BN"]))  # noqa: E731
    args, blocks = [x, o, rows, columns], [{"BM": BM, "BN": BN}]
    return Row("", _transpose, args, 1, blocks, grid, 2 * size_of(x), lambda: x.T)


@triton.jit
def _embed(index, table, o, tokens, width, BM: tl.constexpr, BN: tl.constexpr):
    r, c = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    which = tl.load(index + r, mask=r < tokens, other=0).to(tl.int64)
    inside = (r[:, None] < tokens) & (c[None, :] < width)
    v = tl.load(table + which[:, None] * width + c[None, :], mask=inside, other=0.0)
    tl.store(o + r[:, None].to(tl.int64) * width + c[None, :], v, mask=inside)


@triton.jit
def _embed_backward(index, do, dtable, tokens, width, BM: tl.constexpr, BN: tl.constexpr):
    r, c = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    which = tl.load(index + r, mask=r < tokens, other=0).to(tl.int64)
    inside = (r[:, None] < tokens) & (c[None, :] < width)
    g = tl.load(do + r[:, None].to(tl.int64) * width + c[None, :], mask=inside, other=0.0)
    tl.atomic_add(dtable + which[:, None] * width + c[None, :], g, mask=inside)


def embedding(data: Data, words: int, tokens: int, width: int, BM: int, BN: int) -> Row:
    """Rows of a table by tokens."""
    table, index, o = data.normal(words, width), data.below(words, tokens), data.zeros(tokens, width)
    grid = lambda c: (triton.cdiv(tokens, c["BM"]), triton.cdiv(width, c["BN"]))  # noqa: E731
    args, blocks = [index, table, o, tokens, width], [{"BM": BM, "BN": BN}]
    return Row("", _embed, args, 2, blocks, grid, 2 * size_of(o), lambda: table[index.long()])


def embedding_backward(data: Data, words: int, tokens: int, width: int, BM: int, BN: int) -> Row:
    """Gradients are added to rows of a table atomically."""
    table, index = data.zeros(words, width, kind=torch.float32), data.below(words, tokens)
    do = data.normal(tokens, width, kind=torch.float32)
    grid = lambda c: (triton.cdiv(tokens, c["BM"]), triton.cdiv(width, c["BN"]))  # noqa: E731
    args, blocks = [index, do, table, tokens, width], [{"BM": BM, "BN": BN}]

    def oracle() -> torch.Tensor:
        return torch.zeros_like(table).index_add_(0, index.long(), do)

    return Row("", _embed_backward, args, 2, blocks, grid, 3 * size_of(do), oracle, 1e-3)


_FEW, _TILE = {"tokens": 8, "H": 4, "heads": 3, "width": 16}, {"rows": 20, "columns": 36, "BM": 16, "BN": 16}
_WORDS = {"words": 16, "tokens": 12, "width": 24, "BM": 4, "BN": 16}
ENTRIES = [
    Entry(copy_of_heads, "f16", {"tokens": 16384, "heads": 32, "width": 128, "H": 32}, _FEW, (1, 4)),
    Entry(copy_of_heads, "f16", {"tokens": 32768, "heads": 12, "width": 64, "H": 16}, _FEW, (1, 4)),
    Entry(copy_of_heads, "bf16", {"tokens": 32768, "heads": 8, "width": 128, "H": 8}, _FEW, (1, 2)),
    Entry(copy_of_heads, "f32", {"tokens": 16384, "heads": 20, "width": 64, "H": 32}, _FEW, (2, 4)),
    Entry(
        scatter_of_tokens, "bf16", {"tokens": 16384, "width": 5120, "R": 1, "B": 1024},
        {"tokens": 8, "width": 40, "B": 16},
    ),
    Entry(rotary, "bf16", {"tokens": 16384, "heads": 32, "width": 128, "H": 32}, _FEW),
    Entry(rotary, "f32", {"tokens": 16384, "heads": 8, "width": 128, "H": 8}, _FEW),
    Entry(rotary_of_pairs, "f16", {"tokens": 16384, "heads": 28, "width": 128, "H": 32}, _FEW),
    Entry(transpose, "f32", {"rows": 2048, "columns": 2048, "BM": 32, "BN": 32}, _TILE, (2, 4)),
    Entry(transpose, "f16", {"rows": 2048, "columns": 3072, "BM": 64, "BN": 64}, _TILE, (4, 8)),
    Entry(transpose, "f32", {"rows": 1000, "columns": 3001, "BM": 64, "BN": 32}, _TILE, (4, 8)),
    Entry(embedding, "bf16", {"words": 128256, "tokens": 8192, "width": 4096, "BM": 8, "BN": 512}, _WORDS),
    Entry(embedding_backward, "f32", {"words": 32000, "tokens": 8192, "width": 1024, "BM": 4, "BN": 512}, _WORDS),
]  # fmt: skip
