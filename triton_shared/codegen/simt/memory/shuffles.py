"""What the thread has whose number differs in one bit: of the same warp by shuffles, else through shared memory.

%other = gpu.shuffle xor %v, 4                     of the lane whose bit 2 differs
llvm.store %v, %shared[%thread] ; gpu.barrier ; %other = llvm.load %shared[%thread ^ 64]        of bit 6
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import Emitter, count_of
from triton_shared.codegen.simt.build.words import shuffled
from triton_shared.codegen.simt.layouts.linear_layout import Layout, log2
from triton_shared.mlir import ir


def from_partners(context: LoweringContext, vectors: Sequence[ir.Value], bit: int) -> list[ir.Value]:
    """``vectors`` of the thread whose number differs in ``bit``."""
    if bit < context.target.block_shape.lane_bits:
        return [shuffled(context.b, vector, 1 << bit) for vector in vectors]
    return [_through_shared_memory(context, vector, bit) for vector in vectors]


def _through_shared_memory(context: LoweringContext, vector: ir.Value, bit: int) -> ir.Value:
    """Each thread leaves its registers and takes its partner's."""
    b, registers, block = context.b, count_of(vector), context.target.block_shape
    region = shared_memory.region(b, (context.target.threads, registers), vector.type.element_type)
    own = Layout(
        region.shape,
        tuple(1 << i for i in range(log2(registers))),
        tuple(registers << i for i in range(block.lane_bits)),
        tuple(registers << i + block.lane_bits for i in range(block.warp_bits)),
    )
    shared_memory.write(b, region, own, vector)
    return shared_memory.read(b, region, own, registers << bit)


def chosen(
    b: Emitter, condition: ir.Value | bool, these: Sequence[ir.Value], those: Sequence[ir.Value]
) -> list[ir.Value]:
    """``these`` where ``condition`` holds, else ``those``."""
    return [b.select(condition, x, y) for x, y in zip(these, those, strict=True)]
