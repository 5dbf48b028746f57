"""arith: machine integers that wrap, IEEE floats, conversions and comparisons, of scalars and element by element."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference import floats
from triton_shared.reference.attributes import constant
from triton_shared.reference.elements import Element, Value, element_of
from triton_shared.reference.errors import NoRule, Trap
from triton_shared.reference.machine import Machine, Rule


def signed(function: Callable[..., Value]) -> Rule:
    """``function`` of signed integers, whose result wraps."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
        element = element_of(op.operands[0].type)
        if element.native:
            return function
        return lambda *xs: element.wrapped(function(*map(element.signed, xs)))

    return rule


def unsigned(function: Callable[..., Value]) -> Rule:
    """``function`` of unsigned integers, whose result wraps."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
        element = element_of(op.operands[0].type)
        return lambda *xs: element.wrapped(function(*map(element.unsigned, xs)))

    return rule


def float_arithmetic(function: Callable[..., Value]) -> Rule:
    """``function`` of floats, each result rounded once."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
        element = element_of(op.operands[0].type)
        plain = floats.arithmetic(element, function)
        return machine.noise.arithmetic(op, element, plain) if machine.noise else plain

    return rule


def shift(function: Callable[[Value, Value], Value], of: Callable[[Element, Value], Value]) -> Rule:
    """A shift; undefined by the width or more."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
        element = element_of(op.operands[0].type)

        def execute(x: Value, count: Value) -> Value:
            x, count = of(element, x), element.unsigned(count)
            far = count >= element.width
            found = element.wrapped(function(x, np.where(far, 0, count).astype(x.dtype)[()]))
            return machine.undefined(far, element, found)

        return execute

    return rule


def division(
    function: Callable[[Value, Value], Value], of: Callable[[Element, Value], Value], is_signed: bool
) -> Rule:
    """A division or remainder; undefined for a divisor of 0, and where the quotient does not fit.

    In a module of the shared form, or further down, it is an error: there it may end the process.
    """

    def rule(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
        element = element_of(op.operands[0].type)
        least = -(1 << (element.width - 1))

        def execute(x: Value, y: Value) -> Value:
            x, y = of(element, x), of(element, y)
            wrong = y == 0
            if is_signed:
                wrong = wrong | ((x == least) & (y == -1))
            if wrong.any():
                if not machine.is_triton:
                    raise Trap(
                        "divides by 0, or the smallest number by -1, which ends the process on some machines"
                    )
                y = np.where(wrong, 1, y).astype(y.dtype)[()]
            return machine.undefined(wrong, element, element.wrapped(function(x, y)))

        return execute

    return rule


def truncated(x: Value, y: Value) -> Value:
    """The quotient, towards zero."""
    quotient = x // y
    return quotient + ((quotient < 0) & (quotient * y != x)).astype(quotient.dtype)


def rounded_up(x: Value, y: Value) -> Value:
    """The quotient, towards infinity."""
    quotient = x // y
    return quotient + (quotient * y != x).astype(quotient.dtype)


COMPARISONS: tuple[tuple[Callable[[Element, Value], Value], Callable[[Value, Value], Value]], ...] = (
    (Element.signed, operator.eq),
    (Element.signed, operator.ne),
    *((Element.signed, holds) for holds in (operator.lt, operator.le, operator.gt, operator.ge)),
    *((Element.unsigned, holds) for holds in (operator.lt, operator.le, operator.gt, operator.ge)),
)


def compare_integers(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge."""
    element = element_of(op.operands[0].type)
    of, holds = COMPARISONS[op.attributes["predicate"].value]
    if of is Element.signed and element.native:
        return holds
    return lambda x, y: holds(of(element, x), of(element, y))


def compare_floats(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """The o(rdered) ones are false where an operand is NaN, the u(nordered) ones true."""
    element, predicate = element_of(op.operands[0].type), op.attributes["predicate"].value
    if element.native:
        return lambda x, y: floats.compare(predicate, x, y)
    return lambda x, y: floats.compare(predicate, floats.numbers(x, element), floats.numbers(y, element))


def select(condition: Value, x: Any, y: Any) -> Any:
    """``x`` where the condition holds, else ``y``; a condition that is no tensor chooses between whole values."""
    if isinstance(condition, np.ndarray) and condition.ndim:
        dtype = np.result_type(x)
        return np.where(condition, x, y).astype(dtype, copy=False)
    return x if condition else y


def resized(of: Callable[[Element, Value], Value]) -> Rule:
    """The integer in another width."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
        source, target = element_of(op.operands[0].type), element_of(op.results[0].type)
        return lambda x: target.wrapped(of(source, x))

    return rule


def to_float(of: Callable[[Element, Value], Value]) -> Rule:
    """The float nearest to an integer; to those of less than 32 bits by way of f32."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
        source, target = element_of(op.operands[0].type), element_of(op.results[0].type)
        if target.width >= 32:
            return lambda x: of(source, x).astype(target.dtype)
        return lambda x: floats.rounded(of(source, x).astype(np.float32).astype(np.float64), target)

    return rule


def to_integer(is_signed: bool) -> Rule:
    """The float without its fraction; undefined for NaN and where it does not fit."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
        source, target = element_of(op.operands[0].type), element_of(op.results[0].type)
        low, high = (
            (-(2.0 ** (target.width - 1)), 2.0 ** (target.width - 1))
            if is_signed
            else (0.0, 2.0**target.width)
        )

        def execute(x: Value) -> Value:
            whole = np.trunc(floats.numbers(x, source))
            fits = (whole >= low) & (whole < high)
            wide = np.where(fits, whole, 0.0)
            number = wide.astype(np.int64 if is_signed else np.uint64)
            return machine.undefined(~fits, target, target.wrapped(number.view(np.int64))[()])

        return execute

    return rule


def change_float(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """The nearest element of another float type, ties to even, or by the op's rounding mode."""
    source, target = element_of(op.operands[0].type), element_of(op.results[0].type)
    mode = str(op.attributes["roundingmode"]) if "roundingmode" in op.attributes else "to_nearest_even"
    if "toward_zero" in mode:
        return lambda x: floats.of_bits(
            floats.bits(floats.numbers(x, source), target.float_format, True), target
        )
    if "to_nearest_even" not in mode and mode != "0 : i32":
        raise NoRule(f"has no rule in the executor for {mode}")
    if source.native and target.native:
        return lambda x: x.astype(target.dtype)
    return lambda x: floats.rounded(floats.numbers(x, source), target)


def bitcast(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """The same bits as another type; amid ordinary garbage NaNs have any sign, as arithmetic gives them any."""
    source, target = element_of(op.operands[0].type), element_of(op.results[0].type)
    if 1 in (source.width, target.width):
        return lambda x: x

    def execute(x: Value) -> Value:
        found = np.asarray(x).view(target.dtype)
        if machine.memory.ordinary and source.format and source.native and not target.format:
            sign = np.asarray(source.format.sign).astype(found.dtype)
            signs = machine.memory.rng.integers(0, 2, found.shape, found.dtype) * sign
            found = np.where(np.isnan(x), found ^ signs, found)
        return found[()]

    return execute


def extended_product(is_signed: bool) -> Rule:
    """The low and the high half of the product."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], tuple[Value, Value]]:
        element = element_of(op.operands[0].type)
        of = element.signed if is_signed else element.unsigned
        exact = np.frompyfunc(operator.mul, 2, 1)
        part = np.frompyfunc(lambda n, down: int(element.integer(n >> down)), 2, 1)

        def execute(x: Value, y: Value) -> tuple[Value, Value]:
            whole = exact(np.asarray(of(x)).astype(object), np.asarray(of(y)).astype(object))
            low, high = (
                np.asarray(part(whole, down)).astype(element.dtype)[()] for down in (0, element.width)
            )
            return low, high

        return execute

    return rule


def extended_sum(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], tuple[Value, Value]]:
    """The sum of unsigned numbers, and whether it wrapped."""
    element = element_of(op.operands[0].type)

    def execute(x: Value, y: Value) -> tuple[Value, Value]:
        total = element.wrapped(element.signed(x) + element.signed(y))
        return total, element.unsigned(total) < element.unsigned(x)

    return execute


def extended_difference(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], tuple[Value, Value]]:
    """The difference of unsigned numbers, and whether it wrapped."""
    element = element_of(op.operands[0].type)

    def execute(x: Value, y: Value) -> tuple[Value, Value]:
        return element.wrapped(element.signed(x) - element.signed(y)), element.unsigned(x) < element.unsigned(
            y
        )

    return execute


def literal(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """The attribute's value."""
    found = constant(op.attributes["value"])
    return lambda: found


RULES: dict[str, Rule] = {
    "arith.constant": literal,
    "arith.addi": signed(operator.add),
    "arith.subi": signed(operator.sub),
    "arith.muli": signed(operator.mul),
    "arith.andi": signed(operator.and_),
    "arith.ori": signed(operator.or_),
    "arith.xori": signed(operator.xor),
    "arith.maxsi": signed(lambda x, y: select(x > y, x, y)),
    "arith.minsi": signed(lambda x, y: select(x < y, x, y)),
    "arith.maxui": unsigned(lambda x, y: select(x > y, x, y)),
    "arith.minui": unsigned(lambda x, y: select(x < y, x, y)),
    "arith.shli": shift(operator.lshift, Element.signed),
    "arith.shrsi": shift(operator.rshift, Element.signed),
    "arith.shrui": shift(operator.rshift, Element.unsigned),
    "arith.divsi": division(truncated, Element.signed, True),
    "arith.divui": division(operator.floordiv, Element.unsigned, False),
    "arith.floordivsi": division(operator.floordiv, Element.signed, True),
    "arith.ceildivsi": division(rounded_up, Element.signed, True),
    "arith.ceildivui": division(rounded_up, Element.unsigned, False),
    "arith.remsi": division(np.fmod, Element.signed, True),
    "arith.remui": division(operator.mod, Element.unsigned, False),
    "arith.addui_extended": extended_sum,
    "arith.subui_extended": extended_difference,
    "arith.mului_extended": extended_product(False),
    "arith.mulsi_extended": extended_product(True),
    "arith.cmpi": compare_integers,
    "arith.cmpf": compare_floats,
    "arith.select": lambda op, machine: select,
    "arith.extsi": resized(Element.signed),
    "arith.extui": resized(Element.unsigned),
    "arith.trunci": resized(Element.signed),
    "arith.index_cast": resized(Element.signed),
    "arith.index_castui": resized(Element.unsigned),
    "arith.sitofp": to_float(Element.signed),
    "arith.uitofp": to_float(Element.unsigned),
    "arith.fptosi": to_integer(True),
    "arith.fptoui": to_integer(False),
    "arith.extf": change_float,
    "arith.truncf": change_float,
    "arith.bitcast": bitcast,
    "arith.addf": float_arithmetic(operator.add),
    "arith.subf": float_arithmetic(operator.sub),
    "arith.mulf": float_arithmetic(operator.mul),
    "arith.divf": float_arithmetic(operator.truediv),
    "arith.remf": float_arithmetic(np.fmod),
    "arith.negf": float_arithmetic(operator.neg),
    "arith.maximumf": float_arithmetic(floats.maximum),
    "arith.minimumf": float_arithmetic(floats.minimum),
    "arith.maxnumf": float_arithmetic(floats.maxnum),
    "arith.minnumf": float_arithmetic(floats.minnum),
}
