"""`DeviceLaunch`: how a kernel for a GPU is launched that `--check-accesses` has instrumented."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from triton_shared.abi import SITES, Param
from triton_shared.runtime.arguments import Packer
from triton_shared.runtime.checks import findings
from triton_shared.runtime.checks.device_record import DeviceRecord
from triton_shared.runtime.checks.extents import views_of
from triton_shared.runtime.checks.reports import labels_of


class DeviceLaunch:
    """The way to launch one kernel, of which ``params`` are all, the record among them, and ``names`` the user's."""

    def __init__(self, params: Sequence[Param], names: Sequence[str], kernel: str):
        *self._users, record = params
        self._names, self._kernel, self._sites = names, kernel, record.attributes[SITES]
        #: positional and named arguments in the order of the parameters
        self.bind = Packer(self._users, names, kernel).bind

    def run(
        self, grid: tuple[int, int, int], values: Sequence[Any], launch: Callable[[np.ndarray], None]
    ) -> None:
        """``launch`` the kernel over ``grid`` with ``values`` for the user's arguments, and deliver what is found.

        ``launch`` takes the record's words, i64, of which it gives the kernel a copy, and puts what that has become in
        their place when the kernel has ended.

        Raises:
            CheckError: as `findings.deliver`.
        """
        views = views_of(self._users, values)
        numbers = [value if isinstance(value, int) else None for value in values]
        record = DeviceRecord(grid, self._sites, views, numbers)
        try:
            launch(record.words)
        finally:
            found = record.findings(self._kernel, labels_of(self._users, self._names))
            findings.deliver(findings.by_frequency(found))
