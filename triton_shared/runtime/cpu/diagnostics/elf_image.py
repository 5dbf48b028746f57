"""An object file as debuggers want it: it tells where its code lies in this process, and the lines of its source.

Only what our own code generator and LLVM write is understood: ELF with 64 bits, little endian, one section of
code, line tables of DWARF 4.
"""

from __future__ import annotations

import ctypes
import os
import struct
from functools import cached_property
from typing import NamedTuple

from triton_shared.runtime import elf
from triton_shared.runtime.elf import FUNCTION, SECTION

_LINE_HEADER = struct.Struct("<IHIBBBbBB")
_LINE_PROGRAM = 10  # where the field ends that tells how far it is to the line program
_UNIT_HEADER = 11
_COMP_DIR = 0x1B  # DW_AT_comp_dir
_FORM_SIZES = {0x01: 8, 0x05: 2, 0x06: 4, 0x07: 8, 0x0B: 1, 0x0E: 4, 0x17: 4, 0x19: 0}


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
    """A copy of the object file ``parts`` that knows that its function ``symbol`` lies at ``address``.

    Attributes:
        memory: the copy, which does not move; its section of code has its address in this process.
        machine: ELF's number of the architecture.
        begin, end: where the section of code lies.
        lines: the place before the first row of the line table; there are no rows if there is no table.
        files: the paths that a row's file number stands for.
    """

    def __init__(self, parts: elf.Object, symbol: str, address: int):
        self._object = parts
        self.memory = (ctypes.c_char * len(parts.code)).from_buffer_copy(parts.code)
        self.machine = parts.machine
        entry = next(s for s in parts.symbols if _is_function(s) and parts.name_of(s) == symbol)
        self._text = entry.shndx
        self.begin = address - entry.value
        self.end = self.begin + parts.sections[self._text].size
        struct.pack_into("<Q", self.memory, parts.at + SECTION.size * self._text + 16, self.begin)
        self.lines, self.files = self._line_table()

    @cached_property
    def functions(self) -> list[Function]:
        """The object's functions."""
        found = filter(_is_function, self._object.symbols)
        return [Function(self.begin + s.value, s.size, self._object.name_of(s)) for s in found]

    def _line_table(self) -> tuple[Lines, list[str]]:
        """The line table's addresses are relocations against symbols of the code's section."""
        parts = self._object
        section = parts.section(".debug_line")
        if section is None or section.size < _LINE_HEADER.size:
            return Lines(), []
        at = section.offset
        size, version, rest, step, _, _, base, range, first = _LINE_HEADER.unpack_from(parts.code, at)
        if version != 4:
            return Lines(), []
        for offset, number, _, addend in parts.relocations(parts.section(".rela.debug_line")):
            symbol = parts.symbols[number]
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
        while name := self._object.string(at):
            directories.append(name)
            at += len(name.encode(errors="surrogateescape")) + 1
        at += 1
        while name := self._object.string(at):
            directory, at = self._leb(at + len(name.encode(errors="surrogateescape")) + 1)
            _, at = self._leb(at)  # the time of modification
            _, at = self._leb(at)  # the size
            files.append(os.path.join(directories[0], directories[directory], name))
        return files

    def _directory(self) -> str:
        """The compilation unit's directory, which is its first entry's attribute."""
        parts = self._object
        abbreviations, texts = parts.section(".debug_abbrev"), parts.section(".debug_str")
        if abbreviations is None or texts is None:
            return ""
        at = abbreviations.offset
        addends = {
            offset: addend for offset, *_, addend in parts.relocations(parts.section(".rela.debug_info"))
        }
        _, at = self._leb(at)  # the abbreviation's number
        _, at = self._leb(at)  # its tag
        at, offset = at + 1, _UNIT_HEADER + 1
        while True:
            attribute, at = self._leb(at)
            form, at = self._leb(at)
            if attribute == _COMP_DIR:
                return parts.string(texts.offset + addends[offset])
            if not attribute or form not in _FORM_SIZES:
                return ""
            offset += _FORM_SIZES[form]

    def _leb(self, at: int) -> tuple[int, int]:
        """The unsigned LEB128 number at ``at``, and where it ends."""
        value = shift = 0
        while True:
            byte = self._object.code[at]
            value |= (byte & 127) << shift
            shift, at = shift + 7, at + 1
            if byte < 128:
                return value, at


def _is_function(symbol: elf.Symbol) -> bool:
    return symbol.info & 15 == FUNCTION
