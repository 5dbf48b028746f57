"""What ``tt.print`` and ``tt.assert`` do at run time.

Kernels call ``void triton_shared_print(int32 x, int32 y, int32 z, const char *format, int64 lane, uint64 bits)`` for
every element; ``format`` is ``"16x4 si32 hex: text"``: shape (``-`` for a scalar), element type, base, and the text to
print before the element.  A format that begins with the colon prints its text alone.  Lines go to ``sys.stdout``, each
whole.

A failed assertion is noted in a `Failure`, to which the kernel's argument struct points.
"""

from __future__ import annotations

import ctypes
import functools
import struct
import sys

import numpy as np

_NUMPY = {"f16": ("<H", np.float16), "f32": ("<I", np.float32), "f64": ("<Q", np.float64)}


class DeviceAssertionError(AssertionError, RuntimeError):
    """An assertion of a kernel failed: to Triton's interpreter an AssertionError, to GPUs a RuntimeError."""


class Failure(ctypes.Structure):
    """The first assertion that failed in a launch: whether there is one, where, and its message."""

    _fields_ = [("failed", ctypes.c_int32), ("pid", ctypes.c_int32 * 3), ("message", ctypes.c_char_p)]

    def append_to(self, block: bytes) -> bytes:
        """The argument struct ``block`` with a pointer to this record behind it."""
        return block.ljust(-(-len(block) // 8) * 8, b"\0") + struct.pack("P", ctypes.addressof(self))

    def check(self, kernel: str) -> None:
        """Raise a `DeviceAssertionError` if an assertion has failed."""
        if self.failed:
            program = ", ".join(map(str, self.pid))
            where = f"program ({program}) of kernel {kernel!r}"
            raise DeviceAssertionError(f"device-side assert: {self.message.decode()}: {where}")


def line(pid: tuple[int, int, int], text: bytes, lane: int, bits: int) -> str:
    """The line for element number ``lane``, whose bits are ``bits``, as Triton's GPU back ends print it.

    That is ``pid (0, 0, 0) idx ( 3) x: 1.000000``: indices are as wide as the largest one of their dimension.
    """
    shape, type_, base, prefix = _format(text)
    program = f"pid ({pid[0]}, {pid[1]}, {pid[2]})"
    space = "" if prefix.startswith((" ", ":")) else " "
    if type_ is None:
        return f"{program}{space}{prefix}"
    indices = zip(np.unravel_index(lane, shape), shape, strict=True) if shape else ()
    index = ", ".join(f"{i:{len(str(size - 1))}}" for i, size in indices)
    return f"{program} idx ({index}){space}{prefix}{_number(type_, base, bits)}"


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
    width = 16 if type_ == "bf16" else int(type_.lstrip("siuf"))
    if base == "hex":
        return f"0x{bits:0{-(-width // 4)}x}"
    if type_ == "bf16":
        type_, bits = "f32", bits << 16
    if type_ in _NUMPY:
        code, dtype = _NUMPY[type_]
        return f"{np.frombuffer(struct.pack(code, bits), dtype)[0]:f}"
    return str(bits - (1 << width) if type_.startswith("si") and bits >> (width - 1) else bits)


@ctypes.CFUNCTYPE(
    None, ctypes.c_int32, ctypes.c_int32, ctypes.c_int32, ctypes.c_char_p, ctypes.c_int64, ctypes.c_uint64
)
def _print(x: int, y: int, z: int, text: bytes, lane: int, bits: int) -> None:
    sys.stdout.write(line((x, y, z), text, lane, bits) + "\n")


#: the functions that kernels call, by name
SYMBOLS = {"triton_shared_print": ctypes.cast(_print, ctypes.c_void_p).value}
