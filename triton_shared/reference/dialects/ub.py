"""ub: undefined values, which are garbage."""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.mlir import ir
from triton_shared.reference.elements import Value, element_of, shape_of
from triton_shared.reference.machine import Machine, Rule


def poison(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """Garbage, other garbage each time."""
    element, shape = element_of(op.results[0].type), shape_of(op.results[0].type)
    return lambda: machine.garbage(element, shape)


RULES: dict[str, Rule] = {"ub.poison": poison}
