"""Attention, decoding and convolution, rows of `benchmarks.cpu` whose rivals are torch's fused kernels and oneDNN."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch
import triton
import triton.language as tl

from benchmarks.cpu_row import TOLERANCE, Row, random_tensor

ATTEND = torch.nn.functional.scaled_dot_product_attention
#: queries' heads, keys' heads, cached keys and the size of a head of the rows of decoding
DECODED = (32, 8, 4096, 128)
#: images, their height and width, channels in and out of the rows of convolution, whose windows are 3 x 3
IMAGES = (8, 56, 64, 64)


@triton.jit
def attention(
    q, k, v, o, length, scale, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr
):
    """A block of queries of one head a program."""
    base = tl.program_id(1).to(tl.int64) * length * D
    d = tl.arange(0, D)
    r = tl.program_id(0) * M + tl.arange(0, M)
    at = base + r[:, None] * D + d[None, :]
    queries = tl.load(q + at, mask=r[:, None] < length, other=0.0)
    top = tl.full((M,), -float("inf"), tl.float32)
    total = tl.zeros((M,), tl.float32)
    acc = tl.zeros((M, D), tl.float32)
    end = tl.minimum(length, (tl.program_id(0) + 1) * M) if CAUSAL else length
    for first in range(0, end, N):
        c = first + tl.arange(0, N)
        there = base + c[:, None] * D + d[None, :]
        keys = tl.load(k + there, mask=c[:, None] < length, other=0.0)
        s = tl.dot(queries, tl.trans(keys)) * scale
        seen = c[None, :] < length
        if CAUSAL:
            seen = seen & (c[None, :] <= r[:, None])
        s = tl.where(seen, s, -float("inf"))
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp(s - new[:, None])
        shrink = tl.exp(top - new)
        values = tl.load(v + there, mask=c[:, None] < length, other=0.0)
        acc = tl.dot(p.to(values.dtype), values, acc * shrink[:, None])
        total = total * shrink + tl.sum(p, 1)
        top = new
    tl.store(o + at, (acc / total[:, None]).to(o.dtype.element_ty), mask=r[:, None] < length)


@triton.jit
def decode(q, k, v, o, length, scale, G: tl.constexpr, N: tl.constexpr, D: tl.constexpr):
    """The queries of a group, one for each of its heads, with a long cache of keys and values a program."""
    d, g = tl.arange(0, D), tl.arange(0, G)
    base = tl.program_id(0).to(tl.int64) * length * D
    at = tl.program_id(0) * G * D + g[:, None] * D + d[None, :]
    queries = tl.load(q + at).to(tl.float32)
    top = tl.full((G,), -float("inf"), tl.float32)
    total = tl.zeros((G,), tl.float32)
    acc = tl.zeros((G, D), tl.float32)
    for first in range(0, length, N):
        c = first + tl.arange(0, N)
        there = base + c[:, None] * D + d[None, :]
        keys = tl.load(k + there, mask=c[:, None] < length, other=0.0).to(tl.float32)
        s = tl.sum(queries[:, None, :] * keys[None, :, :], 2) * scale
        s = tl.where(c[None, :] < length, s, -float("inf"))
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp(s - new[:, None])
        shrink = tl.exp(top - new)
        values = tl.load(v + there, mask=c[:, None] < length, other=0.0).to(tl.float32)
        acc = acc * shrink[:, None] + tl.sum(p[:, :, None] * values[None, :, :], 1)
        total = total * shrink + tl.sum(p, 1)
        top = new
    tl.store(o + at, (acc / total[:, None]).to(o.dtype.element_ty))


@triton.jit
def convolution(
    x,
    w,
    o,
    pixels,
    H,
    W,
    C: tl.constexpr,
    F: tl.constexpr,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BC: tl.constexpr,
):
    """Some pixels of a convolution with windows of 3 x 3 a program: products of rows of channels (implicit GEMM)."""
    p = tl.program_id(0) * BM + tl.arange(0, BM)
    y, at = p // W % H, p % W
    f = tl.program_id(1) * BN + tl.arange(0, BN)
    c = tl.arange(0, BC)
    acc = tl.zeros((BM, BN), tl.float32)
    for window in range(9):
        dy, dx = window // 3 - 1, window % 3 - 1
        inside = (p < pixels) & (y + dy >= 0) & (y + dy < H) & (at + dx >= 0) & (at + dx < W)
        for first in range(0, C, BC):
            there = (p + dy * W + dx)[:, None] * C + first + c[None, :]
            rows = tl.load(x + there, mask=inside[:, None], other=0.0)
            weights = tl.load(w + (window * C + first + c)[:, None] * F + f[None, :])
            acc = tl.dot(rows, weights, acc)
    tl.store(o + p[:, None] * F + f[None, :], acc.to(o.dtype.element_ty), mask=p[:, None] < pixels)


def rows() -> Iterator[tuple[str, Callable[[], Row]]]:
    """Names of all rows and their makers, which take memory only when called."""
    for element in ("f32", "f16", "bf16"):
        yield f"attention {element}", lambda e=element: _attention(f"attention {e}", e, 8, 1024, 64)
    for element in ("f32", "bf16"):
        for name, heads, length, d, causal in (
            ("causal", 8, 1024, 64, True),
            ("heads of 128", 8, 1024, 128, False),
            ("512 keys", 16, 512, 64, False),
            ("4096 keys", 2, 4096, 64, False),
        ):
            known = (f"attention {name} {element}", element, heads, length, d, causal)
            yield known[0], lambda known=known: _attention(*known)
    for element in ("f32", "bf16"):
        yield f"decode {element}", lambda e=element: _decode(f"decode {e}", e, 1)
        yield f"decode groups of 4 {element}", lambda e=element: _decode(f"decode groups of 4 {e}", e, 4)
    for element in ("f32", "bf16"):
        yield f"convolution {element}", lambda e=element: _convolution(e)


def _attends(element: str, tensors: list[torch.Tensor], **known: bool) -> dict[str, Callable]:
    """Ways to attend by torch: the fused kernel takes four dimensions; halves may be kept as f32."""
    with_batch = [tensor[None] for tensor in tensors]
    ways = {
        "SDPA, 4 dimensions": lambda: ATTEND(*with_batch, **known)[0],
        "SDPA": lambda: ATTEND(*tensors, **known),
    }
    if element != "f32":
        wide = [tensor.float() for tensor in with_batch]
        ways["SDPA of f32"] = lambda: ATTEND(*wide, **known)[0]
    return ways


def _attention(name: str, element: str, heads: int, length: int, d: int, causal: bool = False) -> Row:
    q, k, v = (random_tensor(element, heads, length, d) for _ in range(3))
    args = [q, k, v, torch.empty_like(q), length, d**-0.5]
    blocks = [{"M": m, "N": n, "D": d, "CAUSAL": causal} for m in (64, 128) for n in (64, 128)]
    grid = lambda c: (triton.cdiv(length, c["M"]), heads)  # noqa: E731
    rivals = _attends(element, [q, k, v], is_causal=causal)
    bytes_, flops = 4 * q.numel() * q.element_size(), 4 * heads * length * length * d // (1 + causal)
    other = [tensor.bfloat16()[None] for tensor in (q, k, v)] if element == "f16" else []
    beside = {"SDPA of bf16": lambda: ATTEND(*other, is_causal=causal)} if other else {}
    tolerance = TOLERANCE[element]
    return Row(name, element, attention, args, 3, blocks, grid, rivals, bytes_, flops, tolerance, beside)


def _decode(name: str, element: str, group: int) -> Row:
    heads, few, length, d = DECODED
    keys = few if group > 1 else heads
    q = random_tensor(element, heads, 1, d)
    k, v = (random_tensor(element, keys, length, d) for _ in range(2))
    args = [q, k, v, torch.empty_like(q), length, d**-0.5]
    blocks = [{"G": heads // keys, "N": n, "D": d} for n in (16, 64, 256)]
    rivals = _attends(element, [q, k, v], enable_gqa=group > 1)
    bytes_, tolerance = 2 * k.numel() * k.element_size(), TOLERANCE[element]
    return Row(name, element, decode, args, 3, blocks, lambda _: (keys,), rivals, bytes_, 0, tolerance)


def _convolution(element: str) -> Row:
    images, size, channels, filters = IMAGES
    x = random_tensor(element, images, size, size, channels)
    w = random_tensor(element, 3, 3, channels, filters)
    pixels = images * size * size
    args = [x, w, torch.empty(images, size, size, filters, dtype=x.dtype), pixels, size, size]
    blocks = [{"C": channels, "F": filters, "BM": m, "BN": 64, "BC": channels} for m in (64, 128, 256)]
    last, planes = x.permute(0, 3, 1, 2), x.permute(0, 3, 1, 2).contiguous()
    weights = w.permute(3, 2, 0, 1).contiguous()
    with_last = weights.to(memory_format=torch.channels_last)
    convolve = torch.nn.functional.conv2d
    rivals = {
        "conv2d, channels last": lambda: convolve(last, with_last, padding=1).permute(0, 2, 3, 1),
        "conv2d": lambda: convolve(planes, weights, padding=1).permute(0, 2, 3, 1),
    }
    grid = lambda c: (triton.cdiv(pixels, c["BM"]), filters // c["BN"])  # noqa: E731
    bytes_, flops = 2 * x.numel() * x.element_size(), 2 * pixels * 9 * channels * filters
    name, tolerance = f"convolution {element}", TOLERANCE[element]
    return Row(name, element, convolution, args, 2, blocks, grid, rivals, bytes_, flops, tolerance)
