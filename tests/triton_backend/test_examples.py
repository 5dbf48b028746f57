"""The programs of examples/triton agree with torch or numpy, on the CPU back end."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
import triton

PROGRAMS = sorted(
    path.stem
    for path in (Path(__file__).parents[2] / "examples" / "triton").glob("*.py")
    if "\ndef check()" in path.read_text(encoding="utf-8")
)
#: those that take more than two seconds
LONG = {"attention", "grouped_gemm", "layer_norm", "matmul", "persistent_matmul"}
BLOCK_POINTERS_UNTIL = (3, 8)


@pytest.mark.parametrize(
    "program", [pytest.param(p, marks=[pytest.mark.exhaustive] if p in LONG else []) for p in PROGRAMS]
)
def test_a_program_agrees_with_its_oracle(program):
    release = tuple(map(int, triton.__version__.split(".")[:2]))
    if program == "matmul_block_ptr" and release > BLOCK_POINTERS_UNTIL:
        pytest.skip("this release of Triton has no block pointers")
    importlib.import_module(f"examples.triton.{program}").check()


#: torch is not installed, as far as imports tell
WITHOUT_TORCH = """\
import runpy, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "torch":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
runpy.run_module("examples.triton.on_numpy", run_name="__main__")
"""


def test_a_kernel_on_numpy_arrays_needs_no_torch():
    environment = os.environ | {"TRITON_DEFAULT_BACKEND": "triton_shared"}
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", WITHOUT_TORCH]
    run = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "the norm agrees with numpy\n"), run.stderr
