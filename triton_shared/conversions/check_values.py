"""Instrument a program of Triton's: where NaN and infinities are made of finite numbers, and where they are stored.

::

    %q = arith.divf %a, %b        ->    %q = arith.divf %a, %b
                                        %bad = not finite(%q)
                                        scf.if (any of %bad) { tts.check %came_with_operands_or_unneeded, %q, … }
    tt.store %p, %v, %mask        ->    tts.check %finite_or_masked, %v      tts.check %not_denormal_or_masked, %v
                                        tt.store %p, %v, %mask

An op *makes* a NaN that is none of its operands', or an infinity of finite operands.  What is made in a lane that
nobody needs (`demand.py`) is nobody's concern, nor what never reaches memory: reports have an op only where its program
stores what is not finite (`runtime/checks/record.py`), and a NaN that came from memory is nobody's making.  As long as
all is finite an op costs one comparison and a reduction.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.conversions.checks_of_ops import behind, check, is_program
from triton_shared.conversions.demand import Demand, any_of
from triton_shared.ir.builder import build, element_of, integer, with_element
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: ops that may make what is not finite, and how reports call them
MAKERS = {
    "arith.addf": "a sum", "arith.subf": "a difference", "arith.mulf": "a product", "arith.divf": "a quotient",
    "arith.remf": "a remainder", "arith.truncf": "a conversion", "tt.fp_to_fp": "a conversion",
    "tt.precise_divf": "a quotient", "tt.precise_sqrt": "a square root", "tt.extern_elementwise": "a function",
    "tt.dot": "a matrix product", "tt.dot_scaled": "a matrix product", "tt.reduce": "a reduction", "tt.scan": "a scan",
}  # fmt: skip
_WHOLE = ("tt.dot", "tt.dot_scaled", "tt.reduce", "tt.scan")
#: which operand of a store is the value
STORES = {"tt.store": 1, "tt.descriptor_store": 1, "tt.atomic_rmw": 1}
#: the least normal number of each type that has infinities, and is computed with
_NORMAL = {ir.F16Type: 2.0**-14, ir.BF16Type: 2.0**-126, ir.F32Type: 2.0**-126, ir.F64Type: 2.0**-1022}


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    for op in all_ops(module):
        if not is_program(op):
            continue
        with op.location:
            if op.name in STORES and _has(op.operands[STORES[op.name]]):
                _stored(op)
            elif op.name in MAKERS or op.name.startswith("math."):
                for result in op.results:
                    if _has(result):
                        _made(op, result)


def _has(value: ir.Value) -> bool:
    """Whether ``value`` is of floats that have infinities."""
    return isinstance(element_of(value.type), tuple(_NORMAL))


def _bad(value: ir.Value) -> ir.Value:
    """Which lanes are not finite."""
    return build.compare("uge", build.one("math.absf", value.type, value), float("inf"))  # type: ignore[return-value]


def _nan(value: ir.Value) -> ir.Value:
    return build.compare("uno", value, value)  # type: ignore[return-value]


def _not(value: ir.Value) -> ir.Value:
    return build.apply("arith.xori", value, 1)


def _any(lanes: ir.Value) -> ir.Value:
    while isinstance(lanes.type, ir.RankedTensorType):
        lanes = any_of(lanes, lanes.type.rank - 1)
    return lanes


def _made(op: ir.Operation, result: ir.Value) -> None:
    demand = Demand(result)
    if demand.lanes is False:
        return
    operands = [v for v in op.operands if _has(v)]
    name = MAKERS.get(op.name, op.name.removeprefix("math."))
    told = f"makes {{result}} by {name}"

    def tell() -> None:
        holds = _of_whole(result, operands) if op.name in _WHOLE else _of_lanes(result, operands)
        if isinstance(demand.lanes, ir.Value):
            holds = build.apply("arith.ori", holds, _not(demand.lanes))
        shown = [v for v in operands if v.type == result.type] if op.name not in _WHOLE else []
        values = [("result", result), *zip(("left", "right"), shown, strict=False)]
        check(holds, "values", told, values)

    with demand.place if isinstance(demand.lanes, ir.Value) else behind(op):
        build.branch(_any(_bad(result)), tell, lambda: None)


def _of_lanes(result: ir.Value, operands: Sequence[ir.Value]) -> ir.Value:
    """Whether the NaN or infinity of each lane came with an operand, or is none."""
    nan, bad = _nan(result), _bad(result)
    with_nan = with_bad = _filled(result, False)
    for operand in operands:
        with_nan = build.apply("arith.ori", with_nan, _nan(operand))
        with_bad = build.apply("arith.ori", with_bad, _bad(operand))
    new_nan = build.apply("arith.andi", nan, _not(with_nan))
    new_infinity = build.apply("arith.andi", build.apply("arith.andi", bad, _not(nan)), _not(with_bad))
    return _not(build.apply("arith.ori", new_nan, new_infinity))


def _of_whole(result: ir.Value, operands: Sequence[ir.Value]) -> ir.Value:
    """The same of an op that takes lanes together: all of its operands are finite."""
    came = build.constant(integer(1), 0)
    for operand in operands:
        came = build.apply("arith.ori", came, _any(_bad(operand)))
    if isinstance(result.type, ir.RankedTensorType):
        came = build.one("tt.splat", with_element(result.type, integer(1)), came)
    return build.apply("arith.ori", _not(_bad(result)), came)


def _filled(like: ir.Value, value: bool) -> ir.Value:
    return build.constant(with_element(like.type, integer(1)), value)


def _stored(op: ir.Operation) -> None:
    value = op.operands[STORES[op.name]]
    mask = op.operands[2] if op.name != "tt.descriptor_store" and len(op.operands) > 2 else None
    least = _NORMAL[type(element_of(value.type))]
    with ir.InsertionPoint(op):
        bad = _bad(value)
        size = build.one("math.absf", value.type, value)
        denormal = build.apply(
            "arith.andi", build.compare("olt", size, least), build.compare("ogt", size, 0.0)
        )
        for lanes, told, role in (
            (bad, "stores what is not finite", "gate"),
            (denormal, "stores denormal numbers", "flood"),
        ):
            kept = lanes if mask is None else build.apply("arith.andi", lanes, mask)
            check(_not(kept), "values", told, [("value", value)], **{role: True})
