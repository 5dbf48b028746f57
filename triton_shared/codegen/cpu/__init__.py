"""CPU code generation: `compile_module` takes a module in the shared form to machine code."""

from triton_shared.codegen.cpu.stages import (
    STAGES,
    Artifact,
    Options,
    compile_module,
    pick_kernel,
    to_llvm_ir,
)

__all__ = ["STAGES", "Artifact", "Options", "compile_module", "pick_kernel", "to_llvm_ir"]
