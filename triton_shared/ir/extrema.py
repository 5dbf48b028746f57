"""Which selects give the greater or the smaller of two floats, and NaN where one of them is.

    %more = arith.cmpf ogt, %x, %y
    %nan = arith.cmpf une, %x, %x
    %take = arith.ori %more, %nan
    %m = arith.select %take, %x, %y       is as good as       %m = arith.maximumf %x, %y

They are evaluated for each case that two floats can be in, so that no spelling counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from triton_shared.ir import predicates
from triton_shared.ir.builder import element_of
from triton_shared.mlir import ir

#: what two floats can be to each other
CASES = ((0.0, 1.0), (1.0, 0.0), (1.0, 1.0), (math.nan, 0.0), (0.0, math.nan), (math.nan, math.nan))
#: how many values may be looked at for each select
MOST = 12
#: ops that join what compares give
JOINS: dict[str, Callable[[bool, bool], bool]] = {
    "arith.andi": lambda a, b: a and b,
    "arith.ori": lambda a, b: a or b,
    "arith.xori": lambda a, b: a != b,
}
#: ops that are looked at, besides constants
ASKED = {*JOINS, "arith.cmpf", "arith.select"}
RESULTS: dict[str, Callable[[float, float], float]] = {"arith.maximumf": max, "arith.minimumf": min}


def extremum(select: ir.Operation, of: Sequence[ir.Value]) -> str | None:
    """Which of `RESULTS` ``select`` gives, but for the sign of a zero, ``of`` two floats; None where it is neither."""
    if len(of) != len(CASES[0]):
        return None
    try:
        given = [_value(select.results[0], dict(zip(of, case, strict=True)), [MOST]) for case in CASES]
    except _Unknown:
        return None
    for name, function in RESULTS.items():
        if all(map(_same, given, (_expected(function, *case) for case in CASES))):
            return name
    return None


def leaves(root: ir.Value) -> list[ir.Value]:
    """What a tree of selects gives one of; none where it is too large."""
    found: dict[ir.Value, None] = {}
    seen, pending = {root}, [root]
    while pending:
        value = pending.pop(0)
        if isinstance(value.owner, ir.Block) or value.owner.name != "arith.select":
            found[value] = None
            continue
        sides = [side for side in list(value.owner.operands)[1:] if side not in seen]
        seen.update(sides)
        pending += sides
        if len(seen) > MOST:
            return []
    return list(found)


class _Unknown(Exception):
    """A value that depends on more than two floats, or on too many ops."""


def _value(value: ir.Value, known: dict[ir.Value, float], left: list[int]) -> float:
    """``value`` where the floats are ``known``; ``left`` counts how many ops may be looked at."""
    if value in known:
        return known[value]
    owner, left[0] = value.owner, left[0] - 1
    if isinstance(owner, ir.Block) or left[0] < 0:
        raise _Unknown
    match owner.name:
        case "arith.select":
            condition, yes, no = owner.operands
            return _value(yes if _value(condition, known, left) else no, known, left)
        case "arith.cmpf":
            a, b = (_value(operand, known, left) for operand in owner.operands)
            return _compared(predicates.FLOATS[owner.attributes["predicate"].value], a, b)
        case name if name in JOINS:
            a, b = (bool(_value(operand, known, left)) for operand in owner.operands)
            return JOINS[name](a, b)
        case "arith.constant" if str(element_of(value.type)) == "i1":
            return "true" in str(owner.attributes["value"])
    raise _Unknown


def _compared(predicate: str, a: float, b: float) -> bool:
    """What ``arith.cmpf`` gives."""
    if math.isnan(a) or math.isnan(b):
        return predicate.startswith("u") or predicate == "true"
    if predicate in ("ord", "uno", "true", "false"):
        return predicate in ("ord", "true")
    return {"eq": a == b, "ne": a != b, "gt": a > b, "ge": a >= b, "lt": a < b, "le": a <= b}[predicate[-2:]]


def _expected(function: Callable[[float, float], float], a: float, b: float) -> float:
    return math.nan if math.isnan(a) or math.isnan(b) else function(a, b)


def _same(a: float, b: float) -> bool:
    return a == b or (math.isnan(a) and math.isnan(b))
