"""No branch yields a tensor in whose buffer a loop works, but a copy of it.

    scf.if %c { scf.yield %a } else { scf.yield %x }

becomes, where a loop carries ``%a``,

    scf.if %c { %0 = bufferization.alloc_tensor() copy(%a); scf.yield %0 } else { scf.yield %x }

Bufferization would take the buffers of ``%a`` and ``%x`` for one that it must not copy.  An ``arith.select`` between
whole tensors is a branch too: what it yields are its operands.

Promise: the buffer of a tensor that a loop carries is that of no result of a branch.
"""

from __future__ import annotations

from triton_shared.codegen.memory.loop_carried import LOOPS, buffers_of, copied
from triton_shared.ir.builder import Builder, is_tensor
from triton_shared.ir.walk import all_ops, terminator
from triton_shared.mlir import ir

BRANCHES = {"scf.if", "scf.index_switch", "scf.execute_region", "arith.select"}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    loops = all_ops(function, LOOPS)
    inits = [v for loop in loops for v in loop.operands if is_tensor(v)]
    worked_in = {buffer for init in inits for buffer in buffers_of(init)}
    worked_in |= {a for loop in loops for region in loop.regions for a in region.blocks[0].arguments}
    for op in reversed(all_ops(function, BRANCHES)):
        for end in [terminator(block) for region in op.regions for block in region.blocks] or [op]:
            for number, value in enumerate(end.operands):
                if is_tensor(value) and not worked_in.isdisjoint(buffers_of(value)):
                    end.operands[number] = copied(Builder.before(end), value)
