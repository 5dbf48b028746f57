"""`Facts`: what holds of integers, and whether it follows that a polynomial is not negative.

A goal is proved by putting bounds in the place of symbols, the latest of both first: ``n - pid*128 - i - 1`` with
``i <= n - pid*128 - 1`` is not negative as 0 is not.  Each step makes the goal less, so what is proved holds for all
integers; what is not proved may hold.  A bound may be put in where the factor of its symbol has a known sign, which is
a goal of its own, so strides and sizes may be unknown.

What does not fit the pattern, ``or`` and products of wrapped numbers, is kept as formulas for a solver
(`solver.py`):  ``("ge", poly)``, ``("and", …)``, ``("or", …)``, ``("not", formula)`` and ``("bool", symbol)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triton_shared.ir.polynomial import Polynomial

Formula = tuple[Any, ...]
TRUE: Formula = ("and",)
FALSE: Formula = ("or",)
#: steps that one goal may take, and how deep alternatives are told apart
_STEPS, _CASES = 400, 2
#: ends of symbols of which nothing is known
FAR = 1 << 200


def ge(poly: Polynomial) -> Formula:
    """That ``poly`` is not negative."""
    return ("ge", poly)


def equal(a: Polynomial, b: Polynomial) -> Formula:
    """That both are the same."""
    return ("and", ge(a - b), ge(b - a))


def negated(formula: Formula) -> Formula:
    """The opposite, with ``not`` in front of symbols alone."""
    kind, *parts = formula
    match kind:
        case "ge":
            return ge(-parts[0] - 1)
        case "and" | "or":
            return ("or" if kind == "and" else "and", *map(negated, parts))
        case "not":
            return parts[0]
    return ("not", formula)


class Facts:
    """Ranges of symbols, polynomials that are not negative, and formulas that hold."""

    def __init__(self) -> None:
        self.ranges: list[tuple[int, int]] = []
        self.known: list[Polynomial] = []
        self.formulas: list[Formula] = []
        self._left, self._any_symbol = 0, False

    def copy(self) -> Facts:
        """The same, to be added to."""
        other = Facts()
        other.ranges, other.known, other.formulas = [*self.ranges], [*self.known], [*self.formulas]
        return other

    def symbol(self, low: int = -FAR, high: int = FAR) -> Polynomial:
        """A new symbol, between ``low`` and ``high``."""
        self.ranges.append((low, high))
        return Polynomial.of(len(self.ranges) - 1)

    def assume(self, formula: Formula) -> None:
        """Let ``formula`` hold."""
        match formula:
            case ("ge", poly):
                self._know(poly.tightened())
            case ("and", *parts):
                for part in parts:
                    self.assume(part)
            case ("or", part):
                self.assume(part)
            case _:
                self.formulas.append(formula)

    def _know(self, poly: Polynomial) -> None:
        """Note that ``poly`` is not negative; of one symbol alone it is a range."""
        symbols = poly.factors
        if len(symbols) == 1 and (parts := poly.split(*symbols)):
            factor, rest = (p.constant for p in parts)
            if factor in (1, -1) and rest is not None:
                (s,) = symbols
                low, high = self.ranges[s]
                self.ranges[s] = (max(low, -rest), high) if factor == 1 else (low, min(high, rest))
                return
        if symbols and poly not in self.known:
            self.known.append(poly)

    def is_contradicted(self) -> bool:
        """Whether the facts are seen to exclude one another."""
        return any(low > high for low, high in self.ranges) or any(self.proves(-p - 1) for p in self.known)

    def ends(self, poly: Polynomial) -> tuple[int, int]:
        """Numbers between which ``poly`` lies, by ranges of symbols alone."""
        return poly.ends(self.ranges.__getitem__)

    def holds(self, formula: Formula, cases: int = _CASES) -> bool:
        """Whether ``formula`` is proved, if need be for each of some alternatives."""
        match formula:
            case ("and", *parts):
                return all(self.holds(part, cases) for part in parts)
            case ("ge", poly) if self.proves(poly):
                return True
            case ("or", *parts) if any(self.holds(part, 0) for part in parts):
                return True
        return bool(cases) and any(
            all(case.holds(formula, cases - 1) or case.is_contradicted() for case in others)
            for others in self._alternatives()
        )

    def _alternatives(self) -> Iterator[list[Facts]]:
        """Facts of which one must hold, for each formula that has a few."""
        for formula in self.formulas:
            if formula[0] == "or" and len(formula) <= 3:
                cases = []
                for part in formula[1:]:
                    case = self.copy()
                    case.formulas.remove(formula)
                    case.assume(part)
                    cases.append(case)
                yield cases

    def proves(self, goal: Polynomial) -> bool:
        """Whether ``goal`` is proved not to be negative."""
        for any_symbol in (False, True):
            self._left, self._any_symbol = _STEPS, any_symbol
            if self._follows(goal, frozenset()):
                return True
        return False

    def _follows(self, goal: Polynomial, above: frozenset[Polynomial]) -> bool:
        goal = goal.tightened()
        if self.ends(goal)[0] >= 0:
            return True
        if not goal.factors or goal in above or self._left <= 0:
            return False
        self._left -= 1
        above |= {goal}
        for symbol in sorted(goal.factors, reverse=True):
            parts = goal.split(symbol)
            if parts is None:
                continue
            bounds = self._bounds(symbol)
            for sign in (1, -1):
                if bounds[sign] and self._follows_sign(parts[0] * sign, above):
                    for scale, bound in bounds[sign]:
                        if self._follows(parts[0] * bound + parts[1] * scale, above):
                            return True
                    break
            if not self._any_symbol:
                return False
        return False

    def _follows_sign(self, factor: Polynomial, above: frozenset[Polynomial]) -> bool:
        return self.ends(factor)[0] >= 0 or (factor.constant is None and self._follows(factor, above))

    def _bounds(self, symbol: int) -> dict[int, list[tuple[int, Polynomial]]]:
        """``(scale, bound)`` of what ``scale * symbol`` is at least, by 1, and at most, by -1."""
        low, high = self.ranges[symbol]
        found: dict[int, list[tuple[int, Polynomial]]] = {1: [], -1: []}
        for poly in reversed(self.known):
            if symbol in poly.factors and (parts := poly.split(symbol)):
                factor = parts[0].constant
                if factor:
                    found[1 if factor > 0 else -1].append(
                        (abs(factor), parts[1] if factor < 0 else -parts[1])
                    )
        if low > -FAR:
            found[1].append((1, Polynomial.number(low)))
        if high < FAR:
            found[-1].append((1, Polynomial.number(high)))
        return found
