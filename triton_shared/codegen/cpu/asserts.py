"""Failed assertions leave the program that they are in, from wherever they stand.

``@triton_shared_assert`` notes the program id and the message of the first failure and jumps back to the entry point,
which goes on with the next program.  To know where to, the kernel has one more argument, the *escape*: a pointer to

    { failure *, jmp_buf }      failure: { int32 failed, pid[3]; const char *message }
"""

from __future__ import annotations

from triton_shared.mlir import ir

NAME = "triton_shared_assert"

#: bytes for any platform's jmp_buf
JUMP_BYTES = 512

_DEFINITION = """
llvm.func @longjmp(!llvm.ptr, i32) attributes {passthrough = ["noreturn"]}
llvm.func internal @triton_shared_assert(%x: i32, %y: i32, %z: i32, %message: i64, %escape: !llvm.ptr)
    attributes {passthrough = ["noinline", "cold"]} {
  %no = llvm.mlir.constant(0 : i32) : i32
  %yes = llvm.mlir.constant(1 : i32) : i32
  %failure = llvm.load %escape : !llvm.ptr -> !llvm.ptr
  %swapped = llvm.cmpxchg %failure, %no, %yes acq_rel acquire : !llvm.ptr, i32
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


def pass_escape(module: ir.Operation, function: ir.Operation) -> bool:
    """Give the kernel ``function`` its escape and hand it on to every assertion; whether there are any."""
    symbols = {op.operation.attributes["sym_name"].value: op.operation for op in module.regions[0].blocks[0]}
    if NAME not in symbols:
        return False
    pointer = ir.MemRefType.get((), ir.IntegerType.get_signless(8))
    declaration = symbols[NAME]
    types = ir.FunctionType(declaration.attributes["function_type"].value).inputs
    declaration.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get([*types, pointer], []))
    entry = function.regions[0].blocks[0]
    escape = entry.add_argument(pointer, function.location)
    function.attributes["function_type"] = ir.TypeAttr.get(
        ir.FunctionType.get([a.type for a in entry.arguments], [])
    )
    if "arg_attrs" in function.attributes:
        attributes = [*function.attributes["arg_attrs"], ir.DictAttr.get({})]
        function.attributes["arg_attrs"] = ir.ArrayAttr.get(attributes)
    calls: list[ir.Operation] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name == "func.call" and op.attributes["callee"].value == NAME:
            calls.append(op)
        return ir.WalkResult.ADVANCE

    function.walk(visit)
    for call in calls:
        with ir.InsertionPoint(call), call.location:
            callee = {"callee": call.attributes["callee"]}
            ir.Operation.create("func.call", operands=[*call.operands, escape], attributes=callee)
        call.erase()
    return True


def define(module: ir.Operation) -> None:
    """Replace the declaration of `NAME` in a module of the llvm dialect by its definition."""
    block = module.regions[0].blocks[0]
    for op in list(block):
        if op.operation.attributes["sym_name"].value == NAME:
            op.operation.erase()
    definition = ir.Module.parse(_DEFINITION)
    for op in list(definition.body):
        op.operation.clone(ip=ir.InsertionPoint.at_block_begin(block))
