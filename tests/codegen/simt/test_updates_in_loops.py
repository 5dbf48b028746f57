"""Loops that update memory atomically: loads are copied ahead, unless an update may say what others have written."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from tests.support import emulated
from tests.support.amount import some
from tests.support.emulated import Settings
from tests.support.gemm import Gemm, indices
from tests.support.memory import guarded
from tests.support.ttir import Writer, tensor
from triton_shared import dialects
from triton_shared.codegen.simt.pipeline import pipelinable_loads
from triton_shared.ir.walk import all_ops, ops_around
from triton_shared.passes.manager import run_pipeline


@dataclass(frozen=True)
class Updating(Gemm):
    """A product that adds to ``d``, in each iteration, what it has summed up: blocks below each other add to one block.

    Attributes:
        order_: of the updates, and among which threads.
        kept: whether what was there before is stored, to ``e``.
        updated: the array that is added to.
        behind: an array that the kernel stores to behind its loop.
    """

    order_: str = "relaxed, gpu"
    kept: bool = False
    updated: str = "d"
    behind: str = ""

    @property
    def parameters(self) -> list[tuple[str, str]]:
        return [*super().parameters, ("d", "f32"), ("e", "f32")]

    def _places(self, w: Writer, pids: list[str]) -> tuple[str, str]:
        """Where the elements lie that a program adds to, and which of them there are."""
        shape = (self.m, self.n)
        block, mask = tensor(shape, "i32"), tensor(shape, "i1")
        rows, columns = indices(w, shape, 0, None), indices(w, shape, 1, pids[1])
        ends = [w.op(f"tt.splat {end} : i32 -> {block}") for end in ("%M", "%N")]
        kept = [
            w.op(f"arith.cmpi slt, {i}, {end} : {block}")
            for i, end in zip((rows, columns), ends, strict=True)
        ]
        at = w.op(f"arith.addi {w.op(f'arith.muli {rows}, {ends[1]} : {block}')}, {columns} : {block}")
        return at, w.op(f"arith.andi {kept[0]}, {kept[1]} : {mask}")

    def _pointers(self, w: Writer, array: str, at: str) -> tuple[str, str]:
        element, shape = dict(self.parameters)[array], (self.m, self.n)
        types = tensor(shape, f"!tt.ptr<{element}>")
        base = w.op(f"tt.splat %{array} : !tt.ptr<{element}> -> {types}")
        return w.op(f"tt.addptr {base}, {at} : {types}, {tensor(shape, 'i32')}"), types

    def _use(self, w: Writer, pids: list[str], total: str) -> None:
        (at, mask), shape = self._places(w, pids), (self.m, self.n)
        pointers, types = self._pointers(w, self.updated, at)
        value = tensor(shape, dict(self.parameters)[self.updated])
        if value != tensor(shape, "f32"):
            total = w.op(f"arith.truncf {total} : {tensor(shape, 'f32')} to {value}")
        types = f"({types}, {value}, {tensor(shape, 'i1')}) -> {value}"
        old = w.op(f"tt.atomic_rmw fadd, {self.order_}, {pointers}, {total}, {mask} : {types}")
        if self.kept:
            places, types = self._pointers(w, "e", at)
            w.do(f"tt.store {places}, {old}, {mask} : {types}")

    def _store(self, w: Writer, pids: list[str], total: str, step: int | None = None) -> None:
        super()._store(w, pids, total, step)
        if self.behind:
            zero = w.op(f"arith.constant 0.0 : {self.element}")
            w.do(f"tt.store %{self.behind}, {zero} : !tt.ptr<{self.element}>")

    def sums(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """What all programs add, of a's rows modulo ``m``; all sums are exact."""
        partial, out = np.zeros((a.shape[0], b.shape[1])), np.zeros((self.m, b.shape[1]))
        for first in range(0, a.shape[1], self.k):
            steps = slice(first, first + self.k)
            partial = partial + a[:, steps].astype(np.float64) @ b[steps].astype(np.float64)
            for row in range(0, len(partial), self.m):
                part = partial[row : row + self.m]
                out[: len(part)] += part
        return out


def staged(gemm: Gemm) -> pipelinable_loads.Staging:
    module = dialects.parse(gemm.text())
    run_pipeline(module, ["triton-to-linalg", "canonicalize", "cse"])
    (dot,) = all_ops(module, {"linalg.matmul"})
    return pipelinable_loads.staging(next(op for op in ops_around(dot) if op.name == "scf.for"), 3)


def reasons_of(found: pipelinable_loads.Staging) -> list[str]:
    """Why loads stay where they are; a buffer of what was there before is no load."""
    return [left.reason for left in found.left if left.reason != "its buffer is used by memref.store"]


MADE_AHEAD = {
    "relaxed": Updating(),
    "relaxed, and what was there is used": Updating(kept=True),
    "relaxed, of the system": Updating(order_="relaxed, sys"),
    "relaxed, and the kernel stores elsewhere": Updating(behind="a"),
    "acquiring": Updating(order_="acquire, gpu"),
    "releasing": Updating(order_="release, cta"),
    "both": Updating(order_="acq_rel, gpu"),
}
ORDERED = "memref.atomic_rmw orders what the loop does to memory"
LEFT = {
    "both, and what was there is used": (Updating(order_="acq_rel, gpu", kept=True), [ORDERED] * 2),
    "both, of the system": (Updating(order_="acq_rel, sys"), [ORDERED] * 2),
    "what is loaded": (Updating(updated="b"), ["the loop writes to the same memory"]),
    "both, and the kernel stores elsewhere": (
        Updating(order_="acq_rel, gpu", behind="a"),
        ["the kernel writes to the same memory"],
    ),
}
HOW = {
    "copied by threads": {"chip": "sm_80"},
    "TMA": {"tensor_copies": True},
    "a producer, by TMA": {"tensor_copies": True, "warp_specialize": True},
    "a producer, by threads": {"tensor_copies": False, "warp_specialize": True},
}


@pytest.mark.parametrize("gemm", MADE_AHEAD.values(), ids=MADE_AHEAD)
def test_loads_beside_updates_are_made_ahead(gemm):
    found = staged(gemm)
    assert len(found.loads) == 2 and reasons_of(found) == []


@pytest.mark.parametrize(("gemm", "reasons"), LEFT.values(), ids=LEFT)
def test_loads_that_updates_may_order_stay_where_they_are(gemm, reasons):
    found = staged(gemm)
    assert reasons_of(found) == reasons and len(found.loads) == 2 - len(reasons)


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("kind", some([*MADE_AHEAD, *LEFT]))
def test_sums_are_right(kind, how):
    gemm = replace({**MADE_AHEAD, **{name: one for name, (one, _) in LEFT.items()}}[kind], m=64, divisor=8)
    if gemm.updated != "d" or gemm.behind:
        gemm = replace(gemm, behind="", updated="d")  # whose result does not depend on the order of programs
    kernel = emulated.compile(gemm.text(), settings=Settings(num_stages=3, seed=len(kind), **HOW[how]))
    m, n, k = 104, 72, 136
    (a, b, *_), wanted = gemm.arrays(m, n, k)
    values = [guarded(x, at_end=True).reshape(x.shape) for x in (a, b)]
    c, d, e = np.full((m, n), 7, np.float32), np.zeros((gemm.m, n), np.float32), np.zeros((m, n), np.float32)
    kernel[-(-m // gemm.m), -(-n // gemm.n)](*values, c, d, e, m, n, k, k, n)
    np.testing.assert_array_equal(c, wanted)
    np.testing.assert_array_equal(d, gemm.sums(a, b))
