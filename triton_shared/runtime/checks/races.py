"""Races: two programs touch the same bytes, one of them writes, and nothing orders the two.

>>> races(log)                                                                    # doctest: +SKIP
[Race(first=…, second=…, low=…, bytes=…, count=…)]

Memory is cut where visits begin and end.  A cell that several programs touch is a candidate unless all read, or all
update it atomically; so blocks that are disjoint, as those of most kernels, are proved by one sort of the log.
Candidates are then told from those that syncs order, as FastTrack does (Flanagan and Freund, PLDI 2009): visits in the
order of their segments, each write against the last one and the reads since, each read against the last write.
That one segment comes before another one is a path over syncs: of one program, and of one address.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import numpy as np

from triton_shared.records import dataclass
from triton_shared.runtime.checks.visits import Log

READS, WRITES, UPDATES = 0, 1, 2
#: candidates that are looked at one by one; of more, as many, evenly spread
_MOST = 4000


@dataclass(frozen=True)
class Race:
    """Two visits of different programs, ``first`` a write where one is; the first byte that they share; how many."""

    first: np.void
    second: np.void
    low: int
    bytes: int
    programs: int


def races(log: Log) -> list[Race]:
    """The races of a launch, one for each two sites of its code."""
    visits, kinds = log.visits, log.kinds()
    kind = kinds[visits["site"]]
    if not len(visits) or not (kind != READS).any() or log.programs == 1:
        return []
    program = log.program_of()[visits["segment"]]
    low = visits["low"]
    high = low + visits["bytes"]
    order = np.lexsort((high, low))
    if (np.maximum.accumulate(high[order])[:-1] <= low[order][1:]).all():
        return []
    bounds = np.unique(np.concatenate([low, high]))
    begin, end = np.searchsorted(bounds, low), np.searchsorted(bounds, high)
    shared, has = _shared(len(bounds), begin, end, program, kind)
    cells = np.flatnonzero(shared & (has[WRITES] | (has[UPDATES] & has[READS])))
    return _among(log, visits, program, kind, bounds, cells, begin, end)


def is_proved(log: Log) -> bool:
    """Whether no two programs touch the same byte that one of them changes, so that their order says nothing."""
    visits, kinds = log.visits, log.kinds()
    kind = kinds[visits["site"]]
    if log.missed or not (kind != READS).any() or log.programs == 1:
        return not log.missed
    low = visits["low"]
    high = low + visits["bytes"]
    order = np.lexsort((high, low))
    if (np.maximum.accumulate(high[order])[:-1] <= low[order][1:]).all():
        return True
    bounds = np.unique(np.concatenate([low, high]))
    begin, end = np.searchsorted(bounds, low), np.searchsorted(bounds, high)
    shared, has = _shared(len(bounds), begin, end, log.program_of()[visits["segment"]], kind)
    return not (shared & (has[WRITES] | has[UPDATES])).any()


def _shared(
    count: int, begin: np.ndarray, end: np.ndarray, program: np.ndarray, kind: np.ndarray
) -> tuple[np.ndarray, list[np.ndarray]]:
    """Of each cell whether several programs touch it, and whether any reads, writes and updates it."""
    sizes = end - begin
    cell = np.repeat(begin - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
    owner, does = np.repeat(program, sizes), np.repeat(kind, sizes)
    least, most = np.full(count, np.iinfo(np.int64).max), np.full(count, -1)
    np.minimum.at(least, cell, owner)
    np.maximum.at(most, cell, owner)
    has = [np.bincount(cell[does == k], minlength=count) > 0 for k in (READS, WRITES, UPDATES)]
    return least < most, has


def _among(
    log: Log,
    visits: np.ndarray,
    program: np.ndarray,
    kind: np.ndarray,
    bounds: np.ndarray,
    cells: np.ndarray,
    begin: np.ndarray,
    end: np.ndarray,
) -> list[Race]:
    """The races in ``cells``, those of two sites as one."""
    looked_at = (
        cells[np.linspace(0, len(cells) - 1, min(len(cells), _MOST)).astype(int)] if len(cells) else cells
    )
    before = _Order(log)
    found: dict[tuple[int, int], list[tuple[int, int, int]]] = defaultdict(list)
    by_begin = np.argsort(begin, kind="stable")
    starts, longest = begin[by_begin], int((end - begin).max())
    for cell in map(int, looked_at):
        near = by_begin[np.searchsorted(starts, cell - longest + 1) : np.searchsorted(starts, cell, "right")]
        here = near[end[near] > cell]
        pair = _unordered(here, visits["segment"], program, kind, before)
        if pair:
            first, second = (int(visits["site"][n]) for n in pair)
            found[first, second].append((*pair, cell))
    share = len(cells) / max(len(looked_at), 1)
    return [_race(each, visits, program, bounds, share) for each in found.values()]


def _race(
    found: list[tuple[int, int, int]],
    visits: np.ndarray,
    program: np.ndarray,
    bounds: np.ndarray,
    share: float,
) -> Race:
    """One race of all that two sites have."""
    first, second, cell = min(found, key=lambda one: (program[one[0]], one[2]))
    touched = sum(int(bounds[c + 1] - bounds[c]) for *_, c in found)
    programs = {int(program[n]) for a, b, _ in found for n in (a, b)}
    return Race(visits[first], visits[second], int(bounds[cell]), int(touched * share), len(programs))


def _unordered(
    here: np.ndarray, segment: np.ndarray, program: np.ndarray, kind: np.ndarray, before: _Order
) -> tuple[int, int] | None:
    """Two of the visits ``here`` that race, the write first; None where all are ordered."""
    writes: dict[tuple[int, int], int] = {}  # by program and kind
    reads: dict[tuple[int, int], int] = {}
    for n in map(int, here[np.lexsort((kind[here], segment[here]))]):
        others = [*writes.values(), *(reads.values() if kind[n] != READS else ())]
        for other in others:
            is_race = program[other] != program[n] and not (kind[other] == kind[n] == UPDATES)
            if is_race and not before(int(segment[other]), int(segment[n])):
                key = lambda v: (kind[v] != WRITES, kind[v] == READS, program[v])  # noqa: E731
                return tuple(sorted((other, n), key=key))  # type: ignore[return-value]
        if kind[n] == WRITES:
            writes, reads = {}, {}
        (reads if kind[n] == READS else writes)[int(program[n]), int(kind[n])] = n
    return None


class _Order:
    """Whether one segment of a launch comes before another one, whatever the machine does."""

    def __init__(self, log: Log):
        self._syncs, self._programs = log.syncs, log.programs
        self._last: list[
            tuple[int, int]
        ] = []  # of each sync, those before it: of its program, of its address
        made: dict[int, int] = {}
        at: dict[int, int] = {}
        for number, sync in enumerate(self._syncs):
            self._last.append((made.get(int(sync["before"]), -1), at.get(int(sync["low"]), -1)))
            made[int(sync["after"])] = number
            at[int(sync["low"])] = number
        self._made = made
        self.ends = cache(self._ends)

    def __call__(self, first: int, second: int) -> bool:
        return bool(len(self._syncs)) and first in self.ends(second)

    def _ends(self, segment: int) -> frozenset[int]:
        """The segments that have ended when ``segment`` begins."""
        pending, seen, found = [self._made.get(segment, -1)], set[int](), set[int]()
        while pending:
            number = pending.pop()
            if number >= 0 and number not in seen:
                seen.add(number)
                found.add(int(self._syncs[number]["before"]))
                pending += self._last[number]
        return frozenset(found)
