"""Recurrences of one row a turn, whose states of f32 stay in registers."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from benchmarks.gpu_row import Row
from benchmarks.library.entry import Data, Entry, size_of


@triton.jit
def _fade_and_add(
    q,
    k,
    v,
    g,
    beta,
    o,
    scale,
    length,
    DELTA: tl.constexpr,
    K: tl.constexpr,
    V: tl.constexpr,
    BV: tl.constexpr,
):
    one, i, j = tl.program_id(1), tl.arange(0, K), tl.program_id(0) * BV + tl.arange(0, BV)
    state = tl.zeros((BV, K), tl.float32)
    for t in range(0, length):
        row = one * length + t
        x = tl.load(q + row * K + i).to(tl.float32) * scale
        keys = tl.load(k + row * K + i).to(tl.float32)
        values = tl.load(v + row * V + j).to(tl.float32)
        if DELTA:
            state *= tl.exp(tl.load(g + row))
            values -= tl.sum(state * keys[None, :], 1)
            values *= tl.load(beta + row)
        else:
            state *= tl.exp(tl.load(g + row * K + i))[None, :]
        state += keys[None, :] * values[:, None]
        tl.store(o + row * V + j, tl.sum(state * x[None, :], 1).to(o.dtype.element_ty))


def _fading(data: Data, delta: bool, heads: int, length: int, k: int, v: int, BV: int) -> Row:
    q, keys = data.normal(heads, length, k), data.normal(heads, length, k) / k**0.5
    values, o = data.normal(heads, length, v), data.zeros(heads, length, v)
    gates = -data.uniform(*((heads, length) if delta else (heads, length, k)), kind=torch.float32) / 16
    beta = data.uniform(heads, length, kind=torch.float32)

    def oracle() -> torch.Tensor:
        made, state = [], torch.zeros(heads, v, k, device=q.device)
        for t in range(length):
            state = state * (gates[:, t, None, None] if delta else gates[:, t, None]).exp()
            value, key = values[:, t].float(), keys[:, t].float()
            if delta:
                value = (value - (state @ key[..., None])[..., 0]) * beta[:, t, None]
            state = state + value[..., None] * key[:, None]
            made.append((state @ q[:, t].float()[..., None])[..., 0] * k**-0.5)
        return torch.stack(made, 1)

    args, grid = [q, keys, values, gates, beta, o, k**-0.5, length], lambda c: (v // c["BV"], heads)
    blocks = [{"DELTA": int(delta), "K": k, "V": v, "BV": BV}]
    bytes_ = size_of(q, keys, values, gates, o)
    return Row("", _fade_and_add, args, 5, blocks, grid, bytes_, oracle, 8 * data.rounding)


def gated_recurrence(data: Data, **sizes: int) -> Row:
    """A matrix fades by gates of its columns, and grows by the product of a key and a value."""
    return _fading(data, False, **sizes)


def delta_recurrence(data: Data, **sizes: int) -> Row:
    """What the matrix says of the key is taken from the value first."""
    return _fading(data, True, **sizes)


@triton.jit
def _scan(x, dt, a, b, c, o, length, width, N: tl.constexpr, BD: tl.constexpr):
    d, n, one = tl.program_id(0) * BD + tl.arange(0, BD), tl.arange(0, N), tl.program_id(1)
    rates = tl.load(a + d[:, None] * N + n[None, :])
    state = tl.zeros((BD, N), tl.float32)
    for t in range(0, length):
        row = one * length + t
        step = tl.load(dt + row * width + d).to(tl.float32)
        value = tl.load(x + row * width + d).to(tl.float32)
        into, out = tl.load(b + row * N + n).to(tl.float32), tl.load(c + row * N + n).to(tl.float32)
        state = tl.exp(step[:, None] * rates) * state + (step * value)[:, None] * into[None, :]
        tl.store(o + row * width + d, tl.sum(state * out[None, :], 1).to(o.dtype.element_ty))


def selective_scan(data: Data, batch: int, length: int, width: int, N: int, BD: int) -> Row:
    """Each channel has a few states, which fade by steps from memory."""
    x, dt, o = (
        data.normal(batch, length, width),
        data.uniform(batch, length, width),
        data.zeros(batch, length, width),
    )
    a = -data.uniform(width, N, kind=torch.float32)
    b, c = data.normal(batch, length, N), data.normal(batch, length, N)

    def oracle() -> torch.Tensor:
        made, state = [], torch.zeros(batch, width, N, device=x.device)
        for t in range(length):
            step = dt[:, t].float()[..., None]
            state = (step * a).exp() * state + step * x[:, t].float()[..., None] * b[:, t].float()[:, None]
            made.append((state * c[:, t].float()[:, None]).sum(-1))
        return torch.stack(made, 1)

    args, grid = [x, dt, a, b, c, o, length, width], lambda k: (width // k["BD"], batch)
    return Row("", _scan, args, 5, [{"N": N, "BD": BD}], grid, size_of(x, dt, o), oracle, 8 * data.rounding)


@triton.jit
def _linear(x, g, o, length, width, B: tl.constexpr):
    d = tl.program_id(0) * B + tl.arange(0, B)
    at = tl.program_id(1).to(tl.int64) * length * width + d
    m = d < width
    state = tl.zeros((B,), tl.float32)
    for _ in range(0, length):
        gate = tl.load(g + at, mask=m, other=0.0).to(tl.float32)
        state = tl.exp(gate) * state + tl.load(x + at, mask=m, other=0.0).to(tl.float32)
        tl.store(o + at, state.to(o.dtype.element_ty), mask=m)
        at += width


def linear_recurrence(data: Data, batch: int, length: int, width: int, B: int) -> Row:
    """Channels that fade and grow, each for itself."""
    x, o = data.normal(batch, length, width), data.zeros(batch, length, width)
    g = -data.uniform(batch, length, width) - 0.25

    def oracle() -> torch.Tensor:
        made, state = [], torch.zeros(batch, width, device=x.device)
        for t in range(length):
            state = g[:, t].float().exp() * state + x[:, t].float()
            made.append(state)
        return torch.stack(made, 1)

    args, grid = [x, g, o, length, width], lambda c: (triton.cdiv(width, c["B"]), batch)
    return Row("", _linear, args, 2, [{"B": B}], grid, size_of(x, g, o), oracle, 4 * data.rounding)


@triton.jit
def _weighted_mean(k, v, decay, first, o, length, width, B: tl.constexpr):
    d = tl.program_id(0) * B + tl.arange(0, B)
    row = tl.program_id(1) * length * width
    rate, bonus = tl.load(decay + d), tl.load(first + d)
    above, below = tl.zeros((B,), tl.float32), tl.zeros((B,), tl.float32)
    top = tl.full((B,), -1e30, tl.float32)
    for t in range(0, length):
        key = tl.load(k + row + t * width + d).to(tl.float32)
        value = tl.load(v + row + t * width + d).to(tl.float32)
        higher = tl.maximum(top, bonus + key)
        old, new = tl.exp(top - higher), tl.exp(bonus + key - higher)
        made = (old * above + new * value) / (old * below + new)
        tl.store(o + row + t * width + d, made.to(o.dtype.element_ty))
        higher = tl.maximum(top + rate, key)
        old, new = tl.exp(top + rate - higher), tl.exp(key - higher)
        above, below, top = old * above + new * value, old * below + new, higher


def weighted_mean_recurrence(data: Data, batch: int, length: int, width: int, B: int) -> Row:
    """Means of values, whose weights fade, by sums that are kept relative to the largest exponent."""
    keys, values, o = (
        data.normal(batch, length, width),
        data.normal(batch, length, width),
        data.zeros(batch, length, width),
    )
    decay, first = -data.uniform(width, kind=torch.float32), data.normal(width, kind=torch.float32)

    def oracle() -> torch.Tensor:
        made, above, below = [], 0, 0
        for t in range(length):
            key, value = keys[:, t].float(), values[:, t].float()
            new = (first + key).exp()
            made.append((above + new * value) / (below + new))
            above, below = (decay.exp() * part + key.exp() * by for part, by in ((above, value), (below, 1)))
        return torch.stack(made, 1)

    args, grid = [keys, values, decay, first, o, length, width], lambda c: (width // c["B"], batch)
    bytes_ = size_of(keys, values, o)
    return Row("", _weighted_mean, args, 4, [{"B": B}], grid, bytes_, oracle, 4 * data.rounding)


@triton.jit
def _update(states, x, dt, a, b, c, o, made, heads, D: tl.constexpr, N: tl.constexpr, BD: tl.constexpr):
    d, n = tl.program_id(0) * BD + tl.arange(0, BD), tl.arange(0, N)
    one, head = tl.program_id(1), tl.program_id(2)
    row = one * heads + head
    at = (row * D + d[:, None]).to(tl.int64) * N + n[None, :]
    step = tl.load(dt + row)
    value = tl.load(x + row * D + d).to(tl.float32)
    into, out = tl.load(b + one * N + n).to(tl.float32), tl.load(c + one * N + n).to(tl.float32)
    state = tl.load(states + at).to(tl.float32) * tl.exp(step * tl.load(a + head))
    state += (step * value)[:, None] * into[None, :]
    tl.store(made + at, state.to(made.dtype.element_ty))
    tl.store(o + row * D + d, tl.sum(state * out[None, :], 1).to(o.dtype.element_ty))


def update_of_states(data: Data, batch: int, heads: int, width: int, N: int, BD: int) -> Row:
    """One step of decoding: the states of all heads are read, updated and stored."""
    states, x = data.normal(batch, heads, width, N), data.normal(batch, heads, width)
    dt, a = data.uniform(batch, heads, kind=torch.float32), -data.uniform(heads, kind=torch.float32)
    b, c = data.normal(batch, N), data.normal(batch, N)
    o, made = data.zeros(batch, heads, width), data.zeros(batch, heads, width, N)

    def oracle() -> torch.Tensor:
        step = dt[..., None, None]
        added = step * x.float()[..., None] * b.float()[:, None, None]
        state = states.float() * (step * a[:, None, None]).exp() + added
        return (state * c.float()[:, None, None]).sum(-1)

    args, grid = [states, x, dt, a, b, c, o, made, heads], lambda k: (width // k["BD"], batch, heads)
    blocks, bytes_ = [{"D": width, "N": N, "BD": BD}], 2 * size_of(states)
    return Row("", _update, args, 6, blocks, grid, bytes_, oracle, 16 * data.rounding)


_HEADS = {"heads": 2, "length": 6, "k": 16, "v": 16, "BV": 8}
_WIDE = {"batch": 2, "length": 6, "width": 32, "B": 16}
ENTRIES = [
    Entry(gated_recurrence, "bf16", {"heads": 128, "length": 1024, "k": 128, "v": 128, "BV": 8}, _HEADS, (1,)),
    Entry(gated_recurrence, "f32", {"heads": 256, "length": 512, "k": 64, "v": 64, "BV": 32}, _HEADS, (1, 2)),
    Entry(delta_recurrence, "bf16", {"heads": 128, "length": 1024, "k": 128, "v": 128, "BV": 8}, _HEADS, (1,)),
    Entry(delta_recurrence, "f16", {"heads": 128, "length": 512, "k": 64, "v": 128, "BV": 32}, _HEADS, (1, 2)),
    Entry(
        selective_scan, "f16", {"batch": 8, "length": 1024, "width": 4096, "N": 16, "BD": 64},
        {"batch": 2, "length": 6, "width": 32, "N": 8, "BD": 16}, (2, 4),
    ),
    Entry(linear_recurrence, "f32", {"batch": 16, "length": 2048, "width": 2560, "B": 128}, _WIDE, (1, 4)),
    Entry(linear_recurrence, "bf16", {"batch": 16, "length": 2048, "width": 4096, "B": 64}, _WIDE, (1, 2)),
    Entry(weighted_mean_recurrence, "f32", {"batch": 16, "length": 1024, "width": 4096, "B": 32}, _WIDE, (1,)),
    Entry(
        update_of_states, "bf16", {"batch": 128, "heads": 80, "width": 64, "N": 128, "BD": 16},
        {"batch": 2, "heads": 3, "width": 16, "N": 16, "BD": 8},
    ),
]  # fmt: skip
