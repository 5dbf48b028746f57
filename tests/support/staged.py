"""Loops of products whose operands are no plain matrices, as TTIR: batches of them, and weights of four bits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.support.ttir import Writer, tensor

_HINT = "{tt.divisibility = 16 : i32}"


def _index(w: Writer, shape: Sequence[int], axis: int) -> str:
    """The index along ``axis`` of each element of a block."""
    flat = [shape[axis]]
    value = w.op(f"tt.make_range {{start = 0 : i32, end = {flat[0]} : i32}} : {tensor(tuple(flat), 'i32')}")
    for other in range(len(shape)):
        if other != axis:
            old = tensor(tuple(flat), "i32")
            flat.insert(other, 1)
            wide = tensor(tuple(flat), "i32")
            value = w.op(f"tt.expand_dims {value} {{axis = {other} : i32}} : {old} -> {wide}")
    return w.op(f"tt.broadcast {value} : {tensor(tuple(flat), 'i32')} -> {tensor(tuple(shape), 'i32')}")


def _pointers(
    w: Writer, name: str, element: str, shape: Sequence[int], strides: Sequence[str], first: str | None = None
) -> str:
    """Pointers to the block of ``name`` whose ``strides`` are these, from ``first`` on along its last dimension."""
    whole, pointer = tensor(tuple(shape), "i32"), tensor(tuple(shape), f"!tt.ptr<{element}>")
    at = w.op(f"tt.splat {first or w.op('arith.constant 0 : i32')} : i32 -> {whole}")
    for axis, stride in enumerate(strides):
        step = w.op(f"tt.splat {stride} : i32 -> {whole}")
        step = w.op(f"arith.muli {_index(w, shape, axis)}, {step} : {whole}")
        at = w.op(f"arith.addi {at}, {step} : {whole}")
    base = w.op(f"tt.splat %{name} : !tt.ptr<{element}> -> {pointer}")
    return w.op(f"tt.addptr {base}, {at} : {pointer}, {whole}")


def _load(
    w: Writer, name: str, element: str, shape: Sequence[int], strides: Sequence[str], first: str
) -> str:
    where = _pointers(w, name, element, shape, strides, first)
    return w.op(f"tt.load {where} : {tensor(tuple(shape), f'!tt.ptr<{element}>')}")


def _constant(w: Writer, number: int) -> str:
    return w.op(f"arith.constant {number} : i32")


def _loop(w: Writer, step: int, end: str, total: str) -> None:
    """Begins the loop over the inner dimension, that sums up ``%acc``."""
    zero = w.op(f"arith.constant dense<0.0> : {total}")
    start, by = _constant(w, 0), _constant(w, step)
    w.do(f"%r = scf.for %i = {start} to {end} step {by} iter_args(%acc = {zero}) -> ({total}) : i32 {{")


@dataclass(frozen=True)
class Batch:
    """``c[z] = a[z] @ b[z]`` for each z of a block."""

    count: int = 2
    m: int = 16
    n: int = 32
    k: int = 16

    def text(self) -> str:
        """The kernel ``@k(a, b, c, K)``, for K a multiple of ``k``."""
        w = Writer()
        left, right, out = (
            (self.count, *sizes) for sizes in ((self.m, self.k), (self.k, self.n), (self.m, self.n))
        )
        total, one, columns = tensor(out, "f32"), _constant(w, 1), _constant(w, self.n)
        far = [w.op(f"arith.muli %K, {_constant(w, size)} : i32") for size in (self.m, self.n)]
        _loop(w, self.k, "%K", total)
        down = w.op(f"arith.muli %i, {columns} : i32")
        a = _load(w, "a", "f16", left, (far[0], "%K", one), "%i")
        b = _load(w, "b", "f16", right, (far[1], columns, one), down)
        d = w.op(f"tt.dot {a}, {b}, %acc : {tensor(left, 'f16')} * {tensor(right, 'f16')} -> {total}")
        w.do(f"scf.yield {d} : {total}\n}}")
        block = _constant(w, self.m * self.n)
        where = _pointers(w, "c", "f32", out, (block, columns, one))
        w.do(f"tt.store {where}, %r : {tensor(out, '!tt.ptr<f32>')}")
        pointers = [f"%{x}: !tt.ptr<{t}> {_HINT}" for x, t in (("a", "f16"), ("b", "f16"), ("c", "f32"))]
        return w.kernel(", ".join([*pointers, f"%K: i32 {_HINT}"]))

    def arguments(self, turns: int) -> tuple[list, np.ndarray]:
        """The arguments of a launch, and what the third one becomes."""
        rng, k = np.random.default_rng(turns), turns * self.k
        a, b = (rng.integers(-4, 5, (self.count, *sizes)) for sizes in ((self.m, k), (k, self.n)))
        out = np.full((self.count, self.m, self.n), 7, np.float32)
        return [a.astype(np.float16), b.astype(np.float16), out, np.int32(k)], a @ b


@dataclass(frozen=True)
class FourBits:
    """``c = a @ w``, for two rows of w in one of bytes: the low halves are the upper half of w, less 8."""

    m: int = 64
    n: int = 32
    k: int = 32

    def text(self) -> str:
        """The kernel ``@k(a, w, c, H)``, for H, half of the inner dimension, a multiple of ``k``."""
        w = Writer()
        left, right, out = (self.m, self.k), (self.k, self.n), (self.m, self.n)
        total, one, columns = tensor(out, "f32"), _constant(w, 1), _constant(w, self.n)
        row = w.op("arith.addi %H, %H : i32")
        numbers = {x: w.op(f"arith.constant dense<{x}> : {tensor(right, 'i8')}") for x in (15, 4, 8)}
        _loop(w, self.k, "%H", total)
        down = w.op(f"arith.muli %i, {columns} : i32")
        bits = _load(w, "w", "i8", right, (columns, one), down)
        other = w.op("arith.addi %i, %H : i32")
        high = w.op(f"arith.shrui {bits}, {numbers[4]} : {tensor(right, 'i8')}")
        sums = "%acc"
        for first, half in (("%i", bits), (other, high)):
            a = _load(w, "a", "f16", left, (row, one), first)
            b = w.op(f"arith.andi {half}, {numbers[15]} : {tensor(right, 'i8')}")
            b = w.op(f"arith.subi {b}, {numbers[8]} : {tensor(right, 'i8')}")
            b = w.op(f"arith.sitofp {b} : {tensor(right, 'i8')} to {tensor(right, 'f16')}")
            sums = w.op(
                f"tt.dot {a}, {b}, {sums} : {tensor(left, 'f16')} * {tensor(right, 'f16')} -> {total}"
            )
        w.do(f"scf.yield {sums} : {total}\n}}")
        where = _pointers(w, "c", "f32", out, (columns, one))
        w.do(f"tt.store {where}, %r : {tensor(out, '!tt.ptr<f32>')}")
        pointers = [f"%{x}: !tt.ptr<{t}> {_HINT}" for x, t in (("a", "f16"), ("w", "i8"), ("c", "f32"))]
        return w.kernel(", ".join([*pointers, f"%H: i32 {_HINT}"]))

    def arguments(self, turns: int) -> tuple[list, np.ndarray]:
        """The arguments of a launch, and what the third one becomes."""
        rng, half = np.random.default_rng(turns), turns * self.k
        a, weights = rng.integers(-4, 5, (self.m, 2 * half)), rng.integers(0, 16, (2 * half, self.n))
        packed = (weights[:half] | weights[half:] << 4).astype(np.uint8).view(np.int8)
        out = np.full((self.m, self.n), 7, np.float32)
        return [a.astype(np.float16), packed, out, np.int32(half)], a @ (weights - 8)
