"""Kernels from which programs may be left have an escape, and hand it on to all that may leave them.

    func.func private @triton_shared_assert(i32, i32, i32, i64)
    func.func @k(…) { func.call @triton_shared_assert(%x, %y, %z, %message) }

becomes

    func.func private @triton_shared_assert(i32, i32, i32, i64, memref<i8>)
    func.func @k(…, %escape: memref<i8> {tts.role = "escape"}) {
      func.call @triton_shared_assert(%x, %y, %z, %message, %escape)
    }

Promise: a kernel without such calls takes no escape.  `escape.py` says what one points to.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.escape import LEAVING, declared
from triton_shared.codegen.kernels import ESCAPE, ROLE, add_argument, kernels_of
from triton_shared.ir.builder import Builder
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(module: ir.Operation) -> None:
    """Give the kernels from which programs may be left an escape, and hand it on to all that may leave them."""
    called = declared(module)
    pointer = ir.MemRefType.get((), ir.IntegerType.get_signless(8))
    for declaration in called:
        types = ir.FunctionType(declaration.attributes["function_type"].value).inputs
        declaration.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get([*types, pointer], []))
    for function in kernels_of(module).values() if called else ():
        _pass_escape(function, pointer)


def _pass_escape(function: ir.Operation, pointer: ir.Type) -> None:
    calls = [op for op in all_ops(function, {"func.call"}) if op.attributes["callee"].value in LEAVING]
    if not calls:
        return
    escape = add_argument(function, pointer, {ROLE: ir.StringAttr.get(ESCAPE)})
    for call in calls:
        callee = {"callee": call.attributes["callee"]}
        Builder.before(call).op("func.call", (), [*call.operands, escape], callee)
        call.erase()
