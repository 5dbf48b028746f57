"""Tiles of values of Triton's IR: what an op needs of its operands for a tile of its results, and the op on a tile.

>>> operand_dims(op, 0)  # %m = tt.expand_dims %v {axis = 1} : tensor<1024xf32>    # doctest: +SKIP
[0]

An op can be tiled along a dimension of its results where each element of a tile of them depends on a tile of operands,
or on whole ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from triton_shared.conversions.triton_arith_to_linalg import elementwise
from triton_shared.ir import effects
from triton_shared.ir.builder import build, integer, is_tensor
from triton_shared.ir.walk import cloned
from triton_shared.mlir import ir

#: along which dimension each operand is needed: None for the whole
Dims = list[int | None]
HINTS = ("tt.contiguity", "tt.constancy", "tt.divisibility")


def operand_dims(op: ir.Operation, dim: int) -> Dims | None:
    """What a tile along ``dim`` of the results of ``op``, or of what it stores, needs; None if there can be none."""
    if rule := _RULES.get(op.name):
        return rule(op, dim)
    return _elementwise(op, dim) if elementwise.applies(op) and effects.only_computes(op) else None


def _elementwise(op: ir.Operation, dim: int) -> Dims | None:
    shapes = {tuple(v.type.shape) for v in (*op.operands, *op.results) if is_tensor(v)}
    if len(shapes) != 1 or not all(map(is_tensor, op.results)):
        return None
    return [dim if is_tensor(v) else None for v in op.operands]


def _access(op: ir.Operation, dim: int) -> Dims | None:
    return _elementwise(op, dim) if all(map(is_tensor, op.operands)) else None


def _constant(op: ir.Operation, _: int) -> Dims | None:
    value = op.attributes["value"]
    return [] if isinstance(value, ir.DenseElementsAttr) and value.is_splat else None


def _expand_dims(op: ir.Operation, dim: int) -> Dims | None:
    axis = op.attributes["axis"].value
    return None if dim == axis else [dim - (dim > axis)]


def _broadcast(op: ir.Operation, dim: int) -> Dims:
    return [None if op.operands[0].type.shape[dim] == 1 else dim]


def _reshape(op: ir.Operation, dim: int) -> Dims | None:
    """Where only dimensions of size 1 come and go."""
    old, new = op.operands[0].type.shape, op.results[0].type.shape
    if [n for n in old if n != 1] != [n for n in new if n != 1]:
        return None
    place = sum(n != 1 for n in new[:dim])
    return [[d for d, n in enumerate(old) if n != 1][place]]


def _reduce(op: ir.Operation, dim: int) -> Dims:
    return [dim + (dim >= op.attributes["axis"].value)] * len(op.operands)


def _join(op: ir.Operation, dim: int) -> Dims | None:
    return [dim, dim] if dim < op.operands[0].type.rank else None


_RULES: dict[str, Callable[[ir.Operation, int], Dims | None]] = {
    "arith.constant": _constant,
    "tt.make_range": lambda op, dim: [],
    "tt.splat": lambda op, dim: [None],
    "tt.expand_dims": _expand_dims,
    "tt.broadcast": _broadcast,
    "tt.reshape": _reshape,
    "tt.trans": lambda op, dim: [list(op.attributes["order"])[dim]],
    "tt.reduce": _reduce,
    "tt.join": _join,
    "tt.split": lambda op, dim: [dim],
    "tt.load": _access,
    "tt.store": _access,
}


class Tile:
    """The tile of ``size`` elements from ``start`` on, an i32, for values of which are asked for by dimension.

    Those of ``whole`` are put in the places of others.

    Attributes:
        values: what has been emitted, by the value and the dimension of which it is a tile.
    """

    def __init__(self, size: int, start: ir.Value, whole: Mapping[ir.Value, ir.Value]):
        self.size = size
        self.start = start
        self._whole = whole
        self.values: dict[tuple[ir.Value, int], ir.Value] = {}

    def emit(self, op: ir.Operation, dim: int) -> None:
        """``op`` on the tile along ``dim`` of its results, or of what it stores, at MLIR's insertion point."""
        with op.location:
            dims = operand_dims(op, dim)
            operands = self.operands(op, dims or [])
            types = [self._type(r.type, dim) for r in op.results]
            if op.name == "tt.make_range":
                results = [self._range(op, types[0])]
            else:
                results = list(_like(op, types, operands, self._attributes(op, dim)).results)
        self.values.update(zip([(r, dim) for r in op.results], results, strict=True))

    def operands(self, op: ir.Operation, dims: Dims) -> list[ir.Value]:
        """The operands of ``op`` along ``dims``."""
        pairs = zip(op.operands, dims, strict=True)
        return [self._whole.get(v, v) if d is None else self.values[v, d] for v, d in pairs]

    def reduced(self, op: ir.Operation, axis: int) -> list[ir.Value]:
        """The reduction ``op`` along ``axis`` of the tile alone."""
        operands = self.operands(op, [axis] * len(op.operands))
        return list(_like(op, [r.type for r in op.results], operands, _attributes(op)).results)

    def _type(self, type_: ir.RankedTensorType, dim: int) -> ir.Type:
        shape = [self.size if d == dim else n for d, n in enumerate(type_.shape)]
        return ir.RankedTensorType.get(shape, type_.element_type)

    def _range(self, op: ir.Operation, type_: ir.Type) -> ir.Value:
        first = op.attributes["start"].value
        start, end = (ir.IntegerAttr.get(integer(32), n) for n in (first, first + self.size))
        here = build.one("tt.make_range", type_, start=start, end=end)
        return build.apply("arith.addi", here, build.one("tt.splat", type_, self.start))

    def _attributes(self, op: ir.Operation, dim: int) -> dict[str, ir.Attribute]:
        """Those of ``op``, without hints about runs that are longer than the tile."""
        attributes = _attributes(op)
        if any(list(attributes[hint])[dim] > self.size for hint in HINTS[:2] if hint in attributes):
            attributes = {name: value for name, value in attributes.items() if name not in HINTS}
        if op.name == "arith.constant":
            type_ = self._type(op.results[0].type, dim)
            attributes["value"] = ir.DenseElementsAttr.get_splat(type_, attributes["value"].get_splat_value())
        return attributes


def _attributes(op: ir.Operation) -> dict[str, ir.Attribute]:
    return {name: op.attributes[name] for name in op.attributes}


def _like(
    op: ir.Operation,
    types: Sequence[ir.Type],
    operands: Sequence[ir.Value],
    attributes: Mapping[str, ir.Attribute],
) -> ir.Operation:
    """An op as ``op`` is, with its regions, of other types."""
    new = build.op(op.name, types, operands, dict(attributes), regions=len(op.regions))
    for old, region in zip(op.regions, new.regions, strict=True):
        arguments = old.blocks[0].arguments
        locations = [ir.Location.current] * len(arguments)
        block = region.blocks.append(*(a.type for a in arguments), arg_locs=locations)
        env = dict(zip(arguments, block.arguments, strict=True))
        for inner in old.blocks[0].operations:
            cloned(inner.operation, env, ir.InsertionPoint(block))
    return new


def is_closed(op: ir.Operation) -> bool:
    """Whether the body of ``op``, if it has one, uses nothing but what it is given and makes."""
    for region in op.regions:
        made = set[ir.Value]()
        for block in region.blocks:
            made.update(block.arguments)
            for view in block.operations:
                if view.operation.regions or not made.issuperset(view.operation.operands):
                    return False
                made.update(view.operation.results)
    return True


def combines(op: ir.Operation) -> bool:
    """Whether what `combined` makes of the reduction ``op`` gives what the reduction of all gives, and never traps.

    Sums of floats of fewer than 32 bits are made in f32, and rounded once.
    """
    body = op.regions[0].blocks[0]
    inner = [view.operation for view in body.operations][:-1]
    narrow = any(
        isinstance(v.type.element_type, ir.FloatType) and v.type.element_type.width < 32 for v in op.operands
    )
    rounds = narrow and any(one.name in ("arith.addf", "arith.mulf") for one in inner)
    return not rounds and all(map(_is_simple, inner))


def _is_simple(op: ir.Operation) -> bool:
    """Whether ``op`` is arithmetic that any operands may be given to, and that tensors have, too."""
    dialect, _, name = op.name.partition(".")
    traps = name.endswith(("divsi", "divui", "remsi", "remui"))
    return dialect in ("arith", "math") and not traps and effects.only_computes(op)


def combined(op: ir.Operation, before: Sequence[ir.Value], now: Sequence[ir.Value]) -> list[ir.Value]:
    """What the combiner of the reduction ``op`` makes of what was reduced ``before`` and of what is ``now``."""
    body = op.regions[0].blocks[0]
    env = dict(zip(body.arguments, (*before, *now), strict=True))
    like = before[0].type
    for view in body.operations:
        inner = view.operation
        operands = [env[v] for v in inner.operands]
        if inner == body.operations[len(body.operations) - 1].operation:
            return operands
        attributes, types = _attributes(inner), [r.type for r in inner.results]
        if isinstance(like, ir.RankedTensorType):
            types = [ir.RankedTensorType.get(like.shape, t) for t in types]
            if inner.name == "arith.constant":
                attributes["value"] = ir.DenseElementsAttr.get_splat(types[0], attributes["value"])
        env.update(zip(inner.results, build.op(inner.name, types, operands, attributes).results, strict=True))
    raise AssertionError("a combiner has an end")
