"""The tt dialect: every op of Triton 3.9, and those that older releases printed.

Attributes are kept under the names, and in the spelling, of Triton's generic form; see `assembly` for what the
class attributes say about an op's text.
"""

from collections.abc import Sequence
from typing import Any

from triton_shared.dialects import verifiers
from triton_shared.dialects.assembly import (
    PLAIN,
    STRING,
    SYMBOL,
    UNIT,
    constant_type,
    enum,
    map_element,
    same_as,
    with_element,
)
from triton_shared.dialects.effects import Reads, ReadsWrites, Writes
from triton_shared.dialects.function import print_function, read_function
from triton_shared.dialects.mixed import Mixed
from triton_shared.dialects.lexer import split_commas, split_tensor
from triton_shared.dialects.verifiers import verifier
from triton_shared.mlir import ext, ir

Operand, Result, Pure = ext.Operand, ext.Result, ext.Pure

# ruff: noqa: N815  (fields have the names of Triton's operands and attributes)


class TT(ext.Dialect, name="tt"):
    """Triton's own dialect."""


# ---------------------------------------------------------------------------------------------------------------------
# Types and attributes


class PointerType(TT.Type, name="ptr"):
    """``!tt.ptr<f32>``, ``!tt.ptr<f32, 3>``: a pointer to a scalar or (before 3.6) to a block, in an address space."""

    pointee: Any
    address_space: Any

    @staticmethod
    def from_text(parameters):
        """``f32`` → ``f32, 1 : i32``."""
        pointee, space = (*parameters, "1")[:2]
        return pointee, space if ":" in space else f"{space} : i32"

    @staticmethod
    def to_text(parameters):
        """``f32, 1 : i32`` → ``f32``."""
        pointee, space = parameters
        number = space.partition(" ")[0]
        return (pointee,) if number == "1" else (pointee, number)


class TensorDescType(TT.Type, name="tensordesc"):
    """``!tt.tensordesc<16x16xf32>`` (until 3.6 ``<tensor<16x16xf32>>``): a tensor in memory, read block by block."""

    block_type: Any

    @staticmethod
    def from_text(parameters):
        """``16x16xf32`` → ``tensor<16x16xf32>``."""
        first, *rest = parameters
        return (first if first.startswith("tensor<") else f"tensor<{', '.join((first, *rest))}>",)

    @staticmethod
    def to_text(parameters):
        """``tensor<16x16xf32>`` → ``16x16xf32``."""
        return (parameters[0].removeprefix("tensor<").removesuffix(">"),)


class CachePolicyAttr(TT.Attribute, name="cache_policy"):
    """``#tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>``: hints of a load or store."""

    cache_modifier: ir.StringAttr
    eviction_policy: ir.StringAttr

    @staticmethod
    def from_text(parameters):
        """Keywords → the two strings."""
        if all(p.startswith('"') for p in parameters):
            return parameters
        given = {k.strip(): v.strip() for k, _, v in (p.partition("=") for p in parameters)}
        return f'"{given.get("cache_modifier", "none")}"', f'"{given.get("eviction_policy", "evict_normal")}"'

    @staticmethod
    def to_text(parameters):
        """The two strings → keywords."""
        modifier, eviction = (p.strip('"') for p in parameters)
        return f"cache_modifier = {modifier}", f"eviction_policy = {eviction}"


ProgramIDDim = enum(x=0, y=1, z=2)
CacheModifier = enum(none=1, ca=2, cg=3, wb=4, cs=5, wt=6, cv=7)
EvictionPolicy = enum(evict_normal=1, evict_first=2, evict_last=3)
RMWOp = enum(add=4, fadd=5, max=6, min=7, umax=8, umin=9, exch=10, xor=3, **{"and": 1, "or": 2})
MemSemantic = enum(relaxed=1, acquire=2, release=3, acq_rel=4)
MemSyncScope = enum(gpu=1, cta=2, sys=3)
PropagateNan = enum(none=0, all=0xFFFF)
InputPrecision = enum(tf32=0, tf32x3=1, ieee=2, bf16x3=3, bf16x6=4)
RoundingMode = enum(rtz=0, rtne=1)
ScaleDotElemType = enum(e4m3=0, e5m2=1, e2m3=2, e3m2=3, e2m1=4, bf16=5, fp16=6)
DescriptorReduceKind = enum(none=0, add=1, min=2, max=3, inc=4, dec=5, xor=8, **{"and": 6, "or": 7})


def _upgrade_cache(attrs):
    """``cache``/``evict`` of releases before 3.9 become one ``cachePolicy``, or none if they say nothing."""
    modifier = CacheModifier.decode(attrs.pop("cache", "1 : i32"))
    eviction = EvictionPolicy.decode(attrs.pop("evict", "1 : i32"))
    if (modifier, eviction) != ("none", "evict_normal"):
        attrs["cachePolicy"] = f'#tt.cache_policy<"{modifier}", "{eviction}">'
    if attrs.get("boundaryCheck") in ("array<i32>", "array<i32:>"):
        del attrs["boundaryCheck"]


# ---------------------------------------------------------------------------------------------------------------------
# How types follow from others


def _pointee(type_):
    if not type_.startswith("!tt.ptr<"):
        raise ValueError(f"expected a pointer or a tensor of pointers, not '{type_}'")
    return split_commas(type_[len("!tt.ptr<") : -1])[0]


def _pointer(type_):
    return f"!tt.ptr<{type_}, 1 : i32>"


def _i1_like(type_):
    """A mask for a pointer or value: the same shape of i1."""
    if type_.startswith("!tt.ptr<tensor<"):
        type_ = _pointee(type_)
    return map_element(type_, lambda _: "i1")


def pointee_of(name):
    """The types that the pointers ``name`` point to."""
    return with_element(name, _pointee)


def pointer_to(name):
    """Pointers to what ``name`` is."""
    return with_element(name, _pointer)


def mask_of(name):
    """The i1 type of a mask for ``name``."""
    return lambda types: [_i1_like(t) for t in types[name]]


def _block_element(types):
    """The pointer type from which a block pointer is made."""
    return [_pointer(split_tensor(_pointee(t))[1]) for t in types["result"]]


def _scalar_of(types):
    return [split_tensor(t)[1] for t in types["src"]]


I1, I32, I64 = (constant_type(t) for t in ("i1", "i32", "i64"))
UNARY_2 = "$src attr-dict `:` functional-type($src, $result)"
_HINTS = "(`cacheModifier` `=` $cache^)? (`evictionPolicy` `=` $evict^)?"


class _Unary(TT.Operation, traits=[Pure]):
    src: Operand[Any]
    result: Result[Any]
    assembly_format = "$src attr-dict `:` type($src) `->` type($result)"
    older_formats = (UNARY_2,)


# ---------------------------------------------------------------------------------------------------------------------
# Conversions and elementwise arithmetic


class IntToPtrOp(_Unary, name="int_to_ptr"):
    """i64 (or a tensor of them) as pointers."""

    verify_invariants = verifier(verifiers.int_to_ptr)


class PtrToIntOp(_Unary, name="ptr_to_int"):
    """Pointers as i64."""

    verify_invariants = verifier(verifiers.ptr_to_int)


class BitcastOp(_Unary, name="bitcast"):
    """The same bits as another element type, pointers included."""

    verify_invariants = verifier(verifiers.bitcast)


class FpToFpOp(TT.Operation, name="fp_to_fp", traits=[Pure]):
    """Conversion between float types, 8 bit ones included; narrowing needs a rounding mode."""

    src: Operand[Any]
    result: Result[Any]
    assembly_format = "$src (`,` `rounding` `=` $rounding^)? attr-dict `:` type($src) `->` type($result)"
    older_formats = (UNARY_2,)
    attribute_kinds = {"rounding": RoundingMode}
    verify_invariants = verifier(verifiers.fp_to_fp)


class ClampfOp(TT.Operation, name="clampf", traits=[Pure]):
    """``min(max(x, min), max)``, with or without propagation of NaN."""

    x: Operand[Any]
    min: Operand[Any]
    max: Operand[Any]
    result: Result[Any]
    assembly_format = "$x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict `:` type($result)"
    inferred_types = {n: same_as("result") for n in ("x", "min", "max")}
    attribute_kinds = {"propagateNan": PropagateNan}
    verify_invariants = verifier(verifiers.same_types)


class _Binary(TT.Operation, traits=[Pure]):
    x: Operand[Any]
    y: Operand[Any]
    result: Result[Any]
    assembly_format = "$x `,` $y attr-dict `:` type($x)"
    inferred_types = {"y": same_as("x"), "result": same_as("x")}
    verify_invariants = verifier(verifiers.same_types)


class PreciseSqrtOp(TT.Operation, name="precise_sqrt", traits=[Pure]):
    """Square root, correctly rounded."""

    x: Operand[Any]
    result: Result[Any]
    assembly_format = "$x attr-dict `:` type($x)"
    inferred_types = {"result": same_as("x")}
    verify_invariants = verifier(verifiers.same_types)


class PreciseDivFOp(_Binary, name="precise_divf"):
    """Division, correctly rounded."""


class ApproxDivFOp(_Binary, name="approx_divf"):
    """Division that may be approximate."""


class MulhiUIOp(_Binary, name="mulhiui"):
    """The upper half of the unsigned product."""


class ExternElementwiseOp(Mixed, dialect=TT, name="extern_elementwise"):
    """A call to function ``symbol`` of a device library for each element."""

    srcs: Sequence[Operand[Any]]
    result: Result[Any]
    libname: ir.StringAttr
    libpath: ir.StringAttr
    symbol: ir.StringAttr
    pure: ir.IntegerAttr
    assembly_format = "$srcs attr-dict `:` functional-type($srcs, $result)"


class ElementwiseInlineAsmOp(Mixed, dialect=TT, name="elementwise_inline_asm"):
    """Inline assembly for each ``packed_element`` elements."""

    args: Sequence[Operand[Any]]
    outputs: Sequence[Result[Any]]
    asm_string: ir.StringAttr
    constraints: ir.StringAttr
    pure: ir.IntegerAttr
    packed_element: ir.IntegerAttr
    assembly_format = "$asm_string attr-dict ($args^ `:` type($args))? `->` type($outputs)"
    attribute_kinds = {"asm_string": STRING}


# ---------------------------------------------------------------------------------------------------------------------
# Pointers and memory


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
        "cachePolicy": PLAIN,
        "boundaryCheck": PLAIN,
        "padding": PLAIN,
        "isVolatile": PLAIN.with_default("false"),
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
    attribute_kinds = {"cache": CacheModifier, "evict": EvictionPolicy, "cachePolicy": PLAIN, "boundaryCheck": PLAIN}
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
        "$atomic_rmw_op `,` $sem `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` functional-type($ptr $val $mask, $result)",
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
    assembly_format = "$sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict `:` functional-type($ptr $mask, $result)"
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
        "$sem `,` $scope `,` $ptr `,` $expected attr-dict `:` type($ptr) `,` type($expected) `->` type($result)"
    )
    attribute_kinds = {"sem": MemSemantic, "scope": MemSyncScope}


# ---------------------------------------------------------------------------------------------------------------------
# Block pointers (until 3.5) and tensor descriptors


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
    type_prefixes = {"result": "!tt.ptr"}
    inferred_types = {"base": _block_element, "shape": I64, "strides": I64, "offsets": I32}
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
    assembly_format = "$base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` type(<$base>) `,` type(<$result>)"
    type_prefixes = {"base": "!tt.ptr", "result": "!tt.tensordesc"}
    inferred_types = {"shape": I32, "strides": I64}
    attribute_kinds = {"padding": PLAIN.with_default("1 : i32")}
    verify_invariants = verifier(verifiers.make_tensor_descriptor)


class DescriptorLoadOp(TT.Operation, name="descriptor_load", traits=[Reads]):
    """The block of a described tensor at ``indices``, padded outside of it."""

    desc: Operand[Any]
    indices: Sequence[Operand[Any]]
    result: Result[Any]
    assembly_format = "$desc `[` $indices `]` attr-dict `:` type($desc) `->` type($result)"
    older_formats = (f"$desc `[` $indices `]` {_HINTS} attr-dict `:` type($desc) `->` type($result)",)
    older_names = ("experimental_descriptor_load",)
    inferred_types = {"indices": I32}
    attribute_kinds = {"cache": CacheModifier, "evict": EvictionPolicy, "cachePolicy": PLAIN}
    upgrade = staticmethod(_upgrade_cache)
    verify_invariants = verifier(verifiers.descriptor_load)


class DescriptorStoreOp(TT.Operation, name="descriptor_store", traits=[Writes]):
    """Writes ``src`` as the block at ``indices``, as far as it lies in the described tensor."""

    desc: Operand[Any]
    src: Operand[Any]
    indices: Sequence[Operand[Any]]
    assembly_format = "$desc `[` $indices `]` `,` $src attr-dict `:` type($desc) `,` type($src)"
    older_names = ("experimental_descriptor_store",)
    inferred_types = {"indices": I32}
    verify_invariants = verifier(verifiers.descriptor_store)


class DescriptorReduceOp(TT.Operation, name="descriptor_reduce", traits=[ReadsWrites]):
    """Combines ``src`` atomically into the block at ``indices``."""

    desc: Operand[Any]
    src: Operand[Any]
    indices: Sequence[Operand[Any]]
    assembly_format = "$kind `,` $desc `[` $indices `]` `,` $src attr-dict `:` type($desc) `,` type($src)"
    older_names = ("experimental_descriptor_reduce",)
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
        "$desc `[` $x_offsets `,` $y_offset `]` attr-dict `:` functional-type($desc $x_offsets $y_offset, $result)"
    )
    older_names = ("experimental_descriptor_gather",)


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
    older_names = ("experimental_descriptor_scatter",)


# ---------------------------------------------------------------------------------------------------------------------
# Shapes


class SplatOp(_Unary, name="splat"):
    """A tensor whose elements are all ``src``."""

    verify_invariants = verifier(verifiers.splat)


class UnsplatOp(TT.Operation, name="unsplat", traits=[Pure]):
    """The element of a tensor that has just one."""

    src: Operand[Any]
    result: Result[Any]
    assembly_format = "$src attr-dict `:` type($src)"
    inferred_types = {"result": _scalar_of}
    verify_invariants = verifier(verifiers.unsplat)


class ExpandDimsOp(_Unary, name="expand_dims"):
    """A dimension of size 1 inserted at ``axis``."""

    axis: ir.IntegerAttr
    verify_invariants = verifier(verifiers.expand_dims)


class ReshapeOp(TT.Operation, name="reshape", traits=[Pure]):
    """The same elements in another shape; in any order if ``allow_reorder``."""

    src: Operand[Any]
    result: Result[Any]
    assembly_format = (
        "$src (`allow_reorder` $allow_reorder^)? (`efficient_layout` $efficient_layout^)? attr-dict `:` "
        "type($src) `->` type($result)"
    )
    older_formats = (UNARY_2,)
    attribute_kinds = {"allow_reorder": UNIT, "efficient_layout": UNIT}
    verify_invariants = verifier(verifiers.reshape)

    @staticmethod
    def upgrade(attrs):
        """Booleans become unit attributes."""
        for name in ("allow_reorder", "efficient_layout"):
            if attrs.get(name) in ("true", "false") and attrs.pop(name) == "true":
                attrs[name] = "unit"


class BroadcastOp(_Unary, name="broadcast"):
    """Dimensions of size 1 repeated."""

    verify_invariants = verifier(verifiers.broadcast)


class CatOp(TT.Operation, name="cat", traits=[Pure]):
    """Two tensors after each other, in any order of elements."""

    lhs: Operand[Any]
    rhs: Operand[Any]
    result: Result[Any]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"
    older_formats = ("$lhs `,` $rhs attr-dict `:` functional-type($lhs $rhs, $result)",)
    inferred_types = {"rhs": same_as("lhs")}
    verify_invariants = verifier(verifiers.cat)


class JoinOp(TT.Operation, name="join", traits=[Pure]):
    """Two tensors side by side in a new last dimension of size 2."""

    lhs: Operand[Any]
    rhs: Operand[Any]
    result: Result[Any]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"
    older_formats = ("$lhs `,` $rhs attr-dict `:` functional-type($lhs $rhs, $result)",)
    inferred_types = {"rhs": same_as("lhs")}
    verify_invariants = verifier(verifiers.join)


class SplitOp(TT.Operation, name="split", traits=[Pure]):
    """The two halves of a last dimension of size 2."""

    src: Operand[Any]
    out_lhs: Result[Any]
    out_rhs: Result[Any]
    assembly_format = "$src attr-dict `:` type($src) `->` type($out_lhs)"
    inferred_types = {"out_rhs": same_as("out_lhs")}
    result_names = ("outLHS", "outRHS")
    verify_invariants = verifier(verifiers.split)


class TransOp(_Unary, name="trans"):
    """Dimensions permuted: dimension i of the result is dimension ``order[i]``."""

    order: Any
    verify_invariants = verifier(verifiers.trans)

    @staticmethod
    def upgrade(attrs):
        """Without an order (2.1) it is a matrix that is transposed."""
        attrs.setdefault("order", "array<i32: 1, 0>")


class MakeRangeOp(TT.Operation, name="make_range", traits=[Pure]):
    """``[start, start + 1, … end - 1]`` of i32."""

    result: Result[Any]
    start: ir.IntegerAttr
    end: ir.IntegerAttr
    assembly_format = "attr-dict `:` type($result)"
    older_formats = ("attr-dict `:` functional-type(, $result)",)
    verify_invariants = verifier(verifiers.make_range)


class GatherOp(TT.Operation, name="gather", traits=[Pure]):
    """Elements of ``src`` taken along ``axis`` by ``indices``."""

    src: Operand[Any]
    indices: Operand[Any]
    result: Result[Any]
    axis: ir.IntegerAttr
    assembly_format = "$src `[` $indices `]` attr-dict `:` functional-type($src $indices, $result)"
    verify_invariants = verifier(verifiers.gather)


class HistogramOp(TT.Operation, name="histogram", traits=[Pure]):
    """How often each bin 0, 1, … occurs in ``src``."""

    src: Operand[Any]
    result: Result[Any]
    mask: Operand[Any] | None = None
    assembly_format = "$src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)"
    inferred_types = {"mask": mask_of("src")}
    verify_invariants = verifier(verifiers.histogram)


# ---------------------------------------------------------------------------------------------------------------------
# Dot products and reductions


class DotOp(TT.Operation, name="dot", traits=[Pure]):
    """``a · b + c``, of matrices or batches of them."""

    a: Operand[Any]
    b: Operand[Any]
    c: Operand[Any]
    d: Result[Any]
    assembly_format = (
        "$a `,` $b `,` $c (`,` `inputPrecision` `=` $inputPrecision^)? attr-dict `:` "
        "type($a) `*` type($b) `->` type($d)"
    )
    inferred_types = {"c": same_as("d")}
    attribute_kinds = {
        "inputPrecision": InputPrecision.with_default("ieee"),
        "maxNumImpreciseAcc": PLAIN.with_default("0 : i32"),
    }
    verify_invariants = verifier(verifiers.dot)

    @staticmethod
    def upgrade(attrs):
        """``allowTF32`` of 2.x becomes an input precision."""
        if allow := attrs.pop("allowTF32", None):
            attrs["inputPrecision"] = InputPrecision.encode("tf32" if allow == "true" else "ieee")


class DotScaledOp(TT.Operation, name="dot_scaled", traits=[Pure]):
    """``(a · a_scale) · (b · b_scale) + c`` of microscaled operands."""

    a: Operand[Any]
    b: Operand[Any]
    c: Operand[Any]
    d: Result[Any]
    a_scale: Operand[Any] | None = None
    b_scale: Operand[Any] | None = None
    assembly_format = (
        "$a (`scale` $a_scale^)? `,` $b (`scale` $b_scale^)? `,` $c `lhs` `=` $a_elem_type `rhs` `=` $b_elem_type "
        "attr-dict `:` type($a) (`,` type($a_scale)^)? `*` type($b) (`,` type($b_scale)^)? `->` type($d)"
    )
    inferred_types = {"c": same_as("d")}
    attribute_kinds = {
        "a_elem_type": ScaleDotElemType,
        "b_elem_type": ScaleDotElemType,
        "fastMath": PLAIN,
        "lhs_k_pack": PLAIN.with_default("true"),
        "rhs_k_pack": PLAIN.with_default("true"),
    }
    verify_invariants = verifier(verifiers.dot_scaled)


class ReduceOp(Mixed, dialect=TT, name="reduce", traits=[Pure]):
    """Tensors combined along ``axis`` by the region, which maps two tuples of elements to one."""

    srcs: Sequence[Operand[Any]]
    outputs: Sequence[Result[Any]]
    axis: ir.IntegerAttr
    combine_op: ext.Region
    verify_invariants = verifier(verifiers.reduce)


class ReduceReturnOp(Mixed, dialect=TT, name="reduce_return", traits=[Pure, ir.IsTerminatorTrait]):
    """What the combining region of a reduction yields."""

    result: Sequence[Operand[Any]]
    mnemonic = "reduce.return"
    assembly_format = "$result attr-dict `:` type($result)"


class ScanOp(Mixed, dialect=TT, name="scan", traits=[Pure]):
    """Running results of the region along ``axis``, from the end if ``reverse``."""

    srcs: Sequence[Operand[Any]]
    outputs: Sequence[Result[Any]]
    axis: ir.IntegerAttr
    reverse: ir.IntegerAttr
    combine_op: ext.Region
    attribute_kinds = {"reverse": PLAIN.with_default("false")}
    verify_invariants = verifier(verifiers.scan)


class ScanReturnOp(Mixed, dialect=TT, name="scan_return", traits=[Pure, ir.IsTerminatorTrait]):
    """What the combining region of a scan yields."""

    result: Sequence[Operand[Any]]
    mnemonic = "scan.return"
    assembly_format = "$result attr-dict `:` type($result)"


class MapElementwiseOp(Mixed, dialect=TT, name="map_elementwise"):
    """The region for each ``pack`` elements."""

    srcs: Sequence[Operand[Any]]
    outputs: Sequence[Result[Any]]
    pack: ir.IntegerAttr
    scalar_op: ext.Region
    verify_invariants = verifier(verifiers.map_elementwise)


class MapElementwiseReturnOp(Mixed, dialect=TT, name="map_elementwise_return", traits=[Pure, ir.IsTerminatorTrait]):
    """What the region of a map yields."""

    result: Sequence[Operand[Any]]
    mnemonic = "map_elementwise.return"
    assembly_format = "$result attr-dict `:` type($result)"


# ---------------------------------------------------------------------------------------------------------------------
# Programs, functions, debugging


class GetProgramIdOp(TT.Operation, name="get_program_id", traits=[Pure]):
    """The index of this program along ``axis`` of the grid."""

    result: Result[Any]
    assembly_format = "$axis attr-dict `:` type($result)"
    older_formats = ("attr-dict `:` type($result)",)
    attribute_kinds = {"axis": ProgramIDDim}
    verify_invariants = verifier(verifiers.program_id)


class GetNumProgramsOp(TT.Operation, name="get_num_programs", traits=[Pure]):
    """The number of programs along ``axis`` of the grid."""

    result: Result[Any]
    assembly_format = "$axis attr-dict `:` type($result)"
    older_formats = ("attr-dict `:` type($result)",)
    attribute_kinds = {"axis": ProgramIDDim}
    verify_invariants = verifier(verifiers.program_id)


class PrintOp(Mixed, dialect=TT, name="print", traits=[Writes]):
    """Prints ``args`` behind ``prefix``."""

    args: Sequence[Operand[Any]]
    prefix: ir.StringAttr
    assembly_format = "$prefix attr-dict (`:` $args^ `:` type($args))?"
    attribute_kinds = {"prefix": STRING, "hex": PLAIN, "isSigned": PLAIN}


class AssertOp(TT.Operation, name="assert", traits=[Writes]):
    """Stops with ``message`` unless ``condition`` holds everywhere."""

    condition: Operand[Any]
    message: ir.StringAttr
    assembly_format = "$condition `,` $message attr-dict `:` type($condition)"
    older_formats = ("$condition `,` $message `,` $file `,` $func `,` $line attr-dict `:` type($condition)",)
    attribute_kinds = {"message": STRING, "file": STRING, "func": STRING, "line": STRING}
    verify_invariants = verifier(verifiers.assert_)


class GridDependencyWaitOp(TT.Operation, name="grid_dependency_wait", traits=[ReadsWrites]):
    """Waits for the grids before this one."""

    assembly_format = "attr-dict"


class GridDependencyLaunchOp(TT.Operation, name="grid_dependency_launch_dependents", traits=[ReadsWrites]):
    """Lets the grids behind this one begin."""

    assembly_format = "attr-dict"


class FuncOp(TT.Operation, name="func", traits=[ir.IsIsolatedFromAboveTrait]):
    """A kernel (public) or a function that kernels call."""

    body: ext.Region
    sym_name: ir.StringAttr
    function_type: ir.TypeAttr
    attribute_kinds = {"sym_visibility": PLAIN, "arg_attrs": PLAIN, "res_attrs": PLAIN}
    read_custom = staticmethod(read_function)
    print_custom = staticmethod(print_function)
    verify_invariants = verifier(verifiers.function)


class CallOp(Mixed, dialect=TT, name="call"):
    """A call of a function of this module."""

    args: Sequence[Operand[Any]]
    outputs: Sequence[Result[Any]]
    callee: ir.FlatSymbolRefAttr
    assembly_format = "$callee `(` $args `)` attr-dict `:` functional-type($args, $outputs)"
    attribute_kinds = {"callee": SYMBOL}
    verify_invariants = verifier(verifiers.call)


class ReturnOp(Mixed, dialect=TT, name="return", traits=[Pure, ir.IsTerminatorTrait]):
    """Ends a function."""

    srcs: Sequence[Operand[Any]]
    assembly_format = "attr-dict ($srcs^ `:` type($srcs))?"
    verify_invariants = verifier(verifiers.return_)
