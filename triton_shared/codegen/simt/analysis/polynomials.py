"""Scalars of a loop as sums of products: of a kernel's arguments, the number of the iteration, and whatever else there
is.

    %at = arith.muli %k, %c64 ; %left = arith.subi %n, %at        ->    n - 64 * iteration
    scf.for … iter_args(%o = %start) { … scf.yield %o + 64 * %s }  ->    %o = start + 64 * s * iteration

Casts from 32 bits or more change nothing: it is taken for granted that what counts elements of memory does not wrap,
see docs/shared_form.md.  Narrower integers wrap: such a number, and what it is widened to, is a factor of its own.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from triton_shared.ir.polynomial import Polynomial
from triton_shared.ir.product import Product
from triton_shared.ir.walk import all_ops, block_of, owner_of, terminator
from triton_shared.mlir import ir

#: the number of an iteration, from 0, as a variable
ITERATION = "iteration"
Factor: TypeAlias = ir.Value | str
#: more terms than that are not looked at
MOST_TERMS = 64

_ARITHMETIC = {"arith.addi": operator.add, "arith.subi": operator.sub, "arith.muli": operator.mul}
_CASTS = ("arith.index_cast", "arith.extsi")
#: of fewer bits integers are taken to wrap
COUNTED = 32


class TooLong(Exception):
    """A polynomial would have more than `MOST_TERMS` terms."""


class LoopPolynomial(Polynomial[Factor]):
    """A polynomial of scalars; raises `TooLong`."""

    __slots__ = ()

    def __init__(self, terms: Mapping[Product[Factor], int]):
        super().__init__(terms)
        if len(self.terms) > MOST_TERMS:
            raise TooLong


class Polynomials:
    """The scalars of ``loop``, as they are in an iteration, or of no loop, where those that are ``zero`` are 0."""

    def __init__(self, loop: ir.Operation | None = None, zero: Sequence[ir.Value] = ()):
        self.loop = loop
        ops = [] if loop is None else [loop, *all_ops(loop)]
        self._blocks = [block for op in ops for region in op.regions for block in region.blocks]
        self._known: dict[ir.Value, LoopPolynomial] = {value: LoopPolynomial.number(0) for value in zero}

    def of(self, value: int | ir.Value) -> LoopPolynomial:
        """``value`` as a polynomial; raises `TooLong`."""
        if isinstance(value, int):
            return LoopPolynomial.number(value)
        if value not in self._known:
            self._known[value] = LoopPolynomial.of(value)  # for what asks for itself round the loop
            self._known[value] = self._found(value)
        return self._known[value]

    def _found(self, value: ir.Value) -> LoopPolynomial:
        if _wraps(value):
            return LoopPolynomial.of(value)
        if isinstance(value.owner, ir.Block):
            is_handed = self.loop is not None and value.owner == self.loop.regions[0].blocks[0]
            return self._argument(self.loop, value) if is_handed else LoopPolynomial.of(value)
        op = value.owner.operation
        match op.name:
            case "arith.constant" if isinstance(op.attributes["value"], ir.IntegerAttr):
                return LoopPolynomial.number(op.attributes["value"].value)
            case name if name in _ARITHMETIC:
                return _ARITHMETIC[name](*map(self.of, op.operands))
            case "arith.select" if self.of(op.operands[1]) == self.of(op.operands[2]):
                return self.of(op.operands[1])
            case name if name in _CASTS and not _wraps(op.operands[0]):
                return self.of(op.operands[0])
        return LoopPolynomial.of(value)

    def _argument(self, loop: ir.Operation, value: ir.Value) -> LoopPolynomial:
        """The counter, or what ``loop`` carries: if the same is added in each iteration."""
        place, body = value.arg_number, loop.regions[0].blocks[0]
        operands = list(loop.operands)
        if not place:
            return self.of(operands[0]) + self.of(operands[2]) * LoopPolynomial.of(ITERATION)
        first = self.of(operands[place + 2])
        following = terminator(body).operands[place - 1]
        if following == value:
            return first
        maker = owner_of(following)
        if maker is not None and maker.name == "arith.addi" and value in list(maker.operands):
            (step,) = [operand for operand in maker.operands if operand != value] or [value]
            moved = self.of(step)
            if not any(self.varies(factor) for factor in moved.factors):
                return first + moved * LoopPolynomial.of(ITERATION)
        return LoopPolynomial.of(value)

    def varies(self, factor: Factor) -> bool:
        """Whether ``factor`` may be another number in each iteration."""
        if isinstance(factor, str):
            return True
        return block_of(factor) in self._blocks


def _wraps(value: ir.Value) -> bool:
    return isinstance(value.type, ir.IntegerType) and value.type.width < COUNTED
