"""Between which numbers an index is, as it is written: what minima and maxima of constants say."""

from __future__ import annotations

from math import inf

from triton_shared.ir.builder import Index, folded
from triton_shared.ir.walk import made_by


def limits(number: Index) -> tuple[float, float]:
    """The least and the largest number that ``number`` may be, infinite where nothing says so."""
    if isinstance(number, int):
        return number, number
    for name, choose in (("arith.maxsi", max), ("arith.minsi", min)):
        if (chosen := made_by(number, name)) is not None:
            lows, highs = zip(*(limits(folded(operand)) for operand in chosen.operands), strict=True)
            return choose(lows), choose(highs)
    return -inf, inf
