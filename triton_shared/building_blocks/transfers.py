"""Copies between memory and buffers: plain ones, and those that are started and waited for."""

from __future__ import annotations

from triton_shared.conversions.movers import MOVERS
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import at, build
from triton_shared.ir.outline import Outliner
from triton_shared.ir.walk import declare_once
from triton_shared.mlir import ir

COPY = "memref.copy"
START, WAIT = "triton_shared_start_", "triton_shared_wait_for"


def is_move(op: ir.Operation) -> bool:
    """Whether ``op`` copies memory, its first operand, to memory, its second: all of it, or a length."""
    return op.name == COPY or (
        op.name == "func.call" and op.attributes["callee"].value.startswith(MOVERS[COPY])
    )


class Transfers:
    """Makes what starts a copy, and what waits for it, in the way of ``kind``: copies, calls, or a dialect's name."""

    def __init__(self, kind: str):
        self.kind = kind
        self.functions = Outliner()

    def start(self, move: ir.Operation, tag: ir.Value) -> None:
        """Put what starts ``move`` in place of it."""
        if self.kind == "copies":
            return
        values = [*move.operands, tag]
        with at(move):
            if self.kind == "calls":
                self.functions.call(START, [move], values)
            else:
                attributes = {name: move.attributes[name] for name in move.attributes}
                self._foreign("start", move, values, attributes)
        move.erase()

    def wait(self, place: ir.Operation, tag: ir.Value) -> None:
        """Wait, before ``place``, for all that is started with ``tag``."""
        with at(place):
            if self.kind == "calls":
                declare_once(place, WAIT, _wait)
                build.op("func.call", (), [tag], {"callee": ir.FlatSymbolRefAttr.get(WAIT)})
            elif self.kind != "copies":
                self._foreign("wait", place, [tag], {})

    def _foreign(self, name: str, place: ir.Operation, values: list[ir.Value], attributes: dict) -> None:
        full, context = f"{self.kind}.{name}", place.context
        if not (context.allow_unregistered_dialects or context.is_registered_operation(full)):
            raise LoweringError(place, f"cannot be '{full}', which no plug-in has")
        build.op(full, (), values, attributes)


def _wait() -> None:
    """A function that has nothing to wait for."""
    type_ = ir.FunctionType.get([build.index], [])
    attributes = {
        "sym_name": ir.StringAttr.get(WAIT),
        "sym_visibility": ir.StringAttr.get("private"),
        "function_type": ir.TypeAttr.get(type_),
    }
    block = (
        build.op("func.func", (), (), attributes, regions=1)
        .regions[0]
        .blocks.append(build.index, arg_locs=[ir.Location.current])
    )
    with ir.InsertionPoint(block):
        build.op("func.return", (), ())
