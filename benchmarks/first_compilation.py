"""Seconds of a model's first compilation: ``python -m benchmarks.first_compilation [pattern]``.

A process imports torch, makes a model, and runs it forward and backward once: by eager, by Inductor's C++, or by this
back end.  The first process has empty caches on disk, a second one has what the first has left there.  Seconds are
the clock's, and CPUs', which are what the process and all that it starts use, compilers and workers among them.
Imports and the step itself are in each: eager's row is these alone.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

RIVALS = ("eager", "inductor", "triton_shared")
#: option of prctl: orphans become children of this process, which waits for them
PR_SET_CHILD_SUBREAPER = 36
#: the variables that name caches on disk
CACHES = ("TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR", "TRITON_SHARED_CACHE_DIR")
COLUMNS = ("first CPU s", "first s", "second CPU s", "second s")


def resnet18() -> tuple[Any, dict[str, Any]]:
    """Eight blocks of two convolutions, as in ResNet-18; two images of 64 × 64."""
    import torch
    from torch import nn

    class Block(nn.Module):
        def __init__(self, inputs: int, outputs: int):
            super().__init__()
            stride = outputs // inputs
            self.body = nn.Sequential(
                nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(),
                nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False), nn.BatchNorm2d(outputs),
            )  # fmt: skip
            skip = [nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs)]
            self.skip = nn.Sequential(*(skip if stride > 1 else []))

        def forward(self, x: Any) -> Any:
            return torch.relu(self.body(x) + self.skip(x))

    widths = (64, 64, 64, 128, 128, 256, 256, 512, 512)
    stem = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    blocks = [Block(i, o) for i, o in itertools.pairwise(widths)]
    head = [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10)]
    return nn.Sequential(*stem, *blocks, *head), {"input": torch.randn(2, 3, 64, 64)}


def vit() -> tuple[Any, dict[str, Any]]:
    """Twelve layers of width 192 with three heads over 17 tokens; two images of 64 × 64."""
    import torch
    from torch import nn

    from benchmarks.inductor import Layer

    class ViT(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.patches = nn.Conv2d(3, 192, 16, 16)
            self.token = nn.Parameter(torch.zeros(1, 1, 192))
            self.places = nn.Parameter(torch.randn(1, 17, 192) * 0.02)
            self.layers = nn.Sequential(*(Layer(192, 3) for _ in range(12)))
            self.head = nn.Sequential(nn.LayerNorm(192), nn.Linear(192, 10))

        def forward(self, x: Any) -> Any:
            patches = self.patches(x).flatten(2).transpose(1, 2)
            tokens = torch.cat([self.token.expand(len(x), -1, -1), patches], 1) + self.places
            return self.head(self.layers(tokens)[:, 0])

    return ViT(), {"x": torch.randn(2, 3, 64, 64)}


def llama() -> tuple[Any, dict[str, Any]]:
    """Four layers of width 128 with grouped heads, of transformers; two sequences of 64."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        hidden_size=128, intermediate_size=256, num_hidden_layers=4, num_attention_heads=8,
        num_key_value_heads=2, vocab_size=512, use_cache=False,
    )  # fmt: skip
    tokens = torch.randint(0, 512, (2, 64))
    return LlamaForCausalLM(config), {"input_ids": tokens, "labels": tokens}


MODELS: dict[str, Callable[[], tuple[Any, dict[str, Any]]]] = {
    made.__name__: made for made in (resnet18, vit, llama)
}


def step(name: str, rival: str) -> None:
    """What one process does."""
    import torch

    torch.manual_seed(0)
    model, inputs = MODELS[name]()
    function = model if rival == "eager" else torch.compile(model, backend=rival, dynamic=False)
    out = function(**inputs)
    (out.square().mean() if isinstance(out, torch.Tensor) else out.loss).backward()


def process(name: str, rival: str, caches: Path) -> tuple[float, float]:
    """A process's seconds by the clock, and of CPUs by it and all that it starts."""
    environment = os.environ | {variable: str(caches / variable) for variable in CACHES}
    before, begin = os.times(), time.perf_counter()
    command = [sys.executable, "-m", "benchmarks.first_compilation", name, "--process", rival]
    subprocess.run(command, env=environment, check=True)
    clock = time.perf_counter() - begin
    wait_for_orphans()
    after = os.times()
    used = after.children_user - before.children_user + after.children_system - before.children_system
    return clock, used


def wait_for_orphans() -> None:
    """What the process has started and not waited for ends soon after it, and counts."""
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()


def measure(name: str, rival: str) -> dict[str, float]:
    """Seconds of the first process and of a second one; of eager, which has no caches, of one."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for which in ("first",) if rival == "eager" else ("first", "second"):
            found[f"{which} CPU s"], found[f"{which} s"] = process(name, rival, Path(folder))[::-1]
    return found


def row(cells: list[str]) -> str:
    """A line of Markdown."""
    return "| " + " | ".join(cells) + " |"


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.first_compilation", description=__doc__.splitlines()[0]
    )
    parser.add_argument("pattern", nargs="?", default="", help="only the models whose name holds this")
    parser.add_argument("--rival", choices=RIVALS, action="append", help="default: all three")
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    parser.add_argument("--process", choices=RIVALS, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.process:
        step(options.pattern, options.process)
        return 0
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    print(
        row(["model", "rival", *COLUMNS]), row(["---", "---", *["---:"] * len(COLUMNS)]), sep="\n", flush=True
    )
    found: dict[str, dict[str, float]] = {}
    for name in MODELS:
        for rival in (options.rival or RIVALS) if options.pattern in name else ():
            found[f"{name}, {rival}"] = taken = measure(name, rival)
            print(row([name, rival, *(f"{taken[c]:.1f}" if c in taken else "" for c in COLUMNS)]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
