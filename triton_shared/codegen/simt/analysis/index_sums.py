"""Tensors of integers as sums: of scalars, and of the index along each dimension times a constant.

    %t = linalg.generic { %first + i * 4 - %n }     is     1 * %first - 1 * %n, and 4 along the dimension of i

in the ring of the integers' width.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from triton_shared.codegen.simt.analysis.tensor_ops import scalar_of
from triton_shared.ir.builder import Builder, bit_width
from triton_shared.ir.walk import owner_of, terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: numbers from minus this one to it are the same in all types of 16 bits or more
SMALL = 1 << 15
#: how many ops may stand between a tensor and what it is a sum of
DEPTH = 64


@dataclass(frozen=True)
class IndexSum:
    """``number``, ``scalars`` times their factors, and for each dimension of ``shape`` its step times the index."""

    shape: tuple[int, ...]
    number: int
    scalars: Mapping[ir.Value, int]
    steps: tuple[int, ...]

    def plus(self, other: IndexSum, factor: int = 1) -> IndexSum:
        """This and ``factor`` times ``other``."""
        scalars = Counter(self.scalars)
        for value, count in other.scalars.items():
            scalars[value] += factor * count
        steps = tuple(a + factor * b for a, b in zip(self.steps, other.steps, strict=True))
        known = {value: count for value, count in scalars.items() if count}
        return IndexSum(self.shape, self.number + factor * other.number, known, steps)

    def times(self, factor: int) -> IndexSum:
        """This times ``factor``."""
        return constant(self.shape, 0).plus(self, factor)

    @property
    def is_constant(self) -> bool:
        """Whether it is ``number`` at all places."""
        return not self.scalars and not any(self.steps)

    @property
    def span(self) -> tuple[int, int]:
        """What indices add to it, at least and at most."""
        ends = [step * (n - 1) for step, n in zip(self.steps, self.shape, strict=True)]
        return sum(min(0, end) for end in ends), sum(max(0, end) for end in ends)

    def base(self, b: Builder, type_: ir.Type) -> ir.Value:
        """What it is at the first place, in ``type_``."""
        total: ir.Value | None = b.constant(type_, self.number) if self.number or not self.scalars else None
        for value, count in self.scalars.items():
            term = value if abs(count) == 1 else b.apply("arith.muli", value, abs(count))
            if total is None and count < 0:
                total = b.constant(type_, 0)
            name = "arith.addi" if count > 0 else "arith.subi"
            total = term if total is None else b.apply(name, total, term)
        assert total is not None
        return total

    def seen_by(self, map_: ir.AffineMap, shape: Sequence[int]) -> IndexSum | None:
        """This in a space of ``shape``, whose places ``map_`` takes to those of this."""
        steps = [0] * len(shape)
        for step, expr in zip(self.steps, map_.results, strict=True):
            if isinstance(expr, ir.AffineDimExpr):
                steps[expr.position] += step
            elif not isinstance(expr, ir.AffineConstantExpr) or expr.value:
                return None
        return IndexSum(tuple(shape), self.number, self.scalars, tuple(steps))


def constant(shape: Sequence[int], number: int) -> IndexSum:
    """``number`` at all places of ``shape``."""
    return IndexSum(tuple(shape), number, {}, (0,) * len(shape))


class IndexSums:
    """Which tensors are sums; what it has found it remembers."""

    def __init__(self) -> None:
        self._known: dict[ir.Value, IndexSum | None] = {}
        self._depth = 0

    def of(self, value: ir.Value) -> IndexSum | None:
        """The tensor ``value`` as a sum; None where it is none."""
        if not isinstance(value.type, ir.RankedTensorType):
            return None
        return self.once(value, lambda: self._tensor(value, tuple(value.type.shape)))

    def once(self, value: ir.Value, find: Callable[[], IndexSum | None]) -> IndexSum | None:
        """What ``find`` finds of ``value``, looked for once."""
        if value not in self._known:
            self._depth += 1
            self._known[value] = find() if self._depth <= DEPTH else None
            self._depth -= 1
        return self._known[value]

    def _tensor(self, value: ir.Value, shape: tuple[int, ...]) -> IndexSum | None:
        op, scalar = owner_of(value), scalar_of(value)
        if scalar is not None:
            return _scalar(scalar, shape)
        if op is None:
            return None
        match op.name:
            case "linalg.generic" if len(op.results) == 1:
                return _Body(self, op, shape).result()
            case "tensor.expand_shape" | "tensor.collapse_shape":
                return _reshaped(self.of(op.operands[0]), shape)
        return None


def _scalar(value: ir.Value, shape: tuple[int, ...]) -> IndexSum:
    op = owner_of(value)
    if op is not None and op.name == "arith.constant":
        return constant(shape, op.attributes["value"].value)
    return IndexSum(shape, 0, {value: 1}, (0,) * len(shape))


def _reshaped(source: IndexSum | None, shape: tuple[int, ...]) -> IndexSum | None:
    """``source``, where it only gains or loses dimensions of one element."""
    if source is None or [n for n in source.shape if n > 1] != [n for n in shape if n > 1]:
        return None
    steps = iter(step for step, n in zip(source.steps, source.shape, strict=True) if n > 1)
    return IndexSum(shape, source.number, source.scalars, tuple(next(steps) if n > 1 else 0 for n in shape))


class _Body:
    """What the body of the `linalg.generic` ``op``, which makes a tensor of ``shape``, makes of sums."""

    def __init__(self, sums: IndexSums, op: ir.Operation, shape: tuple[int, ...]):
        self.sums, self.shape, self.block = sums, shape, op.regions[0].blocks[0]
        *maps, self.written = [attribute.value for attribute in op.attributes["indexing_maps"]]
        arguments = list(self.block.arguments)[: len(maps)]
        self.operands = dict(
            zip(arguments, zip(list(op.operands)[: len(maps)], maps, strict=True), strict=True)
        )

    def result(self) -> IndexSum | None:
        """What it ends with, written where it is made."""
        end = terminator(self.block)
        is_there = self.written == ir.AffineMap.get_identity(len(self.shape))
        return self._of(end.operands[0]) if is_there else None

    def _of(self, value: ir.Value) -> IndexSum | None:
        if value in self.operands:
            operand, map_ = self.operands[value]
            if not isinstance(operand.type, ir.RankedTensorType):
                return _scalar(operand, self.shape)
            found = self.sums.of(operand)
            return None if found is None else found.seen_by(map_, self.shape)
        op = owner_of(value)
        if op is None or op.block != self.block:
            return None if value in self.block.arguments else _scalar(value, self.shape)
        return self.sums.once(value, lambda: self._computed(op))

    def _computed(self, op: ir.Operation) -> IndexSum | None:
        if op.name == "linalg.index":
            dim = op.attributes["dim"].value
            return IndexSum(self.shape, 0, {}, tuple(int(d == dim) for d in range(len(self.shape))))
        widths = [bit_width(v.type) for v in (*op.operands, *op.results)]
        if op.name not in _ARITHMETIC or min(widths) < SMALL.bit_length():
            return None
        sums = [self._of(operand) for operand in op.operands]
        return None if None in sums else _ARITHMETIC[op.name](*sums)


def _product(a: IndexSum, b: IndexSum) -> IndexSum | None:
    if a.is_constant:
        return b.times(a.number)
    return a.times(b.number) if b.is_constant else None


def _cast(a: IndexSum) -> IndexSum | None:
    """What another type can hold, too, as it is: indices of small blocks."""
    low, high = a.span
    return a if not a.scalars and a.number + low >= -SMALL and a.number + high < SMALL else None


_ARITHMETIC: dict[str, Callable[..., IndexSum | None]] = {
    "arith.addi": IndexSum.plus,
    "arith.subi": lambda a, b: a.plus(b, -1),
    "arith.muli": _product,
    "arith.index_cast": _cast,
    "arith.extsi": _cast,
    "arith.trunci": _cast,
}
