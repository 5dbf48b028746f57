"""What the ops of the arith dialect make of integers that are known."""

from __future__ import annotations

import operator
from collections.abc import Callable

from triton_shared.ir import predicates


def unsigned(number: int, width: int) -> int:
    """``number`` modulo 2**width."""
    return number & ((1 << width) - 1)


def signed(number: int, width: int) -> int:
    """The number of ``width`` bits that an `Expr` holds as ``number``: of a single bit true is -1."""
    return -number if width == 1 else number


def _divide(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


_TESTS = {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}
_NEGATED = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}

#: predicate number of arith.cmpi -> (name, compare, is unsigned)
PREDICATES = {
    number: (name, _TESTS[name[-2:]], name.startswith("u")) for number, name in enumerate(predicates.INTEGERS)
}
PREDICATE = {name: number for number, name in enumerate(predicates.INTEGERS)}
NEGATED = {PREDICATE[name]: PREDICATE[name[:-2] + _NEGATED[name[-2:]]] for name in PREDICATE}

#: op -> what it computes on `signed` constants (a, b, width); divisions by zero never fold
FOLDS: dict[str, Callable[[int, int, int], int]] = {
    "divsi": lambda a, b, w: _divide(a, b),
    "divui": lambda a, b, w: unsigned(a, w) // unsigned(b, w),
    "remsi": lambda a, b, w: a - b * _divide(a, b),
    "remui": lambda a, b, w: unsigned(a, w) % unsigned(b, w),
    "ceildivsi": lambda a, b, w: -(-a // b),
    "floordivsi": lambda a, b, w: a // b,
    "minsi": lambda a, b, w: min(a, b),
    "maxsi": lambda a, b, w: max(a, b),
    "minui": lambda a, b, w: min(unsigned(a, w), unsigned(b, w)),
    "maxui": lambda a, b, w: max(unsigned(a, w), unsigned(b, w)),
    "andi": lambda a, b, w: a & b,
    "ori": lambda a, b, w: a | b,
    "xori": lambda a, b, w: a ^ b,
    "shli": lambda a, b, w: a << b if 0 <= b < w else 0,
    "shrsi": lambda a, b, w: a >> b if 0 <= b < w else -(a < 0),
    "shrui": lambda a, b, w: unsigned(a, w) >> b if 0 <= b < w else 0,
}
DIVISIONS = {"divsi", "divui", "remsi", "remui", "ceildivsi", "floordivsi"}
IDEMPOTENT = {"minsi", "maxsi", "minui", "maxui", "andi", "ori"}
