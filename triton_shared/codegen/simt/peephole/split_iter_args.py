"""Hand registers on one by one, in loops that take them out of vectors and put them into vectors again.

    %r = scf.for … iter_args(%c = %z) -> (vector<2xf32>) {
      %0 = vector.extract %c[0] : f32 from vector<2xf32>
      …
      %d = vector.from_elements %a, %b : vector<2xf32>
      scf.yield %d : vector<2xf32>
    }

becomes

    %z0 = vector.extract %z[0] : f32 from vector<2xf32>
    …
    %r:2 = scf.for … iter_args(%c0 = %z0, %c1 = %z1) -> (f32, f32) { … scf.yield %a, %b : f32, f32 }
    %s = vector.from_elements %r#0, %r#1 : vector<2xf32>

Products of warpgroups are instructions on single registers.  No loop carries a vector that its body only takes apart:
LLVM takes a time for each of its elements that grows with their number.
"""

from __future__ import annotations

from triton_shared.codegen.simt.build.emitter import Emitter, count_of
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, terminator
from triton_shared.mlir import ir

EXTRACT, SHUFFLE, COLLECT = "vector.extract", "vector.shuffle", "vector.from_elements"
#: operands of a loop before those that it carries, and arguments of its body
BOUNDS, ITERATION = 3, 1


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for loop in all_ops(function, {"scf.for"}):
        slots = [slot for slot in range(len(loop.results)) if _is_taken_apart(loop, slot)]
        if slots:
            fired("split-iter-args", "loop")
            _split(loop, slots)


def _is_taken_apart(loop: ir.Operation, slot: int) -> bool:
    """Whether the body of ``loop`` reads single elements of what it carries in ``slot``, and collects the next."""
    body = loop.regions[0].blocks[0]
    argument, end = body.arguments[ITERATION + slot], terminator(body)
    next_ = end.operands[slot].owner
    is_collected = isinstance(next_, ir.OpView) and next_.operation.name == COLLECT
    return isinstance(argument.type, ir.VectorType) and is_collected and _only_extracted(argument)


def _only_extracted(value: ir.Value) -> bool:
    """Whether all that is read of ``value`` is single elements, of parts of it as well."""
    ops = [use.owner.operation for use in value.uses]
    return all(op.name == EXTRACT or (_is_part(op, value) and _only_extracted(op.result)) for op in ops)


def _is_part(op: ir.Operation, vector: ir.Value) -> bool:
    """Whether ``op`` takes registers of ``vector`` alone."""
    return op.name == SHUFFLE and op.operands[0] == vector and max(op.attributes["mask"]) < count_of(vector)


def _split(loop: ir.Operation, slots: list[int]) -> None:
    """``loop``, with a scalar for each element of what it carries in ``slots``."""
    b, body = Emitter(loop, loop.location), loop.regions[0].blocks[0]
    end = terminator(body)
    firsts, nexts = list(loop.operands)[BOUNDS:], list(end.operands)
    given, yielded, starts = list(loop.operands)[:BOUNDS], list[ir.Value](), list[int]()
    for slot, (first, next_) in enumerate(zip(firsts, nexts, strict=True)):
        starts.append(len(yielded))
        if slot in slots:
            given += [b.extract(first, i) for i in range(count_of(first))]
            yielded += next_.owner.operands
        else:
            given.append(first)
            yielded.append(next_)
    attributes = {name: loop.attributes[name] for name in loop.attributes}
    new = b.op("scf.for", [v.type for v in yielded], given, attributes, regions=1)
    old = list(body.arguments)[ITERATION:]
    body.append_to(new.regions[0])
    added = [body.add_argument(value.type, loop.location) for value in yielded]
    Emitter(end, end.location).op("scf.yield", (), yielded)
    end.erase()
    for slot, (argument, result, start) in enumerate(zip(old, loop.results, starts, strict=True)):
        if slot in slots:
            scalars = slice(start, start + count_of(argument))
            _replace_elements(argument, added[scalars])
            result.replace_all_uses_with(b.collect(list(new.results)[scalars]))
        else:
            argument.replace_all_uses_with(added[start])
            result.replace_all_uses_with(new.results[start])
    for _ in old:
        body.erase_argument(ITERATION)
    loop.erase()


def _replace_elements(vector: ir.Value, scalars: list[ir.Value]) -> None:
    """Let users of an element of ``vector`` use that of ``scalars``."""
    for op in {use.owner.operation: None for use in vector.uses}:
        if op.name == EXTRACT:
            op.result.replace_all_uses_with(scalars[op.attributes["static_position"][0]])
        else:
            _replace_elements(op.result, [scalars[i] for i in op.attributes["mask"]])
        op.erase()
