"""`CUDADriver` without a GPU: Triton's tests take tensors of the CPU, and the emulator runs the kernels."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import torch
import triton

from tests.support.emulated import arrays_of_callers, memory_of
from tests.support.emulated_cuda import EmulatedCuda
from triton_shared.runtime.cuda import arguments
from triton_shared.runtime.cuda import driver as cuda
from triton_shared.triton.cuda import compiler
from triton_shared.triton.cuda.driver import CUDADriver
from triton_shared.triton.cuda.launcher import CUDALauncher

PROPERTIES = SimpleNamespace(major=9, minor=0, multi_processor_count=132, name="NVIDIA H200", warp_size=32)


def install() -> None:
    """Let Triton compile for the emulator, as for the GPU sm_90a."""
    fake = EmulatedCuda()
    cuda.bindings = lambda: fake
    compiler.ptx = ptx
    compiler.cubin = cubin
    CUDADriver.get_current_device = lambda self: 0
    CUDADriver.get_current_stream = lambda self, device=None: 0
    CUDADriver.get_active_torch_device = lambda self: torch.device("cpu")
    arguments._DevicePointer._check_place = lambda self, tensor, address: None
    launch = CUDALauncher.__call__

    def call(self: CUDALauncher, *args: Any) -> None:
        fake.visible = {f"argument {k}": memory_of(_base(arg)) for k, arg in enumerate(args)}
        fake.visible |= arrays_of_callers()
        launch(self, *args)

    CUDALauncher.__call__ = call
    torch.cuda.get_device_capability = lambda *_: (9, 0)
    torch.cuda.get_device_name = lambda *_: PROPERTIES.name
    torch.cuda.get_device_properties = lambda *_: PROPERTIES
    torch.cuda.synchronize = lambda *_: None
    triton.runtime.driver.set_active(CUDADriver())


def _base(value: Any) -> Any:
    """The tensor that a wrapper of Triton's stands for."""
    return getattr(value, "base", value)


def ptx(text: str, metadata: dict) -> str:
    """The stage of this name: the LLVM IR, as it is."""
    return text


def cubin(text: str, metadata: dict) -> bytes:
    """The stage of this name: the LLVM IR as bytes."""
    metadata |= {"n_regs": 32, "n_spills": 0}
    return text.encode()
