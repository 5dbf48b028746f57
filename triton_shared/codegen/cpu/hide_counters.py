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
reduction, a third to a half of the time of code generation, has only the comparison of each loop's end left.  It would
make as good loops: what it does to addresses is done by `split-addresses`, loops' invariant code leaves them, and a
machine adds a base, an index times the size of an element, and a constant in each access.

Promise: nothing is computed that was not.  Only loops for machines that have such accesses change.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.ir.builder import Builder, integer
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    if not CpuTarget.of(function).scales_indices:
        return
    for loop in all_ops(function, {"scf.for"}):
        _hide(loop.regions[0].blocks[0])


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
