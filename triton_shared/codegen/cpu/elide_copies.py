"""Ops read and write blocks in memory where they lie, instead of copies of them, where vectors do so well.

    %buf = memref.alloc
    memref.copy %view[%lo][%n], %buf[%lo][%n]
    linalg.generic ins(%buf) outs(%out)

becomes

    %from = tts.masked_view %view[%lo][%n]
    linalg.generic ins(%from) outs(%out)

Promise: overlapping pointers behave as if every load were done before every store.  `memory/copy_elision.py` has the
transformation, `memory_policy.py` says what pays.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.memory_policy import InVectors
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.memory.copy_elision import elide_copies
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    elide_copies(function, InVectors(CpuTarget.of(function)))
