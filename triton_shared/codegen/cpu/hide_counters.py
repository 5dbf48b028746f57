"""Keep LLVM from choosing induction variables of its own for loops, where addresses are fine as they are.

::

    scf.for %i = %c0 to %n step %c16 {
      %x = memref.load %a[%i]

becomes

    scf.for %i = %c0 to %n step %c16 {
      %number = arith.index_cast %i : index to i64
      %same = llvm.intr.expect %number, %zero : i64
      %j = arith.index_cast %same : i64 to index
      %x = memref.load %a[%j]

LLVM's code generation drops the hint, after its analyses have found no induction variable behind it.  So loop strength
reduction, a third of the time of code generation, has only the comparison of each loop's end left.
`split-addresses` and hoisting have taken what a loop does not change out of its addresses, and a machine adds a base,
an index times the size of an element, and a constant in each access.

A counter that counts more than elements has to be multiplied, which is one instruction more than a pointer that moves.
So short loops with such counters stay.

Promise: nothing is computed that was not.  Only loops for machines that have such accesses change.
"""

from __future__ import annotations

from itertools import islice

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.ir.builder import Builder, integer
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: how many ops a loop may have in which an instruction more counts, without those that make indices
SHORT = 24
_OF_INDICES = {"arith.constant", "arith.addi", "arith.muli"}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    if not CpuTarget.of(function).scales_indices:
        return
    for loop in all_ops(function, {"scf.for"}):
        body = loop.regions[0].blocks[0]
        if not (any(map(_is_scaled, body.arguments[0].uses)) and _is_short(body)):
            _hide(body)


def _is_short(body: ir.Block) -> bool:
    """Whether a loop with this ``body`` is an innermost one of few ops."""
    ops = [op.operation for op in islice(body.operations, 3 * SHORT)]
    return sum(op.name not in _OF_INDICES for op in ops) < SHORT and not any(op.regions for op in ops)


def _is_scaled(use: ir.OpOperand) -> bool:
    """Whether a counter is multiplied, or stands for more than an element where it is the index of an access."""
    op, number = use.owner.operation, use.operand_number
    if number == 0 or not op.name.startswith(("memref.", "vector.")):
        return op.name == "arith.muli"
    base = next((n for n in range(number) if isinstance(op.operands[n].type, ir.MemRefType)), None)
    return base is not None and number < base + op.operands[base].type.rank


def _hide(body: ir.Block) -> None:
    """Put a number that LLVM does not look into in the place of the counter of the loop with this ``body``."""
    counter = body.arguments[0]
    if not (uses := list(counter.uses)) or not isinstance(counter.type, ir.IndexType):
        return
    b = Builder(ir.InsertionPoint.at_block_begin(body), body.owner.operation.location)
    number = b.one("arith.index_cast", integer(64), counter)
    same = b.one("llvm.intr.expect", integer(64), number, b.constant(integer(64), 0))
    hidden = b.one("arith.index_cast", b.index, same)
    for use in uses:
        use.owner.operands[use.operand_number] = hidden
    fired("hide-counters", "counter")
