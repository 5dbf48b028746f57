"""Blocks of global memory, read and written by all threads: as wide as alignment allows, under the mask.

A thread's neighbouring registers are moved by one instruction where they are neighbours in memory and aligned.  Where a
mask cuts a block at any element, wide accesses serve blocks that it leaves whole::

    %whole = arith.cmpi sge, %n, %c1024
    %v = scf.if %whole { llvm.load … : vector<4xf32> } else { simt.predicated_load … : vector<1xf32> four times }

What a mask switches off is not touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import gcd

from triton_shared.codegen.nests.nest import Window
from triton_shared.codegen.simt.analysis.tensor_ops import constant_of
from triton_shared.codegen.simt.analysis.views import Part, View
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import I32Like, is_multiple, vector_of
from triton_shared.codegen.simt.build.storage_types import bytes_of, from_stored, stored_type, to_stored
from triton_shared.codegen.simt.layouts.access_layouts import WIDEST
from triton_shared.codegen.simt.layouts.linear_layout import Layout, run_length
from triton_shared.ir.builder import Condition, Index, i64_attr
from triton_shared.ir.walk import made_by
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: attributes of an access that its instructions keep
HINTS = ("tt.cache", "tt.eviction", "tt.volatile")
ACCESS = "tts.access"


@dataclass(frozen=True)
class Bound:
    """Elements ``low <= i < high`` along ``dim`` are touched; ``divisor`` divides both."""

    dim: int
    low: Index
    high: Index
    divisor: int


@dataclass(frozen=True)
class Access:
    """The elements of a tensor in ``layout`` and where each lies in memory.

    Along dimension ``v`` of the view the element at ``i`` has the index ``i[dims[v]] + shifts[v]``, or ``shifts[v]``
    where ``dims[v]`` is None; ``divisor`` divides the shifts along dimensions of neighbours, as others move by whole
    strides.  Accesses have the same ``number`` where each thread touches the same elements in them.  Nothing is touched
    unless ``kept`` holds.
    """

    view: View
    layout: Layout
    dims: tuple[int | None, ...]
    shifts: tuple[Index, ...]
    divisor: int
    bounds: tuple[Bound, ...]
    hints: dict[str, ir.Attribute]
    number: int
    kept: Condition = True


def access(context: LoweringContext, op: ir.Operation, view: Part, block: Part, layout: Layout) -> Access:
    """How ``op`` moves the part ``block`` of a tensor or buffer in ``layout`` from or to a part of memory."""
    b, index, known = context.b, context.index, context.layouts.divisibility.of
    begins = [index(begin) for begin in block.window.begin]
    dims: list[int | None] = [None] * len(view.shape)
    shifts = [index(begin) for begin in view.window.begin]
    for v, d in zip(view.kept, block.kept, strict=True):
        dims[v] = d
        shifts[v] = b.sub(shifts[v], begins[d])
    bounds = tuple(bounds_of(context, block.window, layout.shape))
    hints = {name: op.attributes[name] for name in HINTS if name in op.attributes}
    divisor = 0
    for v, (place, begin) in enumerate(zip(dims, view.window.begin, strict=True)):
        own = 0 if place is None else block.window.begin[place]
        if 1 in (view.root.shape[v], view.root.strides[v]) and begin != own:
            divisor = gcd(divisor, known(begin), known(own))
    number = _number(context, view.root, layout, tuple(dims), tuple(shifts))
    kept = True if context.divergent is None else context.divergent.kept
    return Access(view.root, layout, tuple(dims), tuple(shifts), divisor, bounds, hints, number, kept)


def bounds_of(
    context: LoweringContext, window: Window, shape: Sequence[Index], skipped: int | None = None
) -> Iterator[Bound]:
    """The bounds of ``window`` in a block of ``shape``, along dimensions but ``skipped`` of which it may lack some."""
    for d, (low, size, extent) in enumerate(zip(window.begin, window.size, shape, strict=True)):
        if d == skipped:
            continue
        begin, count = context.index(low), context.index(size)
        if (begin, count) != (0, extent):
            divisor = context.layouts.divisibility.common((_unclamped(low, extent), size))
            yield Bound(d, begin, context.b.add(begin, count), divisor)


def _unclamped(low: Index, extent: Index) -> Index:
    """``low``, or what it is the minimum of and of the last place in ``extent``.

    A window that begins at the last place has one element or none: if something above 1 divides its size, it is empty,
    whatever its beginning is compared with, and else nothing is said of that.
    """
    op = None if isinstance(low, int) else made_by(low, "arith.minsi")
    is_last = op is not None and isinstance(extent, int) and constant_of(op.operands[1]) == extent - 1
    return op.operands[0] if op is not None and is_last else low


def load(
    context: LoweringContext, a: Access, other: Callable[[], ir.Value] | None, registers: Sequence[int]
) -> ir.Value:
    """The elements of ``registers``; those outside of the bounds are what ``other()`` holds there."""
    mover = _Mover(context, a, registers)
    kept = other() if other is not None and (a.bounds or a.kept is not True) else None

    def move(width: int, masked: bool) -> list[ir.Value]:
        parts = [mover.load(first, width, masked, kept) for first in mover.chunks(width)]
        return [context.b.join(parts)]

    return mover.either(move, [vector_of(len(registers), a.view.element)])[0]


def store(context: LoweringContext, a: Access, vector: ir.Value, registers: Sequence[int]) -> None:
    """Write the elements ``vector`` of ``registers`` that are within the bounds; of threads that hold the same, one."""
    mover = _Mover(context, a, registers, owners=True)

    def move(width: int, masked: bool) -> list[ir.Value]:
        for first in mover.chunks(width):
            mover.store(first, width, masked, vector)
        return []

    mover.either(move, [])


class _Mover:
    """Emits the instructions of one access."""

    def __init__(self, context: LoweringContext, a: Access, registers: Sequence[int], owners: bool = False):
        self.context, self.b, self.a = context, context.b, a
        self.registers = list(registers)
        self.size = bytes_of(a.view.element)
        self.owner = owner(context, a.layout) if owners else True
        self.base = self._base()
        self._within: dict[tuple[ir.Block, int, int], Condition] = {}
        self._spans: dict[tuple[ir.Block, int], tuple[I32Like, ir.Value]] = {}
        self.attributes = dict(a.hints)
        self.attributes[ACCESS] = i64_attr(a.number)

    # Width

    def either(
        self, move: Callable[[int, bool], Sequence[ir.Value]], types: Sequence[ir.Type]
    ) -> Sequence[ir.Value]:
        """``move`` with the best width; where masks or rows that may not be aligned ask for less, both, by a test."""
        wide, narrow = self._widths()
        proven = min(wide, self.context.layouts.proven_run(self.a.view))
        if proven == wide and (not self.a.bounds or wide == narrow):
            return move(wide, bool(self.a.bounds))
        narrow = min(narrow, proven)
        return self.b.branch(
            self._whole() if proven == wide else self.b.both(self._whole(), self._aligned(wide)),
            lambda: move(wide, False),
            lambda: move(narrow, bool(self.a.bounds)),
            types,
        )

    def _widths(self) -> tuple[int, int]:
        """Registers an instruction where no bound matters, and where they do."""
        a = self.a
        fast = next((v for v, s in enumerate(a.view.strides) if s == 1 and a.dims[v] is not None), None)
        if fast is None:
            return 1, 1
        dim = a.dims[fast]
        assert dim is not None
        run = run_length(a.layout, a.layout.weights[dim])
        run = min(run, a.layout.shape[dim], self.context.layouts.run(a.view), WIDEST // self.size)
        run = min(run, a.divisor or run)
        while run > 1 and self.registers[: len(self.registers) // run * run : run] != [
            r for r in self.registers if r % run == 0
        ]:
            run //= 2
        narrow = run
        for bound in a.bounds:
            if bound.dim == dim:
                narrow = min(narrow, bound.divisor)
        return run, narrow

    def _aligned(self, width: int) -> Condition:
        """Whether all rows begin at a multiple of ``width`` elements, the same for all threads."""
        b, view, index = self.b, self.a.view, self.context.index
        first = self._advanced(self.context.scalar(view.base), index(view.offset))
        aligned: Condition = is_multiple(b, b.one("llvm.ptrtoint", b.i64, first), width * self.size)
        for size, stride in zip(view.shape, view.strides, strict=True):
            if size != 1 and not isinstance(stride, int):
                aligned = b.both(aligned, is_multiple(b, index(stride), width))
        return aligned

    def chunks(self, width: int) -> range:
        """Where in the registers each instruction begins."""
        return range(0, len(self.registers), width)

    # Masks

    def _whole(self) -> ir.Value | bool:
        """Whether all elements are within the bounds, the same for all threads."""
        whole: ir.Value | bool = True
        for bound in self.a.bounds:
            whole = self.b.both(whole, self.b.compare("sle", bound.low, 0))
            whole = self.b.both(whole, self.b.compare("sge", bound.high, self.a.layout.shape[bound.dim]))
        return whole

    def _kept(self, register: int) -> Condition:
        """Whether the element of ``register`` is within the bounds."""
        kept = self.a.kept
        for bound in self.a.bounds:
            moved = self.a.layout.coordinate(self.a.layout.positions[register], bound.dim)
            key = self.b.block, bound.dim, moved
            if key not in self._within:
                self._within[key] = self._is_within(bound, moved)
            kept = self.b.both(kept, self._within[key])
        return kept

    def _is_within(self, bound: Bound, moved: int) -> Condition:
        """Whether the coordinate of this thread's first register, ``moved``, is within ``bound``."""
        b, layout = self.b, self.a.layout
        own, is_last = b.coordinate(layout, bound.dim), bound.high == layout.shape[bound.dim]
        at = b.i32_op("arith.addi", own, moved)
        if bound.low == 0:
            return is_last or b.compare("slt", at, b.to_i32(bound.high))
        if is_last:
            return b.compare("sge", at, b.to_i32(bound.low))
        key = self.b.block, bound.dim
        if key not in self._spans:  # one comparison without signs for two
            size = b.value32(b.to_i32(b.sub(bound.high, bound.low)))
            first = b.i32_op("arith.subi", own, b.to_i32(bound.low))
            self._spans[key] = first, b.one("arith.maxsi", b.i32, size, b.value32(0))
        first, size = self._spans[key]
        return b.compare("ult", b.i32_op("arith.addi", first, moved), size)

    # Addresses

    def _base(self) -> ir.Value:
        """Where the element of register 0 of this thread is, but for what the register adds."""
        a, b, index = self.a, self.b, self.context.index
        total = index(a.view.offset)
        own: Index = 0
        for dim, shift, stride in zip(a.dims, a.shifts, a.view.strides, strict=True):
            total = b.add(total, b.mul(shift, index(stride)))
            if dim is not None:
                own = b.add(own, b.mul(b.to_index(b.coordinate(a.layout, dim)), index(stride)))
        pointer = self.context.scalar(a.view.base)
        return self._advanced(self._advanced(pointer, total), own)

    def _advanced(self, pointer: ir.Value, elements: Index) -> ir.Value:
        return self.b.advance_elements(pointer, elements, self.size)

    def _pointer(self, register: int) -> ir.Value:
        """Where the element of ``register`` is."""
        a, b, place = self.a, self.b, self.a.layout.positions[register]
        moved: Index = 0
        for dim, stride in zip(a.dims, a.view.strides, strict=True):
            if dim is not None:
                moved = b.add(moved, b.mul(a.layout.coordinate(place, dim), self.context.index(stride)))
        return self._advanced(self.base, moved)

    # Instructions

    def load(self, first: int, width: int, masked: bool, other: ir.Value | None) -> ir.Value:
        """The elements of ``width`` registers."""
        b, register = self.b, self.registers[first]
        stored = stored_type(self.a.view.element)
        pointer, alignment = self._pointer(register), width * self.size
        kept = self._kept(register) if masked else self.a.kept
        type_ = vector_of(width, stored)
        if kept is True:
            attributes = self.attributes | b.access(alignment) | self._volatile()
            loaded = b.op("llvm.load", (type_,), (pointer,), attributes).result
        else:
            rest = b.take(other, range(first, first + width)) if other is not None else None
            rest = to_stored(b, rest) if rest is not None else b.zeros(stored, width)
            attributes = self.attributes | {"alignment": i64_attr(alignment)}
            kept = b.constant(b.i1, 0) if kept is False else kept
            loaded = b.op("simt.predicated_load", (type_,), (pointer, kept, rest), attributes).result
        return from_stored(b, loaded, self.a.view.element)

    def store(self, first: int, width: int, masked: bool, vector: ir.Value) -> None:
        """Write the elements of ``width`` registers."""
        b, register = self.b, self.registers[first]
        value = to_stored(b, b.take(vector, range(first, first + width)))
        pointer, alignment = self._pointer(register), width * self.size
        kept = b.both(self.owner, self._kept(register) if masked else self.a.kept)
        if kept is True:
            b.op("llvm.store", (), (value, pointer), self.attributes | b.access(alignment) | self._volatile())
        elif kept is not False:
            attributes = self.attributes | {"alignment": i64_attr(alignment)}
            b.op("simt.predicated_store", (), (value, pointer, kept), attributes)

    def _volatile(self) -> dict[str, ir.Attribute]:
        return {"volatile_": ir.UnitAttr.get()} if "tt.volatile" in self.attributes else {}


def _is_apart(view: View, layout: Layout, dims: Sequence[int | None]) -> bool:
    """Whether elements are known not to share memory: each stride is larger than all that smaller ones reach."""
    reach = 0
    varying = [(view.strides[v], layout.shape[d]) for v, d in enumerate(dims) if d is not None]
    if not all(isinstance(stride, int) for stride, _ in varying):
        return False
    for stride, size in sorted((abs(stride), size) for stride, size in varying):
        if size > 1 and stride <= reach:
            return False
        reach += stride * (size - 1)
    return True


def _number(
    context: LoweringContext,
    view: View,
    layout: Layout,
    dims: tuple[int | None, ...],
    shifts: tuple[Index, ...],
) -> int:
    """A number that two accesses share where each thread touches the same elements in both.

    Which thread touches what shared elements within one access does not matter.
    """
    if layout.owners or not _is_apart(view, layout, dims):
        return new_number(context)
    key: tuple = (view.base, view.offset, view.strides, dims, shifts, layout)
    return context.accesses.setdefault(key, len(context.accesses))


def new_number(context: LoweringContext) -> int:
    """The number of an access of which nothing is known."""
    number = len(context.accesses)
    context.accesses[(number,)] = number
    return number


def owner(context: LoweringContext, layout: Layout) -> ir.Value | bool:
    """Whether this thread is the first of those that hold the same elements."""
    b = context.b
    if not layout.owners:
        return True
    return b.at_entry(
        lambda: b.compare("eq", b.i32_op("arith.andi", b.thread, layout.owners), 0)  # type: ignore[arg-type]
    )
