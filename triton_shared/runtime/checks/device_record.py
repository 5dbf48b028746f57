"""The record of a checked launch on a GPU: extents in, what lanes leave there out.

`codegen/simt/lower/touches.py` says what its words are.

Threads note lanes in any order.  The first lane is that of the first program in the order of the grid, there of the
first iteration of the loops around the access, there of the least number, as a CPU comes to them.  A slot has room for
`ROOM` lanes: where there are more, the first of those that came is told, and counts and spans are those of all.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np

from triton_shared.abi import EXTENT_WORDS, RECORD_HEADER
from triton_shared.runtime.checks import extents
from triton_shared.runtime.checks.extents import View
from triton_shared.runtime.checks.findings import Finding
from triton_shared.runtime.checks.reports import finding, reported

#: entries of a slot
ROOM = 1 << 12
#: words of a slot's bits, at most: of larger grids programs that are 64 times as many apart count once
_SEEN = 1 << 14
_SLOT = ("lanes", "least", "most")
_ENTRY = ("program", "lane", "when", "place", "argument", "width")
_LIMITS = np.iinfo(np.int64)


class DeviceRecord:
    """The record of one launch over ``grid``, of a kernel of whose accesses the source says ``sites``, JSON.

    ``views`` are those of the arguments, None for scalars and arrays that do not tell their extent; ``numbers`` the
    user's arguments that are integers, None for others.

    Attributes:
        words: what the kernel is given, i64; what it leaves there `findings` reads.
    """

    def __init__(
        self,
        grid: tuple[int, int, int],
        sites: str,
        views: Sequence[View | None],
        numbers: Sequence[int | None],
    ):
        self._grid, self._views, self._numbers, self._sites = grid, views, numbers, json.loads(sites)
        count, programs = len(self._sites), grid[0] * grid[1] * grid[2]
        bits = min(max(-(-programs // 64), 1), _SEEN)
        sizes = (
            RECORD_HEADER + EXTENT_WORDS * len(views),
            count * len(_SLOT),
            count * bits,
            count * ROOM * len(_ENTRY),
        )
        places = np.cumsum(sizes)
        self.words = np.zeros(places[-1], np.int64)
        self.words[:8] = len(views), grid[0], grid[1], *places[:3], bits, ROOM
        known = [n for view in views for n in (view.words() if view else extents.unbounded())]
        self.words[RECORD_HEADER : places[0]] = known
        _, slots, seen, entries = np.split(self.words, places[:-1])
        self._slots, self._seen = slots.reshape(count, -1), seen.reshape(count, -1)
        self._entries = entries.reshape(count, ROOM, -1)
        self._slots[:] = 0, _LIMITS.max, _LIMITS.min

    def findings(self, kernel: str, labels: Sequence[str]) -> list[Finding]:
        """What the launch found; ``labels`` are what messages call the arguments."""
        rows = [self._row(number) for number, slot in enumerate(self._slots) if slot[0]]
        sites = [self._sites[row["number"]] for row in rows]
        kept = reported(rows, sites, self._seen.view(np.uint8), self._views)
        return [
            finding(row, site, kernel, labels, self._views, self._grid, self._numbers) for row, site in kept
        ]

    def _row(self, number: int) -> dict[str, int]:
        """What is known of the first lane of an access, and of all."""
        slot = dict(zip(_SLOT, map(int, self._slots[number]), strict=True))
        entries = [
            dict(zip(_ENTRY, map(int, entry), strict=True))
            for entry in self._entries[number, : min(slot["lanes"], ROOM)]
        ]
        programs = sum(int(word).bit_count() for word in self._seen[number].view(np.uint64))
        first = min(entries, key=lambda entry: (entry["program"], entry["when"], entry["lane"]))
        return {**first, **slot, "programs": programs, "number": number}
