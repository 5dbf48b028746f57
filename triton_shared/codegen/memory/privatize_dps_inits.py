"""Every op that overwrites a filled or empty tensor gets one of its own, right before it.

    %e = tensor.empty()
    %0 = linalg.exp ins(%x) outs(%e)
    %1 = linalg.log ins(%x) outs(%e)

becomes

    %e0 = tensor.empty()
    %0 = linalg.exp ins(%x) outs(%e0)
    %e1 = tensor.empty()
    %1 = linalg.log ins(%x) outs(%e1)

CSE and hoisting share such tensors, and what is shared would have to be copied first.

Promise: no two linalg ops or loops begin with the same `tensor.empty` or `linalg.fill`.
"""

from __future__ import annotations

from triton_shared.ir.builder import Builder
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, made_by
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function):
        name = op.name
        if not name.startswith(("linalg.", "scf.for", "scf.while")) or op.parent is None:
            continue
        b = Builder.before(op)
        for number, value in enumerate(op.operands):
            if isinstance(value.type, ir.RankedTensorType):
                fresh = _fresh(b, value)
                if fresh is not None:
                    op.operands[number] = fresh
                    fired("privatize-dps-inits", "own")
    for op in reversed(all_ops(function, {"linalg.fill", "tensor.empty"})):
        if op.results and not any(True for _ in op.result.uses):
            op.erase()


def _fresh(b: Builder, value: ir.Value) -> ir.Value | None:
    """A repetition of the `tensor.empty` or `linalg.fill` that makes ``value``."""
    if (maker := made_by(value, "tensor.empty", "linalg.fill")) is None:
        return None
    clone = maker.clone(ip=b.ip)
    if clone.name == "linalg.fill":
        inner = _fresh(b, clone.operands[1])
        if inner is not None:
            clone.operands[1] = inner
            inner.owner.operation.move_before(clone)
    return clone.result
