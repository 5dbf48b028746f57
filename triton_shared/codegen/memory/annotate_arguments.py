"""Note of every kernel's arguments what a launch must know, which the types will not say any longer.

    func.func @k(%x: memref<*xf32>, %n: i32, %gridX: i32, …, %pidZ: i32)

becomes

    func.func @k(%x: memref<*xf32> {tts.pointee = f32, tts.written}, %n: i32,
                 %gridX: i32 {tts.role = "program"}, …, %pidZ: i32 {tts.role = "program"})

A pointer is ``tts.written`` unless all that is done with it are plain reads.
"""

from __future__ import annotations

from triton_shared.codegen.kernels import (
    POINTEE,
    PROGRAM,
    PROGRAM_ARGUMENTS,
    ROLE,
    WRITTEN,
    attributes_of,
    kernels_of,
    set_attributes,
)
from triton_shared.codegen.memory.uses import may_be_written
from triton_shared.mlir import ir


def run(module: ir.Operation) -> None:
    """Run the pass on every kernel of ``module``."""
    for function in kernels_of(module).values():
        attributes = attributes_of(function)
        arguments = list(function.regions[0].blocks[0].arguments)
        for argument, known in zip(arguments[:-PROGRAM_ARGUMENTS], attributes, strict=False):
            if isinstance(argument.type, ir.UnrankedMemRefType):
                known[POINTEE] = ir.TypeAttr.get(argument.type.element_type)
                if may_be_written(argument):
                    known[WRITTEN] = ir.UnitAttr.get()
        for known in attributes[-PROGRAM_ARGUMENTS:]:
            known[ROLE] = ir.StringAttr.get(PROGRAM)
        set_attributes(function, attributes)
