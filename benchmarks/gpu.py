"""Kernels on the GPU beside Triton and torch: ``python -m benchmarks.gpu [pattern] [--group NAME] [--rounds N]
[--json FILE] [--svg FILE]``.

Every kernel is one `@triton.jit` function.  Triton compiles it by itself; the Triton IR that its front end makes of it
is compiled by triton_shared.  Each side has the same configurations, of which a first round takes the best.  Then the
sides take turns, in another order each round; before each call a write of 256 MB empties the cache.  A row gives the
median of the rounds in GB/s (the bytes that the algorithm must move), or TFLOP/s of matrix products, the ratio to
Triton with its spread, the share of the device's bandwidth or peak, and the time that compiling took; the JSON also
the registers and the spills of a thread, the blocks that a processor holds, and the occupancy.

The group ``main`` has kernels of the kinds that Triton's tutorials have, ``library`` those of the classes that public
libraries have (`benchmarks.library`).  A process of its own makes the rows (`gpu_processes`): where one breaks the
GPU's context or never ends, another process goes on.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import torch
import triton
import triton.language as tl
from triton.runtime.errors import OutOfResources

import triton_shared
from benchmarks import gpu_gemms, gpu_processes, gpu_products, library, plot
from benchmarks.gpu_row import Row
from triton_shared.codegen.nvidia.target import WARP
from triton_shared.errors import CompileError
from triton_shared.runtime.cuda.driver import driver
from triton_shared.runtime.cuda.errors import ResourceError
from triton_shared.runtime.cuda.launch import Resources, resident_blocks

#: bytes a second of the devices that tables name shares of
BANDWIDTH = {"NVIDIA H200": 4.8e12, "NVIDIA H100 80GB HBM3": 3.35e12, "NVIDIA A100-SXM4-80GB": 2.04e12}
#: multiplications and additions a second of tensor cores, by the type of the factors
PEAK = {
    name: {"f16": 989e12, "bf16": 989e12, "tf32": 494e12, "e4m3": 1979e12, "i8": 1979e12}
    for name in ("NVIDIA H200", "NVIDIA H100 80GB HBM3")
}
WARPS = (1, 2, 4, 8, 16)
#: rounds, and calls in each, by which the best configuration of a side is chosen
CHOOSING, CALLS = 4, 5
#: columns of a row's name
NAME = 46
#: the ratio below which a row is named as one to look at
SLOW = 0.97
#: what a configuration may say besides constants
OPTIONS = ("num_warps", "num_stages", "maxnreg")


@triton.jit
def add(x, y, o, n, B: tl.constexpr):
    """The sum of two arrays."""
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    tl.store(o + i, tl.load(x + i, mask=m) + tl.load(y + i, mask=m), mask=m)


@triton.jit
def softmax(o, x, stride_x, stride_o, n, B: tl.constexpr):
    """A row a program."""
    row = tl.program_id(0)
    c = tl.arange(0, B)
    v = tl.load(x + row * stride_x + c, mask=c < n, other=-float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(o + row * stride_o + c, e / tl.sum(e, 0), mask=c < n)


@triton.jit
def layer_norm(x, y, w, b, stride, n, eps, B: tl.constexpr):
    """A row a program."""
    row = tl.program_id(0)
    c = tl.arange(0, B)
    m = c < n
    v = tl.load(x + row * stride + c, mask=m, other=0.0).to(tl.float32)
    mean = tl.sum(v, 0) / n
    d = tl.where(m, v - mean, 0.0)
    rstd = 1 / tl.sqrt(tl.sum(d * d, 0) / n + eps)
    out = d * rstd * tl.load(w + c, mask=m) + tl.load(b + c, mask=m)
    tl.store(y + row * stride + c, out, mask=m)


@triton.jit
def layer_norm_backward(dx, dy, x, w, mean, rstd, stride, n, B: tl.constexpr):
    """The gradient of a layer norm's input, a row a program."""
    row = tl.program_id(0)
    c = tl.arange(0, B)
    m = c < n
    v = tl.load(x + row * stride + c, mask=m, other=0.0).to(tl.float32)
    g = tl.load(dy + row * stride + c, mask=m, other=0.0).to(tl.float32)
    r = tl.load(rstd + row)
    centred = tl.where(m, (v - tl.load(mean + row)) * r, 0.0)
    scaled = tl.where(m, tl.load(w + c, mask=m).to(tl.float32) * g, 0.0)
    along = tl.sum(centred * scaled, 0) / n
    tl.store(dx + row * stride + c, (scaled - (centred * along + tl.sum(scaled, 0) / n)) * r, mask=m)


@triton.jit
def dropout(x, o, n, p, seed, B: tl.constexpr):
    """Philox numbers decide what is kept."""
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    v = tl.load(x + i, mask=m)
    tl.store(o + i, tl.where(tl.rand(seed, i) > p, v / (1 - p), 0.0), mask=m)


@triton.jit
def transpose(x, o, rows, columns, B: tl.constexpr):
    """A square tile a program."""
    r = tl.program_id(0) * B + tl.arange(0, B)
    c = tl.program_id(1) * B + tl.arange(0, B)
    v = tl.load(x + r[:, None] * columns + c[None, :])
    tl.store(o + c[:, None] * rows + r[None, :], tl.trans(v))


@triton.jit
def gather_rows(x, index, o, width, R: tl.constexpr, B: tl.constexpr):
    """Rows by number."""
    r = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.arange(0, B)
    at = tl.load(index + r)
    tl.store(o + r[:, None] * width + c[None, :], tl.load(x + at[:, None] * width + c[None, :]))


@triton.jit
def cumsum(x, o, n, B: tl.constexpr):
    """A row a program."""
    row = tl.program_id(0)
    c = tl.arange(0, B)
    tl.store(o + row * n + c, tl.cumsum(tl.load(x + row * n + c), 0))


@triton.jit
def argmax(x, o, n, B: tl.constexpr):
    """A row a program."""
    row = tl.program_id(0)
    c = tl.arange(0, B)
    tl.store(o + row, tl.argmax(tl.load(x + row * n + c), 0))


@triton.jit
def histogram(x, o, n, B: tl.constexpr, BINS: tl.constexpr):
    """The counts of each block are added atomically."""
    i = tl.program_id(0) * B + tl.arange(0, B)
    counts = tl.histogram(tl.load(x + i), BINS)
    tl.atomic_add(o + tl.arange(0, BINS), counts, sem="relaxed")


@triton.jit
def sort(x, o, n, B: tl.constexpr):
    """A row a program."""
    row = tl.program_id(0)
    c = tl.arange(0, B)
    tl.store(o + row * n + c, tl.sort(tl.load(x + row * n + c)))


def rows() -> Iterator[Callable[[], Row]]:
    """Makers of all rows, which take memory only when called."""
    for n, kind in ((1 << 27, torch.float32), ((1 << 27) - 1, torch.float32), ((1 << 27) - 1, torch.float16)):
        yield lambda n=n, kind=kind: _add(n, kind)
    for width in (781, 1024, 4096, 8192):
        yield lambda width=width: _softmax(width)
    for width in (1024, 4096, 8192):
        yield lambda width=width: _layer_norm(width)
        yield lambda width=width: _layer_norm_backward(width)
    yield from (_dropout, _transpose, _gather_rows, _cumsum, _argmax, _histogram, _sort)
    yield from gpu_products.rows()
    yield from gpu_gemms.rows()


#: by name, the makers of a group's rows, some of which may lack the pattern
GROUPS: dict[str, Callable[[str], Sequence[Callable[[], Row]]]] = {
    "main": lambda pattern: list(rows()),
    "library": lambda pattern: [entry.row for entry in library.ENTRIES if pattern in entry.name],
}


def _random(*shape: int, kind: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.randn(*shape, device="cuda", dtype=kind)


def _add(n: int, kind: torch.dtype) -> Row:
    x, y = _random(n, kind=kind), _random(n, kind=kind)
    name = f"add {n} {'f32' if kind is torch.float32 else 'f16'}"
    blocks = [{"B": size} for size in (512, 1024, 2048)]
    grid = lambda c: (triton.cdiv(n, c["B"]),)  # noqa: E731
    args = [x, y, torch.empty_like(x), n]
    return Row(name, add, args, 2, blocks, grid, 3 * n * x.element_size(), lambda: x + y)


def _softmax(width: int, rows: int = 16384) -> Row:
    x = _random(rows, width)
    blocks = [{"B": triton.next_power_of_2(width)}]
    args = [torch.empty_like(x), x, x.stride(0), x.stride(0), width]
    oracle = lambda: torch.softmax(x, 1)  # noqa: E731
    return Row(f"softmax {width} f32", softmax, args, 0, blocks, lambda _: (len(x),), 8 * x.numel(), oracle)


def _layer_norm(width: int) -> Row:
    x, w, b = _random(16384, width, kind=torch.float16), *_random(2, width, kind=torch.float16)
    blocks = [{"B": triton.next_power_of_2(width)}]
    args = [x, torch.empty_like(x), w, b, x.stride(0), width, 1e-5]
    oracle = lambda: torch.nn.functional.layer_norm(x, (width,), w, b)  # noqa: E731
    bytes_ = 4 * x.numel()
    return Row(
        f"layer norm {width} f16", layer_norm, args, 1, blocks, lambda _: (len(x),), bytes_, oracle, 2e-2
    )


def _layer_norm_backward(width: int) -> Row:
    x, dy = _random(2, 16384, width, kind=torch.float16)
    w = _random(width, kind=torch.float16)
    mean = x.float().mean(1)
    rstd = torch.rsqrt(x.float().var(1, unbiased=False) + 1e-5)
    blocks = [{"B": triton.next_power_of_2(width)}]
    args = [torch.empty_like(x), dy, x, w, mean, rstd, x.stride(0), width]

    def oracle() -> torch.Tensor:
        none = [True, False, False]
        return torch.ops.aten.native_layer_norm_backward(
            dy, x, [width], mean[:, None], rstd[:, None], w, None, none
        )[0]

    name = f"layer norm backward {width} f16"
    return Row(name, layer_norm_backward, args, 0, blocks, lambda _: (len(x),), 6 * x.numel(), oracle, 3e-2)


def _dropout() -> Row:
    n = 1 << 26
    x = _random(n)
    blocks = [{"B": size} for size in (512, 1024, 2048)]
    grid = lambda c: (triton.cdiv(n, c["B"]),)  # noqa: E731
    return Row("dropout f32", dropout, [x, torch.empty_like(x), n, 0.5, 123], 1, blocks, grid, 8 * n, None)


def _transpose() -> Row:
    x = _random(8192, 8192)
    blocks = [{"B": 32}, {"B": 64}, {"B": 128}]
    args = [x, torch.empty_like(x), 8192, 8192]
    grid = lambda c: (8192 // c["B"],) * 2  # noqa: E731
    return Row(
        "transpose 8192 f32", transpose, args, 1, blocks, grid, 8 * x.numel(), lambda: x.t().contiguous()
    )


def _gather_rows() -> Row:
    x, index = _random(65536, 1024), torch.randint(65536, (65536,), device="cuda", dtype=torch.int32)
    args = [x, index, torch.empty_like(x), 1024]
    blocks = [{"R": rows, "B": 1024} for rows in (1, 2, 4)]
    grid = lambda c: (65536 // c["R"],)  # noqa: E731
    oracle = lambda: torch.index_select(x, 0, index)  # noqa: E731
    return Row("gather of rows 1024 f32", gather_rows, args, 2, blocks, grid, 8 * x.numel(), oracle)


def _cumsum() -> Row:
    x = _random(65536, 1024)
    args = [x, torch.empty_like(x), 1024]
    oracle = lambda: torch.cumsum(x, 1)  # noqa: E731
    return Row(
        "cumsum 1024 f32", cumsum, args, 1, [{"B": 1024}], lambda _: (65536,), 8 * x.numel(), oracle, 1e-3
    )


def _argmax() -> Row:
    x = _random(65536, 1024)
    args = [x, torch.empty(65536, device="cuda", dtype=torch.int32), 1024]
    oracle = lambda: torch.argmax(x, 1)  # noqa: E731
    return Row("argmax 1024 f32", argmax, args, 1, [{"B": 1024}], lambda _: (65536,), 4 * x.numel(), oracle)


def _histogram() -> Row:
    n = 1 << 25
    x = torch.randint(256, (n,), device="cuda", dtype=torch.int32)
    args = [x, torch.zeros(256, device="cuda", dtype=torch.int32), n]
    blocks = [{"B": size, "BINS": 256} for size in (1024, 2048, 4096)]
    grid = lambda c: (n // c["B"],)  # noqa: E731
    return Row("histogram 256 i32", histogram, args, 1, blocks, grid, 4 * n, None)


def _sort() -> Row:
    x = _random(16384, 1024)
    args = [x, torch.empty_like(x), 1024]
    oracle = lambda: torch.sort(x, 1).values  # noqa: E731
    return Row("sort 1024 f32", sort, args, 1, [{"B": 1024}], lambda _: (16384,), 8 * x.numel(), oracle)


class Side(NamedTuple):
    """One way to do a row: ``call`` does it, with the configuration ``chosen``, which took ``compiling`` seconds.

    Its kernel takes ``resources``; ``occupancy`` is the share of a processor's threads that blocks of it have at once.
    """

    call: Callable[[], object]
    chosen: str = ""
    compiling: float = 0.0
    resources: Resources | None = None
    occupancy: float | None = None


def configurations(row: Row) -> Iterator[dict[str, int]]:
    """The constants of each configuration, and its options."""
    for chosen in row.blocks:
        for warps in (chosen["num_warps"],) if "num_warps" in chosen else WARPS:
            yield {**chosen, "num_warps": warps}


def triton_sides(row: Row) -> Iterator[Side]:
    """The kernel as Triton compiles it, for each configuration that the device has room for."""
    for chosen in configurations(row):
        call = lambda c=chosen: row.kernel[row.grid(c)](*row.arguments, **c)  # noqa: E731
        begin = time.perf_counter()
        with suppress(OutOfResources):
            made = call()
            took, threads = time.perf_counter() - begin, WARP * chosen["num_warps"]
            blocks = resident_blocks(made.function, threads, made.metadata.shared)
            resources = Resources(made.n_regs, 4 * made.n_spills, blocks)
            yield Side(call, f"{chosen}", took, resources, occupancy(blocks, threads))


def our_sides(row: Row) -> Iterator[Side]:
    """The kernel as triton_shared compiles it, for each configuration that the device has room for."""
    for chosen in configurations(row):
        text, arguments, options = source(row, chosen)
        begin = time.perf_counter()
        with suppress(CompileError, ResourceError):  # too much shared memory
            kernel = triton_shared.compile(text, target="cuda", **options)
            launch = kernel[row.grid(chosen)]
            launch(*arguments)
            took, placed = time.perf_counter() - begin, kernel.on(torch.cuda.current_device())
            share = occupancy(placed.resources.blocks, placed.header.threads)
            call = lambda launch=launch, a=arguments: launch(*a)  # noqa: E731
            yield Side(call, f"{chosen}", took, placed.resources, share)


def source(row: Row, chosen: dict[str, int]) -> tuple[str, list, dict[str, int]]:
    """The Triton IR of a row in a configuration, the arguments that are left, and the options of the compilation."""
    compiled = row.kernel.warmup(*row.arguments, **chosen, grid=row.grid(chosen))
    given = dict(zip(row.kernel.arg_names, row.arguments, strict=False))
    arguments = [given[name] for name, type_ in compiled.src.signature.items() if type_ != "constexpr"]
    return compiled.asm["ttir"], arguments, {name: chosen[name] for name in OPTIONS if name in chosen}


def occupancy(blocks: int, threads: int) -> float:
    """The share that so many ``blocks`` of ``threads`` are of the threads that a processor holds."""
    most = driver().attribute(torch.cuda.current_device(), "MAX_THREADS_PER_MULTIPROCESSOR")
    return blocks * threads / most


class Timer:
    """Times calls by events; the cache is emptied before each."""

    def __init__(self) -> None:
        self.flush = torch.empty(64 << 20, device="cuda", dtype=torch.int32)

    def median(self, call: Callable[[], object], calls: int) -> float:
        """The median time of a call in seconds."""
        pairs = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(calls)]
        for begin, end in pairs:
            self.flush.zero_()
            begin.record()
            call()
            end.record()
        torch.cuda.synchronize()
        return statistics.median(begin.elapsed_time(end) for begin, end in pairs) / 1e3


class Failed(Exception):
    """A side of a row has no time; the message says which, and why."""


def best(timer: Timer, name: str, sides: Iterator[Side]) -> Side:
    """The fastest of the ``sides`` of ``name``, which are all compiled first, and take turns.

    Raises:
        Failed: there is none.
    """
    try:
        return _fastest(timer, list(sides))
    except Exception as error:  # of either compiler, or the driver
        raise Failed(f"{name}: {reason(error)}") from error


def _fastest(timer: Timer, made: list[Side]) -> Side:
    if not made:
        raise Failed("no configuration fits the GPU")
    times = [[timer.median(side.call, CALLS) for side in made] for _ in range(CHOOSING)]
    medians = [statistics.median(each) for each in zip(*times, strict=True)]
    return made[medians.index(min(medians))]


def check(row: Row, sides: dict[str, Side]) -> float:
    """The largest difference between ours and torch's, or Triton's where torch has none."""
    output = row.arguments[row.output]
    output.zero_()
    sides["ours"].call()
    got = output.clone()
    output.zero_()
    if row.oracle is None:
        sides["triton"].call()
    expected = row.oracle() if row.oracle is not None else output
    return (got.double() - expected.double()).abs().max().item()


def measure(row: Row, timer: Timer, rounds: int) -> dict:
    """One row of the table as a dictionary."""
    sides = {"ours": best(timer, "ours", our_sides(row)), "triton": best(timer, "triton", triton_sides(row))}
    error = check(row, sides)
    if row.oracle is not None and row.times_oracle:
        sides["torch"] = Side(row.oracle)
    times: dict[str, list[float]] = {name: [] for name in sides}
    order = list(sides)
    for _ in range(rounds):
        order.append(order.pop(0))
        for name in order:
            times[name].append(timer.median(sides[name].call, 15))
    ratios = sorted(t / o for o, t in zip(times["ours"], times["triton"], strict=True))
    amount = row.flops / 1e12 if row.flops else row.bytes / 1e9
    speed = {name: amount / statistics.median(values) for name, values in times.items()}
    device = torch.cuda.get_device_name()
    limit = PEAK.get(device, {}).get(row.element) if row.flops else BANDWIDTH.get(device)
    return {
        "name": row.name,
        "device": device,
        "TFLOP/s" if row.flops else "GB/s": speed,
        "seconds": {name: statistics.median(values) for name, values in times.items()},
        "ratio": statistics.median(ratios),
        "spread": (ratios[0], ratios[-1]),
        "share": speed["ours"] * (1e12 if row.flops else 1e9) / limit if limit else None,
        "compiling": {name: side.compiling for name, side in sides.items()},
        "chosen": {name: side.chosen for name, side in sides.items()},
        "resources": {name: side.resources._asdict() for name, side in sides.items() if side.resources},
        "occupancy": {name: side.occupancy for name, side in sides.items() if side.resources},
        "error": error,
        "right": error <= row.tolerance,
    }


def line(result: dict) -> str:
    """One row as text."""
    if "failed" in result:
        return f"{result['name']:{NAME}}{result['failed']}"
    speed, (low, high) = result.get("TFLOP/s") or result["GB/s"], result["spread"]
    share = "" if result["share"] is None else f"{result['share']:5.0%}"
    numbers = "".join(f"{speed.get(side, float('nan')):8.0f}" for side in ("ours", "triton", "torch"))
    compiling = "".join(f"{result['compiling'][side] * 1e3:7.0f}" for side in ("ours", "triton"))
    verdict = "" if result["right"] else f"  WRONG by {result['error']:.2g}"
    return (
        f"{result['name']:{NAME}}{numbers}{result['ratio']:7.3f} ({low:.2f}-{high:.2f}){share}{compiling}"
        f"  {result['chosen']['ours']} | {result['chosen']['triton']}{verdict}"
    )


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pattern", nargs="?", default="", help="rows whose name has this in it")
    parser.add_argument("--group", choices=GROUPS, default="main", help="which rows; default: main")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of a row")
    parser.add_argument("--limit", type=int, default=300, help="seconds that a row may take; default: 300")
    parser.add_argument("--json", metavar="FILE", help="write the results there, too")
    parser.add_argument("--svg", metavar="FILE", type=Path, help="draw the ratios there")
    options = parser.parse_args(arguments)
    print(f"triton {triton.__version__}, torch {torch.__version__}")
    print(
        f"{'GB/s, of products TFLOP/s':{NAME}}{'ours':>8}{'triton':>8}{'torch':>8}{'ratio':>7}{'':12}"
        "share  ms to compile  configurations"
    )
    measuring, done = Measuring(GROUPS[options.group](options.pattern), options.pattern, options.rounds), []
    for number, result in gpu_processes.results(len(measuring.makers), measuring, options.limit):
        if result is not None:
            done.append({"name": f"row {number}", **result})
            print(line(done[-1]), flush=True)
            keep(options, done)
    print(summary(done))


class Measuring:
    """Measures rows by number, in a process that alone touches the GPU."""

    def __init__(self, makers: Sequence[Callable[[], Row]], pattern: str, rounds: int):
        self.makers, self._pattern, self._rounds = makers, pattern, rounds
        self._timer: Timer | None = None

    def __call__(self, number: int) -> dict | None:
        """The result of a row, or why it has none; None where the pattern leaves it out."""
        known: dict = {}
        try:
            row = self.makers[number]()
            if self._pattern not in row.name:
                return None
            known["name"] = row.name
            self._timer = self._timer or Timer()
            return measure(row, self._timer, self._rounds)
        except Exception as error:  # of either side: the others go on
            return {**known, "failed": reason(error)}


def reason(error: Exception) -> str:
    """One line."""
    said = str(error).strip().partition("\n")[0]
    return said if isinstance(error, Failed) else f"{type(error).__name__}: {said}"


def summary(results: list[dict]) -> str:
    """What the table ends with: the mean of the ratios, and the rows that are slow, wrong or failed."""
    timed = [result for result in results if "ratio" in result]
    slow = sorted((result["ratio"], result["name"]) for result in timed if result["ratio"] < SLOW)
    parts = {
        f"below {SLOW}": [f"{ratio:.3f}  {name}" for ratio, name in slow],
        "wrong": [result["name"] for result in timed if not result["right"]],
        "failed": [f"{result['name']}: {result['failed']}" for result in results if "failed" in result],
    }
    mean = statistics.geometric_mean([result["ratio"] for result in timed]) if timed else float("nan")
    head = f"{len(timed)} of {len(results)} rows on {', '.join({result['device'] for result in timed})}"
    lists = ["\n  ".join([f"{what}: {len(names)}", *names]) for what, names in parts.items()]
    return "\n".join([f"{head}; geometric mean of the ratios: {mean:.3f}", *lists])


def keep(options: argparse.Namespace, results: list[dict]) -> None:
    """Write the results so far to the files that the options name."""
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
    if options.svg:
        draw(options.svg, results)


def draw(path: Path, results: list[dict]) -> None:
    """Draw our speed as multiples of Triton's and of torch's."""
    bars = []
    for result in (result for result in results if "ratio" in result):
        speed = result.get("TFLOP/s") or result["GB/s"]
        torchs = speed["ours"] / speed["torch"] if "torch" in speed else None
        bars.append((result["name"], (result["ratio"], torchs)))
    title = f"speed as a multiple of others' ({', '.join({r['device'] for r in results if 'device' in r})})"
    plot.bars(path, title, ("Triton's", "torch's"), bars)


if __name__ == "__main__":
    main()
