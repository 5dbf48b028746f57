"""Tensors in memory as a launch tells a GPU of them: what `abi.TensorMap` makes of the arguments, and its encoding.

The hardware takes addresses and strides that are multiples of 16 bytes.  Of what it does not take the kernel is told,
and goes without.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

from triton_shared.abi import Param, Sum, TensorMap
from triton_shared.runtime.cuda.driver import Driver
from triton_shared.runtime.cuda.errors import CudaError

#: what divides addresses and strides, in bytes
ALIGNMENT = 16
#: what an extent, a coordinate and a stride in bytes are below
MOST_EXTENT, MOST_STRIDE = 1 << 31, 1 << 40
#: bytes of what the driver makes of a tensor
BYTES = 128
#: launches of a kernel whose maps are remembered, by their arguments
KNOWN = 256
#: the names of types by their bytes, and of swizzles
_TYPES = {1: "UINT8", 2: "UINT16", 4: "UINT32", 8: "UINT64"}
_SWIZZLES = {0: "NONE", 32: "32B", 64: "64B", 128: "128B"}


class Maps:
    """The maps of tensors of a kernel with ``params``.

    Attributes:
        formats: how `struct` packs the arguments that they are.
    """

    def __init__(self, cuda: Driver, maps: Sequence[TensorMap], params: Sequence[Param]):
        self._cuda, self._maps = cuda, maps
        self._bits = [int(p.type[1:]) if p.type[0] == "i" else 0 for p in params]
        self.formats = ["i", *[f"{BYTES}s"] * len(maps)]
        self._known = functools.lru_cache(KNOWN)(self._of)

    def __call__(self, values: Sequence[Any]) -> tuple[int | bytes, ...]:
        """The arguments where the user's are ``values``, numbers as if without signs: which are made, and the maps."""
        return self._known(tuple(values))

    def _of(self, values: tuple) -> tuple[int | bytes, ...]:
        pairs = zip(values, self._bits, strict=True)
        signed = [v - (v >> bits - 1 << bits) if bits else v for v, bits in pairs]
        tensors = [tensor_of(one, signed) for one in self._maps]
        found = [tensor and encoded(self._cuda, tensor) for tensor in tensors]
        made = sum(1 << number for number, one in enumerate(found) if one)
        return (made, *(one or bytes(BYTES) for one in found))


class Tensor(NamedTuple):
    """A tensor at an address: dimensions from the fastest on, strides in bytes from the second one on."""

    address: int
    size: int
    extents: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    swizzle: int


def tensor_of(map_: TensorMap, values: Sequence[int]) -> Tensor | None:
    """The tensor that ``map_`` tells of where the arguments are ``values``; None where the hardware takes none such."""
    if any(values[number] for number in map_.zeros):
        return None
    address = values[map_.base] + _number(map_.offset, values) * map_.size
    extents = tuple(MOST_EXTENT - 1 if e is None else _number(e, values) for e in map_.extents)
    strides = tuple(_number(stride, values) * map_.size for stride in map_.strides)
    if address % ALIGNMENT or not 0 < address < 1 << 63 or not all(0 < e < MOST_EXTENT for e in extents):
        return None
    if not all(0 < stride < MOST_STRIDE and stride % ALIGNMENT == 0 for stride in strides):
        return None
    return Tensor(address, map_.size, extents, strides, map_.box, map_.swizzle)


def _number(total: Sum, values: Sequence[int]) -> int:
    return sum(factor * prod(values[number] for number in numbers) for factor, *numbers in total)


@functools.lru_cache(4096)
def encoded(cuda: Driver, tensor: Tensor) -> bytes | None:
    """What the driver makes of ``tensor``; None where it refuses it."""
    api, rank = cuda.api, len(tensor.box)
    wide, narrow = api.cuuint64_t, api.cuuint32_t
    try:
        made = cuda.call(
            "cuTensorMapEncodeTiled",
            getattr(api.CUtensorMapDataType, f"CU_TENSOR_MAP_DATA_TYPE_{_TYPES[tensor.size]}"),
            rank,
            tensor.address,
            [wide(extent) for extent in tensor.extents],
            [wide(stride) for stride in tensor.strides],
            [narrow(extent) for extent in tensor.box],
            [narrow(1)] * rank,
            api.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
            getattr(api.CUtensorMapSwizzle, f"CU_TENSOR_MAP_SWIZZLE_{_SWIZZLES[tensor.swizzle]}"),
            api.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
            api.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
        )
    except CudaError:
        return None
    return ctypes.string_at(int(made.getPtr()), BYTES)
