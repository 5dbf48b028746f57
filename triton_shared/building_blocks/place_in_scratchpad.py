"""Give every buffer a place in a scratchpad; buffers that do not live at the same time may share one.

::

    %a = memref.alloc() : memref<64xf32, 1>       ->      %a = memref.alloc() {tts.place = 0 : i64} : memref<64xf32, 1>

    func.func @k(…, %gridX: i32, …)               ->      func.func @k(…, %pad: memref<512xi8, 1>, %gridX: i32, …)
    %a = memref.alloc() : memref<64xf32, 1>               %a = memref.view %pad[%c0][] : … to memref<64xf32, 1>

``given=places`` writes the first form, with ``tts.scratchpad_bytes`` on the kernel, ``given=argument`` the second: the
argument stands ``before`` the last ones, which tell a program its place.  A buffer lives from its allocation until the
last use of its elements, as tensors too: bufferization may compute in place.  Iterations of a parallel loop that run at
once have a scratchpad each.  The pass promises that each buffer has a place below ``bytes`` that ``alignment`` divides,
and that places of buffers that live at the same time do not overlap; it refuses kernels for which it finds none.
"""

from __future__ import annotations

from math import prod

from triton_shared.building_blocks.lifetimes import users
from triton_shared.codegen.kernels import (
    PROGRAM,
    ROLE,
    SCRATCH,
    SCRATCH_BYTES,
    attributes_of,
    kernels_of,
    set_attributes,
    update_signature,
)
from triton_shared.codegen.memory.assign_buffers import Buffer, Spans, assign_offsets
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import at, bit_width, build, i64_attr, integer
from triton_shared.ir.walk import all_ops, ancestor_in
from triton_shared.mlir import ir

PLACE, TOTAL = "tts.place", "tts.scratchpad_bytes"


def run(
    module: ir.Operation, bytes: int = 65536, alignment: int = 64, given: str = "places", before: int = 6
) -> None:
    """Run the pass on the kernels of ``module``."""
    with module.context:
        for kernel in kernels_of(module).values():
            buffers = _buffers(kernel, alignment)
            total = assign_offsets(buffers)
            if refused := next((b for b in buffers if b.offset + b.bytes > bytes), None):
                end = refused.offset + refused.bytes
                raise LoweringError(refused.op, f"ends at byte {end} of the scratchpad, which has {bytes}")
            if given == "argument":
                _hand_over(kernel, buffers, total, before)
                continue
            kernel.attributes[TOTAL] = i64_attr(total)
            for buffer in buffers:
                buffer.op.attributes[PLACE] = i64_attr(buffer.offset)


def _buffers(kernel: ir.Operation, alignment: int) -> list[Buffer]:
    """The allocations of ``kernel``, and how long they live."""
    ops = all_ops(kernel)
    spans = Spans(kernel, ops)
    found = []
    for op in ops:
        if op.name != "memref.alloc":
            continue
        type_ = op.results[0].type
        if not type_.has_static_shape:
            raise LoweringError(op, "has a size that is not known, so it has no place in a scratchpad")
        size = prod(type_.shape) * -(-bit_width(type_.element_type) // 8)
        inside = [u if u is None or ancestor_in(op.block, u) else None for u in users(op.results[0])]
        begin, end = spans.among(op.results[0], inside)
        found.append(Buffer(op, -(-size // alignment) * alignment, begin, end, alignment))
    return found


def _hand_over(kernel: ir.Operation, buffers: list[Buffer], total: int, before: int) -> None:
    """Let ``kernel`` take the scratchpad as an argument, before those that tell it its place."""
    spaces = list(dict.fromkeys(str(b.op.results[0].type.memory_space) for b in buffers))
    if len(spaces) > 1:
        raise LoweringError(kernel, f"has buffers in the memory spaces {' and '.join(spaces)}")
    if not buffers:
        return
    space = buffers[0].op.results[0].type.memory_space
    with kernel.location:
        type_ = ir.MemRefType.get([total], integer(8), memory_space=space)
    entry, known = kernel.regions[0].blocks[0], attributes_of(kernel)
    place = len(known) - before
    attributes = {ROLE: ir.StringAttr.get(SCRATCH), SCRATCH_BYTES: i64_attr(total)}
    scratchpad = entry.add_argument(type_, kernel.location)
    for old in list(entry.arguments)[place:-1]:
        old.replace_all_uses_with(entry.add_argument(old.type, old.location))
    for _ in range(before):
        entry.erase_argument(place)
    for one in known[place:]:
        one[ROLE] = ir.StringAttr.get(PROGRAM)
    known.insert(place, attributes)
    update_signature(kernel)
    set_attributes(kernel, known)
    for buffer in buffers:
        with at(buffer.op):
            first = build.value(buffer.offset)
            view = build.one("memref.view", buffer.op.results[0].type, scratchpad, first)
        buffer.op.results[0].replace_all_uses_with(view)
        buffer.op.erase()
