"""Nests read and write blocks of which a window says what is there, whichever way they are emitted.

What is read of the rest is padding, and nothing of the rest is written.

The reference executor says what the nest is, and what the loops are that take its place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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
#: what memory holds that no nest has written
UNWRITTEN = 99


@dataclass(frozen=True)
class Case:
    """A nest that adds two blocks of what a buffer holds, within windows, each read in an order of its own.

    With ``kept`` it writes the sums to memory itself, within that window, once for each of these.
    """

    extents: tuple[int, int]
    orders: tuple[str, str]
    windows: tuple[tuple[int, int, int, int], tuple[int, int, int, int]]
    fold: int | None
    reads: int
    kept: tuple[tuple[int, int, int, int], ...] = ()

    @property
    def outputs(self) -> int:
        return max(1, len(self.kept))

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
        maps += [f"affine_map<(d0, d1) -> ({', '.join(f'd{d}' for d in kept)})>"] * self.outputs
        kinds = ", ".join('"reduction"' if d == self.fold else '"parallel"' for d in (0, 1))
        arguments = ", ".join(f"%i{number}: i32" for number in range(self.reads))
        total = "%old0" if self.fold is not None else "%zero"
        sums = [f"%s{i} = arith.addi {f'%s{i - 1}' if i else total}, %i{i} : i32" for i in range(self.reads)]
        sizes = ", ".join(str(self.extents[d]) for d in kept)
        strides = ", ".join(str(s) for s in ([columns_of_sum, 1] if self.fold is None else [1]))
        out = f"memref<{shape}xi32, strided<[{strides}]>>"
        pointers = ", ".join(f"%p{i}: memref<i32> {{tts.pointee = i32}}" for i in range(self.reads))
        numbers = ", ".join(f"%a{i}: i32" for i in range(4 * (self.reads + len(self.kept))))
        programs = ", ".join(f'%g{i}: i32 {{tts.role = "program"}}' for i in range(6))
        lines.append("%zero = arith.constant 0 : i32")
        view = f"to offset: [0], sizes: [{sizes}], strides: [{strides}] : memref<i32> to {out}"
        lines += [f"%y{n} = memref.reinterpret_cast %o{n} {view}" for n in range(self.outputs)]
        if not self.kept:
            places, type_ = ["%sum"], f"memref<{shape}xi32>"
            lines += [
                f"%sum = memref.alloc() : {type_}",
                f"linalg.fill ins(%zero : i32) outs(%sum : {type_})",
            ]
            after = f"memref.copy %sum, %y0 : {type_} to {out}"
        else:
            places, type_, after = [f"%kept{number}" for number in range(self.outputs)], out, ""
        for number, place in enumerate(places[: len(self.kept)]):
            ends = [f"%k{4 * number + i}" for i in range(4)]
            given = [f"%a{4 * (self.reads + number) + i}" for i in range(4)]
            lines += [
                *(f"{e} = arith.index_cast {g} : i32 to index" for e, g in zip(ends, given, strict=True)),
                f'{place} = "tts.masked_view"(%y{number}, {", ".join(ends)})'
                " <{operandSegmentSizes = array<i32: 1, 2, 2, 0>}>"
                f" : ({out}, index, index, index, index) -> {out}",
            ]
        body = "\n  ".join(lines)
        written = ", ".join(
            f"%o{i}: memref<i32> {{tts.pointee = i32, tts.written}}" for i in range(self.outputs)
        )
        olds = ", ".join(f"%old{i}: i32" for i in range(self.outputs))
        yielded = ", ".join([f"%s{self.reads - 1}"] * self.outputs)
        of_outputs = ", ".join([type_] * self.outputs)
        return f"""
func.func @k({", ".join(filter(None, (pointers, written, numbers, programs)))}) {{
  {body}
  linalg.generic {{indexing_maps = [{", ".join(maps)}], iterator_types = [{kinds}]}}
      ins({", ".join(views)} : {", ".join(types)}) outs({", ".join(places)} : {of_outputs}) {{
  ^bb0({arguments}, {olds}):
    {chr(10).join(sums)}
    linalg.yield {yielded} : {", ".join(["i32"] * self.outputs)}
  }}
  {after}
  return
}}"""

    def expected(self, arrays: list[np.ndarray]) -> list[np.ndarray]:
        total = np.zeros(self.extents, np.int32)
        for number, array in enumerate(arrays):
            low_row, low_column, rows, columns = self.windows[number]
            inside = np.zeros(array.shape, bool)
            inside[low_row : low_row + rows, low_column : low_column + columns] = True
            block = np.where(inside, array, 100 + number)
            total += block if self.orders[number] == "rows" else block.T
        if not self.kept:
            return [total if self.fold is None else total.sum(self.fold, dtype=np.int32)]
        outputs = []
        for low_row, low_column, rows, columns in self.kept:
            where = np.s_[low_row : low_row + rows, low_column : low_column + columns]
            outputs.append(np.full(self.extents, UNWRITTEN, np.int32))
            outputs[-1][where] = total[where]
        return outputs


@st.composite
def windows(draw, shape: tuple[int, int]) -> tuple[int, int, int, int]:
    """Where a window of a block begins, and its sizes."""
    lows = [draw(st.integers(0, extent)) for extent in shape]
    sizes = [draw(st.integers(0, extent - low)) for extent, low in zip(shape, lows, strict=True)]
    return (*lows, *sizes)


@st.composite
def cases(draw) -> Case:
    extents = draw(st.sampled_from(EXTENTS)), draw(st.sampled_from(EXTENTS))
    orders = draw(st.sampled_from(list(ORDERS))), draw(st.sampled_from(list(ORDERS)))
    fold, reads = draw(st.sampled_from((None, None, 0, 1))), draw(st.integers(1, 2))
    case = Case(extents, orders, (), fold, reads)
    kept = tuple(draw(windows(extents)) for _ in range(draw(st.integers(0, 2)))) if fold is None else ()
    return replace(case, windows=tuple(draw(windows(case.shape(n))) for n in range(2)), kept=kept)


@pytest.mark.parametrize("machine", ["x86-64-v4", "x86-64-v3", "x86-64"])
def test_what_no_window_keeps_is_padding_and_is_not_written(machine):
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
        got = [np.full(shape, UNWRITTEN, np.int32) for _ in range(case.outputs)]
        bounds = [n for window in (*case.windows[: case.reads], *case.kept) for n in window]
        reference.run(module, (1,), *arrays, *got, *bounds)
        for found, expected in zip(got, case.expected(arrays), strict=True):
            np.testing.assert_array_equal(found, expected)

    one()
