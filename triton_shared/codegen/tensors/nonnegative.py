"""Which floats are never negative nor NaN, as counts are; they may be infinite.

    %n = arith.uitofp %mask
    scf.for iter_args(%count = 0.0) { %w = arith.select %mask, 1.0, 0.0 ; scf.yield (arith.addf %count, %w) }

Found from how they are made: by sums and selects of such, and of integers without a sign.  Products are not: 0 times
an infinity is NaN.  What a loop carries is, if it begins so and stays so.
"""

from __future__ import annotations

from collections.abc import Iterable

from triton_shared.ir.walk import owner_of, terminator
from triton_shared.mlir import ir

#: by name, the first of the operands which all have to be so
_WHERE_ALL = {
    **dict.fromkeys(("arith.addf", "arith.maximumf", "arith.minimumf", "arith.minnumf"), 0),
    **dict.fromkeys(("arith.extf", "arith.truncf", "math.sqrt", "math.absf"), 0),
    "arith.select": 1,
}
#: ops that move elements of the first operand
_MOVES = frozenset(
    {"linalg.fill", "linalg.broadcast", "linalg.transpose", "tensor.extract_slice", "tensor.extract"}
)
_BODIES = frozenset({"linalg.generic", "linalg.reduce", "linalg.map"})


def is_nonnegative(value: ir.Value, assumed: frozenset[ir.Value] = frozenset()) -> bool:
    """Whether ``value``, a float or a tensor of them, is never negative nor NaN where none of ``assumed`` is."""
    if value in assumed:
        return True
    op = owner_of(value)
    if op is None:
        return _is_argument_so(ir.BlockArgument(value), assumed)

    def all_of(values: Iterable[ir.Value]) -> bool:
        return all(is_nonnegative(v, assumed) for v in values)

    operands = list(op.operands)
    match op.name:
        case "arith.constant":
            return _is_constant_so(op.attributes["value"])
        case "arith.uitofp":
            return True
        case name if name in _WHERE_ALL:
            return all_of(operands[_WHERE_ALL[name] :])
        case "arith.maxnumf":
            return any(is_nonnegative(v, assumed) for v in operands)
        case name if name in _MOVES:
            return is_nonnegative(operands[0], assumed)
        case name if name in _BODIES:
            ends = terminator(op.regions[0].blocks[0]).operands
            return is_nonnegative(ends[ir.OpResult(value).result_number], assumed)
        case "scf.for":
            return _is_carried_so(op, ir.OpResult(value).result_number, assumed)
    return False


def _is_argument_so(argument: ir.BlockArgument, assumed: frozenset[ir.Value]) -> bool:
    op, number = argument.owner.owner.operation, argument.arg_number
    if op.name in _BODIES:
        return is_nonnegative(op.operands[number], assumed)
    return op.name == "scf.for" and number > 0 and _is_carried_so(op, number - 1, assumed)


def _is_carried_so(loop: ir.Operation, number: int, assumed: frozenset[ir.Value]) -> bool:
    """Whether what ``loop`` carries as ``number`` begins so, and each iteration leaves it so."""
    block = loop.regions[0].blocks[0]
    carried = block.arguments[number + 1]
    return carried in assumed or (
        is_nonnegative(loop.operands[number + 3], assumed)
        and is_nonnegative(terminator(block).operands[number], assumed | {carried})
    )


def _is_constant_so(value: ir.Attribute) -> bool:
    match value:
        case ir.FloatAttr():
            return value.value >= 0
        case ir.DenseFPElementsAttr():
            return all(
                number >= 0 for number in ([value.get_splat_value().value] if value.is_splat else value)
            )
    return False
