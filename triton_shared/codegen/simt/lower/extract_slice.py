"""A slice of a tensor in registers: from the threads that hold it to those that hold the other slices.

    %a = tensor.extract_slice %x[0, 0] [32, 1] [1, 1] : tensor<32x2xf32> to tensor<32xf32>

becomes, where lane 2n + k holds the elements (n, k) and (n + 16, k),

    %even = arith.andi %lane, 30 ; %r0 = gpu.shuffle idx %x0, %even ; %r1 = gpu.shuffle idx %x1, %even

Registers that hold another slice are dropped.  Lanes that do take theirs from the lane that has it, by one shuffle a
register; what other warps have goes through shared memory, where only the slice itself takes room.
"""

from __future__ import annotations

from dataclasses import replace

from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import Emitter
from triton_shared.codegen.simt.build.values import InRegisters
from triton_shared.codegen.simt.build.words import shuffled_from
from triton_shared.codegen.simt.layouts.linear_layout import Bases, Layout
from triton_shared.codegen.simt.layouts.slices import AlignedSlice
from triton_shared.mlir import ir


def taken(context: LoweringContext, op: ir.Operation, held: InRegisters, part: AlignedSlice) -> InRegisters:
    """The slice ``part`` of ``held``."""
    b, high = context.b, sum(part.high_bits)
    layout, within = layouts_of(held.layout, part)
    vector = context.registers(held, layout)
    dropped = sum(basis for basis in layout.reg if basis & high)
    kept = [r for r, place in enumerate(layout.positions) if not (place ^ part.place) & dropped]
    vector = b.take(vector, kept)
    mask, wanted = _bits(layout.thread, part)
    lanes = context.target.block_shape.lanes - 1
    if mask:
        context.require_convergent(op, "takes a slice")
    if mask & lanes:
        vector = shuffled_from(b, vector, mask & lanes, wanted & lanes)
    if mask & ~lanes:
        vector = _through_shared_memory(b, within, vector, mask & ~lanes, wanted & ~lanes)
    return InRegisters(within, vector)


def layouts_of(held: Layout, part: AlignedSlice) -> tuple[Layout, Layout]:
    """The layout in which a block that is held in ``held`` is cut, and that of its slice ``part`` then."""
    layout, high = held.compact, sum(part.high_bits)
    if any(basis & high and basis not in part.high_bits for basis in layout.reg + layout.thread):
        layout = part.lifted(part.part(layout))  # where registers alone distinguish the slices
    return layout, part.part(replace(layout, reg=tuple(basis for basis in layout.reg if not basis & high)))


def _bits(bases: Bases, part: AlignedSlice) -> tuple[int, int]:
    """The bits of a thread's number that distinguish slices, and what they are where ``part`` is."""
    bits = [(1 << i, basis) for i, basis in enumerate(bases) if basis in part.high_bits]
    return sum(bit for bit, _ in bits), sum(bit for bit, basis in bits if basis & part.place)


def _through_shared_memory(b: Emitter, layout: Layout, vector: ir.Value, mask: int, wanted: int) -> ir.Value:
    """What the warps whose numbers have the bits ``wanted`` of ``mask`` have."""
    region = shared_memory.region(b, layout.shape, vector.type.element_type)
    holds = b.compare("eq", b.i32_op("arith.andi", b.thread, mask), wanted)
    b.some_threads(holds, lambda: shared_memory.write(b, region, layout, vector))
    return shared_memory.read(b, region, layout)
