"""Ops that make, move and reshape tensors."""

from __future__ import annotations

from math import prod

from triton_shared.ir.builder import build, i64_attr, indices, reassociation
from triton_shared.mlir import ir

#: the llvm dialect's number of the order seq_cst
SEQ_CST = 7


def _constant(op: ir.Operation) -> list[ir.Value]:
    """A splat constant is a fill; any other stays a constant."""
    result = op.results[0].type
    attribute = op.attributes["value"]
    if not isinstance(result, ir.RankedTensorType) or not attribute.is_splat:
        return [op.clone().results[0]]
    number = attribute.get_splat_value()
    return [build.filled(result, build.one("arith.constant", number.type, value=number))]


def _splat(op: ir.Operation) -> list[ir.Value]:
    result = op.results[0].type
    return [build.filled(result, op.operands[0])]


def _poison(op: ir.Operation) -> list[ir.Value]:
    result = op.results[0].type
    return [build.empty(result) if isinstance(result, ir.RankedTensorType) else op.clone().results[0]]


def _make_range(op: ir.Operation) -> list[ir.Value]:
    type_ = op.results[0].type
    start = op.attributes["start"].value

    def body() -> list[ir.Value]:
        number = build.one("arith.index_cast", type_.element_type, build.linalg_index(0))
        return [build.add(number, start)]

    return build.elementwise([], [type_], body)


def _unsplat(op: ir.Operation) -> list[ir.Value]:
    tensor = op.operands[0]
    zeros = [build.value(0)] * tensor.type.rank
    return [build.one("tensor.extract", tensor.type.element_type, tensor, *zeros)]


def expand(source: ir.Value, groups: list[list[int]], shape: list[int]) -> ir.Value:
    """``tensor.expand_shape`` to the static ``shape``."""
    return build.one(
        "tensor.expand_shape",
        ir.RankedTensorType.get(shape, source.type.element_type),
        source,
        reassociation=reassociation(groups),
        static_output_shape=indices(shape),
    )


def collapse(source: ir.Value, groups: list[list[int]], shape: list[int]) -> ir.Value:
    """``tensor.collapse_shape`` to the static ``shape``."""
    return build.one(
        "tensor.collapse_shape",
        ir.RankedTensorType.get(shape, source.type.element_type),
        source,
        reassociation=reassociation(groups),
    )


def _groups_of(fine: list[int], coarse: list[int]) -> list[list[int]] | None:
    """For each dimension of ``coarse`` the run of dimensions of ``fine`` that makes it up, if there is such."""
    groups: list[list[int]] = []
    position = 0
    for size in coarse:
        group = [position] if position < len(fine) else []
        position += 1
        while group and prod(fine[d] for d in group) < size and position < len(fine):
            group.append(position)
            position += 1
        if not group or prod(fine[d] for d in group) != size:
            return None
        groups.append(group)
    if not groups:
        return [] if all(n == 1 for n in fine) else None
    while position < len(fine) and fine[position] == 1:
        groups[-1].append(position)
        position += 1
    return groups if position == len(fine) else None


def reshape(source: ir.Value, shape: list[int]) -> ir.Value:
    """``source`` in row-major order with another static shape, as views."""
    old = list(source.type.shape)
    if old == shape:
        return source
    if (groups := _groups_of(shape, old)) is not None:
        return expand(source, groups, shape)
    if (groups := _groups_of(old, shape)) is not None:
        return collapse(source, groups, shape)
    flat = collapse(source, [list(range(len(old)))], [prod(old)]) if len(old) != 1 else source
    return expand(flat, [list(range(len(shape)))], shape)


def _reshape(op: ir.Operation) -> list[ir.Value]:
    return [reshape(op.operands[0], list(op.results[0].type.shape))]


def _broadcast(op: ir.Operation) -> list[ir.Value]:
    source, result = op.operands[0], op.results[0].type
    old, new = list(source.type.shape), list(result.shape)
    kept = [d for d in range(len(new)) if old[d] == new[d]]
    if len(kept) == len(new):
        return [source]
    small = reshape(source, [old[d] for d in kept])
    return [spread(small, kept, result)]


def spread(source: ir.Value, dims: list[int], result: ir.RankedTensorType) -> ir.Value:
    """A tensor of type ``result`` that repeats ``source``, whose dimensions are ``dims`` of the result."""
    rank = result.rank
    read = ir.AffineMap.get(rank, 0, [ir.AffineExpr.get_dim(d) for d in dims])
    maps = [read, ir.AffineMap.get_identity(rank)]
    return build.generic([source], [build.empty(result)], maps, ["parallel"] * rank, lambda x, _: [x]).result


def transpose(source: ir.Value, order: list[int]) -> ir.Value:
    """``linalg.transpose``: dimension ``d`` of the result is dimension ``order[d]`` of ``source``."""
    type_ = source.type
    result = ir.RankedTensorType.get([type_.shape[d] for d in order], type_.element_type)
    outputs = [build.empty(result)]
    return build.linalg(
        "linalg.transpose", [source], outputs, lambda x, _: [x], permutation=indices(order)
    ).result


def _trans(op: ir.Operation) -> list[ir.Value]:
    return [transpose(op.operands[0], list(op.attributes["order"]))]


def _cat(op: ir.Operation) -> list[ir.Value]:
    left, right = op.operands
    whole = build.empty(op.results[0].type)
    shape = list(left.type.shape)
    whole = build.insert_slice(left, whole, [0] * len(shape), shape)
    return [build.insert_slice(right, whole, [shape[0]] + [0] * (len(shape) - 1), list(right.type.shape))]


def _join(op: ir.Operation) -> list[ir.Value]:
    whole, shape = build.empty(op.results[0].type), list(op.operands[0].type.shape)
    for number, piece in enumerate(op.operands):
        whole = build.insert_slice(piece, whole, [0] * len(shape) + [number], [*shape, 1])
    return [whole]


def _split(op: ir.Operation) -> list[ir.Value]:
    source = op.operands[0]
    *shape, _ = source.type.shape
    return [
        build.extract_slice(source, [0] * len(shape) + [k], [*shape, 1], dropped=[len(shape)]) for k in (0, 1)
    ]


def _gather(op: ir.Operation) -> list[ir.Value]:
    """``out[…, i, …] = source[…, indices[…, i, …], …]``, reading the source element by element."""
    source, chosen = op.operands
    axis, result = op.attributes["axis"].value, op.results[0].type

    def body(position: ir.Value) -> list[ir.Value]:
        at = [build.linalg_index(d) for d in range(result.rank)]
        at[axis] = build.one("arith.index_cast", build.index, position)
        return [build.one("tensor.extract", result.element_type, source, *at)]

    return build.elementwise([chosen], [result], body)


def _barrier(op: ir.Operation) -> list[ir.Value]:
    """A fence of the program with itself: where threads share its elements, they meet here."""
    scope = ir.StringAttr.get("singlethread")
    build.op("llvm.fence", (), (), {"ordering": i64_attr(SEQ_CST), "syncscope": scope})
    return []


def _nothing(op: ir.Operation) -> list[ir.Value]:
    """Programs of other grids are not waited for."""
    return []


RULES = {
    "arith.constant": _constant,
    "ub.poison": _poison,
    "tt.splat": _splat,
    "tt.make_range": _make_range,
    "tt.unsplat": _unsplat,
    "tt.broadcast": _broadcast,
    "tt.expand_dims": _reshape,
    "tt.reshape": _reshape,
    "tt.trans": _trans,
    "tt.cat": _cat,
    "tt.join": _join,
    "tt.split": _split,
    "tt.gather": _gather,
    "ttg.barrier": _barrier,
    "gpu.barrier": _barrier,
    "tt.grid_dependency_wait": _nothing,
    "tt.grid_dependency_launch_dependents": _nothing,
}
