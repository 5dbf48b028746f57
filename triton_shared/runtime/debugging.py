"""What ``tt.print`` and ``tt.assert`` do at run time.

Kernels call ``void triton_shared_print(int32 x, int32 y, int32 z, const char *format, int64 index, uint64 bits)`` for
every element; ``format`` is ``"16x4 si32 hex: text"``: shape (``-`` for a scalar), element type, base, and the text to
print before the element.  A format that begins with the colon prints its text alone.  Lines go to ``sys.stdout``, each
whole.

A failed assertion, or a wait that nobody ends, is noted in a `Failure`, to which the kernel's argument struct points.
"""

from __future__ import annotations

import ctypes
import functools
import os
import struct
import sys
from collections.abc import Sequence
from typing import NoReturn

import numpy as np

from triton_shared.coded import Coded, with_codes
from triton_shared.types import FORMATS

ASSERTION = 1  # a `Failure`'s kind, as kernels write it (see `triton_shared.codegen.cpu.escape`)


class DeviceAssertionError(Coded, AssertionError, RuntimeError):
    """An assertion of a kernel failed: to Triton's interpreter an AssertionError, to GPUs a RuntimeError."""


class Failure(ctypes.Structure):
    """What ended a program of a launch before its time: the first such, where, and what it was.

    ``message`` is a failed assertion's text, or the number of a wait.  The last three fields are for kernels with
    waits: what these call, the threads of the launch, and for how many nanoseconds all of them may wait.
    """

    _fields_ = [
        ("kind", ctypes.c_int32),
        ("pid", ctypes.c_int32 * 3),
        ("message", ctypes.c_size_t),
        ("wait", ctypes.c_void_p),
        ("crew", ctypes.c_void_p),
        ("limit", ctypes.c_int64),
    ]

    def append_to(self, block: bytes) -> bytes:
        """The argument struct ``block`` with a pointer to this record behind it."""
        return block.ljust(-(-len(block) // 8) * 8, b"\0") + struct.pack("P", ctypes.addressof(self))

    def check(self, kernel: str, waits: Sequence[str]) -> None:
        """Raise an error if a program was left: a `DeviceAssertionError`, or a TimeoutError that names the loop."""
        if self.kind:
            self._fail(kernel, waits)

    @with_codes
    def _fail(self, kernel: str, waits: Sequence[str]) -> NoReturn:
        program = ", ".join(map(str, self.pid))
        where = f"program ({program}) of kernel {kernel!r}"
        if self.kind == ASSERTION:
            raise DeviceAssertionError(
                f"device-side assert: {ctypes.string_at(self.message).decode()}: {where}"
            )
        loop = f"in the loop at {waits[self.message]}" if waits[self.message] else "in a loop"
        raise TimeoutError(
            f"{where} waits {loop} for what no other program does: for {self.limit / 1e9:g} s all programs that "
            f"have begun waited and none ended (TRITON_SHARED_WAIT_SECONDS sets how long this may last)"
        )


def wait_nanoseconds() -> int:
    """How long all programs of a launch may wait: ``TRITON_SHARED_WAIT_SECONDS``, else 10 seconds.

    Raises:
        ValueError: the variable is set to something else than a positive number.
    """
    text = os.environ.get("TRITON_SHARED_WAIT_SECONDS", "10")
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e9:
        raise ValueError(f"TRITON_SHARED_WAIT_SECONDS must be a positive number, got {text!r}")
    return int(seconds * 1e9)


def line(pid: tuple[int, int, int], text: bytes, index: int, bits: int) -> str:
    """The line for element number ``index``, whose bits are ``bits``, as Triton's GPU back ends print it.

    That is ``pid (0, 0, 0) idx ( 3) x: 1.000000``: indices are as wide as the largest one of their dimension.
    """
    shape, type_, base, prefix = _format(text)
    program = f"pid ({pid[0]}, {pid[1]}, {pid[2]})"
    space = "" if prefix.startswith((" ", ":")) else " "
    if type_ is None:
        return f"{program}{space}{prefix}"
    indices = zip(np.unravel_index(index, shape), shape, strict=True) if shape else ()
    where = ", ".join(f"{i:{len(str(size - 1))}}" for i, size in indices)
    return f"{program} idx ({where}){space}{prefix}{_number(type_, base, bits)}"


@functools.lru_cache(maxsize=256)
def _format(text: bytes) -> tuple[tuple[int, ...], str | None, str, str]:
    """Shape, element type, base and prefix."""
    head, _, prefix = text.decode().partition(":")
    if not head:
        return (), None, "", prefix
    shape, type_, base = head.split(" ")
    return tuple(map(int, shape.split("x"))) if shape != "-" else (), type_, base, prefix


def _number(type_: str, base: str, bits: int) -> str:
    """``bits`` as a value of ``type_``: ``1.500000``, ``-3``; in base "hex" as they are: ``0xfffffffd``."""
    format_ = FORMATS.get(type_)
    width = format_.width if format_ else int(type_[2:])
    if base == "hex":
        return f"0x{bits:0{-(-width // 4)}x}"
    if format_:
        return f"{format_.number(bits):f}"
    return str(bits - (1 << width) if type_.startswith("si") and bits >> (width - 1) else bits)


@ctypes.CFUNCTYPE(
    None, ctypes.c_int32, ctypes.c_int32, ctypes.c_int32, ctypes.c_char_p, ctypes.c_int64, ctypes.c_uint64
)
def _print(x: int, y: int, z: int, text: bytes, index: int, bits: int) -> None:
    sys.stdout.write(line((x, y, z), text, index, bits) + "\n")


#: the functions that kernels call, by name
SYMBOLS = {"triton_shared_print": ctypes.cast(_print, ctypes.c_void_p).value or 0}
