"""What shows a planted bug is made small, and the optional pass that it depends on is found."""

from __future__ import annotations

import dataclasses
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.validation import mutants
from triton_shared import dialects, validation
from triton_shared.ir.walk import all_ops
from triton_shared.passes import manager, registry
from triton_shared.passes.registry import PASSES
from triton_shared.tools import opt
from triton_shared.tools.validating import shows
from triton_shared.validation import bisection, reduction

EXAMPLES = Path(__file__).parents[2] / "examples"
SOFTMAX = EXAMPLES / "softmax.f32.mlir"
FLAGS = ("--triton-to-linalg", "--reuse-inputs")


def count(text: str) -> int:
    return len(list(all_ops(dialects.parse(text))))


@pytest.mark.exhaustive
def test_a_program_becomes_small_and_still_shows_the_bug():
    steps = ("triton-to-linalg", mutants.as_pass(mutants.swap_operands))
    difference = validation.validate(SOFTMAX.read_text(), "f", steps).difference
    interesting = reduction.checked(shows(steps, difference))
    small = reduction.reduce(SOFTMAX.read_text(), interesting, seconds=6)
    assert interesting(small)
    assert count(small) <= count(SOFTMAX.read_text()) * 2 // 3
    assert "tensor<1024x" not in small


def test_every_edit_leaves_a_program_or_nothing():
    text = (EXAMPLES / "matmul.f16.mlir").read_text()
    for edit in reduction.EDITS:
        for number in range(0, 60, 7):
            if (made := edit(text, number)) is None:
                break
            assert not made or dialects.parse(made)


def test_what_does_not_show_a_bug_is_not_reduced():
    with pytest.raises(ValueError, match="does not show"):
        reduction.reduce(SOFTMAX.read_text(), lambda text: False)


@pytest.mark.parametrize("wrong", bisection.optional_passes()[::7])
def test_the_pass_that_decides_is_found_in_few_runs(wrong):
    asked = []

    def is_wrong(without):
        asked.append(without)
        return wrong not in without

    assert bisection.culprit(is_wrong) == wrong
    assert len(asked) <= 8
    assert bisection.culprit(lambda without: True) is None
    assert bisection.culprit(lambda without: False) is None


def test_a_command_is_bisected(tmp_path):
    program = (
        "import os, sys; from triton_shared.passes.registry import left_out;"
        "sys.exit('move-rows' not in left_out())"
    )
    code, out, _ = opt.run([f"--bisect={shlex.quote(sys.executable)} -c {shlex.quote(program)}"])
    assert (code, out) == (
        1,
        "the command fails with 'move-rows'; leave it out with TRITON_SHARED_WITHOUT=move-rows\n",
    )


@pytest.fixture
def broken(monkeypatch):
    """An optional pass with a bug."""
    right = PASSES["reuse-inputs"].function

    def run(function):
        right(function)
        mutants.swap_operands(function)

    monkeypatch.setitem(registry.PASSES, "reuse-inputs", dataclasses.replace(PASSES["reuse-inputs"], run=run))
    manager._expand_text.cache_clear()
    yield
    manager._expand_text.cache_clear()


@pytest.mark.exhaustive
def test_the_tool_names_the_pass_and_the_way_out(broken, tmp_path):
    code, out, err = opt.run(["--validate-passes", *FLAGS, str(SOFTMAX)])
    assert (code, err) == (1, "")
    assert "differs after 'reuse-inputs'" in out
    assert re.search(r"^differences +1$", out, re.M), out
    case = validation.validate(SOFTMAX.read_text(), "f", ["triton-to-linalg", "reuse-inputs"]).difference.case
    given = tmp_path / "arguments.json"
    given.write_text(json.dumps(case.to_json()))
    code, out, err = opt.run(["--bisect", *FLAGS, f"--validation-arguments={given}", str(SOFTMAX)])
    assert (code, err) == (1, "")
    assert "leave it out with --without=reuse-inputs" in out
    code, out, _ = opt.run(["--validate-passes", "--without=reuse-inputs", *FLAGS, str(SOFTMAX)])
    assert code == 0, out


def test_files_are_needed():
    assert opt.run(["--validate-passes"])[::2] == (
        1,
        "triton-shared-opt: name the files to validate [TS0006]\n",
    )
