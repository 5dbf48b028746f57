"""What a block computes of its rows alone is computed once, where it is not cheap.

    %y = linalg.generic {maps = [(i, j) -> (i, j), (i, j) -> (j), (i, j) -> (i, j)]} ins(%x, %v) outs(%e) {
      ^bb0(%a, %b, %_): yield %a * rsqrt(%b)
    }

becomes

    %r = linalg.generic {maps = [(j) -> (j), (j) -> (j)]} ins(%v) outs(%f) { ^bb0(%b, %_): yield rsqrt(%b) }
    %y = linalg.generic {maps = [(i, j) -> (i, j), (i, j) -> (j), (i, j) -> (i, j)]} ins(%x, %r) outs(%e) {
      ^bb0(%a, %b, %_): yield %a * %b
    }

since upstream's fusion takes a producer into all who broadcast its result.

Promise: each element is computed by the same ops.  Divisions, roots and functions of floats are not cheap.
"""

from __future__ import annotations

from math import prod

from triton_shared.codegen.nests.nest import FROM_FIRST
from triton_shared.ir.builder import Builder, is_float
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, cloned, substitute, terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: how often something is computed at least for the buffer to pay that keeps it
REPEATED = 4

Dims = frozenset[int]


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"linalg.generic"}):
        while FROM_FIRST not in op.attributes and (split := _split_of(op)) is not None:
            fired("split-invariants", "split")
            op = _rewritten(op, split)


@dataclass(frozen=True)
class Split:
    """The dimensions that values of a body depend on; ``kept`` are those that the other ops read, ``ops`` make them."""

    dims: tuple[int, ...]
    kept: tuple[ir.Value, ...]
    ops: tuple[ir.Operation, ...]


def _split_of(op: ir.Operation) -> Split | None:
    """What is computed too often in ``op``: of the fewest dimensions first."""
    body = op.regions[0].blocks[0]
    ops = [inner.operation for inner in body.operations][:-1]
    if not all(map(_only_computes, ops)):
        return None
    extents, depends = _extents(op), _depends(op)
    found = [depends[inner.result] for inner in ops if _is_costly(inner)]
    for dims in sorted(set(found), key=lambda dims: (len(dims), sorted(dims))):
        others = [n for d, n in extents.items() if d not in dims]
        if len(extents) != body_rank(op) or prod(others) < REPEATED or prod(extents[d] for d in dims) < 2:
            continue
        within = [inner for inner in ops if depends[inner.result] <= dims]
        kept = _kept(within, terminator(body))
        if kept:
            return Split(tuple(sorted(dims)), kept, _makers(kept, within))
    return None


def body_rank(op: ir.Operation) -> int:
    """The number of loops of ``op``."""
    return len(op.attributes["iterator_types"])


def _maps(op: ir.Operation) -> list[ir.AffineMap]:
    return [attribute.value for attribute in op.attributes["indexing_maps"]]


def _extents(op: ir.Operation) -> dict[int, int]:
    """The extents of the dimensions that an operand has."""
    return {
        expr.position: value.type.shape[at]
        for value, affine_map in zip(op.operands, _maps(op), strict=True)
        for at, expr in enumerate(affine_map.results)
        if isinstance(expr, ir.AffineDimExpr)
    }


def _depends(op: ir.Operation) -> dict[ir.Value, Dims]:
    """The dimensions that each value of the body depends on; all, where they are not told by numbers of loops."""
    body, everything = op.regions[0].blocks[0], frozenset(range(body_rank(op)))
    depends: dict[ir.Value, Dims] = {}
    inputs = len(op.operands) - len(op.results)
    for number, (argument, affine_map) in enumerate(zip(body.arguments, _maps(op), strict=True)):
        plain = number < inputs and all(isinstance(e, ir.AffineDimExpr) for e in affine_map.results)
        depends[argument] = frozenset(e.position for e in affine_map.results) if plain else everything
    for view in body.operations:
        inner = view.operation
        at = {inner.attributes["dim"].value} if inner.name == "linalg.index" else set()
        of = frozenset(at).union(*(depends.get(v, frozenset()) for v in inner.operands))
        depends.update((result, of) for result in inner.results)
    return depends


def _only_computes(op: ir.Operation) -> bool:
    """Whether ``op`` computes one number of others."""
    return op.name.startswith(("arith.", "math.", "linalg.index")) and len(op.results) == 1


def _is_costly(op: ir.Operation) -> bool:
    """Whether ``op`` takes much longer than a load."""
    return is_float(op.result.type) and (op.name == "arith.divf" or op.name.startswith("math."))


def _kept(within: list[ir.Operation], end: ir.Operation) -> tuple[ir.Value, ...]:
    """What other ops of the body read of floats that costly ones of ``within`` make, or are made of."""
    costly: set[ir.Value] = set()
    for op in within:
        if _is_costly(op) or (is_float(op.result.type) and not costly.isdisjoint(op.operands)):
            costly.add(op.result)
    inside = {op for op in within if op.result in costly}
    users = {v: [use.owner.operation for use in v.uses] for v in costly}
    return tuple(op.result for op in within if op in inside and not inside.issuperset(users[op.result]))


def _makers(values: tuple[ir.Value, ...], within: list[ir.Operation]) -> tuple[ir.Operation, ...]:
    """Those of ``within`` of which ``values`` are made."""
    needed = set(values)
    for op in reversed(within):
        if op.result in needed:
            needed.update(op.operands)
    return tuple(op for op in within if op.result in needed)


def _rewritten(op: ir.Operation, split: Split) -> ir.Operation:
    """``op`` with the values of ``split`` as inputs, in its place."""
    b, maps, outputs = Builder.before(op), _maps(op), len(op.results)
    operands, count = list(op.operands), body_rank(op)
    *ops, end = [inner.operation for inner in op.regions[0].blocks[0].operations]
    made = [inner for inner in ops if inner not in split.ops or inner.result not in split.kept]
    left = _makers(tuple(end.operands), made)
    arguments = list(op.regions[0].blocks[0].arguments)
    read = {v for inner in (*left, end) for v in inner.operands}
    taken = {v for inner in split.ops for v in inner.operands}
    stay = [n for n, v in enumerate(arguments[:-outputs]) if v in read or v not in taken]
    rows = _rows(b, op, split)

    def of_block(*elements: ir.Value) -> list[ir.Value]:
        known = [*(arguments[n] for n in stay), *split.kept, *arguments[-outputs:]]
        env = dict(zip(known, elements, strict=True))
        for inner in left:
            cloned(inner, env, b.ip)
        return [env.get(v, v) for v in end.operands]

    along = ir.AffineMap.get(count, 0, [ir.AffineDimExpr.get(d) for d in split.dims])
    inputs = [*(operands[n] for n in stay), *rows.results]
    read_by = [*(maps[n] for n in stay), *[along] * len(split.kept), *maps[-outputs:]]
    kinds = [str(kind).partition("<")[2].rstrip(">") for kind in op.attributes["iterator_types"]]
    new = b.generic(inputs, operands[-outputs:], read_by, kinds, of_block)
    substitute(op, *new.results)
    return new


def _rows(b: Builder, op: ir.Operation, split: Split) -> ir.Operation:
    """What computes the values of ``split`` for each point of their dimensions alone."""
    maps, extents, rank = _maps(op), _extents(op), len(split.dims)
    numbers = {d: ir.AffineDimExpr.get(n) for n, d in enumerate(split.dims)}
    arguments = list(op.regions[0].blocks[0].arguments)
    used = {v for inner in split.ops for v in inner.operands}
    read = [n for n, argument in enumerate(arguments) if argument in used]

    def of_row(*elements: ir.Value) -> list[ir.Value]:
        env = dict(zip((arguments[n] for n in read), elements, strict=False))
        for inner in split.ops:
            if inner.name == "linalg.index":
                env[inner.result] = b.linalg_index(split.dims.index(inner.attributes["dim"].value))
            else:
                cloned(inner, env, b.ip)
        return [env[v] for v in split.kept]

    shape = [extents[d] for d in split.dims]
    empty = [b.empty(ir.RankedTensorType.get(shape, v.type)) for v in split.kept]
    small = [ir.AffineMap.get(rank, 0, [numbers[e.position] for e in maps[n].results]) for n in read]
    whole = [ir.AffineMap.get_identity(rank)] * len(empty)
    return b.generic([op.operands[n] for n in read], empty, small + whole, ["parallel"] * rank, of_row)
