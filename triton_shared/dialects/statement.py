"""An op in text, and what reads and writes it token by token."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field

from triton_shared.dialects import lexer
from triton_shared.dialects.registry import UnknownName
from triton_shared.dialects.syntax import Types
from triton_shared.records import dataclass


class Unexpected(Exception):
    """Text that does not follow the format: ``message`` says what was expected at ``offset``."""

    def __init__(self, message: str, offset: int):
        super().__init__(message)
        self.message, self.offset = message, offset


@dataclass
class Statement:
    """An op in text: values are (name, offset in the source), types and attributes MLIR's spelling."""

    operands: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    types: Types = field(default_factory=dict)
    attrs: dict[str, str] = field(default_factory=dict)
    unplaced: dict[str, str] = field(default_factory=dict)


class Cursor:
    """A position in a source that moves forward token by token."""

    def __init__(self, text: str, pos: int, spell: Callable[[str], str]):
        self.text, self.spell = text, spell
        self.end = pos  # of the last token taken
        self.pos = lexer.behind_space(text, pos)  # of the next one

    def take(self, pattern: re.Pattern) -> str | None:
        """The token here, if ``pattern`` matches it, and move behind it."""
        if not (found := pattern.match(self.text, self.pos)):
            return None
        self.end = found.end()
        self.pos = lexer.behind_space(self.text, self.end)
        return found[0]

    def need(self, pattern: re.Pattern, what: str) -> str:
        """`take`, or raise `Unexpected`."""
        if (token := self.take(pattern)) is None:
            raise Unexpected(f"expected {what}", self.pos)
        return token

    def type(self) -> str:
        """The type here in MLIR's spelling."""
        return self.spelled(lexer.TYPE, "a type")

    def spelled(self, pattern: re.Pattern, what: str, prefix: str = "") -> str:
        """The token here, behind ``prefix``, in MLIR's spelling."""
        offset = self.pos
        token = self.need(pattern, what)
        try:
            return self.spell(prefix + token)
        except UnknownName as error:
            raise Unexpected(str(error), offset) from None

    def sequence(self, item: Callable[[], object], start: re.Pattern) -> list:
        """Zero or more ``item``\\ s separated by commas; there is one if ``start`` matches."""
        if not start.match(self.text, self.pos):
            return []
        items = [item()]
        while self.take(_COMMA):
            items.append(item())
        return items


class Writer:
    """Text that puts white space between elements by the rules of ODS."""

    def __init__(self) -> None:
        self.text, self._space, self._after_punctuation = "", True, False

    def literal(self, text: str) -> None:
        """A keyword or punctuation."""
        tight = ">)}]," if self._after_punctuation else "<>(){}[],"
        if self._space and (text == "->" or len(text) != 1 or text not in tight):
            self.text += " "
        self.text += text
        self._space = len(text) != 1 or text not in "<({["
        self._after_punctuation = not (text[0].isalpha() or text[0] == "_")

    def token(self, text: str) -> None:
        """A value, type or attribute."""
        self.text += f" {text}" if self._space or not self._after_punctuation else text
        self._space, self._after_punctuation = True, False


_COMMA = re.compile(",")
_OPEN, _CLOSE = re.compile(r"\("), re.compile(r"\)")


def parenthesized(cursor: Cursor) -> list[str]:
    """The types in parentheses."""
    cursor.need(_OPEN, "'('")
    types = cursor.sequence(cursor.type, lexer.TYPE)
    cursor.need(_CLOSE, "')'")
    return types


def results_of(cursor: Cursor) -> list[str]:
    """The types behind ``->``: one, or several in parentheses."""
    return parenthesized(cursor) if cursor.text.startswith("(", cursor.pos) else [cursor.type()]


def function_type(operands: list[str], results: list[str]) -> str:
    """``(operands) -> results``."""
    one = len(results) == 1 and not results[0].startswith("(")
    return f"({', '.join(operands)}) -> {results[0] if one else '(' + ', '.join(results) + ')'}"
