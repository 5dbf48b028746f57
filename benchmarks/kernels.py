"""Kernels whose compilation is large, as TTIR by Triton: sorting networks, and the backward pass of attention.

``python -m benchmarks.kernels DIRECTORY`` writes one ``.mlir`` file each.
"""

from __future__ import annotations

import sys
from pathlib import Path

import triton
import triton.language as tl
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

from triton_shared.triton.compiler import CPUBackend, ttir


@triton.jit
def sort(x, out, N: tl.constexpr):
    """Sort one block of ``N`` elements."""
    i = tl.arange(0, N)
    tl.store(out + i, tl.sort(tl.load(x + i)))


@triton.jit
def topk(x, out, N: tl.constexpr, K: tl.constexpr):
    """The ``K`` largest of ``N`` elements."""
    tl.store(out + tl.arange(0, K), tl.topk(tl.load(x + tl.arange(0, N)), K))


@triton.jit
def _scores(q, k, lse, rows, columns, length, scale, CAUSAL: tl.constexpr):
    """Probabilities of one tile of attention."""
    s = tl.dot(q, tl.trans(k)) * scale
    keep = (rows[:, None] < length) & (columns[None, :] < length)
    if CAUSAL:
        keep = keep & (rows[:, None] >= columns[None, :])
    return tl.where(keep, tl.exp(s - lse[:, None]), 0.0)


@triton.jit
def attention_backward(
    q, k, v, do, lse, delta, dq, dk, dv, gate, dgate, length, scale,
    M: tl.constexpr, N: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    """Gradients of gated attention: of keys and values by column blocks, then of queries and gates by row blocks."""
    start, head = tl.program_id(0), tl.program_id(1)
    base = head.to(tl.int64) * length * D
    d = tl.arange(0, D)
    columns = start * N + tl.arange(0, N)
    at = base + columns[:, None] * D + d[None, :]
    inside = columns[:, None] < length
    kb = tl.load(k + at, mask=inside, other=0.0)
    vb = tl.load(v + at, mask=inside, other=0.0)
    dkb = tl.zeros((N, D), tl.float32)
    dvb = tl.zeros((N, D), tl.float32)
    for first in range(0, length, M):
        rows = first + tl.arange(0, M)
        there = base + rows[:, None] * D + d[None, :]
        valid = rows[:, None] < length
        qb = tl.load(q + there, mask=valid, other=0.0)
        g = tl.sigmoid(tl.load(gate + there, mask=valid, other=0.0))
        dob = tl.load(do + there, mask=valid, other=0.0) * g
        m = tl.load(lse + head * length + rows, mask=rows < length, other=0.0)
        dl = tl.load(delta + head * length + rows, mask=rows < length, other=0.0)
        p = _scores(qb, kb, m, rows, columns, length, scale, CAUSAL)
        dvb += tl.dot(tl.trans(p), dob)
        ds = p * (tl.dot(dob, tl.trans(vb)) - dl[:, None]) * scale
        dkb += tl.dot(tl.trans(ds), qb)
    tl.store(dk + at, dkb, mask=inside)
    tl.store(dv + at, dvb, mask=inside)
    rows = start * M + tl.arange(0, M)
    there = base + rows[:, None] * D + d[None, :]
    valid = rows[:, None] < length
    qb = tl.load(q + there, mask=valid, other=0.0)
    g = tl.sigmoid(tl.load(gate + there, mask=valid, other=0.0))
    dob = tl.load(do + there, mask=valid, other=0.0)
    m = tl.load(lse + head * length + rows, mask=rows < length, other=0.0)
    dl = tl.load(delta + head * length + rows, mask=rows < length, other=0.0)
    dqb = tl.zeros((M, D), tl.float32)
    o = tl.zeros((M, D), tl.float32)
    for first in range(0, length, N):
        columns = first + tl.arange(0, N)
        at = base + columns[:, None] * D + d[None, :]
        inside = columns[:, None] < length
        kb = tl.load(k + at, mask=inside, other=0.0)
        vb = tl.load(v + at, mask=inside, other=0.0)
        p = _scores(qb, kb, m, rows, columns, length, scale, CAUSAL)
        o += tl.dot(p, vb)
        ds = p * (tl.dot(dob * g, tl.trans(vb)) - dl[:, None]) * scale
        dqb += tl.dot(ds, kb)
    tl.store(dq + there, dqb, mask=valid)
    tl.store(dgate + there, dob * o * g * (1 - g), mask=valid)


POINTERS = ("q", "k", "v", "do", "lse", "delta", "dq", "dk", "dv", "gate", "dgate")

#: name of a file: its kernel, the types of its arguments, its constants
KERNELS = {
    **{f"sort_{n}": (sort, {"x": "*i32", "out": "*i32"}, {"N": n}) for n in (16, 128, 1024)},
    "topk_256": (topk, {"x": "*fp32", "out": "*fp32"}, {"N": 256, "K": 16}),
    "attention_backward": (
        attention_backward,
        {**dict.fromkeys(POINTERS, "*fp32"), "length": "i32", "scale": "fp32"},
        {"M": 64, "N": 64, "D": 64, "CAUSAL": True},
    ),
}


def text(name: str) -> str:
    """TTIR of the kernel ``name`` of `KERNELS`."""
    kernel, types, constants = KERNELS[name]
    backend = CPUBackend(GPUTarget("cpu", "x86_64", 1))
    options, context = backend.parse_options({}), ir.context()
    ir.load_dialects(context)
    signature = {argument: types.get(argument, "constexpr") for argument in kernel.arg_names}
    places = {(kernel.arg_names.index(argument),): value for argument, value in constants.items()}
    functions, modules = backend.get_codegen_implementation(options), backend.get_module_map()
    source = ASTSource(kernel, signature, places)
    return ttir(source.make_ir(backend.target, options, functions, modules, context), {}).str_nodebug()


def write(directory: Path) -> list[Path]:
    """Write every kernel to ``directory``; the files."""
    paths = [directory / f"{name}.mlir" for name in KERNELS]
    for path in paths:
        path.write_text(text(path.stem), encoding="utf-8")
    return paths


if __name__ == "__main__":
    write(Path(sys.argv[1]))
