"""`CheckedLaunch`: how a kernel for this machine's CPU is launched that `--check-accesses` has instrumented."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from triton_shared.abi import CHECKS, Param
from triton_shared.runtime.arguments import Packer
from triton_shared.runtime.checks.extents import View
from triton_shared.runtime.checks.launches import Grid, Launches
from triton_shared.runtime.checks.memory import HOST
from triton_shared.runtime.checks.record import Record
from triton_shared.runtime.checks.visits import Log
from triton_shared.runtime.cpu import pool


class CheckedLaunch(Launches):
    """The way to launch one kernel on the CPU."""

    def __init__(self, params: Sequence[Param], names: Sequence[str], kernel: str):
        super().__init__(params, names, kernel)
        self.accesses = int(params[-1].attributes[CHECKS])
        self.pack = Packer(params, (*names, "the record of checks") if names else (), kernel)

    def run(
        self, grid: Grid, values: Sequence[Any], launch: Callable[[bytes, int], None], how: pool.Launch
    ) -> None:
        """``launch`` the kernel over ``grid`` with ``values`` for the user's arguments, and deliver what is found.

        ``how`` is what the pool knows of the kernel, its number of threads among it.

        Raises:
            TypeError, ValueError: an argument does not fit its parameter.
            CheckError: as `findings.deliver`.
        """

        def start(record: Record) -> None:
            block = self.pack.packed([*self._packer.values(tuple(values), {}), record.address], grid)
            launch(block, grid[0] * grid[1] * grid[2])

        self.on(_Host(self.accesses, self._visits, start, how), grid, values)


class _Host:
    """One launch by threads of this process."""

    memory, resident = HOST, None

    def __init__(self, accesses: int, visits: int, launch: Callable[[Record], None], how: pool.Launch):
        self._accesses, self._visits, self.launch, self.how = accesses, visits, launch, how

    def record(
        self, grid: Grid, views: Sequence[View | None], log: Log | None, numbers: Sequence[int | None]
    ) -> Record:
        return Record(grid, self._accesses, views, log, numbers)

    def log(self, programs: int, views: Sequence[View | None], watched: Sequence[bool]) -> Log:
        return Log(programs, self._visits, views, watched)
