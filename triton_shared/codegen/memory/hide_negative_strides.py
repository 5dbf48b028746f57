"""Let no type have a negative stride, or an offset that comes from one: vector ops refuse those that do.

memref<16xf32, strided<[-1], offset: 15>>            becomes            memref<16xf32, strided<[?], offset: ?>>
"""

from __future__ import annotations

from triton_shared.codegen.memory.retype import retype
from triton_shared.ir.builder import DYNAMIC, strides_of
from triton_shared.ir.effects import is_view
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""

    def change(type: ir.Type) -> ir.Type | None:
        if not isinstance(type, ir.MemRefType):
            return None
        strides, _ = strides_of(type)
        return _with_layout(type, strides, DYNAMIC) if any(s < 0 and s != DYNAMIC for s in strides) else None

    if not retype(function, change):
        return
    for op in filter(is_view, all_ops(function)):
        types = [v.type for v in (op.operands[0], *op.results)]
        if op.name == "memref.reinterpret_cast" or not all(isinstance(t, ir.MemRefType) for t in types):
            continue
        strides, offset = strides_of(op.result.type)
        if offset != DYNAMIC and strides_of(op.operands[0].type)[1] == DYNAMIC:
            op.result.set_type(_with_layout(op.result.type, strides, DYNAMIC))


def _with_layout(type: ir.MemRefType, strides: list[int], offset: int) -> ir.MemRefType:
    """``type`` with this offset and these strides, negative ones untold."""
    layout = ir.StridedLayoutAttr.get(offset, [DYNAMIC if s < 0 else s for s in strides])
    return ir.MemRefType.get(type.shape, type.element_type, layout, type.memory_space)
