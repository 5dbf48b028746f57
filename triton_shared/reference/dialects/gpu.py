"""gpu: how a program of the shared form learns its place, with ``program=gpu``; and a barrier."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference.elements import Value
from triton_shared.reference.machine import Machine, Rule


def _axis(op: ir.Operation) -> int:
    return "xyz".index(str(op.attributes["dimension"]).rstrip(">")[-1])


def block_id(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """The place of the program."""
    axis = _axis(op)
    return lambda: np.int64(machine.program[axis])


def grid_dim(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """The size of the grid."""
    axis = _axis(op)
    return lambda: np.int64(machine.grid[axis])


def barrier(op: ir.Operation, machine: Machine) -> Callable[[], None]:
    """One program at a time waits for nobody."""
    return lambda: None


RULES: dict[str, Rule] = {"gpu.block_id": block_id, "gpu.grid_dim": grid_dim, "gpu.barrier": barrier}
