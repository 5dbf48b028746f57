"""Every pass: a file in tests/mlir runs it alone, a sentence sums it up, and no form of a program is too odd for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.run_lines import run_lines
from triton_shared import dialects
from triton_shared.codegen.cpu import STAGES
from triton_shared.codegen.targets import TARGETS
from triton_shared.passes import manager
from triton_shared.passes.base import Pass
from triton_shared.passes.manager import expand, part_of, run_pipeline
from triton_shared.passes.registry import GROUPS, PASSES, left_out
from triton_shared.plugins import Plugin, Tables
from triton_shared.tools import opt

ROOT = Path(__file__).parents[2]
MLIR = ROOT / "tests" / "mlir"
KERNELS = ("examples/softmax.f32.mlir", "examples/matmul.f16.mlir", "tests/codegen/gather.mlir")
FOLDERS = (
    "conversions",
    "building_blocks",
    "codegen",
    *(package.rpartition(".")[2] for package in TARGETS.values()),
)


def file_of(one: Pass, folder: str) -> Path:
    """The file of a pass that a list for ``folder`` has; what GPUs share lies by itself."""
    of_simt = isinstance(one.run, str) and ".codegen.simt." in one.run
    return MLIR / ("simt" if of_simt else folder) / f"{one.name}.mlir"


FILES = {
    p.name: file_of(p, folder) for folder, group in zip(FOLDERS, GROUPS.values(), strict=True) for p in group
}
_PASS = re.compile(r"--([a-z0-9-]+)")


@pytest.mark.parametrize("name", FILES)
def test_a_file_runs_the_pass_alone(name):
    lines = [line.text for line in run_lines(FILES[name].read_text(encoding="utf-8"))]
    alone = [line for line in lines if set(_PASS.findall(line)) & PASSES.keys() == {name}]
    assert any("FileCheck" in line for line in alone)


@pytest.mark.parametrize("name", FILES)
def test_a_summary_says_what_the_pass_does(name):
    summary = PASSES[name].summary
    assert summary[0].isupper() and summary.endswith((".", ":")), summary
    assert PASSES[name].is_pipeline or len(summary) <= 120


@pytest.fixture(scope="module")
def forms() -> dict[str, str]:
    """The texts of some kernels, as they are after each stage."""
    texts = {}
    for file in KERNELS:
        text = texts[file] = (ROOT / file).read_text(encoding="utf-8")
        module = dialects.parse(text, file)
        for stage, passes in {"shared": ("triton-to-linalg",), **STAGES}.items():
            run_pipeline(module, passes)
            texts[f"{file} {stage}"] = dialects.print_module(module)
    return texts


@pytest.mark.parametrize("name", [name for name in FILES if not PASSES[name].is_pipeline])
def test_every_form_is_changed_or_refused_with_a_place(name, forms):
    for form, text in forms.items():
        code, _, err = opt.run([f"--{name}"], text)
        assert code == 0 or (code == 1 and re.match(r"(<stdin>|/\S+\.py):\d+:\d+: error: ", err)), (
            f"{form}\n{err}"
        )


@pytest.mark.parametrize("former", [name for name, one in PASSES.items() if name != one.name])
def test_a_former_name_is_a_name_of_the_pass_wherever_one_stands(former):
    one = PASSES[former]
    steps = expand(["cse", one.name, "symbol-dce"])
    assert expand(["cse", former, "symbol-dce"]) == steps
    if not one.is_pipeline:
        assert part_of(steps, None, former) == steps[:-1] and part_of(steps, former, None) == steps[-1:]
    if one.optional:
        assert left_out(former) == (one.name,)
    plugin = Plugin("early", before={former: ["sccp"]}, after={former: ["mem2reg"]})
    with_added = [step.name for step in manager._expand_one(one.name, Tables([plugin]))]
    assert with_added == ["sccp", *(step.name for step in steps[1:-1]), "mem2reg"]


def test_a_pass_is_in_the_file_of_its_name():
    found = {
        one.name
        for one in PASSES.values()
        if isinstance(one.run, str)
        and one.run.partition(":")[0].rpartition(".")[2] != one.name.replace("-", "_")
    }
    assert not found
