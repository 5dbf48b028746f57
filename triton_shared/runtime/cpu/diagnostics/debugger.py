"""Shows loaded code to gdb and lldb, by the interface that both share with compilers at run time.

A debugger looks into the list of ``__jit_debug_descriptor`` and stops in ``__jit_debug_register_code`` to learn
of changes.  It finds both in a library of ours (``native/shared/debugger.c``).  LLVM has a list of its own, for what
its loader loads: debuggers read those of all libraries.
"""

from __future__ import annotations

import atexit
import ctypes
import functools

from triton_shared.runtime.code import registration_lock
from triton_shared.runtime.cpu import native
from triton_shared.runtime.cpu.diagnostics.elf_image import Image

SYMBOLS = ("__jit_debug_descriptor", "__jit_debug_register_code")
_REGISTER, _UNREGISTER = 1, 2


class Entry(ctypes.Structure):
    """``struct jit_code_entry``: one object file."""


Entry._fields_ = [
    ("next", ctypes.POINTER(Entry)),
    ("prev", ctypes.POINTER(Entry)),
    ("address", ctypes.c_void_p),
    ("size", ctypes.c_uint64),
]


class Descriptor(ctypes.Structure):
    """``struct jit_descriptor``: the list, and what has changed in it."""

    _fields_ = [
        ("version", ctypes.c_uint32),
        ("action", ctypes.c_uint32),
        ("relevant", ctypes.POINTER(Entry)),
        ("first", ctypes.POINTER(Entry)),
    ]


class Interface:
    """The list that debuggers read: ``descriptor`` is its head.  Whoever changes it holds `registration_lock`."""

    def __init__(self, library: ctypes.CDLL):
        self.descriptor = Descriptor.in_dll(library, SYMBOLS[0])
        self._changed = ctypes.CFUNCTYPE(None)((SYMBOLS[1], library))
        self._entries: list[Entry] = []
        atexit.register(self._remove_all)

    def add(self, image: Image) -> Entry:
        """Show ``image``."""
        entry = Entry(address=ctypes.addressof(image.memory), size=len(image.memory))
        entry.image = image  # its memory is read by others
        if self.descriptor.first:
            entry.next = self.descriptor.first
            entry.next.contents.prev = ctypes.pointer(entry)
        self.descriptor.first = ctypes.pointer(entry)
        self._tell(_REGISTER, entry)
        self._entries.append(entry)
        return entry

    def remove(self, entry: Entry) -> None:
        """Forget ``entry``, whose code is about to be unmapped; at the end of the process all have been forgotten."""
        if entry not in self._entries:
            return
        self._entries.remove(entry)
        if entry.prev:
            entry.prev.contents.next = entry.next
        else:
            self.descriptor.first = entry.next
        if entry.next:
            entry.next.contents.prev = entry.prev
        self._tell(_UNREGISTER, entry)

    def _remove_all(self) -> None:
        with registration_lock:
            for entry in list(self._entries):
                self.remove(entry)

    def _tell(self, action: int, entry: Entry) -> None:
        self.descriptor.relevant, self.descriptor.action = ctypes.pointer(entry), action
        self._changed()
        self.descriptor.relevant, self.descriptor.action = None, 0


@functools.cache
def interface() -> Interface | None:
    """The process's interface; None on a system that the library was not made for."""
    library = native.library("debugger")
    return Interface(library) if library else None
