"""From loops and vectors to the LLVM dialect."""

from __future__ import annotations

from triton_shared.codegen.llvm import debug_scopes
from triton_shared.codegen.llvm.lowering import for_translation, run
from triton_shared.mlir import ir

PIPELINE = (
    "convert-scf-to-cf",
    "expand-strided-metadata",
    "lower-affine",
    "convert-math-to-llvm{approximate-log1p=false}",
    "convert-math-to-libm",
    "convert-vector-to-llvm{force-32bit-vector-indices=1}",
    "convert-func-to-llvm{use-bare-ptr-memref-call-conv=1}",
    "finalize-memref-to-llvm",
    "arith-emulate-unsupported-floats{source-types=bf16 target-type=f32}",  # x86 would lose denormals
    "arith-expand{include-bf16=true}",
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "convert-ub-to-llvm",
    "convert-cf-to-llvm",
    "reconcile-unrealized-casts",
    "canonicalize",
    "cse",
    debug_scopes.PASS,
)


def to_llvm_dialect(module: ir.Operation) -> None:
    """Leave nothing but the llvm dialect in ``module``."""
    run(module, PIPELINE)
    for_translation(module)
