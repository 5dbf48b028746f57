"""Runs models under `torch.compile` with this back end, and compares them with eager.

    python tests/public/zoo.py                        # all models
    python tests/public/zoo.py gpt2 mamba             # these
    python tests/public/zoo.py --state ../zoo.jsonl   # go on there: what has an outcome is not run again
    python tests/public/zoo.py --jobs 16 --inductor   # 16 models at a time, each with Inductor's own back end, too
    python tests/public/zoo.py --device cuda          # on a GPU
    python tests/public/zoo.py --dump-ttir ../ttir    # keep the Triton IR of each kernel in ../ttir/zoo

Models are small and have random weights (`zoo_models`); those of transformers and timm are made from their
configurations, nothing is downloaded.  Each runs in a process of its own: forward without gradients, then the gradients
of all parameters, and a step of SGD with momentum.  Outputs, gradients and parameters after the step are compared with
eager's in f64: a tensor may be off by eight times what eager in f32 is off by, and some roundings of its largest value
(`limit`).  Outcomes are

    right    all tensors are within their limits
    wrong    one is not
    error    an exception
    timeout  over the limit of time
    none     Inductor made no kernels of it
    eager    eager fails, or the model cannot be made

``first`` are the seconds of all this, compiled, in a process with empty caches: nearly all of it is compilation.
With ``--inductor`` each model runs in a second process by Inductor's own back end: C++ on CPUs, Triton on GPUs.

The exit status is 1 when a model is anything but right; with ``--inductor`` those do not count that Inductor's own back
end does not get right either, unless they are wrong.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(HERE)]

import torch  # noqa: E402
from public_plugin import end_with  # noqa: E402
from run import keep_ttir  # noqa: E402
from zoo_models import AREAS, MODELS, Made  # noqa: E402

#: a model that only waits is ended after this many times its limit on processors
PATIENCE = 8

#: back ends of `torch.compile`, and what their columns are called
OURS, OTHER = "triton_shared", "inductor"


def tensors(output: Any) -> list[torch.Tensor]:
    """The floats of what a model gives, in order."""
    if isinstance(output, torch.Tensor):
        return [output] if output.is_floating_point() else []
    values: Iterable[Any] = output.values() if hasattr(output, "values") else ()
    if isinstance(output, (tuple, list)):
        values = output
    return [tensor for value in values for tensor in tensors(value)]


def computed(made: Made, backend: str | None) -> dict[str, torch.Tensor]:
    """What a copy of the model gives, the gradients of its parameters, and these after a step; compiled or not."""
    net, inputs = copy.deepcopy(made[0]), made[1]
    compiled = (lambda f: torch.compile(f, backend=backend)) if backend else (lambda f: f)
    run = compiled(net)
    with torch.no_grad():
        found = {f"output {i}": t for i, t in enumerate(tensors(run(**inputs)))}
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=0.01)
    loss = sum(
        (t * torch.linspace(-1, 1, t.numel()).to(t).view(t.shape)).mean() for t in tensors(run(**inputs))
    )
    loss.backward()
    found["loss"] = loss.detach()
    found |= {f"gradient of {n}": p.grad for n, p in net.named_parameters() if p.grad is not None}
    compiled(optimizer.step)()
    return found | {f"{n} after a step": p.detach() for n, p in net.named_parameters()}


def limit(truth: torch.Tensor, eager: torch.Tensor, largest: float) -> float:
    """How far from ``truth``, f64, a result may be: ``largest`` is the largest number of all results."""
    off = (eager.double() - truth).abs().max().item()
    return 8 * off + 1e-5 * truth.abs().max().item() + 1e-7 * largest


def worst(truths: dict[str, Any], eagers: dict[str, Any], found: dict[str, Any]) -> tuple[float, str]:
    """The largest error of a tensor in its limits, and the tensor's name."""
    assert truths.keys() == eagers.keys() == found.keys(), truths.keys() ^ found.keys()
    largest = max(t.abs().max().item() for t in truths.values() if t.numel())
    shares = [(0.0, "")]
    for name, truth in truths.items():
        if truth.numel():
            off = (found[name].double() - truth).abs().max().item()
            shares.append((off / limit(truth, eagers[name], largest), name))
    return max(shares, key=lambda share: math.inf if math.isnan(share[0]) else share[0])


def as_f64(made: Made) -> Made:
    """The model and its inputs in f64."""
    inputs = {n: t.double() if t.is_floating_point() else t for n, t in made[1].items()}
    return copy.deepcopy(made[0]).double(), inputs


def moved(made: Made, device: str) -> Made:
    """The model and its inputs on ``device``."""
    return made[0].to(device), {name: tensor.to(device) for name, tensor in made[1].items()}


def as_known(results: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """``results`` on the CPU, where they are compared."""
    return {name: tensor.detach().cpu() for name, tensor in results.items()}


def one(name: str, backend: str = OURS, device: str = "cpu") -> dict[str, Any]:
    """The outcome of the model ``name`` by ``backend``, in this process."""
    from torch._inductor import metrics

    if torch.cuda.is_available():  # torch's own test utilities freeze these flags
        torch.backends.cudnn.allow_tf32 = False  # products are exact by default, convolutions are not
    torch.manual_seed(0)
    try:
        made = MODELS[name]()
        truths = as_known(computed(as_f64(made), None))
        made = moved(made, device)
        eagers = as_known(computed(made, None))
    except Exception as error:
        return {"outcome": "eager", "message": f"{type(error).__name__}: {error}"[:500]}
    metrics.reset()
    began = time.monotonic()
    found = as_known(computed(made, backend))
    first = round(time.monotonic() - began, 1)
    share, tensor = worst(truths, eagers, found)
    kernels = metrics.generated_kernel_count
    outcome = "none" if not kernels else "right" if share <= 1 else "wrong"
    return {
        "outcome": outcome,
        "kernels": kernels,
        "worst": round(share, 3),
        "tensor": tensor,
        "first": first,
    }


def environment(scratch: str, dump: bool, threads: int) -> dict[str, str]:
    """Variables of a model's process: caches of its own, no network, this checkout's package before others."""
    names = ("TORCHINDUCTOR", "TRITON", "TRITON_SHARED")
    caches = {f"{name}_CACHE_DIR": f"{scratch}/{name.lower()}" for name in names}
    dumps = {"TRITON_KERNEL_DUMP": "1", "TRITON_DUMP_DIR": f"{scratch}/dump"} if dump else {}
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    own = {"HF_HUB_OFFLINE": "1", "TORCHINDUCTOR_COMPILE_THREADS": "1", "PYTHONPATH": path}
    own |= dict.fromkeys(("OMP_NUM_THREADS", "TRITON_SHARED_NUM_THREADS"), str(threads))
    return os.environ | caches | dumps | own


def in_process(name: str, options: argparse.Namespace, backend: str = OURS) -> dict[str, Any]:
    """The outcome of the model ``name``, in a process that is ended after its seconds on processors."""
    seconds, dump = options.seconds, options.dump_ttir if backend == OURS else None
    asked = ["--one", name, "--backend", backend, "--device", options.device, "--seconds", str(seconds)]
    threads = max(1, (os.cpu_count() or 1) // options.jobs)
    with tempfile.TemporaryDirectory(prefix="zoo-") as scratch:
        process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), *asked],
            env=environment(scratch, bool(dump), threads),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            text, _ = process.communicate(timeout=PATIENCE * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return {"outcome": "timeout"}
        if dump:
            keep_ttir(Path(scratch, "dump"), dump / "zoo")
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return {"outcome": "timeout"}
    lines = text.splitlines() or [""]
    return json.loads(lines[-1]) if process.returncode == 0 else {"outcome": "error", "message": text[-3000:]}


def entry(name: str, options: argparse.Namespace) -> dict[str, Any]:
    """What became of the model ``name``, a line of the state; by Inductor's own back end, too, if that is asked."""
    began = time.monotonic()
    found = {"model": name, "device": options.device}
    found |= in_process(name, options)
    if options.inductor:
        found[OTHER] = in_process(name, options, OTHER)
    return found | {"seconds": round(time.monotonic() - began)}


def is_known(known: dict[str, Any] | None, options: argparse.Namespace) -> bool:
    """Whether the line ``known`` of the state has all that ``options`` ask for."""
    if known is None or known.get("device", "cpu") != options.device:
        return False
    return OTHER in known or not options.inductor


def counts(known: dict[str, Any]) -> bool:
    """Whether the outcome ``known`` is one for which the exit status is 1."""
    if known["outcome"] == "wrong":
        return True
    return known["outcome"] != "right" and known.get(OTHER, {"outcome": "right"})["outcome"] == "right"


def table(outcomes: Iterable[dict[str, Any]]) -> str:
    """Outcomes and times of first compilations, as Markdown."""
    rows = [["model", "for", "kernels", "outcome", "of the limit", "first, s", "Inductor", "first, s"]]
    rows.append(["---"] * len(rows[0]))
    for known in outcomes:
        other = known.get(OTHER, {})
        share = f"{100 * known['worst']:.0f} %" if "worst" in known else ""
        cells = [known["model"], AREAS[known["model"]], known.get("kernels", ""), known["outcome"], share]
        rows.append([*cells, known.get("first", ""), other.get("outcome", ""), other.get("first", "")])
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("models", nargs="*", help=f"all without any: {', '.join(MODELS)}")
    made.add_argument("--seconds", type=int, default=300, help="processor time of one model (default 300)")
    made.add_argument("--state", type=Path, help="a file of outcomes, as lines of JSON")
    made.add_argument("--dump-ttir", type=Path, metavar="DIR", help="write DIR/zoo/KERNEL-HASH.mlir")
    made.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="where (default cpu)")
    made.add_argument("--jobs", type=int, default=1, help="how many models at a time (default 1)")
    made.add_argument("--inductor", action="store_true", help="run each by Inductor's own back end, too")
    made.add_argument("--markdown", type=Path, metavar="FILE", help="write a table")
    made.add_argument("--one", help=argparse.SUPPRESS)
    made.add_argument("--backend", default=OURS, help=argparse.SUPPRESS)
    return made


def alone(options: argparse.Namespace) -> int:
    """Run one model in this process, which ends after ``options.seconds`` on processors, and print its outcome."""
    resource.setrlimit(resource.RLIMIT_CPU, (options.seconds, options.seconds))
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    print(json.dumps(one(options.one, options.backend, options.device)))
    return 0


def outcomes_of(names: list[str], options: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """The outcomes of the models ``names``, those of the state or new ones, which are printed and kept as they come."""
    lines = options.state.read_text().splitlines() if options.state and options.state.exists() else []
    known = {line["model"]: line for line in map(json.loads, lines) if is_known(line, options)}
    lock = threading.Lock()

    def run(name: str) -> None:
        if name not in known:
            new = entry(name, options)
            with lock:
                known[name] = new
                if options.state:
                    with options.state.open("a") as file:
                        file.write(json.dumps(new) + "\n")
        print(json.dumps(known[name]), flush=True)

    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(run, names))
    return {name: known[name] for name in names}


def main(arguments: list[str] | None = None) -> int:
    """The command; returns the exit status."""
    made = parser()
    options = made.parse_args(arguments)
    if options.one:
        return alone(options)
    if unknown := set(options.models) - set(MODELS):
        made.error(f"no model {', '.join(sorted(unknown))}; known are {', '.join(MODELS)}")
    if options.jobs < 1:
        made.error(f"--jobs: expected a positive number, got {options.jobs}")
    found = list(outcomes_of(options.models or list(MODELS), options).values())
    chosen = [known["outcome"] for known in found]
    print(", ".join(f"{chosen.count(kind)} {kind}" for kind in dict.fromkeys(chosen)))
    if options.markdown:
        options.markdown.write_text(table(found) + "\n")
    return int(any(map(counts, found)))


if __name__ == "__main__":
    sys.exit(main())
