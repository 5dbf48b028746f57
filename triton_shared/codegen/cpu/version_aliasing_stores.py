"""An op writes memory where it lies, where a test at run time finds that this overlaps nothing that the op reads.

    linalg.generic ins(%from) outs(%buf)
    memref.copy %buf[0][%n], %y[0][%n]

becomes

    %to = scf.if %apart { scf.yield %y } else { scf.yield %buf }
    linalg.generic ins(%from) outs(tts.masked_view %to[0][%n])
    scf.if %apart {} else { memref.copy %buf[0][%n], %y[0][%n] }

Promise: overlapping pointers behave as if every load were done before every store.  `memory/tested_stores.py` has the
transformation, `memory_policy.py` says what pays.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.memory_policy import InVectors
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.memory.tested_stores import test_stores
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    test_stores(function, InVectors(CpuTarget.of(function)))
