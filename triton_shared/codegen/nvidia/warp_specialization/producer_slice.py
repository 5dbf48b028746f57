"""What of a kernel its producer runs: the warps that fill the stages of loops, ahead of the warps that compute.

    %r:2 = scf.for %k … iter_args(%acc = %zero, %word = %w) {
      scf.if %produces { … simt.tma_load … %word … }              of a condition that says so
      nvvm.mbarrier.try_wait.parity … ; %d = simt.wgmma %acc, …
      scf.yield %d, %next
    }

The *slice* is what stands in branches of conditions with a ``producer``, the control flow around them, and
what both need: here ``%k``, ``%word`` and ``%next``, but not ``%acc``.  A producer runs ahead, so it must not need what
others do meanwhile: memory that the kernel writes to, or values that threads exchange.  The analysis is pure;
`Slice` is what it has found, and `obstacle` says why there is no producer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from triton_shared.codegen.nvidia.target import WARP, GpuTarget
from triton_shared.codegen.simt.build.emitter import CONTROL_FLOW, DIVERGENT_CONDITION, GLOBAL, PRODUCER
from triton_shared.codegen.simt.memory.allocate_shared_memory import SHARED_ALLOC
from triton_shared.ir import effects
from triton_shared.ir.builder import OpBuilder
from triton_shared.ir.walk import (
    all_ops,
    cloned,
    is_argument,
    is_made_inside,
    made_by,
    ops_around,
    owner_of,
    terminator,
)
from triton_shared.mlir import ir

#: on a barrier: the producer's warps come to it as well; after it each role has a program of its own
BLOCK_BARRIER = "simt.block_barrier"
#: on a function: how many warps it has besides those that compute
PRODUCER_WARPS = "tts.producer_warps"

#: named barriers of a block: of the consumers, and from which on each warpgroup of them has one; 0 is that of all
CONSUMER_BARRIER, FIRST_WARPGROUP_BARRIER = 1, 2

FOR, IF, WHILE = "scf.for", "scf.if", "scf.while"
#: a value that control flow carries: of a loop or a branch, or of the first or the second block of an `scf.while`
_Slot: TypeAlias = tuple[ir.Operation, Literal["", "before", "after"], int]


def threads(function: ir.Operation, target: GpuTarget) -> int:
    """The threads of a block that runs ``function``."""
    more = function.attributes[PRODUCER_WARPS].value if PRODUCER_WARPS in function.attributes else 0
    return target.threads + WARP * more


def branches(function: ir.Operation) -> list[ir.Operation]:
    """What the producer runs alone, in ``function`` or in another op."""
    return [op for op in all_ops(function, {IF}) if _produces(op.operands[0])]


def _produces(condition: ir.Value) -> bool:
    """Whether ``condition`` holds in the producer's threads alone; upstream joins branches' conditions."""
    maker = made_by(condition, "arith.andi", DIVERGENT_CONDITION)
    return maker is not None and (PRODUCER in maker.attributes or any(map(_produces, maker.operands)))


def rendezvous(function: ir.Operation) -> ir.Operation:
    """The barrier after which the producer has a program of its own."""
    block = function.regions[0].blocks[0]
    return next(op.operation for op in block.operations if BLOCK_BARRIER in op.operation.attributes)


def obstacle(function: ir.Operation) -> str | None:
    """Why the kernel has no producer of its own; None where it has one."""
    return Slice(function).obstacle


class Slice:
    """What of ``function`` the producer runs, behind the `rendezvous`.

    Attributes:
        branches: those that only the producer runs.
        obstacle: why it cannot be run ahead; None where it can.
    """

    def __init__(self, function: ir.Operation):
        self.obstacle: str | None = None
        self._ops: set[ir.Operation] = set()
        self._control: set[ir.Operation] = set()
        self._slots: set[_Slot] = set()
        self._pending: list[ir.Value] = []
        self._written = _written(function)
        ops = [op.operation for op in function.regions[0].blocks[0].operations]
        self.body = ops[ops.index(rendezvous(function)) + 1 : -1]
        self._before = set(ops) - set(self.body)
        self.branches = branches(function)
        for op in self.branches:
            self._keep(op)
        while self._pending:
            self._need(self._pending.pop())

    # What is needed

    def _need(self, value: ir.Value) -> None:
        if (maker := owner_of(value)) is not None:
            if maker in self._before:
                return
            if maker.name in CONTROL_FLOW:
                self._carry((maker, "after" if maker.name == WHILE else "", value.result_number))
            else:
                self._keep(maker)
            return
        op = value.owner.owner.operation
        match op.name:
            case "scf.for" if value.arg_number:
                self._carry((op, "", value.arg_number - 1))
            case "scf.for":
                self._go_through(op)
            case "scf.while":
                is_first = value.owner == op.regions[0].blocks[0]
                self._carry((op, "before" if is_first else "after", value.arg_number))

    def _keep(self, op: ir.Operation) -> None:
        """The op and all inside of it."""
        if op in self._ops:
            return
        self._ops.add(op)
        if op not in self.branches:
            self.obstacle = self.obstacle or self._found(op)
        self._pending += op.operands
        for inner in all_ops(op):
            self._pending += [v for v in inner.operands if not is_made_inside(v, op)]
        self._go_through(op.parent.operation)

    def _go_through(self, op: ir.Operation) -> None:
        """The control flow ``op``, and what is around it."""
        if op in self._control or op.name == "func.func":
            return
        self._control.add(op)
        match op.name:
            case "scf.for":
                self._pending += list(op.operands)[:3]
            case "scf.if":
                self._pending.append(op.operands[0])
            case "scf.while":
                self._pending.append(terminator(op.regions[0].blocks[0]).operands[0])
            case _:
                self.obstacle = self.obstacle or f"it copies inside of {op.name}"
        self._go_through(op.parent.operation)

    def _carry(self, slot: _Slot) -> None:
        if slot in self._slots:
            return
        self._slots.add(slot)
        op, which, number = slot
        self._go_through(op)
        ends = [terminator(region.blocks[0]) for region in op.regions]
        match op.name, which:
            case "scf.for", _:
                self._pending += [op.operands[3 + number], ends[0].operands[number]]
            case "scf.if", _:
                self._pending += [end.operands[number] for end in ends]
            case _, "before":
                self._pending += [op.operands[number], ends[1].operands[number]]
            case _:
                self._pending.append(ends[0].operands[number + 1])

    def _found(self, op: ir.Operation) -> str | None:
        """Why ``op`` must not be run ahead."""
        row = effects.of(op)
        if row.only_computes or op.name == SHARED_ALLOC:
            return None
        is_load = op.name == "llvm.load" and str(op.operands[0].type) == GLOBAL
        if not is_load or row.orders:
            return f"what it copies needs the result of {op.name}"
        base = effects.root(op.operands[0])
        if self._written and not (is_argument(base) and all(map(is_argument, self._written))):
            return "what it copies depends on memory that the kernel may write to"
        return "what it copies depends on memory that the kernel writes to" if base in self._written else None

    # The producer's program

    def emit(
        self, ip: ir.InsertionPoint, copying: Callable[[Callable[[ir.InsertionPoint], None]], None]
    ) -> None:
        """Emit the slice at ``ip``: what comes before the first copies, and by ``copying`` what follows."""
        around = {one for op in self.branches for one in (op, *ops_around(op))}
        first = next(n for n, op in enumerate(self.body) if op in around)
        env: dict[ir.Value, ir.Value] = {}
        self._block(self.body[:first], ip, env)
        copying(lambda ip: self._block(self.body[first:], ip, env))

    def _block(self, ops: list[ir.Operation], ip: ir.InsertionPoint, env: dict[ir.Value, ir.Value]) -> None:
        for op in ops:
            if op in self._ops:
                cloned(op, env, ip)
            elif op in self._control:
                self._rebuilt(op, ip, env)

    def _rebuilt(self, op: ir.Operation, ip: ir.InsertionPoint, env: dict[ir.Value, ir.Value]) -> None:
        """The control flow ``op`` with what the slice has of it."""
        if op.name == WHILE:
            before, after = self._kept(op, "before"), self._kept(op, "after")
            inits, results = [op.operands[n] for n in before], after
            arguments, ends = [before, after], [[0, *(n + 1 for n in after)], before]
        else:
            slots = self._kept(op, "")
            bounds = [0, 1, 2] if op.name == FOR else [0]
            inits = [op.operands[n] for n in (*bounds, *((3 + n for n in slots) if op.name == FOR else ()))]
            results, ends = slots, [slots] * len(op.regions)
            arguments = [[0, *(n + 1 for n in slots)] if op.name == FOR else []] * len(op.regions)
        types, operands = [op.results[n].type for n in results], [env.get(v, v) for v in inits]
        attributes = dict(op.attributes.items())
        new = OpBuilder(ip, op.location).op(op.name, types, operands, attributes, regions=len(op.regions))
        for old, made, kept, end in zip(op.regions, new.regions, arguments, ends, strict=True):
            if old.blocks:
                self._region(old.blocks[0], made, kept, end, env)
        env |= {op.results[n]: result for n, result in zip(results, new.results, strict=True)}

    def _region(
        self, old: ir.Block, made: ir.Region, kept: list[int], end: list[int], env: dict[ir.Value, ir.Value]
    ) -> None:
        """A block of control flow, with the arguments ``kept``, that carries the operands ``end``."""
        arguments = [old.arguments[n] for n in kept]
        block = made.blocks.append(*(a.type for a in arguments), arg_locs=[a.location for a in arguments])
        inner = env | dict(zip(arguments, block.arguments, strict=True))
        ip = ir.InsertionPoint(block)
        ops = [op.operation for op in old.operations]
        self._block(ops[:-1], ip, inner)
        loop_carried = [inner.get(v, v) for v in (ops[-1].operands[n] for n in end)]
        OpBuilder(ip, ops[-1].location).op(ops[-1].name, (), loop_carried)

    def _kept(self, op: ir.Operation, which: str) -> list[int]:
        return sorted(number for other, kind, number in self._slots if other == op and kind == which)


def _written(function: ir.Operation) -> set[ir.Value]:
    """What the kernel writes to global memory through."""
    pointers = (pointer for op in all_ops(function) for pointer in effects.written(op))
    return {effects.root(pointer) for pointer in pointers if str(pointer.type) == GLOBAL}
