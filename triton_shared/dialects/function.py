"""The custom syntax of functions: ``tt.func public @f(%a: !tt.ptr<f32> {…}) -> f32 attributes {…} { … }``."""

from __future__ import annotations

import re
from typing import Any

from triton_shared.dialects import lexer
from triton_shared.dialects.lexer import join_attrs, split_attrs, split_commas
from triton_shared.dialects.statement import Cursor, Unexpected, function_type, parenthesized, results_of
from triton_shared.records import dataclass

_VISIBILITY = re.compile(r"(?:public|private|nested)\b")
_ATTRIBUTES = re.compile(r"attributes\b")
_OPEN, _CLOSE, _COLON, _ARROW, _BRACE = (re.compile(p) for p in (r"\(", r"\)", ":", "->", r"\{"))


@dataclass
class Slot:
    """An argument (named, unless the function has no body) or a result."""

    type: str
    attrs: str = ""
    name: str = ""
    offset: int = 0
    location: str = ""


def read_function(reader: Any, start: int, pos: int) -> int:
    """Rewrite the header of a function; the reader goes on with the body and closes it."""
    cursor = Cursor(reader.text, pos, reader.spell)
    attrs: dict[str, str] = {}
    if visibility := cursor.take(_VISIBILITY):
        attrs["sym_visibility"] = f'"{visibility}"'
    symbol = cursor.need(lexer.SYMBOL, "a function name")[1:]
    attrs["sym_name"] = symbol if symbol.startswith('"') else f'"{symbol}"'
    arguments = _slots(cursor, named=True)
    results = _results(cursor) if cursor.take(_ARROW) else []
    attrs["function_type"] = function_type([a.type for a in arguments], [r.type for r in results])
    for key, slots in (("arg_attrs", arguments), ("res_attrs", results)):
        if any(s.attrs for s in slots):
            attrs[key] = f"[{', '.join(s.attrs or '{}' for s in slots)}]"
    if cursor.take(_ATTRIBUTES):
        attrs |= split_attrs(cursor.spelled(lexer.ATTR_DICT, "an attribute dictionary"))
    tail = f") {join_attrs(attrs)} : () -> ()"
    if not cursor.take(_BRACE):
        reader.replace(start, cursor.end, f'"{reader.text[start:pos]}"() ({{}}{tail}')
        return cursor.end
    if any(not a.name for a in arguments):
        raise Unexpected("expected named arguments in a function with a body", cursor.pos)
    pieces: list = [f'"{reader.text[start:pos]}"() ({{^_entry']
    for i, a in enumerate(arguments):
        location = a.location or reader.location(a.offset)
        pieces += [", " if i else "(", (a.name, a.offset), f": {a.type} {location}"]
    reader.replace(start, cursor.end, *pieces, "):" if arguments else ":")
    reader.braces.append(lambda found: reader.replace(found.start(), found.end(), "}" + tail))
    return cursor.end


def print_function(
    attrs: dict[str, str], types: str, arguments: list[tuple[str, str]], is_declaration: bool
) -> tuple[str, str]:
    """The header of a function with these attributes and (name, location) of arguments, and what ends the body."""
    cursor = Cursor(attrs.pop("function_type"), 0, str)
    operands, _, results = parenthesized(cursor), cursor.need(_ARROW, "'->'"), results_of(cursor)
    symbol, visibility = attrs.pop("sym_name"), attrs.pop("sym_visibility", '""')[1:-1]
    name = symbol[1:-1] if re.fullmatch(r'"[A-Za-z_][\w$.]*"', symbol) else symbol
    inside = [
        " ".join(part for part in (f"{name}: {type_}" if name else type_, extra, location) if part)
        for (name, location), type_, extra in zip(
            arguments or [("", "")] * len(operands),
            operands,
            _attrs_of(attrs, "arg_attrs", len(operands)),
            strict=True,
        )
    ]
    result_attrs = _attrs_of(attrs, "res_attrs", len(results))
    returned = [f"{type_} {extra}".rstrip() for type_, extra in zip(results, result_attrs, strict=True)]
    head = f"tt.func {visibility}{' ' if visibility else ''}@{name}({', '.join(inside)})"
    if returned:
        plain = len(returned) == 1 and not any(result_attrs)
        head += f" -> {returned[0] if plain else '(' + ', '.join(returned) + ')'}"
    if attrs:
        head += f" attributes {join_attrs(attrs)}"
    return (head, "") if is_declaration else (f"{head} {{", "}")


def _attrs_of(attrs: dict[str, str], key: str, count: int) -> list[str]:
    if key not in attrs:
        return [""] * count
    return ["" if entry == "{}" else entry for entry in split_commas(attrs.pop(key)[1:-1])]


def _slots(cursor: Cursor, named: bool) -> list[Slot]:
    def slot() -> Slot:
        offset, name = cursor.pos, ""
        if named and (name := cursor.take(lexer.VALUE) or ""):
            cursor.need(_COLON, "':'")
        found = Slot(cursor.type(), "", name, offset)
        if _BRACE.match(cursor.text, cursor.pos):
            found.attrs = cursor.spelled(lexer.ATTR_DICT, "an attribute dictionary")
        if location := cursor.take(lexer.LOCATION):
            found.location = location
        return found

    cursor.need(_OPEN, "'('")
    slots = cursor.sequence(slot, re.compile(r"[^)]"))
    cursor.need(_CLOSE, "')' or ','")
    return slots


def _results(cursor: Cursor) -> list[Slot]:
    return _slots(cursor, named=False) if _OPEN.match(cursor.text, cursor.pos) else [Slot(cursor.type())]
