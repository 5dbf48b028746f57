"""Arithmetic on floats, scalars and vectors, written as functions: elementary functions of any width consist of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from triton_shared.ir.builder import Builder, Operand, bit_width, element_of, integer, with_element
from triton_shared.mlir import ir


class FloatArithmetic:
    """Values of one ``type``; ``words`` are integers as wide, in the same shape."""

    def __init__(self, b: Builder, type: ir.Type):
        self.b = b
        self.type = type
        self.words = with_element(type, integer(bit_width(element_of(type))))
        self.do, self.compare, self.select = b.apply, b.compare, b.select

    def add(self, x: Operand, y: Operand) -> ir.Value:
        """``x + y``."""
        return self.do("arith.addf", x, y)

    def sub(self, x: Operand, y: Operand) -> ir.Value:
        """``x - y``."""
        return self.do("arith.subf", x, y)

    def mul(self, x: Operand, y: Operand) -> ir.Value:
        """``x * y``."""
        return self.do("arith.mulf", x, y)

    def div(self, x: Operand, y: Operand) -> ir.Value:
        """``x / y``."""
        return self.do("arith.divf", x, y)

    def negated(self, x: ir.Value) -> ir.Value:
        """``-x``."""
        return self.do("arith.negf", x)

    def size(self, x: ir.Value) -> ir.Value:
        """``x`` without its sign."""
        return self.do("math.absf", x)

    def with_sign(self, x: Operand, y: ir.Value) -> ir.Value:
        """``x`` with the sign of ``y``."""
        return self.do("math.copysign", x, y)

    def constant(self, number: float) -> ir.Value:
        """``number`` in every lane."""
        return self.b.constant(self.type, number)

    def fma(self, x: Operand, y: Operand, z: Operand) -> ir.Value:
        """``x * y + z`` rounded once."""
        return self.do("math.fma", x, y, z)

    def polynomial(self, x: ir.Value, coefficients: Sequence[float]) -> ir.Value:
        """``coefficients[i] * x**i`` summed, by Horner's rule."""
        total: Operand = coefficients[-1]
        for c in reversed(coefficients[:-1]):
            total = self.fma(total, x, c)
        return total  # type: ignore[return-value]

    def bits(self, x: ir.Value) -> ir.Value:
        """The bit pattern of ``x``."""
        return self.b.one("arith.bitcast", self.words, x)

    def floats(self, x: ir.Value) -> ir.Value:
        """The floats whose bit patterns are ``x``."""
        return self.b.one("arith.bitcast", self.type, x)


def by_name(*functions: Callable[..., ir.Value]) -> dict[str, Callable[..., ir.Value]]:
    """``functions``, each by the op of math that it computes, which has its name."""
    return {f"math.{function.__name__}": function for function in functions}


def special_logarithm(m: FloatArithmetic, x: ir.Value, result: ir.Value) -> ir.Value:
    """The logarithm where ``x`` is infinite, NaN, zero or negative."""
    result = m.select(m.compare("ult", x, math.inf), result, x)
    result = m.select(m.compare("ult", x, 0.0), math.nan, result)
    return m.select(m.compare("oeq", x, 0.0), -math.inf, result)
