"""What is worth fetching while a nest reads something else."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from triton_shared.codegen.kernels import PROGRAM, PROGRAM_ARGUMENTS, ROLE, attributes_of
from triton_shared.codegen.memory.fetches import LINE, NEAREST, NEXT, SHORT_ROW
from triton_shared.codegen.memory.uses import is_local
from triton_shared.codegen.nests.nest import Access, Nest
from triton_shared.ir import effects
from triton_shared.ir.builder import DYNAMIC, Builder, Index, bit_width, strides_of
from triton_shared.ir.effects import is_view
from triton_shared.ir.walk import all_ops, block_of, function_of, made_by, origin, owner_of, terminator
from triton_shared.mlir import ir

#: marks a `linalg.generic` on rows behind which those lie that the next one reads
NEXT_ROWS_CONTIGUOUS = "tts.next_rows_contiguous"
#: how many rows ahead they are fetched
ROWS_AHEAD = 16
#: bytes that are fetched ahead of those that are read where a loop goes through a matrix, and those of the longest rows
BYTES_AHEAD, LONGEST_ROW = 1 << 13, 1 << 16
#: bytes of a row that the next cache keeps until it is read again
KEPT_ROW = 1 << 17
#: rows of which some are read soon in steps that read the same columns of all rows
FEW_ROWS = 4
#: what integers go through unchanged
CASTS = ("arith.index_cast", "arith.extsi", "arith.trunci")


def is_short_row(access: Access) -> bool:
    """Whether ``access`` is of rows that lie apart in memory, and are too short for the machine to fetch them ahead."""
    if not access.is_memref or access.window or len(access.dims) < 2:
        return False
    type = access.value.type
    is_apart = strides_of(type)[0][-2] == DYNAMIC and strides_of(type)[0][-1] == 1
    return is_apart and LINE <= type.shape[-1] * bit_width(type.element_type) // 8 <= SHORT_ROW


class Fetch(NamedTuple):
    """What is worth fetching while a nest reads ``access``: what lies ``steps`` further along each dimension."""

    access: Access
    steps: tuple[Index, ...]
    cache: int = NEXT


def fetches_of(b: Builder, nest: Nest) -> list[Fetch]:
    """What is worth fetching while ``nest`` reads its inputs."""
    if NEXT_ROWS_CONTIGUOUS in nest.op.attributes:
        return []
    copies = nest.body is None and all(is_local(a.value) for a in nest.outputs)
    found = (
        _ahead_of(b, nest, a) or (_while_copied(b, a) if copies else _behind_kept_row(b, a))
        for a in nest.inputs
    )
    return [fetch for fetch in found if fetch is not None]


def _ahead_of(b: Builder, nest: Nest, access: Access) -> Fetch | None:
    """What a loop reads later that moves the block of ``access`` down or along a matrix.

    The machine itself follows rows that are very long or lie one behind the other.  Where each step reads all rows, it
    is soon at some of those that are fetched.
    """
    if not access.is_memref or not access.dims or not all(isinstance(d, int) for d in access.dims):
        return None
    type = access.value.type
    *rows, step = strides_of(type)[0]
    row = type.shape[-1] * bit_width(type.element_type) // 8
    moves = _moves(access.value)
    if step != 1 or DYNAMIC in type.shape or not LINE <= row <= LONGEST_ROW or moves is None:
        return None
    further = max(1, BYTES_AHEAD // row)
    if not rows:
        distance = _whole_rows(b, *moves)
        return None if distance is None else Fetch(access, (b.mul(distance, further),))
    count, width = type.shape[-2:]
    if len(rows) > 1 or rows[0] == width:
        return None
    if _goes_down(rows[0], *moves):
        if further <= FEW_ROWS and not nest.parallel[access.dims[0]]:
            return Fetch(access, (max(1, further // 2), 0), NEAREST)
        return Fetch(access, (further, 0))
    return Fetch(access, (0, width * max(1, BYTES_AHEAD // (count * row))))


def _while_copied(b: Builder, access: Access) -> Fetch | None:
    """What a later program reads in place of ``access``, unless updates of elements fetch it (`unroll_updates.py`)."""
    view = _view(access.value) if access.is_memref else None
    if view is not None and any(user.name == "memref.prefetch" for user, _ in effects.uses(view.result)):
        return None
    return programs_ahead(b, access, BYTES_AHEAD)


def while_updated(b: Builder, buffer: ir.Value) -> Fetch | None:
    """What a later program reads into ``buffer``, which this one filled with a row by which it updates elements."""
    copies = {op for op, number in effects.uses(buffer) if op.name == "memref.copy" and number == 1}
    view = _view(copies.pop().operands[0]) if len(copies) == 1 else None
    return None if view is None else programs_ahead(b, Access(view.result, (0,)), KEPT_ROW)


def programs_ahead(b: Builder, access: Access, longest: int) -> Fetch | None:
    """What a later program reads in place of ``access``, a row of no more bytes that the number of a program moves.

    It is worth fetching in programs that update memory atomically, which keeps machines from reading ahead themselves.
    A thread runs programs in the order of their first number.
    """
    if not access.is_memref or len(access.dims) != 1 or not isinstance(access.dims[0], int):
        return None
    type, view = access.value.type, _view(access.value)
    if view is None or DYNAMIC in type.shape or strides_of(type)[0] != [1]:
        return None
    row = type.shape[0] * bit_width(type.element_type) // 8
    moving = DYNAMIC in view.attributes["static_offsets"] and view.parent.operation.name == "func.func"
    number = _program_number(function_of(view))
    if not moving or number is None or not LINE <= row <= longest:
        return None
    moved = [f for f in map(_factors, _terms(view.operands[1])) if number in f]
    if len(moved) != 1 or moved[0].count(number) != 1 or not any(map(_orders, all_ops(function_of(view)))):
        return None
    distance: Index = max(1, BYTES_AHEAD // row)
    for factor in moved[0]:
        if factor != number:
            distance = b.mul(distance, _as_index(b, factor))
    return Fetch(access, (distance,))


def _behind_kept_row(b: Builder, access: Access) -> Fetch | None:
    """What the next program reads in place of ``access``, of a row that a loop goes along for the second time.

    The row is in a cache, so memory is idle meanwhile.  The first loop is in the same place, and has the same bounds.
    """
    if not access.is_memref or len(access.dims) != 1 or not isinstance(access.dims[0], int):
        return None
    view = _view(access.value)
    if view is None or (row := _row_of(view)) is None:
        return None
    function, loop = function_of(view), view.parent.operation
    if (number := _program_number(function)) is None:
        return None
    loops = {op.parent.operation for op in all_ops(function, {view.name}) if _row_of(op) == row}
    earlier = [other for other in loops if other != loop and other.is_before_in_block(loop)]
    moved = [f for f in row.terms if number in f]
    if len(earlier) != 1 or len(moved) != 1 or moved[0].count(number) != 1:
        return None
    distance: Index = 1
    for factor in moved[0]:
        if factor != number:
            distance = b.mul(distance, _as_index(b, factor))
    return Fetch(access, (distance,))


class _Row(NamedTuple):
    """What a loop goes along: from where in ``pointer``, as a sum of products, and the loop's bounds."""

    pointer: ir.Value
    terms: frozenset[tuple[Index, ...]]
    bounds: tuple[ir.Value, ...]


def _row_of(view: ir.Operation) -> _Row | None:
    """The row that the loop around ``view``, which is in no other, goes along block after block, if it stays near."""
    loop, type = view.parent.operation, view.result.type
    if loop.name != "scf.for" or loop.parent.operation.name != "func.func" or type.rank != 1:
        return None
    if DYNAMIC in type.shape or strides_of(type) != ([1], DYNAMIC):
        return None
    begin, end, step = (_factors(v) for v in list(loop.operands)[:3])
    counter = loop.regions[0].blocks[0].arguments[0]
    terms = [tuple(_factors(v)) for v in _terms(view.operands[1])]
    if not all(isinstance(v, int) for v in (*begin, *end, *step)) or (counter,) not in terms:
        return None
    size = (prod(end) - prod(begin)) * bit_width(type.element_type) // 8
    if [*type.shape] != step or not BYTES_AHEAD <= size <= KEPT_ROW:
        return None
    still = frozenset(term for term in terms if term != (counter,))
    return _Row(view.operands[0], still, tuple(loop.operands)[:3])


def _program_number(function: ir.Operation) -> ir.Value | None:
    """The first of the numbers of a program of ``function``; None where it is no kernel."""
    roles = zip(function.regions[0].blocks[0].arguments, attributes_of(function), strict=True)
    found = [argument for argument, known in roles if ROLE in known and known[ROLE].value == PROGRAM]
    return found[PROGRAM_ARGUMENTS // 2] if len(found) == PROGRAM_ARGUMENTS else None


def _orders(op: ir.Operation) -> bool:
    return effects.of(op).orders


def _terms(value: ir.Value) -> Iterator[ir.Value]:
    """``value`` as a sum."""
    value = origin(value, CASTS)
    added = made_by(value, "arith.addi")
    if added is None:
        yield value
    else:
        for term in added.operands:
            yield from _terms(term)


def _as_index(b: Builder, factor: Index) -> Index:
    return factor if isinstance(factor, int) else b.convert("arith.index_cast", factor, b.index)


def _view(block: ir.Value) -> ir.Operation | None:
    """What gives ``block`` its place in memory, if it is a view of a pointer."""
    view = owner_of(block)
    while view is not None and view.name != "memref.reinterpret_cast":
        view = owner_of(view.operands[0]) if is_view(view) else None
    return view


def _moves(block: ir.Value) -> tuple[ir.Operation, list[list[Index]]] | None:
    """The view that ``block`` is, if a loop moves it, and by what: terms as `_changes` gives them."""
    view = _view(block)
    if view is None:
        return None
    loop = view.parent.operation
    if loop.name != "scf.for" or DYNAMIC not in view.attributes["static_offsets"]:
        return None
    changes = list(_changes(view.operands[1], loop))
    return (view, changes) if changes else None


def _goes_down(stride: int, view: ir.Operation, changes: list[list[Index]]) -> bool:
    """Whether ``changes`` move ``view`` by whole rows, which lie ``stride`` apart, as far as products show it."""
    rows = _row_stride(view) if stride == DYNAMIC else [stride]
    return bool(rows) and any(_divides(rows, factors) for factors in changes)


def _row_stride(view: ir.Operation) -> list[Index]:
    """The factors of how far apart the rows of the block ``view`` lie; none if it has no rows."""
    *strides, _ = view.attributes["static_strides"]
    if not strides:
        return []
    if strides[-1] != DYNAMIC:
        return [strides[-1]]
    first = sum(list(view.attributes["operandSegmentSizes"])[:3])
    return _factors(view.operands[first + strides[:-1].count(DYNAMIC)])


def _whole_rows(b: Builder, view: ir.Operation, changes: list[list[Index]]) -> Index | None:
    """How far an iteration moves ``view``, a row, where that is a number of rows: a product with a constant factor."""
    loop = view.parent.operation
    inside = loop.regions[0].blocks[0]
    counter, step = inside.arguments[0], _factors(loop.operands[2])
    for factors in changes:
        still = [f for f in factors if not isinstance(f, ir.Value) or block_of(f) != inside]
        counts = [f for f in factors if f not in still]
        if counts in ([], [counter]) and any(isinstance(f, ir.Value) for f in still):
            distance: Index = 1
            for factor in still + step * len(counts):
                distance = b.mul(distance, _as_index(b, factor))
            return distance
    return None


def _changes(value: ir.Value, loop: ir.Operation) -> Iterator[list[Index]]:
    """The terms of ``value`` that differ between iterations of ``loop``, or by which it grows, each as its factors."""
    value = origin(value, CASTS)
    inside = loop.regions[0].blocks[0]
    maker = owner_of(value)
    if maker is None and value.owner == inside and value != inside.arguments[0]:
        grown = made_by(origin(terminator(inside).operands[value.arg_number - 1], CASTS), "arith.addi")
        if grown is not None:
            yield from (_factors(v) for v in grown.operands if origin(v, CASTS) != value)
    elif maker is not None and maker.name == "arith.addi":
        for term in maker.operands:
            yield from _changes(term, loop)
    else:
        factors = _factors(value)
        if any(isinstance(f, ir.Value) and block_of(f) == inside for f in factors):
            yield factors


def _factors(value: ir.Value) -> list[Index]:
    """``value`` as a product of numbers and of values that are none."""
    value = origin(value, CASTS)
    maker = owner_of(value)
    if maker is not None and maker.name == "arith.constant":
        return [maker.attributes["value"].value]
    if maker is not None and maker.name == "arith.muli":
        return [f for v in maker.operands for f in _factors(v)]
    return [value]


def _divides(rows: list[Index], factors: list[Index]) -> bool:
    """Whether ``factors`` are those of a multiple of ``rows``."""
    whole, part = (prod(f for f in of if isinstance(f, int)) for of in (factors, rows))
    return part > 0 and whole % part == 0 and all(f in factors for f in rows if isinstance(f, ir.Value))
