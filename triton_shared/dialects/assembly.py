"""Assembly formats: one string an op, in the manner of ODS, from which the op's custom syntax is read and printed.

A format is a sequence of

| element | meaning |
|---|---|
| `` `,` `` | this literal |
| ``$x`` | an operand, a list of operands, or an attribute of one of the op's `attribute_kinds` |
| ``type($x)`` | the types of an operand or a result; ``type(<$x>)`` is spelled without its ``!dialect.name`` |
| ``functional-type($x $y, $z)`` | ``(types of $x and $y) -> types of $z`` |
| ``attr-dict`` | every attribute that has no place of its own |
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
``upgrade(attrs)``
    a static method that turns the attributes of older releases into today's, in place

The text of an op is read into, and printed from, a `Statement`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from triton_shared.dialects import lexer
from triton_shared.dialects.lexer import SPACE, join_attrs, split_attrs
from triton_shared.dialects.mixed import Mixed, run_lengths
from triton_shared.mlir import ext, irdl

Types = dict[str, list[str]]
SEGMENTS = ("operandSegmentSizes", "resultSegmentSizes")


class Unexpected(Exception):
    """Text that does not follow the format: ``message`` says what was expected at ``offset``."""

    def __init__(self, message: str, offset: int):
        super().__init__(message)
        self.message, self.offset = message, offset


# ---------------------------------------------------------------------------------------------------------------------
# Attributes with a place of their own


@dataclass(frozen=True)
class Kind:
    """An inherent attribute: how a format spells it, and the default that goes without saying.

    ``keywords`` (word -> number) are those of an i32 enum; ``bits`` joins several of them by ``|``.
    """

    pattern: re.Pattern = lexer.STRING
    what: str = "a string"
    keywords: dict[str, int] = field(default_factory=dict, hash=False)
    bits: bool = False
    default: str | None = None

    def with_default(self, default: str) -> Kind:
        """The same kind with a default, in MLIR's spelling or as one of the keywords."""
        value = f"{self.keywords[default]} : i32" if self.keywords else default
        return Kind(self.pattern, self.what, self.keywords, self.bits, value)

    def encode(self, text: str) -> str:
        """MLIR's spelling of what a format spells ``text``; raises KeyError for an unknown keyword."""
        if not self.keywords:
            return text
        words = re.split(r"\s*\|\s*", text) if self.bits else [text.strip('"')]
        return f"{sum(self.keywords[w] for w in words)} : i32"

    def decode(self, text: str) -> str:
        """The inverse of `encode`; raises KeyError for a number without a keyword."""
        if not self.keywords:
            return text
        number = int(text.partition(":")[0])
        for word, value in self.keywords.items():
            if value == number:
                return word
        if not self.bits:
            raise KeyError(text)
        return "|".join(word for word, value in self.keywords.items() if value & number == value and value)


def enum(**keywords: int) -> Kind:
    """An i32 enum, spelled as a bare (in old releases quoted) keyword."""
    return Kind(re.compile(rf"{lexer.WORD.pattern}|{lexer.STRING.pattern}"), f"one of {', '.join(keywords)}", keywords)


def bit_enum(**keywords: int) -> Kind:
    """An i32 set of bits, spelled as keywords joined by ``|``."""
    words = rf"{lexer.WORD.pattern}(?:\s*\|\s*{lexer.WORD.pattern})*"
    return Kind(re.compile(words), f"one of {', '.join(keywords)}", keywords, bits=True)


STRING = Kind()
SYMBOL = Kind(lexer.SYMBOL, "a symbol name")
UNIT = Kind(re.compile(""), "nothing")
PLAIN = Kind(re.compile(r"(?!)"), "an attribute dictionary")


# ---------------------------------------------------------------------------------------------------------------------
# Types that follow from others: a rule maps the known types, by name, to a list of types.

Rule = Callable[[Types], list[str]]


def same_as(name: str) -> Rule:
    """The types of ``name``."""
    return lambda types: types[name]


def constant_type(text: str) -> Rule:
    """This type."""
    return lambda types: [text]


def with_element(name: str, change: Callable[[str], str]) -> Rule:
    """The type of ``name``, a scalar or a tensor, with its element type changed."""
    return lambda types: [map_element(t, change) for t in types[name]]


def map_element(type_: str, change: Callable[[str], str]) -> str:
    """``change`` applied to a scalar, or to the element type of a tensor."""
    if (tensor := lexer.split_tensor(type_)) is None:
        return change(type_)
    shape, element, rest = tensor
    return f"tensor<{shape}{change(element)}{rest}>"


# ---------------------------------------------------------------------------------------------------------------------
# Statements


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
        return self.spell(self.need(lexer.TYPE, "a type"))

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


# ---------------------------------------------------------------------------------------------------------------------
# The elements of formats


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

    def starts(self, cursor):  # noqa: D102
        return bool(self.pattern.match(cursor.text, cursor.pos))

    def read(self, cursor, statement):  # noqa: D102
        cursor.need(self.pattern, f"'{self.text}'")

    def write(self, writer, statement):  # noqa: D102
        writer.literal(self.text)


@dataclass
class Values(Element):
    """An operand, or a list of them."""

    name: str
    many: bool

    def starts(self, cursor):  # noqa: D102
        return bool(lexer.VALUE.match(cursor.text, cursor.pos))

    def read(self, cursor, statement):  # noqa: D102
        def value() -> tuple[str, int]:
            offset = cursor.pos
            return cursor.need(lexer.VALUE, "an operand"), offset

        statement.operands[self.name] = cursor.sequence(value, lexer.VALUE) if self.many else [value()]

    def write(self, writer, statement):  # noqa: D102
        if names := [name for name, _ in statement.operands[self.name]]:
            writer.token(", ".join(names))

    def placed(self):  # noqa: D102
        yield self.name


@dataclass
class Attribute(Element):
    """An attribute with a place of its own."""

    name: str
    kind: Kind

    def starts(self, cursor):  # noqa: D102
        return bool(self.kind.pattern.match(cursor.text, cursor.pos))

    def read(self, cursor, statement):  # noqa: D102
        if self.kind.default is None and self.kind is UNIT:
            statement.attrs[self.name] = "unit"
            return
        offset = cursor.pos
        text = cursor.need(self.kind.pattern, self.kind.what)
        try:
            statement.attrs[self.name] = self.kind.encode(text)
        except KeyError:
            raise Unexpected(f"expected {self.kind.what}, not '{text}'", offset) from None

    def write(self, writer, statement):  # noqa: D102
        if self.kind is not UNIT:
            writer.token(self.kind.decode(statement.attrs.get(self.name) or self.kind.default))

    def placed(self):  # noqa: D102
        yield self.name


@dataclass
class TypeOf(Element):
    """The types of an operand or result; ``prefix`` is what an abbreviated type leaves out."""

    name: str
    many: bool
    prefix: str = ""

    def read(self, cursor, statement):  # noqa: D102
        statement.types[self.name] = cursor.sequence(cursor.type, lexer.TYPE) if self.many else [self._one(cursor)]

    def _one(self, cursor: Cursor) -> str:
        if self.prefix and (short := cursor.take(lexer.ABBREVIATED_TYPE)):
            return cursor.spell(self.prefix + short)
        return cursor.type()

    def write(self, writer, statement):  # noqa: D102
        if types := statement.types[self.name]:
            writer.token(", ".join(types).removeprefix(self.prefix))


@dataclass
class FunctionalType(Element):
    """``(operand types) -> result types``."""

    operands: list[str]
    results: str
    many: bool

    def read(self, cursor, statement):  # noqa: D102
        types = parenthesized(cursor)
        sizes = [len(statement.operands.get(name, [None])) for name in self.operands]
        if sum(sizes) != len(types):
            raise Unexpected(f"expected {sum(sizes)} operand types and found {len(types)}", cursor.pos)
        for name, size in zip(self.operands, sizes):
            statement.types[name], types = types[:size], types[size:]
        cursor.need(_ARROW, "'->'")
        statement.types[self.results] = results_of(cursor)

    def write(self, writer, statement):  # noqa: D102
        operands = [t for name in self.operands for t in statement.types.get(name, [])]
        writer.token(function_type(operands, statement.types[self.results]))


class AttrDict(Element):
    """Every attribute without a place of its own."""

    def starts(self, cursor):  # noqa: D102
        return cursor.text.startswith("{", cursor.pos)

    def read(self, cursor, statement):  # noqa: D102
        if text := cursor.take(lexer.ATTR_DICT):
            statement.attrs.update(split_attrs(cursor.spell(text)))

    def write(self, writer, statement):  # noqa: D102
        if text := join_attrs(statement.unplaced):
            writer.token(text)


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

    def starts(self, cursor):  # noqa: D102
        return self.elements[0].starts(cursor)

    def read(self, cursor, statement):  # noqa: D102
        if self.starts(cursor):
            for element in self.elements:
                element.read(cursor, statement)

    def write(self, writer, statement):  # noqa: D102
        if statement.operands.get(self.anchor) or self.anchor in statement.attrs:
            for element in self.elements:
                element.write(writer, statement)

    def placed(self):  # noqa: D102
        for element in self.elements:
            yield from element.placed()


_FORMAT_TOKEN = re.compile(
    r"\s*(?:`(?P<literal>[^`]+)`|\$(?P<variable>\w+)(?P<anchor>\^?)|type\((?:<\$(?P<short>\w+)>|\$(?P<type>\w+))\)(?P<mark>\^?)"
    r"|functional-type\((?P<ins>[^,]*),\s*\$(?P<outs>\w+)\)|(?P<dict>attr-dict)|(?P<open>\()|(?P<close>\)\?))\s*"
)


class Assembly:
    """What the text engine knows of an op class: its fields and its compiled formats."""

    def __init__(self, op: type):
        operands, attributes, results, regions = ext.partition_fields(op._fields)
        self.op = op
        self.name = op.OPERATION_NAME
        self.operands = {f.name: f.variadicity for f in operands}
        self.results = {f.name: f.variadicity for f in results}
        self.regions = len(regions)
        self.kinds: dict[str, Kind] = getattr(op, "attribute_kinds", {})
        self.inherent = {f.name for f in attributes} | set(self.kinds)
        self.rules: dict[str, Rule] = getattr(op, "inferred_types", {})
        self.upgrade: Callable[[dict[str, str]], None] | None = getattr(op, "upgrade", None)
        printed = getattr(op, "assembly_format", None)
        texts = ([] if printed is None else [printed]) + list(getattr(op, "older_formats", ()))
        self.formats = [self._compile(text) for text in texts]
        self.printed = self.formats[0] if printed is not None else None
        self.placed = {name for element in self.printed or () for name in element.placed()}

    # -- formats

    def _compile(self, text: str) -> list[Element]:
        stack: list[tuple[list[Element], str | None]] = [([], None)]
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
                stack[-1][0].append(Group(elements, anchor))
                continue
            stack[-1][0].append(self._element(token))
            if token["anchor"] or token["mark"]:
                stack[-1] = (stack[-1][0], token["variable"] or token["type"])
        return stack[0][0]

    def _element(self, token: re.Match) -> Element:
        fields = self.operands | self.results
        if token["literal"]:
            return Literal(token["literal"])
        if name := token["variable"]:
            if name in self.operands:
                return Values(name, fields[name] == _VARIADIC)
            return Attribute(name, self.kinds[name])
        if name := token["type"]:
            return TypeOf(name, fields[name] == _VARIADIC)
        if name := token["short"]:
            return TypeOf(name, fields[name] == _VARIADIC, self.op.type_prefixes[name])
        if token["outs"]:
            return FunctionalType(re.findall(r"\w+", token["ins"]), token["outs"], fields[token["outs"]] == _VARIADIC)
        return AttrDict()

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
        self.complete_attrs(statement.attrs)
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
        for attribute, fields, types in zip(SEGMENTS, (self.operands, self.results), (operands, results)):
            if any(v != _SINGLE for v in fields.values()):
                lengths = run_lengths(types[0]) if issubclass(self.op, Mixed) else map(len, types)
                sizes[attribute] = f"array<i32: {', '.join(map(str, lengths))}>"
        return sizes

    def shows_segments(self, attribute: str) -> bool:
        """Whether Triton's generic form has these segment sizes: several fields vary in length."""
        fields = (self.operands, self.results)[SEGMENTS.index(attribute)]
        return sum(v != _SINGLE for v in fields.values()) > 1

    def segments_of(self, operands: list[str], results: list[str], attrs: dict[str, str]) -> dict[str, str]:
        """`segments` for a generic op with these types and attributes; raises ValueError."""
        return self.segments(
            self.split(self.operands, operands, attrs, SEGMENTS[0]), self.split(self.results, results, attrs, SEGMENTS[1])
        )

    def split(self, fields: dict[str, object], types: list[str], attrs: dict[str, str], segments: str) -> list[list]:
        """``types`` (or values) of a generic op, field by field."""
        sizes = [1] * len(fields)
        if any(v != _SINGLE for v in fields.values()):
            if segments in attrs and not issubclass(self.op, Mixed):
                sizes = [int(n) for n in re.findall(r"\d+", attrs[segments].partition(":")[2])]
            else:
                rest = len(types) - len(fields) + 1
                sizes = [1 if v == _SINGLE else rest for v in fields.values()]
        if sum(sizes) != len(types) or min(sizes, default=0) < 0:
            raise ValueError(f"expected {sum(sizes)} types and found {len(types)}")
        starts = [sum(sizes[:i]) for i in range(len(sizes))]
        return [types[start : start + size] for start, size in zip(starts, sizes)]

    def complete_attrs(self, attrs: dict[str, str]) -> None:
        """Turn the attributes of older releases into today's and add the defaults."""
        if self.upgrade:
            self.upgrade(attrs)
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

    def generic(self, statement: Statement) -> tuple[list[str], str]:
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
        known = Statement(dict(statement.operands), {n: statement.types[n] for n in self._spelled()}, {})
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

    @lru_cache(maxsize=None)  # noqa: B019
    def _spelled(self) -> frozenset[str]:
        """The operands and results whose types the printed format spells."""

        def names(elements: list[Element]) -> Iterator[str]:
            for element in elements:
                match element:
                    case TypeOf(name):
                        yield name
                    case FunctionalType(operands, results):
                        yield from (*operands, results)
                    case Group(inner):
                        yield from names(inner)

        return frozenset(names(self.printed))


_VARIADIC, _SINGLE = irdl.Variadicity.variadic, irdl.Variadicity.single
_CONTINUES = tuple(",:-<[=*")


@lru_cache(maxsize=None)
def assembly_of(op: type) -> Assembly:
    """The `Assembly` of an op class, compiled once."""
    return Assembly(op)
