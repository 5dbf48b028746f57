"""Drop the fences between proxies whose work a later one does.

    nvvm.cp.async.wait.group ; nvvm.fence.proxy          nvvm.cp.async.wait.group
    gpu.barrier                                          gpu.barrier
    … = llvm.load %staged ; llvm.store …, %tile    ->    … = llvm.load %staged ; llvm.store …, %tile
    nvvm.fence.proxy                                     nvvm.fence.proxy
    gpu.barrier                                          gpu.barrier
    simt.wgmma …, %tile, …                      simt.wgmma …, %tile, …

A fence lets what its thread has done to shared memory be there for the asynchronous proxy: for wgmma and TMA
copies of any thread, once threads have synchronized after it.  What it does, a later fence does as well.  So a fence is
needed only where a way leads from it to such an access on which no other fence stands with a barrier behind it.

The program is walked backwards, with what lies ahead on any way.  On each way the last fence with a barrier behind it
stays, hence so does the order of what stands before it.
"""

from __future__ import annotations

from typing import NamedTuple

from triton_shared.codegen.nvidia.nvvm import FENCE
from triton_shared.codegen.simt.build.emitter import BARRIER, is_of_warp
from triton_shared.ir import effects
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: on a fence: of which memory, if not of all
SPACE = "space"


class _Ahead(NamedTuple):
    """What ways lead to: an access ``uncovered`` by a fence with a barrier behind it, or ``unmet``, by any barrier."""

    uncovered: bool
    unmet: bool

    def __or__(self, other: tuple) -> _Ahead:
        return _Ahead(self[0] or other[0], self[1] or other[1])


_NOTHING, _ACCESS = _Ahead(False, False), _Ahead(True, True)


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    fences = [op for op in all_ops(function, {FENCE}) if SPACE in op.attributes]
    if not fences:
        return
    needed: set[ir.Operation] = set()
    _before(function.regions[0].blocks[0], _NOTHING, needed)
    for op in fences:
        if op not in needed:
            fired("drop-covered-fences", "fence")
            op.erase()


def _before(block: ir.Block, ahead: _Ahead, needed: set[ir.Operation]) -> _Ahead:
    """What is ahead of ``block``, where ``ahead`` is what lies behind it; its ``needed`` fences are added."""
    for view in reversed(list(block.operations)):
        op = view.operation
        if op.name == BARRIER and not is_of_warp(op):
            ahead = _Ahead(ahead.uncovered, False)
        elif op.name == FENCE:
            if ahead.uncovered:
                needed.add(op)
            ahead = _Ahead(ahead.unmet, ahead.unmet)
        elif effects.of(op).asynchronous:
            ahead = _ACCESS
        elif len(op.regions):
            ahead = _around(op, ahead, needed)
    return ahead


def _around(op: ir.Operation, behind: _Ahead, needed: set[ir.Operation]) -> _Ahead:
    """What is ahead of ``op``, a branch or a loop."""
    blocks = [region.blocks[0] for region in op.regions if len(region.blocks)]
    if op.name == "scf.if":
        ends = [_before(block, behind, needed) for block in blocks]
        return ends[0] | (ends[1] if len(ends) == 2 else behind)
    ahead = behind  # of the block that the loop goes back to, and on from
    while True:
        iteration = ahead
        for block in reversed(blocks):
            iteration = _before(block, iteration | behind, needed)
        if iteration | ahead == ahead:
            return ahead | iteration
        ahead = ahead | iteration
