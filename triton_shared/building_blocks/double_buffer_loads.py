"""Load the blocks of the next iteration of a loop while this one computes, into another buffer: ping and pong.

::

    scf.for %i = %lo to %hi step %s {                  %ping, %pong = memref.alloc() …
      %x = memref.alloc() : memref<64xf32>             scf.if %lo < %hi { (start the copy for %lo, to %ping, 0) }
      memref.copy %view, %x                   ->       scf.for %i … iter_args(%x = %ping, %y = %pong, %tag = 0) {
      %t = bufferization.to_tensor %x                    scf.if %i + %s < %hi { (start the next, to %y, 1 - %tag) }
      …                                                  (wait for %tag)
    }                                                    %t = bufferization.to_tensor %x
                                                         …
                                                         scf.yield %y, %x, 1 - %tag

``transfers=copies`` leaves the copies, earlier; ``calls`` makes calls ``@triton_shared_start_N(%from, %to, %tag)`` and
``@triton_shared_wait_for(%tag)`` of them, whose bodies copy at once, and which a machine replaces by its own; the name
of a dialect makes its ops ``start`` and ``wait`` of them.  All copies that are started with a tag have ended behind a
wait for it.  The load number n of a loop has the tags 2n and 2n + 1.

A load is one that a loop makes in each iteration, from addresses that are computed from its counter, from what it
carries and from what it does not change.  It stays where the loop may write memory, unless ``assume-no-alias`` says
that no later iteration loads what is written, where it orders accesses, and where the block outlives the iteration.
The pass promises that a buffer is written only where nothing of the iteration before is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from triton_shared.building_blocks import lifetimes
from triton_shared.building_blocks.transfers import Transfers, is_move
from triton_shared.codegen.memory.uses import is_local, writes_local
from triton_shared.ir import effects
from triton_shared.ir.builder import at, build
from triton_shared.ir.walk import all_ops, ancestor_in, cloned, owner_of, terminator
from triton_shared.mlir import ir

READ = "bufferization.to_tensor"


@dataclass(frozen=True)
class Load:
    """A load of a loop: its buffer, what reads it as a tensor, and the ops of the body that fill it, in order."""

    buffer: ir.Value
    read: ir.Operation
    fillers: Sequence[ir.Operation]


def run(module: ir.Operation, transfers: str = "copies", assume_no_alias: bool = False) -> None:
    """Run the pass on ``module``."""
    with module.context:
        kinds = Transfers(transfers)
        for loop in all_ops(module, {"scf.for"})[::-1]:
            if _may_load_early(loop, assume_no_alias) and (loads := _loads(loop)):
                _Pipelined(loop, loads, kinds).build()


# Which loads may be made an iteration before


def _may_load_early(loop: ir.Operation, assume_no_alias: bool) -> bool:
    """Whether what an iteration loads is what lies there an iteration before."""
    for op in all_ops(loop):
        row = effects.of(op)
        if (is_move(op) and (assume_no_alias or is_local(op.operands[1]))) or writes_local(op):
            continue
        if row.orders or row.anywhere or row.atomic or not assume_no_alias:
            return False
    return True


def _loads(loop: ir.Operation) -> list[Load]:
    """The loads that an iteration of ``loop`` may make for the next one."""
    body = loop.regions[0].blocks[0]
    found = []
    for op in [op.operation for op in body.operations if op.operation.name == READ]:
        buffer = op.operands[0]
        maker = owner_of(buffer)
        if maker is None or maker.name != "memref.alloc" or maker.block != body:
            continue
        load = Load(buffer, op, _fillers(buffer, op))
        moves = [inner for place in load.fillers for inner in (place, *all_ops(place)) if is_move(inner)]
        if moves and _is_within(load, body) and _slices(loop, [load]) is not None:
            found.append(load)
    return found


def _fillers(buffer: ir.Value, read: ir.Operation) -> list[ir.Operation]:
    """The ops of the body that hold what writes ``buffer``, in order."""
    users = [op for op, _ in effects.uses(buffer) if op != read and not effects.is_view(op)]
    places = {ancestor_in(read.block, op) for op in users}
    return [op.operation for op in read.block.operations if op.operation in places]


def _is_within(load: Load, body: ir.Block) -> bool:
    """Whether all that lies in the buffer of ``load`` is filled before it is read, and is gone after the iteration."""
    is_filled = all(place.is_before_in_block(load.read) for place in load.fillers)
    end = terminator(body)
    return is_filled and all(user is not None and user != end for user in lifetimes.users(load.buffer))


def _slices(
    loop: ir.Operation, loads: Sequence[Load]
) -> tuple[list[ir.Operation], list[ir.Operation]] | None:
    """What the body computes for ``loads``, and for what those take from the iteration before.

    None where that takes more than arithmetic on numbers.
    """
    body = loop.regions[0].blocks[0]
    fillers = [op for load in loads for op in load.fillers]
    own = {load.buffer for load in loads}
    needed = _slice(body, [v for op in fillers for v in _used(op)], own)
    if needed is None:
        return None
    used = {v for op in (*needed, *fillers) for v in _used(op)}
    carried = [
        after
        for before, after in zip(list(body.arguments)[1:], terminator(body).operands, strict=True)
        if before in used
    ]
    before = _slice(body, carried, set())
    return None if before is None else (needed, before)


def _slice(body: ir.Block, values: Iterable[ir.Value], given: set[ir.Value]) -> list[ir.Operation] | None:
    """The ops of ``body`` of which ``values`` are made, but for those ``given``; None where not all compute alone."""
    needed: set[ir.Operation] = set()
    pending = [v for v in values if v not in given]
    while pending:
        maker = owner_of(pending.pop())
        if maker is None or maker.block != body or maker in needed:
            continue
        if maker.regions or not effects.only_computes(maker):
            return None
        needed.add(maker)
        pending += [v for v in maker.operands if v not in given]
    return [op.operation for op in body.operations if op.operation in needed]


def _used(op: ir.Operation) -> list[ir.Value]:
    """What ``op`` and the ops inside of it use."""
    return [v for inner in (op, *all_ops(op)) for v in inner.operands]


# The loop that makes them


class _Pipelined:
    """Builds a loop in place of ``loop`` that has the ``loads`` of the next iteration on the way."""

    def __init__(self, loop: ir.Operation, loads: Sequence[Load], transfers: Transfers):
        self.old, self.loads, self.transfers = loop, loads, transfers
        slices = _slices(loop, loads)
        assert slices is not None
        self.needed, self.before = slices
        self.low, self.high, self.step, *self.inits = loop.operands

    def build(self) -> None:
        """Put the new loop in place of the old one."""
        with at(self.old):
            pairs = [[build.alloc(load.buffer.type) for _ in range(2)] for load in self.loads]
            self._start_first([ping for ping, _ in pairs])
            buffers = [buffer for pair in pairs for buffer in pair]
            loop = self._moved(buffers)
        body = loop.regions[0].blocks[0]
        arguments = list(body.arguments)[1 + len(self.inits) :]
        *buffers, tag = arguments
        this, that = buffers[::2], buffers[1::2]
        with ir.InsertionPoint.at_block_begin(body), loop.location:
            other = build.sub(1, tag)
            self._start_next(body, that, other)
        for number, (load, buffer) in enumerate(zip(self.loads, this, strict=True)):
            self._finish(load, buffer, number, tag)
        end = terminator(body)
        swapped = [v for pair in zip(that, this, strict=True) for v in pair]
        with at(end):
            build.op("scf.yield", (), [*end.operands, *swapped, other])
        end.erase()
        for old, new in zip(self.old.results, loop.results, strict=False):
            old.replace_all_uses_with(new)
        self.old.erase()

    def _moved(self, buffers: Sequence[ir.Value]) -> ir.Operation:
        """A loop with the body of the old one, which carries ``buffers`` and a tag besides."""
        carried = [*self.inits, *buffers, build.value(0)]
        types = [v.type for v in carried]
        attributes = {name: self.old.attributes[name] for name in self.old.attributes}
        loop = build.op("scf.for", types, [self.low, self.high, self.step, *carried], attributes, regions=1)
        kinds = [self.low.type, *types]
        block = loop.regions[0].blocks.append(*kinds, arg_locs=[loop.location] * len(kinds))
        body = self.old.regions[0].blocks[0]
        for op in [op.operation for op in body.operations]:
            block.append(op)
        for old, new in zip(body.arguments, block.arguments, strict=False):
            old.replace_all_uses_with(new)
        return loop

    def _start_first(self, buffers: Sequence[ir.Value]) -> None:
        """Start the loads of the first iteration, if there is one, before the loop."""
        arguments = self.old.regions[0].blocks[0].arguments
        env = dict(zip(arguments, [self.low, *self.inits], strict=True))
        predicate = "ult" if "unsignedCmp" in self.old.attributes else "slt"
        is_one = build.compare(predicate, self.low, self.high)
        build.branch(is_one, lambda: self._start(env, buffers, build.value(0)))

    def _start_next(self, body: ir.Block, buffers: Sequence[ir.Value], tag: ir.Value) -> None:
        """Start the loads of the next iteration, if there is one."""
        counter, *carried = list(body.arguments)[: 1 + len(self.inits)]
        left = build.apply("arith.subi", self.high, counter)
        is_one = build.compare("ugt", left, self.step)

        def start() -> None:
            given: dict[ir.Value, ir.Value] = {}
            for op in self.before:
                cloned(op, given, ir.InsertionPoint.current)
            after = [given.get(v, v) for v in terminator(body).operands]
            following = build.apply("arith.addi", counter, self.step)
            self._start(dict(zip([counter, *carried], [following, *after], strict=True)), buffers, tag)

        build.branch(is_one, start)

    def _start(self, env: Mapping[ir.Value, ir.Value], buffers: Sequence[ir.Value], tag: ir.Value) -> None:
        """Fill ``buffers``, here, for the iteration whose counter and carried values ``env`` says."""
        env = {**env, **{load.buffer: b for load, b in zip(self.loads, buffers, strict=True)}}
        place = ir.InsertionPoint.current
        for op in self.needed:
            cloned(op, env, place)
        for number, load in enumerate(self.loads):
            for op in load.fillers:
                clone = cloned(op, env, place)
                for move in [inner for inner in (clone, *all_ops(clone)) if is_move(inner)]:
                    with at(move):
                        own = build.add(tag, 2 * number) if self.transfers.kind != "copies" else tag
                    self.transfers.start(move, own)

    def _finish(self, load: Load, buffer: ir.Value, number: int, tag: ir.Value) -> None:
        """Wait for ``load``, in place of making it, and read it from ``buffer``."""
        with at(load.read):
            own = build.add(tag, 2 * number) if self.transfers.kind != "copies" else tag
        self.transfers.wait(load.read, own)
        load.read.operands[0] = buffer
        for op in load.fillers:
            op.erase()
        for view in [op for op, _ in effects.uses(load.buffer)][::-1]:
            view.erase()
        load.buffer.owner.erase()
