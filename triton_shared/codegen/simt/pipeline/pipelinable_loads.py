"""Which loads of a loop may be prefetched, into shared memory, and why others may not.

    scf.for %k = … iter_args(%acc = %zero, %at = %c0) {
      %buf = memref.alloc() ; scf.if %partial { linalg.fill %z, %buf }
      memref.copy %x[%at …], %buf ; %t = bufferization.to_tensor %buf
      %sum = linalg.matmul ins(%t, …) outs(%acc)
      scf.yield %sum, %at + 64
    }

The load of ``%t`` is *staged*: its elements end in a dot, and where they lie and which of them are loaded, `%at`
and `%partial`, follows from the number of the iteration and from scalars that the loop carries, by arithmetic, and from
numbers in memory that the loop leaves as it is, such as lists of blocks.
So it can be computed for a future iteration.  Nothing is known of kernels: any loop may be looked at.

So can the rows of a block that a loop copies one by one, from places that a tensor says::

    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %at = tensor.extract %indices[%i] ; memref.copy %x[%at * 64 …], %buf[%i, 0] [1, 64] }

``%indices`` may come from before the loop, or be loaded in the same iteration, in a way that can be done ahead itself.

Other loads of such a loop may be prefetched, into registers: those of another shape, and those that feed
no dot.  A load stays where it is if the loop writes to its memory, or does what orders memory: volatile accesses,
calls, atomic accesses that tell the program what others have written.  The analysis is pure; `Staging` says what it has
found, `str` of it in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from triton_shared.codegen.simt.analysis.tensor_ops import constant_of
from triton_shared.codegen.simt.analysis.views import ALLOCATIONS, Part, View, part_of, root_of
from triton_shared.codegen.simt.analysis.wraps import UNSTORED, WRAPPED, Wrap, wrap_of
from triton_shared.codegen.simt.layouts.spaces import PARALLEL, dims_of
from triton_shared.codegen.simt.pipeline import loop_plan
from triton_shared.codegen.simt.pipeline.loop_plan import NONE, REASON
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.errors import LoweringError
from triton_shared.ir import effects
from triton_shared.ir.walk import (
    all_ops,
    ancestor_in,
    block_of,
    function_of,
    is_argument,
    is_made_inside,
    ops_around,
    owner_of,
    reached,
    terminator,
)
from triton_shared.mlir import ir
from triton_shared.records import dataclass

NUM_STAGES, VOLATILE = "tt.num_stages", "tt.volatile"
#: on an atomic op: the order that it asks for, and among which threads
SEM, SCOPE, RELAXED, SYSTEM = "tt.sem", "tt.scope", "relaxed", "sys"
FUNCTION = "func.func"
TRANSPOSE = "linalg.transpose"
#: reads a number
READ = "memref.load"
#: on a loop: a warp of its own is to begin its copies, or those of loops inside of it
WARP_SPECIALIZE = "tt.warp_specialize"

#: what a load of numbers may stand in
CONTROL = ("scf.if", "scf.for", PARALLEL)
#: ops on tensors through which what is loaded reaches a dot
_CARRIERS = ("linalg.generic", TRANSPOSE, "linalg.broadcast", "tensor.")
#: ends of the names of ops that are not defined for all numbers
_TRAPS = ("divsi", "divui", "remsi", "remui")


@dataclass(frozen=True)
class IndexLoad:
    """A block of numbers that an iteration loads, and that says where rows lie which it loads.

    Attributes:
        tensor: what is loaded.
        members: the ops of the loop's body that make it up, in order.
        bases: what it reads.
    """

    tensor: ir.Value
    members: tuple[ir.Operation, ...]
    bases: tuple[ir.Value, ...]

    @property
    def buffer(self) -> ir.Value:
        """The buffer that is filled."""
        maker = owner_of(self.tensor)
        assert maker is not None
        return maker.operands[0]


@dataclass(frozen=True)
class TileLoad:
    """One load of a block as the shared form writes it, in the body of a loop.

    Attributes:
        tensor: what is loaded.
        members: the ops of the loop's body that make it up, in order.
        copy: the `memref.copy`.
        source: the part of memory that is copied.
        target: the part of the buffer that it is copied to.
        pad: what the other elements are, None where nothing says so.
        guards: conditions under which anything is copied.
        inner: the ops inside of branches that compute these, and where what is copied lies, in order.
        segments: the loops over segments around the copy, outermost first.
        is_plain: whether no condition stands inside of these.
        rows: the loop over rows around the copy, which copies one of them, if there is one.
        indices: what the iteration loads to know where the rows lie.
    """

    tensor: ir.Value
    members: tuple[ir.Operation, ...]
    copy: ir.Operation
    source: Part
    target: Part
    pad: ir.Value | None
    guards: tuple[ir.Value, ...]
    inner: tuple[ir.Operation, ...]
    segments: tuple[ir.Operation, ...]
    is_plain: bool
    rows: ir.Operation | None = None
    indices: tuple[IndexLoad, ...] = ()

    @property
    def row_dim(self) -> int:
        """The dimension that the loop over ``rows`` runs over."""
        return next(d for d in range(self.tensor.type.rank) if d not in self.target.kept)

    @property
    def buffer(self) -> ir.Operation:
        """What makes the buffer that is filled."""
        maker = owner_of(self.target.root)
        assert maker is not None
        return maker

    @property
    def unstored(self) -> Wrap | None:
        """What its segments count, if the pass `note-unstored-wraps` says that nothing is needed that wraps."""
        is_noted = len(self.segments) == 1 and UNSTORED in self.segments[0].attributes
        return wrap_of(self.segments[0]) if is_noted else None

    @property
    def view(self) -> View:
        """The block of memory that ``source`` is a part of."""
        assert isinstance(self.source.root, View)
        return self.source.root


@dataclass(frozen=True)
class NotPipelined:
    """A load that is not made ahead, and why."""

    op: ir.Operation
    reason: str


@dataclass(frozen=True)
class Staging:
    """What is made ahead in ``loop``.

    Attributes:
        stages: how many iterations' tiles there are.
        loads: those made ahead, into tiles.
        register_loads: those prefetched one iteration ahead, into registers.
        left: the others, with reasons.
        scalars: the scalar ops of the body that an iteration ahead computes again, in order.
        carried: the numbers of the scalars that it needs of those that the loop carries.
    """

    loop: ir.Operation
    stages: int
    loads: tuple[TileLoad, ...]
    register_loads: tuple[TileLoad, ...]
    left: tuple[NotPipelined, ...]
    scalars: tuple[ir.Operation, ...]
    carried: tuple[int, ...]

    @property
    def indices(self) -> tuple[IndexLoad, ...]:
        """What is loaded to know where rows lie that are made ahead."""
        return tuple(dict.fromkeys(index for load in self.loads for index in load.indices))

    @property
    def unused_indices(self) -> tuple[IndexLoad, ...]:
        """Those of them that nothing else reads."""
        return _unused(self.loop.regions[0].blocks[0], self.loads)

    def __str__(self) -> str:
        made = f"{len(self.loads)} loads in {self.stages} stages" if self.loads else "no loads ahead"
        if self.register_loads:
            made += f", {len(self.register_loads)} an iteration ahead in registers"
        return "; ".join([made, *(f"a load stays where it is: {left.reason}" for left in self.left)])


class CannotPipeline(Exception):
    """Why a load stays where it is."""


def untransposed(value: ir.Value) -> ir.Value:
    """What ``value`` is the transposition of, or it."""
    op = owner_of(value)
    return op.operands[0] if op is not None and op.name == TRANSPOSE else value


def stages_of(loop: ir.Operation, target: SimtTarget) -> int:
    """How many stages ``loop`` is to have: what it says itself, else what the launch says."""
    if NUM_STAGES in loop.attributes:
        return loop.attributes[NUM_STAGES].value
    return target.num_stages


def staged(function: ir.Operation, stages: Callable[[ir.Operation], int]) -> list[Staging]:
    """The loops of ``function`` that have loads ahead, in so many ``stages`` as each may have."""
    found = [staging(loop, stages(loop)) for loop in all_ops(function, {"scf.for"})]
    return [one for one in found if one.loads]


def staging(loop: ir.Operation, stages: int) -> Staging:
    """What of the `scf.for` ``loop`` can be made ahead in ``stages`` stages."""
    body = loop.regions[0].blocks[0]
    allocations = [op.operation for op in body.operations if op.operation.name in ALLOCATIONS]
    if stages < 2 or not allocations:
        return Staging(loop, stages, (), (), (), (), ())
    loads: list[TileLoad] = []
    register_loads: list[TileLoad] = []
    left: list[NotPipelined] = []
    memory = Memory(loop)
    loop_scalars = LoopScalars(loop, memory)
    for allocation in allocations:
        said = loop_plan.copy_of(allocation)
        if said == NONE:
            left.append(NotPipelined(allocation, _reason_on(allocation)))
            continue
        try:
            load = _tile_load(allocation, body)
            _check(load, loop_scalars)
            is_dot_operand = _reaches_dot(load.tensor, body) and load.tensor.type.rank in (2, 3)
            if load.rows is not None and not is_dot_operand:
                raise CannotPipeline("its rows lie at indices, and feed no product")
            (loads if is_dot_operand else register_loads).append(load)
        except CannotPipeline as reason:
            _leave(left, allocation, str(reason))
    if not loads:
        for load in register_loads:
            _leave(left, load.buffer, "no load of this loop feeds a product")
        register_loads = []
    unused = {index.tensor for index in _unused(body, loads)}
    register_loads = [load for load in register_loads if load.tensor not in unused]
    wanted = [value for load in (*loads, *register_loads) for value in _needed(load, body)]
    scalars, carried = loop_scalars.slice(wanted)
    scalars += tuple(op for load in (*loads, *register_loads) for op in load.inner)
    return Staging(loop, stages, tuple(loads), tuple(register_loads), tuple(left), scalars, carried)


def _unused(body: ir.Block, loads: Sequence[TileLoad]) -> tuple[IndexLoad, ...]:
    """What ``loads`` in the ``body`` of a loop need to know where rows lie, and nothing else does."""
    members = {member for load in loads for member in load.members}
    indices = dict.fromkeys(index for load in loads for index in load.indices)
    users = {
        index: {ancestor_in(body, use.owner.operation) for use in index.tensor.uses} for index in indices
    }
    return tuple(index for index in indices if users[index] <= members)


def _leave(left: list[NotPipelined], buffer: ir.Operation, reason: str) -> None:
    """Note that the load which fills ``buffer`` is not made ahead, if it does not say that it is."""
    if loop_plan.copy_of(buffer) is not None:
        raise loop_plan.refused(buffer, reason)
    left.append(NotPipelined(buffer, reason))


def _reason_on(buffer: ir.Operation) -> str:
    said = buffer.attributes.get(REASON)
    return said.value if isinstance(said, ir.StringAttr) else "it says so"


def _check(load: TileLoad, loop_scalars: LoopScalars) -> None:
    """Raise `CannotPipeline` unless ``load`` may be made ahead."""
    if VOLATILE in load.copy.attributes:
        raise CannotPipeline("it is volatile")
    for base in (load.view.base, *(base for index in load.indices for base in index.bases)):
        loop_scalars.memory.check(base)
    for value in _needed(load, loop_scalars.body):
        loop_scalars.check(value, may_read=not load.segments)


# What a load consists of


def _tile_load(allocation: ir.Operation, body: ir.Block) -> TileLoad:
    """The load that fills the buffer ``allocation``; raises `CannotPipeline` where it is none."""
    users = [op for op, _ in effects.uses(allocation.result)]
    fills = [op for op in users if op.name == "linalg.fill"]
    copies = [op for op in users if op.name == "memref.copy" and root_of(op.operands[1]) == allocation.result]
    tensors = [op for op in users if op.name == "bufferization.to_tensor"]
    others = [op for op in users if op not in (*fills, *copies, *tensors) and not effects.is_view(op)]
    if others:
        raise CannotPipeline(f"its buffer is used by {others[0].name}")
    if len(copies) != 1 or len(tensors) != 1 or len(fills) > 1 or tensors[0].block != body:
        raise CannotPipeline("its buffer is filled in more than one step")
    (copy,), (tensor,) = copies, tensors
    source, target = _parts(copy)
    tops = {ancestor_in(body, op) for op in (allocation, *users, *_views(copy.operands[0], body))}
    members = tuple(op.operation for op in body.operations if op.operation in tops)
    for member in members:
        _check_member(member, (*users, copy))
    pad = fills[0].operands[0] if fills else None
    guards, segments, is_plain, rows = _around(copy, body)
    indices = _indices(rows, copy, body) if rows is not None else ()
    places = [] if rows is not None else [*_places(source), *_places(target)]
    inner = () if segments else _inner(members, [*guards, *places])
    load = TileLoad(
        tensor.result, members, copy, source, target, pad, guards, inner, segments, is_plain, rows, indices
    )
    if rows is not None and not _is_row(load):
        raise CannotPipeline(f"it is inside of {PARALLEL}")
    return load


def _places(part: Part) -> Iterator[ir.Value]:
    """The values that say where ``part`` lies."""
    view = [part.root.base, part.root.offset, *part.root.strides] if isinstance(part.root, View) else []
    yield from (v for v in (*view, *part.window.begin, *part.window.size) if not isinstance(v, int))


def _inner(members: tuple[ir.Operation, ...], wanted: list[ir.Value]) -> tuple[ir.Operation, ...]:
    """The ops in branches of ``members`` that compute what is ``wanted``: where no branch is, they must be harmless."""
    inside = {op: None for member in members for op in all_ops(member)}

    def operands(value: ir.Value) -> Iterable[ir.Value]:
        op = owner_of(value)
        return op.operands if op is not None and op in inside else ()

    found = {owner_of(value) for value in reached(wanted, operands)}
    ops = tuple(op for op in inside if op in found)
    for op in ops:
        if not effects.computes_numbers(op) or op.regions or op.name.endswith(_TRAPS):
            raise CannotPipeline(f"{op.name} in a branch says where it lies")
    return ops


def _parts(copy: ir.Operation) -> tuple[Part, Part]:
    """What ``copy`` copies, from global memory, and to what."""
    try:
        source, target = (part_of(copy, operand) for operand in copy.operands)
    except LoweringError as error:
        raise CannotPipeline("it goes through a memref of another kind") from error
    if not isinstance(source.root, View):
        raise CannotPipeline("it is no load of global memory")
    return source, target


# Rows


def _is_row(load: TileLoad) -> bool:
    """Whether ``load`` copies neighbours, in memory and in its block, of the row that its loop is at."""
    assert load.rows is not None
    (at,), window, kept = load.rows.regions[0].blocks[0].arguments, load.target.window, load.target.kept
    if load.segments or load.tensor.type.rank != 2 or len(kept) != 1 or load.source.kept != (0,):
        return False
    row = window.begin[load.row_dim], window.size[load.row_dim]
    same = load.view.strides == (1,) and load.view.shape == (load.tensor.type.shape[kept[0]],)
    return same and row == (at, 1)


def _indices(rows: ir.Operation, copy: ir.Operation, body: ir.Block) -> tuple[IndexLoad, ...]:
    """What an iteration loads that says what the loop over ``rows`` copies.

    Raises:
        CannotPipeline: it does something else, or where rows lie is computed in the iteration.
    """
    arguments = list(rows.regions[0].blocks[0].arguments)
    if len(arguments) != 1 or rows.results or constant_of(rows.operands[2]) != 1:
        raise CannotPipeline(f"it is inside of {PARALLEL}")
    found: dict[ir.Value, IndexLoad] = {}
    for op in all_ops(rows):
        if op.name == "tensor.extract":
            source, *indices = op.operands
            if dims_of({arguments[0]: 0}, indices, source.type.shape) != [0]:
                raise CannotPipeline("where its rows lie is read at other places than theirs")
            if block_of(source) == body and source not in found:
                found[source] = _index_load(source, body)
        elif op != copy and not _is_straight(op):
            raise CannotPipeline(f"{op.name} stands in the loop over its rows")
    return tuple(found.values())


def _is_straight(op: ir.Operation) -> bool:
    """Whether ``op`` may be done for rows that are not copied, too."""
    match op.name:
        case "scf.if":
            return not op.results and len(op.regions[1].blocks) == 0
        case "scf.yield" | "scf.reduce":
            return True
    return not op.regions and (effects.computes_numbers(op) or effects.is_view(op))


def _index_load(tensor: ir.Value, body: ir.Block) -> IndexLoad:
    """The load of ``tensor`` in the ``body`` of a loop; raises `CannotPipeline` where it is none."""
    maker = owner_of(tensor)
    allocation = owner_of(maker.operands[0]) if maker and maker.name == "bufferization.to_tensor" else None
    if maker is None or allocation is None or allocation.name not in ALLOCATIONS or allocation.block != body:
        raise CannotPipeline("where its rows lie is computed in the iteration")
    users = [op for op, _ in effects.uses(allocation.result)]
    tops = {ancestor_in(body, op) for op in (allocation, *users) if op != maker} | {maker}
    inner = [op for top in tops if top is not None for op in (top, *all_ops(top))]
    views = [view for op in inner for operand in op.operands for view in _views(operand, body)]
    tops |= {ancestor_in(body, view) for view in views}
    members = tuple(op.operation for op in body.operations if op.operation in tops)
    bases = tuple(base for op in inner if (base := _index_base(op, allocation.result)) is not None)
    if not all(op == maker or op in inner for op in users):
        raise CannotPipeline("where its rows lie is no plain load")
    return IndexLoad(tensor, members, bases)


def _index_base(op: ir.Operation, buffer: ir.Value) -> ir.Value | None:
    """What ``op``, of a load to ``buffer``, reads of global memory; raises `CannotPipeline` where it is none."""
    match op.name:
        case "memref.load":
            source = op.operands[0]
        case "memref.copy" | "linalg.broadcast" if not op.results and root_of(op.operands[1]) == buffer:
            source = op.operands[0]
        case "memref.store" | "linalg.fill" if not op.results and root_of(op.operands[1]) == buffer:
            return None
        case "memref.alloc" | "memref.alloca" | "bufferization.to_tensor" if buffer in (
            *op.results,
            *op.operands,
        ):
            return None
        case _:
            if op.name in CONTROL or effects.only_computes(op) or effects.of(op).hands_on:
                return None
            raise CannotPipeline(f"{op.name} stands in a load of where its rows lie")
    root = part_of(op, source).root
    if VOLATILE in op.attributes or not isinstance(root, View):
        raise CannotPipeline("where its rows lie is no plain load")
    return root.base


# What is around the copy, and what it needs


def _views(memref: ir.Value, body: ir.Block) -> Iterator[ir.Operation]:
    """The views that ``memref`` is made by inside of ``body``."""
    while (op := owner_of(memref)) is not None and effects.is_view(op) and ancestor_in(body, op) is not None:
        yield op
        memref = op.operands[0]


def _check_member(member: ir.Operation, own: tuple[ir.Operation, ...]) -> None:
    """Refuse a load that needs more than scalars, or has other ops in its branches."""
    for op in all_ops(member):
        if op not in own and not effects.only_computes(op) and not effects.of(op).hands_on:
            raise CannotPipeline(f"{op.name} stands in a branch or a loop around it")


def _around(
    copy: ir.Operation, body: ir.Block
) -> tuple[tuple[ir.Value, ...], tuple[ir.Operation, ...], bool, ir.Operation | None]:
    """The conditions and the loops over segments around ``copy``, whether the loops are inside of these, and the loop
    over rows; conditions inside of that are each row's own."""
    rows: ir.Operation | None = None
    guards: list[ir.Value] = []
    segments: list[ir.Operation] = []
    is_plain = True
    op = copy.parent.operation
    while op != body.owner.operation:
        if op.name == "scf.if" and not op.results and len(op.regions[1].blocks) == 0:
            guards.append(op.operands[0])
            if any(_is_made_in(op.regions[0].blocks[0], loop) for loop in segments):
                raise CannotPipeline("where its segments lie is computed in a branch around them")
        elif op.name == "scf.for" and WRAPPED in op.attributes:
            is_plain = is_plain and not guards
            if any(is_made_inside(guard, op) for guard in guards):
                raise CannotPipeline("a condition of its own stands in each of its segments")
            segments.insert(0, op)
        elif op.name == PARALLEL and rows is None:
            rows, guards = op, []
        else:
            raise CannotPipeline(f"it is inside of {op.name}")
        op = op.parent.operation
    return tuple(guards), tuple(segments), is_plain, rows


def _is_made_in(block: ir.Block, loop: ir.Operation) -> bool:
    """Whether ops of ``block`` make what ``loop`` or an op in it uses."""
    return any(block_of(value) == block for op in (loop, *all_ops(loop)) for value in op.operands)


def _needed(load: TileLoad, body: ir.Block) -> Iterator[ir.Value]:
    """The values of the iteration that the load's ops use, but for each other's."""
    members = (*load.members, *(member for index in load.indices for member in index.members))
    for member in members:
        for op in (member, *all_ops(member)):
            for value in op.operands:
                maker = owner_of(value)
                if block_of(value) == body and (maker is None or maker not in members):
                    yield value


def _reaches_dot(tensor: ir.Value, body: ir.Block) -> bool:
    """Whether elements of ``tensor`` are operands of a dot of this loop's body, as they are or computed with."""

    def users(value: ir.Value) -> Iterator[tuple[ir.Operation, int]]:
        for use in value.uses:
            op = use.owner.operation
            if next(around for around in ops_around(op) if around.name != "scf.if") == body.owner.operation:
                yield op, use.operand_number

    def made(value: ir.Value) -> list[ir.Value]:
        return [result for op, _ in users(value) if op.name.startswith(_CARRIERS) for result in op.results]

    operands = (user for value in reached([tensor], made) for user in users(value))
    return any(op.name in PRODUCTS and number < 2 for op, number in operands)


# What it depends on


class LoopScalars:
    """What of the scalars of a loop's body is known for future iterations."""

    def __init__(self, loop: ir.Operation, memory: Memory | None = None):
        self.loop, self.memory = loop, memory or Memory(loop)
        self.body = loop.regions[0].blocks[0]
        self.yields = list(terminator(self.body).operands)
        self._known: dict[ir.Value, str | None] = {}

    def check(self, value: ir.Value, may_read: bool) -> None:
        """Raise `CannotPipeline` unless ``value`` can be computed for a future iteration, which ``may_read`` memory."""
        if (reason := self._obstacle(value)) is not None:
            raise CannotPipeline(reason)
        reader = None if may_read else next(filter(reads_memory, self.slice([value])[0]), None)
        if reader is not None:
            raise CannotPipeline(_needs(reader))

    def _obstacle(self, value: ir.Value) -> str | None:
        if block_of(value) != self.body:
            return None
        if value not in self._known:
            self._known[value] = None  # for what asks for itself round the loop
            self._known[value] = self._found(value)
        return self._known[value]

    def _found(self, value: ir.Value) -> str | None:
        if isinstance(value.owner, ir.Block):
            number = value.arg_number - 1
            return None if number < 0 else self._obstacle(self.yields[number])
        op = value.owner.operation
        return self._refused(op) or next(filter(None, map(self._obstacle, _used(op))), None)

    def _refused(self, op: ir.Operation) -> str | None:
        """Why ``op`` itself cannot be done ahead."""
        if op.name == "scf.if" and all(map(effects.is_number, op.results)):
            inner = [one for one in all_ops(op) if not effects.of(one).hands_on]
            return next(filter(None, map(self._refused, inner)), None)
        if op.name == READ and isinstance(part_of(op, op.operands[0]).root, View):
            return self.memory.obstacle(root_of(op.operands[0]))
        is_known = effects.computes_numbers(op) or effects.is_view(op)
        return None if is_known and not op.regions else _needs(op)

    def varies(self, value: ir.Value) -> bool:
        """Whether ``value``, of the body or of a loop inside of it, may be another one in each iteration."""
        return self.depends(value, self.body)

    def depends(self, value: ir.Value, on: ir.Block) -> bool:
        """Whether ``value`` is computed from an argument of the block ``on``."""

        def operands(value: ir.Value) -> Iterable[ir.Value]:
            op = owner_of(value)
            return _used(op) if op is not None and ancestor_in(self.body, op) is not None else ()

        return any(one.owner == on for one in reached([value], operands))

    def slice(self, wanted: list[ir.Value]) -> tuple[tuple[ir.Operation, ...], tuple[int, ...]]:
        """The ops of the body that compute ``wanted`` and, for later iterations, the carried scalars that it needs."""

        def needed(value: ir.Value) -> Iterable[ir.Value]:
            if block_of(value) != self.body:
                return ()
            if (op := owner_of(value)) is not None:
                return _used(op)
            return [self.yields[value.arg_number - 1]] if value.arg_number else ()

        values = [value for value in reached(wanted, needed) if block_of(value) == self.body]
        ops = {op for value in values if (op := owner_of(value)) is not None}
        carried = {value.arg_number - 1 for value in values if owner_of(value) is None and value.arg_number}
        ordered = tuple(op.operation for op in self.body.operations if op.operation in ops)
        return ordered, tuple(sorted(carried))


def reads_memory(op: ir.Operation) -> bool:
    """Whether ``op`` or one in it reads memory."""
    return any(inner.name == READ for inner in (op, *all_ops(op)))


def _used(op: ir.Operation) -> list[ir.Value]:
    """What ``op`` and the ops in it use."""
    return [value for one in (op, *all_ops(op)) for value in one.operands]


def _needs(op: ir.Operation) -> str:
    return f"its address or its mask needs the result of {op.name}"


# What happens to memory meanwhile


class Memory:
    """What a loop, or a whole kernel, does to memory.

    An atomic update that is relaxed, or whose result nothing uses, tells the program nothing of other memory: it is a
    write.  Behind one that is not relaxed, no load may find less than what other programs of the launch wrote before
    theirs; so the whole kernel must leave alone what is loaded.
    """

    def __init__(self, within: ir.Operation):
        self.within, self.name = within, "kernel" if within.name == FUNCTION else "loop"
        self._written: set[ir.Value] = set()
        self._order: str | None = None
        self._has_updates = self._acquires = False
        for op in all_ops(within):
            self._note(op)

    def _note(self, op: ir.Operation) -> None:
        row = effects.of(op)
        if row.only_computes:
            return
        shared = [target for target in effects.written(op) if not _is_private(target)]
        if row.atomic and shared and _tells_nothing(op):
            self._has_updates = True
            self._acquires |= not _is_relaxed(op)
        elif (row.orders and (shared or not row.writes)) or row.anywhere or row.acts:
            self._order = f"{op.name} orders what the {self.name} does to memory"
        self._written.update(map(root_of, shared))

    @property
    def has_order(self) -> bool:
        """Whether anything says when others may see what has been written."""
        return self._order is not None or self._has_updates

    def check(self, base: ir.Value) -> None:
        """Raise `CannotPipeline` where what ``base`` points to may change."""
        if (reason := self.obstacle(base)) is not None:
            raise CannotPipeline(reason)

    def obstacle(self, base: ir.Value) -> str | None:
        """Why what ``base`` points to may change, if it may."""
        if self._order is not None:
            return self._order
        if base in self._written:
            return f"the {self.name} writes to the same memory"
        if self._written and not all(map(is_argument, (base, *self._written))):
            return f"the {self.name} may write to the same memory"
        if self._acquires and self.within.name != FUNCTION:
            return self._of_kernel.obstacle(base)
        return None

    @cached_property
    def _of_kernel(self) -> Memory:
        """What the kernel does that the loop is in."""
        return Memory(function_of(self.within))


def _tells_nothing(update: ir.Operation) -> bool:
    """Whether a program learns from its atomic ``update`` nothing of other memory.

    What is of the scope of the system may order what other kernels and hosts do.
    """
    is_used = any(True for result in update.results for _ in result.uses)
    scope = update.attributes.get(SCOPE)
    return _is_relaxed(update) or not (is_used or (scope is not None and scope.value == SYSTEM))


def _is_relaxed(update: ir.Operation) -> bool:
    """Whether an atomic ``update`` asks for no order."""
    return SEM in update.attributes and update.attributes[SEM].value == RELAXED


def _is_private(memref: ir.Value) -> bool:
    """Whether ``memref`` is a buffer of the program's own."""
    maker = owner_of(root_of(memref))
    return maker is not None and effects.of(maker).allocates
