"""Validation takes the choices of an embedder for what they are, and no difference."""

from __future__ import annotations

import pytest

from tests.support.choice_kernels import DOT, LOADS, MASKED, SELECTS, along_rows, elementwise
from triton_shared.validation import validate

PROGRAMS = {
    "sums=element": along_rows("reduce", "f16", "%z = arith.addf %a, %b : f16"),
    "neutral=ordinary": along_rows("reduce", "f32", "%z = arith.maxnumf %a, %b : f32"),
    "undefined=unwritten": MASKED.replace("LOADED", LOADS["nothing"]),
    "keep-scans": along_rows("scan", "f32", "%z = arith.addf %a, %b : f32", reverse="true"),
    "keep-products": DOT.replace("ACC", "f32"),
    "pad": MASKED.replace("LOADED", LOADS["other"]),
    "large-blocks=64": along_rows("reduce", "f32", "%z = arith.maxnumf %a, %b : f32"),
    "fold-nan-select": elementwise(SELECTS["greater"][0]),
}


@pytest.mark.parametrize("choice", PROGRAMS)
def test_a_choice_is_no_difference(choice):
    report = validate(PROGRAMS[choice], passes=(f"triton-to-linalg{{{choice}}}",), limit=200_000)
    assert not report.failure and report.checks and not report.difference, str(report)
