"""Read blocks in memory where they lie, wherever nothing of them is masked off or wrapped around.

    %buf = memref.alloc()
    scf.if %partial { linalg.fill ins(%pad) outs(%buf) }
    memref.copy %from[%lo][%n], %buf[%lo][%n]
    linalg.generic ins(%buf) outs(%out)

becomes

    %buf = memref.alloc()
    %block = scf.if %whole {                               %lo = 0 and %n = 128
      scf.yield %from
    } else {
      scf.if %partial { linalg.fill ins(%pad) outs(%buf) }
      memref.copy %from[%lo][%n], %buf[%lo][%n]
      scf.yield %buf
    }
    linalg.generic ins(%block) outs(%out)

The copy may stand in a loop over segments (``tt.wrapped``): then the block is whole if one segment is all of it.

Promises are those of `copy_elision.py`: a read moves only past writes to buffers of the kernel itself.  What pays is
the target's to say, by a `Policy`.
"""

from __future__ import annotations

from triton_shared.codegen.memory.copy_elision import (
    Policy,
    filling_of,
    guard_of,
    only_local_writes,
    position,
)
from triton_shared.codegen.memory.uses import is_local, is_outside
from triton_shared.codegen.nests import nest as nests
from triton_shared.ir import effects
from triton_shared.ir.builder import DYNAMIC, Builder, Condition, strided_type, strides_of
from triton_shared.ir.effects import only_computes
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, cloned
from triton_shared.mlir import ir
from triton_shared.records import dataclass

WRAPPED = "tt.wrapped"


@dataclass
class _Filling:
    """The ops that fill a buffer: ``copy`` into ``target``, in ``home`` of the buffer's block, after a ``fill``."""

    copy: ir.Operation
    target: ir.Operation | None
    home: ir.Operation
    fill: ir.Operation | None

    @property
    def ops(self) -> list[ir.Operation]:
        """All of them, in order, without what others contain."""
        guard = [] if self.fill is None else [guard_of(self.fill)]
        target = [self.target] if self.target is not None and self.loop is None else []
        return [*guard, *target, self.home]

    @property
    def loop(self) -> ir.Operation | None:
        """The loop over segments around the copy."""
        return None if self.home == self.copy else self.home


def view_blocks(function: ir.Operation, policy: Policy) -> None:
    """Run the transformation on ``function``."""
    for op in all_ops(function, {"memref.alloc"}):
        if op.result.type.has_static_shape and op.result.type.rank > 1:
            _view(op, policy)


def _view(alloc: ir.Operation, policy: Policy) -> None:
    uses = [(use.owner.operation, use.operand_number) for use in alloc.result.uses]
    if (filling := _filling(alloc)) is None:
        return
    filled = [op for op in (filling.copy, filling.target, filling.fill) if op is not None]
    readers = [(user, number) for user, number in uses if user not in filled]
    if not readers or not all(
        _reads(r, n, filling.home) and policy.reads_rows_well(r, n, filling.copy.operands[0].type)
        for r, n in readers
    ):
        return
    last = max((r for r, _ in readers), key=position)
    if not only_local_writes(filling.home, last):
        return
    fired("view-blocks", "segments" if filling.loop else "block")
    b = Builder.before(filling.home)
    whole, view = _whole(b, filling, alloc.result.type.shape)
    known = _either(alloc.result.type, view.type)

    def copied() -> list[ir.Value]:
        result = b.one("memref.cast", known, alloc.result)
        for op in filling.ops:
            op.move_before(result.owner)
        return [result]

    (block,) = b.branch(whole, lambda: [b.one("memref.cast", known, view)], copied, [known])
    for reader, number in readers:
        reader.operands[number] = block
    if whole is True:
        for op in reversed(filling.ops):
            op.erase()
        alloc.erase()


def _either(buffer: ir.MemRefType, view: ir.MemRefType) -> ir.MemRefType:
    """The type of blocks that are a ``buffer`` or a ``view`` as large: rows are as far apart as in both."""
    pairs = zip(strides_of(buffer)[0], strides_of(view)[0], strict=True)
    strides = [one if one == other else DYNAMIC for one, other in pairs]
    return strided_type(buffer.shape, strides, DYNAMIC, buffer.element_type)


def _filling(alloc: ir.Operation) -> _Filling | None:
    """How ``alloc`` is filled, if that is by one copy of rows, and a fill of what it leaves."""
    if (filling := filling_of(alloc)) is None:
        return None
    copy, target, fill = filling
    source = copy.operands[0]
    if (
        source.type.rank != alloc.result.type.rank
        or strides_of(source.type)[0][-1] != 1
        or not is_outside(source)
    ):
        return None
    home = copy if copy.block == alloc.block else copy.parent.operation
    if home.block != alloc.block or (home != copy and not _is_loop_of_segments(home, copy)):
        return None
    if fill is not None and not (
        guard_of(fill).block == alloc.block and guard_of(fill).is_before_in_block(home)
    ):
        return None
    return _Filling(copy, target, home, fill)


def _is_loop_of_segments(loop: ir.Operation, copy: ir.Operation) -> bool:
    """Whether ``loop`` makes ``copy`` for each segment, and nothing else."""
    if loop.name != "scf.for" or WRAPPED not in loop.attributes or loop.results:
        return False
    others = [op.operation for op in loop.regions[0].blocks[0].operations][:-1]
    return all(op == copy or only_computes(op) for op in others)


def _reads(reader: ir.Operation, number: int, home: ir.Operation) -> bool:
    """Whether ``reader`` comes after ``home``, reads its operand ``number``, and writes buffers of the kernel only."""
    if (
        not reader.name.startswith("linalg.")
        or reader.block != home.block
        or not home.is_before_in_block(reader)
    ):
        return False
    row = effects.of(reader)
    return number in row.reads and number not in row.writes and all(map(is_local, effects.written(reader)))


def _whole(b: Builder, filling: _Filling, shape: list[int]) -> tuple[Condition, ir.Value]:
    """Whether the copy fills all of a block of ``shape``, and what it reads then."""
    whole: Condition = True
    env: dict[ir.Value, ir.Value] = {}
    if loop := filling.loop:
        begin, end, step = list(loop.operands)[:3]
        whole = b.compare("eq", b.sub(end, begin), step)
        filled = [op for op in (filling.copy, filling.target) if op is not None]
        block = loop.regions[0].blocks[0]
        env[block.arguments[0]] = begin
        for view in list(block.operations)[:-1]:
            op = view.operation
            if op not in filled:
                cloned(op, env, b.ip)
    if filling.target is not None:
        window = nests.subview(filling.target).window
        for low, size, extent in zip(window.begin, window.size, shape, strict=True):
            whole = b.both(whole, b.compare("eq", env.get(low, low), 0))
            whole = b.both(whole, b.compare("sge", env.get(size, size), extent))
    source = filling.copy.operands[0]
    return whole, env.get(source, source)
