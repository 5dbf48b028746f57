"""How integers move among neighbouring iterations of an `scf.parallel`: ``count`` of them, from a multiple on.

    scf.parallel (%i) = (%c0) to (%c1024) step (%c1) {        among 8 neighbours
      %j = arith.addi %start, %i           1 more for each, from a multiple of 8 on as %start is one
      %q = arith.divsi %j, %c320           the same for all, as 8 divides 320, and %j is not negative
      %r = arith.remsi %j, %c320           1 more for each

A step is exact, in the ring of the integers' width: what may wrap between two of the neighbours has none where that
matters.  Numbers are those of the first of the neighbours; elements of tensors are followed to what computes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from math import gcd
from typing import Any

from triton_shared.analyses.facts import RULES, Fact, anything, limits
from triton_shared.codegen.simt.analysis.ranges import Ranges, of_op
from triton_shared.codegen.simt.analysis.tensor_ops import scalar_of
from triton_shared.codegen.simt.analysis.views import view_of
from triton_shared.dialects.tt.types import integer_width
from triton_shared.ir import effects
from triton_shared.ir.builder import Index
from triton_shared.ir.predicates import INTEGERS
from triton_shared.ir.walk import all_ops, ops_around, owner_of, terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass
from triton_shared.types import INDEX_WIDTH

#: how many ops may stand between a value and what is known of it
DEPTH = 64


@dataclass(frozen=True)
class Moved:
    """An integer that is ``first`` in the first of ``count`` neighbours, and moves by ``step``; None: who knows how."""

    step: int | None
    first: Fact
    count: int

    @property
    def reach(self) -> int:
        """How far the last of the neighbours has moved."""
        return (self.step or 0) * (self.count - 1)

    def fits(self, width: int, signed: bool = True) -> bool:
        """Whether no neighbour has left the numbers of ``width`` bits, or got negative where they have no signs."""
        if self.step is None:
            return False
        low, high = limits(width)
        low = low if signed else 0
        least, most = self.first.low + min(self.reach, 0), self.first.high + max(self.reach, 0)
        return (low <= least and most <= high) or (
            self.first.low >= low and 0 <= self.reach < self.power(width)
        )

    def power(self, width: int) -> int:
        """A power of two that divides the first number of ``width`` bits."""
        return gcd(self.first.divisor, 1 << (width - 1))

    def stays(self, size: Moved) -> bool:
        """Whether all are between the same two multiples of ``size``, the same number for all."""
        return size.step == 0 and 0 <= self.reach < gcd(self.first.divisor, size.first.divisor)

    @property
    def constant(self) -> int | None:
        """The number that it is for all, if that is known."""
        return self.first.low if self.step == 0 and self.first.low == self.first.high else None


class Neighbours:
    """What values are among ``count`` iterations that are neighbours along the argument ``along`` of a loop.

    They are the elements from a multiple of ``count`` on of a dimension of ``extent``.
    """

    def __init__(self, ranges: Ranges, along: ir.Value, extent: int, count: int):
        self.ranges, self.count = ranges, count
        loop = along.owner.owner.operation
        ops = all_ops(loop)
        nested = [region for op in ops for region in op.regions]
        self._inside = {v for op in ops for v in op.results}
        self._inside |= {v for region in nested for block in region.blocks for v in block.arguments}
        self._elements: dict[tuple, Moved] = {}
        self._depth = 0
        self._body = _Body(self, {along: Moved(1, Fact(0, extent - count, count), count)}, None)

    def of(self, value: ir.Value) -> Moved:
        """How the scalar ``value``, of the loop or from outside of it, moves."""
        return self._body.of(value)

    def same(self, fact: Fact) -> Moved:
        """What is the same for all neighbours."""
        return Moved(0, fact, self.count)

    def unknown(self, value: ir.Value) -> Moved:
        """What ``value`` is where nothing is known of it."""
        return Moved(None, anything(integer_width(value.type) or 1), self.count)

    def is_inside(self, value: ir.Value) -> bool:
        """Whether the loop makes ``value``, so that it may differ among neighbours."""
        return value in self._inside

    def once(self, key: Any, find: Callable[[], Moved], unknown: Moved, known: dict) -> Moved:
        """What ``known`` has at ``key``, or ``find`` finds; ``unknown`` where too many look for something."""
        if key not in known:
            known[key] = unknown
            self._depth += 1
            if self._depth <= DEPTH:
                known[key] = find()
            self._depth -= 1
        return known[key]

    def place(self, memref: ir.Value, indices: Sequence[ir.Value]) -> Moved | None:
        """How the place of global memory moves, in elements, that is at ``indices`` of a view; None of other memory."""
        maker = owner_of(memref)
        if maker is None or maker.name != "memref.reinterpret_cast":
            return None
        view = view_of(maker)
        total = self._index(view.offset)
        for index, stride in zip(indices, view.strides, strict=True):
            total = _combined("addi", total, _combined("muli", self._index(index), self._index(stride)))
        return None if self.is_inside(view.base) else total

    def _index(self, number: Index) -> Moved:
        return self.same(Fact(number, number, abs(number))) if isinstance(number, int) else self.of(number)

    def element(self, tensor: ir.Value, indices: tuple[Moved, ...]) -> Moved:
        """How the element of ``tensor`` at ``indices`` moves."""
        if self.is_inside(tensor):
            return self.unknown(tensor)
        if all(index.step == 0 for index in indices):
            return self.same(self.ranges.of(tensor))
        find = lambda: self._element(tensor, indices)  # noqa: E731
        return self.once((tensor, indices), find, self.unknown(tensor), self._elements)

    def _element(self, tensor: ir.Value, indices: tuple[Moved, ...]) -> Moved:
        op, scalar = owner_of(tensor), scalar_of(tensor)
        if scalar is not None:
            return self.same(self.ranges.of(scalar))
        if op is None:
            return self.unknown(tensor)
        match op.name:
            case "tensor.expand_shape" | "tensor.collapse_shape":
                return self._reshaped(tensor, op.operands[0], indices)
            case "bufferization.to_tensor":
                return self._filled(tensor, op.operands[0], indices)
            case "linalg.generic" if "reduction" not in str(op.attributes["iterator_types"]):
                return self._computed(op, list(op.results).index(tensor), indices)
        return self.unknown(tensor)

    def _filled(self, tensor: ir.Value, buffer: ir.Value, indices: tuple[Moved, ...]) -> Moved:
        """An element of ``buffer``: the same for all neighbours, if all that fills it puts the same in these."""
        moving = [(d, index) for d, index in enumerate(indices) if index.step != 0]
        is_run = len(moving) == 1 and moving[0][1].step == 1 and moving[0][1].first.divisor % self.count == 0
        if not is_run or not all(self._fills(op, buffer, moving[0][0]) for op, _ in effects.uses(buffer)):
            return self.unknown(tensor)
        return self.same(self.unknown(tensor).first)

    def _fills(self, op: ir.Operation, buffer: ir.Value, dim: int) -> bool:
        """Whether ``op`` puts the same in all neighbours of ``buffer`` along ``dim``, if it puts anything there."""
        match op.name:
            case "bufferization.to_tensor":
                return True
            case "linalg.fill":
                return op.operands[1] == buffer
            case "memref.store" if op.operands[1] == buffer:
                return self._stores(op, op.operands[2 + dim], buffer.type.shape[dim])
        return False

    def _stores(self, op: ir.Operation, along: ir.Value, extent: int) -> bool:
        """Whether ``op`` stores the same for all neighbours ``along`` a loop around it, or for none."""
        loop = along.owner.owner.operation if isinstance(along.owner, ir.Block) else None
        if loop is None or loop.name != "scf.parallel" or not is_divided(self.ranges, along, self.count):
            return False
        among = Neighbours(self.ranges, along, extent, self.count)
        inside = list(takewhile(lambda around: around != loop, ops_around(op)))
        values = [op.operands[0], *(around.operands[0] for around in inside)]
        return all(around.name == "scf.if" for around in inside) and all(
            among.of(v).step == 0 for v in values
        )

    def _reshaped(self, tensor: ir.Value, source: ir.Value, indices: tuple[Moved, ...]) -> Moved:
        """An element of a tensor that ``source`` is without, or with, dimensions of one element."""
        kept = [(n, index) for n, index in zip(tensor.type.shape, indices, strict=True) if n > 1]
        if [n for n, _ in kept] != [n for n in source.type.shape if n > 1]:
            return self.unknown(tensor)
        rest = iter(index for _, index in kept)
        return self.element(source, tuple(next(rest) if n > 1 else self._index(0) for n in source.type.shape))

    def _computed(self, op: ir.Operation, number: int, indices: tuple[Moved, ...]) -> Moved:
        *maps, written = [attribute.value for attribute in op.attributes["indexing_maps"]]
        if len(op.results) > 1 or written != ir.AffineMap.get_identity(len(indices)):
            return self.unknown(op.results[number])
        block = op.regions[0].blocks[0]
        known = {
            argument: self._operand(operand, map_, indices)
            for argument, operand, map_ in zip(block.arguments, op.operands, maps, strict=False)
        }
        return _Body(self, known, indices, block).of(terminator(block).operands[number])

    def _operand(self, operand: ir.Value, map_: ir.AffineMap, indices: tuple[Moved, ...]) -> Moved:
        if not isinstance(operand.type, ir.RankedTensorType):
            return self.same(self.ranges.of(operand))
        dims = [expr.position for expr in map_.results if isinstance(expr, ir.AffineDimExpr)]
        if len(dims) < len(map_.results):
            return self.unknown(operand)
        return self.element(operand, tuple(indices[d] for d in dims))


def is_divided(ranges: Ranges, along: ir.Value, count: int) -> bool:
    """Whether ``count`` divides where an `scf.parallel` begins and ends along its argument ``along``."""
    rank, loop = len(along.owner.arguments), along.owner.owner.operation
    low, high = list(loop.operands)[along.arg_number : 2 * rank : rank]
    return ranges.of(low).divisor % count == 0 and ranges.of(high).divisor % count == 0


class _Body:
    """What ops of the loop, or of the ``block`` of a `linalg.generic` at ``indices``, compute of ``known`` values."""

    def __init__(
        self,
        among: Neighbours,
        known: dict[ir.Value, Moved],
        indices: tuple[Moved, ...] | None,
        block: ir.Block | None = None,
    ):
        self.among, self.known, self.indices, self.block = among, known, indices, block

    def of(self, value: ir.Value) -> Moved:
        """How ``value`` moves."""
        return self.among.once(value, lambda: self._found(value), self.among.unknown(value), self.known)

    def _found(self, value: ir.Value) -> Moved:
        op = owner_of(value)
        if not (self.among.is_inside(value) if self.block is None else value.owner in self._own(op)):
            return self.among.same(self.among.ranges.of(value))
        if op is None or op.regions or len(op.results) != 1:
            return self.among.unknown(value)
        if op.name == "linalg.index" and self.indices is not None:
            return self.indices[op.attributes["dim"].value]
        return self._computed(op)

    def _own(self, op: ir.Operation | None) -> tuple:
        """What makes values that may differ among neighbours: the block, and ``op`` if it stands there."""
        return (self.block, op) if op is not None and op.block == self.block else (self.block,)

    def _computed(self, op: ir.Operation) -> Moved:
        unknown = self.among.unknown(op.result)
        match op.name:
            case "tensor.extract":
                return self.among.element(op.operands[0], tuple(self.of(v) for v in list(op.operands)[1:]))
            case "memref.load":
                place = self.among.place(op.operands[0], list(op.operands)[1:])
                return self.among.same(unknown.first) if place is not None and place.step == 0 else unknown
        if not effects.only_computes(op) or any(isinstance(v.type, ir.ShapedType) for v in op.operands):
            return unknown
        parts = [self.of(operand) for operand in op.operands]
        fact = of_op(op, [part.first for part in parts])
        return Moved(0 if all(part.step == 0 for part in parts) else _step(op, parts), fact, self.among.count)


def _combined(name: str, a: Moved, b: Moved) -> Moved:
    """The sum or the product of two indices."""
    fact = RULES[name](INDEX_WIDTH, a.first, b.first).within(INDEX_WIDTH)
    known = a.step is not None and b.step is not None
    return Moved(_RULES[name](INDEX_WIDTH, a, b) if known else None, fact, a.count)


def _step(op: ir.Operation, parts: list[Moved]) -> int | None:
    rule = _RULES.get(op.name.removeprefix("arith."))
    width = integer_width(op.operands[-1].type)
    if rule is None or width is None or any(part.step is None for part in parts):
        return None
    if op.name == "arith.cmpi":
        return _compared(INTEGERS[op.attributes["predicate"].value], width, *parts)
    return rule(width, *parts)


def _product(width: int, a: Moved, b: Moved) -> int | None:
    for moving, factor in ((a, b), (b, a)):
        if factor.constant is not None:
            return (moving.step or 0) * factor.constant
    return None


def _shifted(width: int, a: Moved, b: Moved) -> int | None:
    return (a.step or 0) << b.constant if b.constant is not None and 0 <= b.constant < width else None


def _quotient(signed: bool) -> Callable[[int, Moved, Moved], int | None]:
    """Of numbers that are not negative: those between the same multiples of the divisor have one quotient."""

    def step(width: int, a: Moved, b: Moved) -> int | None:
        if (
            a.step is None
            or a.first.low < 0
            or not a.fits(width, signed=False)
            or (not signed and b.first.low < 1)
        ):
            return None
        if (size := b.constant) is not None and size > 0 and a.step % size == 0:
            return a.step // size
        return 0 if a.stays(b) else None

    return step


def _remainder(signed: bool) -> Callable[[int, Moved, Moved], int | None]:
    quotient = _quotient(signed)

    def step(width: int, a: Moved, b: Moved) -> int | None:
        if quotient(width, a, b) is None or a.step is None:
            return None
        return 0 if (size := b.constant) is not None and size > 0 and a.step % size == 0 else a.step

    return step


def _shifted_right(signed: bool) -> Callable[[int, Moved, Moved], int | None]:
    """The quotient, rounded down, by a power of two: of numbers of either sign."""

    def step(width: int, a: Moved, b: Moved) -> int | None:
        if b.constant is None or not 0 <= b.constant < width or not a.fits(width) or a.step is None:
            return None
        size = 1 << b.constant
        if a.step % size == 0 and (signed or (a.first.low >= 0 and a.fits(width, signed=False))):
            return a.step // size
        return 0 if 0 <= a.reach < gcd(a.power(width), size) else None

    return step


def _masked(width: int, a: Moved, b: Moved) -> int | None:
    """Of bits that a constant keeps: all that differ among the neighbours, or none."""
    moving, mask = (a, b.constant) if b.constant is not None else (b, a.constant)
    if mask is None or not 0 <= moving.reach < moving.power(width):
        return None
    low = (1 << moving.reach.bit_length()) - 1
    kept = mask & low
    return moving.step if kept == low else 0 if kept == 0 else None


def _compared(predicate: str, width: int, a: Moved, b: Moved) -> int | None:
    """0 where all compare alike: two that move alike, or one that stays on one side of multiples of the other."""
    if a.step == b.step and predicate in ("eq", "ne"):
        return 0
    if predicate in ("eq", "ne") or not all(m.fits(width, signed=predicate[0] == "s") for m in (a, b)):
        return None
    if a.step == b.step:
        return 0
    moving, bound = (a, b) if predicate.endswith(("lt", "ge")) else (b, a)
    return 0 if moving.stays(bound) else None


def _widened(signed: bool) -> Callable[..., int | None]:
    def step(width: int, a: Moved) -> int | None:
        return a.step if a.fits(width, signed) and (signed or a.first.low >= 0) else None

    return step


def _chosen(width: int, condition: Moved, a: Moved, b: Moved) -> int | None:
    return a.step if condition.step == 0 and a.step == b.step else None


#: op -> the step of its result, by the width of its operands, and how these move, each by a step
_RULES: Mapping[str, Callable[..., int | None]] = {
    "addi": lambda width, a, b: a.step + b.step,
    "subi": lambda width, a, b: a.step - b.step,
    "muli": _product,
    "shli": _shifted,
    "divsi": _quotient(signed=True),
    "divui": _quotient(signed=False),
    "remsi": _remainder(signed=True),
    "remui": _remainder(signed=False),
    "shrsi": _shifted_right(signed=True),
    "shrui": _shifted_right(signed=False),
    "andi": _masked,
    "cmpi": _compared,
    "select": _chosen,
    "trunci": lambda width, a: a.step,
    "extsi": _widened(signed=True),
    "extui": _widened(signed=False),
    "index_cast": _widened(signed=True),
    "index_castui": _widened(signed=False),
}
