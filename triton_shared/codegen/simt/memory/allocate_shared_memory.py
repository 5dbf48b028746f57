"""Give each allocation of shared memory its offset: allocations that are not live at the same time share bytes.

    %a = simt.shared_alloc {bytes = 512, alignment = 16}
    … last use of %a …
    %b = simt.shared_alloc {bytes = 128, alignment = 16}

becomes

    %a = simt.shared_alloc {bytes = 512, alignment = 16, offset = 0}
    … last use of %a …
    %b = simt.shared_alloc {bytes = 128, alignment = 16, offset = 0}

A region that nothing reads goes, with all that is written to it.

The function notes as ``tts.shared_bytes`` how much it needs in all, and as ``tts.shared_bytes_without_maps`` how much
where launches have no maps of tensors: regions that are ``simt.for_maps`` come behind all others.  Promise: the
alignment of a region divides its offset, and regions that are alive together do not overlap; `insert_barriers.py` keeps
apart in time those that do.
"""

from __future__ import annotations

from triton_shared.codegen.memory.assign_buffers import Buffer, Spans, assign_offsets
from triton_shared.codegen.memory.uses import users
from triton_shared.errors import SharedMemoryError
from triton_shared.ir import effects
from triton_shared.ir.builder import i64_attr
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: on a function: bytes of shared memory that a launch gives it
SHARED_BYTES = "tts.shared_bytes"
#: on a function: bytes that are enough where a launch has no maps of tensors
WITHOUT_MAPS = "tts.shared_bytes_without_maps"
SHARED_ALLOC, OFFSET, BYTES = "simt.shared_alloc", "offset", "bytes"
#: on a region and on a loop: the region is the loop's ring of stages, of which an iteration fills none that threads may
#: read
RING = "simt.ring"
#: on a region: it lives until the program ends
KERNEL_LIFETIME = "simt.kernel_lifetime"
#: on such a region: only copies of TMA tiles, and what prepares them, touch it
FOR_MAPS = "simt.for_maps"


def allocate(function: ir.Operation, limit: int) -> None:
    """Give the allocations of ``function`` their offsets, if a block may have ``limit`` bytes.

    Raises:
        SharedMemoryError: they need more.
    """
    _drop_unread(function)
    buffers, total, without_maps = _placed(function)
    for buffer in buffers:
        buffer.op.attributes[OFFSET] = i64_attr(buffer.offset)
    if total > limit:
        largest = max(buffers, key=lambda buffer: buffer.bytes)
        what = f"needs {largest.bytes} bytes of shared memory, the program {total} in all"
        what += f": a block has {limit} at most, so let the program's blocks be smaller"
        raise SharedMemoryError(largest.op, what, total, limit)
    function.attributes[SHARED_BYTES] = i64_attr(total)
    if without_maps < total:
        function.attributes[WITHOUT_MAPS] = i64_attr(without_maps)


def _drop_unread(function: ir.Operation) -> None:
    """Erase regions that are only written to: what reads them may have been dropped since they were made."""
    for region in all_ops(function, {SHARED_ALLOC}):
        users = _writing(region)
        for op in reversed([region, *users] if users is not None else []):
            op.erase()


def _writing(maker: ir.Operation) -> list[ir.Operation] | None:
    """The ops that use the pointer that ``maker`` makes, if all but write there, or make pointers for such as do.

    What uses a pointer comes behind what makes it; None where there is any other use.
    """
    found: list[ir.Operation] = []
    for use in maker.result.uses:
        user, row = use.owner.operation, effects.of(use.owner.operation)
        if row == effects.VIEW or (row.views == (0,) and not row.touches_memory and not use.operand_number):
            inner = _writing(user)
            if inner is None:
                return None
            found += [user, *inner]
        elif use.operand_number in row.writes and not (row.reads or row.orders or row.acts or row.anywhere):
            found.append(user)
        else:
            return None
    return found


def total(function: ir.Operation) -> int:
    """Bytes that no `needed` exceeds: as if all regions of ``function`` lived at once."""
    known = (op.attributes for op in all_ops(function, {SHARED_ALLOC}))
    return sum(attributes[BYTES].value + attributes["alignment"].value for attributes in known)


def needed(function: ir.Operation) -> int:
    """Bytes of shared memory that ``function`` needs."""
    return _placed(function)[1]


def _placed(function: ir.Operation) -> tuple[list[Buffer], int, int]:
    """The regions of ``function`` with their places; the bytes that they take in all, and those without maps do."""
    if not all_ops(function, {SHARED_ALLOC}):
        return [], 0, 0
    ops = all_ops(function)
    spans = Spans(function, ops)
    end = [ops[-1]]  # until which what mbarriers are in is not another region's
    buffers = [
        Buffer(
            op,
            op.attributes[BYTES].value,
            *spans.among(op.result, [*users(op.result), *(end if KERNEL_LIFETIME in op.attributes else [])]),
            op.attributes["alignment"].value,
        )
        for op in ops
        if op.name == SHARED_ALLOC
    ]
    last = [buffer for buffer in buffers if FOR_MAPS in buffer.op.attributes]
    total = without_maps = assign_offsets([buffer for buffer in buffers if buffer not in last])
    for buffer in last:
        buffer.offset = -(-total // buffer.alignment) * buffer.alignment
        total = buffer.offset + buffer.bytes
    return buffers, total, without_maps
