"""How failed assertions, and waits that never end, leave the program that they are in, from wherever they stand.

Both note the program id and what has happened, unless another program has done so before, and jump back to the entry
point, which goes on with the next program.  To know where to, the kernel has one more argument, the *escape*: a
pointer to

    { failure *; waiter: { int32 iterations; int64 epoch }; jmp_buf }
    failure: { int32 kind, pid[3]; const char *message; int32 (*await)(void *crew, void *waiter); void *crew }

``kind`` is `ASSERTION`, with a text as message, or `WAIT_WITHOUT_END`, with the wait's number (see `mark_waits.py`).
Kernels without waits know nothing of what follows the message.  ``@triton_shared_wait`` counts its iterations;
every `PATIENCE` of them it asks ``await`` whether to go on (0) or to give up, and hands it its ``waiter``.
"""

from __future__ import annotations

from triton_shared.ir.walk import symbol
from triton_shared.mlir import ir

ASSERT, WAIT = "triton_shared_assert", "triton_shared_wait"
#: functions that may leave the program that calls them
LEAVING = (ASSERT, WAIT)
ASSERTION, WAIT_WITHOUT_END = 1, 2

#: bytes for any platform's jmp_buf
JUMP_BYTES = 512

#: iterations of a wait between two questions to the runtime, a power of two
PATIENCE = 1024


def declared(module: ir.Operation) -> list[ir.Operation]:
    """The declarations, in ``module``, of functions that leave programs."""
    ops = [op.operation for op in module.regions[0].blocks[0]]
    return [op for op in ops if symbol(op) in LEAVING]
