"""The table of elementwise ops: text, result type and what they compute, with the error that they hand on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import erf

import numpy as np

from tests.fuzz.kernels.values import (
    DTYPES,
    LARGEST,
    Type,
    Value,
    inexact,
    made,
    rounding,
    unit,
    wide,
)

Rule = Callable[["Rounding", Type, list[Value]], Value]


@dataclass(frozen=True)
class Rounding:
    """What the target may do with floats: make a product and a sum one op, and approximate as GPUs do."""

    fusion: bool
    gpu: bool


@dataclass(frozen=True)
class Elementwise:
    """An op: its ``text`` of operands ``{0}``… and types ``{t}`` (the first operand's), ``{r}`` (the result's)."""

    text: str
    rule: Rule


def _unsigned(a: np.ndarray) -> np.ndarray:
    return a.astype(np.uint8) if a.dtype == np.bool_ else a.view(f"u{a.dtype.itemsize}")


def integer(function: Callable) -> Rule:
    """Exact arithmetic, of what is known."""

    def rule(_: Rounding, result: Type, xs: list[Value]) -> Value:
        with np.errstate(all="ignore"):
            array = np.asarray(function(*(x.array for x in xs)))
        if array.dtype != DTYPES[result.element]:
            array = array.astype(DTYPES[result.element])
        if not inexact(xs):
            return Value(array)
        return made(array, np.where(sum(x.errors() for x in xs) > 0, np.inf, 0))

    return rule


def _quotient(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    q = np.floor_divide(a, b)
    return (q + ((a % b != 0) & ((a < 0) != (b < 0)))).astype(a.dtype)


def _mulhi(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    bits = 8 * a.dtype.itemsize
    if bits == 64:
        wide_ = _unsigned(a).astype(object) * _unsigned(b).astype(object)
        return (wide_ >> bits).astype(np.uint64).view(np.int64)
    return ((_unsigned(a).astype(np.uint64) * _unsigned(b)) >> np.uint64(bits)).astype(a.dtype)


INTEGER = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.andi": lambda a, b: a & b,
    "arith.ori": lambda a, b: a | b,
    "arith.xori": lambda a, b: a ^ b,
    "arith.maxsi": np.maximum,
    "arith.minsi": np.minimum,
    "arith.maxui": lambda a, b: np.maximum(_unsigned(a), _unsigned(b)),
    "arith.minui": lambda a, b: np.minimum(_unsigned(a), _unsigned(b)),
    "arith.shli": lambda a, b: a << b,
    "arith.shrsi": lambda a, b: a >> b,
    "arith.shrui": lambda a, b: _unsigned(a) >> _unsigned(b),
    "arith.divsi": _quotient,
    "arith.remsi": lambda a, b: a - _quotient(a, b) * b,
    "arith.divui": lambda a, b: _unsigned(a) // _unsigned(b),
    "arith.remui": lambda a, b: _unsigned(a) % _unsigned(b),
    "tt.mulhiui": _mulhi,
}
COMPARISONS = {
    "eq": np.equal,
    "ne": np.not_equal,
    "slt": np.less,
    "sle": np.less_equal,
    "sgt": np.greater,
    "sge": np.greater_equal,
    "ult": lambda a, b: _unsigned(a) < _unsigned(b),
    "ule": lambda a, b: _unsigned(a) <= _unsigned(b),
    "ugt": lambda a, b: _unsigned(a) > _unsigned(b),
    "uge": lambda a, b: _unsigned(a) >= _unsigned(b),
}


def _native(function: Callable, arrays: list[np.ndarray], element: str) -> np.ndarray:
    """``function`` in the type itself, or by way of f32, which is as exact for narrower ones."""
    with np.errstate(all="ignore"):
        if element in ("f16", "f32", "f64"):
            return np.asarray(function(*arrays)).astype(DTYPES[element])
        return np.asarray(function(*(a.astype(np.float32) for a in arrays))).astype(DTYPES[element])


def _sum(function: Callable) -> Rule:
    def rule(_: Rounding, result: Type, xs: list[Value]) -> Value:
        array = _native(function, [x.array for x in xs], result.element)
        if not inexact(xs):
            return Value(array)
        error = xs[0].errors() + xs[1].errors()
        return made(array, error + np.where(error > 0, rounding(result.element, array), 0))

    return rule


def product(how: Rounding, result: Type, xs: list[Value]) -> Value:
    """A product; one that may become part of a multiply-add is as exact as its rounding."""
    array = _native(np.multiply, [x.array for x in xs], result.element)
    if not inexact(xs) and not how.fusion:
        return Value(array)
    a, b = (wide(x.array) for x in xs)
    ea, eb = (x.errors() for x in xs)
    with np.errstate(all="ignore"):
        error = np.abs(a) * eb + np.abs(b) * ea + ea * eb
        error = np.where((ea == 0) & (eb == 0), 0, error)
        error = error + np.where(error > 0, rounding(result.element, array), 0)
        if how.fusion:
            exact = result.element != "f64"
            lost = np.abs(a * b - wide(array)) if exact else unit("f64") * np.abs(wide(array))
            whole = (a == np.round(a)) & (b == np.round(b)) & (np.abs(a * b) < 2**53)
            lost = np.where(np.isfinite(a * b) & ~(whole & (not exact)), lost, 0)
            overflows = np.isinf(wide(array)) & np.isfinite(a) & np.isfinite(b)
            error = error + np.where(overflows, np.inf, lost)
    return made(array, error)


def quotient(how: Rounding, result: Type, xs: list[Value]) -> Value:
    """A quotient; of one by zero nothing is known, as zeros have signs that nobody keeps."""
    array = _native(np.divide, [x.array for x in xs], result.element)
    b, (ea, eb) = np.abs(wide(xs[1].array)), (x.errors() for x in xs)
    with np.errstate(all="ignore"):
        error = (ea + np.abs(wide(array)) * eb) / (b - eb)
        error = error + np.where(error > 0, rounding(result.element, array), 0)
        if how.gpu:
            error = error + 4 * rounding(result.element, array)
    error = np.where(b > eb, error, np.inf)
    return made(array, np.where(np.isnan(b) & (ea + eb == 0), 0, error))


def _extreme(function: Callable) -> Rule:
    def rule(_: Rounding, result: Type, xs: list[Value]) -> Value:
        array = _native(function, [x.array for x in xs], result.element)
        return made(array, np.maximum(*(x.errors() for x in xs))) if inexact(xs) else Value(array)

    return rule


def _exact_unary(function: Callable) -> Rule:
    """A function that moves errors as they are."""

    def rule(_: Rounding, result: Type, xs: list[Value]) -> Value:
        return Value(_native(function, [xs[0].array], result.element), xs[0].error)

    return rule


def _stepped(function: Callable) -> Rule:
    def rule(_: Rounding, result: Type, xs: list[Value]) -> Value:
        x, e = wide(xs[0].array), xs[0].errors()
        with np.errstate(all="ignore"):
            sure = (function(x - e) == function(x + e)) | (e == 0)
        return made(_native(function, [xs[0].array], result.element), np.where(sure, 0, np.inf))

    return rule


def monotone(
    function: Callable, ulps: float, gpu: float | None = None, low: float = -np.inf, flushes: bool = False
) -> Rule:
    """A growing or falling function of what is above ``low``, computed to ``ulps`` (on GPUs to ``gpu``).

    One that ``flushes`` gives 0 for subnormal numbers of f32 on GPUs.  Of a number that nothing is known of nothing is
    known afterwards, of bounded functions either: it may be none.
    """

    def rule(how: Rounding, result: Type, xs: list[Value]) -> Value:
        x, e = wide(xs[0].array), xs[0].errors()
        bound = 2 * (ulps if gpu is None or not how.gpu else gpu)
        with np.errstate(all="ignore"):
            exact = function(x)
            spread = np.maximum(np.abs(function(x + e) - exact), np.abs(function(x - e) - exact))
            array = exact.astype(DTYPES[result.element])
            error = np.where(e > 0, spread * 1.0001 + 1e-14 * np.abs(exact), 0)
            if bound or result.element == "f64":
                error = error + (bound + 2) * (unit(result.element) * np.abs(exact) + 2.0**-149)
            if flushes and how.gpu and result.element != "f64":
                error = np.where(np.abs(exact) - error < 2.0**-126, error + 2.0**-126, error)
            error = error + np.where(error > 0, rounding(result.element, array), 0)
            error = np.where(np.abs(exact) > LARGEST[result.element] / 2, np.inf, error)
            error = np.where((x - e >= low) & ~np.isinf(e), error, np.inf)
        return made(array, np.where(np.isnan(x) & (e == 0), 0, error))

    return rule


def _wave(function: Callable) -> Rule:
    def rule(_: Rounding, result: Type, xs: list[Value]) -> Value:
        x, e = wide(xs[0].array), xs[0].errors()
        with np.errstate(all="ignore"):
            exact = function(x)
            error = np.minimum(e, 2) + 6 * unit(result.element) + 1e-15
            error = np.where((np.abs(x) < 1e4) & ~np.isinf(e), error, np.inf)
        return made(exact.astype(DTYPES[result.element]), np.where(np.isnan(x) & (e == 0), 0, error))

    return rule


def fma(how: Rounding, result: Type, xs: list[Value]) -> Value:
    """One multiply-add, which rounds once."""
    a, b, c = (wide(x.array) for x in xs)
    ea, eb, ec = (x.errors() for x in xs)
    with np.errstate(all="ignore"):
        exact = a * b + c
        array = exact.astype(DTYPES[result.element])
        error = np.abs(a) * eb + np.abs(b) * ea + ea * eb + ec
        error = np.where((ea == 0) & (eb == 0) & (ec == 0), 0, error)
        slack = 2.0**-50 * (np.abs(a * b) + np.abs(c))
        whole = (a == np.round(a)) & (b == np.round(b)) & (c == np.round(c)) & (slack < 1)
        error = error + np.where(whole & (error == 0), 0, rounding(result.element, array) + slack)
        error = np.where(np.abs(exact) > LARGEST[result.element], np.inf, error)
    return made(array, error)


FLOAT_TESTS = {
    "eq": np.equal,
    "ne": np.not_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "lt": np.less,
    "le": np.less_equal,
}


def float_comparison(predicate: str) -> Rule:
    """A comparison, of which nothing is known where errors are larger than what numbers differ by."""
    test = FLOAT_TESTS[predicate[1:]]

    def rule(_: Rounding, result: Type, xs: list[Value]) -> Value:
        a, b = (wide(x.array) for x in xs)
        nan = np.isnan(a) | np.isnan(b)
        array = np.where(nan, predicate[0] == "u", test(a, b))
        if not inexact(xs):
            return Value(array)
        error = xs[0].errors() + xs[1].errors()
        with np.errstate(all="ignore"):
            sure = (error == 0) | (np.abs(a - b) > error)
        return made(array, np.where(sure, 0, np.inf))

    return rule


def choice(_: Rounding, result: Type, xs: list[Value]) -> Value:
    """A select; where the condition is not known, either."""
    test, a, b = xs
    array = np.where(test.array, a.array, b.array)
    if not inexact(xs):
        return Value(array)
    error = np.where(test.array, a.errors(), b.errors())
    doubt = np.broadcast_to(test.errors() > 0, array.shape)
    if result.is_float:
        with np.errstate(all="ignore"):
            other = np.abs(wide(a.array) - wide(b.array)) + np.maximum(a.errors(), b.errors())
    else:
        other = np.where((a.array == b.array) & (a.errors() + b.errors() == 0), 0, np.inf)
    return made(array, np.where(doubt, other, error))


def to_float(how: Rounding, result: Type, xs: list[Value]) -> Value:
    """Between floats: rounded once."""
    x, e = wide(xs[0].array), xs[0].errors()
    with np.errstate(all="ignore"):
        through = result.element == "bf16" or result.element.startswith("f8")
        array = _narrowed(x, result.element) if through else xs[0].array.astype(DTYPES[result.element])
        error = e + np.where(e > 0, rounding(result.element, array), 0)
        if result.element.startswith("f8"):  # what is too large saturates here and is no number there
            error = np.where((np.abs(x) + e < LARGEST[result.element]) | np.isnan(x), error, np.inf)
    return made(array, error)


def from_integer(signed: bool) -> Rule:
    """From an integer, rounded once."""

    def rule(_: Rounding, result: Type, xs: list[Value]) -> Value:
        source = xs[0].array if signed and xs[0].array.dtype != np.bool_ else _unsigned(xs[0].array)
        if signed and xs[0].array.dtype == np.bool_:
            source = -source.astype(np.int8)
        if result.element == "bf16":  # by way of f32 it would be rounded twice
            array = _bf16_of(source)
        else:
            with np.errstate(all="ignore"):
                array = source.astype(DTYPES[result.element])
        return made(array, xs[0].error)

    return rule


def _bf16_of(source: np.ndarray) -> np.ndarray:
    """Integers rounded to bf16 once: to odd in f64 first, where they have more bits than fit."""
    near = source.astype(np.float64)
    if source.dtype.itemsize == 8:
        exact = source.astype(object) - np.vectorize(int, otypes=[object])(near)
        bits = near.view(np.int64)
        odd = np.where(
            (exact != 0).astype(bool) & (bits & 1 == 0),
            bits + np.where((exact > 0) == (near > 0), 1, -1),
            bits,
        )
        near = odd.view(np.float64)
    return _narrowed(near, "bf16")


def _narrowed(x: np.ndarray, element: str) -> np.ndarray:
    """Numbers of f64 rounded once to ``element``, of 16 bits or fewer, first to odd in f32, which numpy uses."""
    single = x.astype(np.float32)
    lost = np.where(np.isfinite(single), x - single, 0)
    bits = single.view(np.int32)
    up = np.where((lost > 0) == (x > 0), 1, -1)
    odd = np.where((lost != 0) & (bits & 1 == 0), bits + up, bits).astype(np.int32)
    return odd.view(np.float32).astype(DTYPES[element])


def to_integer(signed: bool) -> Rule:
    """To an integer, rounded to zero; what does not fit is not known."""

    def rule(_: Rounding, result: Type, xs: list[Value]) -> Value:
        x, e = wide(xs[0].array), xs[0].errors()
        bits = 8 * np.dtype(DTYPES[result.element]).itemsize
        low, high = (-(2.0 ** (bits - 1)), 2.0 ** (bits - 1)) if signed else (0.0, 2.0**bits)
        with np.errstate(all="ignore"):
            fits = (np.trunc(x - e) >= low) & (np.trunc(x + e) < high)
            sure = fits & (np.trunc(x - e) == np.trunc(x + e))
            clean = np.where(fits, np.trunc(x), 0)
            array = clean.astype(np.int64 if signed else np.uint64).astype(
                f"{'i' if signed else 'u'}{bits // 8}"
            )
        return made(array.view(DTYPES[result.element]), np.where(sure, 0, np.inf))

    return rule


def bits(_: Rounding, result: Type, xs: list[Value]) -> Value:
    """The same bits; those of zeros and of what is no number differ."""
    array = xs[0].array.view(DTYPES[result.element])
    floats = xs[0].array if xs[0].array.dtype.kind not in "bi" else array
    odd = np.isnan(wide(floats)) | (wide(floats) == 0 if floats is xs[0].array else False)
    return made(array, np.where(odd | (xs[0].errors() > 0), np.inf, 0))


def _sign(a: np.ndarray) -> np.ndarray:
    return -a.astype(np.int8) if a.dtype == np.bool_ else a


def _comparisons() -> dict[str, Elementwise]:
    rules = {f"arith.cmpi {p}": integer(rule) for p, rule in COMPARISONS.items()}
    rules |= {f"arith.cmpf {o}{p}": float_comparison(o + p) for o in "ou" for p in FLOAT_TESTS}
    return {name: Elementwise(f"{name}, {{0}}, {{1}} : {{t}}", rule) for name, rule in rules.items()}


_BINARY = "{name} {{0}}, {{1}} : {{t}}"
_UNARY = "{name} {{0}} : {{t}}"
_CAST = "{name} {{0}} : {{t}} to {{r}}"
_ERF = np.vectorize(erf, otypes=[np.float64])

TABLE: dict[str, Elementwise] = {
    **{name: Elementwise(_BINARY.format(name=name), integer(rule)) for name, rule in INTEGER.items()},
    **_comparisons(),
    "math.absi": Elementwise("math.absi {0} : {t}", integer(np.abs)),
    "arith.extsi": Elementwise(_CAST.format(name="arith.extsi"), integer(_sign)),
    "arith.extui": Elementwise(_CAST.format(name="arith.extui"), integer(_unsigned)),
    "arith.trunci": Elementwise(_CAST.format(name="arith.trunci"), integer(lambda a: a)),
    "trunci to i1": Elementwise(_CAST.format(name="arith.trunci"), integer(lambda a: (a & 1).astype(np.bool_))),
    "arith.addf": Elementwise(_BINARY.format(name="arith.addf"), _sum(np.add)),
    "arith.subf": Elementwise(_BINARY.format(name="arith.subf"), _sum(np.subtract)),
    "arith.mulf": Elementwise(_BINARY.format(name="arith.mulf"), product),
    "arith.divf": Elementwise(_BINARY.format(name="arith.divf"), quotient),
    "arith.maximumf": Elementwise(_BINARY.format(name="arith.maximumf"), _extreme(np.maximum)),
    "arith.minimumf": Elementwise(_BINARY.format(name="arith.minimumf"), _extreme(np.minimum)),
    "arith.maxnumf": Elementwise(_BINARY.format(name="arith.maxnumf"), _extreme(np.fmax)),
    "arith.minnumf": Elementwise(_BINARY.format(name="arith.minnumf"), _extreme(np.fmin)),
    "arith.negf": Elementwise(_UNARY.format(name="arith.negf"), _exact_unary(np.negative)),
    "math.absf": Elementwise(_UNARY.format(name="math.absf"), _exact_unary(np.abs)),
    "math.floor": Elementwise(_UNARY.format(name="math.floor"), _stepped(np.floor)),
    "math.ceil": Elementwise(_UNARY.format(name="math.ceil"), _stepped(np.ceil)),
    "math.exp": Elementwise(_UNARY.format(name="math.exp"), monotone(np.exp, 2, 90)),
    "math.exp2": Elementwise(_UNARY.format(name="math.exp2"), monotone(np.exp2, 2, 4, flushes=True)),
    "math.log": Elementwise(_UNARY.format(name="math.log"), monotone(np.log, 2, 4, low=1e-30)),
    "math.log2": Elementwise(_UNARY.format(name="math.log2"), monotone(np.log2, 2, 4, low=1e-30)),
    "math.sqrt": Elementwise(_UNARY.format(name="math.sqrt"), monotone(np.sqrt, 0, 4, low=0)),
    "tt.precise_sqrt": Elementwise(_UNARY.format(name="tt.precise_sqrt"), monotone(np.sqrt, 0, 0, low=0)),
    "math.rsqrt": Elementwise(_UNARY.format(name="math.rsqrt"), monotone(lambda x: 1 / np.sqrt(x), 2, 4, low=1e-30)),
    "math.tanh": Elementwise(_UNARY.format(name="math.tanh"), monotone(np.tanh, 2)),
    "math.erf": Elementwise(_UNARY.format(name="math.erf"), monotone(_ERF, 2)),
    "math.sin": Elementwise(_UNARY.format(name="math.sin"), _wave(np.sin)),
    "math.cos": Elementwise(_UNARY.format(name="math.cos"), _wave(np.cos)),
    "math.fma": Elementwise("math.fma {0}, {1}, {2} : {t}", fma),
    "arith.select": Elementwise("arith.select {0}, {1}, {2} : {t}, {r}", choice),
    "scalar select": Elementwise("arith.select {0}, {1}, {2} : {r}", choice),
    "arith.extf": Elementwise(_CAST.format(name="arith.extf"), to_float),
    "arith.truncf": Elementwise(_CAST.format(name="arith.truncf"), to_float),
    "tt.fp_to_fp": Elementwise("tt.fp_to_fp {0} : {t} -> {r}", to_float),
    "tt.fp_to_fp rtne": Elementwise("tt.fp_to_fp {0}, rounding = rtne : {t} -> {r}", to_float),
    "arith.sitofp": Elementwise(_CAST.format(name="arith.sitofp"), from_integer(True)),
    "arith.uitofp": Elementwise(_CAST.format(name="arith.uitofp"), from_integer(False)),
    "arith.fptosi": Elementwise(_CAST.format(name="arith.fptosi"), to_integer(True)),
    "arith.fptoui": Elementwise(_CAST.format(name="arith.fptoui"), to_integer(False)),
    "tt.bitcast": Elementwise("tt.bitcast {0} : {t} -> {r}", bits),
}  # fmt: skip
