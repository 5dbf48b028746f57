"""Constraints on launches, as Python expressions: ``"grid[0] == cdiv(n, 128)"``, ``"size(x) >= n"``.

>>> is_met("0 <= n <= 100 and size(x) == n", {"n": 7, "size(x)": 7})
True

They speak of integer arguments and constants by name, of ``size(x)``, how many elements there are behind a pointer,
and of ``grid[axis]``, with ``+ - * // %``, comparisons, ``and``, ``or``, ``not``, ``cdiv``, ``min`` and ``max``.  Their
integers have no width.  Along axes of the grid that neither they nor the kernel speak of there is one program.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from triton_shared.proofs.evaluate import Evaluation
from triton_shared.proofs.terms import Terms

_BINARY = {
    ast.Add: "addi",
    ast.Sub: "subi",
    ast.Mult: "muli",
    ast.FloorDiv: "floordivsi",
    ast.Mod: "floormodsi",
}
_COMPARED = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}
_CALLS = {"cdiv": "ceildivsi", "min": "minsi", "max": "maxsi"}


class ConstraintError(ValueError):
    """A constraint that is no such expression, or speaks of what is no argument."""


class Reader:
    """Terms of constraints on a kernel; ``leaf`` tells the term that a name stands for, None where it is none."""

    def __init__(self, terms: Terms, leaf: Callable[[str], int | None]):
        self._terms, self._leaf = terms, leaf

    def conditions(self, text: str) -> list[int]:
        """Terms that all hold where the constraint ``text`` is met.

        Raises:
            ConstraintError: it is none.
        """
        try:
            node = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, TypeError, AttributeError, RecursionError):
            raise ConstraintError(f"{text!r} is no expression") from None
        parts = node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) else [node]
        return [term for part in parts for term in self._compares(part, text)]

    def _compares(self, node: ast.expr, text: str) -> list[int]:
        if not isinstance(node, ast.Compare):
            return [self._condition(node, text)]
        sides = [self._number(side, text) for side in (node.left, *node.comparators)]
        found = []
        for (left, right), op in zip(pairwise(sides), node.ops, strict=True):
            if type(op) not in _COMPARED:
                raise ConstraintError(f"{text!r} has a comparison that constraints do not have")
            found.append(self._terms.make("cmpi", 1, left, right, data=_COMPARED[type(op)]))
        return found

    def _condition(self, node: ast.expr, text: str) -> int:
        match node:
            case ast.BoolOp(op, values):
                return self._joined(
                    "andi" if isinstance(op, ast.And) else "ori", [self._condition(v, text) for v in values]
                )
            case ast.UnaryOp(ast.Not(), inner):
                one = self._terms.constant(1, 1)
                return self._terms.make("xori", 1, self._condition(inner, text), one)
            case ast.Compare():
                return self._joined("andi", self._compares(node, text))
        raise ConstraintError(f"{text!r} is a number where a condition is to stand: {ast.unparse(node)}")

    def _joined(self, op: str, terms: Sequence[int]) -> int:
        found = terms[0]
        for term in terms[1:]:
            found = self._terms.make(op, 1, found, term)
        return found

    def _number(self, node: ast.expr, text: str) -> int:
        match node:
            case ast.Constant(int() as value):
                return self._terms.constant(int(value), 0)
            case ast.UnaryOp(ast.USub(), inner):
                zero = self._terms.constant(0, 0)
                return self._terms.make("subi", 0, zero, self._number(inner, text))
            case ast.BinOp(left, op, right) if type(op) in _BINARY:
                sides = self._number(left, text), self._number(right, text)
                return self._terms.make(_BINARY[type(op)], 0, *sides)
            case ast.Call(ast.Name(name), [left, right], []) if name in _CALLS:
                sides = self._number(left, text), self._number(right, text)
                return self._terms.make(_CALLS[name], 0, *sides)
        name = re.sub(r"\s", "", ast.unparse(node))
        found = self._leaf(name)
        if found is None:
            raise ConstraintError(
                f"{text!r}: {name!r} is no integer argument, no size and no axis of the grid"
            )
        return found


def is_met(text: str, values: Mapping[str, int]) -> bool:
    """Whether the constraint ``text`` is met by ``values`` of what it speaks of, as it spells them.

    Raises:
        ConstraintError: it is none, or speaks of something else.
    """
    terms = Terms()

    def leaf(name: str) -> int | None:
        return terms.constant(values[name], 0) if name in values else None

    conditions = Reader(terms, leaf).conditions(text)
    evaluation = Evaluation(terms, lambda row: None)
    return all(evaluation.number(term) == 1 for term in conditions)
