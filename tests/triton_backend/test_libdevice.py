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

SIZE = 256


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


FILES = sorted((Path(triton.__file__).parent / "language/extra").glob("*/libdevice.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda p: p.parent.name)
def test_every_symbol_of_every_file_is_known(file):
    symbols = set(re.findall(r'\(\s*"(\w+)",\s*core', file.read_text()))
    tables = {*known.OPS, *known.COMPOSED, *known.CASTS}
    families = (
        r"[fd](add|sub|mul|div|rcp|sqrt)_r.|fmaf?_r.|(float|double|u?int|u?ll)2(float|double|u?int|u?ll)_r."
    )
    left = {s for s in symbols if not any(n in tables or re.fullmatch(families, n) for n in known._stems(s))}
    assert len(symbols) > 100 and not left
