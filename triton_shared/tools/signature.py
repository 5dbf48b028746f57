"""Signatures as Triton's own compile tool spells them: ``*fp32:16, *fp32, i32, 1024, "relu"``.

One entry for each parameter, in order: a type, with ``:16`` for an address or an integer that is always a multiple of
16 and ``:1`` for an integer that is always 1; or the value of a ``tl.constexpr``: a Python literal, or a name of the
kernel's file (``relu``, ``tl.float16``).
"""

from __future__ import annotations

import ast
import difflib
import re
from dataclasses import dataclass
from typing import Any

from triton_shared.tools.arguments import UsageError
from triton_shared.types import BY_TRITON

_ENTRY = re.compile(r"""(?:[^,"'(\[]|"[^"]*"|'[^']*'|\([^)]*\)|\[[^\]]*\])+""")
_TYPE = re.compile(r"(\*?)([A-Za-z]\w*)(?::(\d+))?")
_NAME = re.compile(r"[A-Za-z_][\w.]*")


@dataclass(frozen=True)
class Typed:
    """A parameter that stays one: ``type`` is a key of `BY_TRITON`; ``hint`` is 16, 1 or None."""

    type: str
    is_pointer: bool = False
    hint: int | None = None

    @property
    def mlir(self) -> tuple[str, str | None]:
        """MLIR's type of the parameter, or ``ptr`` with that of what it points to."""
        name = BY_TRITON[self.type].mlir
        return ("ptr", name) if self.is_pointer else (name, None)

    def __str__(self) -> str:
        return f"{'*' * self.is_pointer}{self.type}"


@dataclass(frozen=True)
class Constant:
    """The value of a ``tl.constexpr``."""

    value: Any


@dataclass(frozen=True)
class Name:
    """A ``tl.constexpr`` that is whatever the kernel's file calls so."""

    name: str


Entry = Typed | Constant | Name


def parse(text: str) -> list[Entry]:
    """The entries of the signature ``text``.

    Raises `UsageError`, which names the position.
    """
    parts = [part.strip() for part in _ENTRY.findall(text)]
    if len(parts) != len(re.findall(r",", _ENTRY.sub("", text))) + 1 or not all(parts):
        raise UsageError(f"--signature: an entry is empty in '{text}'")
    return [_entry(part, number) for number, part in enumerate(parts, start=1)]


def _entry(text: str, number: int) -> Entry:
    found = _TYPE.fullmatch(text)
    if found and found[2] in BY_TRITON:
        return _typed(found, number)
    try:
        return Constant(ast.literal_eval(text))
    except (ValueError, SyntaxError):
        pass
    if text.startswith("tensordesc<"):
        how = "pass pointer, sizes and strides, and call tl.make_tensor_descriptor in the kernel"
        raise UsageError(f"--signature, entry {number}: a tensor descriptor cannot come from C; {how}")
    if _NAME.fullmatch(text) and not difflib.get_close_matches(text, BY_TRITON, cutoff=0.75):
        return Name(text)
    spelled = text.lstrip("*").partition(":")[0]
    near = difflib.get_close_matches(spelled, BY_TRITON, n=2, cutoff=0.5)
    meant = f"; did you mean {' or '.join(near)}?" if near else f"; types are {', '.join(BY_TRITON)}"
    raise UsageError(f"--signature, entry {number}: '{text}' is neither a type nor a constant{meant}")


def _typed(found: re.Match, number: int) -> Typed:
    entry = Typed(found[2], bool(found[1]), int(found[3]) if found[3] else None)
    if entry.hint not in (None, 16, 1):
        raise UsageError(f"--signature, entry {number}: the hint is :16 or :1, not :{entry.hint}")
    if entry.hint and not entry.is_pointer and BY_TRITON[entry.type].format:
        raise UsageError(f"--signature, entry {number}: a hint is for pointers and integers, not for {entry}")
    if entry.hint == 1 and entry.is_pointer:
        raise UsageError(f"--signature, entry {number}: the hint :1 is for integers, not for {entry}")
    if not BY_TRITON[entry.type].llvm and not entry.is_pointer:
        raise UsageError(f"--signature, entry {number}: {entry} is for pointers only: *{entry}")
    return entry
