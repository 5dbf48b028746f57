"""Let every unranked memref have rank 0, which the bare pointer convention passes as one pointer.

func.func @k(%x: memref<*xf32>)            becomes            func.func @k(%x: memref<f32>)
"""

from __future__ import annotations

from triton_shared.codegen.kernels import update_signature
from triton_shared.codegen.memory.retype import retype
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on the kernel ``function``."""

    def change(type: ir.Type) -> ir.Type | None:
        return ir.MemRefType.get((), type.element_type) if isinstance(type, ir.UnrankedMemRefType) else None

    retype(function, change)
    update_signature(function)
