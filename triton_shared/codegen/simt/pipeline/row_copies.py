"""Rows at places from memory into a tile, iteration by iteration, by asynchronous copies of chunks.

    %at = tensor.extract %indices[%i] … scf.if %inside { memref.copy %x[%at …], %buf[%i, 0] [1, 64] }

becomes, for each row of which a thread has chunks,

    %given = select %inside, 16, 0
    nvvm.cp.async.shared.global %to, %from, 16, cache = cg, %given

Each thread has the same chunks (`copy_chunks.py`) in every iteration, and computes where their rows begin by the loop's
own scalar code.  Nothing branches: of what a mask switches off nothing is copied, and it becomes zeros.  Where rows lie
by numbers that the same iteration loads, these are held in registers an iteration further ahead, so no copy waits::

    iteration t:  copy the rows of the iteration t + 2, by numbers in registers
                  %numbers = what is loaded for the iteration t + 3
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from triton_shared.codegen.simt.analysis.views import Part, View
from triton_shared.codegen.simt.build import control_flow, shared_layout
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.divergent_elements import DivergentElements
from triton_shared.codegen.simt.build.emitter import vector_of
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.values import InRegisters
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.codegen.simt.layouts.spaces import PARALLEL
from triton_shared.codegen.simt.memory import global_access
from triton_shared.codegen.simt.pipeline.chunk_masks import Masks
from triton_shared.codegen.simt.pipeline.copy_chunks import Chunks, aligned_bytes
from triton_shared.codegen.simt.pipeline.iteration_slice import Iteration, IterationSlice
from triton_shared.codegen.simt.pipeline.pipelinable_loads import IndexLoad, TileLoad
from triton_shared.ir.builder import Condition
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


class RowLoad:
    """Emits the copies of one load; made before the loop."""

    #: masks say of each row whether it is copied
    is_masked = True

    def __init__(self, context: LoweringContext, load: TileLoad, chunks: Chunks):
        assert load.rows is not None
        self.context, self.b, self.load, self.chunks = context, context.b, load, chunks
        fired("distribute-tensors", "rows staged by chunks")
        self.rows, self.block = load.rows, load.rows.regions[0].blocks[0]
        (argument,) = self.block.arguments
        self.element = DivergentElements(chunks.layout, {argument: load.row_dim})
        self.element.is_straight = True
        self.piece = min(aligned_bytes(load, context.layouts.divisibility), chunks.width)
        self.owner = global_access.owner(context, chunks.layout)
        self.layout = chunks.layout.projected([load.row_dim], [load.tensor.type.shape[load.row_dim]])
        self.sources = list(dict.fromkeys(op.operands[0] for op in all_ops(self.rows, {"tensor.extract"})))
        loaded = {index.tensor for index in load.indices}
        self._let_be_there([source for source in self.sources if source not in loaded])

    def _let_be_there(self, sources: Sequence[ir.Value]) -> None:
        """Let threads hold what ``sources`` say of their own rows."""
        for source in sources:
            self.context.get(source, self.layout)

    def emit(self, tile: Tile, live: ir.Value, _: bool) -> None:
        """Copy the rows of the iteration whose scalars stand here, if it is ``live``."""
        self._let_be_there(self.sources)
        self.element.copied = lambda source, target: self._copy(tile, source, target)

        def rows() -> None:
            self.context.divergent = self.element
            for group in self.chunks.layout.groups([self.load.row_dim]):
                self.element.group = group
                self.element.kept = self._kept(live)
                self.context.walk(self.block)
            self.context.divergent = None

        self.b.some_threads(self.owner, rows)

    def _kept(self, live: ir.Value) -> ir.Value:
        """Whether the row is there in which the thread treats chunks now."""
        b, context, layout, dim = self.b, self.context, self.chunks.layout, self.load.row_dim
        at = b.to_index(b.register_coordinate(layout, self.element.group[0], dim))
        context.scalars[self.block.arguments[0]] = b.value(at)
        low, high, _ = (context.index(bound) for bound in self.rows.operands)
        kept: Condition = live
        for guard in self.load.guards:
            kept = b.both(kept, context.scalar(guard))
        if low != 0:
            kept = b.both(kept, b.compare("sge", at, low))
        if high != layout.shape[dim]:
            kept = b.both(kept, b.compare("slt", at, high))
        return b.value(kept)

    def _copy(self, tile: Tile, source: Part, target: Part) -> None:
        """Copy the chunks that the thread has of the row ``source``."""
        b, context, chunks, fast = self.b, self.context, self.chunks, self.chunks.fast
        view = source.root
        assert isinstance(view, View)
        begin, of_tile = context.index(source.window.begin[0]), context.index(target.window.begin[fast])
        row = b.add(context.index(view.offset), b.sub(begin, of_tile))
        first = b.advance_elements(context.scalar(view.base), row, chunks.size)
        first = b.advance_elements(first, b.to_index(b.coordinate(chunks.layout, fast)), chunks.size)
        masks = Masks(context, self.load, chunks, b.value(self.element.kept))
        for register in self.element.group[:: chunks.count]:
            pointer = b.advance_elements(first, chunks.moved(register, fast), chunks.size)
            to = shared_layout.pointer(b, tile, chunks.layout, register)
            for at in range(0, chunks.width, self.piece):
                given = masks.given(register, at, self.piece)
                context.instructions.copy(b, b.advance(to, at), b.advance(pointer, at), self.piece, given)


class HeldIndices:
    """Where the rows of a future iteration lie, in registers: of each load in the layout that ``wanted`` has for it."""

    def __init__(self, context: LoweringContext, ahead: IterationSlice, wanted: Mapping[IndexLoad, Layout]):
        self.context, self.ahead, self.wanted = context, ahead, wanted

    def loaded(self, iteration: Iteration) -> list[ir.Value]:
        """Load what says where the rows of ``iteration`` lie, if there is one."""
        if not self.wanted:
            return []
        b = self.context.b
        with self.ahead.at(iteration):
            live = b.compare("ne", iteration.left, b.constant(iteration.left.type, 0))
            return [self._loaded(index, layout, live) for index, layout in self.wanted.items()]

    def _loaded(self, index: IndexLoad, layout: Layout, live: ir.Value) -> ir.Value:
        context, element = self.context, index.tensor.type.element_type

        def load() -> list[ir.Value]:
            for member in index.members:
                context.rewrite(member)
            return [context.get(index.tensor, layout)]

        def nothing() -> list[ir.Value]:
            return [context.b.zeros(element, layout.registers)]

        walks = [op for op in index.members if op.name == PARALLEL]
        with context.layouts.naming([index.tensor, index.buffer], walks, layout):
            type_ = vector_of(layout.registers, element)
            return control_flow.branch(context, live, [load, nothing], [type_])[0]

    def hold(self, vectors: Sequence[ir.Value]) -> None:
        """Let ``vectors``, of what was `loaded`, say where rows lie."""
        for (index, layout), vector in zip(self.wanted.items(), vectors, strict=True):
            self.context.tensors[index.tensor] = InRegisters(layout, vector)


def held_indices(context: LoweringContext, ahead: IterationSlice, loads: Sequence[object]) -> HeldIndices:
    """Where the rows of ``loads`` lie, as far as iterations load that; in the layout that the first one has for it."""
    wanted: dict[IndexLoad, Layout] = {}
    for index in ahead.found.indices:
        rows = (load for load in loads if isinstance(load, RowLoad) and index in load.load.indices)
        layout = next((load.layout for load in rows), None) or context.layouts.of(index.tensor)
        wanted[index] = layout.compact
    return HeldIndices(context, ahead, wanted)
