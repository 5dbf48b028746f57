"""Which values of a nest's body say whether an element is in the window of the blocks that the nest reads.

    %size = max(min(%n - %start, 1024), 0)                  tts.masked_view %x[0][%size]
    ^bb0(%p: f32, %o: f32):
      %i = index_cast(linalg.index 0) : i32
      %there = cmpi slt, addi(%start, %i), %n
      yield select(%there, %p - %mean, 0.0)

Of the window's elements ``%there`` is true, of all others false, since 0 <= %i < 1024: a kernel that writes its mask
a second time is compiled as if it had not.  Sums of a start and an element's number are taken not to wrap, as they are
in the access that the window is of.
"""

from __future__ import annotations

from collections import Counter

from triton_shared.codegen.nests.body import body_ops
from triton_shared.codegen.nests.nest import Nest
from triton_shared.ir.builder import Index, bit_width
from triton_shared.ir.predicates import INTEGERS
from triton_shared.ir.walk import block_of, made_by, owner_of
from triton_shared.mlir import ir

#: bits that hold the number of any element of a block
POSITION_BITS = 32
#: a sum of values, each a number of times; the key None stands for 1
Sum = Counter


def members(nest: Nest) -> tuple[ir.Value, ...]:
    """The values of the body that are true of the elements of the only window of ``nest``, and of no others."""
    bounds = _bounds(nest)
    if not bounds:
        return ()
    tested: dict[ir.Value, frozenset[int]] = {}
    for op in body_ops(nest):
        match op.name:
            case "arith.cmpi":
                found = _tested_dim(op, bounds)
                if found is not None:
                    tested[op.result] = frozenset({found})
            case "arith.andi" if all(v in tested for v in op.operands):
                tested[op.result] = tested[op.operands[0]] | tested[op.operands[1]]
    return tuple(value for value, dims in tested.items() if dims == bounds.keys())


def needed_ops(nest: Nest) -> list[ir.Operation]:
    """The ops of the body that its results depend on where the `Nest.members` are known."""
    needed, values = [], set(nest.results).difference(nest.members)
    for op in reversed(body_ops(nest)):
        if not values.isdisjoint(op.results):
            needed.append(op)
            values |= set(op.operands).difference(nest.members)
    return needed[::-1]


def _bounds(nest: Nest) -> dict[int, Sum]:
    """For each loop that the window of the nest's blocks bounds, which numbers are below what; none if that differs."""
    windows = {a.window for a in nest.accesses if a.window}
    whole = tuple(range(len(nest.extents)))
    if len(windows) != 1 or any(a.dims != whole for a in nest.accesses if a.window):
        return {}
    (window,) = windows
    bounds = {}
    for dim, (begin, size, extent) in enumerate(zip(window.begin, window.size, nest.extents, strict=True)):
        if begin == 0 and size == extent:
            continue
        if begin != 0 or not isinstance(extent, int):
            return {}
        bounds[dim] = _sum(_unclamped(size, extent))
    return bounds


def _unclamped(size: Index, extent: int) -> Index:
    """What ``size`` is within [0, extent]: an element's number is below both or neither."""
    while isinstance(size, ir.Value) and (op := made_by(size, "arith.minsi", "arith.maxsi")) is not None:
        value, limit = op.operands
        number = _number(limit)
        if number is None or (number < extent if op.name == "arith.minsi" else number > 0):
            break
        size = value
    return size


def _tested_dim(op: ir.Operation, bounds: dict[int, Sum]) -> int | None:
    """The loop whose bound the comparison ``op`` tests."""
    predicate = INTEGERS[op.attributes["predicate"].value]
    if not predicate.startswith("s"):
        return None
    small, large = op.operands if predicate[1] == "l" else reversed(op.operands)
    if not _is_uniform(large, op.block):
        return None
    limit = _sum(large)
    limit[None] += predicate.endswith("e")
    while (made := owner_of(small)) is not None and made.block == op.block:
        match made.name:
            case "linalg.index":
                dim = made.attributes["dim"].value
                return dim if dim in bounds and not _difference(limit, bounds[dim]) else None
            case "arith.index_cast" | "arith.extsi" if bit_width(small.type) >= POSITION_BITS:
                small = made.operands[0]
            case "arith.addi":
                start = next((v for v in made.operands if _is_uniform(v, op.block)), None)
                if start is None:
                    return None
                limit.subtract(_sum(start))
                small = made.operands[1 if start == made.operands[0] else 0]
            case _:
                return None
    return None


def _difference(a: Sum, b: Sum) -> set:
    """The terms in which two sums differ."""
    return {term for term in a.keys() | b.keys() if a[term] != b[term]}


def _sum(index: Index) -> Sum:
    """``index`` as a sum of what index arithmetic adds up; casts of a value count as the value."""
    number = index if isinstance(index, int) else _number(index)
    if number is not None:
        return Sum({None: number})
    assert isinstance(index, ir.Value)
    if (made := owner_of(index)) is None:
        return Sum({index: 1})
    match made.name:
        case "arith.index_cast" | "arith.extsi":
            return _sum(made.operands[0])
        case "arith.addi" | "arith.subi" if isinstance(index.type, ir.IndexType):
            total, other = map(_sum, made.operands)
            (total.update if made.name == "arith.addi" else total.subtract)(other)
            return total
    return Sum({index: 1})


def _number(value: ir.Value) -> int | None:
    """The number that a constant holds."""
    constant = made_by(value, "arith.constant")
    return None if constant is None else constant.attributes["value"].value


def _is_uniform(value: ir.Value, body: ir.Block) -> bool:
    """Whether ``value`` is the same for all elements."""
    return block_of(value) != body or _number(value) is not None
