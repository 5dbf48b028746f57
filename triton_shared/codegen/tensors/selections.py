"""Reductions whose combiner selects one of two tuples, such as argmax: they need not go along the axis in order.

    %r:2 = linalg.reduce ins(%x, %i) … dimensions = [0] (%in, %at, %total, %there) { compares, selects one side }

with %i the positions along the axis: of two partial results the positions say which is of earlier elements, whatever
they are combined in, so the earlier can be the total.  What has been made of a body in that way commutes; where it is
associative, too, all orders give what the order of the axis gives.  A body that only compares and selects knows of
its operands how they compare, nothing else: so three tuples are tried in all ways in which they can.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from triton_shared.ir import predicates
from triton_shared.ir.walk import made_by, origin, owner_of, terminator
from triton_shared.mlir import ir

#: numbers that compare with one another in all ways, of each type, and positions
FLOATS, INTEGERS, POSITIONS = (math.nan, 0.0, 1.0, 2.0), (-2, -1, 0, 1, 2), (0, 1, 2)
#: components besides the position, of which there are that many at most: each multiplies what is tried
MOST_COMPONENTS = 2
_UNSIGNED = (1 << 64) - 1
_RELATIONS = {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}
_LOGIC = {"arith.andi": operator.and_, "arith.ori": operator.or_, "arith.xori": operator.xor}

Tuple = tuple[float | int, ...]


class _Part(NamedTuple):
    """Component ``number`` of the left (0) or the right (1) tuple."""

    value: float | int
    side: int
    number: int


class Extreme(NamedTuple):
    """What finds the greatest or the smallest of values that are no NaN, and its position.

    Attributes:
        position: the number of the operand that has positions; the other one has values.
        name: the op that gives the value of two.
        is_first: whether of values that compare equal the first one is found, else the last.
        is_first_nan: the same, if all values are NaN.
    """

    position: int
    name: str
    is_first: bool
    is_first_nan: bool

    def takes_early(self, early: float | int, late: float | int) -> bool:
        """Whether of two values the one with the smaller position is taken."""
        if late != late or early != early:
            return self.is_first_nan if early != early and late != late else late != late
        if early == late:
            return self.is_first
        if self.name.endswith("ui"):
            early, late = int(early) & _UNSIGNED, int(late) & _UNSIGNED
        return (early > late) == self.name.startswith("arith.max")


def extreme_of(op: ir.Operation, position: int, of_numbers: bool = False) -> Extreme | None:
    """What the reduction ``op``, in any order by `position_of`, finds; None if it is anything else.

    With ``of_numbers`` it may treat NaN as it likes.
    """
    block = op.regions[0].blocks[0]
    winners = _winners(block, position) if len(block.arguments) == 4 else None
    if not winners:
        return None
    value = 1 - position
    is_float = isinstance(block.arguments[value].type, ir.FloatType)
    names = ("maxnumf", "minnumf") if is_float else ("maxsi", "minsi", "maxui", "minui")
    for name, *first in itertools.product(names, (True, False), (True, False)):
        extreme = Extreme(position, f"arith.{name}", *first)
        if all(
            extreme.takes_early(early[value], late[value]) == (winner is early)
            for (early, late), winner in winners.items()
            if early[position] < late[position]
            and not (of_numbers and math.isnan(early[value] + late[value]))
        ):
            return extreme
    return None


def position_of(op: ir.Operation) -> int | None:
    """The number of the operand by which the reduction ``op`` may be done in any order; None if it may not."""
    axes = list(op.attributes["dimensions"])
    inputs = list(op.operands)[: len(op.results)]
    if len(axes) != 1 or len(inputs) > MOST_COMPONENTS + 1:
        return None
    block = op.regions[0].blocks[0]
    if any(a.type != v.type.element_type for a, v in zip(block.arguments, inputs, strict=False)):
        return None
    places = (n for n, value in enumerate(inputs) if _counts_along(value, axes[0]))
    return next((n for n in places if _selects(block, n)), None)


def _counts_along(value: ir.Value, axis: int) -> bool:
    """Whether the elements of ``value`` are their positions along ``axis``."""
    if (op := made_by(value, "tensor.expand_shape")) is not None:
        groups = [[dim.value for dim in group] for group in op.attributes["reassociation"]]
        outer, group = next((n, group) for n, group in enumerate(groups) if axis in group)
        is_alone = all(value.type.shape[dim] == 1 for dim in group if dim != axis)
        return is_alone and _counts_along(op.operands[0], outer)
    if (op := made_by(value, "linalg.generic")) is None:
        return False
    body = op.regions[0].blocks[0]
    made = origin(terminator(body).operands[0], ("arith.index_cast",))
    if (maker := owner_of(made)) is not None:
        return maker.name == "linalg.index" and maker.attributes["dim"].value == axis
    operand = op.operands[made.arg_number]
    results = list(op.attributes["indexing_maps"][made.arg_number].value.results)
    inner = next(
        (n for n, e in enumerate(results) if isinstance(e, ir.AffineDimExpr) and e.position == axis), None
    )
    return inner is not None and _counts_along(operand, inner)


def _selects(block: ir.Block, position: int) -> bool:
    """Whether ``block`` selects one of two tuples, by a rule that is associative if the earlier one is the total."""
    winners = _winners(block, position)
    tuples = dict.fromkeys(early for early, _ in winners)
    return bool(winners) and all(_is_associative(winners, three) for three in _triples([*tuples], position))


def _winners(block: ir.Block, position: int) -> dict[tuple[Tuple, Tuple], Tuple]:
    """For each two tuples which one ``block`` selects if the earlier one is the total; or nothing."""
    count = len(block.arguments) // 2
    ranges = [POSITIONS if n == position else _numbers(block.arguments[n].type) for n in range(count)]
    winners: dict[tuple[Tuple, Tuple], Tuple] = {}
    tuples = list(itertools.product(*ranges))
    for early, late in itertools.product(tuples, repeat=2):
        if early[position] < late[position]:
            side = _side(block, (late, early))
            if side is None:
                return {}
            winners[early, late] = winners[late, early] = (late, early)[side]
    return winners


def _numbers(type_: ir.Type) -> Sequence[float | int]:
    if isinstance(type_, ir.FloatType):
        return FLOATS
    return INTEGERS if isinstance(type_, ir.IntegerType) and type_.width > 1 else ()


def _triples(tuples: Sequence[Tuple], position: int) -> Iterator[tuple[Tuple, ...]]:
    of = [[t for t in tuples if t[position] == p] for p in POSITIONS]
    for order in itertools.permutations(POSITIONS):
        yield from itertools.product(*(of[p] for p in order))


def _is_associative(winners: dict[tuple[Tuple, Tuple], Tuple], three: tuple[Tuple, ...]) -> bool:
    a, b, c = three
    return winners[winners[a, b], c] is winners[a, winners[b, c]]


def _side(block: ir.Block, sides: tuple[Tuple, Tuple]) -> int | None:
    """Which of two tuples ``block`` selects; None if it does anything else."""
    count = len(sides[0])
    env: dict[ir.Value, Any] = {
        argument: _Part(sides[n // count][n % count], n // count, n % count)
        for n, argument in enumerate(block.arguments)
    }
    for view in block.operations:
        op = view.operation
        if any(v not in env for v in op.operands):
            return None
        operands = [env[v] for v in op.operands]
        match op.name, operands:
            case "linalg.yield", [*parts] if all(isinstance(p, _Part) for p in parts):
                found = {p.side for p in parts}
                return (
                    found.pop() if len(found) == 1 and [p.number for p in parts] == [*range(count)] else None
                )
            case ("arith.cmpf" | "arith.cmpi") as name, [_Part() as x, _Part() as y]:
                env[op.result] = _COMPARE[name](op.attributes["predicate"].value, x.value, y.value)
            case "arith.select", [bool() as condition, x, y]:
                env[op.result] = x if condition else y
            case name, [bool() as x, bool() as y] if name in _LOGIC:
                env[op.result] = _LOGIC[name](x, y)
            case _:
                return None
    return None


def compare_floats(predicate: int, x: Any, y: Any) -> bool:
    """What `arith.cmpf` gives of two numbers."""
    name = predicates.FLOATS[predicate]
    unordered = math.isnan(x) or math.isnan(y)
    match name:
        case "true" | "false":
            return name == "true"
        case "ord" | "uno":
            return unordered == (name == "uno")
    return name[0] == "u" if unordered else _RELATIONS[name[1:]](x, y)


def compare_integers(predicate: int, x: int, y: int) -> bool:
    """What `arith.cmpi` gives of two numbers of 64 bits."""
    name = predicates.INTEGERS[predicate]
    if name[0] == "u":
        x, y = x & _UNSIGNED, y & _UNSIGNED
    return _RELATIONS[name[-2:]](x, y)


_COMPARE: dict[str, Callable[[int, Any, Any], bool]] = {
    "arith.cmpf": compare_floats,
    "arith.cmpi": compare_integers,
}
