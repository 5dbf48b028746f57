"""How a nest is vectorized: along which dimension, and by how many lanes."""

from __future__ import annotations

import math

from triton_shared.codegen.cpu.expand_functions import EXPANSIONS
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.memory.uses import is_local
from triton_shared.codegen.nests.body import body_ops, has_vector_form, split_body
from triton_shared.codegen.nests.nest import Access, Nest, mentions
from triton_shared.ir.builder import Index, bit_width
from triton_shared.records import dataclass

STRIDED_LANES = 16
CROSSED_OPS = 24
NEIGHBOURS = 4
#: ops of a body that is repeated for neighbours, when an elementary function counts as so many
UNROLLED_OPS, ELEMENTARY_COST = 32, 16
#: ops of a body that takes less time than to read from memory what it works on
STREAMED_OPS = 8


@dataclass(frozen=True)
class Lanes:
    """What one step of the vectorized loop covers: ``count`` lanes of dimension ``dim``."""

    dim: int
    count: int


#: one element at a time: there is no vectorized loop
SCALAR = Lanes(-1, 1)


def choose_lanes(nest: Nest, target: CpuTarget) -> Lanes | None:
    """The dimension to vectorize and by how many lanes, or None when only scalars will do."""
    if not has_vector_form(nest):
        return None
    candidates = [(-_crossed(nest, d), _score(nest, d), d) for d, n in enumerate(nest.extents) if n != 1]
    _, score, dim = max((found for found in candidates if found[1] > 0), default=(0, 0, 0))
    if score <= 0:
        return None
    strided = [a for a in nest.accesses if a.uses(dim) and not a.contiguous(dim)]
    extent = nest.extents[dim]
    if strided and nest.body is None and not isinstance(extent, int):
        return None  # gathering a vector costs what its elements cost one by one, and the last would be a whole one
    count = streamed_lanes(nest, dim, target)
    if strided:
        count = min(count, STRIDED_LANES, target.shuffled_lanes(nest.widest))
    if isinstance(extent, int):
        while count > extent:
            count //= 2
    if not nest.parallel[dim] and not (count > 1 and _combines(nest, extent)):
        return None
    lanes = Lanes(dim, count)
    if count == 1 or (any(a.window for a in strided) and cross_dim(nest, lanes) is None):
        return None
    if not nest.parallel[dim] and extent % count and any(a.window for a in nest.accesses):
        return None  # what fills no vector is read without masks
    return lanes


def _combines(nest: Nest, extent: Index) -> bool:
    """Whether the body can combine partial results: known to, or in order, neighbour with neighbour."""
    if not isinstance(extent, int):
        return False
    return extent & (extent - 1) == 0 if nest.from_first else split_body(nest) is not None


def neighbours(nest: Nest, dim: int) -> int:
    """How many neighbours along ``dim`` are combined with each other before what they make waits for anything else."""
    extent = nest.extents[dim]
    if not isinstance(extent, int) or _cost(nest) > UNROLLED_OPS:
        return 1
    return math.gcd(NEIGHBOURS, extent)


def _cost(nest: Nest) -> int:
    """How many ops the body takes, where an elementary function is many."""
    return sum(ELEMENTARY_COST if op.name in EXPANSIONS else 1 for op in body_ops(nest))


def strided_accesses(nest: Nest, lanes: Lanes) -> list[int]:
    """The numbers of the accesses along which the vectorized dimension does not step by one element."""
    return [i for i, a in enumerate(nest.accesses) if a.uses(lanes.dim) and not a.contiguous(lanes.dim)]


def cross_dim(nest: Nest, lanes: Lanes) -> int | None:
    """The dimension along which all strided inputs are contiguous, where transposing tiles of them pays."""
    strided = strided_accesses(nest, lanes)
    if not strided or strided[-1] >= len(nest.inputs) or not all(nest.parallel):
        return None
    if len(body_ops(nest)) > CROSSED_OPS:
        return None
    row = nest.inputs[strided[0]].row
    cross = None if row is None else nest.inputs[strided[0]].dims[row]
    if not isinstance(cross, int) or not all(nest.inputs[i].contiguous(cross) for i in strided):
        return None
    extents = nest.extents[cross], nest.extents[lanes.dim]
    return cross if all(isinstance(n, int) and n % lanes.count == 0 for n in extents) else None


def streamed_lanes(nest: Nest, dim: int, target: CpuTarget) -> int:
    """How many elements along ``dim`` are read at once: maybe fewer than `register_lanes` where memory is streamed."""
    register = register_lanes(nest, target)
    if not nest.parallel[dim] and nest.from_first:
        return register
    read = [a.value.type.element_type for a in nest.inputs if a.uses(dim) and _is_memory(a)]
    if not read or (
        nest.parallel[dim] and (_cost(nest) > STREAMED_OPS or any(map(_is_memory, nest.outputs)))
    ):
        return register
    return min(register, target.streamed_lanes(max(map(bit_width, read))))


def parts_of_lines(nest: Nest, lanes: Lanes, target: CpuTarget) -> int:
    """How many vectors of ``lanes`` are neighbours in one step: what fills a register, where it is read in parts."""
    extent, register = nest.extents[lanes.dim], register_lanes(nest, target)
    if lanes.count >= register or not isinstance(extent, int) or extent < register:
        return 1
    return register // lanes.count if lanes.count == streamed_lanes(nest, lanes.dim, target) else 1


def _is_memory(access: Access) -> bool:
    return access.is_memref and not is_local(access.value)


def register_lanes(nest: Nest, target: CpuTarget) -> int:
    """How many elements of the widest kind that the nest moves or computes a register of ``target`` holds."""
    return target.lanes(nest.widest)


def _crossed(nest: Nest, dim: int) -> int:
    """How many of the largest accesses, which every step of the loops makes, ``dim`` crosses from row to row."""
    if not nest.parallel[dim] and not _combines(nest, nest.extents[dim]):
        return len(nest.accesses)
    dims = range(len(nest.extents))
    used = {i: sum(map(a.uses, dims)) for i, a in enumerate(nest.accesses) if a.is_memref}
    largest = [nest.accesses[i] for i, count in used.items() if count == max(used.values())]
    return sum(a.uses(dim) and not a.contiguous(dim) for a in largest)


def _score(nest: Nest, dim: int) -> int:
    """How well ``dim`` suits vectors; negative where a vector would be wrong."""
    score = 0
    for number, access in enumerate(nest.accesses):
        if not access.is_memref or not access.uses(dim):
            continue
        if any(not isinstance(d, int) and mentions(d, dim) for d in access.dims):
            return -1
        weight = 3 if number >= len(nest.inputs) else 2
        score += weight if access.contiguous(dim) else -1
    return score
