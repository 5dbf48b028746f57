"""The passes of code generation that know no target, in the order in which they are needed."""

from __future__ import annotations

from triton_shared.passes.base import Pass, each

_HERE = "triton_shared.codegen."

#: fusion of elementwise ops, what it leaves to clean up, and a check of what it may have dropped
FUSION = ("linalg-fuse-elementwise-ops", "canonicalize", "cse", "verify-reductions")
INLINING = ("inline", "symbol-dce")


PASSES = (
    Pass("verify-kernels", _HERE + "tensors.verify_kernels:run"),
    Pass("allow-inlining", _HERE + "tensors.allow_inlining:run", then=("lift-cf-to-scf",)),
    each("reduce-whole-tensors", _HERE + "tensors.reduce_whole_tensors:run"),
    each("generalize-short-reductions", _HERE + "tensors.generalize_short_reductions:run", optional=True),
    each("outline-products", _HERE + "tensors.outline_products:run", optional=True),
    each("outline-reductions", _HERE + "tensors.outline_reductions:run"),
    each("drop-unit-dims", _HERE + "tensors.drop_unit_dims:run", optional=True),
    each("repeat-ranges", _HERE + "tensors.repeat_ranges:run", optional=True),
    each(
        "generalize-computed-reductions", _HERE + "tensors.generalize_computed_reductions:run", optional=True
    ),
    each("verify-reductions", _HERE + "tensors.verify_reductions:run"),
    each(
        "clone-cheap-producers",
        _HERE + "tensors.clone_cheap_producers:run",
        then=FUSION,
        aliases=("repeat-arithmetic",),
        optional=True,
    ),
    each(
        "unroll-short-reductions", _HERE + "tensors.unroll_short_reductions:run", then=FUSION, optional=True
    ),
    each(
        "fuse-accumulations",
        _HERE + "memory.fuse_accumulations:run",
        aliases=("join-accumulations",),
        optional=True,
    ),
    each("align-whiles", _HERE + "memory.align_whiles:run"),
    each(
        "privatize-dps-inits", _HERE + "memory.privatize_dps_inits:run", aliases=("own-inits",), optional=True
    ),
    each("split-branch-buffers", _HERE + "memory.split_branch_buffers:run", aliases=("part-branches",)),
    each("reuse-inputs", _HERE + "memory.reuse_inputs:run", optional=True),
    each("carry-in-place", _HERE + "memory.carry_in_place:run"),
    Pass("annotate-arguments", _HERE + "memory.annotate_arguments:run"),
    each("plain-atomics", _HERE + "memory.plain_atomics:run", optional=True),
    each("bytes-for-booleans", _HERE + "memory.bytes_for_booleans:run"),
    each(
        "strip-memref-descriptors", _HERE + "memory.strip_memref_descriptors:run", aliases=("bare-pointers",)
    ),
    each("hide-negative-strides", _HERE + "memory.hide_negative_strides:run"),
    each("load-windows", _HERE + "memory.load_windows:run", optional=True),
    each("move-rows", _HERE + "memory.move_rows:run", optional=True),
    each("move-blocks", _HERE + "memory.move_blocks:run", optional=True),
    each("assign-buffers", _HERE + "memory.assign_buffers:run"),
    each("expand-library-functions", _HERE + "llvm.expand_library_functions:run"),
    each("expand-math", _HERE + "llvm.expand_math:run"),
    each("expand-divisions", _HERE + "llvm.expand_divisions:run"),
    each("expand-narrow-atomics", _HERE + "llvm.expand_narrow_atomics:run"),
    Pass("verify-llvm-dialect", _HERE + "llvm.verify_llvm_dialect:run"),
)
