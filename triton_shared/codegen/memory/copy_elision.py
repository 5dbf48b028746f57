"""Let ops read and write blocks in memory where they lie, instead of copies of them.

    %buf = memref.alloc
    scf.if %partial { linalg.fill ins(%pad) outs(%buf) }
    memref.copy %view[%lo][%n], %buf[%lo][%n]
    linalg.generic ins(%buf) outs(%out)
    memref.copy %out[%lo][%n], %target[%lo][%n]

becomes, if the inputs of the op were buffers of the kernel itself,

    %from = tts.masked_view %view[%lo][%n] pad %pad
    linalg.generic ins(%from) outs(%out)

and likewise ``outs(%to)``, where ``%to`` is a `tts.masked_view` of ``%target``.  A masked block that is worth a copy is
copied once, and not filled:

    %part = tts.masked_view %buf[%lo][%n] pad %pad
    linalg.copy ins(%from) outs(%part)
    linalg.generic ins(%part) outs(%out)

Promises: a read moves only past writes to buffers of the kernel itself, never past a write through a
pointer, and no op both reads and writes through pointers, so that overlapping pointers behave as if every
load were done before every store.  Here stands what is legal; what pays is the target's to say, by a `Policy`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, Protocol

from triton_shared.codegen.memory.uses import is_local, is_outside, writes_local
from triton_shared.codegen.nests import nest as nests
from triton_shared.codegen.nests.nest import Nest, Window
from triton_shared.ir.builder import Builder, segments
from triton_shared.ir.effects import only_computes
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, ancestor_in, made_by
from triton_shared.mlir import ir
from triton_shared.records import dataclass

MOST_READS = 3


class Policy(Protocol):
    """What a target knows of which accesses pay; the nests that it is asked about have the access in place."""

    def reads_well(self, nest: Nest, number: int) -> bool:
        """Whether input ``number`` of ``nest`` is read in place no slower than from a copy."""

    def copies_well(self, block: ir.Value, buffer: ir.Value, reads: int) -> bool:
        """Whether ``block`` is read so many times faster from a copy in ``buffer``."""

    def writes_well(self, nest: Nest) -> bool:
        """Whether the only output of ``nest`` is written in place no slower than to a copy."""

    def reads_rows_well(self, reader: ir.Operation, number: int, rows: ir.MemRefType) -> bool:
        """Whether operand ``number`` of ``reader`` is read no slower where it lies, in ``rows``."""


@dataclass(frozen=True)
class ForwardedBlock:
    """A block in memory: what ``window`` keeps of ``block``; a read of what it does not keep gives ``pad``."""

    block: ir.Value
    window: Window | None
    pad: ir.Value | None

    def put_into(self, nest: Nest, number: int) -> Nest:
        """``nest`` with operand ``number`` at this place."""
        accesses = list(nest.accesses)
        accesses[number] = replace(accesses[number], value=self.block, window=self.window, pad=self.pad)
        count = len(nest.inputs)
        return replace(nest, inputs=tuple(accesses[:count]), outputs=tuple(accesses[count:]))

    def view_before(self, op: ir.Operation) -> ir.Value:
        """The block as an operand of ``op``."""
        if self.window is None:
            return self.block
        b = Builder.before(op)
        parts = [[self.block], *([b.value(i) for i in p] for p in (self.window.begin, self.window.size))]
        parts.append([] if self.pad is None else [self.pad])
        operands = [value for part in parts for value in part]
        return b.one(nests.MASKED_VIEW, self.block.type, *operands, operandSegmentSizes=segments(*parts))


def elide_copies(function: ir.Operation, policy: Policy) -> None:
    """Find the loads and stores that need no buffer and erase their copies."""
    for op in all_ops(function, {"memref.alloc"}):
        if op.result.type.has_static_shape:
            _forward_load(op, policy)
    for op in all_ops(function, {"memref.copy"}):
        _forward_store(op, policy)


@dataclass
class _Load:
    """The ``ops`` that load one buffer, among them the ``copy`` of what lies at ``place``."""

    place: ForwardedBlock
    copy: ir.Operation
    ops: list[ir.Operation]


def _forward_load(alloc: ir.Operation, policy: Policy) -> None:
    load = _match(alloc)
    if load is None:
        return
    uses = [(use.owner.operation, use.operand_number) for use in alloc.result.uses]
    readers = [(user, number) for user, number in uses if user not in load.ops]
    copied = policy.copies_well(load.place.block, alloc.result, len(readers))
    place = replace(load.place, block=alloc.result) if copied else load.place
    if not readers or not _can_all_read(readers, load, place, policy):
        return
    last = max((r for r, _ in readers), key=position)
    if load.place.window is None if copied else not only_local_writes(load.copy, last):
        return
    fired("elide-copies", "load copied once" if copied else "load read in place")
    for reader, number in readers:
        reader.operands[number] = place.view_before(reader)
    if copied:
        source, target = (p.view_before(load.copy) for p in (load.place, place))
        Builder.before(load.copy).linalg("linalg.copy", [source], [target], lambda new, _: [new])
    for op in load.ops:
        op.erase()
    if not copied:
        alloc.erase()


def _can_all_read(
    readers: list[tuple[ir.Operation, int]], load: _Load, place: ForwardedBlock, policy: Policy
) -> bool:
    """Whether ``readers``, ops and the numbers of their operands, can read ``place``, and do so well."""
    if len(readers) > MOST_READS:
        return False
    for reader, number in readers:
        if reader.name not in nests.READERS or reader.block != load.copy.block:
            return False
        if not load.copy.is_before_in_block(reader):
            return False
        nest = nests.nest_of(Builder.before(reader), reader)
        if number >= len(nest.inputs) or not _can_read(nest, number):
            return False
        if not policy.reads_well(place.put_into(nest, number), number):
            return False
    return True


class Filling(NamedTuple):
    """What fills a buffer: a ``copy`` to the part ``target`` of it, or to all, and a ``fill`` of what that leaves."""

    copy: ir.Operation
    target: ir.Operation | None
    fill: ir.Operation | None


def filling_of(alloc: ir.Operation) -> Filling | None:
    """How ``alloc`` is filled, if that is by one copy, and one fill at most."""
    users = [use.owner.operation for use in alloc.result.uses]
    targets = [u for u in users if u.name == "memref.subview" and list(u.result.uses)]
    copies = [u for u in users if u.name == "memref.copy" and u.operands[1] == alloc.result]
    fills = [u for u in users if u.name == "linalg.fill"]
    if len(targets) + len(copies) != 1 or len(fills) > 1:
        return None
    target, fill = next(iter(targets), None), next(iter(fills), None)
    if target is not None:
        copies = [use.owner.operation for use in target.result.uses]
        if len(copies) != 1 or copies[0].name != "memref.copy" or copies[0].operands[1] != target.result:
            return None
    return Filling(copies[0], target, fill)


def _match(alloc: ir.Operation) -> _Load | None:
    """What loads ``alloc``, if it is filled in its block, from memory."""
    if (filling := filling_of(alloc)) is None:
        return None
    copy, target, fill = filling
    if copy.block != alloc.block or not is_outside(copy.operands[0]):
        return None
    place = _source(copy, target, fill)
    if place is None:
        return None
    ops = [copy] if target is None else [copy, target]
    if fill is not None:
        before = guard_of(fill)
        if before.block != alloc.block or not before.is_before_in_block(copy):
            return None
        ops += [fill] if before == fill else [fill, before]
    return _Load(place, copy, ops)


def guard_of(fill: ir.Operation) -> ir.Operation:
    """The `scf.if` that holds nothing but ``fill``, else ``fill``."""
    parent = fill.parent.operation
    if parent.name != "scf.if":
        return fill
    blocks = [block for region in parent.regions for block in region.blocks]
    return parent if sum(len(list(block.operations)) - 1 for block in blocks) == 1 else fill


def _source(
    copy: ir.Operation, target: ir.Operation | None, fill: ir.Operation | None
) -> ForwardedBlock | None:
    """What the copy reads, in the coordinates of the block that it writes."""
    source = copy.operands[0]
    if target is None:
        return ForwardedBlock(source, None, None) if source.type.has_static_shape else None
    nest = nests.nest_of(Builder.before(copy), copy)
    window = nest.outputs[0].window
    if window is None:
        return None
    return ForwardedBlock(nest.inputs[0].value, window, fill.operands[0] if fill is not None else None)


def _can_read(nest: Nest, number: int) -> bool:
    """Whether ``nest`` can read memory in place of input ``number``: along loops, and writing none."""
    dims = nest.inputs[number].dims
    along_loops = all(isinstance(d, int) for d in dims) and len(set(dims)) == len(dims)
    return along_loops and all(is_local(a.value) for a in nest.outputs)


def _forward_store(copy: ir.Operation, policy: Policy) -> None:
    """Let the op that computes the block which ``copy`` stores write it to its destination."""
    store = store_of(copy, policy)
    if store is None or any(reads_memory(a) for a in store.nest.inputs):
        return
    fired("elide-copies", "store")
    maker = store.nest.op
    maker.move_before(copy)
    maker.operands[len(maker.operands) - 1] = store.place.view_before(maker)
    copy.erase()
    if store.view is not None:
        store.view.erase()
    if not any(True for _ in store.buffer.result.uses):
        store.buffer.erase()


@dataclass(frozen=True)
class Store:
    """A copy of the block that ``nest`` computes into ``buffer``, through its ``view`` if it has one, to ``place``."""

    nest: Nest
    buffer: ir.Operation
    view: ir.Operation | None
    place: ForwardedBlock


def store_of(copy: ir.Operation, policy: Policy) -> Store | None:
    """The store that ``copy`` is, if the op that makes the block may be moved before ``copy`` and write well there."""
    nest = nests.nest_of(Builder.before(copy), copy)
    source, target = nest.inputs[0], nest.outputs[0]
    alloc = made_by(source.value, "memref.alloc")
    if alloc is None or alloc.block != copy.block:
        return None
    if not is_outside(target.value) or not target.value.type.has_static_shape:
        return None
    users = [use.owner.operation for use in source.value.uses]
    dead = [u for u in users if u == copy or (u.name == "memref.subview" and u.result == copy.operands[0])]
    maker = max((u for u in users if u not in dead and u.block == copy.block), key=position, default=None)
    if maker is None or not maker.is_before_in_block(copy) or len(dead) != 1:
        return None
    if not all(_comes_before(user, maker) for user in users if user not in dead):
        return None
    view = None if dead[0] == copy else dead[0]
    if view is not None and len(list(view.result.uses)) > 1:
        return None
    place = ForwardedBlock(target.value, target.window, None)
    if not _can_write(maker, source.value) or not is_pure_between(maker, copy):
        return None
    written = nests.nest_of(Builder.before(maker), maker)
    if not policy.writes_well(place.put_into(written, len(written.inputs))):
        return None
    return Store(written, alloc, view, place)


def reads_memory(access: nests.Access) -> bool:
    """Whether ``access`` is of memory that is not the kernel's own."""
    return access.is_memref and not is_local(access.value)


def _comes_before(op: ir.Operation, last: ir.Operation) -> bool:
    """Whether ``op`` is ``last``, or has run when ``last`` starts."""
    around = ancestor_in(last.block, op)
    return around is not None and (around == last or around.is_before_in_block(last))


def _can_write(op: ir.Operation, buffer: ir.Value) -> bool:
    """Whether ``op`` computes the whole ``buffer``, element by element."""
    if op.name not in ("linalg.generic", "linalg.fill") or op.operands[len(op.operands) - 1] != buffer:
        return False
    nest = nests.nest_of(Builder.before(op), op)
    whole = nest.outputs[0].dims == tuple(range(len(nest.extents)))
    return len(nest.outputs) == 1 and all(nest.parallel) and whole and not nest.uses_old(0)


def is_pure_between(first: ir.Operation, last: ir.Operation) -> bool:
    """Whether nothing between two ops of a block touches memory."""
    between = list(first.block.operations)[position(first) + 1 : position(last)]
    return all(
        only_computes(inner) for view in between for inner in [view.operation, *all_ops(view.operation)]
    )


def position(op: ir.Operation) -> int:
    """Which of its block's ops ``op`` is."""
    return next(i for i, other in enumerate(op.block.operations) if other.operation == op)


def only_local_writes(first: ir.Operation, last: ir.Operation) -> bool:
    """Whether the ops between ``first`` and ``last`` write nothing but buffers of the kernel."""
    between = False
    for view in first.block.operations:
        op = view.operation
        if op == last:
            return True
        if between and not all(writes_local(inner) for inner in [op, *all_ops(op)]):
            return False
        between = between or op == first
    return False
