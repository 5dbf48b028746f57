"""The memory of a launch: its arguments as kernels find them, and what of the process they may touch."""

from __future__ import annotations

import ctypes
import re
import struct
from dataclasses import dataclass

import ml_dtypes
import numpy as np

from tests.support.emulator.fibers import CELL_BYTES, Region

LARGEST_CHECKED = 1 << 22  # bytes of an array in which races are looked for

_PACK = {"i1": "?", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "half": "e", "float": "f", "double": "d"}
_BITS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64}
_CONVERSION = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?(?P<long>l{0,2})(?P<letter>[diouxXeEfgGcsp%])")
_INTEGERS = {(True, False): "i", (True, True): "q", (False, False): "I", (False, True): "Q"}


@dataclass(frozen=True)
class Range:
    """Memory with a name, for messages."""

    name: str
    begin: int
    size: int
    writable: bool = True

    @property
    def end(self) -> int:
        return self.begin + self.size


def address_of(value: object) -> int | None:
    """The address of an array or tensor; None of anything else."""
    if isinstance(value, np.ndarray):
        return value.ctypes.data
    if hasattr(value, "data_ptr"):
        return value.data_ptr()
    return None


def extent(value: object) -> tuple[int, int]:
    """The first address of an array or tensor, and the bytes to its last element."""
    sizes, strides, item = value.shape, _strides(value), _item_bytes(value)
    steps = [(n - 1) * s for n, s in zip(sizes, strides, strict=True)]
    if 0 in sizes:
        return address_of(value), 0
    low, high = sum(min(s, 0) for s in steps), sum(max(s, 0) for s in steps)
    return address_of(value) + low, high - low + item


def _strides(value) -> tuple[int, ...]:
    if isinstance(value, np.ndarray):
        return value.strides
    return tuple(s * value.element_size() for s in value.stride())


def _item_bytes(value) -> int:
    return value.itemsize if isinstance(value, np.ndarray) else value.element_size()


def pack(types: list[str], arguments: tuple) -> bytes:
    """Arguments, of types in LLVM IR, in eight bytes each.

    Raises:
        TypeError: there are too few or too many, or one cannot be what its type asks for.
    """
    if len(types) != len(arguments):
        raise TypeError(f"the kernel has {len(types)} parameters, not {len(arguments)}")
    return b"".join(_packed(type, value) for type, value in zip(types, arguments, strict=True))


def _packed(type: str, value: object) -> bytes:
    if isinstance(value, bytes):
        return value.ljust(8, b"\0")
    if type == "ptr":
        address = address_of(value)
        return struct.pack("<Q", value if address is None else address)
    if type == "bfloat":
        return ml_dtypes.bfloat16(value).tobytes().ljust(8, b"\0")
    if width := _BITS.get(type):
        value = (int(value) + (1 << width - 1)) % (1 << width) - (1 << width - 1)
    return struct.pack("<" + _PACK[type], value).ljust(8, b"\0")


class Memory:
    """The regions of a launch."""

    def __init__(self, ranges: list[Range], check_races: bool):
        self.ranges = sorted(merged(ranges), key=lambda r: r.begin)
        self.regions = (Region * max(len(self.ranges), 1))()
        self._cells = []
        for region, range_ in zip(self.regions, self.ranges, strict=False):
            region.begin, region.end, region.writable = range_.begin, range_.end, range_.writable
            if check_races and range_.writable and 0 < range_.size <= LARGEST_CHECKED:
                self._cells.append(np.zeros(range_.size * CELL_BYTES, np.uint8))
                region.cells = self._cells[-1].ctypes.data

    def describe(self, address: int) -> str:
        """``address``, as a place in the range that it lies in, or next to."""
        near = [r for r in self.ranges if r.begin - 4096 <= address < r.end + 4096]
        if not near:
            return f"address {address:#x}, which no argument is near to"
        best = min(near, key=lambda r: max(r.begin - address, address - r.end, 0))
        return f"byte {address - best.begin} of {best.name}, which has {best.size}"


def merged(ranges: list[Range]) -> list[Range]:
    """Ranges without those that lie in others; those that overlap are one."""
    result: list[Range] = []
    for range_ in sorted(ranges, key=lambda r: (r.begin, -r.size)):
        if result and range_.begin < result[-1].end:
            last = result.pop()
            size = max(last.end, range_.end) - last.begin
            result.append(Range(last.name, last.begin, size, last.writable or range_.writable))
        else:
            result.append(range_)
    return result


def formatted(format: int, values: int) -> str:
    """What ``vprintf`` prints: a format, and its values one behind the other, each at a multiple of its size."""
    text, out, at, offset = ctypes.string_at(format).decode(), [], 0, 0
    for match in _CONVERSION.finditer(text):
        out.append(text[at : match.start()])
        at = match.end()
        letter, long = match["letter"], match["long"]
        if letter == "%":
            out.append("%")
            continue
        code = "d" if letter in "eEfgG" else "Q" if letter in "sp" else _INTEGERS[letter in "di", bool(long)]
        size = struct.calcsize(code)
        offset = -(-offset // size) * size
        (value,) = struct.unpack(code, ctypes.string_at(values + offset, size))
        offset += size
        if letter == "s":
            value = ctypes.string_at(value).decode()
        spec = match[0].replace(long or "", "") if long else match[0]
        out.append(f"{value:#x}" if letter == "p" else spec % value)
    return "".join([*out, text[at:]])
