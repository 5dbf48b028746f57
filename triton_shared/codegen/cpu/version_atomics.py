"""Let a thread that is alone update memory without atomic instructions.

    func.func @k(%x: memref<f32>, …) {
      scf.for %i = %c0 to %n {
        %at = memref.reinterpret_cast %x to offset: [… %i …], sizes: [1], strides: [1]
        memref.atomic_rmw addf %v, %at[0] {tt.scope = "gpu"}
      }
    }

becomes

    func.func @k(%x: memref<f32>, …, %alone: i1 {tts.role = "alone"}) {
      scf.if %alone {
        scf.for %i = %c0 to %n {
          %at = …
          %old = memref.load %at[0]
          memref.store %old + %v, %at[0]
        }
      } else {
        as before
      }
    }

and of neighbours, as `neighbour_updates.py` has them, the first loop updates whole vectors.  A launch says that a
thread is alone while no other one of the process runs programs, of whichever kernel (`runtime/cpu/pool.py`).

Scope "gpu" is that of all programs of a device, "cta" that of one program, which one thread runs: its updates are plain
ones everywhere.  Who else changes the memory meanwhile (another process, or code in C++ that launches kernels of its
own) is of scope "sys".

Promise: updates of scope "sys", and those that do not say their scope, stay; so do those of kernels whose programs wait
for others.  Elements are updated in the same order.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.mark_waits import WAITS
from triton_shared.codegen.cpu.neighbour_updates import Neighbours, are_neighbours, combined, inlined, operand
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.kernels import ALONE, ROLE, add_argument, kernels_of
from triton_shared.codegen.memory.plain_atomics import is_plain_kind, make_plain
from triton_shared.ir.builder import Builder, Index, bit_width, folded
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, substitute
from triton_shared.mlir import ir

_RMW = "memref.atomic_rmw"


def run(module: ir.Operation) -> None:
    """Give the kernels with atomic updates the argument "alone", and these updates their plain version."""
    target = CpuTarget.of(module)
    for function in kernels_of(module).values():
        for update in _updates(function, "cta"):
            fired("version-atomics", "own")
            make_plain(update)
        found = [] if WAITS in function.attributes else _updates(function, "gpu")
        if not found:
            continue
        role = {ROLE: ir.StringAttr.get(ALONE)}
        alone = add_argument(function, ir.IntegerType.get_signless(1), role)
        for op in dict.fromkeys(map(_versioned, found)):
            _version(op, alone, target)


def _updates(function: ir.Operation, scope: str) -> list[ir.Operation]:
    """The atomic updates of ``function`` of this scope that loads and stores can do."""
    ops = all_ops(function, {_RMW})
    return [op for op in ops if _scope(op) == scope and is_plain_kind(op)]


def _scope(op: ir.Operation) -> str:
    return op.attributes["tt.scope"].value if "tt.scope" in op.attributes else "sys"


def _versioned(update: ir.Operation) -> ir.Operation:
    """What there are two versions of: the loop that ``update`` is in, where it is a loop without results."""
    loop = update.parent.operation
    return loop if loop.name == "scf.for" and not loop.results else update


def _version(op: ir.Operation, alone: ir.Value, target: CpuTarget) -> None:
    b = Builder.before(op)
    types = [result.type for result in op.results]
    atomic = lambda: list(op.clone(ip=b.ip).results)  # noqa: E731
    substitute(op, *b.branch(alone, lambda: _plain(b, op, target), atomic, types))


def _plain(b: Builder, op: ir.Operation, target: CpuTarget) -> list[ir.Value]:
    """Emit ``op``, a loop or an update, without atomic instructions; its results."""
    loop = op.name == "scf.for"
    update = next(inner for inner in op.regions[0].blocks[0].operations if inner.name == _RMW) if loop else op
    found = Neighbours(op, update.operation)
    if loop and are_neighbours(found):
        fired("version-atomics", "neighbours")
        _vectors(b, found, target.lanes(bit_width(found.element)))
        return []
    clone = op.clone(ip=b.ip)
    if not loop:
        return [make_plain(clone)]
    for inner in _updates(clone, "gpu"):
        fired("version-atomics", "update")
        make_plain(inner)
    return []


def _vectors(b: Builder, found: Neighbours, lanes: int) -> None:
    """Update the neighbours of ``found``: whole vectors of ``lanes``, then those that are left."""
    loop = found.loop
    begin = folded(loop.operands[0])
    end = b.max(begin, folded(loop.operands[1]))
    last = b.add(begin, b.floor_to(b.sub(end, begin), lanes))

    def iteration(i: Index) -> None:
        view = _widened(b, found, b.value(i), lanes)
        change = operand(b, found, i, lanes)
        old = b.one("vector.load", change.type, view, b.value(0))
        b.op("vector.store", (), (combined(b, found, old, change), view, b.value(0)))

    if last != begin:
        b.for_each(begin, last, lanes, iteration)
    if last == end:
        return
    bounds = b.value(last), b.value(end)
    rest = loop.clone(ip=b.ip)
    rest.operands[0], rest.operands[1] = bounds
    [left] = all_ops(rest, {_RMW})
    make_plain(left)


def _widened(b: Builder, found: Neighbours, i: ir.Value, lanes: int) -> ir.Value:
    """The ``lanes`` elements from that of iteration ``i`` on, in memory."""
    base, offset = inlined(b, found, i)[found.update.operands[1]].owner.operands
    layout = ir.StridedLayoutAttr.get(ir.ShapedType.get_dynamic_stride_or_offset(), [1])
    type = ir.MemRefType.get([lanes], found.element, layout, base.type.memory_space)
    return b.strided("memref.reinterpret_cast", type, [base], [offset], [lanes], [1])
