"""The dialect itself, its types and attributes, and how types follow from others in its ops' text."""

from collections.abc import Sequence
from typing import Any

from triton_shared.dialects.lexer import split_commas, split_tensor
from triton_shared.dialects.syntax import Rule, constant_type, enum, map_element, with_element
from triton_shared.mlir import ext, ir


class TT(ext.Dialect, name="tt"):
    """Triton's own dialect."""


class PointerType(TT.Type, name="ptr"):
    """``!tt.ptr<f32>``, ``!tt.ptr<f32, 3>``: a pointer to a scalar or (before 3.6) to a block, in an address space."""

    pointee: Any
    address_space: Any

    @classmethod
    def to(cls, target: ir.Type) -> ir.Type:
        """``!tt.ptr<target>``, in the address space that all programs use."""
        return cls.get(ir.TypeAttr.get(target), ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 1))

    @property
    def target(self) -> ir.Type:
        """The type of what lies there."""
        return ir.TypeAttr(self.pointee).value

    @staticmethod
    def from_text(parameters: Sequence[str]) -> Sequence[str]:
        """``f32`` → ``f32, 1 : i32``."""
        pointee, space = (*parameters, "1")[:2]
        return pointee, space if ":" in space else f"{space} : i32"

    @staticmethod
    def to_text(parameters: Sequence[str]) -> Sequence[str]:
        """``f32, 1 : i32`` → ``f32``."""
        pointee, space = parameters
        number = space.partition(" ")[0]
        return (pointee,) if number == "1" else (pointee, number)


class TensorDescType(TT.Type, name="tensordesc"):
    """``!tt.tensordesc<16x16xf32>`` (until 3.6 ``<tensor<16x16xf32>>``): a tensor in memory, read block by block."""

    block_type: Any

    @property
    def target(self) -> ir.Type:
        """The block's type, a tensor."""
        return ir.TypeAttr(self.block_type).value

    @staticmethod
    def from_text(parameters: Sequence[str]) -> Sequence[str]:
        """``16x16xf32`` → ``tensor<16x16xf32>``."""
        first, *rest = parameters
        return (first if first.startswith("tensor<") else f"tensor<{', '.join((first, *rest))}>",)

    @staticmethod
    def to_text(parameters: Sequence[str]) -> Sequence[str]:
        """``tensor<16x16xf32>`` → ``16x16xf32``."""
        return (parameters[0].removeprefix("tensor<").removesuffix(">"),)


class CachePolicyAttr(TT.Attribute, name="cache_policy"):
    """``#tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>``: hints of a load or store."""

    cache_modifier: ir.StringAttr
    eviction_policy: ir.StringAttr

    @staticmethod
    def from_text(parameters: Sequence[str]) -> Sequence[str]:
        """Keywords → the two strings."""
        if all(p.startswith('"') for p in parameters):
            return parameters
        given = {k.strip(): v.strip() for k, _, v in (p.partition("=") for p in parameters)}
        return f'"{given.get("cache_modifier", "none")}"', f'"{given.get("eviction_policy", "evict_normal")}"'

    @staticmethod
    def to_text(parameters: Sequence[str]) -> Sequence[str]:
        """The two strings → keywords."""
        modifier, eviction = (p.strip('"') for p in parameters)
        return f"cache_modifier = {modifier}", f"eviction_policy = {eviction}"


ProgramIDDim = enum(x=0, y=1, z=2)
CacheModifier = enum(none=1, ca=2, cg=3, wb=4, cs=5, wt=6, cv=7)
EvictionPolicy = enum(evict_normal=1, evict_first=2, evict_last=3)
RMWOp = enum(add=4, fadd=5, max=6, min=7, umax=8, umin=9, exch=10, xor=3, **{"and": 1, "or": 2})
MemSemantic = enum(relaxed=1, acquire=2, release=3, acq_rel=4)
MemSyncScope = enum(gpu=1, cta=2, sys=3)
PaddingOption = enum(pad_zero=1, pad_nan=2)
PropagateNan = enum(none=0, all=0xFFFF)
InputPrecision = enum(tf32=0, tf32x3=1, ieee=2, bf16x3=3, bf16x6=4)
RoundingMode = enum(rtz=0, rtne=1)
ScaleDotElemType = enum(e4m3=0, e5m2=1, e2m3=2, e3m2=3, e2m1=4, bf16=5, fp16=6)
DescriptorReduceKind = enum(none=0, add=1, min=2, max=3, inc=4, dec=5, xor=8, **{"and": 6, "or": 7})


def _pointee(type_: str) -> str:
    if not type_.startswith("!tt.ptr<"):
        raise ValueError(f"expected a pointer or a tensor of pointers, not '{type_}'")
    return split_commas(type_[len("!tt.ptr<") : -1])[0]


def _pointer(type_: str) -> str:
    return f"!tt.ptr<{type_}, 1 : i32>"


def _i1_like(type_: str) -> str:
    """A mask for a pointer or value: the same shape of i1."""
    if type_.startswith("!tt.ptr<tensor<"):
        type_ = _pointee(type_)
    return map_element(type_, lambda _: "i1")


def _element(type_: str) -> str:
    if (tensor := split_tensor(type_)) is None:
        raise ValueError(f"expected a tensor, not '{type_}'")
    return tensor[1]


def pointee_of(name: str) -> Rule:
    """The types that the pointers ``name`` point to."""
    return with_element(name, _pointee)


def pointer_to(name: str) -> Rule:
    """Pointers to what ``name`` is."""
    return with_element(name, _pointer)


def mask_of(name: str) -> Rule:
    """The i1 type of a mask for ``name``."""
    return lambda types: [_i1_like(t) for t in types[name]]


def element_of(name: str) -> Rule:
    """The element types of the tensors ``name``."""
    return lambda types: [_element(t) for t in types[name]]


def base_of(name: str) -> Rule:
    """The pointers to elements from which block pointers ``name`` are made."""
    return lambda types: [_pointer(_element(_pointee(t))) for t in types[name]]


I32, I64 = constant_type("i32"), constant_type("i64")
# As Triton 2.1 writes an op of one operand.
UNARY_2_1 = "$src attr-dict `:` functional-type($src, $result)"


class Unary(TT.Operation, traits=[ext.Pure]):
    """``src`` to ``result``."""

    src: ext.Operand[Any]
    result: ext.Result[Any]
    assembly_format = "$src attr-dict `:` type($src) `->` type($result)"
    older_formats = (UNARY_2_1,)
