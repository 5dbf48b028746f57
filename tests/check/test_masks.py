"""Findings say which conditions of a mask let an access through, with the numbers that they compare."""

from __future__ import annotations

import operator
import re

import numpy as np
import pytest

import triton_shared
from tests.proofs.random_kernels import Writer
from tests.support.amount import examples

_COMPARED = re.compile(r"line (\d+): (-?\d+) (==|!=|<=?|>=?) (-?\d+)")
_MEANS = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip

TILE = """
tt.func public @tile(%x: !tt.ptr<f32>, %n: i32, %m: i32) {
  %pid = tt.get_program_id x : i32
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %base = arith.constant 16 : i32
  %start = arith.muli %pid, %base : i32
  %starts = tt.splat %start : i32 -> tensor<16xi32>
  %at = arith.addi %starts, %i : tensor<16xi32>
  %ns = tt.splat %n : i32 -> tensor<16xi32>
  %low = arith.cmpi sle, %at, %ns : tensor<16xi32>
  %ms = tt.splat %m : i32 -> tensor<16xi32>
  %high = arith.cmpi sge, %at, %ms : tensor<16xi32>
  %both = arith.andi %low, %high : tensor<16xi1>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %q = tt.addptr %p, %at : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %one = arith.constant dense<1.0> : tensor<16xf32>
  tt.store %q, %one, %both : tensor<16x!tt.ptr<f32>>
  tt.return
}
"""


def findings(text: str, grid: int, *arguments) -> tuple[triton_shared.Finding, ...]:
    try:
        triton_shared.check(text, "bounds")[(grid,)](*arguments)
    except triton_shared.CheckError as error:
        return error.findings
    return ()


@pytest.mark.cpu("checks kernels on the CPU")
def test_a_tile():
    (found,) = findings(TILE, 3, np.zeros(40, np.float32), 40, 4)
    assert found.mask == ("line 10: 40 <= 40", "line 12: 40 >= 4") and found.lane == (8,)
    assert "its mask lets it through (line 10: 40 <= 40, line 12: 40 >= 4)" in str(found)


@pytest.mark.cpu("checks kernels on the CPU")
def test_what_let_it_through_holds():
    """Of random kernels whose arrays are too small each comparison that is told holds."""
    told = 0
    for number in range(examples(40)):
        text = Writer(number).text()
        for one in findings(text, 3, np.zeros(5, np.float32), np.zeros(3, np.int32), 20):
            for condition in one.mask:
                if match := _COMPARED.fullmatch(condition):
                    line, left, name, right = match.groups()
                    assert _MEANS[name](int(left), int(right)), f"{one}\n{text}"
                    assert "cmpi" in text.splitlines()[int(line) - 1]
                    told += 1
                else:
                    assert re.fullmatch(r"line \d+", condition), condition
    assert told > 0
