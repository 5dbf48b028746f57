"""Random loops and branches as TTIR: this package and an `Evaluation` of the very same TTIR agree in every bit.

``TRITON_SHARED_TEST_REGIONS`` is how many; by default as many as take a few seconds; nightly 5000.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import triton_shared
from tests.differential.evaluation import Evaluation
from tests.differential.regions import PROGRAMS, Program, program, regions, types_of
from tests.support.amount import examples

COUNT = examples(100, "TRITON_SHARED_TEST_REGIONS")


def expected(program: Program) -> list[np.ndarray]:
    """The arrays after the launch."""
    arrays = program.arrays()
    memory = np.concatenate(arrays)
    starts = np.cumsum([0, *map(len, arrays)])
    for number in range(PROGRAMS):
        Evaluation(program.text, memory, number).call("program", *starts[:-1], np.int32(program.n))
    return np.split(memory, starts[1:-1])


def check(program: Program) -> None:
    """Run ``program`` in both ways; an `AssertionError` shows where its arrays differ, and its text."""
    arrays = program.arrays()
    triton_shared.compile(program.text)[(PROGRAMS,)](*arrays, program.n)
    for actual, wanted in zip(arrays, expected(program), strict=True):
        np.testing.assert_array_equal(
            actual, wanted, f"{program.count} elements, n = {program.n}\n{program.text}"
        )


ROWS, COLUMNS = 2, 4
T = types_of(ROWS, COLUMNS)["t"]
P = types_of(ROWS, COLUMNS)["p"]
WHILE = """\
%r:{count} = scf.while (%e = %a, %f = %b, %g = %i, %t = %c0) : ({T}, {T}, {T}, i32) -> ({types}i32) {{
  %go = arith.cmpi slt, %t, %c3 : i32
  %w = arith.addi %e, %f : {T}
  scf.condition(%go) {values}%t : {types}i32
}} do {{
^bb0({arguments}%u: i32):
  %next = arith.addi %u, %c1 : i32
  {made}
  scf.yield {yielded}, %next : {T}, {T}, {T}, i32
}}
"""
STORE = """\
%o{k} = arith.constant dense<{start}> : {T}
%q{k} = tt.addptr %to, %o{k} : {P}, {T}
tt.store %q{k}, %r#{k} : {P}"""


@pytest.mark.parametrize("count", range(5))
def test_a_while_hands_on_any_of_its_tensors(count):
    for values in permutations(("%e", "%f", "%g", "%w"), count):
        entering = [f"%h{k}" for k in range(count)]
        made = f"%s = arith.addi {(entering or ['%a'])[-1]}, %at : {T}"
        loop = WHILE.format(
            T=T, count=count + 1, types=f"{T}, " * count, values="".join(f"{v}, " for v in values), made=made,
            arguments="".join(f"{h}: {T}, " for h in entering), yielded=", ".join([*entering, "%s", "%b", "%i"][:3]),
        )  # fmt: skip
        stores = [STORE.format(k=k, start=k * ROWS * COLUMNS, T=T, P=P) for k in range(count)]
        check(program(ROWS, COLUMNS, "\n".join([loop, *stores]), count, 2))


@settings(max_examples=COUNT, deadline=None, suppress_health_check=list(HealthCheck))
@given(regions())
def test_agrees(program):
    check(program)
