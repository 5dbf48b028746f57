"""Building the program of one thread: numbers of 32 bits, vectors of registers, the thread's place."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from triton_shared.codegen.simt.layouts.linear_layout import Layout, log2
from triton_shared.codegen.simt.target import BlockShape
from triton_shared.ir.builder import Builder, Condition, Index, i64_attr
from triton_shared.mlir import ir

#: an i32, or a number while it is known
I32Like: TypeAlias = int | ir.Value

WORD_BITS = 32
LOOPS = ("scf.for", "scf.while")
CONTROL_FLOW = ("scf.if", *LOOPS)
#: marks divergent control flow
DIVERGENT = "simt.divergent"
#: the condition of an `scf.if` that is so marked
DIVERGENT_CONDITION = "simt.divergent_condition"
#: on it: only the producer's threads run the `scf.if`, "one" of them or "all"
PRODUCER = "producer"
#: marks what one thread does for all, after what the others do before it
RELEASES = "simt.releases"
#: marks a store to one element of a region, by whichever thread treats that element
ELEMENT = "simt.element"
#: on a region: each warp has bytes of its own
WARP_PRIVATE = "simt.warp_private"
BARRIER, OF_WARP = "gpu.barrier", "#gpu.barrier_scope<subgroup>"
GLOBAL, SHARED = "!llvm.ptr<1>", "!llvm.ptr<3>"


def vector_of(count: int, element: ir.Type) -> ir.VectorType:
    """The type of ``count`` registers."""
    return ir.VectorType.get((count,), element)


def count_of(vector: ir.Value) -> int:
    """How many registers ``vector`` is."""
    return vector.type.shape[0]


def is_of_warp(barrier: ir.Operation) -> bool:
    """Whether only the threads of a warp synchronize at ``barrier``."""
    return "scope" in barrier.attributes and str(barrier.attributes["scope"]) == OF_WARP


class RegisterBuilder(Builder):
    """A builder of numbers of 32 bits, vectors of registers, and accesses to memory through pointers."""

    def __init__(self, ip: ir.InsertionPoint, loc: ir.Location):
        super().__init__(ip, loc)
        self.i32 = ir.IntegerType.get_signless(32)
        self.i64 = ir.IntegerType.get_signless(64)
        self.global_pointer = ir.Type.parse(GLOBAL)
        self.shared_pointer = ir.Type.parse(SHARED)

    # Numbers of 32 bits

    def value32(self, number: I32Like) -> ir.Value:
        """``number`` as a value."""
        return self.constant(self.i32, number) if isinstance(number, int) else number

    def i32_op(self, name: str, a: I32Like, b: I32Like) -> I32Like:
        """``name`` (an op of arith) of two numbers of 32 bits."""
        folded, neutral, commutes = _I32_OPS[name]
        if isinstance(a, int) and isinstance(b, int):
            return folded(a, b)
        if isinstance(b, int):
            if b == neutral:
                return a
            if name == "arith.muli" and b > 0 and b & (b - 1) == 0:
                name, b = "arith.shli", log2(b)
        elif isinstance(a, int) and a == neutral and commutes:
            return b
        return self.one(name, self.i32, self.value32(a), self.value32(b))

    def to_i32(self, index: int | ir.Value) -> I32Like:
        """An index that is known to fit as a number of 32 bits."""
        return index if isinstance(index, int) else self.one("arith.index_cast", self.i32, index)

    def to_index(self, number: I32Like) -> int | ir.Value:
        """A number of 32 bits, not negative, as an index."""
        return number if isinstance(number, int) else self.one("arith.index_castui", self.index, number)

    def bits(self, number: I32Like, first: int, count: int) -> I32Like:
        """``count`` bits of ``number`` from ``first`` on; 32 for all of them."""
        if count == WORD_BITS:
            return self.i32_op("arith.shrui", number, first)
        if isinstance(number, int):
            return number >> first & ((1 << count) - 1)
        return self.i32_op("arith.andi", self.i32_op("arith.shrui", number, first), (1 << count) - 1)

    # Registers

    def extract(self, vector: ir.Value, register: int) -> ir.Value:
        """One register; what was collected, or shuffled, is looked up."""
        maker = vector.owner
        if isinstance(maker, ir.OpView):
            match maker.operation.name:
                case "vector.from_elements":
                    return maker.operands[register]
                case "vector.shuffle":
                    number, (first, second) = maker.attributes["mask"][register], maker.operands
                    if 0 <= number < count_of(first):
                        return self.extract(first, number)
                    if number >= 0:
                        return self.extract(second, number - count_of(first))
        return self.one(
            "vector.extract",
            vector.type.element_type,
            vector,
            static_position=ir.DenseI64ArrayAttr.get([register]),
        )

    def collect(self, scalars: Sequence[ir.Value]) -> ir.Value:
        """Scalars as registers."""
        return self.one("vector.from_elements", vector_of(len(scalars), scalars[0].type), *scalars)

    def struct_of(self, count: int, member: ir.Type) -> ir.Type:
        """The type of a struct of ``count`` members."""
        return ir.Type.parse(f"!llvm.struct<({', '.join([str(member)] * count)})>")

    def fields(self, struct: ir.Value, count: int, type_: ir.Type) -> list[ir.Value]:
        """The ``count`` members of a struct, all of ``type_``."""
        position = ir.DenseI64ArrayAttr.get
        return [self.one("llvm.extractvalue", type_, struct, position=position([i])) for i in range(count)]

    def take(self, vector: ir.Value, registers: Sequence[int]) -> ir.Value:
        """These ``registers`` of ``vector``."""
        if list(registers) == list(range(count_of(vector))):
            return vector
        type_ = vector_of(len(registers), vector.type.element_type)
        mask = ir.DenseI64ArrayAttr.get(list(registers))
        return self.one("vector.shuffle", type_, vector, vector, mask=mask)

    def halves(self, vectors: Sequence[ir.Value], bit: int) -> tuple[list[ir.Value], list[ir.Value]]:
        """Of each of ``vectors`` the registers in whose numbers ``bit`` is 0, and those in which it is 1."""
        numbers = range(count_of(vectors[0]))
        low, high = ([r for r in numbers if r >> bit & 1 == side] for side in (0, 1))
        return [self.take(v, low) for v in vectors], [self.take(v, high) for v in vectors]

    def join(self, vectors: Sequence[ir.Value]) -> ir.Value:
        """The registers of all ``vectors``, in order."""
        parts = list(vectors)
        while len(parts) > 1:
            pairs = [parts[i : i + 2] for i in range(0, len(parts), 2)]
            parts = [self.merged(*pair) if len(pair) == 2 else pair[0] for pair in pairs]
        return parts[0]

    def merged(self, a: ir.Value, b: ir.Value, registers: Sequence[int] | None = None) -> ir.Value:
        """These ``registers``, or all, of ``a`` and, numbered behind them, of ``b``."""
        numbers = list(range(count_of(a) + count_of(b)) if registers is None else registers)
        type_ = vector_of(len(numbers), a.type.element_type)
        return self.one("vector.shuffle", type_, a, b, mask=ir.DenseI64ArrayAttr.get(numbers))

    def zeros(self, element: ir.Type, count: int) -> ir.Value:
        """``count`` registers of zero."""
        return self.constant(vector_of(count, element), 0)

    def numbers(self, values: Sequence[int], element: ir.Type) -> ir.Value:
        """Known integers as registers."""
        attribute = ir.DenseElementsAttr.get(
            [ir.IntegerAttr.get(element, v) for v in values], vector_of(len(values), element)
        )
        return self.one("arith.constant", attribute.type, value=attribute)

    # Memory

    def advance(self, pointer: ir.Value, offset: I32Like) -> ir.Value:
        """``pointer`` and ``offset`` bytes."""
        if isinstance(offset, int) and not offset:
            return pointer
        static = isinstance(offset, int)
        return self.one(
            "llvm.getelementptr",
            pointer.type,
            pointer,
            *(() if static else (offset,)),
            rawConstantIndices=ir.DenseI32ArrayAttr.get([offset if static else -(1 << 31)]),
            elem_type=ir.TypeAttr.get(ir.IntegerType.get_signless(8)),
            noWrapFlags=ir.IntegerAttr.get(self.i32, 0),
        )

    def advance_elements(self, pointer: ir.Value, elements: Index, size: int) -> ir.Value:
        """``pointer`` and ``elements`` of ``size`` bytes each, which may be more bytes than 32 bits count."""
        bytes_ = self.mul(elements, size)
        if isinstance(bytes_, int):
            return self.advance(pointer, bytes_ if abs(bytes_) < 1 << 31 else self.constant(self.i64, bytes_))
        return self.advance(pointer, self.one("arith.index_cast", self.i64, bytes_))

    def shared_alloc(self, bytes_: int, alignment: int, **attributes: ir.Attribute) -> ir.Value:
        """So many ``bytes_`` of shared memory, at a multiple of ``alignment``."""
        attributes |= {"bytes": i64_attr(bytes_), "alignment": i64_attr(alignment)}
        return self.one("simt.shared_alloc", self.shared_pointer, **attributes)

    def load(self, type_: ir.Type, pointer: ir.Value, alignment: int) -> ir.Value:
        """What ``pointer`` points to."""
        return self.one("llvm.load", type_, pointer, **self.access(alignment))

    def store(self, value: ir.Value, pointer: ir.Value, alignment: int, **attributes: ir.Attribute) -> None:
        """Let ``pointer`` point to ``value``."""
        self.op("llvm.store", (), (value, pointer), self.access(alignment) | attributes)

    def access(self, alignment: int) -> dict[str, ir.Attribute]:
        """Attributes of a plain access of the llvm dialect."""
        return {"alignment": i64_attr(alignment), "ordering": i64_attr(0)}


class Emitter(RegisterBuilder):
    """A builder of the ops of one thread; what depends on the thread's place alone is computed at ``entry``.

    While it is ``divergent``, control flow is marked: not all threads may go the same way.
    """

    def __init__(self, entry: ir.Operation, loc: ir.Location, block: BlockShape | None = None):
        super().__init__(ir.InsertionPoint(entry), loc)
        self.entry, self._block_shape = entry, block
        self.divergent = False
        self._positions: dict[tuple[int, ...], I32Like] = {}
        self._known: dict[str, ir.Value] = {}

    def op(
        self,
        name: str,
        types: Sequence[ir.Type],
        operands: Sequence[ir.Value],
        attributes: dict[str, ir.Attribute] | None = None,
        regions: int = 0,
    ) -> ir.Operation:
        """Create the op ``name`` here."""
        if self.divergent and name in CONTROL_FLOW:
            attributes = {**(attributes or {}), DIVERGENT: ir.UnitAttr.get()}
            if name == "scf.if":
                operands = [self.one(DIVERGENT_CONDITION, operands[0].type, operands[0])]
        return super().op(name, types, operands, attributes, regions)

    # The thread's place

    @property
    def block_shape(self) -> BlockShape:
        """Lanes and warps of the thread's block, which only a builder that is given them knows."""
        assert self._block_shape is not None
        return self._block_shape

    @contextmanager
    def fresh_thread_ids(self, thread_id: Callable[[Emitter], ir.Value]) -> Iterator[None]:
        """What depends on the thread's place alone is computed here meanwhile, and not where the function begins.

        The number of the thread is what ``thread_id`` emits, of which LLVM does not know that it is the same each time:
        what follows from it would else be held in registers all the while.
        """
        thread = thread_id(self)
        outer, self.entry = self.entry, self.marker()
        try:
            with self.with_thread_id(thread):
                yield
        finally:
            self.entry.erase()
            self.entry = outer

    @contextmanager
    def with_thread_id(self, thread: ir.Value) -> Iterator[None]:
        """Places are those of the thread of the number ``thread`` meanwhile, known where the function begins."""
        outer = self._positions, self._known
        self._positions, self._known = {}, {"thread": thread}
        try:
            yield
        finally:
            self._positions, self._known = outer

    def once(self, name: str, make: Callable[[], ir.Value]) -> ir.Value:
        """What ``make`` emits at the entry of the function; once, and again for a thread of another number."""
        if name not in self._known:
            self._known[name] = self.at_entry(make)
        return self._known[name]

    def at_entry(self, make: Callable[[], ir.Value]) -> ir.Value:
        """What ``make`` emits, at the entry of the function."""
        with self.at(ir.InsertionPoint(self.entry)):
            return make()

    @contextmanager
    def at(self, ip: ir.InsertionPoint | None) -> Iterator[None]:
        """What is created meanwhile goes to ``ip``."""
        outer, self.ip = self.ip, ip
        try:
            yield
        finally:
            self.ip = outer

    def marker(self) -> ir.Operation:
        """An op that only marks a place, to be erased."""
        return self.op("arith.constant", (self.i1,), (), {"value": ir.IntegerAttr.get(self.i1, 0)})

    @property
    def thread(self) -> ir.Value:
        """The number of this thread in its block, an i32."""
        x = ir.Attribute.parse("#gpu<dim x>")
        return self.once(
            "thread",
            lambda: self.one(
                "arith.index_cast", self.i32, self.one("gpu.thread_id", self.index, dimension=x)
            ),
        )

    @property
    def lane(self) -> ir.Value:
        """The number of this thread in its warp, an i32."""
        return self.once("lane", lambda: self.value32(self.bits(self.thread, 0, self.block_shape.lane_bits)))

    @property
    def group(self) -> ir.Value:
        """The number of the four warps that this thread is of, an i32 that code knows to be the same in all lanes."""
        return self.once("group", lambda: self._of_first_lane(self.block_shape.lane_bits + 2))

    def warp(self) -> ir.Value:
        """The number of this thread's warp, an i32 that code knows to be the same in all lanes."""
        return self._of_first_lane(self.block_shape.lane_bits)

    def _of_first_lane(self, bit: int) -> ir.Value:
        """The thread's number from ``bit`` on, as the first lane of the warp has it."""
        return self.shuffle("idx", self.value32(self.bits(self.thread, bit, WORD_BITS)), 0)

    def position(self, layout: Layout) -> I32Like:
        """The position of the element of ``layout`` that register 0 of this thread holds."""
        if layout.thread not in self._positions:
            self._positions[layout.thread] = self.at_entry(
                lambda: self.exclusive_or(layout.thread, self.thread)
            )
        return self._positions[layout.thread]

    def exclusive_or(self, bases: Sequence[int], number: ir.Value) -> I32Like:
        """The exclusive or of the ``bases`` of the bits of ``number`` that are set; it has no more bits than bases."""
        out: I32Like = 0
        bit = 0
        while bit < len(bases):
            end = bit + 1
            is_bit = bases[bit] & -bases[bit] == bases[bit]  # else carries could spoil the product
            while bases[bit] and is_bit and end < len(bases) and bases[end] == bases[end - 1] * 2:
                end += 1
            if bases[bit]:
                count = WORD_BITS if end == len(bases) else end - bit
                part = self.bits(number, bit, count)
                out = self.i32_op("arith.xori", out, self.i32_op("arith.muli", part, bases[bit]))
            bit = end
        return out

    def coordinate(self, layout: Layout, dim: int) -> I32Like:
        """The coordinate along ``dim`` of the element that register 0 of this thread holds."""
        place, width = self.position(layout), log2(layout.shape[dim])
        if not layout.coordinate(layout.thread_bits, dim):
            return 0
        key = (*layout.thread, -1, layout.weights[dim], width)
        if key not in self._positions:
            self._positions[key] = self.at_entry(lambda: self.bits(place, log2(layout.weights[dim]), width))
        return self._positions[key]

    def register_coordinate(self, layout: Layout, register: int, dim: int) -> I32Like:
        """The coordinate along ``dim`` of the element that ``register`` of this thread holds."""
        moved = layout.coordinate(layout.positions[register], dim)
        return self.i32_op("arith.xori", self.coordinate(layout, dim), moved)

    # Control flow

    def some_threads(self, condition: ir.Value | bool, then: Callable[[], object]) -> None:
        """``then`` in those threads for which ``condition`` holds."""

        def emit() -> None:
            then()

        outer, self.divergent = self.divergent, True
        self.branch(condition, emit)
        self.divergent = outer

    def barrier(self, **attributes: ir.Attribute) -> None:
        """Wait for all threads of the block."""
        self.op(BARRIER, (), (), {"scope": ir.Attribute.parse("#gpu.barrier_scope<workgroup>")} | attributes)

    def warp_barrier(self) -> None:
        """Wait for all threads of the warp, and see what they did to memory."""
        self.op(BARRIER, (), (), {"scope": ir.Attribute.parse(OF_WARP)})

    def shuffle(self, kind: str, word: ir.Value, lane: I32Like) -> ir.Value:
        """The word of another lane: that number ``lane`` ("idx"), or that which differs in its bits ("xor")."""
        operands = word, self.value32(lane), self.constant(self.i32, self.block_shape.lanes)
        mode = {"mode": ir.Attribute.parse(f"#gpu<shuffle_mode {kind}>")}
        return self.op("gpu.shuffle", (word.type, self.i1), operands, mode).results[0]


#: what ops make of two numbers, the right operand that changes nothing, and whether operands may change places
_I32_OPS: dict[str, tuple[Callable[[int, int], int], int, bool]] = {
    "arith.addi": (operator.add, 0, True),
    "arith.subi": (operator.sub, 0, False),
    "arith.muli": (operator.mul, 1, True),
    "arith.andi": (operator.and_, -1, True),
    "arith.ori": (operator.or_, 0, True),
    "arith.xori": (operator.xor, 0, True),
    "arith.shli": (operator.lshift, 0, False),
    "arith.shrui": (operator.rshift, 0, False),
}


def is_multiple(b: Emitter, number: Index, divisor: int) -> Condition:
    """Whether ``divisor``, a power of two, divides ``number``."""
    if isinstance(number, int):
        return number % divisor == 0
    rest = b.one("arith.andi", number.type, number, b.constant(number.type, divisor - 1))
    return b.compare("eq", rest, b.constant(number.type, 0))
