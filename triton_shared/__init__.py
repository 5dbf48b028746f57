"""Triton IR in, Linalg and MemRef out, running fast on CPUs and GPUs: the public API.

>>> import triton_shared
>>> kernel = triton_shared.compile("add.mlir")          # doctest: +SKIP
>>> kernel[(1024,)](x, y, out, n)                       # doctest: +SKIP
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # as type checkers know it, without the import of typing
if TYPE_CHECKING:
    from typing import Any

_EXPORTS = {
    "compile": "triton_shared.runtime.compiler",
    "check": "triton_shared.runtime.checks.check",
    "prove": "triton_shared.tools.prove",
    "Proof": "triton_shared.tools.prove",
    "CheckError": "triton_shared.runtime.checks.findings",
    "Finding": "triton_shared.runtime.checks.findings",
    "tuned": "triton_shared.sweeps.tuned",
    "uninitialised": "triton_shared.runtime.checks.uninitialised",
    "Kernel": "triton_shared.runtime.kernel",
    "CPUDriver": "triton_shared.triton.driver",
    "CUDADriver": "triton_shared.triton.cuda.driver",
    "HostArray": "triton_shared.runtime.arguments",
    "TensorDescriptor": "triton_shared.runtime.descriptor",
    "to_linalg": "triton_shared.interop.to_linalg",
    "explain": "triton_shared.tools.explain",
    "Remark": "triton_shared.analyses.remarks",
    "SHARED_FORM_VERSION": "triton_shared.conversions.verify_shared_form",
    "Diagnostic": "triton_shared.errors",
    "CompileError": "triton_shared.errors",
    "LoweringError": "triton_shared.errors",
    "Pass": "triton_shared.passes.base",
    "Plugin": "triton_shared.plugins",
    "PluginError": "triton_shared.plugins",
}

__all__ = sorted(_EXPORTS)


def __getattr__(name: str) -> Any:
    """Import a public name when first asked for, so that ``import triton_shared`` costs nothing."""
    if name not in _EXPORTS:
        raise AttributeError(f"module 'triton_shared' has no attribute {name!r}")
    from triton_shared import interrupts

    with interrupts.deferred:  # numpy, llvmlite and the bindings cannot be imported twice
        if _EXPORTS[name].startswith("triton_shared.triton."):
            importlib.import_module("triton")  # imports its back ends, and these drivers among them
        found = getattr(importlib.import_module(_EXPORTS[name]), name)
    globals()[name] = found
    return found
