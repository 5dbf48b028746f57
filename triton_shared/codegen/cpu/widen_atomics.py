"""Let read-modify-writes of neighbours, whose old values are not used, change 16 bytes at a time.

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

from triton_shared.codegen.cpu.neighbour_updates import Neighbours, are_neighbours, combined, inlined, operand
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.llvm.expand_narrow_atomics import MONOTONIC, exchanged
from triton_shared.ir.addresses import address_of
from triton_shared.ir.builder import Builder, Index, bit_width, i64_attr, integer
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: bytes of the widest exchange, and the feature that has it
BYTES, FEATURE = 16, "cx16"


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    target = CpuTarget.of(function)
    if not target.is_x86 or not target.has(FEATURE):
        return
    for update in all_ops(function, {"memref.atomic_rmw"}):
        found = Neighbours(update.parent.operation, update)
        if are_neighbours(found):
            fired("widen-atomics", "neighbours")
            _widen(found)


def _widen(found: Neighbours) -> None:
    """Replace the loop by three, of which the second changes 16 bytes per iteration."""
    loop, b = found.loop, Builder.before(found.loop)
    begin, end, size = loop.operands[0], loop.operands[1], bit_width(found.element) // 8
    lanes = BYTES // size
    view = inlined(b, found, begin)[found.update.operands[1]]
    start = b.one("llvm.ptrtoint", integer(64), address_of(b, view, [0]))
    before = b.apply("arith.andi", b.apply("arith.subi", b.constant(start.type, 0), start), BYTES - 1)
    before = b.one("arith.index_cast", b.index, b.apply("arith.divui", before, size))
    is_aligned = b.compare("eq", b.apply("arith.andi", start, size - 1), 0)
    first = b.select(is_aligned, b.min(b.add(begin, before), b.max(begin, end)), b.max(begin, end))
    last = b.add(first, b.floor_to(b.sub(b.max(begin, end), first), lanes))
    _repeat(b, loop, begin, first)

    def iteration(i: Index) -> None:
        place = b.one("arith.index_cast", integer(64), b.value(b.mul(b.sub(i, begin), size)))
        at = b.one("llvm.inttoptr", ir.Type.parse("!llvm.ptr"), b.apply("arith.addi", start, place))
        _exchange(b, found, at, operand(b, found, i, lanes))

    b.for_each(first, last, lanes, iteration)
    _repeat(b, loop, last, end)
    loop.erase()


def _repeat(b: Builder, loop: ir.Operation, begin: Index, end: Index) -> None:
    clone = loop.clone(ip=b.ip)
    clone.operands[0], clone.operands[1] = b.value(begin), b.value(end)


def _exchange(b: Builder, found: Neighbours, at: ir.Value, change: ir.Value) -> None:
    """Change the 16 bytes at ``at`` until no other thread has changed them meanwhile."""
    bits, halves = integer(BYTES * 8), ir.VectorType.get((2,), integer(64))
    order = {"ordering": i64_attr(MONOTONIC), "alignment": i64_attr(8)}
    number = b.one("llvm.ptrtoint", integer(64), at)
    there = b.one("llvm.inttoptr", at.type, b.apply("arith.addi", number, 8))
    loaded = [b.one("llvm.load", integer(64), place, **order) for place in (at, there)]
    seen = b.one("llvm.bitcast", bits, b.one("vector.from_elements", halves, *loaded))

    def changed(seen: ir.Value) -> ir.Value:
        new = combined(b, found, b.one("llvm.bitcast", change.type, seen), change)
        return b.one("llvm.bitcast", bits, new)

    exchanged(b, at, seen, changed, alignment=i64_attr(BYTES))
