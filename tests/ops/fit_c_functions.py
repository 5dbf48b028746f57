"""``python -m tests.ops.fit_c_functions``: prints the module of coefficients of the gamma and Bessel functions.

Needs mpmath.  As in `fit_coefficients`, but that the bound is one of absolute errors and that the Chebyshev series of
one high degree is cut: powers of ``u``, which goes from -1 to 1 over the interval.
"""

from __future__ import annotations

from collections.abc import Callable

import mpmath as mp

from tests.ops.fit_coefficients import in_powers, interpolate

mp.mp.dps = 60
NODES = 56
LEVEL = 16.0
HEAD = '''"""Coefficients of `gamma_functions` and `bessel_functions`, made by ``python -m tests.ops.fit_c_functions``.

Polynomials, lowest power first; zeros and the coefficients of 1 / gamma as sums of two numbers.
"""

# fmt: off'''
ZEROS = {order: [mp.besseljzero(order, k) for k in (1, 2)] for order in (0, 1)}


def fit(function: Callable, low, high, bits: int, from_zero: bool = False) -> list[mp.mpf]:
    """Powers of ``u``, or of one that goes ``from_zero`` to 1, with an error below ``2^-bits``."""
    place = lambda u: (low + high) / mp.mpf(2) + (high - low) / mp.mpf(2) * u  # noqa: E731
    series = interpolate([function(place(mp.cos(mp.pi * (k + 0.5) / NODES))) for k in range(NODES)])
    while mp.fsum(map(abs, series[-1:])) < mp.mpf(2) ** -(bits + 3):
        series.pop()
    assert len(series) < NODES - 4, "the degree does not suffice"
    return in_powers(series, 2, -1) if from_zero else in_powers(series, 1, 0)


def rest_of_gamma(r: mp.mpf) -> mp.mpf:
    """``(1 / gamma(1 + r) - 1) / r``."""
    return (mp.rgamma(1 + r) - 1) / r if r else mp.euler


def without_zeros(order: int) -> Callable[[mp.mpf], mp.mpf]:
    """``J(x) / x^order / ((x^2 - z^2) / (x^2 + LEVEL) …)`` of ``x^2``, with its zeros z below 8: all of one size."""

    def function(square: mp.mpf) -> mp.mpf:
        x = mp.sqrt(square)
        product = mp.fprod((square - z**2) / (square + LEVEL) for z in ZEROS[order])
        return mp.besselj(order, x) / x**order / product

    return function


def rest_of_y(order: int) -> Callable[[mp.mpf], mp.mpf]:
    """What ``2/pi ln(x) J(x)``, and for order 1 ``-2/pi / x``, leave of ``Y(x) / x^order``, of ``x^2``."""

    def function(square: mp.mpf) -> mp.mpf:
        x = mp.sqrt(square)
        known = 2 / mp.pi * (mp.log(x) * mp.besselj(order, x) - order / x)
        with mp.workdps(120):
            return (mp.bessely(order, x) - known) / x**order

    return function


def modulus(order: int, part: int) -> Callable[[mp.mpf], mp.mpf]:
    """P, or Q times ``x / 8``, of Hankel's expansion, of ``64 / x^2``."""

    def function(t: mp.mpf) -> mp.mpf:
        x = 8 / mp.sqrt(t)
        angle = x - (2 * order + 1) * mp.pi / 4
        j, y = mp.besselj(order, x), mp.bessely(order, x)
        scale, c, s = mp.sqrt(mp.pi * x / 2), mp.cos(angle), mp.sin(angle)
        return scale * (y * c - j * s) * x / 8 if part else scale * (j * c + y * s)

    return function


#: name -> function, ends, bits, and whether the powers are of a variable from zero
FUNCTIONS = {
    **{f"J{n}": (without_zeros(n), 0, 64, 58) for n in (0, 1)},
    **{f"Y{n}": (rest_of_y(n), 0, 64, 56) for n in (0, 1)},
    **{f"LOW_Y{n}": (rest_of_y(n), 0, 4, 60, True) for n in (0, 1)},
    **{f"P{n}": (modulus(n, 0), 0, 1, 56) for n in (0, 1)},
    **{f"Q{n}": (modulus(n, 1), 0, 1, 58) for n in (0, 1)},
}


def _pair(number: mp.mpf) -> str:
    high = float(number)
    return f"({high!r}, {float(number - high)!r})"


def _printed(name: str, items: list[str], columns: int) -> None:
    rows = [", ".join(items[i : i + columns]) for i in range(0, len(items), columns)]
    print(f"{name} = (\n    ", ",\n    ".join(rows), ",\n)", sep="")


def main() -> None:
    """Print the module."""
    print(HEAD)
    # of r itself, which goes from -1/2 to 1/2
    of_r = [c * 2**i for i, c in enumerate(fit(rest_of_gamma, mp.mpf(-1) / 2, mp.mpf(1) / 2, 105))]
    _printed("INVERSE_GAMMA", list(map(_pair, of_r)), 2)
    stirling = [mp.bernoulli(2 * k) / (2 * k * (2 * k - 1)) for k in range(1, 12)]
    print(f"LEVEL = {LEVEL}")
    _printed("STIRLING", [repr(float(c)) for c in stirling], 4)
    for order, zeros in ZEROS.items():
        _printed(f"ZEROS{order}", list(map(_pair, zeros)), 2)
    for name, how in FUNCTIONS.items():
        _printed(name, [repr(float(c)) for c in fit(*how)], 4)


if __name__ == "__main__":
    main()
