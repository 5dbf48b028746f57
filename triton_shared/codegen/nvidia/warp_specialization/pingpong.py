"""Warpgroups begin dots one after the other: while one multiplies, others compute with what their dots gave.

    nvvm.barrier.arrive id = 2 number_of_threads = 256                  the last warpgroup, where the program begins
    scf.for … {
      nvvm.barrier id = 2 + %group number_of_threads = 256              takes the baton
      %s = simt.wgmma …
      nvvm.barrier.arrive id = 2 + (%group + 1) % 2 …                   hands it on
      %t = simt.wgmma_wait %s …
    }

Each warpgroup has a named barrier, where it waits for the one before it, which only arrives there.  All take the baton
equally often, so that behind a loop it is at the first one's again, as before it.  It orders nothing that results
depend on.  Who has it must not wait for another warpgroup.
"""

from __future__ import annotations

from triton_shared.codegen.nvidia.target import WARP, WARPS_PER_WARPGROUP
from triton_shared.codegen.nvidia.warp_specialization.producer_slice import FIRST_WARPGROUP_BARRIER
from triton_shared.codegen.simt.build.emitter import Emitter
from triton_shared.ir.builder import segments
from triton_shared.mlir import ir

#: threads that synchronize at a barrier: of two warpgroups
THREADS = 2 * WARPS_PER_WARPGROUP * WARP


class PingPongToken:
    """What ``groups`` warpgroups, two or more, carry."""

    def __init__(self, b: Emitter, groups: int):
        self.b, self.groups = b, groups

    def begin(self) -> None:
        """Let the first warpgroup be the first to have it."""
        b = self.b
        is_last = b.compare("eq", b.group, self.groups - 1)
        b.some_threads(is_last, lambda: b.op("nvvm.barrier.arrive", (), self._place(b.constant(b.i32, 0))))

    def acquire(self) -> None:
        """Wait for it."""
        place = self._place(self.b.group)
        self.b.op("nvvm.barrier", (), place, {"operandSegmentSizes": segments(place[:1], place[1:])})

    def release(self) -> None:
        """Let the next warpgroup have it."""
        b = self.b
        following = b.value32(b.i32_op("arith.addi", b.group, 1))
        is_last = b.value(b.compare("eq", following, self.groups))
        b.op("nvvm.barrier.arrive", (), self._place(b.select(is_last, b.constant(b.i32, 0), following)))

    def _place(self, group: ir.Value) -> tuple[ir.Value, ir.Value]:
        """The barrier of ``group``, and how many threads synchronize there."""
        b = self.b
        return b.value32(b.i32_op("arith.addi", group, FIRST_WARPGROUP_BARRIER)), b.constant(b.i32, THREADS)
