"""Instructions of NVIDIA's chips, by which the rules of `codegen.simt` emit the program of a thread."""

from __future__ import annotations

from types import ModuleType

from triton_shared.codegen.nvidia import nvvm
from triton_shared.codegen.nvidia.mma import ldmatrix, mma_sync, wgmma
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.nvidia.tma import tma_loads, tma_stores
from triton_shared.codegen.simt.build import shared_layout
from triton_shared.codegen.simt.build.emitter import Emitter
from triton_shared.codegen.simt.build.instructions import Instructions
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.shared_memory import Region
from triton_shared.codegen.simt.layouts.dot_plan import Plan
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.mlir import ir


class NvidiaInstructions(Instructions):
    """Those of ``target``."""

    tile_copies = tma_loads
    thread_id, fence = staticmethod(nvvm.thread_id), staticmethod(nvvm.fence)
    of_warp = staticmethod(nvvm.of_warp)
    # by cp.async
    copy, commit = staticmethod(nvvm.copy), staticmethod(nvvm.commit_copies)
    wait = staticmethod(nvvm.wait_for_copies)
    read = staticmethod(ldmatrix.read)
    finished, init_accumulators = staticmethod(wgmma.finished), staticmethod(wgmma.init_accumulators)
    store = staticmethod(tma_stores.store)

    def __init__(self, target: GpuTarget):
        self.target = target

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
