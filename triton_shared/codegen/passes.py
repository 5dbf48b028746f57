"""The passes of code generation that know no target, in the order in which they are needed."""

from __future__ import annotations

from triton_shared.pass_manager import FUNCTION, Pass

_HERE = "triton_shared.codegen."

#: fusion of elementwise ops, and what it leaves to clean up
FUSION = ("linalg-fuse-elementwise-ops", "canonicalize", "cse")
INLINING = ("inline", "symbol-dce")


def _each(name: str, function: str, then: tuple[str, ...] = ()) -> Pass:
    """The pass ``name`` over every function."""
    return Pass(name, _HERE + function, anchor=FUNCTION, then=then)


PASSES = (
    Pass("verify-kernels", _HERE + "tensors.verify_kernels:run"),
    Pass("allow-inlining", _HERE + "tensors.allow_inlining:run", then=("lift-cf-to-scf",)),
    _each("reduce-whole-tensors", "tensors.first_slice:run"),
    _each("generalize-short-reductions", "tensors.short_reductions:generalize"),
    _each("outline-products", "tensors.products:run"),
    _each("drop-unit-dims", "tensors.unit_dims:run"),
    _each("repeat-ranges", "tensors.ranges:run"),
    _each("unroll-short-reductions", "tensors.short_reductions:unroll", then=FUSION),
    _each("align-whiles", "memory.loop_carried:align_whiles"),
    _each("own-inits", "memory.destinations:own_inits"),
    _each("part-branches", "memory.loop_carried:part_branches"),
    _each("reuse-inputs", "memory.destinations:reuse_inputs"),
    _each("carry-in-place", "memory.loop_carried:carry_in_place"),
    Pass("annotate-arguments", _HERE + "memory.annotate_arguments:run"),
    _each("plain-atomics", "memory.plain_atomics:run"),
    _each("bytes-for-booleans", "memory.booleans:run"),
    _each("bare-pointers", "memory.bare_pointers:run"),
    _each("hide-negative-strides", "memory.negative_strides:run"),
    _each("assign-buffers", "memory.assignment:run"),
    _each("expand-library-functions", "llvm.library_functions:run"),
    _each("expand-math", "llvm.elementary_functions:run"),
    _each("expand-divisions", "llvm.division:run"),
    _each("expand-bf16-atomics", "llvm.bf16_atomics:run"),
    Pass("verify-llvm-dialect", _HERE + "llvm.translation:run"),
)
