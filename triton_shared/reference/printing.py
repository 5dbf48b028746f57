"""The lines that programs print: ``pid (0, 0, 0) idx ( 3) x: 1.000000``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from triton_shared.types import FORMATS

Program = Sequence[int]


def printed_element(program: Program, text: str, index: int, bits: int) -> str:
    """The line of element ``index``, of a format ``16x4 si32 hex: x: ``, see docs/shared_form.md."""
    head, _, prefix = text.partition(":")
    if not head:
        return printed_text(program, prefix)
    shape, element, base = head.split(" ")
    return printed(
        program, prefix, tuple(map(int, shape.split("x"))) if shape != "-" else (), index, element, base, bits
    )


def printed_text(program: Program, prefix: str) -> str:
    """A line without an element."""
    return f"pid ({program[0]}, {program[1]}, {program[2]}){_space(prefix)}{prefix}"


def printed(
    program: Program, prefix: str, shape: tuple[int, ...], index: int, element: str, base: str, bits: int
) -> str:
    """The line of an element with these ``bits``; indices are as wide as the largest one of their dimension."""
    indices = zip(np.unravel_index(index, shape), shape, strict=True) if shape else ()
    where = ", ".join(f"{i:{len(str(size - 1))}}" for i, size in indices)
    begin = f"pid ({program[0]}, {program[1]}, {program[2]}) idx ({where})"
    return f"{begin}{_space(prefix)}{prefix}{_number(element, base, bits)}"


def _space(prefix: str) -> str:
    return "" if prefix.startswith((" ", ":")) else " "


def _number(element: str, base: str, bits: int) -> str:
    format_ = FORMATS.get(element)
    width = format_.width if format_ else int(element[2:])
    bits &= (1 << width) - 1
    if base == "hex":
        return f"0x{bits:0{-(-width // 4)}x}"
    if format_:
        return f"{format_.number(bits):f}"
    return str(bits - (1 << width) if element.startswith("si") and bits >> (width - 1) else bits)
