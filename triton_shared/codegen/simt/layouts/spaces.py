"""Which block an `scf.parallel` walks: one whose elements its body reads or writes at the loop's own indices.

    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %at = tensor.extract %indices[%i] : tensor<1024xi32>      walks the block of %indices, %i along its dimension 0

The analysis is pure: it asks for shapes, and for no layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from triton_shared.codegen.simt.analysis.tensor_ops import constant_of
from triton_shared.codegen.simt.analysis.views import ALLOCATIONS, View, part_of, root_of, slice_of
from triton_shared.codegen.simt.layouts.linear_layout import Layout, is_power_of_two
from triton_shared.codegen.simt.layouts.slices import is_static
from triton_shared.errors import LoweringError
from triton_shared.ir import effects
from triton_shared.ir.builder import Index
from triton_shared.ir.walk import all_ops, ops_around, owner_of
from triton_shared.mlir import ir
from triton_shared.records import dataclass

PARALLEL = "scf.parallel"
_UPDATES = {"memref.atomic_rmw", "memref.store"}


@dataclass(frozen=True)
class Space:
    """The block that a loop walks.

    Attributes:
        shape: its extents.
        dims: for every induction variable the dimension that it runs over.
        value: the tensor or the buffer whose block it is; None where constant bounds say it.
        without: the dimensions of that block which the space does not have.
    """

    shape: tuple[int, ...]
    dims: dict[ir.Value, int]
    value: ir.Value | None = None
    without: tuple[int, ...] = ()


def walked(op: ir.Operation) -> Space | None:
    """The largest block that the `scf.parallel` ``op`` walks; None where it is known only at run time which."""
    arguments = list(op.regions[0].blocks[0].arguments)
    best: Space | None = None
    for value, indices in touched(op):
        dims = {i: d for d, i in enumerate(indices) if isinstance(i, ir.Value) and i in arguments}
        if len(dims) == len(arguments) and is_block(value):
            shape = tuple(value.type.shape)
            if best is None or _extent(best.shape) < _extent(shape):
                best = Space(shape, dims, value)
    return _from_bounds(op, arguments) if best is None else _of_iterations(op, best)


def moves_rows(op: ir.Operation) -> bool:
    """Whether ops inside the loop ``op`` touch whole rows, of which every thread does what it holds."""
    return any(map(effects.touches_whole, all_ops(op)))


def _of_iterations(op: ir.Operation, space: Space) -> Space:
    """``space`` without the dimensions that ``op`` does not run over, where effects of an iteration happen once."""
    others = tuple(d for d in range(len(space.shape)) if d not in space.dims.values())
    if not others or moves_rows(op) or not has_effects(op):
        return space
    kept = [d for d in range(len(space.shape)) if d not in others]
    dims = {argument: kept.index(d) for argument, d in space.dims.items()}
    return Space(tuple(space.shape[d] for d in kept), dims, space.value, others)


def has_effects(op: ir.Operation) -> bool:
    """Whether ops inside ``op`` change memory that is there outside of it, or have another effect."""
    for inner in all_ops(op):
        row = effects.of(inner)
        if row.orders or row.acts or row.anywhere:
            return True
        if any(not _is_buffer(root_of(target), op) for target in effects.written(inner)):
            return True
    return False


def _is_buffer(root: ir.Value, loop: ir.Operation) -> bool:
    """Whether ``root`` is a buffer that was made before ``loop``."""
    maker = owner_of(root)
    return maker is not None and maker.name in ALLOCATIONS and loop not in ops_around(maker)


def _extent(shape: Sequence[int]) -> tuple[int, int]:
    """How large a block of ``shape`` is: its elements, then its dimensions."""
    return prod(shape), len(shape)


def _from_bounds(op: ir.Operation, arguments: Sequence[ir.Value]) -> Space | None:
    """The block between constant bounds."""
    rank = len(arguments)
    known = [constant_of(v) for v in list(op.operands)[rank : 2 * rank]]
    highs = tuple(n for n in known if isinstance(n, int) and is_power_of_two(n))
    if len(highs) < rank:
        return None
    return Space(highs, {a: d for d, a in enumerate(arguments)})


def is_sequential(op: ir.Operation) -> bool:
    """Whether control flow is divergent at ``op``: in the body of another `scf.parallel`."""
    return any(around.name == PARALLEL for around in ops_around(op))


def is_block(value: ir.Value) -> bool:
    """Whether threads hold ``value``: a buffer, or a tensor but for slices that are read where they are stored."""
    maker = owner_of(value)
    if maker is None or maker.name != "tensor.extract_slice" or is_static(maker):
        return True
    return all(map(is_power_of_two, value.type.shape)) and not is_sequential(maker)


def touched(op: ir.Operation) -> Iterator[tuple[ir.Value, Sequence[Index]]]:
    """The tensors and buffers that ops in ``op`` read or write, each with the first indices of what they touch."""
    for inner in all_ops(op):
        match inner.name:
            case "tensor.extract":
                yield inner.operands[0], list(inner.operands)[1:]
            case "memref.store" if not isinstance(part_of(inner, inner.operands[1]).root, View):
                yield part_of(inner, inner.operands[1]).root, list(inner.operands)[2:]
            case "memref.copy" | "linalg.broadcast" if not inner.results:
                for operand in inner.operands:
                    part = part_of(inner, operand)
                    if not isinstance(part.root, View):
                        yield part.root, part.window.begin
            case "bufferization.materialize_in_destination":
                maker = owner_of(inner.operands[0])
                if maker is not None and maker.name == "tensor.extract_slice":
                    source, window, _ = slice_of(maker)
                    yield source, window.begin


def dims_of(
    dims: dict[ir.Value, int], indices: Sequence[Index], shape: Sequence[int]
) -> list[int | None] | None:
    """The dimensions of a space with ``dims`` that ``indices`` of a tensor of ``shape`` run over.

    None stands for an index that can only be 0; the result is None where another is no induction variable.
    """
    own = [dims.get(i) if isinstance(i, ir.Value) else None for i in indices]
    known = all(d is not None or n == 1 for d, n in zip(own, shape, strict=True))
    return [d if n != 1 else None for d, n in zip(own, shape, strict=True)] if known else None


def is_updated_elsewhere(op: ir.Operation, dims: dict[ir.Value, int], buffer: ir.Value) -> bool:
    """Whether the loop ``op`` over a space with ``dims`` changes elements of ``buffer`` that any thread may hold."""
    return any(_is_elsewhere(update, dims, buffer) for update in all_ops(op, _UPDATES))


def _is_elsewhere(update: ir.Operation, dims: dict[ir.Value, int], buffer: ir.Value) -> bool:
    if update.operands[1] != buffer:
        return False
    is_atomic = update.name == "memref.atomic_rmw"
    return is_atomic or dims_of(dims, list(update.operands)[2:], buffer.type.shape) is None


def written_layout(op: ir.Operation, space: Layout, dims: dict[ir.Value, int], buffer: ir.Value) -> Layout:
    """The layout that ``buffer`` has while the body of ``op``, whose space has ``space``, writes to it."""
    shape = tuple(buffer.type.shape)
    if shape == space.shape:
        return space
    for value, indices in touched(op):
        if value == buffer and (own := dims_of(dims, indices, shape)) is not None:
            return space.projected(own, shape)
    raise LoweringError(op, f"writes to a {buffer.type} at positions that are known only at run time")
