"""A block that is loaded, masked or not, and stored, computed with, added to by a product: in every combination."""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np
import pytest

import triton_shared
from tests.support.ttir import Writer

#: what is done with the block, beside each other
USES = ("stored", "computed", "product", "summed")
COMBINATIONS = [
    *chain.from_iterable(combinations(USES, n) for n in range(1, len(USES) + 1)),
    ("stored", "stored"),
]
#: whether the load and the stores keep the first rows, the first columns of them, or all
MASKS = ("none", "rows", "columns", "load")
#: 512 bytes to 8 KB of f32
SHAPES = ((8, 16), (16, 16), (32, 64), (1, 512))
DEPTH = 16


class Kernel(Writer):
    """``%x`` is a block of ``shape``, of which ``%m`` rows and ``%n`` columns are kept as ``mask`` says."""

    def __init__(self, shape: tuple[int, int], mask: str, uses: tuple[str, ...]):
        super().__init__()
        self.shape, self.mask = shape, mask
        self.block = self._load("%x", shape, masked=mask != "none")
        for number, use in enumerate(uses):
            value = getattr(self, f"_{use}")()
            if value:
                self.do(f"tt.store {self._at(f'%o{number}', shape)}, {value}{self._kept(mask not in ('none', 'load'))}"
                        f" : {self._type('!tt.ptr<f32>')}")  # fmt: skip
        pointers = ["%x", "%a", "%b", *(f"%o{number}" for number in range(len(uses)))]
        self.text = self.kernel(", ".join([*(f"{p}: !tt.ptr<f32>" for p in pointers), "%m: i32", "%n: i32"]))

    def _type(self, element: str, shape: tuple[int, int] | None = None) -> str:
        rows, columns = shape or self.shape
        return f"tensor<{rows}x{columns}x{element}>"

    def _index(self, axis: int, shape: tuple[int, int]) -> str:
        """The number of each element's row or column."""
        size = shape[axis]
        line = self.pure(f"tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32>")
        thin = (size, 1) if axis == 0 else (1, size)
        wide = self.pure(
            f"tt.expand_dims {line} {{axis = {1 - axis} : i32}} : tensor<{size}xi32> -> {self._type('i32', thin)}"
        )
        return self.pure(f"tt.broadcast {wide} : {self._type('i32', thin)} -> {self._type('i32', shape)}")

    def _at(self, pointer: str, shape: tuple[int, int]) -> str:
        """Where each element lies, row by row."""
        ints, pointers = self._type("i32", shape), self._type("!tt.ptr<f32>", shape)
        width = self.pure(f"arith.constant dense<{shape[1]}> : {ints}")
        row = self.pure(f"arith.muli {self._index(0, shape)}, {width} : {ints}")
        offset = self.pure(f"arith.addi {row}, {self._index(1, shape)} : {ints}")
        base = self.pure(f"tt.splat {pointer} : !tt.ptr<f32> -> {pointers}")
        return self.pure(f"tt.addptr {base}, {offset} : {pointers}, {ints}")

    def _kept(self, masked: bool) -> str:
        """The mask as an operand."""
        if not masked:
            return ""
        ints, kept = self._type("i32"), None
        for axis, bound in enumerate(("%m", "%n")[: 1 + (self.mask == "columns")]):
            limit = self.pure(f"tt.splat {bound} : i32 -> {ints}")
            inside = self.pure(f"arith.cmpi slt, {self._index(axis, self.shape)}, {limit} : {ints}")
            kept = self.pure(f"arith.andi {kept}, {inside} : {self._type('i1')}") if kept else inside
        return f", {kept}"

    def _load(self, pointer: str, shape: tuple[int, int], masked: bool = False) -> str:
        other = ", " + self.pure(f"arith.constant dense<3.0> : {self._type('f32')}") if masked else ""
        pointers = self._type("!tt.ptr<f32>", shape)
        return self.op(f"tt.load {self._at(pointer, shape)}{self._kept(masked)}{other} : {pointers}")

    def _stored(self) -> str:
        return self.block

    def _computed(self) -> str:
        return self.op(f"arith.addf {self.block}, {self.block} : {self._type('f32')}")

    def _product(self) -> str:
        a, b = (self.shape[0], DEPTH), (DEPTH, self.shape[1])
        left, right = self._load("%a", a), self._load("%b", b)
        types = f"{self._type('f32', a)} * {self._type('f32', b)} -> {self._type('f32')}"
        return self.op(f"tt.dot {left}, {right}, {self.block}, inputPrecision = ieee : {types}")

    def _summed(self) -> str:
        rows = self.shape[0]
        sums = self.op(
            f'"tt.reduce"({self.block}) <{{axis = 1 : i32}}> ({{\n  ^bb0(%l: f32, %r: f32):\n'
            "    %s = arith.addf %l, %r : f32\n    tt.reduce.return %s : f32\n  }) : "
            f"({self._type('f32')}) -> tensor<{rows}xf32>"
        )
        wide = self.op(
            f"tt.expand_dims {sums} {{axis = 1 : i32}} : tensor<{rows}xf32> -> {self._type('f32', (rows, 1))}"
        )
        return self.op(f"tt.broadcast {wide} : {self._type('f32', (rows, 1))} -> {self._type('f32')}")


def wanted(use: str, block: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """What ``use`` stores."""
    match use:
        case "computed":
            return block + block
        case "product":
            return block + a @ b
        case "summed":
            return np.broadcast_to(block.sum(1, keepdims=True), block.shape)
    return block


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: "x".join(map(str, s)))
@pytest.mark.parametrize("mask", MASKS)
def test_each_reader_sees_the_block(mask, shape):
    rng = np.random.default_rng(0)
    for uses in COMBINATIONS:
        kernel = triton_shared.compile(Kernel(shape, mask, uses).text, num_threads=1)
        for m, n in ((shape[0], shape[1]), (shape[0] // 2, shape[1] - 3), (0, 1)):
            x, a, b = (
                rng.integers(-8, 8, s).astype(np.float32)
                for s in (shape, (shape[0], DEPTH), (DEPTH, shape[1]))
            )
            rows, columns = np.indices(shape)
            kept = (rows < m) & ((columns < n) | (mask != "columns")) | (mask == "none")
            block = np.where(kept, x, np.float32(3))
            outs = [np.full(shape, -1, np.float32) for _ in uses]
            kernel[(1,)](x, a, b, *outs, m, n)
            for use, out in zip(uses, outs, strict=True):
                stored = kept | (mask == "load")
                right = np.where(stored, wanted(use, block, a, b), np.float32(-1))
                np.testing.assert_array_equal(out, right, err_msg=f"{use} of {uses}, {m} rows, {n} columns")
