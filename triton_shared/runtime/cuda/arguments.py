"""From arrays on a GPU to the addresses that a kernel reads: of torch, CuPy, whatever tells its memory.

An array is known by ``data_ptr()`` (torch), by ``__cuda_array_interface__`` (CuPy, Numba), or by DLPack (JAX).
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import numpy as np

from triton_shared.abi import Param
from triton_shared.runtime.arguments import (
    Address,
    ArgumentError,
    Converter,
    Pointer,
    as_address,
    interface_parts,
    shown,
    tensor_address,
)
from triton_shared.runtime.cuda.driver import driver

_CUDA, _CUDA_HOST, _CUDA_MANAGED = 2, 3, 13  # DLPack's devices that a GPU reads
_DLPACK_KINDS = {0: "int", 1: "uint", 2: "float", 4: "bfloat", 6: "bool"}


def device_pointer(param: Param, label: str, device: int) -> Converter:
    """The converter of arrays that the GPU number ``device`` reads to addresses.

    It is quick with a tensor of torch's of the dtype seen before.
    """
    convert = _DevicePointer(param, label, device)
    alignment = convert.alignment
    tensor = dtype = None

    def address(value: Any) -> int:
        nonlocal tensor, dtype
        if type(value) is tensor and value.dtype is dtype and value.get_device() == device:
            found = value.data_ptr()
            if found and not found % alignment and not value.is_neg():
                return found
        found = convert.convert(value)
        if found % alignment:
            raise convert.misaligned(found)
        if (torch := sys.modules.get("torch")) and type(value) is torch.Tensor:
            tensor, dtype = torch.Tensor, value.dtype
        return found

    return address


class _DevicePointer(Pointer):
    """What tells arrays on one GPU from others."""

    takes_host_tensors = False

    def __init__(self, param: Param, label: str, device: int):
        super().__init__(param, label)
        self.device = device

    def describe(self, value: Any) -> tuple[str, int, bool]:
        """Type name, address and writability of an array-like ``value`` that the GPU reads."""
        if isinstance(value, Address):
            found = value.dtype, value.address, value.writable
        elif hasattr(value, "data_ptr") and hasattr(value, "dtype"):
            found = str(value.dtype).removeprefix("torch."), as_address(tensor_address(value)), True
            self._check_place(value, found[1])
            return found
        elif (interface := getattr(value, "__cuda_array_interface__", None)) is not None:
            found = interface_parts(interface, np.dtype(interface["typestr"]))
        elif hasattr(value, "__array_interface__") or isinstance(value, np.ndarray):
            raise self._elsewhere("in host memory")
        elif hasattr(value, "__dlpack__"):
            found = _of_dlpack(value)
        else:
            hint = (
                "; wrap an address in triton_shared.runtime.arguments.Address"
                if isinstance(value, int)
                else ""
            )
            raise ArgumentError(TypeError, f"expected an array of {self.element}, got {shown(value)}{hint}")
        if found[1]:
            self._check_address(found[1])
        return found

    def _check_place(self, tensor: Any, address: int) -> None:
        """Refuse a tensor that this GPU does not read; one without memory, empty, lies nowhere, as for Triton."""
        if not address:
            return
        device = getattr(tensor, "device", None)
        kind, index = getattr(device, "type", "cuda"), getattr(device, "index", None)
        if kind != "cuda" and not (kind == "cpu" and _is_pinned(tensor)):
            raise self._elsewhere("in host memory" if kind == "cpu" else f"on {device}")
        if index is not None and index != self.device:
            raise self._elsewhere(f"on cuda:{index}")
        if index is None:
            self._check_address(address)

    def _check_address(self, address: int) -> None:
        """Refuse memory that this GPU does not read."""
        cuda = driver()
        wanted = cuda.api.CUpointer_attribute
        names = wanted.CU_POINTER_ATTRIBUTE_MEMORY_TYPE, wanted.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
        code, kind = cuda.api.cuPointerGetAttribute(names[0], address)
        if code:
            raise self._elsewhere("in host memory")
        if int(kind) == int(cuda.api.CUmemorytype.CU_MEMORYTYPE_DEVICE):
            device = cuda.call("cuPointerGetAttribute", names[1], address)
            if device != self.device:
                raise self._elsewhere(f"on cuda:{device}")

    def _elsewhere(self, where: str) -> ArgumentError:
        here = f"the kernel is launched on cuda:{self.device}, which is the current device"
        return ArgumentError(ValueError, f"{here}, got an array {where}")


def _is_pinned(tensor: Any) -> bool:
    """Whether a tensor in host memory is where GPUs read it as well."""
    return tensor.numel() > 0 and tensor.is_pinned()


class _Tensor(ctypes.Structure):
    """DLPack's ``DLTensor``."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("offset", ctypes.c_uint64),
    ]


_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)


def _of_dlpack(value: Any) -> tuple[str, int, bool]:
    """Type name, address and writability of what DLPack says of ``value``, which goes on owning its memory."""
    kind, _ = value.__dlpack_device__()
    if kind not in (_CUDA, _CUDA_HOST, _CUDA_MANAGED):
        raise ArgumentError(ValueError, "the kernel runs on a GPU, got an array in host memory")
    capsule = value.__dlpack__()
    tensor = ctypes.cast(_pointer(capsule, b"dltensor"), ctypes.POINTER(_Tensor)).contents
    name = _DLPACK_KINDS.get(tensor.code)
    if name is None or tensor.lanes != 1:
        raise ArgumentError(
            TypeError, f"a kernel has no elements of DLPack's type {tensor.code}, {tensor.bits} bits"
        )
    return "bool" if name == "bool" else f"{name}{tensor.bits}", (tensor.data or 0) + tensor.offset, True
