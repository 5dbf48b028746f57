"""``tt.map_elementwise``.

::

    %1 = "tt.map_elementwise"(%0) <{pack = 1}> ({…})      ->      %1 = linalg.generic ins(%0) {…}
"""

from __future__ import annotations

from math import prod

from triton_shared.conversions.triton_arith_to_linalg.regions import Body
from triton_shared.conversions.triton_arith_to_linalg.shapes import reshape
from triton_shared.ir.builder import build
from triton_shared.mlir import ir


def _map_elementwise(op: ir.Operation) -> list[ir.Value]:
    """The region takes ``pack`` neighbours, in row-major order, of every operand, and gives as many of every result."""
    body, pack = Body(op), op.attributes["pack"].value
    if pack == 1:
        return build.elementwise(list(op.operands), [r.type for r in op.results], lambda *xs: body.apply(xs))
    shape = list(op.operands[0].type.shape)
    rows = prod(shape) // pack
    pairs = [reshape(v, [rows, pack]) for v in op.operands]
    columns = [build.extract_slice(v, [0, k], [rows, 1], dropped=[1]) for v in pairs for k in range(pack)]
    types = [ir.RankedTensorType.get([rows], r.type.element_type) for r in op.results for _ in range(pack)]
    mapped = build.elementwise(columns, types, lambda *xs: body.apply(xs))
    results = []
    for number, result in enumerate(op.results):
        whole = build.empty(ir.RankedTensorType.get([rows, pack], result.type.element_type))
        for k in range(pack):
            whole = build.insert_slice(mapped[number * pack + k], whole, [0, k], [rows, 1])
        results.append(reshape(whole, list(result.type.shape)))
    return results


RULES = {"tt.map_elementwise": _map_elementwise}
