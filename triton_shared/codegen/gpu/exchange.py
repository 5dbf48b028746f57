"""A tensor from one layout into another: by choosing registers, or through shared memory.

%other = vector.shuffle %v [0, 2]                  where each thread has what it needs
llvm.store %v, %shared[own places] ; gpu.barrier ; %other = llvm.load %shared[places of the other layout]
"""

from __future__ import annotations

from triton_shared.codegen.gpu import matrices, shared_memory, swizzles
from triton_shared.codegen.gpu.barriers import WARPS
from triton_shared.codegen.gpu.emitter import Emitter
from triton_shared.codegen.gpu.layouts import Layout, elements_of_warps, run_length
from triton_shared.codegen.gpu.storage import bytes_of
from triton_shared.codegen.gpu.values import Held
from triton_shared.mlir import ir


def is_in_registers(source: Layout, layout: Layout) -> bool:
    """Whether each thread has in ``source`` what it has in ``layout``."""
    if (source.lane, source.warp) != (layout.lane, layout.warp):
        return False
    return set(layout.positions) <= set(source.positions)


def in_registers(b: Emitter, held: Held, layout: Layout) -> ir.Value | None:
    """The registers that hold in ``layout`` what ``held`` has in its own; None where other threads have it."""
    if not is_in_registers(held.layout, layout):
        return None
    numbers = {place: register for register, place in enumerate(held.layout.positions)}
    return b.take(held.vector, [numbers[place] for place in layout.positions])


def through_shared_memory(b: Emitter, held: Held, layout: Layout, by_matrices: bool) -> ir.Value:
    """The same where all threads go together; ``by_matrices`` if the GPU stores matrices.

    Threads wait for those of their warp alone where each warp has the same elements in both layouts.
    """
    element = held.vector.type.element_type
    mine, kept = map(elements_of_warps, (held.layout, layout))
    is_within = mine is not None and mine == kept and held.layout.warp == layout.warp
    size, written, read = bytes_of(element), held.layout, layout
    if by_matrices and _is_turned(written, read, size):
        written, read = (one.transposed(_turned(one)) for one in (written, read))
    rows = matrices.rows(written, size) if by_matrices else None
    swizzle = swizzles.best(rows or written, read, size)
    written, read = swizzle.of(written), swizzle.of(read)
    marks = {WARPS: ir.UnitAttr.get()} if is_within else {}
    region = shared_memory.region(b, read.shape, element, **marks)
    if is_within:
        b.warp_barrier()
    if not (by_matrices and matrices.stored(b, region, written, held.vector)):
        shared_memory.write(b, region, written, held.vector)
    if is_within:
        b.warp_barrier()
    return shared_memory.read(b, region, read)


def _is_turned(written: Layout, read: Layout, size: int) -> bool:
    """Whether it is in the transposed block that matrices are written, and 16 bytes at once are read."""
    if len(read.shape) < 2:
        return False
    row = swizzles.WIDEST // size
    other = read.transposed(_turned(read))
    is_read_so = run_length(read) < row <= run_length(other)
    return is_read_so and matrices.rows(written.transposed(_turned(written)), size) is not None


def _turned(layout: Layout) -> list[int]:
    """The permutation that swaps the last two dimensions."""
    rank = len(layout.shape)
    return [*range(rank - 2), rank - 1, rank - 2]
