"""A chip that nobody makes: warps of 64 lanes, no tensor cores, no asynchronous copies; and kernels for it.

`codegen.simt` makes the program of a thread for it.  The emulator then plays the chip, with two of its own warps for
each warp of the chip's: what lanes of a warp tell each other goes through shared memory, as between warps.
"""

from __future__ import annotations

from dataclasses import dataclass

from triton_shared.codegen.kernels import functions_of, kernels_of, pick_kernel
from triton_shared.codegen.nvidia import STAGES, assign_layouts, distribute_tensors, stages
from triton_shared.codegen.nvidia.mma import choose_dot_instructions
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.emitter import BARRIER, Emitter, is_of_warp
from triton_shared.codegen.simt.layouts.chosen_layouts import ChosenLayouts
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.codegen.simt.target import BlockShape
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

LANES, MOST_WARPS = 64, 16
#: the chip, as `emulated.Settings` name it
NAME = "wide"


@dataclass(frozen=True)
class WideChip:
    """A `SimtTarget`."""

    num_warps: int
    chip: str = NAME
    num_stages: int = 1
    max_shared: int = 64 << 10
    has_wgmma: bool = False
    capability: int = 0  # of tensor cores it has none
    tensor_copies: bool = False
    assertions_trap: bool = False
    warp_specialize: bool = False
    persistent: bool = False
    has_tma: bool = False
    producer_warps: int = 1

    @property
    def block_shape(self) -> BlockShape:
        return BlockShape(LANES, self.num_warps)

    @property
    def threads(self) -> int:
        return LANES * self.num_warps

    @property
    def added_bytes(self) -> dict[str, int]:
        return {}


def to_llvm_ir(module: ir.Operation, kernel: str | None, num_warps: int) -> stages.Compiled:
    """The function ``kernel`` of ``module``, in the shared form, as LLVM IR for the emulator."""
    chip = WideChip(min(num_warps, MOST_WARPS))
    player = GpuTarget("sm_80", 2 * chip.num_warps, 1, tensor_copies=False, persistent=False, wgmma=False)
    with module.context, ir.Location.unknown():
        name = pick_kernel(module, kernel)
        stages.prepare(module, name, player)
        run_pipeline(module, STAGES["tensors"])
        run_pipeline(module, ["index-switch-to-if"])
        for function in kernels_of(module).values():
            choose_dot_instructions.choose(all_ops(function, PRODUCTS), chip)
            assign_layouts.assign(function, chip)
        distribute_tensors.distribute(
            module,
            lambda one: distribute_tensors.without_producer(one, chip, ChosenLayouts(one, chip.block_shape)),
        )
        run_pipeline(module, ["canonicalize", "cse", "merge-uniform-compares"])
        for function in functions_of(module).values():
            _exchange(function, chip)
        rest = STAGES["threads"][STAGES["threads"].index("allocate-shared-memory") :]
        run_pipeline(module, rest)
        for op in all_ops(module, {BARRIER}):  # of 32 lanes only
            if is_of_warp(op):
                Emitter(op, op.location).barrier()
                op.erase()
        for stage in ("gpu", "llvm"):
            run_pipeline(module, [one for one in STAGES[stage] if one != "specialize-warps"])
        return stages.translated(module, name)


def _exchange(function: ir.Operation, chip: WideChip) -> None:
    """Let shuffles of 64 lanes go through shared memory."""
    for op in all_ops(function, {"gpu.shuffle"}):
        b = Emitter(op, op.location, chip.block_shape)
        assert op.operands[2].owner.attributes["value"].value == LANES
        word, given = op.operands[0], op.operands[1]
        entry = next(iter(op.block.region.owner.regions[0].blocks[0].operations)).operation
        b.entry = entry if op.block.region.owner.name == "func.func" else op
        own = Layout(
            (chip.threads,),
            (),
            tuple(1 << i for i in range(chip.block_shape.lane_bits)),
            tuple(LANES << i for i in range(chip.block_shape.warp_bits)),
        )
        region = shared_memory.region(b, (chip.threads,), word.type)
        shared_memory.write(b, region, own, b.collect([word]))
        mode = str(op.attributes["mode"])
        if "xor" in mode:
            number = b.i32_op("arith.xori", b.thread, given)
        else:
            first = b.i32_op("arith.andi", b.thread, -LANES)
            number = b.i32_op("arith.ori", first, b.i32_op("arith.andi", given, LANES - 1))
        other = b.load(word.type, b.advance(region.pointer, b.i32_op("arith.muli", number, 4)), 4)
        op.results[0].replace_all_uses_with(other)
        op.erase()
