"""Move reductions that start from the first slice into functions of their own until fusion is done.

    %d = linalg.generic … {tts.from_first}            becomes            %d = func.call @k.reduction.0(%a, %b)

Fusion would drop what says that they start from the first slice.  ``inline`` takes them back.
"""

from __future__ import annotations

from triton_shared.codegen.nests.nest import FROM_FIRST
from triton_shared.codegen.tensors.outlining import outline
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    outline(function, [op for op in all_ops(function) if FROM_FIRST in op.attributes], "reduction")
