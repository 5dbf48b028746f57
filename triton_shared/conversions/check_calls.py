"""``tts.check`` becomes a call of the runtime for each lane in which the condition does not hold.

::

    tts.check %holds, %r, %a {told = …}     ->    scf.if (not all of %holds) {
                                                    each lane: scf.if (not %holds[…]) {
                                                      func.call @triton_shared_found(…, %text, %lane, %r[…], %a[…], 0)
                                                  } }

The text is ``told``, JSON, with the place in the source, the block's shape and the types of the values.  The call lacks
the record of the launch, which `--check-accesses` gives it.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from triton_shared.conversions.runtime_calls import all_hold, bits_of, call, text_address, type_name
from triton_shared.errors import place, place_near
from triton_shared.ir.builder import Index, build, declare, integer
from triton_shared.mlir import ir

FOUND, FILL = "triton_shared_found", "triton_shared_fill"
_VALUES = 3
#: where functions of Triton's stand that kernels are inlined of
_LIBRARY = "/triton/language/"


def _check(op: ir.Operation) -> list[ir.Value]:
    holds, *values = op.operands
    values = values[: len(json.loads(op.attributes["told"].value)["values"])]
    shape = list(holds.type.shape) if isinstance(holds.type, ir.RankedTensorType) else []
    text = _text(op, shape, values)

    def lane(*indices: Index) -> None:
        position: Index = 0
        for index, size in zip(indices, shape, strict=True):
            position = build.add(build.mul(position, size), index)
        found = [_element(v, indices) for v in values]

        def tell() -> None:
            number = build.one("arith.index_cast", integer(64), build.value(position))
            zeros = [build.constant(integer(64), 0)] * (_VALUES - len(found))
            call(op, FOUND, [text_address(op, text), number, *map(bits_of, found), *zeros])

        build.branch(build.negated(_element(holds, indices)), tell)

    if shape:
        build.branch(build.negated(all_hold(holds)), lambda: build.parallel([0] * len(shape), shape, lane))
    else:
        lane()
    return []


def _element(value: ir.Value, indices: tuple[Index, ...]) -> ir.Value:
    if not isinstance(value.type, ir.RankedTensorType):
        return value
    return build.one("tensor.extract", value.type.element_type, value, *map(build.value, indices))


def _text(op: ir.Operation, shape: list[int], values: list[ir.Value]) -> str:
    told = json.loads(op.attributes["told"].value)
    file, line, column = _place(op.location) or place_near(op)
    types = [type_name(v.type, 1) for v in values]
    named = list(map(list, zip(told.get("values", ()), types, strict=False)))
    return json.dumps({**told, "file": file, "line": line, "column": column, "block": shape, "values": named})


def _place(location: ir.Location) -> tuple[str, int, int] | None:
    """The innermost place of ``location`` that is not in Triton's own library."""
    match location:
        case ir.NameLoc():
            return _place(location.child_loc)
        case ir.CallSiteLoc():
            return _place(location.callee) or _place(location.caller)
    found = place(location)
    return found if found[1] and _LIBRARY not in found[0] else None


def _fill(op: ir.Operation) -> list[ir.Value]:
    """``tts.fill`` asks the runtime."""
    i32, i64 = integer(32), integer(64)
    place_ = [build.one("tt.get_program_id", i32, axis=ir.IntegerAttr.get(i32, axis)) for axis in range(3)]
    declare(op, FILL, ir.FunctionType.get([i32] * 3 + [i64], [i64]))
    operands = [*place_, text_address(op, op.attributes["told"].value)]
    return [build.op("func.call", [i64], operands, {"callee": ir.FlatSymbolRefAttr.get(FILL)}).results[0]]


RULES: dict[str, Callable[[ir.Operation], list[ir.Value]]] = {"tts.check": _check, "tts.fill": _fill}
