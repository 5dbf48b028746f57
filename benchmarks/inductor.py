"""Time `torch.compile` with this back end beside eager and Inductor: ``python -m benchmarks.inductor [pattern]``.

On the CPU Inductor makes C++.  With ``--device cuda`` it has Triton, and there are more models (`inductor_models.py`).

Each model runs forward without gradients, and a training step: forward, a scalar loss, backward.  The rivals take
turns; each turn is one rival's alone: 50 ms of quiet, in which the threads of the one before go to sleep, two calls
that do not count, and then calls until the turn's time is up.  A rival's time is the median over the rounds of its
turns' medians.  All get the same number of threads.  Before anything is timed, results are compared with eager's: each
tensor's largest error is small beside its largest element, or beside that of Inductor's result.  On GPUs the kernels of
a call are timed, as a graph that is replayed, without the host that launches them; ``--calls`` times calls, and so do
modes that have graphs of their own.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from triton_shared.runtime.cpu.pool import default_width

QUIET_SECONDS = 0.05
WARM_UP_CALLS = 2
RIVALS = ("eager", "inductor", "triton_shared")
#: what Inductor makes on a device
OTHERS = {"cpu": "C++", "cuda": "Triton"}
#: modes that have graphs of their own
GRAPHS = ("reduce-overhead", "max-autotune")
#: how large an error may be, in parts of the largest element; products of f32 are of tf32 on GPUs
TOLERANCE = {torch.float32: 5e-3, torch.bfloat16: 3e-2}

MODELS: dict[str, Callable[[], tuple[Callable, tuple]]] = {}


def model(make: Callable) -> Callable:
    """Enter a function that makes a model and its inputs, those that want gradients marked."""
    MODELS[make.__name__.replace("_", " ")] = make
    return make


@model
def mlp():
    """Three linear layers with GELU, 256 × 512."""
    layers = nn.Sequential(
        nn.Linear(512, 1024), nn.GELU(), nn.Linear(1024, 1024), nn.GELU(), nn.Linear(1024, 512)
    )
    return layers, (torch.randn(256, 512),)


@model
def transformer_layer():
    """An encoder layer in pre-norm form: 4 sequences of 128, width 256, 8 heads."""
    return Layer(256, 8), (torch.randn(4, 128, 256),)


class Layer(nn.Module):
    """Attention and a feed-forward net, each behind a layer norm and around a residual."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.feed = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Of ``x`` in the shape (batch, sequence, width)."""
        q, k, v = (
            t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in self.qkv(self.norms[0](x)).chunk(3, -1)
        )
        scores = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]), -1)
        x = x + self.out((scores @ v).transpose(1, 2).flatten(-2))
        return x + self.feed(self.norms[1](x))


@model
def conv_net():
    """Three convolutions with batch norm and ReLU, pooling, a linear layer; 8 images of 3 × 64 × 64."""
    blocks = [
        nn.Sequential(
            nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(), nn.MaxPool2d(2)
        )
        for i, o in ((3, 32), (32, 64), (64, 128))
    ]
    head = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, 10))
    return nn.Sequential(*blocks, head), (torch.randn(8, 3, 64, 64),)


@model
def cross_entropy():
    """The loss of 512 rows over 8192 classes."""
    targets = torch.randint(8192, (512,))
    return (lambda x: nn.functional.cross_entropy(x, targets)), (torch.randn(512, 8192, requires_grad=True),)


@model
def rms_norm_and_rope():
    """RMS norm of 1024 tokens of 8 heads of 64, then rotary positions."""
    weight = torch.randn(64, requires_grad=True)
    angles = torch.outer(torch.arange(1024.0), 10000 ** (-torch.arange(0, 64, 2) / 64))
    cos, sin = torch.cat([angles.cos()] * 2, -1)[:, None], torch.cat([angles.sin()] * 2, -1)[:, None]

    def forward(x):
        x = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6) * weight
        left, right = x.chunk(2, -1)
        return x * cos + torch.cat([-right, left], -1) * sin

    return forward, (torch.randn(1024, 8, 64, requires_grad=True),)


@model
def reductions():
    """Sums, a maximum and a variance over rows, over columns and over all of 1024 × 1024."""

    def forward(x):
        rows = x.sum(1) + x.amax(1) + x.var(1)
        columns = x.mean(0) + x.std(0)
        return rows * columns + (x * x).sum()

    return forward, (torch.randn(1024, 1024, requires_grad=True),)


def forward_of(function: Callable, inputs: tuple) -> Callable:
    """The forward pass without gradients."""

    def run():
        with torch.no_grad():
            return function(*inputs)

    return run


def step_of(function: Callable, inputs: tuple, leaves: list) -> Callable:
    """A training step, as the gradients of ``leaves``."""

    def run():
        return torch.autograd.grad(function(*inputs).square().mean(), leaves)

    return run


@dataclass(frozen=True)
class How:
    """How things are timed.

    Attributes:
        device: "cpu" or "cuda".
        mode: of torch.compile.
        rounds: turns of each rival.
        seconds: the length of a turn.
        calls: whether calls are timed on GPUs, not the kernels that they launch.
    """

    device: str
    mode: str | None
    rounds: int
    seconds: float
    calls: bool = False


def compiled(function: Callable, rival: str, mode: str | None) -> Callable:
    """``function`` as the rival has it."""
    return function if rival == "eager" else torch.compile(function, backend=rival, dynamic=False, mode=mode)


def rivals_of(make: Callable, what: str, how: How) -> dict[str, Callable]:
    """The functions to time, all of the same model on the same inputs."""
    torch._dynamo.reset()
    torch.manual_seed(1)  # with 0 the greatest two of four numbers that the conv net pools are 4e-7 apart
    with torch.device(how.device):
        function, inputs = make()
    parameters = list(function.parameters()) if isinstance(function, nn.Module) else []
    leaves = [*parameters, *(t for t in inputs if t.requires_grad)]
    if what == "forward":
        return {rival: forward_of(compiled(function, rival, how.mode), inputs) for rival in RIVALS}
    return {rival: step_of(compiled(function, rival, how.mode), inputs, leaves) for rival in RIVALS}


def turn(call: Callable, seconds: float, device: str) -> float:
    """The median seconds of a call, alone after a quiet while."""
    time.sleep(QUIET_SECONDS)
    for _ in range(WARM_UP_CALLS):
        call()
    if device == "cuda":
        return turn_on_gpu(call, seconds)
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def turn_on_gpu(call: Callable, seconds: float) -> float:
    """The median seconds of a call on the GPU; of so many at once that the clock's steps do not count."""
    torch.cuda.synchronize()
    begin = time.perf_counter()
    call()
    torch.cuda.synchronize()
    at_once = min(64, max(1, int(1e-3 / (time.perf_counter() - begin))))
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        first.record()
        for _ in range(at_once):
            call()
        last.record()
        torch.cuda.synchronize()
        times.append(first.elapsed_time(last) / at_once / 1e3)
    return statistics.median(times)


def captured(call: Callable, rival: str) -> Callable:
    """What replays the kernels that ``call`` launches; the call itself where eager does what no graph can have."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(WARM_UP_CALLS):
            call()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    try:
        with torch.cuda.graph(graph):
            call()
    except RuntimeError:
        if rival != "eager":
            raise
        return call
    return graph.replay


def errors(found: object, expected: object) -> list[tuple[float, torch.dtype]]:
    """Each result's largest error, in parts of its largest element, and its dtype."""
    pairs = [(found, expected)] if isinstance(expected, torch.Tensor) else zip(found, expected, strict=True)
    return [
        (float((one.double() - other.double()).abs().max() / other.double().abs().max()), other.dtype)
        for one, other in pairs
    ]


def check(results: dict[str, object]) -> None:
    """Raise an AssertionError where our results are not eager's, and further from these than Inductor's."""
    theirs, ours = (errors(results[rival], results["eager"]) for rival in RIVALS[1:])
    for n, ((error, dtype), (other, _)) in enumerate(zip(ours, theirs, strict=True)):
        if not error <= max(TOLERANCE[dtype], 2 * other):
            raise AssertionError(f"result {n} is off by {error:.2g}, Inductor's by {other:.2g}")


def measure(make: Callable, what: str, how: How) -> dict[str, float]:
    """Milliseconds by rival, and seconds until the first result; an AssertionError where that is not eager's."""
    rivals = rivals_of(make, what, how)
    results, firsts = {}, {}
    for rival, call in rivals.items():
        begin = time.perf_counter()
        results[rival] = call()
        firsts[f"{rival}, first"] = time.perf_counter() - begin
    check(results)
    del results
    if how.device == "cuda" and not how.calls and how.mode not in GRAPHS:
        rivals = {rival: captured(call, rival) for rival, call in rivals.items()}
    turns = {rival: [] for rival in RIVALS}
    for _ in range(how.rounds):
        for rival, call in rivals.items():
            turns[rival].append(turn(call, how.seconds, how.device) * 1e3)
    return {rival: statistics.median(taken) for rival, taken in turns.items()} | firsts


def mean(values: list[float]) -> float:
    """The geometric mean."""
    return math.exp(statistics.fmean(map(math.log, values)))


def row(label: str, taken: dict[str, float]) -> str:
    """A line of the table."""
    eager, inductor, ours = (taken[rival] for rival in RIVALS)
    firsts = [f"{taken[f'{rival}, first']:.1f}" for rival in RIVALS[1:]]
    times = (f"{t:.3f}" if t > 0.1 else f"{t:.4f}" for t in (eager, inductor, ours))
    return line([label, *times, f"{inductor / ours:.2f}", f"{eager / ours:.2f}", *firsts])


def line(cells: list[str]) -> str:
    """Cells as a line of Markdown."""
    return "| " + " | ".join(cells) + " |"


def models_for(device: str) -> dict[str, Callable]:
    """The models that are timed on ``device``."""
    if device == "cpu":
        return MODELS
    from benchmarks import inductor_models

    torch.set_float32_matmul_precision("high")
    return MODELS | inductor_models.MODELS


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status: 1 if a result is not eager's or nothing was measured."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.inductor", description=__doc__.splitlines()[0]
    )
    parser.add_argument("pattern", nargs="?", default="", help="only the models whose name holds this")
    parser.add_argument("--device", choices=OTHERS, default="cpu", help="default: cpu")
    parser.add_argument("--mode", help="of torch.compile, as reduce-overhead and max-autotune")
    parser.add_argument("--calls", action="store_true", help="on GPUs, time calls, not kernels")
    parser.add_argument("--rounds", type=int, default=15, help="turns of each rival; default: 15")
    parser.add_argument("--seconds", type=float, default=0.15, help="length of a turn; default: 0.15")
    parser.add_argument("--threads", type=int, default=default_width(), help="default: all cores")
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    options = parser.parse_args(arguments)
    os.environ["TRITON_SHARED_NUM_THREADS"] = str(options.threads)
    torch.set_num_threads(options.threads)
    other = OTHERS[options.device]
    header = ["model", "eager ms", f"{other} ms", "ours ms", f"{other} / ours", "eager / ours"]
    header += [f"{other} first s", "ours first s"]
    print(line(header), line(["---", *["---:"] * 7]), sep="\n", flush=True)
    how = How(options.device, options.mode, options.rounds, options.seconds, options.calls)
    found, failures = measured(models_for(options.device), options.pattern, how)
    if found:
        ratios = [[t[rival] / t["triton_shared"] for t in found.values()] for rival in ("inductor", "eager")]
        print(line(["geometric mean", "", "", "", *(f"{mean(values):.2f}" for values in ratios), "", ""]))
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 1 if failures or not found else 0


def measured(models: dict[str, Callable], pattern: str, how: How) -> tuple[dict[str, dict[str, float]], int]:
    """The figures by row, each printed when it is there, and how many rows failed."""
    found: dict[str, dict[str, float]] = {}
    failures = 0
    for name, make in models.items():
        for what in ("forward", "step") if pattern in name else ():
            try:
                found[f"{name}, {what}"] = taken = measure(make, what, how)
                print(row(f"{name}, {what}", taken), flush=True)
            except Exception as error:
                failures += 1
                print(f"{name}, {what}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    return found, failures


if __name__ == "__main__":
    sys.exit(main())
