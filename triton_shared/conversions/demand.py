"""Which lanes of a value anybody needs: `Demand`, over Triton's IR.

>>> Demand(op.result).lanes                                                       # doctest: +SKIP
%mask

A lane that only masked-off lanes of stores and loads are made of, or that a select drops, may hold anything; checks of
what is computed ask for the others.  `lanes` is True for all, False for none, else a tensor of i1 of the value's
shape, which is known at the end of the value's block.  Where an op takes lanes together, or a mask is not known there,
all lanes are needed.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.dialects.mixed import run_lengths
from triton_shared.ir.builder import Condition, build, integer
from triton_shared.ir.walk import block_of, owner_of
from triton_shared.mlir import ir

#: how many ops may stand between a value and its use
_DEEPEST = 60
#: ops with a mask -> the number of that operand, if there are so many
MASKS = {"tt.load": 1, "tt.store": 2, "tt.atomic_rmw": 2}
_ELEMENTWISE = (
    *("arith.", "math.", "tt.addptr", "tt.fp_to_fp", "tt.bitcast", "tt.int_to_ptr", "tt.ptr_to_int"),
    *("tt.precise_divf", "tt.precise_sqrt", "tt.mulhiui", "tt.clampf", "tt.extern_elementwise"),
)


class Demand:
    """The lanes of ``value`` that are needed.

    Attributes:
        lanes: as above; computed at ``place``.
        place: where a check of these lanes may stand: behind the value, or at the end of its block.
    """

    def __init__(self, value: ir.Value):
        self._block = block_of(value)
        self._end = ir.InsertionPoint.at_block_terminator(self._block)
        with self._end:
            self.lanes = self._of(value, 0)
        has_mask = isinstance(self.lanes, ir.Value)
        following = None if has_mask else _behind(value)
        self.place = self._end if following is None else ir.InsertionPoint(following)

    def _of(self, value: ir.Value, depth: int) -> Condition:
        found: Condition = False
        for use in list(value.uses):
            found = _or(found, self._by(use.owner.operation, use.operand_number, value, depth + 1))
            if found is True:
                break
        return found

    def _by(self, op: ir.Operation, number: int, value: ir.Value, depth: int) -> Condition:
        """The lanes of ``value``, operand ``number`` of ``op``, that this use needs."""
        if depth > _DEEPEST or not isinstance(value.type, ir.RankedTensorType):
            return True
        if op.name in MASKS:
            mask = MASKS[op.name]
            return self._known(op.operands[mask]) if number < mask < len(op.operands) else True
        if op.name == "tts.check":
            return False
        if op.name in ("arith.select", "arith.andi"):
            return self._chosen(op, number, depth)
        if op.name.startswith(_ELEMENTWISE) and len(op.results) == 1:
            return self._of(op.results[0], depth)
        if rule := _SHAPES.get(op.name):
            lanes = self._of(op.results[0], depth)
            return lanes if isinstance(lanes, bool) else rule(op, lanes)
        return True

    def _chosen(self, op: ir.Operation, number: int, depth: int) -> Condition:
        """A side of a select is needed where it is chosen, of a conjunction where the other one holds."""
        lanes = self._of(op.results[0], depth)
        is_mask = str(op.results[0].type.element_type) == "i1"
        if lanes is False or (op.name == "arith.andi" and not is_mask):
            return lanes
        if op.name == "arith.andi":
            other = op.operands[1 - number]
            return _and(lanes, self._known(other)) if other != op.operands[number] else lanes
        if number == 0:
            return lanes
        condition = op.operands[0]
        if condition.type != ir.RankedTensorType.get(op.results[0].type.shape, integer(1)):
            return lanes
        known = self._known(condition)
        if isinstance(known, bool):
            return lanes
        return _and(lanes, known if number == 1 else build.apply("arith.xori", known, 1))

    def _known(self, mask: ir.Value) -> Condition:
        """``mask`` where it is known at the end of the block, else all lanes."""
        made_in = block_of(mask)
        block: ir.Block | None = self._block
        while block is not None:
            if block == made_in:
                return mask
            parent = block.owner
            block = parent.operation.block if parent.name not in ("tt.func", "func.func") else None
        return True


def _behind(value: ir.Value) -> ir.Operation:
    """The op that follows the one that makes ``value``."""
    operations, maker = list(block_of(value).operations), owner_of(value)
    numbers = [n for n, op in enumerate(operations) if op.operation == maker]
    return operations[numbers[0] + 1 if numbers else 0].operation


def _or(a: Condition, b: Condition) -> Condition:
    if isinstance(a, bool):
        return a or b
    if isinstance(b, bool):
        return b or a
    return a if a == b else build.apply("arith.ori", a, b)


def _and(a: Condition, b: Condition) -> Condition:
    if isinstance(a, bool):
        return b if a else False
    if isinstance(b, bool):
        return a if b else False
    return a if a == b else build.apply("arith.andi", a, b)


def any_of(lanes: ir.Value, axis: int) -> ir.Value:
    """Whether any lane along ``axis`` holds."""
    return reduced(lanes, axis, "arith.ori")


def reduced(values: ir.Value, axis: int, name: str) -> ir.Value:
    """The elements of ``values`` along ``axis``, combined by the op ``name``; a scalar where they are all."""
    element = values.type.element_type
    shape = [n for d, n in enumerate(values.type.shape) if d != axis]
    type_ = ir.RankedTensorType.get(shape, element) if shape else element
    attributes = {"axis": ir.IntegerAttr.get(integer(32), axis)}
    for runs in ("operandSegmentSizes", "resultSegmentSizes"):
        attributes[runs] = ir.DenseI32ArrayAttr.get(run_lengths([element]))
    op = build.op("tt.reduce", [type_], [values], attributes, regions=1)
    block = op.regions[0].blocks.append(element, element, arg_locs=[ir.Location.current] * 2)
    with ir.InsertionPoint(block):
        total = build.apply(name, *block.arguments)
        sizes = {"operandSegmentSizes": attributes["operandSegmentSizes"]}
        build.op("tt.reduce_return", (), [total], sizes)
    return op.results[0]


def _reshaped(lanes: ir.Value, shape: list[int]) -> ir.Value:
    if list(lanes.type.shape) == shape if isinstance(lanes.type, ir.RankedTensorType) else False:
        return lanes
    type_ = ir.RankedTensorType.get(shape, integer(1))
    name = "tt.reshape" if isinstance(lanes.type, ir.RankedTensorType) else "tt.splat"
    return build.one(name, type_, lanes)


def _of_shape(op: ir.Operation, lanes: ir.Value) -> Condition:
    if "allow_reorder" in op.attributes:
        return True
    return _reshaped(lanes, list(op.operands[0].type.shape))


def _of_broadcast(op: ir.Operation, lanes: ir.Value) -> Condition:
    shape = list(op.operands[0].type.shape)
    for axis in reversed(range(len(shape))):
        if shape[axis] == 1 and lanes.type.shape[axis] != 1:
            kept = [*lanes.type.shape[:axis], 1, *lanes.type.shape[axis + 1 :]]
            lanes = _reshaped(any_of(lanes, axis), kept)
    return lanes


_SHAPES: dict[str, Callable[[ir.Operation, ir.Value], Condition]] = {
    "tt.expand_dims": _of_shape,
    "tt.reshape": _of_shape,
    "tt.broadcast": _of_broadcast,
}
