"""`Log`: which bytes the programs of a launch touched, as kernels with `--check-races` tell (native/check.c).

A `VISIT` is a run of bytes that one program touches, in one of its *segments*: what it does between two atomic
accesses that order programs, each of which is a `SYNC`.  A program begins in the segment of its own number.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from triton_shared.runtime.checks.extents import View

VISIT = np.dtype(
    [("low", "<i8"), ("bytes", "<u4"), ("segment", "<u4"), ("site", "<u4"), ("lane", "<u4")], align=False
)
SYNC = np.dtype([("low", "<i8"), ("before", "<u4"), ("after", "<u4"), ("site", "<u4"), ("unused", "<u4")])
#: visits that a launch has room for beside those that its arrays do, how many at most, and how many syncs
_LEAST, _MOST, SYNCS = 1 << 16, 1 << 26, 1 << 20


def room_for(views: Sequence[View | None], watched: Sequence[bool]) -> int:
    """How many visits a launch has room for, of those ``views`` that are ``watched``."""
    known = [view for view, is_watched in zip(views, watched, strict=True) if view and is_watched]
    elements = sum(int(np.prod(view.shape)) for view in known)
    room = _LEAST + sum(2 * view.item * int(np.prod(view.shape)) for view in known) // VISIT.itemsize
    return min(room + 8 * elements // VISIT.itemsize, _MOST)


class Log:
    """The log of one launch of ``programs``, of a kernel with ``sites`` that tell of accesses.

    Its size is two times that of the arrays that are ``watched`` and 8 bytes an element, and `_MOST` visits, at most;
    memory that is not needed is not touched.
    """

    def __init__(self, programs: int, sites: int, views: Sequence[View | None], watched: Sequence[bool]):
        self._visits = np.empty(room_for(views, watched), VISIT)
        self._syncs = np.empty(SYNCS, SYNC)
        self._segments = np.arange(max(programs, 1), dtype=np.uint32)
        self._used = np.zeros(max(programs, 1) + SYNCS, np.uint8)
        self._texts, self._kinds = np.zeros(sites, np.int64), np.zeros(sites, np.int64)
        self._watched = np.array([*watched, True], np.uint8)
        self.programs = max(programs, 1)
        at = [a.ctypes.data for a in (self._visits, self._syncs)]
        words = [*at, len(self._visits), SYNCS, 0, 0, self._segments.ctypes.data, self._used.ctypes.data]
        words += [len(self._used), self.programs, 0]
        words += [a.ctypes.data for a in (self._texts, self._kinds, self._watched)]
        self._words = np.array(words, np.int64)

    @property
    def address(self) -> int:
        """Where it is."""
        return self._words.ctypes.data

    @property
    def missed(self) -> int:
        """How many visits it had no room for."""
        return max(int(self._words[4]) - len(self._visits), 0)

    @property
    def visits(self) -> np.ndarray:
        """All `VISIT` that there were room for."""
        return self._visits[: min(int(self._words[4]), len(self._visits))]

    @property
    def syncs(self) -> np.ndarray:
        """All `SYNC`, in their order."""
        return self._syncs[: int(self._words[5])]

    def kinds(self) -> np.ndarray:
        """What each site does: 0 reads, 1 writes, 2 updates atomically."""
        return self._kinds

    def program_of(self) -> np.ndarray:
        """The program of each segment."""
        owner = np.arange(self.programs + len(self.syncs), dtype=np.int64)
        for sync in self.syncs:
            owner[sync["after"]] = owner[sync["before"]]
        return owner

    def site(self, number: int) -> dict[str, Any]:
        """What the source says of a site."""
        return json.loads(ctypes.string_at(int(self._texts[number])))


def watched(views: Sequence[View | None], written: Sequence[bool]) -> list[bool]:
    """For each argument, whether programs of a launch may write memory that lies in it.

    ``written`` tells of each whether the kernel writes through it.  What does not tell its extent is
    not watched.
    """
    spans = [_span(view) for view in views]
    targets = [span for span, writes in zip(spans, written, strict=True) if writes and span]
    return [span is not None and any(span[0] < t[1] and t[0] < span[1] for t in targets) for span in spans]


def _span(view: View | None) -> tuple[int, int] | None:
    """The addresses where a view begins and ends; None where nobody tells."""
    if view is None:
        return None
    return view.span()
