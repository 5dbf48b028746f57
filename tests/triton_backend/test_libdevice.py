"""Functions of device libraries from kernels: f16 and bf16 too, and the names that files of other vendors have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

from triton_shared.conversions.triton_arith_to_linalg import libdevice as known
from triton_shared.triton import libdevice as ours

SIZE = 256
NARROW = [torch.float16, torch.bfloat16]

#: elementary functions of one float, as torch computes them in f64
ELEMENTARY = (
    *(
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atanh",
        "ceil",
        "cos",
        "cosh",
        "erf",
        "erfc",
        "exp",
        "exp2",
        "expm1",
    ),
    *("floor", "log", "log10", "log1p", "log2", "rsqrt", "sin", "sinh", "sqrt", "tan", "tanh", "trunc"),
)


@triton.jit
def functions(x, out, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)
    v = tl.load(x + at)
    tl.store(out + at, libdevice.tanh(v))
    tl.store(out + SIZE + at, libdevice.sigmoid(v))
    tl.store(out + 2 * SIZE + at, libdevice.pow(v, v))
    tl.store(out + 3 * SIZE + at, libdevice.isnan(v).to(tl.float32))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64], ids=str)
def test_functions_of_narrow_floats_are_rounded_once(dtype):
    x = torch.linspace(0.1, 4, SIZE).to(dtype)
    out = torch.empty(4, SIZE, dtype=dtype)
    functions[(1,)](x, out, SIZE)
    wide = x.double()
    wanted = torch.stack([torch.tanh(wide), torch.sigmoid(wide), wide**wide, torch.zeros(SIZE)])
    error = (out.double() - wanted).abs() / wanted.abs().clamp_min(1e-3)
    assert error.max() <= 4 * torch.finfo(dtype).eps


@triton.jit
def one_function(x, out, FUNCTION: tl.constexpr, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)
    tl.store(out + at, FUNCTION(tl.load(x + at)))


@pytest.mark.parametrize("dtype", NARROW, ids=str)
@pytest.mark.parametrize("name", ELEMENTARY)
def test_each_elementary_function_takes_narrow_floats(name, dtype):
    low = 1.01 if name == "acosh" else 0.01
    x = torch.linspace(low, low + 0.98, SIZE).to(dtype)
    out = torch.empty_like(x)
    one_function[(1,)](x, out, getattr(ours, name), SIZE)
    wanted = getattr(torch, name)(x.double())
    assert ((out.double() - wanted).abs() <= torch.finfo(dtype).eps * wanted.abs()).all()


@triton.jit
def called(v):
    return libdevice.sigmoid(v)


@triton.jit
def in_a_branch(x, out, n, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)
    v = tl.load(x + at)
    if n > 0:
        v = called(v)
    tl.store(out + at, v)


def test_a_function_that_cuda_lacks_is_found_in_functions_and_branches():
    x, out = torch.linspace(-4, 4, SIZE), torch.empty(SIZE)
    in_a_branch[(1,)](x, out, 1, SIZE)
    assert torch.allclose(out, torch.sigmoid(x), atol=1e-6)


FILES = sorted((Path(triton.__file__).parent / "language/extra").glob("*/libdevice.py"))


def is_known(symbol: str) -> bool:
    """Whether conversions know what ``symbol`` computes."""
    tables = {*known.OPS, *known.COMPOSED, *known.CASTS}
    families = (
        r"[fd]?(add|sub|mul|div|rcp|sqrt)_r.|fmaf?_r.|(float|double|u?int|u?ll)2(float|double|u?int|u?ll)_r."
    )
    return any(stem in tables or re.fullmatch(families, stem) for stem in known._stems(symbol))


@pytest.mark.parametrize("file", FILES, ids=lambda p: p.parent.name)
def test_every_symbol_of_every_file_is_known(file):
    symbols = set(re.findall(r'\(\s*"(\w+)",\s*core', file.read_text()))
    left = {s for s in symbols if not is_known(s)}
    assert len(symbols) > 100 and not left
