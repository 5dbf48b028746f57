"""Walking over ops and values, and putting some in the place of others."""

from __future__ import annotations

from collections.abc import Container

from triton_shared.mlir import ir


def all_ops(root: ir.Operation, names: Container[str] | None = None) -> list[ir.Operation]:
    """The ops inside ``root``, outermost first; with ``names`` only those so called.

    When ops are to be erased ask for those alone: an op inside an erased one must not be touched again.
    """
    found: list[ir.Operation] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op != root and (names is None or op.name in names):
            found.append(op)
        return ir.WalkResult.ADVANCE

    root.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def rewire(op: ir.Operation, env: dict[ir.Value, ir.Value]) -> None:
    """Let ``op`` and the ops inside it use the values of ``env``."""

    def visit(inner: ir.Operation) -> ir.WalkResult:
        for number, operand in enumerate(inner.operands):
            if operand in env:
                inner.operands[number] = env[operand]
        return ir.WalkResult.ADVANCE

    op.walk(visit)


def replace_results(old: ir.Operation, new: ir.Operation) -> None:
    """Let the users of the results of ``old`` use those of ``new``."""
    for before, after in zip(old.results, new.results, strict=True):
        before.replace_all_uses_with(after)
