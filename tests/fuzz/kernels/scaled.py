"""Nodes of products of scaled factors: ``tt.dot_scaled``, decoded format by format."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.fuzz.kernels.nodes import Node, Run
from tests.fuzz.kernels.values import Value, made, unit, wide

#: the element that holds a format
STORED = {"e4m3": "f8E4M3FN", "e5m2": "f8E5M2", "bf16": "bf16", "fp16": "f16", "e2m1": "i8"}
GROUP = 32  # elements of a scale
_E2M1 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6])


@dataclass(eq=False)
class DotScaled(Node):
    """``tt.dot_scaled``: inputs are both factors and the accumulator, then scales of the left, and of the right one.

    ``scaled`` names the factors that have scales; e2m1 is packed along the inner dimension, two a byte.
    """

    left: str = "e4m3"
    right: str = "e4m3"
    scaled: str = "ab"

    def text(self, a: str, b: str, c: str, *scales: str) -> str:
        given = dict(zip(self.scaled, zip(scales, self.inputs[3:], strict=True), strict=True))
        names, types = [a, b], [str(x.type) for x in self.inputs[:2]]
        for k, which in enumerate("ab"):
            if which in given:
                name, node = given[which]
                names[k], types[k] = f"{names[k]} scale {name}", f"{types[k]}, {node.type}"
        return (
            f"tt.dot_scaled {', '.join(names)}, {c} lhs = {self.left} rhs = {self.right} {{fastMath = false}} : "
            f"{' * '.join(types)} -> {self.type}"
        )

    def compute(self, run: Run, a: Value, b: Value, c: Value, *scales: Value) -> Value:
        given = dict(zip(self.scaled, scales, strict=True))
        x = _decoded(a, self.left, -1) * _factors(given.get("a"), -1)
        y = _decoded(b, self.right, -2) * _factors(given.get("b"), -2)
        z = wide(c.array)
        exact, size = x @ y + z, np.abs(x) @ np.abs(y) + np.abs(z)
        u, grain = unit("f32"), 2.0**-8
        whole = all(np.all(np.round(v / grain) == v / grain) for v in (x, y, z))
        small = whole and bool(np.all(size / grain**2 < 1 / u))
        loss = 0 if small else (x.shape[-1] + 3) * u * 1.01 * size
        doubt = [np.any(v.errors() > 0) for v in (a, b, *scales)]
        error = np.full(self.type.shape, np.inf) if any(doubt) else c.errors() + loss
        return made(exact.astype(np.float32), error)


def _decoded(x: Value, kind: str, axis: int) -> np.ndarray:
    """The numbers of a factor whose inner dimension is ``axis``."""
    if kind != "e2m1":
        return wide(x.array)
    codes = np.moveaxis(x.array.view(np.uint8), axis, -1)
    both = np.stack([codes & 15, codes >> 4], -1).reshape(*codes.shape[:-1], -1)
    return np.moveaxis(_E2M1[both], -1, axis)


def _factors(scales: Value | None, axis: int) -> np.ndarray | float:
    """What each element is multiplied by; scales lie along rows of the left factor, and columns of the right one."""
    if scales is None:
        return 1.0
    codes = scales.array.view(np.uint8).astype(np.float64)
    factors = np.repeat(np.where(codes == 255, np.nan, 2.0 ** (codes - 127)), GROUP, -1)
    return factors if axis == -1 else np.swapaxes(factors, -1, -2)
