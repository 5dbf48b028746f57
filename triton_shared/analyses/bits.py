"""Shifts and masks of positions as the sums, quotients and remainders that they are.

====================  ==============================================================  =======================
``x & 63``            ``(low + varying) % 64``, where ``x = start + varying``       ``low = start & 63``
``x >> 6``            ``(start >> 6) + (low + varying) / 64``
``x & ~63``           ``x - (x & 63)``, and so any run of bits
``x | c``, ``x ^ c``  ``x + c - (x & c)``, ``x + c - 2 * (x & c)``
``a | b``, ``a ^ b``  ``a + b`` where ``a`` is a multiple of a power of two beyond b
====================  ==============================================================  =======================

Each is exact for a start of either sign: ``low + varying`` is small and not negative, and division of such numbers is
the same however it rounds.  Where ``x`` may wrap, its upper bits count modulo a smaller power of two: what is
shifted is shifted back and again.  What is not the same for all elements and not known to be small stays as it is.
"""

from __future__ import annotations

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Expr
from triton_shared.analyses.facts import Facts

BITWISE = frozenset({"andi", "ori", "xori", "shrsi", "shrui", "divui", "remui"})


def apply(op: str, left: Expr, right: Expr, facts: Facts) -> Expr:
    """``arith.<op>`` for an op of `BITWISE`, of a position, as arithmetic where it can be said so."""
    if left.width == 1 or not (left.dims or right.dims):
        return ex.apply(op, left, right)
    if left.constant is not None and op in ("andi", "ori", "xori"):
        left, right = right, left
    folded = ex.apply(op, left, right)
    if folded.atom is None or getattr(folded.atom, "op", None) != op:
        return folded
    return _rewritten(op, left, right, facts) or folded


def _rewritten(op: str, left: Expr, right: Expr, facts: Facts) -> Expr | None:
    number, width = right.constant, left.width
    match op:
        case "andi" if number is not None:
            return _masked(left, number, facts)
        case "ori" | "xori" if _disjoint(left, right, facts) or _disjoint(right, left, facts):
            return left + right
        case "ori" | "xori" if number is not None:
            both = _masked(left, number, facts)
            return both and left + right - both * ex.constant(1 if op == "ori" else 2, width)
        case "shrsi" if number is not None and 0 <= number < width - 1:
            return _shifted(left, number, facts)
        case "shrui" if number is not None and 0 <= number < width - 1 and _is_count(left, facts):
            return _shifted(left, number, facts)
        case "remui" if number is not None and number > 0 and number & (number - 1) == 0:
            return _low_bits(left, number.bit_length() - 1, facts)
        case "divui" | "remui" if number is not None and number > 0 and _is_count(left, facts):
            return ex.apply(op[:-2] + "si", left, right)
    return None


def _is_count(expr: Expr, facts: Facts) -> bool:
    """Whether ``expr`` never is negative."""
    return facts.fits(expr) and facts.of(expr.uniform).low >= 0 and facts.of(expr.varying).low >= 0


def _disjoint(high: Expr, low: Expr, facts: Facts) -> bool:
    """Whether no bit is set in both: ``high`` is a multiple of a power of two, and ``low`` is less."""
    divisor, bound = facts.of(high).divisor, facts.of(low)
    return bound.low >= 0 and bound.high < (divisor & -divisor or 1 << high.width)


def _masked(position: Expr, mask: int, facts: Facts) -> Expr | None:
    """``position & mask`` for a mask of one run of bits, or of all but one run."""
    width = position.width
    if mask == 0:
        return ex.constant(0, width)
    if mask < 0:
        rest = _masked(position, ~mask, facts)
        return rest and position - rest
    low, high = (mask & -mask).bit_length() - 1, mask.bit_length()
    if mask != (1 << high) - (1 << low):
        return None
    upper, lower = _low_bits(position, high, facts), _low_bits(position, low, facts)
    if upper is None or lower is None:
        return None
    return upper - lower if low else upper


def _low_bits(position: Expr, bits: int, facts: Facts) -> Expr | None:
    """``position % 2**bits``, not negative."""
    found = _small(position, bits, facts)
    return found and ex.apply("remsi", found[0], ex.constant(1 << bits, position.width))


def _shifted(position: Expr, bits: int, facts: Facts) -> Expr | None:
    """``position / 2**bits``, rounded down."""
    if (found := _small(position, bits, facts)) is None:
        return None
    small, turns = found
    width = position.width
    whole = ex.apply("shrsi", position.uniform, ex.constant(bits, width))
    shifted = whole + ex.apply("divsi", small, ex.constant(1 << bits, width)) - ex.constant(turns, width)
    if facts.fits(position):
        return shifted
    return ex.apply("shrsi", shifted * ex.constant(1 << bits, width), ex.constant(bits, width))


def _small(position: Expr, bits: int, facts: Facts) -> tuple[Expr, int] | None:
    """A number, not negative, that is ``position`` modulo 2**bits, as the low bits of its start and what varies.

    Also how many times 2**bits has been added to that; None where what varies is not known to be near.
    """
    width, size = position.width, 1 << bits
    if bits >= width - 1:
        return None
    varying = facts.of(position.varying)
    turns = -(varying.low // size) if varying.low < 0 else 0
    if varying.high + (turns + 1) * size >= 1 << (width - 1):
        return None
    start, known = position.uniform, facts.of(position.uniform)
    if known.divisor % size == 0:
        start = ex.constant(0, width)
    elif not (known.low >= 0 and known.high < size):
        start = ex.apply("andi", start, ex.constant(size - 1, width))
    return start + ex.constant(turns * size, width) + position.varying, turns
