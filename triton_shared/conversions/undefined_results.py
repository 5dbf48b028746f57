"""Ops that have no meaning for some operands, and the checks that say so where the lane is needed.

::

    %i = arith.fptosi %x : f32 to i8    ->    %i = arith.fptosi %x : f32 to i8
                                              tts.check %fits_or_unneeded, %x {told = "converts a number to an …"}

* integers divided by zero, and the least one by -1; shifts by as many bits as there are, or by a negative number;
* numbers that are converted to integers which cannot hold them, NaN among these;
* ``tl.gather`` of what is not in the block, which gives the first element then, so that the launch goes on;
* ``tl.histogram`` of numbers without a bin.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from triton_shared.conversions.checks_of_ops import behind, check, compare, constant_of, needed
from triton_shared.ir.builder import bit_width, build, element_of
from triton_shared.mlir import ir

DIVISIONS = (
    "arith.divsi",
    "arith.divui",
    "arith.remsi",
    "arith.remui",
    "arith.ceildivsi",
    "arith.floordivsi",
)
#: those whose quotient may be too large by one
_SIGNED = ("arith.divsi", "arith.ceildivsi", "arith.floordivsi")
SHIFTS = ("arith.shli", "arith.shrsi", "arith.shrui")
CONVERSIONS = ("arith.fptosi", "arith.fptoui")
#: bits of the significand of what is converted, and the largest power of two that it has
_FLOATS = {ir.F16Type: (11, 15), ir.BF16Type: (8, 127), ir.F32Type: (24, 127), ir.F64Type: (53, 1023)}


def _division(op: ir.Operation) -> None:
    a, b = op.operands
    known = constant_of(b)
    if not known:
        is_quotient = op.name.startswith("arith.div")
        told = "divides an integer by zero" if is_quotient else "takes the remainder by zero"
        _tell(op, told, lambda: compare("ne", b, 0), ("dividend", a), ("divisor", b))
    if op.name in _SIGNED and known in (None, 0, -1) and constant_of(a) is None:
        width = bit_width(element_of(a.type))
        least = -(1 << (width - 1))
        told = f"divides the least integer of {width} bits by -1"

        def fits() -> ir.Value:
            return build.apply("arith.ori", compare("ne", a, least), compare("ne", b, -1))

        _tell(op, told, fits, ("dividend", a), ("divisor", b))


def _shift(op: ir.Operation) -> None:
    a, by = op.operands
    width = bit_width(element_of(a.type))
    known = constant_of(by)
    if known is not None and 0 <= known < width:
        return
    told = f"shifts an integer of {width} bits by as many, or by a negative number"
    _tell(op, told, lambda: compare("ult", by, width), ("value", a), ("bits", by))


def _conversion(op: ir.Operation) -> None:
    (number,) = op.operands
    width, format_ = bit_width(element_of(op.results[0].type)), _FLOATS.get(type(element_of(number.type)))
    if format_ is None:
        return
    is_signed = op.name == "arith.fptosi"
    bits = width - is_signed

    def fits() -> ir.Value:
        low = _above(number, bits, is_signed, *format_)
        return build.apply("arith.andi", low, _below(number, bits, format_[1]))

    kind = "an integer" if is_signed else "an unsigned integer"
    _tell(op, f"converts a number to {kind} of {width} bits, which cannot hold it", fits, ("number", number))


def _above(number: ir.Value, bits: int, is_signed: bool, digits: int, most: int) -> ir.Value:
    """Whether ``number``, without its fraction, is no less than the least of so many ``bits``."""
    if not is_signed or bits > most:
        return compare("ogt", number, -math.inf if is_signed else -1.0)
    least = -(2.0**bits)
    return compare("ogt", number, least - 1) if bits < digits else compare("oge", number, least)


def _below(number: ir.Value, bits: int, most: int) -> ir.Value:
    """Whether ``number`` is no more than the greatest; ``most`` is the largest power of two of its type."""
    return compare("olt", number, 2.0**bits if bits <= most else math.inf)


def _gather(op: ir.Operation) -> None:
    source, at = op.operands
    size = source.type.shape[op.attributes["axis"].value]
    if size >= 1 << bit_width(element_of(at.type)):
        return
    told = f"gathers from a block that has no such element: there are {size}"
    _tell(op, told, lambda: compare("ult", at, size), ("index", at))
    with ir.InsertionPoint(op):
        zero = build.constant(at.type, 0)
        op.operands[1] = build.select(compare("ult", at, size), at, zero)


def _histogram(op: ir.Operation) -> None:
    source, *mask = op.operands
    bins = op.results[0].type.shape[0]
    if bins >= 1 << bit_width(element_of(source.type)):
        return
    with behind(op):
        holds = compare("ult", source, bins)
        if mask:
            holds = build.apply("arith.ori", holds, build.apply("arith.xori", mask[0], 1))
        check(holds, "promises", f"counts a number that has none of {bins} bins", [("number", source)])


def _tell(op: ir.Operation, told: str, holds: Callable[[], ir.Value], *values: tuple[str, ir.Value]) -> None:
    needed(op.results[0], holds, lambda holds: check(holds, "promises", told, values))


RULES: dict[str, Callable[[ir.Operation], None]] = {
    **dict.fromkeys(DIVISIONS, _division),
    **dict.fromkeys(SHIFTS, _shift),
    **dict.fromkeys(CONVERSIONS, _conversion),
    "tt.gather": _gather,
    "tt.histogram": _histogram,
}
