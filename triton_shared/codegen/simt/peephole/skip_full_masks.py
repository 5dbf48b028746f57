"""Let iterations of a loop whose mask leaves a product whole do without the mask: causal attention has many of them.

    %m = linalg.generic { %row + i >= %first + j }
    %t = linalg.generic { select %m, %x, -inf }

becomes, in a loop, where i and j are less than 64,

    %whole = %row >= %first + 63 and no sum wraps around
    %t = scf.if %whole { yield %x } else { yield linalg.generic { select %m, %x, -inf } }

The test is computed from scalars, one for all threads.  A mask may be several, joined by ``and`` and ``or``; what is
compared may be sums and differences of scalars, of indices and of their multiples (`index_sums.py`).  Any other mask
stays as it is.
"""

from __future__ import annotations

from triton_shared.codegen.simt.analysis.index_sums import DEPTH, IndexSum, IndexSums
from triton_shared.codegen.simt.analysis.tensor_ops import (
    Elementwise,
    comes_of_product,
    elementwise,
    scalar_of,
    spread,
)
from triton_shared.ir import predicates
from triton_shared.ir.builder import Builder, Condition, bit_width
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir

#: comparisons, and which hold where these do not
_OPPOSITE = {"sge": "slt", "slt": "sge", "sgt": "sle", "sle": "sgt"}
#: what makes all elements true if both masks do, or if one does; for false elements it is the other way round
_BOTH, _EITHER = "arith.andi", "arith.ori"


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"linalg.generic"}):
        selection = elementwise(op, "arith.select")
        if selection is not None and op.parent.operation.name == "scf.for":
            _rewrite(selection)


def _rewrite(selection: Elementwise) -> None:
    """Branch round ``selection`` if it leaves a product whole wherever a test finds the mask to be uniform."""
    mask, *sides = selection.operands
    if not isinstance(mask.type, ir.RankedTensorType):
        return
    for number, product in enumerate(sides):
        other = scalar_of(sides[1 - number])
        if other is None or not isinstance(other.type, ir.F32Type) or not comes_of_product(product):
            continue
        b = Builder.before(selection.op)
        whole = _Test(b).all(mask, number == 0)
        if whole is not None:
            result = _unless(b, whole, mask, number, product, other)
            fired("skip-full-masks", "selection")
            selection.op.result.replace_all_uses_with(result)
            selection.op.erase()
            return


def _unless(
    b: Builder, whole: Condition, mask: ir.Value, number: int, product: ir.Value, other: ir.Value
) -> ir.Value:
    """``product`` if ``whole``, else it or ``other`` as ``mask`` says, which is false for side ``number`` 1."""

    def masked() -> list[ir.Value]:
        hidden = b.one(
            "simt.optimization_barrier", other.type, other
        )  # else LLVM would select in all iterations

        def choose(is_first: ir.Value, element: ir.Value) -> list[ir.Value]:
            first, second = (element, hidden) if number == 0 else (hidden, element)
            return [b.one("arith.select", element.type, is_first, first, second)]

        return b.elementwise([mask, product], [product.type], choose)

    return b.branch(whole, lambda: [product], masked, [product.type])[0]


class _Test:
    """Emits tests whether a mask is the same everywhere."""

    def __init__(self, b: Builder):
        self.b, self.sums = b, IndexSums()
        self._known: dict[tuple[ir.Value, bool], Condition | None] = {}
        self._depth = 0

    def all(self, mask: ir.Value, wanted: bool) -> Condition | None:
        """A condition under which all elements of ``mask`` are ``wanted``; None where none is found."""
        if (mask, wanted) not in self._known:
            self._depth += 1
            self._known[mask, wanted] = self._found(mask, wanted) if self._depth <= DEPTH else None
            self._depth -= 1
        return self._known[mask, wanted]

    def _found(self, mask: ir.Value, wanted: bool) -> Condition | None:
        scalar, op = scalar_of(mask), owner_of(mask)
        if scalar is not None:
            return scalar if wanted else self.b.negated(scalar)
        if op is None:
            return None
        if (source := spread(op)) is not None:
            return self.all(source, wanted)
        if (joined := elementwise(op, _BOTH, _EITHER)) is not None:
            return self._joined(joined, wanted)
        compared = elementwise(op, "arith.cmpi")
        return None if compared is None else self._compared(compared, wanted)

    def _joined(self, masks: Elementwise, wanted: bool) -> Condition | None:
        left, right = (self.all(mask, wanted) for mask in masks.operands)
        if (masks.inner.name == _BOTH) == wanted:
            return None if left is None or right is None else self.b.both(left, right)
        if left is None or right is None:
            return right if left is None else left
        return self.b.either(left, right)

    def _compared(self, sides: Elementwise, wanted: bool) -> Condition | None:
        name = predicates.INTEGERS[sides.inner.attributes["predicate"].value]
        left, right = (self.sums.of(side) for side in sides.operands)
        if name not in _OPPOSITE or left is None or right is None:
            return None
        half = 1 << (bit_width(sides.inner.operands[0].type) - 1)
        if any(max(-end, end) >= half for side in (left, right) for end in side.span):
            return None  # there is no number that only what has not wrapped lies below
        name = name if wanted else _OPPOSITE[name]
        large, small = (left, right) if name in ("sge", "sgt") else (right, left)
        type_ = sides.inner.operands[0].type
        (least, fits), (largest, also) = self._end(large, type_, 0), self._end(small, type_, 1)
        holds = self.b.compare("sge" if name in ("sge", "sle") else "sgt", least, largest)
        return self.b.both(self.b.both(fits, also), holds)

    def _end(self, of: IndexSum, type_: ir.Type, end: int) -> tuple[ir.Value, Condition]:
        """The least (0) or the largest (1) element, and whether none wraps around."""
        b, base = self.b, of.base(self.b, type_)
        half = 1 << (bit_width(type_) - 1)
        low, high = of.span
        fits: Condition = True
        if low < 0:
            fits = b.both(fits, b.compare("sge", base, -half - low))
        if high > 0:
            fits = b.both(fits, b.compare("sle", base, half - 1 - high))
        moved = of.span[end]
        return (b.apply("arith.addi", base, moved) if moved else base), fits
