"""Reductions whose combiner commutes but for rounding, such as Welford's: their elements may be combined in any order.

    delta = mean2 - mean1 ; w = w1 + w2 ; mean1 + delta * w2 / w, m2_1 + m2_2 + delta * delta * w1 * w2 / w, w

A body of additions, multiplications, divisions, comparisons and selects is a rational function in pieces.  It is
evaluated of two tuples, both ways, in exact numbers: at random ones, with zeros among them and numbers that are equal,
on which comparisons depend.  Where both ways differ, as for the mean of no elements, what they give must be the same
to whatever it is combined with.  With NaN, both ways give the same or what is not finite.  Nothing is said of
infinities, whose differences are NaN in one order and not in another.

Components that are never negative nor NaN (`nonnegative`), such as counts, are tried as such, and have to stay so: a
body may ask whether there is any element, by a comparison of a count with 0.
"""

from __future__ import annotations

import itertools
import math
import operator
import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from triton_shared.codegen.nests.nest import FROM_FIRST
from triton_shared.codegen.tensors.nonnegative import is_nonnegative
from triton_shared.codegen.tensors.selections import compare_floats
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir

#: components of a tuple at most: each multiplies what is tried
MOST_COMPONENTS = 3
#: tuples that results are combined with to tell them apart
OTHERS = 4
_RANGE = 1 << 16
#: an exact number, or what is not finite
Number = Fraction | float
Tuple = tuple[Number, ...]


def commutes(op: ir.Operation) -> bool:
    """Whether the reduction ``op`` may combine elements in any order, but for what is rounded."""
    block = op.regions[0].blocks[0]
    count = len(block.arguments) // 2
    if count > MOST_COMPONENTS or not all(isinstance(a.type, ir.FloatType) for a in block.arguments):
        return False
    signs, left = [_is_nonnegative(op, number) for number in range(count)], list[bool]()
    try:
        while signs != left:
            left = signs
            pairs, others = _tried(left)
            made = [_combined(block, a, b) for a, b in pairs]
            signs = [is_so and all(one[n] >= 0 for one in made) for n, is_so in enumerate(left)]
        return all(_commute(block, a, b, others) for a, b in pairs)
    except NotImplementedError:
        return False


def _tried(signs: Sequence[bool]) -> tuple[list[tuple[Tuple, Tuple]], list[Tuple]]:
    """Pairs of tuples, and tuples that results are combined with; by component whether it is never negative nor NaN."""
    dice, count = random.Random(0), len(signs)

    def signed(numbers: Sequence[Number]) -> Tuple:
        return tuple(max(x, -x) if signs[n] else x for n, x in enumerate(numbers))

    def is_possible(numbers: Tuple) -> bool:
        return not any(is_so and math.isnan(x) for x, is_so in zip(numbers, signs, strict=True))

    others = [signed([_any(dice) for _ in range(count)]) for _ in range(OTHERS)]
    pairs = [(signed(a), signed(b)) for a, b in _pairs(count, dice)]
    return [pair for pair in pairs if all(map(is_possible, pair))], others


def _is_nonnegative(op: ir.Operation, number: int) -> bool:
    """Whether neither the elements of component ``number`` are negative nor what they are first combined with."""
    element, init = op.operands[number], op.operands[number + len(op.results)]
    return is_nonnegative(element) and (FROM_FIRST in op.attributes or is_nonnegative(init))


def _any(dice: random.Random) -> Fraction:
    return Fraction(dice.randint(-_RANGE, _RANGE))


def _pairs(count: int, dice: random.Random) -> Iterator[tuple[Tuple, Tuple]]:
    """Pairs of tuples, whose components are equal or zero in all ways, and such in which one is NaN."""
    zero, finite = Fraction(0), ("different", "equal", "early", "late", "none")

    def pair(kind: Any) -> tuple[Number, Number]:
        x, y = _any(dice), _any(dice)
        named = {
            "different": (x, y),
            "equal": (x, x),
            "early": (x, zero),
            "late": (zero, y),
            "none": (zero, zero),
        }
        return named.get(kind, kind)

    kinds: list[Sequence[Any]] = [*itertools.product(finite, repeat=count)]
    for n, rest in itertools.product(
        range(count), itertools.product(("different", "none"), repeat=count - 1)
    ):
        kinds += [(*rest[:n], kind, *rest[n:]) for kind in ((math.nan, _any(dice)), (_any(dice), math.nan))]
    for one in kinds:
        left, right = zip(*map(pair, one), strict=True)
        yield left, right


def _commute(block: ir.Block, a: Tuple, b: Tuple, others: Sequence[Tuple]) -> bool:
    """Whether ``a`` and ``b`` give the same both ways, or what is the same to ``others``."""
    one, other = _combined(block, a, b), _combined(block, b, a)
    return _agree(one, other) or all(
        _agree(_combined(block, one, c), _combined(block, other, c))
        and _agree(_combined(block, c, one), _combined(block, c, other))
        for c in others
    )


def _agree(one: Tuple, other: Tuple) -> bool:
    return all(x == y or not (math.isfinite(x) or math.isfinite(y)) for x, y in zip(one, other, strict=True))


def _combined(block: ir.Block, a: Tuple, b: Tuple) -> Tuple:
    """What ``block`` makes of two tuples; NotImplementedError where it has an op that this does not know."""
    env: dict[ir.Value, Any] = dict(zip(block.arguments, (*a, *b), strict=True))

    def value(operand: ir.Value) -> Any:
        if operand not in env:
            maker = owner_of(operand)
            if maker is None or maker.name != "arith.constant" or not isinstance(operand.type, ir.FloatType):
                raise NotImplementedError
            number = maker.attributes["value"].value
            env[operand] = Fraction(number) if math.isfinite(number) else number
        return env[operand]

    for view in block.operations:
        op = view.operation
        if op.name == "linalg.yield":
            return tuple(map(value, op.operands))
        if op.name != "arith.constant":
            env[op.result] = _evaluated(op, [value(v) for v in op.operands])
    raise NotImplementedError


def _evaluated(op: ir.Operation, operands: list[Any]) -> Any:
    match op.name:
        case "arith.select":
            return operands[1] if operands[0] else operands[2]
        case "arith.cmpf":
            return compare_floats(op.attributes["predicate"].value, *operands)
        case "arith.negf":
            return -operands[0]
    if (rule := _RULES.get(op.name)) is None:
        raise NotImplementedError
    return rule(*operands)


def _divided(x: Number, y: Number) -> Number:
    if y == 0:
        return math.nan if x == 0 or math.isnan(x) else math.copysign(math.inf, x)
    return x / y


def _extreme(choose: Callable[[Number, Number], Number]) -> Callable[[Number, Number], Number]:
    """The greater or the smaller number, or NaN where there is one."""
    return lambda x, y: math.nan if math.isnan(x) or math.isnan(y) else choose(x, y)


_RULES: dict[str, Callable[[Any, Any], Any]] = {
    **{"arith.addf": operator.add, "arith.subf": operator.sub, "arith.mulf": operator.mul},
    **{
        "arith.divf": _divided,
        "arith.andi": operator.and_,
        "arith.ori": operator.or_,
        "arith.xori": operator.xor,
    },
    **{"arith.maximumf": _extreme(max), "arith.minimumf": _extreme(min)},
}
