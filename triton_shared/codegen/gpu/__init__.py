"""GPU code generation: its passes, and the stages from the shared form to PTX that they make up."""

from __future__ import annotations

from triton_shared.codegen.passes import INLINING
from triton_shared.pass_manager import Pass, each

_HERE = "triton_shared.codegen.gpu."

STAGES: dict[str, tuple[str, ...]] = {
    "tensors": (
        "drop-unknown-attributes",
        "zero-poison",
        "attach-gpu-target",
        "verify-kernels",
        "allow-inlining",
        *INLINING,
        "reduce-whole-tensors",
        "scale-maxima",
        "branch-on-whole-masks",
        "turn-products",
        "canonicalize",
        "cse",
        "annotate-arguments",
    ),
    "threads": (
        "branch-on-cases",
        "distribute-tensors",
        "canonicalize",
        "cse",
        "compare-runs",
        "assign-regions",
        "insert-barriers",
        "drop-covered-fences",
    ),
    "gpu": (
        "specialize-warps",
        "scalarize-single-registers",
        "expand-predicated",
        "expand-products",
        "split-carried-registers",
        "expand-tensor-copies",
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
    Pass("attach-gpu-target", _HERE + "attach_target:run"),
    each("scale-maxima", _HERE + "scaled_maxima:run", optional=True),
    each("branch-on-whole-masks", _HERE + "whole_masks:run", optional=True),
    each("turn-products", _HERE + "turned_products:run", optional=True),
    each("branch-on-cases", _HERE + "switches:run"),
    Pass("distribute-tensors", _HERE + "distribute:run"),
    each("compare-runs", _HERE + "compared_runs:run", optional=True),
    each("assign-regions", _HERE + "regions:run"),
    each("insert-barriers", _HERE + "barriers:run"),
    each("drop-covered-fences", _HERE + "proxy_fences:run", optional=True),
    each("specialize-warps", _HERE + "specialize_warps:run"),
    each("scalarize-single-registers", _HERE + "single_registers:run", optional=True),
    each("expand-predicated", _HERE + "predicated:run"),
    each("expand-products", _HERE + "expand_products:run"),
    each("split-carried-registers", _HERE + "carried_registers:run", optional=True),
    each("expand-tensor-copies", _HERE + "expand_tensor_copies:run"),
    each("approximate-math", _HERE + "approximations:run", optional=True),
    each("math-to-intrinsics", _HERE + "math_to_intrinsics:run"),
    Pass("outline-gpu-module", _HERE + "outline:run"),
    Pass("inline-gpu-module", _HERE + "outline:inline_module"),
    Pass("define-records", _HERE + "records:run"),
    Pass("shared-to-gpu", [name for stage in STAGES.values() for name in stage]),
)
