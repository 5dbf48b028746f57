"""Operands of dots: what tensor cores take of them, the tiles in which they lie, and their registers.

A number that an element of the instruction does not hold is a sum of several that it does, each the rest of what those
before it leave: ``x = hi + lo``, of which bf16 has 8 bits each, tf32 has 11.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.simt.build import convert_layout, shared_layout
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import LOOPS, Emitter, count_of, vector_of
from triton_shared.codegen.simt.build.shared_layout import SharedLayout, Tile
from triton_shared.codegen.simt.build.storage_types import bytes_of, to_stored
from triton_shared.codegen.simt.build.values import InRegisters, InSharedMemory, Node
from triton_shared.codegen.simt.build.words import to_words
from triton_shared.codegen.simt.layouts.dot_instructions import BITS
from triton_shared.codegen.simt.layouts.dot_plan import widened_from
from triton_shared.codegen.simt.layouts.linear_layout import Layout, log2, shared_out, weights
from triton_shared.codegen.simt.target import BlockShape
from triton_shared.ir.walk import block_of
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: bytes of the elements that instructions transpose on their way from shared memory
HALF = 2
#: bytes of a word, and of what one access reads
WORD, ROW = 4, 16
#: the bits of an f32 that tf32 has
TF32_BITS = 0xFFFFE000 - (1 << 32)


@dataclass(frozen=True)
class DotOperand:
    """An operand: what is known of it, the layout in which registers have it best, and its type."""

    node: Node
    layout: Layout
    element: ir.Type

    @property
    def shape(self) -> tuple[int, ...]:
        """Its extents."""
        return self.layout.shape


def read_of(value: ir.Value, name: str) -> ir.Value:
    """The tensor that is read where ``value`` is an operand of the elements that PTX calls ``name``."""
    source = widened_from(value) if BITS[name] == 8 else None
    return value if source is None else source


def dot_operands(context: LoweringContext, value: ir.Value, name: str, terms: int) -> list[DotOperand]:
    """The operand ``value`` as ``terms`` operands of the elements that PTX calls ``name``, whose sum it is."""
    value = read_of(value, name)
    node, layout, element = context.tensors[value], context.layout(value).compact, value.type.element_type
    if not isinstance(element, ir.F32Type) or (name == "tf32" and terms == 1):
        return [DotOperand(node, layout, element)]
    parts = _parts(context.b, context.registers(node, layout), name, terms)
    return [DotOperand(InRegisters(layout, part), layout, part.type.element_type) for part in parts]


def _parts(b: Emitter, vector: ir.Value, name: str, terms: int) -> list[ir.Value]:
    """``vector``, of f32, as so many terms; where the first is no number, the others are 0."""
    out, single, count = [], vector.type, count_of(vector)
    for _ in range(terms):
        if name == "bf16":
            part = b.one("arith.truncf", vector_of(count, ir.BF16Type.get()), vector)
            back = b.one("arith.extf", single, part)
        else:
            bits = b.one("arith.bitcast", vector_of(count, b.i32), vector)
            mask = b.broadcast(b.constant(b.i32, TF32_BITS), count)
            part = back = b.one("arith.bitcast", single, b.one("arith.andi", bits.type, bits, mask))
        out.append(part)
        vector = zero_nans(b, b.one("arith.subf", single, vector, back))
    return out


def zero_nans(b: Emitter, vector: ir.Value) -> ir.Value:
    """``vector``, 0 where it is NaN."""
    is_nan = b.compare("uno", vector, vector)
    return b.select(is_nan, b.zeros(vector.type.element_type, count_of(vector)), vector)


def in_registers(context: LoweringContext, operand: DotOperand, layout: Layout) -> ir.Value | None:
    """``operand`` in ``layout`` where threads have it already, else None."""
    node = operand.node
    return convert_layout.in_registers(context.b, node, layout) if isinstance(node, InRegisters) else None


def tile_of(
    context: LoweringContext,
    operand: DotOperand,
    fast: int | None = None,
    then: Callable[[Emitter], None] = lambda b: None,
) -> Tile:
    """``operand`` in shared memory, with the fast dimension ``fast``, where that is given.

    It is written there where it does not lie there already, and ``then`` emits what has to follow: before the loops
    that do not change it.
    """
    b, node, layout = context.b, operand.node, operand.layout
    if isinstance(node, InSharedMemory) and fast in (None, node.tile.form.contiguous_dim):
        return node.tile
    form = shared_layout.form_of(operand.shape, operand.element, _fast(layout) if fast is None else fast)
    if isinstance(node, InSharedMemory):
        layout = transposing_layout(form, context.target.block_shape)
    loop = _outermost_loop(b, node.vector) if isinstance(node, InRegisters) else None
    with b.at(b.ip if loop is None else ir.InsertionPoint(loop)):
        tile = shared_layout.allocate(b, form, operand.element)
        context.instructions.write(b, tile, layout, context.registers(node, layout))
        then(b)
    return tile


def _outermost_loop(b: Emitter, value: ir.Value) -> ir.Operation | None:
    """The outermost of the loops around this place, inside of its entry, that ``value`` is made outside of."""
    home, here, loop = block_of(value), b.block, None
    while here not in (home, b.entry.block):
        op = here.owner.operation
        if op.name == "func.func":
            return None
        loop = op if op.name in LOOPS else loop
        here = op.block
    return loop


def transposing_layout(form: SharedLayout, block: BlockShape) -> Layout:
    """The layout in which a tile of the other fast dimension is read, to be written in ``form``.

    A thread reads 16 bytes of as many rows as fill a word, and writes words; lanes are beside one another in ``form``.
    """
    steps = weights(form.shape)
    near, far = (
        [steps[d] << i for i in range(log2(form.shape[d]))] for d in (form.contiguous_dim, form.row_dim)
    )
    word, row = log2(max(1, WORD // form.size)), log2(ROW // form.size)
    first, near, far = near[:word] + far[:row], near[word:], far[row:]
    lanes = near[:1] + far[:1] + near[1:] if word else near
    used = 1 if word else 0
    rest = lanes + far[used:] + [steps[0] << i for i in range(log2(form.shape[0]))] * (len(form.shape) > 2)
    return shared_out(form.shape, first, rest, block)


def fast_of(element: ir.Type, inner: int) -> int | None:
    """Which dimension must be the fast one of an operand of ``element`` whose inner one is ``inner``; None for any."""
    return None if bytes_of(element) == HALF else inner


def _fast(layout: Layout) -> int:
    """Along which dimension a tensor in ``layout`` has neighbours in neighbouring registers, or else lanes."""
    rank = len(layout.shape)
    firsts = [bases[0] for bases in (layout.reg, layout.lane) if bases]
    dims = (d for first in firsts for d in (rank - 1, rank - 2) if layout.weights[d] == first)
    return next(dims, rank - 1)


def as_words(b: Emitter, vector: ir.Value) -> list[ir.Value]:
    """Registers as words of 32 bits."""
    words = to_words(b, to_stored(b, vector))
    return [b.extract(words, i) for i in range(count_of(words))]
