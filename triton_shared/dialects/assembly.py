"""Assembly formats: one string an op, in the manner of ODS, from which the op's custom syntax is read and printed.

A format is a sequence of

| element | meaning |
|---|---|
| `` `,` `` | this literal |
| ``$x`` | an operand, a list of operands, or an attribute of one of the op's `attribute_kinds` |
| ``type($x)`` | the types of an operand or a result; ``type(<$x>)`` is spelled without its ``!dialect.name`` |
| ``functional-type($x $y, $z)`` | ``(types of $x and $y) -> types of $z`` |
| ``attr-dict`` | every attribute that the format does not name |
| ``( … $x^ … )?`` | printed if ``$x`` is there; read if the first element is |

An op class says about its syntax, all of it optional:

``assembly_format``
    the syntax in which it is printed; without one it is printed in generic form
``older_formats``
    what older releases printed, tried in turn after ``assembly_format``
``inferred_types``
    how the types that a format leaves out follow from the others: name -> rule (`same_as`, `with_element`, …)
``attribute_kinds``
    name -> `Kind` of its inherent attributes: spelling in a format, default
``same_variadic_size``
    whether all lists of operands are of one length, so that generic text has no segment sizes
``upgrade(attrs)``
    a static method that turns the attributes of older releases into today's, in place

The text of an op is read into, and printed from, a `Statement`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeVar

from triton_shared import compat
from triton_shared.dialects import lexer
from triton_shared.dialects.lexer import join_attrs, split_attrs
from triton_shared.dialects.mixed import Mixed, run_lengths
from triton_shared.dialects.registry import to_text
from triton_shared.dialects.statement import (
    Cursor,
    Statement,
    Unexpected,
    Writer,
    function_type,
    parenthesized,
    results_of,
)
from triton_shared.dialects.syntax import UNIT, Kind, Rule, Types
from triton_shared.mlir import ext, irdl
from triton_shared.records import dataclass

T = TypeVar("T")

SEGMENTS = ("operandSegmentSizes", "resultSegmentSizes")


# --------------------------------------------------------------------------------------------------
# The elements of formats


_ARROW = re.compile("->")


class _Element:
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
        """The names that this element spells."""
        return iter(())


@dataclass
class _Literal(_Element):
    """A keyword or punctuation."""

    text: str

    def __post_init__(self) -> None:
        self.pattern = re.compile(re.escape(self.text) + (r"(?![\w$.])" if self.text[-1].isalnum() else ""))

    def starts(self, cursor: Cursor) -> bool:
        return bool(self.pattern.match(cursor.text, cursor.pos))

    def read(self, cursor: Cursor, statement: Statement) -> None:
        cursor.need(self.pattern, f"'{self.text}'")

    def write(self, writer: Writer, statement: Statement) -> None:
        writer.literal(self.text)


@dataclass
class _Values(_Element):
    """An operand, or a list of them."""

    name: str
    many: bool

    def starts(self, cursor: Cursor) -> bool:
        return bool(lexer.VALUE.match(cursor.text, cursor.pos))

    def read(self, cursor: Cursor, statement: Statement) -> None:
        def value() -> tuple[str, int]:
            offset = cursor.pos
            return cursor.need(lexer.VALUE, "an operand"), offset

        statement.operands[self.name] = cursor.sequence(value, lexer.VALUE) if self.many else [value()]

    def write(self, writer: Writer, statement: Statement) -> None:
        if names := [name for name, _ in statement.operands[self.name]]:
            writer.token(", ".join(names))

    def placed(self) -> Iterator[str]:
        yield self.name


@dataclass
class _Attribute(_Element):
    """An attribute with a place of its own."""

    name: str
    kind: Kind

    def starts(self, cursor: Cursor) -> bool:
        return bool(self.kind.pattern.match(cursor.text, cursor.pos))

    def read(self, cursor: Cursor, statement: Statement) -> None:
        if self.kind.default is None and self.kind is UNIT:
            statement.attrs[self.name] = "unit"
            return
        offset = cursor.pos
        text = cursor.need(self.kind.pattern, self.kind.what)
        try:
            statement.attrs[self.name] = self.kind.encode(text)
        except KeyError:
            raise Unexpected(f"expected {self.kind.what}, not '{text}'", offset) from None

    def write(self, writer: Writer, statement: Statement) -> None:
        if self.kind is not UNIT:
            writer.token(self.kind.decode(statement.attrs.get(self.name) or self.kind.default or ""))

    def placed(self) -> Iterator[str]:
        yield self.name


@dataclass
class _TypeOf(_Element):
    """The types of an operand or result; ``prefix`` is what an abbreviated type leaves out."""

    name: str
    many: bool
    prefix: str = ""

    def read(self, cursor: Cursor, statement: Statement) -> None:
        statement.types[self.name] = (
            cursor.sequence(cursor.type, lexer.TYPE) if self.many else [self._one(cursor)]
        )

    def _one(self, cursor: Cursor) -> str:
        if self.prefix and cursor.text.startswith("<", cursor.pos):
            return cursor.spelled(lexer.ABBREVIATED_TYPE, "a type", self.prefix)
        return cursor.type()

    def write(self, writer: Writer, statement: Statement) -> None:
        if types := statement.types[self.name]:
            writer.token(", ".join(map(to_text, types)).removeprefix(self.prefix))


@dataclass
class _FunctionalType(_Element):
    """``(operand types) -> result types``."""

    operands: list[str]
    results: str
    many: bool

    def read(self, cursor: Cursor, statement: Statement) -> None:
        types = parenthesized(cursor)
        sizes = [len(statement.operands.get(name, ())) for name in self.operands]
        if sum(sizes) != len(types):
            raise Unexpected(f"expected {sum(sizes)} operand types and found {len(types)}", cursor.pos)
        for name, size in zip(self.operands, sizes, strict=True):
            statement.types[name], types = types[:size], types[size:]
        cursor.need(_ARROW, "'->'")
        statement.types[self.results] = results_of(cursor)

    def write(self, writer: Writer, statement: Statement) -> None:
        operands = [t for name in self.operands for t in statement.types.get(name, [])]
        writer.token(to_text(function_type(operands, statement.types[self.results])))


class _AttrDict(_Element):
    """Every attribute without a place of its own."""

    def starts(self, cursor: Cursor) -> bool:
        return cursor.text.startswith("{", cursor.pos)

    def read(self, cursor: Cursor, statement: Statement) -> None:
        if self.starts(cursor):
            text = cursor.spelled(lexer.ATTR_DICT, "an attribute dictionary that ends")
            statement.attrs.update(split_attrs(text))

    def write(self, writer: Writer, statement: Statement) -> None:
        if text := join_attrs(statement.unplaced):
            writer.token(to_text(text))


@dataclass
class _Group(_Element):
    """An optional group: there if its anchor is."""

    elements: list[_Element]
    anchor: str | None

    def starts(self, cursor: Cursor) -> bool:
        return self.elements[0].starts(cursor)

    def read(self, cursor: Cursor, statement: Statement) -> None:
        if self.starts(cursor):
            for element in self.elements:
                element.read(cursor, statement)

    def write(self, writer: Writer, statement: Statement) -> None:
        if statement.operands.get(self.anchor or "") or self.anchor in statement.attrs:
            for element in self.elements:
                element.write(writer, statement)

    def placed(self) -> Iterator[str]:
        for element in self.elements:
            yield from element.placed()


_FORMAT_TOKEN = re.compile(
    r"\s*(?:`(?P<literal>[^`]+)`|\$(?P<variable>\w+)(?P<anchor>\^?)|type\((?:<\$(?P<short>\w+)>|\$(?P<type>\w+))\)(?P<mark>\^?)"
    r"|functional-type\((?P<ins>[^,]*),\s*\$(?P<outs>\w+)\)|(?P<dict>attr-dict)|(?P<open>\()|(?P<close>\)\?))\s*"
)


class Assembly:
    """What the text engine knows of an op class: its fields and its compiled formats."""

    def __init__(self, op: type[ext.Operation]):
        operands, attributes, results, _ = ext.partition_fields(compat.fields_of(op))
        self.op = op
        self.name = op.OPERATION_NAME
        self.operands = {f.name: f.variadicity for f in operands}
        self.results = {f.name: f.variadicity for f in results}
        self.kinds: dict[str, Kind] = getattr(op, "attribute_kinds", {})
        self.declared = {f.name for f in attributes}
        self.inherent = self.declared | set(self.kinds)
        self.rules: dict[str, Rule] = getattr(op, "inferred_types", {})
        self.upgrade: Callable[[dict[str, str]], None] | None = getattr(op, "upgrade", None)
        self.same_size: bool = getattr(op, "same_variadic_size", False)
        printed = getattr(op, "assembly_format", None)
        texts = ([] if printed is None else [printed]) + list(getattr(op, "older_formats", ()))
        self.formats = [self._compile(text) for text in texts]
        self.printed = self.formats[0] if printed is not None else None
        self.placed = {name for element in self.printed or () for name in element.placed()}
        self.spelled = self._spelled_types()
        optional = {n for e in self.printed or () if isinstance(e, _Group) for n in e.placed()}
        self.required = sorted(self.declared | (self.placed & set(self.kinds)) - optional)

    # -- formats

    def _compile(self, text: str) -> list[_Element]:
        stack: list[tuple[list[_Element], str | None]] = [([], None)]
        pos = 0
        while pos < len(text):
            if not (token := _FORMAT_TOKEN.match(text, pos)):
                raise ValueError(f"assembly format of {self.name}: cannot read {text[pos:]!r}")
            pos = token.end()
            if token["open"]:
                stack.append(([], None))
                continue
            if token["close"]:
                elements, anchor = stack.pop()
                stack[-1][0].append(_Group(elements, anchor))
                continue
            stack[-1][0].append(self._element(token))
            if token["anchor"] or token["mark"]:
                stack[-1] = (stack[-1][0], token["variable"] or token["type"])
        return stack[0][0]

    def _element(self, token: re.Match) -> _Element:
        fields = self.operands | self.results
        if token["literal"]:
            return _Literal(token["literal"])
        if name := token["variable"]:
            if name in self.operands:
                return _Values(name, fields[name] == _VARIADIC)
            return _Attribute(name, self.kinds[name])
        if name := token["type"]:
            return _TypeOf(name, fields[name] == _VARIADIC)
        if name := token["short"]:
            return _TypeOf(name, fields[name] == _VARIADIC, self.op.type_prefixes[name])
        if token["outs"]:
            return _FunctionalType(
                re.findall(r"\w+", token["ins"]), token["outs"], fields[token["outs"]] == _VARIADIC
            )
        return _AttrDict()

    # -- reading

    def read(self, text: str, pos: int, spell: Callable[[str], str]) -> tuple[Statement, int]:
        """Read the custom syntax at ``pos``, behind the op's name: the statement and where it ends.

        Raises `Unexpected` for the format that got furthest.
        """
        furthest = None
        for elements in self.formats:
            cursor, statement = Cursor(text, pos, spell), Statement()
            try:
                for element in elements:
                    element.read(cursor, statement)
                self.complete(statement, cursor.pos)
                if cursor.text[cursor.pos : cursor.pos + 1] in _CONTINUES:
                    raise Unexpected(f"unexpected '{cursor.text[cursor.pos]}'", cursor.pos)
                return statement, cursor.end
            except Unexpected as error:
                if furthest is None or error.offset > furthest.offset:
                    furthest = error
        raise furthest or Unexpected(f"'{self.name}' has no custom syntax: write it in generic form", pos)

    def complete(self, statement: Statement, offset: int) -> None:
        """Fill in what the text leaves out: default attributes, types, segment sizes."""
        self.complete_attrs(statement.attrs, offset)
        for name in self.operands:
            statement.operands.setdefault(name, [])
        self._infer_types(statement.types, {n: len(v) for n, v in statement.operands.items()}, offset)
        for name, values in statement.operands.items():
            if len(values) != len(statement.types[name]):
                raise Unexpected(f"expected {len(values)} types of '{name}'", offset)
        statement.attrs |= self.segments(
            [statement.types[n] for n in self.operands], [statement.types[n] for n in self.results]
        )

    def segments(self, operands: list[list[str]], results: list[list[str]]) -> dict[str, str]:
        """The segment sizes of operands and results whose types, field by field, are these."""
        sizes = {}
        for attribute, fields, types in zip(
            SEGMENTS, (self.operands, self.results), (operands, results), strict=True
        ):
            if any(v != _SINGLE for v in fields.values()):
                lengths = run_lengths(types[0]) if issubclass(self.op, Mixed) else map(len, types)
                sizes[attribute] = f"array<i32: {', '.join(map(str, lengths))}>"
        return sizes

    def shows_segments(self, attribute: str) -> bool:
        """Whether generic text has these segment sizes: several fields vary in length, each in its own way."""
        fields = (self.operands, self.results)[SEGMENTS.index(attribute)]
        return not self.same_size and sum(v != _SINGLE for v in fields.values()) > 1

    def segments_of(self, operands: list[str], results: list[str], attrs: dict[str, str]) -> dict[str, str]:
        """`segments` for a generic op with these types and attributes; raises ValueError."""
        return self.segments(
            self.split(self.operands, operands, attrs, SEGMENTS[0]),
            self.split(self.results, results, attrs, SEGMENTS[1]),
        )

    def split(
        self, fields: dict[str, object], types: list[T], attrs: dict[str, str], segments: str
    ) -> list[list[T]]:
        """``types`` (or values) of a generic op, field by field."""
        sizes = [1] * len(fields)
        if any(v != _SINGLE for v in fields.values()):
            vary = sum(v != _SINGLE for v in fields.values())
            if vary == 1 or issubclass(self.op, Mixed):
                sizes = [1 if v == _SINGLE else len(types) - len(fields) + 1 for v in fields.values()]
            elif segments not in attrs and self.same_size and (len(types) - len(fields) + vary) % vary == 0:
                sizes = [
                    1 if v == _SINGLE else (len(types) - len(fields) + vary) // vary for v in fields.values()
                ]
            elif segments in attrs:
                sizes = [int(n) for n in re.findall(r"-?\d+", attrs[segments].partition(":")[2])]
                if len(sizes) != len(fields) or any(map(_is_no_size, fields.values(), sizes)):
                    raise ValueError(f"'{segments}' must be {len(fields)} sizes of {', '.join(fields)}")
            else:
                raise ValueError(f"requires attribute '{segments}'")
        if sum(sizes) != len(types) or min(sizes, default=0) < 0:
            raise ValueError(f"expected another number of types than {len(types)}")
        starts = [sum(sizes[:i]) for i in range(len(sizes))]
        return [types[start : start + size] for start, size in zip(starts, sizes, strict=True)]

    def complete_attrs(self, attrs: dict[str, str], offset: int) -> None:
        """Turn the attributes of older releases into today's and add the defaults."""
        if self.upgrade:
            try:
                self.upgrade(attrs)
            except (KeyError, ValueError) as error:
                raise Unexpected(
                    f"has an attribute with a value that no release has: {error}", offset
                ) from None
        for name, kind in self.kinds.items():
            if kind.default is not None:
                attrs.setdefault(name, kind.default)

    def _infer_types(self, types: Types, counts: dict[str, int], offset: int) -> None:
        """Add the types that follow from ``types``; ``counts`` are the numbers of operands."""
        missing = [n for n in (*self.operands, *self.results) if n not in types]
        while missing:
            left = [name for name in missing if not self._infer(name, counts.get(name, 1), types, offset)]
            if len(left) == len(missing):
                raise Unexpected(f"cannot tell the type of '{left[0]}'", offset)
            missing = left

    def _infer(self, name: str, count: int, types: Types, offset: int) -> bool:
        if count == 0:
            types[name] = []
            return True
        try:
            found = self.rules[name](types)
        except KeyError:
            return False
        except ValueError as error:
            raise Unexpected(str(error), offset) from None
        types[name] = found * count if len(found) == 1 else found
        return True

    def generic(self, statement: Statement) -> tuple[list[tuple[str, int]], str]:
        """The statement in MLIR's generic form: names of the operands in order, and what follows them."""
        types = statement.types
        operands = [t for name in self.operands for t in types[name]]
        results = [t for name in self.results for t in types[name]]
        attrs = join_attrs(statement.attrs)
        return [v for name in self.operands for v in statement.operands[name]], (
            f"){' ' if attrs else ''}{attrs} : {function_type(operands, results)}"
        )

    # -- printing

    def print(self, statement: Statement) -> str | None:
        """The custom syntax behind the op's name; None if the op is outside of what its format can say."""
        if self.printed is None:
            return None
        known = Statement(dict(statement.operands), {n: statement.types[n] for n in self.spelled}, {})
        try:
            known.attrs = {n: v for n, v in statement.attrs.items() if not self._implied(n, v)}
            known.unplaced = {n: v for n, v in known.attrs.items() if n not in self.placed}
            types = dict(known.types)
            self._infer_types(types, {n: len(v) for n, v in statement.operands.items()}, 0)
            if types != statement.types:
                return None
            writer = Writer()
            for element in self.printed:
                element.write(writer, known)
        except (KeyError, Unexpected):
            return None
        return writer.text

    def _implied(self, name: str, value: str) -> bool:
        return name in SEGMENTS or (name in self.kinds and self.kinds[name].default == value)

    def _spelled_types(self) -> frozenset[str]:
        """The operands and results whose types the printed format spells."""

        def names(elements: list[_Element]) -> Iterator[str]:
            for element in elements:
                match element:
                    case _TypeOf(name):
                        yield name
                    case _FunctionalType(operands, results):
                        yield from (*operands, results)
                    case _Group(inner):
                        yield from names(inner)

        return frozenset(names(self.printed or []))


def _is_no_size(variadicity: irdl.Variadicity, size: int) -> bool:
    """Whether no field of this variadicity has ``size`` operands or results."""
    longest = {irdl.Variadicity.single: 1, irdl.Variadicity.optional: 1}.get(variadicity, size)
    return not int(variadicity == irdl.Variadicity.single) <= size <= longest


_VARIADIC, _SINGLE = irdl.Variadicity.variadic, irdl.Variadicity.single
_CONTINUES = tuple(",:-<[=*")


@cache
def assembly_of(op: type[ext.Operation]) -> Assembly:
    """The `Assembly` of an op class, compiled once."""
    return Assembly(op)
