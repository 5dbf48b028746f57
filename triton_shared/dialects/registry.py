"""The dialects whose text we read and print: their ops, and the spelling of their types and attributes.

An op class is found by its name. A type or attribute class may have ``from_text(parameters) -> parameters`` and
``to_text(parameters) -> parameters``, static methods between the spelling of the program and that of MLIR's
dynamic types, whose parameters are attributes and fixed in number.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from triton_shared import compat
from triton_shared.dialects import lexer
from triton_shared.dialects.lexer import split_commas
from triton_shared.mlir import PACKAGE, ext

DIALECTS: dict[str, type[ext.Dialect]] = {}
OPERATIONS: dict[str, type[ext.Operation]] = {}
IMPLIED: dict[str, dict[str, str]] = {}  # older name of an op -> attributes that it stands for
_SPELLED: dict[str, type[ext.Type] | type[ext.Attribute]] = {}


class UnknownName(Exception):
    """A type or attribute that its dialect does not have, or not with these parameters."""


def add(dialect: type[ext.Dialect]) -> None:
    """Let the reader and the printer know ``dialect``."""
    DIALECTS[dialect.DIALECT_NAMESPACE] = dialect
    compat.announce_dialect(PACKAGE, dialect.DIALECT_NAMESPACE, dialect.__module__)
    for op in dialect.operations:
        older = getattr(op, "older_names", {})
        for name in (mnemonic(op), _own_name(op), *older):
            OPERATIONS[f"{dialect.DIALECT_NAMESPACE}.{name}"] = op
            IMPLIED[f"{dialect.DIALECT_NAMESPACE}.{name}"] = older.get(name, {})
    _SPELLED.update((f"!{t.type_name}", t) for t in dialect.types)
    _SPELLED.update((f"#{a.attr_name}", a) for a in dialect.attributes)
    _forget()


def remove(dialect: type[ext.Dialect]) -> None:
    """Let the reader and the printer no longer know ``dialect``."""
    del DIALECTS[dialect.DIALECT_NAMESPACE]
    for name in [name for name, op in OPERATIONS.items() if op in dialect.operations]:
        del OPERATIONS[name], IMPLIED[name]
    for name in [
        name for name, spelled in _SPELLED.items() if spelled in (*dialect.types, *dialect.attributes)
    ]:
        del _SPELLED[name]
    _forget()


def _forget() -> None:
    for cached in (_spelled_pattern, to_mlir, to_text):
        cached.cache_clear()


def mnemonic(op: type[ext.Operation]) -> str:
    """The op's name in text, without its dialect."""
    return getattr(op, "mnemonic", _own_name(op))


def _own_name(op: type[ext.Operation]) -> str:
    """The op's name in memory, without its dialect."""
    return op.OPERATION_NAME.partition(".")[2]


def spelling() -> str:
    """A pattern for the names of types and attributes of our dialects."""
    return rf"[!#](?:{'|'.join(DIALECTS)})\.\w+"


@cache
def _spelled_pattern() -> re.Pattern:
    """Matches a type or attribute of ours, and strings, which it must not look into."""
    return re.compile(rf"{lexer.STRING.pattern}|({spelling()})({lexer.ABBREVIATED_TYPE.pattern})?")


@lru_cache(maxsize=8192)
def to_mlir(text: str) -> str:
    """``text`` with our types and attributes in MLIR's spelling: ``!tt.ptr<f32>`` → ``!tt.ptr<f32, 1 : i32>``.

    Raises `UnknownName`.
    """
    return _respell(text, "from_text")


@lru_cache(maxsize=8192)
def to_text(text: str) -> str:
    """The inverse of `to_mlir`."""
    return _respell(text, "to_text")


def _respell(text: str, direction: str) -> str:
    def respell(found: re.Match) -> str:
        if not (name := found[1]):
            return found[0]
        if name not in _SPELLED:
            raise UnknownName(f"unknown {'type' if name[0] == '!' else 'attribute'} '{name}'")
        translate = getattr(_SPELLED[name], direction, None)
        if translate is None or not found[2]:
            return found[0]
        parameters = split_commas(_respell(found[2][1:-1], direction))
        try:
            return f"{name}<{', '.join(translate(parameters))}>"
        except ValueError:
            raise UnknownName(f"malformed parameters of '{name}': '{found[0]}'") from None

    return _spelled_pattern().sub(respell, text)
