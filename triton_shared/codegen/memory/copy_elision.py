"""Blocks are read and written where they are used: what is only passed on is never copied.

    %buf = memref.alloc
    scf.if %partial { linalg.fill ins(%pad) outs(%buf) }
    memref.copy %view[%lo][%n], %buf[%lo][%n]
    linalg.generic ins(%buf) outs(%out)
    memref.copy %out[%lo][%n], %target[%lo][%n]

becomes a `linalg.generic` that reads the lanes ``[lo, lo + n)`` of ``%view`` and ``pad`` elsewhere; one whose
inputs are buffers of the kernel itself writes the lanes of ``%target``.

Promises: a read moves only past writes to buffers of the kernel itself, never past a write through a
pointer, and no op both reads and writes through pointers, so that overlapping pointers behave as if every
load were done before every store.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from triton_shared.codegen.build import Builder
from triton_shared.codegen.cpu.strategy import choose_lanes, cross_dim, strided_accesses
from triton_shared.codegen.nests import nest as nests
from triton_shared.codegen.nests.nest import Access, Nest, Window
from triton_shared.codegen.walk import all_ops
from triton_shared.mlir import ir

MOST_READS = 3

HARMLESS = (
    "arith.",
    "math.",
    "affine.",
    "memref.alloc",
    "memref.load",
    "memref.dim",
    "memref.view",
    *nests.VIEWS,
    "linalg.index",
    "linalg.yield",
    "scf.",
    "tensor.",
    "vector.",
)


@dataclass(frozen=True)
class Place:
    """A block in memory: what ``window`` keeps of ``block``; a read of what it does not keep gives ``pad``."""

    block: ir.Value
    window: Window | None
    pad: ir.Value | None


class Places:
    """Which operands of which ops are blocks in memory: an op carries its number in an attribute."""

    KEY = "places"

    def __init__(self):
        self.places: list[dict[int, Place]] = []

    def of(self, op: ir.Operation) -> dict[int, Place]:
        """The places of ``op``, by number of the operand."""
        return self.places[op.attributes[self.KEY].value] if self.KEY in op.attributes else {}

    def add(self, op: ir.Operation, number: int, place: Place) -> None:
        """Let operand ``number`` of ``op`` be ``place``."""
        if self.KEY not in op.attributes:
            op.attributes[self.KEY] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), len(self.places))
            self.places.append({})
        self.of(op)[number] = place
        op.operands[number] = place.block


def apply(nest: Nest, places: dict[int, Place]) -> Nest:
    """``nest`` with the operands that ``places`` holds by number at their places."""

    def moved(number: int, access: Access) -> Access:
        place = places.get(number)
        return replace(access, value=place.block, window=place.window, pad=place.pad) if place else access

    accesses = [moved(i, a) for i, a in enumerate(nest.accesses)]
    count = len(nest.inputs)
    return replace(nest, inputs=tuple(accesses[:count]), outputs=tuple(accesses[count:]))


def forward(function: ir.Operation, vector_bits: int) -> Places:
    """Find the loads and stores that need no buffer, erase their copies, and tell what is read and written where."""
    found = Places()
    for op in all_ops(function, {"memref.alloc"}):
        if op.result.type.has_static_shape:
            _forward_load(op, vector_bits, found)
    for op in all_ops(function, {"memref.copy"}):
        _forward_store(op, vector_bits, found)
    return found


@dataclass
class _Load:
    """The ops that load one buffer."""

    place: Place
    copy: ir.Operation
    dead: list[ir.Operation]


def _forward_load(alloc: ir.Operation, vector_bits: int, found: Places) -> None:
    users = [use.owner.operation for use in alloc.result.uses]
    load = _match(alloc, users)
    if load is None:
        return
    rest = [u for u in users if u not in load.dead]
    readers = [(u, n) for u in rest for n, v in enumerate(u.operands) if v == alloc.result]
    if not 0 < len(readers) <= MOST_READS:
        return
    for reader, number in readers:
        if reader.name not in nests.READERS or reader.block != alloc.block:
            return
        if not load.copy.is_before_in_block(reader):
            return
        nest = apply(nests.nest_of(Builder.before(reader), reader), found.of(reader))
        if number >= len(nest.inputs) or not _can_read(nest, number, load.place, vector_bits):
            return
    last = max((r for r, _ in readers), key=_position)
    if not _only_local_writes(load.copy, last):
        return
    for reader, number in readers:
        found.add(reader, number, load.place)
    for op in load.dead:
        op.erase()
    alloc.erase()


def _match(alloc: ir.Operation, users: list[ir.Operation]) -> _Load | None:
    """The fill and the copy that load ``alloc``, if that is how it is place."""
    copy, target, fill = None, None, None
    for user in users:
        match user.name:
            case "memref.subview" if uses := [u.owner.operation for u in user.result.uses]:
                writes = [u for u in uses if u.name == "memref.copy" and u.operands[1] == user.result]
                if len(uses) != 1 or not writes or copy is not None:
                    return None
                copy, target = uses[0], user
            case "memref.copy" if user.operands[1] == alloc.result:
                if copy is not None:
                    return None
                copy = user
            case "linalg.fill" if user.operands[1] == alloc.result:
                if fill is not None:
                    return None
                fill = user
    if copy is None or copy.block != alloc.block or _is_local(copy.operands[0]):
        return None
    place = _source(copy, target, fill)
    if place is None:
        return None
    dead = [copy]
    if target is not None:
        dead.append(target)
    if fill is not None:
        before = _guard(fill)
        if before.block != alloc.block or not before.is_before_in_block(copy):
            return None
        dead += [fill] if before == fill else [fill, before]
    return _Load(place, copy, dead)


def _guard(fill: ir.Operation) -> ir.Operation:
    """The `scf.if` that holds nothing but ``fill``, else ``fill``."""
    parent = fill.parent.operation
    if parent.name != "scf.if":
        return fill
    blocks = [block for region in parent.regions for block in region.blocks]
    return parent if sum(len(list(block.operations)) - 1 for block in blocks) == 1 else fill


def _source(copy: ir.Operation, target: ir.Operation | None, fill: ir.Operation | None) -> Place | None:
    """What the copy reads, in the coordinates of the block that it writes."""
    source = copy.operands[0]
    if target is None:
        return Place(source, None, None) if source.type.has_static_shape else None
    nest = nests.nest_of(Builder.before(copy), copy)
    window = nest.outputs[0].window
    if window is None:
        return None
    return Place(nest.inputs[0].value, window, fill.operands[0] if fill is not None else None)


def _can_read(nest: Nest, number: int, place: Place, vector_bits: int) -> bool:
    """Whether ``nest`` can read the source in place of input ``number``: in vectors, each element once."""
    access = nest.inputs[number]
    if sorted(map(str, access.dims)) != sorted(map(str, range(len(nest.extents)))):
        return False
    if not all(_is_local(a.value) for a in nest.outputs):
        return False
    changed = apply(nest, {number: place})
    lanes = choose_lanes(changed, vector_bits)
    return lanes is not None and (
        changed.inputs[number].contiguous(lanes.dim) or cross_dim(changed, lanes) is not None
    )


def _forward_store(copy: ir.Operation, vector_bits: int, found: Places) -> None:
    """Let the op that computes the block which ``copy`` stores write it to its destination."""
    nest = nests.nest_of(Builder.before(copy), copy)
    source, target = nest.inputs[0], nest.outputs[0]
    alloc = None if isinstance(source.value.owner, ir.Block) else source.value.owner.operation
    if alloc is None or alloc.name != "memref.alloc" or alloc.block != copy.block or _is_local(target.value):
        return
    if not target.value.type.has_static_shape:
        return
    users = [use.owner.operation for use in source.value.uses]
    dead = [u for u in users if u == copy or (u.name == "memref.subview" and u.result == copy.operands[0])]
    maker = max((u for u in users if u not in dead and u.block == copy.block), key=_position, default=None)
    if maker is None or len(dead) != 1 or not all(_comes_before(u, maker) for u in users if u not in dead):
        return
    if dead[0] != copy and len(list(dead[0].result.uses)) > 1:
        return
    place = Place(target.value, target.window, None)
    if not _can_write(maker, source.value, place, vector_bits, found) or not _is_pure_between(maker, copy):
        return
    maker.move_before(copy)
    found.add(maker, len(maker.operands) - 1, place)
    copy.erase()
    if dead[0].name == "memref.subview":
        dead[0].erase()
    if not any(True for _ in alloc.result.uses):
        alloc.erase()


def _comes_before(op: ir.Operation, last: ir.Operation) -> bool:
    """Whether ``op`` is ``last``, or has run when ``last`` starts."""
    while op.block != last.block:
        op = op.parent.operation
    return op == last or op.is_before_in_block(last)


def _can_write(op: ir.Operation, buffer: ir.Value, place: Place, vector_bits: int, found: Places) -> bool:
    """Whether ``op`` computes the whole ``buffer``, from buffers only, and could write it to ``place`` in vectors."""
    if op.name not in ("linalg.generic", "linalg.fill") or op.operands[len(op.operands) - 1] != buffer:
        return False
    nest = nests.nest_of(Builder.before(op), op)
    whole = nest.outputs[0].dims == tuple(range(len(nest.extents)))
    if len(nest.outputs) != 1 or not all(nest.parallel) or not whole or nest.uses_old(0) or found.of(op):
        return False
    if not all(_is_local(a.value) for a in nest.inputs if a.is_memref):
        return False
    changed = apply(nest, {len(nest.inputs): place})
    lanes = choose_lanes(changed, vector_bits)
    return (
        lanes is not None
        and changed.outputs[0].contiguous(lanes.dim)
        and not strided_accesses(changed, lanes)
    )


def _is_pure_between(first: ir.Operation, last: ir.Operation) -> bool:
    """Whether nothing between two ops of a block touches memory."""
    between = list(first.block.operations)[_position(first) + 1 : _position(last)]
    names = {inner.name for view in between for inner in [view.operation, *all_ops(view.operation)]}
    return all(name.startswith(("arith.", "math.")) or name in nests.VIEWS for name in names)


def _position(op: ir.Operation) -> int:
    return next(i for i, other in enumerate(op.block.operations) if other.operation == op)


def _only_local_writes(first: ir.Operation, last: ir.Operation) -> bool:
    """Whether the ops between ``first`` and ``last`` write nothing but buffers of the kernel."""
    between = False
    for view in first.block.operations:
        op = view.operation
        if op == last:
            return True
        if between and not all(_writes_local(inner) for inner in [op, *all_ops(op)]):
            return False
        between = between or op == first
    return False


def _writes_local(op: ir.Operation) -> bool:
    match op.name:
        case "memref.copy" | "memref.store":
            return _is_local(op.operands[1])
        case name if name.startswith(HARMLESS):
            return True
        case name if name.startswith("linalg."):
            return all(_is_local(v) for v in list(op.operands)[nests.input_count(op) :])
    return False


def _is_local(value: ir.Value) -> bool:
    """Whether ``value`` is an allocation of the kernel, or a view of one."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        return False
    op = owner.operation
    if op.name in nests.VIEWS:
        return _is_local(op.operands[0])
    return op.name in ("memref.alloc", "memref.alloca")
