"""Instructions of compilations in two checkouts, this being the second: ``python -m benchmarks.instructions CHECKOUT``.

``--json FILE`` writes those of this checkout, for `benchmarks.history`; CHECKOUT may then be this one.

A row for what imports take, and three for each file, by default four of the examples: to the shared form, to an object
of this CPU, and to PTX, imports included.  ``--unverified`` leaves out the verification between passes.  Unlike times,
instructions are the same on a busy machine, to about one in a thousand.  Valgrind counts them, which takes fifty times
as long; modules' byte code is there before, as it is where a package is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
DEFAULT = ("vector_add.f32.mlir", "softmax.f32.mlir", "matmul.f32.mlir", "attention.f32.mlir")
COUNTED = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
#: what a file is compiled to, and the function of `benchmarks.gpu_compile` that does it
FORMS = {"the shared form": "shared_form", "an object": "to_object", "PTX": "to_gpu"}
#: what lets a process do the same each time
_SAME = {"PYTHONHASHSEED": "0", "TRITON_SHARED_NUM_THREADS": "1"}

# A process that imports what compiles, and compiles a file, if any, by a function of `benchmarks.gpu_compile`.
_PROCESS = """
import os
import sys
from pathlib import Path
if os.environ.get("UNVERIFIED"):
    from triton_shared.passes import manager
    manager.verify = lambda *_: None
from benchmarks import gpu_compile
if len(sys.argv) > 2:
    getattr(gpu_compile, sys.argv[1])(Path(sys.argv[2]).read_text(encoding="utf-8"))
"""


def counted(checkout: Path, byte_code: str, arguments: list[str], unverified: bool = False) -> int:
    """The instructions of a process of ``checkout``, whose ``byte_code`` another one has written before."""
    environment = os.environ | {"PYTHONPATH": str(checkout), "PYTHONPYCACHEPREFIX": byte_code} | _SAME
    environment["UNVERIFIED"] = "1" if unverified else ""
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", _PROCESS, *arguments]
    subprocess.run(command, env=environment, cwd=checkout, check=True)
    ran = subprocess.run(
        [*COUNTED, *command], env=environment, cwd=checkout, check=True, capture_output=True, text=True
    )
    found = re.search(r"Collected : (\d+)", ran.stderr)
    if not found:
        raise RuntimeError(f"valgrind has counted nothing:\n{ran.stderr}")
    return int(found[1])


def rows(files: list[Path]) -> Iterator[tuple[str, list[str]]]:
    """What is counted: its name, and the arguments of its process."""
    yield "imports", []
    for path in files:
        for what, function in FORMS.items():
            yield f"{path.stem} to {what}", [function, str(path)]


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.instructions", description=__doc__.splitlines()[0]
    )
    parser.add_argument("checkout", type=Path, help="the one before")
    parser.add_argument("files", nargs="*", type=Path, default=[EXAMPLES / name for name in DEFAULT])
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the counts of this checkout there, too"
    )
    parser.add_argument(
        "--unverified",
        action="store_true",
        help="the IR is verified at no hand-over and no end of a pipeline",
    )
    options = parser.parse_args(arguments)
    found: list[dict] = []
    print("| millions of instructions | before | after | after / before |\n|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as byte_code:
        for name, given in rows([path.resolve() for path in options.files]):
            before, after = (
                counted(checkout.resolve(), byte_code, given, options.unverified)
                for checkout in (options.checkout, EXAMPLES.parent)
            )
            found.append({"name": name, "instructions": after})
            if options.json:
                options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
            print(f"| {name} | {before / 1e6:.0f} | {after / 1e6:.0f} | {after / before:.3f} |", flush=True)


if __name__ == "__main__":
    main()
