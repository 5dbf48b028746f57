"""Put a barrier wherever a thread touches what another may have touched since all of them last met.

    llvm.store %v, %a            llvm.store %v, %a
    %w = llvm.load %b     ->     gpu.barrier
                                 %w = llvm.load %b

In shared memory two accesses clash where their regions overlap, unless both read or both are atomic, or both write the
same region, which one op does with one result an element.  Where the turns of a loop clash with what is pending before
it, but not with one another, threads meet before the loop.  In a loop whose ring of stages a region is, what is done to
that clashes with nothing else that is done to it: such a loop has barriers of its own.  The ring is filled from where
it is made, which counts as writing to it.  Nor does what is done to a region clash of which each warp has bytes of its
own.  In global memory two accesses clash where they go through the same argument and at least one of them writes,
unless ``tts.access`` says that each thread touches the same elements in both; through pointers that are no arguments,
any two do.  What one thread releases for all clashes with whatever the others do in global memory before.  What a
loop's turn has touched is still pending in the next one, where nothing is known of who touched it; but not in global
memory where turns are programs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from triton_shared.codegen.gpu.emitter import DIVERGENT, RELEASES
from triton_shared.codegen.gpu.regions import BYTES, OFFSET, REGION, RING
from triton_shared.ir import effects
from triton_shared.mlir import ir

READ, WRITE, ATOMIC = "read", "write", "atomic"
BARRIER = "gpu.barrier"
#: on a region: mbarriers order all that is done to it, or each warp has bytes of its own, whose threads meet
PHASED, WARPS = "simt.phased", "simt.warps"
#: on a loop: each turn is another program's, to which what others do in global memory is nothing
PROGRAMS = "simt.programs"


class Touched(NamedTuple):
    """One access: its ``kind``, the region or argument that it goes through, and whose elements it touches.

    What ``releases`` is done by one thread, after what the others do before.
    """

    kind: str
    root: ir.Value | None
    shared: bool
    number: int | None = None
    releases: bool = False


State = frozenset[Touched]


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    _Flow().block(function.regions[0].blocks[0], frozenset(), insert=True)


class _Flow:
    """What is pending before and after each op, and the barriers that this asks for."""

    def __init__(self) -> None:
        self._known: dict[tuple[ir.Block, State], tuple[State, bool]] = {}
        self._has_met = False
        self._accesses: dict[ir.Operation, State] = {}
        self._asking: dict[ir.Block, list[ir.Operation]] = {}
        self._rings: list[int] = []

    def block(self, block: ir.Block, state: State, insert: bool) -> State:
        """What is pending behind ``block``, where ``state`` is before it."""
        key = block, state
        if insert or key not in self._known:
            outer, self._has_met = self._has_met, False
            for op in self._ops(block):
                state = self._op(op, state, insert)
            self._known[key] = state, self._has_met
            self._has_met |= outer
        state, has_met = self._known[key]
        self._has_met |= has_met
        return state

    def _ops(self, block: ir.Block) -> list[ir.Operation]:
        """The ops of ``block`` that matter here, of which a loop's are asked for again and again."""
        if block not in self._asking:
            ops = (view.operation for view in block.operations)
            self._asking[block] = [op for op in ops if _asks(op)]
        return self._asking[block]

    def _op(self, op: ir.Operation, state: State, insert: bool) -> State:
        if op.name == BARRIER:
            return frozenset()
        if op.name in _REGIONS:
            return _REGIONS[op.name](self, op, state, insert)
        return self._met(op, self._touched(op), state, insert)

    def _touched(self, op: ir.Operation) -> State:
        """The accesses of ``op``, which the turns of a loop ask for again."""
        if op not in self._accesses:
            self._accesses[op] = _touched(op)
        return self._accesses[op]

    def _met(self, op: ir.Operation, touched: State, state: State, insert: bool) -> State:
        """What is pending behind ``op``; threads meet before it if what it has ``touched`` clashes with ``state``."""
        if any(self._clash(one, other) for one in touched for other in state):
            state = frozenset()
            self._has_met = True
            if insert:
                _barrier(op)
        return state | touched

    def _clash(self, a: Touched, b: Touched) -> bool:
        """Whether one thread must not do ``a`` before all have done ``b``."""
        if a.shared and b.shared and a.root is not None and a.root == b.root:
            region = a.root.owner.operation
            if PHASED in region.attributes or WARPS in region.attributes:
                return False
            ring = _ring(region)
            if ring and ring in self._rings:
                return False
        return _clash(a, b)

    def branch(self, op: ir.Operation, state: State, insert: bool) -> State:
        """`scf.if`; one that not all threads enter alike has no barrier inside, so it is as one access."""
        if not is_uniform(op):
            return self._met(op, self._touched_inside(op), state, insert)
        ends = [self.block(region.blocks[0], state, insert) for region in op.regions if region.blocks]
        return frozenset().union(*ends, *([state] if len(ends) == 1 else []))

    def loop(self, op: ir.Operation, state: State, insert: bool) -> State:
        """A loop: `scf.for`, or the two blocks of an `scf.while` one after the other."""
        if not is_uniform(op):
            return self.branch(op, state, insert)
        self._rings.append(_ring(op))
        if self._meets(op, state) and not self._meets(op, frozenset()):
            state = frozenset()
            self._has_met = True
            if insert:
                _barrier(op)
        end = self._turns(op, state, insert)
        self._rings.pop()
        return end

    def _meets(self, op: ir.Operation, state: State) -> bool:
        """Whether threads meet in the turns of the loop ``op`` if ``state`` is pending before it."""
        outer, self._has_met = self._has_met, False
        self._turns(op, state, insert=False)
        has_met, self._has_met = self._has_met, outer
        return has_met

    def _turns(self, op: ir.Operation, state: State, insert: bool) -> State:
        blocks = [region.blocks[0] for region in op.regions]
        while True:
            end = state
            for block in blocks:
                end = self.block(block, end, insert=False)
            wider = state | {
                touched._replace(number=None)
                for touched in end
                if touched.shared or PROGRAMS not in op.attributes
            }
            if wider == state:
                break
            state = wider
        end = state
        ends = []
        for block in blocks:
            end = self.block(block, end, insert)
            ends.append(end)
        return state | ends[0] | ends[-1]

    def _touched_inside(self, op: ir.Operation) -> State:
        out: set[Touched] = set()

        def visit(inner: ir.Operation) -> ir.WalkResult:
            if effects.of(inner).touches_memory:
                out.update(self._touched(inner))
            return ir.WalkResult.ADVANCE

        op.walk(visit)
        return frozenset(out)


_REGIONS: dict[str, Callable[[_Flow, ir.Operation, State, bool], State]] = {
    "scf.if": _Flow.branch,
    "scf.for": _Flow.loop,
    "scf.while": _Flow.loop,
}


def _asks(op: ir.Operation) -> bool:
    """Whether ``op`` is a barrier, or control flow, or does something to memory."""
    name = op.name
    if name == REGION:
        return bool(_ring(op))
    return name == BARRIER or name in _REGIONS or effects.of(op).touches_memory


def is_uniform(op: ir.Operation) -> bool:
    """Whether all threads take the same way through ``op``."""
    return DIVERGENT not in op.attributes


def _ring(op: ir.Operation) -> int:
    """The number of the ring that the region or the loop ``op`` has; 0 for none."""
    return op.attributes[RING].value if RING in op.attributes else 0


def _touched(op: ir.Operation) -> State:
    if op.name == REGION:
        return frozenset({Touched(WRITE, op.result, True)})
    row, pointers = effects.of(op), list(op.operands)
    read = {(ATOMIC if n in row.writes else READ, pointers[n]) for n in row.reads}
    written = {(WRITE, pointers[n]) for n in row.writes if n not in row.reads}
    return frozenset(_access(op, kind, p) for kind, p in read | written if effects.is_memory(p))


def _access(op: ir.Operation, kind: str, pointer: ir.Value) -> Touched:
    number = op.attributes["tts.access"].value if "tts.access" in op.attributes else None
    shared = str(pointer.type) == "!llvm.ptr<3>"
    pointer = effects.root(pointer)
    is_root = shared or isinstance(pointer.owner, ir.Block)
    return Touched(kind, pointer if is_root else None, shared, number, RELEASES in op.attributes)


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
        return a.kind != b.kind
    return _overlap(a.root, b.root)


def _overlap(a: ir.Value, b: ir.Value) -> bool:
    (first, size), (second, other) = (_span(root.owner.operation) for root in (a, b))
    return first < second + other and second < first + size


def _span(op: ir.Operation) -> tuple[int, int]:
    assert op.name == REGION
    return op.attributes[OFFSET].value, op.attributes[BYTES].value


def _barrier(op: ir.Operation) -> None:
    scope = ir.Attribute.parse("#gpu.barrier_scope<workgroup>")
    with ir.InsertionPoint(op):
        ir.Operation.create(BARRIER, attributes={"scope": scope}, loc=op.location)
