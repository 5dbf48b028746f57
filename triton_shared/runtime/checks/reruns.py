"""`Reruns`: launches again, in other orders and with other undefined values, and tells which results change.

A launch that is rerun begins from the memory that the first one began from, and its memory is put back afterwards, so
the results are always those of the first.  One that writes what no argument tells the extent of is not rerun.  Three
things are varied:

* the order of programs, unless the log proves that no two share memory that one of them changes; then the number of
  threads: one, and several, which make their accesses by turns;
* what loads give in lanes that a mask switches off and that have no ``other``: first all of them, then each by itself,
  to tell which one it is;
* elements that nobody has written (`uninitialised.py`), which get other numbers: of another sign, and zero.

Sums of floats that atomics or locks order are compared up to rounding, as their order is anybody's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Protocol

import numpy as np

from triton_shared.runtime.checks.extents import View
from triton_shared.runtime.checks.findings import Finding
from triton_shared.runtime.checks.kept import Change, Kept
from triton_shared.runtime.checks.memory import Memory
from triton_shared.runtime.checks.races import READS, UPDATES, is_proved
from triton_shared.runtime.checks.reports import lane_at, program_at
from triton_shared.runtime.checks.uninitialised import OTHERS, Elements
from triton_shared.runtime.checks.visits import Log
from triton_shared.runtime.cpu import pool

#: what a load leaves undefined
_MASKED_OFF = "of lanes that the mask of a load without 'other' switches off"
_OUTSIDE = "of lanes outside of a block pointer's tensor, which a load has no padding for"
_TOGETHER = "of lanes that are left undefined by the loads of lines {} together"


class AnyRecord(Protocol):
    """The record of a launch, as reruns need it."""

    log: Log | None

    def order(self, factor: int, first: int) -> None:
        """Let programs run in another order."""

    def take_turns(self) -> None:
        """Let threads make their accesses by turns, or the programs of a GPU."""

    def fill(self, value: int, number: int = -1) -> None:
        """Let loads give other numbers where they leave lanes undefined."""

    def fills(self) -> dict[int, dict]:
        """The loads that leave lanes undefined."""

    def findings(self, kernel: str, labels: Sequence[str]) -> list[Finding]:
        """What the launch found by itself."""


Launch = Callable[[AnyRecord], None]

#: what loads give where they leave lanes undefined, by its number (`conversions/check_initialised.py`); 0 is zero
_FILLS = (1, 2, 3)


class Reruns:
    """The reruns of one launch over ``grid``; ``launch`` runs it with a record.

    It is made before the launch, and keeps what ``memory`` holds that the kernel may write; ``how`` is what the pool
    knows of the kernel, or None where threads are no choice.  ``resident`` tells how many programs such a machine runs
    at once: of more, those that begin first may wait for those that never begin, in another order.
    """

    def __init__(
        self,
        grid: tuple[int, int, int],
        views: Sequence[View | None],
        written: Sequence[bool],
        blank: Sequence[Elements | None],
        launch: Launch,
        make: Callable[[], AnyRecord],
        how: pool.Launch | None,
        memory: Memory,
        resident: Callable[[], int] | None = None,
    ):
        self._grid, self._views, self._launch, self._make, self._how = grid, views, launch, make, how
        self._memory, self._programs, self._resident = memory, grid[0] * grid[1] * grid[2], resident
        self._kept = Kept(views, written, memory)
        self._written = self._kept.numbers
        self._blank = [(n, found) for n, found in enumerate(blank) if found is not None]
        self._is_told = all(view for view, writes in zip(views, written, strict=True) if writes)
        self._begin = self._kept.copies()
        self._is_exact = True

    def findings(
        self, record: AnyRecord, kernel: str, labels: Sequence[str], orders: bool, fills: bool
    ) -> list[Finding]:
        """What depends on the order of programs, and on what nobody has written; ``record`` is the launch's."""
        log = record.log
        orders = orders and log is not None and not is_proved(log) and not self._may_wait(log)
        if not (orders or (fills and (record.fills() or self._blank))) or not self._is_kept(log):
            return []
        end = self._kept.copies()
        found: list[Finding] = []
        self._is_exact = log is None or not _updates(log)
        try:
            if orders:
                found += self._orders(record, end, kernel, labels) or self._threads(
                    record, end, kernel, labels
                )
            if fills:
                found += self._fills(record, end, kernel, labels)
                found += self._blanks(record, end, kernel, labels)
        finally:
            self._kept.put(end)
        return found

    def _may_wait(self, log: Log) -> bool:
        return self._resident is not None and _updates(log) and self._programs > self._resident()

    # Memory

    def _is_kept(self, log: Log | None) -> bool:
        return self._is_told and (log is None or _writes_in(log, self._kept.spans))

    def _again(
        self,
        end: Sequence[np.ndarray],
        change: Callable[[AnyRecord], None],
        blank: tuple[int, Elements, int] | None = None,
    ) -> Change | None:
        """Launch as ``change`` says, and tell the first element that is not as at the ``end``.

        ``blank`` are elements of an argument that began with another pattern, which they may have still.
        """
        record = self._make()
        change(record)
        self._kept.put(self._begin)
        self._launch(record)
        blanks = [blank[1:] if blank and n == blank[0] else None for n in self._written]
        return self._kept.change(end, blanks, self._is_exact)

    # What is varied

    def _orders(self, record: AnyRecord, end: list, kernel: str, labels: Sequence[str]) -> list[Finding]:
        for factor, first in _orders(self._programs):
            with _patience():
                change = self._again(end, partial(_order, factor=factor, first=first))
                if change:
                    told = "in another order of its programs"
                    return [self._finding("order", record, change, kernel, labels, told)]
        return []

    def _threads(self, record: AnyRecord, end: list, kernel: str, labels: Sequence[str]) -> list[Finding]:
        if self._how is None:
            changes = (self._again(end, vary) for vary in self._turns())
            if change := next(filter(None, changes), None):
                told = "by programs that take turns"
                return [self._finding("order", record, change, kernel, labels, told)]
            return []
        several = max(self._how.width, 2)
        turns = f"by {several} threads that take turns"
        varied: list[tuple[int, Callable[[Any], None], str]] = [
            (1, lambda record: None, "by one thread"),
            *((several, vary, turns) for vary in self._turns()),
        ]
        for number, vary, told in varied:
            if number == self._how.width == 1:
                continue
            with _patience(), _on(self._how, number):
                change = self._again(end, vary)
            if change:
                return [self._finding("order", record, change, kernel, labels, told)]
        return []

    def _turns(self) -> Iterator[Callable[[AnyRecord], None]]:
        """Turns in both orders of programs: who begins first may be the last to end."""
        for factor, first in [(0, 0), *_orders(self._programs)][:2]:

            def vary(record: AnyRecord, factor: int = factor, first: int = first) -> None:
                record.take_turns()
                record.order(factor, first)

            yield vary

    def _fills(self, record: AnyRecord, end: list, kernel: str, labels: Sequence[str]) -> list[Finding]:
        places = record.fills()
        changes = (self._again(end, partial(_fill, value=value)) for value in _FILLS)
        together = next(filter(None, changes), None) if places else None
        if together is None:
            return []
        found = []
        for number, site in places.items():
            again = (self._again(end, partial(_fill, value=value, number=number)) for value in _FILLS)
            if change := next(filter(None, again), None):
                told = _OUTSIDE if site.get("outside") else _MASKED_OFF
                found.append(self._finding("initialised", record, change, kernel, labels, told, site))
        if not found:  # as in a product of two undefined numbers, where 0 is one of them
            lines = sorted({site["line"] for site in places.values()})
            told, site = _TOGETHER.format(", ".join(map(str, lines))), next(iter(places.values()))
            found = [self._finding("initialised", record, together, kernel, labels, told, site)]
        return found

    def _blanks(self, record: AnyRecord, end: list, kernel: str, labels: Sequence[str]) -> list[Finding]:
        found = []
        for number, blank in self._blank:
            view = self._views[number]
            assert view is not None
            changes = (self._with_blank(number, blank, view, end, other) for other in OTHERS)
            change = next(filter(None, changes), None)
            if change:
                site = self._reader(record, number, blank, view)
                left = blank.left(end[self._written.index(number)]) if number in self._written else blank
                index = list(view.index_of(left.first(view) - view.low)[0])
                told = f"of {labels[number]}, which nobody has written at {index}"
                finding = self._finding("initialised", record, change, kernel, labels, told, site)
                found.append(finding)
        return found

    def _with_blank(
        self, number: int, blank: Elements, view: View, end: Sequence[np.ndarray], other: int
    ) -> Change | None:
        """What changes where elements of an argument that nobody has written begin with the pattern ``other``."""
        if number in self._written:
            place, begin = self._written.index(number), self._begin
            self._begin = [each.copy() if n == place else each for n, each in enumerate(begin)]
            blank.fill_copy(self._begin[place], view, other)
            try:
                return self._again(end, lambda r: None, (number, blank, other))
            finally:
                self._begin = begin
        kept = blank.values(view, self._memory)
        blank.fill(view, other, self._memory)
        try:
            return self._again(end, lambda r: None, (number, blank, other))
        finally:
            blank.put(view, kept, self._memory)

    def _reader(self, record: AnyRecord, number: int, blank: Elements, view: View) -> dict | None:
        """The first access that reads elements of ``blank``."""
        log = record.log
        if log is None:
            return None
        for visit in log.visits[np.argsort(log.program_of()[log.visits["segment"]], kind="stable")]:
            is_read = log.kinds()[visit["site"]] in (READS, UPDATES)
            if is_read and blank.any_in(view, int(visit["low"]), int(visit["bytes"])):
                return log.site(int(visit["site"]))
        return None

    def _finding(
        self,
        kind: str,
        record: AnyRecord,
        change: Change,
        kernel: str,
        labels: Sequence[str],
        told: str,
        site: dict | None = None,
    ) -> Finding:
        view = self._views[change.argument]
        assert view is not None
        writer, program, lane = _last_write(record, change.address)
        index = tuple(view.index_of(change.address - view.low)[0])
        place = site or writer or {"file": "-", "line": 0, "column": 0}
        block = tuple(writer["block"]) if writer else ()
        where = f" in line {writer['line']}" if writer and site else ""
        array = f"{labels[change.argument]}, {view.dtype}{list(view.shape)}, at {list(index)}"
        does = writer["does"] if writer else "writes"
        verb = "makes" if kind == "initialised" else does
        return Finding(
            kind=kind,
            **{name: place[name] for name in ("file", "line", "column")},
            kernel=kernel,
            does="reads" if kind == "initialised" else does,
            argument=labels[change.argument],
            shape=view.shape,
            dtype=view.dtype,
            program=program_at(program, self._grid),
            block=block,
            lane=lane_at(lane, block),
            index=index,
            address=change.address,
            told=f"{verb} {array}{where}, {told}"
            if kind == "initialised"
            else f"{verb} {array}, otherwise {told}",
            values=(("value", change.before), ("other value", change.after)),  # type: ignore[arg-type]
        )


def _order(record: AnyRecord, factor: int, first: int) -> None:
    record.order(factor, first)


def _fill(record: AnyRecord, value: int, number: int = -1) -> None:
    record.fill(value, number)


def _updates(log: Log) -> bool:
    """Whether a program has updated memory at once."""
    return bool((log.kinds()[log.visits["site"]] == UPDATES).any())


@contextmanager
def _on(how: pool.Launch, threads: int) -> Iterator[None]:
    """Launches meanwhile use so many threads, however short they are."""
    before = how.width, how.cost, how.follows
    how.width, how.cost, how.follows = threads, pool.UNKNOWN_COST, 0
    try:
        yield
    finally:
        how.width, how.cost, how.follows = before


def _writes_in(log: Log, spans: Iterable[tuple[int, int]]) -> bool:
    """Whether all that a launch wrote, as far as its log has it, lies in ``spans`` of addresses."""
    numbers = np.flatnonzero(log.kinds() != READS)
    if log.missed and any(log.site(int(number))["argument"] < 0 for number in numbers):
        return False
    writes = log.visits[np.isin(log.visits["site"], numbers)]
    inside = np.zeros(len(writes), bool)
    for begin, end in spans:
        inside |= (writes["low"] >= begin) & (writes["low"] + writes["bytes"] <= end)
    return bool(inside.all())


def _last_write(record: AnyRecord, address: int) -> tuple[dict[str, Any] | None, int, int]:
    """The access that wrote ``address`` last, with its program and lane; None and zeros where no log has one."""
    log = record.log
    if log is None:
        return None, 0, 0
    visits = log.visits
    here = (visits["low"] <= address) & (address < visits["low"] + visits["bytes"])
    here &= log.kinds()[visits["site"]] != READS
    numbers = np.flatnonzero(here)
    if not numbers.size:
        return None, 0, 0
    visit = visits[numbers[-1]]
    writer = log.site(int(visit["site"]))
    elements = (address - int(visit["low"])) // writer["width"]
    return writer, int(log.program_of()[visit["segment"]]), int(visit["lane"]) + elements * writer["step"]


def _orders(programs: int) -> Iterator[tuple[int, int]]:
    """Factors and first programs: backwards, and by strides that have no divisor with ``programs``."""
    if programs > 1:
        yield programs - 1, programs - 1
        stride = int(programs * 0.618) | 1
        while np.gcd(stride, programs) != 1:
            stride += 2
        yield stride, programs // 2


@contextmanager
def _patience() -> Iterator[None]:
    """A kernel whose programs wait for those before them may not end in another order: that is no finding."""
    with suppress(TimeoutError):
        yield
