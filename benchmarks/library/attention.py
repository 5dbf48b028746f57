"""Attention over contexts whose lengths are in memory, of many queries or of one, with keys in a row or in pages."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from benchmarks.gpu_row import Row
from benchmarks.library.entry import Data, Entry, size_of

LOG2_E = 1.4426950408889634


@triton.jit
def _context(
    q, k, v, o, starts, lengths, slots, scale, row, row_kv, head, width, shared,
    PAGED: tl.constexpr, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
):  # fmt: skip
    one, which, first_row = tl.program_id(1), tl.program_id(2), tl.program_id(0) * BM
    start, length = tl.load(starts + one), tl.load(lengths + one)
    r, n, d = first_row + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    at = (start + r[:, None]) * row + which * head + d[None, :]
    inside = (r[:, None] < length) & (d[None, :] < width)
    x = tl.load(q + at, mask=inside, other=0.0)
    top = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    out = tl.zeros((BM, D), tl.float32)
    end = tl.where(first_row < length, tl.minimum(first_row + BM, length), 0)
    of_kv = which // shared * head
    for first in range(0, end, BN):
        there = first + n < length
        place = start + first + n
        if PAGED:
            place = tl.load(slots + place, mask=there, other=0)
        keys = tl.load(
            k + place[None, :] * row_kv + of_kv + d[:, None],
            mask=there[None, :] & (d[:, None] < width),
            other=0.0,
        )
        scores = tl.dot(x, keys) * scale
        scores = tl.where((r[:, None] >= first + n[None, :]) & there[None, :], scores, -1.0e8)
        higher = tl.maximum(top, tl.max(scores, 1))
        p, less = tl.exp2(scores - higher[:, None]), tl.exp2(top - higher)
        values = tl.load(
            v + place[:, None] * row_kv + of_kv + d[None, :],
            mask=there[:, None] & (d[None, :] < width),
            other=0.0,
        )
        total = total * less + tl.sum(p, 1)
        out = tl.dot(p.to(values.dtype), values, out * less[:, None])
        top = higher
    tl.store(o + at, (out / total[:, None]).to(o.dtype.element_ty), mask=inside)


def _of_context(
    data: Data, batch: int, length: int, heads: int, width: int, SHARED: int, BM: int, BN: int, paged: bool
) -> Row:
    lengths = data.below(length + 1, batch, least=length // 2)
    starts, tokens = (lengths.cumsum(0) - lengths).to(torch.int32), batch * length
    q, o = data.normal(tokens, heads, width), data.zeros(tokens, heads, width)
    k, v = (data.normal(tokens, heads // SHARED, width) for _ in range(2))
    slots = data.order(tokens)

    def oracle() -> torch.Tensor:
        made = torch.zeros_like(q)
        for start, size in zip(starts.tolist(), lengths.tolist(), strict=True):
            mine = slice(start, start + size)
            kv = [(x[slots[mine].long()] if paged else x[mine]).repeat_interleave(SHARED, 1) for x in (k, v)]
            x, y, z = (each.transpose(0, 1) for each in (q[mine], *kv))
            attended = torch.nn.functional.scaled_dot_product_attention(
                x[None], y[None], z[None], is_causal=True
            )
            made[mine] = attended[0].transpose(0, 1)
        return made

    strides = heads * width, k.stride(0), width
    args = [q, k, v, o, starts, lengths, slots, width**-0.5 * LOG2_E, *strides, width, SHARED]
    blocks = [{"PAGED": int(paged), "D": triton.next_power_of_2(width), "BM": BM, "BN": BN, "num_stages": 2}]
    grid = lambda c: (triton.cdiv(length, c["BM"]), batch, heads)  # noqa: E731
    flops = 2 * batch * heads * (length * 3 // 4) ** 2 * width
    return Row("", _context, args, 3, blocks, grid, 4 * size_of(q), oracle, data.rounding, flops, "f16")


def attention_of_lengths(data: Data, **sizes: int) -> Row:
    """A block of queries a program, whose context is as long as memory says; heads are padded to a power of two."""
    return _of_context(data, paged=False, **sizes)


def attention_of_slots(data: Data, **sizes: int) -> Row:
    """The same, with keys and values at slots of a cache, which heads share."""
    return _of_context(data, paged=True, **sizes)


@triton.jit
def _one_query(q, k, v, o, pages, lengths, scale, heads, shared, most, D: tl.constexpr, P: tl.constexpr):
    one, which = tl.program_id(0), tl.program_id(1)
    t, d = tl.arange(0, P), tl.arange(0, D)
    length = tl.load(lengths + one)
    x = tl.load(q + (one * heads + which) * D + d).to(tl.float32) * scale
    of_kv, kv_heads = which // shared, heads // shared
    top, total = -float("inf"), 0.0
    out = tl.zeros((D,), tl.float32)
    for block in range(0, tl.cdiv(length, P)):
        page = tl.load(pages + one * most + block).to(tl.int64)
        at = ((page * P + t[:, None]) * kv_heads + of_kv) * D + d[None, :]
        there = block * P + t < length
        keys = tl.load(k + at, mask=there[:, None], other=0.0).to(tl.float32)
        scores = tl.where(there, tl.sum(keys * x[None, :], 1), -float("inf"))
        higher = tl.maximum(top, tl.max(scores, 0))
        p, less = tl.exp2(scores - higher), tl.exp2(top - higher)
        values = tl.load(v + at, mask=there[:, None], other=0.0).to(tl.float32)
        out = out * less + tl.sum(values * p[:, None], 0)
        total = total * less + tl.sum(p, 0)
        top = higher
    tl.store(o + (one * heads + which) * D + d, (out / total).to(o.dtype.element_ty))


def _pages(data: Data, batch: int, length: int, heads: int, width: int, shared: int, page: int) -> list:
    most = triton.cdiv(length, page)
    q = data.normal(batch, heads, width)
    k, v = (data.normal(batch * most, page, heads // shared, width) for _ in range(2))
    lengths = data.below(length + 1, batch, least=length // 2)
    return [q, k, v, data.order(batch * most).view(batch, most), lengths]


def _attended(q, k, v, pages, lengths) -> torch.Tensor:
    """What each query attends to, by torch."""
    made = []
    for x, mine, length in zip(q.float(), pages.long(), lengths.tolist(), strict=True):
        keys, values = (
            each[mine].flatten(0, 1)[:length].float().repeat_interleave(q.shape[1] // k.shape[2], 1)
            for each in (k, v)
        )
        p = torch.softmax(torch.einsum("hd,thd->ht", x, keys) * q.shape[-1] ** -0.5, 1)
        made.append(torch.einsum("ht,thd->hd", p, values))
    return torch.stack(made)


def attention_of_one_query(
    data: Data, batch: int, length: int, heads: int, width: int, SHARED: int, PAGE: int
) -> Row:
    """A head of a sequence a program, page after page, by multiplications and sums."""
    q, k, v, pages, lengths = given = _pages(data, batch, length, heads, width, SHARED, PAGE)
    o, scale = torch.zeros_like(q), width**-0.5 * LOG2_E
    args = [q, k, v, o, pages, lengths, scale, heads, SHARED, pages.shape[1]]
    blocks, grid = [{"D": width, "P": PAGE}], lambda _: (batch, heads)
    bytes_ = size_of(k, v) * 3 // 4  # which heads that share keys read once
    return Row("", _one_query, args, 3, blocks, grid, bytes_, lambda: _attended(*given), 2 * data.rounding)


@triton.jit
def _grouped_query(
    q, k, v, parts, logs, pages, lengths, scale, heads, shared, most,
    P: tl.constexpr, G: tl.constexpr, D: tl.constexpr, BN: tl.constexpr,
):  # fmt: skip
    one, of_kv, part = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    kv_heads, count = heads // shared, tl.num_programs(2)
    g, n, d = tl.arange(0, G), tl.arange(0, BN), tl.arange(0, D)
    which, length = of_kv * shared + g, tl.load(lengths + one)
    x = tl.load(q + (one * heads + which[:, None]) * D + d[None, :], mask=g[:, None] < shared, other=0.0)
    each = tl.cdiv(tl.cdiv(length, count), BN) * BN
    begin, end = part * each, tl.minimum(part * each + each, length)
    top = tl.full((G,), -float("inf"), tl.float32)
    total = tl.zeros((G,), tl.float32)
    out = tl.zeros((G, D), tl.float32)
    for first in range(begin, end, BN):
        there = first + n < end
        page = tl.load(pages + one * most + (first + n) // P, mask=there, other=0).to(tl.int64)
        place = ((page * P + (first + n) % P) * kv_heads + of_kv) * D
        keys = tl.load(k + place[None, :] + d[:, None], mask=there[None, :], other=0.0)
        scores = tl.where(there[None, :], tl.dot(x, keys) * scale, -float("inf"))
        higher = tl.maximum(top, tl.max(scores, 1))
        p, less = tl.exp2(scores - higher[:, None]), tl.exp2(top - higher)
        values = tl.load(v + place[:, None] + d[None, :], mask=there[:, None], other=0.0)
        out = tl.dot(p.to(values.dtype), values, out * less[:, None])
        total = total * less + tl.sum(p, 1)
        top = higher
    if end > begin:
        to = (one * heads + which) * count + part
        tl.store(parts + to[:, None] * D + d[None, :], out / total[:, None], mask=g[:, None] < shared)
        tl.store(logs + to, top + tl.log2(total), mask=g < shared)


@triton.jit
def _merge_parts(parts, logs, lengths, o, heads, COUNT: tl.constexpr, D: tl.constexpr, BN: tl.constexpr):
    one, which, d = tl.program_id(0), tl.program_id(1), tl.arange(0, D)
    length, at = tl.load(lengths + one), (one * heads + which) * COUNT
    each = tl.cdiv(tl.cdiv(length, COUNT), BN) * BN
    top, total = -float("inf"), 0.0
    out = tl.zeros((D,), tl.float32)
    for part in range(0, tl.cdiv(length, each)):
        log = tl.load(logs + at + part)
        higher = tl.maximum(top, log)
        weight, less = tl.exp2(log - higher), tl.exp2(top - higher)
        out = out * less + weight * tl.load(parts + (at + part) * D + d)
        total = total * less + weight
        top = higher
    tl.store(o + (one * heads + which) * D + d, (out / total).to(o.dtype.element_ty))


def attention_of_grouped_queries(
    data: Data, batch: int, length: int, heads: int, width: int, SHARED: int, PAGE: int, BN: int
) -> Row:
    """A part of a context a program (here all of it), by products with the queries that share its keys."""
    q, k, v, pages, lengths = given = _pages(data, batch, length, heads, width, SHARED, PAGE)
    parts, logs = (
        data.zeros(batch, heads, width, kind=torch.float32),
        data.zeros(batch, heads, kind=torch.float32),
    )
    args = [q, k, v, parts, logs, pages, lengths, width**-0.5 * LOG2_E, heads, SHARED, pages.shape[1]]
    blocks = [{"P": PAGE, "G": 16, "D": width, "BN": BN}]
    grid, bytes_ = lambda _: (batch, heads // SHARED, 1), size_of(k, v) * 3 // 4
    return Row(
        "", _grouped_query, args, 3, blocks, grid, bytes_, lambda: _attended(*given), 2 * data.rounding
    )


@triton.jit
def _gradients(
    q, k, v, do, dq, dk, dv, logs, deltas, scale, length,
    D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, RELAXED: tl.constexpr,
):  # fmt: skip
    head = tl.program_id(1).to(tl.int64) * length
    own, d, n = tl.program_id(0) * BN + tl.arange(0, BN), tl.arange(0, D), tl.arange(0, BM)
    here = (head + own[:, None]) * D + d[None, :]
    keys, values = tl.load(k + here), tl.load(v + here)
    key_sums, value_sums = tl.zeros((BN, D), tl.float32), tl.zeros((BN, D), tl.float32)
    for first in range(0, length, BM):
        rows = head + first + n
        there = rows[:, None] * D + d[None, :]
        queries, given = tl.load(q + there), tl.load(do + there)
        p = tl.exp2(tl.dot(keys, tl.trans(queries)) * (scale * 1.44269504) - tl.load(logs + rows)[None, :])
        value_sums = tl.dot(p.to(given.dtype), given, value_sums)
        turned = tl.dot(values, tl.trans(given)) - tl.load(deltas + rows)[None, :]
        slopes = (p * turned).to(queries.dtype)
        key_sums = tl.dot(slopes, queries, key_sums)
        added = tl.dot(tl.trans(slopes), keys) * scale
        if RELAXED:
            tl.atomic_add(dq + there, added, sem="relaxed")
        else:
            tl.atomic_add(dq + there, added)
    tl.store(dk + here, (key_sums * scale).to(dk.dtype.element_ty))
    tl.store(dv + here, value_sums.to(dv.dtype.element_ty))


def attention_gradients(
    data: Data, batch: int, heads: int, length: int, width: int, BM: int, BN: int, RELAXED: int = 0
) -> Row:
    """Keys and values of a head a program, in one loop over its queries, whose gradients it adds to by atomics."""
    q, k, v, do = (data.normal(batch, heads, length, width) for _ in range(4))
    scale = width**-0.5
    scores = torch.stack(
        [x.float() @ y.float().T for x, y in zip(q.flatten(0, 1), k.flatten(0, 1), strict=True)]
    )
    scores = (scores * scale).view(batch, heads, length, length)
    p = torch.softmax(scores, -1)
    logs, out = torch.logsumexp(scores, -1) * LOG2_E, p @ v.float()
    deltas = (out * do.float()).sum(-1)
    expected = (p * (do.float() @ v.float().mT - deltas[..., None])) @ k.float() * scale
    gradients = [data.zeros(*q.shape, kind=torch.float32), torch.zeros_like(k), torch.zeros_like(v)]
    args = [q, k, v, do, *gradients, logs, deltas, scale, length]
    blocks = [{"D": width, "BM": BM, "BN": BN, "RELAXED": RELAXED, "num_stages": 2}]
    grid, flops = lambda _: (length // BN, batch * heads), 10 * batch * heads * length**2 * width
    return Row(
        "",
        _gradients,
        args,
        4,
        blocks,
        grid,
        size_of(*args[:7]),
        lambda: expected,
        data.rounding,
        flops,
        "f16",
    )


def attention_gradients_relaxed(data: Data, **sizes: int) -> Row:
    """The same, by atomics that order nothing."""
    return attention_gradients(data, **sizes, RELAXED=1)


def merge_of_parts(data: Data, batch: int, heads: int, width: int, COUNT: int) -> Row:
    """The parts that programs made of a context, by the logarithms of their sums."""
    parts, o = data.normal(batch, heads, COUNT, width, kind=torch.float32), data.zeros(batch, heads, width)
    logs, lengths = (
        data.normal(batch, heads, COUNT, kind=torch.float32),
        data.below(5000, batch, least=COUNT * 64),
    )

    def oracle() -> torch.Tensor:
        each = (lengths.cpu() + COUNT - 1) // COUNT
        used = (lengths.cpu() + (each + 63) // 64 * 64 - 1) // ((each + 63) // 64 * 64)
        hidden = torch.arange(COUNT)[None] >= used[:, None]
        p = torch.softmax(
            logs.masked_fill(hidden[:, None].to(logs.device), -torch.inf) * 0.6931471805599453, -1
        )
        return (p[..., None] * parts).sum(2)

    args, grid = [parts, logs, lengths, o, heads], lambda _: (batch, heads)
    blocks, tolerance = [{"COUNT": COUNT, "D": width, "BN": 64}], data.rounding
    return Row("", _merge_parts, args, 3, blocks, grid, size_of(parts), oracle, tolerance)


_CONTEXT = {"batch": 2, "length": 40, "heads": 2, "width": 12, "BM": 16, "BN": 16}
_PAGES = {"batch": 2, "length": 50, "heads": 4, "width": 16, "SHARED": 2, "PAGE": 16}
ENTRIES = [
    Entry(
        attention_of_lengths, "f16",
        {"batch": 16, "length": 2048, "heads": 32, "width": 64, "SHARED": 1, "BM": 128, "BN": 128}, _CONTEXT, (4, 8),
    ),
    Entry(
        attention_of_lengths, "f16",
        {"batch": 16, "length": 1024, "heads": 32, "width": 96, "SHARED": 1, "BM": 128, "BN": 64}, _CONTEXT, (4, 8),
    ),
    Entry(
        attention_of_lengths, "bf16",
        {"batch": 8, "length": 2048, "heads": 24, "width": 80, "SHARED": 1, "BM": 64, "BN": 64}, _CONTEXT, (4,),
    ),
    Entry(
        attention_of_slots, "f16",
        {"batch": 16, "length": 1024, "heads": 32, "width": 64, "SHARED": 4, "BM": 128, "BN": 64},
        {**_CONTEXT, "SHARED": 2}, (4, 8),
    ),
    Entry(
        attention_of_slots, "bf16",
        {"batch": 8, "length": 1024, "heads": 32, "width": 128, "SHARED": 8, "BM": 128, "BN": 64},
        {**_CONTEXT, "SHARED": 2}, (8,),
    ),
    Entry(
        attention_of_one_query, "f16",
        {"batch": 64, "length": 2048, "heads": 32, "width": 128, "SHARED": 1, "PAGE": 16}, _PAGES,
    ),
    Entry(
        attention_of_one_query, "bf16",
        {"batch": 128, "length": 2048, "heads": 32, "width": 64, "SHARED": 4, "PAGE": 32}, _PAGES, (2, 4),
    ),
    Entry(
        attention_of_grouped_queries, "bf16",
        {"batch": 64, "length": 4096, "heads": 32, "width": 128, "SHARED": 4, "PAGE": 16, "BN": 64},
        {**_PAGES, "BN": 16},
    ),
    *(
        Entry(
            make, kind,
            {"batch": 2, "heads": 16, "length": 4096, "width": width, "BM": rows, "BN": 128},
            {"batch": 1, "heads": 2, "length": 64, "width": 16, "BM": 16, "BN": 32}, (8,),
        )
        for make, kind, width, rows in (
            (attention_gradients, "bf16", 128, 64),
            (attention_gradients_relaxed, "bf16", 128, 64),
            (attention_gradients_relaxed, "f16", 64, 128),
        )
    ),
    Entry(
        merge_of_parts, "bf16", {"batch": 256, "heads": 32, "width": 128, "COUNT": 16},
        {"batch": 2, "heads": 2, "width": 32, "COUNT": 4}, (1, 4),
    ),
]  # fmt: skip
