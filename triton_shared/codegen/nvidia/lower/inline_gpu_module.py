"""What has become of the kernels in a `gpu.module` stands in the module itself, from where it is translated.

    gpu.module @kernels { llvm.func @add(%arg0: !llvm.ptr<1>) attributes {nvvm.kernel, tts.arguments = […]} {…} }

becomes

    llvm.func @add(%arg0: !llvm.ptr<1> {llvm.align = 16, tt.divisibility = 16}) attributes {nvvm.kernel} {…}

Promise: nothing but ops of llvm and nvvm is left, and arguments have all their attributes again.
"""

from __future__ import annotations

from triton_shared.codegen.kernels import MAP, ROLE, set_attributes
from triton_shared.codegen.llvm import verify_llvm_dialect
from triton_shared.codegen.nvidia.launch_abi import MAP_ALIGNMENT, MAP_BYTES
from triton_shared.codegen.nvidia.lower.outline_gpu_module import ARGUMENTS
from triton_shared.ir.builder import i64_attr
from triton_shared.mlir import ir


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    for op in list(module.regions[0].blocks[0].operations):
        if op.operation.name == "gpu.module":
            for inner in list(op.operation.regions[0].blocks[0].operations):
                if ARGUMENTS in inner.operation.attributes:
                    _set_attributes(inner.operation)
                    del inner.operation.attributes[ARGUMENTS]
                inner.operation.move_before(op.operation)
            op.operation.erase()
    verify_llvm_dialect.check(module, "llvm", "nvvm")


def _set_attributes(kernel: ir.Operation) -> None:
    """Give the arguments their attributes again; the maps of tensors lie among them, and nothing writes to these."""
    by_value = {
        "llvm.byval": ir.TypeAttr.get(ir.Type.parse(f"!llvm.array<{MAP_BYTES} x i8>")),
        "llvm.align": i64_attr(MAP_ALIGNMENT),
        "nvvm.grid_constant": ir.UnitAttr.get(),
    }
    known = [{a.name: a.attr for a in attributes} for attributes in kernel.attributes[ARGUMENTS]]
    set_attributes(kernel, [a | (by_value if ROLE in a and a[ROLE].value == MAP else {}) for a in known])
