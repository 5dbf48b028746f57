"""The passes of code generation that know no target, in the order in which they are needed."""

from __future__ import annotations

from typing import Any

from triton_shared.passes.base import FUNCTION, Pass

#: fusion of elementwise ops, what it leaves to clean up, and a check of what it may have dropped
FUSION = ("linalg-fuse-elementwise-ops", "canonicalize", "cse", "verify-reductions")
INLINING = ("inline", "symbol-dce")


def whole(room: str, name: str, **known: Any) -> Pass:
    """The pass ``name`` over the module, which the file of its name in ``room`` of code generation has."""
    return Pass(name, f"triton_shared.codegen.{room.replace('/', '.')}.{name.replace('-', '_')}:run", **known)


def each(room: str, name: str, **known: Any) -> Pass:
    """The same over every function."""
    return whole(room, name, anchor=FUNCTION, **known)


PASSES = (
    whole("tensors", "verify-kernels"),
    whole("tensors", "allow-inlining", then=("lift-cf-to-scf",)),
    whole("tensors", "inline-calls", then=INLINING),
    each("tensors", "reduce-whole-tensors"),
    each("tensors", "generalize-short-reductions", optional=True),
    each("tensors", "outline-products", optional=True),
    each("tensors", "outline-reductions"),
    each("tensors", "drop-unit-dims", optional=True),
    each("tensors", "repeat-ranges", optional=True),
    each("tensors", "generalize-computed-reductions", optional=True),
    each("tensors", "verify-reductions"),
    each("tensors", "clone-cheap-producers", then=FUSION, aliases=("repeat-arithmetic",), optional=True),
    each("tensors", "unroll-short-reductions", then=FUSION, optional=True),
    each("tensors", "split-invariants", optional=True),
    each("memory", "fuse-accumulations", aliases=("join-accumulations",), optional=True),
    each("memory", "align-whiles"),
    each("memory", "privatize-dps-inits", aliases=("own-inits",), optional=True),
    each("memory", "split-branch-buffers", aliases=("part-branches",)),
    each("memory", "reuse-inputs", optional=True),
    each("memory", "carry-in-place"),
    whole("memory", "annotate-arguments"),
    each("memory", "plain-atomics", optional=True),
    each("memory", "bytes-for-booleans"),
    each("memory", "strip-memref-descriptors", aliases=("bare-pointers",)),
    each("memory", "hide-negative-strides"),
    each("memory", "load-windows", optional=True),
    each("memory", "move-rows", optional=True),
    each("memory", "move-blocks", optional=True),
    each("memory", "fill-masked-rows", optional=True),
    each("memory", "hoist-divisions", optional=True),
    each("memory", "assign-buffers"),
    each("memory", "transpose-buffers", optional=True),
    each("llvm", "expand-library-functions"),
    each("llvm", "expand-math"),
    each("llvm", "expand-divisions"),
    each("llvm", "expand-narrow-atomics"),
    whole("llvm", "split-addresses"),
    whole("llvm", "verify-llvm-dialect"),
)
