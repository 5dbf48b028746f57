"""The page as HTML: one file, which asks no network for anything.

All texts go into it as JSON, in which no character stands that HTML gives a meaning; the script puts them into the page
as text.  The page's policy lets the browser run that script alone.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import field
from html import escape
from importlib import resources
from itertools import accumulate
from typing import Any

from triton_shared.explorer.levels import Level
from triton_shared.explorer.lines import Line, Place
from triton_shared.records import dataclass

#: characters of a line, and of all levels as they are written, of which each has its part
LONGEST, LEVELS = 4000, 3_600_000
#: what buttons call the levels, where their names are others
SHORT = {"ttir": "TTIR", "llvm": "LLVM IR", "asm": "assembly", "ptx": "PTX", "sass": "SASS"}
#: the columns that are shown at first, where there are these
SHOWN = ("source", "shared", "asm", "ptx")


@dataclass(frozen=True)
class Note:
    """A text of the ``kind`` "remark", "error" or "finding", about a place of the source."""

    place: Place
    kind: str
    text: str


@dataclass(frozen=True)
class Page:
    """What a page shows: ``told`` is a line on the kernel; ``times`` are shares of the time by line."""

    kernel: str
    told: str
    levels: Sequence[Level]
    notes: Sequence[Note] = ()
    accesses: Any = None
    times: Mapping[Place, float] = field(default_factory=dict)

    def html(self) -> str:
        """The page."""
        script, data = _file("page.js"), _escaped(self._data())
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        parts = {
            "HASH": f"sha256-{digest}",
            "TITLE": escape(self.kernel),
            "STYLE": _file("page.css"),
            "DATA": data,
            "SCRIPT": script,
        }
        return "".join(
            parts[piece[1:]] if piece[:1] == "$" else piece for piece in _pieces(_file("page.html"), parts)
        )

    def _data(self) -> dict[str, Any]:
        table: dict[Place, int] = {}
        source, *others = self.levels
        reached = {place for level in others for line in level.lines for place in line.places}
        room = LEVELS // len(self.levels)
        levels = [_level(source, table, room, reached), *(_level(level, table, room) for level in others)]
        if self.times:
            lines = source.lines
            levels[0]["times"] = [round(sum(self.times.get(p, 0) for p in line.places), 5) for line in lines]
        notes = [
            {"place": table[n.place], "kind": n.kind, "text": n.text} for n in self.notes if n.place in table
        ]
        first = next((place for lines in levels[1:2] for places in lines["places"] for place in places), -1)
        names = [level.name for level in self.levels]
        return {
            "kernel": self.kernel,
            "told": self.told,
            "levels": levels,
            "places": list(table),
            "notes": notes,
            "first": first,
            "narrow": next((name for name in ("asm", "ptx", "shared") if name in names), ""),
            "accesses": self.accesses,
        }


def _level(
    level: Level, table: dict[Place, int], room: int, reached: Container[Place] | None = None
) -> dict[str, Any]:
    """A level as data; its places, of which only those ``reached`` count, are numbers of the ``table``.

    It has ``room`` for so many characters.
    """

    def numbered(line: Line) -> list[int]:
        return [table.setdefault(p, len(table)) for p in line.places if reached is None or p in reached]

    texts = [line.text if len(line.text) <= LONGEST else f"{line.text[:LONGEST]} …" for line in level.lines]
    # what a line takes beside its text, too
    sizes = accumulate(len(_escaped(text)) + 24 for text in texts)
    most = next((n for n, size in enumerate(sizes) if size > room), len(texts))
    lines = level.lines[:most]
    numbers = [line.number for line in lines]
    return {
        "name": level.name,
        "title": level.title,
        "short": SHORT.get(level.name, level.name),
        "language": level.language,
        "shown": level.name in SHOWN,
        "cut": level.cut + len(texts) - most,
        "lines": texts[:most],
        "places": list(map(numbered, lines)),
    } | ({"numbers": numbers} if any(numbers) else {})


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _pieces(template: str, parts: dict[str, str]) -> list[str]:
    """``template`` cut at its ``$NAME``, which are pieces of their own."""
    for name in parts:
        template = template.replace(f"${name}", f"\0${name}\0")
    return template.split("\0")


def _escaped(data: Any) -> str:
    """JSON that HTML reads as text, whatever it holds."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
