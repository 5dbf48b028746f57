"""Float formats and the conversions between them that machines lack: by integer arithmetic, bit for bit.

::

    %1 = tt.fp_to_fp %0, rounding = rtne : f32 -> f8E5M2      ->      %1 = arith.bitcast (integer ops on the bits of %0)

Formats of 8 bits have no arithmetic of their own: ops on them compute in f32 and round to nearest even.  Those of a
sign alone, which NaNs have too, are of the bits: a conversion may drop the sign of a NaN, as NVIDIA's do.  The
elementary functions of f16 and bf16 are computed in f32 too.  ``tt.fp_to_fp`` to nearest saturates formats of 8 bits,
as NVIDIA's GPUs do: what is too large, infinity included, becomes the largest finite number.  Other conversions
overflow to infinity, or to NaN where a format has no infinity.  Rounding towards zero never makes an infinity of a
finite number, and keeps infinity where the format has one.  Every NaN becomes one pattern: 0x7F in formats of 8 bits
that have a negative zero, the positive quiet one in wider formats.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.ir.builder import build, integer, is_float
from triton_shared.ir.float_formats import decode, encode, format_of
from triton_shared.mlir import ir

apply, convert, resize = build.apply, build.convert, build.resize

#: the mark of ops that are rounded to the last bit where others of their name may be approximated
PRECISE = "tt.precise"
#: these ops
APPROXIMATED = {"arith.divf", "math.exp", "math.exp2", "math.sqrt", "math.rsqrt"}
TOWARDS_ZERO = 0  # tt.fp_to_fp's rounding = rtz; 1 is rtne


def precise(name: str, /, *operands: ir.Value | float) -> ir.Value:
    """The op ``name``, marked as `PRECISE`; its result has the type of its operands."""
    return build.apply(name, *operands, **{PRECISE: ir.UnitAttr.get()})


def convert_float(
    number: ir.Value, target: ir.Type, *, towards_zero: bool = False, saturate: bool = False
) -> ir.Value:
    """``number`` in the float type ``target``, exact where that is wider, rounded once where not."""
    if number.type == target:
        return number
    source, format_ = format_of(number.type), format_of(target)
    single = ir.F32Type.get()
    if source.width == 8:
        bits = resize(convert("arith.bitcast", number, integer(8)), integer(32))
        return convert_float(decode(bits, source), target, towards_zero=towards_zero, saturate=saturate)
    if source.width < format_.width:
        return convert("arith.extf", number, target)
    if source.width < 32:
        number = convert("arith.extf", number, single)
    if format_.width == 8 or towards_zero or (source.width == 64 and format_.width == 16):
        bits = encode(number, format_, towards_zero=towards_zero, saturate=saturate)
        return convert("arith.bitcast", bits, target)
    return convert("arith.truncf", number, target)


def _fp_to_fp(op: ir.Operation) -> list[ir.Value]:
    target = op.results[0].type
    towards_zero = "rounding" in op.attributes and op.attributes["rounding"].value == TOWARDS_ZERO
    return [convert_float(op.operands[0], target, towards_zero=towards_zero, saturate=target.width == 8)]


def _cast(op: ir.Operation) -> list[ir.Value]:
    """``arith.extf`` and ``arith.truncf``."""
    mode = op.attributes.get("roundingmode")
    return [convert_float(op.operands[0], op.results[0].type, towards_zero="toward_zero" in str(mode))]


def _constant(op: ir.Operation) -> list[ir.Value]:
    """A constant of 8 bits, as the cast of an integer: LLVM has no such float constants."""
    target = op.results[0].type
    number = build.constant(ir.F32Type.get(), op.attributes["value"].value)
    return [convert_float(number, target)]


def _in_f32(op: ir.Operation) -> list[ir.Value]:
    """The op on f32, its narrow operands widened and its results rounded."""
    single = ir.F32Type.get()
    operands = [convert_float(v, single) if _is_narrow(v.type) else v for v in op.operands]
    types = [single if _is_narrow(r.type) else r.type for r in op.results]
    new = build.op(op.name, types, operands, {a: op.attributes[a] for a in op.attributes})
    return [
        convert_float(r, old.type) if is_float(old.type) else r
        for r, old in zip(new.results, op.results, strict=True)
    ]


def _signed(op: ir.Operation) -> list[ir.Value]:
    """An op of `_SIGNS` on the bits of formats in which every number, zero included, and NaN have two signs."""
    type_ = op.results[0].type
    sign = format_of(type_).sign
    x, *ys = (convert("arith.bitcast", v, integer(type_.width)) for v in op.operands)
    size = apply("arith.andi", x, sign - 1)
    match op.name:
        case "arith.negf":
            bits = apply("arith.xori", x, sign)
        case "math.copysign":
            bits = apply("arith.ori", size, apply("arith.andi", ys[0], sign))
        case _:
            bits = size
    return [convert("arith.bitcast", bits, type_)]


def _is_narrow(type_: ir.Type) -> bool:
    return is_float(type_) and type_.width < 32


# ops that move bits only, on any type
_MOVES = {"arith.select", "arith.bitcast"}
# ops that set the sign, and touch no other bit
_SIGNS = {"arith.negf", "math.absf", "math.copysign"}
# math ops that machines do in f16 and bf16, or that touch nothing but bits
_EXACT = {
    f"math.{name}"
    for name in (
        "absf",
        "ceil",
        "copysign",
        "floor",
        "isfinite",
        "isinf",
        "isnan",
        "round",
        "roundeven",
        "trunc",
    )
}


def rule(op: ir.Operation) -> Callable[[ir.Operation], list[ir.Value]] | None:
    """The rule for an arith or math op on scalars of formats that machines lack; None if the op stays."""
    name = op.name
    if not name.startswith(("arith.", "math.")) or name in _MOVES:
        return None
    widths = [v.type.width for v in (*op.operands, *op.results) if is_float(v.type)]
    if name in ("arith.extf", "arith.truncf"):
        return _cast if 8 in widths or widths == [64, 16] or "roundingmode" in op.attributes else None
    if 8 in widths and name in _SIGNS and format_of(op.results[0].type).negative_zero:
        return _signed
    if 8 in widths:
        return _constant if name == "arith.constant" else _in_f32
    if 16 in widths and name.startswith("math.") and name not in _EXACT:
        return _in_f32
    return None


RULES = {"tt.fp_to_fp": _fp_to_fp}
