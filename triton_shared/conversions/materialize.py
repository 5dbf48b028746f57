"""From symbolic index expressions to SSA values.

Expressions of 64 bits become values of type ``index``, narrower ones integers of their width.  Equal
subexpressions that one `Materializer` is asked for are emitted once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from triton_shared.analyses.expr import (
    INDEX_WIDTH,
    Apply,
    Atom,
    Carried,
    Element,
    Expr,
    Index,
    Quotient,
    Scalar,
)
from triton_shared.conversions.build import constant, create, index_type, integer, value
from triton_shared.dialects.tt.types import is_pointer
from triton_shared.mlir import ir


def type_of_width(width: int) -> ir.Type:
    """The SSA type of an expression of ``width`` bits."""
    return index_type() if width == INDEX_WIDTH else integer(width)


class Materializer:
    """Emits expressions at the current insertion point.

    ``indices`` gives the value (of type index) of each element index and each `Quotient`, ``carried`` that of each
    `Carried` symbol.
    Use one for each block that code is emitted into: what it has emitted must dominate what it emits next.
    """

    def __init__(
        self, carried: Mapping[Carried, ir.Value], indices: Mapping[int | Quotient, ir.Value] | None = None
    ):
        self.carried = carried
        self.indices = indices or {}
        self._known: dict[object, ir.Value] = {}

    def __call__(self, expr: Expr) -> ir.Value:
        """The value of ``expr``, of type `type_of_width`."""
        key = (expr, expr.width)
        if key not in self._known:
            self._known[key] = self._sum(expr)
        return self._known[key]

    def _sum(self, expr: Expr) -> ir.Value:
        type_ = type_of_width(expr.width)
        if expr.constant is not None:
            return constant(ir.IntegerAttr.get(type_, expr.constant))
        positive = [self._product(m, c, expr.width) for m, c in expr.terms.items() if c > 0 or not m]
        negative = [self._product(m, -c, expr.width) for m, c in expr.terms.items() if c < 0 and m]
        if not positive:
            positive = [constant(ir.IntegerAttr.get(type_, 0))]
        total = reduce(lambda a, b: value("arith.addi", [a, b], type_), positive)
        return reduce(lambda a, b: value("arith.subi", [a, b], type_), negative, total)

    def _product(self, monomial: tuple[Atom, ...], factor: int, width: int) -> ir.Value:
        type_ = type_of_width(width)
        factors = [self._atom(a, width) for a in monomial]
        if factor != 1 or not factors:
            factors.append(constant(ir.IntegerAttr.get(type_, factor)))
        return reduce(lambda a, b: value("arith.muli", [a, b], type_), factors)

    def _atom(self, atom: Atom, width: int) -> ir.Value:
        key = (atom, width)
        if key not in self._known:
            self._known[key] = self._emit(atom, width)
        return self._known[key]

    def _emit(self, atom: Atom, width: int) -> ir.Value:
        match atom:
            case Scalar(leaf):
                return self._typed(leaf, width)
            case Carried():
                return self.carried[atom]
            case Index() | Quotient():
                index = self.indices[atom.dim if isinstance(atom, Index) else atom]
                return index if width == INDEX_WIDTH else value("arith.index_cast", [index], integer(width))
            case Element(leaf, coords):
                extracted = value(
                    "tensor.extract", [leaf, *(self(c) for c in coords)], leaf.type.element_type
                )
                return self._typed(extracted, width)
            case Apply("cmpi", args, predicate):
                attribute = ir.IntegerAttr.get(integer(64), predicate)
                return value("arith.cmpi", [self(a) for a in args], integer(1), predicate=attribute)
            case Apply("extsi" | "extui" | "trunci" as op, (source,)):
                return self._cast(op, self(source), type_of_width(width))
            case Apply(op, args):
                return value(f"arith.{op}", [self(a) for a in args], type_of_width(width))

    @staticmethod
    def _cast(op: str, source: ir.Value, target: ir.Type) -> ir.Value:
        if index_type() in (source.type, target):
            op = "index_castui" if op == "extui" else "index_cast"
        return value(f"arith.{op}", [source], target)

    def _typed(self, leaf: ir.Value, width: int) -> ir.Value:
        """``leaf`` as `type_of_width`; a pointer as its address."""
        if is_pointer(leaf.type):
            leaf = create("tt.ptr_to_int", [leaf], [integer(64)]).results[0]
        if leaf.type == type_of_width(width):
            return leaf
        return value("arith.index_cast", [leaf], index_type())
