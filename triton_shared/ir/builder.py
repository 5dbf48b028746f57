"""Building index arithmetic, loops and vector ops: the small vocabulary of the vectorizer.

An `Index` is an ``int`` while it is known and an ``index`` value otherwise: arithmetic on known
numbers never becomes an op.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from triton_shared import compat
from triton_shared.ir import predicates
from triton_shared.mlir import PACKAGE, ir
from triton_shared.types import INDEX_WIDTH

Index: TypeAlias = int | ir.Value

DYNAMIC = -(1 << 63)


compat.without_python_classes(PACKAGE, "linalg", "llvm")


def bit_width(element: ir.Type) -> int:
    """Bits of an integer or float type; index counts as 64."""
    return INDEX_WIDTH if isinstance(element, ir.IndexType) else element.width


def strides_of(memref: ir.MemRefType) -> tuple[list[int], int]:
    """Strides and offset of a strided memref type, in elements; ``DYNAMIC`` where unknown."""
    return memref.get_strides_and_offset()


class Builder:
    """Creates ops at a moving insertion point; one a function (or region) that is being rewritten."""

    def __init__(self, ip: ir.InsertionPoint, loc: ir.Location):
        self.ip = ip
        self.loc = loc
        self.index = ir.IndexType.get()
        self.i1 = ir.IntegerType.get_signless(1)

    @classmethod
    def before(cls, op: ir.Operation) -> Builder:
        """A builder that inserts before ``op`` and takes its location."""
        return cls(ir.InsertionPoint(op), op.location)

    @contextmanager
    def located(self, loc: ir.Location) -> Iterator[None]:
        """What is created meanwhile comes from ``loc``."""
        old, self.loc = self.loc, loc
        try:
            yield
        finally:
            self.loc = old

    def op(
        self,
        name: str,
        types: Sequence[ir.Type],
        operands: Sequence[ir.Value],
        attributes: dict[str, ir.Attribute] | None = None,
        regions: int = 0,
    ) -> ir.Operation:
        """Create the op ``name`` here."""
        return ir.Operation.create(
            name, types, operands, attributes, regions=regions, loc=self.loc, ip=self.ip
        )

    def one(self, name: str, type: ir.Type, *operands: ir.Value, **attributes: ir.Attribute) -> ir.Value:
        """Create the op ``name`` and return its only result."""
        return self.op(name, (type,), operands, attributes).result

    # Indices

    def value(self, index: Index) -> ir.Value:
        """``index`` as a value."""
        return self.constant(self.index, index) if isinstance(index, int) else index

    def constant(self, type: ir.Type, number: int | float) -> ir.Value:
        """A constant of a scalar, or splat over a vector, type."""
        element = type.element_type if isinstance(type, ir.VectorType) else type
        make = ir.FloatAttr.get if isinstance(number, float) else ir.IntegerAttr.get
        attr = make(element, number)
        if element is not type:
            attr = ir.DenseElementsAttr.get_splat(type, attr)
        return self.one("arith.constant", type, value=attr)

    def add(self, a: Index, b: Index) -> Index:
        """``a + b``."""
        if isinstance(a, int) and isinstance(b, int):
            return a + b
        if isinstance(a, int) and a == 0:
            return b
        if isinstance(b, int) and b == 0:
            return a
        return self.one("arith.addi", self.index, self.value(a), self.value(b))

    def sub(self, a: Index, b: Index) -> Index:
        """``a - b``."""
        if isinstance(a, int) and isinstance(b, int):
            return a - b
        if isinstance(b, int) and b == 0:
            return a
        return self.one("arith.subi", self.index, self.value(a), self.value(b))

    def mul(self, a: Index, b: Index) -> Index:
        """``a * b``."""
        match a, b:
            case int(), int():
                return a * b
            case (0, _) | (_, 0):
                return 0
            case 1, _:
                return b
            case _, 1:
                return a
        return self.one("arith.muli", self.index, self.value(a), self.value(b))

    def min(self, a: Index, b: Index) -> Index:
        """The smaller of two indices."""
        if isinstance(a, int) and isinstance(b, int):
            return min(a, b)
        return self.one("arith.minsi", self.index, self.value(a), self.value(b))

    def max(self, a: Index, b: Index) -> Index:
        """The larger of two indices."""
        if isinstance(a, int) and isinstance(b, int):
            return max(a, b)
        return self.one("arith.maxsi", self.index, self.value(a), self.value(b))

    def floor_to(self, a: Index, step: int) -> Index:
        """The largest multiple of ``step``, a power of two, that does not exceed ``a``."""
        if isinstance(a, int):
            return a - a % step
        return self.one("arith.andi", self.index, a, self.value(-step))

    def compare(self, predicate: str, a: Index, b: Index) -> ir.Value | bool:
        """Signed comparison of two indices: ``eq``, ``ne``, ``slt``, ``sle``, ``sgt`` or ``sge``."""
        if isinstance(a, int) and isinstance(b, int):
            return (a == b, a != b, a < b, a <= b, a > b, a >= b)[predicates.INTEGERS.index(predicate)]
        attr = predicates.integers(predicate)
        return self.one("arith.cmpi", self.i1, self.value(a), self.value(b), predicate=attr)

    def both(self, a: ir.Value | bool, b: ir.Value | bool) -> ir.Value | bool:
        """Conjunction of conditions."""
        if isinstance(a, bool):
            return b if a else False
        if isinstance(b, bool):
            return a if b else False
        return self.one("arith.andi", self.i1, a, b)

    def select(self, condition: ir.Value | bool, a: Index, b: Index) -> Index:
        """``a`` if ``condition`` else ``b``."""
        if isinstance(condition, bool):
            return a if condition else b
        return self.one("arith.select", self.index, condition, self.value(a), self.value(b))

    # Vectors

    def broadcast(self, value: ir.Value, lanes: int) -> ir.Value:
        """A scalar in all of ``lanes`` lanes."""
        return self.one("vector.broadcast", ir.VectorType.get((lanes,), value.type), value)

    # Control flow

    def loop(
        self,
        begin: Index,
        end: Index,
        step: int,
        inits: Sequence[ir.Value],
        body: Callable[[Index, Sequence[ir.Value]], Sequence[ir.Value]],
    ) -> Sequence[ir.Value]:
        """``scf.for``; ``body(i, carried)`` returns what the next turn carries. One turn needs no loop."""
        if isinstance(begin, int) and isinstance(end, int) and end - begin <= step:
            return body(begin, inits) if end > begin else inits
        types = [v.type for v in inits]
        bounds = [self.value(begin), self.value(end), self.value(step)]
        op = self.op("scf.for", types, [*bounds, *inits], regions=1)
        block = op.regions[0].blocks.append(self.index, *types, arg_locs=[self.loc] * (1 + len(types)))
        outer, self.ip = self.ip, ir.InsertionPoint(block)
        results = body(block.arguments[0], list(block.arguments)[1:])
        self.op("scf.yield", (), results)
        self.ip = outer
        return list(op.results)

    def branch(
        self, condition: ir.Value | bool, then: Callable[[], None], otherwise: Callable[[], None]
    ) -> None:
        """``scf.if`` without results; a known condition needs no branch."""
        if isinstance(condition, bool):
            (then if condition else otherwise)()
            return
        op = self.op("scf.if", (), (condition,), regions=2)
        outer = self.ip
        for region, emit in zip(op.regions, (then, otherwise), strict=True):
            self.ip = ir.InsertionPoint(region.blocks.append())
            emit()
            self.op("scf.yield", (), ())
        self.ip = outer
