"""Inline calls, where there can be any: in modules of more than one op.

    func.func @kernel(%x: i32) { %y = func.call @callee(%x) … }
    func.func private @callee(%x: i32) -> i32 {…}

becomes, by upstream's ``inline`` and ``symbol-dce``, which follow then,

    func.func @kernel(%x: i32) {…}

A kernel alone is left as it is.  Upstream's inliner would canonicalize it, of patterns that it collects anew for each
function: a twentieth of what a small kernel takes to compile.

Promise: no function is called, but by recursion.
"""

from __future__ import annotations

from triton_shared.mlir import ir


def run(module: ir.Operation) -> bool:
    """Run the pass on ``module``; whether there is anything to inline, or to drop."""
    return len(list(module.regions[0].blocks[0].operations)) > 1
