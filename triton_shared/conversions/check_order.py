"""Instrument a module of the shared form: a launch may run the grid's programs in another order.

::

    func.func @k(…, %px: i32, %py: i32, %pz: i32)    ->    %n = func.call @triton_shared_order(%px, %py, %pz, %programs)
      … %px …                                              %px' = %n mod %gx      %py' = …       … %px' …

Every program finds which one it is by the record of the launch, which says so of all, and runs that one.  Results that
differ between orders depend on it (`triton_shared/runtime/checks/reruns.py`).  The pass changes nothing as long as the
record asks for no other order.  Private functions are given their caller's place.
"""

from __future__ import annotations

from triton_shared.ir.builder import build, declare, integer
from triton_shared.mlir import ir

ORDER = "triton_shared_order"


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    for symbol in list(module.regions[0].blocks[0]):
        op = symbol.operation
        if op.name == "func.func" and op.regions[0].blocks and "sym_visibility" not in op.attributes:
            _permute(op)


def _permute(function: ir.Operation) -> None:
    block = function.regions[0].blocks[0]
    *_, gx, gy, gz, px, py, pz = block.arguments
    i32, i64 = integer(32), integer(64)
    with ir.InsertionPoint.at_block_begin(block), function.location:
        sizes = [build.one("arith.extui", i64, size) for size in (gx, gy, gz)]
        programs = build.apply("arith.muli", build.apply("arith.muli", sizes[0], sizes[1]), sizes[2])
        declare(function, ORDER, ir.FunctionType.get([i32] * 3 + [i64], [i64]))
        callee = {"callee": ir.FlatSymbolRefAttr.get(ORDER)}
        call = build.op("func.call", [i64], [px, py, pz, programs], callee)
        number = call.results[0]
        rest = build.apply("arith.divui", number, sizes[0])
        places = [
            build.apply("arith.remui", number, sizes[0]),
            build.apply("arith.remui", rest, sizes[1]),
            build.apply("arith.divui", rest, sizes[1]),
        ]
        new = [build.one("arith.trunci", i32, place) for place in places]
    for old, value in zip((px, py, pz), new, strict=True):
        old.replace_all_uses_except(value, call)
