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
from triton_shared.dialects.tt.types import is_pointer
from triton_shared.ir import predicates
from triton_shared.ir.builder import build, integer
from triton_shared.mlir import ir


def type_of_width(width: int) -> ir.Type:
    """The SSA type of an expression of ``width`` bits."""
    return build.index if width == INDEX_WIDTH else integer(width)


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
            return build.constant(type_, expr.constant)
        positive = [self._product(m, c, expr.width) for m, c in expr.terms.items() if c > 0 or not m]
        negative = [self._product(m, -c, expr.width) for m, c in expr.terms.items() if c < 0 and m]
        if not positive:
            positive = [build.constant(type_, 0)]
        return reduce(build.sub, negative, reduce(build.add, positive))

    def _product(self, monomial: tuple[Atom, ...], factor: int, width: int) -> ir.Value:
        factors = [self._atom(a, width) for a in monomial]
        if factor != 1 or not factors:
            factors.append(build.constant(type_of_width(width), factor))
        return reduce(build.mul, factors)

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
                return build.convert("arith.index_cast", index, type_of_width(width))
            case Element(leaf, coords):
                at = [self(c) for c in coords]
                return self._typed(build.one("tensor.extract", leaf.type.element_type, leaf, *at), width)
            case Apply("cmpi", (left, right), predicate):
                return build.compare(predicates.INTEGERS[predicate], self(left), self(right))
            case Apply("extsi" | "extui" | "trunci" as op, (source,)):
                return self._cast(op, self(source), type_of_width(width))
            case Apply(op, args):
                return build.one(f"arith.{op}", type_of_width(width), *(self(a) for a in args))

    @staticmethod
    def _cast(op: str, source: ir.Value, target: ir.Type) -> ir.Value:
        if build.index in (source.type, target):
            op = "index_castui" if op == "extui" else "index_cast"
        return build.one(f"arith.{op}", target, source)

    def _typed(self, leaf: ir.Value, width: int) -> ir.Value:
        """``leaf`` as `type_of_width`; a pointer as its address."""
        if is_pointer(leaf.type):
            leaf = build.one("tt.ptr_to_int", integer(64), leaf)
        if leaf.type == type_of_width(width):
            return leaf
        return build.one("arith.index_cast", build.index, leaf)
