"""Time launches of a Triton program beside a back end that does nothing: ``python -m benchmarks.launch``.

The back end that does nothing has Triton's own work and nothing else: the difference is this package's.  For both,
in turns:

* the first launch of vector add in a new process, with an empty and with a filled cache, once with the imports that
  happen on the way and once without them (the modules are imported beforehand);
* a launch of a ready kernel with five arguments, over a grid of one program.

Needs Triton and torch.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator

RIVALS = ("ours", "nothing")


def process(rival: str, modules: list[str], cache: str) -> dict:
    """What a new process measured: see `benchmarks.first_launch.main`."""
    places = {"TRITON_CACHE_DIR": f"{cache}/{rival}", "TRITON_SHARED_CACHE_DIR": f"{cache}/package"}
    environment = os.environ | places | {"TRITON_SHARED_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "benchmarks.first_launch", rival, json.dumps(modules)]
    return json.loads(subprocess.check_output(command, env=environment, text=True))


def pairs(repeat: int) -> Iterator[tuple[str, str, dict]]:
    """``(what, rival, measured)`` of each process, the rivals in turns."""
    with tempfile.TemporaryDirectory() as first:
        modules = {rival: process(rival, [], first)["modules"] for rival in RIVALS}
    for imports in ("with", "without"):
        for _ in range(repeat):
            with tempfile.TemporaryDirectory() as cache:
                for state in ("empty", "filled"):
                    for rival in RIVALS:
                        preloaded = modules[rival] if imports == "without" else []
                        what = f"first launch, cache {state}, {imports} imports"
                        yield what, rival, process(rival, preloaded, cache)


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.launch", description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=3, help="how many processes of each kind; default: 3")
    options = parser.parse_args(arguments)
    times: dict[str, dict[str, list[float]]] = {}
    for what, rival, measured in pairs(options.repeat):
        for name, value in ((f"{what} [ms]", measured["first"]), ("later launch [us]", measured["later"])):
            times.setdefault(name, {}).setdefault(rival, []).append(value)
    print(f"{'':44}{'ours':>10}{'nothing':>10}{'difference':>12}")
    for name, found in sorted(times.items()):
        ours, nothing = (statistics.median(found[rival]) for rival in RIVALS)
        print(f"{name:44}{ours:10.2f}{nothing:10.2f}{ours - nothing:12.2f}")


if __name__ == "__main__":
    main()
