"""The executor gives what compiled kernels give, at every level: samples; and tutorial kernels, by their oracles."""

from __future__ import annotations

import contextlib
import io

import numpy as np
import pytest

import triton_shared
from examples.tutorials import TUTORIALS, Case, cases
from tests.support.launches import arguments, assert_same
from tests.support.stages import LEVELS, NOT_RUN, SAMPLES, stages_of
from triton_shared import reference


def launched(run) -> tuple[list[str], bool]:
    """The lines that ``run`` prints, in any order, and whether an assertion failed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            run()
        except AssertionError:
            return sorted(out.getvalue().splitlines()), True
    return sorted(out.getvalue().splitlines()), False


@pytest.mark.parametrize("path", [p for p in SAMPLES if p.stem not in NOT_RUN], ids=lambda p: p.stem)
def test_samples(path):
    kernel = triton_shared.compile(path)
    wanted = arguments(kernel)
    lines = launched(lambda: kernel[(1,)](*wanted))
    for level, module in stages_of(path):
        if level == "fused":  # bufferized it is much the same
            continue
        got = arguments(kernel)
        assert launched(lambda module=module, got=got: reference.run(module, 1, *got)) == lines, level
        assert_same(kernel, got, wanted, level)


def smallest() -> dict[str, Case]:
    """The smallest case of each tutorial kernel, in bf16, where its sums are f32."""
    found: dict[str, Case] = {}
    for case in sorted(cases(), key=lambda case: np.prod([*case.sizes.values()])):
        if case.element == "bf16":
            found.setdefault(case.path.stem, case)
    return found


SMALL = smallest()


@pytest.mark.parametrize("name", SMALL)
def test_examples(name):
    case = SMALL[name]
    for level, module in stages_of(case.path, TUTORIALS[case.name].kernel):
        launch = case.launch(seed=1)
        outputs = [output.array for output in launch.outputs.values()]
        reference.run(module, launch.grid, *launch.args, memory=[*launch.keep, *outputs])
        assert launch.errors()[1] <= 1, level


def test_all_levels_are_reached():
    assert [level for level, _ in stages_of(next(iter(SMALL.values())).path)] == list(LEVELS)
