"""What a kernel's argument extends over in memory: a `View`, and its bytes as the native code reads them.

>>> view_of(torch.zeros(4, 10)[:, :5])                                            # doctest: +SKIP
View(address=…, shape=(4, 5), strides=(40, 4), item=4, dtype='float32')

The bytes of a view are runs of contiguous ones, the first at the lowest address, repeated at strides.
Dimensions that continue a run, or overlap within it, are part of it, so a contiguous array is one run, in
whatever order its dimensions are. Two kinds of views are taken for all that lies between their ends: those
whose rows overlap without being one run, and those with more than `MOST_DIMS` strides between runs.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import numpy as np

from triton_shared.abi import EXTENT_WORDS, Param, first_parts
from triton_shared.records import dataclass
from triton_shared.runtime.arguments import OWN, Address, HostArray

#: strides of a view's runs that the native code has room for (native/check.c)
MOST_DIMS = 5
_UNBOUNDED = -1
#: an address that no element has, and none is near to
_FAR = -(1 << 63)
#: shapes with strides of which the words are kept
_REMEMBERED = 4096


@dataclass(frozen=True)
class View:
    """An array in memory: address of its first element, sizes, strides in bytes, bytes and type of an element."""

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    item: int
    dtype: str

    @property
    def low(self) -> int:
        """The lowest address of an element."""
        return self.address + sum((n - 1) * s for n, s in zip(self.shape, self.strides, strict=True) if s < 0)

    @property
    def is_empty(self) -> bool:
        """Whether it has no elements."""
        return 0 in self.shape

    def runs(self) -> tuple[int, list[tuple[int, int]]]:
        """The bytes of a run, and how often runs are repeated at which strides, the narrowest first."""
        run, dims = _runs(self.shape, self.strides, self.item)
        return run, list(dims)

    def span(self) -> tuple[int, int]:
        """The addresses where it begins and ends."""
        return self.low, self.low + _size(self.shape, self.strides, self.item)

    def words(self) -> list[int]:
        """The extent as native/check.c reads it."""
        low = self.low
        words = list(_shape_words(self.shape, self.strides, self.item))
        words[0], words[2] = self.address - low, _wrapped(low)
        return words

    def index_of(self, place: int) -> tuple[list[int], int]:
        """The index of the element at byte ``place`` from `low`, which may be outside, and what bytes are left."""
        index = [0] * len(self.shape)
        steps = enumerate(zip(self.shape, self.strides, strict=True))
        dims = [(abs(stride), d) for d, (n, stride) in steps if stride and n > 1]
        if not dims and self.shape:
            dims = [(self.item, len(self.shape) - 1)]
        for stride, dim in sorted(dims, key=lambda pair: (-pair[0], pair[1])):
            index[dim], place = divmod(place, stride)
            if self.strides[dim] < 0:
                index[dim] = self.shape[dim] - 1 - index[dim]
        return index, place


def unbounded() -> list[int]:
    """The words of what nobody knows the extent of."""
    return _filled([0, -1, 0, 0, _UNBOUNDED])


#: stands for an argument that is no memory, as a number is none: no address lies in it
NOTHING = View(_FAR, (0,), (1,), 1, "")


@functools.lru_cache(_REMEMBERED)
def _runs(
    shape: tuple[int, ...], strides: tuple[int, ...], item: int
) -> tuple[int, tuple[tuple[int, int], ...]]:
    """`View.runs`, which do not depend on the address."""
    if 0 in shape:
        return 0, ()
    run, end, dims = item, item, list[tuple[int, int]]()
    steps = sorted((abs(s), n) for n, s in zip(shape, strides, strict=True) if n > 1 and s)
    overlap = False
    for stride, count in steps:
        if not dims and stride <= run:
            run += (count - 1) * stride
        elif dims and stride == dims[-1][0] * dims[-1][1]:
            dims[-1] = dims[-1][0], dims[-1][1] * count
        else:
            overlap |= stride < end
            dims.append((stride, count))
        end += (count - 1) * stride
    return (end, ()) if overlap or len(dims) > MOST_DIMS else (run, tuple(dims))


@functools.lru_cache(_REMEMBERED)
def _size(shape: tuple[int, ...], strides: tuple[int, ...], item: int) -> int:
    """The bytes from a view's begin to its end."""
    run, dims = _runs(shape, strides, item)
    return run + sum((count - 1) * stride for stride, count in dims)


@functools.lru_cache(_REMEMBERED)
def _shape_words(shape: tuple[int, ...], strides: tuple[int, ...], item: int) -> tuple[int, ...]:
    """`View.words` of a view at address 0."""
    run, dims = _runs(shape, strides, item)
    listed = [n for stride, count in reversed(dims) for n in (count, stride)]
    return tuple(_filled([0, -1 if dims else run, 0, run, len(dims), *listed]))


def _wrapped(number: int) -> int:
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def _filled(words: Sequence[int]) -> list[int]:
    return [*map(_wrapped, words), *[0] * (EXTENT_WORDS - len(words))]


def view_of(value: Any) -> View | None:
    """The view that ``value`` is, an array or what stands for one; None where it does not tell its extent."""
    if isinstance(value, Address):
        return None
    if isinstance(value, HostArray):
        value = value.array
    if type(value) is np.ndarray:
        address = value.__array_interface__["data"][0]
        return View(address, value.shape, value.strides, value.itemsize, _name(value.dtype))
    try:
        if hasattr(value, "data_ptr") and not hasattr(value, "shape") and hasattr(value, "base"):
            value = value.base  # Triton's TensorWrapper, which has another dtype
        if hasattr(value, "data_ptr") and hasattr(value, "element_size"):
            return _tensor(value)
        if (interface := getattr(value, "__cuda_array_interface__", None)) is not None:
            return _array(interface, getattr(value, "dtype", None))
        if not isinstance(value, np.ndarray) and not hasattr(value, "__array_interface__"):
            value = np.from_dlpack(value) if hasattr(value, "__dlpack__") else None
        return None if value is None else _array(value.__array_interface__, getattr(value, "dtype", None))
    except OWN:
        return None


_name = functools.lru_cache(_REMEMBERED)(attrgetter("name"))


def views_of(params: Sequence[Param], values: Sequence[Any]) -> list[View | None]:
    """The views of the user's arguments ``values``, by their places among ``params``."""
    views: list[View | None] = [None] * len(params)
    for first, value in zip(first_parts(params), values, strict=True):
        if params[first].type == "ptr":
            views[first] = view_of(value.base if hasattr(value, "block_shape") else value)
    return views


def _tensor(value: Any) -> View | None:
    """The view of a tensor of torch's; None where it has no memory, as those that only stand for one in a trace."""
    storage = value.untyped_storage() if hasattr(value, "untyped_storage") else None
    if storage is not None and storage.device.type == "meta":  # asking for its address would warn
        return None
    if (address := value.data_ptr()) == 0 and value.numel():
        return None
    item = value.element_size()
    strides = tuple(int(s) * item for s in value.stride())
    dtype = str(value.dtype).removeprefix("torch.")
    return View(address, tuple(map(int, value.shape)), strides, item, dtype)


def _array(interface: dict, named: Any) -> View:
    """The view of an array, whose dtype may be ``named``, where the interface has none for it, as bfloat16."""
    dtype = named if isinstance(named, np.dtype) else np.dtype(interface["typestr"])
    shape, strides = tuple(interface["shape"]), interface.get("strides")
    if strides is None:
        strides = [dtype.itemsize] * len(shape)
        for dim in reversed(range(len(shape) - 1)):
            strides[dim] = strides[dim + 1] * max(shape[dim + 1], 1)
    return View(
        interface["data"][0], shape, tuple(strides), dtype.itemsize, getattr(named, "name", dtype.name)
    )
