"""The text of code models (Project Babylon): a tree of operations, bodies and values, whatever they mean.

::

    %4 : int = tt.reduce %3 @axis="0" (%5 : int, %6 : int)int -> {
        %7 : int = arith.addi %5 %6;
        tt.reduce.return %7;
    };

An operation may declare one value of one type, takes values and attributes (one of them may be without a name),
and holds bodies: parameters, a result type, operations.  ``//`` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")


class Unreadable(Exception):
    """The text is wrong at ``offset``."""

    def __init__(self, message: str, offset: int):
        super().__init__(message)
        self.message, self.offset = message, offset


@dataclass(frozen=True)
class Type:
    """``tensor<x64, int>``: a name and arguments, which are types (sizes read as types named ``x64``)."""

    name: str
    arguments: tuple[Type, ...] = ()
    offset: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.name}<{', '.join(map(str, self.arguments))}>" if self.arguments else self.name


@dataclass(frozen=True)
class Value:
    """The name of a value where it is used, or, with a ``type``, where it is declared."""

    name: str
    offset: int
    type: Type | None = None

    @property
    def declared(self) -> Type:
        """The type that the value is declared with; void without one."""
        return self.type or VOID


@dataclass(frozen=True)
class Op:
    """An operation; the attribute without a name is ``attributes[""]``."""

    name: str
    offset: int
    result: Value | None
    operands: tuple[Value, ...]
    attributes: dict[str, str]
    bodies: tuple[Body, ...]


@dataclass(frozen=True)
class Body:
    """What an operation holds in braces; ``end`` is the offset of the closing one."""

    parameters: tuple[Value, ...]
    result: Type
    operations: tuple[Op, ...]
    end: int


VOID = Type("void")

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_TOKENS = re.compile(
    r"(?P<space>(?:\s+|//[^\n]*)+)"
    r"|(?P<value>%[\w.$]+)"
    rf"|(?P<attribute>@(?:[A-Za-z_][\w.]*\s*=\s*)?(?:{_STRING}|-?[\w.]+(?:(?<=[eE])-?\w+)?))"
    rf"|(?P<string>{_STRING})"
    r"|(?P<name>[A-Za-z_][\w.$]*)"
    r"|(?P<mark>->|[(){}<>,:;=])"
    r"|(?P<end>\Z)"
)
_ATTRIBUTE = re.compile(rf"@(?:([A-Za-z_][\w.]*)\s*=\s*)?({_STRING}|.+)", re.DOTALL)
_DEPTH = 64


def read(text: str) -> list[Op]:
    """The operations of ``text``, roots of code models; raises `Unreadable`."""
    reader = _Reader(text)
    operations = []
    while reader.kind != "end":
        operations.append(reader.operation())
    return operations


class _Reader:
    """Recursive descent; ``kind``, ``token`` and ``offset`` are those of the token in front."""

    def __init__(self, text: str):
        self.text, self.depth = text, 0
        self.kind, self.token, self.offset, self.next = "", "", 0, 0
        self.advance()

    def advance(self) -> str:
        """Go on to the next token; returns the one left behind."""
        passed = self.token
        while True:
            found = _TOKENS.match(self.text, self.next)
            if not found:
                raise Unreadable(f"unexpected {self.text[self.next]!r}", self.next)
            self.kind, self.token, self.offset, self.next = (
                found.lastgroup or "",
                found[0],
                found.start(),
                found.end(),
            )
            if self.kind != "space":
                return passed

    def take(self, mark: str) -> bool:
        """Whether ``mark`` is in front, which is then passed."""
        if self.kind == "mark" and self.token == mark:
            self.advance()
            return True
        return False

    def need(self, what: str, kind: str = "mark") -> str:
        """Pass a token of ``kind`` (a mark: the one that ``what`` spells), which is returned."""
        if self.kind != kind or (kind == "mark" and self.token != what):
            shown = "the end of the text" if self.kind == "end" else repr(self.token)
            raise Unreadable(f"expected {repr(what) if kind == 'mark' else what}, found {shown}", self.offset)
        return self.advance()

    def nested(self, parse: Callable[[], T]) -> T:
        """What ``parse`` returns, one level further down."""
        if self.depth == _DEPTH:
            raise Unreadable(f"nested more than {_DEPTH} levels deep", self.offset)
        self.depth += 1
        found = parse()
        self.depth -= 1
        return found

    def operation(self) -> Op:
        """``[%r : type =] name operands attributes bodies;``."""
        result = self.declaration() if self.kind == "value" else None
        if result:
            self.need("=")
        offset, name = self.offset, self.need("the name of an operation", "name")
        operands, attributes = [], {}
        while self.kind in ("value", "attribute"):
            if self.kind == "value":
                operands.append(Value(self.token, self.offset))
            else:
                key, value = self.attribute()
                attributes[key] = value
            self.advance()
        bodies = []
        while self.token == "(":
            bodies.append(self.nested(self.body))
        self.need(";")
        return Op(name, offset, result, tuple(operands), attributes, tuple(bodies))

    def attribute(self) -> tuple[str, str]:
        """Key and value of the attribute in front, the value without its quotes."""
        found = _ATTRIBUTE.fullmatch(self.token)
        assert found, self.token
        key, value = found.groups()
        if value.startswith('"'):
            value = re.sub(r"\\(.)", r"\1", value[1:-1])
        return key or "", value

    def declaration(self) -> Value:
        """``%name : type``."""
        offset, name = self.offset, self.need("a value such as %0", "value")
        self.need(":")
        return Value(name, offset, self.type())

    def type(self) -> Type:
        """``name``, ``name<arguments>`` or ``java.type:"name"``, which is that name's type."""
        offset, name = self.offset, self.need("a type", "name")
        if name == "java.type" and self.take(":"):
            return Type(self.need("the name of a Java type in quotes", "string")[1:-1], (), offset)
        arguments: tuple[Type, ...] = ()
        if self.take("<"):
            arguments = self.nested(lambda: self.sequence(self.type, ">"))
        return Type(name, arguments, offset)

    def sequence(self, parse: Callable[[], T], end: str) -> tuple[T, ...]:
        """What ``parse`` finds between commas, up to the mark ``end``, which is passed."""
        found: list[T] = []
        while not self.take(end):
            if found:
                self.need(",")
            found.append(parse())
        return tuple(found)

    def body(self) -> Body:
        """``(parameters)type -> { operations }``."""
        self.need("(")
        parameters = self.sequence(self.declaration, ")")
        result = self.type() if self.kind == "name" else VOID
        self.need("->")
        self.need("{")
        operations = []
        while self.token != "}":
            operations.append(self.operation())
        end = self.offset
        self.need("}")
        return Body(parameters, result, tuple(operations), end)
