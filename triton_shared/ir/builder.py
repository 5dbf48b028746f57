"""Building IR: the one vocabulary of conversions and code generation.

A `Builder` creates ops at a place of its own, which moves along as it fills regions; `build` creates them at MLIR's
current insertion point and location, as `at` sets them.

Numbers may stand where values are asked for.  An `Index` is an ``int`` while it is known and an ``index`` value
otherwise, a `Condition` a ``bool`` or an ``i1`` value: arithmetic on known ones never becomes an op, a known condition
no branch and a single iteration no loop.  Beside a value, a number stands for the constant of the value's type.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from triton_shared import compat
from triton_shared.ir import predicates
from triton_shared.ir.walk import declare_once
from triton_shared.mlir import PACKAGE, ir
from triton_shared.types import INDEX_WIDTH

Index: TypeAlias = int | ir.Value
Condition: TypeAlias = bool | ir.Value
Operand: TypeAlias = int | float | ir.Value

DYNAMIC = -(1 << 63)

#: structured ops that have one kind of operands, or as many inputs as outputs
WITHOUT_SEGMENTS = ("linalg.broadcast", "linalg.reduce", "linalg.transpose")

#: dialects whose ops are plain ones to the bindings: what they would import takes longer than a compilation
PLAIN = (
    *("affine", "arith", "bufferization", "cf", "complex", "gpu", "index", "linalg", "llvm"),
    *("math", "memref", "nvvm", "scf", "tensor", "ub", "vector", "x86"),
)
compat.without_python_classes(PACKAGE, *PLAIN)


# Types


def integer(width: int) -> ir.Type:
    """The signless integer type of ``width`` bits."""
    return ir.IntegerType.get_signless(width)


def is_float(type_: ir.Type) -> bool:
    """Whether ``type_`` is a scalar float type."""
    return isinstance(type_, ir.FloatType)


def is_tensor(value: ir.Value) -> bool:
    """Whether ``value`` is a tensor."""
    return isinstance(value.type, ir.RankedTensorType)


def bit_width(element: ir.Type) -> int:
    """Bits of an integer or float type; index counts as 64."""
    return INDEX_WIDTH if isinstance(element, ir.IndexType) else element.width


def element_of(type_: ir.Type) -> ir.Type:
    """The element type of a vector, tensor or memref; a scalar type itself."""
    return type_.element_type if isinstance(type_, ir.ShapedType) else type_


def with_element(type_: ir.Type, element: ir.Type) -> ir.Type:
    """``type_``, a scalar, vector or tensor, of another ``element``."""
    match type_:
        case ir.VectorType():
            return ir.VectorType.get(type_.shape, element)
        case ir.RankedTensorType():
            return ir.RankedTensorType.get(type_.shape, element)
    return element


def strides_of(memref: ir.MemRefType) -> tuple[list[int], int]:
    """Strides and offset of a strided memref type, in elements; ``DYNAMIC`` where unknown."""
    return memref.get_strides_and_offset()


def strided_type(
    sizes: Sequence[Index], strides: Sequence[Index], offset: Index, element: ir.Type
) -> ir.MemRefType:
    """``memref<sizes x element, strided<strides, offset>>``."""
    layout = ir.StridedLayoutAttr.get(static(offset), [static(n) for n in strides])
    return ir.MemRefType.get([static(n) for n in sizes], element, layout)


def rows_anywhere(memref: ir.MemRefType) -> ir.MemRefType:
    """The type of blocks like ``memref`` whose rows are contiguous, wherever they and the block begin."""
    strides = [*[DYNAMIC] * (memref.rank - 1), 1]
    return strided_type(memref.shape, strides, DYNAMIC, memref.element_type)


# Attributes


def i64_attr(number: int) -> ir.IntegerAttr:
    """``number : i64``."""
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number)


def indices(numbers: Sequence[int]) -> ir.DenseI64ArrayAttr:
    """``array<i64: …>``."""
    return ir.DenseI64ArrayAttr.get(list(numbers))


def reassociation(groups: Sequence[Sequence[int]]) -> ir.ArrayAttr:
    """The ``reassociation`` of ``expand_shape`` and ``collapse_shape``."""
    return ir.ArrayAttr.get([ir.ArrayAttr.get([i64_attr(d) for d in group]) for group in groups])


def segments(*parts: Sequence) -> ir.DenseI32ArrayAttr:
    """The ``operandSegmentSizes`` of operands given in parts."""
    return ir.DenseI32ArrayAttr.get([len(p) for p in parts])


# Values


def folded(value: ir.Value) -> Index:
    """The number that a constant of type index or i1 holds, else ``value``."""
    owner = value.owner
    if isinstance(owner, ir.Block) or owner.name != "arith.constant":
        return value
    number = owner.attributes["value"].value
    return number if isinstance(value.type, ir.IndexType) else bool(number)


def static(index: Index) -> int:
    """``index`` as types and attributes hold it: ``DYNAMIC`` where it is not known."""
    return index if isinstance(index, int) else DYNAMIC


@contextmanager
def at(op: ir.Operation) -> Iterator[None]:
    """Let `build` insert before ``op`` with its location."""
    with ir.InsertionPoint(op), op.location:
        yield


class OpBuilder:
    """Creates ops at a moving insertion point; without one, at MLIR's own."""

    def __init__(self, ip: ir.InsertionPoint | None = None, loc: ir.Location | None = None):
        self.ip = ip
        self.loc = loc

    @property
    def index(self) -> ir.Type:
        """The index type."""
        return ir.IndexType.get()

    @property
    def i1(self) -> ir.Type:
        """The type of conditions."""
        return ir.IntegerType.get_signless(1)

    @property
    def block(self) -> ir.Block:
        """The block that ops go to."""
        return (self.ip or ir.InsertionPoint.current).block

    @contextmanager
    def located(self, loc: ir.Location) -> Iterator[None]:
        """What is created meanwhile comes from ``loc``."""
        old, self.loc = self.loc, loc
        try:
            yield
        finally:
            self.loc = old

    @contextmanager
    def inside(self, block: ir.Block) -> Iterator[None]:
        """What is created meanwhile goes to the end of ``block``."""
        if self.ip is None:
            with ir.InsertionPoint(block):
                yield
            return
        old, self.ip = self.ip, ir.InsertionPoint(block)
        try:
            yield
        finally:
            self.ip = old

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

    def one(self, name: str, type: ir.Type, /, *operands: ir.Value, **attributes: ir.Attribute) -> ir.Value:
        """Create the op ``name`` and return its only result."""
        return self.op(name, (type,), operands, attributes).result

    def call_intrinsic(
        self, name: str, types: Sequence[ir.Type], operands: Sequence[ir.Value]
    ) -> ir.Operation:
        """A call of LLVM's intrinsic ``name``."""
        attributes = {
            "intrin": ir.StringAttr.get(name),
            "op_bundle_sizes": ir.DenseI32ArrayAttr.get([]),
            "operandSegmentSizes": segments(operands, []),
        }
        return self.op("llvm.call_intrinsic", types, operands, attributes)

    def region(
        self,
        region: ir.Region,
        types: Sequence[ir.Type],
        body: Callable[..., Sequence[ir.Value] | None],
        end: str,
    ) -> None:
        """Give ``region`` a block, which ``body(*arguments)`` fills; op ``end`` yields what that returns."""
        loc = self.loc or ir.Location.current
        block = region.blocks.append(*types, arg_locs=[loc] * len(types))
        with self.inside(block):
            self.op(end, (), body(*block.arguments) or ())


class ArithBuilder(OpBuilder):
    """Arithmetic, on scalars, vectors and tensors alike, and on indices."""

    def constant(self, type: ir.Type, number: int | float) -> ir.Value:
        """A constant of a scalar type, or splat over a vector or tensor; integers wrap."""
        element = element_of(type)
        if isinstance(element, ir.FloatType):
            attribute = ir.FloatAttr.get(element, float(number))
        else:
            half = 1 << (bit_width(element) - 1)
            attribute = ir.IntegerAttr.get(element, (int(number) + half) % (2 * half) - half)
        if element != type:
            attribute = ir.DenseElementsAttr.get_splat(type, attribute)
        return self.one("arith.constant", type, value=attribute)

    def values(self, *operands: Operand) -> list[ir.Value]:
        """The operands as values: numbers as constants of the type that those have which are values."""
        type = next(v.type for v in operands if isinstance(v, ir.Value))
        return [v if isinstance(v, ir.Value) else self.constant(type, v) for v in operands]

    def apply(self, name: str, /, *operands: Operand, **attributes: ir.Attribute) -> ir.Value:
        """The op ``name`` whose result has the type of its operands, one of which is a value."""
        values = self.values(*operands)
        return self.one(name, values[0].type, *values, **attributes)

    def convert(self, name: str, operand: ir.Value, type: ir.Type) -> ir.Value:
        """The conversion op ``name`` to ``type``; nothing where that is the type already."""
        return operand if operand.type == type else self.one(name, type, operand)

    def resize(self, operand: ir.Value, type: ir.Type, extension: str = "arith.extui") -> ir.Value:
        """An integer with the width of ``type``: truncated, or extended by ``extension``."""
        return self.convert("arith.trunci" if operand.type.width > type.width else extension, operand, type)

    def compare(self, predicate: str, a: Operand, b: Operand) -> Condition:
        """``arith.cmpf`` or ``arith.cmpi`` by the operands' type; of numbers those of integers of 64 bits."""
        if not isinstance(a, ir.Value) and not isinstance(b, ir.Value):
            if predicate.startswith("u"):
                a, b = a % (1 << 64), b % (1 << 64)
            return getattr(operator, predicate[-2:])(a, b)
        values = self.values(a, b)
        type = values[0].type
        is_cmpf = isinstance(element_of(type), ir.FloatType)
        name, code = ("arith.cmpf", predicates.floats) if is_cmpf else ("arith.cmpi", predicates.integers)
        return self.one(name, with_element(type, self.i1), *values, predicate=code(predicate))

    def select(self, condition: Condition, a: Operand, b: Operand) -> Operand:
        """``a`` if ``condition`` else ``b``; two numbers are indices."""
        if isinstance(condition, bool):
            return a if condition else b
        if isinstance(a, int) and isinstance(b, int):
            a = self.value(a)
        values = self.values(a, b)
        return self.one("arith.select", values[0].type, condition, *values)

    def both(self, a: Condition, b: Condition) -> Condition:
        """Conjunction of conditions."""
        if isinstance(a, bool):
            return b if a else False
        if isinstance(b, bool):
            return a if b else False
        return self.one("arith.andi", self.i1, a, b)

    def either(self, a: Condition, b: Condition) -> Condition:
        """Disjunction of conditions."""
        if isinstance(a, bool):
            return True if a else b
        if isinstance(b, bool):
            return True if b else a
        return self.one("arith.ori", self.i1, a, b)

    def negated(self, a: Condition) -> Condition:
        """Whether ``a`` does not hold."""
        return not a if isinstance(a, bool) else self.apply("arith.xori", a, 1)

    def any(self, lanes: ir.Value) -> ir.Value:
        """Whether a condition, of a vector, holds in any of its ``lanes``."""
        return self.one("vector.reduction", self.i1, lanes, kind=ir.Attribute.parse("#vector.kind<or>"))

    def broadcast(self, value: ir.Value, lanes: int) -> ir.Value:
        """A scalar in all of ``lanes`` lanes."""
        return self.one("vector.broadcast", ir.VectorType.get((lanes,), value.type), value)

    def ascending(self, element: ir.Type, lanes: int) -> ir.Value:
        """The numbers 0, 1, …, one in each of ``lanes`` lanes."""
        type = ir.VectorType.get((lanes,), element)
        numbers = [ir.IntegerAttr.get(element, lane) for lane in range(lanes)]
        return self.one("arith.constant", type, value=ir.DenseElementsAttr.get(numbers, type))

    # Indices

    def value(self, index: Index) -> ir.Value:
        """``index``, or a condition, as a value."""
        if isinstance(index, bool):
            return self.constant(self.i1, index)
        return self.constant(self.index, index) if isinstance(index, int) else index

    def add(self, a: Index, b: Index) -> Index:
        """``a + b``."""
        if isinstance(a, int) and isinstance(b, int):
            return a + b
        if isinstance(a, int) and a == 0:
            return b
        if isinstance(b, int) and b == 0:
            return a
        return self.apply("arith.addi", a, b)

    def sub(self, a: Index, b: Index) -> Index:
        """``a - b``."""
        if isinstance(a, int) and isinstance(b, int):
            return a - b
        if isinstance(b, int) and b == 0:
            return a
        return self.apply("arith.subi", a, b)

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
        return self.apply("arith.muli", a, b)

    def min(self, a: Index, b: Index) -> Index:
        """The smaller of two indices."""
        if isinstance(a, int) and isinstance(b, int):
            return min(a, b)
        if a == b:
            return a
        return self.apply("arith.minsi", a, b)

    def max(self, a: Index, b: Index) -> Index:
        """The larger of two indices."""
        if isinstance(a, int) and isinstance(b, int):
            return max(a, b)
        if a == b:
            return a
        return self.apply("arith.maxsi", a, b)

    def floor_to(self, a: Index, step: int) -> Index:
        """The largest multiple of ``step``, a power of two, that does not exceed ``a``."""
        if isinstance(a, int):
            return a - a % step
        return self.apply("arith.andi", a, -step)


class Builder(ArithBuilder):
    """Arithmetic, control flow, and ops on tensors and memrefs."""

    @classmethod
    def before(cls, op: ir.Operation) -> Builder:
        """A builder that inserts before ``op`` and takes its location."""
        return cls(ir.InsertionPoint(op), op.location)

    # Control flow

    def loop(
        self,
        begin: Index,
        end: Index,
        step: int,
        inits: Sequence[ir.Value],
        body: Callable[[Index, Sequence[ir.Value]], Sequence[ir.Value]],
        **attributes: ir.Attribute,
    ) -> Sequence[ir.Value]:
        """``scf.for``; ``body(i, carried)`` returns what the next iteration carries. One iteration needs no loop."""
        if isinstance(begin, int) and isinstance(end, int) and end - begin <= step:
            return body(begin, inits) if end > begin else inits
        types = [v.type for v in inits]
        bounds = [self.value(begin), self.value(end), self.value(step)]
        op = self.op("scf.for", types, [*bounds, *inits], attributes, regions=1)
        self.region(
            op.regions[0], [self.index, *types], lambda i, *carried: body(i, list(carried)), "scf.yield"
        )
        return list(op.results)

    def for_each(self, begin: Index, end: Index, step: int, body: Callable[[Index], object]) -> None:
        """``scf.for`` that carries nothing: ``body(i)`` fills an iteration.  One iteration needs no loop."""

        def iteration(i: Index, _: object) -> tuple[()]:
            body(i)
            return ()

        self.loop(begin, end, step, (), iteration)

    def parallel(
        self, begins: Sequence[Index], ends: Sequence[Index], body: Callable[..., Sequence[ir.Value] | None]
    ) -> None:
        """``scf.parallel`` over the indices ``[begins, ends)``."""
        steps = [1] * len(begins)
        bounds = [self.value(n) for n in (*begins, *ends, *steps)]
        sizes = segments(begins, ends, steps, [])
        op = self.op("scf.parallel", (), bounds, {"operandSegmentSizes": sizes}, regions=1)
        self.region(op.regions[0], [self.index] * len(begins), body, "scf.reduce")

    def branch(
        self,
        condition: Condition,
        then: Callable[[], Sequence[ir.Value] | None],
        otherwise: Callable[[], Sequence[ir.Value] | None] | None = None,
        types: Sequence[ir.Type] = (),
    ) -> Sequence[ir.Value]:
        """``scf.if`` with results of ``types``, which the sides return; a known condition needs no branch."""
        if isinstance(condition, bool):
            side = then if condition else otherwise
            return (side() if side else None) or ()
        op = self.op("scf.if", types, (condition,), regions=2)
        for region, side in zip(op.regions, (then, otherwise), strict=True):
            if side:
                self.region(region, (), side, "scf.yield")
        return list(op.results)

    # Tensors and memrefs

    def empty(self, type: ir.RankedTensorType) -> ir.Value:
        """``tensor.empty`` of a static shape."""
        return self.one("tensor.empty", type)

    def alloc(self, type: ir.MemRefType) -> ir.Value:
        """``memref.alloc`` of a static shape."""
        return self.one("memref.alloc", type, operandSegmentSizes=segments([], []))

    def alloca(self, type: ir.MemRefType, alignment: int) -> ir.Value:
        """``memref.alloca`` of a static shape at a multiple of ``alignment`` bytes."""
        sizes = segments([], [])
        return self.one("memref.alloca", type, operandSegmentSizes=sizes, alignment=i64_attr(alignment))

    def strided(
        self,
        name: str,
        type: ir.Type,
        operands: Sequence[ir.Value],
        offsets: Sequence[Index],
        sizes: Sequence[Index],
        strides: Sequence[Index],
    ) -> ir.Value:
        """An op on offsets, sizes and strides, known ones as attributes: slices, views, ``reinterpret_cast``."""
        lists = {"static_offsets": offsets, "static_sizes": sizes, "static_strides": strides}
        known = {name: indices([static(n) for n in numbers]) for name, numbers in lists.items()}
        values = [[n for n in numbers if isinstance(n, ir.Value)] for numbers in lists.values()]
        counts = segments(*([v] for v in operands), *values)
        everything = [*operands, *(v for part in values for v in part)]
        return self.one(name, type, *everything, operandSegmentSizes=counts, **known)

    def extract_slice(
        self, source: ir.Value, offsets: Sequence[Index], sizes: Sequence[Index], dropped: Sequence[int] = ()
    ) -> ir.Value:
        """``tensor.extract_slice`` with unit strides; the dimensions ``dropped``, of size 1, vanish."""
        shape = [static(n) for d, n in enumerate(sizes) if d not in dropped]
        result = ir.RankedTensorType.get(shape, source.type.element_type)
        return self.strided("tensor.extract_slice", result, [source], offsets, sizes, [1] * len(sizes))

    def insert_slice(
        self, piece: ir.Value, whole: ir.Value, offsets: Sequence[Index], sizes: Sequence[Index]
    ) -> ir.Value:
        """``tensor.insert_slice`` with unit strides."""
        operands = [piece, whole]
        return self.strided("tensor.insert_slice", whole.type, operands, offsets, sizes, [1] * len(sizes))

    def linalg(
        self,
        name: str,
        inputs: Sequence[ir.Value],
        outputs: Sequence[ir.Value],
        body: Callable[..., Sequence[ir.Value]] | None,
        /,
        **attributes: ir.Attribute,
    ) -> ir.Operation:
        """The structured op ``name``; ``body(*elements)`` gives what it yields, and none leaves its region empty."""
        operands = [*inputs, *outputs]
        if name not in WITHOUT_SEGMENTS:
            attributes["operandSegmentSizes"] = segments(inputs, outputs)
        results = [v.type for v in outputs if isinstance(v.type, ir.RankedTensorType)]
        op = self.op(name, results, operands, attributes, regions=1)
        if body is not None:
            self.region(op.regions[0], [element_of(v.type) for v in operands], body, "linalg.yield")
        return op

    def generic(
        self,
        inputs: Sequence[ir.Value],
        outputs: Sequence[ir.Value],
        maps: Sequence[ir.AffineMap],
        iterators: Sequence[str],
        body: Callable[..., Sequence[ir.Value]] | None,
        **attributes: ir.Attribute,
    ) -> ir.Operation:
        """``linalg.generic`` over dimensions that are ``"parallel"`` or ``"reduction"``."""
        kinds = [ir.Attribute.parse(f"#linalg.iterator_type<{kind}>") for kind in iterators]
        return self.linalg(
            "linalg.generic",
            inputs,
            outputs,
            body,
            indexing_maps=ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps]),
            iterator_types=ir.ArrayAttr.get(kinds),
            **attributes,
        )

    def elementwise(
        self,
        inputs: Sequence[ir.Value],
        types: Sequence[ir.RankedTensorType],
        body: Callable[..., Sequence[ir.Value]],
    ) -> list[ir.Value]:
        """An all-parallel ``linalg.generic`` with identity maps into fresh tensors of ``types``."""
        rank, outputs = types[0].rank, [self.empty(t) for t in types]
        maps = [ir.AffineMap.get_identity(rank)] * (len(inputs) + len(outputs))
        elements = lambda *scalars: body(*scalars[: len(inputs)])  # noqa: E731
        return list(self.generic(inputs, outputs, maps, ["parallel"] * rank, elements).results)

    def fill(self, scalar: ir.Value, destination: ir.Value) -> ir.Operation:
        """``linalg.fill`` of a tensor or of a memref."""
        return self.linalg("linalg.fill", [scalar], [destination], lambda new, old: [new])

    def filled(self, type: ir.RankedTensorType, scalar: ir.Value) -> ir.Value:
        """A tensor of ``type`` whose elements are all ``scalar``."""
        return self.fill(scalar, self.empty(type)).result

    def linalg_index(self, dim: int) -> ir.Value:
        """The index of the element at hand along ``dim``, in the body of a structured op."""
        return self.one("linalg.index", self.index, dim=i64_attr(dim))


#: builds at MLIR's current insertion point and location
build = Builder()


def declare(op: ir.Operation, name: str, type: ir.FunctionType, **attributes: ir.Attribute) -> None:
    """A private ``func.func`` without a body in the module around ``op``, unless that has a symbol ``name``."""
    attributes |= {
        "sym_name": ir.StringAttr.get(name),
        "sym_visibility": ir.StringAttr.get("private"),
        "function_type": ir.TypeAttr.get(type),
    }
    declare_once(op, name, lambda: build.op("func.func", (), (), attributes, regions=1))
