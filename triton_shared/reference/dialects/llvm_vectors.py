"""What code generation for CPUs has of llvm half-way to it: functions of numbers, vectors, and addresses of elements.

Each op means what the op of math, arith or vector means that it is made from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference import reductions
from triton_shared.reference.atomics import COMBINE
from triton_shared.reference.attributes import integers, value
from triton_shared.reference.dialects import arith, math, vector
from triton_shared.reference.dialects.llvm import addresses
from triton_shared.reference.elements import Value, element_of, shape_of
from triton_shared.reference.errors import NoRule
from triton_shared.reference.machine import Machine, Rule

#: stands for an operand among the constant indices of ``llvm.getelementptr``
DYNAMIC = -(1 << 31)
#: what ``llvm.intr.is.fpclass`` asks, by its bits
CLASSES: dict[int, Rule] = {
    0x003: math.RULES["math.isnan"],
    0x204: math.RULES["math.isinf"],
    0x1F8: math.RULES["math.isfinite"],
    0x108: math.RULES["math.isnormal"],
}
#: how ``llvm.intr.vector.reduce`` combines, as names of `COMBINE`
REDUCTIONS = {
    "add": "addi", "mul": "muli", "and": "andi", "or": "ori", "xor": "xori", "smax": "maxs", "smin": "mins",
    "umax": "maxu", "umin": "minu", "fadd": "addf", "fmul": "mulf", "fmax": "maxnumf", "fmin": "minnumf",
    "fmaximum": "maximumf", "fminimum": "minimumf",
}  # fmt: skip
#: functions of math, by the names that both have for them
FUNCTIONS = (
    *("ceil", "copysign", "cos", "ctpop", "exp", "exp2", "floor", "fma", "log", "log10", "log2", "round"),
    *("roundeven", "sin", "sqrt", "trunc"),
)


def undefined_at(name: str, edge: Callable[[int], int], rule: Rule) -> Rule:
    """``rule``, of which the result is undefined at ``edge`` of the width where the attribute ``name`` says so."""

    def guarded(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
        element, execute = element_of(op.results[0].type), rule(op, machine)
        if not value(op, name):
            return execute
        place = element.integer(edge(element.width))
        return lambda x: machine.undefined(x == place, element, execute(x))

    return guarded


def is_of_class(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """Whether a float is of the classes that the op names by bits."""
    bits = value(op, "bit")
    if bits not in CLASSES:
        raise NoRule(f"has no rule in the executor for the classes {bits:#x}")
    return CLASSES[bits](op, machine)


def element_address(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The address so many elements after another one."""
    static, type_ = integers(op, "rawConstantIndices"), op.attributes["elem_type"].value
    if len(static) != 1 or isinstance(type_, ir.VectorType) or str(type_).startswith("!llvm"):
        raise NoRule("has no rule in the executor but for elements of one type")
    size = element_of(type_).size
    if static[0] != DYNAMIC:
        return lambda address: address + static[0] * size
    return lambda address, index: address + np.int64(index) * size


def insert(op: ir.Operation, machine: Machine) -> Callable[[Value, Value, Value], Value]:
    """The vector with another element at a position."""

    def execute(whole: Value, x: Value, position: Value) -> Value:
        found = np.array(whole)
        found[int(position)] = x
        return found

    return execute


def extract(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """The element at a position."""
    return lambda whole, position: whole[int(position)]


def step(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """``[0, 1, 2, …]``, which wraps."""
    element, (count,) = element_of(op.results[0].type), shape_of(op.results[0].type)
    return lambda: np.arange(count).astype(element.dtype)


def masked_load(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """What lies at an address where the mask holds; elsewhere the last operand's elements, or garbage."""
    element, shape = element_of(op.results[0].type), shape_of(op.results[0].type)

    def execute(address: Value, mask: Value, *other: Value) -> Value:
        found = np.array(other[0] if other else machine.garbage(element, shape))
        found[mask] = machine.memory.load(addresses(element, shape, address)[mask], element)
        return found

    return execute


def masked_store(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """Writes to an address where the mask holds."""
    element, shape = element_of(op.operands[0].type), shape_of(op.operands[0].type)

    def execute(x: Value, address: Value, mask: Value) -> None:
        machine.memory.store(addresses(element, shape, address)[mask], x[mask], element)

    return execute


def reduction(name: str) -> Rule:
    """All elements combined by ``name``, and with the first of two operands."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
        combine: Any = COMBINE[name](element_of(op.results[0].type))

        def execute(*operands: Value) -> Value:
            *start, whole = operands
            (total,) = reductions.reduce(
                [whole], lambda earlier, later: [combine(earlier[0], later[0])], machine.sequential
            )
            return combine(start[0], total) if start else total

        return execute

    return rule


#: ops that mean what others mean
SAME = {
    "llvm.add": "arith.addi",
    "llvm.mul": "arith.muli",
    "llvm.sub": "arith.subi",
    "llvm.fdiv": "arith.divf",
    "llvm.intr.fmuladd": "math.fma",
    "llvm.intr.fabs": "math.absf",
    "llvm.intr.pow": "math.powf",
    "llvm.intr.powi": "math.fpowi",
    "llvm.shufflevector": "vector.shuffle",
    **{f"llvm.intr.{name}": f"math.{name}" for name in FUNCTIONS},
}

RULES: dict[str, Rule] = {
    **{name: (arith.RULES | math.RULES | vector.RULES)[other] for name, other in SAME.items()},
    **{f"llvm.intr.vector.reduce.{name}": reduction(other) for name, other in REDUCTIONS.items()},
    "llvm.intr.abs": undefined_at(
        "is_int_min_poison", lambda width: 1 << (width - 1), math.RULES["math.absi"]
    ),
    "llvm.intr.ctlz": undefined_at("is_zero_poison", lambda width: 0, math.RULES["math.ctlz"]),
    "llvm.intr.cttz": undefined_at("is_zero_poison", lambda width: 0, math.RULES["math.cttz"]),
    "llvm.intr.is.fpclass": is_of_class,
    "llvm.getelementptr": element_address,
    "llvm.insertelement": insert,
    "llvm.extractelement": extract,
    "llvm.intr.stepvector": step,
    "llvm.intr.masked.load": masked_load,
    "llvm.intr.masked.store": masked_store,
}
