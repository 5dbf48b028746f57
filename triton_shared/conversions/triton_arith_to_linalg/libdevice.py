"""Functions of device libraries: what ``tt.extern_elementwise`` calls, by the names of vendors' libraries and of C.

::

    %1 = tt.extern_elementwise %0 {symbol = "__nv_tanhf"} : (f32) -> f32      ->      %1 = math.tanh %0 : f32

A symbol is a stem in a frame: ``__nv_tanhf``, ``__nv_fast_tanhf``, ``__ocml_tanh_f32``, ``__imf_tanhf16``,
``__hmf_tanhDh``, ``__mt_tt_tanh_f32``, ``qhmath_hvx_tanh_ahf`` and ``tanhf`` are all ``tanh``.  Functions of f16 and
bf16 are those of f32, rounded.  Most stems are one op of math or arith, some a few of them.  Directed rounding,
functions of C that math lacks, and those that C lacks have modules of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from triton_shared.conversions.triton_arith_to_linalg import (
    bessel_functions,
    c_functions,
    directed_rounding,
    floats,
    gamma_functions,
    special_functions,
)
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import build, integer, is_float
from triton_shared.mlir import ir

apply, compare, select = build.apply, build.compare, build.select
convert, resize = build.convert, build.resize

Operands = list[ir.Value]

#: stems that are ops of math
MATH = (
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh",
    "erf", "erfc", "exp", "exp2", "expm1", "floor", "fma", "log", "log10", "log1p", "log2", "round", "rsqrt",
    "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
)  # fmt: skip

#: stems that are one op
OPS = {
    **{name: f"math.{name}" for name in MATH},
    **dict.fromkeys(("abs", "llabs", "iabs"), "math.absi"),
    **dict.fromkeys(("rint", "nearbyint"), "math.roundeven"),
    "fabs": "math.absf",
    "pow": "math.powf",
    "fmod": "arith.remf",
    "fmax": "arith.maxnumf",
    "fmin": "arith.minnumf",
    "fdivide": "arith.divf",
    **{f"{kind}{name}_rn": f"arith.{name}f" for kind in ("f", "d", "") for name in ("add", "sub", "mul", "div")},
    **{f"{kind}sqrt_rn": "math.sqrt" for kind in ("f", "d", "")},
    **dict.fromkeys(("frsqrt_rn", "rsqrt_rn"), "math.rsqrt"),
    "fma_rn": "math.fma",
    "fmaf_rn": "math.fma",
}  # fmt: skip

#: stems of approximations
ROUGH = {"fdivide", "rsqrt"}

#: stems of bit casts
CASTS = {
    "float_as_int", "float_as_uint", "int_as_float", "uint_as_float", "double_as_longlong", "longlong_as_double",
}  # fmt: skip

#: what NVIDIA's library, those of AMD, Intel, Moore Threads and Huawei, and Qualcomm's put before a stem
PREFIX = re.compile(r"^(__(nv|ocml|ockl|triton_hip|imf|mt|hmf)_(fast_|tt_)?|qhmath_hvx_)")

#: what they put behind it: the type of the operands
SUFFIX = re.compile(r"(_(f16|f32|f64|fp16|fp32|i32|i64|u32|u64|af|ahf|la)|f16|D[hb])$")

#: rounding modes by OpenCL's names
MODES = {"rte": "rn", "rtz": "rz", "rtn": "rd", "rtp": "ru"}

#: stems by other names
ALIASES = {"cdnorm": "normcdf", "cdnorminv": "normcdfinv", "recip": "rcp_rn"}

#: suffix of a conversion to integers -> the op that rounds
ROUNDINGS = {"rn": "math.roundeven", "rz": "math.trunc", "rd": "math.floor", "ru": "math.ceil"}


def lower(op: ir.Operation) -> list[ir.Value]:
    """The rule for ``tt.extern_elementwise`` on scalars."""
    symbol, result = op.attributes["symbol"].value, op.results[0].type
    widened = [_widened(v) for v in op.operands]
    is_narrow = widened != list(op.operands)
    wide = ir.F32Type.get() if is_narrow and is_float(result) else result
    found = _called(symbol, widened, wide)
    if found is None:
        raise LoweringError(op, f"calls {symbol!r}, which is no function that this target knows")
    return found if wide == result else [convert("arith.truncf", found[0], result)]


def _widened(value: ir.Value) -> ir.Value:
    """f32 in place of f16 and bf16."""
    is_narrow = isinstance(value.type, (ir.F16Type, ir.BF16Type))
    return convert("arith.extf", value, ir.F32Type.get()) if is_narrow else value


def _called(symbol: str, operands: Operands, result: ir.Type) -> list[ir.Value] | None:
    """What the function ``symbol`` gives; None where it is unknown."""
    for stem in _stems(symbol):
        if stem in OPS:
            rough = stem in ROUGH or "_fast_" in symbol or OPS[stem] not in floats.APPROXIMATED
            marks = {} if rough else {floats.PRECISE: ir.UnitAttr.get()}
            return [build.one(OPS[stem], result, *operands, **marks)]
        if stem in COMPOSED:
            return [_fit(COMPOSED[stem](*operands), result)]
        if stem in CASTS:
            return [convert("arith.bitcast", operands[0], result)]
        if match := re.fullmatch(r"(?:[fd]?(add|sub|mul|div|rcp|sqrt)|(fma)f?)_(r[duz])", stem):
            return [directed_rounding.arithmetic(match[1] or match[2], match[3], *operands)]
        if (made := _conversion(stem, operands[0], result)) is not None:
            return [made]
    return None


def _stems(symbol: str) -> list[str]:
    """What ``symbol`` may be called without prefix and suffix, most literal first."""
    name = SUFFIX.sub("", PREFIX.sub("", symbol))
    name = re.sub("_(rt[eznp])$", lambda match: f"_{MODES[match[1]]}", name)
    return [ALIASES.get(n, n) for n in ([name, name[:-1]] if name.endswith("f") else [name])]


def _fit(value: ir.Value, type_: ir.Type) -> ir.Value:
    """An integer that counts or tells yes or no, in the integer type asked for."""
    return value if is_float(type_) else resize(value, type_)


_INTEGERS = {"int": ("si", 32), "uint": ("ui", 32), "ll": ("si", 64), "ull": ("ui", 64)}


def _conversion(stem: str, operand: ir.Value, result: ir.Type) -> ir.Value | None:
    """``float2int_rz`` and its like; to integers they saturate, and NaN is 0."""
    match = re.fullmatch(r"(float|double|u?int|u?ll)2(float|double|u?int|u?ll)_(r[nzdu])", stem)
    if match is None:
        return None
    source, target, rounding = match.groups()
    if target in _INTEGERS:
        return _to_integer(apply(ROUNDINGS[rounding], operand), result, *_INTEGERS[target])
    if rounding == "rn":
        name = f"{_INTEGERS[source][0]}tofp" if source in _INTEGERS else "truncf"
        return convert(f"arith.{name}", operand, result)
    if source in _INTEGERS:
        return directed_rounding.from_integer(operand, _INTEGERS[source][0], result, rounding)
    return directed_rounding.narrowed(operand, rounding, result)


def _to_integer(number: ir.Value, result: ir.Type, sign: str, width: int) -> ir.Value:
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if sign == "si" else (0, (1 << width) - 1)
    too_low, too_high = compare("olt", number, float(low)), compare("oge", number, float(high + 1))
    inside = select(too_low, 0.0, select(too_high, 0.0, select(compare("uno", number, number), 0.0, number)))
    integer = convert(f"arith.fpto{sign}", inside, result)
    return select(too_low, low, select(too_high, high, integer))


def _whole(rounding: str) -> Callable[[ir.Value], ir.Value]:
    """The integer that the op ``rounding`` makes."""
    return lambda x: _to_integer(apply(rounding, x), integer(64), *_INTEGERS["ll"])


def _quarter_turns(x: ir.Value, turned: float) -> ir.Value:
    """sin(pi (x + turned / 2)): exact quarters of a turn and a rest of at most one eighth."""
    count = apply("math.roundeven", apply("arith.mulf", x, 2.0))
    angle = apply("arith.mulf", apply("arith.subf", x, apply("arith.mulf", count, 0.5)), 3.141592653589793)
    sine, cosine = apply("math.sin", angle), apply("math.cos", angle)
    count = apply("arith.addf", count, turned)
    phase = apply(
        "arith.subf", count, apply("arith.mulf", apply("math.floor", apply("arith.mulf", count, 0.25)), 4.0)
    )
    odd = compare("oeq", apply("math.absf", apply("arith.subf", phase, 2.0)), 1.0)
    value = select(odd, cosine, sine)
    return select(compare("oge", phase, 2.0), apply("arith.negf", value), value)


def _root_of_squares(*components: ir.Value) -> ir.Value:
    total = apply("arith.mulf", components[0], components[0])
    for x in components[1:]:
        total = apply("math.fma", x, x, total)
    return floats.precise("math.sqrt", total)


def _reverse_bits(x: ir.Value) -> ir.Value:
    """Halves swapped, then their halves, down to single bits."""
    step, every = x.type.width // 2, (1 << x.type.width) - 1
    while step:
        low = every // ((1 << step) + 1)
        down = apply("arith.andi", apply("arith.shrui", x, step), low)
        x = apply("arith.ori", down, apply("arith.shli", apply("arith.andi", x, low), step))
        step //= 2
    return x


def _byte_perm(x: ir.Value, y: ir.Value, selector: ir.Value) -> ir.Value:
    """Four bytes of ``y:x``, each chosen by three bits of a digit of ``selector``; its fourth bit spreads the sign."""
    wide = integer(64)
    both = apply("arith.ori", apply("arith.shli", resize(y, wide), 32), resize(x, wide))
    result = None
    for place in range(4):
        digit = resize(apply("arith.andi", apply("arith.shrui", selector, 4 * place), 15), wide)
        chosen = apply("arith.shrui", both, apply("arith.shli", apply("arith.andi", digit, 7), 3))
        byte = resize(chosen, integer(8))
        byte = select(compare("uge", digit, 8), apply("arith.shrsi", byte, 7), byte)
        moved = apply("arith.shli", resize(byte, x.type), 8 * place)
        result = moved if result is None else apply("arith.ori", result, moved)
    return result


def _high(name: str) -> Callable[..., ir.Value]:
    """The high half of a product."""
    return lambda x, y: build.op(f"arith.mul{name}_extended", [x.type, x.type], [x, y]).results[1]


def _low24(shift: str) -> Callable[..., ir.Value]:
    """The product of the low 24 bits."""
    return lambda x, y: apply("arith.muli", *(apply(shift, apply("arith.shli", v, 8), 8) for v in (x, y)))


def _average(shift: str, up: bool) -> Callable[..., ir.Value]:
    """(x + y) / 2 without overflow, rounded down or up."""

    def build_average(x: ir.Value, y: ir.Value) -> ir.Value:
        half = apply(shift, apply("arith.xori", x, y), 1)
        if up:
            return apply("arith.subi", apply("arith.ori", x, y), half)
        return apply("arith.addi", apply("arith.andi", x, y), half)

    return build_average


def _distance(kind: str) -> Callable[..., ir.Value]:
    """|x - y| + z."""
    most, least = f"arith.max{kind}", f"arith.min{kind}"
    return lambda x, y, z: apply("arith.addi", apply("arith.subi", apply(most, x, y), apply(least, x, y)), z)


def _is(name: str) -> Callable[[ir.Value], ir.Value]:
    return lambda x: build.one(f"math.{name}", integer(1), x)


def _sign_bit(x: ir.Value) -> ir.Value:
    word = integer(x.type.width)
    return compare("slt", convert("arith.bitcast", x, word), 0)


def _half_word(shift: int) -> Callable[[ir.Value], ir.Value]:
    return lambda x: apply("arith.shrui", convert("arith.bitcast", x, integer(64)), shift)


def _from_halves(high: ir.Value, low: ir.Value) -> ir.Value:
    wide = integer(64)
    bits = apply("arith.ori", apply("arith.shli", resize(high, wide), 32), resize(low, wide))
    return convert("arith.bitcast", bits, ir.F64Type.get())


def _inverse(function: Callable[..., ir.Value]) -> Callable[..., ir.Value]:
    return lambda *xs: floats.precise("arith.divf", 1.0, function(*xs))


def _power(x: ir.Value, n: ir.Value) -> ir.Value:
    return apply("math.powf", x, convert("arith.sitofp", n, x.type))


def _first_set(x: ir.Value) -> ir.Value:
    """One more than the number of zeros at the low end; 0 of 0."""
    return select(compare("eq", x, 0), 0, apply("arith.addi", apply("math.cttz", x), 1))


def _sigmoid(x: ir.Value) -> ir.Value:
    """``1 / (1 + exp(-x))`` by a power that does not overflow, so that it is right where the result is tiny."""
    power = floats.precise("math.exp", apply("arith.negf", apply("math.absf", x)))
    above = select(compare("olt", x, 0.0), power, 1.0)
    return floats.precise("arith.divf", above, apply("arith.addf", power, 1.0))


def _rough_reciprocal(x: ir.Value) -> ir.Value:
    """The high word of the reciprocal of the high word, without subnormal numbers (PTX ISA, rcp.approx.ftz.f64)."""

    def high(v: ir.Value) -> ir.Value:
        bits = apply("arith.andi", convert("arith.bitcast", v, integer(64)), ~0xFFFFFFFF)
        bits = select(compare("olt", apply("math.absf", v), 2.0**-1022), 0, bits)
        return apply("math.copysign", convert("arith.bitcast", bits, v.type), v)

    return high(floats.precise("arith.divf", 1.0, high(x)))


COMPOSED: dict[str, Callable[..., ir.Value]] = {
    **dict.fromkeys(("clz", "clzll"), lambda x: apply("math.ctlz", x)),
    **dict.fromkeys(("popc", "popcll", "popcount"), lambda x: apply("math.ctpop", x)),
    **dict.fromkeys(("brev", "brevll"), _reverse_bits),
    **dict.fromkeys(("ffs", "ffsll"), _first_set),
    **dict.fromkeys(("isinf", "isinfd"), lambda x: compare("oeq", apply("math.absf", x), float("inf"))),
    **dict.fromkeys(("isnan", "isnand"), _is("isnan")),
    **dict.fromkeys(("finite", "isfinited", "isfinite"), _is("isfinite")),
    **dict.fromkeys(("signbit", "signbitd"), _sign_bit),
    **dict.fromkeys(("mulhi", "mul64hi"), _high("si")),
    **dict.fromkeys(("umulhi", "umul64hi"), _high("ui")),
    **dict.fromkeys(("frcp_rn", "drcp_rn", "rcp_rn"), _inverse(lambda x: x)),
    "byte_perm": _byte_perm,
    "cospi": lambda x: _quarter_turns(x, 1.0),
    "double2hiint": _half_word(32),
    "double2loint": _half_word(0),
    "exp10": lambda x: apply("math.powf", 10.0, x),
    "hadd": _average("arith.shrsi", up=False),
    "hiloint2double": _from_halves,
    "llrint": _whole("math.roundeven"),
    "llround": _whole("math.round"),
    "mul24": _low24("arith.shrsi"),
    "norm3d": _root_of_squares,
    "norm4d": _root_of_squares,
    "powi": _power,
    "pown": _power,
    "rcp64h": _rough_reciprocal,
    "rcbrt": _inverse(lambda x: apply("math.cbrt", x)),
    "rhadd": _average("arith.shrsi", up=True),
    "rhypot": _inverse(_root_of_squares),
    "rnorm3d": _inverse(_root_of_squares),
    "rnorm4d": _inverse(_root_of_squares),
    "sad": _distance("si"),
    "saturate": lambda x: apply("arith.minnumf", apply("arith.maxnumf", x, 0.0), 1.0),
    "sigmoid": _sigmoid,
    "sinpi": lambda x: _quarter_turns(x, 0.0),
    "uhadd": _average("arith.shrui", up=False),
    "umul24": _low24("arith.shrui"),
    "urhadd": _average("arith.shrui", up=True),
    "usad": _distance("ui"),
    **bessel_functions.FUNCTIONS,
    **c_functions.FUNCTIONS,
    **gamma_functions.FUNCTIONS,
    **special_functions.FUNCTIONS,
    **{f"i{n}": special_functions.FUNCTIONS[f"cyl_bessel_i{n}"] for n in (0, 1)},
}

RULES = {"tt.extern_elementwise": lower}
