"""Maxima of products that a number scales, in the emulator, against numpy: any numbers, any factor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.product_loops import LINE, ROWS, SHAPE, WHOLE, index, kernel, pointers
from tests.support.ttir import Writer, tensor
from triton_shared import dialects
from triton_shared.ir.walk import all_ops
from triton_shared.passes.manager import run_pipeline

SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0, 3e38, -3e38, 1e-40, -1e-40)
FACTORS = (0.3, 1.0, 2e5, 1e-30, -0.7, 0.0, -0.0, np.inf, -np.inf, np.nan)
FUSED = "fastmath<contract>"
INFINITIES = {"inf": "0x7F800000", "-inf": "0xFF800000"}


@dataclass(frozen=True)
class Softmax:
    """``y = x * f``, with ``other`` where a column is behind ``%n``; ``max(y)`` and ``y - max(y)`` of each row."""

    combiner: str = "maxnumf"
    scale: str = "mulf"
    flags: str = FUSED
    other: str = ""
    also: str = ""

    def text(self) -> str:
        """The kernel ``@k(x, m, z, f, n, begin, end)``."""
        return kernel(self._body, "%m: !tt.ptr<f32>, %z: !tt.ptr<f32>, %f: f32, %n: i32")

    def _body(self, w: Writer, turn: str, x: str) -> None:
        factor = w.op(f"tt.splat %f : f32 -> {WHOLE}")
        y = w.op(f"arith.{self.scale} {x}, {factor} {self.flags} : {WHOLE}")
        if self.other:
            end = w.op(f"tt.splat %n : i32 -> {tensor(SHAPE, 'i32')}")
            mask = w.op(f"arith.cmpi slt, {index(w, 1)}, {end} : {tensor(SHAPE, 'i32')}")
            other = w.op(f"arith.constant dense<{INFINITIES.get(self.other, self.other)}> : {WHOLE}")
            y = w.op(f"arith.select {mask}, {y}, {other} : {tensor(SHAPE, 'i1')}, {WHOLE}")
        m = w.op(
            f'"tt.reduce"({y}) <{{axis = 1 : i32}}> ({{\n^bb0(%a: f32, %b: f32):\n'
            f"%c = arith.{self.combiner} %a, %b : f32\ntt.reduce.return %c : f32\n}}) : ({WHOLE}) -> {LINE}"
        )
        flat = w.op(f"tt.expand_dims {m} {{axis = 1 : i32}} : {LINE} -> {tensor((ROWS, 1), 'f32')}")
        wide = w.op(f"tt.broadcast {flat} : {tensor((ROWS, 1), 'f32')} -> {WHOLE}")
        z = w.op(f"arith.subf {y}, {wide} {self.flags} : {WHOLE}")
        if self.also:
            z = w.op(f"{self.also} {z}, {y} : {WHOLE}")
        for name, shape, value in (("m", (ROWS,), m), ("z", SHAPE, z)):
            where = pointers(w, name, shape, turn)
            w.do(f"tt.store {where}, {value} : {tensor(shape, '!tt.ptr<f32>')}")


def numbers() -> np.ndarray:
    """Rows of numbers of all sizes, with one special number each, and one of NaN alone."""
    rng = np.random.default_rng(0)
    x = (rng.standard_normal(SHAPE) * 10.0 ** rng.integers(-20, 20, (ROWS, 1))).astype(np.float32)
    for row, number in enumerate(SPECIAL):
        x[row, 3 * row + 1] = number
    x[-1] = np.nan
    x[-2] = -np.abs(x[-2])
    return x


@pytest.mark.parametrize("other", ["", "-inf", "inf"])
@pytest.mark.parametrize(
    ("combiner", "reduced"), [("maxnumf", np.fmax.reduce), ("maximumf", np.maximum.reduce)]
)
def test_maxima_are_those_of_what_is_scaled(combiner, reduced, other):
    x = np.stack([numbers(), -numbers()])
    compiled = emulated.compile(Softmax(combiner, other=other).text(), settings=Settings(optimized=True))
    for factor in FACTORS:
        m, z = np.zeros(x.shape[:2], np.float32), np.zeros_like(x)
        compiled[(1,)](x, m, z, np.float32(factor), np.int32(20), np.int32(0), np.int32(2))
        with np.errstate(all="ignore"):
            exact = x.astype(np.float64) * float(np.float32(factor))  # 48 bits
            if other:
                exact[..., 20:] = float(other)
            scaled = exact.astype(np.float32)
            wanted = reduced(scaled, axis=-1)
            once = (exact - wanted[..., None]).astype(np.float32)
            twice = scaled - wanted[..., None]
        np.testing.assert_array_equal(m, wanted)
        assert (_alike(z, once) | _alike(z, twice)).all()


def _alike(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return (a == b) | (np.isnan(a) & np.isnan(b))


@pytest.mark.parametrize(
    ("softmax", "is_later"),
    [
        (Softmax(), True),
        (Softmax("maximumf"), True),
        (Softmax(other="-inf"), True),
        (Softmax(other="-1.0e+06"), False),
        (Softmax("minnumf"), False),
        (Softmax("addf"), False),
        (Softmax(scale="addf"), False),
        (Softmax(flags=""), False),
        (Softmax(also="arith.addf"), False),
        (Softmax(also="arith.mulf"), False),
    ],
)
def test_which_products_are_scaled_later(softmax, is_later):
    module = dialects.parse(softmax.text())
    run_pipeline(module, ["triton-to-linalg", "canonicalize", "cse", "sink-scale-past-max"])
    assert bool(all_ops(module, {"simt.optimization_barrier"})) == is_later
