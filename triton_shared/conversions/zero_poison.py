"""Let integers and pointers that a program leaves undefined be zero.

::

    %i = ub.poison : i64            ->    %i = arith.constant 0 : i64
    %p = ub.poison : !tt.ptr<f32>   ->    %z = arith.constant 0 : i64      %p = tt.int_to_ptr %z

Triton's front end makes such values of variables that are not set on every path, such as a loop's variable behind the
loop, and programs count addresses and masks from them.  LLVM would take any register for each use: an address is
misaligned then, a mask holds where it must not, two threads disagree.  Any value refines poison; with zero each run is
the same.  Promise: no ``ub.poison`` of integers or pointers is left, or of tensors of these.
"""

from __future__ import annotations

from triton_shared.dialects.tt.types import address_type, element_type, is_block, is_pointer
from triton_shared.ir.builder import at, build
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    for op in all_ops(module.operation, {"ub.poison"}):
        type_ = op.result.type
        number = address_type(type_)
        if is_block(type_) or not isinstance(element_type(number), (ir.IntegerType, ir.IndexType)):
            continue
        with at(op):
            zero = build.constant(number, 0)
            value = build.one("tt.int_to_ptr", type_, zero) if is_pointer(type_) else zero
        op.result.replace_all_uses_with(value)
        op.erase()
