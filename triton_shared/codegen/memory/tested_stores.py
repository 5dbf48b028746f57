"""Let an op write memory where it lies, where a test at run time finds that this overlaps nothing that the op reads.

    %from = tts.masked_view %x[0][%n] pad %pad
    linalg.generic ins(%from) outs(%buf)
    memref.copy %buf[0][%n], %y[0][%n]

becomes

    %apart = [%x, %x + 4 %n) and [%y, %y + 4 %n) have no byte in common, or %x is %y
    %to = scf.if %apart { scf.yield %y } else { scf.yield %buf }
    %from = tts.masked_view %x[0][%n] pad %pad
    %part = tts.masked_view %to[0][%n]
    linalg.generic ins(%from) outs(%part)
    scf.if %apart {} else { memmove(%y, %buf, 4 %n) }

Promise: overlapping pointers behave as if every load were done before every store.  An op over one dimension reads an
element before it writes any that comes later, so its block may be written over one that it reads.  What pays is the
target's to say, by a `Policy`.
"""

from __future__ import annotations

from triton_shared.codegen.memory.copy_elision import ForwardedBlock, Policy, Store, reads_memory, store_of
from triton_shared.codegen.memory.move_blocks import CACHED, bytes_of, is_one_piece, move_bytes
from triton_shared.codegen.nests.nest import Access
from triton_shared.ir.addresses import strided_metadata
from triton_shared.ir.builder import DYNAMIC, Builder, Condition, Index, bit_width, rows_anywhere, strides_of
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: bytes of the blocks that a test pays for
LEAST_BYTES = 1024


def test_stores(function: ir.Operation, policy: Policy) -> None:
    """Run the transformation on ``function``."""
    for copy in all_ops(function, {"memref.copy"}):
        store = store_of(copy, policy)
        if store is not None and bytes_of(store.buffer.result.type) >= LEAST_BYTES and _is_testable(store):
            _test(copy, store)


def _is_testable(store: Store) -> bool:
    """Whether all that the op reads and writes are rows, or rows of rows, of whole bytes at known positions."""
    read = [a.value.type for a in store.nest.inputs if reads_memory(a)]
    written = store.place.block.type
    whole = all(DYNAMIC not in t.shape and bit_width(t.element_type) >= 8 for t in (*read, written))
    return bool(read) and whole and strides_of(written)[0][-1:] == [1]


def _test(copy: ir.Operation, store: Store) -> None:
    """Write the block of ``store`` to its place where that is apart from what its op reads."""
    fired("version-aliasing-stores", "store")
    maker, place, view = store.nest.op, store.place, store.view
    maker.move_before(copy)
    b, after = Builder.before(maker), Builder.before(copy)
    written = Span(b, Access(place.block, tuple(range(place.block.type.rank)), place.window))
    apart: Condition = True
    for access in filter(reads_memory, store.nest.inputs):
        apart = b.both(apart, written.is_apart_from(Span(b, access)))
    spare = b.alloc(store.buffer.result.type)
    known = rows_anywhere(spare.type)
    (block,) = b.branch(
        apart,
        lambda: [b.one("memref.cast", known, place.block)],
        lambda: [b.one("memref.cast", known, spare)],
        [known],
    )
    maker.operands[len(maker.operands) - 1] = ForwardedBlock(block, place.window, None).view_before(maker)
    if view is None:
        copy.operands[0] = spare
    else:
        view.move_before(copy)
        view.operands[0] = spare
    after.branch(apart, lambda: None, lambda: _copy(after, *copy.operands))
    copy.erase()
    if not any(True for _ in store.buffer.result.uses):
        store.buffer.erase()


def _copy(b: Builder, source: ir.Value, target: ir.Value) -> None:
    if is_one_piece(source.type) and is_one_piece(target.type):
        move_bytes(b, source, target).attributes[CACHED] = ir.UnitAttr.get()
    else:
        b.op("memref.copy", (), (source, target))


class Span:
    """The bytes that an access may touch, from ``low`` up to ``high``; ``start`` is where its block begins."""

    def __init__(self, b: Builder, access: Access):
        self.b, self.access = b, access
        self.start, steps = _start(b, access.value)
        type_ = access.value.type
        begins = access.window.begin if access.window else [0] * type_.rank
        sizes = access.window.size if access.window else type_.shape
        self.low = self.high = self.start
        for begin, size, step in zip(begins, sizes, steps, strict=True):
            first = b.mul(begin, step)
            last = b.mul(b.sub(b.add(begin, size), 1), step)
            if not isinstance(step, int):  # it may be negative
                first, last = b.min(first, last), b.max(first, last)
            self.low, self.high = b.add(self.low, first), b.add(self.high, last)
        self.high = b.add(self.high, bit_width(type_.element_type) // 8)

    def is_apart_from(self, read: Span) -> Condition:
        """Whether one ends before the other begins, or both are the same row."""
        b = self.b
        apart = b.either(b.compare("sle", self.high, read.low), b.compare("sle", read.high, self.low))
        types = read.access.value.type, self.access.value.type
        rows = read.access.dims == (0,) and all(strides_of(t)[0] == [1] for t in types)
        if rows and bit_width(types[0].element_type) == bit_width(types[1].element_type):
            apart = b.either(apart, b.compare("eq", self.start, read.start))
        return apart


def _start(b: Builder, view: ir.Value) -> tuple[Index, list[Index]]:
    """The address of the first element of ``view``, and how many bytes a step takes along each dimension."""
    size = bit_width(view.type.element_type) // 8
    _, offset, _, strides = strided_metadata(b, view)
    begin = b.one("memref.extract_aligned_pointer_as_index", b.index, view)
    known = zip(strides_of(view.type)[0], strides, strict=True)
    steps = [b.mul(stride if number == DYNAMIC else number, size) for number, stride in known]
    return b.add(begin, b.mul(offset, size)), steps
