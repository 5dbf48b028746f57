"""By which power of two a scalar can be divided, as far as it follows from arguments' promises and arithmetic.

%n {tt.divisibility = 16}      %a = arith.muli %n, %c12   ->   64      %b = arith.addi %a, %c8   ->   8
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from triton_shared.abi import DIVISIBILITY
from triton_shared.codegen.kernels import attributes_of
from triton_shared.codegen.simt.analysis.tensor_ops import constant_of
from triton_shared.ir.walk import terminator
from triton_shared.mlir import ir

#: what 0 is divisible by: more is never needed
MOST = 1 << 30
#: how many ops may stand between a scalar and what is known of it
DEPTH = 64

#: ops whose result is divisible by what all of their operands are
_SUMS = {
    *("arith.addi", "arith.subi", "arith.ori", "arith.xori", "arith.remsi", "arith.remui"),
    *("arith.minsi", "arith.maxsi", "arith.minui", "arith.maxui"),
}
_SAME = {"arith.index_cast", "arith.index_castui", "arith.extsi", "arith.extui", "arith.trunci"}


def alignment_of(divisor: int) -> int:
    """The largest power of two that divides ``divisor``, which is above 0, and which LLVM takes for an alignment."""
    return min(divisor & -divisor, MOST)


class Divisibility:
    """The divisors of the scalars of one function; what it has found it remembers."""

    def __init__(self, function: ir.Operation):
        arguments = function.regions[0].blocks[0].arguments
        self._depth = 0
        self._known: dict[ir.Value, int] = {
            argument: alignment_of(attributes[DIVISIBILITY].value)
            for argument, attributes in zip(arguments, attributes_of(function), strict=True)
            if DIVISIBILITY in attributes
        }

    def of(self, number: int | ir.Value) -> int:
        """The largest known power of two that divides ``number``."""
        if isinstance(number, int):
            return min(number & -number, MOST) if number else MOST
        if number not in self._known:
            self._known[number] = 1  # for what asks for itself round a loop
            self._depth += 1
            if self._depth <= DEPTH:
                self._known[number] = min(MOST, self._found(number))
            self._depth -= 1
        return self._known[number]

    def _found(self, value: ir.Value) -> int:
        if isinstance(value.owner, ir.Block):
            return self._of_argument(value)
        op = value.owner.operation
        match op.name:
            case "arith.constant" if isinstance(op.attributes["value"], ir.IntegerAttr):
                return self.of(op.attributes["value"].value)
            case name if name in _SAME:
                return self.of(op.operands[0])
            case name if name in _SUMS:
                return self.common(op.operands)
            case "arith.muli":
                return self.of(op.operands[0]) * self.of(op.operands[1])
            case "arith.shli":
                amount = constant_of(op.operands[1])
                return self.of(op.operands[0]) << (
                    amount if isinstance(amount, int) and 0 < amount < 31 else 0
                )
            case "arith.andi":
                return max(self.of(op.operands[0]), self.of(op.operands[1]))
            case "arith.select":
                return self.common(list(op.operands)[1:])
            case "scf.for":
                return self._carried(op, list(op.results).index(value))
        return 1

    def common(self, values: Iterable[int | ir.Value]) -> int:
        """The largest known power of two that divides all of ``values``."""
        return gcd(*(self.of(v) for v in values))

    def _of_argument(self, value: ir.Value) -> int:
        """The divisor of an induction variable, or of what a loop carries."""
        loop = value.owner.owner
        if loop is None or loop.operation.name != "scf.for":
            return 1
        if value.arg_number == 0:
            return self.common(list(loop.operation.operands)[::2][:2])
        return self._carried(loop.operation, value.arg_number - 1)

    def _carried(self, loop: ir.Operation, number: int) -> int:
        """The divisor of a value that starts as ``init`` and moves by what is added to it in each iteration."""
        block = loop.regions[0].blocks[0]
        carried, init = block.arguments[number + 1], loop.operands[number + 3]
        following = terminator(block).operands[number]
        if following == carried:
            return self.of(init)
        moved = following.owner
        if isinstance(moved, ir.Block) or moved.operation.name != "arith.addi":
            return 1
        steps = [operand for operand in moved.operation.operands if operand != carried]
        return self.common([init, *steps]) if len(steps) == 1 else 1
