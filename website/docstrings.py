"""Markdown of docstrings: paragraphs, literal blocks behind ``::``, and sections such as ``Args:``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc

SECTIONS = ("Args", "Attributes", "Raises", "Returns", "Yields")
_SECTION = re.compile(rf"({'|'.join(SECTIONS)}):$")
_ENTRY = re.compile(r"([\w*.,` ]+): (.*)")
_ENTRY_BELOW = re.compile(r"    (\w+): (.*)")


def markdown(docstring: str) -> str:
    """The docstring as Markdown; a section becomes a list, a literal block a block of code."""
    lines = cleandoc(docstring).splitlines()
    return "\n".join(_blocks(lines)).strip() + "\n"


def _blocks(lines: list[str]) -> Iterator[str]:
    number = 0
    while number < len(lines):
        line = lines[number]
        body = _indented(lines, number + 1)
        if match := _SECTION.match(line):
            yield from (f"**{match[1]}**", "", *_entries(body))
            number += 1 + len(body)
        elif line.endswith("::"):
            code = _indented(lines, number + 1)
            yield from ((_text(line[:-1]), "") if line != "::" else ())
            yield from ("```text", *_dedented(code), "```", "")
            number += 1 + len(code)
        elif line.startswith("    ") and (not number or not lines[number - 1]):
            code = _indented(lines, number)
            yield from ("```text", *_dedented(code), "```", "")
            number += len(code)
        elif line.startswith(("===", ">>>")):
            end = _end(lines, number)
            yield from ("```text", *lines[number:end], "```", "")
            number = end
        else:
            yield _text(line)
            number += 1


def _indented(lines: list[str], start: int) -> list[str]:
    """The lines from ``start`` on that are indented, and empty ones between them."""
    end = start
    while end < len(lines) and (not lines[end] or lines[end].startswith("    ")):
        end += 1
    return lines[start:end]


def _end(lines: list[str], start: int) -> int:
    """Where the paragraph that begins at ``start`` ends."""
    return next((n for n in range(start, len(lines)) if not lines[n]), len(lines))


def _dedented(lines: list[str]) -> list[str]:
    return cleandoc("\n" + "\n".join(lines)).splitlines()


def _entries(lines: list[str]) -> Iterator[str]:
    """A line for each entry ``name: text``, with what it goes on with."""
    for line in _dedented(lines):
        if not line.startswith(" ") and (match := _ENTRY.match(line)):
            yield f"* `{match[1].strip('`')}`: {_text(match[2])}"
        elif match := _ENTRY_BELOW.match(line):
            yield f"    * `{match[1]}`: {_text(match[2])}"
        elif line:
            yield f"  {_text(line.strip())}"
    yield ""


def _text(line: str) -> str:
    """A line of prose: code in single backticks, and no HTML."""
    line = line.replace("``", "`").replace("\\ ", "")
    parts = line.split("`")
    return "`".join(p if n % 2 else p.replace("<", "&lt;") for n, p in enumerate(parts))
