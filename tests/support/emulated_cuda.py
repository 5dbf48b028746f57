"""A CUDA driver whose kernels the emulator runs: machine code is LLVM IR, a GPU's memory is this process's."""

from __future__ import annotations

import ctypes
import functools
import mmap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.support import emulator
from tests.support.emulator.ptx_bulk import MAP_BYTES, tensor_map
from tests.support.fake_cuda import Fake, Launch, arguments_of
from triton_shared.runtime.cuda import cuda_plan
from triton_shared.runtime.cuda.header import CudaHeader

_UNIT = mmap.PAGESIZE
_BYTES = {"i1": 1, "i8": 1, "i16": 2, "half": 2, "bfloat": 2, "i32": 4, "float": 4}


@dataclass
class EmulatedCuda(Fake):
    """`visible`: by name, what kernels may touch besides the memory that was asked for here."""

    visible: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0

    CUmemAllocationProp = CUmemLocation = CUmemAccessDesc = SimpleNamespace
    CUmemAllocationType = SimpleNamespace(CU_MEM_ALLOCATION_TYPE_PINNED=1)
    CUmemLocationType = SimpleNamespace(CU_MEM_LOCATION_TYPE_DEVICE=1)
    CUmemAccess_flags = SimpleNamespace(CU_MEM_ACCESS_FLAGS_PROT_READWRITE=3)
    CUmemAllocationGranularity_flags = SimpleNamespace(CU_MEM_ALLOC_GRANULARITY_MINIMUM=0)

    def __post_init__(self) -> None:
        self.body = self._emulate
        self._mapped = dict[str, np.ndarray]()
        self._reserved = list[mmap.mmap]()
        self._allocated = list[np.ndarray]()

    def do_cuMemGetAllocationGranularity(self, properties, flags):
        return _UNIT

    def do_cuMemAddressReserve(self, size, *options):
        self._reserved.append(mmap.mmap(-1, size))
        return ctypes.addressof(ctypes.c_char.from_buffer(self._reserved[-1]))

    def do_cuMemCreate(self, size, *options):
        return size

    def do_cuMemMap(self, begin, size, *options):
        memory = (ctypes.c_uint8 * size).from_address(begin)
        self._mapped[f"memory {len(self._mapped)}"] = np.ctypeslib.as_array(memory)

    def do_cuMemSetAccess(self, *options):
        return None

    def do_cuMemAlloc(self, size):
        self._allocated.append(np.zeros(-(-size // 8), np.int64))
        address = self._allocated[-1].ctypes.data
        self.memory[address, size] = self.context
        return address

    def do_cuMemFree(self, address):
        self._allocated = [array for array in self._allocated if array.ctypes.data != address]

    def do_cuMemcpyHtoD(self, to, source, size):
        ctypes.memmove(to, source, size)

    def do_cuMemcpyDtoH(self, to, source, size):
        ctypes.memmove(to, source, size)

    def do_cuTensorMapEncodeTiled(self, type_, rank, address, extents, strides, box, steps, *how):
        size = int(type_.name.rpartition("UINT")[2]) // 8
        _, _, swizzle = how[1].name.rpartition("_")
        numbers = ([number.value for number in part] for part in (extents, strides, box))
        made = tensor_map(address, size, *numbers, 0 if swizzle == "NONE" else int(swizzle[:-1]))
        return SimpleNamespace(getPtr=lambda: made.ctypes.data)

    def do_cuCtxSynchronize(self):
        return None

    def _emulate(self, launch: Launch) -> None:
        library, entry, _ = launch.function
        program = _program(self.images[library - 7001].rstrip(b"\0").decode(), entry)
        sizes = [
            MAP_BYTES if is_map else _BYTES.get(type, 8)
            for type, is_map in zip(program.types, program.by_value, strict=True)
        ]
        values = [
            np.frombuffer(value, np.uint8) if is_map else value
            for value, is_map in zip(arguments_of(launch.block, sizes), program.by_value, strict=True)
        ]
        options = {"threads": launch.threads, "shared_bytes": launch.shared, "seed": self.seed}
        options["cluster"] = launch.cluster
        visible = {**self._mapped, **self.visible, "record": self._records()}
        visible |= {f"allocation {n}": array for n, array in enumerate(self._allocated)}
        program.run(launch.grid, values, visible=visible, overlaps=True, **options)

    def _records(self) -> np.ndarray | None:
        """The memory of what kernels print and assert."""
        buffers = getattr(self, "buffers", [])
        return np.frombuffer(buffers[-1], np.uint8) if buffers else None


@functools.lru_cache(256)
def _program(text: str, entry: str) -> emulator.Program:
    return emulator.Program(text, entry)


def emulate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the code of kernels that are compiled from now on be their LLVM IR."""
    options = cuda_plan.Plan.options

    def entry(plan: Any, compiled: Any, names: list[str]) -> tuple[dict, bytes]:
        return CudaHeader.of(compiled, names, plan={}).to_json(), compiled.text.encode()

    def without_ptxas(plan: Any) -> dict:
        return {name: replace(value, assembles=False) for name, value in options(plan).items()}

    monkeypatch.setattr(cuda_plan.Plan, "entry", entry)
    monkeypatch.setattr(cuda_plan.Plan, "options", without_ptxas)
