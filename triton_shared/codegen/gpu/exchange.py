"""A tensor from one layout into another: by choosing registers, or through shared memory."""

from __future__ import annotations

from triton_shared.codegen.gpu import shared_memory, swizzles
from triton_shared.codegen.gpu.emitter import Emitter
from triton_shared.codegen.gpu.layouts import Layout
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


def through_shared_memory(b: Emitter, held: Held, layout: Layout) -> ir.Value:
    """The same where all threads go together."""
    swizzle = swizzles.best(held.layout, layout, bytes_of(held.vector.type.element_type))
    region = shared_memory.laid_out(b, swizzle.of(held.layout), held.vector)
    return shared_memory.read(b, region, swizzle.of(layout))
