"""The lexical grammar of MLIR text, as compiled regular expressions, and text that remembers its origin.

Nesting is bounded (`_nested`), which keeps every token one regular expression; types and attribute
dictionaries of real programs nest three or four deep.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property, lru_cache


def _nested(atom: str, open_: str, close: str, depth: int = 5) -> str:
    """A pattern for ``atom``\\ s between ``open_`` and ``close``, nested up to ``depth`` times."""
    inner = f"(?:{atom})*"
    for _ in range(depth):
        inner = f"(?:{atom}|{open_}{inner}{close})*"
    return f"{open_}{inner}{close}"


_STRING = r'"(?:[^"\\\n]|\\.)*"'
_ANGLES = _nested(rf"->|{_STRING}|[^<>\"-]|-(?!>)", "<", ">")
_ROUND = _nested(rf"{_STRING}|[^()\"]", r"\(", r"\)")
_SQUARE = _nested(rf"{_STRING}|[^\[\]\"]", r"\[", r"\]")
_CURLY = _nested(rf"{_STRING}|[^{{}}\"]", r"\{", r"\}")
_SIMPLE_TYPE = rf"!?[A-Za-z_][\w$.]*(?:{_ANGLES})?"

SPACE = re.compile(r"(?:\s+|//[^\n]*)*")
STRING = re.compile(_STRING)
VALUE = re.compile(r"%[\w$.-]+(?:#\d+)?")
SYMBOL = re.compile(rf"@(?:[\w$.-]+|{_STRING})")
WORD = re.compile(r"[A-Za-z_]\w*")
TYPE = re.compile(rf"{_SIMPLE_TYPE}|{_ROUND}\s*->\s*(?:{_ROUND}|{_SIMPLE_TYPE})")
ABBREVIATED_TYPE = re.compile(_ANGLES)
ATTR_DICT = re.compile(_CURLY)
PROPERTIES = re.compile(rf"<\s*({_CURLY})\s*>")
LOCATION = re.compile(rf"loc{_ROUND}")
SUCCESSORS = re.compile(r"\[\s*\^[^\]]*\]")

_BARE = re.compile(r'("?)[A-Za-z_][\w$.]*\1', re.ASCII)
_ATTR_ENTRY = re.compile(rf"({_STRING}|[\w$.-]+)\s*=(.*)\Z", re.DOTALL)
_TENSOR = re.compile(r"tensor<((?:(?:\d+|\?)x)*)(.*)>\Z", re.DOTALL)


@lru_cache(maxsize=4096)
def behind_space(text: str, pos: int) -> int:
    """Where the spaces and comments that stand at ``pos`` end."""
    found = SPACE.match(text, pos)
    return found.end() if found else pos


def split_attrs(text: str) -> dict[str, str]:
    """The entries of the attribute dictionary ``{...}``; a unit attribute is ``"unit"``. Do not modify the result."""
    entries = ((_ATTR_ENTRY.match(entry), entry) for entry in split_commas(text[1:-1]))
    return dict((_key(f[1]), f[2].strip()) if f else (_key(entry), "unit") for f, entry in entries)


def _key(text: str) -> str:
    """The name of an attribute, without quotes where it needs none."""
    return text.strip('"') if _BARE.fullmatch(text) else text


def join_attrs(attrs: dict[str, str]) -> str:
    """``{...}`` in MLIR's order, ``""`` for none; the inverse of `split_attrs`."""
    if not attrs:
        return ""
    entries = (k if v == "unit" else f"{k} = {v}" for k, v in sorted(attrs.items()))
    return "{" + ", ".join(entries) + "}"


@lru_cache(maxsize=4096)
def split_commas(text: str) -> tuple[str, ...]:
    """The types or parameters in ``text``, which commas separate at the top level."""
    parts, start, depth = [], 0, 0
    for token in re.finditer(rf"->|{_STRING}|[<(\[{{]|[>)\]}}]|,", text):
        match token[0]:
            case "<" | "(" | "[" | "{":
                depth += 1
            case ">" | ")" | "]" | "}":
                depth -= 1
            case "," if depth == 0:
                parts.append(text[start : token.start()].strip())
                start = token.end()
    last = text[start:].strip()
    return (*parts, last) if last or parts else ()


@lru_cache(maxsize=4096)
def split_tensor(text: str) -> tuple[str, str, str] | None:
    """``("16x8x", "f32", "")`` of ``tensor<16x8xf32>``: shape, element type, rest; None for other types."""
    if not (found := _TENSOR.match(text)):
        return None
    element, *rest = split_commas(found[2])
    return found[1], element, "".join(f", {r}" for r in rest)


class Rewritten:
    """Text built from pieces of a source, together with where in the source each piece came from."""

    def __init__(self, source: str):
        self.source = source
        self._pieces: list[str] = []
        self._size = 0
        self._marks: list[tuple[int, int]] = [(0, 0)]

    def add(self, text: str, origin: int) -> None:
        """Append ``text``, which stands for what begins at offset ``origin`` of the source."""
        self._marks.append((self._size, origin))
        self._pieces.append(text)
        self._size += len(text)

    @cached_property
    def text(self) -> str:
        """The whole text; nothing can be added any more."""
        return "".join(self._pieces)

    @cached_property
    def _lines(self) -> tuple[Lines, Lines]:
        return Lines(self.source), Lines(self.text)

    def place_of(self, line: int, column: int) -> tuple[int, int]:
        """Line and column in the source of ``line`` and (in bytes, as MLIR counts) ``column`` of the rewritten text."""
        source, text = self._lines
        return source.place_of(self._origin(text.offset_of(line, column)))

    def _origin(self, offset: int) -> int:
        index = bisect_right(self._marks, (offset, len(self.source))) - 1
        start, origin = self._marks[index]
        end = self._marks[index + 1][1] if index + 1 < len(self._marks) else len(self.source)
        return min(origin + offset - start, max(end, origin))


class Lines:
    """Where the lines of a text begin; lines and columns count from 1."""

    def __init__(self, text: str):
        self.text = text
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def offset_of(self, line: int, column: int) -> int:
        """The offset of byte ``column`` of ``line``."""
        if line > len(self.starts):
            return len(self.text)
        start = self.starts[line - 1]
        if not self.text.isascii():
            column = 1 + len(self.text[start : start + column].encode()[: column - 1].decode(errors="ignore"))
        return min(start + column - 1, len(self.text))

    def place_of(self, offset: int) -> tuple[int, int]:
        """Line and column of ``offset``."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """The line and column, from 1, of ``offset`` in ``text``."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def quoted(text: str) -> str:
    """``text`` as a string literal, from which MLIR reads the same bytes."""
    return '"' + _SPECIAL.sub(lambda found: f"\\{ord(found[0]):02X}", text) + '"'


_SPECIAL = re.compile(r'[\x00-\x1f"\\\x7f]')
