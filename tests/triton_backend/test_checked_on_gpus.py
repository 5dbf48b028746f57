"""Unmodified Triton programs that are checked by `CUDADriver`, whose kernels the emulator runs."""

from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl

import triton_shared
from tests.support.emulated_triton import gpu
from triton_shared.runtime.checks import findings, kinds

__all__ = ["gpu"]


@triton.jit
def scale(x_ptr, factor, n, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + lanes, lanes < n)
    tl.store(x_ptr + lanes, factor * x, lanes < n)


@triton.jit
def total(x_ptr, out_ptr, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    tl.store(out_ptr, tl.load(out_ptr) + tl.sum(tl.load(x_ptr + i)))


@triton.jit
def roots(x_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(x_ptr + i, tl.sqrt(tl.load(x_ptr + i)))


def test_a_launch_tells_what_it_found_and_goes_on(gpu, monkeypatch, capsys):
    monkeypatch.setenv(kinds.VARIABLE, "bounds")
    monkeypatch.setattr(findings, "_told", set())
    x = torch.ones(1000)
    scale[(4,)](gpu(x[:990]), 2.5, 1000, BLOCK=256)
    assert x[:990].eq(2.5).all() and x[990:].eq(1).all()
    told = capsys.readouterr().err
    assert told.count("out of bounds: kernel 'scale'") == 2 and told.count("lane [222] of [256]") == 2
    first = scale.fn.__code__.co_firstlineno
    for does, line in ("reads", first + 3), ("writes", first + 4):
        assert (
            f"{__file__}:{line}: out of bounds: kernel 'scale' {does} x_ptr (argument 0), float32[990]"
            in told
        )


def test_what_is_found_is_raised(gpu, monkeypatch):
    monkeypatch.setenv(kinds.VARIABLE, "all")
    monkeypatch.setenv(kinds.RAISE, "1")
    with pytest.raises(triton_shared.CheckError) as caught:
        total[(4,)](gpu(torch.ones(64)), gpu(torch.zeros(1)), N=16)
    assert {one.kind for one in caught.value.findings} == {"races"}
    with pytest.raises(triton_shared.CheckError, match="makes nan by sqrt"):
        roots[(1,)](gpu(torch.tensor([1.0, -1.0])), N=2)


def test_one_kernel_is_checked(gpu):
    x = torch.ones(1000)
    checked = triton_shared.check(scale, "bounds")
    with pytest.raises(triton_shared.CheckError):
        checked[(4,)](gpu(x[:990]), 2.5, 1000, BLOCK=256)
    checked[(4,)](gpu(x[:990]), 2.0, 990, BLOCK=256)
    scale[(4,)](gpu(x[:990]), 2.0, 990, BLOCK=256)
    assert x[:990].eq(10).all() and x[990:].eq(1).all()
