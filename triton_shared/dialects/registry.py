"""The dialects whose text we read and print: their ops, and the spelling of their types and attributes.

An op class is found by its name. A type or attribute class may have ``from_text(parameters) -> parameters`` and
``to_text(parameters) -> parameters``, static methods between the spelling of the program and that of MLIR's
dynamic types, whose parameters are attributes and fixed in number.
"""

from __future__ import annotations

import re
from functools import lru_cache

from triton_shared.dialects import lexer
from triton_shared.dialects.lexer import split_commas
from triton_shared.mlir import announce_dialect

DIALECTS: dict[str, type] = {}
OPERATIONS: dict[str, type] = {}
SPELLED: dict[str, type] = {}


def add(dialect: type) -> None:
    """Let the reader and the printer know ``dialect``."""
    DIALECTS[dialect.DIALECT_NAMESPACE] = dialect
    announce_dialect(dialect.DIALECT_NAMESPACE, dialect.__module__)
    for op in dialect.operations:
        for name in (mnemonic(op), *getattr(op, "older_names", ())):
            OPERATIONS[f"{dialect.DIALECT_NAMESPACE}.{name}"] = op
        OPERATIONS[op.OPERATION_NAME] = op
    SPELLED.update((f"!{t.type_name}", t) for t in dialect.types if hasattr(t, "from_text"))
    SPELLED.update((f"#{a.attr_name}", a) for a in dialect.attributes if hasattr(a, "from_text"))
    spelled_pattern.cache_clear()
    to_mlir.cache_clear()
    to_text.cache_clear()


def mnemonic(op: type) -> str:
    """The op's name in text without its dialect: IRDL allows no dot, so ``reduce.return`` is in memory ``reduce_return``."""
    return getattr(op, "mnemonic", op._op_name)


@lru_cache(maxsize=None)
def spelled_pattern() -> re.Pattern:
    """Matches a type or attribute whose spelling differs from MLIR's, and strings, which it must not look into."""
    names = "|".join(map(re.escape, SPELLED))
    return re.compile(rf"{lexer.STRING.pattern}|({names})({lexer.ABBREVIATED_TYPE.pattern})")


@lru_cache(maxsize=8192)
def to_mlir(text: str) -> str:
    """``text`` with our types and attributes in MLIR's spelling: ``!tt.ptr<f32>`` → ``!tt.ptr<f32, 1 : i32>``."""
    return _respell(text, "from_text")


@lru_cache(maxsize=8192)
def to_text(text: str) -> str:
    """The inverse of `to_mlir`."""
    return _respell(text, "to_text")


def _respell(text: str, direction: str) -> str:
    def respell(found: re.Match) -> str:
        if not (name := found[1]):
            return found[0]
        parameters = split_commas(_respell(found[2][1:-1], direction))
        return f"{name}<{', '.join(getattr(SPELLED[name], direction)(parameters))}>"

    return spelled_pattern().sub(respell, text)
