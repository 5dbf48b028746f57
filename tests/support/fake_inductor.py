"""Inductor with an H200 that is not there: it compiles graphs on fake tensors, whose kernels the emulator runs.

A kernel's code is the LLVM IR that PTX is made of.  What kernels take is this process's memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from torch._dynamo.device_interface import CudaInterface
from torch._inductor import config
from torch._inductor.debug import DebugContext
from torch._inductor.decomposition import select_decomp_table
from torch._inductor.graph import GraphLowering
from torch._inductor.runtime import triton_helpers
from torch._inductor.runtime.hints import DeviceProperties
from torch._inductor.runtime.static_triton_launcher import StaticallyLaunchedCudaKernel
from torch._inductor.runtime.triton_heuristics import CachingAutotuner
from torch._inductor.virtualized import V
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx

from tests.support import emulator
from tests.support.emulated_cuda import EmulatedCuda
from triton_shared.codegen.nvidia.ptx.emit import to_ptx
from triton_shared.runtime.cuda import driver, launch
from triton_shared.torch.marks import kernels_marked
from triton_shared.triton.cuda import compiler

PROPERTIES = DeviceProperties(
    type="cuda", index=0, multi_processor_count=132, cc=90, major=9, regs_per_multiprocessor=65536,
    max_threads_per_multi_processor=2048, max_threads_per_block=1024, warp_size=32,
)  # fmt: skip
_OF_TORCH = SimpleNamespace(
    major=9, minor=0, multi_processor_count=132, name="NVIDIA H200", total_memory=80 << 30, warp_size=32,
    shared_memory_per_block_optin=232448, L2_cache_size=50 << 20, gcnArchName="",
)  # fmt: skip
_NUMBERS = {"i": np.int32, "I": np.uint32, "l": np.int64, "K": np.uint64, "f": np.float32, "d": np.float64}
_NUMBERS |= {"b": np.int8, "B": np.uint8, "h": np.int16, "H": np.uint16}


class Gpu:
    """What runs on it.

    Attributes:
        static: (symbol, warps, shared memory, types of the arguments) of each launch by Inductor's static launcher.
        cuda: the driver, with the launches by `CUDALauncher`.
        tensors: what kernels may touch.
    """

    def __init__(self, cuda: EmulatedCuda):
        self.static: list[tuple[str, int, int, str]] = []
        self.cuda, self.tensors = cuda, dict[str, np.ndarray]()

    def see(self, tensor: torch.Tensor) -> torch.Tensor:
        """Let kernels touch ``tensor``."""
        self.tensors[f"tensor {len(self.tensors)}"] = tensor.view(-1).view(torch.uint8).numpy()
        self.cuda.visible = self.tensors
        return tensor

    def _load_kernel(self, path: str, name: str, shared: int, device: int) -> tuple:
        with open(path) as file:
            return 1, (emulator.Program(file.read(), name), name), 32, 0

    def _unload_kernel(self, module: int) -> None:
        pass

    def _launch_kernel(
        self, function: Any, x: int, y: int, z: int, warps: int, shared: int, types: str, args: tuple, stream: int
    ) -> None:  # fmt: skip
        program, name = function
        self.static.append((name, warps, shared, types))
        values = [
            arg.data_ptr() if type_ == "O" else _NUMBERS[type_](arg).tobytes()
            for type_, arg in zip(types, args, strict=True)
        ]
        values = [
            v if isinstance(v, int) else v[: _size(of)] for v, of in zip(values, program.types, strict=True)
        ]
        program.run(
            (x, y, z), values, threads=32 * warps, shared_bytes=shared, visible=self.tensors, overlaps=True
        )


def _size(type_: str) -> int:
    return {"i1": 1, "i8": 1, "i16": 2, "half": 2, "bfloat": 2, "i32": 4, "float": 4}.get(type_, 8)


def _optimized(text: str, kernel: dict, target: Any, anew: bool | None = None) -> str:
    return to_ptx(text, target, kernel["reduce_strength"], kernel["threads"])[0]


@pytest.fixture
def gpu(monkeypatch, cuda, tmp_path) -> Iterator[Gpu]:
    """The GPU of torch, Inductor and the driver; caches are empty."""
    cuda = EmulatedCuda()
    monkeypatch.setattr(driver, "bindings", lambda: cuda)
    found = Gpu(cuda)
    nothing = lambda *_: 0  # noqa: E731
    monkeypatch.setattr(DeviceProperties, "create", staticmethod(lambda device: PROPERTIES))
    for name in ("current_device", "set_device", "synchronize"):
        monkeypatch.setattr(torch.cuda, name, nothing)
    for name in ("exchange_device", "maybe_exchange_device"):
        monkeypatch.setattr(CudaInterface, name, staticmethod(nothing))
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda device=None: _OF_TORCH)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device=None: (9, 0))
    monkeypatch.setattr(triton_helpers, "set_driver_to_gpu", lambda: None)
    monkeypatch.setattr(StaticallyLaunchedCudaKernel, "C_impl", found)
    monkeypatch.setattr(CachingAutotuner, "bench", lambda self, launcher, *args, **named: 1.0)
    monkeypatch.setattr(compiler, "_generated", _optimized)
    monkeypatch.setattr(
        compiler, "_assembled", lambda text, *_, **__: ({"n_regs": 32, "n_spills": 0}, text.encode())
    )
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path / "package"))
    monkeypatch.setattr(launch, "device_pointer", lambda param, label, device: lambda value: value.data_ptr())
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "inductor"))
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "inductor" / "triton" / "0"))
    with config.patch(compile_threads=1):
        yield found


def traced(function: Callable, *inputs: torch.Tensor) -> tuple[torch.fx.GraphModule, list, FakeTensorMode]:
    """The graph of ``function`` on a GPU, with fake inputs like ``inputs``."""
    with FakeTensorMode() as mode:
        fakes = [torch.empty_strided(x.shape, x.stride(), dtype=x.dtype, device="cuda") for x in inputs]
        return make_fx(function, select_decomp_table())(*fakes), fakes, mode


def code_of(function: Callable, *inputs: torch.Tensor, ours: bool = True) -> str:
    """Inductor's code for ``function`` on a GPU, by this package's back end or by Inductor's own."""
    graph, fakes, mode = traced(function, *inputs)
    with V.set_debug_handler(DebugContext()), V.set_fake_mode(mode):
        lowering = GraphLowering(graph, example_inputs=fakes)
        with V.set_graph_handler(lowering):
            lowering.run(*fakes)
            if not ours:
                return lowering.codegen()[0].value
            with kernels_marked():
                return lowering.codegen()[0].value


def sources_of(code: str) -> dict[str, str]:
    """The sources of kernels in ``code``, by name."""
    return dict(re.findall(r"async_compile\.triton\('(\w+)', '''(.*?)'''", code, re.DOTALL))


def run(gpu: Gpu, function: Callable, *inputs: torch.Tensor) -> list[torch.Tensor]:
    """What ``function`` computes by kernels that the emulator runs."""
    code = code_of(function, *inputs)
    code = code.replace("from torch._C import _cuda_getCurrentRawStream as get_raw_stream", "")
    code = code.replace("empty_strided_cuda = torch._C._dynamo.guards._empty_strided_cuda", "")
    code = re.sub(r"^empty_strided_p2p = .*$", "", code, flags=re.MULTILINE)
    code = code.replace("with torch.cuda._DeviceGuard(0):", "if True:")
    module = ModuleType("graph")
    vars(module)["get_raw_stream"] = lambda device: 0
    vars(module)["empty_strided_cuda"] = lambda *how: gpu.see(
        torch.empty_strided(how[0], how[1], dtype=how[2])
    )
    exec(compile(code, "graph", "exec"), vars(module))
    for x in inputs:
        gpu.see(x)
    return list(module.call(list(inputs)))
