"""CPU code generation: its passes, and the stages from the shared form to machine code that they make up."""

from __future__ import annotations

from triton_shared.codegen.passes import FUSION, INLINING
from triton_shared.pass_manager import Pass, each

_HERE = "triton_shared.codegen.cpu."

STAGES: dict[str, tuple[str, ...]] = {
    "fused": (
        "attach-cpu-target",
        "refuse-assembly",
        "verify-kernels",
        "scf-parallel-for-to-nested-fors",
        "allow-inlining",
        *INLINING,
        "reduce-whole-tensors",
        "generalize-short-reductions",
        "outline-products",
        "drop-unit-dims",
        "linalg-fold-unit-extent-dims",
        "canonicalize",
        "repeat-ranges",
        *FUSION,
        "unroll-short-reductions",
        *INLINING,
        "mark-waits",
    ),
    "bufferized": (
        "align-whiles",
        "own-inits",
        "part-branches",
        "reuse-inputs",
        "carry-in-place",
        "one-shot-bufferize",
        "lower-affine",
        "canonicalize",
        "cse",
        "annotate-arguments",
    ),
    "vector": (
        "plain-atomics",
        "bytes-for-booleans",
        "bare-pointers",
        "hide-negative-strides",
        "pack-products",
        "elide-copies",
        "narrow-blocks",
        "assign-buffers",
        "pass-escapes",
        "tile-products",
        "vectorize-nests",
        "expand-functions",
        "expand-divisions",
        "expand-bf16-atomics",
    ),
    "llvm": (
        "set-function-attributes",
        "extend-bf16-in-steps",
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
        "verify-llvm-dialect",
        "bits-for-bf16",
        "define-entries",
    ),
    "located": ("ensure-debug-info-scope-on-llvm-func{emission-kind=LineTablesOnly}", "define-escapes"),
}


PASSES = (
    Pass("attach-cpu-target", _HERE + "target:run"),
    each("refuse-assembly", _HERE + "refuse_assembly:run"),
    Pass("mark-waits", _HERE + "waits:run"),
    each("pack-products", _HERE + "product_packing:run"),
    each("elide-copies", _HERE + "blocks_in_memory:elide"),
    each("narrow-blocks", _HERE + "blocks_in_memory:narrow"),
    Pass("pass-escapes", _HERE + "escape:pass_escapes"),
    each("tile-products", _HERE + "matmul:run"),
    each("vectorize-nests", _HERE + "vectorize:run"),
    each("expand-functions", _HERE + "functions:run"),
    each("set-function-attributes", _HERE + "function_attributes:run"),
    each("extend-bf16-in-steps", _HERE + "bf16:extend_in_steps"),
    Pass("bits-for-bf16", _HERE + "bf16:bits_for_bf16"),
    Pass("define-entries", _HERE + "entry:define_entries"),
    Pass("define-escapes", _HERE + "escape:define_escapes"),
    Pass("shared-to-cpu", [name for stage in STAGES.values() for name in stage]),
)
