"""Let failed assertions, and waits that nobody ends, leave the program that they are in, from wherever they stand.

Both note the program id and what has happened, unless another program has done so before, and jump back to the entry
point, which goes on with the next program.  To know where to, the kernel has one more argument, the *escape*: a
pointer to

    { failure *; waiter: { int32 turns; int64 epoch }; jmp_buf }
    failure: { int32 kind, pid[3]; const char *message; int32 (*await)(void *crew, void *waiter); void *crew }

``kind`` is `ASSERTION`, with a text as message, or `WAIT_WITHOUT_END`, with the wait's number (see `mark_waits.py`).
Kernels without waits know nothing of what stands behind the message.  ``@triton_shared_wait`` counts turns; every
`PATIENCE` of them it asks ``await`` whether to go on (0) or to give up, and hands it its ``waiter``.
"""

from __future__ import annotations

from triton_shared.codegen.kernels import ESCAPE, ROLE, add_argument, kernels_of
from triton_shared.ir.walk import all_ops, symbol
from triton_shared.mlir import ir

ASSERT, WAIT = "triton_shared_assert", "triton_shared_wait"
ASSERTION, WAIT_WITHOUT_END = 1, 2

#: bytes for any platform's jmp_buf
JUMP_BYTES = 512

#: turns of a wait between two questions to the runtime, a power of two
PATIENCE = 1024

_LEAVE = """
llvm.func @longjmp(!llvm.ptr, i32) attributes {passthrough = ["noreturn"]}
llvm.func internal @triton_shared_leave(
    %kind: i32, %x: i32, %y: i32, %z: i32, %message: i64, %escape: !llvm.ptr)
    attributes {passthrough = ["noinline", "cold"]} {
  %no = llvm.mlir.constant(0 : i32) : i32
  %yes = llvm.mlir.constant(1 : i32) : i32
  %failure = llvm.load %escape : !llvm.ptr -> !llvm.ptr
  %swapped = llvm.cmpxchg %failure, %no, %kind acq_rel acquire : !llvm.ptr, i32
  %first = llvm.extractvalue %swapped[1] : !llvm.struct<(i32, i1)>
  llvm.cond_br %first, ^note, ^leave
^note:
  %at_x = llvm.getelementptr %failure[4] : (!llvm.ptr) -> !llvm.ptr, i8
  %at_y = llvm.getelementptr %failure[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %at_z = llvm.getelementptr %failure[12] : (!llvm.ptr) -> !llvm.ptr, i8
  %at_message = llvm.getelementptr %failure[16] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %x, %at_x : i32, !llvm.ptr
  llvm.store %y, %at_y : i32, !llvm.ptr
  llvm.store %z, %at_z : i32, !llvm.ptr
  llvm.store %message, %at_message : i64, !llvm.ptr
  llvm.br ^leave
^leave:
  %buffer = llvm.getelementptr %escape[64] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.call @longjmp(%buffer, %yes) : (!llvm.ptr, i32) -> ()
  llvm.unreachable
}
"""

_DEFINITIONS = {
    ASSERT: """
llvm.func internal @triton_shared_assert(%x: i32, %y: i32, %z: i32, %message: i64, %escape: !llvm.ptr)
    attributes {passthrough = ["noinline", "cold"]} {
  %kind = llvm.mlir.constant(ASSERTION : i32) : i32
  llvm.call @triton_shared_leave(%kind, %x, %y, %z, %message, %escape)
      : (i32, i32, i32, i32, i64, !llvm.ptr) -> ()
  llvm.unreachable
}
""",
    WAIT: """
llvm.func internal @triton_shared_wait(%x: i32, %y: i32, %z: i32, %number: i64, %escape: !llvm.ptr)
    attributes {passthrough = ["alwaysinline"]} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %patience = llvm.mlir.constant(PATIENCE : i32) : i32
  %none = llvm.mlir.constant(0 : i32) : i32
  %at_turns = llvm.getelementptr %escape[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %turns = llvm.load %at_turns : !llvm.ptr -> i32
  %next = llvm.add %turns, %one : i32
  llvm.store %next, %at_turns : i32, !llvm.ptr
  %rest = llvm.urem %next, %patience : i32
  %ask = llvm.icmp "eq" %rest, %none : i32
  llvm.cond_br %ask weights([1, 1000]), ^ask, ^go_on
^ask:
  llvm.call @triton_shared_await(%x, %y, %z, %number, %escape) : (i32, i32, i32, i64, !llvm.ptr) -> ()
  llvm.br ^go_on
^go_on:
  llvm.return
}
llvm.func internal @triton_shared_await(%x: i32, %y: i32, %z: i32, %number: i64, %escape: !llvm.ptr)
    attributes {passthrough = ["noinline", "cold"]} {
  %kind = llvm.mlir.constant(WAIT_WITHOUT_END : i32) : i32
  %none = llvm.mlir.constant(0 : i32) : i32
  %failure = llvm.load %escape : !llvm.ptr -> !llvm.ptr
  %at_await = llvm.getelementptr %failure[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %at_crew = llvm.getelementptr %failure[32] : (!llvm.ptr) -> !llvm.ptr, i8
  %waiter = llvm.getelementptr %escape[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %await = llvm.load %at_await : !llvm.ptr -> !llvm.ptr
  %crew = llvm.load %at_crew : !llvm.ptr -> !llvm.ptr
  %answer = llvm.call %await(%crew, %waiter) : !llvm.ptr, (!llvm.ptr, !llvm.ptr) -> i32
  %hopeless = llvm.icmp "ne" %answer, %none : i32
  llvm.cond_br %hopeless, ^leave, ^go_on
^leave:
  llvm.call @triton_shared_leave(%kind, %x, %y, %z, %number, %escape)
      : (i32, i32, i32, i32, i64, !llvm.ptr) -> ()
  llvm.unreachable
^go_on:
  llvm.return
}
""",
}
_NUMBERS = {"ASSERTION": ASSERTION, "WAIT_WITHOUT_END": WAIT_WITHOUT_END, "PATIENCE": PATIENCE}


def pass_escapes(module: ir.Operation) -> None:
    """Give the kernels from which programs may be left an escape, and hand it on to all that may leave them."""
    called = [op for op in _symbols(module) if symbol(op) in _DEFINITIONS]
    pointer = ir.MemRefType.get((), ir.IntegerType.get_signless(8))
    for declaration in called:
        types = ir.FunctionType(declaration.attributes["function_type"].value).inputs
        declaration.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get([*types, pointer], []))
    for function in kernels_of(module).values() if called else ():
        _pass_escape(function, pointer)


def _pass_escape(function: ir.Operation, pointer: ir.Type) -> None:
    calls = [op for op in all_ops(function, {"func.call"}) if op.attributes["callee"].value in _DEFINITIONS]
    if not calls:
        return
    escape = add_argument(function, pointer, {ROLE: ir.StringAttr.get(ESCAPE)})
    for call in calls:
        with ir.InsertionPoint(call), call.location:
            callee = {"callee": call.attributes["callee"]}
            ir.Operation.create("func.call", operands=[*call.operands, escape], attributes=callee)
        call.erase()


def define_escapes(module: ir.Operation) -> None:
    """Define, in a module of the llvm dialect, what leaves programs where it is declared."""
    called = [op for op in _symbols(module) if symbol(op) in _DEFINITIONS]
    if not called:
        return
    text = _LEAVE + "".join(_DEFINITIONS[op.attributes["sym_name"].value] for op in called)
    for name, number in _NUMBERS.items():
        text = text.replace(f"({name} :", f"({number} :")
    for op in called:
        op.erase()
    definitions = ir.Module.parse(text)
    block = module.regions[0].blocks[0]
    for op in list(definitions.body):
        op.operation.clone(ip=ir.InsertionPoint.at_block_begin(block))


def _symbols(module: ir.Operation) -> list[ir.Operation]:
    return [op.operation for op in module.regions[0].blocks[0]]
