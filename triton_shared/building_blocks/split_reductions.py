"""Let cores reduce a part of a block each, and combine their results.

::

    %r = linalg.reduce ins(%x : tensor<1024xf32>)        %parts = scf.forall (%core) in (4) shared_outs(%p = %starts) {
           outs(%start) dimensions = [0]          ->       %s = tensor.extract_slice %x[%core * 256] [256] [1]
                                                           linalg.reduce ins(%s) outs(… %p[%core])
                                                         }
                                                         %r = linalg.reduce ins(%parts : tensor<4xf32>) outs(%start)

A reduction is split, along the first dimension that it reduces, that has more elements than ``cores``, of which these
divide the number, if one op combines the elements and it starts from what changes no result: an argmax has no such
start.  The pass promises that each core starts from what the reduction started from, and that each element is combined
once; sums of floats are rounded in another order.
"""

from __future__ import annotations

from triton_shared.building_blocks import schedules
from triton_shared.conversions.triton_arith_to_linalg.reductions import NEUTRAL, ORDINARY
from triton_shared.ir.builder import is_float
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir

#: marks what is split, and then the loop over the cores, while the schedule runs
MARK = "tts.split"


def run(module: ir.Operation, cores: int = 4) -> bool:
    """Run the pass on ``module``; whether it changed anything."""
    found = [op for op in all_ops(module, {"linalg.reduce"}) if _dimension(op, cores) is not None]
    split = [op for op in found if _starts_neutral(op)]
    with module.context:
        for op in split:
            _split(module, op, cores)
    return bool(split)


def _dimension(op: ir.Operation, cores: int) -> int | None:
    """The first dimension of which each of ``cores`` has as many elements, more than one."""
    shape = op.operands[0].type.shape
    return next((d for d in op.attributes["dimensions"] if shape[d] > cores and shape[d] % cores == 0), None)


def _starts_neutral(op: ir.Operation) -> bool:
    """Whether ``op`` combines by one op, and starts from a number that changes no result."""
    block, start = op.regions[0].blocks[0], owner_of(op.operands[1])
    combiner = owner_of(block.operations[len(block.operations) - 1].operands[0])
    if len(op.results) != 1 or combiner is None or combiner.name not in NEUTRAL:
        return False
    if start is None or start.name != "linalg.fill" or block.arguments[1] not in list(combiner.operands):
        return False
    number = owner_of(start.operands[0])
    if number is None or number.name != "arith.constant":
        return False
    return any(_constant(table[combiner.name], number) for table in (NEUTRAL, ORDINARY))


def _constant(neutral: object, op: ir.Operation) -> bool:
    """Whether ``op`` is the constant ``neutral``, a number or a function of the width."""
    type_ = op.results[0].type
    if is_float(type_):
        return op.attributes["value"] == ir.FloatAttr.get(type_, neutral)
    return callable(neutral) and op.attributes["value"].value == neutral(type_.width)


def _split(module: ir.Operation, op: ir.Operation, cores: int) -> None:
    """Split ``op``, and let the parts start from what it starts from: upstream takes 0.0 for sums, which are -0.0."""
    start = owner_of(op.operands[1])
    assert start is not None
    first = start.operands[0]
    counts = [cores if d == _dimension(op, cores) else 0 for d in range(op.operands[0].type.rank)]
    op.attributes[MARK] = ir.UnitAttr.get()

    def schedule(root: schedules.Handle) -> None:
        *_, loop = schedules.split_reduction(schedules.match(root, marked=MARK), counts)
        schedules.mark(loop, MARK)

    schedules.apply(schedule, module)
    for loop in all_ops(module, {"scf.forall"}):
        if MARK in loop.attributes:
            loop.operands[0].owner.operands[0] = first
    for left in all_ops(module, {"scf.forall", "linalg.reduce"}):
        if MARK in left.attributes:
            del left.attributes[MARK]
