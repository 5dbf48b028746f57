"""Let read-modify-writes of neighbours, of which nobody asks for the old values, change 16 bytes at a time.

    scf.for %i = %begin to %end {
      %v = memref.load %values[%i]
      %at = memref.reinterpret_cast %x to offset: [%first + %i], sizes: [1], strides: [1]
      memref.atomic_rmw addf %v, %at[0] : (f32, memref<1xf32>) -> f32
    }

becomes, on x86 machines with ``cmpxchg16b``,

    as before up to the first element at a multiple of 16 bytes
    scf.for %i = … step 4 {
      %v = vector.load %values[%i] : vector<4xf32>
      scf.while (%seen = the 16 bytes at %x[%first + %i]) {
        %swapped = llvm.cmpxchg …, %seen, %seen + %v acq_rel acquire : !llvm.ptr, i128
        scf.condition(%failed) %found
      } …
    }
    as before for the elements that are left

Other threads may change single elements meanwhile: an exchange of 16 bytes fails if any of them has changed.  It
takes as long as one of a single element.

Promise: every element changes as by itself, to the same bits, and elements that the loop does not change are not
written.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.memory.plain_atomics import OPS
from triton_shared.codegen.memory.uses import is_local
from triton_shared.ir.addresses import address_of
from triton_shared.ir.builder import Builder, Index, bit_width, folded, i64_attr, indices, integer, strides_of
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, cloned, owner_of
from triton_shared.mlir import arith, ir
from triton_shared.records import dataclass

#: bytes of the widest exchange, and the feature that has it
BYTES, FEATURE = 16, "cx16"
MONOTONIC, ACQUIRE, ACQ_REL = 2, 4, 6  # LLVM's AtomicOrdering
#: what an iteration consists of
_BODY = frozenset(
    (
        "arith.constant",
        "arith.addi",
        "memref.reinterpret_cast",
        "memref.load",
        "memref.atomic_rmw",
        "scf.yield",
    )
)


@dataclass(frozen=True)
class _Neighbours:
    """A ``loop`` in which ``update`` changes one element per iteration, each the neighbour of the one before."""

    loop: ir.Operation
    update: ir.Operation

    @property
    def element(self) -> ir.Type:
        """What an element is."""
        return self.update.operands[0].type

    @property
    def lanes(self) -> int:
        """Elements of one exchange."""
        return BYTES * 8 // bit_width(self.element)

    @property
    def combine(self) -> str:
        """The op that makes a new element of the old one and the operand."""
        return OPS[_kind(self.update)]


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    target = CpuTarget.of(function)
    if not target.is_x86 or not target.has(FEATURE):
        return
    for update in all_ops(function, {"memref.atomic_rmw"}):
        found = _Neighbours(update.parent.operation, update)
        if _are_neighbours(found):
            fired("widen-atomics", "neighbours")
            _widen(found)


def _kind(update: ir.Operation) -> str:
    return arith.AtomicRMWKind(update.attributes["kind"].value).name.lower()


def _are_neighbours(found: _Neighbours) -> bool:
    """Whether the loop does nothing else, and the next iteration's element is next in memory and in the operand."""
    loop, update = found.loop, found.update
    if loop.name != "scf.for" or loop.results or not isinstance(loop.operands[0].type, ir.IndexType):
        return False
    body = loop.regions[0].blocks[0]
    if folded(loop.operands[2]) != 1 or not {op.operation.name for op in body.operations} <= _BODY:
        return False
    if (
        _kind(update) not in OPS
        or not 8 <= bit_width(found.element) <= 64
        or any(True for _ in update.result.uses)
    ):
        return False
    value, view, *place = update.operands
    made, cast = owner_of(value), owner_of(view)
    if cast is None or len(cast.operands) != 2 or view.type.shape != [1] or [folded(i) for i in place] != [0]:
        return False
    operand_follows = _is_outside(value, body) or (made is not None and _reads_next(made, body))
    return operand_follows and _is_next(cast.operands[1], body)


def _is_next(index: ir.Value, body: ir.Block) -> bool:
    """Whether ``index`` grows by one with each iteration."""
    if index == body.arguments[0]:
        return True
    made = owner_of(index)
    if made is None or made.name != "arith.addi" or made.block != body:
        return False
    left, right = made.operands
    return (_is_next(left, body) and _is_outside(right, body)) or (
        _is_outside(left, body) and _is_next(right, body)
    )


def _is_outside(value: ir.Value, body: ir.Block) -> bool:
    """Whether ``value`` is none that an iteration makes."""
    maker = owner_of(value)
    return value.owner != body if maker is None else maker.block != body


def _reads_next(load: ir.Operation, body: ir.Block) -> bool:
    if load.name != "memref.load" or not is_local(load.operands[0]):
        return False
    buffer, *rest, last = load.operands
    is_row = strides_of(buffer.type)[0][-1] == 1
    return is_row and last == body.arguments[0] and all(_is_outside(v, body) for v in (buffer, *rest))


def _widen(found: _Neighbours) -> None:
    """Replace the loop by three, of which the second changes 16 bytes per iteration."""
    loop, b = found.loop, Builder.before(found.loop)
    begin, end, size = loop.operands[0], loop.operands[1], bit_width(found.element) // 8
    view = _inlined(b, found, begin)[found.update.operands[1]]
    start = b.one("llvm.ptrtoint", integer(64), address_of(b, view, [0]))
    before = b.apply("arith.andi", b.apply("arith.subi", b.constant(start.type, 0), start), BYTES - 1)
    before = b.one("arith.index_cast", b.index, b.apply("arith.divui", before, size))
    is_aligned = b.compare("eq", b.apply("arith.andi", start, size - 1), 0)
    first = b.select(is_aligned, b.min(b.add(begin, before), b.max(begin, end)), b.max(begin, end))
    last = b.add(first, b.floor_to(b.sub(b.max(begin, end), first), found.lanes))
    _repeat(b, loop, begin, first)

    def iteration(i: Index, _: object) -> tuple[()]:
        place = b.one("arith.index_cast", integer(64), b.value(b.mul(b.sub(i, begin), size)))
        at = b.one("llvm.inttoptr", ir.Type.parse("!llvm.ptr"), b.apply("arith.addi", start, place))
        _exchange(b, found, at, _operand(b, found, i))
        return ()

    b.loop(first, last, found.lanes, (), iteration)
    _repeat(b, loop, last, end)
    loop.erase()


def _repeat(b: Builder, loop: ir.Operation, begin: Index, end: Index) -> None:
    clone = loop.clone(ip=b.ip)
    clone.operands[0], clone.operands[1] = b.value(begin), b.value(end)


def _inlined(b: Builder, found: _Neighbours, i: ir.Value) -> dict[ir.Value, ir.Value]:
    """What the loop makes in iteration ``i``, up to the update, here."""
    body = found.loop.regions[0].blocks[0]
    env = {body.arguments[0]: i}
    for op in (inner.operation for inner in body.operations):
        if op == found.update:
            break
        if op.name != "memref.load":
            cloned(op, env, b.ip)
    return env


def _operand(b: Builder, found: _Neighbours, i: Index) -> ir.Value:
    """The operands of the elements from ``i`` on."""
    value = found.update.operands[0]
    load = owner_of(value)
    if load is None or load.block != found.loop.regions[0].blocks[0]:
        return b.broadcast(value, found.lanes)
    buffer, *rest, _ = load.operands
    type = ir.VectorType.get((found.lanes,), found.element)
    return b.one("vector.load", type, buffer, *rest, b.value(i))


def _exchange(b: Builder, found: _Neighbours, at: ir.Value, operand: ir.Value) -> None:
    """Change the 16 bytes at ``at`` until nobody else has changed them meanwhile."""
    bits, halves = integer(BYTES * 8), ir.VectorType.get((2,), integer(64))
    order = {"ordering": i64_attr(MONOTONIC), "alignment": i64_attr(8)}
    number = b.one("llvm.ptrtoint", integer(64), at)
    there = b.one("llvm.inttoptr", at.type, b.apply("arith.addi", number, 8))
    loaded = [b.one("llvm.load", integer(64), place, **order) for place in (at, there)]
    seen = b.one("llvm.bitcast", bits, b.one("vector.from_elements", halves, *loaded))
    pair = ir.Type.parse(f"!llvm.struct<({bits}, i1)>")
    rules = {"success_ordering": i64_attr(ACQ_REL), "failure_ordering": i64_attr(ACQUIRE)}

    def exchange(seen: ir.Value) -> list[ir.Value]:
        new = b.one(
            "llvm.bitcast", bits, _combined(b, found, b.one("llvm.bitcast", operand.type, seen), operand)
        )
        swapped = b.op("llvm.cmpxchg", [pair], [at, seen, new], rules | {"alignment": i64_attr(BYTES)}).result
        found_there = b.one("llvm.extractvalue", bits, swapped, position=indices([0]))
        done = b.one("llvm.extractvalue", b.i1, swapped, position=indices([1]))
        return [b.negated(done), found_there]

    loop = b.op("scf.while", [bits], [seen], regions=2)
    b.region(loop.regions[0], [bits], exchange, "scf.condition")
    b.region(loop.regions[1], [bits], lambda found_there: [found_there], "scf.yield")


def _combined(b: Builder, found: _Neighbours, old: ir.Value, operand: ir.Value) -> ir.Value:
    """The new elements; those of 16 bits are computed in f32, as single ones are (see `expand_narrow_atomics.py`)."""
    if not isinstance(found.element, ir.FloatType) or found.element.width >= 32:
        return b.one(found.combine, old.type, old, operand)
    wide = ir.VectorType.get(old.type.shape, ir.F32Type.get())
    total = b.one(found.combine, wide, *(b.one("arith.extf", wide, v) for v in (old, operand)))
    return b.one("arith.truncf", old.type, total)
