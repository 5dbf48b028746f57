"""``cvt`` of PTX: between integers and floats, one at a time or, into narrow formats, two."""

from __future__ import annotations

from triton_shared.conversions.assembly.arithmetic import (
    Rule,
    apply,
    compare,
    constant,
    flushed,
    saturated,
    select,
    types_of,
)
from triton_shared.conversions.assembly.registers import Registers, Type, bits_of
from triton_shared.conversions.assembly.text import Instruction, Unknown
from triton_shared.conversions.triton_arith_to_linalg import floats
from triton_shared.ir import float_formats
from triton_shared.ir.builder import build, integer
from triton_shared.mlir import ir
from triton_shared.types import FORMATS

#: roundings to whole numbers
WHOLE = {"rni": "roundeven", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}
#: formats of which registers hold two, the first in the low bits
PAIRS = {"e4m3x2": FORMATS["f8E4M3FN"], "e5m2x2": FORMATS["f8E5M2"], "e2m1x2": float_formats.E2M1}


def _cvt(registers: Registers, it: Instruction) -> None:
    narrow = [name for name in it.modifiers if name in PAIRS]
    types = types_of(it)
    if narrow and len(types) == 1:
        (_to_pair if it.modifiers.index(narrow[0]) < len(it.modifiers) - 1 else _from_pair)(
            registers, it, narrow[0]
        )
    elif len(types) == 2 and types[0].lanes == 2 and types[1].name == "f32":
        _known(it, ("rn", types[0].name, "f32"), 3)
        registers.write(
            it, it.operands[0], types[0], [_rounded(x, types[0].kind) for x in _pair(registers, it)]
        )
    elif "tf32" in it.modifiers and len(types) == 1:
        _to_tf32(registers, it)
    elif len(types) == 2 and types[0].lanes == types[1].lanes == 1:
        _one(registers, it, *types)
    else:
        raise Unknown(f"'{it.text}'")


def _known(it: Instruction, modifiers: tuple[str, ...], count: int) -> None:
    """Refuse an instruction with other modifiers or another number of operands."""
    if any(m not in modifiers for m in it.modifiers) or len(it.operands) != count:
        raise Unknown(f"'{it.text}'")


def _pair(registers: Registers, it: Instruction) -> list[ir.Value]:
    """Two f32, that of the low bits, which is the last operand, first."""
    single = Type("f32", ir.F32Type.get())
    return [registers.read(operand, single)[0] for operand in (it.operands[2], it.operands[1])]


def _rounded(x: ir.Value, kind: ir.Type) -> ir.Value:
    return floats.convert_float(x, kind)


def _to_pair(registers: Registers, it: Instruction, name: str) -> None:
    """``cvt.rn.satfinite.e4m3x2.f32 d, high, low``."""
    _known(it, ("rn", "satfinite", name, "f32"), 3)
    if "satfinite" not in it.modifiers:
        raise Unknown(f"'{it.text}'")
    width = PAIRS[name].width
    codes = [build.resize(_code(x, name), integer(2 * width)) for x in _pair(registers, it)]
    both = apply("arith.ori", codes[0], apply("arith.shli", codes[1], width))
    registers.write(it, it.operands[0], Type("b", both.type), [both])


def _code(x: ir.Value, name: str) -> ir.Value:
    """The bits of ``x`` in a format; what is too large is its largest number."""
    if name != "e2m1x2":
        return float_formats.encode(x, PAIRS[name], towards_zero=False, saturate=True)
    size, code = apply("math.absf", x), constant(integer(8), 0)
    for between, how in (
        (0.25, "ugt"),
        (0.75, "uge"),
        (1.25, "ugt"),
        (1.75, "uge"),
        (2.5, "ugt"),
        (3.5, "uge"),
        (5.0, "ugt"),
    ):
        code = apply("arith.addi", code, build.resize(compare(how, size, between), code.type))
    sign = apply("arith.shrui", apply("arith.andi", bits_of(x), 1 << 31), 28)
    sign = select(compare("uno", x, x), constant(code.type, 0), build.resize(sign, code.type))
    return build.resize(apply("arith.ori", code, sign), integer(4))


def _from_pair(registers: Registers, it: Instruction, name: str) -> None:
    """``cvt.rn.f16x2.e4m3x2 d, a``."""
    (type_,) = types_of(it)
    _known(it, ("rn", type_.name, name), 2)
    if type_.name != "f16x2":
        raise Unknown(f"'{it.text}'")
    target, width = PAIRS[name], PAIRS[name].width
    (both,) = registers.read(it.operands[1], Type(name, integer(2 * width)))
    word = build.resize(both, integer(32))
    found = []
    for place in range(2):
        bits = apply("arith.andi", apply("arith.shrui", word, place * width), (1 << width) - 1)
        found.append(build.convert("arith.truncf", float_formats.decode(bits, target), type_.kind))
    registers.write(it, it.operands[0], type_, found)


def _to_tf32(registers: Registers, it: Instruction) -> None:
    """Rounded to ten bits behind the point, the rest zeros."""
    _known(it, ("rn", "rna", "tf32", "f32"), 2)
    single = Type("f32", ir.F32Type.get())
    bits = bits_of(registers.read(it.operands[1], single)[0])
    odd = apply("arith.andi", apply("arith.shrui", bits, 13), 1)
    half = constant(bits.type, 0x1000) if "rna" in it.modifiers else apply("arith.addi", odd, 0xFFF)
    rounded = apply("arith.andi", apply("arith.addi", bits, half), ~0x1FFF)
    finite = compare("ult", apply("arith.andi", bits, 0x7FFFFFFF), 0x7F800000)
    registers.write(it, it.operands[0], Type("b32", bits.type), [select(finite, rounded, bits)])


def _one(registers: Registers, it: Instruction, target: Type, source: Type) -> None:
    """One number of any type as one of another."""
    _known(it, ("rn", *WHOLE, "ftz", "sat", target.name, source.name), 2)
    (x,) = registers.read(it.operands[1], source)
    if source.name == "f32" and "ftz" in it.modifiers:
        x = flushed(x)
    whole = next((WHOLE[m] for m in it.modifiers if m in WHOLE), None)
    if source.is_float and whole:
        x = apply(f"math.{whole}", x) if source.kind.width >= 32 else _whole_narrow(whole, x)
    if source.is_float and target.is_float:
        x = _rounded(x, target.kind)
    elif target.is_float:
        x = build.one("arith.sitofp" if source.signed else "arith.uitofp", target.kind, x)
    elif source.is_float:
        if not whole:
            raise Unknown(f"'{it.text}'")
        x = _integer(x, target)
    else:
        x = _resized(it, x, target, source)
    if target.is_float:
        x = flushed(x) if target.name == "f32" and "ftz" in it.modifiers else x
        x = saturated(x) if "sat" in it.modifiers else x
    registers.write(it, it.operands[0], target, [x])


def _whole_narrow(name: str, x: ir.Value) -> ir.Value:
    wide = build.convert("arith.extf", x, ir.F32Type.get())
    return build.convert("arith.truncf", apply(f"math.{name}", wide), x.type)


def _integer(x: ir.Value, target: Type) -> ir.Value:
    """A whole float as an integer: the nearest one of the type, NaN as 0."""
    wide = build.convert("arith.extf", x, ir.F64Type.get()) if x.type.width < 64 else x
    bits = int(target.kind.width)
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if target.signed else (0, (1 << bits) - 1)
    inside = select(compare("ogt", wide, float(least)), wide, float(least))
    beyond = compare("oge", wide, float(most + 1))
    inside = select(beyond, 0.0, inside)
    number = build.one("arith.fptosi" if target.signed else "arith.fptoui", target.kind, inside)
    number = select(beyond, constant(target.kind, most), number)
    return select(compare("uno", x, x), constant(target.kind, 0), number)


def _resized(it: Instruction, x: ir.Value, target: Type, source: Type) -> ir.Value:
    """An integer with the sign of its type; ``.sat`` is not known."""
    if "sat" in it.modifiers or any(m in WHOLE or m in ("rn", "ftz") for m in it.modifiers):
        raise Unknown(f"'{it.text}'")
    return build.resize(x, target.kind, "arith.extsi" if source.signed else "arith.extui")


RULES: dict[str, Rule] = {"cvt": _cvt}
