"""Reduce rows where they are computed, in place of reading them again, and convert them there.

    linalg.generic ins(%x, %top) outs(%e) { %e = exp(%x - %top) }            64 x 64
    linalg.generic ins(%e) outs(%h) { %h = truncf %e }
    linalg.matmul ins(%h, %v) outs(%o)
    linalg.fill ins(%zero) outs(%sum)
    linalg.reduce ins(%e) outs(%sum) dimensions = [1] { arith.addf }

becomes

    linalg.fill ins(%zero) outs(%sum)
    linalg.generic ["parallel", "reduction"] ins(%x, %top) outs(%h, %sum) {
      %e = exp(%x - %top) ; %h = truncf %e ; %sum = %sum + %e }
    linalg.matmul ins(%h, %v) outs(%o)

where %e is stored, too, if anything else reads it.

Promise: buffers hold what they held before wherever anything reads them; elements are combined in the same order.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterator, Sequence

from triton_shared.codegen.cpu.strategy import choose_lanes
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.memory.uses import users
from triton_shared.codegen.nests.body import has_vector_form
from triton_shared.codegen.nests.nest import FROM_FIRST, MASKED_VIEW, POSITION, nest_of
from triton_shared.ir import effects
from triton_shared.ir.builder import Builder
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, cloned, made_by, owner_of, terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass


@dataclass(frozen=True)
class _Rows:
    """What ``maker`` makes, ``reduce`` combines and ``others`` compute with, element by element."""

    maker: ir.Operation
    reduce: ir.Operation
    others: tuple[ir.Operation, ...]

    @property
    def block(self) -> ir.Value:
        """The buffer."""
        return self.reduce.operands[0]

    @property
    def ops(self) -> tuple[ir.Operation, ...]:
        """All of them."""
        return (self.maker, self.reduce, *self.others)


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    target = CpuTarget.of(function)
    for block in dict.fromkeys(op.block for op in all_ops(function, {"linalg.reduce"})):
        _Order(block, target).fuse()


class _Order:
    """The ops of a ``block`` in order, and which of them touch which buffers."""

    def __init__(self, block: ir.Block, target: CpuTarget):
        self.target = target
        self.ops: list[ir.Operation | None] = [op.operation for op in block.operations]
        self.places = {op: place for place, op in enumerate(self.ops)}
        self.touched: dict[ir.Value, list[int]] = defaultdict(list)
        self.writers: dict[ir.Value, int] = {}
        self._local: dict[ir.Value, bool] = {}

    def fuse(self) -> None:
        """Fuse what can be; every op is looked at once."""
        for place, op in enumerate(self.ops):
            assert op is not None, "what is erased lies behind"
            for inner in (op, *all_ops(op)):
                for value in filter(effects.is_memory, inner.operands):
                    self.touched[effects.root(value)].append(place)
        for place, op in enumerate(list(self.ops)):
            if op is None or self.ops[place] is None:
                continue
            if op.name != "linalg.reduce" or not self._is_fused(op):
                self._note(op, place)

    def _note(self, op: ir.Operation, place: int) -> None:
        for inner in (op, *all_ops(op)):
            self.writers.update((effects.root(value), place) for value in effects.written(inner))

    def _is_fused(self, reduce: ir.Operation) -> bool:
        """Whether ``reduce`` has become one with what makes its rows."""
        block, total = reduce.operands[0], reduce.operands[-1]
        place = self.writers.get(block)
        maker = None if place is None else self.ops[place]
        if place is None or maker is None or not self._is_local(block) or not _is_row_of(reduce, maker):
            return False
        if not _is_along_rows(maker, self.target) or not self._begins_before(total, maker, reduce, True):
            return False
        rows = _Rows(maker, reduce, tuple(self._others(block, maker)))
        fused = _fused(rows, self._is_read_behind(rows))
        if not _is_along_rows(fused, self.target):
            fused.erase()
            return False
        fired("fuse-row-reductions", "converted rows" if rows.others else "rows")
        for op in rows.ops:
            self.ops[self.places.pop(op)] = None
            op.erase()
        self.ops[place], self.places[fused] = fused, place
        for buffer in map(effects.root, filter(effects.is_memory, fused.operands)):
            insort(self.touched[buffer], place)
        self._note(fused, place)
        return True

    def _is_local(self, buffer: ir.Value) -> bool:
        """Whether none but the ops that use ``buffer``, or views of it, may touch it."""
        if buffer not in self._local:
            is_own = made_by(buffer, "memref.alloc") is not None
            self._local[buffer] = is_own and all(user is not None for user in users(buffer))
        return self._local[buffer]

    def _touching(self, buffer: ir.Value, behind: ir.Operation) -> Iterator[ir.Operation]:
        """The ops behind ``behind`` that touch ``buffer``, in order."""
        places = self.touched[buffer]
        for place in dict.fromkeys(places[bisect_right(places, self.places[behind]) :]):
            if (op := self.ops[place]) is not None:
                yield op

    def _begins_before(
        self, buffer: ir.Value, maker: ir.Operation, last: ir.Operation, is_filled: bool = False
    ) -> bool:
        """Whether what happens to ``buffer`` between ``maker`` and ``last`` can stand before ``maker``; it then does.

        That is its allocation and, where it ``is_filled``, one fill.
        """
        if not self._is_local(buffer):
            return False
        begin, end = self.places[maker], self.places[last]

        def is_between(op: ir.Operation | None) -> bool:
            return op is not None and begin < self.places.get(op, -1) < end

        found: list[ir.Operation] = []
        for op in self._touching(buffer, maker):
            if not is_between(op):
                break
            if found or not is_filled or op.name != "linalg.fill":
                return False
            found.append(op)
        makers = [owner_of(value) for value in (buffer, *(op.operands[0] for op in found))]
        moved = [op for op in makers if op is not None and is_between(op)]
        used = (owner_of(value) for inner in all_ops(last) for value in inner.operands)
        if any(op.operands for op in moved) or any(map(is_between, used)):
            return False
        for op in (*moved, *found):
            op.move_before(maker)
            self.ops[self.places[op]], self.places[op] = None, begin
            insort(self.touched[buffer], begin)
        return True

    def _others(self, block: ir.Value, maker: ir.Operation) -> Iterator[ir.Operation]:
        """The ops that compute another buffer of the ``block`` that ``maker`` makes, which can be done in its place."""
        same = str(ir.AffineMapAttr.get(ir.AffineMap.get_identity(block.type.rank)))
        for op in self._touching(block, maker):
            written = (value for inner in (op, *all_ops(op)) for value in effects.written(inner))
            if any(effects.root(value) == block for value in written):
                return
            if op.name != "linalg.generic" or op.results or list(op.operands)[:-1] != [block]:
                continue
            is_elementwise = {str(one) for one in op.attributes["indexing_maps"]} == {same}
            is_elementwise &= not any(True for _ in op.regions[0].blocks[0].arguments[1].uses)
            is_elementwise &= op.operands[1] not in map(effects.root, maker.operands)
            is_elementwise &= has_vector_form(nest_of(Builder.before(op), op))
            if is_elementwise and self._begins_before(op.operands[1], maker, op):
                yield op

    def _is_read_behind(self, rows: _Rows) -> bool:
        """Whether anything else may read what is made of the rows."""
        alloc = made_by(rows.block, "memref.alloc")
        is_elsewhere = alloc is None or alloc.block != rows.maker.block
        return is_elsewhere or any(op not in rows.ops for op in self._touching(rows.block, rows.maker))


def _is_row_of(reduce: ir.Operation, maker: ir.Operation) -> bool:
    """Whether ``reduce`` combines the rows of the one block that ``maker`` makes, element by element, of others."""
    is_ordered = FROM_FIRST in reduce.attributes or POSITION in reduce.attributes
    if maker.name != "linalg.generic" or len(reduce.operands) != 2 or is_ordered:
        return False
    block, total = reduce.operands
    rank = block.type.rank
    inputs = list(maker.operands)[: maker.attributes["operandSegmentSizes"][0]]
    if list(reduce.attributes["dimensions"]) != [rank - 1] or len(inputs) + 1 != len(maker.operands):
        return False
    iterators = [str(kind) for kind in maker.attributes["iterator_types"]]
    maps = [ir.AffineMapAttr(one).value for one in maker.attributes["indexing_maps"]]
    old = maker.regions[0].blocks[0].arguments[len(inputs)]
    return (
        maker.operands[len(inputs)] == block
        and all("parallel" in kind for kind in iterators)
        and maps[-1] == ir.AffineMap.get_identity(rank)
        and not any(True for _ in old.uses)
        and total not in map(effects.root, maker.operands)
        and not any(made_by(value, MASKED_VIEW) for value in maker.operands)
    )


def _is_along_rows(op: ir.Operation, target: CpuTarget) -> bool:
    """Whether vectors lie along the rows of ``op``."""
    nest = nest_of(Builder.before(op), op)
    row, lanes = len(nest.extents) - 1, choose_lanes(nest, target)
    walks = all(access.contiguous(row) for access in nest.accesses if access.uses(row))
    return lanes is not None and lanes.dim == row and walks


def _fused(rows: _Rows, is_stored: bool) -> ir.Operation:
    """One op that does what all do, where the maker stands; the block is stored if it ``is_stored``, too."""
    maker, reduce, block = rows.maker, rows.reduce, rows.block
    rank, b = block.type.rank, Builder.before(maker)
    inputs = list(maker.operands)[:-1]
    stored = [block] if is_stored else []
    stored += [op.operands[1] for op in rows.others]
    every, kept = ir.AffineMap.get_identity(rank), [ir.AffineDimExpr.get(d) for d in range(rank - 1)]
    maps = [ir.AffineMapAttr(one).value for one in maker.attributes["indexing_maps"]][:-1]
    maps += [every] * len(stored) + [ir.AffineMap.get(rank, 0, kept)]

    def body(*arguments: ir.Value) -> list[ir.Value]:
        made = _repeated(b, maker, arguments[: len(inputs)])
        others = [_repeated(b, op, [made]) for op in rows.others]
        combined = _repeated(b, reduce, [made, arguments[-1]])
        return [*([made] if is_stored else []), *others, combined]

    iterators = ["parallel"] * (rank - 1) + ["reduction"]
    return b.generic(inputs, [*stored, reduce.operands[1]], maps, iterators, body)


def _repeated(b: Builder, op: ir.Operation, values: Sequence[ir.Value]) -> ir.Value:
    """What the body of ``op`` gives for ``values``."""
    block = op.regions[0].blocks[0]
    env = dict(zip(block.arguments, values, strict=False))
    for inner in list(block.operations)[:-1]:
        cloned(inner.operation, env, b.ip)
    (result,) = terminator(block).operands
    return env.get(result, result)
