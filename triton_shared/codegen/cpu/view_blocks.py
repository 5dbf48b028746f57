"""Blocks are read in memory where they lie, where nothing of them is masked off, if that is read as well.

    memref.copy %from[0][%n], %buf[0][%n]
    linalg.generic ins(%buf) outs(%out)

becomes

    %block = scf.if %whole { scf.yield %from } else { memref.copy %from[0][%n], %buf[0][%n]; scf.yield %buf }
    linalg.generic ins(%block) outs(%out)

Promise: a read moves only past writes to buffers of the kernel itself.  `memory/block_views.py` has the transformation,
`memory_policy.py` says what pays.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.memory_policy import InVectors
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.memory.block_views import view_blocks
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    view_blocks(function, InVectors(CpuTarget.of(function)))
