"""Treat neighbouring elements of an access together whose addresses are neighbours, or one, under one mask.

    scf.parallel (%i) = (%c0) to (%c1024) step (%c1) {
      %j = arith.addi %first, %i                        // %first: a multiple of 1024, counted from a program id
      %r = arith.remsi %j, %c320
      %view = memref.reinterpret_cast %x to offset: [%r], …
      %v = memref.load %view[%c0]
      memref.store %v, %buffer[%i]
      scf.reduce
    }

becomes

    scf.parallel … {
      %v = memref.load %view[%c0] {simt.aligned = 4}
      …
    } {simt.together = [0, 4]}

`simt.together` says of a loop: among 4 elements from a multiple of 4 on of dimension 0 the masks are the same,
and addresses those of the first; but for accesses with `simt.aligned`: these are to neighbours, the first of which are
4 elements aligned.  Threads that hold such elements compute one address for all of them, and move them at once.

Sums of floats in memory, whose old values are not used, are such accesses, too.

Promise: no op but a loop over elements, and a `memref.load`, `memref.store` or `memref.atomic_rmw` in one, has changed.
"""

from __future__ import annotations

from triton_shared import mlir
from triton_shared.codegen.simt.analysis.neighbours import Moved, Neighbours, is_divided
from triton_shared.codegen.simt.analysis.ranges import Ranges
from triton_shared.codegen.simt.analysis.tensor_ops import constant_of
from triton_shared.codegen.simt.layouts.access_layouts import ALIGNED, TOGETHER, WIDEST
from triton_shared.codegen.simt.layouts.spaces import PARALLEL, Space, dims_of, is_sequential, walked
from triton_shared.dialects.simt import ADDED
from triton_shared.ir import effects
from triton_shared.ir.builder import bit_width, i64_attr
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    loops = all_ops(function, {PARALLEL})
    ranges = Ranges(function) if loops else None
    for loop in loops:
        if ranges is not None and (found := _grouped(ranges, loop)) is not None:
            _mark(loop, *found)


def _mark(loop: ir.Operation, dim: int, count: int, aligned: dict[ir.Operation, int]) -> None:
    marks = [(op, i64_attr(number)) for op, number in aligned.items()]
    for op, mark in marks:
        op.attributes[ALIGNED] = mark
    loop.attributes[TOGETHER] = ir.DenseI64ArrayAttr.get([dim, count])
    fired("group-neighbours", "neighbours at once" if marks else "one address for neighbours")


def _grouped(ranges: Ranges, loop: ir.Operation) -> tuple[int, int, dict[ir.Operation, int]] | None:
    """Along which dimension how many elements of ``loop`` go together, and how far its accesses are aligned."""
    space = _space(loop)
    if space is None:
        return None
    for along, dim in sorted(space.dims.items(), key=lambda item: -item[1]):
        count = WIDEST
        while count > 1:
            if count <= space.shape[dim] and is_divided(ranges, along, count):
                among = Neighbours(ranges, along, space.shape[dim], count)
                aligned = _Accesses(loop, space, among).aligned()
                if aligned is not None:
                    return dim, count, aligned
            count //= 2
    return None


def _space(loop: ir.Operation) -> Space | None:
    """The block of which ``loop`` treats each element once, by itself; None where it does anything else."""
    rank = len(loop.regions[0].blocks[0].arguments)
    steps = list(loop.operands)[2 * rank :]
    if len(loop.results) or is_sequential(loop) or any(constant_of(step) != 1 for step in steps):
        return None
    found = walked(loop)
    if found is None or any(n > 1 and d not in found.dims.values() for d, n in enumerate(found.shape)):
        return None
    return found


def is_added(op: ir.Operation) -> bool:
    """Whether the `memref.atomic_rmw` ``op`` adds a float to one in memory, whose old value is not used."""
    is_sum = op.attributes["kind"].value == mlir.arith.AtomicRMWKind.addf.value
    return is_sum and isinstance(op.result.type, ADDED) and not any(True for _ in op.result.uses)


class _Accesses:
    """Whether what a ``loop`` over ``space`` does can be done for all ``among`` neighbours at once."""

    def __init__(self, loop: ir.Operation, space: Space, among: Neighbours):
        self.loop, self.space, self.among = loop, space, among
        self._aligned: dict[ir.Operation, int] = {}

    def aligned(self) -> dict[ir.Operation, int] | None:
        """The accesses to neighbours, with how many elements they are aligned to; None where it cannot."""
        return self._aligned if all(map(self._is_fit, all_ops(self.loop))) else None

    def _is_fit(self, op: ir.Operation) -> bool:
        match op.name:
            case "scf.if":
                return not len(op.results) and self.among.of(op.operands[0]).step == 0
            case "memref.load":
                return self._is_fit_load(op)
            case "memref.store":
                return self._is_fit_store(op)
            case "memref.atomic_rmw":
                return is_added(op) and self._is_moved(op)
            case "scf.reduce" | "scf.yield":
                return True
        return not op.regions and (effects.only_computes(op) or effects.is_view(op))

    def _is_fit_load(self, op: ir.Operation) -> bool:
        place = self.among.place(op.operands[0], list(op.operands)[1:])
        if place is None or "tt.volatile" in op.attributes:
            return False
        if place.step == 0:
            return True
        self._note(op, place)
        return place.step == 1 and all(
            self._is_kept(use.owner.operation, op.result) for use in op.result.uses
        )

    def _is_kept(self, op: ir.Operation, value: ir.Value) -> bool:
        """Whether ``op`` only stores ``value`` in a buffer."""
        return op.name == "memref.store" and op.operands[0] == value and self._is_own(op)

    def _is_own(self, op: ir.Operation) -> bool:
        """Whether ``op`` stores in a buffer, at the loop's own indices."""
        maker, (_, buffer, *indices) = owner_of(op.operands[1]), op.operands
        is_buffer = maker is not None and effects.of(maker).allocates and not self.among.is_inside(buffer)
        return is_buffer and self._is_here(buffer, indices)

    def _is_here(self, block: ir.Value, indices: list[ir.Value]) -> bool:
        """Whether ``indices`` are those of the element of ``block`` that the loop is at."""
        dims = dims_of(self.space.dims, indices, block.type.shape)
        own = [d for d in dims or () if d is not None]
        return own == sorted(self.space.dims.values()) and [self.space.shape[d] for d in own] == [
            n for n in block.type.shape if n > 1
        ]

    def _is_fit_store(self, op: ir.Operation) -> bool:
        value = op.operands[0]
        if self._is_own(op):
            return value in self._loaded() or self.among.of(value).step == 0
        return "tt.volatile" not in op.attributes and self._is_moved(op)

    def _is_moved(self, op: ir.Operation) -> bool:
        """Whether ``op`` moves what threads hold, or one value, to neighbours in memory."""
        value, memref, *indices = op.operands
        place = self.among.place(memref, indices)
        if place is None or place.step != 1:
            return False
        self._note(op, place)
        maker = owner_of(value)
        if self.among.of(value).step == 0:
            return True
        if maker is None or maker.name != "tensor.extract" or self.among.is_inside(maker.operands[0]):
            return False
        source, *own = maker.operands
        return self._is_here(source, own) and all(use.owner.operation == op for use in value.uses)

    def _loaded(self) -> list[ir.Value]:
        return [op.result for op in self._aligned if op.name == "memref.load"]

    def _note(self, op: ir.Operation, place: Moved) -> None:
        memref = op.operands[op.name != "memref.load"]
        most = WIDEST // max(1, bit_width(memref.type.element_type) // 8)
        view = memref.owner.operation
        base = self.among.ranges.divisibility.of(view.operands[0]) // (WIDEST // most)
        self._aligned[op] = max(1, min(place.power(64), most, base, place.count))
