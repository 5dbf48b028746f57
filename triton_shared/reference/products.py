"""Products of matrices, or of batches of them, added to sums."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from triton_shared.dialects.tt.base import InputPrecision
from triton_shared.mlir import ir
from triton_shared.reference import floats
from triton_shared.reference.elements import Element, Value
from triton_shared.reference.machine import Machine
from triton_shared.reference.noise import SUBNORMAL_BF16

#: attributes that say how exact a product of f32 has to be, at the levels of tt and linalg
PRECISIONS = ("inputPrecision", "tt.input_precision")


def precision_of(op: ir.Operation) -> str | None:
    """The precision that ``op`` asks for: a word of `InputPrecision`; None where none."""
    asked = [op.attributes[name].value for name in PRECISIONS if name in op.attributes]
    words = {number: word for word, number in InputPrecision.keywords.items()}
    return words[asked[0]] if asked else None


def multiply_add(
    operands: tuple[Value, Value, Value],
    elements: Sequence[Element],
    machine: Machine,
    precision: str | None = None,
) -> np.ndarray:
    """``a @ b + sums``, of ``operands`` of three element types.

    Integers wrap.  Floats are added up in f64 and rounded once, or, in a sequential run, to f32 and to the last type
    each time.  f32 is rounded to a ``precision`` amid noise alone (`Noise.factor`): who asks for less may get more.
    """
    (a, b, sums), (left, right, total) = operands, elements
    if total.format is None:
        product = np.matmul(left.signed(a).astype(np.int64), right.signed(b).astype(np.int64))
        return total.wrapped(product + total.signed(sums))
    a, b = (
        floats.numbers(x, element) if element.format else element.signed(x).astype(np.float64)
        for x, element in ((a, left), (b, right))
    )
    if machine.noise and left.name == right.name == "f32":
        a, b = (machine.noise.factor(x, precision) for x in (a, b))
    flushed = SUBNORMAL_BF16 if "bf16" in (left.name, right.name) else 0.0
    return add_up(a, b, sums, total, machine, flushed)


def add_up(
    a: np.ndarray, b: np.ndarray, sums: Value, total: Element, machine: Machine, flushed: float = 0.0
) -> np.ndarray:
    """``a @ b + sums``, of matrices of f64, as floats of ``total``; factors below ``flushed`` may be taken for 0."""
    if machine.noise:
        return machine.noise.products(a, b, sums, total, flushed)
    if not machine.sequential:
        a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)  # the order of the sum depends on it
        return floats.rounded(np.matmul(a, b) + floats.numbers(sums, total), total)
    for k in range(a.shape[-1]):
        products = a[..., :, k, None] * b[..., None, k, :]
        found = products + floats.numbers(sums, total)
        sums = floats.rounded(
            found if total.width == 64 else found.astype(np.float32).astype(np.float64), total
        )
    return sums
