"""``python -m tests.ops.fit_double_functions [narrow]``: prints the module of coefficients of functions in f64.

With ``narrow`` those that are close enough where the result is rounded to f32.

Needs mpmath.  As in `fit_coefficients`, with powers of the variable itself.  Each function is what is left of another
one when the terms that its caller writes out are taken off, so that the bound is that of this rest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import mpmath as mp

from tests.ops.fit_coefficients import fit, in_powers, scaled_erfc

HEADS = {
    False: '''"""Coefficients of elementary functions of f64, made by ``python -m tests.ops.fit_double_functions``.

Polynomials, lowest power first.
"""

# fmt: off''',
    True: '''"""Coefficients for f64 that is rounded to f32, by ``python -m tests.ops.fit_double_functions narrow``.

Polynomials, lowest power first.
"""

# fmt: off''',
}


def of_root(function: Callable, first: int, divisor: int) -> Callable[[mp.mpf], mp.mpf]:
    """``(function(x) - its Taylor terms below x^first) / x^divisor`` of ``z = x^2``."""

    def rest(z: mp.mpf) -> mp.mpf:
        x = mp.sqrt(mp.mpf(z) + mp.mpf(10) ** -30)
        with mp.workdps(160):
            terms = mp.taylor(function, 0, first - 1)
            return (function(x) - mp.polyval(terms[::-1], x)) / x**divisor

    return rest


def exponential(r: mp.mpf) -> mp.mpf:
    """``(e^r - 1 - r) / r^2``."""
    r = r or mp.mpf(10) ** -40
    with mp.workdps(160):
        return (mp.expm1(r) - r) / r**2


def logarithm(f: mp.mpf) -> mp.mpf:
    """``(ln(1 + f) - f) / f^2``."""
    f = f or mp.mpf(10) ** -40
    with mp.workdps(160):
        return (mp.log1p(f) - f) / f**2


def erfcx(t: mp.mpf) -> mp.mpf:
    """``exp(x^2) erfc(x)`` where ``t = (x - 4) / (x + 4)``."""
    x = 4 * (1 + t) / (1 - t)
    return mp.exp(x * x) * mp.erfc(x)


QUARTER = (mp.pi / 4) ** 2 * mp.mpf("1.001")
S = (3 - 2 * mp.sqrt(2)) ** 2 * mp.mpf("1.001")
#: name -> function, ends, bound of the relative error
FUNCTIONS = {
    "EXP": (exponential, -mp.mpf("0.347"), mp.mpf("0.347"), 55),
    "LOG": (of_root(lambda s: 2 * mp.atanh(s), 5, 5), 0, S, 54),
    "SIN": (of_root(mp.sin, 3, 3), 0, QUARTER, 54),
    "COS": (of_root(mp.cos, 3, 4), 0, QUARTER, 54),
    "ATAN": (of_root(mp.atan, 3, 3), 0, mp.mpf("0.2501"), 54),
    "ASIN": (of_root(mp.asin, 3, 3), 0, mp.mpf("0.2501"), 54),
    "SINH": (of_root(mp.sinh, 3, 3), 0, 1, 54),
    "TANH": (of_root(mp.tanh, 3, 3), 0, mp.mpf("0.31"), 54),
    "ASINH": (of_root(mp.asinh, 3, 3), 0, mp.mpf("0.26"), 54),
    "ATANH": (of_root(mp.atanh, 3, 3), 0, mp.mpf("0.26"), 54),
    "ERF": (of_root(lambda x: mp.erf(x) - x, 1, 1), 0, 1, 55),
    "SCALED_ERFC": (scaled_erfc, -1, 1, 57),
}

NARROW = {
    "EXP": (exponential, -mp.mpf("0.347"), mp.mpf("0.347"), 30),
    "LOG": (logarithm, mp.sqrt(0.5) - 1, mp.sqrt(2) - 1, 36),
    "SIN": (of_root(mp.sin, 1, 1), 0, QUARTER, 33),
    "COS": (of_root(mp.cos, 1, 2), 0, QUARTER, 33),
    "ATAN": (of_root(mp.atan, 3, 3), 0, 1, 32),
    "ASIN": (of_root(mp.asin, 3, 3), 0, mp.mpf("0.2501"), 32),
    "SINH": (of_root(mp.sinh, 3, 3), 0, 1, 32),
    "ERFCX": (erfcx, -1, mp.mpf("0.501"), 33),
}


def main(narrow: bool) -> None:
    """Print the module."""
    print(HEADS[narrow])
    for name, (function, low, high, bits) in (NARROW if narrow else FUNCTIONS).items():
        variable = 2 / mp.mpf(high - low), -(high + low) / mp.mpf(high - low)
        powers = [float(c) for c in in_powers(fit(function, low, high, mp.mpf(2) ** -bits), *variable)]
        rows = [", ".join(map(repr, powers[i : i + 4])) for i in range(0, len(powers), 4)]
        print(f"{name} = (\n    ", ",\n    ".join(rows), ",\n)", sep="")


if __name__ == "__main__":
    main("narrow" in sys.argv[1:])
