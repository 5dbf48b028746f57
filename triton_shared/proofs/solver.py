"""Z3 (the extra ``prove``), for what substitution does not prove, and for launches that fail.

>>> solve(facts, negated(goal), [size, n], seconds=5)                            # doctest: +SKIP
{0: 1, 1: 129}
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from typing import Any

from triton_shared.ir.polynomial import Polynomial
from triton_shared.proofs.facts import FAR, Facts, Formula

#: sizes of which a launch that fails is looked for first
_SMALL = (2, 8, 64, 1 << 10, 1 << 16, 1 << 24)


def is_there() -> bool:
    """Whether Z3 is installed."""
    return importlib.util.find_spec("z3") is not None


def solve(
    facts: Facts, formula: Formula, small: Sequence[Polynomial], seconds: float
) -> Mapping[int, int] | bool | None:
    """Numbers of the symbols for which ``facts`` and ``formula`` hold, ``small`` ones as small as powers of two tell.

    False where there are none, None where that was not found out in so many ``seconds``.
    """
    z3 = importlib.import_module("z3")
    translation = _Translation(z3, facts)
    solver = z3.Solver()
    solver.add(*translation.facts(), translation.formula(formula))
    solver.set("timeout", max(int(seconds * 1000), 1))
    if solver.check() == z3.unsat:
        return False
    solver.set("timeout", max(int(seconds * 300), 1))
    for most in _SMALL:
        solver.push()
        for poly in small:
            number = translation.poly(poly)
            solver.add(number <= most, number >= -most)
        if solver.check() == z3.sat:
            return translation.values(_least(z3, solver, [translation.poly(p) for p in small]))
        solver.pop()
    return translation.values(solver.model()) if solver.check() == z3.sat else None


def _least(z3: Any, solver: Any, numbers: Sequence[Any]) -> Any:
    """A model in which one number after the other is as small as it can be."""
    model = solver.model()
    for number in numbers:
        value = model.eval(number, model_completion=True).as_long()
        low, high = 0, abs(value)
        while low < high:
            middle = (low + high) // 2
            solver.push()
            solver.add(number <= middle, number >= -middle)
            if solver.check() == z3.sat:
                model = solver.model()
                high = abs(model.eval(number, model_completion=True).as_long())
            else:
                low = middle + 1
            solver.pop()
        solver.add(number <= high, number >= -high)
    return model


class _Translation:
    """Z3's expressions of symbols, polynomials and formulas."""

    def __init__(self, z3: Any, facts: Facts):
        self._z3, self._facts = z3, facts
        self._symbols = [z3.Int(f"s{n}") for n in range(len(facts.ranges))]

    def facts(self) -> list[Any]:
        """All that holds."""
        found = [self.poly(poly) >= 0 for poly in self._facts.known]
        for symbol, (low, high) in zip(self._symbols, self._facts.ranges, strict=True):
            found += [symbol >= low] * (low > -FAR) + [symbol <= high] * (high < FAR)
        return [*found, *map(self.formula, self._facts.formulas)]

    def poly(self, poly: Polynomial) -> Any:
        """A sum of products."""
        total = self._z3.IntVal(0)
        for monomial, factor in poly.terms.items():
            product = self._z3.IntVal(factor)
            for symbol in monomial:
                product = product * self._symbols[symbol]
            total = total + product
        return total

    def formula(self, formula: Formula) -> Any:
        """A condition."""
        kind, *parts = formula
        match kind:
            case "ge":
                return self.poly(parts[0]) >= 0
            case "and" | "or":
                join = self._z3.And if kind == "and" else self._z3.Or
                return join(*map(self.formula, parts))
            case "not":
                return self._z3.Not(self.formula(parts[0]))
        return self._symbols[parts[0]] == 1

    def values(self, model: Any) -> dict[int, int]:
        """The numbers of all symbols in ``model``."""
        return {n: model.eval(s, model_completion=True).as_long() for n, s in enumerate(self._symbols)}
