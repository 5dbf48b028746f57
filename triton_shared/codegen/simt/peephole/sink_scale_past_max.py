"""Take maxima of products of matrices before these are scaled: ``max(x * c)`` is ``max(x) * c`` where c is positive.

    %y = linalg.generic { %x * %c }
    %m = linalg.reduce { arith.maxnumf } ins(%y)
    … %y - %n …

becomes, in a loop,

    %fits = 0 < %c and %c < inf             %left = %fits ? %c : 1
    %z = scf.if %fits { yield %x } else { yield linalg.generic { %x * %c } }
    %n = linalg.reduce { arith.maxnumf } ins(%z)
    %m = %n * %left
    %y = linalg.generic { %z * %left }
    … %y - %n …

so that an iteration scales each element in one instruction with what is subtracted from it, not by one of its own.
Rounding keeps the order of products with one positive number, so all numbers are what they were; where the factor is
another number, what is scaled afterwards is multiplied by 1.  A mask that puts an infinity in the place of some
elements may
stand between the two: a positive number makes an infinity of it again.

It is done where that multiplication is a part of others: where each other user of ``%y`` adds to it or subtracts from
it, and may do so in one step.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from triton_shared.codegen.nests.nest import FROM_FIRST
from triton_shared.codegen.simt.analysis.tensor_ops import (
    Elementwise,
    comes_of_product,
    constant_of,
    elementwise,
    scalar_of,
)
from triton_shared.ir.builder import Builder
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir

MAXIMA = ("arith.maxnumf", "arith.maximumf")
SUMS = ("arith.addf", "arith.subf")
#: flags that let a product and a sum be rounded once
FUSED = ("#arith.fastmath<contract>", "#arith.fastmath<fast>")


class _Scaled(NamedTuple):
    """``scaling`` multiplies ``product`` by ``factor``; ``mask`` puts infinities in the place of some elements."""

    product: ir.Value
    factor: ir.Value
    scaling: Elementwise
    mask: Elementwise | None


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"linalg.reduce"}):
        if op.parent.operation.name == "scf.for" and _is_maximum(op):
            scaled = _scaled(op)
            if scaled is not None:
                fired("sink-scale-past-max", "maximum")
                _rewrite(op, scaled)


def _is_maximum(op: ir.Operation) -> bool:
    """Whether ``op`` takes the maximum of one tensor, and of nothing else that counts."""
    names = [view.operation.name for view in op.regions[0].blocks[0].operations]
    if len(op.results) != 1 or len(names) != 2 or names[0] not in MAXIMA:
        return False
    first = constant_of(op.operands[1])
    is_nothing = first is not None and math.isnan(first) and names[0] == "arith.maxnumf"
    return FROM_FIRST in op.attributes or is_nothing or first == -math.inf


def _scaled(reduction: ir.Operation) -> _Scaled | None:
    """What ``reduction`` takes the maximum of, if that may be scaled afterwards."""
    maker = owner_of(reduction.operands[0])
    mask = elementwise(maker, "arith.select")
    if mask is not None:
        other = constant_of(mask.operands[2])
        if other is None or not math.isinf(other):
            return None
        maker = owner_of(mask.operands[1])
    scaling = elementwise(maker, "arith.mulf")
    if scaling is None or scaling.op.block != reduction.block or not _may_fuse(scaling.inner):
        return None
    if mask is not None and sum(1 for _ in scaling.op.result.uses) > 1:
        return None
    last = (mask or scaling).op
    if not all(use.owner.operation == reduction or _adds(use.owner.operation) for use in last.result.uses):
        return None
    for product, other in (scaling.operands, scaling.operands[::-1]):
        factor = scalar_of(other)
        if factor is not None and comes_of_product(product):
            return _Scaled(product, factor, scaling, mask)
    return None


def _adds(op: ir.Operation) -> bool:
    """Whether ``op`` adds or subtracts, and may do so in one step with a multiplication."""
    found = elementwise(op, *SUMS)
    return found is not None and _may_fuse(found.inner)


def _may_fuse(op: ir.Operation) -> bool:
    return str(op.attributes["fastmath"]) in FUSED


def _rewrite(reduction: ir.Operation, scaled: _Scaled) -> None:
    """Scale what ``reduction`` makes, and what others use, instead of what it reads."""
    scaling = scaled.scaling.op
    b = Builder.before(scaling)
    fits = b.both(b.compare("ogt", scaled.factor, 0.0), b.compare("olt", scaled.factor, math.inf))
    left = b.select(fits, scaled.factor, 1.0)

    def multiplied() -> list[ir.Value]:
        hidden = b.one("simt.optimization_barrier", scaled.factor.type, scaled.factor)
        return [_times(b, scaled.product, hidden)]

    (unscaled,) = b.branch(fits, lambda: [scaled.product], multiplied, [scaled.product.type])
    scaling.result.replace_all_uses_with(unscaled)
    if scaled.mask is not None:
        unscaled = scaled.mask.op.result
    _scale_later(unscaled, left, reduction, scaled.scaling.inner.attributes["fastmath"])
    _scale_later(reduction.result, left)
    scaling.erase()


def _scale_later(
    tensor: ir.Value,
    factor: ir.Value,
    reduction: ir.Operation | None = None,
    flags: ir.Attribute | None = None,
) -> None:
    """Let the users of ``tensor``, but for ``reduction``, use it times ``factor``."""
    scaled = _times(
        Builder(ir.InsertionPoint.after(tensor.owner), tensor.owner.location), tensor, factor, flags
    )
    others = [op.operation for op in (scaled.owner, reduction) if op is not None]
    tensor.replace_all_uses_except(scaled, others)


def _times(b: Builder, tensor: ir.Value, factor: ir.Value, flags: ir.Attribute | None = None) -> ir.Value:
    """``tensor`` times ``factor``, element by element."""
    attributes = {} if flags is None else {"fastmath": flags}
    multiply = lambda x: [b.one("arith.mulf", x.type, x, factor, **attributes)]  # noqa: E731
    return b.elementwise([tensor], [tensor.type], multiply)[0]
