"""What an access is masked by, as reports of checks tell it: comparisons, their places, and the numbers of a lane.

>>> told(described(program.terms, touch), leaf)                                  # doctest: +SKIP
('line 6: 1000 < 1001',)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from triton_shared.analyses.folds import unsigned
from triton_shared.proofs.evaluate import Evaluation
from triton_shared.proofs.terms import Row, Terms
from triton_shared.proofs.touches import Touch

#: how reports spell comparisons
_SPELLED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
#: rows that a mask may need
_MOST = 200


def described(terms: Terms, touch: Touch) -> dict[str, Any]:
    """What JSON can hold of the mask of ``touch``: its conditions with their lines, the rows of these, its block."""
    numbers: dict[int, int] = {}
    rows: list[Row] = []
    pending = [term for term, _ in touch.mask]
    while pending:
        top = pending[-1]
        op, width, operands, data = terms.rows[top]
        missing = [t for t in operands if t not in numbers]
        if missing:
            pending += missing
            continue
        pending.pop()
        if top not in numbers:
            numbers[top] = len(rows)
            rows.append((op, width, tuple(numbers[t] for t in operands), data))
    short = rows if len(rows) <= _MOST else []
    mask = [[source[1], numbers[term]] for term, source in touch.mask]
    return {"mask": mask, "rows": short, "block": list(touch.block)}


def told(mask: Mapping[str, Any], leaf: Callable[[Row], int | None]) -> tuple[str, ...]:
    """Each condition of ``mask`` with its numbers in the lane whose leaves ``leaf`` knows, where these are known."""
    terms = Terms(mask["rows"])
    evaluation = Evaluation(terms, leaf)
    return tuple(_condition(terms, evaluation, *one) for one in mask["mask"])


def _condition(terms: Terms, evaluation: Evaluation, line: int, term: int) -> str:
    op, _, operands, predicate = terms.rows[term] if terms.rows else ("any", 1, (), None)
    sides = [evaluation.number(t) for t in operands] if op == "cmpi" else []
    if not sides or None in sides:
        return f"line {line}"
    return f"line {line}: {_compared(str(predicate), sides, terms.width(operands[0]))}"


def _compared(predicate: str, sides: Sequence[int | None], width: int) -> str:
    numbers = [side if side is not None else 0 for side in sides]
    if predicate.startswith("u"):
        numbers = [unsigned(number, width) for number in numbers]
    left, right = numbers
    return f"{left} {_SPELLED[predicate[-2:]]} {right}"
