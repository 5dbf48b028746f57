"""Compute an address whose index is a sum in as many steps, so that what a loop does not change leaves it.

::

    %row = llvm.mul %i, %stride : i64
    %at = llvm.add %row, %j : i64
    %a = llvm.getelementptr %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32

becomes

    %row = llvm.mul %i, %stride : i64
    %start = llvm.getelementptr %x[%row] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %a = llvm.getelementptr %start[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32

Outer dimensions come first in the sums that MLIR makes of indices, so ``%start`` is the same for all of a loop over
``%j``.

Promise: all addresses are what they were.  Sums of sums of sums stay, as do ops with more indices than one.
"""

from __future__ import annotations

from triton_shared.mlir import ir, rewrite

#: how often an index is split: a walk does not come to the ops that it makes
DEPTH = 2
#: MLIR applies patterns of PDL without a call of Python for each address.  A sum is one of numbers, or of indices.
_PATTERNS = """
pdl.pattern : benefit(1) {
  %number = pdl.type : i64
  %address = pdl.type : !llvm.ptr
  %first = pdl.operand : %number
  %second = pdl.operand : %number
  %add = pdl.operation "llvm.add"(%first, %second : !pdl.value, !pdl.value) -> (%number : !pdl.type)
  %sum = pdl.result 0 of %add
  %base = pdl.operand : %address
  %one = pdl.attribute = array<i32: -2147483648>
  %element = pdl.attribute
  %both = pdl.operation "llvm.getelementptr"(%base, %sum : !pdl.value, !pdl.value)
    {"rawConstantIndices" = %one, "elem_type" = %element} -> (%address : !pdl.type)
  pdl.rewrite %both {
    %outer = pdl.operation "llvm.getelementptr"(%base, %first : !pdl.value, !pdl.value)
      {"rawConstantIndices" = %one, "elem_type" = %element} -> (%address : !pdl.type)
    %start = pdl.result 0 of %outer
    %inner = pdl.operation "llvm.getelementptr"(%start, %second : !pdl.value, !pdl.value)
      {"rawConstantIndices" = %one, "elem_type" = %element} -> (%address : !pdl.type)
    pdl.replace %both with %inner
  }
}

pdl.pattern : benefit(1) {
  %number = pdl.type : i64
  %index = pdl.type : index
  %first = pdl.operand : %index
  %second = pdl.operand : %index
  %add = pdl.operation "arith.addi"(%first, %second : !pdl.value, !pdl.value) -> (%index : !pdl.type)
  %sum = pdl.result 0 of %add
  %cast = pdl.operation "builtin.unrealized_conversion_cast"(%sum : !pdl.value) -> (%number : !pdl.type)
  %converted = pdl.result 0 of %cast
  %one = pdl.attribute = array<i32: -2147483648>
  %element = pdl.attribute
  %pointer = pdl.type : !llvm.ptr
  %base = pdl.operand : %pointer
  %address = pdl.operation "llvm.getelementptr"(%base, %converted : !pdl.value, !pdl.value)
    {"rawConstantIndices" = %one, "elem_type" = %element} -> (%pointer : !pdl.type)
  pdl.rewrite %address {
    %a = pdl.operation "builtin.unrealized_conversion_cast"(%first : !pdl.value) -> (%number : !pdl.type)
    %b = pdl.operation "builtin.unrealized_conversion_cast"(%second : !pdl.value) -> (%number : !pdl.type)
    %x = pdl.result 0 of %a
    %y = pdl.result 0 of %b
    %outer = pdl.operation "llvm.getelementptr"(%base, %x : !pdl.value, !pdl.value)
      {"rawConstantIndices" = %one, "elem_type" = %element} -> (%pointer : !pdl.type)
    %start = pdl.result 0 of %outer
    %inner = pdl.operation "llvm.getelementptr"(%start, %y : !pdl.value, !pdl.value)
      {"rawConstantIndices" = %one, "elem_type" = %element} -> (%pointer : !pdl.type)
    pdl.replace %address with %inner
  }
}
"""


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    with module.context, ir.Location.unknown():
        source = ir.Module.parse(_PATTERNS)  # has to live as long as the patterns
        patterns = rewrite.PDLModule(source).freeze()
    for _ in range(DEPTH):
        rewrite.walk_and_apply_patterns(module, patterns)
