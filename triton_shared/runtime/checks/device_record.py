"""The record of a checked launch on a GPU: extents in, what lanes leave there out.

`codegen/simt/lower/touches.py` says what its words are, and `visits.py` there what those are that orders and fills
choose.

Threads note lanes in any order.  The first lane is that of the first program in the order of the grid, there of the
first iteration of the loops around the access, there of the least number, as a CPU comes to them.  A slot has room for
`ROOM` lanes: where there are more, the first of those that came is told, and counts and spans are those of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from triton_shared.abi import EXTENT_WORDS, RECORD_HEADER
from triton_shared.runtime.checks import extents
from triton_shared.runtime.checks.device_log import DeviceLog
from triton_shared.runtime.checks.extents import View
from triton_shared.runtime.checks.findings import Finding
from triton_shared.runtime.checks.memory import DeviceMemory
from triton_shared.runtime.checks.reports import finding, race_findings, reported, without_echoes

#: entries of a slot
ROOM = 1 << 12
#: words of a slot's bits, at most: of larger grids programs that are 64 times as many apart count once
_SEEN = 1 << 14
#: words of the record: where the log is; factor and first of another order, fill, and whose it is
_LOG, _ORDER, _FILL, _ALL = 8, 9, 11, -1
#: the word of how often programs that take turns may look for others, and how often that is: some milliseconds
_PATIENCE, _LOOKS = 13, 1 << 14
_SLOT = ("lanes", "least", "most")
_ENTRY = ("program", "lane", "when", "place", "argument", "width")
_LIMITS = np.iinfo(np.int64)


class DeviceRecord:
    """The record of one launch over ``grid``, of a kernel of whose accesses the source says ``sites``.

    ``views`` are those of the arguments, None for scalars and arrays that do not tell their extent; ``numbers`` the
    user's arguments that are integers, None for others.  There may be a ``log`` of visits.
    """

    def __init__(
        self,
        grid: tuple[int, int, int],
        sites: Sequence[dict[str, Any]],
        views: Sequence[View | None],
        numbers: Sequence[int | None] = (),
        log: DeviceLog | None = None,
    ):
        self._grid, self._views, self._numbers, self._sites, self.log = grid, views, numbers, sites, log
        count, programs = len(sites), grid[0] * grid[1] * grid[2]
        bits = min(max(-(-programs // 64), 1), _SEEN)
        places = np.cumsum(
            (RECORD_HEADER + EXTENT_WORDS * len(views), count * len(_SLOT), count * bits)
        ).tolist()
        self._entries_at, self._size = places[2], places[2] + count * ROOM * len(_ENTRY)
        self._words = np.zeros(places[2], np.int64)
        self._words[:8] = len(views), grid[0], grid[1], *places, bits, ROOM
        self._words[_FILL + 1] = _ALL
        known = [n for view in views for n in (view.words() if view else extents.unbounded())]
        self._words[RECORD_HEADER : places[0]] = known
        _, slots, seen = np.split(self._words, places[:-1])
        self._slots, self._seen = slots.reshape(count, -1), seen.reshape(count, -1)
        self._slots[:] = 0, _LIMITS.max, _LIMITS.min
        self._entries: dict[int, np.ndarray] = {}

    def order(self, factor: int, first: int) -> None:
        """Let the n-th program be that of the number ``first + n * factor``, modulo how many there are."""
        self._words[_ORDER : _ORDER + 2] = factor, first

    def fill(self, value: int, number: int = _ALL) -> None:
        """Let loads give ``value``, 0 to 3, where they leave lanes undefined: all of them, or the one of a number."""
        self._words[_FILL : _FILL + 2] = value, number

    def take_turns(self) -> None:
        """Let programs make their accesses by turns, as far as they meet."""
        self._words[_PATIENCE] = _LOOKS

    def send(self, memory: DeviceMemory) -> int:
        """Put it into a GPU's memory; its address."""
        if self.log:
            self._words[_LOG] = self.log.send(memory)
        address = memory.allocate(8 * self._size)
        memory.write(address, self._words)
        return address

    def receive(self, memory: DeviceMemory, address: int) -> None:
        """Take it back from there: it is what the kernel left."""
        if self.log:
            self.log.receive(memory)
        self._words[:] = memory.read(address, self._words.nbytes).view(np.int64)
        size = ROOM * len(_ENTRY)
        for number in self._slots[:, 0].nonzero()[0].tolist():
            count = int(min(self._slots[number, 0], ROOM))
            at = address + 8 * (self._entries_at + number * size)
            entries = memory.read(at, 8 * count * len(_ENTRY)).view(np.int64).copy()
            self._entries[number] = entries.reshape(count, -1)
        memory.free(address, 8 * self._size)

    def fills(self) -> dict[int, dict]:
        """The loads that leave lanes undefined, by number: what the source says of each."""
        asked = np.flatnonzero((self._slots[:, 0] == 0) & (self._slots[:, 2] != _LIMITS.min)).tolist()
        return {n: self._sites[n] for n in asked if self._sites[n].get("kind") == "fill"}

    def findings(self, kernel: str, labels: Sequence[str]) -> list[Finding]:
        """What the launch found; ``labels`` are what messages call the arguments."""
        found: list[Finding] = []
        if rows := [self._row(int(number)) for number in self._slots[:, 0].nonzero()[0]]:
            sites = [self._sites[row["number"]] for row in rows]
            kept = reported(rows, sites, self._seen.view(np.uint8), self._views)
            found = [
                finding(row, site, kernel, labels, self._views, self._grid, self._numbers)
                for row, site in kept
            ]
        if self.log is not None:
            found += race_findings(self.log, kernel, labels, self._views, self._grid)
        return without_echoes(found)

    def _row(self, number: int) -> dict[str, int]:
        """What is known of the first lane of an access, and of all."""
        slot = dict(zip(_SLOT, map(int, self._slots[number]), strict=True))
        entries = [dict(zip(_ENTRY, map(int, entry), strict=True)) for entry in self._entries[number]]
        programs = sum(int(word).bit_count() for word in self._seen[number].view(np.uint64))
        first = min(entries, key=lambda entry: (entry["program"], entry["when"], entry["lane"]))
        return {**first, **slot, "programs": programs, "number": number}
