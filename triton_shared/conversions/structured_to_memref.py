"""Turn structured accesses into memref views, copies and slices.

::

    %v = tts.load %x[%o] strides [%s, 1]     %view = memref.reinterpret_cast %x to offset: [%o], …, strides: [%s, 1]
                                       ->    %buf = memref.alloc()
                                             memref.copy %view, %buf
                                             %v = bufferization.to_tensor %buf restrict writable

A partial mask narrows the copy to subviews of the kept elements and fills the buffer first; a dimension that ``//`` and
``%`` take apart is copied segment by segment, in a loop over the quotients::

    tts.load %x[%o] cuts [0] of %s / 64, head in the region   ->   scf.for %q = %s / 64 to … { memref.copy of 64 }

The pass promises that no ``tts.load`` and no ``tts.store`` without indirect dimensions is left, and that no masked-off
element is touched.  Unless ``keep-tts`` is ``none``, it leaves them all, on memrefs (`kept_accesses.py`).
"""

from __future__ import annotations

from triton_shared.conversions.kept_accesses import keep
from triton_shared.conversions.loads_and_stores import RULES, is_structured, replace
from triton_shared.conversions.promises import none_left
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(module: ir.Operation, keep_tts: str = "none") -> None:
    """Run the pass on ``module``."""
    keeps = keep_tts != "none"
    for op in all_ops(module.operation, RULES):
        if is_structured(op):
            keep(op) if keeps else replace(op, RULES[op.name])
    none_left(
        module, "structured-to-memref", lambda op: not keeps and is_structured(op), ("tts.load", "tts.store")
    )
