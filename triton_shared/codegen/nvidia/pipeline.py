"""The passes of the code generation for NVIDIA's GPUs, and the stages from the shared form to PTX that they make up."""

from __future__ import annotations

from triton_shared.codegen.passes import INLINING
from triton_shared.passes.base import Pass, each

_SIMT, _NVIDIA = "triton_shared.codegen.simt.", "triton_shared.codegen.nvidia."

#: threads load elements, whatever their addresses: a clamped range needs no pieces
CONVERSION = "triton-to-linalg{clamped=elements}"
#: threads ask for the lanes of their own elements
CHECK_LANES = "threads"

STAGES: dict[str, tuple[str, ...]] = {
    "tensors": (
        "drop-unknown-attributes",
        "zero-poison",
        "attach-gpu-target",
        "verify-kernels",
        "allow-inlining",
        *INLINING,
        "reduce-whole-tensors",
        "sink-scale-past-max",
        "skip-full-masks",
        "swap-dot-operands",
        "canonicalize",
        "cse",
        "annotate-arguments",
    ),
    "threads": (
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
        "scalarize-unit-vectors",
        "lower-predicated-accesses",
        "lower-wgmma",
        "split-iter-args",
        "lower-tma",
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
    Pass("attach-gpu-target", _NVIDIA + "attach_gpu_target:run"),
    each(
        "sink-scale-past-max",
        _SIMT + "peephole.sink_scale_past_max:run",
        aliases=("scale-maxima",),
        optional=True,
    ),
    each(
        "skip-full-masks",
        _SIMT + "peephole.skip_full_masks:run",
        aliases=("branch-on-whole-masks",),
        optional=True,
    ),
    each(
        "swap-dot-operands", _NVIDIA + "mma.swap_dot_operands:run", aliases=("turn-products",), optional=True
    ),
    each("index-switch-to-if", _SIMT + "peephole.index_switch_to_if:run", aliases=("branch-on-cases",)),
    each("choose-dot-instructions", _NVIDIA + "mma.choose_dot_instructions:run"),
    Pass("assign-layouts", _NVIDIA + "assign_layouts:run"),
    Pass("plan-pipelines", _NVIDIA + "plan_pipelines:run"),
    Pass("distribute-tensors", _NVIDIA + "distribute_tensors:run"),
    each(
        "merge-uniform-compares",
        _SIMT + "peephole.merge_uniform_compares:run",
        aliases=("compare-runs",),
        optional=True,
    ),
    each("allocate-shared-memory", _NVIDIA + "allocate_shared_memory:run", aliases=("assign-regions",)),
    each("insert-barriers", _SIMT + "memory.insert_barriers:run"),
    each("drop-covered-fences", _NVIDIA + "lower.drop_covered_fences:run", optional=True),
    each("specialize-warps", _NVIDIA + "warp_specialization.specialize_warps:run"),
    each(
        "scalarize-unit-vectors",
        _SIMT + "peephole.scalarize_unit_vectors:run",
        aliases=("scalarize-single-registers",),
        optional=True,
    ),
    each(
        "lower-predicated-accesses",
        _NVIDIA + "lower.lower_predicated_accesses:run",
        aliases=("expand-predicated",),
    ),
    each("lower-wgmma", _NVIDIA + "lower.lower_wgmma:run", aliases=("expand-products",)),
    each(
        "split-iter-args",
        _SIMT + "peephole.split_iter_args:run",
        aliases=("split-carried-registers",),
        optional=True,
    ),
    each("lower-tma", _NVIDIA + "lower.lower_tma:run", aliases=("expand-tensor-copies",)),
    each("approximate-math", _NVIDIA + "lower.approximate_math:run", optional=True),
    each("math-to-intrinsics", _NVIDIA + "lower.math_to_intrinsics:run"),
    Pass("outline-gpu-module", _NVIDIA + "lower.outline_gpu_module:run"),
    Pass("inline-gpu-module", _NVIDIA + "lower.inline_gpu_module:run"),
    Pass("define-records", _NVIDIA + "lower.define_records:run"),
    Pass("shared-to-gpu", [name for stage in STAGES.values() for name in stage]),
)
