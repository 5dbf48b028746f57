"""Inline PTX assembly of conversions; those out of range have the values that the PTX manual gives."""

from __future__ import annotations

from tests.support.emulator.intrinsics import SMALL
from tests.support.emulator.ptx_arithmetic import call, flushed, one_nan, result
from tests.support.emulator.ptx_body import B64, Body, Instruction, PTXError, Rule, Type

_WHOLE = {"rni": "roundeven", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}


def _float_to_integer(body: Body, it: Instruction, target: Type, source: Type, value: str) -> str:
    how = next((name for mode, name in _WHOLE.items() if it.has(mode)), "trunc")
    value = call(body, how, source, value)
    name = f"fpto{'s' if target.signed else 'u'}i.sat.{target.mangled}.{source.mangled}"
    return body.op(f"call {target.llvm} @llvm.{name}({source.llvm} {value})")


def _between_integers(body: Body, it: Instruction, target: Type, source: Type, value: str) -> str:
    if not it.has("sat"):
        return body.resize(value, source.width, target.width, source.signed)
    wide = Type("s", 2 * max(source.width, target.width))
    value = body.resize(value, source.width, wide.width, source.signed)
    low = -(1 << target.width - 1) if target.signed else 0
    high = (1 << target.width - target.signed) - 1
    value = call(body, "smin", wide, call(body, "smax", wide, value, str(low)), str(high))
    return body.resize(value, wide.width, target.width)


def _between_floats(body: Body, it: Instruction, target: Type, source: Type, value: str) -> str:
    if mode := next((m for m in _WHOLE if it.has(m)), None):
        value = call(body, _WHOLE[mode], source, value)
    elif target.width < source.width and it.has("rz", "rm", "rp"):
        raise PTXError(f"the emulator rounds to nearest only: `{it.text}`")
    if target.llvm == source.llvm:
        return value
    if target.width == source.width:  # f16 and bf16
        value = body.op(f"fpext {source.llvm} {value} to float")
        return one_nan(body, target, body.op(f"fptrunc float {value} to {target.llvm}"))
    how = "fpext" if target.width > source.width else "fptrunc"
    return one_nan(body, target, body.op(f"{how} {source.llvm} {value} to {target.llvm}"))


def convert(body: Body, it: Instruction) -> None:
    """``cvt``"""
    if it.has(*_SMALL):
        _convert_small(body, it)
        return
    if len(it.types) != 2 or it.has("satfinite"):
        raise PTXError(f"the emulator does not know `{it.text}`")
    target, source = it.types
    if target.lanes == 2:
        _convert_pair(body, it, target, source)
        return
    value = flushed(body, it, source, body.get(it.operands[1], source))
    if target.is_float and source.is_float:
        value = _between_floats(body, it, target, source, value)
    elif source.is_float:
        value = _float_to_integer(body, it, target, source, value)
    elif target.is_float:
        value = body.op(f"{'s' if source.signed else 'u'}itofp {source.llvm} {value} to {target.llvm}")
    else:
        value = _between_integers(body, it, target, source, value)
    if it.has("relu"):
        value = call(body, "maximumnum", target, value, "0.0")
    result(body, it, target, value)


def _convert_pair(body: Body, it: Instruction, target: Type, source: Type) -> None:
    """Two floats to a pair; the first is the high half."""
    element, whole = Type(target.kind, target.width), "poison"
    for k, operand in enumerate(reversed(it.operands[1:3])):
        value = _between_floats(body, it, element, source, body.get(operand, source))
        if it.has("relu"):
            value = call(body, "maximumnum", element, value, "0.0")
        whole = body.op(f"insertelement {target.llvm} {whole}, {element.llvm} {value}, i32 {k}")
    body.put(it.operands[0], target, whole)


_SMALL = {f"{name}x2": number for name, number in SMALL.items()}


def _convert_small(body: Body, it: Instruction) -> None:
    """Pairs of floats of 8 bits: from two f32 or a pair of f16, the first in the high half, and to a pair of f16."""
    kind, type = next(number for name, number in _SMALL.items() if it.has(name)), it.type
    if it.modifiers[-1] in _SMALL:
        word = body.resize(body.get_bits(it.operands[1], Type("b", 16)), 16, 32)
        whole = "poison"
        for k in range(2):
            byte = body.op(f"and i32 {body.op(f'lshr i32 {word}, {8 * k}')}, 255")
            value = body.op(f"call float @emu_from_small(i32 {byte}, i32 {kind})")
            half = body.op(f"fptrunc float {value} to half")
            whole = body.op(f"insertelement <2 x half> {whole}, half {half}, i32 {k}")
        body.put(it.operands[0], Type("f", 16, 2), whole)
        return
    if type.lanes == 2:
        pair = body.get(it.operands[1], type)
        halves = [body.op(f"extractelement {type.llvm} {pair}, i32 {k}") for k in (1, 0)]
        values = [body.op(f"fpext {type.llvm[5:-1]} {half} to float") for half in halves]
    else:
        values = [body.get(operand, type) for operand in it.operands[1:3]]
    high, low = (body.op(f"call i32 @emu_to_small(float {value}, i32 {kind})") for value in values)
    both = body.op(f"or i32 {body.op(f'shl i32 {high}, 8')}, {low}")
    body.put(it.operands[0], Type("b", 16), body.resize(both, 32, 16))


def convert_address(body: Body, it: Instruction) -> None:
    """``cvta``"""
    value = body.get_bits(it.operands[1], B64)
    if it.has("shared"):
        if it.has("to"):
            pointer = body.op(f"inttoptr i64 {value} to ptr")
            value = body.op(f"call i64 @emu_to_shared(ptr {pointer})")
        else:
            pointer = body.op(f"call ptr @emu_to_generic(i64 {value})")
            value = body.op(f"ptrtoint ptr {pointer} to i64")
    body.put(it.operands[0], B64, value)


RULES: dict[str, Rule] = {
    "cvt": convert,
    "cvta": convert_address,
}
