"""Compare what two checkouts make, this one being the second: ``python -m benchmarks.objects CHECKOUT [PATH ...]``.

Each compiles the kernels of the files, and of the files in folders, in a process of its own: to objects for
``--machines``, and to PTX for ``--gpus``.  Prints what differs, and exits with 1 where anything does: a change that is
to make the compiler faster changes nothing of what it makes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[1]
PLACES = [HERE / "examples", HERE / "tests" / "ttir"]

# A process that prints {"file for machine": what is made}, given the machines, the GPUs, and the files.
_PROCESS = """
import hashlib, json, sys
from pathlib import Path
from triton_shared.codegen.targets import module_of
from triton_shared.errors import CompileError
from triton_shared.runtime import compilation
machines, gpus, *files = json.loads(sys.argv[1])
targets = {name: ("cpu", "object_code") for name in machines} | {name: ("gpu", "ptx") for name in gpus}
made = {}
for file in files:
    for name, (target, what) in targets.items():
        options = module_of(target, "stages").Options(module_of(target, "machines").parse(name))
        try:
            text = Path(file).read_text(encoding="utf-8")
            code = getattr(compilation.build(text, "k.mlir", None, target=target, options={"options": options}), what)
            made[f"{file} for {name}"] = hashlib.sha256(code if target == "cpu" else code.encode()).hexdigest()
        except CompileError as error:
            made[f"{file} for {name}"] = f"refused: {error}"
print(json.dumps(made))
"""


def made_by(checkout: Path, request: list) -> dict[str, str]:
    """What a new process of ``checkout`` makes of each file: a digest, or why it is refused."""
    environment = os.environ | {"PYTHONPATH": str(checkout)}
    command = [sys.executable, "-c", _PROCESS, json.dumps(request)]
    return json.loads(subprocess.check_output(command, env=environment, cwd=checkout, text=True))


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.objects", description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=Path, help="the one before")
    parser.add_argument("paths", nargs="*", type=Path, default=PLACES, help="files and folders of kernels")
    parser.add_argument("--machines", nargs="*", default=["cpu"], help="CPUs; default: this one")
    parser.add_argument("--gpus", nargs="*", default=["sm_90a"], help="GPUs; default: sm_90a")
    options = parser.parse_args(arguments)
    found = (sorted(path.rglob("*.mlir")) if path.is_dir() else [path] for path in options.paths)
    files = [str(file.resolve()) for files in found for file in files]
    request = [options.machines, options.gpus, *files]
    before, after = (made_by(checkout.resolve(), request) for checkout in (options.checkout, HERE))
    different = [name for name in before if before[name] != after[name]]
    print(*different, f"{len(different)} of {len(before)} differ", sep="\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
