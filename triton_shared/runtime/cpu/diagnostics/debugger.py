"""Shows loaded code to gdb and lldb, by the interface that both share with compilers at run time.

A debugger looks into the list of ``__jit_debug_descriptor`` and stops in ``__jit_debug_register_code`` to learn
of changes.  It finds both symbols in llvmlite's library, where LLVM has them for its own use; being local there,
they are looked up in the library's symbol table, once a machine.

LLVM would show the code itself if another of its linkers loaded it.  But RuntimeDyld's LLJIT places each section by
itself, and ends the process if they come to lie more than 2 GiB apart, as they may between large arrays; and MCJIT
ends it over a symbol that is missing, where `jit.Code` raises an error.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import mmap

import numpy as np

from triton_shared import compat
from triton_shared.runtime import cache, jit
from triton_shared.runtime.cpu.diagnostics.elf_image import HEADER, SECTION, Image, Section

SYMBOLS = ("__jit_debug_descriptor", "__jit_debug_register_code")
_NEIGHBOUR = "LLVMPY_AddSymbol"  # a symbol whose address llvmlite tells
_REGISTER, _UNREGISTER = 1, 2
_SYMBOL_TABLE = 2  # SHT_SYMTAB
_SYMBOLS = np.dtype([("name", "<u4"), ("kind", "<u4"), ("value", "<u8"), ("size", "<u8")])


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
    """The list that debuggers read: ``descriptor`` is its head."""

    def __init__(self, descriptor: int, register: int):
        self.descriptor = Descriptor.from_address(descriptor)
        self._changed = ctypes.CFUNCTYPE(None)(register)
        self._entries: list[Entry] = []
        atexit.register(self._remove_all)

    def add(self, image: Image) -> Entry:
        """Show ``image``."""
        entry = Entry(address=ctypes.addressof(image.memory), size=len(image.memory))
        entry.image = image  # its memory is read by others
        with jit.exclusive:  # LLVM changes the list too, for other users of llvmlite
            if self.descriptor.first:
                entry.next = self.descriptor.first
                entry.next.contents.prev = ctypes.pointer(entry)
            self.descriptor.first = ctypes.pointer(entry)
            self._tell(_REGISTER, entry)
            self._entries.append(entry)
        return entry

    def remove(self, entry: Entry) -> None:
        """Forget ``entry``, whose code is about to be unmapped."""
        with jit.exclusive:
            self._entries.remove(entry)
            if entry.prev:
                entry.prev.contents.next = entry.next
            else:
                self.descriptor.first = entry.next
            if entry.next:
                entry.next.contents.prev = entry.prev
            self._tell(_UNREGISTER, entry)

    def _remove_all(self) -> None:
        for entry in list(self._entries):
            self.remove(entry)

    def _tell(self, action: int, entry: Entry) -> None:
        self.descriptor.relevant, self.descriptor.action = ctypes.pointer(entry), action
        self._changed()
        self.descriptor.relevant, self.descriptor.action = None, 0


@functools.cache
def interface() -> Interface | None:
    """The process's interface; None where llvmlite's library does not tell its symbols."""
    distances = _distances()
    if distances is None:
        return None
    neighbour = ctypes.cast(ctypes.CDLL(compat.llvmlite_library())[_NEIGHBOUR], ctypes.c_void_p).value or 0
    return Interface(*(neighbour + distance for distance in distances))


def _distances() -> list[int] | None:
    """How far behind `_NEIGHBOUR` the `SYMBOLS` lie in llvmlite's library, from the disk cache when it is there."""
    key = cache.key("jit-debug", compat.llvmlite_library())
    if entry := cache.load(key, _holds_distances):
        return entry[0]["distances"]
    with (
        open(compat.llvmlite_library(), "rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as code,
    ):
        neighbour, *values = _values(code, (_NEIGHBOUR, *SYMBOLS))
    found = [value for value in values if value is not None]
    distances = None if neighbour is None or found != values else [value - neighbour for value in found]
    cache.store(key, {"distances": distances}, b"")
    return distances


def _holds_distances(header: dict) -> bool:
    match header:
        case {"distances": None | [int(), int()]}:
            return True
    return False


def _values(code: mmap.mmap, names: tuple[str, ...]) -> list[int | None]:
    """The values of the symbols ``names`` in the ELF file ``code``; None for one that its symbol table lacks."""
    if not Image.understands(code[: HEADER.size]):
        return [None] * len(names)
    *_, at, _, _, _, _, size, count, _ = HEADER.unpack_from(code)
    sections = [Section(*fields) for fields in SECTION.iter_unpack(code[at : at + size * count])]
    table = next((s for s in sections if s.type == _SYMBOL_TABLE), None)
    if table is None:
        return [None] * len(names)
    symbols = np.frombuffer(code[table.offset : table.offset + table.size], _SYMBOLS)
    strings = sections[table.link].offset
    values = []
    for name in names:
        at = code.rfind(b"\0" + name.encode() + b"\0", strings)  # it is rather near to the end
        found = symbols["value"][symbols["name"] == at + 1 - strings] if at >= 0 else []
        values.append(int(found[0]) if len(found) else None)
    return values
