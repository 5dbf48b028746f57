"""Elements of any type as what shuffles move: words of 32 bits."""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.simt.build.emitter import Emitter, I32Like, count_of, vector_of
from triton_shared.ir.builder import bit_width
from triton_shared.mlir import ir

WORD = 32
#: bits of an index in a register
INDEX_BITS = 64


def shuffled(b: Emitter, vector: ir.Value, mask: int) -> ir.Value:
    """What the lane whose number differs in the bits of ``mask`` has in ``vector``."""
    return _moved(b, vector, lambda word: b.shuffle("xor", word, mask))


def shuffled_from(b: Emitter, vector: ir.Value, mask: int, wanted: int) -> ir.Value:
    """What the lane has in ``vector`` whose number has ``wanted`` in the bits of ``mask``, and else this one's bits."""
    lane = b.i32_op("arith.ori", b.i32_op("arith.andi", b.lane, ~mask & b.block_shape.lanes - 1), wanted)
    return shuffled_of(b, vector, lane)


def shuffled_of(b: Emitter, vector: ir.Value, lane: I32Like) -> ir.Value:
    """What lane number ``lane`` has in ``vector``."""
    return _moved(b, vector, lambda word: b.shuffle("idx", word, lane))


def _moved(b: Emitter, vector: ir.Value, move: Callable[[ir.Value], ir.Value]) -> ir.Value:
    words = to_words(b, vector)
    moved = [move(b.extract(words, i)) for i in range(count_of(words))]
    return from_words(b, b.collect(moved), vector.type)


def to_words(b: Emitter, vector: ir.Value) -> ir.Value:
    """Registers of any type as words; elements of less than 32 bits share words as far as they fill them."""
    if _fill_words(vector.type):
        return regrouped(b, vector, WORD)
    narrow = regrouped(b, vector, register_bits(vector.type))
    return b.one("arith.extui", vector_of(count_of(vector), b.i32), narrow)


def from_words(b: Emitter, words: ir.Value, type_: ir.VectorType) -> ir.Value:
    """Registers of ``type_`` that `to_words` has made words of."""
    if not _fill_words(type_):
        narrow = vector_of(type_.shape[0], ir.IntegerType.get_signless(register_bits(type_)))
        words = b.one("arith.trunci", narrow, words)
    return ungrouped(b, words, type_)


def _fill_words(type_: ir.VectorType) -> bool:
    width = register_bits(type_)
    return width >= 8 and width * type_.shape[0] % WORD == 0


def register_bits(type_: ir.VectorType) -> int:
    """The bits that an element of ``type_`` has in a register."""
    return INDEX_BITS if isinstance(type_.element_type, ir.IndexType) else bit_width(type_.element_type)


def regrouped(b: Emitter, vector: ir.Value, bits: int) -> ir.Value:
    """Registers of any type as integers of ``bits`` bits, which fill them."""
    if isinstance(vector.type.element_type, ir.IndexType):
        vector = b.one("arith.index_cast", vector_of(count_of(vector), b.i64), vector)
    count = count_of(vector) * bit_width(vector.type.element_type) // bits
    return _reinterpreted(b, vector, vector_of(count, ir.IntegerType.get_signless(bits)))


def ungrouped(b: Emitter, integers: ir.Value, type_: ir.VectorType) -> ir.Value:
    """Registers of ``type_`` that `regrouped` has made integers of."""
    if not isinstance(type_.element_type, ir.IndexType):
        return _reinterpreted(b, integers, type_)
    wide = _reinterpreted(b, integers, vector_of(type_.shape[0], b.i64))
    return b.one("arith.index_cast", type_, wide)


def _reinterpreted(b: Emitter, vector: ir.Value, type_: ir.VectorType) -> ir.Value:
    if vector.type == type_:
        return vector
    return b.one("arith.bitcast" if count_of(vector) == type_.shape[0] else "vector.bitcast", type_, vector)
