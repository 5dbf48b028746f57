"""Polynomials as functions of their factors: what is computed with them is what is computed with numbers."""

from __future__ import annotations

import math
import random

from triton_shared.ir.polynomial import Polynomial
from triton_shared.ir.product import Product

NAMES = "abc"


def drawn(draw: random.Random) -> Polynomial[str]:
    products = [Product(draw.choices(NAMES, k=draw.randrange(4))) for _ in range(draw.randrange(5))]
    return Polynomial({product: draw.randint(-6, 6) for product in products})


def value(polynomial: Polynomial[str], at: dict[str, int]) -> int:
    return sum(n * math.prod(at[name] for name in product) for product, n in polynomial.terms.items())


def test_against_numbers():
    draw = random.Random(5)
    for _ in range(300):
        a, b = drawn(draw), drawn(draw)
        at = {name: draw.randint(-9, 9) for name in NAMES}
        x, y = value(a, at), value(b, at)
        assert [value(p, at) for p in (a + b, a - b, a * b, -a, a + 3, a * 3)] == [
            x + y, x - y, x * y, -x, x + 3, x * 3,
        ]  # fmt: skip
        assert a + b == b + a and a * b == b * a and hash(a * b) == hash(b * a) and a - a == Polynomial({})
        low, high = a.ends(lambda name, at=at: (at[name] - 1, at[name] + 2))
        assert low <= x <= high
        if parts := a.split("a"):
            assert value(parts[0], at) * at["a"] + value(parts[1], at) == x and "a" not in parts[1].factors
        assert (value(a.tightened(), at) >= 0) == (x >= 0)
        if len(b.terms) == 1:
            assert (a * b).divided(b) == a
