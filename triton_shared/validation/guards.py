"""Arrays amid memory that no argument has, so that what leaves an array meets no other one.

Addresses of Triton's have no array that they belong to: an index that is too large may lead into another array, where
the program is defined by accident, and where each compiler may read something else.  So each array has `ZONE` bytes
before and behind it, as many as an offset of 32 bits leaps over.  They are addresses, and hardly memory: pages that
nobody touches take none.  The bytes next to the array hold a pattern, which a kernel that writes them breaks.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

#: bytes on either side: an offset of 32 bits, of elements of 8 bytes
ZONE = 1 << 34
#: less, where a system does not hand out so many addresses
LEAST = 1 << 20
#: which part of the addresses that a process may still have one zone takes: many arrays live at a time
SHARE = 64
#: bytes on either side that hold `PATTERN`
EDGE, PATTERN = 4096, 0xA5
#: where in a page an array begins: aligned as Triton's arguments promise to be, and not better
SKEW = 16
#: Linux then asks for no memory before pages are touched
NO_RESERVE = 0x4000 if sys.platform == "linux" else 0


def guarded(values: np.ndarray) -> np.ndarray:
    """A copy of ``values``, of one dimension, amid memory that is nobody's."""
    memory, zone = _mapping(values.nbytes)
    around = np.frombuffer(memory, np.uint8, values.nbytes + 2 * EDGE, zone + SKEW - EDGE)
    around[:EDGE] = around[EDGE + values.nbytes :] = PATTERN
    found = np.ndarray(values.shape, values.dtype, memory, zone + SKEW)
    found[...] = values
    return found


def _mapping(size: int) -> tuple[mmap.mmap, int]:
    """Memory of ``size`` bytes amid two zones, and how large a zone is."""
    zone = _widest()
    while True:
        try:
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE
            return mmap.mmap(-1, size + 2 * zone, flags=flags), zone
        except (OSError, OverflowError):
            if zone <= LEAST:
                raise
            zone >>= 2


def _widest() -> int:
    """Bytes of a zone that leave addresses to others, where the process has a limit of them (``ulimit -v``)."""
    if sys.platform != "linux":
        return ZONE
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return ZONE
    taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * mmap.PAGESIZE
    free = max(limit - taken, SHARE)
    return max(LEAST, min(ZONE, 1 << (free // SHARE).bit_length() - 1))


def left(arrays: Sequence[np.ndarray]) -> list[int]:
    """Which of ``arrays``, all made by `guarded`, somebody has left who wrote: bytes beside them have changed."""
    return [
        number
        for number, array in enumerate(arrays)
        if any(_edge(array.ctypes.data + at) != bytes([PATTERN]) * EDGE for at in (-EDGE, array.nbytes))
    ]


def _edge(address: int) -> bytes:
    return ctypes.string_at(address, EDGE)
