"""Reductions over one or two elements: what `generalize-short-reductions` and `unroll-short-reductions` share."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from triton_shared.ir.builder import DYNAMIC, Builder
from triton_shared.ir.walk import rewire, substitute
from triton_shared.mlir import ir

LONGEST = 2

REDUCTION = "#linalg.iterator_type<reduction>"


def is_cheap(op: ir.Operation) -> bool:
    """Whether the body of ``op`` has no ops but those of arith."""
    body = op.regions[0].blocks[0].operations
    return all(inner.operation.name.startswith(("arith.", "linalg.")) for inner in body)


def generalized(op: ir.Operation) -> ir.Operation:
    """A `linalg.generic` in place of ``op``, a `linalg.reduce`."""
    count, rank = len(op.operands) // 2, op.operands[0].type.rank
    reduced = set(op.attributes["dimensions"])
    kept = [ir.AffineDimExpr.get(d) for d in range(rank) if d not in reduced]
    maps = [ir.AffineMap.get_identity(rank)] * count + [ir.AffineMap.get(rank, 0, kept)] * count
    kinds = ["reduction" if d in reduced else "parallel" for d in range(rank)]
    new = Builder.before(op).generic(
        list(op.operands)[:count], list(op.operands)[count:], maps, kinds, body=None
    )
    op.regions[0].blocks[0].append_to(new.regions[0])
    substitute(op, *new.results)
    return new


def _maps(op: ir.Operation) -> list[ir.AffineMap]:
    return [attribute.value for attribute in op.attributes["indexing_maps"]]


def reduced_extents(op: ir.Operation) -> dict[int, int]:
    """The reduced dimensions of a `linalg.generic` and their extents; none where an extent is not known."""
    extents: dict[int, int] = {}
    for value, affine_map in zip(op.operands, _maps(op), strict=True):
        for position, expr in enumerate(affine_map.results):
            if isinstance(expr, ir.AffineDimExpr):
                extents[expr.position] = value.type.shape[position]
    kinds = map(str, op.attributes["iterator_types"])
    reduced = {d: extents.get(d, DYNAMIC) for d, kind in enumerate(kinds) if kind == REDUCTION}
    return {} if DYNAMIC in reduced.values() else reduced


def unrolled(op: ir.Operation, reduced: dict[int, int], from_first: bool = False) -> None:
    """Combine the elements of ``op`` along its ``reduced`` dimensions in an elementwise op in its place.

    ``from_first`` begins with the first of them, in place of what ``outs`` holds.
    """
    maps = _maps(op)
    rank = maps[0].n_dims - len(reduced)
    kept = iter(range(rank))
    numbers = {d: next(kept) for d in range(maps[0].n_dims) if d not in reduced}

    def at(point: dict[int, int]) -> ir.AffineMap:
        """The map from the kept dimensions to all, of which the reduced ones stand at ``point``."""
        exprs = [
            ir.AffineConstantExpr.get(point[d]) if d in point else ir.AffineDimExpr.get(numbers[d])
            for d in range(maps[0].n_dims)
        ]
        return ir.AffineMap.get(rank, 0, exprs)

    points = [dict(zip(reduced, values, strict=True)) for values in product(*map(range, reduced.values()))]
    outputs = len(op.results)
    inputs, inits = list(op.operands)[:-outputs], list(op.operands)[-outputs:]
    read = [_compose(m, at(point)) for point in points for m in maps[:-outputs]]
    written = [_compose(m, at(points[0])) for m in maps[-outputs:]]
    b = Builder.before(op)
    operands, empty = inputs * len(points), [b.empty(v.type) for v in inits]
    if not from_first:
        operands, read = [*inits, *operands], [*written, *read]

    def body(*arguments: ir.Value) -> list[ir.Value]:
        return _combined(b, op, points[from_first:], numbers, arguments)

    substitute(op, *b.generic(operands, empty, [*read, *written], ["parallel"] * rank, body).results)


def _compose(outer: ir.AffineMap, inner: ir.AffineMap) -> ir.AffineMap:
    return ir.AffineMap.get(inner.n_dims, 0, [expr.compose(inner) for expr in outer.results])


def _combined(
    b: Builder,
    op: ir.Operation,
    points: list[dict[int, int]],
    numbers: dict[int, int],
    arguments: Sequence[ir.Value],
) -> list[ir.Value]:
    """What the body of ``op`` makes of its arguments at each of ``points``, one after the other.

    The first of ``arguments`` are what there is before, then come those for each point.
    """
    body = op.regions[0].blocks[0]
    outputs = len(op.results)
    inputs = len(body.arguments) - outputs
    totals, elements = list(arguments[:outputs]), arguments[outputs:]
    *work, end = [inner.operation for inner in body.operations]
    for iteration, point in enumerate(points):
        values = [*elements[inputs * iteration :][:inputs], *totals]
        env = dict(zip(body.arguments, values, strict=True))
        for inner in work:
            clone = _at_point(b, inner, point, numbers)
            rewire(clone, env)
            env.update(zip(inner.results, clone.results, strict=True))
        totals = [env.get(v, v) for v in end.operands]
    return totals


def _at_point(b: Builder, op: ir.Operation, point: dict[int, int], numbers: dict[int, int]) -> ir.Operation:
    """A clone of ``op`` where the reduced dimensions stand at ``point`` and the others have new ``numbers``."""
    if op.name != "linalg.index":
        return op.clone(ip=b.ip)
    dim = op.attributes["dim"].value
    if dim in point:
        return b.constant(b.index, point[dim]).owner.operation
    return b.linalg_index(numbers[dim]).owner.operation
