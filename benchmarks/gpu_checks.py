"""What checks cost on a GPU: the kernels of `benchmarks.checks`, with and without.

``python -m benchmarks.gpu_checks [--checks bounds,races]`` prints a table: the microseconds that the device takes for
the kernel, by events around it, and those of a launch of which the host waits for the end; both without and with each
check, the median of `ROUNDS`, in which they take turns; and whether all outputs have the same bits.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

import triton_shared
from benchmarks.checks import ROWS
from examples.tutorials import Case
from triton_shared.runtime.arguments import Address, HostArray, grid_of
from triton_shared.runtime.checks import kinds
from triton_shared.runtime.cuda import current_stream

ROUNDS = 31


class Side:
    """One kernel of ``case``, with ``checks``, and a launch of it on arrays of its own."""

    def __init__(self, case: Case, checks: str):
        self.kernel: Any = triton_shared.compile(case.path, target="cuda", checks=checks)
        data = case.launch()
        self.grid = grid_of(data.grid)
        self.arguments = [moved(value) for value in data.args]
        self.launch()
        torch.cuda.synchronize()
        self.bits = [a.cpu().numpy().tobytes() for a in self.arguments if isinstance(a, torch.Tensor)]
        self.host: list[float] = []
        self.device: list[float] = []

    def launch(self) -> None:
        """The launch as users make it."""
        self.kernel[self.grid](*self.arguments)

    def measure(self) -> None:
        """One more time of the host, and of the device."""
        torch.cuda.synchronize()
        begin = time.perf_counter()
        self.launch()
        torch.cuda.synchronize()
        self.host.append(time.perf_counter() - begin)
        times: list[float] = []
        self._timed(lambda start: times.append(_event_time(start)))
        self.device.append(times[0])  # others are those of reruns

    def _timed(self, time_of: Callable[[Callable[[], None]], None]) -> None:
        """``time_of`` the launch by itself, whose record is made before and read after it."""
        device, stream = current_stream.current()
        loaded, values = self.kernel.on(device), tuple(self.arguments)
        if not self.kernel.checks:
            block = loaded.pack(values, {})
            time_of(lambda: loaded.launch(self.grid, block, stream))
            return

        def start(address: int) -> None:
            block = loaded.pack((*values, Address(address, "int64")), {})
            time_of(lambda: loaded.launch(self.grid, block, stream))

        self.kernel.checks.run(self.grid, values, start, loaded.memory(stream), loaded.resident)


def _event_time(start: Callable[[], None]) -> float:
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda._sleep(20000)  # the host is done with all three before the device begins
    begin.record()
    start()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) / 1e3


def moved(value: Any) -> Any:
    """``value`` on the GPU."""
    value = value.array if isinstance(value, HostArray) else value
    return torch.from_numpy(value).cuda() if isinstance(value, np.ndarray) else value


def row(case: Case, asked: Sequence[str]) -> str:
    """The cells of a kernel's row."""
    sides = [Side(case, checks) for checks in ("", *asked)]
    for _ in range(ROUNDS):
        for side in sides:
            side.measure()
    plain = sides[0]
    cells = []
    for side in sides:
        device, host = statistics.median(side.device), statistics.median(side.host)
        ratios = device / statistics.median(plain.device), host / statistics.median(plain.host)
        star = "*" * (side.bits != plain.bits)
        cells.append(f"{device * 1e6:.1f} ({ratios[0]:.2f}x), {host * 1e6:.0f} ({ratios[1]:.2f}x){star}")
    return " | ".join(cells)


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--checks", default=",".join(kinds.KINDS), help="names, with commas between")
    options = parser.parse_args(arguments)
    asked = options.checks.split(",")
    print(f"{torch.cuda.get_device_name()}; a star: other bits\n")
    print(f"| kernel: device us, launch us | {' | '.join(('none', *asked))} |\n|{'---|' * (len(asked) + 2)}")
    for name, case in ROWS.items():
        print(f"| {name} | {row(case, asked)} |", flush=True)


if __name__ == "__main__":
    main()
