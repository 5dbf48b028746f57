"""What leaves programs is defined, where a module of the llvm dialect declares it.

    llvm.func @triton_shared_assert(i32, i32, i32, i64, !llvm.ptr)

becomes

    llvm.func @longjmp(!llvm.ptr, i32) attributes {passthrough = ["noreturn"]}
    llvm.func internal @triton_shared_leave(…) {…}
    llvm.func internal @triton_shared_assert(…) {… llvm.call @triton_shared_leave(…)}

Promise: of what `pass_escapes.py` hands escapes to, nothing is left to the linker.  `escape.py` says what an escape is.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.escape import ASSERT, ASSERTION, PATIENCE, WAIT, WAIT_WITHOUT_END, declared
from triton_shared.mlir import ir

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
  %at_count = llvm.getelementptr %escape[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %count = llvm.load %at_count : !llvm.ptr -> i32
  %next = llvm.add %count, %one : i32
  llvm.store %next, %at_count : i32, !llvm.ptr
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


def run(module: ir.Operation) -> None:
    """Define, in a module of the llvm dialect, what leaves programs where it is declared."""
    called = declared(module)
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
