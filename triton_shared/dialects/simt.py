"""The simt dialect: what a thread of a GPU does that upstream has no portable op for.

%r = simt.region {bytes = 512, alignment = 16} : !llvm.ptr<3>
%v = simt.predicated_load %p, %kept, %other {alignment = 16} : vector<4xf32>
simt.predicated_store %v, %p, %kept {alignment = 16}
"""

from typing import Any

from triton_shared.dialects.effects import Reads, Writes
from triton_shared.mlir import ext, ir

Operand, Result = ext.Operand, ext.Result
Condition = ext.Operand[ir.IntegerType[1]]


class SIMT(ext.Dialect, name="simt"):
    """One thread of a block."""


class RegionOp(SIMT.Operation, name="region", traits=[Writes]):
    """``bytes`` of shared memory that all threads of the block share, at an address that ``alignment`` divides.

    Two regions may lie in the same bytes where what is in the one is not read after the other is written.
    """

    bytes: ir.IntegerAttr = ext.attribute(kw_only=True)
    alignment: ir.IntegerAttr = ext.attribute(kw_only=True)
    result: Result[Any] = ext.result(kw_only=True)


class PredicatedLoadOp(SIMT.Operation, name="predicated_load", traits=[Reads]):
    """What ``pointer`` points to if ``predicate``, else ``other``; then memory is not touched."""

    pointer: Operand[Any]
    predicate: Condition
    other: Operand[Any]
    result: Result[Any] = ext.result(kw_only=True)


class PredicatedStoreOp(SIMT.Operation, name="predicated_store", traits=[Writes]):
    """Writes ``value`` if ``predicate``."""

    value: Operand[Any]
    pointer: Operand[Any]
    predicate: Condition
