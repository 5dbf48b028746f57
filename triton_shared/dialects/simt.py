"""The simt dialect: what a thread of a GPU does that upstream has no portable op for.

%r = simt.region {bytes = 512, alignment = 16} : !llvm.ptr<3>
%v = simt.predicated_load %p, %kept, %other {alignment = 16} : vector<4xf32>
simt.predicated_store %v, %p, %kept {alignment = 16}
%v = simt.load_first %given, %p, %q {alignment = 2} : vector<16xf16>
%c = simt.begin_sums %z : vector<64xf32>
%d = simt.multiply_async %c, %a, %b {kind = ["f16", "f16", "f32"], k = 16, steps = 4, …} : vector<64xf32>
%r = simt.wait_for_products %d {pending = 0} : vector<64xf32>
%q = simt.opaque %p : !llvm.ptr<1>
%d = simt.differs %c
%d = simt.produces %c {alone = true}
simt.prefetch_map %map
simt.begin_phases %m {count = 3, arrivals = 1}
simt.fence_copies
simt.expect_bytes %m {bytes = 8192}
simt.arrive %m
simt.arrive_when_copied %m
simt.copy_box %t, %map, %at, %m, %x
simt.wait_for_phase %m, %parity
simt.end_phases %m {count = 3}
simt.store_box %t, %map, %at, %x
simt.commit_stores
simt.wait_for_stores {pending = 0, only_read = true}
simt.set_registers {count = 232, more = true}
"""

from collections.abc import Sequence
from typing import Any

from triton_shared.dialects.effects import Reads, ReadsWrites, Writes
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


class LoadFirstOp(SIMT.Operation, name="load_first", traits=[Reads]):
    """The first bytes behind each of ``pointers``, in pieces of ``alignment`` bytes, and zeros behind them.

    ``given`` is an i32: a piece that begins before so many bytes is loaded whole; or an i1: all or none are.  Of the
    others memory is not touched.  The result is a vector of what is behind the first pointer, the second one, ….
    """

    given: Operand[Any]
    pointers: Sequence[Operand[Any]]
    result: Result[Any] = ext.result(kw_only=True)


class BeginSumsOp(SIMT.Operation, name="begin_sums", traits=[Writes]):
    """``sums``, in the registers that products add to: nothing but products writes these until they are waited for.

    Machine code's compiler makes products one by one where it finds such a write, if only on a way without products.
    """

    sums: Operand[Any]
    result: Result[Any] = ext.result(kw_only=True)


class MultiplyAsyncOp(SIMT.Operation, name="multiply_async", traits=[Writes]):
    """Begins to add to ``sums`` the product of 64 rows, of A, and columns, of B, in shared memory.

    A warpgroup does it together.  ``left`` points to the first of its rows, or is a vector of the words that the
    thread has of them; ``right`` points to the first column.  ``steps`` times ``k`` is the inner extent; ``forms`` says
    of each operand in memory whether the inner dimension is its fast one, the bytes of a panel's row, and of a panel.
    The op and those before it that did not ``commit`` are waited for together.
    The result, and what was read, must not be touched before it has been waited for.
    """

    sums: Operand[Any]
    left: Operand[Any]
    right: Operand[Any]
    kind: ir.ArrayAttr = ext.attribute(kw_only=True)
    k: ir.IntegerAttr = ext.attribute(kw_only=True)
    steps: ir.IntegerAttr = ext.attribute(kw_only=True)
    commits: ir.IntegerAttr = ext.attribute(kw_only=True)
    forms: ir.ArrayAttr = ext.attribute(kw_only=True)
    result: Result[Any] = ext.result(kw_only=True)


class WaitForProductsOp(SIMT.Operation, name="wait_for_products", traits=[Writes]):
    """Waits until all products have ended that were committed, but for the last ``pending`` times.

    The result is ``sums``, which these products have added to.
    """

    sums: Operand[Any]
    pending: ir.IntegerAttr = ext.attribute(kw_only=True)
    result: Result[Any] = ext.result(kw_only=True)


class OpaqueOp(SIMT.Operation, name="opaque", traits=[ext.Pure]):
    """``pointer``, of which nobody shall know how it was made: else it would be made anew where it is used."""

    pointer: Operand[Any]
    result: Result[Any] = ext.result(kw_only=True)


class DiffersOp(SIMT.Operation, name="differs", traits=[ext.Pure]):
    """``condition``, of which is known that it need not be the same in all threads.

    Upstream's patterns that make one `scf.if` of two keep conditions, but no attributes.
    """

    condition: Condition
    result: Result[ir.IntegerType[1]] = ext.result(kw_only=True)


class ProducesOp(SIMT.Operation, name="produces", traits=[ext.Pure]):
    """``condition``, which holds in the producer's threads: in one of them if ``alone``, else in all.

    What stands in a branch of this condition is the producer's.  Like `DiffersOp` it says so where no pattern drops it.
    """

    condition: Condition
    alone: ir.IntegerAttr = ext.attribute(kw_only=True)
    result: Result[ir.IntegerType[1]] = ext.result(kw_only=True)


class BeginPhasesOp(SIMT.Operation, name="begin_phases", traits=[Writes]):
    """Makes ``count`` mbarriers, one behind the other at ``first``, a phase of which so many ``arrivals`` end."""

    first: Operand[Any]
    count: ir.IntegerAttr = ext.attribute(kw_only=True)
    arrivals: ir.IntegerAttr = ext.attribute(kw_only=True)


class EndPhasesOp(SIMT.Operation, name="end_phases", traits=[Writes]):
    """Unmakes ``count`` mbarriers, one behind the other at ``arrivals``, which nobody uses any more."""

    arrivals: Operand[Any]
    count: ir.IntegerAttr = ext.attribute(kw_only=True)


class FenceCopiesOp(SIMT.Operation, name="fence_copies", traits=[Writes]):
    """Lets what this thread did to memory before be there for copies of boxes that begin after a barrier."""


class PrefetchMapOp(SIMT.Operation, name="prefetch_map", traits=[Writes]):
    """Fetches what ``map`` tells of a tensor ahead: the first copy of a box waits for it otherwise."""

    map: Operand[Any]


class ExpectBytesOp(SIMT.Operation, name="expect_bytes", traits=[Writes]):
    """Arrives at an mbarrier, whose phase then ends when so many ``bytes`` have been copied."""

    arrivals: Operand[Any]
    bytes: ir.IntegerAttr = ext.attribute(kw_only=True)


class ArriveOp(SIMT.Operation, name="arrive", traits=[Writes]):
    """Arrives at an mbarrier: what this thread did to memory before is done for those who wait for the phase."""

    arrivals: Operand[Any]


class ArriveWhenCopiedOp(SIMT.Operation, name="arrive_when_copied", traits=[Writes]):
    """Arrives at an mbarrier when all asynchronous copies of chunks that this thread has begun have been made."""

    arrivals: Operand[Any]


class CopyBoxOp(SIMT.Operation, name="copy_box", traits=[ReadsWrites]):
    """Begins to copy a box of a tensor to shared memory at ``to``; its bytes arrive at the mbarrier ``arrivals``.

    ``map`` tells of the tensor, which lies at ``source`` or near it; the box begins at the coordinates ``at``, a vector
    of i32, the fastest dimension first.
    """

    to: Operand[Any]
    map: Operand[Any]
    at: Operand[Any]
    arrivals: Operand[Any]
    source: Operand[Any]


class WaitForPhaseOp(SIMT.Operation, name="wait_for_phase", traits=[Writes]):
    """Waits until the phase of ``parity``, an i32, has ended, of an mbarrier's current phase and the one before."""

    arrivals: Operand[Any]
    parity: Operand[Any]


class StoreBoxOp(SIMT.Operation, name="store_box", traits=[ReadsWrites]):
    """Begins to copy what lies in shared memory at ``source`` to a box of a tensor, told as to `CopyBoxOp`.

    What is outside of the tensor is not written.
    """

    source: Operand[Any]
    map: Operand[Any]
    at: Operand[Any]
    to: Operand[Any]


class CommitStoresOp(SIMT.Operation, name="commit_stores", traits=[Writes]):
    """Makes a group of what this thread has begun to copy to boxes since the last one."""


class WaitForStoresOp(SIMT.Operation, name="wait_for_stores", traits=[Writes]):
    """Waits until all groups of this thread but the last ``pending`` ones are in memory, or have only been read."""

    pending: ir.IntegerAttr = ext.attribute(kw_only=True)
    only_read: ir.IntegerAttr = ext.attribute(kw_only=True)


class SetRegistersOp(SIMT.Operation, name="set_registers", traits=[Writes]):
    """From here on a thread of this warpgroup has ``count`` registers, which are ``more`` than before or less.

    More are waited for until other warpgroups have given back theirs.
    """

    count: ir.IntegerAttr = ext.attribute(kw_only=True)
    more: ir.IntegerAttr = ext.attribute(kw_only=True)
