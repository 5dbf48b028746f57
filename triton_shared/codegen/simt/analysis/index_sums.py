"""Tensors of integers as sums: of scalars, and of the index along each dimension times a constant.

    %t = linalg.generic { %first + i * 4 - %n }     is     1 * %first - 1 * %n, and 4 along the dimension of i

in the ring of the integers' width.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from triton_shared.codegen.simt.analysis.tensor_ops import scalar_of
from triton_shared.ir.builder import Builder, bit_width
from triton_shared.ir.polynomial import Polynomial
from triton_shared.ir.product import Product
from triton_shared.ir.walk import owner_of, terminator
from triton_shared.mlir import ir

#: numbers from minus this one to it are the same in all types of 16 bits or more
SMALL = 1 << 15
#: how many ops may stand between a tensor and what it is a sum of
DEPTH = 64


class IndexSum(NamedTuple):
    """The ``total`` of scalars, and of the indices of a block of ``shape``, for which the dimensions' numbers stand."""

    shape: tuple[int, ...]
    total: Polynomial[int | ir.Value]

    @property
    def scalars(self) -> Polynomial[int | ir.Value]:
        """What no index has a part in."""
        return self.total.only(lambda term: not (term and isinstance(term[0], int)))

    @property
    def span(self) -> tuple[int, int]:
        """What indices add to it, at least and at most."""
        return (self.total - self.scalars).ends(lambda d: (0, self.shape[d] - 1))  # type: ignore[index]

    def base(self, b: Builder, type_: ir.Type) -> ir.Value:
        """What it is at the first place, in ``type_``."""
        terms = dict(self.scalars.terms)
        number = terms.pop(Product(), 0)
        total: ir.Value | None = b.constant(type_, number) if number or not terms else None
        for (value,), count in terms.items():
            term = value if abs(count) == 1 else b.apply("arith.muli", value, abs(count))
            if total is None and count < 0:
                total = b.constant(type_, 0)
            name = "arith.addi" if count > 0 else "arith.subi"
            total = term if total is None else b.apply(name, total, term)
        assert total is not None
        return total

    def placed(self, shape: Sequence[int], places: Sequence[int | None]) -> IndexSum:
        """This in a space of ``shape``, whose dimension ``places[d]`` is dimension d of this; None for one element."""
        total = self.scalars
        for d, place in enumerate(places):
            if place is not None:
                total += Polynomial.of(place) * self.total.terms.get(Product((d,)), 0)
        return IndexSum(tuple(shape), total)


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
        return IndexSum(shape, Polynomial.number(op.attributes["value"].value))
    return IndexSum(shape, Polynomial.of(value))


def _reshaped(source: IndexSum | None, shape: tuple[int, ...]) -> IndexSum | None:
    """``source``, where it only gains or loses dimensions of one element."""
    if source is None or [n for n in source.shape if n > 1] != [n for n in shape if n > 1]:
        return None
    places = iter(d for d, n in enumerate(shape) if n > 1)
    return source.placed(shape, [next(places) if n > 1 else None for n in source.shape])


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
            return None if found is None else self._read(found, map_)
        op = owner_of(value)
        if op is None or op.block != self.block:
            return None if value in self.block.arguments else _scalar(value, self.shape)
        return self.sums.once(value, lambda: self._computed(op))

    def _read(self, found: IndexSum, map_: ir.AffineMap) -> IndexSum | None:
        """What is read by ``map_`` of an operand that is ``found`` to be a sum."""
        dims = [expr.position if isinstance(expr, ir.AffineDimExpr) else None for expr in map_.results]
        others = [expr for expr, dim in zip(map_.results, dims, strict=True) if dim is None]
        if not all(isinstance(expr, ir.AffineConstantExpr) and expr.value == 0 for expr in others):
            return None
        return found.placed(self.shape, dims)

    def _computed(self, op: ir.Operation) -> IndexSum | None:
        if op.name == "linalg.index":
            return IndexSum(self.shape, Polynomial.of(op.attributes["dim"].value))
        widths = [bit_width(v.type) for v in (*op.operands, *op.results)]
        if op.name not in _ARITHMETIC or min(widths) < SMALL.bit_length():
            return None
        sums = [self._of(operand) for operand in op.operands]
        return None if None in sums else _ARITHMETIC[op.name](*sums)


def _product(a: IndexSum, b: IndexSum) -> IndexSum | None:
    is_linear = a.total.constant is not None or b.total.constant is not None
    return a._replace(total=a.total * b.total) if is_linear else None


def _cast(a: IndexSum) -> IndexSum | None:
    """What another type can hold, too, as it is: indices of small blocks."""
    (low, high), number = a.span, a.scalars.constant
    return a if number is not None and number + low >= -SMALL and number + high < SMALL else None


_ARITHMETIC: dict[str, Callable[..., IndexSum | None]] = {
    "arith.addi": lambda a, b: a._replace(total=a.total + b.total),
    "arith.subi": lambda a, b: a._replace(total=a.total - b.total),
    "arith.muli": _product,
    "arith.index_cast": _cast,
    "arith.extsi": _cast,
    "arith.trunci": _cast,
}
