"""An object file as debuggers want it: it tells where its code lies in this process, and the lines of its source.

Only what our own code generator and LLVM write is understood: ELF with 64 bits, little endian, one section of
code, line tables of DWARF 4.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

ELF64 = b"\x7fELF\x02\x01"  # how an ELF file of this kind begins
HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELOCATION = struct.Struct("<QQq")
_LINE_HEADER = struct.Struct("<IHIBBBbBB")
_LINE_PROGRAM = 10  # where the field ends that tells how far it is to the line program
_UNIT_HEADER = 11
_FUNCTION = 2  # STT_FUNC
_COMP_DIR = 0x1B  # DW_AT_comp_dir
_FORM_SIZES = {0x01: 8, 0x05: 2, 0x06: 4, 0x07: 8, 0x0B: 1, 0x0E: 4, 0x17: 4, 0x19: 0}


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


class Function(NamedTuple):
    """A function of the object: where it lies in this process, how long it is, what it is called."""

    address: int
    size: int
    name: str


class Lines(ctypes.Structure):
    """A place in a line table, which ``next_line`` of ``native/crash.c`` moves from row to row.

    ``address``, ``file`` and ``line`` are those of the row; the rest is what DWARF's line program needs.
    """

    _fields_ = [
        ("cursor", ctypes.c_void_p),
        ("end", ctypes.c_void_p),
        ("address", ctypes.c_int64),
        ("file", ctypes.c_int64),
        ("line", ctypes.c_int64),
        ("step", ctypes.c_int64),
        ("base", ctypes.c_int64),
        ("range", ctypes.c_int64),
        ("first_special", ctypes.c_int64),
        ("operands", ctypes.c_void_p),
    ]


class Image:
    """A copy of ``object_code`` that knows that its function ``symbol`` lies at ``address``.

    Attributes:
        memory: the copy, which does not move; its section of code has its address in this process.
        machine: ELF's number of the architecture.
        begin, end: where the section of code lies.
        lines: the place before the first row of the line table; there are no rows if there is no table.
        files: the paths that a row's file number stands for.
    """

    def __init__(self, object_code: bytes, symbol: str, address: int):
        self._code = object_code
        self.memory = (ctypes.c_char * len(object_code)).from_buffer_copy(object_code)
        header = HEADER.unpack_from(object_code)
        self.machine, at, size, count, names = header[2], header[6], header[11], header[12], header[13]
        self._sections = [
            Section(*fields) for fields in SECTION.iter_unpack(object_code[at : at + size * count])
        ]
        strings = self._sections[names].offset
        self._by_name = {self._string(strings + section.name): section for section in self._sections}
        self._symbols = [Symbol(*fields) for fields in self._entries(".symtab", _SYMBOL)]
        entry = next(s for s in self._symbols if self._is_function(s) and self._name(s) == symbol)
        self._text = entry.shndx
        self.begin = address - entry.value
        self.end = self.begin + self._sections[self._text].size
        struct.pack_into("<Q", self.memory, at + size * self._text + 16, self.begin)
        self.lines, self.files = self._line_table()

    @staticmethod
    def understands(object_code: bytes) -> bool:
        """Whether ``object_code`` is ELF of the kind that this class reads."""
        return object_code.startswith(ELF64)

    @cached_property
    def functions(self) -> list[Function]:
        """The object's functions."""
        found = filter(self._is_function, self._symbols)
        return [Function(self.begin + s.value, s.size, self._name(s)) for s in found]

    def _is_function(self, symbol: Symbol) -> bool:
        return symbol.info & 15 == _FUNCTION

    def _name(self, symbol: Symbol) -> str:
        return self._string(self._sections[self._by_name[".symtab"].link].offset + symbol.name)

    def _string(self, at: int) -> str:
        return self._code[at : self._code.index(b"\0", at)].decode(errors="surrogateescape")

    def _entries(self, name: str, layout: struct.Struct) -> Iterator[tuple[int, ...]]:
        section = self._by_name.get(name)
        return layout.iter_unpack(
            self._code[section.offset : section.offset + section.size] if section else b""
        )

    def _line_table(self) -> tuple[Lines, list[str]]:
        """The line table's addresses are relocations against symbols of the code's section."""
        section = self._by_name.get(".debug_line")
        if section is None or section.size < _LINE_HEADER.size:
            return Lines(), []
        at = section.offset
        size, version, rest, step, _, _, base, range, first = _LINE_HEADER.unpack_from(self._code, at)
        if version != 4:
            return Lines(), []
        for offset, info, addend in self._entries(".rela.debug_line", _RELOCATION):
            symbol = self._symbols[info >> 32]
            if symbol.shndx == self._text:
                struct.pack_into("<Q", self.memory, at + offset, self.begin + symbol.value + addend)
        table = ctypes.addressof(self.memory) + at
        program, end = table + _LINE_PROGRAM + rest, table + 4 + size
        operands = table + _LINE_HEADER.size - 1  # of opcode 1 comes first
        lines = Lines(program, end, 0, 1, 1, step, base, range, first, operands)
        return lines, self._paths(at + _LINE_HEADER.size + first - 1)

    def _paths(self, at: int) -> list[str]:
        """The files of the line table whose lists of directories and files begin at ``at``; number 0 is none."""
        directories, files = [self._directory()], [""]
        while name := self._string(at):
            directories.append(name)
            at += len(name.encode(errors="surrogateescape")) + 1
        at += 1
        while name := self._string(at):
            directory, at = self._leb(at + len(name.encode(errors="surrogateescape")) + 1)
            _, at = self._leb(at)  # the time of modification
            _, at = self._leb(at)  # the size
            files.append(os.path.join(directories[0], directories[directory], name))
        return files

    def _directory(self) -> str:
        """The compilation unit's directory, which is its first entry's attribute."""
        at = self._by_name[".debug_abbrev"].offset
        strings = self._by_name[".debug_str"].offset
        addends = {offset: addend for offset, _, addend in self._entries(".rela.debug_info", _RELOCATION)}
        _, at = self._leb(at)  # the abbreviation's number
        _, at = self._leb(at)  # its tag
        at, offset = at + 1, _UNIT_HEADER + 1
        while True:
            attribute, at = self._leb(at)
            form, at = self._leb(at)
            if attribute == _COMP_DIR:
                return self._string(strings + addends[offset])
            if not attribute or form not in _FORM_SIZES:
                return ""
            offset += _FORM_SIZES[form]

    def _leb(self, at: int) -> tuple[int, int]:
        """The unsigned LEB128 number at ``at``, and where it ends."""
        value = shift = 0
        while True:
            byte = self._code[at]
            value |= (byte & 127) << shift
            shift, at = shift + 7, at + 1
            if byte < 128:
                return value, at
