"""Let stores go past the caches where a launch writes more than these hold.

    scf.for %i = %begin to %end step 16 {
      vector.store %v, %o[%i] : memref<4096xf32, strided<[1], offset: ?>>, vector<16xf32>
    }

becomes, where ``%o`` is an argument's memory and the kernel reads nothing through that argument,

    %bytes = programs of the grid * (%end - %begin) * 4
    scf.if %bytes >= STREAMED and the address of %o[%begin] is a multiple of 64, and not one that the loop reads {
      scf.for … { vector.store %v, %o[%i] {nontemporal = true, alignment = 64} }
    } else {
      scf.for … { vector.store %v, %o[%i] }
    }

and so does a ``llvm.intr.memmove`` of blocks that do not overlap, unless it is marked `CACHED`.  A store into a cache
reads the line before, and throws out another one; a line that is written whole to memory costs neither.

Such stores are not ordered with others: a kernel that has them is ``tts.streams``, and its entry ends with a fence
(`define_entries.py`).  Programs that communicate what they have stored have none: kernels with atomic or volatile
ops.

Promise: stores under masks, and those that fill no vector, stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.kernels import POINTEE, PROGRAM, ROLE, attributes_of
from triton_shared.codegen.memory.fetches import LINE
from triton_shared.codegen.memory.move_blocks import CACHED
from triton_shared.ir import effects
from triton_shared.ir.addresses import address_of
from triton_shared.ir.builder import (
    Builder,
    Condition,
    Index,
    bit_width,
    folded,
    i64_attr,
    integer,
    strides_of,
)
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, block_of, ops_around
from triton_shared.mlir import ir

#: marks a kernel with stores that are ordered by a fence alone
STREAMS = "tts.streams"
#: how many bytes a launch writes at least that are not kept in caches
STREAMED = 1 << 25
#: what orders them with what the thread does afterwards
FENCE = 'llvm.call_intrinsic "llvm.x86.sse.sfence"() : () -> ()'


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    if not CpuTarget.of(function).streams:
        return
    loops: dict[ir.Operation, list[ir.Operation]] = {}
    moves: list[ir.Operation] = []
    for store in _stores(function):
        if store.name == "llvm.intr.memmove":
            moves += [] if CACHED in store.attributes else [store]
        elif store.name == "vector.store" and _is_in_step(store, store.operands[1:], store.operands[0].type):
            loops.setdefault(store.parent.operation, []).append(store)
    if not (loops or moves) or any(effects.of(op).orders for op in all_ops(function)):
        return
    programs = programs_of(function)
    for loop, stores in loops.items():
        _stream_loop(loop, stores, programs)
    for move in moves:
        _stream_move(move, programs)
    function.attributes[STREAMS] = ir.UnitAttr.get()


def _stores(function: ir.Operation) -> Iterator[ir.Operation]:
    """What writes through arguments through which the kernel only writes."""
    arguments = function.regions[0].blocks[0].arguments
    for argument, known in zip(arguments, attributes_of(function), strict=True):
        if POINTEE in known:
            uses = list(_uses(argument))
            if all(number in effects.of(op).writes for op, number in uses):
                yield from (op for n, (op, _) in enumerate(uses) if all(op != other for other, _ in uses[:n]))


def _uses(pointer: ir.Value) -> Iterator[tuple[ir.Operation, int]]:
    """What reads or writes through ``pointer``, or does with it whatever else; and which operand it is of that."""
    for user, number in effects.uses(pointer):
        if user.name == "scf.yield" and user.parent.operation.name == "scf.if":
            yield from _uses(user.parent.operation.results[number])
        elif not effects.only_computes(user):
            yield user, number


def _is_in_step(op: ir.Operation, access: Sequence[ir.Value], vector: ir.VectorType) -> bool:
    """Whether the ``access`` of ``op``, a block and a place in it, moves by a ``vector`` per iteration of its loop."""
    block, *place = access
    loop = op.parent.operation
    if loop.name != "scf.for" or loop.results or strides_of(block.type)[0][-1:] != [1]:
        return False
    inside = loop.regions[0].blocks[0]
    step, fixed = folded(loop.operands[2]), (block, *place[:-1])
    return (
        place[-1] == inside.arguments[0]
        and [step] == list(vector.shape)
        and not any(block_of(value) == inside for value in fixed)
    )


def programs_of(function: ir.Operation) -> Index:
    """The number of a launch's programs, at the start of ``function``; 1 where it is no kernel."""
    block = function.regions[0].blocks[0]
    b = Builder(ir.InsertionPoint.at_block_begin(block), function.location)
    ids = [
        argument
        for argument, known in zip(block.arguments, attributes_of(function), strict=True)
        if ROLE in known and known[ROLE].value == PROGRAM
    ]
    sizes = [b.one("arith.index_castui", b.index, size) for size in ids[:3]]
    return reduce(b.mul, sizes, 1)


def _stream_loop(loop: ir.Operation, stores: list[ir.Operation], programs: Index) -> None:
    """Let ``loop`` run with its ``stores`` past the caches where that pays."""
    fired("stream-stores", "loop")
    b = Builder.before(loop)
    begin, end = loop.operands[0], loop.operands[1]
    ops = [op.operation for op in loop.regions[0].blocks[0].operations]
    loads = [op for op in ops if op.name == "vector.load" and _is_in_step(op, op.operands, op.result.type)]

    def address(block: ir.Value, *place: ir.Value) -> ir.Value:
        return b.one("llvm.ptrtoint", integer(64), address_of(b, block, [*place[:-1], begin]))

    read = [address(*load.operands) for load in loads]
    iterations, pays = b.mul(b.mul(programs, _iterations_around(loop)), b.sub(end, begin)), True
    for store in stores:
        vector, *place = store.operands
        to = address(*place)
        pays = b.both(pays, b.compare("uge", b.mul(iterations, _bytes(vector.type.element_type)), STREAMED))
        pays = b.both(pays, _begins_a_line(b, to))
        for from_ in read:
            pays = b.both(pays, b.compare("ne", from_, to))

    def streamed() -> None:
        copy = list(loop.clone(ip=b.ip).regions[0].blocks[0].operations)
        for store in (new.operation for old, new in zip(ops, copy, strict=True) if old in stores):
            vector = store.operands[0].type
            store.attributes["nontemporal"] = ir.BoolAttr.get(True)
            store.attributes["alignment"] = i64_attr(vector.shape[0] * _bytes(vector.element_type))

    _replace(b, loop, pays, streamed)


def _begins_a_line(b: Builder, address: ir.Value) -> Condition:
    return b.compare("eq", b.apply("arith.andi", address, LINE - 1), 0)


def _replace(b: Builder, op: ir.Operation, pays: Condition, streamed: Callable[[], None]) -> None:
    """Put what ``streamed`` emits in the place of ``op`` where it ``pays``."""

    def kept() -> None:
        op.clone(ip=b.ip)

    b.branch(pays, streamed, kept)
    op.erase()


def _iterations_around(op: ir.Operation) -> int:
    """How often loops around ``op`` run it, as far as their bounds are numbers."""
    iterations = 1
    for around in ops_around(op):
        bounds = [folded(v) for v in list(around.operands)[:3]] if around.name == "scf.for" else []
        if bounds and all(isinstance(n, int) for n in bounds) and bounds[2] > 0:
            iterations *= max(1, len(range(*bounds)))
    return iterations


def _bytes(element: ir.Type) -> int:
    return bit_width(element) // 8


def _stream_move(move: ir.Operation, programs: Index) -> None:
    """Let ``move`` write past the caches where that pays, and where its blocks do not overlap."""
    fired("stream-stores", "move")
    b = Builder.before(move)
    target, source, size = move.operands
    bytes_ = b.one("arith.index_cast", b.index, size)
    to, from_ = (b.one("llvm.ptrtoint", integer(64), end) for end in (target, source))
    pays = b.compare("uge", b.mul(b.mul(programs, _iterations_around(move)), bytes_), STREAMED)
    pays = b.both(pays, _begins_a_line(b, to))
    for distance in (b.apply("arith.subi", to, from_), b.apply("arith.subi", from_, to)):
        pays = b.both(pays, b.compare("uge", distance, size))
    lanes = CpuTarget.of(move).lanes(8)
    vector = ir.VectorType.get((lanes,), integer(8))

    def at(pointer: ir.Value, place: Index) -> ir.Value:
        offset = b.one("arith.index_cast", integer(64), b.value(place))
        return b.one("llvm.inttoptr", pointer.type, b.apply("arith.addi", pointers[pointer], offset))

    pointers = {target: to, source: from_}

    def streamed() -> None:
        def step(place: Index) -> None:
            line = b.one("llvm.load", vector, at(source, place), alignment=i64_attr(1))
            known = {"alignment": i64_attr(lanes), "nontemporal": ir.UnitAttr.get()}
            b.op("llvm.store", (), (line, at(target, place)), known)

        whole = b.floor_to(bytes_, lanes)
        b.for_each(0, whole, lanes, step)
        rest = b.one("arith.index_cast", integer(64), b.sub(bytes_, whole))
        still = {"isVolatile": ir.BoolAttr.get(False)}
        b.op("llvm.intr.memmove", (), (at(target, whole), at(source, whole), rest), still)

    _replace(b, move, pays, streamed)
