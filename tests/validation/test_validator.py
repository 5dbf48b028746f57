"""Validation names the pass with a bug, with arguments that show it; and no other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.validation import mutants
from triton_shared import dialects, validation
from triton_shared.pass_manager import run_pipeline
from triton_shared.validation.cases import Array, Case

EXAMPLES = Path(__file__).parents[2] / "examples"
#: which example has what a mutant changes
KERNELS = {"shorten_a_loop": "matmul.f16.mlir"}


def text_for(mutant) -> str:
    return (EXAMPLES / KERNELS.get(mutant.__name__, "softmax.f32.mlir")).read_text()


@pytest.mark.parametrize(
    "mutant", [*mutants.OF_TRITON, *mutants.OF_THE_SHARED_FORM], ids=lambda m: m.__name__
)
def test_a_planted_bug_is_named_and_its_arguments_show_it(mutant):
    before = [] if mutant in mutants.OF_TRITON else ["triton-to-linalg"]
    bug = mutants.as_pass(mutant)
    report = validation.validate(text_for(mutant), "f", [*before, "cse", bug, "canonicalize"])
    assert report.difference is not None, report
    assert report.difference.name == bug.name
    again = Case.from_json(report.difference.case.to_json())
    shown = validation.validate(text_for(mutant), "f", [*before, bug], cases=[again])
    assert shown.difference is not None, report
    assert shown.difference.name == bug.name
    assert not validation.validate(text_for(mutant), "f", [*before, "cse"], cases=[again]).difference


def test_arguments_that_show_a_difference_are_small():
    report = validation.validate(
        text_for(mutants.swap_operands), "f", ["triton-to-linalg", mutants.as_pass(mutants.swap_operands)]
    )
    case = report.difference.case
    assert np.prod(case.grid) == 1
    assert all(array.values.size <= 256 for array in case.arrays)


def test_a_pass_that_changes_nothing_is_not_run_for():
    report = validation.validate(
        text_for(mutants.swap_operands), "f", ["triton-to-linalg", "canonicalize", "cse"]
    )
    assert report.changed < 12
    assert report.passes > 17
    assert report.difference is None


def test_run_pipeline_takes_a_validator():
    module = dialects.parse(text_for(mutants.swap_operands))
    validator = validation.Validator(validation.cases_of(module))
    run_pipeline(module, ["triton-to-linalg", mutants.as_pass(mutants.swap_operands)], validate=validator)
    assert validator.report.difference.name == "swap-operands"
    assert validator.report.checks > 20


SUM = """
tt.func public @sum(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {{
  %r = tt.make_range {{start = 0 : i32, end = 64 : i32}} : tensor<64xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %p, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %q : tensor<64x!tt.ptr<f32>>
  %s = "tt.reduce"(%v) <{{axis = 0 : i32}}> ({{
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }}) : (tensor<64xf32>) -> f32
  %k = arith.constant {k} : f32
  %t = arith.mulf %s, %k : f32
  tt.store %out, %t : !tt.ptr<f32>
  tt.return
}}
"""


def test_sums_may_be_added_up_in_another_order_but_not_be_wrong():
    values = np.random.default_rng(0).standard_normal(64).astype(np.float32)
    case = Case("normal", (1,), (Array("f32", values), Array("f32", np.zeros(1, np.float32))))
    report = validation.validate(SUM.format(k="1.0"), "f", cases=[case])
    assert (report.difference, report.failure) == (None, "")

    def wrong_by_little(module):
        from triton_shared.ir.walk import all_ops
        from triton_shared.mlir import ir

        for op in all_ops(module, {"arith.constant"}):
            if str(op.attributes["value"]).startswith("2.0"):
                with module.context:
                    op.attributes["value"] = ir.FloatAttr.get(ir.F32Type.get(), 2.001)

    from triton_shared.pass_manager import Pass

    bug = Pass("vectorize-nests", wrong_by_little)  # a pass whose results may be off
    report = validation.validate(SUM.format(k="2.0"), "f", ["triton-to-linalg", bug], cases=[case])
    assert report.difference is not None


UNDEFINED = """
tt.func public @undefined(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %s = tt.splat %n : i32 -> tensor<16xi32>
  %m = arith.cmpi slt, %r, %s : tensor<16xi32>
  %p = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %q = tt.addptr %p, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %v = tt.load %q, %m : tensor<16x!tt.ptr<i32>>
  %o = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %t = tt.addptr %o, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %t, %v : tensor<16x!tt.ptr<i32>>
  tt.return
}
"""


def test_undefined_elements_are_not_compared():
    """What a masked load without an ``other`` leaves is anything, and stored."""
    report = validation.validate(UNDEFINED, "f")
    assert (report.difference, report.failure) == (None, "")
    assert report.checks > 20


def test_a_refused_program_and_one_without_arguments_are_told():
    assert "expected" in validation.validate("tt.func public @f(", "f").failure
    wild = SUM.format(k="1.0").replace(
        "!tt.ptr<f32>, %out: !tt.ptr<f32>) {", "!tt.ptr<f32>, %out: !tt.ptr<!tt.ptr<f32>>) {"
    )
    assert validation.validate(wild, "f").failure
