"""Products: of few rows, by weights of four bits, of a mixture's sorted tokens."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from benchmarks.gpu_row import Row
from benchmarks.library.entry import Data, Entry, size_of


@triton.jit
def _times_row(x, w, o, N, K, BN: tl.constexpr, BK: tl.constexpr):
    n, k = tl.program_id(0) * BN + tl.arange(0, BN), tl.arange(0, BK)
    total = tl.zeros((BN, BK), tl.float32)
    for first in range(0, K, BK):
        v = tl.load(x + first + k).to(tl.float32)
        total += (
            tl.load(w + n[:, None] * K + first + k[None, :], mask=n[:, None] < N).to(tl.float32) * v[None, :]
        )
    tl.store(o + n, tl.sum(total, 1).to(o.dtype.element_ty), mask=n < N)


def product_of_a_row(data: Data, n: int, k: int, BN: int, BK: int) -> Row:
    """One row by the rows of a matrix, by multiplications and a sum."""
    x, w, o = data.normal(k), data.normal(n, k), data.zeros(n)
    grid = lambda c: (triton.cdiv(n, c["BN"]),)  # noqa: E731
    oracle, blocks = lambda: w.float() @ x.float(), [{"BN": BN, "BK": BK}]
    return Row("", _times_row, [x, w, o, n, k], 2, blocks, grid, size_of(w), oracle, 64 * data.rounding)


@triton.jit
def _few_rows(a, w, o, M, N, K, SPLIT: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tl.arange(0, BM), tl.program_id(0) * BN + tl.arange(0, BN)
    k = tl.program_id(1) * BK + tl.arange(0, BK)
    left, right = a + m[:, None] * K + k[None, :], w + n[None, :] * K + k[:, None]
    total = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, K // (BK * SPLIT)):
        total = tl.dot(tl.load(left, mask=m[:, None] < M, other=0.0), tl.load(right), total)
        left += BK * SPLIT
        right += BK * SPLIT
    to = o + m[:, None] * N + n[None, :]
    if SPLIT == 1:
        tl.store(to, total.to(o.dtype.element_ty), mask=m[:, None] < M)
    else:
        tl.atomic_add(to, total, mask=m[:, None] < M, sem="relaxed")


def product_of_few_rows(data: Data, m: int, n: int, k: int, BM: int, BN: int, BK: int, SPLIT: int = 1) -> Row:
    """A decoding step's rows by a matrix of rows, whose inner dimension programs may share."""
    a, w = data.normal(m, k), data.normal(n, k)
    o = data.zeros(m, n, kind=data.kind if SPLIT == 1 else torch.float32)
    blocks = [{"SPLIT": SPLIT, "BM": BM, "BN": BN, "BK": BK}]
    grid = lambda c: (n // c["BN"], c["SPLIT"])  # noqa: E731
    oracle = lambda: a.float() @ w.float().T  # noqa: E731
    return Row(
        "", _few_rows, [a, w, o, m, n, k], 2, blocks, grid, size_of(a, w, o), oracle, 64 * data.rounding
    )


@triton.jit
def _by_four_bits(
    a, w, scales, zeros, o, M, N, K,
    G: tl.constexpr, ALONG: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    m, n = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    place = n % 2 * 4 + n % 8 // 2 if ALONG else n % 8  # of the eight columns in a word
    total = tl.zeros((BM, BN), tl.float32)
    for first in range(0, K, BK):
        k = first + tl.arange(0, BK)
        x = tl.load(a + m[:, None] * K + k[None, :], mask=m[:, None] < M, other=0.0)
        group = first // G
        scale = tl.load(scales + group * N + n)
        zero = tl.load(zeros + group * (N // 8) + n // 8) >> (place * 4) & 15
        if ALONG:
            bits = tl.load(w + k[:, None] * (N // 8) + n[None, :] // 8) >> (place * 4)[None, :]
        else:
            bits = tl.load(w + k[:, None] // 8 * N + n[None, :]) >> (k % 8 * 4)[:, None]
        y = ((bits & 15) - zero[None, :]).to(scale.dtype) * scale[None, :]
        total = tl.dot(x, y.to(x.dtype), total)
    tl.store(o + m[:, None] * N + n[None, :], total.to(o.dtype.element_ty), mask=m[:, None] < M)


def _four_bits(data: Data, along: bool, m: int, n: int, k: int, G: int, BM: int, BN: int, BK: int) -> Row:
    a, o, scales = data.normal(m, k), data.zeros(m, n), data.uniform(k // G, n) / 8
    shape = (k, n // 8) if along else (k // 8, n)
    words = [
        data.below(2**31 - 1, *shape, least=-(2**31)),
        data.below(2**31 - 1, k // G, n // 8, least=-(2**31)),
    ]
    column = torch.arange(n, device=data.device)
    places = (column % 2 * 4 + column % 8 // 2 if along else column % 8) * 4

    def oracle() -> torch.Tensor:
        w, zeros = words
        inner = torch.arange(k, device=data.device)
        zero = zeros[:, column // 8] >> places & 15
        bits = w[:, column // 8] >> places if along else w[inner // 8] >> (inner % 8 * 4)[:, None]
        made = ((bits & 15) - zero.repeat_interleave(G, 0)).to(data.kind) * scales.repeat_interleave(G, 0)
        return a.float() @ made.float()

    args, bytes_ = [a, words[0], scales, words[1], o, m, n, k], size_of(a, words[0], scales, o)
    blocks = [{"G": G, "ALONG": int(along), "BM": BM, "BN": BN, "BK": BK}]
    grid = lambda c: (triton.cdiv(m, c["BM"]), n // c["BN"])  # noqa: E731
    flops, tolerance = 2 * m * n * k if m > 64 else 0, 64 * data.rounding
    return Row("", _by_four_bits, args, 4, blocks, grid, bytes_, oracle, tolerance, flops, "f16")


def product_by_words_along_k(data: Data, **sizes: int) -> Row:
    """Weights of four bits, eight of a column in a word, with scales and packed zeros by groups."""
    return _four_bits(data, False, **sizes)


def product_by_words_along_n(data: Data, **sizes: int) -> Row:
    """Weights of four bits, eight of a row in a word, in another order, with scales and packed zeros by groups."""
    return _four_bits(data, True, **sizes)


@triton.jit
def _sorted_tokens(
    a,
    w,
    o,
    ids,
    experts,
    total,
    N,
    K,
    TOP: tl.constexpr,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
):
    at, n, k = tl.load(ids + tl.program_id(0) * BM + tl.arange(0, BM)), tl.arange(0, BN), tl.arange(0, BK)
    n += tl.program_id(1) * BN
    inside = at[:, None] < total
    left = a + at[:, None] // TOP * K + k[None, :]
    right = w + tl.load(experts + tl.program_id(0)).to(tl.int64) * N * K + n[None, :] * K + k[:, None]
    made = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, K // BK):
        made = tl.dot(tl.load(left, mask=inside, other=0.0), tl.load(right), made)
        left += BK
        right += BK
    tl.store(o + at[:, None] * N + n[None, :], made.to(o.dtype.element_ty), mask=inside)


def product_of_sorted_tokens(
    data: Data, tokens: int, experts: int, n: int, k: int, TOP: int, BM: int, BN: int, BK: int
) -> Row:
    """Each block of tokens, padded at the end, by the matrix of its expert."""
    total = tokens * TOP
    a, w, o = data.normal(tokens, k), data.normal(experts, n, k), data.zeros(total, n)
    each = triton.cdiv(total // experts, BM)
    ids = torch.full((experts, each * BM), total, device=data.device, dtype=torch.int32)
    ids[:, : total // experts] = data.order(total).view(experts, -1)
    owners = torch.arange(experts, device=data.device, dtype=torch.int32).repeat_interleave(each)

    def oracle() -> torch.Tensor:
        made = torch.zeros(total, n, device=data.device)
        for expert, row in enumerate(ids[:, : total // experts].long()):
            made[row] = a[row // TOP].float() @ w[expert].float().T
        return made

    blocks = [{"TOP": TOP, "BM": BM, "BN": BN, "BK": BK}]
    grid = lambda c: (experts * each, n // c["BN"])  # noqa: E731
    args, flops, kind = [a, w, o, ids, owners, total, n, k], 2 * total * n * k, "bf16"
    bytes_ = size_of(a, w, o)
    return Row("", _sorted_tokens, args, 2, blocks, grid, bytes_, oracle, 64 * data.rounding, flops, kind)


_LITTLE = {"m": 10, "n": 32, "k": 64, "BM": 16, "BN": 16, "BK": 16}
_BITS = {**_LITTLE, "G": 32}
_TOKENS = {"tokens": 24, "experts": 4, "n": 32, "k": 32, "TOP": 2, "BM": 16, "BN": 16, "BK": 16}
ENTRIES = [
    Entry(product_of_a_row, "f16", {"n": 4096, "k": 4096, "BN": 8, "BK": 512}, {"n": 9, "k": 64, "BN": 4, "BK": 32}),
    Entry(product_of_a_row, "bf16", {"n": 14336, "k": 4096, "BN": 16, "BK": 256}, {"n": 9, "k": 64, "BN": 4, "BK": 32}),
    Entry(product_of_few_rows, "f16", {"m": 16, "n": 14336, "k": 4096, "BM": 16, "BN": 64, "BK": 128}, _LITTLE),
    Entry(product_of_few_rows, "bf16", {"m": 4, "n": 16384, "k": 8192, "BM": 16, "BN": 64, "BK": 128}, _LITTLE),
    Entry(
        product_of_few_rows, "f16", {"m": 8, "n": 4096, "k": 14336, "BM": 16, "BN": 64, "BK": 128, "SPLIT": 4},
        {**_LITTLE, "SPLIT": 2},
    ),
    Entry(
        product_by_words_along_k, "f16", {"m": 16, "n": 14336, "k": 4096, "G": 128, "BM": 16, "BN": 64, "BK": 128},
        _BITS,
    ),
    Entry(
        product_by_words_along_k, "f16", {"m": 2048, "n": 4096, "k": 4096, "G": 128, "BM": 64, "BN": 128, "BK": 64},
        _BITS, (4, 8),
    ),
    Entry(
        product_by_words_along_n, "f16", {"m": 16, "n": 8192, "k": 8192, "G": 128, "BM": 16, "BN": 64, "BK": 64}, _BITS
    ),
    Entry(
        product_by_words_along_n, "bf16", {"m": 1024, "n": 4096, "k": 4096, "G": 64, "BM": 64, "BN": 64, "BK": 64},
        _BITS, (4, 8),
    ),
    Entry(
        product_of_sorted_tokens, "bf16",
        {"tokens": 4096, "experts": 64, "n": 2048, "k": 2048, "TOP": 6, "BM": 64, "BN": 128, "BK": 64}, _TOKENS, (4, 8),
    ),
    Entry(
        product_of_sorted_tokens, "bf16",
        {"tokens": 64, "experts": 8, "n": 14336, "k": 4096, "TOP": 2, "BM": 16, "BN": 128, "BK": 64}, _TOKENS,
    ),
]  # fmt: skip
