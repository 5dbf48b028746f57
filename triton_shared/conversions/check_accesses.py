"""Instrument a module of the shared form: accesses outside of a kernel's arguments are noted, and not made.

::

    memref.copy %view, %buffer            %ok = … lowest and highest corner of %view within the extent of %x …
                                    ->    scf.if %ok { memref.copy %view, %buffer }
                                          else { each lane: if @triton_shared_touches(…) { %buffer[…] = %view[…] } }

Every kernel takes one more pointer behind the user's arguments, marked ``tt.checks``: the launch's record,
which has the extent of each argument and room for findings (`triton_shared/runtime/checks/record.py`).  A box
of elements is seen to lie in a contiguous argument by two comparisons, whatever its rank; elsewhere
`@triton_shared_covers` tells, for views with gaps; where that says no, `@triton_shared_touches` is asked lane
by lane, and notes each lane that is outside with the access's place in the source.  A lane that is not touched
reads zero.

Calls by which other checks tell what they saw (`LATE`), which stand in the module already, get the record and a number
of their own, too.

The pass promises that each op which touches memory that is not the program's own is checked, or refused with a
reason; that a lane which lies in its argument is touched as before; and that no other is.  Addresses that come
from memory, or from integers, are the program's to know: of these only the lowest page is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from itertools import pairwise
from typing import Any

from triton_shared import abi
from triton_shared.abi import CHECKS, FILLS, ORDERS, VISITS
from triton_shared.conversions import note_masks, note_touches
from triton_shared.conversions.runtime_calls import text_address
from triton_shared.conversions.touched_boxes import Box, Part, block_of, box_at, lane_of
from triton_shared.errors import LoweringError, place_near
from triton_shared.ir import effects
from triton_shared.ir.builder import Condition, Index, at, build, declare, i64_attr, integer
from triton_shared.ir.walk import all_ops, function_of, ops_around, owner_of
from triton_shared.mlir import ir

COVERS, TOUCHES = "triton_shared_covers", "triton_shared_touches"
#: how many i64 these take; both give one
TAKES = {COVERS: 14, TOUCHES: 10}
#: functions that other checks call: with the record and a number in front they take i64 alone
LATE = (
    "triton_shared_found",
    "triton_shared_visits",
    "triton_shared_before",
    "triton_shared_after",
    "triton_shared_order",
    "triton_shared_fill",
)
#: what launches must know of a kernel that calls these
MARKS = {"triton_shared_visits": VISITS, "triton_shared_order": ORDERS, "triton_shared_fill": FILLS}
#: words of the record in front of extents, and of an extent
HEADER, EXTENT = 16, 16
#: dimensions of a box that `COVERS` takes
MOST_DIMS = 5
#: arguments of all functions behind the user's
PROGRAM_ARGUMENTS = 6
#: strides of a box whose corners two comparisons tell, in elements: 2^26 of those make no distance of 2^63
_FAR = 1 << 33


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    symbols = [op.operation for op in module.regions[0].blocks[0].operations]
    functions = [op for op in symbols if op.name == "func.func" and op.regions[0].blocks]
    records = {op.attributes["sym_name"].value: _Record(op) for op in functions}
    for call in all_ops(module, {"func.call"}):
        if call.attributes["callee"].value in records:
            _hand_on(call, records[function_of(call).attributes["sym_name"].value])
    number, marks = _tell_late_calls(module, records)
    masks = note_masks.taken(module)
    touches = note_touches.taken(module)
    for record in records.values():
        for op in all_ops(record.function):
            if box := touched(op):
                with at(op):
                    RULES[op.name](_Check(op, box(), record, number, masks))
                number += 1
    for record in records.values():
        record.mark({CHECKS: max(number, 1)} | marks, touches)


def _tell_late_calls(module: ir.Operation, records: dict[str, _Record]) -> tuple[int, dict[str, int]]:
    """Give calls of `LATE` functions the record and a number; how many there are, and what launches must know."""
    calls = [c for c in all_ops(module, {"func.call"}) if c.attributes["callee"].value in LATE]
    types: dict[str, ir.Type] = {}
    for number, call in enumerate(calls):
        record, name = (
            records[function_of(call).attributes["sym_name"].value],
            call.attributes["callee"].value,
        )
        with at(call):
            address, i64 = record.address, integer(64)
            operands = [build.convert("arith.extui", v, i64) for v in call.operands]
            operands = [address, build.constant(i64, number), *operands]
            results = [r.type for r in call.results]
            new = build.op("func.call", results, operands, {"callee": call.attributes["callee"]})
            types[name] = ir.FunctionType.get([v.type for v in new.operands], results)
        for old, result in zip(call.results, new.results, strict=True):
            old.replace_all_uses_with(result)
        call.erase()
    for op in list(module.regions[0].blocks[0]):
        if (name := op.operation.attributes["sym_name"].value) in types:
            op.operation.attributes["function_type"] = ir.TypeAttr.get(types[name])
        elif name in LATE:
            op.operation.erase()  # nobody calls it any more
    told = {mark: len(calls) for name, mark in MARKS.items() if name in types}
    return len(calls), told


class _Record:
    """The record of launches, as a function has it: a pointer where it is a kernel, the address in others."""

    def __init__(self, function: ir.Operation):
        self.function, self.is_kernel = function, "sym_visibility" not in function.attributes
        self.block = function.regions[0].blocks[0]
        with function.context:
            self.argument = self._insert()
        self._words: dict[int, ir.Value] = {}
        self._address: ir.Value | None = None

    def _insert(self) -> ir.Value:
        """A new argument of the function, before the grid's."""
        function, block = self.function, self.block
        block.add_argument(integer(32), function.location)
        arguments = list(block.arguments)
        for old, new in reversed(list(pairwise(arguments))[-PROGRAM_ARGUMENTS:]):
            old.replace_all_uses_with(new)
        record = arguments[-PROGRAM_ARGUMENTS - 1]
        record.set_type(ir.Type.parse("memref<*xi64>") if self.is_kernel else integer(64))
        old_type = ir.FunctionType(function.attributes["function_type"].value)
        new_type = ir.FunctionType.get([a.type for a in block.arguments], old_type.results)
        function.attributes["function_type"] = ir.TypeAttr.get(new_type)
        known = list(function.attributes.get("arg_attrs", ())) or [ir.DictAttr.get({})] * len(old_type.inputs)
        known.insert(record.arg_number, ir.DictAttr.get({}))
        function.attributes["arg_attrs"] = ir.ArrayAttr.get(known)
        return record

    def mark(self, told: dict[str, int], touches: str | None) -> None:
        """Note on a kernel's argument what launches must know of the record, and what programs touch."""
        if self.is_kernel:
            context = self.function.context
            known = list(self.function.attributes["arg_attrs"])
            marks: dict[str, ir.Attribute] = {name: i64_attr(number) for name, number in told.items()}
            if touches is not None:
                marks[abi.TOUCHES] = ir.StringAttr.get(touches, context)
            known[self.argument.arg_number] = ir.DictAttr.get(marks, context)
            self.function.attributes["arg_attrs"] = ir.ArrayAttr.get(known, context)

    def word(self, number: int) -> ir.Value:
        """A word of the record, as an index; read where the kernel begins."""
        if number not in self._words:
            with ir.InsertionPoint.at_block_begin(self.block), self.function.location:
                view = build.strided(
                    "memref.reinterpret_cast",
                    ir.Type.parse(f"memref<1xi64, strided<[1], offset: {number}>>"),
                    [self.argument],
                    [number],
                    [1],
                    [1],
                )
                read = build.one("memref.load", integer(64), view, build.value(0))
                self._words[number] = build.one("arith.index_cast", build.index, read)
        return self._words[number]

    @property
    def address(self) -> ir.Value:
        """Where the record is, as an i64."""
        if not self.is_kernel:
            return self.argument
        if self._address is None:
            with ir.InsertionPoint.at_block_begin(self.block), self.function.location:
                start = build.one("memref.extract_aligned_pointer_as_index", build.index, self.argument)
                self._address = build.one("arith.index_cast", integer(64), start)
        return self._address

    @property
    def place(self) -> list[ir.Value]:
        """The program's place in the grid, each an i64."""
        return [build.one("arith.extui", integer(64), a) for a in list(self.block.arguments)[-3:]]


def _hand_on(call: ir.Operation, record: _Record) -> None:
    """Let ``call``, of a private function, hand on the record."""
    operands = list(call.operands)
    with at(call):
        operands.insert(len(operands) - PROGRAM_ARGUMENTS, record.address)
        attributes = {name: call.attributes[name] for name in call.attributes}
        new = build.op("func.call", [r.type for r in call.results], operands, attributes)
    for old, result in zip(call.results, new.results, strict=True):
        old.replace_all_uses_with(result)
    call.erase()


def touched(op: ir.Operation) -> Callable[[], Box] | None:
    """What makes the box of memory that ``op`` touches; None where that is the program's own, or none.

    Raises `LoweringError` where it cannot be checked.
    """
    if op.name == "func.call" or op.name.partition(".")[0] not in effects.KNOWN:
        return None
    with at(op):
        touched = [v for v in (*effects.read(op), *effects.written(op)) if _is_outside(v)]
    if not touched:
        return None
    if op.name not in RULES or any(v != touched[0] for v in touched):
        raise LoweringError(op, "touches memory in a way that bounds cannot be checked of")
    return partial(box_at, touched[0])  # type: ignore[return-value]


def _is_outside(memory: ir.Value) -> bool:
    """Whether ``memory`` is not the program's own."""
    if isinstance(memory.type, ir.RankedTensorType):
        return False
    root = memory
    while (maker := owner_of(root)) is not None and effects.is_view(maker):
        root = maker.operands[0]
    return maker is None or not (effects.of(maker).allocates or maker.name == "memref.get_global")


class _Check:
    """One access that is checked: ``op``, which touches ``box``; ``number`` tells it from others of the module.

    ``masks`` are those of accesses by their places, as `--note-masks` told them.
    """

    def __init__(self, op: ir.Operation, box: Box, record: _Record, number: int, masks: Mapping[str, Any]):
        self.op, self.box, self.record, self.number, self._masks = op, box, record, number, masks
        self.is_guarded = any(o.name == "scf.if" and o.location == op.location for o in ops_around(op))

    def place(self, box: Box) -> Index:
        """The byte of the argument's extent at which ``box`` begins; where no argument is known, its address."""
        start = self.record.word(HEADER + EXTENT * box.argument) if box.address is None else box.address
        return build.add(start, build.mul(box.offset, box.width))

    def is_inside(self, box: Box) -> Condition:
        """Whether all of ``box`` is seen at once to lie in its argument, which is contiguous."""
        if box.address is not None:
            return False
        size = self.record.word(HEADER + EXTENT * box.argument + 1)
        spans = [build.mul(build.sub(n, 1), s) for n, s in zip(box.sizes, box.strides, strict=True)]
        below: Index = reduce(build.add, [build.min(span, 0) for span in spans], 0)
        above: Index = reduce(build.add, [build.max(span, 0) for span in spans], 0)
        total = build.add(build.mul(build.sub(above, below), box.width), box.width)
        low = build.add(self.place(box), build.mul(below, box.width))
        room = build.sub(size, total)
        fits = build.both(build.compare("sle", 0, room), build.compare("ule", low, room))
        near = [_is_near(stride) for stride in box.strides]
        empty = reduce(build.either, [build.compare("sle", n, 0) for n in box.sizes], False)
        return build.either(empty, reduce(build.both, near, fits))

    def is_covered(self, box: Box) -> Condition:
        """Whether all of ``box`` lies in its argument, as the runtime tells of views with gaps."""
        if len(box.sizes) > MOST_DIMS:
            return False
        steps = [build.mul(stride, box.width) for stride in box.strides]
        dims = [n for pair in zip(box.sizes, steps, strict=True) for n in pair]
        dims += [1, 0] * (MOST_DIMS - len(box.sizes))
        return self._call(COVERS, [box.argument, self.place(box), box.width, *dims])

    def may_touch(self, box: Box, shape: Sequence[int], lane: Index) -> Condition:
        """Whether the one element of ``box``, ``lane`` of a block of ``shape``, may be touched; notes where not."""

        def ask() -> list[ir.Value]:
            text = text_address(self.op, self._described(shape))
            numbers = [box.argument, self.place(box), box.width, lane]
            return [self._call(TOUCHES, [self.number, text, *numbers, *self.record.place])]

        inside = self.is_inside(box)
        return build.branch(inside, lambda: [build.value(True)], ask, [build.i1])[0]

    def _call(self, name: str, numbers: Sequence[Index]) -> ir.Value:
        i64 = integer(64)
        declare(self.op, name, ir.FunctionType.get([i64] * TAKES[name], [i64]))
        values = [self.record.address, *map(_as_i64, numbers)]
        answer = build.op("func.call", [i64], values, {"callee": ir.FlatSymbolRefAttr.get(name)})
        return build.compare("ne", answer.results[0], 0)

    def _described(self, shape: Sequence[int]) -> str:
        """What reports say of the access, as JSON."""
        file, line, column = place_near(self.op)
        is_whole = tuple(self.box.sizes) == tuple(n for n in shape if n != 1) or not shape
        told = {
            "file": file,
            "line": line,
            "column": column,
            "does": DOES[self.op.name],
            "block": list(shape),
        }
        mask = self._masks.get(note_masks.key((file, line, column)))
        return json.dumps({**told, "whole": is_whole and not self.is_guarded, "mask": mask})

    # What becomes of the op

    def each_lane(self, part: Part, touch: Callable[[list[Index], Condition], None]) -> None:
        """``touch(indices, may)`` for each element of the box, over the dimensions of ``part``."""
        box = self.box

        def dimension(dim: int, indices: list[Index]) -> list[ir.Value]:
            if dim < len(box.sizes):
                build.loop(0, box.sizes[dim], 1, [], lambda i, _: dimension(dim + 1, [*indices, i]))
            else:
                touch(indices, self.may_touch(box.at(indices), part.shape, part.lane(indices)))
            return []

        dimension(0, [])

    def whole_or_lanes(self, part: Part, touch: Callable[[list[Index], Condition], None]) -> None:
        """The op as it is where its box lies in the argument, else ``touch`` for each lane."""
        inside = self.is_inside(self.box)
        covered = lambda: [build.value(self.is_covered(self.box))]  # noqa: E731
        (ok,) = build.branch(inside, lambda: [build.value(True)], covered, [build.i1])
        build.branch(ok, lambda: _move_here(self.op), lambda: self.each_lane(part, touch))


def _as_i64(number: Index) -> ir.Value:
    if isinstance(number, ir.Value) and number.type != build.index:
        return number
    if isinstance(number, int):
        return build.constant(integer(64), number)
    return build.one("arith.index_cast", integer(64), number)


def _is_near(stride: Index) -> Condition:
    """Whether ``stride`` is no further than `_FAR` to either side."""
    return build.compare("ule", build.add(stride, _FAR), 2 * _FAR)


def _move_here(op: ir.Operation) -> list[ir.Value]:
    op.detach_from_parent()
    ir.InsertionPoint.current.insert(op)
    return list(op.results)


# Rules


def _copy(check: _Check) -> None:
    """A block that is loaded, or repeated: lanes that are not touched read zero."""
    op, (source, target) = check.op, check.op.operands
    if box_at(target) is not None:
        raise LoweringError(op, "copies to memory that is not the program's own")
    added = list(op.attributes["dimensions"]) if op.name == "linalg.broadcast" else []
    if added:
        box, rank = check.box, len(target.type.shape)
        kept, part = [d for d in range(rank) if d not in added], block_of(target)
        check.whole_or_lanes(
            Part(part.shape, part.lows, tuple(part.dims[d] for d in kept)),
            lambda indices, may: _repeat(source, target, box, kept, indices, may),
        )
        return

    def touch(indices: list[Index], may: Condition) -> None:
        _store(_read(source, indices, may), target, indices)

    check.whole_or_lanes(block_of(target), touch)


def _repeat(
    source: ir.Value, target: ir.Value, box: Box, kept: list[int], indices: list[Index], may: Condition
) -> None:
    """Store one element of ``source`` in all that are repeated of it."""
    element = _read(source, indices, may)
    view = ir.MemRefType(target.type)
    sizes = build.op(
        "memref.extract_strided_metadata",
        [ir.MemRefType.get([], view.element_type), *[build.index] * (1 + 2 * view.rank)],
        [target],
    ).results[2 : 2 + view.rank]

    def dimension(dim: int, at: list[Index]) -> list[ir.Value]:
        if dim == view.rank:
            _store(element, target, at)
        elif dim in kept:
            dimension(dim + 1, [*at, indices[kept.index(dim)]])
        else:
            build.loop(0, sizes[dim], 1, [], lambda i, _: dimension(dim + 1, [*at, i]))
        return []

    dimension(0, [])


def _read(view: ir.Value, indices: list[Index], may: Condition) -> ir.Value:
    element = view.type.element_type
    load = lambda: [build.one("memref.load", element, view, *map(build.value, indices))]  # noqa: E731
    return build.branch(may, load, lambda: [build.constant(element, 0)], [element])[0]


def _store(value: ir.Value, view: ir.Value, indices: list[Index]) -> None:
    build.op("memref.store", (), [value, view, *map(build.value, indices)])


def _materialize(check: _Check) -> None:
    """A block that is stored."""
    tensor, view = check.op.operands
    element = view.type.element_type

    def touch(indices: list[Index], may: Condition) -> None:
        def write() -> None:
            at_element = list(map(build.value, indices))
            _store(build.one("tensor.extract", element, tensor, *at_element), view, indices)

        build.branch(may, write)

    check.whole_or_lanes(block_of(tensor), touch)


def _element(check: _Check) -> None:
    """An access to one element."""
    op = check.op
    _guard(op, check.may_touch(element_box(op, check.box), *lane_of(op)))


def element_box(op: ir.Operation, box: Box) -> Box:
    """The one element that ``op``, whose memory is ``box``, touches."""
    if not op.name.startswith("memref."):
        return _of_width(box, op)
    view = 0 if op.name == "memref.load" else 1
    return box.at(list(op.operands)[view + 1 :])


def _of_width(box: Box, op: ir.Operation) -> Box:
    """``box``, an address, of the element that the llvm op ``op`` touches."""
    match op.name:
        case "llvm.load":
            element = op.results[0].type
        case "llvm.store":
            element = op.operands[0].type
        case _:
            element = op.operands[1].type
    return Box(box.argument, box.address, box.offset, (), (), max(element.width, 8) // 8)


def _guard(op: ir.Operation, may: Condition) -> None:
    """Do ``op`` where it ``may`` be done; elsewhere its results are zero."""
    types = [r.type for r in op.results]
    new = build.op("scf.if", types, (build.value(may),), regions=2)
    for old, result in zip(op.results, new.results, strict=True):
        old.replace_all_uses_with(result)
    build.region(new.regions[0], (), lambda: _move_here(op), "scf.yield")
    if types:
        build.region(new.regions[1], (), lambda: list(map(_zero, types)), "scf.yield")


def _zero(type_: ir.Type) -> ir.Value:
    if str(type_).startswith("!llvm."):
        return build.one("llvm.mlir.zero", type_)
    return build.constant(type_, 0)


#: what reports say that an op does
DOES = {
    "memref.copy": "reads",
    "linalg.broadcast": "reads",
    "bufferization.materialize_in_destination": "writes",
    "memref.load": "reads",
    "memref.store": "writes",
    "memref.atomic_rmw": "updates",
    "llvm.load": "reads",
    "llvm.store": "writes",
    "llvm.cmpxchg": "updates",
    "llvm.atomicrmw": "updates",
}

RULES: dict[str, Callable[[_Check], None]] = {
    "memref.copy": _copy,
    "linalg.broadcast": _copy,
    "bufferization.materialize_in_destination": _materialize,
    "memref.load": _element,
    "memref.store": _element,
    "memref.atomic_rmw": _element,
    "llvm.load": _element,
    "llvm.store": _element,
    "llvm.cmpxchg": _element,
    "llvm.atomicrmw": _element,
}
