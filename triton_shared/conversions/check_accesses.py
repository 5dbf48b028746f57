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
from typing import Any, TypeAlias

from triton_shared import abi
from triton_shared.abi import CHECKS, EXTENT_WORDS, FILLS, ORDERS, RECORD_HEADER, SITES, VISITS
from triton_shared.conversions import note_masks, note_touches
from triton_shared.conversions.checks_of_ops import is_echo
from triton_shared.conversions.runtime_calls import text_address
from triton_shared.conversions.touched_boxes import Box, Part, block_of, box_at, lane_of, mixed
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
#: which of their operands is a text, but for those that have none, and what makes its address
_TEXT, _WITHOUT_TEXT = 3, ("triton_shared_order",)
_ADDRESS = ("arith.index_cast", "memref.extract_aligned_pointer_as_index", "memref.get_global")
#: what launches must know of a kernel that calls these
MARKS = {"triton_shared_visits": VISITS, "triton_shared_order": ORDERS, "triton_shared_fill": FILLS}
#: the number of an access in calls of `TOUCHES` that note nothing, on machines of threads
UNNOTED = -1
#: what is done with an element: its indices in the box, a block of the program's own, the indices there, whether it may
#: be touched
Touch: TypeAlias = Callable[[list[Index], ir.Value, list[Index], Condition], None]
#: dimensions of a box that `COVERS` takes
MOST_DIMS = 5
#: arguments of all functions behind the user's
PROGRAM_ARGUMENTS = 6
#: strides of a box whose corners two comparisons tell, in elements: 2^26 of those make no distance of 2^63
_FAR = 1 << 33


def run(module: ir.Operation, lanes: str = "loops") -> None:
    """Run the pass on ``module``."""
    symbols = [op.operation for op in module.regions[0].blocks[0].operations]
    functions = [op for op in symbols if op.name == "func.func" and op.regions[0].blocks]
    records = {op.attributes["sym_name"].value: _Record(op) for op in functions}
    for call in all_ops(module, {"func.call"}):
        if call.attributes["callee"].value in records:
            _hand_on(call, records[function_of(call).attributes["sym_name"].value])
    sites: list[str] = []
    number, marks = _tell_late_calls(module, records, sites if lanes == "threads" else None)
    masks = note_masks.taken(module)
    touches = note_touches.taken(module)
    kind = _ThreadsCheck if lanes == "threads" else _Check
    for record in records.values():
        for op, box in [(op, box) for op in all_ops(record.function) if (box := touched(op))]:
            with at(op):
                RULES[op.name](check := kind(op, box(), record, number, masks))
            sites.append(check.text)
            number += 1
    told = {abi.TOUCHES: touches} if touches is not None else {}
    told |= {SITES: f"[{', '.join(sites)}]"} if lanes == "threads" else {}
    for record in records.values():
        record.mark({CHECKS: max(number, 1)} | marks, told)


def _tell_late_calls(
    module: ir.Operation, records: dict[str, _Record], sites: list[str] | None
) -> tuple[int, dict[str, int]]:
    """Give calls of `LATE` functions the record and a number; how many there are, and what launches must know.

    ``sites`` are given the calls' texts, in whose place functions on machines of threads are told when they are called.
    """
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
            if sites is not None:
                sites.append(_taken_text(module, call, operands) if name not in _WITHOUT_TEXT else "{}")
            operands = [address, build.constant(i64, number), *operands]
            results = [r.type for r in call.results]
            new = build.op("func.call", results, operands, {"callee": call.attributes["callee"]})
            types[name] = ir.FunctionType.get([v.type for v in new.operands], results)
        for old, result in zip(call.results, new.results, strict=True):
            old.replace_all_uses_with(result)
        texts = [owner_of(v) for v in call.operands]
        call.erase()
        _erase_unused(texts)
    for op in list(module.regions[0].blocks[0]):
        if (name := op.operation.attributes["sym_name"].value) in types:
            op.operation.attributes["function_type"] = ir.TypeAttr.get(types[name])
        elif name in LATE:
            op.operation.erase()  # nobody calls it any more
    told = {mark: len(calls) for name, mark in MARKS.items() if name in types}
    return len(calls), told


def _taken_text(module: ir.Operation, call: ir.Operation, operands: list[ir.Value]) -> str:
    """The text of ``call``, in whose place ``operands`` are given when it is made."""
    get = owner_of(owner_of(owner_of(call.operands[_TEXT]).operands[0]).operands[0])  # type: ignore[union-attr]
    operands[_TEXT] = _as_i64(when(call))
    assert get is not None and get.name == "memref.get_global"
    name = get.attributes["name"].value
    symbols = (op.operation for op in module.regions[0].blocks[0])
    (found,) = (op for op in symbols if op.attributes["sym_name"].value == name)
    return bytes(n % 256 for n in found.attributes["initial_value"])[:-1].decode()


def _erase_unused(ops: Sequence[ir.Operation | None]) -> None:
    """Erase those of ``ops`` that made a text's address which nobody needs, and what they were made of."""
    for op in ops:
        while op is not None and op.name in _ADDRESS and not any(True for _ in op.results[0].uses):
            maker = owner_of(op.operands[0]) if len(op.operands) else None
            op.erase()
            op = maker


def when(op: ir.Operation) -> Index:
    """The iteration of the loops around ``op``, the outermost first."""
    found: Index = 0
    for loop in reversed([around for around in ops_around(op) if around.name == "scf.for"]):
        low, high, step = map(_as_index, list(loop.operands)[:3])
        at = _as_index(loop.regions[0].blocks[0].arguments[0])
        trips = build.apply("arith.ceildivsi", build.sub(high, low), step)
        passed = build.apply("arith.divsi", build.sub(at, low), step)
        found = build.add(build.mul(found, trips), passed)
    return found


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

    def mark(self, numbers: dict[str, int], texts: dict[str, str]) -> None:
        """Note on a kernel's argument what launches must know of the record, and of the program."""
        if self.is_kernel:
            context = self.function.context
            known = list(self.function.attributes["arg_attrs"])
            marks: dict[str, ir.Attribute] = {name: i64_attr(number) for name, number in numbers.items()}
            marks |= {name: ir.StringAttr.get(text, context) for name, text in texts.items()}
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

    def extent(self, argument: int, number: int) -> ir.Value:
        """A word of an argument's extent, as an index."""
        return self.word(RECORD_HEADER + EXTENT_WORDS * argument + number)

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

    ``masks`` are those of accesses by their places, as `--note-masks` told them; ``text`` is what reports say of it.
    """

    def __init__(self, op: ir.Operation, box: Box, record: _Record, number: int, masks: Mapping[str, Any]):
        self.op, self.box, self.record, self.number, self._masks = op, box, record, number, masks
        self.text = ""
        self.is_guarded = any(o.name == "scf.if" and o.location == op.location for o in ops_around(op))

    def place(self, box: Box) -> Index:
        """The byte of the argument's extent at which ``box`` begins; where no argument is known, its address."""
        start = self.record.extent(box.argument, 0) if box.address is None else box.address
        return build.add(start, build.mul(box.offset, box.width))

    def is_inside(self, box: Box) -> Condition:
        """Whether all of ``box`` is seen at once to lie in its argument, which is contiguous."""
        if box.address is not None:
            return False
        size = self.record.extent(box.argument, 1)
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

        self.text = self._described(shape)
        return self.ask(box, lane, self.number)

    def ask(self, box: Box, lane: Index, number: int) -> Condition:
        """Whether the one element of ``box`` may be touched; `UNNOTED` is the ``number`` of who only asks."""

        def call() -> list[ir.Value]:
            numbers = [box.argument, self.place(box), box.width, lane]
            return [self._call(TOUCHES, [number, self.told(), *numbers, *self.record.place])]

        inside = self.is_inside(box)
        return build.branch(inside, lambda: [build.value(True)], call, [build.i1])[0]

    def told(self) -> Index:
        """What `TOUCHES` is told besides: where the text is."""
        return text_address(self.op, self.text)

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
        if is_echo(self.op.location):
            return json.dumps({**told, "echo": True})
        return json.dumps({**told, "whole": is_whole and not self.is_guarded, "mask": mask})

    # What becomes of the op

    def guard(self, may: Condition) -> None:
        """Do the op where it ``may`` be done; elsewhere its results are zero."""
        _guard([self.op], may)

    def each_lane(self, block: ir.Value, part: Part, touch: Touch) -> None:
        """``touch(indices, block, indices, may)`` for each element of the box, over the dimensions of ``part``.

        The first indices are those of the box, the second those of the part of the program's own ``block``.
        """
        box = self.box

        def dimension(dim: int, indices: list[Index]) -> list[ir.Value]:
            if dim < len(box.sizes):
                build.loop(0, box.sizes[dim], 1, [], lambda i, _: dimension(dim + 1, [*indices, i]))
            else:
                may = self.may_touch(box.at(indices), part.shape, part.lane(indices))
                touch(indices, block, indices, may)
            return []

        dimension(0, [])

    def repeat(self, source: ir.Value, target: ir.Value, part: Part, kept: list[int]) -> None:
        """Store each element of ``source`` in all of ``target`` that has the same indices along ``kept``."""
        self.each_lane(target, part, lambda at, _, __, may: _repeat(source, target, self.box, kept, at, may))

    def touch_all(self, memory: ir.Value, block: ir.Value, touch: Touch) -> None:
        """The op, which moves ``block`` from or to ``memory``, as `whole_or`, which else is ``touch`` for each lane."""
        self.whole_or(lambda: self.each_lane(block, block_of(block), touch))

    def whole_or(self, lanes: Callable[[], None]) -> None:
        """The op as it is where its box lies in the argument, else what ``lanes`` does."""
        inside = self.is_inside(self.box)
        covered = lambda: [build.value(self.is_covered(self.box))]  # noqa: E731
        (ok,) = build.branch(inside, lambda: [build.value(True)], covered, [build.i1])
        build.branch(ok, lambda: _move_here(self.op), lanes)


class _ThreadsCheck(_Check):
    """An access of a program of threads: those that hold a block's elements ask for them, each for its own.

    They ask by an ``scf.parallel`` over indices of the whole block.  No order of theirs tells which lane was the first,
    so what is told of a lane is its iteration of the loops around the access.
    """

    def is_covered(self, box: Box) -> Condition:
        """False: each lane of a view with gaps is asked for."""
        return False

    def guard(self, may: Condition) -> None:
        """As the other; what an exchange found goes along: threads have no pair of that and whether it stored."""
        uses = [use.owner.operation for result in self.op.results for use in result.uses]
        _guard([self.op, *(use for use in uses if use.name == "llvm.extractvalue")], may)

    def told(self) -> Index:
        """The iteration of the loops around."""
        return when(self.op)

    def each_lane(self, block: ir.Value, part: Part, touch: Touch) -> None:
        """As the other; the second indices are those of all of the block that ``block`` is a part of."""
        box, whole = self.box, _whole(block)

        def lane(*counters: Index) -> None:
            places = list(part.lows)
            for dim, counter in zip(part.dims, counters, strict=True):
                places[dim] = counter
            indices = [build.sub(places[dim], part.lows[dim]) for dim in part.dims]
            touch(indices, whole, places, self.may_touch(box.at(indices), part.shape, part.lane(indices)))

        lows = [part.lows[dim] for dim in part.dims]
        highs = [build.add(low, size) for low, size in zip(lows, box.sizes, strict=True)]
        build.parallel(lows, highs, lane) if lows else lane()

    def touch_all(self, memory: ir.Value, block: ir.Value, touch: Touch) -> None:
        """As the other; a row that is moved for each of gathered indices is taken apart: each lane has its thread."""
        loop = next((op for op in ops_around(self.op) if op.name == "scf.parallel"), None)
        if loop is None:
            return super().touch_all(memory, block, touch)
        whole = _whole(block)
        along = [d for d, size in zip(block_of(block).dims, self.box.sizes, strict=True) if size != 1]
        counters = dict(zip(along, _deepened(loop, [whole.type.shape[d] for d in along]), strict=True))
        with at(self.op):
            box, part = box_at(memory), block_of(block)
            assert box is not None
            places = [counters.get(dim, low) for dim, low in enumerate(part.lows)]
            indices = [build.sub(places[dim], part.lows[dim]) for dim in part.dims]
            inside: Condition = True
            for index, size in zip(indices, box.sizes, strict=True):
                if size != 1:
                    inside = build.both(inside, build.compare("sle", 0, index))
                    inside = build.both(inside, build.compare("slt", index, size))

            def lane() -> None:
                may = self.may_touch(box.at(indices), part.shape, part.lane(indices))
                touch(indices, whole, places, may)

            build.branch(inside, lane)
        self.op.erase()

    def repeat(self, source: ir.Value, target: ir.Value, part: Part, kept: list[int]) -> None:
        """As the other; who fills an element of the target asks by itself, and notes nothing."""
        self.each_lane(target, part, lambda *_: None)
        whole, all_of = _whole(target), block_of(target)
        sizes = _sizes(target)

        def lane(*places: Index) -> None:
            indices = [build.sub(places[dim], all_of.lows[dim]) for dim in part.dims]
            box = self.box.at(indices)
            _store(_read(source, indices, self.ask(box, 0, UNNOTED)), whole, list(places))

        build.parallel(all_of.lows, [build.add(*n) for n in zip(all_of.lows, sizes, strict=True)], lane)


def _deepened(loop: ir.Operation, extents: Sequence[int]) -> list[ir.Value]:
    """Let the ``scf.parallel`` ``loop`` run over dimensions of ``extents``, too; returns their counters."""
    block = loop.regions[0].blocks[0]
    rank = len(block.arguments)
    lows, highs = list(loop.operands)[:rank], list(loop.operands)[rank : 2 * rank]
    added: list[ir.Value] = []

    def body(*counters: ir.Value) -> None:
        for old, new in zip(block.arguments, counters, strict=False):
            old.replace_all_uses_with(new)
        first = reduce(build.both, [build.compare("eq", counter, 0) for counter in counters[rank:]], True)
        for op in [view.operation for view in list(block.operations)[:-1]]:
            if op.name == "func.call" and op.attributes["callee"].value in LATE:
                build.branch(first, partial(_move_here, op))  # of a row, once
            else:
                _move_here(op)
        added.extend(counters[rank:])

    with at(loop):
        build.parallel([*lows, *[0] * len(extents)], [*highs, *extents], body)
    loop.erase()
    return added


def _as_index(value: ir.Value) -> ir.Value:
    return value if value.type == build.index else build.one("arith.index_cast", build.index, value)


def _whole(block: ir.Value) -> ir.Value:
    """The buffer or the tensor that ``block`` is a part of, or is."""
    while (maker := owner_of(block)) is not None and maker.name in ("memref.subview", "tensor.extract_slice"):
        block = maker.operands[0]
    return block


def _sizes(view: ir.Value) -> list[Index]:
    """The sizes of a part of a block along the block's dimensions."""
    maker = owner_of(view)
    if maker is None or maker.name != "memref.subview":
        return list(view.type.shape)
    return mixed(maker)[1]


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
        rank = len(target.type.shape)
        kept, part = [d for d in range(rank) if d not in added], block_of(target)
        rows = Part(part.shape, part.lows, tuple(part.dims[d] for d in kept))
        check.whole_or(lambda: check.repeat(source, target, rows, kept))
        return

    def touch(indices: list[Index], block: ir.Value, places: list[Index], may: Condition) -> None:
        _store(_read(source, indices, may), block, places)

    check.touch_all(source, target, touch)


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

    def touch(indices: list[Index], block: ir.Value, places: list[Index], may: Condition) -> None:
        def write() -> None:
            at_element = list(map(build.value, places))
            _store(build.one("tensor.extract", element, block, *at_element), view, indices)

        build.branch(may, write)

    check.touch_all(view, tensor, touch)


def _element(check: _Check) -> None:
    """An access to one element."""
    op = check.op
    check.guard(check.may_touch(element_box(op, check.box), *lane_of(op)))


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


def _guard(ops: Sequence[ir.Operation], may: Condition) -> None:
    """Do ``ops`` where the first ``may`` be done; else results are zero: the others', who alone use the first one's."""
    made = [r for op in (ops[1:] or ops) for r in op.results]
    types = [r.type for r in made]
    new = build.op("scf.if", types, (build.value(may),), regions=2)
    for old, result in zip(made, new.results, strict=True):
        old.replace_all_uses_with(result)
    build.region(
        new.regions[0], (), lambda: [r for op in ops for r in _move_here(op)][-len(types) :], "scf.yield"
    )
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
