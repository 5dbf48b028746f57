"""Turn the accesses whose pointers have no common base into tts ops over byte addresses.

::

    %p = arith.select %c, %px, %py : tensor<…x!tt.ptr<f32>>        %v = tts.load loops [0] {
    %v = tt.load %p                                         ->     ^bb0(%i: index):
                                                                     %a = select of the two addresses at element %i
                                                                     tts.yield %a, %true
                                                                   }

Such pointers are loaded from memory, cast from integers or chosen among several bases.  The region of the tts
op gives the byte address of each element.  The accesses have all hints that speak of them (`analyses/hints.py`), which
are taken off what else had them.  The pass promises that no memory op of the tt dialect is left, and no such hint.
"""

from __future__ import annotations

from triton_shared.conversions.accesses import convert_accesses
from triton_shared.conversions.promises import none_left
from triton_shared.dialects.discardable import NUMBERS
from triton_shared.dialects.tt.memory import ACCESSES
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(module: ir.Operation, undefined: str = "zero") -> None:
    """Run the pass on every function of ``module``."""
    for function in module.regions[0].blocks[0].operations:
        if function.operation.name == "tt.func":
            convert_accesses(function.operation, lambda access: True, undefined)
            _drop_hints(function.operation)
    none_left(module, "triton-to-unstructured", lambda op: True, ACCESSES)


def _drop_hints(function: ir.Operation) -> None:
    for op in all_ops(function):
        if not op.name.startswith("tts."):
            for name in [name for name in op.attributes if name in NUMBERS]:
                del op.attributes[name]
