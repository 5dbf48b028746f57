"""From tts ops to memref: what structured-to-memref and unstructured-to-memref share.

A load becomes a buffer that copies fill, a store copies out of slices of its value.  One copy moves a *box*: for
each dimension a range of elements and the index in memory where it starts.  Boxes are

* the kept range of a plain dimension,
* a segment of a cut dimension,
* the piece between the edges of a clamped dimension, and each edge, whose elements lie at one place,
* one element of an indirect dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce

from triton_shared.conversions.kernel_abi import first_element
from triton_shared.conversions.raw_addresses import CAST, memref_at
from triton_shared.dialects.tt.base import PointerType
from triton_shared.dialects.tt.types import is_pointer, pointee_of
from triton_shared.dialects.tts import DESCRIPTOR, parts_of
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import DYNAMIC, Condition, Index, build, folded, i64_attr, integer, strided_type
from triton_shared.ir.walk import terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass


@dataclass(frozen=True)
class Range:
    """Elements ``[low, low + size)`` of a dimension; memory index ``start`` belongs to element ``low``.

    ``quotients`` are those that the elements of a segment share.
    """

    low: Index
    size: Index
    start: Index
    quotients: tuple[Index, ...] = ()
    #: where all elements of an edge lie, in place of what ``start`` says
    edge: Index | None = None


Box = dict[int, Range]


def dims_of(op: ir.Operation, name: str) -> list[int]:
    """The dimensions that attribute ``name`` of the tts op ``op`` lists; raises `LoweringError` where it lists none."""
    listed = op.attributes[name]
    if not isinstance(listed, ir.DenseI64ArrayAttr):
        raise LoweringError(op, f"lists no dimensions of its elements in '{name}'")
    return list(listed)


_MEMREFS = ir.UnrankedMemRefType, ir.MemRefType


class TtsAccess:
    """The operands of one tts op, by name, with what follows from them."""

    def __init__(self, op: ir.Operation, tensor: ir.Type):
        self.op = op
        self.parts = parts_of(op)
        self.shape = tuple(tensor.shape) if isinstance(tensor, ir.RankedTensorType) else ()
        self.element = tensor.element_type if isinstance(tensor, ir.RankedTensorType) else tensor
        self.rank = len(self.shape)
        self.cuts, self.loops = (dims_of(op, name) for name in ("cuts", "loops"))
        if (wrong := self._mismatch()) is not None:
            raise LoweringError(op, wrong)
        self.kept = [d for d in range(self.rank) if d not in self.loops]
        self.edges = self._edges()
        self.plain = [d for d in self.kept if d not in self.cuts and d not in self.edges]
        self.offset, self.strides = folded(self.parts["offset"][0]), self.indices("strides")

    def _mismatch(self) -> str | None:
        """What of the op's lists and its region does not fit the shape."""
        walked, cuts = {*self.loops, *self.cuts}, len(self.cuts)
        if outside := sorted(walked - {*range(self.rank)}):
            return f"lists dimension {outside[0]} of {self.rank} in 'cuts' or 'loops'"
        base = self.one("base")
        if base is not None and not (is_pointer(base.type) or isinstance(base.type, _MEMREFS)):
            return f"has a base of type '{base.type}', which is no pointer"
        bounds = self.rank if self.parts["lows"] else 0
        counts = {"strides": self.rank, "starts": cuts, "divisors": cuts, "lows": bounds, "highs": bounds}
        for name, count in counts.items():
            if len(self.parts[name]) != count:
                return f"has {len(self.parts[name])} {name}, in place of {count}"
        arguments = len(self.op.regions[0].blocks[0].arguments) if self.has_body else len(walked) + cuts
        if arguments != len(walked) + cuts:
            return f"has a region of {arguments} arguments, in place of {len(walked) + cuts}"
        return None

    def _edges(self) -> dict[int, list[Index]]:
        """First, last, before and after of each clamped dimension."""
        numbers = self.indices("edges")
        if len(numbers) not in (0, 4 * self.rank):
            raise LoweringError(self.op, f"has {len(numbers)} edges, in place of four a dimension")
        each = enumerate(zip(*[iter(numbers)] * 4, strict=True))
        return {d: list(edges) for d, edges in each if edges[:2] != (0, self.shape[d])}

    def at(self, dim: int, index: Index) -> Index:
        """Where along ``dim`` the element ``index`` lies, in elements of memory."""
        moved = build.mul(index, self.strides[dim])
        if dim not in self.edges:
            return moved
        first, last, before, after = self.edges[dim]
        within = build.select(build.compare("slt", index, last), moved, after)
        return build.select(build.compare("slt", index, first), before, within)

    @property
    def hints(self) -> dict[str, ir.Attribute]:
        """What the program says of the access beside its meaning, and not of its view: see `analyses/hints.py`."""
        attributes = self.op.attributes
        names = (name for name in attributes if name.startswith("tt.") and name != DESCRIPTOR)
        return {name: attributes[name] for name in names}

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
        _, keep, *ranges = terminator(self.op.regions[0].blocks[0]).operands
        return bool(ranges) or folded(keep) is not True

    @property
    def memory_type(self) -> ir.Type:
        """The element type in memory: pointers are stored as their 64-bit addresses."""
        return integer(64) if is_pointer(self.element) else self.element

    @property
    def condition(self) -> Condition:
        """What guards the whole access."""
        found = self.one("condition")
        return True if found is None else folded(found)

    def indices(self, name: str) -> list[Index]:
        """The operands ``name``."""
        return [folded(v) for v in self.parts[name]]

    def range_of(self, dim: int) -> tuple[Index, Index]:
        """The kept elements ``[low, high)`` of ``dim``."""
        if self.parts["lows"]:
            return folded(self.parts["lows"][dim]), folded(self.parts["highs"][dim])
        return 0, self.shape[dim]

    def is_partial(self) -> Condition:
        """Whether some element may be masked off."""
        if self._has_residue:
            return True
        ranges = [self.range_of(dim) for dim in range(self.rank)]
        checks = [
            build.compare("slt", build.sub(high, low), size)
            for (low, high), size in zip(ranges, self.shape, strict=True)
            if (low, high) != (0, size)
        ]
        return reduce(build.either, [*checks, build.negated(self.condition)], False)


def for_each_box(transfer: TtsAccess, visit: Callable[[Box, Index], None]) -> None:
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
            build.parallel([low], [high], lambda i: dimension(dim + 1, {**box, dim: Range(i, 1, i)}))
        elif dim in transfer.edges:
            _between_edges(transfer, dim, lambda part: dimension(dim + 1, {**box, dim: part}))
        elif dim in transfer.cuts:
            _segments(transfer, dim, lambda part: dimension(dim + 1, {**box, dim: part}))
        else:
            dimension(dim + 1, {**box, dim: _plain(transfer, dim)})

    build.branch(transfer.condition, lambda: dimension(0, {}))


def _plain(transfer: TtsAccess, dim: int) -> Range:
    """The kept range; an empty one still starts within the block, as views have to."""
    low, high = transfer.range_of(dim)
    start = build.min(low, transfer.shape[dim] - 1)
    return Range(start, build.sub(high, low), start)


def _between_edges(transfer: TtsAccess, dim: int, body: Callable[[Range], None]) -> None:
    """The kept elements in order: before, between and behind the edges; the last of an edge is stored."""
    low, high = transfer.range_of(dim)
    first, last, before, after = transfer.edges[dim]

    def part(begin: Index, end: Index, edge: Index | None) -> None:
        size = build.sub(end, begin)
        if transfer.op.name == "tts.store" and edge is not None:
            begin, size = build.sub(end, 1), 1
        begin = build.min(
            begin, transfer.shape[dim] - 1
        )  # as views have to, in code that is not reached, too
        body(Range(begin, size, begin, edge=edge))

    for begin, end, edge in ((0, first, before), (first, last, None), (last, transfer.shape[dim], after)):
        if (low, high) != (0, transfer.shape[dim]):
            begin, end = build.max(begin, low), build.min(end, high)
        build.branch(build.compare("slt", begin, end), partial(part, begin, end, edge))


def _segments(transfer: TtsAccess, dim: int, body: Callable[[Range], None]) -> None:
    """Loop over the segments of a cut dimension that hold kept elements; further cuts cut the segments of the first."""
    starts, divisors = transfer.indices("starts"), transfer.indices("divisors")
    cuts = [(starts[c], divisors[c]) for c, cut in enumerate(transfer.cuts) if cut == dim]

    def cut(number: int, low: Index, high: Index, quotients: tuple[Index, ...]) -> None:
        if number == len(cuts):
            body(Range(low, build.sub(high, low), 0, quotients))
            return
        start, divisor = cuts[number]
        first = _quotient(build.add(start, low), divisor)
        last = _quotient(build.sub(build.add(start, high), 1), divisor)

        def segment(k: Index, _: Sequence[ir.Value]) -> list[ir.Value]:
            begin, end = _bounds(k, start, divisor)
            cut(number + 1, build.max(begin, low), build.min(end, high), (*quotients, k))
            return []

        build.loop(first, build.add(last, 1), 1, [], segment, **{"tt.wrapped": i64_attr(dim)})

    low, high = transfer.range_of(dim)
    build.branch(build.compare("slt", low, high), lambda: cut(0, low, high, ()))


def _quotient(number: Index, divisor: Index) -> ir.Value:
    return build.one("arith.divsi", build.index, build.value(number), build.value(divisor))


def _bounds(k: Index, start: Index, divisor: Index) -> tuple[Index, Index]:
    """The elements ``i`` with ``(start + i) / divisor == k``, where division truncates.

    ``start + i`` is ``k*divisor .. k*divisor + divisor - 1`` for positive ``k``, its mirror image for negative, and
    both for 0.
    """
    origin = build.mul(k, divisor)
    below = build.sub(origin, build.sub(divisor, 1))
    begin = build.select(build.compare("slt", 0, k), origin, below)
    beyond = build.add(origin, divisor)
    end = build.select(build.compare("slt", k, 0), build.add(origin, 1), beyond)
    return build.sub(begin, start), build.sub(end, start)


def _guarded(transfer: TtsAccess, box: Box, visit: Callable[[Box, Index], None]) -> None:
    """Evaluate the op's region for the elements at hand and visit the box under its condition."""
    gather: Index = 0
    keep: Condition = True
    ranges: list[Index] = []
    moved = [d for d in range(transfer.rank) if d not in transfer.plain]
    if transfer.has_body:
        walked = [d for d in moved if d not in transfer.edges]
        quotients = (q for d in walked for q in box[d].quotients)
        gather, keep, *ranges = inline_body(transfer, [*(box[d].low for d in walked), *quotients])
    for dim, low, high in zip(sorted(set(transfer.cuts)), ranges[::2], ranges[1::2], strict=False):
        box = {**box, dim: _narrowed(box[dim], low, high)}
        keep = build.both(keep, build.compare("slt", 0, box[dim].size))
    steps = [build.mul(box[d].start, transfer.strides[d]) for d in moved if box[d].edge is None]
    steps += [box[d].edge for d in moved if box[d].edge is not None]
    offset = reduce(build.add, [transfer.offset, *steps, gather])
    build.branch(keep, lambda: visit(box, offset))


def _narrowed(kept: Range, low: Index, high: Index) -> Range:
    """The elements of a segment within ``[low, high)``; the size of what has none is not positive."""
    first = build.max(kept.low, low)
    stop = build.min(build.add(kept.low, kept.size), high)
    return Range(first, build.sub(stop, first), build.add(kept.start, build.sub(first, kept.low)))


def inline_body(transfer: TtsAccess, arguments: Sequence[Index]) -> list[Index]:
    """Clone the region's ops at the insertion point; the offset, the condition and the ranges that it yields."""
    block = transfer.op.regions[0].blocks[0]
    mapping = dict(zip(block.arguments, map(build.value, arguments), strict=True))
    for op in block.operations:
        if op.operation.name == "tts.yield":
            return [folded(mapping.get(v, v)) for v in op.operation.operands]
        clone = op.operation.clone()
        for number, operand in enumerate(op.operation.operands):
            if operand in mapping:
                clone.operands[number] = mapping[operand]
        mapping.update(zip(op.operation.results, clone.results, strict=True))
    raise AssertionError("the region of a tts op ends with tts.yield")


def memory(transfer: TtsAccess, offset: Index) -> tuple[ir.Value, Index]:
    """The memref to take views of, and the element offset in it."""
    base = transfer.one("base")
    if base is None:
        address = build.one("arith.index_cast", integer(64), build.value(offset))
        return memref_at(address, transfer.memory_type), 0
    base = unranked(base, transfer.memory_type)
    return base, build.add(first_element(base), offset)


def unranked(base: ir.Value, element: ir.Type) -> ir.Value:
    """The scalar pointer ``base`` as ``memref<*xT>``, if it is none; triton-ptr-to-memref resolves the cast."""
    if isinstance(base.type, _MEMREFS):
        return base
    if pointee_of(base.type) != element:
        pointer = PointerType.to(element)
        base = build.one("tt.bitcast", pointer, base)
    return build.one(CAST, ir.Type.parse(f"memref<*x{element}>"), base)


def reinterpret(
    base: ir.Value, offset: Index, sizes: Sequence[Index], strides: Sequence[Index], element: ir.Type
) -> ir.Value:
    """``memref.reinterpret_cast`` of ``base``; memref takes no offset below 0 and no stride of 0 as attributes."""
    offset = build.value(offset) if isinstance(offset, int) and offset < 0 else offset
    strides = [build.value(n) if isinstance(n, int) and n == 0 else n for n in strides]
    type_ = strided_type(sizes, strides, offset, element)
    return build.strided("memref.reinterpret_cast", type_, [base], [offset], sizes, strides)


def subview(
    source: ir.Value, lows: Sequence[Index], sizes: Sequence[Index], dropped: Sequence[int]
) -> ir.Value:
    """``memref.subview`` at ``lows``; the dimensions ``dropped`` (of size 1) vanish from the type."""
    type_ = ir.MemRefType(source.type)
    strides, offset = type_.get_strides_and_offset()
    for low, stride in zip(lows, strides, strict=True):
        unknown = (DYNAMIC in (offset, stride) and low != 0) or not isinstance(low, int) or offset == DYNAMIC
        offset = DYNAMIC if unknown else offset + low * stride
    kept = [d for d in range(len(sizes)) if d not in dropped]
    result = strided_type([sizes[d] for d in kept], [strides[d] for d in kept], offset, type_.element_type)
    return build.strided("memref.subview", result, [source], lows, sizes, [1] * len(sizes))


def box_view(transfer: TtsAccess, box: Box, offset: Index, repeated: Sequence[int] = ()) -> ir.Value:
    """The memory of one box, over the dimensions that are not walked element by element, nor ``repeated`` segments."""
    base, offset = memory(transfer, offset)
    dims, plain = [d for d in transfer.kept if d not in repeated], transfer.plain
    strides = [transfer.strides[d] for d in dims]
    sizes = [transfer.shape[d] if d in plain else box[d].size for d in dims]
    view = reinterpret(base, offset, sizes, strides, transfer.memory_type)
    if DESCRIPTOR in transfer.op.attributes:
        view.owner.attributes[DESCRIPTOR] = transfer.op.attributes[DESCRIPTOR]
    if not any(is_cut(transfer, box, d) for d in plain):
        return view
    lows = [box[d].low if d in plain else 0 for d in dims]
    return subview(view, lows, [box[d].size for d in dims], [])


def coordinates(transfer: TtsAccess, box: Box) -> list[ir.Value]:
    """The indices of the first element of ``box`` in the block."""
    return [build.value(box[d].low) for d in range(transfer.rank)]


def is_cut(transfer: TtsAccess, box: Box, dim: int) -> bool:
    """Whether the box may hold less than all elements of ``dim``."""
    return (box[dim].low, box[dim].size) != (0, transfer.shape[dim])


def element_view(transfer: TtsAccess, offset: Index) -> ir.Value:
    """One element of memory as ``memref<1xT>``."""
    base, offset = memory(transfer, offset)
    return reinterpret(base, offset, [1], [1], transfer.memory_type)
