"""Still pictures of accesses, as SVG: one program's last execution of each access."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import Any

import numpy as np

from triton_shared.explorer.accesses import lanes

#: widths of a picture and of its tensor at most, and the tensor's height; pixels of an element at most
PICTURE, WIDTH, HEIGHT, ELEMENT = 380, 350, 150, 12
COLUMNS = 2
#: columns of a tensor of one dimension
ROW = 64
COLOURS = {1: "#cbd5e1", 2: "#2563eb"}
_HEAD = 44


def picture(data: dict[str, Any], program: Sequence[int], title: str) -> str:
    """The accesses that a ``program`` makes, side by side, from `accesses.Touched.data`."""
    key = ",".join(map(str, program))
    shown = [(access, access["runs"][key][-1]) for access in data["accesses"] if access["runs"].get(key)]
    lines = [shown[n : n + COLUMNS] for n in range(0, len(shown), COLUMNS)]
    tops = [40]
    for line in lines:
        highest = max(_size(data["tensors"][execution[0]])[3] for _, execution in line)
        tops.append(tops[-1] + round(highest) + _HEAD + 16)
    width, height = 20 + PICTURE * min(COLUMNS, max(len(shown), 1)), tops[-1] + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" '
        'font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#1e293b">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="14" y="22" font-size="14" font-weight="bold">{escape(title)}</text>',
    ]
    for top, line in zip(tops, lines, strict=False):
        for place, (access, execution) in enumerate(line):
            parts.append(f'<g transform="translate({14 + place * PICTURE} {top})">')
            parts += [*_access(data, access, execution), "</g>"]
    parts.append(f'<text x="14" y="{height - 12}" fill="#475569">blue: touched; grey: masked off</text>')
    return "\n".join([*parts, "</svg>\n"])


def _size(tensor: dict[str, Any]) -> tuple[int, int, float, float]:
    """Rows and columns of a tensor, and the width and the height of its picture."""
    columns = tensor["shape"][-1] if len(tensor["shape"]) > 1 else min(tensor["size"], ROW)
    rows = -(-tensor["size"] // columns)
    return rows, columns, min(WIDTH, columns * ELEMENT), min(HEIGHT, rows * ELEMENT)


def _access(data: dict[str, Any], access: dict[str, Any], execution: Sequence[int]) -> Iterator[str]:
    tensor = data["tensors"][execution[0]]
    rows, columns, wide, high = _size(tensor)
    elements, kept = lanes(data, access, execution)
    states = np.zeros(rows * columns, np.int8)
    inside = (elements >= 0) & (elements < tensor["size"])
    np.maximum.at(states, elements[inside], np.where(kept, 2, 1)[inside])
    block = "one element" if access["block"] == () else f"block of {' × '.join(map(str, access['block']))}"
    shape = ", ".join(map(str, tensor["shape"]))
    yield f'<text y="14">line {access["place"][1]}: {access["does"]} {escape(tensor["name"])}[{shape}]</text>'
    yield f'<text y="30" fill="#475569">{block}, {int((states == 2).sum())} elements touched</text>'
    frame = f'y="{_HEAD - 4}" width="{wide:.1f}" height="{high:.1f}"'
    yield f'<svg {frame} viewBox="0 0 {columns} {rows}" '
    yield 'preserveAspectRatio="none" shape-rendering="crispEdges">'
    yield f'<rect width="{columns}" height="{rows}" fill="#f1f5f9"/>'
    for state, top, left, down, across in _boxes(states.reshape(rows, columns)):
        yield f'<rect x="{left}" y="{top}" width="{across}" height="{down}" fill="{COLOURS[state]}"/>'
    yield "</svg>"
    yield f'<rect {frame} fill="none" stroke="#94a3b8"/>'


def _boxes(states: np.ndarray) -> Iterator[tuple[int, int, int, int, int]]:
    """Boxes of equal states but 0, each a run of columns that is the same in rows below each other."""
    open_: dict[tuple[int, int, int], int] = {}  # state, first and last column -> first row
    empty = np.zeros(states.shape[1] + 2, np.int8)
    for number in range(len(states) + 1):
        row = np.concatenate(([0], states[number], [0])) if number < len(states) else empty
        edges = np.flatnonzero(np.diff(row))
        runs = {(int(row[a + 1]), int(a), int(b)) for a, b in pairwise(edges) if row[a + 1]}
        for run in [one for one in open_ if one not in runs]:
            state, left, right = run
            first = open_.pop(run)
            yield state, first, left, number - first, right - left
        for run in sorted(runs - open_.keys()):
            open_[run] = number
