"""What passes that instrument programs of Triton's have in common: a check of some lanes, and where it stands."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from triton_shared.conversions.demand import Demand
from triton_shared.ir import effects
from triton_shared.ir.builder import build
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir

#: the name of the location of accesses that are a check's own
ECHO = "triton_shared.echo"


def is_echo(location: ir.Location) -> bool:
    """Whether an access at ``location`` is a check's own, and none of the program."""
    match location:
        case ir.NameLoc():
            return location.name_str == ECHO or is_echo(location.child_loc)
        case ir.CallSiteLoc():
            return is_echo(location.callee)
        case ir.FusedLoc():
            return any(map(is_echo, location.locations))
    return False


def is_program(op: ir.Operation) -> bool:
    """Whether ``op`` is no part of what combines or maps elements."""
    while (parent := op.parent) is not None and parent.name != "tt.func":
        if not effects.of(parent.operation).hands_on:
            return False
        op = parent.operation
    return parent is not None


def check(
    holds: ir.Value, kind: str, told: str, values: Sequence[tuple[str, ir.Value]], **more: bool
) -> None:
    """A `tts.check` here."""
    text = json.dumps({"kind": kind, "told": told, "values": [name for name, _ in values], **more})
    shown = [*(v for _, v in values), *[holds] * 3][:3]
    build.op("tts.check", (), [holds, *shown], {"told": ir.StringAttr.get(text)})


def needed(value: ir.Value, holds: Callable[[], ir.Value], tell: Callable[[ir.Value], None]) -> None:
    """``tell`` of ``holds``, which lanes of ``value`` that nobody needs do as well."""
    demand = Demand(value)
    if demand.lanes is False:
        return
    with demand.place:
        condition = holds()
        if isinstance(demand.lanes, ir.Value):
            unneeded = build.apply("arith.xori", demand.lanes, 1)
            condition = build.apply("arith.ori", condition, unneeded)
        tell(condition)


def constant_of(value: ir.Value) -> int | None:
    """The integer that ``value`` is in every lane, if it is a constant."""
    op = owner_of(value)
    if op is None or op.name != "arith.constant":
        return None
    attribute = op.attributes["value"]
    if isinstance(attribute, ir.DenseElementsAttr):
        if not attribute.is_splat:
            return None
        attribute = attribute.get_splat_value()
    return attribute.value if isinstance(attribute, ir.IntegerAttr) else None


def compare(predicate: str, a: ir.Value, b: ir.Value | float) -> ir.Value:
    """``a`` beside ``b``, of which a number stands for all lanes."""
    return build.compare(predicate, a, b)  # type: ignore[return-value]


def behind(op: ir.Operation) -> ir.InsertionPoint:
    """The place behind ``op``."""
    operations = list(op.block.operations)
    number = next(n for n, other in enumerate(operations) if other.operation == op)
    return ir.InsertionPoint(operations[number + 1])
