"""What a loop over segments (``tt.wrapped``) counts: the places ``start + i`` of a dimension, modulo a size.

    scf.for %k = … {
      %origin = arith.muli %k, %divisor ; %beyond = arith.addi %origin, %divisor
      %end = arith.select %is_negative, …, %beyond ; %stop = arith.subi %end, %start ; arith.minsi %stop, 128

wraps at ``%divisor``, which is ``%size``, an integer of 32 bits or less, without its sign, and not 0.  The analysis is
pure.
"""

from __future__ import annotations

from typing import NamedTuple

from triton_shared.codegen.simt.analysis.tensor_ops import constant_of
from triton_shared.ir.builder import Index
from triton_shared.ir.walk import made_by
from triton_shared.mlir import ir

#: on a loop: the dimension of a block whose places it counts modulo a size
WRAPPED = "tt.wrapped"
#: on such a loop: nothing of the block is needed whose place is the size or more
UNSTORED = "simt.unstored"
#: bits of a size whose absolute value is taken as it is
_SIZE_BITS = 32


class Wrap(NamedTuple):
    """Places ``start + i``, which count modulo ``size``."""

    start: Index
    size: Index


def wrap_of(loop: ir.Operation) -> Wrap | None:
    """What the `scf.for` ``loop``, over segments, counts; None where it is written in another way."""
    number = loop.regions[0].blocks[0].arguments[0]
    for view in loop.regions[0].blocks[0].operations:
        end = view.operation
        if end.name != "arith.select" or (divisor := _divisor(end.operands[2], number)) is None:
            continue
        if (test := made_by(end.operands[0], "arith.cmpi")) is None or test.operands[0] != number:
            return None
        size, stops = _size(divisor), [use.owner.operation for use in end.result.uses]
        if size is None or len(stops) != 1 or stops[0].operands[0] != end.result:
            return None
        match stops[0].name:
            case "arith.subi":
                return Wrap(_index(stops[0].operands[1]), size)
            case "arith.minsi":
                return Wrap(0, size)
    return None


def is_left_of(value: Index, wrap: Wrap) -> bool:
    """Whether ``value`` is no more than ``size - start``, or 0, as it is written."""
    if isinstance(value, int):
        return isinstance(wrap.start, int) and isinstance(wrap.size, int) and value <= wrap.size - wrap.start
    if wrap.start == 0 and value == wrap.size:
        return True
    if (least := made_by(value, "arith.minsi")) is not None:
        return any(is_left_of(_index(operand), wrap) for operand in least.operands)
    if (most := made_by(value, "arith.maxsi")) is not None:
        return all(_index(operand) == 0 or is_left_of(_index(operand), wrap) for operand in most.operands)
    left = made_by(value, "arith.subi")
    return left is not None and tuple(map(_index, left.operands)) == (wrap.size, wrap.start)


def _divisor(beyond: ir.Value, number: ir.Value) -> ir.Value | None:
    """The divisor whose ``number``-th multiple, and once more, is ``beyond``."""
    added = made_by(beyond, "arith.addi")
    for one, two in () if added is None else (added.operands, reversed(added.operands)):
        origin = made_by(one, "arith.muli")
        if origin is not None and set(origin.operands) == {number, two}:
            return two
    return None


def _size(divisor: ir.Value) -> Index | None:
    """What ``divisor`` is the absolute value of, or 1 for 0."""
    value = _bounded(_bounded(divisor, "arith.minui"), "arith.maxui")
    if (largest := made_by(value, "arith.maxsi")) is not None:
        value, negated = largest.operands
        if (minus := made_by(negated, "arith.subi")) is None or minus.operands[1] != value:
            return None
    cast = made_by(value, "arith.index_cast")
    is_narrow = cast is not None and ir.IntegerType(cast.operands[0].type).width <= _SIZE_BITS
    found = _index(value)
    return found if is_narrow or (isinstance(found, int) and found > 0) else None


def _bounded(value: ir.Value, name: str) -> ir.Value:
    """What ``value`` is, if not a constant, where an op ``name`` chooses between it and one."""
    chosen = made_by(value, name)
    return chosen.operands[0] if chosen is not None and constant_of(chosen.operands[1]) is not None else value


def _index(value: ir.Value) -> Index:
    """``value``, or the number that it is."""
    number = constant_of(value)
    return value if number is None else int(number)
