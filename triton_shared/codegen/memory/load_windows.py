"""Let a block that is loaded under a condition be one of which a window is loaded: all of it, or nothing.

    scf.if %c {
      %from = memref.subview %x[0, 0] [%m, %n] [1, 1]
      %to = memref.subview %buf[0, 0] [%m, %n] [1, 1]
      memref.copy %from, %to
    }

becomes

    %rows = arith.select %c, %m, %zero
    %from = memref.subview %x[0, 0] [%rows, %n] [1, 1]
    %to = memref.subview %buf[0, 0] [%rows, %n] [1, 1]
    memref.copy %from, %to

so that who reads ``%buf`` may read ``%x`` in its place.

Promise: nothing is touched where the condition does not hold.
"""

from __future__ import annotations

from triton_shared.codegen.memory.uses import is_local, is_outside
from triton_shared.codegen.nests.nest import Subview, subview
from triton_shared.ir.builder import DYNAMIC, Builder, strided_type, strides_of
from triton_shared.ir.effects import only_computes
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, made_by
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"scf.if"}):
        if (copy := _only_load(op)) is not None:
            _load_a_window(op, copy)


def _only_load(op: ir.Operation) -> ir.Operation | None:
    """The copy of memory to a buffer of the kernel, of one rank, that is all that ``op`` does."""
    then, *otherwise = [block for region in op.regions for block in region.blocks]
    if op.results or any(len(list(block.operations)) > 1 for block in otherwise):
        return None
    ops = [inner.operation for inner in then.operations][:-1]
    copies = [inner for inner in ops if inner.name == "memref.copy"]
    others = (inner for inner in ops if inner not in copies)
    if len(copies) != 1 or not all(map(only_computes, others)):
        return None
    source, target = copies[0].operands
    if not is_outside(source) or not is_local(target) or not all(map(_has_window, (source, target))):
        return None
    return copies[0]


def _has_window(block: ir.Value) -> bool:
    """Whether a part of the first dimension of ``block`` can be named: it is a block, or such a part of one."""
    if block.type.rank == 0:
        return False
    if (maker := made_by(block, "memref.subview")) is None:
        return block.type.has_static_shape
    part = subview(maker)
    return part.source.type.rank == block.type.rank and all(step == 1 for step in part.strides)


def _load_a_window(op: ir.Operation, copy: ir.Operation) -> None:
    fired("load-windows", "load")
    condition = op.operands[0]
    for inner in [view.operation for view in op.regions[0].blocks[0].operations][:-1]:
        inner.move_before(op)
    blocks = list(copy.operands)
    parts = [_part_of(block) for block in blocks]
    b = Builder.before(copy)
    rows = b.select(condition, b.value(parts[0].size[0]), b.value(0))
    for number, part in enumerate(parts):
        copy.operands[number] = _with_rows(b, part, rows)
    for block in blocks:
        if (view := made_by(block, "memref.subview")) is not None and not any(True for _ in block.uses):
            view.erase()
    op.erase()


def _part_of(block: ir.Value) -> Subview:
    if (maker := made_by(block, "memref.subview")) is not None:
        return subview(maker)
    rank = block.type.rank
    return Subview(block, (0,) * rank, tuple(block.type.shape), (1,) * rank)


def _with_rows(b: Builder, part: Subview, rows: ir.Value) -> ir.Value:
    """``part`` with so many ``rows``."""
    sizes, source = (rows, *part.size[1:]), part.source.type
    type = strided_type(sizes, strides_of(source)[0], _offset(part), source.element_type)
    return b.strided("memref.subview", type, [part.source], part.begin, sizes, part.strides)


def _offset(part: Subview) -> int:
    """Where ``part`` begins, as its type says."""
    strides, offset = strides_of(part.source.type)
    for begin, stride in zip(part.begin, strides, strict=True):
        if begin == 0 or stride == 0:
            continue
        if not isinstance(begin, int) or DYNAMIC in (stride, offset):
            return DYNAMIC
        offset += begin * stride
    return offset
