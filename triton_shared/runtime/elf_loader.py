"""Maps object files of x86-64 Linux into this process, without LLVM, whose import takes longer than most launches.

An object's sections come together by what may be done with them, each kind in pages of its own::

    code        sections that run, a stub for each function outside         read, run
    constants   sections that are only read, the global offset table        read
    data        sections that are written                                   read, write

A relocation puts ``S + A``, ``S + A - P`` and the like into these, as the System V ABI for AMD64 (section 4.4.1) says.
What is none of `RELOCATIONS`, or needs more than memory and addresses, as thread-local data do, is left to LLVM's
loader (`jit`).  Tables for unwinding are not registered: no exception passes through a kernel.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import NamedTuple

from triton_shared.runtime import elf
from triton_shared.runtime.elf import Object, Section, Symbol

#: ELF's numbers: EM_X86_64, ET_REL
MACHINE, RELOCATABLE = 62, 1
#: of a section: SHF_WRITE, SHF_ALLOC, SHF_EXECINSTR, SHF_TLS; SHT_PROGBITS, SHT_NOTE and SHT_NOBITS, SHT_REL
WRITE, ALLOC, EXECUTE, THREAD_LOCAL = 1, 2, 4, 0x400
PLAIN, NOBITS, REL = (1, 7, 8), 8, 9
#: of a symbol: SHN_UNDEF, SHN_ABS; STB_WEAK
UNDEFINED, ABSOLUTE, WEAK = 0, 0xFFF1, 2
_UNWINDING = ".eh_frame"
#: jmp *(%rip), and the address
_STUB, _JUMP = struct.Struct("<6sQ2x"), b"\xff\x25\0\0\0\0"
_ENTRY = struct.Struct("<Q")
#: the kinds of sections, and what may be done with each
CODE, CONSTANTS, DATA = range(3)
_PROTECTIONS = (
    mmap.PROT_READ | mmap.PROT_EXEC,
    mmap.PROT_READ,
    mmap.PROT_READ | mmap.PROT_WRITE,
)


class Base(Enum):
    """What a relocation counts from, or what it takes away."""

    ZERO = auto()
    SYMBOL = auto()
    FUNCTION = auto()  # the symbol, or its stub where it lies outside
    ENTRY = auto()  # the symbol's entry in the global offset table
    TABLE = auto()  # the global offset table
    PLACE = auto()


class Relocation(NamedTuple):
    """``base + A - less``, written as the `struct` format says."""

    format: str
    base: Base
    less: Base


#: the types that code has in the small and the large code model, by ELF's numbers
RELOCATIONS = {
    1: Relocation("<Q", Base.SYMBOL, Base.ZERO),  # R_X86_64_64
    2: Relocation("<i", Base.SYMBOL, Base.PLACE),  # R_X86_64_PC32
    4: Relocation("<i", Base.FUNCTION, Base.PLACE),  # R_X86_64_PLT32
    9: Relocation("<i", Base.ENTRY, Base.PLACE),  # R_X86_64_GOTPCREL
    24: Relocation("<q", Base.SYMBOL, Base.PLACE),  # R_X86_64_PC64
    25: Relocation("<q", Base.SYMBOL, Base.TABLE),  # R_X86_64_GOTOFF64
    27: Relocation("<q", Base.ENTRY, Base.TABLE),  # R_X86_64_GOT64
    29: Relocation("<q", Base.TABLE, Base.PLACE),  # R_X86_64_GOTPC64
    41: Relocation("<i", Base.ENTRY, Base.PLACE),  # R_X86_64_GOTPCRELX
    42: Relocation("<i", Base.ENTRY, Base.PLACE),  # R_X86_64_REX_GOTPCRELX
}


class Patch(NamedTuple):
    """A relocation of an object: section and offset, how, the symbol's number and the addend."""

    section: int
    offset: int
    how: Relocation
    symbol: int
    addend: int


class Unknown(Exception):
    """The object has something that this loader does not know."""


def load(parts: Object, addresses: Mapping[str, int]) -> Mapped | None:
    """The object in memory; None where the machine or the object is one that `jit` has to load.

    Args:
        parts: the object file.
        addresses: those of symbols that it lacks; others are looked up in the process.

    Raises:
        RuntimeError: the process has no symbol of a name that the object needs.
        OSError: the system gives no memory that may run.
    """
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        return None
    try:
        return Mapped(parts, addresses)
    except (ValueError, LookupError, OverflowError, struct.error, Unknown):
        return None  # LLVM says what is wrong with it, if anything is


class Layout:
    """Where the parts of an object lie, in bytes behind the first one.

    Attributes:
        sections: the places of sections, by their numbers.
        stubs: those of stubs, by the number of the function outside.
        table: where the global offset table begins.
        entries: the places of its entries, by the number of the symbol.
        spans: begin and end of each kind of sections, of whole pages.
    """

    def __init__(self, parts: Object, patches: list[Patch]):
        self.sections: dict[int, int] = {}
        self.stubs: dict[int, int] = {}
        self.entries: dict[int, int] = {}
        self.spans: list[tuple[int, int]] = []
        self._end = 0
        mapped = {n: s for n, s in enumerate(parts.sections) if _is_mapped(parts, s)}
        kinds: list[list[int]] = [[], [], []]
        for number, section in mapped.items():
            kinds[DATA if section.flags & WRITE else CODE if section.flags & EXECUTE else CONSTANTS].append(
                number
            )
        begin = 0
        for kind, numbers in enumerate(kinds):
            for number in numbers:
                self.sections[number] = self._reserve(mapped[number].size, mapped[number].addralign)
            if kind == CODE:
                called = {p.symbol: None for p in patches if p.how.base is Base.FUNCTION}
                outside = (n for n in called if parts.symbols[n].shndx == UNDEFINED)
                self.stubs = {number: self._reserve(_STUB.size, 16) for number in outside}
            if kind == CONSTANTS:
                self.table = self._reserve(0, 8)
                named = {p.symbol: None for p in patches if p.how.base is Base.ENTRY}
                self.entries = {number: self._reserve(_ENTRY.size, 8) for number in named}
            self.spans.append((begin, begin := self._reserve(0, mmap.PAGESIZE)))

    def _reserve(self, size: int, alignment: int) -> int:
        """Where ``size`` bytes lie behind what there is."""
        if alignment > mmap.PAGESIZE:
            raise Unknown("a section that wants more than a page's alignment")
        at = -(-self._end // max(alignment, 1)) * max(alignment, 1)
        self._end = at + size
        return at


class Mapped:
    """An object in memory; ``mapped[symbol]`` is the address of what it defines."""

    def __init__(self, parts: Object, addresses: Mapping[str, int]):
        if (parts.machine, parts.kind) != (MACHINE, RELOCATABLE):
            raise Unknown("not an object file of this machine")
        self._parts, self._addresses = parts, addresses
        patches = list(_patches(parts))
        self._layout = layout = Layout(parts, patches)
        # private: a child of a fork has its own
        self._memory = mmap.mmap(-1, layout.spans[-1][1], mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self._first: ctypes.c_char | None = ctypes.c_char.from_buffer(self._memory)
        self._begin = ctypes.addressof(self._first)
        self._fill(patches)
        for (begin, end), protection in zip(layout.spans, _PROTECTIONS, strict=True):
            _protect(self._begin + begin, end - begin, protection)

    def __getitem__(self, symbol: str) -> int:
        for found in self._parts.symbols:
            if found.shndx != UNDEFINED and found.name and self._parts.name_of(found) == symbol:
                return self._address(found)
        raise LookupError(f"the machine code has no symbol {symbol!r}")

    def close(self) -> None:
        """Unmap it; nobody may call it any more."""
        self._first = None
        self._memory.close()

    def _fill(self, patches: Iterable[Patch]) -> None:
        """Copy the sections, write stubs and entries, and put in what is relocated."""
        memory, layout, symbols = self._memory, self._layout, self._parts.symbols
        for number, at in layout.sections.items():
            if (section := self._parts.sections[number]).type != NOBITS:
                memory[at : at + section.size] = self._parts.content(section)
        for number, at in layout.stubs.items():
            _STUB.pack_into(memory, at, _JUMP, self._address(symbols[number]))
        for number, at in layout.entries.items():
            _ENTRY.pack_into(memory, at, self._address(symbols[number]))
        for place, offset, (form, base, less), number, addend in patches:
            at = layout.sections[place] + offset
            value = self._value(base, number, at) + addend - self._value(less, number, at)
            struct.pack_into(form, memory, at, value)

    def _value(self, base: Base, number: int, at: int) -> int:
        """What ``base`` is for the symbol of that number, of a relocation ``at`` so many bytes."""
        layout, begin = self._layout, self._begin
        match base:
            case Base.PLACE:
                return begin + at
            case Base.FUNCTION if number in layout.stubs:
                return begin + layout.stubs[number]
            case Base.SYMBOL | Base.FUNCTION:
                return self._address(self._parts.symbols[number])
            case Base.ENTRY:
                return begin + layout.entries[number]
            case Base.TABLE:
                return begin + layout.table
            case _:
                return 0

    def _address(self, symbol: Symbol) -> int:
        """The address of ``symbol``, in the object or in the process."""
        if symbol.shndx == ABSOLUTE:
            return symbol.value
        if symbol.shndx != UNDEFINED:
            return self._begin + self._layout.sections[symbol.shndx] + symbol.value
        name = self._parts.name_of(symbol)
        address = self._addresses.get(name) or _of_process(name)
        if not address and symbol.info >> 4 != WEAK:
            raise RuntimeError(
                f"the machine code needs the symbol {name!r}, which this process does not have"
            )
        return address


def _is_mapped(parts: Object, section: Section) -> bool:
    """Whether ``section`` is to be in memory."""
    if not section.flags & ALLOC or parts.name_of(section) == _UNWINDING:
        return False
    if section.type not in PLAIN or section.flags & THREAD_LOCAL:
        raise Unknown("a section that needs more than memory")
    return True


def _patches(parts: Object) -> Iterator[Patch]:
    """The relocations of what is to be in memory."""
    for section in parts.sections:
        if section.type not in (elf.RELOCATIONS, REL):
            continue
        if not _is_mapped(parts, parts.sections[section.info]):
            continue
        if section.type == REL:
            raise Unknown("relocations without addends")
        for offset, number, kind, addend in parts.relocations(section):
            if kind not in RELOCATIONS:
                raise Unknown(f"relocation {kind}")
            yield Patch(section.info, offset, RELOCATIONS[kind], number, addend)


_process = ctypes.CDLL(None, use_errno=True)
_mprotect: Callable[..., int] = _process.mprotect
_mprotect.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int  # type: ignore[attr-defined]


def _of_process(name: str) -> int:
    """The address of the process's function ``name``; 0 where it has none."""
    function = getattr(_process, name, None)
    return (function and ctypes.cast(function, ctypes.c_void_p).value) or 0


def _protect(begin: int, size: int, protection: int) -> None:
    if size and _mprotect(begin, size, protection):
        code = ctypes.get_errno()
        raise OSError(code, f"{os.strerror(code)}: no memory for machine code")
