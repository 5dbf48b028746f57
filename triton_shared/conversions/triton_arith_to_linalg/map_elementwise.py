"""``tt.map_elementwise``.

::

    %1 = "tt.map_elementwise"(%0) <{pack = 1}> ({…})      ->      %1 = linalg.generic ins(%0) {…}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from triton_shared.conversions.triton_arith_to_linalg.regions import Body
from triton_shared.conversions.triton_arith_to_linalg.shapes import reshape
from triton_shared.ir.builder import build
from triton_shared.mlir import ir


def in_packs(
    operands: Sequence[ir.Value],
    types: Sequence[ir.RankedTensorType],
    pack: int,
    body: Callable[..., Sequence[ir.Value]],
) -> list[ir.Value]:
    """Elementwise ops on ``pack`` neighbours, in row-major order, at once.

    ``body`` takes the neighbours of the first operand, then those of the next, and gives those of the results so.
    """
    if pack == 1:
        return build.elementwise(operands, types, body)
    shape = types[0].shape
    rows = prod(shape) // pack
    pairs = [reshape(v, [rows, pack]) for v in operands]
    columns = [build.extract_slice(v, [0, k], [rows, 1], dropped=[1]) for v in pairs for k in range(pack)]
    parts = [ir.RankedTensorType.get([rows], t.element_type) for t in types for _ in range(pack)]
    mapped = build.elementwise(columns, parts, body)
    results = []
    for number, type_ in enumerate(types):
        whole = build.empty(ir.RankedTensorType.get([rows, pack], type_.element_type))
        for k in range(pack):
            whole = build.insert_slice(mapped[number * pack + k], whole, [0, k], [rows, 1])
        results.append(reshape(whole, list(type_.shape)))
    return results


def _map_elementwise(op: ir.Operation) -> list[ir.Value]:
    """The region takes ``pack`` neighbours of every operand, and gives as many of every result."""
    body = Body(op)
    types = [r.type for r in op.results]
    return in_packs(list(op.operands), types, op.attributes["pack"].value, lambda *xs: body.apply(xs))


RULES = {"tt.map_elementwise": _map_elementwise}
