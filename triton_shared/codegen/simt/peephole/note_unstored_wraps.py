"""Say of loops over segments that nothing is stored of what lies behind the first one.

    %row = (%first + i) % %M                                           programs of products do that,
    %left = %a[%row, …] ; %sum = linalg.matmul ins(%left, …) …         so that no row is out of bounds
    store %sum[0 to %M - %first] in %c                                 rows of %sum that wrapped are not stored

writes ``simt.unstored`` on the loop ``tt.wrapped`` that fills ``%left``.  Its copies may then leave out what wraps, if
``%first`` is not negative: code generation tests that at the run (`async_copies.py`, `tma_loads.py`).

The rows of a block are followed through elementwise ops, products, and reductions, transpositions and broadcasts of
other dimensions, through what loops carry and branches result in, up to slices that are cut at the same place.
Everything else may need what wraps.

Promise: what is marked is never needed where the place is the size or more.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from triton_shared.codegen.simt.analysis.views import ALLOCATIONS, View, part_of, slice_of
from triton_shared.codegen.simt.analysis.wraps import UNSTORED, WRAPPED, Wrap, is_left_of, wrap_of
from triton_shared.errors import LoweringError
from triton_shared.ir import effects
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, owner_of, reached
from triton_shared.mlir import ir
from triton_shared.records import dataclass


@dataclass(frozen=True)
class _Rows:
    """The dimension ``dim`` of the tensor ``value``; where None stands in its place, something needs all of it."""

    value: ir.Value
    dim: int


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for loop in all_ops(function, {"scf.for"}):
        wrap = wrap_of(loop) if WRAPPED in loop.attributes else None
        rows = None if wrap is None else _filled(loop)
        if wrap is not None and rows is not None and _is_unstored(rows, wrap):
            fired("note-unstored-wraps", "loop")
            loop.attributes[UNSTORED] = ir.UnitAttr.get()


def _filled(loop: ir.Operation) -> _Rows | None:
    """What of the tensor wraps that ``loop`` fills by one copy; None where it does something else."""
    copies = [
        view.operation
        for view in loop.regions[0].blocks[0].operations
        if view.operation.name == "memref.copy"
    ]
    if len(copies) != 1:
        return None
    with suppress(LoweringError):
        target = part_of(copies[0], copies[0].operands[1])
        if isinstance(target.root, View) or target.kept != tuple(range(len(target.shape))):
            return None
        maker = owner_of(target.root)
        if maker is None or maker.name not in ALLOCATIONS or maker.block != loop.block:
            return None
        users = [op for op, _ in effects.uses(target.root) if not effects.is_view(op)]
        tensors = [op for op in users if op.name == "bufferization.to_tensor"]
        if len(tensors) == 1 and all(op in (*copies, *tensors) or op.name == "linalg.fill" for op in users):
            return _Rows(tensors[0].result, loop.attributes[WRAPPED].value)
    return None


def _is_unstored(rows: _Rows, wrap: Wrap) -> bool:
    """Whether nothing is needed of ``rows`` whose place is the size of ``wrap`` or more."""

    def onward(rows: _Rows | None) -> Iterator[_Rows | None]:
        if rows is None:
            return
        for use in rows.value.uses:
            user = use.owner.operation
            if not (user.name == "tensor.extract_slice" and _is_cut(user, rows.dim, wrap)):
                yield from _through(user, use.operand_number, rows.dim)

    first: list[_Rows | None] = [rows]
    return all(one is not None for one in reached(first, onward))


def _is_cut(op: ir.Operation, dim: int, wrap: Wrap) -> bool:
    """Whether the slice ``op`` begins with the first row, and ends before those that wrap."""
    with suppress(LoweringError):
        _, window, _ = slice_of(op)
        return window.begin[dim] == 0 and is_left_of(window.size[dim], wrap)
    return False


def _through(op: ir.Operation, number: int, dim: int) -> Iterator[_Rows | None]:
    """The rows of results that ``op`` makes of those of its operand ``number``; None for anything else."""
    match op.name:
        case "scf.for" if number >= 3 and "tt.scan" not in op.attributes:
            yield _Rows(op.regions[0].blocks[0].arguments[number - 2], dim)
            yield _Rows(op.results[number - 3], dim)
        case "scf.yield" if op.parent.operation.name in ("scf.for", "scf.if"):
            around = op.parent.operation
            yield _Rows(around.results[number], dim)
            if around.name == "scf.for":
                yield None if "tt.scan" in around.attributes else _Rows(op.block.arguments[number + 1], dim)
        case "arith.select" if number:
            yield _Rows(op.result, dim)
        case "linalg.fill" if number:
            return
        case "linalg.transpose":
            if number == 0:
                yield _Rows(op.results[0], list(op.attributes["permutation"]).index(dim))
        case "linalg.broadcast":
            kept = [d for d in range(op.results[0].type.rank) if d not in op.attributes["dimensions"]]
            if number == 0:
                yield _Rows(op.results[0], kept[dim])
        case _ if "indexing_maps" in op.attributes:
            yield from _mapped(op, number, dim)
        case "linalg.reduce" if number < len(op.results) and dim not in op.attributes["dimensions"]:
            yield from (_Rows(r, dim - sum(d < dim for d in op.attributes["dimensions"])) for r in op.results)
        case _:
            yield None


def _mapped(op: ir.Operation, number: int, dim: int) -> Iterator[_Rows | None]:
    """`_through` of a `linalg.generic` or a product, which have maps."""
    maps = [attribute.value for attribute in op.attributes["indexing_maps"]]
    at, outs = maps[number].results[dim], maps[len(maps) - len(op.results) :]
    *body, _ = (view.operation for view in op.regions[0].blocks[0].operations)
    if not isinstance(at, ir.AffineDimExpr) or any(
        o.regions or not effects.computes_numbers(o) for o in body
    ):
        yield None
        return
    for result, map_ in zip(op.results, outs, strict=True):
        dims = [d for d, place in enumerate(map_.results) if place == at]
        yield _Rows(result, dims[0]) if len(dims) == 1 else None
