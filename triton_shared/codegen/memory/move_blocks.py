"""Let the C library move blocks that are only loaded and stored.

    %buf = memref.alloc() : memref<4096xf32>
    memref.copy %from, %buf
    memref.copy %buf, %to

becomes, where both blocks lie in one piece,

    llvm.intr.memmove(address of %to, address of %from, 16384)

So does what is masked, if both copies have one window: what the load gives elsewhere is not stored.  A move reads all
before it writes any of it, as a load and a store do.  It writes each element once, and a large block in the way that is
fastest on the machine; a short one costs less than the call.

Promise: a read moves only past writes to buffers of the kernel itself.
"""

from __future__ import annotations

import math

from triton_shared.codegen.memory.copy_elision import guard_of, only_local_writes
from triton_shared.codegen.memory.uses import is_outside
from triton_shared.ir.addresses import address_of
from triton_shared.ir.builder import Builder, bit_width, integer, strides_of
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, made_by
from triton_shared.mlir import ir

#: bytes of the blocks that a call pays for
LEAST_BYTES = 1024
#: marks a move of which the target shall lie in the caches as the source does
CACHED = "tts.cached"


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for store in all_ops(function, {"memref.copy"}):
        buffer = _buffer(store.operands[0])
        if buffer is None or not is_outside(store.operands[1]) or bytes_of(buffer.result.type) < LEAST_BYTES:
            continue
        if (load := _load(store, buffer)) is not None:
            _move(load, store, buffer)


def _buffer(block: ir.Value) -> ir.Operation | None:
    """The allocation that ``block`` is, or is a window of."""
    if (part := made_by(block, "memref.subview")) is not None:
        return _buffer(part.operands[0])
    return made_by(block, "memref.alloc") if block.type.has_static_shape else None


def bytes_of(type_: ir.MemRefType) -> int:
    """Bytes of the elements of a static shape."""
    return math.prod(type_.shape) * bit_width(type_.element_type) // 8


def _load(store: ir.Operation, buffer: ir.Operation) -> ir.Operation | None:
    """The copy that gives ``buffer`` all that ``store`` stores of it, if nothing else knows what it holds."""
    block, target = store.operands
    users = [use.owner.operation for use in block.uses]
    loads = [u for u in users if u.name == "memref.copy" and u.operands[1] == block]
    if len(users) != 2 or len(loads) != 1 or loads[0].block != store.block:
        return None
    others = [use.owner.operation for use in buffer.result.uses if use.owner.operation not in users]
    if not all(_is_fill(u, buffer) or u == block.owner for u in others):
        return None
    load, source = loads[0], loads[0].operands[0]
    if not is_outside(source) or not is_one_piece(source.type) or not is_one_piece(target.type):
        return None
    return load if load.is_before_in_block(store) and only_local_writes(load, store) else None


def _is_fill(op: ir.Operation, buffer: ir.Operation) -> bool:
    return op.name == "linalg.fill" and op.operands[1] == buffer.result


def is_one_piece(type_: ir.MemRefType) -> bool:
    """Whether the elements lie one behind the other, whatever the sizes that are not known."""
    whole: int | None = 1
    for extent, stride in reversed(list(zip(type_.shape, strides_of(type_)[0], strict=True))):
        if extent == 1:
            continue
        if stride != whole:
            return False
        whole = None if extent < 0 else stride * extent
    return bit_width(type_.element_type) >= 8


def _move(load: ir.Operation, store: ir.Operation, buffer: ir.Operation) -> None:
    """Replace ``load`` and ``store``, the only copies of ``buffer``, which goes with them."""
    fired("move-blocks", "block")
    move_bytes(Builder.before(store), load.operands[0], store.operands[1])
    store.erase()
    load.erase()
    for user in [use.owner.operation for use in buffer.result.uses]:
        (guard_of(user) if _is_fill(user, buffer) else user).erase()
    buffer.erase()


def move_bytes(b: Builder, source: ir.Value, target: ir.Value) -> ir.Operation:
    """Let the C library move ``source`` to ``target``, of the same shape, both of which lie in one piece."""
    size = bit_width(target.type.element_type) // 8
    for dim, extent in enumerate(target.type.shape):
        known = extent if extent >= 0 else b.one("memref.dim", b.index, target, b.value(dim))
        size = b.mul(size, known)
    ends = [address_of(b, view, [0] * len(view.type.shape)) for view in (target, source)]
    size = b.one("arith.index_cast", integer(64), b.value(size))
    return b.op("llvm.intr.memmove", (), (*ends, size), {"isVolatile": ir.BoolAttr.get(False)})
