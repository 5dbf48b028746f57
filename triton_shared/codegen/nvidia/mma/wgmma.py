"""Matrix products of warpgroups, four warps together, on tensor cores: wgmma, on sm_90a.

    nvvm.fence.proxy                                               where this dot's operands were written
    %d = simt.wgmma %c, %a, %b {kind = ["f16", "f16", "f32"], k = 16, steps = 4, …}
    %r = simt.wgmma_wait %d {pending = 0}

Operands are read from tiles, in any order of memory if their elements have 16 bits; others are turned on their way into
shared memory where the inner dimension is not the fast one.  A's rows may lie in registers, as the result of another
dot does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from triton_shared.codegen.nvidia.nvvm import fence
from triton_shared.codegen.nvidia.target import WARP, WARPS_PER_WARPGROUP
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import Emitter, count_of
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.storage_types import bytes_of
from triton_shared.codegen.simt.build.values import InSharedMemory
from triton_shared.codegen.simt.dot.operands import DotOperand, as_words, fast_of, in_registers, tile_of
from triton_shared.codegen.simt.layouts.dot_instructions import WGMMA_ROWS
from triton_shared.codegen.simt.layouts.dot_plan import Plan
from triton_shared.codegen.simt.layouts.linear_layout import log2
from triton_shared.ir.builder import Builder, i64_attr
from triton_shared.mlir import ir

#: what begins dots, and what waits for all of them but the last ``pending`` groups
WGMMA_INIT_ACCUMULATOR, WGMMA, WGMMA_WAIT = "simt.wgmma_init_accumulator", "simt.wgmma", "simt.wgmma_wait"
#: threads of a warpgroup
THREADS = WARPS_PER_WARPGROUP * WARP
#: words of A that a thread has of one instruction
FRAGMENT = 4
#: rows of A: in memory, or the words that a thread has of them
LeftOperand: TypeAlias = Tile | list[ir.Value]
#: bytes of a word, in which registers are
WORD = 4
#: bytes of a row that a swizzle needs at least
SHORTEST = 32


def operands(
    context: LoweringContext, lefts: Sequence[DotOperand], rights: Sequence[DotOperand], plan: Plan
) -> tuple[list[LeftOperand], list[Tile]]:
    """``lefts`` and ``rights`` where instructions read them."""
    b, rank = context.b, len(plan.fragments.shape)
    layout = plan.fragments.left(plan.kind, lefts[0].shape[-1])
    rows: list[LeftOperand] = []
    for operand in lefts:
        words = in_registers(context, operand, layout)
        if words is None and _is_loaded(operand):
            words = context.registers(operand.node, layout)
        if words is not None:
            rows.append(as_words(b, words))
        else:
            rows.append(tile_of(context, operand, fast_of(operand.element, rank - 1), fence))
    return rows, [tile_of(context, operand, _fast_of_right(operand), fence) for operand in rights]


def _is_loaded(operand: DotOperand) -> bool:
    """Whether threads load a left operand into registers: words that lie in a tile in the other order."""
    node, inner = operand.node, len(operand.shape) - 1
    return (
        isinstance(node, InSharedMemory)
        and node.tile.form.size == WORD
        and node.tile.form.contiguous_dim != inner
    )


def multiplied(
    b: Emitter, left: LeftOperand, right: Tile, accumulator: ir.Value, plan: Plan, steps: range
) -> ir.Value:
    """``accumulator``, in the layout of the plan, and the dots of ``steps``."""
    return b.join(_Product(b, plan, steps).parts(accumulator, left, right))


def finished(b: Emitter, sums: ir.Value, pending: int = 0) -> ir.Value:
    """``sums`` of dots that have begun, when all but the last ``pending`` ones have been made."""
    return b.one(WGMMA_WAIT, sums.type, sums, pending=i64_attr(pending))


def init_accumulators(sums: ir.Value) -> None:
    """Let loop-carried ``sums`` begin in the registers that dots add to, even without an iteration."""
    loop, b = sums.owner, Builder.before(sums.owner)
    place = len(loop.operands) - len(loop.results) + sums.result_number
    first = loop.operands[place]
    loop.operands[place] = b.one(WGMMA_INIT_ACCUMULATOR, first.type, first)


def _fast_of_right(operand: DotOperand) -> int | None:
    """The dimension that must be the fast one of B: the inner one of rows that are too short to be turned."""
    inner = len(operand.shape) - 2
    is_short = operand.shape[-1] * bytes_of(operand.element) < SHORTEST
    return inner if is_short else fast_of(operand.element, inner)


class _Product:
    """The parts of a dot: 64 rows and the columns of an instruction each, in the order of the registers."""

    def __init__(self, b: Emitter, plan: Plan, steps: range):
        self.b, self.kind, self.steps = b, plan.kind, steps
        self.layout, fragments = plan.fragments.accumulator(), plan.fragments
        self.across = (fragments.shape[-1] >> fragments.warp_dims.count("n")) // plan.columns
        self.each = plan.columns * WGMMA_ROWS // THREADS

    def parts(self, accumulator: ir.Value, left: LeftOperand, right: Tile) -> list[ir.Value]:
        """The registers of each part; ``left`` may be the words of A that the thread has."""
        count, inner = count_of(accumulator) // self.each, len(self.layout.shape) - 1
        in_left = _descriptor(left, inner) if isinstance(left, Tile) else (0, 0, 0)
        attributes = {
            "kind": ir.ArrayAttr.get([ir.StringAttr.get(name) for name in self.kind[:3]]),
            "k": i64_attr(self.kind.k),
            "steps": i64_attr(len(self.steps)),
            "descriptors": ir.ArrayAttr.get(
                [i64_attr(n) for n in (*in_left, *_descriptor(right, inner - 1))]
            ),
        }
        out = []
        for number in range(count):
            first = number * self.each
            accumulators = self.b.take(accumulator, range(first, first + self.each))
            if isinstance(left, Tile):
                rows = self._pointer(left, first, self._left)
            else:
                each = len(left) * self.across // count
                at = number // self.across * each
                words = left[at : at + each]
                rows = self.b.collect(words[self.steps.start * FRAGMENT : self.steps.stop * FRAGMENT])
            columns = self._pointer(right, first, self._right)
            attributes["commits"] = ir.IntegerAttr.get(self.b.i1, number == count - 1)
            out.append(self.b.one(WGMMA, accumulators.type, accumulators, rows, columns, **attributes))
        return out

    def _left(self, place: int, size: int) -> int:
        """The place in A, of ``size`` columns, of the first element of the row of an element of C."""
        return place // self.layout.shape[-1] * size

    def _right(self, place: int, size: int) -> int:
        """The place in B, of ``size`` rows, of the first element of the column of an element of C."""
        m, n = self.layout.shape[-2:]
        return place // (m * n) * size * n + place % n

    def _pointer(self, tile: Tile, register: int, place: Callable[[int, int], int]) -> ir.Value:
        """Where the row or column begins of the element of C that ``register`` of this group's first thread holds."""
        b, form, pointer, is_left = self.b, tile.form, tile.pointer, place == self._left
        size = form.shape[-1 if is_left else -2]
        offset = lambda of: form.offset(place(of, size)) * form.size  # noqa: E731
        for bit, basis in enumerate(self.layout.warp[log2(WARPS_PER_WARPGROUP) :]):
            if offset(basis):
                moved = b.i32_op("arith.muli", b.bits(b.group, bit, 1), offset(basis))
                pointer = b.advance(pointer, moved)
        step = form.offset(self.steps.start * self.kind.k * (1 if is_left else form.shape[-1]))
        return b.advance(pointer, offset(self.layout.positions[register]) + step * form.size)


def _descriptor(tile: Tile, inner: int) -> tuple[int, int, int]:
    """What the instruction's descriptor says of an operand whose inner dimension is ``inner``."""
    return int(tile.form.contiguous_dim == inner), tile.form.width, tile.form.panel_bytes
