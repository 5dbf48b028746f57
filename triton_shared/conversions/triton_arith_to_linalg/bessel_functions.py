"""Bessel functions of both kinds and of any integer order.

::

    __nv_j0(x)   ->   (x^2 - z1^2) (x^2 - z2^2) / (x^2 + 16)^2 p(x^2)               where |x| < 8
                      (p(1/x^2) (cos x + sin x) - q(1/x^2) (sin x - cos x) / x) / sqrt(pi x)   beyond

By order and kind: polynomials below 8, of those of the first kind what their zeros leave of them, and Hankel's
expansion beyond (Abramowitz and Stegun, 9.2, 9.4).  Higher orders of the second kind follow by the recurrence upward;
of the first kind so where the order is at most ``|x|``, else by the ratios of neighbours, from far above downward
(Gautschi, "Computational aspects of three-term recurrence relations", 1967).  f32 is computed in f64.

Promised: j0 and j1 are right to 16 ulp up to 8 in size.  Of the others the error is that of numbers as large as the
function's next extremum: near zeros it is absolute.  y0, y1 and yn of negative numbers are NaN, of 0 negative infinity.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from triton_shared.conversions.triton_arith_to_linalg import c_coefficients as fitted
from triton_shared.conversions.triton_arith_to_linalg.floats import precise
from triton_shared.conversions.triton_arith_to_linalg.sums_of_two import Pair, fma
from triton_shared.ir.builder import build, integer
from triton_shared.mlir import ir

apply, compare, select, convert = build.apply, build.compare, build.select, build.convert

#: where polynomials in x^2 end
NEAR = 8.0
#: orders that are this much above ``|x|`` give 0
LAST_ORDER = 2000

FIRST = {0: (fitted.ZEROS0, fitted.J0), 1: (fitted.ZEROS1, fitted.J1)}
#: of x^2 / 4 below 2, and of what goes from -1 to 1 below 8
SECOND = {0: (fitted.LOW_Y0, fitted.Y0), 1: (fitted.LOW_Y1, fitted.Y1)}
EXPANSIONS = {0: (fitted.P0, fitted.Q0), 1: (fitted.P1, fitted.Q1)}


def _polynomial(u: ir.Value, coefficients: Sequence[float]) -> ir.Value:
    total = build.constant(u.type, coefficients[-1])
    for c in reversed(coefficients[:-1]):
        total = fma(total, u, c)
    return total


def _add(x: ir.Value, y: ir.Value) -> ir.Value:
    return apply("arith.addf", x, y)


def _sub(x: ir.Value, y: ir.Value) -> ir.Value:
    return apply("arith.subf", x, y)


def _mul(x: ir.Value, y: ir.Value | float) -> ir.Value:
    return apply("arith.mulf", x, y)


def _near(order: int, x: ir.Value) -> ir.Value:
    """The first kind of a number from 0 to 8."""
    zeros, coefficients = FIRST[order]
    square = _mul(x, x)
    value = _polynomial(fma(square, 1 / 32, -1.0), coefficients)
    under = _add(square, build.constant(x.type, fitted.LEVEL))
    for high, low in zeros:
        over = _mul(_sub(_sub(x, high), low), _add(x, high))
        value = _mul(value, precise("arith.divf", over, under))
    return _mul(value, x) if order else select(compare("olt", x, 2.0**-28), 1.0, value)


def _near_second(order: int, x: ir.Value, first: ir.Value) -> ir.Value:
    """The second kind of a number from 0 to 8, of which ``first`` is the first kind."""
    square = _mul(x, x)
    low, high = SECOND[order]
    rest = _polynomial(fma(square, 1 / 32, -1.0), high)
    rest = select(compare("olt", x, 2.0), _polynomial(_mul(square, 0.25), low), rest)
    logarithm = _mul(apply("math.log", x), first)
    if order:
        logarithm = _sub(logarithm, precise("arith.divf", 1.0, x))
        rest = _mul(rest, x)
    return fma(logarithm, 2 / math.pi, rest)


def _far(order: int, kind: int, x: ir.Value) -> ir.Value:
    """Either kind of a number from 8 on."""
    inverse = precise("arith.divf", NEAR, x)
    u = fma(_mul(inverse, inverse), 2.0, -1.0)
    p, q = (_polynomial(u, c) for c in EXPANSIONS[order])
    q = _mul(q, inverse)
    sine, cosine = apply("math.sin", x), apply("math.cos", x)
    both, difference = _add(sine, cosine), _sub(sine, cosine)
    # cosine and sine, times the root of 2, of x less a quarter of pi, or three
    c, s = (both, difference) if order == 0 else (difference, apply("arith.negf", both))
    value = _add(_mul(p, s), _mul(q, c)) if kind == 2 else _sub(_mul(p, c), _mul(q, s))
    # of the largest numbers pi times them would be infinite
    root = precise("math.sqrt", precise("arith.divf", 1 / math.pi, x))
    return select(compare("oeq", x, math.inf), 0.0, _mul(value, root))


def _first(order: int, x: ir.Value) -> ir.Value:
    """The first kind of a number that is not negative."""
    near = _near(order, apply("arith.minimumf", x, NEAR))
    return select(compare("olt", x, NEAR), near, _far(order, 1, apply("arith.maximumf", x, NEAR)))


def _second(order: int, x: ir.Value) -> ir.Value:
    """The second kind."""
    low = apply("arith.minimumf", x, NEAR)
    near = _near_second(order, low, _near(order, low))
    value = select(compare("olt", x, NEAR), near, _far(order, 2, apply("arith.maximumf", x, NEAR)))
    value = select(compare("oeq", x, 0.0), -math.inf, value)
    return select(compare("olt", x, 0.0), math.nan, value)


def _in_f64(function: Callable[..., ir.Value]) -> Callable[..., ir.Value]:
    """``function``, whose last operand is a float, computed in f64."""

    def converted(*operands: ir.Value) -> ir.Value:
        *others, x = operands
        return convert("arith.truncf", function(*others, convert("arith.extf", x, ir.F64Type.get())), x.type)

    return converted


def _j(order: int) -> Callable[[ir.Value], ir.Value]:
    def function(x: ir.Value) -> ir.Value:
        value = _first(order, apply("math.absf", x))
        return select(compare("olt", x, 0.0), apply("arith.negf", value), value) if order else value

    return function


def _y(order: int) -> Callable[[ir.Value], ir.Value]:
    return lambda x: _second(order, x)


# Any order


def _loop(count: ir.Value, inits: Sequence[ir.Value], body: Callable[..., list[ir.Value]]) -> list[ir.Value]:
    """``count`` iterations of ``body``, which is told the number of the iteration as f64."""
    zero, one = build.constant(build.index, 0), build.constant(build.index, 1)
    operands = [zero, convert("arith.index_cast", count, build.index), one, *inits]
    types = [v.type for v in inits]
    loop = build.op("scf.for", types, operands, regions=1)

    def iteration(k: ir.Value, *values: ir.Value) -> list[ir.Value]:
        number = convert("arith.sitofp", convert("arith.index_cast", k, integer(64)), ir.F64Type.get())
        return body(number, *values)

    build.region(loop.regions[0], [build.index, *types], iteration, "scf.yield")
    return list(loop.results)


def _two_over(x: ir.Value) -> Pair:
    """``2 / x``; by one number, all orders would have its error."""
    high = precise("arith.divf", 2.0, x)
    rest = precise("arith.divf", fma(apply("arith.negf", high), x, 2.0), x)
    return high, select(compare("olt", apply("math.absf", high), math.inf), rest, 0.0)


def _upward(count: ir.Value, x: ir.Value, zeroth: ir.Value, first: ir.Value) -> ir.Value:
    """The function of order ``count + 1`` by ``f(k + 1) = 2 k / x f(k) - f(k - 1)``; what is infinite stays so."""

    high, low = _two_over(x)

    def iteration(k: ir.Value, before: ir.Value, now: ir.Value) -> list[ir.Value]:
        at = _add(k, build.constant(x.type, 1.0))
        factor = fma(at, high, _mul(at, low))
        following = fma(factor, now, apply("arith.negf", before))
        return [now, select(compare("oeq", now, -math.inf), now, following)]

    return _loop(count, [zeroth, first], iteration)[1]


def _downward(
    order: ir.Value, iterations: ir.Value, x: ir.Value, zeroth: ir.Value, first: ir.Value
) -> ir.Value:
    """The first kind of ``order`` >= 2 above x, from the ratios r(k) = J(k) / J(k - 1) = 1 / (2 k / x - r(k + 1))."""
    last = convert("arith.sitofp", iterations, x.type)
    number = convert("arith.sitofp", order, x.type)
    high, low = _two_over(x)

    def iteration(k: ir.Value, ratio: ir.Value, product: ir.Value) -> list[ir.Value]:
        at = _sub(_add(last, build.constant(x.type, 1.0)), k)
        ratio = precise("arith.divf", 1.0, fma(at, high, fma(at, low, apply("arith.negf", ratio))))
        return [ratio, select(compare("ole", at, number), _mul(product, ratio), product)]

    zero, one = build.constant(x.type, 0.0), build.constant(x.type, 1.0)
    ratio, product = _loop(iterations, [zero, one], iteration)
    ratio = precise("arith.divf", 1.0, _sub(high, ratio))
    # from the one that is not near a zero
    larger = compare("ogt", apply("math.absf", zeroth), apply("math.absf", first))
    return _mul(select(larger, _mul(zeroth, ratio), first), product)


def jn(n: ir.Value, x: ir.Value) -> ir.Value:
    """The first kind of order ``n``; that of -n, and of -x, has the other sign where ``n`` is odd."""
    order = apply("math.absi", convert("arith.extsi", n, integer(64)))
    size = apply("math.absf", x)
    zeroth, first = _first(0, size), _first(1, size)
    number = convert("arith.sitofp", order, x.type)
    below = compare("oge", size, number)
    vanishes = apply("arith.andi", compare("sgt", order, LAST_ORDER), compare("ogt", number, _mul(size, 2.0)))
    above = apply("arith.maxsi", apply("arith.subi", order, 1), 0)
    spare = convert("arith.fptosi", precise("math.sqrt", _mul(number, 160.0)), order.type)
    iterations = apply("arith.addi", apply("arith.addi", above, spare), 16)
    iterations = select(apply("arith.ori", below, vanishes), build.constant(iterations.type, 0), iterations)
    high = _downward(order, iterations, select(compare("oeq", size, 0.0), 1.0, size), zeroth, first)
    high = select(apply("arith.ori", vanishes, compare("oeq", size, 0.0)), 0.0, high)
    low = _upward(select(below, above, build.constant(above.type, 0)), size, zeroth, first)
    value = select(below, low, high)
    value = select(compare("eq", order, 0), zeroth, select(compare("eq", order, 1), first, value))
    odd = compare("ne", apply("arith.andi", order, 1), 0)
    turned = apply("arith.xori", compare("slt", n, 0), compare("olt", x, 0.0))
    value = select(apply("arith.andi", odd, turned), apply("arith.negf", value), value)
    return select(compare("uno", x, x), x, value)


def yn(n: ir.Value, x: ir.Value) -> ir.Value:
    """The second kind of order ``n``; that of -n has the other sign where ``n`` is odd."""
    order = apply("math.absi", convert("arith.extsi", n, integer(64)))
    zeroth, first = _second(0, x), _second(1, x)
    above = apply("arith.maxsi", apply("arith.subi", order, 1), 0)
    plain = apply("arith.andi", compare("ogt", x, 0.0), compare("olt", x, math.inf))
    value = _upward(select(plain, above, build.constant(above.type, 0)), x, zeroth, first)
    value = select(compare("eq", order, 0), zeroth, value)
    odd = compare("ne", apply("arith.andi", order, 1), 0)
    turned = apply("arith.andi", odd, compare("slt", n, 0))
    return select(turned, apply("arith.negf", value), value)


FUNCTIONS: dict[str, Callable[..., ir.Value]] = {
    "j0": _in_f64(_j(0)),
    "j1": _in_f64(_j(1)),
    "jn": _in_f64(jn),
    "y0": _in_f64(_y(0)),
    "y1": _in_f64(_y(1)),
    "yn": _in_f64(yn),
}
