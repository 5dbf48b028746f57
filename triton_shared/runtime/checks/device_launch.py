"""`DeviceLaunch`: how a kernel for a GPU is launched that `--check-accesses` has instrumented."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from triton_shared.abi import SITES, Param
from triton_shared.runtime.checks.device_log import DeviceLog
from triton_shared.runtime.checks.device_record import DeviceRecord
from triton_shared.runtime.checks.extents import View
from triton_shared.runtime.checks.launches import Grid, Launches
from triton_shared.runtime.checks.memory import DeviceMemory
from triton_shared.runtime.checks.visits import Log


class DeviceLaunch(Launches):
    """The way to launch one kernel on a GPU."""

    def __init__(self, params: Sequence[Param], names: Sequence[str], kernel: str):
        super().__init__(params, names, kernel, "cuda")
        self._sites = json.loads(params[-1].attributes[SITES])

    def run(
        self,
        grid: Grid,
        values: Sequence[Any],
        start: Callable[[int], None],
        memory: DeviceMemory,
        resident: Callable[[], int],
    ) -> None:
        """Launch the kernel over ``grid`` with ``values`` for the user's arguments, and deliver what is found.

        ``start`` is given where the record is, in ``memory``, and begins the launch; ``resident`` tells how many
        programs the GPU runs at once.

        Raises:
            CheckError: as `findings.deliver`.
        """
        self.on(_Device(self._sites, start, memory, resident), grid, values)


class _Device:
    """One launch on a GPU."""

    how = None

    def __init__(
        self,
        sites: Sequence[dict[str, Any]],
        start: Callable[[int], None],
        memory: DeviceMemory,
        resident: Callable[[], int],
    ):
        self._sites, self._start, self.memory, self.resident = sites, start, memory, resident

    def record(
        self, grid: Grid, views: Sequence[View | None], log: Log | None, numbers: Sequence[int | None]
    ) -> DeviceRecord:
        return DeviceRecord(grid, self._sites, views, numbers, log)  # type: ignore[arg-type]

    def log(self, programs: int, views: Sequence[View | None], watched: Sequence[bool]) -> DeviceLog:
        return DeviceLog(programs, self._sites, views, watched)

    def launch(self, record: DeviceRecord) -> None:
        address = record.send(self.memory)
        self._start(address)
        record.receive(self.memory, address)
