"""Triton's driver interface: NVIDIA's GPUs, with kernels that this package makes, and the launch of these."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import triton

from triton_shared import compat
from triton_shared.triton.cuda.target import NAME, NVIDIA_BACKEND, CudaTarget
from triton_shared.triton.driver_base import Driver

#: bytes to write between two runs of a benchmark, so that they find no data in the cache
_CACHE = 256 << 20


class CUDADriver(Driver):
    """The GPUs that torch uses: ``triton.runtime.driver.set_active(CUDADriver())``."""

    def __init__(self) -> None:
        super().__init__(Utilities())
        compat.keep_kernels_of_each_driver()

    @classmethod
    def is_active(cls) -> bool:
        """Whether programs run here: when ``TRITON_DEFAULT_BACKEND`` says so."""
        return os.environ.get("TRITON_DEFAULT_BACKEND") == NAME

    @property
    def launcher_cls(self) -> Callable[[Any, Any], Callable]:
        """Makes the function that launches a kernel, also one of Triton's own back end."""
        from triton_shared.triton.cuda import launcher

        return launcher.of

    def get_current_target(self) -> CudaTarget:
        """The target that kernels are compiled for: the chip of the current device."""
        from triton_shared.runtime.cuda.driver import driver

        return CudaTarget(NVIDIA_BACKEND, driver().capability(self.get_current_device()), 32)

    def get_device_capability(self, device: int | None = None) -> tuple[int, int]:
        """The compute capability of ``device``, the current one if None, as (9, 0)."""
        from triton_shared.runtime.cuda.driver import driver

        current = self.get_current_device() if device is None else device
        return divmod(driver().capability(current), 10)

    def get_current_device(self) -> int:
        """The number of torch's current device.

        Every launch asks for it and for the stream: from the second one on torch's own functions answer.
        """
        import torch

        torch.cuda.init()
        if functions := compat.torch_cuda():
            self.__dict__.update(zip(("get_current_device", "get_current_stream"), functions, strict=True))
        return torch.cuda.current_device()

    def set_current_device(self, device: int) -> None:
        """Make ``device`` torch's current one."""
        import torch

        torch.cuda.set_device(device)

    def get_current_stream(self, device: int | None = None) -> int:
        """The handle of torch's current stream on ``device``, the current one if None."""
        import torch

        return torch.cuda.current_stream(device).cuda_stream

    def get_active_torch_device(self) -> Any:
        """The torch device whose tensors kernels take."""
        import torch

        return torch.device("cuda", self.get_current_device())

    def get_device_interface(self) -> Any:
        """The module ``torch.cuda``."""
        import torch

        return torch.cuda

    def get_benchmarker(self) -> Callable:
        """What `triton.autotune` measures with."""
        from triton.testing import do_bench

        from triton_shared.triton.stopwatch import Watched

        return Watched(do_bench)

    def get_empty_cache_for_benchmark(self) -> Any:
        """A tensor of i32 of 256 MiB, more than the GPU's last cache holds."""
        import torch

        return torch.empty(_CACHE // 4, dtype=torch.int, device=self.get_active_torch_device())


if triton.__version__.startswith("3.6.") and os.environ.get("TRITON_DEFAULT_BACKEND") == NAME:
    compat.set_drivers_aside(("nvidia", "amd"))


#: what Triton calls some of a device's attributes
_PROPERTIES = {
    "max_shared_mem": "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN",
    "max_num_regs": "MAX_REGISTERS_PER_BLOCK",
    "multiprocessor_count": "MULTIPROCESSOR_COUNT",
    "warpSize": "WARP_SIZE",
    "sm_clock_rate": "CLOCK_RATE",
    "mem_clock_rate": "MEMORY_CLOCK_RATE",
    "mem_bus_width": "GLOBAL_MEMORY_BUS_WIDTH",
}


class Utilities:
    """What Triton's `CompiledKernel` asks of a driver, and what Triton's own launcher asks of its own."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(compat.nvidia_utilities(), name)

    def load_binary(
        self, name: str, kernel: bytes, shared: int, device: int
    ) -> tuple[Any, Any, int, int, int]:
        """``(module, function, registers, spills, threads)`` of a cubin; the function is loaded by its launcher."""
        from triton_shared.codegen.targets import module_of
        from triton_shared.runtime.cuda.launch import OnDevice, function_of, resource

        function = function_of(kernel, module_of("gpu", "launch_abi").symbol(name), device)
        spills = resource(function, "LOCAL_SIZE_BYTES") // 4
        threads = resource(function, "MAX_THREADS_PER_BLOCK")
        return kernel, OnDevice(kernel, device), resource(function, "NUM_REGS"), spills, threads

    def unload_module(self, module: Any) -> None:
        """Code stays loaded: a graph may launch it yet."""

    def set_printf_fifo_size(self, size: int) -> None:
        """``device_print`` has a buffer of its own."""

    def get_device_properties(self, device: int) -> dict[str, int]:
        """Figures of ``device``, by Triton's names of them."""
        from triton_shared.runtime.cuda.driver import driver

        return {name: driver().attribute(device, attribute) for name, attribute in _PROPERTIES.items()}
