"""Let loops that wait for another program notify the runtime.

    scf.while {                                              scf.while {
      %old = llvm.cmpxchg %lock, %zero, %one       ->          func.call @triton_shared_wait(%x, %y, %z, %number)
      …                                                        %old = llvm.cmpxchg %lock, %zero, %one
      scf.condition(%taken)                                    …
    } do { scf.yield }                                       } do { scf.yield }

A *wait* is a loop whose end only a change of memory can bring: it reads memory, changes none but by atomic exchanges,
and its condition does not depend on anything that grows with each iteration.  The call counts iterations; now and then
it lets the runtime run the programs that the loop may be waiting for, and it leaves the program when there are none.
The kernel's attribute ``tts.waits`` lists where its waits stand in the source, ``file:line:column``, by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from triton_shared.codegen.cpu.escape import WAIT
from triton_shared.codegen.kernels import kernels_of
from triton_shared.codegen.memory.plain_atomics import kind_of
from triton_shared.errors import place
from triton_shared.ir import effects
from triton_shared.ir.builder import Builder, declare, integer
from triton_shared.ir.walk import all_ops, is_made_inside, made_by, owner_of, reached, terminator
from triton_shared.mlir import ir

#: kinds of `memref.atomic_rmw` that change nothing when their operand is this number
NEUTRAL = {"addi": 0, "addf": 0.0, "ori": 0, "andi": -1, "xori": 0}

PROGRAM_IDS = slice(-3, None)

#: the attribute of a kernel that lists its waits
WAITS = "tts.waits"


def run(module: ir.Operation) -> None:
    """Run the pass on every kernel of ``module``."""
    marked = [_mark(function) for function in kernels_of(module).values()]
    if any(marked):
        i32, i64 = integer(32), integer(64)
        declare(module, WAIT, ir.FunctionType.get([i32, i32, i32, i64], []))


def _mark(function: ir.Operation) -> bool:
    """Mark the waits of the kernel ``function``, whose last arguments are the program's id; whether there are any."""
    places: list[str] = []
    for loop in all_ops(function, {"scf.while"}):
        if not Wait(loop).is_wait:
            continue
        ids = list(function.regions[0].blocks[0].arguments)[PROGRAM_IDS]
        b = Builder(ir.InsertionPoint.at_block_begin(loop.regions[0].blocks[0]), loop.location)
        number = b.constant(integer(64), len(places))
        b.op("func.call", (), [*ids, number], {"callee": ir.FlatSymbolRefAttr.get(WAIT)})
        file, line, column = place(loop.location)
        places.append(f"{file}:{line}:{column}" if line else "")
    if places:
        function.attributes[WAITS] = ir.ArrayAttr.get([ir.StringAttr.get(p) for p in places])
    return bool(places)


class Wait:
    """What one ``scf.while`` does in an iteration."""

    def __init__(self, loop: ir.Operation):
        self.loop = loop
        self.ops = all_ops(loop)
        self._blocks = [region.blocks[0] for region in loop.regions]
        self._condition, self._yield = map(terminator, self._blocks)

    @property
    def is_wait(self) -> bool:
        """Whether only a change of memory by another thread ends the loop."""
        reads = any(not self._is_own(v) for op in self.ops for v in effects.read(op))
        return reads and not any(map(self._changes_memory, self.ops)) and not self._makes_progress()

    def _changes_memory(self, op: ir.Operation) -> bool:
        """Whether ``op`` leaves something in memory that outlives the iteration, or has an unknown effect."""
        row = effects.of(op)
        match op.name:
            case "llvm.cmpxchg":
                return False
            case "memref.atomic_rmw" if _leaves_as_it_is(op):
                return False
            case "func.call" if not row.anywhere:
                return op.attributes["callee"].value not in effects.SILENT
        return row.anywhere or row.acts or not all(map(self._is_own, effects.written(op)))

    def _is_own(self, target: ir.Value) -> bool:
        """Whether ``target`` is a tensor or a part of an allocation of this iteration."""
        return isinstance(target.type, ir.RankedTensorType) or effects.root(target) in self._writers

    @cached_property
    def _writers(self) -> dict[ir.Value, list[ir.Operation]]:
        """The ops that use each buffer that an iteration allocates, or a view of it."""
        allocations = (op for op in self.ops if effects.of(op).allocates)
        found: dict[ir.Value, list[ir.Operation]] = {r: [] for op in allocations for r in op.results}
        for op in self.ops:
            for root in {effects.root(v) for v in op.operands} & found.keys():
                found[root].append(op)
        return found

    def _makes_progress(self) -> bool:
        """Whether the condition depends on a carried value that is made of itself."""
        needed = self._closure(self._carried_in(self._condition.operands[0]))
        return any(number in self._closure(self._next(number)) for number in needed)

    def _closure(self, numbers: set[int]) -> set[int]:
        """The carried values ``numbers`` and all that these are made of in any number of iterations."""
        return set(reached(numbers, self._next))

    def _next(self, number: int) -> set[int]:
        """The carried values that the next one of ``number`` is made of; none where it stays what it is."""
        value = self._forwarded(self._yield.operands[number])
        if value == self._blocks[0].arguments[number]:
            return set()
        return self._carried_in(value)

    def _forwarded(self, value: ir.Value) -> ir.Value:
        """``value``, or what the condition yields for it."""
        if value.owner == self._blocks[1]:
            return self._condition.operands[value.arg_number + 1]
        return value

    def _carried_in(self, value: ir.Value) -> set[int]:
        """The numbers of the carried values that ``value`` is computed from in one iteration."""

        def made_of(value: ir.Value) -> Iterable[ir.Value]:
            return () if value.owner == self._blocks[0] else map(self._forwarded, self._sources(value))

        values = reached([self._forwarded(value)], made_of)
        return {value.arg_number for value in values if value.owner == self._blocks[0]}

    def _sources(self, value: ir.Value) -> Iterator[ir.Value]:
        """The operands of all that has a part in ``value``; what an inner block is given comes from its op."""
        if not is_made_inside(value, self.loop):
            return
        op = owner_of(value) or value.owner.owner.operation
        for part in (op, *(all_ops(op) if op.regions else ()), *self._writers.get(effects.root(value), ())):
            yield from part.operands


def _leaves_as_it_is(op: ir.Operation) -> bool:
    """Whether a `memref.atomic_rmw` may be done any number of times: it exchanges, or adds nothing."""
    if (kind := kind_of(op)) == "assign":
        return True
    constant = made_by(op.operands[0], "arith.constant")
    return constant is not None and kind in NEUTRAL and constant.attributes["value"].value == NEUTRAL[kind]
