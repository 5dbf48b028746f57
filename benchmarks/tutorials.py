"""Time the tutorial kernels beside numpy and torch: ``python -m benchmarks.tutorials [pattern] [--threads N]``.

The rivals take turns of a few calls until the time is up, so that what disturbs the machine disturbs all of
them; each is given its median.  All get the same number of threads, although numpy uses them for products
only.  numpy computes in f32 whatever the kernel's element type; torch, where installed, computes in the
kernel's own type.  Every kernel's result is checked before it is timed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from triton_shared.runtime.cpu.pool import default_width

FLOPS_PER_BYTE = 8  # from here on a kernel is rated by its arithmetic, below by its memory traffic

# Kernel's name: from torch and the launch's arguments, arrays made tensors, to the operation to time.
_TORCH: dict[str, Callable[..., Callable[[], object]]] = {
    "vector_add": lambda t, x, y, out, *_: lambda: t.add(x, y, out=out),
    "softmax": lambda t, out, x, *_: lambda: t.softmax(x, -1, out=out),
    "matmul": lambda t, a, b, c, *_: lambda: t.matmul(a, b, out=c),
    "matmul_block_ptr": lambda t, a, b, c, *_: lambda: t.matmul(a, b, out=c),
    "layer_norm": lambda t, x, y, w, b, *_: lambda: t.layer_norm(x, w.shape, w, b, 1e-5),
    "dropout": lambda t, x, keep, out, n, p: lambda: t.where(keep != 0, x / (1 - float(p)), 0),
    "attention": lambda t, q, k, v, *_: lambda: t.nn.functional.scaled_dot_product_attention(q, k, v),
    "attention_causal": lambda t, q, k, v, *_: (
        lambda: t.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    ),
}


#: calls in a turn that do not count: a library's threads spin on after its last call, and hold the cores of the next
SETTLING = 4
TURN = 8


def take_turns(rivals: dict[str, Callable[[], object]], seconds: float) -> dict[str, float]:
    """Median seconds of a call of each rival; they take turns of `TURN` calls, the first `SETTLING` of which settle."""
    times: dict[str, list[float]] = {name: [] for name in rivals}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times["ours"]) < 3:
        for name, call in rivals.items():
            for number in range(TURN):
                start = time.perf_counter()
                call()
                if number >= SETTLING:
                    times[name].append(time.perf_counter() - start)
    return {name: statistics.median(taken) for name, taken in times.items()}


def torch_rival(case, data, threads: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """torch's way of computing ``case``, if torch is installed and has one."""
    if case.name not in _TORCH or importlib.util.find_spec("torch") is None:
        return
    import numpy as np
    import torch

    torch.set_num_threads(threads)

    def tensor(value: object) -> object:
        if not isinstance(value, np.ndarray):
            return value
        if value.dtype == np.uint16:
            return torch.from_numpy(value.view(np.int16)).view(torch.bfloat16)
        return torch.from_numpy(value)

    yield "torch", _TORCH[case.name](torch, *map(tensor, data.args))


def measure(case, threads: int, seconds: float) -> str:
    """A line of the table: how long the kernel takes, its rate, its rivals' times as multiples of it."""
    import triton_shared

    data = case.launch()
    kernel = triton_shared.compile(case.path, num_threads=threads)
    launch, args = kernel[data.grid], data.args
    launch(*args)
    if data.errors()[1] > 1:
        return "WRONG"
    rivals = {"ours": lambda: launch(*args), "numpy": data.numpy, **dict(torch_rival(case, data, threads))}
    taken = take_turns(rivals, seconds)
    ours = taken.pop("ours")
    computes = data.flops > FLOPS_PER_BYTE * data.bytes
    amount, unit = (data.flops, "GFLOP/s") if computes else (data.bytes, "GB/s")
    others = "".join(f"{name:>8} {t * 1e3:9.3f} ms = {t / ours:6.2f}x" for name, t in taken.items())
    return f"{ours * 1e3:9.3f} ms {amount / ours * 1e-9:8.1f} {unit:8}{others}"


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status: 1 if a kernel cannot be compiled or computes wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.tutorials", description=__doc__.splitlines()[0]
    )
    parser.add_argument("pattern", nargs="?", default="", help="only the files whose name holds this")
    parser.add_argument("--threads", type=int, default=default_width(), help="default: all cores")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each line; default: 1")
    options = parser.parse_args(arguments)
    for library in ("OPENBLAS", "MKL", "OMP"):  # read when the library is loaded
        os.environ[f"{library}_NUM_THREADS"] = str(options.threads)
    from examples.tutorials import cases

    failures = 0
    print(f"{options.threads} threads; a rival's time is given as a multiple of ours")
    for case in cases(options.pattern, big=True):
        print(f"{case.name:28}{case.element:5}{case.shape:30}", end="", flush=True)
        try:
            line = measure(case, options.threads, options.seconds)
        except Exception as error:
            line = f"{type(error).__name__}: {str(error).splitlines()[0]}"
        failures += not line.lstrip()[:1].isdigit()
        print(line, flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
