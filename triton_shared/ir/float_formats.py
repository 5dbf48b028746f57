"""Numbers of any float format from their bits, and these from f32 and f64, by integer arithmetic: bit for bit."""

from __future__ import annotations

from triton_shared.ir.builder import build, integer
from triton_shared.mlir import ir
from triton_shared.types import FORMATS, Format

apply, compare, select = build.apply, build.compare, build.select
convert, resize = build.convert, build.resize

E2M1 = Format(2, 1, 1, None, None)


class UnknownFormat(TypeError):
    """A float type that `types.ROWS` lacks."""


def format_of(type_: ir.Type) -> Format:
    """The format of a scalar float type; raises `UnknownFormat`."""
    if (found := FORMATS.get(str(type_))) is None:
        raise UnknownFormat(f"converts '{type_}': there are no such floats")
    return found


def decode(bits: ir.Value, source: Format) -> ir.Value:
    """The f32 that ``bits``, an i32 of at most 8 bits in ``source``, stands for."""
    if source == FORMATS["f8E5M2"]:  # the upper half of an f16
        half = resize(apply("arith.shli", bits, 8), integer(16))
        return convert("arith.extf", convert("arith.bitcast", half, ir.F16Type.get()), ir.F32Type.get())
    single, word = FORMATS["f32"], bits.type
    up = single.mantissa - source.mantissa
    size = apply("arith.andi", bits, source.sign - 1)
    shifted = apply("arith.shli", size, up)
    normal = apply("arith.addi", shifted, (single.bias - source.bias) << single.mantissa)
    steps = apply(
        "arith.mulf",
        convert("arith.uitofp", size, ir.F32Type.get()),
        2.0 ** (1 - source.bias - source.mantissa),
    )
    denormal = convert("arith.bitcast", steps, word)
    value = select(compare("ult", size, 1 << source.mantissa), denormal, normal)
    if source.infinity is not None:
        value = select(compare("uge", size, source.infinity), single.infinity, value)
        value = select(compare("ugt", size, source.infinity), single.nan, value)
    elif source.nan == source.sign - 1:
        value = select(compare("eq", size, source.nan), single.nan, value)
    sign = apply("arith.shli", apply("arith.andi", bits, source.sign), single.width - source.width)
    value = apply("arith.ori", value, sign)
    if source.nan == source.sign:
        value = select(compare("eq", bits, source.nan), single.nan, value)
    return convert("arith.bitcast", value, ir.F32Type.get())


def encode(number: ir.Value, target: Format, *, towards_zero: bool, saturate: bool) -> ir.Value:
    """The bits, as an integer of the target's width, of the f32 or f64 ``number`` rounded to ``target``."""
    source = format_of(number.type)
    bits = convert("arith.bitcast", number, integer(source.width))
    size = apply("arith.andi", bits, source.sign - 1)
    rounded = _round(size, source, target, towards_zero)
    beyond = target.nan if target.infinity is None else target.infinity
    if towards_zero or saturate:
        result = apply("arith.minui", rounded, target.largest)
    else:
        result = select(compare("ugt", rounded, target.largest), beyond, rounded)
    if towards_zero and (target.infinity is not None or not saturate):
        result = select(compare("eq", size, source.infinity), beyond, result)
    sign = apply("arith.andi", apply("arith.shrui", bits, source.width - target.width), target.sign)
    signed = apply("arith.ori", result, sign)
    if not target.negative_zero:
        signed = select(compare("eq", result, 0), 0, signed)
    signed = select(compare("ugt", size, source.infinity), target.nan, signed)
    return resize(signed, integer(target.width))


def _round(size: ir.Value, source: Format, target: Format, towards_zero: bool) -> ir.Value:
    """The bits of ``size``, a pattern without sign, rounded to ``target`` as if its exponents had no end."""
    exponent = apply("arith.maxui", apply("arith.shrui", size, source.mantissa), 1)
    significand = apply(
        "arith.subi", size, apply("arith.shli", apply("arith.subi", exponent, 1), source.mantissa)
    )
    least = source.bias - target.bias + 1
    kept = apply("arith.maxui", exponent, least)
    shift = apply("arith.subi", apply("arith.addi", kept, source.mantissa - target.mantissa), exponent)
    shift = apply("arith.minui", shift, source.mantissa + 2)
    if not towards_zero:
        odd = apply("arith.andi", apply("arith.shrui", significand, shift), 1)
        below_half = apply("arith.subi", apply("arith.shli", 1, apply("arith.subi", shift, 1)), 1)
        significand = apply("arith.addi", significand, apply("arith.addi", below_half, odd))
    fraction = apply("arith.shrui", significand, shift)
    return apply(
        "arith.addi", apply("arith.shli", apply("arith.subi", kept, least), target.mantissa), fraction
    )
