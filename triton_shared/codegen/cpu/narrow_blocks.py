"""Of a block only what a mask keeps of what it is computed from is computed, where that is written in whole vectors.

    %from = tts.masked_view %x[0][%n] pad %pad
    linalg.generic {exp} ins(%from) outs(%buf)                  memref<1024xf32>

becomes

    %from = tts.masked_view %x[0][%n] pad %pad
    %part = tts.masked_view %buf[0][%n] pad exp(%pad)
    linalg.generic {exp} ins(%from) outs(%part)

Promise: every element that is read has the value it had before.  `memory/narrowing.py` has the transformation,
`memory_policy.py` says what pays.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.memory_policy import InVectors
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.memory.narrowing import narrow_blocks
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    narrow_blocks(function, InVectors(CpuTarget.of(function)))
