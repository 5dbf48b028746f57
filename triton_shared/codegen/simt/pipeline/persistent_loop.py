"""A kernel whose blocks each run program after program: as many blocks as the device holds at once.

    %x = gpu.block_id x ; …                  scf.for %n = %block to %count step %blocks {
      what program %x does          ->         %x = arith.remui %n, %grid_x ; …
                                                 what program %x does
                                               }

The grid of the programs is three arguments, that of the launch a row of blocks.  So a producer is ahead in the next
program while others store what this one has made.

A block runs its programs in the order of their numbers, so one that waits, by atomic ops, for others of smaller numbers
does not wait in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triton_shared.codegen.simt.build import control_flow
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.control_flow import LoopCarried
from triton_shared.codegen.simt.memory.insert_barriers import GRID_LOOP
from triton_shared.ir.statistics import fired
from triton_shared.mlir import ir

#: the role of the arguments that are the grid of the programs
GRID = "grid of programs"
#: how many arguments these are
AXES = 3
#: on a function: its blocks run programs until all have been run
PERSISTENT = "tts.persistent"


def grid_loop(
    context: LoweringContext, grid: Sequence[ir.Value], places: Sequence[ir.Value], emit: Callable[[], None]
) -> None:
    """Let each block ``emit`` what one program does, of a ``grid``, whose place in that the scalars ``places`` are."""
    fired("distribute-tensors", "persistent")
    b = context.b
    x = {"dimension": ir.Attribute.parse("#gpu<dim x>")}
    block, blocks = (b.to_i32(b.one(name, b.index, **x)) for name in ("gpu.block_id", "gpu.grid_dim"))
    count = b.i32_op("arith.muli", b.i32_op("arith.muli", grid[0], grid[1]), grid[2])

    def iteration(number: ir.Value) -> None:
        rest = number
        with b.fresh_thread_ids(context.instructions.thread_id):
            for place, size in zip(places[:-1], grid, strict=False):
                context.scalars[place] = b.one("arith.remui", b.i32, rest, size)
                rest = b.one("arith.divui", b.i32, rest, size)
            context.scalars[places[-1]] = rest
            emit()

    specialized = context.specialized
    loop_carried = LoopCarried(context, (), [specialized.key] if specialized is not None else ())
    bounds = [b.value32(number) for number in (block, count, blocks)]
    control_flow.loop(context, bounds, loop_carried, iteration, attributes={GRID_LOOP: ir.UnitAttr.get()})
