"""Let LLVM's intrinsics compute what PTX has an instruction of, for floats of every width.

    %y = math.fma %a, %b, %c : vector<8xf32>      becomes      %y = llvm.call_intrinsic "llvm.fma"(%a, %b, %c)

Upstream's way from math to NVVM would call functions of a library instead, and takes their intrinsics for an error.
"""

from __future__ import annotations

from triton_shared.codegen.gpu.approximations import call_intrinsic
from triton_shared.codegen.gpu.emitter import Emitter
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

INTRINSICS = {
    "math.fma": "llvm.fma",
    "math.absf": "llvm.fabs",
    "math.floor": "llvm.floor",
    "math.ceil": "llvm.ceil",
    "math.trunc": "llvm.trunc",
    "math.roundeven": "llvm.roundeven",
    "math.sqrt": "llvm.sqrt",
    "math.copysign": "llvm.copysign",
    "math.ctpop": "llvm.ctpop",
}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, INTRINSICS):
        b = Emitter(op, op.location)
        new = call_intrinsic(b, INTRINSICS[op.name], op.result.type, list(op.operands))
        op.result.replace_all_uses_with(new)
        op.erase()
