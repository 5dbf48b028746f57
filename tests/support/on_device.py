"""Kernels that run on this machine's GPU, on copies of arrays in host memory, to stand in for `triton_shared.compile`.

A copy ends where mapped memory ends, as near as its alignment allows: what touches memory behind it fails.  What else
lies around a copy must be as before when the kernel has ended.  Addresses of host memory, in arguments and in arrays,
become those of the copies, and the other way round when the copies go back.
"""

from __future__ import annotations

import ctypes
import functools
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.support.emulated import arrays_of_callers, holds_addresses, is_address, memory_of
from tests.support.emulator.memory import extent
from triton_shared.abi import layout
from triton_shared.runtime.arguments import Packer, grid_of
from triton_shared.runtime.cuda import current_stream
from triton_shared.runtime.cuda.driver import Driver, driver
from triton_shared.runtime.cuda.errors import BROKEN, CudaError
from triton_shared.types import ARGUMENTS

#: an array's copy has the alignment of the array, up to this
ALIGNMENT = 256
#: what fills the memory around a copy
FILLER = 0xA5
_ONE_AT_A_TIME = threading.Lock()

#: what has made the GPU useless to this process
failures: list[str] = []


class OutOfBounds(AssertionError):
    """A kernel wrote to memory before or behind an array."""


@dataclass
class Slot:
    """``size`` bytes of the GPU's memory from ``begin`` on, between addresses that are not mapped."""

    begin: int
    size: int


class Slots:
    """The slots of this process's GPU, which are kept for the next launch."""

    def __init__(self, cuda: Driver):
        self._cuda, self._free = cuda, list[Slot]()
        api, device = cuda.api, cuda.current_device()
        self._properties = api.CUmemAllocationProp()
        self._properties.type = api.CUmemAllocationType.CU_MEM_ALLOCATION_TYPE_PINNED
        place = api.CUmemLocation()
        place.type, place.id = api.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE, device
        self._properties.location = place
        self._access = api.CUmemAccessDesc()
        self._access.location = place
        self._access.flags = api.CUmemAccess_flags.CU_MEM_ACCESS_FLAGS_PROT_READWRITE
        least = api.CUmemAllocationGranularity_flags.CU_MEM_ALLOC_GRANULARITY_MINIMUM
        self._unit = int(cuda.call("cuMemGetAllocationGranularity", self._properties, least))

    def take(self, size: int) -> Slot:
        """A slot of at least ``size`` bytes."""
        fitting = [slot for slot in self._free if slot.size >= size]
        if fitting:
            slot = min(fitting, key=lambda slot: slot.size)
            self._free.remove(slot)
            return slot
        size = -(-size // self._unit) * self._unit
        call = self._cuda.call
        begin = int(call("cuMemAddressReserve", size + 2 * self._unit, 0, 0, 0)) + self._unit
        call("cuMemMap", begin, size, 0, call("cuMemCreate", size, self._properties, 0), 0)
        call("cuMemSetAccess", begin, size, [self._access], 1)
        return Slot(begin, size)

    def give_back(self, slot: Slot) -> None:
        """Let others take it."""
        self._free.append(slot)


@functools.cache
def slots() -> Slots:
    """Those of this process."""
    return Slots(driver())


@dataclass
class Copy:
    """The copy of host memory from ``begin`` to ``end``, in a slot that is given back when the launch is over."""

    begin: int
    end: int
    addresses: bool  # whether its elements may be addresses
    slot: Slot = field(init=False)
    offset: int = field(init=False)
    shift: int = field(init=False)
    before: np.ndarray = field(init=False)

    @property
    def host(self) -> np.ndarray:
        """The bytes in the host's memory."""
        return np.ctypeslib.as_array((ctypes.c_uint8 * (self.end - self.begin)).from_address(self.begin))

    def place(self) -> None:
        """Take a slot, and find the place in it."""
        size = self.end - self.begin
        self.slot = slots().take(size + ALIGNMENT)
        room = self.slot.size - size
        self.offset = room - (room - self.begin) % ALIGNMENT
        self.shift = self.slot.begin + self.offset - self.begin

    def send(self, copies: list[Copy]) -> None:
        """Copy the bytes to the GPU."""
        image = np.full(self.slot.size, FILLER, np.uint8)
        mine = image[self.offset : self.offset + self.end - self.begin]
        mine[:] = self.host
        if self.addresses:
            translate(mine, [(c.begin, c.end, c.shift) for c in copies])
        self.before = image
        driver().call("cuMemcpyHtoD", self.slot.begin, image.ctypes.data, image.nbytes)

    def receive(self, copies: list[Copy]) -> None:
        """Copy what has changed to the host."""
        image = np.empty_like(self.before)
        driver().call("cuMemcpyDtoH", image.ctypes.data, self.slot.begin, image.nbytes)
        last = self.offset + self.end - self.begin
        differs = image != self.before
        if self.addresses:
            _spread(differs[self.offset : last])
        changed = np.flatnonzero(differs)
        outside = changed[(changed < self.offset) | (changed >= last)]
        if outside.size:
            where = [int(place) - self.offset for place in outside[:8]]
            raise OutOfBounds(f"bytes {where} of an array of {last - self.offset} bytes were written")
        if changed.size:
            mine = image[self.offset : last]
            if self.addresses:
                translate(mine, [(c.begin + c.shift, c.end + c.shift, -c.shift) for c in copies])
            self.host[changed - self.offset] = mine[changed - self.offset]


def translate(data: np.ndarray, ranges: Iterable[tuple[int, int, int]]) -> None:
    """Add to the 64-bit numbers in ``data`` that lie in a range its shift."""
    numbers = data[: data.nbytes // 8 * 8].view(np.int64)
    found = numbers.copy()
    for begin, end, shift in ranges:
        numbers[(begin <= found) & (found < end)] += shift


def _spread(differs: np.ndarray) -> None:
    """A byte that differs makes all of its 64-bit number differ: other bytes do once it is translated."""
    numbers = differs[: differs.size // 8 * 8].reshape(-1, 8)
    numbers |= numbers.any(axis=1, keepdims=True)


@contextmanager
def copied(arrays: Iterable[np.ndarray | None]) -> Iterator[list[Copy]]:
    """Copies of the memory of ``arrays``, which go back at the end, also when what runs in between fails."""
    spans = sorted((*extent(a), holds_addresses(a)) for a in arrays if a is not None and a.size)
    copies: list[Copy] = []
    for begin, size, addresses in spans:
        end = begin + size
        if copies and begin < copies[-1].end:
            copies[-1].end = max(copies[-1].end, end)
            copies[-1].addresses |= addresses
        else:
            copies.append(Copy(begin, end, addresses))
    for copy in copies:
        copy.place()
    try:
        for copy in copies:
            copy.send(copies)
        try:
            yield copies
        finally:
            if not failures:
                for copy in copies:
                    copy.receive(copies)
    finally:
        for copy in copies:
            slots().give_back(copy.slot)


class DeviceKernel:
    """A kernel as `triton_shared.compile` returns it, on the GPU."""

    def __init__(self, kernel: Any):
        self._kernel = kernel

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kernel, name)

    def __getitem__(self, grid: Any):
        return functools.partial(self._run, grid)

    def _run(self, grid: Any, /, *args: Any, **named: Any) -> None:
        kernel = self._kernel
        if callable(grid):
            grid = grid(kernel.arguments(args, named))
        with _ONE_AT_A_TIME:
            placed = kernel.on(current_stream.current()[0])
            driver().use(0)
            packer = Packer(kernel.params, kernel.names, kernel.name, hidden="P" * len(placed.hidden))
            sizes, block = grid_of(grid), bytearray(packer(placed.hidden, args, named))
            arrays = [memory_of(arg) for arg in (*args, *named.values())]
            places_ = zip(kernel.params, layout(kernel.params)[0], strict=True)
            fields = [
                np.frombuffer(block, np.uint8, 8, at)
                for param, at in places_
                if ARGUMENTS[param.type].bytes == 8
            ]
            known = any(map(holds_addresses, arrays))
            if known or any(is_address(number.tobytes()) for number in fields):
                arrays += arrays_of_callers().values()
            with copied(arrays) as copies:
                for number in fields:
                    translate(number, [(c.begin, c.end, c.shift) for c in copies])
                _launch(placed, sizes, bytes(block))


def _launch(placed: Any, sizes: tuple[int, int, int], block: bytes) -> None:
    """Launch and wait; a failure that leaves the GPU useless is noted."""
    try:
        placed.launch(sizes, block, 0)
        driver().call("cuCtxSynchronize")
    except CudaError as error:
        if error.code in BROKEN:
            failures.append(str(error))
        raise


def compile(source: Any, *, make: Any, num_warps: int = 4, **options: Any) -> DeviceKernel:
    """What ``make``, which is `triton_shared.compile`, makes of ``source`` for the current device.

    Raises:
        CompileError: the program was refused.
    """
    kept = {name: value for name, value in options.items() if name in ("kernel", "enable_fp_fusion")}
    return DeviceKernel(make(source, target="cuda", num_warps=num_warps, **kept))
