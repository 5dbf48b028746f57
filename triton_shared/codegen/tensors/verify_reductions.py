"""Check that no reduction starts from what has not been written.

    %empty = tensor.empty() : tensor<8xf32>
    %r = linalg.reduce ins(%x) outs(%empty) dimensions = [1] {tts.from_first} {combiner}

starts from the first slice of ``%x``, since it says so.  Upstream knows nothing of the attribute: where fusion makes a
`linalg.generic` of such an op the attribute is lost, and the combiner would be given what happens to lie in memory.

Promise: behind this pass each reduction whose combiner reads its outputs starts from values, or from the first slice;
`LoweringError` otherwise.
"""

from __future__ import annotations

from triton_shared.codegen.nests.nest import FROM_FIRST
from triton_shared.codegen.tensors.short_reductions import REDUCTION
from triton_shared.errors import LoweringError
from triton_shared.ir.effects import roots
from triton_shared.ir.walk import all_ops, made_by
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"linalg.reduce", "linalg.generic"}):
        if FROM_FIRST not in op.attributes and _reduces(op) and any(map(_is_unwritten, _inits_read(op))):
            raise LoweringError(
                op, f"starts from values that have not been written, and has lost '{FROM_FIRST}'"
            )


def _reduces(op: ir.Operation) -> bool:
    return op.name == "linalg.reduce" or any(
        str(kind) == REDUCTION for kind in op.attributes["iterator_types"]
    )


def _inits_read(op: ir.Operation) -> list[ir.Value]:
    """The outputs of ``op`` that its body reads."""
    count = len(op.results)
    arguments = list(op.regions[0].blocks[0].arguments)[-count:]
    outputs = list(op.operands)[-count:]
    return [v for v, a in zip(outputs, arguments, strict=True) if any(True for _ in a.uses)]


def _is_unwritten(value: ir.Value) -> bool:
    """Whether ``value`` may be a `tensor.empty`, in another shape maybe, or a part of one."""
    return any(made_by(root, "tensor.empty") is not None for root in roots(value))
