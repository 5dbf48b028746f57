"""Triton's driver interface: the CPU as a device, and the launch of compiled kernels."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import triton
from triton import backends
from triton.backends.compiler import GPUTarget

from triton_shared import compat
from triton_shared.runtime.checks import kinds
from triton_shared.triton import former_names
from triton_shared.triton.driver_base import Driver

NAME = "triton_shared"
GPUS = ("nvidia", "amd")


class CPUDriver(Driver):
    """The CPU as a device of Triton's: ``triton.runtime.driver.set_active(CPUDriver())``."""

    def __init__(self) -> None:
        super().__init__(Utilities())

    @classmethod
    def is_active(cls) -> bool:
        """Whether programs run here: when ``TRITON_DEFAULT_BACKEND`` says so, or when there is no GPU to run on."""
        chosen = os.environ.get("TRITON_DEFAULT_BACKEND")
        if chosen:
            return chosen == NAME
        found = backends.backends
        return not any(found[name].driver.is_active() for name in GPUS if name in found)

    @property
    def launcher_cls(self) -> Callable[[Any, Any], Callable]:
        """Makes the function that launches a kernel."""
        from triton_shared.triton.launcher import Launcher

        return Launcher

    def get_current_target(self) -> GPUTarget:
        """The target that kernels are compiled for."""
        return GPUTarget("cpu", platform.machine(), 1)

    def get_current_device(self) -> str:
        """The one device: what `torch.cpu.current_device` returns."""
        return "cpu"

    def set_current_device(self, device: Any) -> None:
        """Do nothing: there is one device, and ``device`` names it."""

    def get_current_stream(self, device: Any = None) -> int:
        """The one stream of any ``device``, 0: launches are done when they return."""
        return 0

    def get_active_torch_device(self) -> Any:
        """The torch device whose tensors kernels take."""
        import torch

        return torch.device("cpu")

    def get_device_interface(self) -> type:
        """What stands for the module ``torch.cuda``."""
        return DeviceInterface

    def get_benchmarker(self) -> Callable:
        """What `triton.autotune` measures with."""
        from triton_shared.triton.stopwatch import Watched, bench

        return Watched(bench)

    def get_empty_cache_for_benchmark(self) -> Any:
        """A tensor of the CPU's last cache's bytes: writing it makes `triton.testing.do_bench` measure cold caches."""
        import torch

        return torch.empty(_last_cache_size(), dtype=torch.int8)


def _last_cache_size() -> int:
    """Bytes of the CPU's largest cache, at most 64 MiB; 32 MiB where Linux does not tell."""
    caches = Path("/sys/devices/system/cpu/cpu0/cache").glob("index*/size")
    sizes = [int(text.removesuffix("K")) << 10 for text in map(str.strip, map(Path.read_text, caches))]
    return min(max(sizes, default=32 << 20), 64 << 20)


if triton.__version__.startswith("3.6.") and os.environ.get("TRITON_DEFAULT_BACKEND") == NAME:
    compat.set_drivers_aside(GPUS)


former_names.give()


class Utilities:
    """What Triton's `CompiledKernel` asks of a driver."""

    def load_binary(
        self, name: str, kernel: bytes, shared: int, device: Any
    ) -> tuple[Any, Any, int, int, int]:
        """``(module, function, registers, spills, threads)`` of the object file ``kernel``."""
        from triton_shared.codegen import entry_symbol
        from triton_shared.runtime.checks import record
        from triton_shared.runtime.cpu.diagnostics.registered_code import RegisteredCode

        code = RegisteredCode(kernel, entry_symbol(name), kernel=name, provided=record.provided(kernel))
        return code, code, 0, 0, 1 << 31

    def unload_module(self, module: Any) -> None:
        """Code is unloaded when nobody refers to it any more."""

    def set_printf_fifo_size(self, size: int) -> None:
        """``device_print`` writes at once, there is no buffer."""

    def get_device_properties(self, device: Any) -> dict[str, int]:
        """Of a GPU's figures, those that a CPU has."""
        return {"max_shared_mem": 1 << 31, "multiprocessor_count": os.cpu_count() or 1, "warpSize": 1}


class Event:
    """A moment; launches are synchronous, so it is the moment of `record`."""

    def __init__(self, enable_timing: bool = False, **_: Any) -> None:
        self._at = 0.0

    def record(self, stream: Any = None) -> None:
        """Take the time."""
        self._at = time.perf_counter()

    def elapsed_time(self, end: Event) -> float:
        """Milliseconds from here to ``end``; never zero."""
        return max((end._at - self._at) * 1e3, 1e-6)

    def synchronize(self) -> None:
        """There is nothing to wait for."""

    wait = synchronize


class DeviceInterface:
    """What Triton and programs use of ``torch.cuda``, for the CPU."""

    Event = Event

    @staticmethod
    def synchronize(device: Any = None) -> None:
        """There is nothing to wait for."""

    @staticmethod
    def current_device() -> str:
        """The one device."""
        return "cpu"

    @staticmethod
    def device_count() -> int:
        """How many devices there are."""
        return 1

    @staticmethod
    def is_available() -> bool:
        """Whether there is a device."""
        return True


def _watch_allocations() -> None:
    """Know what a program allocates and does not write, also before its first kernel, where it is to be checked.

    Triton imports its back ends as it is imported, which programs do before they make tensors.
    """
    from triton_shared.runtime.checks import uninitialised
    from triton_shared.triton.cuda.target import NAME as ON_GPUS

    with suppress(ValueError):  # which the first kernel raises
        if "initialised" in kinds.selected():
            uninitialised.watch("cuda" if os.environ.get("TRITON_DEFAULT_BACKEND") == ON_GPUS else "cpu")


if os.environ.get(kinds.VARIABLE):
    _watch_allocations()
