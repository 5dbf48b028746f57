"""Let what a loop adds up of one block be added up by one op.

    scf.for … iter_args(%w, %b) {
      %w1 = linalg.generic ins(%w, %x, %g) outs(%e) { ^bb0(%a, %p, %q, %_): yield %a + %p * %q }
      %b1 = linalg.generic ins(%b, %g) outs(%e) { ^bb0(%a, %q, %_): yield %a + %q }
      scf.yield %w1, %b1
    }

becomes

    scf.for … iter_args(%w, %b) {
      %both:2 = linalg.generic ins(%w, %x, %g, %b) outs(%e, %e) {
      ^bb0(%a, %p, %q, %c, %_, %_):
        yield %a + %p * %q, %c + %q
      }
      scf.yield %both#0, %both#1
    }

so that ``%g``, a block that comes from memory, is read once per iteration.

Promise: only elementwise ops are joined, whose results the loop yields and nothing else reads.
"""

from __future__ import annotations

from itertools import islice

from triton_shared.codegen.memory.loop_carried import LOOPS, slots_of
from triton_shared.ir.builder import Builder
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, cloned, made_by, substitute, terminator
from triton_shared.mlir import ir

PARALLEL = "#linalg.iterator_type<parallel>"

Input = tuple[ir.Value, ir.AffineMap]


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for loop in all_ops(function, LOOPS):
        block = loop.regions[len(loop.regions) - 1].blocks[0]
        joined: list[ir.Operation] = []
        for op in _accumulations(block):
            first = next((other for other in joined if _share_a_block(other, op)), None)
            if first is not None:
                joined.remove(first)
                fired("fuse-accumulations", "joined")
            joined.append(op if first is None else _join(first, op))


def _accumulations(block: ir.Block) -> list[ir.Operation]:
    """The elementwise ops of ``block``, in order, whose results the loop alone uses: it hands them on."""
    carried = {slot.value for slot in slots_of(terminator(block))}
    return [
        op.operation
        for op in block.operations
        if op.operation.name == "linalg.generic"
        and list(op.operation.results)
        and all(r in carried and len(list(r.uses)) == 1 for r in op.operation.results)
        and _is_elementwise(op.operation)
    ]


def _is_elementwise(op: ir.Operation) -> bool:
    """Whether ``op`` computes each element of its results by itself, whatever these held before."""
    count = op.attributes["operandSegmentSizes"][0]
    maps = [attribute.value for attribute in op.attributes["indexing_maps"]]
    old = list(op.regions[0].blocks[0].arguments)[count:]
    return (
        all(m == ir.AffineMap.get_identity(m.n_dims) for m in maps[count:])
        and all(str(kind) == PARALLEL for kind in op.attributes["iterator_types"])
        and not any(True for argument in old for _ in argument.uses)
    )


def _inputs(op: ir.Operation) -> list[Input]:
    maps = (attribute.value for attribute in op.attributes["indexing_maps"])
    count = op.attributes["operandSegmentSizes"][0]
    return list(zip(list(op.operands)[:count], maps, strict=False))


def _share_a_block(one: ir.Operation, other: ir.Operation) -> bool:
    """Whether both walk the same elements and read the same block, which comes from memory."""
    shapes = [list(op.results[0].type.shape) for op in (one, other)]
    theirs = _inputs(other)
    return shapes[0] == shapes[1] and any(
        part in theirs and made_by(part[0], "bufferization.to_tensor") for part in _inputs(one)
    )


def _join(first: ir.Operation, second: ir.Operation) -> ir.Operation:
    """``first`` and ``second`` as one op at the place of ``second``."""
    b = Builder.before(second)
    inputs: list[Input] = []
    for part in (*_inputs(first), *_inputs(second)):
        if part not in inputs:
            inputs.append(part)
    outputs = [v for op in (first, second) for v in list(op.operands)[-len(op.results) :]]
    same = ir.AffineMap.get_identity(first.results[0].type.rank)
    maps = [map for _, map in inputs] + [same] * len(outputs)

    def body(*elements: ir.Value) -> list[ir.Value]:
        return [v for op in (first, second) for v in _inlined(b, op, inputs, elements)]

    joined = b.generic([v for v, _ in inputs], outputs, maps, ["parallel"] * same.n_dims, body)
    results = iter(joined.results)
    for op in (first, second):
        substitute(op, *islice(results, len(op.results)))
    return joined


def _inlined(
    b: Builder, op: ir.Operation, inputs: list[Input], elements: tuple[ir.Value, ...]
) -> list[ir.Value]:
    """What the body of ``op`` computes, here, of the ``elements`` of ``inputs``."""
    block = op.regions[0].blocks[0]
    env = {a: elements[inputs.index(part)] for a, part in zip(block.arguments, _inputs(op), strict=False)}
    *ops, end = [inner.operation for inner in block.operations]
    for inner in ops:
        cloned(inner, env, b.ip)
    return [env.get(v, v) for v in end.operands]
