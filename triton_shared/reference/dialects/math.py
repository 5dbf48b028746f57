"""math: functions of floats, computed in f64 and rounded once to the type.

f64 itself has the accuracy of numpy and Python, which is an ulp or two.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference import floats
from triton_shared.reference.dialects.arith import signed
from triton_shared.reference.elements import Value, element_of
from triton_shared.reference.machine import Machine, Rule

#: functions whose results are rounded to nearest everywhere
EXACT = ("absf", "ceil", "clampf", "copysign", "floor", "round", "roundeven", "trunc")


def in_doubles(function: Callable[..., Value], is_exact: bool = False) -> Rule:
    """``function`` of f64 numbers, rounded to the type of the result."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
        element = element_of(op.results[0].type)
        near = machine.noise.function(function, element) if machine.noise and not is_exact else function
        return floats.in_doubles(element, near)

    return rule


def each(function: Callable[..., float]) -> Callable[..., Value]:
    """A function of Python's floats for arrays; what it refuses is NaN."""

    def one(*xs: float) -> float:
        try:
            return function(*xs)
        except (ValueError, ZeroDivisionError):
            return math.nan
        except OverflowError:
            return math.inf

    whole = np.vectorize(one, otypes=[np.float64])
    return lambda *xs: whole(*xs)[()] if np.size(xs[0]) else np.asarray(xs[0], np.float64)


def rounded_away(x: Value) -> Value:
    """The nearest whole number, ties away from zero."""
    whole = np.trunc(x)
    return np.where(np.abs(x - whole) >= 0.5, whole + np.sign(x), np.copysign(whole, x))[()]


def to_power(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """A float to the power of a signed integer."""
    element = element_of(op.results[0].type)
    power = machine.noise.function(np.power, element) if machine.noise else np.power
    return lambda x, n: floats.rounded(power(floats.numbers(x, element), n.astype(np.int64)), element)


def integer_power(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """A signed integer to the power of another, which wraps; the reciprocal for negative powers, undefined of 0."""
    element = element_of(op.results[0].type)

    def one(x: int, n: int) -> int:
        if n >= 0:
            return int(element.integer(pow(x, n, 1 << element.width)))
        return x ** (-n % 2) if abs(x) == 1 else 0

    powers = np.frompyfunc(one, 2, 1)

    def execute(x: Value, n: Value) -> Value:
        numbers = (np.asarray(element.signed(v)).astype(object) for v in (x, n))
        found = element.wrapped(np.asarray(powers(*numbers)).astype(np.int64)[()])
        return machine.undefined((x == 0) & (element.signed(n) < 0), element, found)

    return execute


def sine_and_cosine(op: ir.Operation, machine: Machine) -> Callable[[Value], tuple[Value, Value]]:
    """Both of them."""
    both = [in_doubles(function)(op, machine) for function in (np.sin, np.cos)]
    return lambda x: (both[0](x), both[1](x))


def multiply_add(op: ir.Operation, machine: Machine) -> Callable[[Value, Value, Value], Value]:
    """``a * b + c``, rounded once."""
    return floats.fma(element_of(op.results[0].type))


def classify(holds: Callable[[Value], Value]) -> Rule:
    """Whether it ``holds`` of a float's number."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
        element = element_of(op.operands[0].type)
        return lambda x: holds(floats.numbers(x, element))

    return rule


def normal(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """Whether it is a finite number that is neither 0 nor subnormal."""
    element = element_of(op.operands[0].type)
    least = 2.0 ** (1 - element.float_format.bias)

    def execute(x: Value) -> Value:
        size = np.abs(floats.numbers(x, element))
        return (size >= least) & np.isfinite(size)

    return execute


def count_bits(count: Callable[[int, int], int]) -> Rule:
    """A function of an integer's bits and of its width."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
        element = element_of(op.operands[0].type)
        each_one = np.frompyfunc(lambda bits: int(element.integer(count(bits, element.width))), 1, 1)
        return lambda x: np.asarray(each_one(np.asarray(element.unsigned(x)).astype(object))).astype(
            element.dtype
        )[()]

    return rule


FLOATS: dict[str, Callable[..., Value]] = {
    "absf": np.abs,
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "atanh": np.arctanh,
    "cbrt": np.cbrt,
    "ceil": np.ceil,
    "clampf": lambda x, low, high: floats.minimum(floats.maximum(x, low), high),
    "copysign": np.copysign,
    "cos": np.cos,
    "cosh": np.cosh,
    "erf": each(math.erf),
    "erfc": each(math.erfc),
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "floor": np.floor,
    "log": np.log,
    "log10": np.log10,
    "log1p": np.log1p,
    "log2": np.log2,
    "powf": np.power,
    "round": rounded_away,
    "roundeven": np.rint,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sin": np.sin,
    "sinh": np.sinh,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
    "trunc": np.trunc,
}

RULES: dict[str, Rule] = {
    **{f"math.{name}": in_doubles(function, name in EXACT) for name, function in FLOATS.items()},
    "math.absi": signed(np.abs),
    "math.fma": multiply_add,
    "math.fpowi": to_power,
    "math.ipowi": integer_power,
    "math.sincos": sine_and_cosine,
    "math.isnan": classify(np.isnan),
    "math.isinf": classify(np.isinf),
    "math.isfinite": classify(np.isfinite),
    "math.isnormal": normal,
    "math.ctlz": count_bits(lambda bits, width: width - bits.bit_length()),
    "math.cttz": count_bits(lambda bits, width: (bits & -bits).bit_length() - 1 if bits else width),
    "math.ctpop": count_bits(lambda bits, width: bits.bit_count()),
}
