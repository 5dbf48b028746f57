"""tts ops that stay, for whoever lowers them by their own means.

::

    %v = tts.load %x[%o] … : !tt.ptr<f32>      ->      %v = tts.load %x[%o] … : memref<*xf32>

Nothing of the tt dialect is left in their operands and results: the base is a memref, and elements that are pointers
are their 64-bit addresses.
"""

from __future__ import annotations

from triton_shared.conversions.access_boxes import unranked
from triton_shared.dialects.tt.types import address_type, is_pointer
from triton_shared.dialects.tts import parts_of
from triton_shared.ir.builder import at, build, element_of
from triton_shared.mlir import ir


def keep(op: ir.Operation) -> None:
    """Let the tts op ``op`` take memrefs and numbers, and give numbers."""
    parts = parts_of(op)
    moved = [*parts.get("value", []), *parts.get("expected", []), *op.results]
    memory = element_of(address_type(moved[0].type))
    with at(op):
        for number, operand in enumerate(op.operands):
            if parts["base"] and number == 0:
                op.operands[number] = unranked(operand, memory)
            elif is_pointer(operand.type):
                op.operands[number] = build.one("tt.ptr_to_int", address_type(operand.type), operand)
    for result in op.results:
        if is_pointer(result.type):
            _give_addresses(op, result)


def _give_addresses(op: ir.Operation, result: ir.Value) -> None:
    pointers = result.type
    result.set_type(address_type(pointers))
    with ir.InsertionPoint.after(op), op.location:
        cast = build.one("tt.int_to_ptr", pointers, result)
    result.replace_all_uses_except(cast, [cast.owner.operation])
