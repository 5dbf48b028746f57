"""`Evaluation`: what terms are as numbers, where those of leaves are known.

>>> Evaluation(terms, lambda row: 3).number(term)                                # doctest: +SKIP
385
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.analyses.folds import FOLDS, PREDICATE, PREDICATES, unsigned
from triton_shared.proofs.terms import Row, Terms

_LEAVES = ("arg", "size", "pid", "grid", "lane", "iteration", "any", "load", "counter")
#: what divides rounds down where integers have no width, and gives nothing where it divides by zero
_DIVIDES = ("divsi", "divui", "remsi", "remui", "ceildivsi", "floordivsi", "floormodsi")


class Evaluation:
    """Numbers of ``terms``, each computed once; ``leaf`` tells that of the row of a leaf, None where nobody knows."""

    def __init__(self, terms: Terms, leaf: Callable[[Row], int | None]):
        self._terms, self._leaf = terms, leaf
        self._numbers: dict[int, int | None] = {}

    def number(self, term: int) -> int | None:
        """What ``term`` is, as a signed number, of a bit 0 or 1; None where it rests on what nobody knows."""
        pending = [term]
        while pending:
            top = pending[-1]
            row = self._terms.rows[top]
            missing = [] if row[0] in _LEAVES else [t for t in row[2] if t not in self._numbers]
            if missing and top not in self._numbers:
                pending += missing
                continue
            pending.pop()
            if top not in self._numbers:
                self._numbers[top] = self._of(row)
        return self._numbers[term]

    def _of(self, row: Row) -> int | None:
        op, width, operands, data = row
        if op == "const":
            return data
        if op in _LEAVES:
            return self._leaf(row)
        values = [self._numbers[t] for t in operands]
        if op == "select" and values[0] is not None:
            return values[1] if values[0] else values[2]
        if any(value is None for value in values):
            return None
        known = [value for value in values if value is not None]
        narrow = self._terms.width(operands[0])
        match op:
            case "cmpi":
                return self._compared(data, known, narrow)
            case "extui":
                return unsigned(known[0], narrow)
            case "extsi" | "trunci":
                return _wrapped(-known[0] if narrow == 1 else known[0], width)
            case "addi" | "subi" | "muli":
                a, b = known
                return _wrapped({"addi": a + b, "subi": a - b, "muli": a * b}[op], width)
        if op in _DIVIDES and known[1] == 0:
            return None
        if op == "floormodsi":
            return known[0] % known[1]
        return _wrapped(FOLDS[op](known[0], known[1], width), width)

    @staticmethod
    def _compared(predicate: str, sides: list[int], width: int) -> int:
        _, test, is_unsigned = PREDICATES[PREDICATE[predicate]]
        if is_unsigned:
            sides = [unsigned(side, width) for side in sides]
        elif width == 1:
            sides = [-side for side in sides]
        return int(test(*sides))


def _wrapped(number: int, width: int) -> int:
    if not width:
        return number
    number = unsigned(number, width)
    return number - (1 << width) if width > 1 and number >> (width - 1) else number
