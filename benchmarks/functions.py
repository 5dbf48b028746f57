"""Time elementary functions beside torch and numpy: ``python -m benchmarks.functions [pattern] [--element f64]``.

Printed are nanoseconds an element on one thread, of 65536 elements, which stay in the cache.  The rivals take turns;
of each the best turn counts.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Callable

import numpy as np

COUNT, BLOCK = 1 << 16, 1 << 12
TURNS, CALLS = 12, 8

#: name of the op -> ends of the intervals of its operands, its names in numpy and torch
FUNCTIONS: dict[str, tuple[tuple[tuple[float, float], ...], str, str]] = {
    "math.exp": (((-10, 10),), "exp", "exp"),
    "math.exp2": (((-10, 10),), "exp2", "exp2"),
    "math.expm1": (((-3, 3),), "expm1", "expm1"),
    "math.log": (((0.01, 100),), "log", "log"),
    "math.log2": (((0.01, 100),), "log2", "log2"),
    "math.log10": (((0.01, 100),), "log10", "log10"),
    "math.log1p": (((-0.9, 10),), "log1p", "log1p"),
    "math.sin": (((-10, 10),), "sin", "sin"),
    "math.cos": (((-10, 10),), "cos", "cos"),
    "math.tan": (((-10, 10),), "tan", "tan"),
    "math.asin": (((-1, 1),), "arcsin", "asin"),
    "math.acos": (((-1, 1),), "arccos", "acos"),
    "math.atan": (((-10, 10),), "arctan", "atan"),
    "math.atan2": (((-10, 10), (-10, 10)), "arctan2", "atan2"),
    "math.sinh": (((-5, 5),), "sinh", "sinh"),
    "math.cosh": (((-5, 5),), "cosh", "cosh"),
    "math.tanh": (((-3, 3),), "tanh", "tanh"),
    "math.asinh": (((-10, 10),), "arcsinh", "asinh"),
    "math.acosh": (((1, 10),), "arccosh", "acosh"),
    "math.atanh": (((-1, 1),), "arctanh", "atanh"),
    "math.erf": (((-3, 3),), "", "erf"),
    "math.erfc": (((-3, 3),), "", "erfc"),
    "math.powf": (((0.1, 10), (-5, 5)), "power", "pow"),
    "math.cbrt": (((-10, 10),), "cbrt", ""),
    "math.rsqrt": (((0.01, 100),), "", "rsqrt"),
    "math.sqrt": (((0.01, 100),), "sqrt", "sqrt"),
    "arith.remf": (((-10, 10), (0.5, 3)), "fmod", "fmod"),
}


def text(op: str, element: str, operands: int) -> str:
    """TTIR that computes ``op`` of one or two arrays, by blocks."""
    block = f"tensor<{BLOCK}x"
    names = "xz"[:operands]
    loads = "".join(
        f"""
  %{v}s = tt.splat %{v} : !tt.ptr<{element}> -> {block}!tt.ptr<{element}>>
  %{v}p = tt.addptr %{v}s, %at : {block}!tt.ptr<{element}>>, {block}i32>
  %{v}b = tt.load %{v}p : {block}!tt.ptr<{element}>>"""
        for v in names
    )
    arguments = ", ".join(f"%{v}: !tt.ptr<{element}>" for v in names + "y")
    return f"""
tt.func public @function({arguments}) {{
  %pid = tt.get_program_id x : i32
  %size = arith.constant {BLOCK} : i32
  %first = arith.muli %pid, %size : i32
  %lanes = tt.make_range {{start = 0 : i32, end = {BLOCK} : i32}} : {block}i32>
  %firsts = tt.splat %first : i32 -> {block}i32>
  %at = arith.addi %firsts, %lanes : {block}i32>{loads}
  %r = {op} {", ".join(f"%{v}b" for v in names)} : {block}{element}>
  %ys = tt.splat %y : !tt.ptr<{element}> -> {block}!tt.ptr<{element}>>
  %yp = tt.addptr %ys, %at : {block}!tt.ptr<{element}>>, {block}i32>
  tt.store %yp, %r : {block}!tt.ptr<{element}>>
  tt.return
}}
"""


def rivals(op: str, element: str) -> dict[str, Callable[[], object]]:
    """What computes ``op`` of the same numbers."""
    import triton_shared

    ends, in_numpy, in_torch = FUNCTIONS[op]
    rng = np.random.default_rng(1)
    dtype = {"f32": np.float32, "f64": np.float64}[element]
    operands = [rng.uniform(low, high, COUNT).astype(dtype) for low, high in ends]
    out = np.empty(COUNT, dtype)
    launch = triton_shared.compile(text(op, element, len(ends)), num_threads=1)[(COUNT // BLOCK,)]
    found: dict[str, Callable[[], object]] = {"ours": lambda: launch(*operands, out)}
    if in_torch and importlib.util.find_spec("torch") is not None:
        import torch

        torch.set_num_threads(1)
        tensors = [torch.from_numpy(a) for a in operands]
        result, function = torch.empty_like(tensors[0]), getattr(torch.special, in_torch, None)
        function = getattr(torch, in_torch, function)
        found["torch"] = lambda: function(*tensors, out=result)
    if in_numpy:
        found["numpy"] = lambda: getattr(np, in_numpy)(*operands, out=out)
    return found


def best(calls: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Nanoseconds an element of each rival's best turn."""
    times = dict.fromkeys(calls, float("inf"))
    for _ in range(TURNS):
        for name, call in calls.items():
            call()
            start = time.perf_counter()
            for _ in range(CALLS):
                call()
            times[name] = min(times[name], (time.perf_counter() - start) / CALLS / COUNT * 1e9)
    return times


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.functions", description=__doc__.splitlines()[0]
    )
    parser.add_argument("pattern", nargs="?", default="", help="only the functions whose name holds this")
    parser.add_argument("--element", default="f32", choices=("f32", "f64"))
    options = parser.parse_args(arguments)
    print("ns an element: ours, torch, numpy")
    for op in FUNCTIONS:
        if options.pattern in op:
            times = best(rivals(op, options.element))
            cells = "".join(
                f"{times[n]:10.2f}" if n in times else f"{'-':>10}" for n in ("ours", "torch", "numpy")
            )
            ratio = f"{times['torch'] / times['ours']:10.2f}x" if "torch" in times else ""
            print(f"{op:14}{cells}{ratio}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
