"""Put the buffers of a program into a memory space of the embedder's.

::

    %buf = memref.alloc() : memref<64xf32>                    %buf = memref.alloc() : memref<64xf32, 1>
    memref.copy %view, %buf                          ->       memref.copy %view, %buf : memref<…> to memref<64xf32, 1>
    %v = bufferization.to_tensor %buf                         %v = bufferization.to_tensor %buf : memref<64xf32, 1> to …

``buffer-memory-space`` is any attribute that memrefs take: a number, or one of a dialect's that the context has, as
``#gpu.address_space<workgroup>``.  The pass promises that each buffer, and each view of one, is in that space, and
changes nothing for 0, the space of memory itself.
"""

from __future__ import annotations

from triton_shared.conversions.choices import BUFFER_MEMORY_SPACE
from triton_shared.errors import CompileError, Diagnostic
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

DEFAULT = str(BUFFER_MEMORY_SPACE.default)


def run(module: ir.Operation, buffer_memory_space: str = DEFAULT) -> None:
    """Run the pass on ``module``."""
    if buffer_memory_space == DEFAULT:
        return
    space = space_of(buffer_memory_space, module.context)
    for buffer in all_ops(module, {"memref.alloc"}):
        _place(buffer.results[0], space)


def space_of(text: str, context: ir.Context) -> ir.Attribute:
    """The memory space that ``text`` spells.  Raises `CompileError` where memrefs take no such attribute."""
    try:
        space = ir.Attribute.parse(text, context)
        with ir.Location.unknown(context):
            ir.MemRefType.get([], ir.IndexType.get(context), memory_space=space)
    except (ir.MLIRError, ValueError):
        what = f"option 'buffer-memory-space': '{text}' is no memory space, which is a number or an attribute"
        raise CompileError([Diagnostic(what)]) from None
    return space


def _place(view: ir.Value, space: ir.Attribute) -> None:
    """Put ``view``, and views of it, into ``space``."""
    type_ = ir.MemRefType(view.type)
    view.set_type(ir.MemRefType.get(type_.shape, type_.element_type, type_.layout, space))
    for use in view.uses:
        for result in use.owner.results:
            if isinstance(result.type, ir.MemRefType):
                _place(result, space)
