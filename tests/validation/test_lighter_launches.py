"""Launches that take more ops than allowed are run in part: some programs, then smaller numbers; hints hold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from triton_shared import dialects, reference, validation
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.base import Pass
from triton_shared.validation import Case, cases_of, signature_of
from triton_shared.validation.cases import Array
from triton_shared.validation.validator import SLOW
from triton_shared.validation.variants import lighter, sampled, smaller

EXAMPLES = Path(__file__).parents[2] / "examples"

#: each program writes its number, the last one 7
PLACES = """
tt.func public @places(%out: !tt.ptr<i32>, %last: i32) {
  %p = tt.get_program_id x : i32
  %q = tt.addptr %out, %p : !tt.ptr<i32>, i32
  %is = arith.cmpi eq, %p, %last : i32
  %seven = arith.constant 7 : i32
  %v = arith.select %is, %seven, %p : i32
  tt.store %q, %v : !tt.ptr<i32>
  tt.return
}
"""


@pytest.mark.parametrize("grid", [(5,), (3, 4), (1, 1, 9), (2, 2, 2), (1 << 20, 1 << 10, 3)])
@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_a_sample_has_the_first_and_the_last_program_and_no_other_twice(grid, count):
    case = sampled(Case("x", grid, ()), count)
    wide = (*grid, 1, 1)[:3]
    wanted = [(0, 0, 0), tuple(size - 1 for size in wide)]
    assert len(case.programs) == len(set(case.programs)) <= count
    assert list(case.programs[:2]) == wanted[: min(count, 2)]
    assert all(0 <= at < size for place in case.programs for at, size in zip(place, wide, strict=True))


def test_the_executor_runs_the_programs_that_it_is_given():
    out = np.full(100, -1, np.int32)
    reference.run(PLACES, (100,), out, 99, programs=[(3, 0, 0), (99, 0, 0)])
    assert dict(enumerate(out[out >= 0])) == {0: 3, 1: 7}
    assert (out[3], out[99]) == (3, 7)
    for place in ((100, 0, 0), (0, 1, 0), (-1, 0, 0), (0, 0)):
        with pytest.raises(ValueError, match=r"programs: .* is no program of the grid \(100, 1, 1\)"):
            reference.run(PLACES, (100,), out, 99, programs=[place])


def test_a_limit_says_how_many_programs_had_ended():
    with pytest.raises(reference.LimitExceeded) as raised:
        reference.run(PLACES, (100,), np.zeros(100, np.int32), 99, limit=50)
    assert 0 < raised.value.finished < 50


@pytest.mark.parametrize("name", ["matmul.f16", "layer_norm.f32", "attention.f16"])
def test_hints_hold_in_every_other_launch(name):
    module = dialects.parse((EXAMPLES / f"{name}.mlir").read_text())
    divisors = [slot.divisibility for slot in signature_of(module)]
    assert max(divisors) > 1
    case = cases_of(module)[0]
    others = [*lighter(case, 2, divisors), *smaller(case, divisors)]
    others += [again for one in others[::5] for again in smaller(one, divisors)]
    assert len(others) > 20
    for other in others:
        for value, divisor in zip(other.values, divisors, strict=True):
            assert not isinstance(value, int) or value % divisor == 0
    assert [one.program_count for one in lighter(case, 2, divisors)][-1] == 1


def wrong_for_the_last_program(module: ir.Operation) -> None:
    """The last program writes 8."""
    for op in all_ops(module, {"arith.constant"}):
        if str(op.attributes["value"]) == "7 : i32":
            with module.context:
                op.attributes["value"] = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 8)


@pytest.mark.parametrize("programs", [300, 1 << 20])
def test_of_a_large_grid_some_programs_are_compared_the_last_one_among_them(programs):
    size = min(programs, 1 << 20)
    case = Case("many", (programs,), (Array("i32", np.zeros(size, np.int32)), programs - 1))
    report = validation.validate(PLACES, "f", ["triton-to-linalg"], cases=[case], limit=200)
    assert (report.difference, report.failure, report.blind) == (None, "", [])
    assert 0 < report.programs < report.launched == report.checks * programs
    assert f"{report.programs} of {report.launched} programs" in str(report)
    bug = Pass("wrong", wrong_for_the_last_program)
    found = validation.validate(PLACES, "f", [bug], cases=[case], limit=200).difference
    assert found.name == "wrong"
    again = Case.from_json(found.case.to_json())
    assert again.programs == found.case.programs
    assert validation.validate(PLACES, "f", [bug], cases=[again]).difference


#: a product of tiles in a loop, whose one program takes some 3000 ops where it is vectorized
TILES = """
tt.func public @tiles(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32 {tt.divisibility = 16 : i32}) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 16 : i32
  %none = arith.constant dense<0.0> : tensor<32x32xf32>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %rows = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %wide = arith.constant dense<32> : tensor<32x1xi32>
  %starts = arith.muli %rows, %wide : tensor<32x1xi32>
  %columns = tt.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %a = tt.broadcast %starts : tensor<32x1xi32> -> tensor<32x32xi32>
  %b = tt.broadcast %columns : tensor<1x32xi32> -> tensor<32x32xi32>
  %at = arith.addi %a, %b : tensor<32x32xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %q = tt.addptr %p, %at : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  %sum = scf.for %k = %zero to %n step %step iter_args(%total = %none) -> (tensor<32x32xf32>) : i32 {
    %v = tt.load %q : tensor<32x32x!tt.ptr<f32>>
    %next = tt.dot %v, %v, %total : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    scf.yield %next : tensor<32x32xf32>
  }
  %o = tt.splat %out : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %t = tt.addptr %o, %at : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  tt.store %t, %sum : tensor<32x32x!tt.ptr<f32>>
  tt.return
}
"""


@pytest.mark.parametrize("limit", [800, 3000])
def test_every_pass_that_the_executor_knows_is_compared_however_large_the_tiles(limit):
    """One program takes more ops than allowed by itself, or many times as many with larger numbers."""
    report = validation.validate(TILES, "f", limit=limit)
    assert (report.difference, report.failure) == (None, "")
    assert set(report.blind) <= {"convert-vector-to-llvm", "convert-math-to-llvm"}, report
    assert report.unsupported[SLOW]
