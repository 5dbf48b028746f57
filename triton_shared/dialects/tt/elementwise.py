"""Conversions and arithmetic for each element."""

from collections.abc import Sequence
from typing import Any

from triton_shared.dialects.effects import IfImpure
from triton_shared.dialects.mixed import Mixed
from triton_shared.dialects.syntax import NUMBER, STRING, same_as
from triton_shared.dialects.tt import checks, verifiers
from triton_shared.dialects.tt.base import TT, UNARY_2_1, PropagateNan, RoundingMode, Unary
from triton_shared.dialects.verifier import verifier
from triton_shared.mlir import ext, ir

Operand = ext.Operand
Result = ext.Result
Pure = ext.Pure


class IntToPtrOp(Unary, name="int_to_ptr"):
    """i64 (or a tensor of them) as pointers."""

    verify_invariants = verifier(verifiers.int_to_ptr)


class PtrToIntOp(Unary, name="ptr_to_int"):
    """Pointers as i64."""

    verify_invariants = verifier(verifiers.ptr_to_int)


class BitcastOp(Unary, name="bitcast"):
    """The same bits as another element type, pointers included."""

    verify_invariants = verifier(verifiers.bitcast)


class FpToFpOp(TT.Operation, name="fp_to_fp", traits=[Pure]):
    """Conversion between float types, 8 bit ones included; narrowing needs a rounding mode."""

    src: Operand[Any]
    result: Result[Any]
    assembly_format = "$src (`,` `rounding` `=` $rounding^)? attr-dict `:` type($src) `->` type($result)"
    older_formats = (UNARY_2_1,)
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
    verify_invariants = verifier(checks.same_floats)


class _Binary(TT.Operation, traits=[Pure]):
    x: Operand[Any]
    y: Operand[Any]
    result: Result[Any]
    assembly_format = "$x `,` $y attr-dict `:` type($x)"
    inferred_types = {"y": same_as("x"), "result": same_as("x")}


class PreciseSqrtOp(TT.Operation, name="precise_sqrt", traits=[Pure]):
    """Square root, correctly rounded."""

    x: Operand[Any]
    result: Result[Any]
    assembly_format = "$x attr-dict `:` type($x)"
    inferred_types = {"result": same_as("x")}
    verify_invariants = verifier(checks.same_floats)


class PreciseDivFOp(_Binary, name="precise_divf"):
    """Division, correctly rounded."""

    verify_invariants = verifier(checks.same_floats)


class ApproxDivFOp(_Binary, name="approx_divf"):
    """Division that may be approximate."""

    verify_invariants = verifier(checks.same_floats)


class MulhiUIOp(_Binary, name="mulhiui"):
    """The upper half of the unsigned product."""

    verify_invariants = verifier(checks.same_integers)


class ExternElementwiseOp(Mixed, dialect=TT, name="extern_elementwise", traits=[IfImpure]):
    """A call to function ``symbol`` of a device library for each element."""

    srcs: Sequence[Operand[Any]]
    result: Result[Any]
    libname: ir.StringAttr
    libpath: ir.StringAttr
    symbol: ir.StringAttr
    pure: ir.IntegerAttr
    assembly_format = "$srcs attr-dict `:` functional-type($srcs, $result)"
    older_names = {
        "pure_extern_elementwise": {"pure": "true"},
        "impure_extern_elementwise": {"pure": "false"},
    }
    verify_invariants = verifier(checks.attributes_only)


class ElementwiseInlineAsmOp(Mixed, dialect=TT, name="elementwise_inline_asm", traits=[IfImpure]):
    """Inline assembly for each ``packed_element`` elements."""

    args: Sequence[Operand[Any]]
    outputs: Sequence[Result[Any]]
    asm_string: ir.StringAttr
    constraints: ir.StringAttr
    pure: ir.IntegerAttr
    packed_element: ir.IntegerAttr
    assembly_format = "$asm_string attr-dict ($args^ `:` type($args))? `->` type($outputs)"
    attribute_kinds = {"asm_string": STRING, "packed_element": NUMBER}
    verify_invariants = verifier(verifiers.inline_assembly)
