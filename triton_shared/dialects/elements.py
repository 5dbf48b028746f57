"""The elements of assembly formats, each of which reads and prints its piece of a statement."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from triton_shared.dialects import lexer
from triton_shared.dialects.lexer import SPACE, join_attrs, split_attrs
from triton_shared.dialects.registry import UnknownName, to_text
from triton_shared.dialects.syntax import UNIT, Kind, Types


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
        self.pos = SPACE.match(text, pos).end()  # of the next one

    def take(self, pattern: re.Pattern) -> str | None:
        """The token here, if ``pattern`` matches it, and move behind it."""
        if not (found := pattern.match(self.text, self.pos)):
            return None
        self.end = found.end()
        self.pos = SPACE.match(self.text, self.end).end()
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

    def __init__(self):
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
_ARROW = re.compile("->")
_OPEN, _CLOSE = re.compile(r"\("), re.compile(r"\)")


class Element:
    """One element of a format."""

    def starts(self, cursor: Cursor) -> bool:
        """Whether the text at ``cursor`` is this element (asked of the first one of an optional group)."""
        return True

    def read(self, cursor: Cursor, statement: Statement) -> None:
        """Read this element into ``statement``; raises `Unexpected`."""
        raise NotImplementedError

    def write(self, writer: Writer, statement: Statement) -> None:
        """Print this element of ``statement``."""
        raise NotImplementedError

    def placed(self) -> Iterator[str]:
        """The names that have a place in this element."""
        return iter(())


@dataclass
class Literal(Element):
    """A keyword or punctuation."""

    text: str

    def __post_init__(self):
        self.pattern = re.compile(re.escape(self.text) + (r"(?![\w$.])" if self.text[-1].isalnum() else ""))

    def starts(self, cursor):
        return bool(self.pattern.match(cursor.text, cursor.pos))

    def read(self, cursor, statement):
        cursor.need(self.pattern, f"'{self.text}'")

    def write(self, writer, statement):
        writer.literal(self.text)


@dataclass
class Values(Element):
    """An operand, or a list of them."""

    name: str
    many: bool

    def starts(self, cursor):
        return bool(lexer.VALUE.match(cursor.text, cursor.pos))

    def read(self, cursor, statement):
        def value() -> tuple[str, int]:
            offset = cursor.pos
            return cursor.need(lexer.VALUE, "an operand"), offset

        statement.operands[self.name] = cursor.sequence(value, lexer.VALUE) if self.many else [value()]

    def write(self, writer, statement):
        if names := [name for name, _ in statement.operands[self.name]]:
            writer.token(", ".join(names))

    def placed(self):
        yield self.name


@dataclass
class Attribute(Element):
    """An attribute with a place of its own."""

    name: str
    kind: Kind

    def starts(self, cursor):
        return bool(self.kind.pattern.match(cursor.text, cursor.pos))

    def read(self, cursor, statement):
        if self.kind.default is None and self.kind is UNIT:
            statement.attrs[self.name] = "unit"
            return
        offset = cursor.pos
        text = cursor.need(self.kind.pattern, self.kind.what)
        try:
            statement.attrs[self.name] = self.kind.encode(text)
        except KeyError:
            raise Unexpected(f"expected {self.kind.what}, not '{text}'", offset) from None

    def write(self, writer, statement):
        if self.kind is not UNIT:
            writer.token(self.kind.decode(statement.attrs.get(self.name) or self.kind.default))

    def placed(self):
        yield self.name


@dataclass
class TypeOf(Element):
    """The types of an operand or result; ``prefix`` is what an abbreviated type leaves out."""

    name: str
    many: bool
    prefix: str = ""

    def read(self, cursor, statement):
        statement.types[self.name] = (
            cursor.sequence(cursor.type, lexer.TYPE) if self.many else [self._one(cursor)]
        )

    def _one(self, cursor: Cursor) -> str:
        if self.prefix and cursor.text.startswith("<", cursor.pos):
            return cursor.spelled(lexer.ABBREVIATED_TYPE, "a type", self.prefix)
        return cursor.type()

    def write(self, writer, statement):
        if types := statement.types[self.name]:
            writer.token(", ".join(map(to_text, types)).removeprefix(self.prefix))


@dataclass
class FunctionalType(Element):
    """``(operand types) -> result types``."""

    operands: list[str]
    results: str
    many: bool

    def read(self, cursor, statement):
        types = parenthesized(cursor)
        sizes = [len(statement.operands.get(name, ())) for name in self.operands]
        if sum(sizes) != len(types):
            raise Unexpected(f"expected {sum(sizes)} operand types and found {len(types)}", cursor.pos)
        for name, size in zip(self.operands, sizes):
            statement.types[name], types = types[:size], types[size:]
        cursor.need(_ARROW, "'->'")
        statement.types[self.results] = results_of(cursor)

    def write(self, writer, statement):
        operands = [t for name in self.operands for t in statement.types.get(name, [])]
        writer.token(to_text(function_type(operands, statement.types[self.results])))


class AttrDict(Element):
    """Every attribute without a place of its own."""

    def starts(self, cursor):
        return cursor.text.startswith("{", cursor.pos)

    def read(self, cursor, statement):
        if self.starts(cursor):
            text = cursor.spelled(lexer.ATTR_DICT, "an attribute dictionary that ends")
            statement.attrs.update(split_attrs(text))

    def write(self, writer, statement):
        if text := join_attrs(statement.unplaced):
            writer.token(to_text(text))


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


@dataclass
class Group(Element):
    """An optional group: there if its anchor is."""

    elements: list[Element]
    anchor: str

    def starts(self, cursor):
        return self.elements[0].starts(cursor)

    def read(self, cursor, statement):
        if self.starts(cursor):
            for element in self.elements:
                element.read(cursor, statement)

    def write(self, writer, statement):
        if statement.operands.get(self.anchor) or self.anchor in statement.attrs:
            for element in self.elements:
                element.write(writer, statement)

    def placed(self):
        for element in self.elements:
            yield from element.placed()
