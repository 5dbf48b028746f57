"""Comparisons of places with bounds: the same at every place as one by one, whatever is promised of the bounds."""

from __future__ import annotations

import itertools
import operator

import numpy as np
import pytest

from tests.support import emulated
from tests.support.amount import some
from tests.support.emulated import Settings

KERNEL = """
tt.func public @k(%o: !tt.ptr<i8>, %n: i32 {tt.divisibility = DIVISOR : i32}, %m: i32 {tt.divisibility = 4 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %ms = tt.splat %m : i32 -> tensor<512xi32>
  %c = arith.constant dense<OFFSET> : tensor<512xi32>
  %q = arith.addi %r, %ms : tensor<512xi32>
  %p = arith.addi %q, %c : tensor<512xi32>
  %ns = tt.splat %n : i32 -> tensor<512xi32>
  %k = arith.cmpi PREDICATE, OPERANDS : tensor<512xi32>
  %w = arith.extui %k : tensor<512xi1> to tensor<512xi8>
  %os = tt.splat %o : !tt.ptr<i8> -> tensor<512x!tt.ptr<i8>>
  %op = tt.addptr %os, %r : tensor<512x!tt.ptr<i8>>, tensor<512xi32>
  tt.store %op, %w : tensor<512x!tt.ptr<i8>>
  tt.return
}"""
RELATIONS = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}


@pytest.mark.parametrize("predicate", [sign + relation for sign in "su" for relation in RELATIONS])
@pytest.mark.parametrize(("divisor", "offset"), [(16, 0), (16, 4), (4, 2), (1, 0)])
@pytest.mark.parametrize("operands", ["%p, %ns", "%ns, %p"])
def test_every_place_is_compared(predicate, divisor, offset, operands):
    text = KERNEL.replace("DIVISOR", str(divisor)).replace("OFFSET", str(offset))
    text = text.replace("PREDICATE", predicate).replace("OPERANDS", operands)
    kernel = emulated.compile(text, settings=Settings(num_warps=1))
    ends = (0, 16 * 3, 512, -16, (1 << 31) - 16, *((5, 255) if divisor == 1 else ()))
    for n, m in some([*itertools.product(ends, (0, 12, -20, (1 << 31) - 24))]):
        out = np.zeros(512, np.int8)
        kernel[(1,)](out, n, m)
        places = (np.arange(512, dtype=np.int64) + m + offset).astype(np.uint32)
        bounds = np.full(512, n, np.int64).astype(np.uint32)
        if predicate[0] == "s":
            places, bounds = places.view(np.int32), bounds.view(np.int32)
        pair = (places, bounds) if operands[1] == "p" else (bounds, places)
        np.testing.assert_array_equal(out.astype(bool), RELATIONS[predicate[1:]](*pair), f"n={n} m={m}")
