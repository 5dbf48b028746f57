"""`Proofs`: launches whose programs are proved not to race, so that nothing need be logged of them.

>>> Proofs(text).are_apart((8, 1, 1), views, [None, None, 1000])                 # doctest: +SKIP
True

In a launch all sizes are known, so proofs are quick (`proofs/facts.py`); each launch with the same numbers has one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise

from triton_shared.runtime.checks.extents import View

#: seconds that proofs of a kernel may take in a process, and launches that are remembered
_SECONDS, _REMEMBERED = 2.0, 1000


class Proofs:
    """Proofs about launches of the kernel whose touches ``text`` tells (`abi.TOUCHES`)."""

    def __init__(self, text: str):
        self._text, self._left = text, _SECONDS
        self._known: dict[tuple, bool] = {}

    def are_apart(
        self, grid: tuple[int, int, int], views: Sequence[View | None], numbers: Sequence[int | None]
    ) -> bool:
        """Whether no two programs touch the same byte that one of them changes.

        ``views`` are those of the arguments, ``numbers`` their values where these are integers.
        """
        sizes = tuple(None if view is None else (view.item, *view.shape) for view in views)
        key = grid, sizes, tuple(numbers), _overlap(views)
        if key not in self._known:
            if self._left <= 0 or len(self._known) >= _REMEMBERED:
                return False
            begin = time.monotonic()
            self._known[key] = not key[3] and self._proved(grid, views, numbers)
            self._left -= time.monotonic() - begin
        return self._known[key]

    def _proved(
        self, grid: tuple[int, int, int], views: Sequence[View | None], numbers: Sequence[int | None]
    ) -> bool:
        from triton_shared.proofs import goals, prover, touches  # import MLIR

        program = touches.Program.of(self._text)
        if any(t.argument is None or views[t.argument] is None for t in program.touches):
            return False
        names = tuple(f"a{n}" for n in range(len(numbers)))
        known = {row[3]: row[1] for row in program.terms.rows if row[0] == "arg"}
        widths = tuple(known.get(n, 64) for n in range(len(names)))
        constraints = [f"grid[{axis}] == {size}" for axis, size in enumerate(grid)]
        for name, number, width in zip(names, numbers, widths, strict=True):
            constraints += [f"{name} == {_signed(number, width)}"] if number is not None else []
        items = [
            view.item if view else None if n is None else 0 for view, n in zip(views, numbers, strict=True)
        ]
        kernel = goals.Kernel(names, tuple(items), widths, {})
        asked, end = goals.Goals(program, kernel, constraints), time.monotonic() + self._left
        return all(time.monotonic() < end and prover.are_apart(asked, a, b) for a, b in asked.pairs())


def _signed(number: int, width: int) -> int:
    """``number``, which a launch may give without a sign, as proofs take it: signed, of a bit 0 or 1."""
    number &= (1 << width) - 1
    return number - (1 << width) if width > 1 and number >> (width - 1) else number


def _overlap(views: Sequence[View | None]) -> bool:
    """Whether two of the views share memory, or seem to."""
    spans = sorted(view.span() for view in views if view and not view.is_empty)
    return any(first[1] > second[0] for first, second in pairwise(spans))
