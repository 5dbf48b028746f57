"""Functions of device libraries, by the names of vendors' libraries and of C.

``__nv_tanhf``, ``__nv_fast_tanhf``, ``__ocml_tanh_f32``, ``__imf_tanhf16`` and ``tanhf`` are all ``tanh``.  Functions
of floats are computed in f64 and rounded once; f64 itself has the accuracy of numpy, Python and the C library.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Callable, Sequence
from functools import cache, partial

import numpy as np

from triton_shared.reference import directed, floats
from triton_shared.reference.dialects import math as math_dialect
from triton_shared.reference.dialects.math import each, rounded_away
from triton_shared.reference.elements import Element, Value
from triton_shared.reference.special import SPECIAL

#: what makes a function of the elements of operands and of the result
Make = Callable[[Sequence[Element], Element], Callable[..., Value]]


def find(symbol: str, operands: Sequence[Element], result: Element) -> Callable[..., Value] | None:
    """The function ``symbol`` from ``operands`` to ``result``; None where it is unknown."""
    for stem in _stems(symbol):
        if stem in STEMS:
            return STEMS[stem](operands, result)
        if match := re.fullmatch(r"[fd]?(add|sub|mul|div|rcp|sqrt|rsqrt|fmaf?)_(r[nduz])", stem):
            return directed.arithmetic(match[1].removesuffix("f"), match[2], result)
        if match := re.fullmatch(r"(float|double|u?int|u?ll)2(float|double|u?int|u?ll)_(r[ndzu])", stem):
            return _conversion(match[1], match[2], match[3], operands[0], result)
    return None


def is_exact(symbol: str) -> bool:
    """Whether the function ``symbol`` has the same results wherever it is: no other rounding of its own."""
    return not (_FLOATS.keys() - EXACT) & _stems(symbol).keys()


def _stems(symbol: str) -> dict[str, None]:
    name = re.sub(r"^(__(nv|ocml|ockl|triton_hip|imf|mt|hmf)_(fast_|tt_)?|qhmath_hvx_)", "", symbol)
    name = re.sub(r"(_(([fiu]|fp)(16|32|64)|ah?f|la)|f16|D[hb])$", "", name)
    for mode, opencl in (("rn", "rte"), ("rz", "rtz"), ("rd", "rtn"), ("ru", "rtp")):
        name = re.sub(f"_{opencl}$", f"_{mode}", name)
    return dict.fromkeys(_ALIASES.get(n, n) for n in (name, name.removesuffix("f")))


_ALIASES = {"cdnorm": "normcdf", "cdnorminv": "normcdfinv", "recip": "rcp_rn"}


def of_floats(function: Callable[..., Value]) -> Make:
    """A function of numbers: f64 of floats, int64 of integers; its result is rounded, or wraps."""

    def make(operands: Sequence[Element], result: Element) -> Callable[..., Value]:
        def execute(*xs: Value) -> Value:
            found = function(*(_numbers(x, element) for x, element in zip(xs, operands, strict=True)))
            if result.format:
                return floats.rounded(np.asarray(found, np.float64)[()], result)
            return result.wrapped(np.asarray(found).astype(np.int64)[()])

        return execute

    return make


def _numbers(x: Value, element: Element) -> Value:
    return floats.numbers(x, element) if element.format else element.signed(x).astype(np.int64)


def of_integers(function: Callable[..., int], is_signed: bool = False, width: bool = False) -> Make:
    """A function of Python's integers, signed or not, that is given their ``width`` first if so; its result wraps."""

    def make(operands: Sequence[Element], result: Element) -> Callable[..., Value]:
        given = partial(function, operands[0].width) if width else function
        one = np.frompyfunc(lambda *xs: int(result.integer(given(*map(int, xs)))), len(operands), 1)

        def execute(*xs: Value) -> Value:
            of = [e.signed(x) if is_signed else e.unsigned(x) for x, e in zip(xs, operands, strict=True)]
            return np.asarray(one(*(np.asarray(x).astype(object) for x in of))).astype(result.dtype)[()]

        return execute

    return make


def same_bits(operands: Sequence[Element], result: Element) -> Callable[[Value], Value]:
    """The bits of the operand."""
    return lambda x: np.asarray(x).view(result.dtype)[()]


def _step(operands: Sequence[Element], result: Element) -> Callable[[Value, Value], Value]:
    """The next float of the type."""
    return np.nextafter


def _fma(operands: Sequence[Element], result: Element) -> Callable[..., Value]:
    return floats.fma(result)


_BOUNDS = {"int": (-(1 << 31), (1 << 31) - 1), "uint": (0, (1 << 32) - 1), "ll": (-(1 << 63), (1 << 63) - 1),
           "ull": (0, (1 << 64) - 1)}  # fmt: skip
_WHOLE: dict[str, Callable[[float], int]] = {
    "rn": lambda x: round(x),
    "rz": math.trunc,
    "rd": math.floor,
    "ru": math.ceil,
}


def _conversion(
    source: str, target: str, mode: str, operand: Element, result: Element
) -> Callable[[Value], Value]:
    """Between numbers, by a rounding mode; to integers it saturates, and NaN is 0."""
    if target not in _BOUNDS:
        return directed.conversion(mode, operand, result, is_signed=not source.startswith("u"))
    low, high = _BOUNDS[target]

    def one(x: float) -> int:
        if math.isnan(x):
            return int(result.integer(0))
        bound = low if x < 0 else high
        return int(result.integer(bound if math.isinf(x) else min(max(_WHOLE[mode](x), low), high)))

    whole = np.frompyfunc(one, 1, 1)
    return lambda x: np.asarray(whole(floats.numbers(x, operand))).astype(result.dtype)[()]


@cache
def _c_function(name: str, integer_first: bool) -> Callable[..., float]:
    function = getattr(ctypes.CDLL(None), name)
    function.restype = ctypes.c_double
    function.argtypes = [ctypes.c_int, ctypes.c_double] if integer_first else [ctypes.c_double]
    return function


def of_c(name: str, integer_first: bool = False) -> Callable[..., Value]:
    """A function of the C library."""
    return each(lambda *xs: _c_function(name, integer_first)(*xs))


def _exponent(x: Value) -> Value:
    """That of the leading bit."""
    found = np.where(np.isinf(x), np.abs(x), np.frexp(x)[1] - 1.0)
    return np.where(np.isnan(x), np.nan, np.where(x == 0, -np.inf, found))


def _integer_exponent(x: Value) -> Value:
    """That of 0 and of NaN is the least integer, that of infinity the largest."""
    return np.clip(np.nan_to_num(_exponent(x), nan=-np.inf), -(2.0**31), 2.0**31 - 1).astype(np.int64)


def _turned(x: Value, quarter: int) -> Value:
    """sin(pi (x + quarter / 2)), exact at quarter turns."""
    rest = np.fmod(x, 2)
    count = np.rint(rest * 2)
    angle = np.pi * (rest - count / 2)
    phase = np.mod(count + quarter, 4)
    sine, cosine = np.sin(angle), np.cos(angle)
    return np.select(
        [phase == 0, phase == 1, phase == 2],
        [sine, cosine, -sine],
        np.where(np.isnan(phase), np.nan, -cosine),
    )


def _root_of_squares(*xs: Value) -> Value:
    """Without overflow."""
    largest = np.maximum.reduce([np.abs(x) for x in xs])
    unit = np.where((largest > 0) & np.isfinite(largest), largest, 1.0)
    found = unit * np.sqrt(sum((x / unit) ** 2 for x in xs))
    return np.where(np.any([np.isinf(x) for x in xs], axis=0), np.inf, found)


def _sigmoid(x: Value) -> Value:
    power = np.exp(-np.abs(x))
    return np.where(x < 0, power, 1) / (1 + power)


def _saturate(x: Value) -> Value:
    return np.clip(np.nan_to_num(x, nan=0.0, posinf=np.inf, neginf=-np.inf), 0.0, 1.0)


def _difference(x: Value, y: Value) -> Value:
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(x > y, x - y, 0.0))


def _scaled(x: Value, n: Value) -> Value:
    return np.ldexp(x, np.clip(n, -5000, 5000).astype(np.int32))


def _whole(function: Callable[[Value], Value]) -> Make:
    """A float as the integer that ``function`` rounds it to; saturates, and NaN is 0."""
    return lambda operands, result: _conversion_by(function, operands[0], result)


def _conversion_by(
    function: Callable[[Value], Value], operand: Element, result: Element
) -> Callable[[Value], Value]:
    convert = _conversion("double", "ll", "rz", operand, result)
    return lambda x: convert(floats.rounded(function(floats.numbers(x, operand)), operand))


def _permuted(x: int, y: int, selector: int) -> int:
    """Four bytes of ``y:x``, each chosen by three bits of a digit of ``selector``; its fourth bit spreads the sign."""
    both, found = y << 32 | x, 0
    for place in range(4):
        digit = selector >> 4 * place & 15
        byte = both >> 8 * (digit & 7) & 255
        found |= (255 * (byte >> 7) if digit & 8 else byte) << 8 * place
    return found


def _low24(x: int) -> int:
    return (x + (1 << 23)) % (1 << 24) - (1 << 23)


def _rough_reciprocal(x: Value) -> Value:
    """The high word of the reciprocal of the high word, without subnormal numbers."""

    def high(v: Value) -> Value:
        word = (np.asarray(v).view(np.int64) & ~0xFFFFFFFF).view(np.float64)
        return np.where(np.abs(v) < 2.0**-1022, np.copysign(0.0, v), word)

    return high(1 / high(x))


_FLOATS: dict[str, Callable[..., Value]] = {
    **{
        name: f
        for name, f in math_dialect.FLOATS.items()
        if name not in ("absf", "clampf", "powf", "roundeven")
    },
    **SPECIAL,
    **{name: of_c(name) for name in ("j0", "j1", "y0", "y1")},
    **{name: of_c(name, integer_first=True) for name in ("jn", "yn")},
    **dict.fromkeys(("rint", "nearbyint"), np.rint),
    **dict.fromkeys(("ldexp", "scalbn"), _scaled),
    **dict.fromkeys(("isinf", "isinfd"), np.isinf),
    **dict.fromkeys(("isnan", "isnand"), np.isnan),
    **dict.fromkeys(("finite", "isfinited", "isfinite"), np.isfinite),
    **{f"i{n}": SPECIAL[f"cyl_bessel_i{n}"] for n in (0, 1)},
    **dict.fromkeys(("signbit", "signbitd"), np.signbit),
    **dict.fromkeys(("hypot", "norm3d", "norm4d"), _root_of_squares),
    **dict.fromkeys(("rhypot", "rnorm3d", "rnorm4d"), lambda *xs: 1 / _root_of_squares(*xs)),
    "fabs": np.abs,
    "pow": np.power,
    **dict.fromkeys(("powi", "pown"), lambda x, n: np.power(x, n.astype(np.float64))),
    "sigmoid": _sigmoid,
    "fmod": np.fmod,
    "fmax": floats.maxnum,
    "fmin": floats.minnum,
    "fdim": _difference,
    "fdivide": lambda x, y: x / y,
    "remainder": each(math.remainder),
    "exp10": lambda x: np.power(10.0, x),
    "rcbrt": lambda x: 1 / np.cbrt(x),
    "sinpi": partial(_turned, quarter=0),
    "cospi": partial(_turned, quarter=1),
    "saturate": _saturate,
    "logb": _exponent,
    "ilogb": _integer_exponent,
    "lgamma": of_c("lgamma"),
    "tgamma": of_c("tgamma"),
    "rcp64h": _rough_reciprocal,
}

#: functions of floats that are rounded to nearest everywhere, or not at all
EXACT = {
    *math_dialect.EXACT,
    *(
        "rint",
        "nearbyint",
        "ldexp",
        "scalbn",
        "isinf",
        "isinfd",
        "isnan",
        "isnand",
        "finite",
        "isfinited",
        "isfinite",
    ),
    *(
        "signbit",
        "signbitd",
        "fabs",
        "fmod",
        "fmax",
        "fmin",
        "fdim",
        "remainder",
        "saturate",
        "logb",
        "ilogb",
    ),
    "rcp64h",
}

STEMS: dict[str, Make] = {
    **{name: of_floats(function) for name, function in _FLOATS.items()},
    **dict.fromkeys(("float_as_int", "float_as_uint", "int_as_float", "uint_as_float"), same_bits),
    **dict.fromkeys(("double_as_longlong", "longlong_as_double"), same_bits),
    **dict.fromkeys(("abs", "llabs", "iabs"), of_integers(abs, is_signed=True)),
    **dict.fromkeys(("clz", "clzll"), of_integers(lambda width, x: width - x.bit_length(), width=True)),
    **dict.fromkeys(("popc", "popcll", "popcount"), of_integers(int.bit_count)),
    **dict.fromkeys(("ffs", "ffsll"), of_integers(lambda x: (x & -x).bit_length())),
    **dict.fromkeys(
        ("brev", "brevll"), of_integers(lambda width, x: int(f"{x:0{width}b}"[::-1], 2), width=True)
    ),
    **dict.fromkeys(("mulhi", "mul64hi"), of_integers(lambda width, x, y: x * y >> width, True, width=True)),
    **dict.fromkeys(("umulhi", "umul64hi"), of_integers(lambda width, x, y: x * y >> width, width=True)),
    "hadd": of_integers(lambda x, y: x + y >> 1, is_signed=True),
    "rhadd": of_integers(lambda x, y: x + y + 1 >> 1, is_signed=True),
    "uhadd": of_integers(lambda x, y: x + y >> 1),
    "urhadd": of_integers(lambda x, y: x + y + 1 >> 1),
    "mul24": of_integers(lambda x, y: _low24(x) * _low24(y), is_signed=True),
    "umul24": of_integers(lambda x, y: (x % (1 << 24)) * (y % (1 << 24))),
    "sad": of_integers(lambda x, y, z: abs(x - y) + z, is_signed=True),
    "usad": of_integers(lambda x, y, z: abs(x - y) + z),
    "byte_perm": of_integers(_permuted),
    "double2hiint": lambda operands, result: (
        lambda x: (np.asarray(x).view(np.int64) >> 32).astype(np.int32)[()]
    ),
    "double2loint": lambda operands, result: lambda x: np.asarray(x).view(np.int64).astype(np.int32)[()],
    "hiloint2double": lambda operands, result: (
        lambda high, low: np.asarray(high.astype(np.int64) << 32 | low.view(np.uint32)).view(np.float64)[()]
    ),
    "llrint": _whole(np.rint),
    "llround": _whole(rounded_away),
    "nextafter": _step,
    **dict.fromkeys(("fma", "fmaf"), _fma),
}
