"""Give a kernel's producer warps of its own.

    gpu.barrier {simt.everyone}
    scf.for %k … iter_args(%acc, %word) {
      scf.if %produces { … simt.copy_box … }         of a condition that simt.produces gives
      simt.wait_for_phase … ; … simt.multiply_async …
      gpu.barrier
    }

becomes

    scf.if %is_warp_of_producer {
      simt.set_registers {count = 40, more = false}
      gpu.barrier {simt.everyone}
      scf.if %is_first_warp_and_elected {
        scf.for %k … iter_args(%word) { … simt.copy_box … }
      }
    } else {
      simt.set_registers {count = 232, more = true}
      gpu.barrier {simt.everyone}
      scf.for %k … iter_args(%acc, %word) {
        simt.wait_for_phase … ; … simt.multiply_async …
        nvvm.barrier id = 1 number_of_threads = 256
      }
    }

What the producer runs is its slice (`producer_slice.py`).  All meet once, as late as may be: before the first copies.
From then on the others meet without it.  Where warpgroups compute, registers that the producer does not need become
theirs.

A producer that is ``alone``, as for boxes, is a thread that `elect.sync` chooses: of such a one ptxas knows that it is
alone, and makes no loops over threads around copies of boxes.  Chunks are copied by all threads of the producer.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.nvidia.mma.wgmma import BEGIN, MULTIPLY
from triton_shared.codegen.nvidia.target import GROUP, WARP, GpuTarget
from triton_shared.codegen.nvidia.tma.tma_loads import REGISTERS
from triton_shared.codegen.nvidia.warp_specialization import producer_slice
from triton_shared.codegen.nvidia.warp_specialization.producer_slice import (
    COMPUTING,
    EVERYONE,
    PRODUCER_WARPS,
    Slice,
)
from triton_shared.codegen.simt.build.emitter import PRODUCES, Emitter, count_of
from triton_shared.codegen.simt.memory.allocate_shared_memory import SHARED_BYTES
from triton_shared.codegen.simt.memory.insert_barriers import BARRIER
from triton_shared.ir.builder import bit_width, i64_attr
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, terminator
from triton_shared.mlir import ir

#: registers of a processor, of a thread at most, and by how many they are given
REGISTER_FILE, MOST, UNIT = 1 << 16, 240, 8
#: registers of a thread of the producer that copies boxes, or chunks
OF_BOXES, OF_CHUNKS = 40, 104
#: what others must have for a second block on the processor
ENOUGH = 200
#: registers that a product wants beside its sums: ptxas compiles none to fewer than threads begin with
BESIDE = 32
#: bytes of shared memory that the hardware takes of each block
TAKEN = 1 << 10


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    if PRODUCER_WARPS not in function.attributes:
        return
    target, part = GpuTarget.of(function), Slice(function)
    if not part.branches:  # nothing is left of the loops
        del function.attributes[PRODUCER_WARPS]
        return
    fired("specialize-warps", "kernel")
    is_alone = all_ops(function, {PRODUCES})[0].attributes["alone"].value
    own = OF_BOXES if is_alone else OF_CHUNKS
    registers = _registers(function, target, own)
    meeting = producer_slice.meeting(function)
    b = Emitter(part.body[0], function.location)
    b.ip = ir.InsertionPoint(terminator(function.regions[0].blocks[0]))
    warp = b.warp()
    is_of_producer = b.compare32("sle", target.num_warps, warp)
    roles = b.op("scf.if", (), (is_of_producer,), regions=2)
    producing, computing = (region.blocks.append() for region in roles.regions)

    def copying(emit: Callable[[ir.InsertionPoint], None]) -> None:
        meeting.clone(ip=b.ip)
        if is_alone:
            b.branch(b.elected(warp, target.num_warps), lambda: emit(b.ip))
        else:
            emit(b.ip)

    with b.inside(producing):
        if registers is not None:
            _set_registers(b, own, more=False)
        always = b.constant(b.i1, 1)
        part.emit(b.ip, copying)
        b.op("scf.yield", (), ())
    for op in all_ops(roles, {PRODUCES}):
        op.result.replace_all_uses_with(always)
    with b.inside(computing):
        if registers is not None:
            _set_registers(b, registers, more=True)
        meeting.clone(ip=b.ip)
        end = b.op("scf.yield", (), ())
    for op in part.body:
        op.move_before(end)
    for op in (*part.branches, meeting):
        op.erase()
    for op in all_ops(function, {PRODUCES}):
        op.result.replace_all_uses_with(op.operands[0])
        op.erase()
    for op in all_ops(roles, {BARRIER}):
        if EVERYONE not in op.attributes:
            _meet(op, target)


def _meet(op: ir.Operation, target: GpuTarget) -> None:
    """Let those who compute meet at a barrier of their own."""
    b = Emitter(op, op.location)
    operands = b.constant(b.i32, COMPUTING), b.constant(b.i32, target.threads)
    b.op("nvvm.barrier", (), operands, {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 1])})
    op.erase()


def _set_registers(b: Emitter, count: int, more: bool) -> None:
    b.op(REGISTERS, (), (), {"count": i64_attr(count), "more": ir.BoolAttr.get(more)})


def _registers(function: ir.Operation, target: GpuTarget, own: int) -> int | None:
    """How many registers a thread of those who compute gets of the producer's, None where none are moved.

    A thread of that has ``own`` ones, which are to be no more than it begins with: else there is nothing to move.
    The function notes how many blocks are to be on a processor, which tells the registers that its threads begin with.
    """
    if target.num_warps % GROUP or target.maxnreg is not None or target.register_targets is False:
        return None
    threads, producing = producer_slice.threads(function, target), WARP * target.producer_warps
    shared = function.attributes[SHARED_BYTES].value + TAKEN
    fitting = [n for n in (2, 1) if n * shared <= target.max_shared + TAKEN]
    one, all_ = (BESIDE + _largest(function, name) for name in (MULTIPLY, BEGIN))
    for blocks in fitting:
        first = min(REGISTER_FILE // blocks // threads // UNIT * UNIT, 256 - UNIT)
        given = (first * threads - own * producing) // target.threads // UNIT * UNIT
        if blocks == 1 or (given >= max(ENOUGH, all_) and first >= one):
            break
    if first >= MOST or own > first or given <= first:
        return None
    i32 = ir.IntegerType.get_signless(32)
    function.attributes["nvvm.minctasm"] = ir.IntegerAttr.get(i32, blocks)
    return min(given, MOST)


def _largest(function: ir.Operation, name: str) -> int:
    """Registers of 32 bits of the largest vector that an op called ``name`` makes."""
    vectors = [op.result for op in all_ops(function, {name})]
    return max((count_of(v) * bit_width(v.type.element_type) // 32 for v in vectors), default=0)
