"""Kernels on masked rows of integers, at random: computed with, summed, and computed with again."""

from __future__ import annotations

import random

import numpy as np

from tests.support.ttir import Writer

BINARY = {"addi": np.add, "subi": np.subtract, "muli": np.multiply, "maxsi": np.maximum, "minsi": np.minimum}
REDUCTIONS = {"addi": np.add, "maxsi": np.maximum, "minsi": np.minimum}


class Rows(Writer):
    """A kernel on masked rows of i32, and what it computes by numpy: names of blocks and their elements."""

    def __init__(self, seed: int, width: int):
        super().__init__()
        self.choice, self.width = random.Random(f"{seed} {width}"), width
        self.block, self.pointers = f"tensor<{width}xi32>", f"tensor<{width}x!tt.ptr<i32>>"
        self.length = self.choice.choice((width, width - 3, width // 2 + 1))
        generator = np.random.default_rng([seed, width])
        self.inputs = [
            generator.integers(-9, 9, self.length).astype(np.int32) for _ in range(self.choice.randint(1, 3))
        ]
        self.outputs: list[np.ndarray] = []
        self.i = self.op(f"tt.make_range {{start = 0 : i32, end = {width} : i32}} : {self.block}")
        n = self.op(f"tt.splat %n : i32 -> {self.block}")
        self.mask = self.op(f"arith.cmpi slt, {self.i}, {n} : {self.block}")
        pads = [self.choice.choice((0, 1, -7)) for _ in self.inputs]
        self.blocks = [self._load(k, pad) for k, pad in enumerate(pads)]
        sums = self.choice.randint(1, 4)
        for kind in self.choice.sample(
            ["reduce"] * sums + ["compute"] * self.choice.randint(2, 9), k=sums + 2
        ):
            self.blocks.append(self._reduced() if kind == "reduce" else self._computed())
        self.blocks.append(self._reduced())
        for number in range(self.choice.randint(1, 3)):
            self._store(number)

    def _at(self, pointer: str) -> str:
        base = self.op(f"tt.splat {pointer} : !tt.ptr<i32> -> {self.pointers}")
        return self.op(f"tt.addptr {base}, {self.i} : {self.pointers}, {self.block}")

    def _load(self, number: int, pad: int) -> tuple[str, np.ndarray]:
        row = np.full(self.width, pad, np.int32)
        row[: self.length] = self.inputs[number]
        other = self.op(f"arith.constant dense<{pad}> : {self.block}")
        return self.op(f"tt.load {self._at(f'%x{number}')}, {self.mask}, {other} : {self.pointers}"), row

    def _computed(self) -> tuple[str, np.ndarray]:
        name = self.choice.choice(list(BINARY))
        (a, left), (b, right) = self.choice.choice(self.blocks), self.choice.choice(self.blocks)
        with np.errstate(over="ignore"):
            return self.op(f"arith.{name} {a}, {b} : {self.block}"), BINARY[name](left, right)

    def _reduced(self) -> tuple[str, np.ndarray]:
        """A block from which the sum, or the least or largest element, of another one is subtracted."""
        name = self.choice.choice(list(REDUCTIONS))
        self.blocks.append(self._computed())
        (a, left), (b, right) = self.blocks[-1], self.choice.choice(self.blocks)
        total = self.op(
            f'"tt.reduce"({a}) <{{axis = 0 : i32}}> ({{\n^bb0(%a: i32, %b: i32):\n  %c = arith.{name} %a, %b : i32\n'
            f"  tt.reduce.return %c : i32\n}}) : ({self.block}) -> i32"
        )
        row = self.op(f"tt.splat {total} : i32 -> {self.block}")
        with np.errstate(over="ignore"):
            reduced = REDUCTIONS[name].reduce(left, dtype=np.int32)
            return self.op(f"arith.subi {b}, {row} : {self.block}"), right - reduced

    def _store(self, number: int) -> None:
        value, row = self.blocks[-1 - number]
        self.do(f"tt.store {self._at(f'%y{number}')}, {value}, {self.mask} : {self.pointers}")
        self.outputs.append(row[: self.length])

    @property
    def text(self) -> str:
        names = [f"%x{n}" for n in range(len(self.inputs))] + [f"%y{n}" for n in range(len(self.outputs))]
        return self.kernel(", ".join([*(f"{name}: !tt.ptr<i32>" for name in names), "%n: i32"]))
