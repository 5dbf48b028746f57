"""Instructions of NVIDIA's chips, by which the rules of `codegen.simt` emit the program of a thread."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from triton_shared.codegen.nvidia import nvvm
from triton_shared.codegen.nvidia.mma import ldmatrix, mma_sync, wgmma
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.nvidia.tma import tma_loads, tma_stores
from triton_shared.codegen.simt.build import shared_layout
from triton_shared.codegen.simt.build.emitter import Emitter, I32Like
from triton_shared.codegen.simt.build.instructions import Instructions
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.shared_memory import Region
from triton_shared.codegen.simt.layouts.dot_plan import Plan
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.mlir import ir


class NvidiaInstructions(Instructions):
    """Those of ``target``."""

    tile_copies = tma_loads

    def __init__(self, target: GpuTarget):
        self.target = target

    def thread_id(self, b: Emitter) -> ir.Value:
        """As %tid.x is read."""
        return nvvm.thread_id(b)

    def fence(self, b: Emitter) -> None:
        """Of the asynchronous proxy."""
        nvvm.fence(b)

    def copy(self, b: Emitter, to: ir.Value, source: ir.Value, bytes_: int, given: I32Like) -> None:
        """By cp.async."""
        nvvm.copy(b, to, source, bytes_, given)

    def commit(self, b: Emitter) -> None:
        """A group of cp.async."""
        nvvm.commit_copies(b)

    def wait(self, b: Emitter, pending: int) -> None:
        """For groups of cp.async."""
        nvvm.wait_for_copies(b, pending)

    def read(self, b: Emitter, tile: Tile, layout: Layout) -> ir.Value:
        """By ldmatrix."""
        return ldmatrix.read(b, tile, layout)

    def write(self, b: Emitter, tile: Tile, layout: Layout, vector: ir.Value) -> None:
        """By stmatrix, from sm_90 on."""
        (ldmatrix if self.target.facts.stores_matrices else shared_layout).write(b, tile, layout, vector)

    def rows(self, layout: Layout, size: int) -> Layout | None:
        """The rows of matrices of 8 x 8 words."""
        return ldmatrix.rows(layout, size) if self.target.facts.stores_matrices else None

    def stored(self, b: Emitter, region: Region, layout: Layout, vector: ir.Value) -> bool:
        """By stmatrix, from sm_90 on."""
        return self.target.facts.stores_matrices and ldmatrix.stored(b, region, layout, vector)

    def dots(self, plan: Plan) -> ModuleType:
        """By tensor cores."""
        return wgmma if plan.uses_wgmma else mma_sync

    def finished(self, b: Emitter, sums: ir.Value, pending: int = 0) -> ir.Value:
        """Those of wgmma."""
        return wgmma.finished(b, sums, pending)

    def init_accumulators(self, sums: ir.Value) -> None:
        """Those of wgmma."""
        wgmma.init_accumulators(sums)

    def store(self, *store: Any) -> None:
        """By TMA, where it can be."""
        tma_stores.store(*store)
