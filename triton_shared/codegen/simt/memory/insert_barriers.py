"""Put a barrier wherever a thread touches what another may have touched since all of them last met.

    llvm.store %v, %a            llvm.store %v, %a
    %w = llvm.load %b     ->     gpu.barrier
                                 %w = llvm.load %b

In shared memory two accesses clash where their regions overlap, unless both read or both are atomic, or both write the
same region, which one op does with one result an element.  What ``simt.element`` marks is written element by element,
by other threads than a whole block: the two clash.  Where the iterations of a loop clash with what is pending
before it, but not with one another, threads synchronize before the loop.  In a loop whose ring of stages a region is,
what is done to that clashes with nothing else that is done to it: such a loop has barriers of its own.  The ring is
filled from where it is made, which counts as writing to it.  Of a region of which each warp has bytes of its own, what
is done to it clashes within warps alone, whose threads synchronize by themselves:

    llvm.store %v, %own          llvm.store %v, %own
    %w = llvm.load %own    ->    gpu.barrier scope <subgroup>
                                 %w = llvm.load %own

What TMA copies read of shared memory is read when they have been waited for: no barrier before that counts.

In global memory two accesses clash where they go through the same argument and at least one of them writes,
unless ``tts.access`` says that each thread touches the same elements in both; through pointers that are no arguments,
any two do.  What one thread releases for all clashes with whatever the others do in global memory before.  What a
loop's iteration has touched is still pending in the next one, where nothing is known of who touched it; but not in
global memory where iterations are programs.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from itertools import product
from typing import NamedTuple

from triton_shared.codegen.simt.build.emitter import (
    BARRIER,
    DIVERGENT,
    DIVERGENT_CONDITION,
    ELEMENT,
    PRODUCER,
    RELEASES,
    WARP_PRIVATE,
    Emitter,
    is_of_warp,
)
from triton_shared.codegen.simt.memory.allocate_shared_memory import BYTES, OFFSET, RING, SHARED_ALLOC
from triton_shared.ir import effects
from triton_shared.ir.walk import all_ops, owner_of, substitute
from triton_shared.mlir import ir

READ, WRITE, ATOMIC = "read", "write", "atomic"
#: on a region: mbarriers order all that is done to it
MBARRIER_ORDERED = "simt.mbarrier_ordered"
#: on a loop: each iteration is another program's, to which what others do in global memory is nothing
GRID_LOOP = "simt.grid_loop"


class Scope(IntEnum):
    """Which threads must synchronize."""

    NONE = 0
    WARP = 1
    BLOCK = 2


class Touched(NamedTuple):
    """One access: its ``kind``, the region or argument that it goes through, and whose elements it touches.

    What ``releases`` is done by one thread, after what the others do before.  Of a region of which each warp has its
    ``own`` bytes, these may have ``met`` behind the access.  What a copy reads that has not been waited for has so many
    ``groups`` of copies committed behind it, its own one included; None stands for all other accesses.  ``span`` is
    where a region lies, and its bytes.  A write is of an ``element``, or of a block.
    """

    kind: str
    root: ir.Value | None
    shared: bool
    number: int | None = None
    releases: bool = False
    own: bool = False
    met: bool = False
    groups: int | None = None
    span: tuple[int, int] | None = None
    element: bool = False


State = frozenset[Touched]


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    _Flow().block(function.regions[0].blocks[0], frozenset(), insert=True)
    for op in all_ops(function, {DIVERGENT_CONDITION}):
        if PRODUCER not in op.attributes:
            substitute(op, op.operands[0])


class _Flow:
    """What is pending before and after each op, and the barriers that this asks for."""

    def __init__(self) -> None:
        self._known: dict[tuple[ir.Block, State], tuple[State, Scope]] = {}
        self._scope = Scope.NONE  # of the widest barrier so far
        self._accesses: dict[ir.Operation, State] = {}
        self._asking: dict[ir.Block, list[ir.Operation]] = {}
        self._inside: dict[ir.Operation, list[ir.Operation]] = {}
        self._rings: list[int] = []

    def block(self, block: ir.Block, state: State, insert: bool) -> State:
        """What is pending behind ``block``, where ``state`` is before it."""
        key = block, state
        if insert or key not in self._known:
            outer, self._scope = self._scope, Scope.NONE
            for op in self._ops(block):
                state = self._op(op, state, insert)
            self._known[key] = state, self._scope
            self._scope = outer
        state, scope = self._known[key]
        self._scope = max(self._scope, scope)
        return state

    def _ops(self, block: ir.Block) -> list[ir.Operation]:
        """The ops of ``block`` that matter here, of which a loop's are asked for again and again."""
        if block not in self._asking:
            ops = (view.operation for view in block.operations)
            self._asking[block] = [op for op in ops if _asks(op)]
        return self._asking[block]

    def _op(self, op: ir.Operation, state: State, insert: bool) -> State:
        if op.name == BARRIER:
            return _deferred(Scope.WARP if is_of_warp(op) else Scope.BLOCK, state)
        if op.name in _REGIONS:
            return _REGIONS[op.name](self, op, state, insert)
        state = _of_groups(op, state)
        touched = self._touched(op)
        return self._met(op, touched, state, insert) | touched

    def _touched(self, op: ir.Operation) -> State:
        """The accesses of ``op``, which the iterations of a loop ask for again."""
        if op not in self._accesses:
            self._accesses[op] = _touched(op)
        return self._accesses[op]

    def _met(self, op: ir.Operation, touched: State, state: State, insert: bool) -> State:
        """What is pending before ``op``; with a barrier there if what it has ``touched`` clashes with ``state``."""
        scope = Scope.NONE
        for one, other in product(touched, state):
            scope = max(scope, self._clash(one, other))
            if scope == Scope.BLOCK:
                break
        return self._meeting(op, scope, state, insert)

    def _meeting(self, op: ir.Operation, scope: Scope, state: State, insert: bool) -> State:
        """What is pending where those of ``scope`` have met, before ``op``."""
        self._scope = max(self._scope, scope)
        if insert and scope:
            b = Emitter(op, op.location)
            if scope == Scope.BLOCK:
                b.barrier()
            else:
                b.warp_barrier()
        return _deferred(scope, state)

    def _clash(self, a: Touched, b: Touched) -> Scope:
        """Which threads must synchronize, for none must do ``a`` before others have done ``b``, which is pending."""
        scope = Scope.BLOCK
        if a.shared and b.shared and a.root is not None and a.root == b.root:
            region = a.root.owner.operation
            if MBARRIER_ORDERED in region.attributes:
                return Scope.NONE
            ring = _ring(region)
            if ring and ring in self._rings:
                return Scope.NONE
            if a.own:
                scope = Scope.NONE if b.met else Scope.WARP
        return scope if _clash(a, b) else Scope.NONE

    def branch(self, op: ir.Operation, state: State, insert: bool) -> State:
        """`scf.if`; one that not all threads enter alike has no barrier inside, so it is as one access."""
        if not is_uniform(op):
            return self._apart(op, state, insert)
        ends = [self.block(region.blocks[0], state, insert) for region in op.regions if region.blocks]
        return frozenset().union(*ends, *([state] if len(ends) == 1 else []))

    def _apart(self, op: ir.Operation, state: State, insert: bool) -> State:
        """What not all threads do: no barrier stands inside, so it is as one access."""
        if op not in self._inside:
            self._inside[op] = [one for one in all_ops(op) if one.name not in _REGIONS and _asks(one)]
        inside = self._inside[op]
        touched: State = frozenset().union(*map(self._touched, inside))
        state = self._met(op, touched, state, insert)
        for one in inside:
            state = _of_groups(one, state) | self._touched(one)
        return state

    def loop(self, op: ir.Operation, state: State, insert: bool) -> State:
        """A loop: `scf.for`, or the two blocks of an `scf.while` one after the other."""
        if not is_uniform(op):
            return self.branch(op, state, insert)
        self._rings.append(_ring(op))
        scope = self._asked(op, state)
        if scope and scope > max(self._asked(op, frozenset()), self._asked(op, _deferred(scope, state))):
            state = self._meeting(op, scope, state, insert)
        end = self._iterations(op, state, insert)
        self._rings.pop()
        return end

    def _asked(self, op: ir.Operation, state: State) -> Scope:
        """Which threads synchronize in the iterations of the loop ``op`` if ``state`` is pending before it."""
        outer, self._scope = self._scope, Scope.NONE
        self._iterations(op, state, insert=False)
        scope, self._scope = self._scope, outer
        return scope

    def _iterations(self, op: ir.Operation, state: State, insert: bool) -> State:
        blocks = [region.blocks[0] for region in op.regions]
        while True:
            end = state
            for block in blocks:
                end = self.block(block, end, insert=False)
            kept = {touched for touched in end if touched.shared or GRID_LOOP not in op.attributes}
            wider = state | {_of_previous_iteration(touched) for touched in kept}
            if wider == state:
                break
            state = wider
        end = state
        ends = []
        for block in blocks:
            end = self.block(block, end, insert)
            ends.append(end)
        return state | ends[0] | ends[-1]


_REGIONS: dict[str, Callable[[_Flow, ir.Operation, State, bool], State]] = {
    "scf.if": _Flow.branch,
    "scf.for": _Flow.loop,
    "scf.while": _Flow.loop,
}


def _deferred(scope: Scope, state: State) -> State:
    """What is pending of ``state`` where those of ``scope`` have met: all that is under way, and of warps others'."""
    if scope == Scope.BLOCK:
        return frozenset(touched for touched in state if touched.groups is not None)
    if scope == Scope.NONE or not any(touched.own for touched in state):
        return state
    return frozenset(t._replace(met=t.own) if t.groups is None else t for t in state)


def _of_previous_iteration(touched: Touched) -> Touched:
    """What has been ``touched`` in an iteration, for the next one; of copies under way it is not known how long ago."""
    return touched._replace(number=None, groups=None if touched.groups is None else 1)


def _of_groups(op: ir.Operation, state: State) -> State:
    """``state`` behind ``op``, if that ends a group of copies, or waits until all but the last ones have been read."""
    row = effects.of(op)
    if row.commits:
        return frozenset(t if t.groups is None else t._replace(groups=t.groups + 1) for t in state)
    if (most := row.awaits) is None:
        return state
    return frozenset(t if t.groups is None or t.groups <= most else t._replace(groups=None) for t in state)


def _asks(op: ir.Operation) -> bool:
    """Whether ``op`` is a barrier, or control flow, or does something to memory."""
    name = op.name
    if name == SHARED_ALLOC:
        return bool(_ring(op))
    if name == BARRIER or name in _REGIONS:
        return True
    row = effects.of(op)
    return row.touches_memory or row.commits or row.awaits is not None


def is_uniform(op: ir.Operation) -> bool:
    """Whether all threads take the same way through ``op``."""
    return DIVERGENT not in op.attributes and not (op.name == "scf.if" and _differs(op.operands[0]))


def _differs(condition: ir.Value) -> bool:
    """Whether ``condition`` is made of one that is marked to differ between threads, as upstream's patterns do."""
    maker = owner_of(condition)
    if maker is None or not effects.computes_numbers(maker):
        return False
    return maker.name == DIVERGENT_CONDITION or any(
        _differs(operand) for operand in maker.operands if operand.type == condition.type
    )


def _ring(op: ir.Operation) -> int:
    """The number of the ring that the region or the loop ``op`` has; 0 for none."""
    return op.attributes[RING].value if RING in op.attributes else 0


def _touched(op: ir.Operation) -> State:
    if op.name == SHARED_ALLOC:
        return frozenset({Touched(WRITE, op.result, True, span=_span(op))})
    row, pointers = effects.of(op), list(op.operands)
    read = {(ATOMIC if n in row.writes else READ, pointers[n]) for n in row.reads}
    written = {(WRITE, pointers[n]) for n in row.writes if n not in row.reads}
    return frozenset(_access(op, kind, p) for kind, p in read | written if effects.is_memory(p))


def _access(op: ir.Operation, kind: str, pointer: ir.Value) -> Touched:
    number = op.attributes["tts.access"].value if "tts.access" in op.attributes else None
    shared = str(pointer.type) == "!llvm.ptr<3>"
    pointer = effects.root(pointer)
    is_root = shared or isinstance(pointer.owner, ir.Block)
    region = owner_of(pointer) if shared else None
    return Touched(
        kind,
        pointer if is_root else None,
        shared,
        number,
        RELEASES in op.attributes,
        own=region is not None and WARP_PRIVATE in region.attributes,
        groups=0 if shared and effects.of(op).grouped else None,
        span=None if region is None or region.name != SHARED_ALLOC else _span(region),
        element=ELEMENT in op.attributes,
    )


def _clash(a: Touched, b: Touched) -> bool:
    """Whether one thread must not do ``a`` before all have done ``b``."""
    if a.releases and not b.shared:
        return not b.releases
    if a.shared != b.shared or (a.kind == b.kind and a.kind in (READ, ATOMIC)):
        return False
    if not a.shared:
        same = a.root is None or b.root is None or a.root == b.root
        return same and (a.number is None or a.number != b.number)
    if a.root == b.root:
        return a.kind != b.kind or a.element != b.element
    assert a.span is not None and b.span is not None
    (first, size), (second, other) = a.span, b.span
    return first < second + other and second < first + size


def _span(op: ir.Operation) -> tuple[int, int]:
    return op.attributes[OFFSET].value, op.attributes[BYTES].value
