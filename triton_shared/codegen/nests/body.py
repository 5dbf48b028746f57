"""Bodies of nests: what of them may work on vectors, and what a reduction combines."""

from __future__ import annotations

from triton_shared.codegen.nests.nest import Nest
from triton_shared.ir.builder import Builder
from triton_shared.ir.walk import substitute
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: what upstream writes for a sum with a negative, and that sum
SUMS = {"arith.subf": "arith.addf", "arith.subi": "arith.addi"}


@dataclass(frozen=True)
class Combiner:
    """A reduction body, split: ``leaves`` come from the inputs and are combined with the accumulators."""

    leaves: tuple[ir.Value, ...]
    elementwise: tuple[ir.Operation, ...]
    combining: tuple[ir.Operation, ...]


def body_ops(nest: Nest) -> list[ir.Operation]:
    """The ops of the body without its terminator."""
    return [op.operation for op in nest.body.operations][:-1] if nest.body is not None else []


def add_what_is_subtracted(nest: Nest) -> None:
    """Let a reduction write ``%total + -%x`` for ``%total - %x``: partial sums are added, not subtracted."""
    totals = set(nest.arguments[-len(nest.outputs) :]) if nest.outputs and not all(nest.parallel) else set()
    for difference in [op for op in body_ops(nest) if op.name in SUMS]:
        total, taken = difference.operands
        if total not in totals or taken in totals:
            continue
        b = Builder.before(difference)
        flags = dict(difference.attributes)
        if difference.name == "arith.subf":
            negative = b.apply("arith.negf", taken)
        else:
            negative = b.apply("arith.muli", taken, b.constant(taken.type, -1))
        substitute(difference, b.apply(SUMS[difference.name], total, negative, **flags))


def split_body(nest: Nest) -> Combiner | None:
    """The body of a reduction as a `Combiner`, if its leaves pair up with the accumulators.

    Of ``%total + 1``, into which fusion turns a sum of a constant block, no partial sums can be made.
    """
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
    if not made - set(inputs) and len(inputs) == len(leaves) == count:
        return Combiner(tuple(inputs), tuple(elementwise), tuple(combining))
    return None


def has_vector_form(nest: Nest) -> bool:
    """Whether every op of the body can work on vectors."""
    return all(_is_elementwise(op) for op in body_ops(nest))


def _is_elementwise(op: ir.Operation) -> bool:
    return op.name == "linalg.index" or (op.name.startswith(("arith.", "math.")) and len(op.results) == 1)
