"""Printing and asserting: calls of what `define_records.py` defines, with numbers of texts in place of their addresses.

    %text = memref.get_global @triton_shared_text_0 : memref<9xi8>
    …
    func.call @triton_shared_print(%x, %y, %z, %address, %lane, %bits) : (i32, i32, i32, i64, i64, i64) -> ()

becomes

    func.call @triton_shared_print(%x, %y, %z, %number, %lane, %bits, %record) : (…, !llvm.ptr<1>) -> ()

in a kernel that has ``tts.texts`` and the record as its last argument (`launch_abi.py`).  A scalar is printed by one
thread; an assertion is one of all threads, and ends all of them.  Where assertions trap and nothing is printed, there
is no record: texts are numbers, and a thread asserts what holds in the elements that it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import GLOBAL
from triton_shared.codegen.simt.lower import scalars
from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops, symbol
from triton_shared.mlir import ir

#: functions of the shared form that print and assert, which a target defines
PRINT, ASSERT = "triton_shared_print", "triton_shared_assert"
_GLOBAL = "memref.global"
#: what an assertion is made of besides the call
_OF_TEXTS = {
    *("memref.get_global", "memref.extract_aligned_pointer_as_index"),
    *("arith.index_cast", "arith.constant", "scf.yield"),
}


def needs_record(kernel: ir.Operation, assertions_trap: bool = False) -> bool:
    """Whether ``kernel`` prints or asserts; where assertions trap, whether it prints."""
    called = set(map(_callee, all_ops(kernel, {"func.call"})))
    return any(map(_takes_record, called - {ASSERT} if assertions_trap else called))


def _takes_record(name: str | None) -> bool:
    return name in FUNCTIONS and FUNCTIONS[name].takes_record


def take_record(module: ir.Operation) -> None:
    """Let what prints and what asserts take the record too, where it is given; erase the texts, which are numbers."""
    operands = {_callee(op): len(op.operands) for op in all_ops(module, {"func.call"})}
    for op in list(module.regions[0].blocks[0].operations):
        if op.operation.name == _GLOBAL:
            op.operation.erase()
        elif _takes_record(name := symbol(op.operation)):
            inputs = list(op.attributes["function_type"].value.inputs)
            if operands.get(str(name)) != len(inputs):
                types = ir.FunctionType.get([*inputs, ir.Type.parse(GLOBAL)], [])
                op.attributes["function_type"] = ir.TypeAttr.get(types)


def traps_where_false(context: LoweringContext, op: ir.Operation) -> bool:
    """Whether what the reduction ``op`` gives is only asserted, so that a thread where it is false traps alone."""
    if context.record is not None or not context.target.assertions_trap or op.results[0].type.rank:
        return False
    pending = list(op.results)
    while pending:
        for use in pending.pop().uses:
            user = use.owner.operation
            if user.name in ("tensor.extract", "arith.xori"):
                pending += user.results
            elif user.name != "scf.if" or not _only_asserts(user):
                return False
    return len(op.results) == 1


def _only_asserts(op: ir.Operation) -> bool:
    """Whether the `scf.if` ``op`` does nothing but assert."""
    inner = [view.operation for region in op.regions for block in region.blocks for view in block.operations]
    return not op.results and all(
        _callee(one) == ASSERT if one.name == "func.call" else one.name in _OF_TEXTS for one in inner
    )


def _callee(op: ir.Operation) -> str:
    return op.attributes["callee"].value


def text(context: LoweringContext, op: ir.Operation) -> None:
    """`memref.get_global`: the number of a text stands for its address."""
    name = op.attributes["name"].value
    number = context.texts.setdefault(name, len(context.texts))
    context.scalars[op.result] = context.b.constant(context.b.index, number)


def texts_of(module: ir.Operation, names: Iterable[str]) -> ir.ArrayAttr:
    """The texts that are called ``names``."""
    found = {
        op.attributes["sym_name"].value: op.attributes["initial_value"]
        for op in module.regions[0].blocks[0].operations
        if op.operation.name == _GLOBAL
    }
    return ir.ArrayAttr.get([ir.StringAttr.get(_decoded(found[name])) for name in names])


def _decoded(value: ir.DenseElementsAttr) -> str:
    return bytes(n % 256 for n in value)[:-1].decode(errors="replace")


def call(context: LoweringContext, op: ir.Operation) -> None:
    """`func.call` of what prints, asserts or checks."""
    name = _callee(op)
    if name not in FUNCTIONS:
        raise LoweringError(op, f"calls '{name}', which no GPU has")
    row, b = FUNCTIONS[name], context.b
    operands = [context.scalar(v) for v in op.operands]
    if row.takes_record and context.record is not None:
        operands.append(context.record)
    results = [b.i64] * len(op.results)
    callee = {"callee": ir.FlatSymbolRefAttr.get(name)}
    row.put(context, op, lambda: b.op("func.call", results, operands, callee))


def _by_one(context: LoweringContext, op: ir.Operation, emit: Callable[[], ir.Operation]) -> None:
    """Of a scalar one thread calls; of a block each for its elements."""
    scalars.in_one_thread(context, emit)


def _by_all(context: LoweringContext, op: ir.Operation, emit: Callable[[], ir.Operation]) -> None:
    context.require_convergent(op, "asserts")
    emit()


def _by_each(context: LoweringContext, op: ir.Operation, emit: Callable[[], ir.Operation]) -> None:
    """Each thread asks what is the same for all."""
    context.scalars[op.results[0]] = emit().result


def _for_all(context: LoweringContext, op: ir.Operation, emit: Callable[[], ir.Operation]) -> None:
    """The answer for a lane; of a scalar one thread asks, as what is noted counts."""
    ask = lambda: emit().result  # noqa: E731
    context.scalars[op.results[0]] = scalars.broadcast_from_thread0(context, op, context.b.i64, ask)


class Function(NamedTuple):
    """A function that kernels call.

    Attributes:
        put: has threads call it, by what emits the call.
        takes_record: whether it takes the record of what is printed; what checked kernels call takes their own.
    """

    put: Callable[[LoweringContext, ir.Operation, Callable[[], ir.Operation]], None]
    takes_record: bool = False


#: what the runtime declares
FUNCTIONS = {
    PRINT: Function(_by_one, takes_record=True),
    ASSERT: Function(_by_all, takes_record=True),
    "triton_shared_touches": Function(_for_all),
    "triton_shared_found": Function(_by_one),
    "triton_shared_visits": Function(_by_one),
    "triton_shared_before": Function(_by_one),
    "triton_shared_after": Function(_by_one),
    "triton_shared_order": Function(_by_each),
    "triton_shared_fill": Function(_by_each),
}
RULES = {"memref.get_global": text, "func.call": call}
