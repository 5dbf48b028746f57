"""What a program promises of its numbers: ``tl.multiple_of``, ``tl.max_contiguous``, ``tl.max_constancy``.

    %1 = arith.remsi %0, %n {tt.contiguity = dense<128> : tensor<1xi32>} : tensor<128xi32>

Along a dimension each run of ``tt.contiguity`` elements counts upwards, each run of ``tt.constancy`` elements has one
value, and the first element is a multiple of ``tt.divisibility``.  A program that breaks such a promise is undefined.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from triton_shared.dialects.discardable import NUMBERS
from triton_shared.dialects.tt.types import element_type, is_block, is_pointer, pointee_of
from triton_shared.mlir import ir
from triton_shared.reference.elements import Value, element_of
from triton_shared.reference.errors import ExecutionError

CONTIGUITY, DIVISIBILITY, CONSTANCY = "tt.contiguity", "tt.divisibility", "tt.constancy"


def promised(op: ir.Operation) -> dict[str, list[int]]:
    """The numbers that ``op`` promises of its only result, by their attributes' names.

    Nothing is promised of floats, of blocks, and of what a mask may leave undefined.
    """
    attributes = op.attributes
    found = {name: attributes[name] for name in NUMBERS if name in attributes}
    if not found or len(op.results) != 1 or (op.name == "tt.load" and len(op.operands) > 1):
        return {}
    type_ = op.results[0].type
    is_number = isinstance(element_type(type_), ir.IntegerType | ir.IndexType)
    if not is_number and (is_block(type_) or not is_pointer(type_)):
        return {}
    return {name: list(a) for name, a in found.items() if isinstance(a, ir.DenseIntElementsAttr)}


def check_of(op: ir.Operation) -> Callable[[Value], None] | None:
    """What raises `ExecutionError` where a result of ``op`` is not as promised; None where nothing is."""
    if not (said := promised(op)):
        return None
    type_ = op.results[0].type
    step = element_of(pointee_of(type_)).size if is_pointer(type_) else 1

    def check(result: Value) -> None:
        array = np.atleast_1d(result)
        for name, numbers in said.items():
            for axis, number in enumerate(numbers if len(numbers) == array.ndim else ()):
                if not _holds(name, np.moveaxis(array, axis, -1), number, step):
                    raise ExecutionError(f"breaks its promise {name} = {numbers}")

    return check


def _holds(name: str, array: np.ndarray, number: int, step: int) -> bool:
    """Whether the promise ``name`` holds along the last dimension."""
    if name == DIVISIBILITY:
        return number < 2 or not (array[..., 0] % number).any()
    run = min(number, array.shape[-1])
    if run < 2 or array.shape[-1] % run:
        return True
    runs = array.reshape(*array.shape[:-1], -1, run)
    counted = np.arange(run) * step if name == CONTIGUITY else 0
    return bool((runs == runs[..., :1] + counted).all())
