"""The kernels that `benchmarks.cpu` times, with their data, what torch calls for the same, and what they cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
import triton
import triton.language as tl

from benchmarks import cpu_models, gpu
from benchmarks.cpu_row import TOLERANCE, TYPES, Row, random_tensor


@triton.jit
def copy(x, o, n, B: tl.constexpr):
    """One array to another."""
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def masked_dropout(x, keep, o, n, p, B: tl.constexpr):
    """Bytes say what is kept."""
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    v = tl.load(x + i, mask=m)
    tl.store(o + i, tl.where(tl.load(keep + i, mask=m) != 0, v / (1 - p), 0.0), mask=m)


@triton.jit
def weight_gradients(dy, x, mean, rstd, dw, db, rows, n, R: tl.constexpr, B: tl.constexpr):
    """The gradients of a layer norm's weight and bias, some columns a program."""
    c = tl.program_id(0) * B + tl.arange(0, B)
    w = tl.zeros((R, B), tl.float32)
    b = tl.zeros((R, B), tl.float32)
    for first in range(0, rows, R):
        r = first + tl.arange(0, R)
        m = (r[:, None] < rows) & (c[None, :] < n)
        at = r[:, None] * n + c[None, :]
        g = tl.load(dy + at, mask=m, other=0.0)
        v = tl.load(x + at, mask=m, other=0.0)
        mu = tl.load(mean + r, mask=r < rows, other=0.0)
        s = tl.load(rstd + r, mask=r < rows, other=0.0)
        w += g * (v - mu[:, None]) * s[:, None]
        b += g
    tl.store(dw + c, tl.sum(w, 0), mask=c < n)
    tl.store(db + c, tl.sum(b, 0), mask=c < n)


@triton.jit
def matmul(
    a,
    b,
    o,
    M,
    N,
    K,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
    ACC: tl.constexpr,
    LEFT: tl.constexpr,
):
    """A tile of the product of two row-major matrices a program; neighbours share the left operand or the right."""
    r = tl.program_id(1 if LEFT else 0) * BM + tl.arange(0, BM)
    c = tl.program_id(0 if LEFT else 1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    at = a + r[:, None] * K + k[None, :]
    bt = b + k[:, None] * N + c[None, :]
    acc = tl.zeros((BM, BN), ACC)
    for first in range(0, K, BK):
        rows = tl.load(at, mask=(r[:, None] < M) & (k[None, :] < K - first), other=0)
        columns = tl.load(bt, mask=(k[:, None] < K - first) & (c[None, :] < N), other=0)
        acc = tl.dot(rows, columns, acc, out_dtype=ACC)
        at += BK
        bt += BK * N
    inside = (r[:, None] < M) & (c[None, :] < N)
    tl.store(o + r[:, None] * N + c[None, :], acc.to(o.dtype.element_ty), mask=inside)


@triton.jit
def matvec(a, x, o, rows, n, R: tl.constexpr, B: tl.constexpr, ACC: tl.constexpr):
    """The products of some rows of a matrix with a vector a program."""
    r = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.arange(0, B)
    acc = tl.zeros((R,), ACC)
    for first in range(0, n, B):
        inside = (r[:, None] < rows) & (c[None, :] < n - first)
        v = tl.load(a + r[:, None] * n + (first + c)[None, :], mask=inside, other=0)
        w = tl.load(x + first + c, mask=c < n - first, other=0)
        acc += tl.sum(v.to(ACC) * w.to(ACC)[None, :], 1)
    tl.store(o + r, acc.to(o.dtype.element_ty), mask=r < rows)


@triton.jit
def batched_matmul(a, b, o, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, ACC: tl.constexpr):
    """One of many small products a program."""
    i, j, k = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :], tl.arange(0, K)
    p = tl.program_id(0)
    v = tl.load(a + p * M * K + i * K + k[None, :])
    w = tl.load(b + p * K * N + k[:, None] * N + j)
    tl.store(o + p * M * N + i * N + j, tl.dot(v, w, out_dtype=ACC).to(o.dtype.element_ty))


@triton.jit
def scatter_rows(x, index, o, width, R: tl.constexpr, B: tl.constexpr):
    """Rows to places by number."""
    r = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.arange(0, B)
    at = tl.load(index + r)
    tl.store(o + at[:, None] * width + c[None, :], tl.load(x + r[:, None] * width + c[None, :]))


@triton.jit
def add_rows(x, index, o, width, B: tl.constexpr):
    """A row added atomically to one by number a program."""
    row, c = tl.program_id(0), tl.arange(0, B)
    tl.atomic_add(o + tl.load(index + row) * width + c, tl.load(x + row * width + c), sem="relaxed")


@triton.jit
def add_elements(x, index, o, B: tl.constexpr):
    """Elements added atomically to those by number."""
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(o + tl.load(index + i), tl.load(x + i), sem="relaxed")


@triton.jit
def gather_elements(x, index, o, B: tl.constexpr):
    """Elements by number."""
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, tl.load(x + tl.load(index + i)))


@triton.jit
def top(x, o, n, K: tl.constexpr, B: tl.constexpr):
    """The largest of a row a program."""
    row = tl.program_id(0)
    tl.store(o + row * K + tl.arange(0, K), tl.topk(tl.load(x + row * n + tl.arange(0, B)), K))


@triton.jit
def column_sums(x, o, rows, n, R: tl.constexpr, B: tl.constexpr):
    """The sums of some columns a program."""
    c = tl.program_id(0) * B + tl.arange(0, B)
    total = tl.zeros((B,), tl.float32)
    for first in range(0, rows, R):
        r = first + tl.arange(0, R)
        inside = (r[:, None] < rows) & (c[None, :] < n)
        total += tl.sum(tl.load(x + r[:, None] * n + c[None, :], mask=inside, other=0.0), 0)
    tl.store(o + c, total, mask=c < n)


@triton.jit
def column_softmax(x, o, n, R: tl.constexpr, B: tl.constexpr):
    """Some columns a program."""
    c = tl.program_id(0) * B + tl.arange(0, B)
    at = tl.arange(0, R)[:, None] * n + c[None, :]
    v = tl.load(x + at)
    e = tl.exp(v - tl.max(v, 0)[None, :])
    tl.store(o + at, e / tl.sum(e, 0)[None, :])


@triton.jit
def column_cumsum(x, o, n, R: tl.constexpr, B: tl.constexpr):
    """Some columns a program."""
    c = tl.program_id(0) * B + tl.arange(0, B)
    at = tl.arange(0, R)[:, None] * n + c[None, :]
    tl.store(o + at, tl.cumsum(tl.load(x + at), 0))


CHUNKS = [{"B": size} for size in (1024, 4096, 16384)]


def rows() -> Iterator[tuple[str, Callable[[], Row]]]:
    """Names of all rows and their makers, which take memory only when called."""
    for element in ("f32", "bf16"):
        yield f"add {element}", lambda e=element: _add(e)
    yield "copy f32", _copy
    yield "dropout f32", _dropout
    for width in (781, 1024, 4096):
        yield f"softmax {width} f32", lambda w=width: _softmax(w)
    for width in (781, 1024, 4096):
        yield f"layer norm {width} f32", lambda w=width: _layer_norm(w)
    yield "layer norm dw, db f32", _weight_gradients
    for element in ("f32", "f16", "bf16", "i8"):
        for size in (512, 1024, 2048) if element in ("f32", "bf16") else (512, 1024):
            yield f"matmul {size} {element}", lambda e=element, s=size: _matmul(e, s, s, s)
    for element in ("f32", "f16", "bf16"):
        yield f"matmul 16x4096x4096 {element}", lambda e=element: _matmul(e, 16, 4096, 4096)
    for element in ("f32", "f16", "bf16"):
        yield f"matmul 64 of 64 {element}", lambda e=element: _batched_matmul(e, 64, 64)
    for element in ("f32", "f16", "bf16", "i8"):
        yield f"matvec 4096 {element}", lambda e=element: _matvec(e, 4096)
    yield from cpu_models.rows()
    yield "transpose f32", _transpose
    for width in (1024, 64):
        yield f"gather {width} f32", lambda w=width: _gather(w)
    yield "gather elements f32", _gather_elements
    yield "scatter f32", _scatter
    for element in ("f32", "bf16"):
        yield f"index add {element}", lambda e=element: _index_add(e)
    yield "scatter add f32", _scatter_add
    yield "cumsum f32", _cumsum
    yield "argmax f32", _argmax
    yield "sort f32", _sort
    for k in (8, 64):
        yield f"topk {k} f32", lambda k=k: _topk(k)
    yield "histogram i32", _histogram
    yield "sums of columns f32", _column_sums
    yield "softmax of columns f32", lambda: _columns("softmax", column_softmax, torch.softmax)
    yield "cumsum of columns f32", lambda: _columns("cumsum", column_cumsum, torch.cumsum)


def _wider(element: str, product: Callable, a: torch.Tensor, b: torch.Tensor) -> dict[str, Callable]:
    """Ways around a ``product`` of types for which many CPUs have no instructions: by f32.

    One takes operands that a user would keep as f32, the other one converts in each call.
    """
    if element == "f32":
        return {}
    ways, name = (
        {f"torch.{product.__name__}(out=) of f32": _in(torch.float32, product, a, b)},
        product.__name__,
    )
    if element != "i8":
        ways[f"float, torch.{name}, {element}"] = lambda: product(a.float(), b.float()).to(a.dtype)
    return ways


def _beside(element: str, product: Callable, a: torch.Tensor, b: torch.Tensor) -> dict[str, Callable]:
    """What users of f16 may choose instead: bf16, which has fewer bits."""
    name = f"torch.{product.__name__}(out=) of bf16"
    return {name: _in(torch.bfloat16, product, a, b)} if element == "f16" else {}


def _in(type: torch.dtype, product: Callable, a: torch.Tensor, b: torch.Tensor) -> Callable:
    left, right = a.to(type), b.to(type)
    out = product(left, right)
    return lambda: product(left, right, out=out)


def _add(element: str) -> Row:
    n = 1 << 24
    x, y, o = random_tensor(element, n), random_tensor(element, n), random_tensor(element, n)
    out = torch.empty_like(o)
    grid = lambda c: (triton.cdiv(n, c["B"]),)  # noqa: E731
    rivals = {"torch.add(out=)": lambda: torch.add(x, y, out=out)}
    if element == "f32":
        rivals["numpy.add(out=)"] = lambda: np.add(x.numpy(), y.numpy(), out=out.numpy())
    bytes_ = 3 * n * x.element_size()
    return Row(f"add {element}", element, gpu.add, [x, y, o, n], 2, CHUNKS, grid, rivals, bytes_)


def _copy() -> Row:
    n = 1 << 24
    x, o, out = random_tensor("f32", n), torch.empty(n), torch.empty(n)
    grid = lambda c: (triton.cdiv(n, c["B"]),)  # noqa: E731
    rivals = {
        "Tensor.copy_": lambda: out.copy_(x),
        "numpy.copyto": lambda: np.copyto(out.numpy(), x.numpy()) or out,
    }
    return Row("copy f32", "f32", copy, [x, o, n], 1, CHUNKS, grid, rivals, 8 * n)


def _dropout() -> Row:
    n = 1 << 24
    x, o, out = random_tensor("f32", n), torch.empty(n), torch.empty(n)
    keep = torch.randint(2, (n,), dtype=torch.int8)
    grid = lambda c: (triton.cdiv(n, c["B"]),)  # noqa: E731
    factor, mask, zero = keep.float() * 2, keep.bool(), torch.zeros(())
    rivals = {
        "torch.mul(out=) by a mask of f32": lambda: torch.mul(x, factor, out=out),
        "torch.where(out=), mul_": lambda: torch.where(mask, x, zero, out=out).mul_(2),
        "torch.mul(out=) by a mask of bytes, mul_": lambda: torch.mul(x, keep, out=out).mul_(2),
    }
    return Row("dropout f32", "f32", masked_dropout, [x, keep, o, n, 0.5], 2, CHUNKS, grid, rivals, 9 * n)


def _softmax(width: int) -> Row:
    x = random_tensor("f32", 4096, width)
    out = torch.empty_like(x)
    args = [torch.empty_like(x), x, width, width, width]
    blocks = [{"B": triton.next_power_of_2(width)}]
    rivals = {"torch.softmax(out=)": lambda: torch.softmax(x, 1, out=out)}
    name = f"softmax {width} f32"
    return Row(name, "f32", gpu.softmax, args, 0, blocks, lambda _: (4096,), rivals, 8 * x.numel())


def _layer_norm(width: int) -> Row:
    x, w, b = random_tensor("f32", 4096, width), random_tensor("f32", width), random_tensor("f32", width)
    args = [x, torch.empty_like(x), w, b, width, width, 1e-5]
    blocks = [{"B": triton.next_power_of_2(width)}]
    outs = torch.empty_like(x), torch.empty(4096, 1), torch.empty(4096, 1)
    into = {f"out{i}": out for i, out in enumerate(outs)}
    normalised = torch.ops.aten.native_layer_norm.out
    rivals = {
        "layer_norm": lambda: torch.nn.functional.layer_norm(x, (width,), w, b),
        "native_layer_norm(out=)": lambda: normalised(x, (width,), w, b, 1e-5, **into)[0],
    }
    name = f"layer norm {width} f32"
    return Row(name, "f32", gpu.layer_norm, args, 1, blocks, lambda _: (4096,), rivals, 8 * x.numel())


def _weight_gradients() -> Row:
    rows_, n = 4096, 1024
    x, dy = random_tensor("f32", rows_, n), random_tensor("f32", rows_, n)
    mean, rstd = x.mean(1), torch.rsqrt(x.var(1, unbiased=False) + 1e-5)
    w = torch.ones(n)

    def rival() -> torch.Tensor:
        wanted = [False, True, True]
        return torch.ops.aten.native_layer_norm_backward(
            dy, x, [n], mean[:, None], rstd[:, None], w, w, wanted
        )[1]

    args = [dy, x, mean, rstd, torch.empty(n), torch.empty(n), rows_, n]
    blocks = [{"R": r, "B": b} for r in (2, 8) for b in (64, 128, 512, 1024)]
    grid = lambda c: (triton.cdiv(n, c["B"]),)  # noqa: E731
    name = "layer norm dw, db f32"
    rivals = {"native_layer_norm_backward": rival}
    return Row(name, "f32", weight_gradients, args, 4, blocks, grid, rivals, 8 * x.numel())


def _matmul(element: str, m: int, n: int, k: int) -> Row:
    a, b = random_tensor(element, m, k), random_tensor(element, k, n)
    is_integer = element == "i8"
    o = torch.empty(m, n, dtype=torch.int32 if is_integer else TYPES[element])
    out = torch.empty_like(o)
    tiles = [(64, 64, 64), (256, 64, 128), (256, 64, 256), (512, 64, 256), (512, 64, 512)]
    tiles += [(512, 128, 512), (1024, 64, 128), (1024, 64, 512)]
    blocks = [
        {"BM": bm, "BN": bn, "BK": bk, "ACC": tl.int32 if is_integer else tl.float32, "LEFT": left}
        for bm, bn, bk in dict.fromkeys((min(bm, max(16, m)), bn, bk) for bm, bn, bk in tiles)
        for left in (False, True)
        if not left or bm >= 256
    ]

    def grid(c: dict[str, Any]) -> tuple[int, ...]:
        counts = triton.cdiv(m, c["BM"]), triton.cdiv(n, c["BN"])
        return counts[::-1] if c["LEFT"] else counts

    rivals = _wider(element, torch.matmul, a, b)
    if is_integer:
        rivals["torch._int_mm(out=)"] = lambda: torch._int_mm(a, b, out=out)
    else:
        rivals = {"torch.matmul(out=)": lambda: torch.matmul(a, b, out=out)} | rivals
    if element == "f32":
        rivals["numpy.matmul(out=)"] = lambda: np.matmul(a.numpy(), b.numpy(), out=out.numpy())
    name = f"matmul {m} {element}" if m == n == k else f"matmul {m}x{n}x{k} {element}"
    bytes_ = (a.numel() + b.numel()) * a.element_size() + o.numel() * o.element_size()
    flops = 2 * m * n * k
    args, tolerance = [a, b, o, m, n, k], TOLERANCE[element]
    beside = _beside(element, torch.matmul, a, b)
    return Row(name, element, matmul, args, 2, blocks, grid, rivals, bytes_, flops, tolerance, beside)


def _batched_matmul(element: str, batch: int, size: int) -> Row:
    a, b = random_tensor(element, batch, size, size), random_tensor(element, batch, size, size)
    out = torch.empty_like(a)
    blocks = [{"M": size, "N": size, "K": size, "ACC": tl.float32}]
    rivals = {"torch.bmm(out=)": lambda: torch.bmm(a, b, out=out)} | _wider(element, torch.bmm, a, b)
    args, name = [a, b, torch.empty_like(a)], f"matmul {batch} of {size} {element}"
    bytes_, flops = 3 * a.numel() * a.element_size(), 2 * batch * size**3
    grid, tolerance = lambda _: (batch,), TOLERANCE[element]
    beside = _beside(element, torch.bmm, a, b)
    return Row(name, element, batched_matmul, args, 2, blocks, grid, rivals, bytes_, flops, tolerance, beside)


def _matvec(element: str, n: int) -> Row:
    a, x = random_tensor(element, n, n), random_tensor(element, n)
    o, out = torch.empty_like(x), torch.empty_like(x)
    acc = tl.int32 if element == "i8" else tl.float32
    blocks = [{"R": r, "B": b, "ACC": acc} for r in (4, 16) for b in (1024, 4096)]
    grid = lambda c: (triton.cdiv(n, c["R"]),)  # noqa: E731
    rivals = {"torch.mv(out=)": lambda: torch.mv(a, x, out=out)}
    if element != "i8":
        rivals["linear"] = lambda: torch.nn.functional.linear(x[None], a)
    rivals |= _wider(element, torch.mv, a, x)
    if element == "f32":
        rivals["numpy.matmul(out=)"] = lambda: np.matmul(a.numpy(), x.numpy(), out=out.numpy())
    bytes_ = a.numel() * a.element_size()
    args, tolerance = [a, x, o, n, n], TOLERANCE[element]
    name, beside = f"matvec {n} {element}", _beside(element, torch.mv, a, x)
    return Row(name, element, matvec, args, 2, blocks, grid, rivals, bytes_, 0, tolerance, beside)


def _transpose() -> Row:
    x = random_tensor("f32", 4096, 4096)
    out = torch.empty_like(x)
    blocks = [{"B": size} for size in (32, 64, 128)]
    grid = lambda c: (4096 // c["B"],) * 2  # noqa: E731
    args = [x, torch.empty_like(x), 4096, 4096]
    rivals = {
        "Tensor.copy_": lambda: out.copy_(x.t()),
        "numpy.copyto": lambda: np.copyto(out.numpy(), x.numpy().T) or out,
    }
    return Row("transpose f32", "f32", gpu.transpose, args, 1, blocks, grid, rivals, 8 * x.numel())


def _gather(width: int) -> Row:
    count = (1 << 24) // width
    x, index = random_tensor("f32", count, width), torch.randint(count, (count,), dtype=torch.int32)
    out = torch.empty_like(x)
    blocks = [{"R": r, "B": width} for r in ((1, 4) if width > 64 else (16, 64))]
    grid = lambda c: (count // c["R"],)  # noqa: E731
    args = [x, index, torch.empty_like(x), width]
    rivals = {
        "torch.index_select(out=)": lambda: torch.index_select(x, 0, index, out=out),
        "embedding": lambda: torch.nn.functional.embedding(index, x),
        "numpy.take(out=)": lambda: np.take(x.numpy(), index.numpy(), 0, out=out.numpy(), mode="clip"),
    }
    name = f"gather {width} f32"
    return Row(name, "f32", gpu.gather_rows, args, 2, blocks, grid, rivals, 8 * x.numel())


def _gather_elements() -> Row:
    n, size = 1 << 22, 1 << 16
    x, index, out = random_tensor("f32", size), torch.randint(size, (n,)), torch.empty(n)
    args = [x, index, torch.empty(n)]
    rivals = {
        "torch.gather(out=)": lambda: torch.gather(x, 0, index, out=out),
        "torch.index_select(out=)": lambda: torch.index_select(x, 0, index, out=out),
        "torch.take(out=)": lambda: torch.take(x, index, out=out),
        "numpy.take(out=)": lambda: np.take(x.numpy(), index.numpy(), out=out.numpy(), mode="clip"),
    }
    grid = lambda c: (n // c["B"],)  # noqa: E731
    return Row("gather elements f32", "f32", gather_elements, args, 2, CHUNKS, grid, rivals, 16 * n)


def _scatter() -> Row:
    x, index = random_tensor("f32", 16384, 1024), torch.randperm(16384)
    out = torch.empty_like(x)
    blocks = [{"R": r, "B": 1024} for r in (1, 4)]
    grid = lambda c: (16384 // c["R"],)  # noqa: E731
    args = [x, index, torch.empty_like(x), 1024]

    def assigned() -> torch.Tensor:
        out[index] = x
        return out

    rivals = {"Tensor.index_copy_": lambda: out.index_copy_(0, index, x), "Tensor[index] =": assigned}
    return Row("scatter f32", "f32", scatter_rows, args, 2, blocks, grid, rivals, 8 * x.numel())


def _index_add(element: str) -> Row:
    x, index = random_tensor(element, 8192, 1024), torch.arange(8192, dtype=torch.int32) % 512
    out, total = torch.empty(512, 1024, dtype=x.dtype), torch.empty(512, 1024, dtype=x.dtype)
    args, wide = [x, index, out, 1024], index.long()
    rivals = {
        "Tensor.zero_, index_add_": lambda: total.zero_().index_add_(0, index, x),
        "Tensor.zero_, index_put_": lambda: total.zero_().index_put_((wide,), x, accumulate=True),
    }
    name, bytes_, tolerance = f"index add {element}", x.numel() * x.element_size(), 10 * TOLERANCE[element]
    grid = lambda _: (8192,)  # noqa: E731
    return Row(name, element, add_rows, args, 2, [{"B": 1024}], grid, rivals, bytes_, tolerance=tolerance)


def _scatter_add() -> Row:
    n, size = 1 << 22, 1 << 16
    x, index, out, total = (
        random_tensor("f32", n),
        torch.randint(size, (n,)),
        torch.empty(size),
        torch.empty(size),
    )
    args = [x, index, out]
    rivals = {
        "Tensor.zero_, scatter_add_": lambda: total.zero_().scatter_add_(0, index, x),
        "Tensor.zero_, index_add_": lambda: total.zero_().index_add_(0, index, x),
        "torch.bincount": lambda: torch.bincount(index, x, size),
    }
    grid = lambda c: (n // c["B"],)  # noqa: E731
    return Row("scatter add f32", "f32", add_elements, args, 2, CHUNKS, grid, rivals, 12 * n)


def _column_sums() -> Row:
    rows_, n = 4096, 1024
    x, out = random_tensor("f32", rows_, n), torch.empty(n)
    blocks = [{"R": r, "B": b} for r in (8, 32) for b in (64, 128, 512, 1024)]
    grid = lambda c: (triton.cdiv(n, c["B"]),)  # noqa: E731
    args, ones = [x, torch.empty(n), rows_, n], torch.ones(rows_)
    rivals = {
        "torch.sum(out=)": lambda: torch.sum(x, 0, out=out),
        "torch.mv(out=) with ones": lambda: torch.mv(x.t(), ones, out=out),
        "numpy.sum(out=)": lambda: np.sum(x.numpy(), 0, out=out.numpy()),
    }
    name, bytes_ = "sums of columns f32", 4 * x.numel()
    return Row(name, "f32", column_sums, args, 1, blocks, grid, rivals, bytes_)


def _columns(name: str, kernel: Any, function: Callable) -> Row:
    x = random_tensor("f32", 1024, 4096)
    out = torch.empty_like(x)
    blocks = [{"R": 1024, "B": b} for b in (16, 64, 128)]
    grid = lambda c: (4096 // c["B"],)  # noqa: E731
    args = [x, torch.empty_like(x), 4096]
    rivals = {f"torch.{name}(out=)": lambda: function(x, 0, out=out)}
    name, bytes_ = f"{name} of columns f32", 8 * x.numel()
    return Row(name, "f32", kernel, args, 1, blocks, grid, rivals, bytes_, tolerance=1e-4)


def _row_a_program(
    name: str, kernel: Any, output: torch.Tensor, rivals: dict[str, Callable], bytes_: int, **known: Any
) -> Row:
    x = random_tensor("f32", 8192, 1024)
    calls = {text: lambda rival=rival: rival(x) for text, rival in rivals.items()}
    grid = lambda _: (8192,)  # noqa: E731
    return Row(name, "f32", kernel, [x, output, 1024], 1, [{"B": 1024}], grid, calls, bytes_, **known)


def _cumsum() -> Row:
    out = torch.empty(8192, 1024)
    rivals = {
        "torch.cumsum(out=)": lambda x: torch.cumsum(x, 1, out=out),
        "numpy.cumsum(out=)": lambda x: np.cumsum(x.numpy(), 1, out=out.numpy()),
    }
    bytes_ = 8 * out.numel()
    return _row_a_program("cumsum f32", gpu.cumsum, torch.empty_like(out), rivals, bytes_, tolerance=1e-4)


def _argmax() -> Row:
    out, wide = torch.empty(8192, dtype=torch.int32), torch.empty(8192, dtype=torch.int64)
    rivals = {
        "torch.argmax(out=)": lambda x: torch.argmax(x, 1, out=wide),
        "numpy.argmax(out=)": lambda x: np.argmax(x.numpy(), 1, out=wide.numpy()),
    }
    return _row_a_program("argmax f32", gpu.argmax, out, rivals, 4 * 8192 * 1024)


def _sort() -> Row:
    out, places = torch.empty(8192, 1024), torch.empty(8192, 1024, dtype=torch.int64)
    rivals = {
        "torch.sort(out=)": lambda x: torch.sort(x, dim=1, out=(out, places))[0],
        "numpy.copyto, ndarray.sort": lambda x: (
            np.copyto(out.numpy(), x.numpy()) or out.numpy().sort(1) or out
        ),
    }
    return _row_a_program("sort f32", gpu.sort, torch.empty_like(out), rivals, 8 * out.numel())


def _topk(k: int) -> Row:
    x, out = random_tensor("f32", 8192, 1024), torch.empty(8192, k)
    outs = torch.empty(8192, k), torch.empty(8192, k, dtype=torch.int64)
    rivals = {"torch.topk(out=)": lambda: torch.topk(x, k, 1, out=outs)[0]}
    blocks, bytes_ = [{"K": k, "B": 1024}], 4 * x.numel()
    return Row(f"topk {k} f32", "f32", top, [x, out, 1024], 1, blocks, lambda _: (8192,), rivals, bytes_)


@triton.jit
def histogram(x, o, BINS: tl.constexpr, B: tl.constexpr):
    """The counts of one block a program, added up by atomics."""
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(o + tl.arange(0, BINS), tl.histogram(tl.load(x + i), BINS), sem="relaxed")


def _histogram() -> Row:
    n = 1 << 22
    x = torch.randint(256, (n,), dtype=torch.int32)
    blocks = [{"BINS": 256, "B": size} for size in (4096, 16384)]
    args = [x, torch.zeros(256, dtype=torch.int32)]
    rivals = {
        "torch.bincount": lambda: torch.bincount(x, minlength=256),
        "numpy.bincount": lambda: np.bincount(x.numpy(), minlength=256),
    }
    return Row("histogram i32", "i32", histogram, args, 1, blocks, lambda c: (n // c["B"],), rivals, 4 * n)
