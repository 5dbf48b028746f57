"""func, and the functions of tt: calls, and the runtime's functions that are declared only."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference.dialects.control import results
from triton_shared.reference.errors import AssertionFailed
from triton_shared.reference.machine import Machine, Rule
from triton_shared.reference.printing import printed_element


def call(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """A call of a function of the module, or of one of `RUNTIME`."""
    name = op.attributes["callee"].value
    if name in RUNTIME:
        return lambda *values: RUNTIME[name](machine, *values)
    return lambda *values: results(op, machine.call(name, values))


def print_element(machine: Machine, *operands: Any) -> None:
    """``@triton_shared_print``: one element, as a line."""
    *program, text, index, bits = operands[:6]
    machine.output(printed_element(tuple(map(int, program)), _text(machine, text), int(index), int(bits)))


def fail(machine: Machine, *operands: Any) -> None:
    """``@triton_shared_assert``: an assertion has failed, the program ends."""
    raise AssertionFailed(_text(machine, operands[3]))


def _text(machine: Machine, address: Any) -> str:
    """The bytes at ``address`` up to a 0, as text."""
    buffer = machine.memory.find(int(address))
    raw = ctypes.string_at(int(address), buffer.start + buffer.size - int(address))
    return raw.partition(b"\0")[0].decode(errors="replace")


RUNTIME: dict[str, Callable[..., Any]] = {
    "triton_shared_print": print_element,
    "triton_shared_assert": fail,
    "triton_shared_wait": lambda machine, *operands: None,
    "triton_shared_program_id": lambda machine, axis: np.int32(machine.program[int(axis)]),
    "triton_shared_num_programs": lambda machine, axis: np.int32(machine.grid[int(axis)]),
}

RULES: dict[str, Rule] = {"func.call": call, "tt.call": call}
