"""What a checked launch found: `Finding`, one for each access of the source, as text, and as an error."""

from __future__ import annotations

import linecache
import math
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from triton_shared.coded import Coded
from triton_shared.names import one_line
from triton_shared.runtime.checks import kinds

MOST_DIMENSIONS = 64
#: what reports call what a check found
TITLES = {
    "bounds": "out of bounds",
    "races": "race",
    "promises": "broken promise",
    "values": "not finite",
    "initialised": "uninitialised",
    "order": "depends on the order of programs",
}


@dataclass(frozen=True)
class Finding:
    """What a check found at one place of the source; program, lane and index are those of the first such lane.

    Attributes:
        kind: the check that found it.
        file, line, column: where in the source; "-" and 0 where it does not tell.
        kernel: its name.
        does: "reads", "writes" or "updates".
        argument: what it accesses, by name or number; None for an address that is none's.
        shape, dtype: of that argument.
        program: x, y and z, of the first program in the order of the grid.
        block: the shape of the block that is accessed; ``()`` for a scalar.
        lane: the index in the block.
        index: the index in the argument; one number, of elements, where the argument has no dimensions.
        dimension: which of them is out of its bound.
        bound: how many there are along it.
        by: how far the index is from the nearest one that is in bounds; 0 for what lies between elements.
        rest: bytes from the element's begin to what is accessed: an array's elements need not be neighbours.
        address: the address that was not touched.
        span: the first and the last element that was asked for, counted from the argument's first.
        lanes, programs: how many there were; accesses in loops count each time.
        masked: whether the access has a mask that may switch lanes off.
        mask: the conditions of that mask, with their lines and what they compare in that lane, where that is known.
        told: what checks other than "bounds" say of the kernel.
        values: names and values of what was computed there.
        other: of a race the file, the line and the program of the second access.
    """

    kind: str
    file: str
    line: int
    column: int
    kernel: str
    does: str
    argument: str | None
    shape: tuple[int, ...]
    dtype: str
    program: tuple[int, int, int]
    block: tuple[int, ...]
    lane: tuple[int, ...]
    index: tuple[int, ...] = ()
    dimension: int = 0
    bound: int = 0
    by: int = 0
    rest: int = 0
    address: int = 0
    span: tuple[int, int] = (0, 0)
    lanes: int = 1
    programs: int = 1
    masked: bool = False
    mask: tuple[str, ...] = ()
    told: str = ""
    values: tuple[tuple[str, int | float], ...] = ()
    other: tuple[str, int, tuple[int, int, int]] | None = None

    @property
    def place(self) -> str:
        """``file.py:12``."""
        return f"{one_line(self.file)}:{self.line}"

    def __str__(self) -> str:
        source = linecache.getline(self.file, self.line).strip() if self.file.endswith(".py") else ""
        title = TITLES.get(self.kind, self.kind)
        lines = [f"{self.place}: {title}: {self._what()}", f"    {self._where()}"]
        return "\n".join([*lines, *([f"    > {one_line(source)}"] if source else [])])

    def _what(self) -> str:
        if self.told:
            return f"kernel {one_line(self.kernel)!r} {self.told}"
        kernel = f"kernel {one_line(self.kernel)!r} {self.does}"
        if self.argument is None:
            return f"{kernel} address {self.address:#x}, where no array is"
        array = f"{one_line(self.argument)}, {self.dtype}{list(self.shape)},"
        at = f"{kernel} {array} at {_brackets(self.index)}"
        along = f" along dimension {self.dimension}" if len(self.shape) > 1 else ""
        if not math.prod(self.shape):
            return f"{at}: it has no elements"
        if self.by == 0:
            return f"{at} and {self.rest} bytes on: that is between its elements"
        return f"{at}: {self.index[self.dimension]} is out of 0..{self.bound - 1}{along} by {self.by}"

    def _where(self) -> str:
        lane = f", lane {_brackets(self.lane)} of {_brackets(self.block)}" if self.block else ""
        programs = f"{self.programs} program{'s' * (self.programs != 1)}"
        if self.told:
            values = "".join(f"; {name} = {value}" for name, value in self.values)
            return f"program {self.program}{lane}{values}; {self.lanes} lane{'s' * (self.lanes != 1)} of {programs}"
        mask = "its mask lets it through" if self.masked or self.mask else "no mask"
        if self.mask:
            mask += f" ({', '.join(map(one_line, self.mask))})"
        first, last = self.span
        elements = f", elements {first} to {last}" if self.argument is not None and first != last else ""
        count = f"{self.lanes} access{'es' * (self.lanes != 1)} of {programs}{elements}"
        return f"program {self.program}{lane}; {mask}; {count}"


def _brackets(numbers: Sequence[int]) -> str:
    return f"[{', '.join(map(str, numbers))}]"


class CheckError(Coded, RuntimeError):
    """A checked launch found something.

    Attributes:
        findings: one for each place of the source, the most frequent first.
    """

    def __init__(self, findings: Sequence[Finding]):
        self.findings = tuple(findings)
        super().__init__("\n".join(map(str, self.findings)))

    def __reduce__(self) -> tuple:
        return CheckError, (self.findings,)


#: how a finding is written on standard error
spelled: Callable[[Finding], str] = str


class _Collectors(threading.local):
    """Who takes what launches of this thread find, the innermost last."""

    def __init__(self) -> None:
        self.lists: list[list[Finding]] = []


_collectors = _Collectors()
_told: set[tuple] = set()
_lock = threading.Lock()


@contextmanager
def collected() -> Iterator[list[Finding]]:
    """What launches of this thread find meanwhile, which nobody else is told."""
    found: list[Finding] = []
    _collectors.lists.append(found)
    try:
        yield found
    finally:
        _collectors.lists.remove(found)


def deliver(found: list[Finding]) -> None:
    """Hand what a launch found to who collects it, or write on standard error what it did not say before.

    Raises:
        CheckError: nobody collects it, and ``TRITON_SHARED_CHECK_RAISE`` is set.
    """
    if not found:
        return
    if _collectors.lists:
        _collectors.lists[-1].extend(found)
        return
    if kinds.raises():
        raise CheckError(found)
    with _lock:
        new = [one for one in found if _key(one) not in _told]
        _told.update(map(_key, new))
    if new:
        sys.stderr.write("".join(f"{spelled(one)}\n" for one in new))


def told() -> int:
    """How many accesses this process has told of on standard error."""
    return len(_told)


def _key(one: Finding) -> tuple:
    return one.kind, one.file, one.line, one.column, one.kernel, one.does, one.argument


def by_frequency(found: Sequence[Finding]) -> list[Finding]:
    """``found``, the most frequent first; of equals in the order of the source."""
    return sorted(found, key=lambda one: (-one.lanes, one.file, one.line, one.column))
