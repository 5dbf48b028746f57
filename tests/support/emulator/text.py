"""The little of LLVM IR's grammar that the rewriter reads: lists and types."""

from __future__ import annotations

import re
from collections.abc import Iterator

_OPEN, _CLOSE = "([{<", ")]}>"
_TYPE = re.compile(
    r"(?:i\d+|half|bfloat|float|double|void|ptr(?: addrspace\(\d+\))?|%[\w.]+)\b|ptr addrspace\(\d+\)"
)
_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "ptr": 64}


def _unquoted(text: str, start: int = 0) -> Iterator[tuple[int, str, int]]:
    """Positions and letters from ``start`` on outside of strings, each with how many brackets are open behind it."""
    depth, quoted = 0, False
    for at in range(start, len(text)):
        letter = text[at]
        if letter == '"':
            quoted = not quoted
        elif not quoted:
            depth += (letter in _OPEN) - (letter in _CLOSE)
            yield at, letter, depth


def closing(text: str, start: int) -> int:
    """The position of what closes the bracket at ``start``; strings are passed over."""
    for at, _, depth in _unquoted(text, start):
        if not depth:
            return at
    raise ValueError(f"nothing closes {text[start:]!r}")


def split(text: str) -> list[str]:
    """The items of a list, at the commas outside of all brackets."""
    items, begin = [], 0
    for at, letter, depth in _unquoted(text):
        if letter == "," and not depth:
            items.append(text[begin:at].strip())
            begin = at + 1
    rest = text[begin:].strip()
    return [*items, rest] if rest else items


def take_type(text: str) -> tuple[str, str]:
    """The type that ``text`` begins with, and what follows it."""
    text = text.lstrip()
    if text[0] in _OPEN:
        end = closing(text, 0) + 1
    else:
        match = _TYPE.match(text)
        if not match:
            raise ValueError(f"no type at {text!r}")
        end = match.end()
    return text[:end], text[end:].lstrip()


def store_bytes(type: str) -> int:
    """How many bytes a load or store of ``type`` touches; raises ValueError for types that nobody loads."""
    if type.startswith("<"):
        count, _, element = type[1:-1].partition(" x ")
        return -(-int(count) * _bits(element) // 8)
    return -(-_bits(type) // 8)


def _bits(type: str) -> int:
    if type.startswith("ptr"):
        return 64
    if type in _BITS:
        return _BITS[type]
    if re.fullmatch(r"i\d+", type):
        return int(type[1:])
    raise ValueError(f"a load or store of {type} is not in the emulator")


def without_spaces(text: str) -> str:
    """``text`` without address spaces: on the host they are one."""
    return re.sub(r" addrspace\(\d+\)", "", text)
