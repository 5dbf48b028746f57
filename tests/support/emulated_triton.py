"""Triton with `CUDADriver` on an H200 that is not there, whose kernels the emulator runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
import torch
import triton
from triton.backends import Backend, backends
from triton.compiler.compiler import max_shared_mem

import triton_shared
from tests.support.emulated_cuda import EmulatedCuda
from triton_shared.runtime.cuda import current_stream, driver, launch
from triton_shared.triton.cuda import compiler
from triton_shared.triton.cuda.compiler import CUDABackend
from triton_shared.triton.cuda.driver import CUDADriver
from triton_shared.triton.cuda.target import NAME


class Tensor:
    """A tensor as torch's on a GPU, whose memory is that of one on the CPU."""

    def __init__(self, host: torch.Tensor):
        self.host, self.dtype, self.shape = host, host.dtype, host.shape
        self.device, self.is_cpu, self.is_cuda = SimpleNamespace(type="cuda", index=0), False, True
        self.data_ptr, self.stride, self.element_size = host.data_ptr, host.stride, host.element_size

    def get_device(self) -> int:
        return 0

    def numel(self) -> int:
        return self.host.numel()

    def is_neg(self) -> bool:
        return False


@pytest.fixture
def gpu(monkeypatch, fresh_triton_cache, cpu, request) -> Iterator[Callable[[torch.Tensor], Tensor]]:
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
    for kernel in vars(request.module).values():
        if isinstance(kernel, triton.JITFunction):
            kernel.device_caches.clear()
    triton.runtime.driver.set_active(cpu)
    for cache in caches:
        cache.cache_clear()
