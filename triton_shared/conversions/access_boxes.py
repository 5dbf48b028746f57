"""From tts ops to memref: what structured-to-memref and unstructured-to-memref share.

A load becomes a buffer that copies fill, a store copies out of slices of its value.  One copy moves a *box*: for
each dimension a range of elements and the index in memory where it starts.  Boxes are

* the kept range of a plain dimension,
* a segment of a cut dimension,
* one element of an indirect dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from triton_shared.conversions import build
from triton_shared.conversions.build import DYNAMIC, static_index
from triton_shared.dialects.tt.base import PointerType
from triton_shared.dialects.tt.types import is_pointer, pointee_of
from triton_shared.dialects.tts import parts_of
from triton_shared.errors import LoweringError
from triton_shared.ir import predicates
from triton_shared.mlir import ir


@dataclass(frozen=True)
class Range:
    """Elements ``[low, low + size)`` of a dimension; memory index ``start`` belongs to element ``low``.

    ``quotients`` are those that the elements of a segment share.
    """

    low: ir.Value
    size: ir.Value
    start: ir.Value
    quotients: tuple[ir.Value, ...] = ()


Box = dict[int, Range]


class TtsAccess:
    """The operands of one tts op, by name, with what follows from them."""

    def __init__(self, op: ir.Operation, tensor: ir.Type):
        self.op = op
        self.parts = parts_of(op)
        self.shape = tuple(tensor.shape) if isinstance(tensor, ir.RankedTensorType) else ()
        self.element = tensor.element_type if isinstance(tensor, ir.RankedTensorType) else tensor
        self.rank = len(self.shape)
        self.cuts, self.loops = (self._dims(name) for name in ("cuts", "loops"))
        self.kept = [d for d in range(self.rank) if d not in self.loops]
        self.plain = [d for d in self.kept if d not in self.cuts]

    def _dims(self, name: str) -> list[int]:
        """The dimensions that attribute ``name`` lists."""
        listed = self.op.attributes[name]
        if not isinstance(listed, ir.DenseI64ArrayAttr):
            raise LoweringError(self.op, f"lists no dimensions of its elements in '{name}'")
        return list(listed)

    @property
    def hints(self) -> dict[str, ir.Attribute]:
        """What the program says of the access beside its meaning, see `analyses/hints.py`."""
        attributes = self.op.attributes
        return {name: attributes[name] for name in attributes if name.startswith("tt.")}

    def one(self, name: str) -> ir.Value | None:
        """The operand ``name`` if the op has it."""
        found = self.parts.get(name)
        return found[0] if found else None

    @property
    def has_body(self) -> bool:
        """Whether the op's region computes indirect offsets or keeps elements one by one."""
        return len(self.op.regions[0].blocks) > 0

    @property
    def is_masked(self) -> bool:
        """Whether some element may be masked off."""
        return bool(self.parts["lows"] or self.parts["condition"]) or self._has_residue

    @property
    def _has_residue(self) -> bool:
        if not self.has_body:
            return False
        _, keep, *ranges = _terminator(self.op).operands
        return bool(ranges) or static_index(keep) in (None, 0)

    @property
    def memory_type(self) -> ir.Type:
        """The element type in memory: pointers are stored as their 64-bit addresses."""
        return build.integer(64) if is_pointer(self.element) else self.element

    def range_of(self, dim: int) -> tuple[ir.Value, ir.Value]:
        """The kept elements ``[low, high)`` of ``dim``."""
        if self.parts["lows"]:
            return self.parts["lows"][dim], self.parts["highs"][dim]
        return build.index(0), build.index(self.shape[dim])

    def is_partial(self) -> ir.Value | None:
        """An i1 that is true when some element may be masked off; None when that is sure."""
        if self._has_residue:
            return None
        checks = []
        for dim in range(self.rank if self.parts["lows"] else 0):
            low, high = self.range_of(dim)
            if (static_index(low), static_index(high)) != (0, self.shape[dim]):
                checks.append(_less(_subtract(high, low), build.index(self.shape[dim])))
        if condition := self.one("condition"):
            checks.append(build.value("arith.xori", [condition, true()], build.integer(1)))
        return (
            reduce(lambda a, b: build.value("arith.ori", [a, b], build.integer(1)), checks)
            if checks
            else false()
        )


def true() -> ir.Value:
    """The constant true."""
    return build.constant(ir.IntegerAttr.get(build.integer(1), 1))


def false() -> ir.Value:
    """The constant false."""
    return build.constant(ir.IntegerAttr.get(build.integer(1), 0))


def _terminator(op: ir.Operation) -> ir.Operation:
    block = op.regions[0].blocks[0]
    return block.operations[len(block.operations) - 1].operation


def _arith(name: str, left: ir.Value, right: ir.Value) -> ir.Value:
    return build.value(f"arith.{name}", [left, right], left.type)


def _add(left: ir.Value, right: ir.Value) -> ir.Value:
    numbers = static_index(left), static_index(right)
    if 0 in numbers:
        return right if numbers[0] == 0 else left
    return build.index(sum(numbers)) if None not in numbers else _arith("addi", left, right)


def _subtract(left: ir.Value, right: ir.Value) -> ir.Value:
    numbers = static_index(left), static_index(right)
    if numbers[1] == 0:
        return left
    return build.index(numbers[0] - numbers[1]) if None not in numbers else _arith("subi", left, right)


def _multiply(left: ir.Value, right: ir.Value) -> ir.Value:
    numbers = static_index(left), static_index(right)
    if 0 in numbers:
        return build.index(0)
    if 1 in numbers:
        return right if numbers[0] == 1 else left
    return build.index(numbers[0] * numbers[1]) if None not in numbers else _arith("muli", left, right)


def _minimum(left: ir.Value, right: ir.Value) -> ir.Value:
    numbers = static_index(left), static_index(right)
    return build.index(min(numbers)) if None not in numbers else _arith("minsi", left, right)


def _less(left: ir.Value, right: ir.Value) -> ir.Value:
    return build.value("arith.cmpi", [left, right], build.integer(1), predicate=predicates.integers("slt"))


def for_each_box(transfer: TtsAccess, visit: Callable[[Box, ir.Value], None]) -> None:
    """Emit the loops over elements of indirect dimensions (``scf.parallel``: none needs another) and over segments.

    ``visit(box, offset)`` emits the copy of one box.

    ``offset`` counts elements from the base to element 0 of the plain dimensions and the first element of the others
    (without a base it is a byte address).  The op's mask guards everything that is emitted.
    """

    def dimension(dim: int, box: Box) -> None:
        if dim == transfer.rank:
            _guarded(transfer, box, visit)
        elif dim in transfer.loops:
            low, high = transfer.range_of(dim)
            build.parallel_loop(low, high, lambda i: dimension(dim + 1, {**box, dim: _element(i)}))
        elif dim in transfer.cuts:
            _segments(transfer, dim, lambda part: dimension(dim + 1, {**box, dim: part}))
        else:
            dimension(dim + 1, {**box, dim: _plain(transfer, dim)})

    build.if_then(transfer.one("condition") or true(), lambda: dimension(0, {}))


def _plain(transfer: TtsAccess, dim: int) -> Range:
    """The kept range; an empty one still starts within the block, as views have to."""
    low, high = transfer.range_of(dim)
    start = low if static_index(low) == 0 else _minimum(low, build.index(transfer.shape[dim] - 1))
    return Range(start, _subtract(high, low), start)


def _element(index: ir.Value) -> Range:
    return Range(index, build.index(1), index)


def _segments(transfer: TtsAccess, dim: int, body: Callable[[Range], None]) -> None:
    """Loop over the segments of a cut dimension that hold kept elements; further cuts cut the segments of the first."""
    starts, divisors = transfer.parts["starts"], transfer.parts["divisors"]
    cuts = [(starts[c], divisors[c]) for c, cut in enumerate(transfer.cuts) if cut == dim]

    def cut(number: int, low: ir.Value, high: ir.Value, quotients: tuple[ir.Value, ...]) -> None:
        if number == len(cuts):
            body(Range(low, _subtract(high, low), build.index(0), quotients))
            return
        start, divisor = cuts[number]
        first = _arith("divsi", _add(start, low), divisor)
        last = _arith("divsi", _subtract(_add(start, high), build.index(1)), divisor)

        def segment(k: ir.Value) -> list[ir.Value]:
            begin, end = _bounds(k, start, divisor)
            cut(number + 1, _arith("maxsi", begin, low), _arith("minsi", end, high), (*quotients, k))
            return []

        wrapped = ir.IntegerAttr.get(build.integer(64), dim)
        build.for_loop(
            first, _add(last, build.index(1)), build.index(1), [], segment, **{"tt.wrapped": wrapped}
        )

    low, high = transfer.range_of(dim)
    build.if_then(_less(low, high), lambda: cut(0, low, high, ()))


def _bounds(k: ir.Value, start: ir.Value, divisor: ir.Value) -> tuple[ir.Value, ir.Value]:
    """The elements ``i`` with ``(start + i) / divisor == k``, where division truncates.

    ``start + i`` is ``k*divisor .. k*divisor + divisor - 1`` for positive ``k``, its mirror image for negative, and
    both for 0.
    """
    one, zero = build.index(1), build.index(0)
    origin = _multiply(k, divisor)
    below = _subtract(origin, _subtract(divisor, one))
    begin = build.value("arith.select", [_less(zero, k), origin, below], build.index_type())
    beyond = _add(origin, divisor)
    end = build.value("arith.select", [_less(k, zero), _add(origin, one), beyond], build.index_type())
    return _subtract(begin, start), _subtract(end, start)


def _guarded(transfer: TtsAccess, box: Box, visit: Callable[[Box, ir.Value], None]) -> None:
    """Evaluate the op's region for the elements at hand and visit the box under its condition."""
    gather, keep, ranges = build.index(0), true(), []
    walked = [d for d in range(transfer.rank) if d not in transfer.plain]
    if transfer.has_body:
        quotients = (q for d in walked for q in box[d].quotients)
        gather, keep, *ranges = inline_body(transfer, [*(box[d].low for d in walked), *quotients])
    for dim, low, high in zip(sorted(set(transfer.cuts)), ranges[::2], ranges[1::2], strict=False):
        box = {**box, dim: _narrowed(box[dim], low, high)}
        keep = build.value("arith.andi", [keep, _less(build.index(0), box[dim].size)], build.integer(1))
    strides = transfer.parts["strides"]
    steps = [_multiply(box[d].start, strides[d]) for d in walked]
    offset = reduce(_add, [transfer.one("offset"), *steps, gather])
    build.if_then(keep, lambda: visit(box, offset))


def _narrowed(kept: Range, low: ir.Value, high: ir.Value) -> Range:
    """The elements of a segment within ``[low, high)``; the size of what has none is not positive."""
    first = _arith("maxsi", kept.low, low)
    stop = _arith("minsi", _add(kept.low, kept.size), high)
    return Range(first, _subtract(stop, first), _add(kept.start, _subtract(first, kept.low)))


def inline_body(transfer: TtsAccess, arguments: list[ir.Value]) -> list[ir.Value]:
    """Clone the region's ops at the insertion point; the offset, the condition and the ranges that it yields."""
    block = transfer.op.regions[0].blocks[0]
    mapping = dict(zip(block.arguments, arguments, strict=True))
    for op in block.operations:
        if op.operation.name == "tts.yield":
            return [mapping.get(v, v) for v in op.operation.operands]
        clone = op.operation.clone()
        for number, operand in enumerate(op.operation.operands):
            if operand in mapping:
                clone.operands[number] = mapping[operand]
        mapping.update(zip(op.operation.results, clone.results, strict=True))
    raise AssertionError("the region of a tts op ends with tts.yield")


def memory(transfer: TtsAccess, offset: ir.Value) -> tuple[ir.Value, ir.Value]:
    """The unranked memref to take views of, and the element offset in it."""
    base = transfer.one("base")
    if base is None:
        address = build.value("arith.index_cast", [offset], build.integer(64))
        pointer = PointerType.to(transfer.element)
        base, offset = build.value("tt.int_to_ptr", [address], pointer), build.index(0)
    return unranked(base, transfer.memory_type), offset


def unranked(base: ir.Value, element: ir.Type) -> ir.Value:
    """The scalar pointer ``base`` as ``memref<*xT>``; triton-ptr-to-memref resolves the cast."""
    if pointee_of(base.type) != element:
        pointer = PointerType.to(element)
        base = build.value("tt.bitcast", [base], pointer)
    return build.value("builtin.unrealized_conversion_cast", [base], ir.Type.parse(f"memref<*x{element}>"))


def strided_type(sizes: list[int], strides: list[int], offset: int, element: ir.Type) -> ir.MemRefType:
    """``memref<sizes x element, strided<strides, offset>>``."""
    return ir.MemRefType.get(sizes, element, ir.StridedLayoutAttr.get(offset, strides))


def reinterpret(
    base: ir.Value, offset: ir.Value, sizes: list[ir.Value], strides: list[ir.Value], element: ir.Type
) -> ir.Value:
    """``memref.reinterpret_cast`` of ``base``; index constants become static where memref allows them."""
    (static_offset,), offsets = build.static_or_dynamic([offset], lambda n: n >= 0)
    static_sizes, size_operands = build.static_or_dynamic(sizes)
    static_strides, stride_operands = build.static_or_dynamic(strides, lambda n: n != 0)
    return build.value(
        "memref.reinterpret_cast",
        [base, *offsets, *size_operands, *stride_operands],
        strided_type(static_sizes, static_strides, static_offset, element),
        operandSegmentSizes=build.segments([base], offsets, size_operands, stride_operands),
        static_offsets=build.indices([static_offset]),
        static_sizes=build.indices(static_sizes),
        static_strides=build.indices(static_strides),
    )


def box_slice(
    name: str,
    source: ir.Value,
    lows: list[ir.Value],
    sizes: list[ir.Value],
    result: ir.Type,
) -> ir.Value:
    """``memref.subview`` or ``tensor.extract_slice`` with unit steps."""
    static_lows, low_operands = build.static_or_dynamic(lows)
    static_sizes, size_operands = build.static_or_dynamic(sizes)
    return build.value(
        name,
        [source, *low_operands, *size_operands],
        result,
        operandSegmentSizes=build.segments([source], low_operands, size_operands, []),
        static_offsets=build.indices(static_lows),
        static_sizes=build.indices(static_sizes),
        static_strides=build.indices([1] * len(lows)),
    )


def subview(source: ir.Value, lows: list[ir.Value], sizes: list[ir.Value], dropped: list[int]) -> ir.Value:
    """``memref.subview`` at ``lows``; the dimensions ``dropped`` (of size 1) vanish from the type."""
    type_ = ir.MemRefType(source.type)
    strides, offset = type_.get_strides_and_offset()
    numbers = [static_index(v) for v in lows]
    for number, stride in zip(numbers, strides, strict=True):
        unknown = (DYNAMIC in (offset, stride) and number != 0) or number is None or offset == DYNAMIC
        offset = DYNAMIC if unknown else offset + number * stride
    static_sizes, _ = build.static_or_dynamic(sizes)
    kept = [d for d in range(len(sizes)) if d not in dropped]
    result = strided_type(
        [static_sizes[d] for d in kept], [strides[d] for d in kept], offset, type_.element_type
    )
    return box_slice("memref.subview", source, lows, sizes, result)


def extract_slice(
    source: ir.Value, lows: list[ir.Value], sizes: list[ir.Value], dropped: list[int]
) -> ir.Value:
    """``tensor.extract_slice`` at ``lows``; the dimensions ``dropped`` (of size 1) vanish from the type."""
    static_sizes, _ = build.static_or_dynamic(sizes)
    kept = [n for d, n in enumerate(static_sizes) if d not in dropped]
    result = ir.RankedTensorType.get(kept, source.type.element_type)
    if result == source.type:
        return source
    return box_slice("tensor.extract_slice", source, lows, sizes, result)


def box_view(transfer: TtsAccess, box: Box, offset: ir.Value, repeated: Sequence[int] = ()) -> ir.Value:
    """The memory of one box, over the dimensions that are not walked element by element, nor ``repeated`` segments."""
    base, offset = memory(transfer, offset)
    dims, plain = [d for d in transfer.kept if d not in repeated], transfer.plain
    strides = [transfer.parts["strides"][d] for d in dims]
    sizes = [build.index(transfer.shape[d]) if d in plain else box[d].size for d in dims]
    view = reinterpret(base, offset, sizes, strides, transfer.memory_type)
    if not any(is_cut(transfer, box, d) for d in plain):
        return view
    lows = [box[d].low if d in plain else build.index(0) for d in dims]
    return subview(view, lows, [box[d].size for d in dims], [])


def is_cut(transfer: TtsAccess, box: Box, dim: int) -> bool:
    """Whether the box may hold less than all elements of ``dim``."""
    return (static_index(box[dim].low), static_index(box[dim].size)) != (0, transfer.shape[dim])


def element_view(transfer: TtsAccess, offset: ir.Value) -> ir.Value:
    """One element of memory as ``memref<1xT>``."""
    base, offset = memory(transfer, offset)
    return reinterpret(base, offset, [build.index(1)], [build.index(1)], transfer.memory_type)
