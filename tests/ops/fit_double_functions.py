"""``python -m tests.ops.fit_double_functions``: prints the module of coefficients of elementary functions of f64.

Needs mpmath.  As in `fit_coefficients`, with powers of the variable itself.  Each function is what is left of another
one when the terms that its caller writes out are taken off, so that the bound is that of this rest.
"""

from __future__ import annotations

from collections.abc import Callable

import mpmath as mp

from tests.ops.fit_coefficients import fit, scaled_erfc

HEAD = '''"""Coefficients of elementary functions of f64, made by ``python -m tests.ops.fit_double_functions``.

Polynomials, lowest power first.
"""

# fmt: off'''


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


def main() -> None:
    """Print the module."""
    print(HEAD)
    for name, (function, low, high, bits) in FUNCTIONS.items():
        coefficients = fit(function, low, high, low == 0, mp.mpf(2) ** -bits)
        powers = [float(mp.mpf(c) / mp.mpf(high) ** i) for i, c in enumerate(coefficients)]
        rows = [", ".join(map(repr, powers[i : i + 4])) for i in range(0, len(powers), 4)]
        print(f"{name} = (\n    ", ",\n    ".join(rows), ",\n)", sep="")


if __name__ == "__main__":
    main()
