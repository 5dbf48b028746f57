"""A tensor from one layout into another: by choosing registers, or through shared memory.

%other = vector.shuffle %v [0, 2]                  where each thread has what it needs
llvm.store %v, %shared[own places] ; gpu.barrier ; %other = llvm.load %shared[places of the other layout]

A block that shared memory has no room for goes through it in halves, and these in halves again.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.emitter import WARP_PRIVATE, Emitter
from triton_shared.codegen.simt.build.instructions import Instructions
from triton_shared.codegen.simt.build.storage_types import bytes_of
from triton_shared.codegen.simt.build.values import InRegisters
from triton_shared.codegen.simt.layouts import swizzles
from triton_shared.codegen.simt.layouts.linear_layout import (
    Layout,
    elements_of_warps,
    is_power_of_two,
    run_length,
)
from triton_shared.mlir import ir


def is_in_registers(source: Layout, layout: Layout) -> bool:
    """Whether each thread has in ``source`` what it has in ``layout``."""
    if (source.lane, source.warp) != (layout.lane, layout.warp):
        return False
    return set(layout.positions) <= set(source.positions)


def in_registers(b: Emitter, held: InRegisters, layout: Layout) -> ir.Value | None:
    """The registers that hold in ``layout`` what ``held`` has in its own; None where other threads have it."""
    if not is_in_registers(held.layout, layout):
        return None
    return b.take(held.vector, held.layout.registers_of(layout))


def through_shared_memory(
    b: Emitter, held: InRegisters, layout: Layout, instructions: Instructions, most: int
) -> ir.Value:
    """The same where all threads go together, by ``instructions``; ``most`` bytes at once."""
    is_large = prod(layout.shape) * bytes_of(held.vector.type.element_type) > most
    step = _halving(held.layout, layout) if is_large else None
    if step is None:
        return _at_once(b, held, layout, instructions)
    own, wanted = _half(held.layout, step), _half(layout, step)
    parts = [
        through_shared_memory(b, InRegisters(own, half), wanted, instructions, most)
        for (half,) in b.halves([held.vector], held.layout.reg.index(step))
    ]
    if step in layout.thread:  # all have read both halves: each thread wants one
        has_step = b.compare("ne", b.bits(b.thread, layout.thread.index(step), 1), 0)
        return b.select(has_step, parts[1], parts[0])
    other = layout.reg.index(step)
    low = (1 << other) - 1
    order = [
        (r & low | r >> 1 & ~low) + (r >> other & 1) * layout.registers // 2 for r in range(layout.registers)
    ]
    return b.take(b.join(parts), order)


def _halving(source: Layout, layout: Layout) -> int | None:
    """The largest step that is a bit of a register's number in ``source``, a bit of any number in ``layout``, and part
    of no other step."""

    def is_alone(bases: tuple[int, ...], step: int) -> bool:
        return step in bases and sum(basis & step != 0 for basis in bases) == 1

    steps = [s for s in source.reg if is_power_of_two(s) and is_alone(source.reg + source.thread, s)]
    return max((s for s in steps if is_alone(layout.reg + layout.thread, s)), default=None)


def _half(layout: Layout, step: int) -> Layout:
    """``layout`` of the half of its block that the bit ``step`` of a position selects."""
    dim = next(d for d, weight in enumerate(layout.weights) if weight <= step < weight * layout.shape[d])
    shape = [n // 2 if d == dim else n for d, n in enumerate(layout.shape)]
    without = replace(layout, reg=tuple(basis for basis in layout.reg if basis != step))
    low = step - 1
    return without.mapped(shape, lambda basis: basis & low | (basis & ~step & ~low) >> 1)


def _at_once(b: Emitter, held: InRegisters, layout: Layout, instructions: Instructions) -> ir.Value:
    """`through_shared_memory` of the whole block.

    Threads wait for those of their warp alone where each warp has the same elements in both layouts.
    """
    element = held.vector.type.element_type
    mine, kept = map(elements_of_warps, (held.layout, layout))
    is_within = mine is not None and mine == kept and held.layout.warp == layout.warp
    size, written, read = bytes_of(element), held.layout, layout
    if _is_transposed(written, read, size, instructions):
        written, read = (one.transposed(_swapped_dims(one)) for one in (written, read))
    swizzle = swizzles.best(instructions.rows(written, size) or written, read, size)
    written, read = swizzle.of(written), swizzle.of(read)
    marks = {WARP_PRIVATE: ir.UnitAttr.get()} if is_within else {}
    region = shared_memory.region(b, read.shape, element, **marks)
    if not instructions.stored(b, region, written, held.vector):
        shared_memory.write(b, region, written, held.vector)
    return shared_memory.read(b, region, read)


def _is_transposed(written: Layout, read: Layout, size: int, instructions: Instructions) -> bool:
    """Whether it is in the transposed block that matrices are written, and 16 bytes at once are read."""
    if len(read.shape) < 2:
        return False
    row = swizzles.WIDEST // size
    other = read.transposed(_swapped_dims(read))
    is_read_so = run_length(read) < row <= run_length(other)
    return is_read_so and instructions.rows(written.transposed(_swapped_dims(written)), size) is not None


def _swapped_dims(layout: Layout) -> list[int]:
    """The permutation that swaps the last two dimensions."""
    rank = len(layout.shape)
    return [*range(rank - 2), rank - 1, rank - 2]
