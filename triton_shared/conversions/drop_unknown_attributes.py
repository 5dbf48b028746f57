"""Drop discardable attributes that say nothing to this package.

::

    %0 = arith.addi %a, %b {color = "red"}                          ->    %0 = arith.addi %a, %b
    %1 = scf.for … {tt.num_stages = -3 : i32, tt.flatten}           ->    %1 = scf.for … {tt.flatten}
    func.func @k(%x: memref<*xf32> {tt.divisibility = "much"}, …    ->    func.func @k(%x: memref<*xf32>, …

A hint never makes a program refused: what `dialects/discardable.py` has no row for, on that op or with that value, is
dropped, of tt functions and of functions of the shared form.  `--remarks` lists it.  The pass promises that whatever
discardable attribute a later pass reads is of the kind that it expects.
"""

from __future__ import annotations

from triton_shared.dialects import discardable
from triton_shared.mlir import ir


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    discardable.strip(module)
