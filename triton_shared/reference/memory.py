"""Memory: buffers at addresses, views of them, and checked access.

An address is the one that the array has in this process, so arrays that overlap are one buffer, and addresses that lie
in memory lead where they lead a compiled kernel.  Every access must lie within one buffer that is alive, at a multiple
of the size of what is accessed.
"""

from __future__ import annotations

import ctypes
import math
from bisect import bisect_right, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from triton_shared.reference.elements import Element, Value, element_of_name
from triton_shared.reference.errors import DeadBuffer, ExecutionError, Misaligned, OutOfBounds
from triton_shared.types import INDEX_WIDTH

#: bytes of which floats of all types are made that are positive and less than 2
ORDINARY = (0x3C, 0x40)
#: bytes that are no numbers
BYTE = element_of_name("f8E5M2")


@dataclass(eq=False)
class Buffer:
    """``size`` bytes from address ``start`` on, which ``keep`` keeps.

    Attributes:
        name: for messages.
        writable: whether programs may write it.
        alive: whether its lifetime has not ended.
    """

    name: str
    start: int
    size: int
    keep: object
    writable: bool = True
    alive: bool = True
    _typed: dict[np.dtype, tuple[int, np.ndarray]] = field(default_factory=dict)

    def typed(self, dtype: np.dtype) -> tuple[int, np.ndarray]:
        """The elements of ``dtype`` at multiples of their size, and the address of the first."""
        if dtype not in self._typed:
            size = dtype.itemsize
            first = -(-self.start // size) * size
            count = max(self.start + self.size - first, 0) // size
            raw: Any = (ctypes.c_ubyte * (count * size)).from_address(first) if count else b""
            self._typed[dtype] = first, np.frombuffer(raw, dtype)
        return self._typed[dtype]

    def grow(self, low: int, high: int, owner: object, writable: bool) -> None:
        """Let the buffer be the bytes ``low`` to ``high``, which ``owner`` keeps, too."""
        self.start, self.size, self.keep = low, high - low, (self.keep, owner)
        self.writable |= writable
        self._typed.clear()

    def check(self, low: int, high: int, element: Element, write: bool = False) -> None:
        """Raise an error unless bytes ``low`` to ``high`` may be accessed now."""
        if not self.alive:
            raise DeadBuffer(f"accesses {self.name}, whose lifetime has ended")
        if write and not self.writable:
            raise ExecutionError(f"writes to {self.name}, which is read-only")
        if low < self.start or high > self.start + self.size:
            raise OutOfBounds(
                f"accesses bytes {low - self.start} to {high - self.start} of {self.name}, which has {self.size}"
            )
        if low % element.size:
            raise Misaligned(
                f"accesses {element.name} at address {low:#x} in {self.name}, no multiple of {element.size}"
            )


class Nowhere(Buffer):
    """What a view leads to that is out of bounds, for this ``reason``: nobody may access it."""

    def __init__(self, reason: str):
        super().__init__(reason, 0, 0, None)

    def check(self, low: int, high: int, element: Element, write: bool = False) -> None:
        """Raise an error."""
        raise OutOfBounds(self.name)


def wrapped(address: int) -> int:
    """``address`` as a signed number of 64 bits, which is what addresses are."""
    half = 1 << (INDEX_WIDTH - 1)
    return (address + half) % (2 * half) - half


class MemRef(NamedTuple):
    """A view: element ``i`` of it is at ``base + (offset + Σ i[d] * strides[d]) * element.size``, modulo 2**64.

    ``buffer`` is what it is a view of; None where only the address is known.
    """

    buffer: Buffer | None
    base: int
    offset: int
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    element: Element

    @property
    def first(self) -> int:
        """The address of the first element."""
        return wrapped(self.base + self.offset * self.element.size)

    @property
    def steps(self) -> tuple[int, ...]:
        """The bytes from one element to the next, along each dimension."""
        return tuple(wrapped(stride * self.element.size) for stride in self.strides)

    def address(self, indices: Sequence[Any]) -> int:
        """The address of the element at ``indices``."""
        return wrapped(self.first + sum(int(i) * step for i, step in zip(indices, self.steps, strict=True)))


class MaskedView(NamedTuple):
    """A view of which only ``extents`` elements from ``offsets`` on may be touched; others read ``pad``, or garbage."""

    memref: MemRef
    offsets: tuple[int, ...]
    extents: tuple[int, ...]
    pad: Value | None

    @property
    def sizes(self) -> tuple[int, ...]:
        """Those of the whole view."""
        return self.memref.sizes

    @property
    def element(self) -> Element:
        """The element type."""
        return self.memref.element

    def part(self) -> tuple[MemRef, tuple[slice, ...]]:
        """The view of what may be touched, and its place in the whole."""
        lows = [min(max(low, 0), size) for low, size in zip(self.offsets, self.sizes, strict=True)]
        ends = [at + extent for at, extent in zip(self.offsets, self.extents, strict=True)]
        highs = [min(max(end, low), size) for low, end, size in zip(lows, ends, self.sizes, strict=True)]
        moved = sum(low * stride for low, stride in zip(lows, self.memref.strides, strict=True))
        sizes = tuple(high - low for low, high in zip(lows, highs, strict=True))
        part = self.memref._replace(offset=self.memref.offset + moved, sizes=sizes)
        return part, tuple(map(slice, lows, highs))


def _garble(
    array: np.ndarray, at: np.ndarray, values: np.ndarray, is_float: bool, rng: np.random.Generator
) -> None:
    """Leave none of the ``values`` in ``array`` where several different ones have one place ``at``.

    All bytes change in their lowest bit; floats in the exponent, too, and half of them in the sign: a NaN becomes a
    number, 0.0 becomes 2.0 or -2.0.
    """
    kept = np.ascontiguousarray(array[at])
    stored, wanted = (x.view(np.uint8).reshape(len(at), -1) for x in (kept, np.ascontiguousarray(values)))
    several = (stored != wanted).any(1)
    other = stored[several] ^ np.uint8(1)
    if is_float:
        other[:, -1] ^= rng.choice(np.array([0x40, 0xC0], np.uint8), len(other))
    array[at[several]] = other.reshape(-1).view(array.dtype)


class Memory:
    """All buffers that programs may reach.

    What nobody has written is of ``rng``, see `garbage`; of several values that one store has for an address the last
    one stays, or none if they are ``unordered``.
    """

    def __init__(
        self, rng: np.random.Generator, ordinary: bool = False, unordered: bool = False, zeros: bool = False
    ):
        self.rng, self.ordinary, self.unordered, self.zeros = rng, ordinary, unordered, zeros
        self._starts: list[int] = []
        self._buffers: dict[int, Buffer] = {}
        self._allocated: list[Buffer] = []

    def add(self, buffer: Buffer) -> None:
        """Let ``buffer`` be found by its address."""
        if buffer.start not in self._buffers:
            insort(self._starts, buffer.start)
            self._buffers[buffer.start] = buffer

    def of_array(self, array: np.ndarray, name: str) -> Buffer:
        """The buffer of all the memory that ``array`` is a view of."""
        owner = array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        low = high = owner.__array_interface__["data"][0]
        if owner.size:
            ends = [(size - 1) * stride for size, stride in zip(owner.shape, owner.strides, strict=True)]
            low, high = (
                low + sum(min(e, 0) for e in ends),
                high + sum(max(e, 0) for e in ends) + owner.itemsize,
            )
        overlapping = [b for b in self._buffers.values() if low < b.start + b.size and b.start < high]
        for other in overlapping:
            low, high = min(low, other.start), max(high, other.start + other.size)
            self._starts.remove(other.start)
            del self._buffers[other.start]
        buffer = overlapping[0] if overlapping else Buffer(name, low, high - low, [], writable=False)
        buffer.grow(low, high, owner, array.flags.writeable)
        self.add(buffer)
        return buffer

    def find(self, address: int) -> Buffer:
        """The buffer that holds ``address``; raises `OutOfBounds`."""
        at = bisect_right(self._starts, address)
        if at:
            buffer = self._buffers[self._starts[at - 1]]
            if address < buffer.start + buffer.size:
                return buffer
        raise OutOfBounds(f"accesses address {address:#x}, which is {self._nearest(address)}")

    def _nearest(self, address: int) -> str:
        """Where ``address`` is beside the buffers."""
        buffers = self._buffers.values()
        behind = ((address - b.start - b.size, b, "behind the end") for b in buffers if b.start <= address)
        before = ((b.start - address, b, "before the start") for b in buffers if b.start > address)
        near = min((*behind, *before), key=lambda found: found[0], default=None)
        return f"{near[0]} bytes {near[2]} of {near[1].name}" if near else "in no buffer"

    def allocate(self, size: int, name: str, alignment: int = 64) -> Buffer:
        """A new buffer, full of garbage, that lives until `end_program`."""
        buffer = self.permanent(size, name, alignment)
        self._allocated.append(buffer)
        return buffer

    def permanent(self, size: int, name: str, alignment: int = 64) -> Buffer:
        """A new buffer, full of garbage."""
        raw = np.empty(size + alignment, np.uint8)
        begin = -raw.ctypes.data % alignment
        raw[begin : begin + size] = np.frombuffer(self.garbage(size), np.uint8)
        return Buffer(name, raw.ctypes.data + begin, size, raw)

    def garbage(self, size: int) -> bytes:
        """Undefined bytes, other ones each time: any, ``ordinary`` ones, which are no NaN and no large float, or 0."""
        if self.zeros:
            return bytes(size)
        if self.ordinary:
            return self.rng.integers(*ORDINARY, size, np.uint8).tobytes()
        return self.rng.bytes(size)

    def end_program(self) -> None:
        """End the lifetime of all that was allocated."""
        for buffer in self._allocated:
            buffer.alive = False
            if self._buffers.get(buffer.start) is buffer:
                self._starts.remove(buffer.start)
                del self._buffers[buffer.start]
        self._allocated.clear()

    # -- by addresses

    def load(self, addresses: Value, element: Element, inside: Buffer | None = None) -> Value:
        """The elements at ``addresses``, a scalar or an array; all ``inside`` of that buffer, if it is given."""
        if not isinstance(addresses, np.ndarray):
            array, index = self._at(int(addresses), element)
            return element.from_memory(array[index])
        found = np.empty(addresses.shape, element.in_memory)
        for buffer, chosen in self._groups(addresses, element, inside):
            first, array = buffer.typed(element.in_memory)
            found[chosen] = array[(addresses[chosen] - first) // element.size]
        return element.from_memory(found)

    def store(self, addresses: Value, values: Value, element: Element, inside: Buffer | None = None) -> None:
        """Write ``values`` at ``addresses``, see `load`."""
        values = element.to_memory(values)
        if not isinstance(addresses, np.ndarray):
            array, index = self._at(int(addresses), element, write=True)
            array[index] = values
            return
        for buffer, chosen in self._groups(addresses, element, inside, write=True):
            first, array = buffer.typed(element.in_memory)
            at, new = (addresses[chosen] - first) // element.size, values[chosen]
            array[at] = new
            if self.unordered:
                _garble(array, at, new, element.format is not None, self.rng)

    def _at(self, address: int, element: Element, write: bool = False) -> tuple[np.ndarray, int]:
        buffer = self.find(address)
        buffer.check(address, address + element.size, element, write)
        first, array = buffer.typed(element.in_memory)
        return array, (address - first) // element.size

    def _groups(
        self, addresses: np.ndarray, element: Element, inside: Buffer | None, write: bool = False
    ) -> Iterator[tuple[Buffer, np.ndarray]]:
        """The buffers that ``addresses`` lie in, each with which of them, all checked."""
        left = np.ones(addresses.shape, bool)
        while left.any():
            buffer = inside or self.find(int(addresses[left][0]))
            chosen = left & (
                (addresses >= buffer.start) & (addresses < buffer.start + buffer.size) | (inside is not None)
            )
            here = addresses[chosen]
            buffer.check(int(here.min()), int(here.max()) + element.size, element, write)
            if (wrong := here[here % element.size != 0]).size:
                buffer.check(int(wrong[0]), int(wrong[0]) + element.size, element, write)
            yield buffer, chosen
            left &= ~chosen

    def move(self, target: int, source: int, size: int) -> None:
        """Copy ``size`` bytes."""
        if size > 0:
            from_, to = self.find(source), self.find(target)
            from_.check(source, source + size, BYTE)
            to.check(target, target + size, BYTE, write=True)
            ctypes.memmove(target, source, size)

    def load_bytes(self, addresses: np.ndarray, size: int) -> np.ndarray:
        """The ``size`` bytes at each of ``addresses``, aligned or not, along a new last dimension."""
        return self.load(addresses[..., None] + np.arange(size), BYTE)

    def store_bytes(self, addresses: np.ndarray, values: np.ndarray) -> None:
        """Write bytes at each of ``addresses``, along the last dimension of ``values``."""
        self.store(addresses[..., None] + np.arange(values.shape[-1]), values, BYTE)

    # -- by views

    def check_alignment(self, memref: MemRef, alignment: int | None) -> None:
        """Raise `Misaligned` where the first element is at no multiple of ``alignment`` bytes."""
        if alignment and memref.first % alignment:
            raise Misaligned(f"accesses address {memref.first:#x}, which is no multiple of {alignment}")

    def view(self, memref: MemRef, write: bool = False) -> np.ndarray:
        """The elements of ``memref`` in memory, as an array over it, checked."""
        sizes, element, start = memref.sizes, memref.element, memref.first
        if 0 in sizes:
            return np.empty(sizes, element.in_memory)
        ends = [(size - 1) * step for size, step in zip(sizes, memref.steps, strict=True)]
        low, high = (start + sum(pick(end, 0) for end in ends) for pick in (min, max))
        buffer = memref.buffer or self.find(low)
        buffer.check(low, high + element.size, element, write)
        first, array = buffer.typed(element.in_memory)
        return np.ndarray(sizes, element.in_memory, array, start - first, memref.steps)

    def read(self, memref: MemRef | MaskedView) -> np.ndarray:
        """The elements of ``memref``."""
        if isinstance(memref, MaskedView):
            return self._read_window(memref)
        return memref.element.from_memory(self.view(memref).copy())

    def _read_window(self, view: MaskedView) -> np.ndarray:
        """The elements of the window, amid padding or garbage."""
        part, window = view.part()
        found = np.frombuffer(self.garbage(math.prod(view.sizes) * view.element.size), view.element.in_memory)
        found = np.array(view.element.from_memory(found).reshape(view.sizes))
        if view.pad is not None:
            found[...] = view.pad
        found[window] = self.read(part)
        return found

    def write(self, memref: MemRef | MaskedView, values: Value) -> None:
        """Let the elements of ``memref`` be ``values``, an array or one for all."""
        if isinstance(memref, MaskedView):
            memref, window = memref.part()
            values = values[window] if np.ndim(values) else values
        self.view(memref, write=True)[...] = memref.element.to_memory(values)

    def element(self, memref: MemRef, indices: Sequence[int], write: bool = False) -> tuple[np.ndarray, int]:
        """The array and the position in it where the element of ``memref`` at ``indices`` is, checked."""
        buffer, base, offset, sizes, strides, element = memref
        for index, size, stride in zip(indices, sizes, strides, strict=True):
            if not 0 <= index < size:
                shown = ", ".join(map(str, indices))
                raise OutOfBounds(f"accesses element [{shown}] of a view of {'x'.join(map(str, sizes))}")
            offset += int(index) * stride
        address = wrapped(base + offset * element.size)
        buffer = buffer or self.find(address)
        buffer.check(address, address + element.size, element, write)
        first, array = buffer.typed(element.in_memory)
        return array, (address - first) // element.size
