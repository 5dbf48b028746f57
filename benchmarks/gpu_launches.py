"""What a launch costs the host: ours, ours by way of Triton, and Triton's own, interleaved; microseconds.

``python -m benchmarks.gpu_launches``, where there is a GPU.
"""

from __future__ import annotations

import time
from pathlib import Path

import torch
import triton
import triton.language as tl
from triton.backends import Backend, backends

import triton_shared

LAUNCHES, ROUNDS = 2000, 15


def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    """``out = x + y`` of ``n`` elements."""
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = lanes < n
    tl.store(out_ptr + lanes, tl.load(x_ptr + lanes, mask) + tl.load(y_ptr + lanes, mask), mask)


def main() -> None:
    """Print the least and the median of the rounds for each way to launch."""
    from triton_shared.triton.cuda.compiler import NAME, CUDABackend
    from triton_shared.triton.cuda.driver import CUDADriver

    backends[NAME] = Backend(CUDABackend, CUDADriver)
    theirs, ours = triton.runtime.driver.active, triton_shared.CUDADriver()
    x, y, out = torch.rand(3, 1024, device="cuda")
    native, plugged = triton.jit(add), triton.jit(add)
    example = Path(__file__).parents[1] / "examples" / "vector_add.f32.mlir"
    compiled = triton_shared.compile(example, target="cuda")
    ways = {
        "Triton": (theirs, lambda: native[(1,)](x, y, out, 1024, BLOCK=1024)),
        "Triton on CUDADriver": (ours, lambda: plugged[(1,)](x, y, out, 1024, BLOCK=1024)),
        "triton_shared.compile": (theirs, lambda: compiled[(1,)](x, y, out, 1024)),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, (driver, launch) in ways.items():
            triton.runtime.driver.set_active(driver)
            for _ in range(100):
                launch()
            torch.cuda.synchronize()
            begin = time.perf_counter()
            for _ in range(LAUNCHES // 10):
                for _ in range(10):
                    launch()
            times[name].append((time.perf_counter() - begin) / LAUNCHES * 1e6)
            torch.cuda.synchronize()
    for name, rounds in times.items():
        rounds.sort()
        print(f"{name:24} least {rounds[0]:6.2f} us, median {rounds[len(rounds) // 2]:6.2f} us")


if __name__ == "__main__":
    main()
