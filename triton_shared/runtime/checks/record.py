"""The record of a checked launch, which kernels take as their last argument: extents in, accesses out of bounds out.

It is words of 64 bits (native/check.c)::

    arguments, columns and rows of the grid, slots *, how many, seen *, programs of a slot's bits, lock, log *,
    factor and first of another order, fill, whose fill, patience, last *, met *
    for each argument: first, size, low, run, rank, {count, stride} x 5, unused

``first`` is the byte of the extent that the argument points to, ``size`` the bytes of an argument that is
contiguous, -1 of others, which kernels compare with by themselves.  A slot has what the first bad lane of an
access was, and counts; the `Log` is in `visits.py`.
"""

from __future__ import annotations

import ctypes
import functools
import json
from array import array
from collections.abc import Sequence

import numpy as np

from triton_shared.abi import EXTENT_WORDS, RECORD_HEADER
from triton_shared.runtime.checks import extents
from triton_shared.runtime.checks.extents import View
from triton_shared.runtime.checks.findings import Finding
from triton_shared.runtime.checks.reports import finding, race_findings, reported, without_echoes
from triton_shared.runtime.checks.visits import Log
from triton_shared.runtime.code import Code
from triton_shared.runtime.cpu import native

#: what instrumented kernels call
FUNCTIONS = (
    *("triton_shared_touches", "triton_shared_covers", "triton_shared_found"),
    *("triton_shared_visits", "triton_shared_before", "triton_shared_after"),
    *("triton_shared_order", "triton_shared_fill"),
)
#: the word of an order, and whose fill it is where it is everybody's
_ORDER, _ALL = 9, -1
#: the words of an unknown extent
_UNKNOWN = tuple(extents.unbounded())
_SLOT = ("lanes", "programs", "text", "program", "lane", "place", "argument", "least", "most", "width")
#: the word of how often threads that take turns may yield until they meet, and how often that is: some milliseconds
_PATIENCE, _YIELDS = 13, 1 << 16
#: programs that a slot tells apart; of larger grids those that are as many apart count once
_BITS = 1 << 20


def provided(object_code: bytes) -> dict[str, int]:
    """The addresses of `FUNCTIONS`, by name, for code that calls them; of other code nothing."""
    return _functions() if any(name.encode() in object_code for name in FUNCTIONS) else {}


@functools.cache
def _functions() -> dict[str, int]:
    code = Code(native.object_code("check"), *FUNCTIONS)
    _kept.append(code)
    return {name: code[name] for name in FUNCTIONS}


_kept: list[Code] = []


class Record:
    """The record of one launch over ``grid``, of a kernel with ``accesses`` and ``views`` of its arguments.

    A view is None for a scalar, and for an array that does not tell its extent.  There may be a ``log`` of visits.
    ``numbers`` are the user's arguments that are integers, None for others.
    """

    def __init__(
        self,
        grid: tuple[int, int, int],
        accesses: int,
        views: Sequence[View | None],
        log: Log | None = None,
        numbers: Sequence[int | None] = (),
    ):
        self._grid, self._views, self.log, self._numbers = grid, views, log, numbers
        programs = grid[0] * grid[1] * grid[2]
        bits = -(-max(min(programs, _BITS), 1) // 64) * 64
        known = [n for view in views for n in (view.words() if view else _UNKNOWN)]
        slots = RECORD_HEADER + len(known)
        seen = slots + accesses * len(_SLOT)
        self._words = np.zeros(seen + accesses * bits // 64, np.int64)
        self._slots = self._words[slots:seen].reshape(accesses, len(_SLOT))
        #: where it is
        self.address = self._words.ctypes.data
        places = self.address + 8 * slots, accesses, self.address + 8 * seen, bits
        words = [len(views), grid[0], grid[1], *places, 0, log.address if log else 0]
        self._words[:slots] = array("q", [*words, 0, 0, 0, _ALL, 0, 0, 0, *known])

    def order(self, factor: int, first: int) -> None:
        """Let the n-th program be that of the number ``first + n * factor``, modulo how many there are."""
        self._words[_ORDER : _ORDER + 2] = factor, first

    def take_turns(self) -> None:
        """Let threads make their accesses by turns, as far as they meet."""
        self._words[_PATIENCE] = _YIELDS

    def fill(self, value: int, number: int = -1) -> None:
        """Let loads give ``value``, 0 to 3, where they leave lanes undefined: all of them, or the one of a number."""
        self._words[_ORDER + 2 : _ORDER + 4] = value, number

    def fills(self) -> dict[int, dict]:
        """The loads that leave lanes undefined, by number: what the source says of each."""
        told = {n: int(text) for n, text in enumerate(self._slots[:, _SLOT.index("text")]) if text}
        sites = {n: json.loads(ctypes.string_at(text)) for n, text in told.items()}
        return {n: site for n, site in sites.items() if site.get("kind") == "fill"}

    def findings(self, kernel: str, labels: Sequence[str]) -> list[Finding]:
        """What the launch found; ``labels`` are what messages call the arguments."""
        rows = [
            {"number": int(n), **dict(zip(_SLOT, map(int, self._slots[n]), strict=True))}
            for n in self._slots[:, 0].nonzero()[0]
        ]
        found: list[Finding] = []
        if rows:
            sites = [json.loads(ctypes.string_at(row["text"])) for row in rows]
            kept = reported(rows, sites, self._seen(), self._views)
            found = [
                finding(row, site, kernel, labels, self._views, self._grid, self._numbers)
                for row, site in kept
            ]
        if self.log is not None:
            found += race_findings(self.log, kernel, labels, self._views, self._grid)
        return without_echoes(found)

    def _seen(self) -> np.ndarray:
        """Bits of programs by slot."""
        bits = self._words[RECORD_HEADER + EXTENT_WORDS * len(self._views) + self._slots.size :]
        return bits.view(np.uint8).reshape(len(self._slots), -1)
