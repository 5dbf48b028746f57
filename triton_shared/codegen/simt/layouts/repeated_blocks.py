"""Blocks that are loaded to be repeated along other dimensions: each thread loads what it will need of them.

    memref.copy %view, %b : … to memref<64xf32>
    %t = bufferization.to_tensor %b
    %r = linalg.generic ins(%t) outs(%e : tensor<8x64xf32>) …          %e in the layout of other blocks of 8 x 64

%b has the layout in which %r is wanted, without the dimension that is added: many threads load the same elements, which
the cache has, and no thread waits for what others have loaded.  That holds where it takes few instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from triton_shared.codegen.simt.analysis.views import View, part_of, root_of
from triton_shared.codegen.simt.heuristics import H200
from triton_shared.codegen.simt.layouts.access_layouts import AccessLayouts
from triton_shared.codegen.simt.layouts.linear_layout import Layout, run_length
from triton_shared.ir import effects
from triton_shared.mlir import ir

#: loads of a thread, at most, where one would do that shares what it has loaded
MOST_LOADS = H200.repeated_loads.value
#: how many ops may stand between a block and those that use it repeated
DEPTH = 16


def repeated(
    ops: Sequence[ir.Operation], known: Callable[[ir.Value], Layout | None], accesses: AccessLayouts
) -> dict[ir.Value, Layout]:
    """The layouts of such blocks, of their buffers, and of what is computed of them alone.

    ``known`` are those that values have been given otherwise.
    """
    found: dict[ir.Value, Layout] = {}
    views = _loaded(ops)
    for op in ops:
        if (
            op.name != "bufferization.to_tensor"
            or (view := views.get(buffer := root_of(op.operands[0]))) is None
        ):
            continue
        wishes = _Wishes(prod(op.result.type.shape), known)
        layout = wishes.of(op.result)
        if (
            layout is not None
            and layout != known(buffer)
            and _loads(layout, accesses.run(view)) <= MOST_LOADS
        ):
            found |= wishes.known | {buffer: layout.reshaped(buffer.type.shape)}
    return found


def _loads(layout: Layout, run: int) -> int:
    return layout.registers // min(run, run_length(layout))


def _loaded(ops: Sequence[ir.Operation]) -> dict[ir.Value, View]:
    """By buffer, the block of memory that is copied there; only of those that nothing else writes but a fill."""
    found: dict[ir.Value, View] = {}
    others: set[ir.Value] = set()
    for op in ops:
        written = [root_of(target) for target in effects.written(op)]
        if op.name == "memref.copy" and isinstance(view := part_of(op, op.operands[0]).root, View):
            others |= {buffer for buffer in written if found.setdefault(buffer, view) != view}
        elif op.name != "linalg.fill":
            others |= set(written)
    return {buffer: view for buffer, view in found.items() if buffer not in others}


class _Wishes:
    """In which layouts blocks of ``count`` elements are wanted by those that repeat them.

    Attributes:
        known: of values that are computed of such a block alone, the layout that all who use it want.
    """

    def __init__(self, count: int, given: Callable[[ir.Value], Layout | None]):
        self.count, self.given = count, given
        self.known: dict[ir.Value, Layout] = {}
        self._places: dict[tuple[ir.Operation, int], list[int] | None] = {}
        self._depth = 0

    def of(self, value: ir.Value) -> Layout | None:
        """The layout that all users of ``value`` want; None where they differ, or take any."""
        self._depth += 1
        uses = (
            [(use.owner.operation, use.operand_number) for use in value.uses] if self._depth < DEPTH else []
        )
        wanted = {self._wanted(op, number, value) for op, number in uses}
        self._depth -= 1
        if len(wanted) != 1 or (layout := wanted.pop()) is None:
            return None
        if prod(value.type.shape) == self.count:
            self.known[value] = layout
        return layout

    def _wanted(self, op: ir.Operation, number: int, value: ir.Value) -> Layout | None:
        shape = value.type.shape
        match op.name:
            case "tensor.expand_shape" | "tensor.collapse_shape":
                layout = self._result(op.result)
                return None if layout is None else layout.reshaped(shape)
            case "linalg.generic":
                if (op, number) not in self._places:
                    self._places[op, number] = places_of(op, number)
                if (places := self._places[op, number]) is None:
                    return None
                layout = self._result(op.result)
                return None if layout is None else layout.projected(places, shape).compact
        return None

    def _result(self, result: ir.Value) -> Layout | None:
        """The layout of what is computed: its own, if it is a larger block and has one."""
        own = self.given(result) if prod(result.type.shape) > self.count else None
        return own or self.of(result)


def places_of(op: ir.Operation, number: int) -> list[int] | None:
    """The dimensions of the result that index operand ``number``; None where an element is computed of others, too."""
    if len(op.results) != 1 or "reduction" in str(op.attributes["iterator_types"]):
        return None
    *maps, written = [attribute.value for attribute in op.attributes["indexing_maps"]]
    if number == len(maps) or written != _identity(written):
        return None
    places = [expr.position for expr in maps[number].results if isinstance(expr, ir.AffineDimExpr)]
    return places if len(places) == op.operands[number].type.rank else None


def _identity(map_: ir.AffineMap) -> ir.AffineMap:
    return ir.AffineMap.get_identity(map_.n_dims)
