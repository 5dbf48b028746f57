"""`DeviceLog`: which bytes the programs of a launch on a GPU touched (`codegen/simt/lower/visits.py` has its words)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from triton_shared.runtime.checks.extents import View
from triton_shared.runtime.checks.memory import DeviceMemory
from triton_shared.runtime.checks.visits import SYNC, SYNCS, VISIT, Log, room_for

_VISITS, _VISIT_ROOM, _SYNCS, _SYNC_ROOM, _SEGMENTS, _SEGMENT_ROOM = range(6)
_PLACES, _HEADER, _WORDS = 8, 16, 3


class DeviceLog(Log):
    """The log of one launch of ``programs``, of a kernel of whose accesses the source says ``sites``.

    Visits are in the order of programs, of their segments, and there of places in the code: threads log them in any.
    """

    def __init__(
        self,
        programs: int,
        sites: Sequence[dict[str, Any]],
        views: Sequence[View | None],
        watched: Sequence[bool],
    ):
        self.programs, self._sites = max(programs, 1), sites
        room, segments = room_for(views, watched), self.programs + SYNCS
        parts = (self.programs, segments, len(watched) + 1, len(sites), _WORDS * SYNCS, _WORDS * room)
        at = np.cumsum([_HEADER, *parts]).tolist()
        self._size, self._visits_at, self._syncs_at, self._kinds_at = at[6], at[5], at[4], at[3]
        self._words = np.zeros(at[4], np.int64)
        self._words[:6] = 0, room, 0, SYNCS, self.programs, segments
        self._words[_PLACES : _PLACES + 6] = at[5], at[4], at[0], at[1], at[2], at[3]
        self._words[at[0] : at[1]] = np.arange(self.programs)
        self._words[at[2] : at[3]] = [*watched, True]
        self._address = 0
        self._visits, self._syncs = np.empty(0, VISIT), np.empty(0, SYNC)

    def send(self, memory: DeviceMemory) -> int:
        """Put it into a GPU's memory; its address."""
        self._address = memory.allocate(8 * self._size)
        memory.write(self._address, self._words)
        return self._address

    def receive(self, memory: DeviceMemory) -> None:
        """Take it back from there."""
        self._words[:_HEADER] = memory.read(self._address, 8 * _HEADER).view(np.int64)
        kinds = memory.read(self._address + 8 * self._kinds_at, 8 * len(self._sites))
        self._words[self._kinds_at : self._kinds_at + len(self._sites)] = kinds.view(np.int64)
        count = min(int(self._words[_VISITS]), int(self._words[_VISIT_ROOM]))
        visits = memory.read(self._address + 8 * self._visits_at, count * VISIT.itemsize).view(VISIT)
        syncs = memory.read(self._address + 8 * self._syncs_at, int(self._words[_SYNCS]) * SYNC.itemsize)
        self._syncs = syncs.view(SYNC).copy()
        program = self.program_of()[visits["segment"]]
        self._visits = visits[np.lexsort((visits["low"], visits["site"], visits["segment"], program))]
        memory.free(self._address, 8 * self._size)

    @property
    def missed(self) -> int:
        """How many visits it had no room for."""
        return max(int(self._words[_VISITS] - self._words[_VISIT_ROOM]), 0)

    @property
    def visits(self) -> np.ndarray:
        """All `VISIT` that there were room for."""
        return self._visits

    @property
    def syncs(self) -> np.ndarray:
        """All `SYNC`, in their order."""
        return self._syncs

    def kinds(self) -> np.ndarray:
        """What each site does: 0 reads, 1 writes, 2 updates atomically."""
        return self._words[self._kinds_at : self._kinds_at + len(self._sites)]

    def site(self, number: int) -> dict[str, Any]:
        """What the source says of a site."""
        return self._sites[number]
