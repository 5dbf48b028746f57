"""`Launches`: how a kernel is launched that `--check-accesses` has instrumented, on whatever machine.

A launch makes a record, which the kernel takes as its last argument, runs, and delivers what is in the record then.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from triton_shared.abi import FILLS, ORDERS, TOUCHES, VISITS, Param, first_parts
from triton_shared.runtime.arguments import Packer
from triton_shared.runtime.checks import findings, uninitialised
from triton_shared.runtime.checks.extents import NOTHING, View, views_of
from triton_shared.runtime.checks.findings import Finding
from triton_shared.runtime.checks.memory import Memory
from triton_shared.runtime.checks.proved import Proofs
from triton_shared.runtime.checks.reports import labels_of
from triton_shared.runtime.checks.reruns import Reruns
from triton_shared.runtime.checks.uninitialised import Elements
from triton_shared.runtime.checks.visits import Log, watched
from triton_shared.runtime.cpu import pool

Grid = tuple[int, int, int]


class Machine(Protocol):
    """What one launch runs on; its records are `AnyRecord`."""

    @property
    def memory(self) -> Memory:
        """The memory of the launch's arguments."""

    @property
    def how(self) -> pool.Launch | None:
        """What the pool knows of the kernel, its number of threads among it; None where that is no choice."""

    @property
    def resident(self) -> Callable[[], int] | None:
        """Tells how many programs there may be at once; None where others end all that are before them."""

    def record(
        self, grid: Grid, views: Sequence[View | None], log: Log | None, numbers: Sequence[int | None]
    ) -> Any:
        """A record of the launch."""

    def log(self, programs: int, views: Sequence[View | None], watched: Sequence[bool]) -> Log:
        """A log of the launch."""

    def launch(self, record: Any) -> None:
        """Run the kernel to its end with ``record``."""


class Launches:
    """The way to launch one kernel, of which ``params`` are all, the record among them, and ``names`` the user's."""

    def __init__(self, params: Sequence[Param], names: Sequence[str], kernel: str, where: str = "cpu"):
        *self._users, record = params
        self._labels, self._kernel = labels_of(self._users, names), kernel
        self._visits = int(record.attributes.get(VISITS, 0))
        self._orders, self._fills = (name in record.attributes for name in (ORDERS, FILLS))
        self._proofs = Proofs(record.attributes[TOUCHES]) if TOUCHES in record.attributes else None
        if self._fills:
            uninitialised.watch(where)
        self._firsts = first_parts(self._users)
        self._packer = Packer(self._users, names, kernel)

    def bind(self, args: tuple, named: dict) -> tuple:
        """Positional and named arguments in the order of the parameters."""
        return args if not named and len(args) == len(self._firsts) else tuple(self._packer.bind(args, named))

    def on(self, machine: Machine, grid: Grid, values: Sequence[Any]) -> None:
        """Launch the kernel over ``grid`` with ``values`` for the user's arguments, and deliver what is found.

        Raises:
            CheckError: as `findings.deliver`; and what `Machine.launch` raises.
        """
        views = views_of(self._users, values)
        blank: list[Elements | None] = [None] * len(views)
        if self._fills:
            blank = [uninitialised.of(view, machine.memory) for view in views]
        numbers = [value if isinstance(value, int) else None for value in values]
        is_proved = self._is_proved(grid, views, numbers)
        log = None if is_proved else self._log(machine, grid, views, blank)
        record = machine.record(grid, self._held(views), log, numbers)
        reruns = None if is_proved else self._reruns(machine, grid, views, blank)
        found: list[Finding] = []
        try:
            machine.launch(record)
            if reruns:
                found = reruns.findings(record, self._kernel, self._labels, self._orders, self._fills)
        finally:
            if record.log and record.log.missed:
                _warn(self._kernel, record.log.missed)
            if found := [*record.findings(self._kernel, self._labels), *found]:
                findings.deliver(findings.by_frequency(found))

    def _held(self, views: Sequence[View | None]) -> list[View | None]:
        """What an address may lie in: ``views``, None for memory of which the extent is not known."""
        return [
            view if param.type == "ptr" else NOTHING for param, view in zip(self._users, views, strict=True)
        ]

    def _is_proved(self, grid: Grid, views: Sequence[View | None], numbers: Sequence[int | None]) -> bool:
        """Whether no two programs share what one of them changes, and no rerun asks what they read."""
        if self._proofs is None or self._fills or not self._visits:
            return False
        users = [views[first] for first in self._firsts]
        return self._proofs.are_apart(grid, users, numbers)

    def _reruns(
        self, machine: Machine, grid: Grid, views: list[View | None], blank: Sequence[Elements | None]
    ) -> Reruns | None:
        """What launches the kernel again, if it is to be."""
        if not (self._orders or self._fills):
            return None
        written = [param.written for param in self._users]
        make = lambda: machine.record(grid, self._held(views), None, ())  # noqa: E731
        launch, how, memory = machine.launch, machine.how, machine.memory
        return Reruns(grid, views, written, blank, launch, make, how, memory, machine.resident)

    def _log(
        self, machine: Machine, grid: Grid, views: Sequence[View | None], blank: Sequence[Elements | None]
    ) -> Log | None:
        """Where the kernel's programs say what they touch, if it does."""
        if not self._visits:
            return None
        written = [param.written or b is not None for param, b in zip(self._users, blank, strict=True)]
        return machine.log(grid[0] * grid[1] * grid[2], views, watched(views, written))


def _warn(kernel: str, missed: int) -> None:
    told = f"kernel {kernel!r} touches memory too often for its log: {missed} accesses are not compared for races"
    warnings.warn(told, RuntimeWarning, stacklevel=2)
