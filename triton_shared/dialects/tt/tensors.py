"""Ops on whole tensors: shapes, ranges, dot products, reductions."""

from collections.abc import Sequence
from typing import Any

from triton_shared.dialects.effects import OfRegions, Speculatable
from triton_shared.dialects.mixed import Mixed
from triton_shared.dialects.syntax import BOOL, NUMBER, UNIT, same_as
from triton_shared.dialects.tt import verifiers
from triton_shared.dialects.tt.base import (
    TT,
    UNARY_2_1,
    InputPrecision,
    ScaleDotElemType,
    Unary,
    element_of,
    mask_of,
)
from triton_shared.dialects.verifier import verifier
from triton_shared.mlir import ext, ir

Operand = ext.Operand
Result = ext.Result
Pure = ext.Pure


class SplatOp(Unary, name="splat"):
    """A tensor whose elements are all ``src``."""

    verify_invariants = verifier(verifiers.splat)


class UnsplatOp(TT.Operation, name="unsplat", traits=[Pure]):
    """The element of a tensor that has just one."""

    src: Operand[Any]
    result: Result[Any]
    assembly_format = "$src attr-dict `:` type($src)"
    inferred_types = {"result": element_of("src")}
    verify_invariants = verifier(verifiers.unsplat)


class ExpandDimsOp(Unary, name="expand_dims"):
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
    older_formats = (UNARY_2_1,)
    older_names = {"view": {"allow_reorder": "unit"}}
    attribute_kinds = {"allow_reorder": UNIT, "efficient_layout": UNIT}
    verify_invariants = verifier(verifiers.reshape)

    @staticmethod
    def upgrade(attrs: dict[str, str]) -> None:
        """Booleans become unit attributes."""
        for name in ("allow_reorder", "efficient_layout"):
            if attrs.get(name) in ("true", "false") and attrs.pop(name) == "true":
                attrs[name] = "unit"


class BroadcastOp(Unary, name="broadcast"):
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


class TransOp(Unary, name="trans"):
    """Dimensions permuted: dimension i of the result is dimension ``order[i]``."""

    order: Any
    verify_invariants = verifier(verifiers.trans)

    @staticmethod
    def upgrade(attrs: dict[str, str]) -> None:
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
        "maxNumImpreciseAcc": NUMBER.with_default("0 : i32"),
    }
    verify_invariants = verifier(verifiers.dot)

    @staticmethod
    def upgrade(attrs: dict[str, str]) -> None:
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
        "fastMath": BOOL,
        "lhs_k_pack": BOOL.with_default("true"),
        "rhs_k_pack": BOOL.with_default("true"),
    }
    verify_invariants = verifier(verifiers.dot_scaled)


class ReduceOp(Mixed, dialect=TT, name="reduce", traits=[OfRegions, Speculatable]):
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


class ScanOp(Mixed, dialect=TT, name="scan", traits=[OfRegions, Speculatable]):
    """Running results of the region along ``axis``, from the end if ``reverse``."""

    srcs: Sequence[Operand[Any]]
    outputs: Sequence[Result[Any]]
    axis: ir.IntegerAttr
    reverse: ir.IntegerAttr
    combine_op: ext.Region
    attribute_kinds = {"reverse": BOOL.with_default("false")}
    verify_invariants = verifier(verifiers.scan)


class ScanReturnOp(Mixed, dialect=TT, name="scan_return", traits=[Pure, ir.IsTerminatorTrait]):
    """What the combining region of a scan yields."""

    result: Sequence[Operand[Any]]
    mnemonic = "scan.return"
    assembly_format = "$result attr-dict `:` type($result)"


class MapElementwiseOp(Mixed, dialect=TT, name="map_elementwise", traits=[OfRegions, Speculatable]):
    """The region for each ``pack`` elements."""

    srcs: Sequence[Operand[Any]]
    outputs: Sequence[Result[Any]]
    pack: ir.IntegerAttr
    scalar_op: ext.Region
    verify_invariants = verifier(verifiers.map_elementwise)


class MapElementwiseReturnOp(
    Mixed, dialect=TT, name="map_elementwise_return", traits=[Pure, ir.IsTerminatorTrait]
):
    """What the region of a map yields."""

    result: Sequence[Operand[Any]]
    mnemonic = "map_elementwise.return"
    assembly_format = "$result attr-dict `:` type($result)"
