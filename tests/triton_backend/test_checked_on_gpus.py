"""Unmodified Triton programs that are checked by `CUDADriver`, whose kernels the emulator runs."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import torch
import triton
import triton.language as tl
from triton.backends import Backend, backends
from triton.compiler.compiler import max_shared_mem

import triton_shared
from tests.support.emulated_cuda import EmulatedCuda
from triton_shared.runtime.checks import findings, kinds
from triton_shared.runtime.cuda import current_stream, driver, launch
from triton_shared.triton.cuda import compiler
from triton_shared.triton.cuda.compiler import CUDABackend
from triton_shared.triton.cuda.driver import CUDADriver
from triton_shared.triton.cuda.target import NAME


class Tensor:
    """A tensor as torch's on a GPU, whose memory is that of one on the CPU."""

    def __init__(self, host: torch.Tensor):
        self.host, self.dtype, self.shape = host, host.dtype, host.shape
        self.device, self.is_cpu = SimpleNamespace(type="cuda", index=0), False
        self.data_ptr, self.stride, self.element_size = host.data_ptr, host.stride, host.element_size

    def get_device(self) -> int:
        return 0

    def numel(self) -> int:
        return self.host.numel()

    def is_neg(self) -> bool:
        return False


@pytest.fixture
def gpu(monkeypatch, fresh_triton_cache, cpu):
    """The driver is active, on a GPU that is emulated; what it makes of a tensor kernels may touch."""
    made = EmulatedCuda()
    made.context = 0
    monkeypatch.setitem(backends, NAME, Backend(CUDABackend, CUDADriver))
    monkeypatch.setattr(driver, "bindings", lambda: made)
    monkeypatch.setattr(current_stream.compat, "torch_cuda", lambda: None)
    monkeypatch.setattr(compiler, "_generated", lambda text, *rest, **named: text)
    code = lambda text, *rest, **named: ({"n_regs": 32, "n_spills": 0}, text.encode())  # noqa: E731
    monkeypatch.setattr(compiler, "_assembled", code)
    active = triton_shared.CUDADriver()
    monkeypatch.setattr(active, "get_current_device", lambda: 0)
    monkeypatch.setattr(active, "get_current_stream", lambda device: 0)
    caches = driver.driver, launch._kernel_of, launch._record_of, max_shared_mem
    for cache in caches:
        cache.cache_clear()
    triton.runtime.driver.set_active(active)

    def tensor(host: torch.Tensor) -> Tensor:
        whole = torch.tensor([], dtype=torch.uint8).set_(host.untyped_storage()).numpy()
        made.visible = {**made.visible, f"tensor {len(made.visible)}": whole}
        made.memory[whole.ctypes.data, whole.nbytes] = 0
        return Tensor(host)

    yield tensor
    for kernel in (scale, total, roots):
        kernel.device_caches.clear()
    triton.runtime.driver.set_active(cpu)
    for cache in caches:
        cache.cache_clear()


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
