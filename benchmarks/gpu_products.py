"""Kernels of matrix products for `benchmarks.gpu`: matmul of each type that tensor cores have, and attention."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch
import triton
import triton.language as tl

from benchmarks.gpu_row import Row

#: by the bits of a factor, the blocks to choose from: rows, columns, inner extent, warps, stages
BLOCKS = {
    8: [(128, 256, 128, 8, 3), (128, 128, 128, 4, 4), (64, 128, 128, 4, 4)],
    16: [(128, 256, 64, 8, 3), (128, 128, 64, 4, 6), (64, 128, 64, 4, 6), (64, 128, 64, 4, 8)],
    32: [
        (128, 256, 32, 8, 3),
        (256, 128, 32, 8, 4),
        (128, 128, 32, 8, 4),
        (128, 128, 32, 4, 3),
        (64, 128, 32, 4, 5),
    ],
}
#: one more choice for attention, by the columns of a head: rows, keys of a turn, warps, stages
SHAPES = {64: (256, 64, 16, 2), 128: (128, 128, 8, 3)}
#: columns of heads whose blocks of 128 rows and four warps fit a processor thrice, if a thread has so few registers
NARROW, THREE_BLOCKS = 64, 168
#: torch's types, and by how much a result may differ
TYPES = {
    "f16": (torch.float16, 0.25),
    "bf16": (torch.bfloat16, 2.0),
    "tf32": (torch.float32, 1.0),
    "e4m3": (torch.float8_e4m3fn, 4.0),  # of which tensor cores keep few bits of sums
    "i8": (torch.int8, 0.0),
}


@triton.jit
def matmul(a, b, c, M, N, K, am, ak, bk, bn, cm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A tile of the product a program, in groups of eight rows of tiles that share columns; any strides and sizes."""
    pid = tl.program_id(0)
    down, across = tl.cdiv(M, BM), tl.cdiv(N, BN)
    first = pid // (8 * across) * 8
    height = min(down - first, 8)
    m = first + pid % (8 * across) % height
    n = pid % (8 * across) // height
    rows = (m * BM + tl.arange(0, BM)) % M
    columns = (n * BN + tl.arange(0, BN)) % N
    k = tl.arange(0, BK)
    left = a + rows[:, None] * am + k[None, :] * ak
    right = b + k[:, None] * bk + columns[None, :] * bn
    total = tl.zeros((BM, BN), tl.int32 if a.dtype.element_ty == tl.int8 else tl.float32)
    for at in range(0, tl.cdiv(K, BK)):
        x = tl.load(left, mask=k[None, :] < K - at * BK, other=0.0)
        y = tl.load(right, mask=k[:, None] < K - at * BK, other=0.0)
        total = tl.dot(x, y, total, out_dtype=total.dtype)
        left += BK * ak
        right += BK * bk
    rows, columns = m * BM + tl.arange(0, BM), n * BN + tl.arange(0, BN)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + rows[:, None] * cm + columns[None, :], total.to(c.dtype.element_ty), mask=inside)


@triton.jit
def attention(
    q,
    k,
    v,
    o,
    scale,
    head,
    row,
    length,
    D: tl.constexpr,
    BM: tl.constexpr,
    BN: tl.constexpr,
    CAUSAL: tl.constexpr,
    LAST_FIRST: tl.constexpr = 0,
):
    """Rows of a head a program, the last ones first if ``LAST_FIRST``, whose softmax is made as keys come."""
    block = tl.num_programs(0) - 1 - tl.program_id(0) if LAST_FIRST else tl.program_id(0)
    begin = block * BM
    at = tl.program_id(1).to(tl.int64) * head
    rows, d = begin + tl.arange(0, BM), tl.arange(0, D)
    n = tl.arange(0, BN)
    x = tl.load(q + at + rows[:, None] * row + d[None, :])
    keys = k + at + n[None, :] * row + d[:, None]
    values = v + at + n[:, None] * row + d[None, :]
    top = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    out = tl.zeros((BM, D), tl.float32)
    end = begin + BM if CAUSAL else length
    for first in range(0, end, BN):
        scores = tl.dot(x, tl.load(keys + first * row)) * (scale * 1.44269504)
        if CAUSAL:
            scores = tl.where(rows[:, None] >= first + n[None, :], scores, -float("inf"))
        higher = tl.maximum(top, tl.max(scores, 1))
        weights = tl.exp2(scores - higher[:, None])
        less = tl.exp2(top - higher)
        total = total * less + tl.sum(weights, 1)
        out = tl.dot(weights.to(v.dtype.element_ty), tl.load(values + first * row), out * less[:, None])
        top = higher
    out = out / total[:, None]
    tl.store(o + at + rows[:, None] * row + d[None, :], out.to(o.dtype.element_ty))


def rows() -> Iterator[Callable[[], Row]]:
    """Makers of all rows."""
    for size in (1024, 4096, 8192):
        yield lambda size=size: _matmul("f16", (size,) * 3, "rr")
    for name, orders in (
        ("bf16", "rr"),
        ("f16", "rc"),
        ("tf32", "rr"),
        ("tf32", "rc"),
        ("e4m3", "rc"),
        ("e4m3", "rr"),
    ):
        yield lambda name=name, orders=orders: _matmul(name, (4096,) * 3, orders)
    for orders in ("rc", "rr"):
        yield lambda orders=orders: _matmul("i8", (4096,) * 3, orders)
    for sizes in ((4095,) * 3, (4104,) * 3, (8200, 4104, 1000)):
        yield lambda sizes=sizes: _matmul("f16", sizes, "rr")
    for width in (64, 128):
        for causal in (False, True):
            yield lambda width=width, causal=causal: _attention(width, causal)


def _factor(name: str, rows: int, columns: int, order: str) -> torch.Tensor:
    """Random numbers, row-major ("r") or column-major ("c")."""
    kind, _ = TYPES[name]
    shape = (rows, columns) if order == "r" else (columns, rows)
    if kind is torch.int8:
        made = torch.randint(-128, 128, shape, device="cuda", dtype=kind)
    else:
        made = torch.randn(shape, device="cuda").to(kind)
    return made if order == "r" else made.T


def _matmul(name: str, sizes: tuple[int, int, int], orders: str) -> Row:
    m, n, k = sizes
    kind, tolerance = TYPES[name]
    a, b = _factor(name, m, k, orders[0]), _factor(name, k, n, orders[1])
    result = {torch.int8: torch.int32, torch.float8_e4m3fn: torch.float16}.get(kind, kind)
    c = torch.empty(m, n, device="cuda", dtype=result)
    names = ("BM", "BN", "BK", "num_warps", "num_stages")
    blocks = [dict(zip(names, block, strict=True)) for block in BLOCKS[8 * kind.itemsize]]
    grid = lambda c: (triton.cdiv(m, c["BM"]) * triton.cdiv(n, c["BN"]),)  # noqa: E731
    one = torch.ones((), device="cuda")

    def oracle() -> torch.Tensor:
        if kind is torch.int8:
            return torch._int_mm(a, b)
        if kind is torch.float8_e4m3fn:
            return torch._scaled_mm(a, b.T.contiguous().T, one, one, out_dtype=result, use_fast_accum=True)
        return a @ b

    torch.backends.cuda.matmul.allow_tf32 = True
    args = [a, b, c, m, n, k, *a.stride(), *b.stride(), c.stride(0)]
    text = f"matmul {name} {'x'.join(map(str, dict.fromkeys(sizes)))} {orders}"
    bytes_ = sum(t.numel() * t.element_size() for t in (a, b, c))
    return Row(text, matmul, args, 2, blocks, grid, bytes_, oracle, tolerance, 2 * m * n * k, name)


def _attention(width: int, causal: bool, batch: int = 4, heads: int = 32, length: int = 4096) -> Row:
    q, k, v = torch.randn(3, batch, heads, length, width, device="cuda", dtype=torch.float16)
    constants = {"D": width, "CAUSAL": int(causal)}
    choices = [(128, 64, 4, 2), (128, 64, 8, 3), (64, 64, 4, 3), (128, 128, 8, 2), SHAPES[width]]
    names = ("BM", "BN", "num_warps", "num_stages")
    blocks = [{**constants, **dict(zip(names, choice, strict=True))} for choice in choices]
    if width == NARROW:
        blocks.append({**blocks[0], "maxnreg": THREE_BLOCKS})
    if causal:  # blocks with many keys begin before those with few
        blocks += [{**block, "LAST_FIRST": 1} for block in blocks]
    grid = lambda c: (length // c["BM"], batch * heads)  # noqa: E731
    args = [q, k, v, torch.empty_like(q), width**-0.5, q.stride(1), q.stride(2), length]
    oracle = lambda: torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)  # noqa: E731
    flops = 4 * batch * heads * length * length * width // (2 if causal else 1)
    text = f"attention f16 {width}{' causal' * causal}"
    return Row(text, attention, args, 3, blocks, grid, 4 * q.numel() * 2, oracle, 1e-2, flops, "f16")
