"""Let LLVM's intrinsics compute what PTX has an instruction of, for numbers of every width.

    %y = math.fma %a, %b, %c : vector<8xf32>      becomes      %y = llvm.call_intrinsic "llvm.fma"(%a, %b, %c)

Upstream's way from math to NVVM would call functions of a library instead, and takes their intrinsics for an error.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from triton_shared.codegen.simt.build.emitter import Emitter
from triton_shared.ir.walk import all_ops, substitute
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
    "math.round": "llvm.round",
    "math.ctpop": "llvm.ctpop",
    "math.absi": "llvm.abs",
    "math.ctlz": "llvm.ctlz",
    "math.cttz": "llvm.cttz",
}
#: those that ask whether an operand may be one without a result: none may
FLAGGED = {"math.absi", "math.ctlz", "math.cttz"}


def _is_nan(b: Emitter, op: ir.Operation) -> ir.Value:
    x = op.operands[0]
    return b.compare("uno", x, x)  # type: ignore[return-value]


def _is_finite(b: Emitter, op: ir.Operation) -> ir.Value:
    x = op.operands[0]
    size = b.call_intrinsic("llvm.fabs", [x.type], [x]).result
    return b.compare("olt", size, math.inf)  # type: ignore[return-value]


def _intrinsic(b: Emitter, op: ir.Operation) -> ir.Value:
    operands = list(op.operands)
    if op.name in FLAGGED:
        operands.append(b.constant(b.i1, 0))
    return b.call_intrinsic(INTRINSICS[op.name], [op.result.type], operands).result


RULES: dict[str, Callable[[Emitter, ir.Operation], ir.Value]] = {
    **dict.fromkeys(INTRINSICS, _intrinsic),
    "math.isnan": _is_nan,
    "math.isfinite": _is_finite,
}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, RULES):
        substitute(op, RULES[op.name](Emitter(op, op.location), op))
