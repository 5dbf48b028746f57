"""What a launch leaves behind: lines to print, and the first assertion that failed.

The record (`triton_shared.codegen.nvidia.launch_abi` has its layout) is in memory of the host that the GPU writes to,
so it can be read whatever has become of the kernel.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import warnings
from collections.abc import Sequence
from typing import Any

from triton_shared.runtime.cuda.driver import Driver
from triton_shared.runtime.debugging import ASSERTION, DeviceAssertionError, line

#: how many lines a launch may print
CAPACITY = 1 << 16


class _Head(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_int32),
        ("pid", ctypes.c_int32 * 3),
        ("message", ctypes.c_int64),
        ("claimed", ctypes.c_uint32),
        ("capacity", ctypes.c_uint32),
    ]


class _Entry(ctypes.Structure):
    _fields_ = [
        ("pid", ctypes.c_int32 * 3),
        ("format", ctypes.c_int32),
        ("lane", ctypes.c_int64),
        ("bits", ctypes.c_uint64),
    ]


class Record:
    """The record of one kernel on one device.

    Args:
        driver: the driver; this thread has a context on the device.
        kernel: the kernel's name.
        texts: its texts by number.

    Attributes:
        address: what the kernel is given.
        lock: held from one `empty` to the next.
    """

    def __init__(self, driver: Driver, kernel: str, texts: Sequence[str]):
        self._kernel, self._texts = kernel, [text.encode() for text in texts]
        self.lock = threading.Lock()
        size = ctypes.sizeof(_Head) + CAPACITY * ctypes.sizeof(_Entry)
        flags = driver.api.CU_MEMHOSTALLOC_PORTABLE | driver.api.CU_MEMHOSTALLOC_DEVICEMAP
        self._memory = int(driver.call("cuMemHostAlloc", size, flags))
        ctypes.memset(self._memory, 0, ctypes.sizeof(_Head))
        self._head = _Head.from_address(self._memory)
        self._head.capacity = CAPACITY
        self._entries = (_Entry * CAPACITY).from_address(self._memory + ctypes.sizeof(_Head))
        self.address = int(driver.call("cuMemHostGetDevicePointer", self._memory, 0))

    def empty(self) -> None:
        """Print what launches that are done have left, by program, statement and element, and make room.

        Raises:
            DeviceAssertionError: an assertion failed.
        """
        head = self._head
        lines, lost = min(head.claimed, CAPACITY), max(head.claimed - CAPACITY, 0)
        texts = [self._line(entry) for entry in sorted(self._entries[:lines], key=_place)]
        kind, pid, message = head.kind, tuple(head.pid), head.message
        head.kind = head.claimed = 0
        for text in texts:
            sys.stdout.write(text + "\n")
        if lost:
            what = f"kernel {self._kernel!r} printed {lost} lines more than the {CAPACITY} of a launch that are kept"
            warnings.warn(what, RuntimeWarning, stacklevel=5)
        if kind == ASSERTION:
            program = ", ".join(map(str, pid))
            raise DeviceAssertionError(
                f"device-side assert: {self._texts[message].decode()}: program ({program}) of kernel {self._kernel!r}"
            )

    def _line(self, entry: Any) -> str:
        return line(tuple(entry.pid), self._texts[entry.format], entry.lane, entry.bits)


def _place(entry: Any) -> tuple:
    """What orders lines: threads write theirs in an order that no two launches share."""
    return *entry.pid, entry.format, entry.lane
