"""What is known of an integer of the shared form whatever the program is called with: its range, and what divides it.

    %a = arith.muli %pidX, %c1024         counted from a program id: not negative, a multiple of 1024
    %r = arith.remsi %a, %c320            0 <= r < 320, a multiple of 64

The rules, and what is taken for granted of numbers that are counted from a program id, are those of
`analyses/facts.py`.  Elements of tensors are followed through elementwise ops, for all elements at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import gcd, lcm

from triton_shared.analyses.facts import RULES, Fact, anything, cast, divided, number
from triton_shared.codegen.kernels import PROGRAM, ROLE, attributes_of
from triton_shared.codegen.simt.analysis.divisibility import DEPTH, Divisibility
from triton_shared.codegen.simt.analysis.tensor_ops import spread
from triton_shared.dialects.tt.types import integer_width
from triton_shared.ir.walk import terminator
from triton_shared.mlir import ir

CASTS = ("extsi", "extui", "trunci", "index_cast", "index_castui")
_MOST = (1 << 31) - 1
#: of the last arguments of a kernel: of the grid, and of the program's place in it
_OF_PROGRAM = (*[Fact(1, _MOST)] * 3, *[Fact(0, _MOST - 1, counted=True)] * 3)


def _shifted_right(width: int, left: Fact, right: Fact) -> Fact:
    if right.low != right.high or not 0 <= right.low < width:
        return anything(width)
    power = 1 << right.low
    exact = left.divisor % power == 0
    return Fact(left.low >> right.low, left.high >> right.low, left.divisor // power if exact else 1)


def _unsigned(rule: Callable[[int, Fact, Fact], Fact]) -> Callable[[int, Fact, Fact], Fact]:
    """``rule`` of signed numbers for unsigned ones: where neither is negative they are the same."""

    def of(width: int, left: Fact, right: Fact) -> Fact:
        return rule(width, left, right) if min(left.low, right.low) >= 0 else anything(width)

    return of


_RULES = RULES | {
    "divui": _unsigned(divided),
    "remui": _unsigned(RULES["remsi"]),
    "shrsi": _shifted_right,
    "shrui": _unsigned(_shifted_right),
}


def of_op(op: ir.Operation, facts: list[Fact]) -> Fact:
    """What is known of the one result of ``op``, by what is known of its operands."""
    width = integer_width(op.result.type)
    if width is None:
        return anything(1)
    name = op.name.removeprefix("arith.")
    if name == "constant" and isinstance(op.attributes["value"], ir.IntegerAttr):
        return number(op.attributes["value"].value).within(width)
    if name in CASTS:
        return cast(name, integer_width(op.operands[0].type) or width, width, facts[0]).within(width)
    rule = _RULES.get(name)
    return anything(width) if rule is None else rule(width, *facts).within(width)


class Ranges:
    """The facts of scalars, and of all elements of tensors, of one function; what it has found it remembers."""

    def __init__(self, function: ir.Operation):
        self.divisibility = Divisibility(function)
        arguments = list(function.regions[0].blocks[0].arguments)
        self._depth = 0
        self._known: dict[ir.Value, Fact] = {}
        ends = [ROLE in known and known[ROLE].value == PROGRAM for known in attributes_of(function)]
        if len(ends) >= len(_OF_PROGRAM) and all(ends[-len(_OF_PROGRAM) :]):
            self._known |= zip(arguments[-len(_OF_PROGRAM) :], _OF_PROGRAM, strict=True)

    def of(self, value: ir.Value) -> Fact:
        """What is known of the integer ``value``, or of each element of the tensor that it is."""
        width = integer_width(value.type)
        if width is None:
            return anything(1)
        if value not in self._known:
            self._known[value] = anything(width)  # for what asks for itself round a loop
            self._depth += 1
            if self._depth <= DEPTH:
                found = self._found(value, width)
                divisor = self.divisibility.of(value) if not isinstance(value.type, ir.ShapedType) else 1
                self._known[value] = replace(found, divisor=lcm(found.divisor, divisor))
            self._depth -= 1
        return self._known[value]

    def _found(self, value: ir.Value, width: int) -> Fact:
        if isinstance(value.owner, ir.Block):
            return self._argument(value, width)
        op = value.owner.operation
        if (source := spread(op)) is not None:
            return self.of(source)
        match op.name:
            case "linalg.fill":
                return self.of(op.operands[0])
            case "linalg.index":
                return self._index(op)
            case "linalg.generic" if "reduction" not in str(op.attributes["iterator_types"]):
                return self.of(terminator(op.regions[0].blocks[0]).operands[list(op.results).index(value)])
        if len(op.results) != 1 or op.regions or isinstance(value.type, ir.ShapedType):
            return anything(width)
        return of_op(op, [self.of(v) for v in op.operands])

    @staticmethod
    def _index(op: ir.Operation) -> Fact:
        """The place of an element along a dimension, of which the extent is known where results have all dimensions."""
        around = op.parent.operation
        *_, written = [attribute.value for attribute in around.attributes["indexing_maps"]]
        if not len(around.results) or written != ir.AffineMap.get_identity(written.n_dims):
            return Fact(0, _MOST)
        return Fact(0, around.results[0].type.shape[op.attributes["dim"].value] - 1)

    def _argument(self, value: ir.Value, width: int) -> Fact:
        """An element that a `linalg.generic` is at, or what a loop counts."""
        op = value.owner.owner.operation
        if op.name == "linalg.generic" and value.arg_number < op.attributes["operandSegmentSizes"][0]:
            return self.of(op.operands[value.arg_number])
        match op.name:
            case "scf.for" if value.arg_number == 0 and "unsignedCmp" not in op.attributes:
                rank = 1
            case "scf.parallel":
                rank = len(value.owner.arguments)
            case _:
                return anything(width)
        low, high, step = (self.of(v) for v in list(op.operands)[value.arg_number :: rank][:3])
        divisor = gcd(low.divisor, step.divisor)
        last = high.high - 1 - (high.high - 1) % max(divisor, 1)
        return Fact(low.low, max(last, low.low), divisor)
