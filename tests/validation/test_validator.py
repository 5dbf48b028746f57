"""Validation names the pass with a bug, with arguments that show it; and no other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.validation import mutants
from triton_shared import dialects, validation
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.base import Pass
from triton_shared.passes.manager import run_pipeline
from triton_shared.validation.cases import Array, Case, dtype_of

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
    # behind as many passes as before: the garbage of a run is that of its number
    shown = validation.validate(text_for(mutant), "f", [*before, "cse", bug], cases=[again])
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


@pytest.mark.usefixtures("as_found")
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
        for op in all_ops(module, {"arith.constant"}):
            if str(op.attributes["value"]).startswith("2.0"):
                with module.context:
                    op.attributes["value"] = ir.FloatAttr.get(ir.F32Type.get(), 2.001)

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


UNDEFINED_SUM = """
tt.func public @undefined(%x: !tt.ptr<{e}>, %out: !tt.ptr<{e}>, %n: i32) {{
  %r = tt.make_range {{start = 0 : i32, end = 1024 : i32}} : tensor<1024xi32>
  %s = tt.splat %n : i32 -> tensor<1024xi32>
  %m = arith.cmpi slt, %r, %s : tensor<1024xi32>
  %p = tt.splat %x : !tt.ptr<{e}> -> tensor<1024x!tt.ptr<{e}>>
  %q = tt.addptr %p, %r : tensor<1024x!tt.ptr<{e}>>, tensor<1024xi32>
  %v = tt.load %q, %m : tensor<1024x!tt.ptr<{e}>>
  %t = "tt.reduce"(%v) <{{axis = 0 : i32}}> ({{
  ^bb0(%a: {e}, %b: {e}):
    %c = arith.addf %a, %b : {e}
    tt.reduce.return %c : {e}
  }}) : (tensor<1024x{e}>) -> {e}
  tt.store %out, %t : !tt.ptr<{e}>
  tt.return
}}
"""


@pytest.mark.parametrize("element", ["f16", "bf16", "f32", "f64"])
def test_a_sum_of_undefined_elements_is_undefined_though_it_is_a_nan_in_every_run(element):
    """A thousand floats of any bits have a NaN among them; a pass may let them be zeros."""

    def define(module):
        for op in all_ops(module, {"tt.reduce"}):
            with module.context, ir.Location.unknown():
                zero = ir.FloatAttr.get(op.results[0].type, 0.0)
                made = ir.Operation.create(
                    "arith.constant",
                    results=[zero.type],
                    attributes={"value": zero},
                    ip=ir.InsertionPoint(op),
                )
            op.results[0].replace_all_uses_with(made.result)

    ones = Array(element, np.ones(1024, dtype_of(element)))
    case = Case("masked", (1,), (ones, ones, 100))
    text = UNDEFINED_SUM.format(e=element)
    report = validation.validate(text, "f", [Pass("define", define)], cases=[case])
    assert (report.difference, report.failure, report.checks) == (None, "", 1)
    defined = Case("whole", (1,), (ones, ones, 1024))
    assert validation.validate(text, "f", [Pass("define", define)], cases=[defined]).difference


def test_a_refused_program_and_one_without_arguments_are_told():
    assert "expected" in validation.validate("tt.func public @f(", "f").failure
    wild = SUM.format(k="1.0").replace(
        "!tt.ptr<f32>, %out: !tt.ptr<f32>) {", "!tt.ptr<f32>, %out: !tt.ptr<!tt.ptr<f32>>) {"
    )
    assert validation.validate(wild, "f").failure


SCAN = """
tt.func public @scan(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %p, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %v = tt.load %q : tensor<256x!tt.ptr<f32>>
  %s = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.scan.return %c : f32
  }) : (tensor<256xf32>) -> tensor<256xf32>
  %o = tt.splat %out : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %t = tt.addptr %o, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %t, %s : tensor<256x!tt.ptr<f32>>
  tt.return
}
"""


@pytest.mark.parametrize("seed", range(3))
def test_a_long_scan_may_add_up_rows_and_nothing_else_of_that_pass_is_inexact(seed):
    values = np.random.default_rng(seed).standard_normal(256).astype(np.float32)
    case = Case("normal", (1,), (Array("f32", values), Array("f32", np.zeros(256, np.float32))))
    report = validation.validate(SCAN, "f", ["triton-to-linalg"], cases=[case])
    assert (report.difference, report.failure) == (None, "")

    def wrong_by_an_ulp(module):
        for op in all_ops(module, {"arith.constant"}):
            if str(op.attributes["value"]).startswith("2.0"):
                with module.context:
                    op.attributes["value"] = ir.FloatAttr.get(ir.F32Type.get(), 2.0000002)

    case = Case("normal", (1,), (Array("f32", values), Array("f32", np.zeros(1, np.float32))))
    bug = Pass("triton-arith-to-linalg", wrong_by_an_ulp)
    assert validation.validate(SUM.format(k="2.0"), "f", [bug], cases=[case]).difference


OVERLAPPING = """
tt.func public @overlapping(%out: !tt.ptr<i32>, %step: i32) {
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %s = tt.splat %step : i32 -> tensor<16xi32>
  %at = arith.divui %r, %s : tensor<16xi32>
  %p = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %q = tt.addptr %p, %at : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %q, %r : tensor<16x!tt.ptr<i32>>
  tt.return
}
"""


@pytest.mark.parametrize(("step", "differs"), [(1, True), (4, False)])
def test_which_value_of_one_store_stays_at_an_address_is_undefined(step, differs):
    def change_one_bit(module):
        for store in all_ops(module, {"tt.store"}):
            value = store.operands[1]
            with module.context, ir.Location.unknown():
                one = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 1)
                attributes, before = (
                    {"value": ir.DenseElementsAttr.get_splat(value.type, one)},
                    ir.InsertionPoint(store),
                )
                ones = ir.Operation.create(
                    "arith.constant", results=[value.type], attributes=attributes, ip=before
                )
                other = ir.Operation.create(
                    "arith.xori", results=[value.type], operands=[value, ones.result], ip=before
                )
            store.operands[1] = other.result

    case = Case("overlapping", (1,), (Array("i32", np.zeros(16, np.int32)), step))
    report = validation.validate(OVERLAPPING, "f", [Pass("another-stays", change_one_bit)], cases=[case])
    assert (report.difference is not None) == differs, report


@pytest.mark.parametrize(("name", "differs"), [("vectorize-nests", False), ("cse", True)])
def test_what_could_not_be_compared_after_an_inexact_pass_is_inexact_after_the_next(name, differs):
    def round_otherwise(module):
        for op in all_ops(module, {"arith.constant"}):
            if str(op.attributes["value"]).startswith("2.0"):
                with module.context, ir.Location.unknown():
                    op.attributes["value"] = ir.FloatAttr.get(ir.F32Type.get(), 2.0000002)
                    before = ir.InsertionPoint(op.block.operations[1])
                    f32 = op.results[0].type
                    ir.Operation.create(
                        "llvm.intr.ssa.copy", results=[f32], operands=list(op.results), ip=before
                    )

    def drop_what_has_no_rule(module):
        for op in all_ops(module, {"llvm.intr.ssa.copy"}):
            op.erase()

    values = np.random.default_rng(0).standard_normal(64).astype(np.float32)
    case = Case("normal", (1,), (Array("f32", values), Array("f32", np.zeros(1, np.float32))))
    passes = ["triton-to-linalg", Pass(name, round_otherwise), Pass("drop", drop_what_has_no_rule)]
    report = validation.validate(SUM.format(k="2.0"), "f", passes, cases=[case])
    assert report.blind == [name]
    assert (report.difference is not None) == differs, report
