"""The programs of examples/triton agree with torch, on the CPU back end."""

import importlib
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
def test_a_program_agrees_with_torch(program):
    release = tuple(map(int, triton.__version__.split(".")[:2]))
    if program == "matmul_block_ptr" and release > BLOCK_POINTERS_UNTIL:
        pytest.skip("this release of Triton has no block pointers")
    importlib.import_module(f"examples.triton.{program}").check()
