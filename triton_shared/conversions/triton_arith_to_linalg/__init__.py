"""Turn every tensor op that is no memory access into linalg and tensor ops.

::

    %1 = arith.addf %a, %b : tensor<128xf32>            %1 = linalg.generic {identity maps, parallel}
    %2 = tt.splat %s : f32 -> tensor<128xf32>     ->    %2 = linalg.fill ins(%s) outs(tensor.empty)
    %3 = tt.dot %x, %y, %acc                            %3 = linalg.matmul ins(%x, %y) outs(%acc)
    %4 = "tt.reduce"(%1) …                              %4 = linalg.reduce ins(%1) outs(neutral element)

Each op has one rule, found by its name in `RULES`: ``rule(op) -> replacement values``, emitted before the op.  An
elementwise op of any dialect becomes a ``linalg.generic`` around its scalar form; the scalar forms of tt ops are
lowered where they stand.  Rules of plug-ins come first: what they emit is lowered as if the program had it.  The pass
promises that no tensor op of the tt dialect and no arith or math op on
tensors is left, except for constants of several numbers, and no scalar op of them that has a rule; what it cannot lower
it refuses with the op's location.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from triton_shared.conversions import check_calls, runtime_calls
from triton_shared.conversions.promises import has_tensors, none_left
from triton_shared.conversions.rules import Rule, apply, apply_those_of_plugins, merged
from triton_shared.conversions.triton_arith_to_linalg import (
    contractions,
    elementwise,
    histogram,
    inline_assembly,
    map_elementwise,
    reductions,
    scalars,
    scans,
    shapes,
)
from triton_shared.dialects.tt.types import is_pointer
from triton_shared.errors import LoweringError
from triton_shared.ir.float_formats import UnknownFormat
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

RULES = merged(
    runtime_calls.RULES,
    check_calls.RULES,
    shapes.RULES,
    contractions.RULES,
    reductions.RULES,
    scans.RULES,
    map_elementwise.RULES,
    histogram.RULES,
    inline_assembly.RULES,
)

#: tt ops that later passes lower
LATER = {"tt.func", "tt.return", "tt.call", "tt.get_program_id", "tt.get_num_programs"}
LATER |= elementwise.ON_POINTERS
#: those that take tensors, too
CALLS = {"tt.func", "tt.return", "tt.call"}


def run(module: ir.Operation, keep_scans: bool = False, neutral: str = "exact", sums: str = "f32") -> None:
    """Run the pass on ``module``."""
    apply_those_of_plugins(module.operation, {*RULES, *scalars.RULES, *LATER})
    how = reductions.Combining(sums, neutral)
    chosen = {
        "tt.reduce": partial(reductions.reduce, how=how),
        "tt.scan": partial(scans.scan, how=how, keep=keep_scans),
    }
    kept = {scans.KEPT} if keep_scans else set()
    rules = {name: chosen.get(name, rule) for name, rule in RULES.items() if name not in kept}
    for rule_of in (partial(_tensor_rule, rules=rules), _scalar_rule):
        found = [(op, rule_of(op)) for op in all_ops(module.operation)]
        for op, rule in found:
            if rule is not None:
                _apply(rule, op)
    none_left(module, "triton-arith-to-linalg", _is_left)


def _apply(rule: Rule, op: ir.Operation) -> None:
    """Replace ``op`` by what its rule emits, which makes tensors of static extents."""
    if any(isinstance(r.type, ir.RankedTensorType) and not r.type.has_static_shape for r in op.results):
        raise LoweringError(
            op, "has a result of extents that are not known; those of a block of Triton's are"
        )
    try:
        apply(rule, op)
    except UnknownFormat as error:
        raise LoweringError(op, str(error)) from error


def _tensor_rule(op: ir.Operation, rules: Mapping[str, Rule]) -> Rule | None:
    """The rule for an op on tensors; None if the op stays."""
    parent = op.parent.name if op.parent is not None else ""
    if parent.startswith(("linalg.", "tt.reduce", "tt.scan", "tt.map_elementwise")):
        return None
    if op.name in rules:
        return rules[op.name]
    if elementwise.applies(op):
        return elementwise.lower
    return None


def _scalar_rule(op: ir.Operation) -> Callable | None:
    """The rule for what is left of the tt dialect: scalar forms; refuses what has none."""
    if rule := inline_assembly.RULES.get(op.name) or scalars.rule(op):
        return rule
    if op.name.startswith("tt.") and op.name not in LATER:
        raise LoweringError(op, "has no lowering to linalg")
    return None


def _is_bitcast_of_numbers(op: ir.Operation) -> bool:
    return op.name == "tt.bitcast" and not is_pointer(op.results[0].type)


def _is_left(op: ir.Operation) -> bool:
    name = op.name
    match name.partition(".")[0]:
        case "tt":
            return name not in LATER or (name not in CALLS and has_tensors(op)) or _is_bitcast_of_numbers(op)
        case "ttg" | "gpu":
            return True
        case "arith" | "math" | "ub":
            splat = name != "arith.constant" or getattr(op.attributes["value"], "is_splat", True)
            return name == "math.isinf" or (splat and has_tensors(op))
    return False
