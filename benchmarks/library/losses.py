"""Losses over a vocabulary, and the choice of a mixture's experts."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from benchmarks.gpu_row import Row
from benchmarks.library.entry import Data, Entry, size_of


@triton.jit
def _cross_entropy(x, labels, losses, logs, words, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    begin = x + row * words
    top, total = -float("inf"), 0.0
    for first in range(0, words, B):
        c = first + tl.arange(0, B)
        v = tl.load(begin + c, mask=c < words, other=-float("inf")).to(tl.float32)
        higher = tl.maximum(top, tl.max(v, 0))
        total = total * tl.exp(top - higher) + tl.sum(tl.exp(v - higher), 0)
        top = higher
    label = tl.load(labels + row)
    log = top + tl.log(total)
    tl.store(logs + row, log)
    tl.store(losses + row, log - tl.load(begin + label).to(tl.float32))


def cross_entropy(data: Data, rows: int, words: int, B: int) -> Row:
    """The loss of a token a program, whose softmax is made as logits come."""
    x, labels = data.normal(rows, words), data.below(words, rows, kind=torch.int64)
    losses, logs = (data.zeros(rows, kind=torch.float32) for _ in range(2))
    args, grid = [x, labels, losses, logs, words], lambda _: (rows,)
    oracle = lambda: torch.nn.functional.cross_entropy(x.float(), labels, reduction="none")  # noqa: E731
    return Row("", _cross_entropy, args, 2, [{"B": B}], grid, size_of(x), oracle, 1e-3)


@triton.jit
def _cross_entropy_backward(x, labels, logs, dx, words, scale, B: tl.constexpr):
    row, c = tl.program_id(0).to(tl.int64), tl.program_id(1) * B + tl.arange(0, B)
    m = c < words
    v = tl.load(x + row * words + c, mask=m, other=-float("inf")).to(tl.float32)
    p = tl.exp(v - tl.load(logs + row))
    g = tl.where(c == tl.load(labels + row), p - 1.0, p) * scale
    tl.store(dx + row * words + c, g.to(dx.dtype.element_ty), mask=m)


def cross_entropy_backward(data: Data, rows: int, words: int, B: int) -> Row:
    """The gradients of logits from the logarithms of their sums."""
    x, labels = data.normal(rows, words), data.below(words, rows, kind=torch.int64)
    logs, dx = torch.logsumexp(x.float(), 1), data.zeros(rows, words)

    def oracle() -> torch.Tensor:
        p = torch.softmax(x.float(), 1)
        return p.scatter_add_(1, labels[:, None], torch.full_like(p[:, :1], -1.0)) * 0.5

    grid = lambda c: (rows, triton.cdiv(words, c["B"]))  # noqa: E731
    args = [x, labels, logs, dx, words, 0.5]
    return Row("", _cross_entropy_backward, args, 3, [{"B": B}], grid, size_of(x, dx), oracle, data.rounding)


@triton.jit
def _route(x, weights, chosen, rows, experts, K: tl.constexpr, R: tl.constexpr, E: tl.constexpr):
    r, e = tl.program_id(0) * R + tl.arange(0, R), tl.arange(0, E)
    inside = (r[:, None] < rows) & (e[None, :] < experts)
    v = tl.load(x + r[:, None] * experts + e[None, :], mask=inside, other=-float("inf")).to(tl.float32)
    p = tl.exp(v - tl.max(v, 1)[:, None])
    p = tl.where(e[None, :] < experts, p / tl.sum(p, 1)[:, None], -1.0)
    for k in tl.static_range(K):
        top, at = tl.max(p, 1), tl.argmax(p, 1)
        tl.store(weights + r * K + k, top, mask=r < rows)
        tl.store(chosen + r * K + k, at, mask=r < rows)
        p = tl.where(e[None, :] == at[:, None], -1.0, p)


def topk_of_a_mixture(data: Data, rows: int, experts: int, K: int, R: int, E: int) -> Row:
    """The softmax of a token's scores, and the largest of it one after the other."""
    x, weights = data.normal(rows, experts), data.zeros(rows, K, kind=torch.float32)
    args = [x, weights, data.zeros(rows, K, kind=torch.int32), rows, experts]
    grid = lambda c: (triton.cdiv(rows, c["R"]),)  # noqa: E731
    oracle = lambda: torch.softmax(x.float(), 1).topk(K, 1).values  # noqa: E731
    blocks = [{"K": K, "R": R, "E": E}]
    return Row("", _route, args, 1, blocks, grid, size_of(x, weights, weights), oracle, 1e-4)


_WORDS, _EXPERTS = {"rows": 3, "words": 50, "B": 32}, {"rows": 5, "experts": 12, "K": 2, "E": 16}
ENTRIES = [
    Entry(cross_entropy, "bf16", {"rows": 4096, "words": 32000, "B": 4096}, _WORDS, (4, 8)),
    Entry(cross_entropy, "f32", {"rows": 1024, "words": 128256, "B": 8192}, _WORDS, (8, 16)),
    Entry(cross_entropy_backward, "bf16", {"rows": 2048, "words": 128256, "B": 4096}, _WORDS, (4, 8)),
    Entry(topk_of_a_mixture, "f32", {"rows": 32768, "experts": 128, "K": 8, "R": 4, "E": 128}, _EXPERTS),
    Entry(topk_of_a_mixture, "bf16", {"rows": 32768, "experts": 60, "K": 4, "R": 1, "E": 64}, _EXPERTS, (1,)),
]  # fmt: skip
