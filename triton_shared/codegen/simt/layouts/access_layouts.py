"""In which layouts blocks of memory are best read and written, as far as divisibility is known.

A block has its neighbours in memory in neighbouring registers, then in neighbouring lanes, as many of them as all
accesses of its shape and order may move at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from triton_shared.codegen.simt.analysis.divisibility import Divisibility
from triton_shared.codegen.simt.analysis.views import View, part_of
from triton_shared.codegen.simt.heuristics import H200
from triton_shared.codegen.simt.layouts.linear_layout import (
    Layout,
    blocked,
    is_power_of_two,
    run_length,
    within_warps,
)
from triton_shared.codegen.simt.layouts.spaces import PARALLEL, moves_rows, walked
from triton_shared.codegen.simt.target import BlockShape
from triton_shared.ir.builder import bit_width
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: bytes that one instruction moves at most
WIDEST = 16
#: on a loop over elements: the dimension along which that many neighbours are treated together
TOGETHER = "simt.together"
#: on an access of such a loop, that is to neighbours: how many of them are aligned
ALIGNED = "simt.aligned"
#: neighbours of one address that a thread holds, where nothing else is known of their block
MOST_OF_ONE = H200.neighbours_of_one.value
#: bytes of a line of the cache
LINE = 128


class AccessLayouts:
    """The layouts in which a ``block`` of threads reads and writes blocks of ``function``, which has these ``ops``."""

    def __init__(self, function: ir.Operation, ops: Sequence[ir.Operation], block: BlockShape):
        self.block, self.divisibility = block, Divisibility(function)
        self._runs: dict[tuple, int] = {}
        for op in ops:
            if op.name == "memref.reinterpret_cast":
                self._note(op)
        for op in ops:
            if op.name == PARALLEL:
                self._note_rows(op)
                if (grouped := _grouped(op)) is not None:
                    self._note_group(*grouped)

    def default(self, shape: Sequence[int]) -> Layout:
        """A row-major layout of ``shape``, as accesses of that shape want it."""
        order = tuple(reversed(range(len(shape))))
        return blocked(shape, self.block, self._runs.get((tuple(shape), order), 1), order)

    def preferred(self, view: View) -> Layout:
        """The layout in which a block is best read and written."""
        shape, order = tuple(view.shape), order_of(view)
        return blocked(shape, self.block, self._runs.get((shape, order), 1), order)

    def grouped(self, loop: ir.Operation) -> Layout | None:
        """The layout in which ``loop`` best moves neighbours together; None where any does as well."""
        if (found := _grouped(loop)) is None or not found[-1]:
            return None
        shape, order, *_ = found
        return blocked(shape, self.block, self._runs[shape, order], order)

    def of_rows(self, loop: ir.Operation | None, row: View) -> Layout | None:
        """The layout in which ``loop`` best moves a block by rows as ``row``; None where it moves none."""
        if loop is None or (found := _rows(loop, row)) is None:
            return None
        shape, order = found
        return blocked(shape, self.block, self._runs.get(found, 1), order)

    def run(self, view: View) -> int:
        """How many neighbours along the fastest dimension one instruction is likely to move, if rows are aligned."""
        order = order_of(view)
        if not view.is_descriptor or not order or view.strides[order[0]] != 1:
            return self.proven_run(view)
        strides = (view.strides[d] for d in order[1:] if view.shape[d] != 1)
        constants = [self.divisibility.of(stride) for stride in strides if isinstance(stride, int)]
        return self._run(view, min([WIDEST // _bytes(view), *constants]))

    def proven_run(self, view: View) -> int:
        """How many neighbours along the fastest dimension one instruction may move."""
        order = order_of(view)
        if not order or view.strides[order[0]] != 1:
            return 1
        size = _bytes(view)
        known = self.divisibility
        outer = [known.of(view.strides[d]) for d in order[1:] if view.shape[d] != 1]
        return self._run(
            view, min(known.of(view.offset), known.of(view.base) // size, *outer, WIDEST // size)
        )

    @staticmethod
    def _run(view: View, aligned: int) -> int:
        """No more than ``aligned`` elements, and no more than there are."""
        extent = view.shape[order_of(view)[0]]
        return max(1, min(aligned, extent) if isinstance(extent, int) else aligned)

    def stored(self, view: View, held: Layout) -> Layout:
        """The layout in which a block that is held in ``held`` is written to ``view``, of its shape or of less."""
        return self._moved(view, order_of(view), held) if _is_of(view, held.shape) else held

    def moved_rows(self, loop: ir.Operation, held: Layout) -> Layout:
        """The layout in which ``loop``, if it does, moves by rows a block that is held in ``held``."""
        for op in all_ops(loop, {"memref.reinterpret_cast"}):
            view = part_of(op, op.result).root
            assert isinstance(view, View)
            found = _rows(loop, view) if 1 in view.strides else None
            if found is not None and found[0] == held.shape:
                return self._moved(view, found[1], held)
        return held

    def _moved(self, view: View, order: tuple[int, ...], held: Layout) -> Layout:
        """The layout in which a block, of ``view`` or of rows as it, is written from ``held``."""
        best = blocked(held.shape, self.block, self._runs.get((held.shape, order), 1), order)
        if _is_as_good(held, best, order, _bytes(view)):
            return held
        within = within_warps(held, self.run(view), order)
        return within if within is not None and _is_as_good(within, best, order, _bytes(view)) else best

    def _note(self, op: ir.Operation) -> None:
        view = part_of(op, op.result).root
        assert isinstance(view, View)
        is_block = all(isinstance(n, int) and is_power_of_two(n) for n in view.shape) and prod(view.shape) > 1
        order = order_of(view)
        if is_block and view.strides[order[0]] != 0:  # one element for all asks for no neighbours
            self._note_run(tuple(view.shape), order, self.run(view))

    def _note_rows(self, loop: ir.Operation) -> None:
        """Rows that ``loop`` moves one by one ask for as many neighbours as each has."""
        for op in all_ops(loop, {"memref.reinterpret_cast"}):
            view = part_of(op, op.result).root
            assert isinstance(view, View)
            if (found := _rows(loop, view)) is not None:
                self._note_run(*found, self.run(view))

    def _note_group(self, shape: tuple[int, ...], order: tuple[int, ...], run: int, moved: bool) -> None:
        """Neighbours that are ``moved`` at once ask for so many in a thread; of others, those of one address do."""
        if moved or (shape, order) not in self._runs:
            self._note_run(shape, order, run)

    def _note_run(self, shape: tuple[int, ...], order: tuple[int, ...], run: int) -> None:
        self._runs[shape, order] = min(self._runs.get((shape, order), WIDEST), run)


def _grouped(loop: ir.Operation) -> tuple[tuple[int, ...], tuple[int, ...], int, bool] | None:
    """The shape of the block whose neighbours ``loop`` treats together, the order of its dimensions, how many of them
    are best in a thread, and whether accesses move these at once; None where it treats none together."""
    if TOGETHER not in loop.attributes or (space := walked(loop)) is None:
        return None
    dim, count = loop.attributes[TOGETHER]
    aligned = [op.attributes[ALIGNED].value for op in all_ops(loop) if ALIGNED in op.attributes]
    rows = tuple(reversed(range(len(space.shape))))
    order = rows if prod(space.shape[dim + 1 :]) == 1 else (dim, *(d for d in rows if d != dim))
    return space.shape, order, min([count, *(aligned or [MOST_OF_ONE])]), bool(aligned)


def _rows(loop: ir.Operation, row: View) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The shape and the order of the block of which ``loop`` moves parts as ``row``; None of other views."""
    if not moves_rows(loop) or (space := walked(loop)) is None:
        return None
    inner = [d for d in range(len(space.shape)) if d not in space.dims.values()]
    if not inner or tuple(space.shape[d] for d in inner) != tuple(row.shape):
        return None
    outer = [d for d in reversed(range(len(space.shape))) if d not in inner]
    return space.shape, (*(inner[d] for d in order_of(row)), *outer)


def _bytes(view: View) -> int:
    return max(1, bit_width(view.element) // 8)


def _is_of(view: View, shape: tuple[int, ...]) -> bool:
    """Whether ``view`` has ``shape``, or sizes known only at run time in place of some of it."""
    return len(view.shape) == len(shape) and all(
        not isinstance(n, int) or n == m for n, m in zip(view.shape, shape, strict=True)
    )


def order_of(view: View) -> tuple[int, ...]:
    """The dimensions of a block, those first along which neighbours in memory lie."""
    dims = list(reversed(range(len(view.shape))))

    def rank(d: int) -> int:
        stride = view.strides[d]
        return stride if isinstance(stride, int) and stride > 0 else 1 << 40

    return tuple(sorted(dims, key=rank))


def _is_as_good(held: Layout, best: Layout, order: tuple[int, ...], size: int) -> bool:
    """Whether a warp writes as many neighbours at once in ``held`` as in ``best``, or a line of the cache."""
    ours, wanted = (_neighbours(layout.transposed(order[::-1]), size) for layout in (held, best))
    return ours >= min(wanted, LINE)


def _neighbours(layout: Layout, size: int) -> int:
    """How many bytes next to each other a warp writes with one instruction."""
    run = min(run_length(layout), WIDEST // size)
    while run in layout.lane:
        run *= 2
    return run * size
