"""Elements of any type as what shuffles move: words of 32 bits."""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.gpu.emitter import Emitter, count_of, vector_of
from triton_shared.ir.builder import bit_width
from triton_shared.mlir import ir

WORD = 32


def shuffled(b: Emitter, vector: ir.Value, mask: int) -> ir.Value:
    """What the lane whose number differs in the bits of ``mask`` has in ``vector``."""
    return _moved(b, vector, lambda word: b.shuffle("xor", word, mask))


def shuffled_from(b: Emitter, vector: ir.Value, mask: int, wanted: int) -> ir.Value:
    """What the lane has in ``vector`` whose number has ``wanted`` in the bits of ``mask``, and else this one's bits."""
    lane = b.small("arith.ori", b.small("arith.andi", b.lane, ~mask & 31), wanted)
    return _moved(b, vector, lambda word: b.shuffle("idx", word, lane))


def _moved(b: Emitter, vector: ir.Value, move: Callable[[ir.Value], ir.Value]) -> ir.Value:
    words = to_words(b, vector)
    moved = [move(b.extract(words, i)) for i in range(count_of(words))]
    return from_words(b, b.collect(moved), vector.type)


def to_words(b: Emitter, vector: ir.Value) -> ir.Value:
    """Registers of any type as words; elements of less than 32 bits share words as far as they fill them."""
    element, count = vector.type.element_type, count_of(vector)
    if isinstance(element, ir.IndexType):
        vector = b.one("arith.index_cast", vector_of(count, b.i64), vector)
        element = b.i64
    width = bit_width(element)
    if width == WORD and isinstance(element, ir.IntegerType):
        return vector
    if width * count % WORD == 0 and width >= 8:
        return b.one("vector.bitcast", vector_of(width * count // WORD, b.i32), vector)
    bits = ir.IntegerType.get_signless(width)
    if element != bits:
        vector = b.one("arith.bitcast", vector_of(count, bits), vector)
    return b.one("arith.extui", vector_of(count, b.i32), vector)


def from_words(b: Emitter, words: ir.Value, type_: ir.VectorType) -> ir.Value:
    """Registers of ``type_`` that `to_words` has made words of."""
    element, count = type_.element_type, type_.shape[0]
    if isinstance(element, ir.IndexType):
        wide = b.one("vector.bitcast", vector_of(count, b.i64), words)
        return b.one("arith.index_cast", type_, wide)
    width = bit_width(element)
    if width == WORD and isinstance(element, ir.IntegerType):
        return words
    if width * count % WORD == 0 and width >= 8:
        return b.one("vector.bitcast", type_, words)
    bits = ir.IntegerType.get_signless(width)
    narrow = b.one("arith.trunci", vector_of(count, bits), words)
    return narrow if element == bits else b.one("arith.bitcast", type_, narrow)
