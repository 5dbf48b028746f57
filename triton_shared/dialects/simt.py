"""The simt dialect: what a thread of a GPU does that upstream has no portable op for.

%r = simt.shared_alloc {bytes = 512, alignment = 16} : !llvm.ptr<3>
%v = simt.predicated_load %p, %kept, %other {alignment = 16} : vector<4xf32>
simt.predicated_store %v, %p, %kept {alignment = 16}
%v = simt.load_first %given, %p, %q {alignment = 2} : vector<16xf16>
%c = simt.wgmma_init_accumulator %z : vector<64xf32>
%d = simt.wgmma %c, %a, %b {kind = ["f16", "f16", "f32"], k = 16, steps = 4, …} : vector<64xf32>
%r = simt.wgmma_wait %d {pending = 0} : vector<64xf32>
%q = simt.optimization_barrier %p : !llvm.ptr<1>
%d = simt.divergent_condition %c
%d = simt.produces %c {alone = true}
simt.tma_load %t, %map, %at, %m, %x
simt.tma_store %t, %map, %at, %x
"""

from collections.abc import Sequence
from typing import Any

from triton_shared.dialects.effects import Reads, ReadsWrites, Writes
from triton_shared.mlir import ext, ir

Operand = ext.Operand
Result = ext.Result
Condition = ext.Operand[ir.IntegerType[1]]


class SIMT(ext.Dialect, name="simt"):
    """One thread of a block."""


class SharedAllocOp(SIMT.Operation, name="shared_alloc", traits=[Writes]):
    """``bytes`` of shared memory that all threads of the block share, at an address that ``alignment`` divides.

    Two allocations may share bytes if the first is not read after the second has been written.
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


class LoadFirstOp(SIMT.Operation, name="load_first", traits=[Reads]):
    """The first bytes at each of ``pointers``, in parts of ``alignment`` bytes, and zeros after them.

    ``given`` is an i32: a part that begins before that many bytes is loaded whole; or an i1: all parts or none are.
    Memory of the other parts is not touched.  The result is a vector: what is at the first pointer, then at the second,
    ….
    """

    given: Operand[Any]
    pointers: Sequence[Operand[Any]]
    result: Result[Any] = ext.result(kw_only=True)


class WgmmaInitAccumulatorOp(SIMT.Operation, name="wgmma_init_accumulator", traits=[Writes]):
    """``accumulator`` in the registers that `WgmmaOp` adds to: until the wait only `WgmmaOp` writes to these registers.

    ptxas serializes wgmma instructions if it finds another write, even on a path without wgmma.
    """

    accumulator: Operand[Any]
    result: Result[Any] = ext.result(kw_only=True)


class WgmmaOp(SIMT.Operation, name="wgmma", traits=[Writes]):
    """Begins to add the product of 64 rows of A and columns of B, in shared memory, to ``accumulator``.

    A warpgroup executes it together.  ``a`` points to the first of its rows, or is a vector of the thread's words of
    them; ``b`` points to the first column.  The inner extent is ``steps`` times ``k``.  ``forms`` has three numbers for
    each
    operand in memory: whether the inner dimension is contiguous, the bytes of a panel's row, and of a panel.
    The op is waited for together with the ops before it that did not ``commit``.
    The result, and what was read, must not be touched before the wait.
    """

    accumulator: Operand[Any]
    a: Operand[Any]
    b: Operand[Any]
    kind: ir.ArrayAttr = ext.attribute(kw_only=True)
    k: ir.IntegerAttr = ext.attribute(kw_only=True)
    steps: ir.IntegerAttr = ext.attribute(kw_only=True)
    commits: ir.IntegerAttr = ext.attribute(kw_only=True)
    forms: ir.ArrayAttr = ext.attribute(kw_only=True)
    result: Result[Any] = ext.result(kw_only=True)


class WgmmaWaitOp(SIMT.Operation, name="wgmma_wait", traits=[Writes]):
    """Waits until all committed groups of wgmma but the last ``pending`` ones have ended.

    The result is ``accumulator``, which these instructions have added to.
    """

    accumulator: Operand[Any]
    pending: ir.IntegerAttr = ext.attribute(kw_only=True)
    result: Result[Any] = ext.result(kw_only=True)


class OptimizationBarrierOp(SIMT.Operation, name="optimization_barrier", traits=[ext.Pure]):
    """``value``, whose definition optimizations must not see: else they would compute it again at each use."""

    value: Operand[Any]
    result: Result[Any] = ext.result(kw_only=True)


class DivergentConditionOp(SIMT.Operation, name="divergent_condition", traits=[ext.Pure]):
    """``condition``, which may differ between the threads of a block.

    Upstream's patterns that merge two `scf.if` keep their conditions, but no attributes.
    """

    condition: Condition
    result: Result[ir.IntegerType[1]] = ext.result(kw_only=True)


class ProducesOp(SIMT.Operation, name="produces", traits=[ext.Pure]):
    """``condition``, which holds in the producer's threads: in one of them if ``alone``, else in all.

    Only the producer executes a branch of this condition.  Like `DivergentConditionOp` it is an op, which no pattern
    drops.
    """

    condition: Condition
    alone: ir.IntegerAttr = ext.attribute(kw_only=True)
    result: Result[ir.IntegerType[1]] = ext.result(kw_only=True)


class TmaLoadOp(SIMT.Operation, name="tma_load", traits=[ReadsWrites]):
    """Begins to copy a TMA tile to shared memory at ``to``; its bytes arrive at ``mbarrier``.

    ``map`` describes the tensor, which lies at ``source`` or near it.  The tile begins at the coordinates ``at``, a
    vector of i32, the contiguous dimension first.
    """

    to: Operand[Any]
    map: Operand[Any]
    at: Operand[Any]
    mbarrier: Operand[Any]
    source: Operand[Any]


class TmaStoreOp(SIMT.Operation, name="tma_store", traits=[ReadsWrites]):
    """Begins to copy shared memory at ``source`` to a TMA tile; operands are as those of `TmaLoadOp`.

    Elements outside of the tensor are not written.
    """

    source: Operand[Any]
    map: Operand[Any]
    at: Operand[Any]
    to: Operand[Any]
