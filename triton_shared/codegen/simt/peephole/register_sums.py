"""What each register of a thread adds to the scalars that all of them have in common.

%p = arith.addi (vector.broadcast %base), dense<[0, 1, 2, 3]>   ->   %base, and 0, 1, 2, 3
"""

from __future__ import annotations

from typing import NamedTuple

from triton_shared.codegen.simt.analysis.tensor_ops import constant_of
from triton_shared.codegen.simt.build.emitter import count_of
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir

#: sums within sums that are looked at
DEPTH = 8


class RegisterSum(NamedTuple):
    """Scalars that all registers add up, and what each register adds."""

    scalars: tuple[ir.Value, ...]
    steps: tuple[int, ...]


def sum_of(value: ir.Value, depth: int = DEPTH) -> RegisterSum | None:
    """The registers ``value``, integers, as scalars and constants, looking through ``depth`` sums."""
    maker = owner_of(value)
    if maker is None:
        return None
    match maker.name:
        case "arith.constant":
            return RegisterSum((), tuple(ir.DenseIntElementsAttr(maker.attributes["value"])))
        case "vector.broadcast":
            scalar, count = maker.operands[0], count_of(value)
            number = constant_of(scalar)
            if isinstance(number, int):
                return RegisterSum((), (number,) * count)
            return RegisterSum((scalar,), (0,) * count)
        case "arith.addi" if depth:
            left, right = (sum_of(v, depth - 1) for v in maker.operands)
            if left and right:
                steps = tuple(x + y for x, y in zip(left.steps, right.steps, strict=True))
                return RegisterSum(left.scalars + right.scalars, steps)
        case "arith.index_cast":
            inner = owner_of(maker.operands[0])
            if (
                inner is not None
                and inner.name == "arith.index_castui"
                and inner.operands[0].type == value.type
            ):
                return sum_of(inner.operands[0], depth)
    return None
