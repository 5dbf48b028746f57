"""The simt dialect: what a thread of a GPU does that upstream has no portable op for.

%r = simt.shared_alloc {alignment = 16 : i64, bytes = 512 : i64} : !llvm.ptr<3>
%v = simt.predicated_load %p, %kept, %other {alignment = 16 : i64} : !llvm.ptr<1>, vector<4xf32>
simt.predicated_store %v, %p, %kept {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
simt.atomic_add %v, %p {scope = "device"} : vector<4xf32>, !llvm.ptr<1>
%v = simt.load_first %given, %p, %q {alignment = 2 : i64} : (i32, !llvm.ptr<1>, !llvm.ptr<1>) -> vector<16xf16>
%c = simt.wgmma_init_accumulator %z : vector<64xf32>
%d = simt.wgmma %c, %a, %b {kind = ["f16", "f16", "f32"], k = 16 : i64, …} : vector<64xf32>, !llvm.ptr<3>, !llvm.ptr<3>
%r = simt.wgmma_wait %d {pending = 0 : i64} : vector<64xf32>
%q = simt.optimization_barrier %p : !llvm.ptr<1>
%d = simt.divergent_condition %c {producer = "one"}
%d = simt.version_condition %c
simt.tma_load %t, %map[%at], %m, %x : vector<2xi32>
simt.tma_multicast %t, %map[%at], %m, %x, %blocks : vector<2xi32>
simt.tma_store %t, %map[%at], %x : vector<2xi32>

Upstream's `nvvm` has ops of TMA copies and of wgmma.  Its copies do not name the tensor's address, which tells what of
memory they touch; its wgmma does not tie the accumulator to registers, so that ptxas serializes (`lower_wgmma.py`).
"""

from collections.abc import Sequence
from typing import Any

from triton_shared.dialects.effects import Reads, ReadsWrites, Writes
from triton_shared.dialects.syntax import BOOL, LIST, NUMBER, TEXT, constant_type, same_as
from triton_shared.dialects.verifier import verifier
from triton_shared.mlir import ext, ir

Operand = ext.Operand
Result = ext.Result
Condition = ext.Operand[ir.IntegerType[1]]

GLOBAL, SHARED, MAP = "!llvm.ptr<1>", "!llvm.ptr<3>", "!llvm.ptr"
#: who sees an update at once, by LLVM's names: threads of the block, of the device, and all
SCOPES = ("block", "device", "")
#: elements that neighbours are added to
ADDED = (ir.F32Type, ir.F16Type, ir.BF16Type)


#: which threads of a producer have a condition
PRODUCERS = ("one", "all")


# What makes an op valid: a function returns what is wrong with it, or None


def _power_of_two(op: ir.OpView, name: str) -> str | None:
    if name not in op.attributes:
        return None
    number = op.attributes[name].value
    return None if number > 0 and number & (number - 1) == 0 else f"{name} {number} is no power of two"


def _pointer(op: ir.OpView, *names: str, only: tuple[str, ...] = (GLOBAL, SHARED)) -> str | None:
    for name in names:
        if str(type_ := getattr(op, name).type) not in only:
            return f"'{name}' must be {' or '.join(only)}, not {type_}"
    return None


def _allocation(op: ir.OpView) -> str | None:
    if (bytes_ := op.attributes["bytes"].value) <= 0:
        return f"bytes {bytes_} is no positive number"
    return _power_of_two(op, "alignment") or _pointer(op, "result", only=(SHARED,))


def _predicated(op: ir.OpView) -> str | None:
    return _power_of_two(op, "alignment") or _pointer(op, "pointer")


def _predicated_load(op: ir.OpView) -> str | None:
    if op.other.type != op.result.type:
        return f"gives {op.result.type}, or {op.other.type} where the predicate does not hold"
    return _predicated(op)


def _atomic_add(op: ir.OpView) -> str | None:
    type_ = op.value.type
    if not isinstance(type_, ir.VectorType) or not isinstance(type_.element_type, ADDED):
        return f"'value' must be a vector of f32, f16 or bf16, not {type_}"
    if (scope := op.attributes["scope"].value) not in SCOPES:
        return f"scope '{scope}' is none of {', '.join(map(repr, SCOPES))}"
    return _pointer(op, "pointer", only=(GLOBAL,))


def _load_first(op: ir.OpView) -> str | None:
    given, *pointers = op.operands
    if not pointers:
        return "has no pointers"
    for pointer in pointers:
        if str(pointer.type) not in (GLOBAL, SHARED):
            return f"'pointers' must be {GLOBAL} or {SHARED}, not {pointer.type}"
    if str(given.type) not in ("i1", "i32"):
        return f"'given' must be i1 or i32, not {given.type}"
    type_ = op.result.type
    if not isinstance(type_, ir.VectorType) or type_.shape[0] % len(pointers):
        return f"gives {type_}, which is no vector of equal parts for {len(pointers)} pointers"
    return _power_of_two(op, "alignment")


def _registers(op: ir.OpView) -> str | None:
    type_ = op.accumulator.type
    if not isinstance(type_, ir.VectorType):
        return f"'accumulator' must be a vector, not {type_}"
    return None if op.result.type == type_ else f"adds to {type_} and gives {op.result.type}"


def _wgmma(op: ir.OpView) -> str | None:
    kind, descriptors = op.attributes["kind"], op.attributes["descriptors"]
    if len(kind) != 3 or not all(isinstance(name, ir.StringAttr) for name in kind):
        return f"kind {kind} does not name the types of both operands and of the accumulator"
    if len(descriptors) != 6:
        return f"descriptors {descriptors} are no three numbers for each operand"
    for name in ("k", "steps"):
        if (number := op.attributes[name].value) <= 0:
            return f"{name} {number} is no positive number"
    if not isinstance(op.a.type, ir.VectorType) and (wrong := _pointer(op, "a", only=(SHARED,))):
        return wrong
    return _pointer(op, "b", only=(SHARED,)) or _registers(op)


def _wgmma_wait(op: ir.OpView) -> str | None:
    pending = op.attributes["pending"].value
    return f"pending {pending} is a negative number" if pending < 0 else _registers(op)


def _same_type(op: ir.OpView) -> str | None:
    given, result = op.value.type, op.result.type
    return None if given == result else f"gives {result} for {given}"


def _divergent_condition(op: ir.OpView) -> str | None:
    said = op.attributes["producer"].value if "producer" in op.attributes else None
    return (
        None
        if said in (None, *PRODUCERS)
        else f"producer '{said}' is none of {', '.join(map(repr, PRODUCERS))}"
    )


def _coordinates(op: ir.OpView) -> str | None:
    type_ = op.at.type
    is_vector = isinstance(type_, ir.VectorType) and str(type_.element_type) == "i32" and type_.rank == 1
    if not is_vector or not 1 <= type_.shape[0] <= 5:
        return f"'at' must be a vector of 1 to 5 i32, not {type_}"
    return _pointer(op, "map", only=(MAP,))


def _version_condition(op: ir.OpView) -> str | None:
    maker = op.condition.owner
    if isinstance(maker, ir.Block) or maker.operation.name != "simt.version_condition":
        return None
    return "is of another such condition"


def _tma_load(op: ir.OpView) -> str | None:
    return (
        _pointer(op, "to", "mbarrier", only=(SHARED,))
        or _pointer(op, "source", only=(GLOBAL,))
        or _coordinates(op)
    )


def _tma_store(op: ir.OpView) -> str | None:
    return _pointer(op, "source", only=(SHARED,)) or _pointer(op, "to", only=(GLOBAL,)) or _coordinates(op)


class SIMT(ext.Dialect, name="simt"):
    """One thread of a block."""


class SharedAllocOp(SIMT.Operation, name="shared_alloc", traits=[Writes]):
    """``bytes`` of shared memory that all threads of the block share, at an address that ``alignment`` divides.

    Two allocations may share bytes if the first is not read after the second has been written.
    """

    bytes: ir.IntegerAttr = ext.attribute(kw_only=True)
    alignment: ir.IntegerAttr = ext.attribute(kw_only=True)
    result: Result[Any] = ext.result(kw_only=True)
    assembly_format = "attr-dict `:` type($result)"
    attribute_kinds = {"bytes": NUMBER, "alignment": NUMBER, "offset": NUMBER}
    verify_invariants = verifier(_allocation)


class PredicatedLoadOp(SIMT.Operation, name="predicated_load", traits=[Reads]):
    """What ``pointer`` points to if ``predicate``, else ``other``; then memory is not touched."""

    pointer: Operand[Any]
    predicate: Condition
    other: Operand[Any]
    result: Result[Any] = ext.result(kw_only=True)
    assembly_format = "$pointer `,` $predicate `,` $other attr-dict `:` type($pointer) `,` type($result)"
    inferred_types = {"predicate": constant_type("i1"), "other": same_as("result")}
    attribute_kinds = {"alignment": NUMBER}
    verify_invariants = verifier(_predicated_load)


class PredicatedStoreOp(SIMT.Operation, name="predicated_store", traits=[Writes]):
    """Writes ``value`` if ``predicate``."""

    value: Operand[Any]
    pointer: Operand[Any]
    predicate: Condition
    assembly_format = "$value `,` $pointer `,` $predicate attr-dict `:` type($value) `,` type($pointer)"
    inferred_types = {"predicate": constant_type("i1")}
    attribute_kinds = {"alignment": NUMBER}
    verify_invariants = verifier(_predicated)


class AtomicAddOp(SIMT.Operation, name="atomic_add", traits=[ReadsWrites]):
    """Adds the elements of ``value`` to those from ``pointer`` on, each atomically, in no order.

    Threads of ``scope`` see each update at once.  The bytes of the whole vector divide ``pointer``.
    """

    value: Operand[Any]
    pointer: Operand[Any]
    scope: ir.StringAttr = ext.attribute(kw_only=True)
    assembly_format = "$value `,` $pointer attr-dict `:` type($value) `,` type($pointer)"
    attribute_kinds = {"scope": TEXT}
    verify_invariants = verifier(_atomic_add)


class LoadFirstOp(SIMT.Operation, name="load_first", traits=[Reads]):
    """The first bytes at each of ``pointers``, in parts of ``alignment`` bytes, and zeros after them.

    ``given`` is an i32: a part that begins before that many bytes is loaded whole; or an i1: all parts or none are.
    Memory of the other parts is not touched.  The result is a vector: what is at the first pointer, then at the second,
    ….
    """

    given: Operand[Any]
    pointers: Sequence[Operand[Any]]
    result: Result[Any] = ext.result(kw_only=True)
    assembly_format = "$given `,` $pointers attr-dict `:` functional-type($given $pointers, $result)"
    attribute_kinds = {"alignment": NUMBER}
    verify_invariants = verifier(_load_first)


class WgmmaInitAccumulatorOp(SIMT.Operation, name="wgmma_init_accumulator", traits=[Writes]):
    """``accumulator`` in the registers that `WgmmaOp` adds to: until the wait only `WgmmaOp` writes to these registers.

    ptxas serializes wgmma instructions if it finds another write, even on a path without wgmma.
    """

    accumulator: Operand[Any]
    result: Result[Any] = ext.result(kw_only=True)
    assembly_format = "$accumulator attr-dict `:` type($result)"
    inferred_types = {"accumulator": same_as("result")}
    verify_invariants = verifier(_registers)


class WgmmaOp(SIMT.Operation, name="wgmma", traits=[Writes]):
    """Begins to add the product of 64 rows of A and columns of B, in shared memory, to ``accumulator``.

    A warpgroup executes it together.  ``a`` points to the first of its rows, or is a vector of the thread's words of
    them; ``b`` points to the first column.  The inner extent is ``steps`` times ``k``.  ``descriptors`` has three
    numbers for each operand in memory: whether the inner dimension is contiguous, the bytes of a panel's row, and of a
    panel.  The op is waited for together with the ops before it that did not ``commit``.  The result, and what was
    read, must not be touched before the wait.
    """

    accumulator: Operand[Any]
    a: Operand[Any]
    b: Operand[Any]
    kind: ir.ArrayAttr = ext.attribute(kw_only=True)
    k: ir.IntegerAttr = ext.attribute(kw_only=True)
    steps: ir.IntegerAttr = ext.attribute(kw_only=True)
    commits: ir.IntegerAttr = ext.attribute(kw_only=True)
    descriptors: ir.ArrayAttr = ext.attribute(kw_only=True)
    result: Result[Any] = ext.result(kw_only=True)
    assembly_format = "$accumulator `,` $a `,` $b attr-dict `:` type($result) `,` type($a) `,` type($b)"
    inferred_types = {"accumulator": same_as("result")}
    attribute_kinds = {"kind": LIST, "k": NUMBER, "steps": NUMBER, "commits": BOOL, "descriptors": LIST}
    verify_invariants = verifier(_wgmma)


class WgmmaWaitOp(SIMT.Operation, name="wgmma_wait", traits=[Writes]):
    """Waits until all committed groups of wgmma but the last ``pending`` ones have ended.

    The result is ``accumulator``, which these instructions have added to.
    """

    accumulator: Operand[Any]
    pending: ir.IntegerAttr = ext.attribute(kw_only=True)
    result: Result[Any] = ext.result(kw_only=True)
    assembly_format = "$accumulator attr-dict `:` type($result)"
    inferred_types = {"accumulator": same_as("result")}
    attribute_kinds = {"pending": NUMBER}
    verify_invariants = verifier(_wgmma_wait)


class OptimizationBarrierOp(SIMT.Operation, name="optimization_barrier", traits=[ext.Pure]):
    """``value``, whose definition optimizations must not see: else they would compute it again at each use."""

    value: Operand[Any]
    result: Result[Any] = ext.result(kw_only=True)
    assembly_format = "$value attr-dict `:` type($result)"
    inferred_types = {"value": same_as("result")}
    verify_invariants = verifier(_same_type)


class DivergentConditionOp(SIMT.Operation, name="divergent_condition", traits=[ext.Pure]):
    """``condition``, which may differ between the threads of a block.

    With ``producer`` it holds in the producer's threads, in "one" of them or in "all": only these run a branch of it.
    It is an op, since upstream's patterns that merge two `scf.if` keep their conditions, but no attributes.
    """

    condition: Condition
    result: Result[ir.IntegerType[1]] = ext.result(kw_only=True)
    assembly_format = "$condition attr-dict"
    inferred_types = {"condition": constant_type("i1"), "result": constant_type("i1")}
    attribute_kinds = {"producer": TEXT}
    verify_invariants = verifier(_divergent_condition)


class VersionConditionOp(SIMT.Operation, name="version_condition", traits=[ext.Pure]):
    """``condition``, of which code that goes on where it holds may be told that it does not: both versions are right.

    It is an op for the reason that `DivergentConditionOp` is one.
    """

    condition: Condition
    result: Result[ir.IntegerType[1]] = ext.result(kw_only=True)
    assembly_format = "$condition attr-dict"
    inferred_types = {"condition": constant_type("i1"), "result": constant_type("i1")}
    verify_invariants = verifier(_version_condition)


#: types of operands of TMA loads
_OF_LOAD = {
    "to": constant_type(SHARED),
    "map": constant_type(MAP),
    "mbarrier": constant_type(SHARED),
    "source": constant_type(GLOBAL),
}


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
    assembly_format = "$to `,` $map `[` $at `]` `,` $mbarrier `,` $source attr-dict `:` type($at)"
    inferred_types = _OF_LOAD
    verify_invariants = verifier(_tma_load)


class TmaMulticastOp(SIMT.Operation, name="tma_multicast", traits=[ReadsWrites]):
    """Begins to copy a TMA tile to those blocks of the cluster that are bits of ``blocks``; where that is 0, nothing.

    ``to`` and ``mbarrier`` lie in each of these as they do in this block.  Operands are as those of `TmaLoadOp`.
    """

    to: Operand[Any]
    map: Operand[Any]
    at: Operand[Any]
    mbarrier: Operand[Any]
    source: Operand[Any]
    blocks: Operand[ir.IntegerType[32]]
    assembly_format = "$to `,` $map `[` $at `]` `,` $mbarrier `,` $source `,` $blocks attr-dict `:` type($at)"
    inferred_types = _OF_LOAD | {"blocks": constant_type("i32")}
    verify_invariants = verifier(_tma_load)


class TmaStoreOp(SIMT.Operation, name="tma_store", traits=[ReadsWrites]):
    """Begins to copy shared memory at ``source`` to a TMA tile; operands are as those of `TmaLoadOp`.

    Elements outside of the tensor are not written.
    """

    source: Operand[Any]
    map: Operand[Any]
    at: Operand[Any]
    to: Operand[Any]
    assembly_format = "$source `,` $map `[` $at `]` `,` $to attr-dict `:` type($at)"
    inferred_types = {"source": constant_type(SHARED), "map": constant_type(MAP), "to": constant_type(GLOBAL)}
    verify_invariants = verifier(_tma_store)
