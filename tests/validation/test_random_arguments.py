"""Arguments are found with which programs are defined; hints hold; JSON holds them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from triton_shared import dialects, reference
from triton_shared.validation import Case, NoArguments, cases_of, signature_of, validate
from triton_shared.validation.arguments import PLANS
from triton_shared.validation.cases import Array
from triton_shared.validation.variants import smaller

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["softmax.f16", "matmul_block_ptr.f32", "dropout.bf16", "attention.f16"])
def test_programs_are_defined_and_most_change_memory(name):
    module = dialects.parse((EXAMPLES / f"{name}.mlir").read_text())
    cases = cases_of(module)
    assert {"whole", "partial", "odd"} <= {case.label for case in cases} <= set(PLANS)
    changes = 0
    for case in cases:
        args, arrays = case.make()
        reference.run(module, case.grid, *args)
        changes += any(
            not np.array_equal(a.values.view(np.uint8), b.view(np.uint8))
            for a, b in zip(case.arrays, arrays, strict=True)
        )
    assert changes >= 3


def test_hints_hold():
    module = dialects.parse((EXAMPLES / "matmul.f16.mlir").read_text())
    slots = signature_of(module)
    assert {slot.kind for slot in slots} == {"pointer", "number"}
    for case in cases_of(module):
        args, _ = case.make()
        for slot, arg in zip(slots, args, strict=True):
            value = arg.ctypes.data if slot.kind == "pointer" else arg
            assert value % slot.divisibility == 0, slot


OUTSIDE = """
tt.func public @f(%x: !tt.ptr<i32>, %n: i32) {
  %a = arith.constant 1000000000 : i32
  %p = tt.addptr %x, %a : !tt.ptr<i32>, i32
  tt.store %p, %n : !tt.ptr<i32>
  tt.return
}
"""


def test_a_program_that_is_defined_for_none_says_why():
    with pytest.raises(NoArguments, match=r"'tt.store' op accesses"):
        cases_of(dialects.parse(OUTSIDE))


def test_the_shared_form_has_the_same_signature():
    from triton_shared.passes.manager import run_pipeline

    module = dialects.parse((EXAMPLES / "softmax.f16.mlir").read_text())
    before = signature_of(module)
    run_pipeline(module, ["triton-to-linalg"])
    assert signature_of(module) == before


def test_json_holds_a_case():
    values = np.array([0.5, np.nan, -np.inf, -0.0], np.float16)
    case = Case("x", (2, 1), (Array("f16", values, 1), 7, 0.25, True))
    again = Case.from_json(json.loads(json.dumps(case.to_json())))
    assert (again.grid, again.values[1:]) == (case.grid, case.values[1:])
    np.testing.assert_array_equal(again.arrays[0].values.view(np.uint16), values.view(np.uint16))
    assert again.arrays[0].start == 1
    with pytest.raises(ValueError, match="argument 0: expected a number, an array or"):
        Case.from_json({"grid": [1], "arguments": [{"element": "f3", "values": []}]})


def test_shrinking_ends():
    case = cases_of(dialects.parse((EXAMPLES / "softmax.f16.mlir").read_text()))[0]
    steps = 0
    while (simpler := next(smaller(case), None)) is not None:
        case, steps = simpler, steps + 1
        assert steps < 100
    assert all(array.values.size <= 4 for array in case.arrays)


def test_a_number_that_only_a_gpu_knows_is_not_validated():
    """The passes are run until the program says what its arguments are, and then it is one of threads already."""
    text = """
tt.func @k(%out: !tt.ptr<i32>) {
  %0 = tt.elementwise_inline_asm "mov.u32 $0, %smid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tt.store %out, %0 : !tt.ptr<i32>
  tt.return
}"""
    report = validate(text, passes=("triton-to-linalg", "allow-contraction", "shared-to-gpu"), compiled=False)
    assert "assembly is for one machine" in report.failure and report.difference is None
