"""Object files as our own code generator and LLVM write them: ELF with 64 bits, little endian."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

ELF64 = b"\x7fELF\x02\x01"  # how an ELF file of this kind begins
_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELOCATION = struct.Struct("<QQq")
#: of a section's type, and of a symbol's: SHT_SYMTAB, SHT_RELA, STT_FUNC
SYMBOL_TABLE, RELOCATIONS, FUNCTION = 2, 4, 2


class Section(NamedTuple):
    """A section's header, under ELF's names without their prefix."""

    name: int
    type: int
    flags: int
    addr: int
    offset: int
    size: int
    link: int
    info: int
    addralign: int
    entsize: int


class Symbol(NamedTuple):
    """A symbol, under ELF's names without their prefix."""

    name: int
    info: int
    other: int
    shndx: int
    value: int
    size: int


class NoObject(Exception):
    """A file is no object of the kind that `Object` reads, or is cut off."""


class Object:
    """The parts of an object file.

    Attributes:
        code: the whole file.
        kind, machine: ELF's numbers of the file's type and of the architecture.
        sections: the headers, in order; ``at`` is where the first lies in the file.
        symbols: those of its symbol table, in order.

    Raises:
        NoObject: it is none of this kind, or is cut off.
    """

    def __init__(self, code: bytes):
        self.code = code
        if not code.startswith(ELF64):
            raise NoObject("not an ELF file of 64 bits, little endian")
        try:
            header = _HEADER.unpack_from(code)
            self.kind, self.machine, self.at = header[1], header[2], header[6]
            size, count, names = header[11:]
            self.sections = [
                Section(*fields) for fields in SECTION.iter_unpack(code[self.at : self.at + size * count])
            ]
            self._names = self.sections[names].offset
            self._by_name = {self.string(self._names + s.name): s for s in self.sections}
            table = next(s for s in self.sections if s.type == SYMBOL_TABLE)
            self._strings = self.sections[table.link].offset
            self.symbols = [Symbol(*fields) for fields in _SYMBOL.iter_unpack(self.content(table))]
        except (struct.error, LookupError, StopIteration, ValueError) as error:
            raise NoObject(f"the ELF file is not whole: {error}") from None

    def section(self, name: str) -> Section | None:
        """The section ``name``; None where there is none."""
        return self._by_name.get(name)

    def name_of(self, part: Section | Symbol) -> str:
        """The name of a section or of a symbol."""
        return self.string((self._names if isinstance(part, Section) else self._strings) + part.name)

    def content(self, section: Section) -> bytes:
        """The bytes of ``section``."""
        return self.code[section.offset : section.offset + section.size]

    def relocations(self, section: Section | None) -> Iterator[tuple[int, int, int, int]]:
        """Offset, symbol's number, type and addend of each relocation that ``section`` holds; of None nothing."""
        for offset, info, addend in _RELOCATION.iter_unpack(self.content(section) if section else b""):
            yield offset, info >> 32, info & 0xFFFFFFFF, addend

    def string(self, at: int) -> str:
        """The text at ``at``, up to a zero."""
        return self.code[at : self.code.index(b"\0", at)].decode(errors="surrogateescape")


def read(code: bytes) -> Object | None:
    """The parts of ``code``; None where it is no whole file of the kind that `Object` reads."""
    try:
        return Object(code)
    except NoObject:
        return None
