"""Nests read blocks of which a window says what is there, whichever way they are emitted: the rest is padding.

The reference executor says what the nest is, and what the loops are that take its place.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.amount import examples
from triton_shared import dialects, reference
from triton_shared.codegen.cpu import machines
from triton_shared.ir.statistics import collected
from triton_shared.passes.manager import run_pipeline

EXTENTS = (1, 2, 3, 4, 8, 16, 24, 128)
#: loops of a block's two dimensions, and how a second block is read beside it
ORDERS = {"rows": "d0, d1", "columns": "d1, d0"}


@dataclass(frozen=True)
class Case:
    """A nest that adds two blocks of what a buffer holds, within windows, each read in an order of its own."""

    extents: tuple[int, int]
    orders: tuple[str, str]
    windows: tuple[tuple[int, int, int, int], tuple[int, int, int, int]]
    fold: int | None
    reads: int

    def shape(self, number: int) -> tuple[int, int]:
        m, n = self.extents
        return (m, n) if self.orders[number] == "rows" else (n, m)

    def text(self) -> str:
        """Begins and sizes of windows are arguments, so no pass knows them."""
        columns_of_sum = self.extents[1]
        lines, views, maps, types = [], [], [], []
        for number in range(self.reads):
            rows, columns = self.shape(number)
            block = f"memref<{rows}x{columns}xi32>"
            from_memory = f"memref<{rows}x{columns}xi32, strided<[{columns}, 1]>>"
            bounds = [f"%w{4 * number + i}" for i in range(4)]
            lines += [
                f"%x{number} = memref.reinterpret_cast %p{number} to offset: [0], sizes: [{rows}, {columns}],"
                f" strides: [{columns}, 1] : memref<i32> to {from_memory}",
                f"%b{number} = memref.alloc() : {block}",
                f"memref.copy %x{number}, %b{number} : {from_memory} to {block}",
                *(f"{b} = arith.index_cast %a{4 * number + i} : i32 to index" for i, b in enumerate(bounds)),
                f"%pad{number} = arith.constant {100 + number} : i32",
                f'%v{number} = "tts.masked_view"(%b{number}, {", ".join(bounds)}, %pad{number})'
                f" <{{operandSegmentSizes = array<i32: 1, 2, 2, 1>}}>"
                f" : ({block}, index, index, index, index, i32) -> {block}",
            ]
            views.append(f"%v{number}")
            maps.append(f"affine_map<(d0, d1) -> ({ORDERS[self.orders[number]]})>")
            types.append(block)
        kept = [d for d in (0, 1) if d != self.fold]
        shape = "x".join(str(self.extents[d]) for d in kept)
        maps.append(f"affine_map<(d0, d1) -> ({', '.join(f'd{d}' for d in kept)})>")
        kinds = ", ".join('"reduction"' if d == self.fold else '"parallel"' for d in (0, 1))
        arguments = ", ".join(f"%i{number}: i32" for number in range(self.reads))
        total = "%old" if self.fold is not None else "%zero"
        sums = [f"%s{i} = arith.addi {f'%s{i - 1}' if i else total}, %i{i} : i32" for i in range(self.reads)]
        sizes = ", ".join(str(self.extents[d]) for d in kept)
        strides = ", ".join(str(s) for s in ([columns_of_sum, 1] if self.fold is None else [1]))
        out = f"memref<{shape}xi32, strided<[{strides}]>>"
        pointers = ", ".join(f"%p{i}: memref<i32> {{tts.pointee = i32}}" for i in range(self.reads))
        numbers = ", ".join(f"%a{i}: i32" for i in range(4 * self.reads))
        programs = ", ".join(f'%g{i}: i32 {{tts.role = "program"}}' for i in range(6))
        body = "\n  ".join(lines)
        return f"""
func.func @k({pointers}, %o: memref<i32> {{tts.pointee = i32, tts.written}}, {numbers}, {programs}) {{
  {body}
  %zero = arith.constant 0 : i32
  %sum = memref.alloc() : memref<{shape}xi32>
  linalg.fill ins(%zero : i32) outs(%sum : memref<{shape}xi32>)
  linalg.generic {{indexing_maps = [{", ".join(maps)}], iterator_types = [{kinds}]}}
      ins({", ".join(views)} : {", ".join(types)}) outs(%sum : memref<{shape}xi32>) {{
  ^bb0({arguments}, %old: i32):
    {chr(10).join(sums)}
    linalg.yield %s{self.reads - 1} : i32
  }}
  %y = memref.reinterpret_cast %o to offset: [0], sizes: [{sizes}], strides: [{strides}] : memref<i32> to {out}
  memref.copy %sum, %y : memref<{shape}xi32> to {out}
  return
}}"""

    def expected(self, arrays: list[np.ndarray]) -> np.ndarray:
        total = np.zeros(self.extents, np.int32)
        for number, array in enumerate(arrays):
            low_row, low_column, rows, columns = self.windows[number]
            inside = np.zeros(array.shape, bool)
            inside[low_row : low_row + rows, low_column : low_column + columns] = True
            block = np.where(inside, array, 100 + number)
            total += block if self.orders[number] == "rows" else block.T
        return total if self.fold is None else total.sum(self.fold, dtype=np.int32)


@st.composite
def cases(draw) -> Case:
    extents = draw(st.sampled_from(EXTENTS)), draw(st.sampled_from(EXTENTS))
    orders = draw(st.sampled_from(list(ORDERS))), draw(st.sampled_from(list(ORDERS)))
    case = Case(extents, orders, (), draw(st.sampled_from((None, None, 0, 1))), draw(st.integers(1, 2)))
    windows = []
    for number in range(2):
        bounds = []
        for extent in case.shape(number):
            low = draw(st.integers(0, extent))
            bounds.append((low, draw(st.integers(0, extent - low))))
        windows.append((bounds[0][0], bounds[1][0], bounds[0][1], bounds[1][1]))
    return Case(extents, orders, tuple(windows), case.fold, case.reads)


@pytest.mark.parametrize("machine", ["x86-64-v4", "x86-64-v3", "x86-64"])
def test_what_no_window_keeps_is_padding(machine):
    with collected() as counts:
        _check(machine)
    ways = {name for name in counts if name.startswith("vectorize-nests: ")}
    assert {"vectorize-nests: Emitter", "vectorize-nests: Parallel"} <= ways


def _check(machine: str) -> None:
    @settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
    @given(cases(), st.integers(0, 1000))
    def one(case: Case, seed: int) -> None:
        generator = np.random.default_rng(seed)
        arrays = [generator.integers(-50, 50, case.shape(i)).astype(np.int32) for i in range(case.reads)]
        module = dialects.parse(case.text())
        target = machines.parse(machine)
        assert target is not None
        with module.context:
            target.attach(module.operation)
        run_pipeline(module, ["vectorize-nests"])
        shape = case.extents if case.fold is None else case.extents[1 - case.fold]
        got = np.full(shape, 99, np.int32)
        bounds = [n for window in case.windows[: case.reads] for n in window]
        reference.run(module, (1,), *arrays, got, *bounds)
        np.testing.assert_array_equal(got, case.expected(arrays))

    one()
