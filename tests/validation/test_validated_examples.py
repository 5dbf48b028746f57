"""No pass changes what the examples and the samples of Triton IR do, nor do the kernels compiled for CPUs and GPUs.

A few of them in every run, all of them at night: some ten minutes of a core.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import validated
from triton_shared import validation

ROOT = Path(__file__).parents[2]
FEW = ("softmax.f32", "vector_add.bf16")
FILES = sorted((ROOT / "examples").glob("*.mlir")) + sorted((ROOT / "tests/ttir").rglob("*.mlir"))
CASES = [
    pytest.param(path, id=path.stem, marks=() if path.stem in FEW else pytest.mark.exhaustive)
    for path in FILES
]
#: between the llvm dialect and what the executor knows
CONVERSIONS = {"convert-vector-to-llvm", "convert-math-to-llvm"}
#: ops of a run on the way to a GPU, where nothing is vectorized
FEW_OPS = 5000


@pytest.mark.cpu("the executor goes as far as code for CPUs")
@pytest.mark.parametrize("path", CASES)
def test_every_pass_leaves_an_example_as_it_is(path):
    report = validation.validate(path.read_text(encoding="utf-8"), path.name)
    assert report.difference is None, report
    if path.stem in FEW:
        assert not report.failure
        assert report.checks > 60
        assert set(report.blind) <= CONVERSIONS


@pytest.mark.cpu("it is the executor and the emulator that are compared")
@pytest.mark.parametrize("chip", [validated.sm_90a, validated.sm_80], ids=lambda chip: chip.__name__)
@pytest.mark.parametrize("path", CASES)
def test_the_way_to_a_gpu_leaves_an_example_as_it_is(path, chip):
    text = path.read_text(encoding="utf-8")
    report = validation.validate(text, path.name, validated.PASSES, execute=chip, limit=FEW_OPS)
    assert report.difference is None, report
    if path.stem in FEW:
        assert (report.failure, report.blind) == ("", [])
        assert report.passes > 40


@pytest.mark.cpu("it is the executor and the emulator that are compared")
@pytest.mark.usefixtures("as_found")
def test_a_wrong_kernel_for_a_gpu_is_found_though_no_pass_before_is_wrong():
    text = (ROOT / "examples/vector_add.f32.mlir").read_text()

    def wrong(source, kernel):
        return validated.sm_90a(source.replace("arith.addf", "arith.subf"), kernel)

    found = validation.validate(text, "f", validated.PASSES, execute=wrong).difference
    assert found.name == "(compiled kernel)"
