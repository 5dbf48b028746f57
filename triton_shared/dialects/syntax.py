"""What op classes say about their text: how attributes are spelled and how types follow from one another."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field, replace
from functools import reduce
from operator import or_

from triton_shared.dialects import lexer
from triton_shared.mlir import ir
from triton_shared.records import dataclass

Types = dict[str, list[str]]

# ----------------------------------------------------------------------------------------------------
# Attributes with a place of their own


@dataclass(frozen=True)
class Kind:
    """An inherent attribute: how a format spells it, and the default that goes without saying.

    ``keywords`` (word -> number) are those of an i32 enum; ``bits`` joins several of them by ``|``.  ``of`` is the
    class of its attributes in the bindings; empty for any.
    """

    pattern: re.Pattern = lexer.STRING
    what: str = "a string"
    keywords: dict[str, int] = field(default_factory=dict, hash=False)
    bits: bool = False
    default: str | None = None
    of: str = "StringAttr"

    def with_default(self, default: str) -> Kind:
        """The same kind with a default, in MLIR's spelling or as one of the keywords."""
        value = f"{self.keywords[default]} : i32" if self.keywords else default
        return replace(self, default=value)

    def encode(self, text: str) -> str:
        """MLIR's spelling of what a format spells ``text``; raises KeyError for an unknown keyword."""
        if self is INTEGER:
            return text if ":" in text else f"{text} : i32"
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

    def wrong_with(self, attribute: ir.Attribute) -> str | None:
        """Why ``attribute``, of the bindings, is not of this kind; None if it is."""
        if self.of and type(attribute).__name__ != self.of:
            return f"must be {self.what}, not {attribute}"
        if not self.keywords or attribute.value in self.keywords.values():
            return None
        if self.bits and attribute.value & ~reduce(or_, self.keywords.values()) == 0:
            return None
        return f"must be {self.what}, not {attribute.value}"


def enum(**keywords: int) -> Kind:
    """An i32 enum, spelled as a bare (in old releases quoted) keyword."""
    return Kind(
        re.compile(rf"{lexer.WORD.pattern}|{lexer.STRING.pattern}"),
        f"one of {', '.join(keywords)}",
        keywords,
        of="IntegerAttr",
    )


def bit_enum(**keywords: int) -> Kind:
    """An i32 set of bits, spelled as keywords joined by ``|``."""
    words = rf"{lexer.WORD.pattern}(?:\s*\|\s*{lexer.WORD.pattern})*"
    return Kind(re.compile(words), f"one of {', '.join(keywords)}", keywords, bits=True, of="IntegerAttr")


STRING = Kind()
SYMBOL = Kind(lexer.SYMBOL, "a symbol name", of="FlatSymbolRefAttr")
UNIT = Kind(re.compile(""), "nothing", of="UnitAttr")
INTEGER = Kind(re.compile(r"-?\d+(?:\s*:\s*i32)?"), "an integer", of="IntegerAttr")


def _unplaced(what: str, of: str = "") -> Kind:
    """A kind that no format spells: it stands among the other attributes."""
    return Kind(re.compile(r"(?!)"), what, of=of)


POLICY = _unplaced("a cache policy", "CachePolicyAttr")
BOOL = _unplaced("a boolean", "BoolAttr")
NUMBER = _unplaced("an integer", "IntegerAttr")
NUMBERS = _unplaced("an array of i32", "DenseI32ArrayAttr")
TEXT = _unplaced("a string", "StringAttr")
LIST = _unplaced("an array", "ArrayAttr")


# ----------------------------------------------------------------------------------------------------
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
