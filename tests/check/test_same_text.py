"""Checked kernels are the same text each time, wherever in memory what compiles them happens to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from triton_shared import dialects
from triton_shared.codegen.targets import check_lanes_for, conversion_for
from triton_shared.passes.manager import run_pipeline
from triton_shared.runtime.checks import kinds

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ("softmax.f16", "matmul.f16", "layer_norm_backward_dwdb.f32", "attention.f32", "seeded_dropout.f32")
#: compilations; sets of values have other orders in about half of them
TIMES = 6


@pytest.mark.parametrize("target", ["cpu", "gpu"])
@pytest.mark.parametrize("checks", [*[(kind,) for kind in kinds.KINDS], tuple(kinds.KINDS)], ids="+".join)
@pytest.mark.parametrize("name", NAMES)
def test_the_shared_form_is_the_same_each_time(name, checks, target):
    text = (EXAMPLES / f"{name}.mlir").read_text(encoding="utf-8")
    pipeline = [*kinds.before(checks), conversion_for(target), *kinds.after(checks, check_lanes_for(target))]
    made, kept = set(), []
    for _ in range(TIMES):
        module = dialects.parse(text, f"{name}.mlir")
        run_pipeline(module, pipeline)
        made.add(str(module))
        kept.append(module)  # no other one gets its memory
    assert len(made) == 1
