"""Store a vector of which a mask keeps one lane as that element.

::

    %mask = llvm.mlir.constant(dense<[true, false, false, false]> : vector<4xi1>) : vector<4xi1>
    llvm.intr.masked.store %v, %p, %mask {alignment = 2 : i32} : vector<4xi16>, vector<4xi1> into !llvm.ptr

becomes

    %lane = llvm.mlir.constant(0 : i64) : i64
    %x = llvm.extractelement %v[%lane : i64] : vector<4xi16>
    llvm.store %x, %p {alignment = 2 : i64} : i16, !llvm.ptr

LLVM does so, too.  But where the vector is narrowed from wider integers, which AVX-512 does in the store, LLVM 22
stores the wide element, and so overwrites what is behind it.

Promise: what is written is what it was; no masked store is left whose mask is known to keep one lane.
"""

from __future__ import annotations

import math

from triton_shared.ir.builder import Builder, bit_width, element_of, i64_attr, integer
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, made_by
from triton_shared.mlir import ir


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``, in the llvm dialect."""
    for store in all_ops(module, {"llvm.intr.masked.store"}):
        vector, pointer, mask = store.operands
        lanes = _kept(mask)
        if len(lanes) == 1:
            fired("store-lone-lanes", "store")
            _store(Builder.before(store), vector, pointer, lanes[0], store.attributes["alignment"].value)
            store.erase()


def _kept(mask: ir.Value) -> list[int]:
    """The lanes that ``mask`` keeps; none where that is not known."""
    constant = made_by(mask, "llvm.mlir.constant")
    value = constant.attributes["value"] if constant else None
    if not isinstance(value, ir.DenseElementsAttr):
        return []
    return [lane for lane, kept in enumerate(value) if kept]


def _store(b: Builder, vector: ir.Value, pointer: ir.Value, lane: int, alignment: int) -> None:
    """Store one ``lane`` of ``vector``, whose first one belongs to ``pointer``."""
    type_ = element_of(vector.type)
    number = b.one("llvm.mlir.constant", integer(64), value=i64_attr(lane))
    element = b.one("llvm.extractelement", type_, vector, number)
    if lane:
        at = {"rawConstantIndices": ir.DenseI32ArrayAttr.get([lane]), "elem_type": ir.TypeAttr.get(type_)}
        pointer = b.one("llvm.getelementptr", pointer.type, pointer, **at)
        alignment = math.gcd(alignment, lane * bit_width(type_) // 8)
    b.op("llvm.store", (), (element, pointer), {"alignment": i64_attr(alignment)})
