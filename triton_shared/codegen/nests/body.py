"""Bodies of nests: what of them may work on vectors, and what a reduction combines."""

from __future__ import annotations

from dataclasses import dataclass

from triton_shared.codegen.nests.nest import Nest
from triton_shared.mlir import ir


@dataclass(frozen=True)
class Combiner:
    """A reduction body, split: ``leaves`` come from the inputs and are combined with the accumulators."""

    leaves: tuple[ir.Value, ...]
    elementwise: tuple[ir.Operation, ...]
    combining: tuple[ir.Operation, ...]


def body_ops(nest: Nest) -> list[ir.Operation]:
    """The ops of the body without its terminator."""
    return [op.operation for op in nest.body.operations][:-1] if nest.body is not None else []


def split_body(nest: Nest) -> Combiner | None:
    """The body of a reduction as a `Combiner`, if its leaves pair up with the accumulators."""
    count = len(nest.outputs)
    inputs, old = nest.arguments[:-count], nest.arguments[-count:]
    dependent: set[ir.Value] = set(old)
    elementwise, combining, leaves = [], [], []
    for op in body_ops(nest):
        if dependent.isdisjoint(op.operands):
            elementwise.append(op)
            continue
        combining.append(op)
        dependent.update(op.results)
    made = set(inputs) | {r for op in elementwise if op.name != "arith.constant" for r in op.results}
    for op in combining:
        leaves += [v for v in op.operands if v in made and v not in leaves]
    if count == 1 and len(leaves) == 1 and leaves[0].type == old[0].type:
        return Combiner(tuple(leaves), tuple(elementwise), tuple(combining))
    if not made - set(inputs) and len(inputs) == count:
        return Combiner(tuple(inputs), tuple(elementwise), tuple(combining))
    return None


def has_vector_form(nest: Nest) -> bool:
    """Whether every op of the body can work on vectors."""
    return all(_is_elementwise(op) for op in body_ops(nest))


def _is_elementwise(op: ir.Operation) -> bool:
    return op.name == "linalg.index" or (op.name.startswith(("arith.", "math.")) and len(op.results) == 1)
