"""A kernel that crashes says which it was: one line on stderr, then all goes on as it would have.

    triton_shared: SIGSEGV in kernel 'add' at /home/me/add.py:9 (address 0x10, code +0x5c)

The handler of SIGSEGV, SIGBUS, SIGFPE and SIGILL is C (``native/crash.c``) and async-signal-safe::

    Kernel *kernels                the first `Kernel` of a list, which this module keeps
    void  install(Machine *)       puts the handler before those that are there, where it is not the first already
    int   next_line(Lines *)       moves on in a line table: 1 at a row, 2 at a sequence's end, 0 after the last

A signal whose program counter, or whose caller's if it interrupts a function such as memcpy, lies in no kernel is
handed on unseen.  After its line the handler calls the one that was there before it; where there was none, the
process dies of that same signal.  It is installed with the first kernel that is loaded, and again with a later one
if something has put itself before it: what comes before it may keep the signal to itself.

``TRITON_SHARED_CRASH_REPORT=0`` leaves all handlers as they are.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import os
import sys

from triton_shared.names import one_line
from triton_shared.runtime.code import Code
from triton_shared.runtime.cpu import native
from triton_shared.runtime.cpu.diagnostics.elf_image import Image, Lines


class Machine(ctypes.Structure):
    """Where a machine's ucontext_t holds the program counter, and the address that a function returns to.

    That is in the register at the offset ``returns``, or at the top of the stack, to which this register points.
    """

    _fields_ = [("counter", ctypes.c_int64), ("returns", ctypes.c_int64), ("on_stack", ctypes.c_int32)]


MACHINES = {"x86_64": Machine(168, 160, True), "aarch64": Machine(440, 424, False)}


class Kernel(ctypes.Structure):
    """What the handler must know of a kernel."""

    _fields_ = [
        ("next", ctypes.c_void_p),
        ("begin", ctypes.c_int64),
        ("end", ctypes.c_int64),
        ("name", ctypes.c_char_p),
        ("files", ctypes.POINTER(ctypes.c_char_p)),
        ("lines", Lines),
    ]


class Handler:
    """The native code, and the kernels that it knows; there is one in a process."""

    def __init__(self) -> None:
        object_code = native.object_code("crash")
        self._code = Code(object_code, "install", "next_line", "kernels")
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._code))  # a handler stays to the process's end
        self._install = ctypes.CFUNCTYPE(None, ctypes.POINTER(Machine))(self._code["install"])
        self.next_line = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.POINTER(Lines))(self._code["next_line"])
        self._head = ctypes.c_void_p.from_address(self._code["kernels"])
        self._kernels: list[Kernel] = []  # the newest is the first of the native list
        atexit.register(self._forget)

    def install(self) -> None:
        """Put the handler before those that are there."""
        self._install(MACHINES[os.uname().machine])

    def add(self, name: str, image: Image) -> Kernel:
        """Crashes between ``image.begin`` and ``image.end`` are those of kernel ``name`` from now on."""
        files = (ctypes.c_char_p * len(image.files))(*(os.fsencode(one_line(file)) for file in image.files))
        kernel = Kernel(self._head.value, image.begin, image.end, one_line(name).encode(), files, image.lines)
        kernel.image = image  # lines point into it
        self._kernels.append(kernel)
        self._head.value = ctypes.addressof(kernel)
        return kernel

    def remove(self, kernel: Kernel) -> None:
        """Forget ``kernel``, whose code is about to be unmapped."""
        at = self._kernels.index(kernel)
        if at + 1 < len(self._kernels):
            self._kernels[at + 1].next = kernel.next
        else:
            self._head.value = kernel.next
        del self._kernels[at]

    def _forget(self) -> None:
        self._head.value = None


@functools.cache
def handler() -> Handler | None:
    """The process's handler, whose code is loaded when first asked for; None where it knows no way."""
    known = sys.platform == "linux" and os.uname().machine in MACHINES
    return Handler() if known else None


def wanted() -> bool:
    """Whether crashes shall be reported."""
    return os.environ.get("TRITON_SHARED_CRASH_REPORT") != "0"
