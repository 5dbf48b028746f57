"""bufferization: from memory to tensors and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference.dialects.tensor import empty
from triton_shared.reference.elements import Value
from triton_shared.reference.errors import ExecutionError
from triton_shared.reference.machine import Machine, Rule
from triton_shared.reference.memory import MaskedView, MemRef


def to_tensor(op: ir.Operation, machine: Machine) -> Callable[[MemRef], Value]:
    """What memory holds now; nobody may write it while the tensor is in use."""
    return lambda memref: machine.memory.read(memref)[()]


def materialize(op: ir.Operation, machine: Machine) -> Callable[[Value, Any], Any]:
    """Writes a tensor to memory of its sizes."""

    def execute(tensor: Value, target: Any) -> Any:
        if not isinstance(target, MemRef | MaskedView):
            return tensor
        if np.shape(tensor) != target.sizes:
            raise ExecutionError(f"writes {list(np.shape(tensor))} elements to {list(target.sizes)}")
        machine.memory.write(target, tensor)
        return None

    return execute


def allocate(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """A new tensor: a copy of the one that it is given, or garbage."""
    dynamic, copied, _ = op.attributes["operandSegmentSizes"]
    return (lambda *values: np.copy(values[dynamic])[()]) if copied else empty(op, machine)


RULES: dict[str, Rule] = {
    "bufferization.to_tensor": to_tensor,
    "bufferization.materialize_in_destination": materialize,
    "bufferization.alloc_tensor": allocate,
}
