"""Let callees be inlined, whatever Triton says of them, and give branches the structure that inlining needs.

    func.func private @callee(%x: i32) attributes {no_inline}       becomes       func.func private @callee(%x: i32)

Every function gets a place in a file, as debug information demands of what is inlined and of what it is inlined into:
its own, or that of what is around it.  Functions with branches are lifted to structured control flow by upstream's
``lift-cf-to-scf``, which follows then.
"""

from __future__ import annotations

from triton_shared.codegen.kernels import functions_of, kernels_of
from triton_shared.errors import place_near
from triton_shared.mlir import ir


def run(module: ir.Operation) -> bool:
    """Run the pass on ``module``; whether there are branches."""
    functions, kernels = functions_of(module), kernels_of(module)
    for name, function in functions.items():
        if name not in kernels and "no_inline" in function.attributes:
            del function.attributes["no_inline"]
        file, line, column = place_near(function)
        function.location = ir.Location.file(file, max(line, 1), column)
    return any(len(list(function.regions[0].blocks)) > 1 for function in functions.values())
