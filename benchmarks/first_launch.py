"""The process that `benchmarks.launch` starts: ``python -m benchmarks.first_launch ours|nothing '[modules]'``.

It imports the modules, launches a kernel for the first time, then many times, and prints what it measured as JSON.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import statistics
import sys
import time

import torch
import triton
import triton.language as tl
from triton.runtime.cache import triton_key

from triton_shared.triton import compiler, driver


class NothingDriver(driver.CPUDriver):
    """Loads and launches nothing."""

    launcher_cls = staticmethod(lambda source, metadata: lambda *arguments: None)


def compile_nothing() -> None:
    """Make the back end compile nothing beyond Triton's own passes."""

    def o(module: object, metadata: dict) -> bytes:
        metadata |= {"name": module.get_entry_func_name(), "shared": 0}
        return b""

    driver.Utilities.load_binary = lambda *arguments: (None, None, 0, 0, 1 << 31)
    compiler.CPUBackend.hash = lambda self: "nothing"
    compiler.CPUBackend.add_stages = lambda self, stages, *rest: stages.update(ttir=compiler.ttir, o=o)


@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, scale, BLOCK: tl.constexpr):  # noqa: N803
    """Five arguments."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask)
    tl.store(out_ptr + offsets, x + scale * tl.load(y_ptr + offsets, mask), mask)


def main(rival: str, modules: list[str], launches: int = 20_000) -> dict:
    """``first`` launch in milliseconds, ``later`` ones in microseconds, ``modules`` imported by the first one."""
    if rival == "nothing":
        compile_nothing()
    triton.runtime.driver.set_active({"ours": driver.CPUDriver, "nothing": NothingDriver}[rival]())
    triton_key()
    known = set(sys.modules)
    for name in modules:
        with contextlib.suppress(ImportError):  # not all of them may be imported by themselves
            importlib.import_module(name)
    x, y, out = torch.ones(3, 128)

    def launch() -> float:
        start = time.perf_counter()
        add[(1,)](x, y, out, 100, 2.5, BLOCK=128)
        return time.perf_counter() - start

    first = launch()
    later = statistics.median(launch() for _ in range(launches))
    expected = torch.where(torch.arange(128) < 100, 3.5, 1.0) if rival == "ours" else torch.ones(128)
    torch.testing.assert_close(out, expected)
    return {
        "first": first * 1e3,
        "later": later * 1e6,
        "modules": [name for name in sys.modules if name not in known],
    }


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], json.loads(sys.argv[2]))))
