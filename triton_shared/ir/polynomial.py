"""`Polynomial`: a sum of products of factors that commute, with integers as coefficients.

>>> n, i = Polynomial.of("n"), Polynomial.of("i")
>>> (n - i) * n - n * n
Polynomial({('i', 'n'): -1})

A factor is whatever can be a key: a value of MLIR, a name, the number of a symbol.  Coefficients are integers of any
size; `analyses.expr.Expr` is the ring of a width.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import gcd
from typing import TYPE_CHECKING, Generic, TypeVar

from triton_shared.ir.product import Product

if TYPE_CHECKING:
    from typing_extensions import Self

F = TypeVar("F")


class Polynomial(Generic[F]):
    """``terms`` has the coefficient of each product, none of them 0; it never changes."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Mapping[Product[F], int]):
        self.terms = {product: factor for product, factor in terms.items() if factor}
        self._hash: int | None = None

    @classmethod
    def number(cls, value: int) -> Self:
        """A number."""
        return cls({Product(): value})

    @classmethod
    def of(cls, factor: F) -> Self:
        """A single factor."""
        return cls({Product((factor,)): 1})

    def _as_one(self, value: Self | int) -> Self:
        return self.number(value) if isinstance(value, int) else value

    def __add__(self, other: Self | int) -> Self:
        terms = dict(self.terms)
        for product, factor in self._as_one(other).terms.items():
            terms[product] = terms.get(product, 0) + factor
        return type(self)(terms)

    def __mul__(self, other: Self | int) -> Self:
        terms: dict[Product[F], int] = {}
        for left, a in self.terms.items():
            for right, b in self._as_one(other).terms.items():
                product = Product((*left, *right))
                terms[product] = terms.get(product, 0) + a * b
        return type(self)(terms)

    def __neg__(self) -> Self:
        return type(self)({product: -factor for product, factor in self.terms.items()})

    def __sub__(self, other: Self | int) -> Self:
        return self + -self._as_one(other)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.terms})"

    @property
    def factors(self) -> set[F]:
        """All factors in it."""
        return {factor for product in self.terms for factor in product}

    @property
    def constant(self) -> int | None:
        """The number that it is, if it is one."""
        if not self.terms:
            return 0
        return self.terms.get(Product()) if len(self.terms) == 1 else None

    def only(self, keep: Callable[[Product[F]], bool]) -> Self:
        """The products that ``keep`` holds for."""
        return type(self)({product: factor for product, factor in self.terms.items() if keep(product)})

    def divided(self, divisor: Self) -> Self | None:
        """The products of which ``divisor``, one product, is a part, without it; None if it is not one."""
        if len(divisor.terms) != 1:
            return None
        ((wanted, by),) = divisor.terms.items()
        out: dict[Product[F], int] = {}
        for product, factor in self.terms.items():
            rest = Counter(product)
            rest.subtract(Counter(wanted))
            if factor % by == 0 and min(rest.values(), default=0) >= 0:
                out[Product(rest.elements())] = factor // by
        return type(self)(out)

    def split(self, factor: F) -> tuple[Self, Self] | None:
        """``(a, b)`` where this is ``a * factor + b`` and neither has the factor; None where its square is there."""
        times: dict[Product[F], int] = {}
        rest: dict[Product[F], int] = {}
        for product, number in self.terms.items():
            match product.count(factor):
                case 0:
                    rest[product] = number
                case 1:
                    times[Product(one for one in product if one != factor)] = number
                case _:
                    return None
        return type(self)(times), type(self)(rest)

    def tightened(self) -> Self:
        """What is not negative for the same integers: divided by what divides all coefficients but the constant."""
        divisor = gcd(*(factor for product, factor in self.terms.items() if product))
        if divisor < 2:
            return self
        return type(self)({product: factor // divisor for product, factor in self.terms.items()})

    def ends(self, range_of: Callable[[F], tuple[int, int]]) -> tuple[int, int]:
        """Numbers that it lies between, by the ranges of its factors."""
        low = high = 0
        for product, number in self.terms.items():
            least = most = number
            for factor in product:
                products = [a * b for a in (least, most) for b in range_of(factor)]
                least, most = min(products), max(products)
            low, high = low + least, high + most
        return low, high
