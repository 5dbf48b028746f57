"""linalg: an op's region for each point of its iteration space, on tensors or on memory.

What a point computes does not depend on what other points of parallel dimensions do, so these are computed at once;
points along reduction dimensions come one after the other, the last dimension first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference import floats, products, reductions
from triton_shared.reference.attributes import integers, value
from triton_shared.reference.bodies import body
from triton_shared.reference.dialects.control import results
from triton_shared.reference.elements import Value, element_of
from triton_shared.reference.errors import ExecutionError, OutOfBounds
from triton_shared.reference.machine import Machine, Rule
from triton_shared.reference.memory import MaskedView, MemRef

#: marks reductions whose outputs nobody has written before
FROM_FIRST, POSITION = "tts.from_first", "tts.position"


def on_values(
    op: ir.Operation, machine: Machine, count: int, compute: Callable[..., Sequence[Value]]
) -> Callable:
    """``compute``, from arrays to what the last ``count`` operands become: results, or the contents of memory."""

    def execute(*operands: Any) -> Any:
        arrays = [machine.memory.read(x) if isinstance(x, MemRef | MaskedView) else x for x in operands]
        found = compute(*arrays)
        for target, array in zip(operands[-count:], found, strict=True):
            if isinstance(target, MemRef | MaskedView):
                machine.memory.write(target, array)
        if not len(op.results):
            return None
        return results(op, tuple(found))

    return execute


def index_of(expression: ir.AffineExpr, point: Sequence[Value], symbols: Sequence[Value] = ()) -> Value:
    """The value of ``expression`` at ``point``."""
    match expression:
        case ir.AffineDimExpr():
            return point[expression.position]
        case ir.AffineConstantExpr():
            return np.int64(expression.value)
        case ir.AffineSymbolExpr():
            return symbols[expression.position]
    a, b = (index_of(side, point, symbols) for side in (expression.lhs, expression.rhs))
    match expression:
        case ir.AffineAddExpr():
            return a + b
        case ir.AffineMulExpr():
            return a * b
        case ir.AffineModExpr():
            return a % b
        case ir.AffineFloorDivExpr():
            return a // b
        case ir.AffineCeilDivExpr():
            return -(-a // b)
    raise KeyError(str(expression))


class Space:
    """The iteration space of an op with ``maps``: its sizes follow from the shapes of the operands."""

    def __init__(self, maps: Sequence[ir.AffineMap], kinds: Sequence[bool]):
        self.maps = [list(m.results) for m in maps]
        self.parallel = [d for d, is_parallel in enumerate(kinds) if is_parallel]
        self.serial = [d for d, is_parallel in enumerate(kinds) if not is_parallel]
        self.rank = len(kinds)

    def sizes(self, arrays: Sequence[Value]) -> list[int]:
        """The size of each dimension."""
        found: dict[int, int] = {}
        for array, expressions in zip(arrays, self.maps, strict=True):
            for size, expression in zip(np.shape(array), expressions, strict=True):
                if isinstance(expression, ir.AffineDimExpr):
                    known = found.setdefault(expression.position, size)
                    if known != size:
                        raise ExecutionError(
                            f"has {known} and {size} elements along dimension {expression.position}"
                        )
        return [found[d] for d in range(self.rank)]

    def points(self, sizes: Sequence[int]) -> Iterator[list[Value]]:
        """Each point of the serial dimensions, with the indices of the parallel ones as arrays."""
        grid = np.ix_(*[np.arange(sizes[d]) for d in self.parallel]) if self.parallel else ()
        point: list[Value] = [np.int64(0)] * self.rank
        for d, index in zip(self.parallel, grid, strict=True):
            point[d] = index
        for serial in product(*(range(sizes[d]) for d in self.serial)):
            for d, number in zip(self.serial, serial, strict=True):
                point[d] = np.int64(number)
            yield list(point)

    def where(self, number: int, point: Sequence[Value], shape: Sequence[int]) -> tuple[Value, ...]:
        """The index of operand ``number``, of ``shape``, at ``point``."""
        found = tuple(index_of(expression, point) for expression in self.maps[number])
        for d, (index, size) in enumerate(zip(found, shape, strict=True)):
            if np.size(index) and (np.min(index) < 0 or np.max(index) >= size):
                raise OutOfBounds(
                    f"takes elements up to {np.max(index)} of operand {number} along dimension {d}, of {size}"
                )
        return found


def generic(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """The region at each point, given the operands' elements that the maps say; it gives the outputs' new elements."""
    count = list(op.attributes["operandSegmentSizes"])[1]
    kinds = ["parallel" in str(kind) for kind in op.attributes["iterator_types"]]
    space = Space([attribute.value for attribute in op.attributes["indexing_maps"]], kinds)
    run = body(op.regions[0], machine)

    def compute(*arrays: Value) -> list[Value]:
        sizes = space.sizes(arrays)
        shape = [sizes[d] for d in space.parallel]
        inputs, outputs = range(len(arrays) - count), range(len(arrays) - count, len(arrays))
        outer, found = machine.indices, [np.array(arrays[n]) for n in outputs]
        for point in space.points(sizes):
            places = [space.where(n, point, np.shape(arrays[n])) for n in range(len(arrays))]
            ends = [places[n] for n in outputs]
            totals = [array[place] for array, place in zip(found, ends, strict=True)]
            machine.indices = point
            made = run(*(arrays[n][places[n]] for n in inputs), *totals)
            for array, place, new in zip(found, ends, made, strict=True):
                array[place] = np.broadcast_to(new, shape)
        machine.indices = outer
        return [array[()] for array in found]

    return on_values(op, machine, count, compute)


def reduce(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """Combines the elements along ``dimensions``, and what the outputs hold.

    Elements of other types than the outputs' come one after the other.  With `FROM_FIRST` the first element of each
    takes the place of what the outputs hold, and the operand `POSITION` stands for positions along the axis.
    """
    axes, run, count = integers(op, "dimensions"), body(op.regions[0], machine), len(op.operands) // 2
    elements = [element_of(operand.type) for operand in op.operands]
    from_first = FROM_FIRST in op.attributes
    place = op.attributes[POSITION].value if POSITION in op.attributes else None
    sequential = machine.sequential or elements[:count] != elements[count:]
    ops = [op.operation.name for op in op.regions[0].blocks[0].operations]
    noise = machine.noise if ops == ["arith.addf", "linalg.yield"] else None

    def combine(earlier: Sequence[Value], later: Sequence[Value]) -> Sequence[Value]:
        found = run(*later, *earlier)
        return [np.broadcast_to(f, np.shape(e)) for f, e in zip(found, earlier, strict=True)]

    def compute(*arrays: Value) -> list[Value]:
        flat = [_axes_first(array, axes) for array in arrays[:count]]
        if place is not None:
            numbers = np.arange(len(flat[place])).reshape(-1, *[1] * (flat[place].ndim - 1))
            flat[place] = np.broadcast_to(numbers, flat[place].shape).astype(flat[place].dtype)
        totals: Sequence[Value] = arrays[count:]
        if from_first:
            totals, flat = [array[0] for array in flat], [array[1:] for array in flat]
        if noise:
            terms = np.concatenate([np.asarray(totals[0])[None], flat[0]])
            return [noise.sums(floats.numbers(terms, elements[0]), elements[0])]
        if not sequential and len(flat[0]):
            flat = [array[None] for array in reductions.reduce(flat, combine, False)]
        for i in range(len(flat[0])):
            totals = combine(totals, [array[i] for array in flat])
        return [np.asarray(total)[()] for total in totals]

    return on_values(op, machine, count, compute)


def _axes_first(array: np.ndarray, axes: Sequence[int]) -> np.ndarray:
    """``array`` with all its ``axes`` as one, the first."""
    moved = np.moveaxis(array, axes, range(len(axes)))
    return moved.reshape(-1, *moved.shape[len(axes) :])


def fill(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """The scalar everywhere."""
    dtype = element_of(op.operands[1].type).dtype
    return on_values_of_shapes(op, machine, lambda value, shape: np.full(shape, value, dtype))


def on_values_of_shapes(
    op: ir.Operation, machine: Machine, compute: Callable[[Value, tuple], Value]
) -> Callable:
    """``compute``, from an array and the shape of the output to what it becomes."""

    def execute(source: Any, target: Any) -> Any:
        array = machine.memory.read(source) if isinstance(source, MemRef | MaskedView) else source
        if isinstance(target, MemRef | MaskedView):
            machine.memory.write(target, compute(array, target.sizes))
            return None
        return compute(array, np.shape(target))[()]

    return execute


def transpose(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """Dimension ``d`` of the result is dimension ``permutation[d]``."""
    order = integers(op, "permutation")
    return on_values_of_shapes(op, machine, lambda array, shape: np.transpose(array, order))


def broadcast(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """The array repeated along the new ``dimensions``."""
    axes = integers(op, "dimensions")

    def compute(array: Value, shape: tuple[int, ...]) -> Value:
        return np.broadcast_to(np.expand_dims(array, axes), shape)

    return on_values_of_shapes(op, machine, compute)


def matmul(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """``a @ b`` added to the output."""
    elements, precision = [element_of(operand.type) for operand in op.operands], products.precision_of(op)

    def compute(a: Value, b: Value, sums: Value) -> list[Value]:
        return [products.multiply_add((a, b, sums), elements, machine, precision)]

    return on_values(op, machine, 1, compute)


def index(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """The index of the point along dimension ``dim``."""
    d = value(op, "dim")
    return lambda: machine.indices[d]


def apply(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """``affine.apply``: the value of a map."""
    affine = op.attributes["map"].value
    (expression,), count = affine.results, affine.n_dims
    return lambda *operands: index_of(expression, operands[:count], operands[count:])


def mapped(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """The region for each element of the inputs."""
    run = body(op.regions[0], machine)
    takes = len(op.regions[0].blocks[0].arguments)
    dtype = element_of(op.operands[len(op.operands) - 1].type).dtype

    def compute(*arrays: Value) -> list[Value]:
        found = run(*arrays[:takes])[0]
        return [np.array(np.broadcast_to(found, np.shape(arrays[-1])), dtype)]

    return on_values(op, machine, 1, compute)


RULES: dict[str, Rule] = {
    "affine.apply": apply,
    "linalg.copy": lambda op, machine: on_values_of_shapes(
        op, machine, lambda array, shape: np.asarray(array)
    ),
    "linalg.map": mapped,
    "linalg.generic": generic,
    "linalg.reduce": reduce,
    "linalg.fill": fill,
    "linalg.transpose": transpose,
    "linalg.broadcast": broadcast,
    "linalg.matmul": matmul,
    "linalg.batch_matmul": matmul,
    "linalg.index": index,
}
