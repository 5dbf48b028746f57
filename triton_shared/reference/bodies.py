"""Regions that compute elements from elements: run for whole arrays at once where their ops work element by element."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference.elements import element_of
from triton_shared.reference.machine import Machine, Region

#: ops whose functions take arrays in the place of scalars, besides those of `DIALECTS`
ELEMENTWISE = {
    *("linalg.index", "linalg.yield", "tensor.extract", "tts.scan_yield", "tts.yield", "ub.poison"),
    *(f"tt.{name}" for name in ("reduce_return", "scan_return", "map_elementwise_return")),
    *(f"tt.{name}" for name in ("fp_to_fp", "bitcast", "int_to_ptr", "ptr_to_int", "addptr", "clampf")),
    *(
        f"tt.{name}"
        for name in ("precise_sqrt", "precise_divf", "approx_divf", "mulhiui", "extern_elementwise")
    ),
}
DIALECTS = ("arith", "math")

#: from arrays, one an argument, to arrays
Body = Callable[..., Sequence[Any]]


def is_elementwise(region: ir.Region) -> bool:
    """Whether the ops of ``region`` take arrays for scalars."""
    ops = [op.operation for op in region.blocks[0].operations]
    return len(region.blocks) == 1 and all(
        op.name in ELEMENTWISE or (op.name.partition(".")[0] in DIALECTS and not len(op.regions))
        for op in ops
    )


def body(region: ir.Region, machine: Machine) -> Body:
    """``region`` as a function of arrays that are broadcast together; element by element, row-major, if need be."""
    run = machine.region(region)
    if is_elementwise(region):
        return run
    return _one_by_one(run, region, machine)


def _one_by_one(run: Region, region: ir.Region, machine: Machine) -> Body:
    last = region.blocks[0].operations[len(region.blocks[0].operations) - 1].operation
    results = [element_of(operand.type) for operand in last.operands]

    def execute(*arrays: Any) -> list[np.ndarray]:
        shape = np.broadcast_shapes(*map(np.shape, arrays), *map(np.shape, machine.indices))
        wide = [np.broadcast_to(array, shape) for array in arrays]
        whole = [np.broadcast_to(index, shape) for index in machine.indices]
        found = [np.empty(shape, element.dtype) for element in results]
        for at in np.ndindex(shape):
            machine.indices = [index[at] for index in whole]
            for array, value in zip(found, run(*[array[at] for array in wide]), strict=True):
                array[at] = value
        machine.indices = whole
        return found

    return execute
