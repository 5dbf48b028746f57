"""Let straight-line code on blocks that no processor of a GPU has registers for be loops over tiles of them.

::

    %r = tt.make_range 0 .. 262144                           scf.for %j = 0 to 262144 step 8192 {
    %x = tt.load (%p + %r)                                     %r = tt.make_range 0 .. 8192
    tt.store (%q + %r), exp %x                        ->       %x = tt.load (%p + (%r + %j))
                                                               tt.store (%q + (%r + %j)), exp %x
                                                             }

With ``large-blocks=131072`` that is done where a block of so many words of 32 bits, or more, is loaded or stored, and a
tile has a sixteenth as many elements.  Each store is cut along one of its dimensions, and so is all that it needs; what
a reduction along that dimension makes is carried by a loop of its own in front:

    %m = tt.reduce max %x                                    %m = scf.for %j … iter_args(%before) {
    tt.store (%q + %r), %x - %m                       ->       %x = tt.load …
                                                               %now = tt.reduce max %x
                                                               yield %j == 0 ? %now : max(%before, %now)
                                                             }
                                                             scf.for %j … { %x = tt.load … tt.store …, %x - %m }

Loops do again what they need, loads too, and stores come behind all loops of reductions.  Where an op cannot be cut, or
a load might then see what a store has left (`tiled_effects.py`), the function stays as it is.

Promise: each store stores what it stored, but for the order in which reductions combine tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod

from triton_shared.conversions import tiled_effects, tiled_values
from triton_shared.conversions.tiled_plan import Loop, Plan, plan
from triton_shared.dialects.tt.types import is_pointer
from triton_shared.ir.builder import bit_width, build, integer
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, rewire
from triton_shared.mlir import ir

#: how many tiles there are of the smallest block that is cut
TILES = 16


def run(module: ir.Operation, large_blocks: int = 0) -> None:
    """Run the pass on ``module``."""
    if large_blocks > 0:
        with module.context:
            for function in all_ops(module, {"tt.func"}):
                if (least := _least(function, large_blocks)) is not None:
                    _tile(function.regions[0].blocks[0], least, large_blocks // TILES)


def _least(function: ir.Operation, words: int) -> int | None:
    """The elements of the smallest block of so many ``words`` that ``function``, straight-line code, moves, if any."""
    if len(function.regions[0].blocks) != 1:
        return None
    found: list[int] = []
    for view in function.regions[0].blocks[0].operations:
        op = view.operation
        if op.regions and op.name != "tt.reduce":
            return None
        if op.name in ("tt.load", "tt.store"):
            type_ = (op.results or op.operands[1:])[0].type
            if isinstance(type_, ir.RankedTensorType) and _words(type_) >= words:
                found.append(prod(type_.shape))
    return min(found, default=None)


def _words(type_: ir.RankedTensorType) -> int:
    """Registers of 32 bits that hold a block of ``type_``."""
    element = type_.element_type
    width = 64 if is_pointer(element) else bit_width(element)
    return prod(type_.shape) * width // 32


def _tile(block: ir.Block, least: int, tile: int) -> None:
    """Let ``block`` be loops over tiles of at most ``tile`` elements, where it has values of ``least`` elements."""
    *ops, end = [view.operation for view in block.operations]
    if len(end.operands) or not all(tiled_effects.may_move(op) and tiled_values.is_closed(op) for op in ops):
        return
    found = plan(ops, least, tile)
    if found is not None and tiled_effects.keeps_order(ops, found):
        with ir.InsertionPoint(end), block.owner.location:
            left = _emit(found, ops)
        for op in reversed(left):
            op.erase()


def _emit(found: Plan, ops: Sequence[ir.Operation]) -> list[ir.Operation]:
    """Emit ``found``, made of ``ops``, here; returns those of them that are left."""
    whole: dict[ir.Value, ir.Value] = {}
    moved: set[ir.Operation] = set()
    end = ir.InsertionPoint.current.ref_operation.operation

    def move(op: ir.Operation) -> None:
        op.move_before(end)
        rewire(op, whole)
        moved.add(op)

    for level in found.levels:
        for op in level.whole:
            move(op)
        for loop in level.loops:
            _reduce(loop, whole)
    for loop in found.stores:
        _store(loop, whole)
    for op in found.whole_stores:
        move(op)
    return [op for op in ops if op not in moved]


def _store(loop: Loop, whole: Mapping[ir.Value, ir.Value]) -> None:
    """The loop of the stores ``loop``."""

    def body(tile: tiled_values.Tile, _: Sequence[ir.Value]) -> tuple[()]:
        for store, dim in loop.roots:
            tile.emit(store, dim)
        return ()

    _loop(loop, whole, [], body)


def _reduce(loop: Loop, whole: dict[ir.Value, ir.Value]) -> None:
    """The loop of the reductions ``loop``, whose results are added to those of ``whole`` values."""
    results = [result for op, _ in loop.roots for result in op.results]

    def body(tile: tiled_values.Tile, carried: Sequence[ir.Value]) -> list[ir.Value]:
        is_first, places = build.compare("eq", tile.start, 0), iter(carried)
        made: list[ir.Value] = []
        for op, axis in loop.roots:
            before, now = [next(places) for _ in op.results], tile.reduced(op, axis)
            both = tiled_values.combined(op, before, now)
            made += [build.select(is_first, *pair) for pair in zip(now, both, strict=True)]
        return made

    begin = [build.constant(result.type, 0) for result in results]
    whole.update(zip(results, _loop(loop, whole, begin, body), strict=True))


def _loop(
    loop: Loop,
    whole: Mapping[ir.Value, ir.Value],
    begin: Sequence[ir.Value],
    body: Callable[[tiled_values.Tile, Sequence[ir.Value]], Sequence[ir.Value]],
) -> Sequence[ir.Value]:
    """The ``scf.for`` of ``loop``, which carries values from ``begin`` on; ``body(tile, carried)`` returns the next."""
    fired("tile-large-blocks", "loop of reductions" if begin else "loop of stores")
    i32 = integer(32)
    bounds = [build.constant(i32, n) for n in (0, loop.extent, loop.size)]

    def iteration(start: ir.Value, *carried: ir.Value) -> Sequence[ir.Value]:
        tile = tiled_values.Tile(loop.size, start, whole)
        for op, dim in loop.parts:
            tile.emit(op, dim)
        return body(tile, carried)

    with loop.roots[0][0].location:
        types = [value.type for value in begin]
        made = build.op("scf.for", types, [*bounds, *begin], regions=1)
        build.region(made.regions[0], [i32, *types], iteration, "scf.yield")
    return list(made.results)
