"""Let every i1 in memory be an i8 that is 0 or 1.

    linalg.generic ins(%m : memref<16xi1>) {                     linalg.generic ins(%m : memref<16xi8>) {
    ^bb0(%x: i1): …                                       ->     ^bb0(%byte: i8): %x = arith.cmpi ne, %byte, %zero …

Reductions by bits work on the bytes as they are.
"""

from __future__ import annotations

from triton_shared.codegen.kernels import update_signature
from triton_shared.codegen.memory.retype import retype
from triton_shared.ir.builder import Builder, integer
from triton_shared.ir.walk import all_ops, substitute
from triton_shared.mlir import ir

#: ops that give 0 or 1 for bytes that are 0 or 1
BITWISE = {"arith.andi", "arith.ori", "arith.xori", "arith.maxui", "arith.minui", "linalg.yield"}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    byte, boolean = integer(8), integer(1)

    def change(type: ir.Type) -> ir.Type | None:
        match type:
            case ir.MemRefType(element_type=element) if element == boolean:
                return ir.MemRefType.get(type.shape, byte, type.layout, type.memory_space)
            case ir.UnrankedMemRefType(element_type=element) if element == boolean:
                return ir.UnrankedMemRefType.get(byte, type.memory_space)
        return None

    if not retype(function, change):
        return
    update_signature(function)
    for op in all_ops(function):
        match op.name:
            case "memref.load" if op.result.type == boolean:
                loaded = Builder.before(op).one("memref.load", byte, *op.operands)
                substitute(op, Builder.before(op).compare("ne", loaded, 0))
            case "memref.store" if op.operands[0].type == boolean:
                op.operands[0] = Builder.before(op).one("arith.extui", byte, op.operands[0])
            case name if name.startswith("linalg.") and op.regions:
                _retype_body(op)


def _retype_body(op: ir.Operation) -> None:
    """Let the body of the linalg op ``op`` take and give bytes where its operands hold bytes."""
    byte, boolean = integer(8), integer(1)
    for number, operand in enumerate(op.operands):
        if operand.type == boolean:
            op.operands[number] = Builder.before(op).one("arith.extui", byte, operand)
    body = op.regions[0].blocks[0]
    taken = [a for a in body.arguments if a.type == boolean]
    if not taken:
        return
    inner = [one.operation for one in body.operations]
    if len(taken) == len(body.arguments) and _is_bitwise(inner, set(taken)):
        for value in [*taken, *(v for one in inner for v in one.results)]:
            value.set_type(byte)
        return
    begin = Builder(ir.InsertionPoint.at_block_begin(body), op.location)
    for argument in taken:
        uses = [(use.owner.operation, use.operand_number) for use in argument.uses]
        argument.set_type(byte)
        if uses:
            truth = begin.compare("ne", argument, 0)
            for user, number in uses:
                user.operands[number] = truth
    end = Builder.before(inner[-1])
    values = list(inner[-1].operands)
    outputs = list(body.arguments)[-len(values) :]
    for number, (value, argument) in enumerate(zip(values, outputs, strict=True)):
        if value.type != argument.type:
            inner[-1].operands[number] = end.one("arith.extui", byte, value)


def _is_bitwise(ops: list[ir.Operation], known: set[ir.Value]) -> bool:
    """Whether ``ops`` make of ``known``, and of nothing else, only what is 0 or 1 for bytes that are."""
    for op in ops:
        if op.name not in BITWISE or not known.issuperset(op.operands):
            return False
        known.update(op.results)
    return True
