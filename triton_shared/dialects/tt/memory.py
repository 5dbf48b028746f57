"""Ops that compute addresses and access memory, by pointers, block pointers and tensor descriptors."""

from collections.abc import Sequence
from typing import Any

from triton_shared import compat
from triton_shared.dialects.effects import Reads, ReadsWrites, Writes
from triton_shared.dialects.syntax import BOOL, NUMBERS, POLICY, same_as
from triton_shared.dialects.tt import verifiers
from triton_shared.dialects.tt.base import (
    I32,
    I64,
    TT,
    CacheModifier,
    DescriptorReduceKind,
    EvictionPolicy,
    MemSemantic,
    MemSyncScope,
    PaddingOption,
    RMWOp,
    base_of,
    mask_of,
    pointee_of,
    pointer_to,
)
from triton_shared.dialects.verifier import verifier
from triton_shared.mlir import ext

Operand = ext.Operand
Result = ext.Result
Pure = ext.Pure


_HINTS = "(`cacheModifier` `=` $cache^)? (`evictionPolicy` `=` $evict^)?"


def _upgrade_cache(attrs: dict[str, str]) -> None:
    """``cache``/``evict`` of releases before 3.9 become one ``cachePolicy``, or none if they say nothing."""
    modifier = CacheModifier.decode(attrs.pop("cache", "1 : i32"))
    eviction = EvictionPolicy.decode(attrs.pop("evict", "1 : i32"))
    if (modifier, eviction) != ("none", "evict_normal"):
        attrs["cachePolicy"] = f'#tt.cache_policy<"{modifier}", "{eviction}">'
    if attrs.get("boundaryCheck") in ("array<i32>", "array<i32:>"):
        del attrs["boundaryCheck"]


class AddPtrOp(TT.Operation, name="addptr", traits=[Pure]):
    """Pointers moved by ``offset`` elements."""

    ptr: Operand[Any]
    offset: Operand[Any]
    result: Result[Any]
    assembly_format = "$ptr `,` $offset attr-dict `:` type($result) `,` type($offset)"
    inferred_types = {"ptr": same_as("result")}
    verify_invariants = verifier(verifiers.addptr)


class LoadOp(TT.Operation, name="load", traits=[Reads]):
    """What ``ptr`` points to; where ``mask`` is false, ``other`` or an undefined value."""

    ptr: Operand[Any]
    result: Result[Any]
    mask: Operand[Any] | None = None
    other: Operand[Any] | None = None
    assembly_format = "$ptr (`,` $mask^)? (`,` $other^)? attr-dict `:` type($ptr)"
    older_formats = (
        f"$ptr (`,` $mask^)? (`,` $other^)? {_HINTS} attr-dict `:` type($ptr)",
        "$ptr (`,` $mask^)? (`,` $other^)? attr-dict `:` type($ptr) `->` type($result)",
        "$ptr (`,` $mask^)? (`,` $other^)? attr-dict `:` type($result)",
    )
    inferred_types = {
        "result": pointee_of("ptr"),
        "ptr": pointer_to("result"),
        "mask": mask_of("result"),
        "other": same_as("result"),
    }
    attribute_kinds = {
        "cache": CacheModifier,
        "evict": EvictionPolicy,
        "cachePolicy": POLICY,
        "boundaryCheck": NUMBERS,
        "padding": PaddingOption,
        "isVolatile": BOOL.with_default("false"),
    }
    upgrade = staticmethod(_upgrade_cache)
    verify_invariants = verifier(verifiers.load)


class StoreOp(TT.Operation, name="store", traits=[Writes]):
    """Writes ``value`` where ``ptr`` points to and ``mask`` is true."""

    ptr: Operand[Any]
    value: Operand[Any]
    mask: Operand[Any] | None = None
    assembly_format = "$ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)"
    older_formats = (
        f"$ptr `,` $value (`,` $mask^)? {_HINTS} attr-dict `:` type($ptr)",
        "$ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr) `,` type($value)",
        "$ptr `,` $value (`,` $mask^)? attr-dict `:` type($value)",
    )
    inferred_types = {"value": pointee_of("ptr"), "ptr": pointer_to("value"), "mask": mask_of("value")}
    attribute_kinds = {
        "cache": CacheModifier,
        "evict": EvictionPolicy,
        "cachePolicy": POLICY,
        "boundaryCheck": NUMBERS,
    }
    upgrade = staticmethod(_upgrade_cache)
    verify_invariants = verifier(verifiers.store)


class AtomicRMWOp(TT.Operation, name="atomic_rmw", traits=[ReadsWrites]):
    """Reads, combines with ``val`` and writes back, atomically; the result is the old value."""

    ptr: Operand[Any]
    val: Operand[Any]
    result: Result[Any]
    mask: Operand[Any] | None = None
    assembly_format = (
        "$atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` "
        "functional-type($ptr $val $mask, $result)"
    )
    older_formats = (
        "$atomic_rmw_op `,` $sem `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` "
        "functional-type($ptr $val $mask, $result)",
        "$atomic_rmw_op `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` functional-type($ptr $val $mask, $result)",
    )
    attribute_kinds = {
        "atomic_rmw_op": RMWOp,
        "sem": MemSemantic.with_default("acq_rel"),
        "scope": MemSyncScope.with_default("gpu"),
    }
    verify_invariants = verifier(verifiers.atomic_rmw)


class AtomicCASOp(TT.Operation, name="atomic_cas", traits=[ReadsWrites]):
    """Writes ``val`` where memory holds ``cmp``, atomically; the result is the old value."""

    ptr: Operand[Any]
    cmp: Operand[Any]
    val: Operand[Any]
    result: Result[Any]
    assembly_format = (
        "$sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict `:` functional-type($ptr $cmp $val, $result)"
    )
    older_formats = (
        "$sem `,` $ptr `,` $cmp `,` $val attr-dict `:` functional-type($ptr $cmp $val, $result)",
        "$ptr `,` $cmp `,` $val attr-dict `:` functional-type($ptr $cmp $val, $result)",
    )
    attribute_kinds = {
        "sem": MemSemantic.with_default("acq_rel"),
        "scope": MemSyncScope.with_default("gpu"),
    }
    verify_invariants = verifier(verifiers.atomic_cas)


class AtomicLoadOp(TT.Operation, name="atomic_load", traits=[ReadsWrites]):
    """A load that orders others around it."""

    ptr: Operand[Any]
    result: Result[Any]
    mask: Operand[Any] | None = None
    assembly_format = (
        "$sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict `:` functional-type($ptr $mask, $result)"
    )
    attribute_kinds = {"sem": MemSemantic, "scope": MemSyncScope}
    verify_invariants = verifier(verifiers.atomic_load)


class AtomicStoreOp(TT.Operation, name="atomic_store", traits=[ReadsWrites]):
    """A store that orders others around it."""

    ptr: Operand[Any]
    val: Operand[Any]
    mask: Operand[Any] | None = None
    assembly_format = "$sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` type($ptr)"
    inferred_types = {"val": pointee_of("ptr"), "mask": mask_of("ptr")}
    attribute_kinds = {"sem": MemSemantic, "scope": MemSyncScope}
    verify_invariants = verifier(verifiers.atomic_store)


class AtomicPollOp(TT.Operation, name="atomic_poll", traits=[ReadsWrites]):
    """Whether memory holds ``expected``, waited for."""

    ptr: Operand[Any]
    expected: Operand[Any]
    result: Result[Any]
    assembly_format = (
        "$sem `,` $scope `,` $ptr `,` $expected attr-dict `:` "
        "type($ptr) `,` type($expected) `->` type($result)"
    )
    attribute_kinds = {"sem": MemSemantic, "scope": MemSyncScope}
    verify_invariants = verifier(verifiers.atomic_poll)


class MakeTensorPtrOp(TT.Operation, name="make_tensor_ptr", traits=[Pure]):
    """A pointer to a block of a strided tensor in memory; shape and strides are i64, offsets i32."""

    base: Operand[Any]
    result: Result[Any]
    shape: Sequence[Operand[Any]]
    strides: Sequence[Operand[Any]]
    offsets: Sequence[Operand[Any]]
    order: Any
    assembly_format = (
        "$base `,` `[` $shape `]` `,` `[` $strides `]` `,` `[` $offsets `]` attr-dict `:` type(<$result>)"
    )
    same_variadic_size = True
    type_prefixes = {"result": "!tt.ptr"}
    inferred_types = {"base": base_of("result"), "shape": I64, "strides": I64, "offsets": I32}
    verify_invariants = verifier(verifiers.make_tensor_ptr)


class AdvanceOp(TT.Operation, name="advance", traits=[Pure]):
    """A block pointer moved by ``offsets`` elements in each dimension."""

    ptr: Operand[Any]
    offsets: Sequence[Operand[Any]]
    result: Result[Any]
    assembly_format = "$ptr `,` `[` $offsets `]` attr-dict `:` type(<$result>)"
    type_prefixes = {"result": "!tt.ptr"}
    inferred_types = {"ptr": same_as("result"), "offsets": I32}
    verify_invariants = verifier(verifiers.advance)


class MakeTensorDescOp(TT.Operation, name="make_tensor_descriptor", traits=[Pure]):
    """A descriptor of a strided tensor in memory: i32 shape, i64 strides."""

    base: Operand[Any]
    result: Result[Any]
    shape: Sequence[Operand[Any]]
    strides: Sequence[Operand[Any]]
    assembly_format = (
        "$base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` type(<$base>) `,` type(<$result>)"
    )
    same_variadic_size = True
    type_prefixes = {"base": "!tt.ptr", "result": "!tt.tensordesc"}
    inferred_types = {"shape": I32, "strides": I64}
    attribute_kinds = {"padding": PaddingOption.with_default("pad_zero")}
    verify_invariants = verifier(verifiers.make_tensor_descriptor)


class ReinterpretTensorDescOp(TT.Operation, name="reinterpret_tensor_descriptor", traits=[Pure]):
    """A raw pointer to a descriptor as a descriptor (3.2, 3.3)."""

    raw_desc: Operand[Any]
    result: Result[Any]
    assembly_format = "$raw_desc attr-dict `:` type($raw_desc) `to` type($result)"


class DescriptorLoadOp(TT.Operation, name="descriptor_load", traits=[Reads]):
    """The block of a described tensor at ``indices``, padded outside of it."""

    desc: Operand[Any]
    indices: Sequence[Operand[Any]]
    result: Result[Any]
    assembly_format = "$desc `[` $indices `]` attr-dict `:` type($desc) `->` type($result)"
    older_formats = (f"$desc `[` $indices `]` {_HINTS} attr-dict `:` type($desc) `->` type($result)",)
    older_names = {"experimental_descriptor_load": {}}
    inferred_types = {"indices": I32}
    attribute_kinds = {"cache": CacheModifier, "evict": EvictionPolicy, "cachePolicy": POLICY}
    upgrade = staticmethod(_upgrade_cache)
    verify_invariants = verifier(verifiers.descriptor_load)


class DescriptorStoreOp(TT.Operation, name="descriptor_store", traits=[Writes]):
    """Writes ``src`` as the block at ``indices``, as far as it lies in the described tensor."""

    desc: Operand[Any]
    src: Operand[Any]
    indices: Sequence[Operand[Any]]
    assembly_format = "$desc `[` $indices `]` `,` $src attr-dict `:` type($desc) `,` type($src)"
    older_names = {"experimental_descriptor_store": {}}
    inferred_types = {"indices": I32}
    verify_invariants = verifier(verifiers.descriptor_store)


class DescriptorReduceOp(TT.Operation, name="descriptor_reduce", traits=[ReadsWrites]):
    """Combines ``src`` atomically into the block at ``indices``."""

    desc: Operand[Any]
    src: Operand[Any]
    indices: Sequence[Operand[Any]]
    assembly_format = "$kind `,` $desc `[` $indices `]` `,` $src attr-dict `:` type($desc) `,` type($src)"
    older_names = {"experimental_descriptor_reduce": {}}
    inferred_types = {"indices": I32}
    attribute_kinds = {"kind": DescriptorReduceKind}
    verify_invariants = verifier(verifiers.descriptor_store)


class DescriptorGatherOp(TT.Operation, name="descriptor_gather", traits=[Reads]):
    """Rows ``x_offsets`` of a described tensor, from column ``y_offset``."""

    desc: Operand[Any]
    x_offsets: Operand[Any]
    y_offset: Operand[Any]
    result: Result[Any]
    assembly_format = (
        "$desc `[` $x_offsets `,` $y_offset `]` attr-dict `:` "
        "functional-type($desc $x_offsets $y_offset, $result)"
    )
    older_names = {"experimental_descriptor_gather": {}}
    verify_invariants = verifier(verifiers.descriptor_gather)


class DescriptorScatterOp(TT.Operation, name="descriptor_scatter", traits=[Writes]):
    """Writes ``src`` to rows ``x_offsets`` of a described tensor, from column ``y_offset``."""

    desc: Operand[Any]
    x_offsets: Operand[Any]
    y_offset: Operand[Any]
    src: Operand[Any]
    assembly_format = (
        "$desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` "
        "type($desc) `,` type($x_offsets) `,` type($y_offset) `,` type($src)"
    )
    older_names = {"experimental_descriptor_scatter": {}}
    verify_invariants = verifier(verifiers.descriptor_scatter)


#: the ops that access memory
ACCESSES = frozenset(
    op.OPERATION_NAME
    for op in TT.operations
    if op.__module__ == __name__ and Pure not in compat.traits_of(op)
)
