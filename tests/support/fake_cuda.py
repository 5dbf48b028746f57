"""A CUDA driver that runs nothing: what `cuda.bindings.driver` is to this package, with its devices in tables.

Launches are noted with the bytes of their arguments; `Fake.failing` says which call returns which error.
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import pytest

from triton_shared.runtime.cuda import current_stream, driver, launch, tensor_maps

CODES = {
    "CUDA_SUCCESS": 0,
    "CUDA_ERROR_INVALID_VALUE": 1,
    "CUDA_ERROR_OUT_OF_MEMORY": 2,
    "CUDA_ERROR_NOT_INITIALIZED": 3,
    "CUDA_ERROR_NO_DEVICE": 100,
    "CUDA_ERROR_INVALID_IMAGE": 200,
    "CUDA_ERROR_INVALID_CONTEXT": 201,
    "CUDA_ERROR_NO_BINARY_FOR_GPU": 209,
    "CUDA_ERROR_UNSUPPORTED_PTX_VERSION": 222,
    "CUDA_ERROR_NOT_FOUND": 500,
    "CUDA_ERROR_ILLEGAL_ADDRESS": 700,
    "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES": 701,
    "CUDA_ERROR_LAUNCH_FAILED": 719,
}
CUresult = IntEnum("CUresult", CODES)

_names = iter(range(1, 100))


def _enum(name: str, *members: str) -> Any:
    return IntEnum(name, {member: next(_names) for member in members})


@dataclass
class Device:
    name: str = "NVIDIA H200"
    capability: int = 90
    shared: int = 232448


@dataclass
class Launch:
    """One launch: its grid, its block, shared memory, stream, and its arguments.

    The ``block`` is what it has packed, or the address of pointers to the arguments, while the launch lasts.
    A dependent one may begin while the kernel before ends, a cooperative one has all its blocks at once.
    """

    function: Any
    grid: tuple[int, int, int]
    threads: int
    shared: int
    stream: int
    block: bytes | int
    device: int | None
    is_dependent: bool
    is_cooperative: bool = False
    cluster: int = 1


@dataclass
class Fake:
    devices: list[Device] = field(default_factory=lambda: [Device()])
    version: int = 13000
    #: by name of the call, or (name, number of the call from 0)
    failing: dict[Any, str] = field(default_factory=dict)
    #: (first, size) -> device, or None for memory of the host that GPUs read
    memory: dict[tuple[int, int], int | None] = field(default_factory=dict)
    resources: dict[str, int] = field(default_factory=dict)
    capturing: bool = False
    #: runs in place of kernels, with each launch
    body: Callable[[Launch], None] = lambda launch: None

    context: int | None = None
    launches: list[Launch] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    images: list[bytes] = field(default_factory=list)
    encoded: list[bytes] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("cu") or not hasattr(type(self), "do_" + name):
            raise AttributeError(name)

        def call(*arguments: Any) -> tuple:
            number = self.calls.count(name)
            self.calls.append(name)
            if code := self.failing.get(name, self.failing.get((name, number))):
                return (CUresult[code], None)
            result = getattr(self, "do_" + name)(*arguments)
            if isinstance(result, CUresult):
                return (result, None)
            return (CUresult.CUDA_SUCCESS, *(() if result is None else (result,)))

        return call

    CU_MEMHOSTALLOC_PORTABLE, CU_MEMHOSTALLOC_DEVICEMAP = 1, 2
    CUmemorytype = _enum("CUmemorytype", "CU_MEMORYTYPE_HOST", "CU_MEMORYTYPE_DEVICE")
    CUpointer_attribute = _enum(
        "CUpointer_attribute", "CU_POINTER_ATTRIBUTE_MEMORY_TYPE", "CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL"
    )
    CUstreamCaptureStatus = IntEnum(
        "CUstreamCaptureStatus",
        {"CU_STREAM_CAPTURE_STATUS_NONE": 0, "CU_STREAM_CAPTURE_STATUS_ACTIVE": 1},
    )
    CUfunction_attribute = _enum(
        "CUfunction_attribute",
        *(
            f"CU_FUNC_ATTRIBUTE_{name}"
            for name in (
                "SHARED_SIZE_BYTES", "MAX_THREADS_PER_BLOCK", "NUM_REGS", "LOCAL_SIZE_BYTES",
                "MAX_DYNAMIC_SHARED_SIZE_BYTES",
            )
        ),
    )  # fmt: skip
    CUdevice_attribute = _enum(
        "CUdevice_attribute",
        *(
            f"CU_DEVICE_ATTRIBUTE_{name}"
            for name in (
                "COMPUTE_CAPABILITY_MAJOR", "COMPUTE_CAPABILITY_MINOR", "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN",
                "MULTIPROCESSOR_COUNT", "MAX_THREADS_PER_BLOCK", "WARP_SIZE", "CLOCK_RATE", "MEMORY_CLOCK_RATE",
                "GLOBAL_MEMORY_BUS_WIDTH", "MAX_REGISTERS_PER_BLOCK",
            )
        ),
    )  # fmt: skip

    cuuint64_t, cuuint32_t = ctypes.c_uint64, ctypes.c_uint32
    CUtensorMapDataType = _enum(
        "CUtensorMapDataType", *(f"CU_TENSOR_MAP_DATA_TYPE_UINT{bits}" for bits in (8, 16, 32, 64))
    )
    CUtensorMapInterleave = _enum("CUtensorMapInterleave", "CU_TENSOR_MAP_INTERLEAVE_NONE")
    CUtensorMapSwizzle = _enum(
        "CUtensorMapSwizzle", *(f"CU_TENSOR_MAP_SWIZZLE_{name}" for name in ("NONE", "32B", "64B", "128B"))
    )
    CUtensorMapL2promotion = _enum("CUtensorMapL2promotion", "CU_TENSOR_MAP_L2_PROMOTION_L2_128B")
    CUtensorMapFloatOOBfill = _enum("CUtensorMapFloatOOBfill", "CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE")

    def cuGetErrorName(self, code: Any) -> tuple:
        return CUresult.CUDA_SUCCESS, CUresult(code).name.encode() + b"\0"

    def cuGetErrorString(self, code: Any) -> tuple:
        return CUresult.CUDA_SUCCESS, CUresult(code).name.lower().removeprefix("cuda_error_").encode()

    def do_cuDriverGetVersion(self):
        return self.version

    def do_cuInit(self, flags):
        return None if self.devices else CUresult.CUDA_ERROR_NO_DEVICE

    def do_cuCtxGetCurrent(self):
        return 0 if self.context is None else 1000 + self.context

    def do_cuCtxSetCurrent(self, context):
        self.context = context - 1000

    def do_cuCtxGetDevice(self):
        return self.context

    def do_cuDeviceGet(self, ordinal):
        return ordinal

    def do_cuDevicePrimaryCtxRetain(self, device):
        return 1000 + device

    def do_cuDeviceGetName(self, length, device):
        return self.devices[device].name.encode() + b"\0\0"

    def do_cuDeviceGetAttribute(self, attribute, device):
        found = self.devices[device]
        return {
            "COMPUTE_CAPABILITY_MAJOR": found.capability // 10,
            "COMPUTE_CAPABILITY_MINOR": found.capability % 10,
            "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": found.shared,
            "MAX_THREADS_PER_BLOCK": 1024,
        }.get(attribute.name.removeprefix("CU_DEVICE_ATTRIBUTE_"), 1)

    def do_cuOccupancyMaxActiveBlocksPerMultiprocessor(self, function, threads, shared):
        return 2

    def do_cuLibraryLoadData(self, image, *options):
        self.images.append(image)
        return 7000 + len(self.images)

    def do_cuLibraryGetKernel(self, library, name):
        return (library, name.decode())

    def do_cuKernelGetFunction(self, kernel):
        return (*kernel, self.context)

    def do_cuFuncGetAttribute(self, attribute, function):
        defaults = {"MAX_THREADS_PER_BLOCK": 1024, "NUM_REGS": 32}
        name = attribute.name.removeprefix("CU_FUNC_ATTRIBUTE_")
        return self.resources.get(name, defaults.get(name, 0))

    def do_cuFuncSetAttribute(self, function, attribute, value):
        self.resources[attribute.name.removeprefix("CU_FUNC_ATTRIBUTE_")] = value

    def do_cuTensorMapEncodeTiled(self, type_, rank, address, extents, strides, box, steps, *how):
        numbers = [[number.value for number in part] for part in (extents, strides, box, steps)]
        text = repr((type_.name, rank, address, *numbers, *(one.name for one in how))).encode()
        self.encoded.append(text)
        made = ctypes.create_string_buffer(len(self.encoded).to_bytes(128, "little"), 128)
        return SimpleNamespace(getPtr=lambda: ctypes.addressof(made), made=made)

    def do_cuPointerGetAttribute(self, attribute, address):
        for (first, size), device in self.memory.items():
            if first <= address < first + size:
                if attribute.name.endswith("ORDINAL"):
                    return device
                kind = "HOST" if device is None else "DEVICE"
                return self.CUmemorytype[f"CU_MEMORYTYPE_{kind}"]
        return CUresult.CUDA_ERROR_INVALID_VALUE

    def do_cuMemHostAlloc(self, size, flags):
        self.buffers = [*getattr(self, "buffers", []), ctypes.create_string_buffer(size)]
        return ctypes.addressof(self.buffers[-1])

    def do_cuMemHostGetDevicePointer(self, address, flags):
        return address

    def do_cuStreamIsCapturing(self, stream):
        return self.CUstreamCaptureStatus(int(self.capturing))

    def do_cuStreamSynchronize(self, stream):
        return None

    CUlaunchConfig, CUlaunchAttributeID = (
        SimpleNamespace,
        SimpleNamespace(
            CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION="dependent",
            CU_LAUNCH_ATTRIBUTE_COOPERATIVE="cooperative",
            CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION="cluster",
        ),
    )
    CUstream = int

    def CUlaunchAttribute(self):
        return SimpleNamespace(id=None, value=SimpleNamespace(clusterDim=SimpleNamespace()))

    def do_cuLaunchKernelEx(self, how, function, params, extra):
        assert (how.blockDimY, how.blockDimZ) == (1, 1) and bool(params) != bool(extra)
        grid, attributes = (how.gridDimX, how.gridDimY, how.gridDimZ), getattr(how, "attrs", [])
        assert len(attributes) == getattr(how, "numAttrs", 0)
        block = params or _packed(extra)
        if self.context is None:
            return CUresult.CUDA_ERROR_INVALID_CONTEXT
        launch = Launch(
            function, grid, how.blockDimX, how.sharedMemBytes, how.hStream, block, self.context,
            any(a.id == "dependent" and a.value.programmaticStreamSerializationAllowed for a in attributes),
            any(a.id == "cooperative" and a.value.cooperative for a in attributes),
            max([1, *(a.value.clusterDim.x for a in attributes if a.id == "cluster")]),
        )  # fmt: skip
        self.launches.append(launch)
        self.body(launch)


def _packed(extra: int) -> bytes:
    """The arguments that a launch has packed."""
    pairs = (ctypes.c_void_p * 5).from_address(extra)
    assert (pairs[0], pairs[2], pairs[4]) == (1, 2, None)
    return ctypes.string_at(pairs[1], ctypes.c_size_t.from_address(pairs[3]).value)


def arguments_of(given: bytes | int, sizes: Sequence[int]) -> list[bytes]:
    """The arguments of these ``sizes`` that a launch has packed, or given the address of pointers to."""
    if isinstance(given, int):
        pointers = (ctypes.c_void_p * len(sizes)).from_address(given)
        return [ctypes.string_at(pointer, size) for pointer, size in zip(pointers, sizes, strict=True)]
    values, at = [], 0
    for size in sizes:
        at = -(-at // size) * size
        values.append(given[at : at + size])
        at += size
    return values


class FakeArray:
    """An array on a GPU, as CuPy's: it tells its memory by ``__cuda_array_interface__``."""

    def __init__(self, address: int, typestr: str = "<f4", size: int = 64, read_only: bool = False):
        self.__cuda_array_interface__ = {
            "version": 3, "shape": (size,), "typestr": typestr, "data": (address, read_only), "strides": None,
        }  # fmt: skip


class FakeTensor:
    """A tensor on a GPU, as torch's; arguments are looked at, nothing is computed."""

    def __init__(
        self, address: int, dtype: str = "torch.float32", device: int | str = 0, pinned: bool = False
    ):
        self.dtype = dtype
        kind, index = ("cuda", device) if isinstance(device, int) else (device, None)
        self.device = SimpleNamespace(type=kind, index=index)
        self.is_cpu = kind == "cpu"
        self._address, self._pinned = address, pinned

    def data_ptr(self) -> int:
        return self._address

    def get_device(self) -> int:
        return -1 if self.is_cpu else self.device.index

    def numel(self) -> int:
        return 64 if self._address else 0

    def is_pinned(self) -> bool:
        return self._pinned

    def is_neg(self) -> bool:
        return False


@pytest.fixture
def cuda(monkeypatch) -> Iterator[Fake]:
    """The driver of this process is this fake one, with one device; no library has a current stream."""
    fake = Fake()
    monkeypatch.setattr(driver, "bindings", lambda: fake)
    monkeypatch.setattr(current_stream, "_torch", None)
    monkeypatch.setattr(current_stream.compat, "torch_cuda", lambda: None)
    monkeypatch.setattr(launch, "_launched", deque(maxlen=4))
    monkeypatch.delenv("CUDA_LAUNCH_BLOCKING", raising=False)
    caches = driver.driver, launch._kernel_of, launch._record_of, tensor_maps.encoded
    for cache in caches:
        cache.cache_clear()
    yield fake
    for cache in caches:
        cache.cache_clear()
