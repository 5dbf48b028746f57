"""`Kept`: the memory that a kernel may write, before a launch and after it, and what others leave otherwise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from triton_shared.records import dataclass
from triton_shared.runtime.checks.extents import View
from triton_shared.runtime.checks.memory import Memory
from triton_shared.runtime.checks.uninitialised import Elements

#: roundings of the largest number of an array that atomic sums in two orders may differ by
_ROUNDINGS = 256


@dataclass(frozen=True)
class Change:
    """The first element that a rerun left otherwise: of which argument, which element by bytes, and both values."""

    argument: int
    address: int
    before: object
    after: object


class Kept:
    """The bytes in ``memory`` of those ``views`` that are ``written``.

    Attributes:
        numbers: which of the arguments these are.
        spans: the addresses where each begins and ends.
    """

    def __init__(self, views: Sequence[View | None], written: Sequence[bool], memory: Memory):
        known = {n: view for n, view in enumerate(views) if view and written[n] and not view.is_empty}
        self.numbers, self._views, self._memory = list(known), known, memory
        self.spans = [view.span() for view in known.values()]

    def copies(self) -> list[np.ndarray]:
        """What they hold."""
        return [self._bytes(number).copy() for number in self.numbers]

    def put(self, copies: Sequence[np.ndarray]) -> None:
        """Let them hold ``copies``."""
        for (begin, _), copy in zip(self.spans, copies, strict=True):
            self._memory.write(begin, copy)

    def change(
        self, end: Sequence[np.ndarray], blanks: Sequence[tuple[Elements, int] | None], is_exact: bool
    ) -> Change | None:
        """The first element that is not as at the ``end``, up to rounding where that is not to be ``exact``.

        ``blanks`` are elements that began with another pattern, and that one: they may have it still.
        """
        told = zip(self.numbers, end, blanks, strict=True)
        changes = (self._changed(number, before, blank, is_exact) for number, before, blank in told)
        return next(filter(None, changes), None)

    def _bytes(self, number: int) -> np.ndarray:
        begin, end = self._views[number].span()
        return self._memory.read(begin, end - begin)

    def _changed(
        self, number: int, end: np.ndarray, blank: tuple[Elements, int] | None, is_exact: bool
    ) -> Change | None:
        view, now = self._views[number], self._bytes(number)
        if blank:
            elements, other = blank
            end = elements.patched(end, now, other)
        if _is_same(end, now):
            return None
        item = view.item
        cut = len(now) // item * item
        before, after = (_elements(part[:cut], view) for part in (end, now))
        differ = (end[:cut].reshape(-1, item) != now[:cut].reshape(-1, item)).any(axis=1)
        if not is_exact and before.dtype.kind == "f":
            with np.errstate(all="ignore"):
                most = np.nanmax(np.abs(np.where(np.isfinite(before), before, 0)), initial=0)
                differ &= ~(np.abs(before - after) <= _ROUNDINGS * np.finfo(before.dtype).eps * most)
                differ &= ~(np.isnan(before) & np.isnan(after))
        places = np.flatnonzero(differ)
        if not len(places):
            return None
        first = int(places[0])
        return Change(number, view.low + first * item, before[first].item(), after[first].item())


def _elements(data: np.ndarray, view: View) -> np.ndarray:
    if view.dtype == "bfloat16":
        wide = data.view(np.uint16).astype(np.uint32) << 16
        return wide.view(np.float32)
    try:
        return data.view(np.dtype(view.dtype))
    except TypeError:
        return data.view(f"u{view.item}")


def _is_same(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two arrays of as many bytes hold the same: by words, as far as there are whole ones."""
    whole = len(a) // 8 * 8
    return np.array_equal(a[whole:], b[whole:]) and np.array_equal(
        a[:whole].view(np.uint64), b[:whole].view(np.uint64)
    )
