"""Matrix products of warps, on tensor cores: mma.sync.

    %a:4 = nvvm.ldmatrix %rows …                     a fragment of 16 x 16 of A
    %b:4 = nvvm.ldmatrix %columns …                  two of 16 x 8 of B
    %d:4 = nvvm.mma.sync A[%a…] B[%b0, %b1] C[%c…]   for each pair of them

Fragments are loaded for one step of the inner dimension after the other.  An operand that already lies in registers as
its fragments do, as the result of another dot may, stays there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from triton_shared.codegen.nvidia.mma import ldmatrix
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import Emitter, count_of, vector_of
from triton_shared.codegen.simt.build.values import InSharedMemory
from triton_shared.codegen.simt.dot.operands import DotOperand, as_words, fast_of, in_registers, tile_of
from triton_shared.codegen.simt.layouts.dot_instructions import BITS, COLUMNS, ROWS, WORD, MmaInstr
from triton_shared.codegen.simt.layouts.dot_plan import Fragments, Plan
from triton_shared.codegen.simt.layouts.linear_layout import Layout, log2
from triton_shared.mlir import ir

#: elements of a fragment of C that a thread has
FRAGMENT = 4

#: the words of an operand's fragments at a step of the inner dimension
Words = Callable[[int], list[ir.Value]]


def operands(
    context: LoweringContext, lefts: Sequence[DotOperand], rights: Sequence[DotOperand], plan: Plan
) -> tuple[list[Words], list[Words]]:
    """What each step takes of ``lefts`` and ``rights``."""
    rank, (kind, fragments) = len(plan.fragments.shape), plan[:2]
    left = fragments.left(kind, lefts[0].shape[-1])
    right = fragments.right(kind, rights[0].shape[-2])
    return (
        [_words(context, operand, left, kind, rank - 1) for operand in lefts],
        [_words(context, operand, right, kind, rank - 2) for operand in rights],
    )


def multiplied(
    b: Emitter, left: Words, right: Words, accumulator: ir.Value, plan: Plan, steps: range
) -> ir.Value:
    """``accumulator``, in the layout of the plan, and the dots of ``steps``."""
    accumulators = _Sums(b, plan.kind, plan.fragments, accumulator)
    for step in steps:
        accumulators.add(left(step), right(step))
    return accumulators.vector()


def _words(
    context: LoweringContext, operand: DotOperand, layout: Layout, kind: MmaInstr, inner: int
) -> Words:
    """What each step takes of ``operand``, whose dimension ``inner`` is the inner one."""
    b, size, weight = context.b, layout.shape[inner], layout.weights[inner]
    steps = {weight << i for i in range(log2(kind.k), log2(size))}
    part = replace(layout, reg=tuple(basis for basis in layout.reg if basis not in steps))
    vector = in_registers(context, operand, layout)
    if vector is not None:
        numbers = {place: register for register, place in enumerate(layout.positions)}
        places = lambda step: [place ^ step * kind.k * weight for place in part.positions]  # noqa: E731
        return lambda step: as_words(b, b.take(vector, [numbers[place] for place in places(step)]))
    fast = None if isinstance(operand.node, InSharedMemory) else fast_of(operand.element, inner)
    tile = tile_of(context, operand, fast)
    return lambda step: as_words(b, ldmatrix.read(b, tile, part, step * kind.k * weight))


class _Sums:
    """The registers of C, as the instruction has them: two f16 share one."""

    def __init__(self, b: Emitter, kind: MmaInstr, fragments: Fragments, vector: ir.Value):
        self.b, self.kind, self.fragments, self.type = b, kind, fragments, vector.type
        self.each = BITS[kind.total] * FRAGMENT // WORD
        self.member = vector.type.element_type
        if self.each < FRAGMENT:
            self.member = vector_of(FRAGMENT // self.each, self.member)
        self.registers = self._split(vector)
        self.matrices = fragments.batches >> fragments.warp_dims.count("b")
        self.attributes = _attributes(kind)

    def _split(self, vector: ir.Value) -> list[ir.Value]:
        b, width = self.b, FRAGMENT // self.each
        if width == 1:
            return [b.extract(vector, i) for i in range(count_of(vector))]
        return [b.take(vector, range(i, i + width)) for i in range(0, count_of(vector), width)]

    def vector(self) -> ir.Value:
        """C as one vector."""
        return (self.b.collect if self.each == FRAGMENT else self.b.join)(self.registers)

    def add(self, rows: list[ir.Value], columns: list[ir.Value]) -> None:
        """Add the dots of fragments, whose words are ``rows`` of A and ``columns`` of B."""
        words = self.kind.k // (4 * self.kind.packed)
        left, right = (_chunks(part, count) for part, count in ((rows, 2 * words), (columns, words)))
        across = len(right) // self.matrices
        down = len(left) // self.matrices
        for number in range(self.matrices * down * across):
            matrix, at = divmod(number, down * across)
            a, c = left[matrix * down + at // across], right[matrix * across + at % across]
            self._multiply(number * self.each, a, c)

    def _multiply(self, at: int, a: list[ir.Value], c: list[ir.Value]) -> None:
        b, end = self.b, at + self.each
        operands = [*map(self._operand, (*a, *c)), *self.registers[at:end]]
        sizes = ir.DenseI32ArrayAttr.get([len(a), len(c), self.each])
        attributes = {**self.attributes, "operandSegmentSizes": sizes}
        struct = b.op("nvvm.mma.sync", (b.struct_of(self.each, self.member),), operands, attributes).result
        self.registers[at:end] = b.fields(struct, self.each, self.member)

    def _operand(self, word: ir.Value) -> ir.Value:
        is_half = self.kind.a == "f16"
        return self.b.one("llvm.bitcast", vector_of(2, ir.F16Type.get()), word) if is_half else word


def _chunks(words: list[ir.Value], count: int) -> list[list[ir.Value]]:
    return [words[i : i + count] for i in range(0, len(words), count)]


def _attributes(kind: MmaInstr) -> dict[str, ir.Attribute]:
    parse = ir.Attribute.parse
    attributes = {
        "shape": parse(f"#nvvm.shape<m = {ROWS}, n = {COLUMNS}, k = {kind.k}>"),
        "layoutA": parse("#nvvm.mma_layout<row>"),
        "layoutB": parse("#nvvm.mma_layout<col>"),
        "multiplicandAPtxType": parse(f"#nvvm.mma_type<{kind.a}>"),
        "multiplicandBPtxType": parse(f"#nvvm.mma_type<{kind.b}>"),
    }
    if kind.total == "s32":
        attributes["intOverflowBehavior"] = parse("#nvvm.mma_int_overflow<wrapped>")
    return attributes
