"""Divide once for each row what a loop around the rows would divide again in each of its iterations.

    scf.for %k = … {
      scf.for %i = 0 to %n { %y = arith.divsi %i, %width ; … %y + %k … }
    }

becomes, where ``%n`` is at most 256,

    %kept = memref.alloc() : memref<256xi32>
    scf.for %i = 0 to %n { %y = arith.divsi %i, %width ; memref.store %y, %kept[%i] }
    scf.for %k = … {
      scf.for %i = 0 to %n { %y = memref.load %kept[%i] ; … %y + %k … }
    }

Convolutions as products are that: pixels have rows and columns, which each window of weights tests anew.

Promise: a division is done only if it was, and each number is what it was.
"""

from __future__ import annotations

from triton_shared.codegen.memory.limits import limits
from triton_shared.ir import effects
from triton_shared.ir.builder import Builder, Index, folded
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, cloned, is_made_inside
from triton_shared.mlir import ir

_DIVISIONS = {"arith.divsi", "arith.divui", "arith.remsi", "arith.remui"}
#: numbers that are kept of a row, and rows, at most
MOST_KEPT, MOST_ROWS = 4, 1024


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for rows in all_ops(function, {"scf.for"}):
        around = rows.parent.operation
        if around.name == "scf.for" and _is_counted(rows, around):
            ops = _invariant(rows, around)
            kept = _kept(ops)
            if 0 < len(kept) <= MOST_KEPT:
                fired("hoist-divisions", "rows")
                _hoist(rows, around, ops, kept)


def _is_counted(rows: ir.Operation, around: ir.Operation) -> bool:
    """Whether the loop ``rows`` counts few rows, from the first one on, as many in each iteration of ``around``."""
    begin, end, step = list(rows.operands)[:3]
    is_known = folded(begin) == 0 and folded(step) == 1 and not is_made_inside(end, around)
    return is_known and 1 < limits(folded(end))[1] <= MOST_ROWS


def _invariant(rows: ir.Operation, around: ir.Operation) -> list[ir.Operation]:
    """The ops of ``rows``, in order, that compute numbers of the row alone, the same ones in all of ``around``."""
    block, ops = rows.regions[0].blocks[0], list[ir.Operation]()
    known = {block.arguments[0]}
    for op in (view.operation for view in block.operations):
        same = all(v in known or not is_made_inside(v, around) for v in op.operands)
        if same and not op.regions and op.results and effects.computes_numbers(op):
            known.update(op.results)
            ops.append(op)
    return ops


def _kept(ops: list[ir.Operation]) -> list[ir.Value]:
    """The results of ``ops``, made by divisions, that others use; none if such are no whole bytes."""
    divided, kept = set[ir.Value](), list[ir.Value]()
    for op in ops:
        if op.name in _DIVISIONS or any(operand in divided for operand in op.operands):
            divided.update(op.results)
            others = (use.owner.operation not in ops for use in op.results[0].uses)
            kept += [op.results[0]] if any(others) else []
    return kept if all(map(_has_bytes, kept)) else []


def _has_bytes(value: ir.Value) -> bool:
    type_ = value.type
    return isinstance(type_, ir.IndexType) or (isinstance(type_, ir.IntegerType) and type_.width % 8 == 0)


def _hoist(rows: ir.Operation, around: ir.Operation, ops: list[ir.Operation], kept: list[ir.Value]) -> None:
    """Compute ``kept`` before ``around``, if that has any iteration, and read them in ``rows``."""
    b, at = Builder.before(around), rows.regions[0].blocks[0].arguments[0]
    end = folded(rows.operands[1])
    size = int(limits(end)[1])
    buffers = [b.alloc(ir.MemRefType.get([size], value.type)) for value in kept]

    def row(i: Index) -> None:
        env = {at: b.value(i)}
        for op in ops:
            cloned(op, env, b.ip)
        for value, buffer in zip(kept, buffers, strict=True):
            b.op("memref.store", (), (env[value], buffer, env[at]))

    begin, stop = list(around.operands)[:2]
    b.branch(b.compare("slt", begin, stop), lambda: b.for_each(0, end, 1, row))
    for value, buffer in zip(kept, buffers, strict=True):
        inside = Builder.before(value.owner)
        value.replace_all_uses_with(inside.one("memref.load", value.type, buffer, at))
    for op in reversed(ops):
        if not any(True for result in op.results for _ in result.uses):
            op.erase()
