"""Compute elementary functions as polynomials, on scalars and on vectors.

    %y = math.exp %x : vector<16xf32>       becomes       arith ops and `math.fma`, which LLVM keeps in registers

f16 and bf16 are computed in f32.  Each function is right to 2 ulp over all floats: infinities, NaN, denormals,
signed zeros and overflow included.  Other types and functions stay.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.llvm.float_arithmetic import FloatArithmetic, by_name, special_logarithm
from triton_shared.ir.builder import Builder, element_of, with_element
from triton_shared.ir.walk import all_ops, substitute
from triton_shared.mlir import ir

LOG2_E = 1.4426950408889634
# the same in two parts, so that products with it are exact enough
LOG2_E_HIGH, LOG2_E_LOW = 1.44269502162933349609, 1.92596299112661746887e-8
# ln 2 in two parts: n * LN2_HIGH is exact for |n| < 2**11
LN2_HIGH, LN2_LOW = 0.693145751953125, 1.42860682030941723212e-6
# adding and subtracting it rounds to an integer, whose bits are the sum's low mantissa bits
ROUND = 12582912.0

# fmt: off
# (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2
EXP = (0.5, 0.1666651964187622, 0.04166639223694801, 0.008368832059204578, 0.0013941535726189613)
# (2^r - 1) / r for |r| <= 1/2
EXP2 = (
    0.6931471824645996, 0.24022650718688965, 0.055503591895103455, 0.009618065319955349,
    0.001339117530733347, 0.00015461664588656276,
)
# (ln(1 + f) - f + f^2 / 2) / f^3 for sqrt(1/2) - 1 <= f <= sqrt(2) - 1
LOG = (
    0.3333331346511841, -0.25000008940696716, 0.20002073049545288, -0.1666799634695053,
    0.14220327138900757, -0.12406031787395477, 0.1188356801867485, -0.1167144924402237,
    0.06750956177711487,
)
# (tanh x - x) / x^3 as a polynomial of x^2 for |x| <= 0.64
TANH = (
    -0.3333333134651184, 0.13333211839199066, -0.05394638702273369, 0.02169465646147728,
    -0.008155453950166702, 0.00211809272877872,
)
# erf(x) / x - 1 as a polynomial of x^2 for |x| <= 0.95, and ln(1 - erf x) for 0.92 <= x <= 4
ERF = (
    0.12837916612625122, -0.3761262893676758, 0.11283625662326813, -0.026855740696191788,
    0.0051924604922533035, -0.0008050804026424885, 8.002774848137051e-05,
)
ERF_FAR = (
    0.00016308124759234488, -1.129448652267456, -0.633509635925293, -0.1080559641122818,
    0.024930184707045555, -0.004070825409144163, 0.0004019587649963796, -1.519904617452994e-05,
    -4.578274968025653e-07,
)
# fmt: on
SQRT_HALF_BITS = 0x3F3504F3


class Floats(FloatArithmetic):
    """f32 values of one shape: arithmetic on them, written as functions."""

    def clamp(self, x: ir.Value, low: float, high: float) -> ir.Value:
        """``x`` moved into ``[low, high]``; NaN stays."""
        x = self.select(self.compare("ogt", x, high), high, x)
        return self.select(self.compare("olt", x, low), low, x)

    def scale(self, x: ir.Value, rounded: ir.Value) -> ir.Value:
        """``x * 2**n`` where ``rounded`` is ``n + ROUND``: by two factors, right for denormals and overflow."""
        bits = self.bits(rounded)  # what they hold beside n, half of it too, is shifted out
        half = self.do("arith.shrsi", bits, 1)
        for part in (half, self.do("arith.subi", bits, half)):
            factor = self.do("arith.addi", self.do("arith.shli", part, 23), 127 << 23)
            x = self.mul(x, self.floats(factor))
        return x


def _exp_parts(m: Floats, x: ir.Value) -> tuple[ir.Value, ir.Value]:
    """``n + ROUND`` and ``r`` of x = n ln 2 + r."""
    rounded = m.fma(x, LOG2_E, ROUND)
    n = m.sub(rounded, ROUND)
    return rounded, m.fma(n, -LN2_LOW, m.fma(n, -LN2_HIGH, x))


def _power(m: Floats, x: ir.Value, low: float, high: float, power: Callable) -> ir.Value:
    """``power(x)``, which is 0 below ``low`` and infinite above ``high``.

    What is masked off often is -inf: 0 is selected, since processors are slow to compute results that underflow.
    """
    none = m.compare("olt", x, low)
    x = m.select(none, 0.0, m.select(m.compare("ogt", x, high), high, x))
    return m.select(none, 0.0, power(x))


def exp(m: Floats, x: ir.Value) -> ir.Value:
    """e to the ``x``: 2^n e^r with r = x - n ln 2."""

    def power(x: ir.Value) -> ir.Value:
        rounded, r = _exp_parts(m, x)
        p = m.polynomial(r, EXP)
        return m.scale(m.add(m.fma(m.mul(r, r), p, r), 1.0), rounded)

    return _power(m, x, -104.0, 89.0, power)


def exp2(m: Floats, x: ir.Value) -> ir.Value:
    """2 to the ``x``."""

    def power(x: ir.Value) -> ir.Value:
        rounded = m.add(x, ROUND)
        r = m.sub(x, m.sub(rounded, ROUND))
        return m.scale(m.fma(m.polynomial(r, EXP2), r, 1.0), rounded)

    return _power(m, x, -150.0, 129.0, power)


def _log_parts(m: Floats, x: ir.Value) -> tuple[ir.Value, ir.Value, ir.Value]:
    """``e``, ``f`` and ``ln(1 + f) - f`` of x = 2^e (1 + f)."""
    tiny = m.compare("olt", x, 1.1754943508222875e-38)
    bits = m.do("arith.subi", m.bits(m.select(tiny, m.mul(x, 8388608.0), x)), SQRT_HALF_BITS)
    e = m.b.one("arith.sitofp", m.type, m.do("arith.shrsi", bits, 23))
    e = m.select(tiny, m.add(e, -23.0), e)
    mantissa = m.do("arith.addi", m.do("arith.andi", bits, 0x7FFFFF), SQRT_HALF_BITS)
    f = m.add(m.floats(mantissa), -1.0)
    square = m.mul(f, f)
    rest = m.mul(m.mul(square, f), m.polynomial(f, LOG))
    return e, f, m.fma(square, -0.5, rest)


def log(m: Floats, x: ir.Value) -> ir.Value:
    """The natural logarithm."""
    e, f, rest = _log_parts(m, x)
    low = m.fma(e, LN2_LOW, rest)
    return special_logarithm(m, x, m.fma(e, LN2_HIGH, m.add(f, low)))


def log2(m: Floats, x: ir.Value) -> ir.Value:
    """The binary logarithm."""
    e, f, rest = _log_parts(m, x)
    tail = m.fma(
        f, LOG2_E_LOW, m.mul(rest, LOG2_E)
    )  # near x = 1 the product with f alone is not exact enough
    return special_logarithm(m, x, m.add(e, m.fma(f, LOG2_E_HIGH, tail)))


def log1p(m: Floats, x: ir.Value) -> ir.Value:
    """The natural logarithm of 1 + x: that of the rounded sum, and the rest of the sum."""
    u = m.add(x, 1.0)
    lost = m.sub(x, m.sub(u, 1.0))
    e, f, rest = _log_parts(m, u)
    low = m.add(m.fma(e, LN2_LOW, rest), m.div(lost, u))
    result = special_logarithm(m, u, m.fma(e, LN2_HIGH, m.add(f, low)))
    return m.select(m.compare("olt", m.size(x), 1e-8), x, result)


def expm1(m: Floats, x: ir.Value) -> ir.Value:
    """e to the ``x``, less 1: 2 (2^(n - 1) (e^r - 1) + 2^(n - 1) - 1/2)."""
    rounded, r = _exp_parts(m, m.clamp(x, -25.0, 89.0))
    p = m.fma(m.mul(r, r), m.polynomial(r, EXP), r)
    half = m.scale(m.constant(0.5), rounded)
    result = m.mul(m.fma(half, p, m.add(half, -0.5)), 2.0)
    return m.select(m.compare("olt", m.size(x), 1e-8), x, result)


def tanh(m: Floats, x: ir.Value) -> ir.Value:
    """The hyperbolic tangent: a polynomial near zero, 1 - 2 / (e^2x + 1) elsewhere."""
    size = m.size(x)
    square = m.mul(size, size)
    near = m.fma(m.mul(square, size), m.polynomial(square, TANH), size)
    power = exp(m, m.mul(m.clamp(size, 0.0, 10.0), 2.0))
    far = m.sub(1.0, m.div(2.0, m.add(power, 1.0)))
    return m.with_sign(m.select(m.compare("olt", size, 0.625), near, far), x)


def erf(m: Floats, x: ir.Value) -> ir.Value:
    """The error function: a polynomial near zero, 1 - e^p(x) elsewhere."""
    size = m.size(x)
    near = m.fma(m.polynomial(m.mul(x, x), ERF), x, x)
    far = m.sub(1.0, exp(m, m.polynomial(m.clamp(size, 0.0, 4.0), ERF_FAR)))
    return m.select(m.compare("olt", size, 0.94), near, m.with_sign(far, x))


EXPANSIONS: dict[str, Callable[[Floats, ir.Value], ir.Value]] = by_name(
    exp, exp2, log, log2, tanh, erf, log1p, expm1
)


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, EXPANSIONS):
        if element_of(op.result.type).width <= 32:
            expand(op)


def expand(op: ir.Operation, floats: type[Floats] = Floats) -> None:
    """Replace ``op``, one of `EXPANSIONS`, on f32, f16 or bf16 by arithmetic on ``floats``."""
    type, b = op.result.type, Builder.before(op)
    wide = with_element(type, ir.F32Type.get())
    result = EXPANSIONS[op.name](floats(b, wide), b.convert("arith.extf", op.operands[0], wide))
    substitute(op, b.convert("arith.truncf", result, type))
