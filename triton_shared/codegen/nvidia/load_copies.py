"""How each load of a pipelined loop is copied ahead: the fastest way that it can be, and why by nothing faster.

| copy | of |
|---|---|
| `tma` | dot operands that are TMA tiles (`tma/tensor_maps.py`), where the kernel's plan has any |
| `cp_async` | dot operands that have chunks (`copy_chunks.py`), rows at indices (`row_copies.py`) among them |
| `registers` | other dot operands; what feeds no dot, as far as it fits beside these into 16 registers of a thread |
| `none` | other loads |

What a load says itself stays, and is refused where it cannot be.  All loads of a loop that a producer fills are copied
one way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from triton_shared.abi import TensorMap
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.nvidia.tma import tma_loads
from triton_shared.codegen.nvidia.tma.tensor_maps import TmaTile
from triton_shared.codegen.simt.analysis.divisibility import Divisibility
from triton_shared.codegen.simt.layouts.chosen_layouts import ChosenLayouts
from triton_shared.codegen.simt.pipeline.copy_chunks import Chunks, chunks_of
from triton_shared.codegen.simt.pipeline.loop_plan import (
    COPY,
    CP_ASYNC,
    NONE,
    REASON,
    REGISTERS,
    TMA,
    copy_of,
    refused,
)
from triton_shared.codegen.simt.pipeline.pipelinable_loads import LoopScalars, Staging, TileLoad
from triton_shared.codegen.simt.pipeline.register_prefetch import MAX_PREFETCH_WORDS, words_of
from triton_shared.mlir import ir


class LoadCopy(NamedTuple):
    """How a load is copied, and why by nothing faster, where there is a reason."""

    copy: str
    reason: str | None = None

    def write(self, buffer: ir.Operation) -> None:
        """Let the load that fills ``buffer`` say it, unless it says something already."""
        if COPY not in buffer.attributes:
            buffer.attributes[COPY] = ir.StringAttr.get(self.copy)
            if self.reason is not None:
                buffer.attributes[REASON] = ir.StringAttr.get(self.reason)


def write(found: Staging, copies: Mapping[TileLoad, LoadCopy]) -> None:
    """Let the loads of the loop of ``found`` say how they are copied."""
    for load, copy in copies.items():
        copy.write(load.buffer)
    for left in found.left:
        LoadCopy(NONE, left.reason).write(left.op)


class LoadCopies:
    """The copies of the loads of ``function``, loop by loop as they stand in it."""

    def __init__(
        self,
        function: ir.Operation,
        target: GpuTarget,
        known: Divisibility,
        layouts: Callable[[], ChosenLayouts],
    ):
        self.function, self.target, self.known, self.layouts = function, target, known, layouts
        self.maps: set[TensorMap] = set()

    def of(self, found: Staging, is_produced: bool) -> dict[TileLoad, LoadCopy]:
        """How the loads of the loop of ``found`` are copied, if it is the next one."""
        if is_produced:
            copy = LoadCopy(TMA if self.target.tensor_copies else CP_ASYNC)
            copies = dict.fromkeys(found.loads, copy)
        else:
            copies = self._of_operands(found)
        beside = [load for load in found.loads if copies[load].copy == REGISTERS]
        return copies | self._of_others(found, beside)

    def _of_operands(self, found: Staging) -> dict[TileLoad, LoadCopy]:
        tma_tiles = tma_loads.tma_tiles_or_reasons(self.function, self.target, found, self.maps)
        self.maps |= {tma_tile.map for tma_tile in tma_tiles.values() if isinstance(tma_tile, TmaTile)}
        loop_scalars = LoopScalars(found.loop)
        return {load: self._of_operand(load, loop_scalars, tma_tiles.get(load)) for load in found.loads}

    def _of_operand(
        self, load: TileLoad, loop_scalars: LoopScalars, tma_tile: TmaTile | str | None
    ) -> LoadCopy:
        if isinstance(tma_tile, TmaTile):
            return LoadCopy(TMA)
        said = copy_of(load.buffer)
        if said == REGISTERS:
            return LoadCopy(said)
        chunks = chunks_of(load, loop_scalars, self.known, self.target.block_shape)
        if isinstance(chunks, Chunks):
            return LoadCopy(CP_ASYNC, tma_tile)
        if said == CP_ASYNC:
            raise refused(load.buffer, chunks)
        return LoadCopy(NONE if load.rows is not None else REGISTERS, chunks)

    def _of_others(self, found: Staging, beside: list[TileLoad]) -> dict[TileLoad, LoadCopy]:
        """Those of loads that feed no dot, for which those ``beside`` leave registers."""
        if not found.register_loads:
            return {}
        left, copies, layouts = MAX_PREFETCH_WORDS, {}, self.layouts()
        for load in (*beside, *found.register_loads):
            words = words_of(load, layouts)
            is_held = words <= left or (load not in beside and copy_of(load.buffer) is not None)
            left -= words if is_held else 0
            if load not in beside:
                reason = f"it takes {words} registers of a thread, of which there are {left} for it"
                copies[load] = LoadCopy(REGISTERS) if is_held else LoadCopy(NONE, reason)
        return copies
