"""Loads are read where they are used: a block that is only read once or twice is never copied.

    %buf = memref.alloc
    scf.if %partial { linalg.fill ins(%pad) outs(%buf) }
    memref.copy %view[%lo][%n], %buf[%lo][%n]
    linalg.generic ins(%buf) outs(%out)

becomes a `linalg.generic` that reads the lanes ``[lo, lo + n)`` of ``%view`` and ``pad`` elsewhere.

Promises: a read moves only past writes to buffers of the kernel itself, never past a write through a
pointer, and the op that takes the read over writes to such a buffer too, so that overlapping
pointers behave as if every load were done at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from triton_shared.codegen.cpu import nest as nests
from triton_shared.codegen.cpu.buffers import all_ops
from triton_shared.codegen.cpu.build import Builder
from triton_shared.codegen.cpu.nest import Access, Nest, Window
from triton_shared.codegen.cpu.plan import choose_lanes, cross_dim
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
class Loaded:
    """A block read from memory: ``source`` where ``window`` has lanes, ``pad`` elsewhere."""

    source: ir.Value
    window: Window | None
    pad: ir.Value | None


class Forwarded:
    """Which operands of which ops read a source: an op carries its number in an attribute."""

    KEY = "reads"

    def __init__(self):
        self.loads: list[dict[int, Loaded]] = []

    def of(self, op: ir.Operation) -> dict[int, Loaded]:
        """What the inputs of ``op`` read, by number of the input."""
        return self.loads[op.attributes[self.KEY].value] if self.KEY in op.attributes else {}

    def add(self, op: ir.Operation, loads: dict[int, Loaded]) -> None:
        """Let the inputs of ``op`` that ``loads`` holds read their sources."""
        if self.KEY not in op.attributes:
            op.attributes[self.KEY] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), len(self.loads))
            self.loads.append({})
        self.of(op).update(loads)
        for number, load in loads.items():
            op.operands[number] = load.source


def apply(nest: Nest, loads: dict[int, Loaded]) -> Nest:
    """``nest`` with the inputs whose numbers ``loads`` holds read from their sources."""

    def redirected(number: int, access: Access) -> Access:
        load = loads.get(number)
        return replace(access, value=load.source, window=load.window, pad=load.pad) if load else access

    return replace(nest, inputs=tuple(redirected(i, a) for i, a in enumerate(nest.inputs)))


def forward_loads(function: ir.Operation, vector_bits: int) -> Forwarded:
    """Find the loads that need no buffer, erase their copies, and tell which operand reads what."""
    found = Forwarded()
    for op in all_ops(function, {"memref.alloc"}):
        if op.result.type.has_static_shape:
            _forward(op, vector_bits, found)
    return found


@dataclass
class _Load:
    """The ops that load one buffer."""

    loaded: Loaded
    copy: ir.Operation
    dead: list[ir.Operation]


def _forward(alloc: ir.Operation, vector_bits: int, found: Forwarded) -> None:
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
        if number >= len(nest.inputs) or not _can_read(nest, number, load.loaded, vector_bits):
            return
    last = max((r for r, _ in readers), key=_position)
    if not _only_local_writes(load.copy, last):
        return
    for reader, number in readers:
        found.add(reader, {number: load.loaded})
    for op in load.dead:
        op.erase()
    alloc.erase()


def _match(alloc: ir.Operation, users: list[ir.Operation]) -> _Load | None:
    """The fill and the copy that load ``alloc``, if that is how it is loaded."""
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
    if copy is None or copy.block != alloc.block:
        return None
    loaded = _source(copy, target, fill)
    if loaded is None:
        return None
    dead = [copy]
    if target is not None:
        dead.append(target)
    if fill is not None:
        before = _guard(fill)
        if before.block != alloc.block or not before.is_before_in_block(copy):
            return None
        dead += [fill] if before == fill else [fill, before]
    return _Load(loaded, copy, dead)


def _guard(fill: ir.Operation) -> ir.Operation:
    """The `scf.if` that holds nothing but ``fill``, else ``fill``."""
    parent = fill.parent.operation
    if parent.name != "scf.if":
        return fill
    blocks = [block for region in parent.regions for block in region.blocks]
    return parent if sum(len(list(block.operations)) - 1 for block in blocks) == 1 else fill


def _source(copy: ir.Operation, target: ir.Operation | None, fill: ir.Operation | None) -> Loaded | None:
    """What the copy reads, in the coordinates of the block that it writes."""
    source = copy.operands[0]
    if target is None:
        return Loaded(source, None, None) if source.type.has_static_shape else None
    nest = nests.nest_of(Builder.before(copy), copy)
    window = nest.outputs[0].window
    if window is None:
        return None
    return Loaded(nest.inputs[0].value, window, fill.operands[0] if fill is not None else None)


def _can_read(nest: Nest, number: int, loaded: Loaded, vector_bits: int) -> bool:
    """Whether ``nest`` can read the source in place of input ``number``: in vectors, each element once."""
    access = nest.inputs[number]
    if sorted(map(str, access.dims)) != sorted(map(str, range(len(nest.extents)))):
        return False
    if not all(_is_local(a.value) for a in nest.outputs):
        return False
    changed = apply(nest, {number: loaded})
    lanes = choose_lanes(changed, vector_bits)
    return lanes is not None and (
        changed.inputs[number].contiguous(lanes.dim) or cross_dim(changed, lanes) is not None
    )


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
