"""Loops that every access walks together become one.

    for i < 8, j < 2, k < 16:  %out[i, j, k] = f(%x[i, j, k], %y[j, k])

becomes, where rows of ``%x``, ``%y`` and ``%out`` follow each other without gaps,

    for i < 8, j < 32:  %out'[i, j] = f(%x'[i, j], %y'[j])

through a `memref.collapse_shape` of each.  Loops keep their numbers: the innermost of a run stands for all of it,
the others run once.  Promises: every element is visited once, at the same address.  A loop whose index the body asks
for stays, since taking a joint index apart costs more than a loop; so do those of a nest with windows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import prod

from triton_shared.codegen.nests.body import body_ops
from triton_shared.codegen.nests.nest import Access, Nest
from triton_shared.ir.builder import Builder, reassociation, strides_of
from triton_shared.mlir import ir


def coalesced(b: Builder, nest: Nest) -> Nest:
    """``nest`` with joined loops; views are made at ``b``."""
    if any(access.window for access in nest.accesses):
        return nest
    runs = [run for run in _runs(nest) if len(run) > 1]
    if not runs:
        return nest
    extents = list(nest.extents)
    for *rest, last in runs:
        extents[last] = prod(nest.extents[d] for d in (*rest, last))
        for dim in rest:
            extents[dim] = 1
    inner = {dim for _, *rest in runs for dim in rest}
    views: dict[tuple[ir.Value, str], ir.Value] = {}
    joined = nest.mapped(lambda access: _collapse(b, access, inner, views))
    return replace(joined, extents=tuple(extents))


def _runs(nest: Nest) -> list[list[int]]:
    """The loops in the order of the output's dimensions, in runs that may be joined."""
    if not nest.outputs:
        return []
    order = [d for d in nest.outputs[0].dims if isinstance(d, int) and nest.extents[d] != 1]
    if not order or len(set(order)) < len(order):
        return []
    indexed = {op.attributes["dim"].value for op in body_ops(nest) if op.name == "linalg.index"}
    runs = [[order[0]]]
    for outer, inner in pairwise(order):
        walked = all(_walks_jointly(a, outer, inner) for a in nest.accesses if a.is_memref)
        if walked and indexed.isdisjoint((outer, inner)):
            runs[-1].append(inner)
        else:
            runs.append([inner])
    return runs


def _walks_jointly(access: Access, outer: int, inner: int) -> bool:
    """Whether a step of ``outer`` is a step past the end of ``inner``, or neither moves ``access``."""
    moved = [k for k in range(len(access.dims)) if _is_moved(access, k, outer) or _is_moved(access, k, inner)]
    if not moved:
        return True
    if [access.dims[k] for k in moved] != [outer, inner] or not access.value.type.has_static_shape:
        return False
    first, last = moved
    shape, (strides, _) = access.value.type.shape, strides_of(access.value.type)
    return all(n == 1 for n in shape[first + 1 : last]) and strides[first] == strides[last] * shape[last]


def _is_moved(access: Access, position: int, loop: int) -> bool:
    return replace(access, dims=(access.dims[position],)).uses(loop)


def _collapse(
    b: Builder, access: Access, inner: set[int], views: dict[tuple[ir.Value, str], ir.Value]
) -> Access:
    """``access`` where the dimensions that the loops ``inner`` index are joined to those before them.

    ``views`` holds the views made so far, by what they are of and by how it is grouped.
    """
    if not access.is_memref or inner.isdisjoint(d for d in access.dims if isinstance(d, int)):
        return access
    groups = _groups(access, inner)
    key = access.value, str(groups)
    if key not in views:
        views[key] = collapse(b, access.value, groups)
    return replace(access, value=views[key], dims=tuple(access.dims[group[-1]] for group in groups))


def _groups(access: Access, inner: set[int]) -> list[list[int]]:
    """The runs of dimensions of ``access`` that become one each; those of size 1 inside of a run join it."""
    shape = access.value.type.shape
    groups: list[list[int]] = []
    for position, dim in enumerate(access.dims):
        if not (isinstance(dim, int) and dim in inner):
            groups.append([position])
            continue
        while shape[groups[-1][0]] == 1:
            unit = groups.pop()
            groups[-1] += unit
        groups[-1].append(position)
    return groups


def collapse(b: Builder, value: ir.Value, groups: Sequence[Sequence[int]]) -> ir.Value:
    """``value``, a memref, with each of ``groups`` of dimensions, which have no gaps inside, as one dimension."""
    type = value.type
    strides, offset = strides_of(type)
    shape = [prod(type.shape[d] for d in group) for group in groups]
    steps = [
        next((strides[d] for d in reversed(group) if type.shape[d] != 1), strides[group[0]])
        for group in groups
    ]
    layout = None if isinstance(type.layout, ir.AffineMapAttr) else ir.StridedLayoutAttr.get(offset, steps)
    joined = ir.MemRefType.get(shape, type.element_type, layout, type.memory_space)
    return b.one("memref.collapse_shape", joined, value, reassociation=reassociation(groups))
