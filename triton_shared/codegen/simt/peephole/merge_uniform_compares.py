"""Compare a run of neighbours once, where no bound lies between them.

    %p = arith.addi (vector.broadcast %base), dense<[0, 1, 2, 3, 512, 513, 514, 515]> : vector<8xi32>
    %m = arith.cmpi slt, %p, (vector.broadcast %n) : vector<8xi32>

where ``%base`` and ``%n`` are multiples of 4, becomes

    %firsts = vector.shuffle %p [0, 4] ; %c = arith.cmpi slt, %firsts, (vector.broadcast %n) : vector<2xi32>
    %m = vector.shuffle %c [0, 0, 0, 0, 1, 1, 1, 1]

Masks by sizes that are known to be divisible are of this form.  What is compared as less, or as greater or equal, is so
for a whole run whose first number is a multiple of its length, as the bound is; sums wrap between runs alone.
"""

from __future__ import annotations

from triton_shared.codegen.simt.analysis.divisibility import Divisibility
from triton_shared.codegen.simt.build.emitter import Emitter, count_of
from triton_shared.codegen.simt.peephole.register_sums import RegisterSum, sum_of
from triton_shared.ir import predicates
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

COMPARE = "arith.cmpi"
#: predicates whose bound is the right operand, and the left one, by the ends of their names
_BOUND_RIGHT, _BOUND_LEFT = (
    {number for number, name in enumerate(predicates.INTEGERS) if name[1:] in ends}
    for ends in (("lt", "ge"), ("gt", "le"))
)


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    divisibility = Divisibility(function)
    for op in all_ops(function, (COMPARE,)):
        if isinstance(op.result.type, ir.VectorType) and (length := _run_length(op, divisibility)) > 1:
            fired("merge-uniform-compares", "run")
            _compare_firsts(op, length)


def _run_length(op: ir.Operation, divisibility: Divisibility) -> int:
    """How many neighbours compare alike, in all runs of that many registers."""
    predicate, operands = op.attributes["predicate"].value, list(op.operands)
    if predicate in _BOUND_LEFT:
        operands.reverse()
    elif predicate not in _BOUND_RIGHT:
        return 1
    place, bound = (sum_of(v) for v in operands)
    if place is None or bound is None or len(set(bound.steps)) > 1:
        return 1
    length = min(_neighbours(place), divisibility.common([*place.scalars, *bound.scalars, bound.steps[0]]))
    while any(step % length for step in place.steps[::length]):
        length //= 2
    return length


def _neighbours(place: RegisterSum) -> int:
    """The largest power of two that divides the registers into runs of neighbours."""
    length, steps = 1, place.steps
    while len(steps) % (2 * length) == 0 and all(
        steps[i + length] == steps[i] + length for i in range(len(steps)) if not i & length
    ):
        length *= 2
    return length


def _compare_firsts(op: ir.Operation, length: int) -> None:
    b, count = Emitter(op, op.location), count_of(op.result)
    firsts = [b.take(v, list(range(0, count, length))) for v in op.operands]
    type_ = ir.VectorType.get((count // length,), b.i1)
    one = b.op(COMPARE, [type_], firsts, {name: op.attributes[name] for name in op.attributes}).result
    op.result.replace_all_uses_with(b.take(one, [register // length for register in range(count)]))
    op.erase()
