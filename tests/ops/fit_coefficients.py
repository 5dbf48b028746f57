"""``python -m tests.ops.fit_coefficients``: prints the module of coefficients that the special functions are made of.

Needs mpmath.  Every function is interpolated in the Chebyshev nodes of an interval, with the lowest degree that meets
the bound of its type, in 60 digits; the polynomial is then written in powers of ``u``, which goes from -1 to 1 (or
from 0 to 1) over the interval.
"""

from __future__ import annotations

from collections.abc import Callable

import mpmath as mp

mp.mp.dps = 60
BOUNDS = {"f32": mp.mpf(2) ** -27, "f64": mp.mpf(2) ** -57}
HEAD = '''"""Coefficients of `special_functions`, made by ``python -m tests.ops.fit_coefficients``.

By function, type and interval: polynomials, lowest power first.
"""

# fmt: off
COEFFICIENTS: dict[str, dict[str, tuple[tuple[float, ...], ...]]] = {'''


def inverse_erfc(y: mp.mpf) -> mp.mpf:
    """The solution of erfc(z) = y for 0 < y <= 1, by Newton's method on the logarithm."""
    if y == 1:
        return mp.mpf(0)
    z = mp.sqrt(-mp.log(y)) if y < 0.1 else (1 - y) * mp.sqrt(mp.pi) / 2
    for _ in range(200):
        value = mp.erfc(z)
        step = mp.log(value / y) * value * mp.sqrt(mp.pi) / 2 * mp.exp(z * z)
        z += step
        if abs(step) <= abs(z) * mp.mpf(10) ** -50:
            return z
    raise ArithmeticError(f"no convergence for {y}")


def inverse_erf_ratio(w: mp.mpf) -> mp.mpf:
    """``erfinv(x) / x`` where ``w = -log(1 - x^2)``."""
    if w < mp.mpf(10) ** -40:
        return mp.sqrt(mp.pi) / 2
    x = mp.sqrt(-mp.expm1(-w))
    return inverse_erfc(mp.exp(-w) / (1 + x)) / x


def scaled_erfc(t: mp.mpf) -> mp.mpf:
    """``(1 + 2 x) erfcx(x)`` where ``t = (x - 4) / (x + 4)``."""
    if t == 1:
        return 2 / mp.sqrt(mp.pi)
    x = 4 * (1 + t) / (1 - t)
    scaled = mp.exp(x * x) * mp.erfc(x) if x < 1000 else mp.hyperu(0.5, 0.5, x * x) / mp.sqrt(mp.pi)
    return (1 + 2 * x) * scaled


def bessel_tail(order: int) -> Callable[[mp.mpf], mp.mpf]:
    """``exp(-x) sqrt(x) I(x)`` of ``8 / x``."""

    def function(inverse: mp.mpf) -> mp.mpf:
        if inverse < mp.mpf(10) ** -30:
            return 1 / mp.sqrt(2 * mp.pi)
        x = 8 / inverse
        return mp.exp(-x) * mp.sqrt(x) * mp.besseli(order, x)

    return function


def bessel_head(order: int) -> Callable[[mp.mpf], mp.mpf]:
    """``I(x) / (x/2)^order`` of ``(x/8)^2``."""

    def function(square: mp.mpf) -> mp.mpf:
        half = 4 * mp.sqrt(square)
        return mp.hyp0f1(order + 1, half * half) / mp.factorial(order)

    return function


# name -> by interval: the function, both ends, and whether u starts at 0 instead of -1
FUNCTIONS = {
    "inverse_erf": [
        (inverse_erf_ratio, 0, 6, False),
        (lambda s: inverse_erf_ratio(s * s), mp.sqrt(6), 5, False),
        (lambda q: inverse_erf_ratio((5 / q) ** 2) * q / 5, mp.mpf(5) / 28, 1, False),
    ],
    "erfcx": [(scaled_erfc, -1, 1, False)],
    "i0": [(bessel_head(0), 0, 1, True), (bessel_tail(0), 0, 1, False)],
    "i1": [(bessel_head(1), 0, 1, True), (bessel_tail(1), 0, 1, False)],
}


def interpolate(values: list[mp.mpf]) -> list[mp.mpf]:
    """The Chebyshev coefficients of the polynomial through ``values`` in the nodes cos(pi (k + 1/2) / n)."""
    n = len(values)
    return [
        (2 - (j == 0)) * mp.fsum(v * mp.cos(mp.pi * j * (k + 0.5) / n) for k, v in enumerate(values)) / n
        for j in range(n)
    ]


def in_powers(chebyshev: list[mp.mpf], scale: mp.mpf | int, shift: mp.mpf | int) -> list[mp.mpf]:
    """The coefficients of the powers of ``u``, where Chebyshev's variable is ``scale u + shift``."""
    before, now = [mp.mpf(1)], [mp.mpf(shift), mp.mpf(scale)]
    total = [chebyshev[0]] + [mp.mpf(0)] * (len(chebyshev) - 1)
    for c in chebyshev[1:]:
        for i, x in enumerate(now):
            total[i] += c * x
        following = [2 * shift * x for x in now] + [mp.mpf(0)]
        for i, x in enumerate(now):
            following[i + 1] += 2 * scale * x
        for i, x in enumerate(before):
            following[i] -= x
        before, now = now, following
    return total


def fit(function: Callable, low, high, bound: mp.mpf) -> list[mp.mpf]:
    """The Chebyshev coefficients of the polynomial of lowest degree whose relative error is below ``bound``."""
    place = lambda v: (low + high) / mp.mpf(2) + (high - low) / mp.mpf(2) * v  # noqa: E731
    checks = [mp.cos(mp.pi * k / 151) for k in range(152)]
    wanted = [function(place(v)) for v in checks]
    for count in range(4, 60):
        chebyshev = interpolate([function(place(mp.cos(mp.pi * (k + 0.5) / count))) for k in range(count)])
        powers = in_powers(chebyshev, 1, 0)
        if max(abs(mp.polyval(powers[::-1], v) / w - 1) for v, w in zip(checks, wanted, strict=True)) < bound:
            return chebyshev
    raise ArithmeticError("no polynomial of degree below 60 is close enough")


def main() -> None:
    """Print the module."""
    print(HEAD)
    for name, pieces in FUNCTIONS.items():
        print(f'    "{name}": {{')
        for element, bound in BOUNDS.items():
            print(f'        "{element}": (')
            for piece in pieces:
                *interval, from_zero = piece
                variable = (2, -1) if from_zero else (1, 0)
                coefficients = [float(c) for c in in_powers(fit(*interval, bound), *variable)]
                rows = [", ".join(map(repr, coefficients[i : i + 4])) for i in range(0, len(coefficients), 4)]
                print("            (", ",\n             ".join(rows), "),", sep="")
            print("        ),")
        print("    },")
    print("}")


if __name__ == "__main__":
    main()
