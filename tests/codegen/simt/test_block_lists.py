"""Loops over lists of blocks, whose loads are made ahead: what they read tells addresses; in the emulator."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import emulated
from tests.support.amount import examples
from tests.support.emulated import Settings
from tests.support.memory import guarded
from tests.support.ttir import Writer, tensor
from triton_shared import dialects
from triton_shared.codegen.simt.pipeline import pipelinable_loads
from triton_shared.ir.walk import all_ops
from triton_shared.passes.manager import run_pipeline

#: rows and columns of the sum, rows of a block, blocks in memory
M, N, K, BLOCKS = 64, 64, 32, 7


def places(w: Writer, rows: int, columns: int, base: str, first: str = "") -> str:
    """Pointers to a row-major block of f16 behind ``base``, from its element ``first`` on."""
    shape, whole = (rows, columns), tensor((rows, columns), "i32")
    at = ""
    for d, n in enumerate(shape):
        line, flat = tensor((n,), "i32"), tensor((n, 1) if d == 0 else (1, n), "i32")
        range_ = w.op(f"tt.make_range {{start = 0 : i32, end = {n} : i32}} : {line}")
        index = w.op(f"tt.expand_dims {range_} {{axis = {1 - d} : i32}} : {line} -> {flat}")
        index = w.op(f"tt.broadcast {index} : {flat} -> {whole}")
        if d == 0:
            index = w.op(
                f"arith.muli {index}, {w.op(f'arith.constant dense<{columns}> : {whole}')} : {whole}"
            )
        at = w.op(f"arith.addi {at}, {index} : {whole}") if at else index
    if first:
        at = w.op(f"arith.addi {at}, {w.op(f'tt.splat {first} : i32 -> {whole}')} : {whole}")
    pointers = tensor(shape, "!tt.ptr<f16>")
    splat = w.op(f"tt.splat %{base} : !tt.ptr<f16> -> {pointers}")
    return w.op(f"tt.addptr {splat}, {at} : {pointers}, {whole}")


@dataclass(frozen=True)
class Case:
    """A sum of products of blocks of ``a`` and of those blocks of ``b`` that a list tells.

    The next one's number is read as it is needed, or, if there are ``steps``, as how far it is from this one, where
    there is a next one.  What the loop ``stores`` to is an argument.
    """

    steps: bool = False
    stores: str = ""

    def text(self) -> str:
        """``@k(a, b, list, out, n)``."""
        w, sums = Writer(), tensor((M, N), "f32")
        zero, one = (w.op(f"arith.constant {n} : i32") for n in (0, 1))
        size_a, size_b = (w.op(f"arith.constant {n} : i32") for n in (M * K, K * N))
        none = w.op(f"arith.constant dense<0.0> : {sums}")
        begin = self._read(w, zero, one) if self.steps else zero
        total, at, k = w.name(), w.name(), w.name()
        result = w.name()
        w.do(
            f"{result}:2 = scf.for {k} = {zero} to %n step {one} iter_args({total} = {none}, {at} = {begin}) "
            f"-> ({sums}, i32) : i32 {{"
        )
        number = at if self.steps else self._read_one(w, k)
        a = self._load(w, (M, K), "a", w.op(f"arith.muli {k}, {size_a} : i32"))
        b = self._load(w, (K, N), "b", w.op(f"arith.muli {number}, {size_b} : i32"))
        types = f"{tensor((M, K), 'f16')} * {tensor((K, N), 'f16')} -> {sums}"
        new = w.op(f"tt.dot {a}, {b}, {total} : {types}")
        following = at
        if self.steps:
            step = self._read(w, w.op(f"arith.addi {k}, {one} : i32"), one)
            following = w.op(f"arith.addi {at}, {step} : i32")
        if self.stores:
            place = w.op(f"tt.addptr %{self.stores}, {k} : !tt.ptr<i32>, i32")
            w.do(f"tt.store {place}, {zero} : !tt.ptr<i32>")
        w.do(f"scf.yield {new}, {following} : {sums}, i32\n  }}")
        half = w.op(f"arith.truncf {result}#0 : {sums} to {tensor((M, N), 'f16')}")
        w.do(f"tt.store {places(w, M, N, 'out')}, {half} : {tensor((M, N), '!tt.ptr<f16>')}")
        factors = ", ".join(
            f"%{name}: !tt.ptr<f16> {{tt.divisibility = 16 : i32}}" for name in ("a", "b", "out")
        )
        return w.kernel(f"{factors}, %list: !tt.ptr<i32>, %seen: !tt.ptr<i32>, %n: i32")

    def _load(self, w: Writer, shape: tuple[int, int], name: str, first: str) -> str:
        return w.op(f"tt.load {places(w, *shape, name, first)} : {tensor(shape, '!tt.ptr<f16>')}")

    def _read_one(self, w: Writer, k: str) -> str:
        return w.op(f"tt.load {w.op(f'tt.addptr %list, {k} : !tt.ptr<i32>, i32')} : !tt.ptr<i32>")

    def _read(self, w: Writer, k: str, one: str) -> str:
        """Element ``k`` of the list, 0 where there is none: how far block k is from the one before."""
        is_there = w.op(f"arith.cmpi slt, {k}, %n : i32")
        pointer = w.op(f"tt.addptr %list, {k} : !tt.ptr<i32>, i32")
        return w.op(f"tt.load {pointer}, {is_there} : !tt.ptr<i32>")


def check(case: Case, count: int, **options) -> None:
    dice = np.random.default_rng(count)
    numbers = dice.integers(0, BLOCKS, count)
    a = dice.integers(-2, 3, (max(count, 1), M, K)).astype(np.float16)
    b = dice.integers(-2, 3, (BLOCKS, K, N)).astype(np.float16)
    wanted = sum((a[k].astype(float) @ b[j] for k, j in enumerate(numbers)), np.zeros((M, N)))
    listed = np.diff(numbers, prepend=0) if case.steps else numbers
    listed = guarded(listed.astype(np.int32), at_end=True) if count else np.zeros(0, np.int32)
    out = guarded(np.full((M, N), 7, np.float16), at_end=True).reshape(M, N)
    kernel = emulated.compile(case.text(), settings=Settings(**options))
    kernel[1,](
        guarded(a.ravel(), at_end=True),
        guarded(b.ravel(), at_end=True),
        out,
        listed,
        np.zeros(9, np.int32),
        count,
    )
    np.testing.assert_array_equal(out, wanted)


WAYS = (
    {"tensor_copies": False},
    {"tensor_copies": True},
    {"tensor_copies": True, "warp_specialize": True},
    {"tensor_copies": False, "warp_specialize": True},
    {"tensor_copies": None, "warp_specialize": None, "persistent": None},
)


@given(
    st.builds(Case, st.booleans(), st.sampled_from(["", "seen"])),
    st.integers(0, 6),
    st.integers(2, 4),
    st.integers(0, 9),
)
@settings(max_examples=examples(25), deadline=None, derandomize=True)
def test_blocks_are_those_that_the_list_tells(case, count, stages, seed):
    """Of which nothing is read behind its end."""
    check(case, count, num_stages=stages, seed=seed, ptx=bool(seed % 2), **WAYS[seed // 2])


def staged(case: Case) -> pipelinable_loads.Staging:
    module = dialects.parse(case.text())
    run_pipeline(module, ["triton-to-linalg", "canonicalize", "cse"])
    (loop,) = (op for op in all_ops(module, {"scf.for"}))
    return pipelinable_loads.staging(loop, 3)


@pytest.mark.parametrize("steps", [False, True])
def test_their_loads_are_made_ahead(steps):
    assert len(staged(Case(steps)).loads) == 2
    assert len(staged(Case(steps, "seen")).loads) == 2


@pytest.mark.parametrize("steps", [False, True])
def test_a_list_that_the_loop_changes_is_read_when_it_is_due(steps):
    found = staged(Case(steps, "list"))
    assert [left.reason for left in found.left] == ["the loop writes to the same memory"]
    assert len(found.loads) == 1
