"""ub: undefined values, which are garbage."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference.elements import Value, element_of, shape_of
from triton_shared.reference.machine import Machine, Rule


def poison(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """Garbage, other garbage each time; integers are 0 where it is ordinary: hardly any other is within bounds."""
    element, shape = element_of(op.results[0].type), shape_of(op.results[0].type)
    if machine.memory.ordinary and element.format is None:
        return lambda: np.zeros(shape, element.dtype)[()]
    return lambda: machine.garbage(element, shape)


RULES: dict[str, Rule] = {"ub.poison": poison}
