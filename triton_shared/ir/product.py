"""Products of factors that commute, as keys of sums."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

Factor = TypeVar("Factor")


class Product(tuple[Factor, ...]):
    """A product: equal in any order, kept in the order that it is written in.

    So what is made of it comes in an order that depends on the program alone, not on hashes.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return tuple.__eq__(self, other) or (
            isinstance(other, Product) and len(self) == len(other) > 1 and Counter(self) == Counter(other)
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[0] if len(self) == 1 else frozenset(self))
