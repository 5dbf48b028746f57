"""The grid, and debugging aids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from triton_shared.errors import place
from triton_shared.mlir import ir
from triton_shared.reference import floats
from triton_shared.reference.attributes import value
from triton_shared.reference.elements import F32, Element, Value, element_of, shape_of
from triton_shared.reference.errors import AssertionFailed
from triton_shared.reference.machine import Machine, Rule
from triton_shared.reference.printing import printed, printed_text


def program_id(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """The place of this program along an axis of the grid."""
    axis = value(op, "axis")
    return lambda: np.int32(machine.program[axis])


def num_programs(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """The size of the grid along an axis."""
    axis = value(op, "axis")
    return lambda: np.int32(machine.grid[axis])


def print_values(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """A line for each element of each operand, behind the prefix."""
    prefix, base = value(op, "prefix"), "hex" if value(op, "hex", False) else "dec"
    signs = [*op.attributes.get("isSigned", ()), *[1] * len(op.operands)]
    types = [(element_of(operand.type), shape_of(operand.type)) for operand in op.operands]
    count = len(op.operands)

    def execute(*operands: Any) -> None:
        if not operands:
            machine.output(printed_text(machine.program, prefix))
        for number, (operand, (element, shape)) in enumerate(zip(operands, types, strict=True)):
            head = f"{prefix}(operand {number}) " if count > 1 else prefix
            name = _name(element, signs[number])
            for index, one in enumerate(np.asarray(operand).reshape(-1)):
                machine.output(printed(machine.program, head, shape, index, name, base, _bits(element, one)))

    return execute


def _name(element: Element, is_signed: int) -> str:
    if element.format:
        return element.name if element.width >= 16 else "f32"
    return f"{'si' if is_signed and element.width > 1 and element.name != 'ptr' else 'ui'}{element.width}"


def _bits(element: Element, x: Value) -> int:
    """The bits of a scalar; of f32 for floats of 8 bits."""
    if element.format and element.width < 16:
        x = floats.rounded(floats.numbers(x, element), F32)
    return int.from_bytes(np.asarray(x).tobytes(), "little")


def assert_holds(op: ir.Operation, machine: Machine) -> Callable[[Value], None]:
    """Ends the program unless the condition holds everywhere."""
    file, line, _ = place(op.location)
    if "line" in op.attributes:
        file, line = value(op, "file"), value(op, "line")
    message = f"{value(op, 'message')} ({file}:{line})" if line else value(op, "message")

    def execute(condition: Value) -> None:
        if not np.all(condition):
            raise AssertionFailed(message)

    return execute


def nothing(op: ir.Operation, machine: Machine) -> Callable[[], None]:
    """One program at a time waits for nobody."""
    return lambda: None


RULES: dict[str, Rule] = {
    "tt.get_program_id": program_id,
    "tt.get_num_programs": num_programs,
    "tt.print": print_values,
    "tt.assert": assert_holds,
    "tt.grid_dependency_wait": nothing,
    "tt.grid_dependency_launch_dependents": nothing,
    "ttg.barrier": nothing,
}
