"""The table of elementwise ops: for each its types, its text and its oracle."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations

import numpy as np

from tests.ops.values import operands, shapes, width_of
from tests.support.program import DTYPES, EIGHTS, Program
from tests.support.ttir import tensor

INTS = ("i1", "i8", "i16", "i32", "i64")
WIDE_INTS = INTS[1:]
FLOATS = ("f16", "bf16", "f32", "f64")


#: ulps of what instructions of GPUs approximate, by op and type; docs/ops.md says why
APPROXIMATED = {
    ("math.exp", "f32"): 90,
    **{(name, "f32"): 2 for name in ("math.sqrt", "arith.divf", "tt.approx_divf", "__nv_fast_fdividef")},
}
#: the bounds that hold on what kernels run on, in place of an op's own
BOUNDS: dict[tuple[str, str], float] = {}


@dataclass(frozen=True)
class Op:
    """One op on one choice of types.

    ``oracle(*arrays)`` returns what is expected of arrays of the operands' types; ``domain`` moves operands for which
    the op means nothing.  ``text`` is a format of the operands ``{0}``…, the types ``{t}`` (of the first operand),
    ``{r}`` (of the result) and ``{i}`` (of i1).  ``symbol`` is the library's function that it calls, if it does.
    """

    name: str
    inputs: tuple[str, ...]
    result: str
    text: str
    oracle: Callable[..., np.ndarray]
    ulps: float = 0
    signs: bool = True
    domain: Callable[..., tuple] = field(default=lambda *arrays: arrays)
    shown: str = ""
    symbol: str = ""

    @property
    def types(self) -> str:
        """The types as a reader would write them."""
        return self.shown or (
            self.result if self.inputs[0] == self.result else f"{self.inputs[0]} → {self.result}"
        )

    def build(self, program: Program) -> None:
        """Add the op, on operands of several shapes, to ``program``."""
        for shape in shapes(salt := _salt(self)):
            arrays = self.domain(*operands(self.inputs, shape, salt))
            arrays = [
                np.asarray(a).astype(DTYPES[e]).reshape(shape)
                for a, e in zip(arrays, self.inputs, strict=True)
            ]
            names = [program.input(a) for a in arrays]
            types = {
                "t": tensor(shape, self.inputs[0]),
                "r": tensor(shape, self.result),
                "i": tensor(shape, "i1"),
            }
            types |= {f"t{i}": tensor(shape, e) for i, e in enumerate(self.inputs)}
            value = program.op(self.text.format(*names, **types))
            with np.errstate(all="ignore"):
                wanted = np.asarray(self.oracle(*arrays)).astype(DTYPES[self.result]).reshape(shape)
            ulps = BOUNDS.get((self.symbol or self.name, self.result), self.ulps)
            program.expect(value, wanted, ulps, signs=self.signs, note=self.name)


def _salt(op: Op) -> int:
    return sum(map(ord, op.name + op.types))


# Integers: oracles on Python's own


def each(function: Callable, *arrays: np.ndarray) -> np.ndarray:
    """``function`` on the elements, as Python numbers."""
    return np.asarray(
        np.frompyfunc(function, len(arrays), 1)(*(np.asarray(a, object) for a in arrays)), object
    )


def _unsigned(array: np.ndarray, width: int) -> np.ndarray:
    return each(lambda x: int(x) % (1 << width), array)


def _signed(array: np.ndarray, width: int) -> np.ndarray:
    half = 1 << (width - 1)
    return each(lambda x: (int(x) + half) % (2 * half) - half, array)


def _wrap(array: np.ndarray, element: str) -> np.ndarray:
    wrapped = _unsigned(array, width_of(element))
    return wrapped.astype(np.uint64).astype(f"u{np.dtype(DTYPES[element]).itemsize}").view(DTYPES[element])


def on_integers(
    function: Callable, elements: tuple[str, ...], result: str, *, signed: bool
) -> Callable[..., np.ndarray]:
    """An oracle that is ``function`` on Python integers, wrapped to the type ``result``."""
    read = _signed if signed else _unsigned

    def oracle(*arrays: np.ndarray) -> np.ndarray:
        numbers = [read(a, width_of(e)) for a, e in zip(arrays, elements, strict=True)]
        return _wrap(each(function, *numbers), result)

    return oracle


def _quotient(a: int, b: int, width: int) -> int:
    """The quotient rounded to zero; division by zero as on NVIDIA's GPUs, where few bits are divided as such."""
    if width == 1:
        return a
    if b == 0:
        return (1 << 32) - 1 if width == 64 and 0 <= a < 1 << 32 else -1
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _remainder(a: int, b: int, width: int) -> int:
    if width == 1:
        return 0
    return a - _quotient(a, b, width) * b


def _rounded(direction: int) -> Callable[[int, int, int], int]:
    """The quotient, one lower (or higher) where it was rounded up (or down); every bit of ``a / 0`` is set before."""

    def divide(a: int, b: int, width: int) -> int:
        quotient = -1 if b == 0 and width > 1 else _quotient(a, b, width)
        inexact = (quotient * b - a) % (1 << width) != 0
        return quotient + direction * (inexact and ((a < 0) == (b < 0)) == (direction > 0))

    return divide


def _ceiling(a: int, b: int, width: int) -> int:
    return 0 if a == 0 else _quotient(a - 1, b, width) + 1


# name -> (reads signed numbers, function of two numbers and their width)
DIVISIONS = {
    "divsi": (True, _quotient),
    "divui": (False, _quotient),
    "remsi": (True, _remainder),
    "remui": (False, _remainder),
    "ceildivsi": (True, _rounded(1)),
    "ceildivui": (False, _ceiling),
    "floordivsi": (True, _rounded(-1)),
}


def _shiftable(element: str) -> Callable:
    return lambda a, b: (a, _unsigned(b, width_of(element)) % width_of(element))


# name -> (reads signed numbers, function)
BINARY_INTEGERS = {
    "addi": (False, lambda a, b: a + b),
    "subi": (False, lambda a, b: a - b),
    "muli": (False, lambda a, b: a * b),
    "andi": (False, lambda a, b: a & b),
    "ori": (False, lambda a, b: a | b),
    "xori": (False, lambda a, b: a ^ b),
    "maxsi": (True, max),
    "minsi": (True, min),
    "maxui": (False, max),
    "minui": (False, min),
    "shli": (False, lambda a, b: a << b),
    "shrsi": (True, lambda a, b: a >> _bounded(b)),
    "shrui": (False, lambda a, b: a >> b),
}
PREDICATES = {
    "eq": (False, lambda a, b: a == b),
    "ne": (False, lambda a, b: a != b),
    "slt": (True, lambda a, b: a < b),
    "sle": (True, lambda a, b: a <= b),
    "sgt": (True, lambda a, b: a > b),
    "sge": (True, lambda a, b: a >= b),
    "ult": (False, lambda a, b: a < b),
    "ule": (False, lambda a, b: a <= b),
    "ugt": (False, lambda a, b: a > b),
    "uge": (False, lambda a, b: a >= b),
}


def _bounded(shift: int) -> int:
    """A shift, read as a signed number of one or two bits, as what it is."""
    return abs(shift)


def integer_ops() -> Iterator[Op]:
    """arith on integers."""
    for e in INTS:
        for name, (signed, function) in BINARY_INTEGERS.items():
            domain = Op.__dataclass_fields__["domain"].default
            if "sh" in name:
                domain = _shiftable(e)
            oracle = on_integers(function, (e, e), e, signed=signed)
            yield Op(f"arith.{name}", (e, e), e, f"arith.{name} {{0}}, {{1}} : {{t}}", oracle, domain=domain)
        for name, (signed, function) in DIVISIONS.items():
            oracle = on_integers(partial(function, width=width_of(e)), (e, e), e, signed=signed)
            yield Op(f"arith.{name}", (e, e), e, f"arith.{name} {{0}}, {{1}} : {{t}}", oracle)
        for name, (signed, function) in PREDICATES.items():
            oracle = on_integers(function, (e, e), "i1", signed=signed)
            yield Op(
                f"arith.cmpi {name}",
                (e, e),
                "i1",
                f"arith.cmpi {name}, {{0}}, {{1}} : {{t}}",
                oracle,
                shown=e,
            )
        high = on_integers(lambda a, b, e=e: a * b >> width_of(e), (e, e), e, signed=False)
        if e != "i1":
            yield Op("tt.mulhiui", (e, e), e, "tt.mulhiui {0}, {1} : {t}", high)
            yield Op("math.absi", (e,), e, "math.absi {0} : {t}", on_integers(abs, (e,), e, signed=True))
        for wide in INTS:
            if width_of(wide) > width_of(e):
                for name, signed in (("extsi", True), ("extui", False)):
                    oracle = on_integers(lambda a: a, (e,), wide, signed=signed)
                    yield Op(f"arith.{name}", (e,), wide, f"arith.{name} {{0}} : {{t}} to {{r}}", oracle)
            if width_of(wide) < width_of(e):
                oracle = on_integers(lambda a: a, (e,), wide, signed=False)
                yield Op("arith.trunci", (e,), wide, "arith.trunci {0} : {t} to {r}", oracle)


def selects() -> Iterator[Op]:
    """arith.select and bit casts on every type."""
    for e in (*INTS, *FLOATS, *EIGHTS):
        text = "arith.select {0}, {1}, {2} : {i}, {r}"
        yield Op("arith.select", ("i1", e, e), e, text, lambda c, x, y: np.where(c, x, y), shown=e)
    for i, f in [
        ("i16", "f16"),
        ("i16", "bf16"),
        ("i32", "f32"),
        ("i64", "f64"),
        *(("i8", f) for f in EIGHTS),
        *combinations(EIGHTS, 2),
    ]:
        for source, target in ((i, f), (f, i)):
            oracle = lambda x, target=target: x.view(DTYPES[target])  # noqa: E731
            yield Op("arith.bitcast", (source,), target, "arith.bitcast {0} : {t} to {r}", oracle)
            yield Op("tt.bitcast", (source,), target, "tt.bitcast {0} : {t} -> {r}", oracle)


# Floats


def wider(element: str) -> type:
    """A type in which oracles compute."""
    return np.longdouble if element == "f64" else np.float64


def on_wider(function: Callable, element: str) -> Callable[..., np.ndarray]:
    """An oracle that is ``function`` on a wider float type."""
    return lambda *arrays: function(*(np.asarray(a).astype(wider(element)) for a in arrays))


def on_own(function: Callable, element: str) -> Callable[..., np.ndarray]:
    """An oracle for exact or correctly rounded ops: f64 itself computes those of f64."""
    own = np.float32 if element in EIGHTS else np.float64
    return lambda *arrays: function(*(np.asarray(a).astype(own) for a in arrays))


def maximum(spreads_nan: bool, sign: int) -> Callable:
    """The larger of two (the smaller, if ``sign`` is negative), +0 above -0; NaN spreads or loses."""

    def oracle(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        larger = (
            np.where((a > b) | ((a == b) & ~np.signbit(a)), a, b)
            if sign > 0
            else np.where((a < b) | ((a == b) & np.signbit(a)), a, b)
        )
        nan = np.isnan(a) | np.isnan(b)
        return np.where(nan, np.nan if spreads_nan else np.where(np.isnan(a), b, a), larger)

    return oracle


def _fused_one(a, b, c):
    if not all(map(math.isfinite, (a, b, c))):
        return a * b + c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    try:
        return float(exact) if exact else a * b + c
    except OverflowError:
        return math.inf if exact > 0 else -math.inf


def fused(x, y, z):
    """``x * y + z`` rounded once."""
    if x.dtype == np.float64:
        return each(_fused_one, x, y, z).astype(np.float64)
    return x.astype(np.longdouble) * y + z


BINARY_FLOATS = {
    "addf": np.add,
    "subf": np.subtract,
    "mulf": np.multiply,
    "divf": np.divide,
    "remf": np.fmod,
    "maximumf": maximum(True, 1),
    "minimumf": maximum(True, -1),
    "maxnumf": maximum(False, 1),
    "minnumf": maximum(False, -1),
}
COMPARISONS = {"eq": np.equal, "gt": np.greater, "ge": np.greater_equal, "lt": np.less, "le": np.less_equal}


def _comparisons() -> Iterator[tuple[str, Callable]]:
    unordered = lambda a, b: np.isnan(a) | np.isnan(b)  # noqa: E731
    for name, test in COMPARISONS.items():
        yield "o" + name, lambda a, b, test=test: test(a, b) & ~unordered(a, b)
        yield "u" + name, lambda a, b, test=test: test(a, b) | unordered(a, b)
    yield "one", lambda a, b: (a != b) & ~unordered(a, b)
    yield "une", lambda a, b: (a != b) | unordered(a, b)
    yield "ord", lambda a, b: ~unordered(a, b)
    yield "uno", unordered
    yield "true", lambda a, b: np.ones(a.shape, bool)
    yield "false", lambda a, b: np.zeros(a.shape, bool)


def float_ops() -> Iterator[Op]:
    """arith on floats, and the ops of tt that stand for such."""
    for e in (*FLOATS, *EIGHTS):
        for name, function in BINARY_FLOATS.items():
            text, signs = f"arith.{name} {{0}}, {{1}} : {{t}}", not name.startswith(("maxnum", "minnum"))
            yield Op(f"arith.{name}", (e, e), e, text, on_own(function, e), signs=signs)
        yield Op("arith.negf", (e,), e, "arith.negf {0} : {t}", on_own(np.negative, e))
        for name, test in _comparisons():
            text = f"arith.cmpf {name}, {{0}}, {{1}} : {{t}}"
            yield Op(f"arith.cmpf {name}", (e, e), "i1", text, on_own(test, e), shown=e)
        # the sum of an exact product is rounded to f32 before it is rounded to a narrower type
        fused_ulps = 1 if width_of(e) < 32 else 0
        yield Op("math.fma", (e, e, e), e, "math.fma {0}, {1}, {2} : {t}", on_own(fused, e), fused_ulps)
    for e in (*FLOATS, *EIGHTS):
        for name, spread in (("none", False), ("all", True)):
            low, high = maximum(spread, 1), maximum(spread, -1)
            text = f"tt.clampf {{0}}, {{1}}, {{2}}, propagateNan = {name} : {{t}}"
            oracle = on_own(lambda x, a, b, low=low, high=high: high(low(x, a), b), e)
            yield Op(f"tt.clampf {name}", (e, e, e), e, text, oracle, signs=False)
        yield Op("tt.precise_sqrt", (e,), e, "tt.precise_sqrt {0} : {t}", on_own(np.sqrt, e))
        for name in ("precise_divf", "approx_divf"):
            yield Op(f"tt.{name}", (e, e), e, f"tt.{name} {{0}}, {{1}} : {{t}}", on_own(np.divide, e))


def casts() -> Iterator[Op]:
    """Between integers and floats."""
    for i in INTS:
        for f in (*FLOATS, *EIGHTS):
            for name, signed in (("sitofp", True), ("uitofp", False)):
                read = _signed if signed else _unsigned
                # by way of f32, as GPUs do; beyond f32 nothing is lost twice
                step = np.float64 if f == "f64" else np.float32

                def to_float(x, i=i, read=read, step=step):
                    return read(x, width_of(i)).astype(np.float64).astype(step)

                yield Op(f"arith.{name}", (i,), f, f"arith.{name} {{0}} : {{t}} to {{r}}", to_float)
            for name, signed in (("fptosi", True), ("fptoui", False)):
                if i == "i1":
                    continue
                low = -(1 << (width_of(i) - 1)) if signed else 0
                high = (1 << (width_of(i) - signed)) - 1

                def domain(x, low=low, high=high):
                    wide = np.where(np.isnan(x.astype(np.float64)), 3.75, x.astype(np.float64))
                    return (np.where((wide > low - 1) & (wide < high), wide, 5.5),)

                def from_float(x, i=i):
                    return _wrap(each(int, x.astype(np.float64)), i)

                yield Op(
                    f"arith.{name}",
                    (f,),
                    i,
                    f"arith.{name} {{0}} : {{t}} to {{r}}",
                    from_float,
                    domain=domain,
                )


def _round_half_away(x):
    whole = np.trunc(x)
    return np.copysign(np.where(np.abs(x - whole) >= 0.5, whole + np.copysign(1, x), whole), x)


def libm(function: Callable[[float], float]) -> Callable:
    """``function`` of Python's math module on arrays."""
    return lambda x: each(function, x).astype(np.float64)


#: exact or correctly rounded
EXACT_MATH = {
    "absf": np.abs, "ceil": np.ceil, "floor": np.floor, "trunc": np.trunc, "round": _round_half_away,
    "roundeven": np.rint, "sqrt": np.sqrt,
}  # fmt: skip
MATH = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan,
    "atanh": np.arctanh, "cbrt": np.cbrt, "cos": np.cos, "cosh": np.cosh, "erf": libm(math.erf),
    "erfc": libm(math.erfc), "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "log": np.log,
    "log10": np.log10, "log1p": np.log1p, "log2": np.log2, "rsqrt": lambda x: 1 / np.sqrt(x), "sin": np.sin,
    "sinh": np.sinh, "tan": np.tan, "tanh": np.tanh,
}  # fmt: skip
BINARY_MATH = {"atan2": np.arctan2, "powf": np.power}
TESTS = {"isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite}
MATH_ULPS = {"f16": 1, "bf16": 1, "f32": 2, "f64": 2}
#: what the C library states for its own functions
LIBRARY_ULPS = {("cbrt", "f64"): 4, ("erfc", "f32"): 3}


def _signed_nan(element: str) -> Callable:
    """No NaN where a sign is read, in formats whose NaN has none."""
    if not element.endswith("FNUZ"):
        return lambda x, y: (x, y)
    return lambda x, y: (x, np.where(np.isnan(y.astype(np.float32)), np.ones_like(y), y))


def math_ops() -> Iterator[Op]:
    """The math dialect."""
    for e in (*FLOATS, *EIGHTS):
        for name, function in EXACT_MATH.items():
            yield Op(f"math.{name}", (e,), e, f"math.{name} {{0}} : {{t}}", on_own(function, e))
        for name, function in MATH.items():
            ulps = LIBRARY_ULPS.get((name, e), MATH_ULPS.get(e, 1))
            yield Op(f"math.{name}", (e,), e, f"math.{name} {{0}} : {{t}}", on_wider(function, e), ulps)
        for name, function in BINARY_MATH.items():
            text = f"math.{name} {{0}}, {{1}} : {{t}}"
            yield Op(f"math.{name}", (e, e), e, text, on_wider(function, e), MATH_ULPS.get(e, 1))
        text = "math.copysign {0}, {1} : {t}"
        yield Op("math.copysign", (e, e), e, text, on_own(np.copysign, e), domain=_signed_nan(e))
        for name, function in TESTS.items():
            yield Op(f"math.{name}", (e,), "i1", f"math.{name} {{0}} : {{t}}", on_own(function, e), shown=e)
    for e in WIDE_INTS:
        width = width_of(e)
        for name, function in {
            "ctpop": lambda a: a.bit_count(),
            "ctlz": lambda a, width=width: width - a.bit_length(),
            "cttz": lambda a, width=width: (a & -a).bit_length() - 1 if a else width,
        }.items():
            yield Op(
                f"math.{name}",
                (e,),
                e,
                f"math.{name} {{0}} : {{t}}",
                on_integers(function, (e,), e, signed=False),
            )


def all_ops() -> list[Op]:
    """The whole table."""
    return [*integer_ops(), *selects(), *float_ops(), *casts(), *math_ops()]
