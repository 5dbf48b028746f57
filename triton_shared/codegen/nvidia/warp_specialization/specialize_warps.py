"""Give a kernel's producer warps of its own.

    gpu.barrier {simt.block_barrier}
    scf.for %k … iter_args(%acc, %word) {
      scf.if %produces { … simt.tma_load … }         of a condition with a ``producer``
      nvvm.mbarrier.try_wait.parity … ; … simt.wgmma …
      gpu.barrier
    }

becomes

    scf.if %is_warp_of_producer {
      nvvm.setmaxregister decrease 40
      gpu.barrier {simt.block_barrier}
      scf.if %is_first_warp_and_elected {
        scf.for %k … iter_args(%word) { … simt.tma_load … }
      }
    } else {
      nvvm.setmaxregister increase 232
      gpu.barrier {simt.block_barrier}
      scf.for %k … iter_args(%acc, %word) {
        nvvm.mbarrier.try_wait.parity … ; … simt.wgmma …
        nvvm.barrier id = 1 number_of_threads = 256
      }
    }

What the producer runs is its slice (`producer_slice.py`).  All synchronize once, as late as may be: before the
first copies.  From then on the others synchronize without it.  Where warpgroups compute, registers that the producer
does not need become theirs.

A producer that is ``alone``, as for TMA tiles, is a thread that `elect.sync` chooses: of such a one ptxas knows that it
is alone, and makes no loops over threads around copies of TMA tiles.  Chunks are copied by all threads of the producer.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.nvidia import nvvm
from triton_shared.codegen.nvidia.mma.wgmma import WGMMA, WGMMA_INIT_ACCUMULATOR
from triton_shared.codegen.nvidia.target import WARP, WARPS_PER_WARPGROUP, GpuTarget
from triton_shared.codegen.nvidia.warp_specialization import producer_slice
from triton_shared.codegen.nvidia.warp_specialization.producer_slice import (
    BLOCK_BARRIER,
    CONSUMER_BARRIER,
    PRODUCER_WARPS,
    Slice,
)
from triton_shared.codegen.simt.build.emitter import (
    BARRIER,
    DIVERGENT_CONDITION,
    PRODUCER,
    Emitter,
    count_of,
    is_of_warp,
)
from triton_shared.codegen.simt.heuristics import H200
from triton_shared.codegen.simt.memory.allocate_shared_memory import SHARED_BYTES
from triton_shared.ir.builder import bit_width
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, substitute, terminator
from triton_shared.mlir import ir

#: registers of a thread at most, and by how many they are given
MOST, UNIT = 240, 8
#: registers of a thread of the producer that copies TMA tiles, or chunks
TMA_PRODUCER_REGISTERS = H200.tma_producer_registers.value
CP_ASYNC_PRODUCER_REGISTERS = H200.cp_async_producer_registers.value
#: what others must have for a second block on the processor
ENOUGH = H200.enough_registers.value
#: registers that a dot wants beside its sums: ptxas compiles none to fewer than threads begin with
BESIDE = H200.registers_beside.value


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    if PRODUCER_WARPS not in function.attributes:
        return
    target, part = GpuTarget.of(function), Slice(function)
    if not part.branches:  # nothing is left of the loops
        del function.attributes[PRODUCER_WARPS]
        return
    fired("specialize-warps", "kernel")
    roles = _split(function, target, part)
    for op in all_ops(function, {DIVERGENT_CONDITION}):
        substitute(op, op.operands[0])
    for op in all_ops(roles, {BARRIER}):
        if BLOCK_BARRIER not in op.attributes and not is_of_warp(op):
            _synchronize(op, target)


def _split(function: ir.Operation, target: GpuTarget, part: Slice) -> ir.Operation:
    """Put the body of ``function`` into the `scf.if` that is returned: ``part`` of it for the producer, or else."""
    is_alone = all_ops(function, {DIVERGENT_CONDITION})[0].attributes[PRODUCER].value == "one"
    own = TMA_PRODUCER_REGISTERS if is_alone else CP_ASYNC_PRODUCER_REGISTERS
    registers = _registers(function, target, own)
    rendezvous = producer_slice.rendezvous(function)
    b = Emitter(part.body[0], function.location, target.block_shape)
    b.ip = ir.InsertionPoint(terminator(function.regions[0].blocks[0]))
    warp = b.warp()
    is_of_producer = b.compare("sle", target.num_warps, warp)
    roles = b.op("scf.if", (), (is_of_producer,), regions=2)
    producing, computing = (region.blocks.append() for region in roles.regions)

    def copying(emit: Callable[[ir.InsertionPoint], None]) -> None:
        rendezvous.clone(ip=b.ip)
        if is_alone:
            b.branch(nvvm.elected(b, warp, target.num_warps), lambda: emit(b.ip))
        else:
            emit(b.ip)

    with b.inside(producing):
        if registers is not None:
            nvvm.set_registers(b, own, more=False)
        always = b.constant(b.i1, 1)
        part.emit(b.ip, copying)
        b.op("scf.yield", (), ())
    for op in all_ops(roles, {DIVERGENT_CONDITION}):
        op.result.replace_all_uses_with(always)
    with b.inside(computing):
        if registers is not None:
            nvvm.set_registers(b, registers, more=True)
        rendezvous.clone(ip=b.ip)
        end = b.op("scf.yield", (), ())
    for op in part.body:
        op.move_before(end)
    for op in (*part.branches, rendezvous):
        op.erase()
    return roles


def _synchronize(op: ir.Operation, target: GpuTarget) -> None:
    """Let the consumers synchronize at a barrier of their own."""
    b = Emitter(op, op.location)
    operands = b.constant(b.i32, CONSUMER_BARRIER), b.constant(b.i32, target.threads)
    b.op("nvvm.barrier", (), operands, {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 1])})
    op.erase()


def _registers(function: ir.Operation, target: GpuTarget, own: int) -> int | None:
    """How many registers a thread of the consumers gets of the producer's, None where none are moved.

    A thread of that has ``own`` ones, which are to be no more than it begins with: else there is nothing to move.
    The function notes how many blocks are to be on a processor, which decides the registers that its threads begin
    with.
    """
    if (
        target.num_warps % WARPS_PER_WARPGROUP
        or target.maxnreg is not None
        or target.register_targets is False
    ):
        return None
    threads, producing = producer_slice.threads(function, target), WARP * target.producer_warps
    chip = target.facts
    fitting = [n for n in (2, 1) if function.attributes[SHARED_BYTES].value <= chip.shared_of(n)]
    one, all_ = (BESIDE + _largest(function, name) for name in (WGMMA, WGMMA_INIT_ACCUMULATOR))
    for blocks in fitting:
        first = min(chip.registers // blocks // threads // UNIT * UNIT, 256 - UNIT)
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
