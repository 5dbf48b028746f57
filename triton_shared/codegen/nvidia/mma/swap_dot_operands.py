"""Multiply the transposed operands, the other way round, where the right one lies in memory as no wgmma reads it.

    %r = linalg.matmul ins(%a, %b) outs(%c)

becomes, in a loop that carries %c, where both are loaded by rows, some iterations ahead, and have words for elements,

    %r = transpose(linalg.matmul ins(transpose(%b), transpose(%a)) outs(transpose(%c)))

wgmma reads words from shared memory only where neighbours along the inner dimension are neighbours there, as they are
in the rows of %a, but not in those of %b.  Of the left operand it takes registers as well, and threads load these from
anywhere.  So nothing is written to shared memory once more.  Transposing costs nothing: registers stay where they are.
"""

from __future__ import annotations

from triton_shared.codegen.nvidia.mma.choose_dot_instructions import chosen
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.simt.build.storage_types import bytes_of
from triton_shared.codegen.simt.layouts.dot_instructions import MMA
from triton_shared.codegen.simt.layouts.layout_attributes import LAYOUT
from triton_shared.codegen.simt.pipeline.copy_chunks import form_of
from triton_shared.codegen.simt.pipeline.pipelinable_loads import Staging, stages_of, staging
from triton_shared.ir.builder import Builder, indices
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, substitute, terminator
from triton_shared.mlir import ir

#: bytes of the elements that a thread loads one by one
WORD = 4


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    target = GpuTarget.of(function)
    for loop in all_ops(function, {"scf.for"}) if target.has_wgmma else ():
        products = [
            op.operation
            for op in loop.regions[0].blocks[0].operations
            if op.operation.name == "linalg.matmul"
        ]
        if any(_has_words(op) for op in products):
            found = staging(loop, stages_of(loop, target))
            for op in products:
                if _has_words(op) and _only_adds(op, loop) and _is_by_rows(op, found):
                    fired("swap-dot-operands", "product")
                    _swap(op, target)


def _has_words(op: ir.Operation) -> bool:
    return all(bytes_of(value.type.element_type) == WORD for value in op.operands)


def _only_adds(op: ir.Operation, loop: ir.Operation) -> bool:
    """Whether ``op`` only adds to what ``loop`` carries; other uses in an iteration may want the layout it has."""
    body, accumulator = loop.regions[0].blocks[0], op.operands[2]
    if accumulator.owner != body or [use.owner.operation for use in accumulator.uses] != [op]:
        return False
    (use, *others) = list(op.result.uses)
    end = terminator(body)
    return not others and use.owner.operation == end and use.operand_number == accumulator.arg_number - 1


def _is_by_rows(op: ir.Operation, found: Staging) -> bool:
    """Whether the rows of both operands of ``op`` lie in tiles."""
    fast = {load.tensor: form_of(load).contiguous_dim for load in found.loads}
    return all(fast.get(operand) == 1 for operand in list(op.operands)[:2])


def _swap(op: ir.Operation, target: GpuTarget) -> None:
    """Let ``op`` be the dot of its transposed operands, if warpgroups make both."""
    b = Builder.before(op)
    left, right, accumulator = op.operands
    attributes = {name: op.attributes[name] for name in op.attributes if name != LAYOUT}
    plan = None if MMA in op.attributes else chosen(op, target)
    if plan is None or not plan.uses_wgmma or plan.terms > 1:
        return
    operands = [_transposed(b, value) for value in (right, left, accumulator)]
    swapped = b.op("linalg.matmul", [operands[2].type], operands, attributes, regions=1)
    other = chosen(swapped, target)
    if other is None or not other.uses_wgmma:
        swapped.erase()
        return
    op.regions[0].blocks[0].append_to(swapped.regions[0])
    substitute(op, _transposed(b, swapped.result))


def _transposed(b: Builder, value: ir.Value) -> ir.Value:
    """The transposed matrix ``value``."""
    rows, columns = value.type.shape
    into = b.empty(ir.RankedTensorType.get((columns, rows), value.type.element_type))
    made = b.linalg("linalg.transpose", [value], [into], lambda new, old: [new], permutation=indices([1, 0]))
    return made.results[0]
