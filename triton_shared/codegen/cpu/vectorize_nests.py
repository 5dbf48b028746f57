"""Turn linalg ops on buffers into `scf.for` loops around ops on vectors of one machine register.

    linalg.generic {maps = [(i) -> (i), (i) -> (i)], ["parallel"]} ins(%x) outs(%y) {exp}

becomes

    scf.for %i = 0 to 1024 step 16 {
      %0 = vector.load %x[%i] : memref<1024xf32>, vector<16xf32>
      %1 = math.exp %0 : vector<16xf32>
      vector.store %1, %y[%i] : memref<1024xf32>, vector<16xf32>
    }

One dimension of a nest is vectorized, the one along which most operands are contiguous.  A reduced
dimension is read into several vector accumulators, combined once at the end.  A nest with windows
(masks) is emitted twice, without masks for the case that every block is full, and with masked
accesses otherwise: lanes outside a window are never touched.  Code size does not depend on extents.

Promise: none of the ops that `READERS` names is left, and no `tts.masked_view`.
"""

from __future__ import annotations

from dataclasses import replace

from triton_shared.codegen.cpu import row_reductions
from triton_shared.codegen.cpu.emitter import Emitter
from triton_shared.codegen.cpu.lane_extreme import LaneExtreme
from triton_shared.codegen.cpu.lane_selection import LaneSelection
from triton_shared.codegen.cpu.parallel import Parallel, TransposedNest
from triton_shared.codegen.cpu.reduce import LaneReduction, OrderedReduction
from triton_shared.codegen.cpu.strategy import (
    SCALAR,
    Lanes,
    choose_lanes,
    cross_dim,
    parts_of_lines,
    register_lanes,
)
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.nests.body import add_what_is_subtracted
from triton_shared.codegen.nests.coalesce import coalesced
from triton_shared.codegen.nests.members import members
from triton_shared.codegen.nests.nest import MASKED_VIEW, POSITION, READERS, Nest, check_on_buffers, nest_of
from triton_shared.codegen.nests.unit_strides import has_unknown_stride, strides_are_one, with_unit_stride
from triton_shared.codegen.tensors.selections import extreme_of
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import Builder
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: vectors along a row from which the lanes that are left of it take less time than combining neighbours
LONG = 8


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    target = CpuTarget.of(function)
    for op in all_ops(function, READERS):
        check_on_buffers(op)
        b = Builder.before(op)
        loop_nest = coalesced(b, nest_of(b, op))
        add_what_is_subtracted(loop_nest)
        loop_nest = replace(loop_nest, members=members(loop_nest))
        if not loop_nest.outputs:
            op.erase()  # none of its results is used
        elif fold := row_reductions.fold_of(loop_nest, target):
            fired("vectorize-nests", "folded")
            row_reductions.emit(loop_nest, fold)
        else:
            _vectorize(loop_nest, target)
    for view in all_ops(function, {MASKED_VIEW}):
        for use in view.result.uses:
            raise LoweringError(use.owner.operation, f"is no nest: it cannot work on a '{MASKED_VIEW}'")
        view.erase()


def _vectorize(nest: Nest, target: CpuTarget) -> None:
    """Replace ``nest.op`` by loops."""
    b = Builder.before(nest.op)
    nest = nest.mapped(lambda access: access.with_row_last(b))
    if nest.body is None and any(map(has_unknown_stride, nest.accesses)):
        b.branch(
            strides_are_one(b, nest),
            lambda: _emit(b, nest.mapped(lambda access: with_unit_stride(b, access)), target),
            lambda: _emit(b, nest, target),
        )
    else:
        _emit(b, nest, target)
    nest.op.erase()


def _emit(b: Builder, nest: Nest, target: CpuTarget) -> None:
    lanes = choose_lanes(nest, target)
    is_transposed = lanes is not None and cross_dim(nest, lanes) is not None
    if any(a.window for a in nest.accesses) and (is_transposed or not _one_dimensional(nest, lanes)):
        plain = nest.mapped(lambda access: replace(access, window=None))
        b.branch(
            _windows_cover(b, nest),
            lambda: _emitter(b, plain, choose_lanes(plain, target), target).run(),
            lambda: _emitter(b, nest, lanes, target).run(),
        )
    else:
        _emitter(b, nest, lanes, target).run()


def _one_dimensional(nest: Nest, lanes: Lanes | None) -> bool:
    """Whether windows only bound the vectorized dimension, from above: then whole vectors come first."""
    bounded = {
        (dim, begin)
        for a in nest.accesses
        if a.window
        for dim, begin, size, extent in zip(
            a.dims, a.window.begin, a.window.size, a.value.type.shape, strict=True
        )
        if begin != 0 or size != extent
    }
    if lanes is None or (nest.from_first and not nest.parallel[lanes.dim]):
        return False
    return bounded <= {(lanes.dim, 0)}


def _windows_cover(b: Builder, nest: Nest) -> ir.Value | bool:
    """Whether every window covers its whole block."""
    covered: ir.Value | bool = True
    for window, shape in {a.window: tuple(a.value.type.shape) for a in nest.accesses if a.window}.items():
        for begin, size, extent in zip(window.begin, window.size, shape, strict=True):
            covered = b.both(covered, b.compare("eq", begin, 0))
            covered = b.both(covered, b.compare("sge", size, extent))
    return covered


def _emitter(b: Builder, nest: Nest, lanes: Lanes | None, target: CpuTarget) -> Emitter:
    """The way of emitting ``nest`` that ``lanes`` ask for."""
    made = _of_lanes(b, nest, lanes, target)
    fired("vectorize-nests", type(made).__name__)
    return made


def _of_lanes(b: Builder, nest: Nest, lanes: Lanes | None, target: CpuTarget) -> Emitter:
    if lanes is None:
        return Emitter(b, nest, SCALAR)
    if (cross := cross_dim(nest, lanes)) is not None:
        return TransposedNest(b, nest, lanes, cross)
    if nest.parallel[lanes.dim]:
        return Parallel(b, nest, lanes, parts_of_lines(nest, lanes, target))
    if nest.from_first:
        if POSITION in nest.op.attributes and nest.extents[lanes.dim] >= LONG * lanes.count:
            position = nest.op.attributes[POSITION].value
            extreme = extreme_of(nest.op, position, of_numbers=True)
            return (
                LaneSelection(b, nest, lanes, position)
                if extreme is None
                else LaneExtreme(b, nest, lanes, extreme)
            )
        return OrderedReduction(b, nest, lanes, register_lanes(nest, target))
    return LaneReduction(b, nest, lanes, register_lanes(nest, target))
