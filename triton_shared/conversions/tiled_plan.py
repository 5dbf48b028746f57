"""Which loops over tiles straight-line code becomes, and what stands between them: `plan`, which changes nothing.

>>> plan(ops, 131072, 8192).levels[0].loops                                        # doctest: +SKIP
[Loop(roots=[(%m, 0)], parts=[(%r, 0), (%x, 0)], extent=131072, size=8192)]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import field
from math import prod
from typing import TypeAlias

from triton_shared.conversions import tiled_values
from triton_shared.ir.builder import is_tensor
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: an op and the dimension of its results, or of what it stores, of which tiles are needed; None for the whole
Part: TypeAlias = tuple[ir.Operation, int | None]
Tiled: TypeAlias = tuple[ir.Operation, int]
Needed: TypeAlias = dict[ir.Operation, set[int | None]]
#: ops of all loops together: where one reduction needs another, each loop does again what those before it do
MOST = 4096


@dataclass
class Loop:
    """A loop over the tiles of ``size`` of ``extent`` elements.

    Attributes:
        roots: stores along a dimension, or reductions and their axes.
        parts: what these need of each tile, in the order of the program.
    """

    roots: list[Tiled] = field(default_factory=list)
    parts: list[Tiled] = field(default_factory=list)
    extent: int = 0
    size: int = 0


@dataclass
class Level:
    """Ops on whole values, and the loops of reductions that need no more than these and what is before."""

    whole: list[ir.Operation] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)


@dataclass
class Plan:
    """What becomes of a block: the levels one after the other, then loops of stores, then stores of whole values."""

    levels: list[Level]
    stores: list[Loop]
    whole_stores: list[ir.Operation]


def plan(ops: Sequence[ir.Operation], least: int, tile: int) -> Plan | None:
    """What ``ops`` become, so that no value has ``least`` elements, by tiles of ``tile``; None if they cannot."""
    planner = _Planner(ops, least, tile)
    stores: list[Part] = []
    needed: Needed = defaultdict(set)
    for op in ops:
        if op.name == "tt.store":
            found = planner.cut(op)
            if found is None:
                return None
            dim, parts = found
            stores.append((op, dim))
            for one, dims in parts.items():
                needed[one] |= dims
    return planner.scheduled(needed, stores)


class _Planner:
    def __init__(self, ops: Sequence[ir.Operation], least: int, tile: int):
        self.ops = ops
        self.least = least
        self.tile = tile

    def cut(self, store: ir.Operation) -> tuple[int | None, Needed] | None:
        """The dimension that ``store`` is to be cut along, None for none, and all that is needed then."""
        whole = self._needed(store, None)
        value = store.operands[1]
        if whole is not None and not any(map(self._is_large, whole)):
            return None, whole
        for dim in range(value.type.rank if is_tensor(value) else 0):
            if (found := self._needed(store, dim)) is not None:
                return dim, found
        return None if whole is None else (None, whole)

    def _needed(self, store: ir.Operation, dim: int | None) -> Needed | None:
        """What a tile of ``store`` along ``dim`` needs; None if it cannot be made."""
        needed: Needed = defaultdict(set, {store: {dim}})
        for op in reversed(self.ops):
            for part in needed.get(op, ()):
                dims = self._operand_dims(op, part)
                if dims is None:
                    return None
                for maker, along in _makers(op, dims):
                    needed[maker].add(along)
        return needed

    def _operand_dims(self, op: ir.Operation, dim: int | None) -> tiled_values.Dims | None:
        if dim is not None:
            fits = all(_rest(r.type, dim) <= self.tile for r in op.results)
            dims = tiled_values.operand_dims(op, dim) if fits else None
            return None if dims is None or _cuts_arguments(op, dims) else dims
        if not self._is_large(op):
            return [None] * len(op.operands)
        if op.name != "tt.reduce" or not tiled_values.combines(op) or _cuts_arguments(op, _along_axis(op)):
            return None
        return _along_axis(op)

    def _is_large(self, op: ir.Operation) -> bool:
        """Whether ``op`` as a whole has a value that is not to be left."""
        shapes = (v.type.shape for v in (*op.operands, *op.results) if is_tensor(v))
        return any(prod(shape) >= self.least for shape in shapes)

    def scheduled(self, needed: Needed, stores: Sequence[Part]) -> Plan | None:
        """The plan of ``needed``, which holds ``stores``."""
        levels: dict[Part, int] = {}
        loops: dict[tuple[int, int], list[Tiled]] = defaultdict(list)
        whole: dict[int, list[ir.Operation]] = defaultdict(list)
        for op in self.ops:
            for dim in needed.get(op, ()) if op.name != "tt.store" else ():
                dims = self._operand_dims(op, dim) or []
                level = max((levels[maker] for maker in _makers(op, dims)), default=0)
                if dim is None and self._is_large(op):
                    axis = op.attributes["axis"].value
                    loops[level, op.operands[0].type.shape[axis]].append((op, axis))
                    level += 1
                elif dim is None:
                    whole[level].append(op)
                levels[op, dim] = level
        cut: dict[int, list[Tiled]] = defaultdict(list)
        for store, dim in stores:
            if dim is not None:
                cut[store.operands[1].type.shape[dim]].append((store, dim))
        made = {place: self._loop(roots, place[1]) for place, roots in loops.items()}
        stored = [self._loop(roots, extent) for extent, roots in cut.items()]
        all_ = [*made.values(), *stored]
        if any(loop.extent % loop.size for loop in all_) or sum(len(loop.parts) for loop in all_) > MOST:
            return None
        count = max((*whole, *(level for level, _ in made)), default=-1) + 1
        found = [
            Level(whole[n], [one for (level, _), one in made.items() if level == n]) for n in range(count)
        ]
        return Plan(found, stored, [store for store, dim in stores if dim is None])

    def _loop(self, roots: list[Tiled], extent: int) -> Loop:
        """The loop of ``roots``, tiles of which are some of ``extent`` elements."""
        needed: dict[ir.Operation, set[int]] = defaultdict(set)

        def ask(op: ir.Operation, dims: tiled_values.Dims | None) -> None:
            for maker, along in _makers(op, dims or []):
                if along is not None:
                    needed[maker].add(along)

        for op, dim in roots:
            ask(op, _along_axis(op) if op.name == "tt.reduce" else tiled_values.operand_dims(op, dim))
        for op in reversed(self.ops):
            for dim in needed.get(op, ()):
                ask(op, tiled_values.operand_dims(op, dim))
        parts = [(op, dim) for op in self.ops for dim in sorted(needed.get(op, ()))]
        most = max((_rest(r.type, dim) for op, dim in parts for r in op.results), default=1)
        return Loop(roots, parts, extent, self.tile // most)


def _along_axis(op: ir.Operation) -> tiled_values.Dims:
    return [op.attributes["axis"].value] * len(op.operands)


def _cuts_arguments(op: ir.Operation, dims: tiled_values.Dims) -> bool:
    return any(owner_of(v) is None for v, dim in zip(op.operands, dims, strict=True) if dim is not None)


def _makers(op: ir.Operation, dims: tiled_values.Dims) -> list[Part]:
    """The ops that make the operands of ``op``, and the dimensions along which these are needed."""
    pairs = zip(op.operands, dims, strict=True)
    return [(maker, dim) for v, dim in pairs if (maker := owner_of(v)) is not None]


def _rest(type_: ir.RankedTensorType, dim: int) -> int:
    """The elements of a block of ``type_`` for each index along ``dim``."""
    return prod(type_.shape) // type_.shape[dim]
