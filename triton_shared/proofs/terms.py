"""`Terms`: what a program computes with integers, as a table of machine operations that JSON can hold.

>>> terms = Terms()
>>> n = terms.leaf("arg", 32, 2)
>>> terms.rows[terms.make("addi", 32, n, terms.constant(1, 32))]
('addi', 32, (0, 1), None)

A row is the name of an op of the arith dialect, the width of its result in bits, its operands, numbers of rows before
it, and what else it needs.  Width 0 stands for integers without a width, of which constraints speak.  Leaves are:

=============  ==============================================================================
``const``      a signed number
``arg``        the integer argument of a number
``size``       how many elements there are behind the pointer argument of a number
``pid``        the program's place along an axis of the grid
``grid``       how many programs there are along an axis
``lane``       ``(dim, size)``: the index of the element in a dimension of the block
``counter``    ``loop``: what a loop counts; its operands are where it begins and its step
``iteration``  ``loop``: how many iterations of a loop were before this one
``any``        a number that nobody knows, the same for the same operands
=============  ==============================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

#: name of the op, width, operands, and a number, a name or numbers
Row = tuple[str, int, tuple[int, ...], Any]


class Terms:
    """Rows, each of which is there once."""

    def __init__(self, rows: Sequence[Sequence[Any]] = ()):
        self.rows: list[Row] = [_row(*row) for row in rows]
        self._numbers = {row: number for number, row in enumerate(self.rows)}

    def make(self, op: str, width: int, *operands: int, data: Any = None) -> int:
        """The number of the row of ``op`` on ``operands``."""
        row = (op, width, operands, data)
        if row not in self._numbers:
            self._numbers[row] = len(self.rows)
            self.rows.append(row)
        return self._numbers[row]

    def leaf(self, op: str, width: int, data: Any = None) -> int:
        """The number of the row of a leaf."""
        return self.make(op, width, data=data)

    def constant(self, number: int, width: int) -> int:
        """The number of the row of a constant."""
        return self.leaf("const", width, number)

    def known(self, term: int) -> int | None:
        """The number that a constant is."""
        op, _, _, data = self.rows[term]
        return data if op == "const" else None

    def width(self, term: int) -> int:
        """The width of a term."""
        return self.rows[term][1]

    def add(self, a: int, b: int) -> int:
        """A sum; nothing is added where one is 0."""
        if self.known(a) == 0 or self.known(b) == 0:
            return b if self.known(a) == 0 else a
        return self.make("addi", self.width(a), a, b)

    def mul(self, a: int, b: int) -> int:
        """A product; 1 is no factor."""
        if self.known(a) == 1 or self.known(b) == 1:
            return b if self.known(a) == 1 else a
        return self.make("muli", self.width(a), a, b)

    def cast(self, term: int, width: int, signed: bool = True) -> int:
        """``term`` in ``width`` bits."""
        old = self.width(term)
        if old == width:
            return term
        number = self.known(term)
        if number is not None and old > 1 and (signed or number >= 0) and width > old:
            return self.constant(number, width)
        op = "trunci" if width < old else "extsi" if signed else "extui"
        return self.make(op, width, term)


def _row(op: str, width: int, operands: Sequence[int], data: Any) -> Row:
    return op, width, tuple(operands), tuple(data) if isinstance(data, list) else data
