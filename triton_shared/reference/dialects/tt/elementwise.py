"""Conversions and arithmetic for each element."""

from __future__ import annotations

import operator
from collections.abc import Callable

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference import floats, libdevice
from triton_shared.reference.attributes import value
from triton_shared.reference.dialects.arith import bitcast, extended_product, float_arithmetic
from triton_shared.reference.elements import Value, element_of
from triton_shared.reference.errors import NoRule
from triton_shared.reference.machine import Machine, Rule

#: formats in which what is too large becomes the largest number when it is rounded to nearest, as GPUs do
SATURATING = ("f8E4M3FN", "f8E5M2")


def convert(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """``tt.fp_to_fp``: between float types, to nearest even or towards zero (rounding 0)."""
    source, target = element_of(op.operands[0].type), element_of(op.results[0].type)
    towards_zero = value(op, "rounding", 1) == 0

    def execute(x: Value) -> Value:
        found = floats.numbers(x, source)
        saturate = target.name in SATURATING and not towards_zero
        bits = floats.bits(found, target.float_format, towards_zero, saturate)
        if target.name == "f8E5M2":
            bits = np.where(np.isnan(found), 0x7F, bits)
        if target.name == "f8E4M3FN":
            bits = np.where(np.isnan(found), 0x7F, bits)
        return floats.of_bits(bits, target)

    return execute


def clamp(op: ir.Operation, machine: Machine) -> Callable[[Value, Value, Value], Value]:
    """``tt.clampf``: ``min(max(x, low), high)``; NaN remains, or with ``propagateNan`` none becomes ``low``."""
    element = element_of(op.operands[0].type)
    if value(op, "propagateNan", 0):
        function = lambda x, low, high: floats.minimum(floats.maximum(x, low), high)  # noqa: E731
    else:
        function = lambda x, low, high: floats.minnum(floats.maxnum(x, low), high)  # noqa: E731
    return floats.arithmetic(element, function)


def upper_half(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """``tt.mulhiui``: the upper half of the unsigned product."""
    both = extended_product(False)(op, machine)
    return lambda x, y: both(x, y)[1]


def library(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """``tt.extern_elementwise``: a function of a device library."""
    symbol, operands = value(op, "symbol"), [element_of(operand.type) for operand in op.operands]
    found = libdevice.find(symbol, operands, result := element_of(op.results[0].type))
    if found is None:
        raise NoRule(f"has no rule in the executor for the function {symbol!r}")
    if machine.noise is None or result.format is None or libdevice.is_exact(symbol):
        return found
    return machine.noise.of_elements(found, operands, result)


def assembly(op: ir.Operation, machine: Machine) -> Callable:
    """Inline assembly is a machine's own; the executor has none."""
    raise NoRule("has no rule in the executor: assembly is for one machine")


def same(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """The same bits."""
    return lambda x: x


RULES: dict[str, Rule] = {
    "tt.int_to_ptr": same,
    "tt.ptr_to_int": same,
    "tt.bitcast": bitcast,
    "tt.fp_to_fp": convert,
    "tt.clampf": clamp,
    "tt.precise_sqrt": lambda op, machine: floats.in_doubles(element_of(op.results[0].type), np.sqrt),
    "tt.precise_divf": float_arithmetic(operator.truediv),
    "tt.approx_divf": float_arithmetic(operator.truediv),
    "tt.mulhiui": upper_half,
    "tt.extern_elementwise": library,
    "tt.elementwise_inline_asm": assembly,
}
