"""The passes of the code generation for NVIDIA's GPUs, and the stages from the shared form to PTX that they make up."""

from __future__ import annotations

from triton_shared.codegen.passes import each, whole
from triton_shared.passes.base import Pass

#: threads load elements, whatever their addresses: a clamped range needs no pieces; threads of a
#: block of 65536 words can be so many that each holds its own, those of twice as many cannot
CONVERSION = "triton-to-linalg{clamped=elements large-blocks=131072}"
#: threads ask for the lanes of their own elements
CHECK_LANES = "threads"

STAGES: dict[str, tuple[str, ...]] = {
    "tensors": (
        "drop-unknown-attributes",
        "zero-poison",
        "attach-gpu-target",
        "verify-kernels",
        "allow-inlining",
        "inline-calls",
        "canonicalize",
        "reduce-whole-tensors",
        "sink-scale-past-max",
        "skip-full-masks",
        "swap-dot-operands",
        "canonicalize",
        "cse",
        "note-unstored-wraps",
        "annotate-arguments",
        "fold-guarded-remainders",
        "group-neighbours",
        "unsigned-divisions",
        "bias-small-integers",
    ),
    "threads": (
        "raise-num-warps",
        "index-switch-to-if",
        "choose-dot-instructions",
        "assign-layouts",
        "plan-pipelines",
        "distribute-tensors",
        "canonicalize",
        "cse",
        "merge-uniform-compares",
        "allocate-shared-memory",
        "insert-barriers",
        "drop-covered-fences",
    ),
    "gpu": (
        "specialize-warps",
        "multicast-copies",
        "narrow-barriers",
        "scalarize-unit-vectors",
        "lower-predicated-accesses",
        "lower-wgmma",
        "split-iter-args",
        "lower-tma",
        "narrow-floats",
        "approximate-math",
        "expand-library-functions",
        "expand-math",
        "math-to-intrinsics",
        "outline-gpu-module",
    ),
    "llvm": (
        "gpu.module(convert-scf-to-cf)",
        "gpu.module(convert-arith-to-llvm)",
        "gpu.module(convert-vector-to-llvm)",
        "gpu.module(convert-gpu-to-nvvm{has-redux=1})",
        "gpu.module(convert-nvvm-to-llvm)",
        "gpu.module(convert-to-llvm)",
        "reconcile-unrealized-casts",
        "inline-gpu-module",
        "canonicalize",
        "cse",
        "define-records",
    ),
}


PASSES = (
    whole("nvidia", "attach-gpu-target"),
    each("simt/peephole", "sink-scale-past-max", aliases=("scale-maxima",), optional=True),
    each("simt/peephole", "skip-full-masks", aliases=("branch-on-whole-masks",), optional=True),
    each("nvidia/mma", "swap-dot-operands", aliases=("turn-products",), optional=True),
    each("simt/peephole", "note-unstored-wraps", optional=True),
    each("simt/peephole", "fold-guarded-remainders", optional=True),
    each("simt/peephole", "group-neighbours", optional=True),
    each("simt/peephole", "unsigned-divisions", optional=True),
    each("simt/peephole", "bias-small-integers", optional=True),
    whole("nvidia", "raise-num-warps", optional=True),
    each("simt/peephole", "index-switch-to-if", aliases=("branch-on-cases",)),
    each("nvidia/mma", "choose-dot-instructions"),
    whole("nvidia", "assign-layouts"),
    whole("nvidia", "plan-pipelines"),
    whole("nvidia", "distribute-tensors"),
    each("simt/peephole", "merge-uniform-compares", aliases=("compare-runs",), optional=True),
    each("nvidia", "allocate-shared-memory", aliases=("assign-regions",)),
    each("simt/memory", "insert-barriers"),
    each("nvidia/lower", "drop-covered-fences", optional=True),
    each("nvidia/warp_specialization", "specialize-warps"),
    each("nvidia/warp_specialization", "multicast-copies"),
    each("nvidia/lower", "narrow-barriers", optional=True),
    each("simt/peephole", "scalarize-unit-vectors", aliases=("scalarize-single-registers",), optional=True),
    each("nvidia/lower", "lower-predicated-accesses", aliases=("expand-predicated",)),
    each("nvidia/lower", "lower-wgmma", aliases=("expand-products",)),
    each("simt/peephole", "split-iter-args", aliases=("split-carried-registers",), optional=True),
    each("nvidia/lower", "lower-tma", aliases=("expand-tensor-copies",)),
    each("nvidia/lower", "narrow-floats", optional=True),
    each("nvidia/lower", "approximate-math", optional=True),
    each("nvidia/lower", "math-to-intrinsics"),
    whole("nvidia/lower", "outline-gpu-module"),
    whole("nvidia/lower", "inline-gpu-module"),
    whole("nvidia/lower", "define-records"),
    Pass("shared-to-gpu", [name for stage in STAGES.values() for name in stage]),
)
