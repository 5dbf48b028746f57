"""Instrument a program of Triton's: a launch may choose what loads give in lanes that they leave undefined.

::

    %v = tt.load %p, %mask      ->    %n = scf.if (all of %mask) { 0 } else { tts.fill {told = …} }
                                      %other = 0, or another number, as %n says
                                      %v = tt.load %p, %mask, %other

Without ``other`` a masked-off lane is undefined, and zero here; a load that has none says nothing.  Floats that a block
pointer has outside of its tensor are undefined without padding: a second load, padded with NaN, tells where
these are in launches that ask for it.  Results that change
with it were made of it (`triton_shared/runtime/checks/reruns.py`).  As long as the record asks for nothing else it is
zero, as before.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from triton_shared.conversions.checks_of_ops import behind, is_program
from triton_shared.conversions.demand import reduced
from triton_shared.dialects.tt.types import is_block
from triton_shared.errors import place_near
from triton_shared.ir.builder import at, build, element_of, integer
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: what undefined lanes are, besides zero: numbers that each type has, and a large one, but of integers, which may be
#: offsets
FLOATS, INTEGERS = (96.0, -96.0, 32768.0), (85, -86)
#: floats of fewer bits do not have the last one
_WIDE = 16
#: the padding of block pointers that is NaN
_NAN = 2


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    for function in all_ops(module, {"tt.func"}):
        if not function.regions[0].blocks:
            continue
        block = function.regions[0].blocks[0]
        with ir.InsertionPoint.at_block_begin(block), function.location:
            _which(function, "start")  # so that launches know that they are checked
    for op in all_ops(module, {"tt.load"}):
        element = element_of(op.results[0].type)
        is_known = isinstance(element, ir.IntegerType | ir.FloatType) and element.width >= 8
        if not is_known or not is_program(op):
            continue
        with at(op):
            if len(op.operands) == 2:
                _fill(op, element)
            elif is_block(op.operands[0].type) and _leaves_padding(op) and isinstance(element, ir.FloatType):
                _pad(op)


def _fill(op: ir.Operation, element: ir.Type) -> None:
    (which,) = build.branch(_all(op.operands[1]), _none, lambda: [_which(op, "fill")], [integer(64)])
    other = _number(which, element, 0)
    if isinstance(op.results[0].type, ir.RankedTensorType):
        other = build.one("tt.splat", op.results[0].type, other)
    attributes = {name: op.attributes[name] for name in op.attributes}
    if "operandSegmentSizes" in attributes:
        attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get([1, 1, 1])
    new = build.op("tt.load", [op.results[0].type], [*op.operands, other], attributes)
    op.results[0].replace_all_uses_with(new.results[0])
    op.erase()


def _number(which: ir.Value, element: ir.Type, otherwise: float) -> ir.Value:
    """The number of ``element`` that a launch asks for by ``which``."""
    numbers: Sequence[float] = FLOATS if isinstance(element, ir.FloatType) else INTEGERS
    found = build.constant(element, otherwise)
    for place, number in enumerate(numbers if element.width >= _WIDE else numbers[:2], 1):
        found = build.select(build.compare("eq", which, place), build.constant(element, number), found)
    return found


def _leaves_padding(op: ir.Operation) -> bool:
    """Whether a load through a block pointer compares with bounds, and does not say what is outside."""
    return bool(op.attributes.get("boundaryCheck")) and "padding" not in op.attributes


def _pad(op: ir.Operation) -> None:
    """Where a launch asks for it a load gives other numbers outside of the tensor: where NaN as a padding shows."""
    type_, attributes = op.results[0].type, {name: op.attributes[name] for name in op.attributes}
    number = ir.IntegerAttr.get(integer(32), _NAN)

    which, uses = _which(op, "fill", outside=True), list(op.results[0].uses)

    def filled() -> list[ir.Value]:
        value = op.results[0]
        padded = build.one("tt.load", type_, *op.operands, **{**attributes, "padding": number})
        is_outside = build.apply(
            "arith.andi", build.compare("uno", padded, padded), build.compare("ord", value, value)
        )
        other = build.one("tt.splat", type_, _number(which, type_.element_type, FLOATS[1]))
        return [build.select(is_outside, other, value)]

    with behind(op):
        asked = build.compare("ne", which, 0)
        (value,) = build.branch(asked, filled, lambda: [op.results[0]], [type_])
    for use in uses:
        use.owner.operation.operands[use.operand_number] = value


def _all(mask: ir.Value) -> ir.Value:
    """Whether no lane is switched off."""
    while isinstance(mask.type, ir.RankedTensorType):
        mask = reduced(mask, 0, "arith.andi")
    return mask


def _none() -> list[ir.Value]:
    return [build.constant(integer(64), 0)]


def _which(op: ir.Operation, kind: str, **more: bool) -> ir.Value:
    file, line, column = place_near(op)
    text = json.dumps({"kind": kind, "file": file, "line": line, "column": column, **more})
    return build.one("tts.fill", integer(64), told=ir.StringAttr.get(text))
