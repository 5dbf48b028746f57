"""The table of library functions that ``tt.extern_elementwise`` calls."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator

import numpy as np

from tests.ops import rounding, special
from tests.ops.elementwise import (
    EXACT_MATH,
    LIBRARY_ULPS,
    MATH,
    Op,
    each,
    fused,
    libm,
    on_integers,
    on_own,
    on_wider,
)
from tests.ops.values import width_of
from tests.support.program import DTYPES

PI = np.longdouble("3.14159265358979323846264338327950288")
NAME = "tt.extern_elementwise"


def _op(symbol: str, inputs: tuple[str, ...], result: str, oracle: Callable, ulps: float = 0, **more) -> Op:
    operands = ", ".join(f"{{{i}}}" for i in range(len(inputs)))
    types = ", ".join("{t}" if e == inputs[0] else f"{{t{i}}}" for i, e in enumerate(inputs))
    attributes = f'{{{{libname = "", libpath = "", pure = true, symbol = "{symbol}"}}}}'
    text = f"{NAME} {operands} {attributes} : ({types}) -> {{r}}"
    shown = f"{symbol}({', '.join(inputs)}) → {result}"
    return Op(NAME, inputs, result, text, oracle, ulps, shown=shown, symbol=symbol, **more)


def _moderate(*arrays: np.ndarray) -> tuple:
    """Numbers whose squares are finite and normal."""
    return tuple(
        np.where(np.abs(a.astype(np.float64)) < 1e15, np.where(np.abs(a.astype(np.float64)) > 1e-15, a, 1), 2)
        for a in arrays
    )


def _small_integers(*arrays: np.ndarray) -> tuple:
    quiet = np.where(np.isnan(arrays[0]), np.nan, arrays[0])
    return quiet, np.asarray(arrays[1]).astype(np.int64) % 21 - 10


def _sinpi(x):
    rest = np.fmod(x, 2)
    return np.where(rest == np.trunc(rest), np.copysign(0, x) + 0 * x, np.sin(PI * rest))


def _cospi(x):
    rest = np.fmod(np.abs(x), 2)
    return np.where(np.abs(rest - np.trunc(rest)) == 0.5, 0 * x, np.cos(PI * rest))


def _norm(*xs):
    return np.sqrt(sum(x * x for x in xs))


def _ordered(name: str) -> Callable:
    """The C library's function of an integer and a long double."""
    function = getattr(ctypes.CDLL(None), name)
    function.restype, function.argtypes = ctypes.c_longdouble, [ctypes.c_int, ctypes.c_longdouble]
    return lambda n, x: each(function, n, x).astype(np.float64)


def _long_double(name: str) -> Callable:
    """The C library's function of long double."""
    function = getattr(ctypes.CDLL(None), name)
    function.restype, function.argtypes = ctypes.c_longdouble, [ctypes.c_longdouble]
    return libm(function)


def _between(x: np.ndarray, low: float, high: float) -> np.ndarray:
    """Finite numbers, moved into ``[low, high]``."""
    quiet = np.nan_to_num(x.astype(np.float64), posinf=high, neginf=low)
    inside = (quiet >= low) & (quiet <= high)
    return np.where(inside, quiet, low + (high - low) * (np.abs(quiet) % 1))


def _any_powers(x: np.ndarray, n: np.ndarray) -> tuple:
    """Powers that matter in turn with any."""
    near = n.astype(np.int64) % 4500 - 2250
    return x, np.where(np.arange(n.size).reshape(n.shape) % 2, n, near)


def _exponent(x: np.ndarray) -> np.ndarray:
    whole = np.where(np.isinf(x), np.abs(x), np.frexp(x)[1] - 1.0)
    return np.where(np.isnan(x), np.nan, np.where(x == 0, -np.inf, whole))


def _integer_exponent(x: np.ndarray) -> np.ndarray:
    """That of 0 and of NaN is the least integer, that of infinity the largest."""
    return np.clip(np.nan_to_num(_exponent(x), nan=-np.inf), -(2.0**31), 2.0**31 - 1)


UNARY = {**MATH, **EXACT_MATH, "fabs": np.abs, "rint": np.rint, "nearbyint": np.rint}
NOT_CALLED = {"absf", "roundeven"}  # stems of the math dialect that no library has


def _floats() -> Iterator[Op]:
    for e, suffix in (("f32", "f"), ("f64", "")):
        ulps = {"f32": 2, "f64": 2}[e]
        for prefix in ("__nv_", ""):
            for name, function in UNARY.items():
                if name not in NOT_CALLED:
                    exact = name in EXACT_MATH or name in ("fabs", "rint", "nearbyint")
                    oracle = on_own(function, e) if exact else on_wider(function, e)
                    bound = 0 if exact else LIBRARY_ULPS.get((name, e), ulps)
                    yield _op(f"{prefix}{name}{suffix}", (e,), e, oracle, bound)
            for name, function in {"atan2": np.arctan2, "pow": np.power}.items():
                yield _op(f"{prefix}{name}{suffix}", (e, e), e, on_wider(function, e), ulps)
            for name, function in {
                "fmod": np.fmod,
                "copysign": np.copysign,
                "fdim": _fdim,
                "nextafter": None,
            }.items():
                own = (lambda a, b: np.nextafter(a, b)) if name == "nextafter" else on_own(function, e)
                yield _op(f"{prefix}{name}{suffix}", (e, e), e, own)
            yield _op(f"{prefix}remainder{suffix}", (e, e), e, lambda a, b: _remainders(a, b))
            yield _op(f"{prefix}hypot{suffix}", (e, e), e, on_wider(np.hypot, e), ulps)
            yield _op(
                f"{prefix}exp10{suffix}", (e,), e, on_wider(lambda x: np.power(x.dtype.type(10), x), e), ulps
            )
            # Bessel functions: far from zero their error is absolute
            for name in ("j0", "j1", "y0", "y1"):
                oracle = _long_double(f"{name}l")
                yield _op(
                    f"{prefix}{name}{suffix}", (e,), e, oracle, 8, domain=lambda x: (_between(x, 0.1, 0.7),)
                )
            for name in ("jn", "yn"):
                domain = lambda n, x: (np.asarray(n).astype(np.int64) % 5, _between(x, 0.1, 0.7))  # noqa: E731
                yield _op(f"{prefix}{name}{suffix}", ("i32", e), e, _ordered(f"{name}l"), 64, domain=domain)
            yield _op(f"{prefix}logb{suffix}", (e,), e, _exponent)
            yield _op(f"{prefix}ilogb{suffix}", (e,), "i32", _integer_exponent)
            whole = lambda x: (_between(x, -(2.0**62), 2.0**62),)  # noqa: E731
            yield _op(f"{prefix}llrint{suffix}", (e,), "i64", np.rint, domain=whole)
            yield _op(f"{prefix}llround{suffix}", (e,), "i64", EXACT_MATH["round"], domain=whole)
            yield _op(f"{prefix}fmax{suffix}", (e, e), e, np.fmax, signs=False)
            yield _op(f"{prefix}fmin{suffix}", (e, e), e, np.fmin, signs=False)
            # the bounds that the C library states
            yield _op(f"{prefix}lgamma{suffix}", (e,), e, _long_double("lgammal"), 8)
            yield _op(f"{prefix}tgamma{suffix}", (e,), e, _long_double("tgammal"), 10)
        yield _op(f"__nv_fma{suffix}", (e, e, e), e, on_own(fused, e))
        yield _op(f"__nv_fma{suffix}_rn", (e, e, e), e, on_own(fused, e))
        yield _op(f"__nv_rcbrt{suffix}", (e,), e, on_wider(lambda x: 1 / np.cbrt(x), e), ulps + 3)
        yield _op(f"__nv_sinpi{suffix}", (e,), e, on_wider(_sinpi, e), 4, signs=False, domain=_turns)
        yield _op(f"__nv_cospi{suffix}", (e,), e, on_wider(_cospi, e), 4, signs=False, domain=_turns)
        for count in (3, 4):
            yield _op(f"__nv_norm{count}d{suffix}", (e,) * count, e, on_wider(_norm, e), 3, domain=_moderate)
            inverse = on_wider(lambda *xs: 1 / _norm(*xs), e)
            yield _op(f"__nv_rnorm{count}d{suffix}", (e,) * count, e, inverse, 4, domain=_moderate)
        yield _op(
            f"__nv_rhypot{suffix}", (e, e), e, on_wider(lambda *xs: 1 / _norm(*xs), e), 4, domain=_moderate
        )
        for name in special.FUNCTIONS:
            domain = special.inputs(name, e)
            yield _op(f"__nv_{name}{suffix}", (e,), e, special.oracle(name), 5, domain=domain)
        for name in ("ldexp", "scalbn"):
            scale = lambda x, n: np.ldexp(x, np.asarray(n).astype(np.int32))  # noqa: E731
            yield _op(f"__nv_{name}{suffix}", (e, "i32"), e, scale, domain=_any_powers)
        power = lambda x, n, e=e: np.power(np.asarray(x).astype(np.longdouble), n)  # noqa: E731
        yield _op(f"__nv_powi{suffix}", (e, "i32"), e, power, ulps, domain=_small_integers)
        for stem, test in {"isinf": np.isinf, "isnan": np.isnan}.items():
            yield _op(f"__nv_{stem}{suffix or 'd'}", (e,), "i32", on_own(test, e))
        yield _op(f"__nv_signbit{suffix or 'd'}", (e,), "i32", np.signbit)
        for sign, name in (("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("div", np.divide)):
            yield _op(f"__nv_{suffix or 'd'}{sign}_rn", (e, e), e, on_own(name, e))
        yield _op(f"__nv_{suffix or 'd'}sqrt_rn", (e,), e, on_own(np.sqrt, e))
        yield _op(f"__nv_{suffix or 'd'}rcp_rn", (e,), e, on_own(lambda x: 1 / x, e))
        yield _op(f"sigmoid{suffix}", (e,), e, on_wider(_sigmoid, e), 3)
    for e, suffix in (("f16", "ahf"), ("bf16", "af")):
        for name, function in {"tanh": np.tanh, "exp": np.exp, "sigmoid": _sigmoid}.items():
            yield _op(f"qhmath_hvx_{name}_{suffix}", (e,), e, on_wider(function, e), 1)
    yield _op("__ocml_isfinite_f32", ("f32",), "i32", np.isfinite)
    yield _op("__nv_finitef", ("f32",), "i32", np.isfinite)
    yield _op("__nv_isfinited", ("f64",), "i32", np.isfinite)
    yield _op(
        "__nv_saturatef", ("f32",), "f32", lambda x: np.clip(np.nan_to_num(x, nan=0), 0, 1), signs=False
    )
    yield _op("__nv_frsqrt_rn", ("f32",), "f32", on_wider(lambda x: 1 / np.sqrt(x), "f32"), 2)
    yield _op("__nv_fast_sinf", ("f32",), "f32", on_wider(np.sin, "f32"), 2)
    yield _op("__nv_fast_fdividef", ("f32", "f32"), "f32", on_own(np.divide, "f32"))
    yield _op("__nv_rcp64h", ("f64",), "f64", _rough_reciprocal)
    yield _op("__ocml_tanh_f32", ("f32",), "f32", on_wider(np.tanh, "f32"), 2)
    yield _op("__ocml_pow_f64", ("f64", "f64"), "f64", on_wider(np.power, "f64"), 2)


def _of_other_vendors() -> Iterator[Op]:
    """What stands before and behind a stem in other libraries; their names of rounding modes are OpenCL's."""
    for name in sorted(UNARY.keys() - NOT_CALLED):
        for symbol, e in ((f"__imf_{name}f16", "f16"), (f"__hmf_{name}Db", "bf16")):
            yield _op(symbol, (e,), e, on_wider(UNARY[name], e), 1)
    for symbol, e in (("__imf_cosf_la", "f32"), ("__imf_fast_cosf", "f32"), ("__mt_cos_f64", "f64")):
        yield _op(symbol, (e,), e, on_wider(np.cos, e), 2)
    for symbol, e in (("__hmf_tanhDh", "f16"), ("__hmf_tanh_fp32", "f32"), ("__mt_tt_tanh_f32", "f32")):
        yield _op(symbol, (e,), e, on_wider(np.tanh, e), 2)
    yield _op("__hmf_powDb", ("bf16", "bf16"), "bf16", on_wider(np.power, "bf16"), 1)
    for symbol, name in (("__nv_cdnormf", "normcdf"), ("__nv_cdnorminvf", "normcdfinv")):
        yield _op(symbol, ("f32",), "f32", special.oracle(name), 5, domain=special.inputs(name, "f32"))
    for opencl, mode in (("rtn", "rd"), ("rtp", "ru"), ("rtz", "rz")):
        add, root = rounding.directed("add", "f32", mode), rounding.directed("sqrt", "f64", mode)
        yield _op(f"__mt_add_{opencl}_f32", ("f32", "f32"), "f32", add, domain=rounding.cancelling)
        yield _op(f"__imf_sqrt_{mode}", ("f64",), "f64", root)
    yield _op("__mt_add_rte_f64", ("f64", "f64"), "f64", on_own(np.add, "f64"))
    yield _op("__mt_rsqrt_rn_f32", ("f32",), "f32", on_wider(lambda x: 1 / np.sqrt(x), "f32"), 2)
    yield _op("__hmf_recipf", ("f32",), "f32", on_own(lambda x: 1 / x, "f32"))
    first = on_integers(lambda a: (a & -a).bit_length(), ("i64",), "i32", signed=False)
    yield _op("__mt_ffsll_i64", ("i64",), "i32", first)


def _rough_reciprocal(x):
    def high(v):
        word = (v.view(np.uint64) & np.uint64(0xFFFFFFFF00000000)).view(np.float64)
        return np.where(np.abs(v) < 2.0**-1022, np.copysign(0, v), word)

    return high(1 / high(x))


def _sigmoid(x):
    power = np.exp(-np.abs(x))
    return np.where(x < 0, power, 1) / (1 + power)


def _fdim(a, b):
    return np.where(np.isnan(a) | np.isnan(b), np.nan, np.where(a > b, a - b, 0))


def _turns(x: np.ndarray) -> tuple:
    return (np.where(np.abs(x.astype(np.float64)) < 1e4, x, 0.75),)


def _remainders(a, b):
    def one(x: float, y: float) -> float:
        try:
            return math.remainder(x, y)
        except ValueError:
            return math.nan

    return np.asarray(np.frompyfunc(one, 2, 1)(a.astype(np.float64), b.astype(np.float64)), object).astype(
        np.float64
    )


def _byte_perm(x: int, y: int, s: int) -> int:
    source = y << 32 | x
    result = 0
    for k in range(4):
        digit = s >> 4 * k & 15
        byte = source >> 8 * (digit & 7) & 255
        result |= (255 * (byte >> 7) if digit & 8 else byte) << 8 * k
    return result


def _low24(x: int) -> int:
    return (x + (1 << 23)) % (1 << 24) - (1 << 23)


def _integers() -> Iterator[Op]:
    for e, ll in (("i32", ""), ("i64", "ll")):
        width = width_of(e)
        counts = {
            "clz": lambda a, width=width: width - a.bit_length(),
            "popc": lambda a: a.bit_count(),
            "ffs": lambda a: (a & -a).bit_length(),
        }
        for name, function in counts.items():
            yield _op(f"__nv_{name}{ll}", (e,), "i32", on_integers(function, (e,), "i32", signed=False))
        reverse = lambda a, width=width: int(f"{a:0{width}b}"[::-1], 2)  # noqa: E731
        yield _op(f"__nv_brev{ll}", (e,), e, on_integers(reverse, (e,), e, signed=False))
        yield _op(f"__nv_{ll}abs", (e,), e, on_integers(abs, (e,), e, signed=True))
        high = lambda a, b, width=width: a * b >> width  # noqa: E731
        middle = "64" if ll else ""
        yield _op(f"__nv_mul{middle}hi", (e, e), e, on_integers(high, (e, e), e, signed=True))
        yield _op(f"__nv_umul{middle}hi", (e, e), e, on_integers(high, (e, e), e, signed=False))
    pairs = {
        "hadd": (True, lambda a, b: a + b >> 1),
        "rhadd": (True, lambda a, b: a + b + 1 >> 1),
        "uhadd": (False, lambda a, b: a + b >> 1),
        "urhadd": (False, lambda a, b: a + b + 1 >> 1),
        "mul24": (True, lambda a, b: _low24(a) * _low24(b)),
        "umul24": (False, lambda a, b: (a % (1 << 24)) * (b % (1 << 24))),
    }
    for name, (signed, function) in pairs.items():
        yield _op(
            f"__nv_{name}", ("i32", "i32"), "i32", on_integers(function, ("i32", "i32"), "i32", signed=signed)
        )
    for name, signed in (("sad", True), ("usad", False)):
        distance = on_integers(lambda a, b, c: abs(a - b) + c, ("i32",) * 3, "i32", signed=signed)
        yield _op(f"__nv_{name}", ("i32",) * 3, "i32", distance)
    yield _op(
        "__nv_byte_perm", ("i32",) * 3, "i32", on_integers(_byte_perm, ("i32",) * 3, "i32", signed=False)
    )


ROUNDED = {"rn": np.rint, "rz": np.trunc, "rd": np.floor, "ru": np.ceil}
KINDS = {"int": ("i32", True), "uint": ("i32", False), "ll": ("i64", True), "ull": ("i64", False)}


def _conversions() -> Iterator[Op]:
    for source, f in (("float", "f32"), ("double", "f64")):
        for target, (i, signed) in KINDS.items():
            for mode, function in ROUNDED.items():

                def clamped(x, function=function, i=i, signed=signed):
                    low = -(1 << (width_of(i) - 1)) if signed else 0
                    high = (1 << (width_of(i) - signed)) - 1

                    def one(v: float) -> int:
                        return 0 if math.isnan(v) else low if v <= low else high if v >= high else int(v)

                    numbers = np.frompyfunc(one, 1, 1)(function(np.asarray(x).astype(np.float64)))
                    unsigned = np.asarray(np.asarray(numbers, object) % (1 << width_of(i)), object)
                    return unsigned.astype(np.uint64).astype(f"u{width_of(i) // 8}").view(DTYPES[i])

                yield _op(f"__nv_{source}2{target}_{mode}", (f,), i, clamped)
            read = "int" if signed else "uint"
            to_float = lambda x, i=i, read=read: np.asarray(x).view(f"{read}{width_of(i)}").astype(np.float64)  # noqa: E731
            if (source, i) != ("float", "i64"):
                yield _op(f"__nv_{target}2{source}_rn", (i,), f, to_float)
    yield _op("__nv_double2float_rn", ("f64",), "f32", lambda x: x.astype(np.float32))
    for symbol, a, b in [
        ("float_as_int", "f32", "i32"), ("int_as_float", "i32", "f32"), ("float_as_uint", "f32", "i32"),
        ("uint_as_float", "i32", "f32"), ("double_as_longlong", "f64", "i64"), ("longlong_as_double", "i64", "f64"),
    ]:  # fmt: skip
        yield _op(f"__nv_{symbol}", (a,), b, lambda x, b=b: x.view(DTYPES[b]))
    halves = lambda k: lambda x: (x.view(np.uint64) >> np.uint64(k)).astype(np.uint32).view(np.int32)  # noqa: E731
    yield _op("__nv_double2hiint", ("f64",), "i32", halves(32))
    yield _op("__nv_double2loint", ("f64",), "i32", halves(0))
    join = lambda h, l: ((h.astype(np.int64) << 32) | (l.astype(np.int64) & 0xFFFFFFFF)).view(np.float64)  # noqa: E731, E741
    yield _op("__nv_hiloint2double", ("i32", "i32"), "f64", join)


ARITY = {"add": 2, "sub": 2, "mul": 2, "div": 2, "rcp": 1, "sqrt": 1, "fma": 3}


def _directed() -> Iterator[Op]:
    for direction in ("rd", "ru", "rz"):
        for e, letter, suffix in (("f32", "f", "f"), ("f64", "d", "")):
            for name, arity in ARITY.items():
                symbol = (
                    f"__nv_fma{suffix}_{direction}" if name == "fma" else f"__nv_{letter}{name}_{direction}"
                )
                domain = rounding.cancelling if arity > 1 else lambda x: (x,)
                yield _op(symbol, (e,) * arity, e, rounding.directed(name, e, direction), domain=domain)
            for source, (i, signed) in KINDS.items():
                if (e, i) != ("f64", "i32"):
                    oracle = rounding.directed_from_integer(e, direction, width_of(i), signed)
                    target = "float" if e == "f32" else "double"
                    yield _op(f"__nv_{source}2{target}_{direction}", (i,), e, oracle)
        yield _op(
            f"__nv_double2float_{direction}", ("f64",), "f32", rounding.directed("narrow", "f32", direction)
        )


def library_ops() -> list[Op]:
    """The whole table."""
    return [*_floats(), *_integers(), *_conversions(), *_directed(), *_of_other_vendors()]
