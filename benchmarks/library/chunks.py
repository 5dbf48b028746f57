"""Small products of chunks, with masks and gates, and states that loops carry, as linear attention has them.

Tensors are [heads, length, width]; gates are logarithms, added up within each chunk of ``C`` rows.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
import triton
import triton.language as tl

from benchmarks.gpu_row import Row
from benchmarks.library.entry import Data, Entry, size_of


@triton.jit
def _states(
    k, v, g, states, length, REVERSE: tl.constexpr, K: tl.constexpr, V: tl.constexpr,
    C: tl.constexpr, BK: tl.constexpr, BV: tl.constexpr,
):  # fmt: skip
    i, j, one = (
        tl.program_id(0) * BK + tl.arange(0, BK),
        tl.program_id(1) * BV + tl.arange(0, BV),
        tl.program_id(2),
    )
    t, count = tl.arange(0, C), length // C
    state = tl.zeros((BK, BV), tl.float32)
    for turn in range(0, count):
        chunk = count - 1 - turn if REVERSE else turn
        tl.store(
            states + ((one * count + chunk) * K + i[:, None]) * V + j[None, :],
            state.to(states.dtype.element_ty),
        )
        row = one * length + chunk * C
        keys = tl.load(k + (row + t[None, :]) * K + i[:, None])
        values = tl.load(v + (row + t[:, None]) * V + j[None, :])
        gates, last = tl.load(g + row + t), tl.load(g + row + C - 1)
        faded = tl.exp(gates) if REVERSE else tl.exp(last - gates)
        state = state * tl.exp(last) + tl.dot(keys, (values * faded[:, None]).to(keys.dtype))


def _gates(data: Data, heads: int, chunks: int, C: int) -> torch.Tensor:
    steps = -data.uniform(heads, chunks, C, kind=torch.float32) / 16
    return steps.cumsum(-1).view(heads, chunks * C)


def _cut(C: int, *tensors: torch.Tensor) -> list[torch.Tensor]:
    """[heads, chunks, C, ...] in f32."""
    return [each.float().unflatten(1, (-1, C)) for each in tensors]


def _chunk_states(
    data: Data, reverse: bool, heads: int, length: int, k: int, v: int, C: int, BK: int, BV: int
) -> Row:
    keys, values = data.normal(heads, length, k), data.normal(heads, length, v)
    gates, states = _gates(data, heads, length // C, C), data.zeros(heads, length // C, k, v)

    def oracle() -> torch.Tensor:
        x, y, g = _cut(C, keys, values, gates)
        made, state = torch.zeros_like(states, dtype=torch.float32), 0
        chunks = range(length // C)
        for chunk in reversed(chunks) if reverse else chunks:
            made[:, chunk] = state
            mine = g[:, chunk]
            faded = (mine if reverse else mine[:, -1:] - mine).exp()[..., None]
            state = mine[:, -1, None, None].exp() * state + x[:, chunk].mT @ (y[:, chunk] * faded)
        return made

    args, grid = [keys, values, gates, states, length], lambda c: (k // c["BK"], v // c["BV"], heads)
    blocks = [{"REVERSE": int(reverse), "K": k, "V": v, "C": C, "BK": BK, "BV": BV}]
    return Row("", _states, args, 3, blocks, grid, size_of(keys, values, states), oracle, 16 * data.rounding)


def chunk_states(data: Data, **sizes: int) -> Row:
    """The state before each chunk: the last one fades, and the products of keys and values are added."""
    return _chunk_states(data, False, **sizes)


def chunk_states_from_the_end(data: Data, **sizes: int) -> Row:
    """Gradients of states, last chunk first."""
    return _chunk_states(data, True, **sizes)


@triton.jit
def _outputs(
    q, k, v, g, states, o, scale, length, K: tl.constexpr, V: tl.constexpr,
    C: tl.constexpr, BK: tl.constexpr, BV: tl.constexpr,
):  # fmt: skip
    j, chunk, one = tl.program_id(0) * BV + tl.arange(0, BV), tl.program_id(1), tl.program_id(2)
    t, row, count = tl.arange(0, C), one * length + chunk * C, length // C
    out, scores = tl.zeros((C, BV), tl.float32), tl.zeros((C, C), tl.float32)
    for first in range(0, K, BK):
        i = first + tl.arange(0, BK)
        x = tl.load(q + (row + t[:, None]) * K + i[None, :])
        keys = tl.load(k + (row + t[None, :]) * K + i[:, None])
        state = tl.load(states + ((one * count + chunk) * K + i[:, None]) * V + j[None, :])
        out += tl.dot(x, state)
        scores += tl.dot(x, keys)
    gates = tl.load(g + row + t)
    out *= tl.exp(gates)[:, None]
    scores *= tl.exp(gates[:, None] - gates[None, :])
    scores = tl.where(t[:, None] >= t[None, :], scores, 0.0)
    values = tl.load(v + (row + t[:, None]) * V + j[None, :])
    out += tl.dot(scores.to(values.dtype), values)
    tl.store(o + (row + t[:, None]) * V + j[None, :], (out * scale).to(o.dtype.element_ty))


def chunk_outputs(data: Data, heads: int, length: int, k: int, v: int, C: int, BK: int, BV: int) -> Row:
    """Queries by the state, and by earlier keys of the chunk under a mask of gates."""
    q, keys, values = (
        data.normal(heads, length, k),
        data.normal(heads, length, k),
        data.normal(heads, length, v),
    )
    gates, states = _gates(data, heads, length // C, C), data.normal(heads, length // C, k, v)
    o, scale = data.zeros(heads, length, v), k**-0.5

    def oracle() -> torch.Tensor:
        x, y, z, g = _cut(C, q, keys, values, gates)
        scores = (x @ y.mT * (g[..., None] - g[..., None, :]).exp()).tril()
        return ((x @ states.float() * g[..., None].exp() + scores @ z) * scale).flatten(1, 2)

    args = [q, keys, values, gates, states, o, scale, length]
    blocks, grid = (
        [{"K": k, "V": v, "C": C, "BK": BK, "BV": BV}],
        lambda c: (v // c["BV"], length // C, heads),
    )
    bytes_ = size_of(q, keys, values, states, o)
    return Row("", _outputs, args, 5, blocks, grid, bytes_, oracle, 16 * data.rounding)


@triton.jit
def _delta(
    k, u, w, g, states, new, length, K: tl.constexpr, V: tl.constexpr, C: tl.constexpr, BV: tl.constexpr
):
    j, one = tl.program_id(0) * BV + tl.arange(0, BV), tl.program_id(1)
    i, t, count = tl.arange(0, K), tl.arange(0, C), length // C
    state = tl.zeros((K, BV), tl.float32)
    for chunk in range(0, count):
        to = states + ((one * count + chunk) * K + i[:, None]) * V + j[None, :]
        tl.store(to, state.to(states.dtype.element_ty))
        row = one * length + chunk * C
        weights = tl.load(w + (row + t[:, None]) * K + i[None, :])
        at = (row + t[:, None]) * V + j[None, :]
        values = tl.load(u + at).to(tl.float32) - tl.dot(weights, state.to(weights.dtype))
        tl.store(new + at, values.to(new.dtype.element_ty))
        gates, last = tl.load(g + row + t), tl.load(g + row + C - 1)
        values *= tl.exp(last - gates)[:, None]
        keys = tl.load(k + (row + t[None, :]) * K + i[:, None])
        state = state * tl.exp(last) + tl.dot(keys, values.to(keys.dtype))


def chunk_delta_rule(data: Data, heads: int, length: int, k: int, v: int, C: int, BV: int) -> Row:
    """What the state says of a chunk's keys is taken from its values before they are added."""
    keys, w = data.normal(heads, length, k) / 4, data.normal(heads, length, k) / 4
    u, gates = data.normal(heads, length, v), _gates(data, heads, length // C, C)
    states, new = data.zeros(heads, length // C, k, v), data.zeros(heads, length, v)

    def oracle() -> torch.Tensor:
        x, y, z, g = _cut(C, keys, w, u, gates)
        made, state = torch.zeros_like(z), torch.zeros(heads, k, v, device=z.device)
        for chunk in range(length // C):
            made[:, chunk] = z[:, chunk] - y[:, chunk] @ state.to(w.dtype).float()
            last = g[:, chunk, -1:, None]
            faded = made[:, chunk] * (last - g[:, chunk, :, None]).exp()
            state = state * last.exp() + x[:, chunk].mT @ faded
        return made.flatten(1, 2)

    args, grid = [keys, u, w, gates, states, new, length], lambda c: (v // c["BV"], heads)
    blocks, bytes_ = [{"K": k, "V": v, "C": C, "BV": BV}], size_of(keys, w, u, new, states)
    return Row("", _delta, args, 5, blocks, grid, bytes_, oracle, 16 * data.rounding)


@triton.jit
def _scores(k, beta, g, scores, length, K: tl.constexpr, C: tl.constexpr, BK: tl.constexpr):
    row, t = tl.program_id(1) * length + tl.program_id(0) * C, tl.arange(0, C)
    strengths, gates = tl.load(beta + row + t), tl.load(g + row + t)
    made = tl.zeros((C, C), tl.float32)
    for first in range(0, K, BK):
        keys = tl.load(k + (row + t[:, None]) * K + first + tl.arange(0, BK)[None, :])
        scaled = keys * strengths[:, None]
        made = tl.dot(scaled.to(keys.dtype), tl.trans(keys), made)
    made *= tl.exp(gates[:, None] - gates[None, :])
    made = tl.where(t[:, None] > t[None, :], made, 0.0)
    tl.store(scores + (row + t[:, None]) * C + t[None, :], made)


def chunk_scores(data: Data, heads: int, length: int, k: int, C: int, BK: int) -> Row:
    """Keys of a chunk by each other, below the diagonal."""
    keys, strengths = data.normal(heads, length, k), data.uniform(heads, length)
    gates, scores = _gates(data, heads, length // C, C), data.zeros(heads, length, C, kind=torch.float32)

    def oracle() -> torch.Tensor:
        x, b, g = _cut(C, keys, strengths, gates)
        made = (x * b[..., None]) @ x.mT * (g[..., None] - g[..., None, :]).exp()
        return made.tril(-1).flatten(1, 2)

    args, grid = [keys, strengths, gates, scores, length], lambda _: (length // C, heads)
    blocks, bytes_ = [{"K": k, "C": C, "BK": BK}], size_of(keys, scores)
    return Row("", _scores, args, 3, blocks, grid, bytes_, oracle, 64 * data.rounding)


@triton.jit
def _weights(
    k, v, beta, g, a, w, u, length, K: tl.constexpr, V: tl.constexpr,
    C: tl.constexpr, BK: tl.constexpr, BV: tl.constexpr,
):  # fmt: skip
    row, t = tl.program_id(1) * length + tl.program_id(0) * C, tl.arange(0, C)
    strengths, faded = tl.load(beta + row + t), tl.exp(tl.load(g + row + t))
    left = tl.load(a + (row + t[:, None]) * C + t[None, :])
    for first in range(0, V, BV):
        at = (row + t[:, None]) * V + first + tl.arange(0, BV)[None, :]
        x = (tl.load(v + at) * strengths[:, None]).to(left.dtype)
        tl.store(u + at, tl.dot(left, x).to(u.dtype.element_ty))
    for first in range(0, K, BK):
        at = (row + t[:, None]) * K + first + tl.arange(0, BK)[None, :]
        x = (tl.load(k + at) * (strengths * faded)[:, None]).to(left.dtype)
        tl.store(w + at, tl.dot(left, x).to(w.dtype.element_ty))


def chunk_weights(data: Data, heads: int, length: int, k: int, v: int, C: int, BK: int, BV: int) -> Row:
    """A chunk's matrix by its keys and values."""
    keys, values = data.normal(heads, length, k), data.normal(heads, length, v)
    strengths, gates = data.uniform(heads, length), _gates(data, heads, length // C, C)
    a, w, u = data.normal(heads, length, C), data.zeros(heads, length, k), data.zeros(heads, length, v)

    def oracle() -> torch.Tensor:
        left, x, b, g = _cut(C, a, keys, strengths, gates)
        return (left @ (x * (b * g.exp())[..., None])).flatten(1, 2)

    args, grid = [keys, values, strengths, gates, a, w, u, length], lambda _: (length // C, heads)
    blocks, bytes_ = [{"K": k, "V": v, "C": C, "BK": BK, "BV": BV}], size_of(keys, values, a, w, u)
    return Row("", _weights, args, 5, blocks, grid, bytes_, oracle, 16 * data.rounding)


@triton.jit
def _inverse(a, o, length, C: tl.constexpr, B: tl.constexpr):
    row, t = tl.program_id(1) * length + tl.program_id(0) * B, tl.arange(0, B)
    begin = a + row * C + tl.program_id(0) * B % C
    below = t[:, None] > t[None, :]
    made = -tl.where(below, tl.load(begin + t[:, None] * C + t[None, :]), 0.0)
    for i in range(1, B):
        x = -tl.load(begin + i * C + t)
        x = tl.where(t < i, x, 0.0)
        x += tl.sum(x[:, None] * made, 0)
        made = tl.where((t == i)[:, None], x, made)
    made += tl.where(t[:, None] == t[None, :], 1.0, 0.0)
    tl.store(o + (row + t[:, None]) * B + t[None, :], made.to(o.dtype.element_ty))


def inverse_of_triangles(data: Data, heads: int, length: int, C: int, B: int) -> Row:
    """Blocks on the diagonals of chunks, a row a turn."""
    a, o = data.normal(heads, length, C) / 4, data.zeros(heads, length, B)

    def oracle() -> torch.Tensor:
        blocks = a.view(heads, length // C, C // B, B, C // B, B).diagonal(dim1=2, dim2=4).movedim(-1, 2)
        one = torch.eye(B, device=a.device)
        return torch.linalg.inv(blocks.tril(-1) + one).reshape(heads, length, B)

    args, blocks, grid = [a, o, length], [{"C": C, "B": B}], lambda c: (length // c["B"], heads)
    return Row("", _inverse, args, 1, blocks, grid, 2 * size_of(o), oracle, 1e-2)


_CHUNKS = {"heads": 2, "length": 48, "k": 32, "v": 32, "C": 16, "BK": 16, "BV": 16}
_Sizes = Callable[..., dict[str, int]]
_shape: _Sizes = lambda heads, length, k, v, **blocks: {  # noqa: E731
    "heads": heads, "length": length, "k": k, "v": v, "C": 64, **blocks,
}  # fmt: skip
_some: _Sizes = lambda *names: {name: _CHUNKS[name] for name in ("heads", "length", "k", "C", *names)}  # noqa: E731
ENTRIES = [
    Entry(chunk_states, "bf16", _shape(256, 4096, 128, 128, BK=64, BV=64), _CHUNKS, (2, 4)),
    Entry(chunk_states, "f16", _shape(256, 4096, 64, 64, BK=64, BV=32), _CHUNKS, (2, 4)),
    Entry(chunk_states_from_the_end, "bf16", _shape(256, 4096, 128, 64, BK=64, BV=64), _CHUNKS, (4,)),
    Entry(chunk_outputs, "bf16", _shape(128, 4096, 128, 128, BK=64, BV=64), _CHUNKS, (2, 4)),
    Entry(chunk_outputs, "f16", _shape(256, 4096, 64, 64, BK=32, BV=32), _CHUNKS, (2, 4)),
    Entry(chunk_delta_rule, "bf16", _shape(128, 4096, 128, 128, BV=32), _some("v", "BV"), (2, 4)),
    Entry(chunk_delta_rule, "f16", _shape(256, 2048, 64, 64, BV=64), _some("v", "BV"), (4,)),
    Entry(chunk_scores, "bf16", {"heads": 128, "length": 8192, "k": 128, "C": 64, "BK": 64}, _some("BK"), (2, 4)),
    Entry(chunk_weights, "bf16", _shape(128, 8192, 128, 128, BK=64, BV=64), _CHUNKS, (2, 4)),
    Entry(
        inverse_of_triangles, "f32", {"heads": 128, "length": 8192, "C": 64, "B": 16},
        {"heads": 2, "length": 64, "C": 32}, (1, 2),
    ),
]  # fmt: skip
