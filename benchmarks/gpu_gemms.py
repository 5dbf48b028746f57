"""Kernels around matrix products for `benchmarks.gpu`: batched, grouped and persistent ones, weights of four bits, and
the gradients of attention.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch
import triton
import triton.language as tl

from benchmarks.gpu_row import Row

#: by how much a sum of 4096 products of f16 may differ
TOLERANCE = 0.25
#: weights of four bits that share a scale
GROUP = 128


@triton.jit
def tile(a, b, K, am, ak, bk, bn, rows, columns, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """The product of the ``rows`` of a and the ``columns`` of b, whose inner extent is a multiple of ``BK``."""
    k = tl.arange(0, BK)
    left = a + rows[:, None] * am + k[None, :] * ak
    right = b + k[:, None] * bk + columns[None, :] * bn
    total = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, K // BK):
        total = tl.dot(tl.load(left), tl.load(right), total)
        left += BK * ak
        right += BK * bk
    return total


@triton.jit
def batched(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A tile of one of many products a program; extents are multiples of the tile's."""
    which = tl.program_id(1).to(tl.int64)
    m, n = tl.program_id(0) // (N // BN), tl.program_id(0) % (N // BN)
    rows, columns = m * BM + tl.arange(0, BM), n * BN + tl.arange(0, BN)
    total = tile(a + which * M * K, b + which * K * N, K, K, 1, N, 1, rows, columns, BM, BN, BK)
    to = c + which * M * N + rows[:, None] * N + columns[None, :]
    tl.store(to, total.to(c.dtype.element_ty))


@triton.jit
def persistent(
    a, b, c, M, N, K, PROGRAMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    """As many programs as run at once, each of which makes tile after tile."""
    across = N // BN
    for at in range(tl.program_id(0), (M // BM) * across, PROGRAMS):
        rows, columns = at // across * BM + tl.arange(0, BM), at % across * BN + tl.arange(0, BN)
        total = tile(a, b, K, K, 1, N, 1, rows, columns, BM, BN, BK)
        tl.store(c + rows[:, None] * N + columns[None, :], total.to(c.dtype.element_ty))


@triton.jit
def grouped(
    addresses, sizes, out, COUNT, PROGRAMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    """Products of several sizes: ``addresses`` has those of a, b and c of each, ``sizes`` has M, N and K."""
    at, before = tl.program_id(0), 0
    for which in range(COUNT):
        size = sizes + 3 * which
        m_size, n_size, k_size = tl.load(size), tl.load(size + 1), tl.load(size + 2)
        across = n_size // BN
        tiles = m_size // BM * across
        a = tl.load(addresses + 3 * which).to(tl.pointer_type(tl.float16))
        b = tl.load(addresses + 3 * which + 1).to(tl.pointer_type(tl.float16))
        c = tl.load(addresses + 3 * which + 2).to(tl.pointer_type(tl.float16))
        while at < before + tiles:
            m, n = (at - before) // across, (at - before) % across
            rows, columns = m * BM + tl.arange(0, BM), n * BN + tl.arange(0, BN)
            total = tile(a, b, k_size, k_size, 1, n_size, 1, rows, columns, BM, BN, BK)
            tl.store(c + rows[:, None] * n_size + columns[None, :], total.to(tl.float16))
            at += PROGRAMS
        before += tiles


@triton.jit
def four_bits(
    a, w, scales, c, M, N, K, GROUP: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    """Weights of four bits: the low halves of ``w`` are the upper half of the rows, the high ones the lower."""
    m, n = tl.program_id(0) // (N // BN), tl.program_id(0) % (N // BN)
    rows, columns = m * BM + tl.arange(0, BM), n * BN + tl.arange(0, BN)
    k, half = tl.arange(0, BK), K // 2
    left = a + rows[:, None] * K + k[None, :]
    right = w + k[:, None] * N + columns[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for at in range(0, half, BK):
        bits = tl.load(right)
        upper = tl.load(scales + at // GROUP * N + columns)
        lower = tl.load(scales + (half + at) // GROUP * N + columns)
        x, y = tl.load(left), tl.load(left + half)
        total = tl.dot(x, ((bits & 15).to(tl.float16) - 8) * upper[None, :], total)
        total = tl.dot(y, ((bits >> 4 & 15).to(tl.float16) - 8) * lower[None, :], total)
        left += BK
        right += BK * N
    tl.store(c + rows[:, None] * N + columns[None, :], total.to(tl.float16))


@triton.jit
def attention_backward(
    q, k, v, do, dq, dk, dv, logs, deltas, scale, length, D: tl.constexpr, B: tl.constexpr, CAUSAL: tl.constexpr
):  # fmt: skip
    """The gradients of some keys and values, then of as many queries, of a head.

    ``logs`` has the logarithms to base 2 of the sums of exponentials of the rows, ``deltas`` the products of the rows
    of the result and of its gradient.
    """
    head = tl.program_id(1).to(tl.int64)
    at = head * length * D
    logs += head * length
    deltas += head * length
    own, d, n = tl.program_id(0) * B + tl.arange(0, B), tl.arange(0, D), tl.arange(0, B)
    here = own[:, None] * D + d[None, :]
    keys, values = tl.load(k + at + here), tl.load(v + at + here)
    key_sums, value_sums = tl.zeros((B, D), tl.float32), tl.zeros((B, D), tl.float32)
    for first in range(tl.program_id(0) * B if CAUSAL else 0, length, B):
        rows = first + n
        there = at + rows[:, None] * D + d[None, :]
        queries, given = tl.load(q + there), tl.load(do + there)
        weights = tl.exp2(
            tl.dot(keys, tl.trans(queries)) * (scale * 1.44269504) - tl.load(logs + rows)[None, :]
        )
        if CAUSAL:
            weights = tl.where(own[:, None] <= rows[None, :], weights, 0.0)
        value_sums = tl.dot(weights.to(tl.float16), given, value_sums)
        turned = tl.dot(values, tl.trans(given)) - tl.load(deltas + rows)[None, :]
        key_sums = tl.dot((weights * turned).to(tl.float16), queries, key_sums)
    tl.store(dk + at + here, (key_sums * scale).to(tl.float16))
    tl.store(dv + at + here, value_sums.to(tl.float16))

    queries, given = tl.load(q + at + here), tl.load(do + at + here)
    log, delta = tl.load(logs + own), tl.load(deltas + own)
    sums = tl.zeros((B, D), tl.float32)
    for first in range(0, tl.program_id(0) * B + B if CAUSAL else length, B):
        columns = first + n
        there = at + columns[:, None] * D + d[None, :]
        keys, values = tl.load(k + there), tl.load(v + there)
        weights = tl.exp2(tl.dot(queries, tl.trans(keys)) * (scale * 1.44269504) - log[:, None])
        if CAUSAL:
            weights = tl.where(own[:, None] >= columns[None, :], weights, 0.0)
        turned = tl.dot(given, tl.trans(values)) - delta[:, None]
        sums = tl.dot((weights * turned).to(tl.float16), keys, sums)
    tl.store(dq + at + here, (sums * scale).to(tl.float16))


def rows() -> Iterator[Callable[[], Row]]:
    """Makers of all rows."""
    yield from (_batched, _persistent, _grouped, _four_bits)
    for width in (64, 128):
        for causal in (False, True):
            yield lambda width=width, causal=causal: _attention_backward(width, causal)


def _blocks(*choices: tuple[int, int, int, int, int], **constants: int) -> list[dict[str, int]]:
    names = ("BM", "BN", "BK", "num_warps", "num_stages")
    return [{**constants, **dict(zip(names, choice, strict=True))} for choice in choices]


TILES = ((128, 256, 64, 8, 3), (128, 128, 64, 4, 4))


def _random(*shape: int) -> torch.Tensor:
    return torch.randn(shape, device="cuda", dtype=torch.float16)


def _processors() -> int:
    return torch.cuda.get_device_properties(0).multi_processor_count


def _batched(count: int = 32, size: int = 1024) -> Row:
    a, b, c = (_random(count, size, size) for _ in range(3))
    grid = lambda c: ((size // c["BM"]) * (size // c["BN"]), count)  # noqa: E731
    args, flops = [a, b, c, size, size, size], 2 * count * size**3
    name = f"batched matmul f16 {count}x{size}"
    return Row(
        name, batched, args, 2, _blocks(*TILES), grid, 6 * a.numel(), lambda: a @ b, TOLERANCE, flops, "f16"
    )


def _persistent(size: int = 8192) -> Row:
    a, b, c = (_random(size, size) for _ in range(3))
    programs = _processors()
    blocks, flops = _blocks(*TILES, PROGRAMS=programs), 2 * size**3
    args, name = [a, b, c, size, size, size], f"persistent matmul f16 {size}"
    grid = lambda _: (programs,)  # noqa: E731
    return Row(name, persistent, args, 2, blocks, grid, 6 * a.numel(), lambda: a @ b, TOLERANCE, flops, "f16")


def _grouped(sizes: tuple[int, ...] = (512, 1024, 2048, 4096)) -> Row:
    factors = [(_random(n, n), _random(n, n)) for n in sizes]
    out = torch.empty(sum(n * n for n in sizes), device="cuda", dtype=torch.float16)
    results, addresses = list(out.split([n * n for n in sizes])), []
    for (a, b), c in zip(factors, results, strict=True):
        addresses += [a.data_ptr(), b.data_ptr(), c.data_ptr()]
    programs = _processors()
    args = [
        torch.tensor(addresses, device="cuda"),
        torch.tensor([n for n in sizes for _ in range(3)], device="cuda", dtype=torch.int32),
        out,
        len(sizes),
    ]

    def oracle() -> torch.Tensor:
        return torch.cat([(a @ b).flatten() for a, b in factors])

    blocks, flops = _blocks(*TILES, PROGRAMS=programs), sum(2 * n**3 for n in sizes)
    name = f"grouped matmul f16 {'+'.join(map(str, sizes))}"
    grid = lambda _: (programs,)  # noqa: E731
    return Row(name, grouped, args, 2, blocks, grid, 6 * out.numel(), oracle, TOLERANCE, flops, "f16")


def _four_bits(m: int = 4096, n: int = 4096, k: int = 4096) -> Row:
    a, c = _random(m, k), _random(m, n)
    weights = torch.randint(0, 16, (k, n), device="cuda", dtype=torch.uint8)
    scales = torch.rand(k // GROUP, n, device="cuda").to(torch.float16) / 8
    packed = (weights[: k // 2] | weights[k // 2 :] << 4).view(torch.int8)

    def oracle() -> torch.Tensor:
        return a @ ((weights.to(torch.float16) - 8) * scales.repeat_interleave(GROUP, 0))

    tiles = ((128, 128, 64, 4, 3), (128, 128, 64, 8, 3), (128, 256, 64, 8, 3))
    grid = lambda c: ((m // c["BM"]) * (n // c["BN"]),)  # noqa: E731
    args, bytes_ = [a, packed, scales, c, m, n, k], 2 * (a.numel() + c.numel()) + packed.numel()
    blocks, flops = _blocks(*tiles, GROUP=GROUP), 2 * m * n * k
    name = f"matmul f16 x int4 {m}"
    return Row(name, four_bits, args, 3, blocks, grid, bytes_, oracle, TOLERANCE, flops, "f16")


def _attention_backward(width: int, causal: bool, batch: int = 4, heads: int = 32, length: int = 4096) -> Row:
    q, k, v, do = (_random(batch, heads, length, width).requires_grad_(i < 3) for i in range(4))
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
    scale = width**-0.5
    with torch.no_grad():
        deltas = (out.float() * do.float()).sum(-1)
        logs = torch.cat(
            [_logs(x, y, scale, causal) for x, y in zip(q.flatten(0, 1), k.flatten(0, 1), strict=True)]
        )
    choices = [(64, 4, 2), (64, 8, 2), (128, 8, 2)]
    blocks = [
        {"D": width, "B": b, "CAUSAL": int(causal), "num_warps": w, "num_stages": s} for b, w, s in choices
    ]
    grid = lambda c: (length // c["B"], batch * heads)  # noqa: E731
    gradients = [torch.zeros_like(x) for x in (q, k, v)]
    args = [q.detach(), k.detach(), v.detach(), do, *gradients, logs, deltas, scale, length]
    flops = 5 * 2 * batch * heads * length * length * width // (2 if causal else 1)
    text = f"attention backward f16 {width}{' causal' * causal}"

    def oracle() -> torch.Tensor:
        return torch.autograd.grad(out, (q, k, v), do, retain_graph=True)[1]

    return Row(text, attention_backward, args, 5, blocks, grid, 14 * q.numel(), oracle, 2e-2, flops, "f16")


def _logs(q: torch.Tensor, k: torch.Tensor, scale: float, causal: bool) -> torch.Tensor:
    """The logarithms to base 2 of the sums of exponentials of a head's rows."""
    scores = (q @ k.T).float() * scale
    if causal:
        scores = scores.masked_fill(torch.ones_like(scores, dtype=torch.bool).triu(1), -float("inf"))
    return scores.logsumexp(-1) * 1.44269504
