"""What a program promises of numbers is checked: multiples, contiguous and constant runs."""

from __future__ import annotations

import numpy as np
import pytest

from triton_shared import dialects, reference, validation

TEXT = """
tt.func public @f(%x: !tt.ptr<i32>, %n: i32) {{
  %r = tt.make_range {{start = 0 : i32, end = 16 : i32}} : tensor<16xi32>
  %s = tt.splat %n : i32 -> tensor<16xi32>
  %v = arith.{op} %r, %s {{tt.{name} = dense<{number}> : tensor<1xi32>}} : tensor<16xi32>
  %p = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %q = tt.addptr %p, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %q, %v : tensor<16x!tt.ptr<i32>>
  tt.return
}}
"""
#: op, promise, its number, an argument with which it holds, one with which it does not
TABLE = [
    ("addi", "divisibility", 8, 24, 12),
    ("addi", "contiguity", 16, 5, None),
    ("remui", "contiguity", 16, 16, 15),
    ("remui", "contiguity", 4, 8, 6),
    ("remui", "contiguity", 64, 32, 9),
    ("divui", "constancy", 4, 8, 3),
    ("divui", "constancy", 1, 3, None),
]


@pytest.mark.parametrize(("op", "name", "number", "right", "wrong"), TABLE)
def test_a_promise_holds_or_is_an_error(op, name, number, right, wrong):
    text = TEXT.format(op=op, name=name, number=number)
    reference.run(text, 1, np.zeros(16, np.int32), right)
    if wrong is not None:
        with pytest.raises(reference.ExecutionError, match=rf"'arith.{op}' op breaks its promise tt.{name}"):
            reference.run(text, 1, np.zeros(16, np.int32), wrong)


@pytest.mark.parametrize(("op", "name", "number", "right", "wrong"), TABLE)
def test_arguments_are_found_with_which_promises_hold(op, name, number, right, wrong):
    text = TEXT.format(op=op, name=name, number=number)
    report = validation.validate(text, "f", ["triton-to-linalg"])
    assert (report.difference, report.failure) == (None, "")
    for case in validation.cases_of(dialects.parse(text)):
        args, _ = case.make()
        reference.run(text, case.grid, *args)


def test_pointers_count_in_bytes():
    text = """
    tt.func public @f(%x: !tt.ptr<i32>) {
      %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
      %p = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
      %q = tt.addptr %p, %r {tt.contiguity = dense<16> : tensor<1xi32>} : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
      tt.store %q, %r : tensor<16x!tt.ptr<i32>>
      tt.return
    }
    """
    x = np.zeros(16, np.int32)
    reference.run(text, 1, x)
    np.testing.assert_array_equal(x, np.arange(16))
