"""`Values`: the term of one lane of an integer or a pointer of a program of Triton's.

>>> Values(terms).integer(offsets, (lane,))                                      # doctest: +SKIP
7

Values are followed through scalars and tensors alike, as the machine computes them.  What a loop carries by adding the
same number in each iteration is its begin and so many times that number; anything else that a region hands on, and what
no row of `RULES` tells, is ``any`` number: then a proof holds whatever it is.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.analyses.index_analysis import constant_splat, end_of, is_inside
from triton_shared.dialects.tt.types import integer_width, is_pointer, pointee_of, shape_of
from triton_shared.ir import predicates
from triton_shared.ir.builder import bit_width
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir
from triton_shared.proofs.terms import Terms

Lane = tuple[int, ...]
#: the argument that a pointer counts from, None where nobody knows, and the bytes from there
Place = tuple[int | None, int]
#: ops on integers that a `Terms` has as they are
ARITH = (
    *("addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "ceildivsi", "floordivsi"),
    *("minsi", "maxsi", "minui", "maxui", "andi", "ori", "xori", "shli", "shrsi", "shrui"),
)
_CASTS = {"arith.extsi": True, "arith.index_cast": True, "arith.extui": False, "arith.index_castui": False}
_SHAPES = ("tt.splat", "tt.broadcast", "tt.expand_dims", "tt.trans", "tt.reshape")


def bytes_of(type_: ir.Type) -> int:
    """The bytes of what a pointer of ``type_`` points to."""
    return max(bit_width(pointee_of(type_)), 8) // 8


class Values:
    """Terms of values, each computed once a lane."""

    def __init__(self, terms: Terms):
        self.terms = terms
        self._integers: dict[tuple[ir.Value, Lane], int] = {}
        self._places: dict[tuple[ir.Value, Lane], Place] = {}
        self._known: dict[ir.Value, int] = {}
        self._loops: dict[ir.Operation, int] = {}

    # Integers

    def integer(self, value: ir.Value, lane: Lane) -> int:
        """The term of the element of ``value``, an integer or a tensor of such, at ``lane``."""
        key = value, lane
        if key not in self._integers:
            self._integers[key] = self._integer(value, lane)
        return self._integers[key]

    def _integer(self, value: ir.Value, lane: Lane) -> int:
        op, width = owner_of(value), integer_width(value.type) or 0
        if op is None:
            return self._of_block(value, lane, width)
        name = op.name.removeprefix("arith.")
        if op.name.startswith("arith.") and name in ARITH:
            return self.terms.make(name, width, *(self.integer(v, lane) for v in op.operands))
        if op.name in _CASTS:
            return self.terms.cast(self.integer(op.operands[0], lane), width, _CASTS[op.name])
        if op.name in _SHAPES:
            return self.integer(op.operands[0], self.source_lane(op, lane))
        rule = RULES.get(op.name)
        found = rule(self, op, value, lane, width) if rule else None
        return self.any(value, lane, width) if found is None else found

    def any(self, value: ir.Value, lane: Lane, width: int, *more: int) -> int:
        """A number that nobody knows, of this value in this lane."""
        number = self._known.setdefault(value, len(self._known))
        return self.terms.make("any", width, *lane, *more, data=number)

    def _of_block(self, value: ir.Value, lane: Lane, width: int) -> int:
        """An argument of the function, what a loop counts, or what a region is handed."""
        op, number = value.owner.owner.operation, value.arg_number
        if op.name == "tt.func":
            return self.terms.leaf("arg", width, number)
        if op.name == "scf.for" and number == 0:
            return self.counter(op)
        return self._carried(value, lane, width)

    def _carried(self, value: ir.Value, lane: Lane, width: int) -> int:
        found = self._advanced(value)
        if found is None:
            return self.any(value, lane, width)
        start, step, iterations = found
        begin = self.integer(start, lane)
        if step is None:
            return begin
        moved = self.terms.mul(self.terms.cast(iterations, width), self.integer(step, lane))
        return self.terms.add(begin, moved)

    # Loops

    def loop(self, op: ir.Operation) -> int:
        """The number of a loop."""
        return self._loops.setdefault(op, len(self._loops))

    def counter(self, op: ir.Operation) -> int:
        """What ``op``, an ``scf.for``, counts."""
        low, _, step = (self.integer(v, ()) for v in list(op.operands)[:3])
        return self.terms.make("counter", self.terms.width(low), low, step, data=self.loop(op))

    def runs(self, op: ir.Operation) -> int:
        """That ``op``, an ``scf.for``, makes an iteration."""
        less = "ult" if "unsignedCmp" in op.attributes else "slt"
        return self.terms.make("cmpi", 1, self.counter(op), self.integer(op.operands[1], ()), data=less)

    def _iterations(self, op: ir.Operation) -> int:
        """How many iterations ``op`` makes, in 64 bits."""
        low, high, step = (self.terms.cast(self.integer(v, ()), 64) for v in list(op.operands)[:3])
        distance = self.terms.make("subi", 64, high, low)
        iterations = self.terms.make("ceildivsi", 64, distance, step)
        return self.terms.make("maxsi", 64, iterations, self.terms.constant(0, 64))

    def _advanced(self, value: ir.Value) -> tuple[ir.Value, ir.Value | None, int] | None:
        """What a loop's ``value`` begins with, what each iteration adds, and how many iterations were made."""
        op = owner_of(value)
        is_result = op is not None
        loop = op if op is not None else value.owner.owner.operation
        if loop is None or loop.name != "scf.for":
            return None
        number = value.result_number if is_result else value.arg_number - 1
        argument = loop.regions[0].blocks[0].arguments[number + 1]
        start, next_ = loop.operands[number + 3], end_of(loop).operands[number]
        iterations = (
            self._iterations(loop) if is_result else self.terms.leaf("iteration", 64, self.loop(loop))
        )
        if next_ == argument:
            return start, None, iterations
        adder = owner_of(next_)
        if adder is None or adder.name not in ("arith.addi", "tt.addptr"):
            return None
        left, right = adder.operands
        if right == argument and adder.name == "arith.addi":
            left, right = right, left
        return (start, right, iterations) if left == argument and _is_fixed(right, loop) else None

    # Pointers

    def place(self, value: ir.Value, lane: Lane) -> Place:
        """Where the element of ``value``, a pointer or a tensor of such, at ``lane`` points."""
        key = value, lane
        if key not in self._places:
            self._places[key] = self._place(value, lane)
        return self._places[key]

    def _place(self, value: ir.Value, lane: Lane) -> Place:
        op, zero = owner_of(value), self.terms.constant(0, 64)
        if op is None:
            if value.owner.owner.operation.name == "tt.func":
                return value.arg_number, zero
            return self._carried_place(value, lane)
        if op.name in _SHAPES:
            return self.place(op.operands[0], self.source_lane(op, lane))
        match op.name:
            case "tt.addptr":
                base, offset = self.place(op.operands[0], lane)
                return base, self.terms.add(offset, self._bytes(op.operands[1], lane, value.type))
            case "tt.bitcast" if is_pointer(op.operands[0].type):
                return self.place(op.operands[0], lane)
            case "arith.select":
                yes, no = (self.place(v, lane) for v in list(op.operands)[1:])
                if yes[0] == no[0]:
                    condition = op.operands[0]
                    chosen = self.integer(condition, lane if shape_of(condition.type) else ())
                    return yes[0], self.terms.make("select", 64, chosen, yes[1], no[1])
            case "scf.for":
                return self._carried_place(value, lane)
        return None, zero

    def _carried_place(self, value: ir.Value, lane: Lane) -> Place:
        found = self._advanced(value)
        if found is None:
            return None, self.terms.constant(0, 64)
        start, step, iterations = found
        base, offset = self.place(start, lane)
        if step is None:
            return base, offset
        return base, self.terms.add(offset, self.terms.mul(iterations, self._bytes(step, lane, value.type)))

    def _bytes(self, steps: ir.Value, lane: Lane, type_: ir.Type) -> int:
        """So many elements of what pointers of ``type_`` point to, in bytes."""
        number = self.terms.cast(self.integer(steps, lane), 64)
        return self.terms.mul(number, self.terms.constant(bytes_of(type_), 64))

    # Shapes

    def source_lane(self, op: ir.Operation, lane: Lane) -> Lane:
        """The lane of the operand of ``op``, which changes a shape, that ``lane`` of its result is."""
        source, zero = shape_of(op.operands[0].type), self.terms.constant(0, 64)
        match op.name:
            case "tt.splat":
                return ()
            case "tt.broadcast":
                return tuple(zero if n == 1 else i for n, i in zip(source, lane, strict=True))
            case "tt.expand_dims":
                axis = op.attributes["axis"].value
                return lane[:axis] + lane[axis + 1 :]
            case "tt.trans":
                order = list(op.attributes["order"])
                return tuple(lane[order.index(d)] for d in range(len(order)))
        position = zero
        for size, index in zip(shape_of(op.results[0].type), lane, strict=True):
            position = self.terms.add(self.terms.mul(position, self.terms.constant(size, 64)), index)
        found: list[int] = []
        for size in reversed(source):
            number = self.terms.constant(size, 64)
            found.append(self.terms.make("remsi", 64, position, number))
            position = self.terms.make("divsi", 64, position, number)
        return tuple(reversed(found))


def _is_fixed(value: ir.Value, loop: ir.Operation) -> bool:
    """Whether ``value`` is the same in all iterations of ``loop``."""
    if not is_inside(value, loop):
        return True
    op = owner_of(value)
    pure = op is not None and op.name.startswith(("arith.", *_SHAPES, "tt.make_range"))
    return pure and op is not None and all(_is_fixed(v, loop) for v in op.operands)


# Rules: what ``op`` gives in a lane; None for any number


def _constant(values: Values, op: ir.Operation, value: ir.Value, lane: Lane, width: int) -> int | None:
    number = constant_splat(op)
    return None if number is None else values.terms.constant(number, width)


def _range(values: Values, op: ir.Operation, value: ir.Value, lane: Lane, width: int) -> int:
    index = values.terms.cast(lane[0], width)
    return values.terms.add(index, values.terms.constant(op.attributes["start"].value, width))


def _truncated(values: Values, op: ir.Operation, value: ir.Value, lane: Lane, width: int) -> int:
    return values.terms.cast(values.integer(op.operands[0], lane), width)


def _compared(values: Values, op: ir.Operation, value: ir.Value, lane: Lane, width: int) -> int:
    a, b = (values.integer(v, lane) for v in op.operands)
    return values.terms.make("cmpi", 1, a, b, data=predicates.INTEGERS[op.attributes["predicate"].value])


def _selected(values: Values, op: ir.Operation, value: ir.Value, lane: Lane, width: int) -> int:
    condition, yes, no = op.operands
    chosen = values.integer(condition, lane if shape_of(condition.type) else ())
    return values.terms.make("select", width, chosen, values.integer(yes, lane), values.integer(no, lane))


def _axis(name: str) -> Callable[..., int]:
    def rule(values: Values, op: ir.Operation, value: ir.Value, lane: Lane, width: int) -> int:
        return values.terms.leaf(name, width, op.attributes["axis"].value)

    return rule


def _handed_on(values: Values, op: ir.Operation, value: ir.Value, lane: Lane, width: int) -> int:
    if op.name == "scf.for":
        return values._carried(value, lane, width)
    yes, no = (end_of(op, n).operands[value.result_number] for n in range(2))
    terms = (values.integer(v, lane) for v in (yes, no))
    return values.terms.make("select", width, values.integer(op.operands[0], ()), *terms)


def _loaded(values: Values, op: ir.Operation, value: ir.Value, lane: Lane, width: int) -> int | None:
    """Any number; its row tells its address, too, so that a counterexample can put it there."""
    if shape_of(op.operands[0].type) != shape_of(value.type):
        return None
    base, offset = values.place(op.operands[0], lane)
    if base is None:
        return None
    return values.terms.make("load", width, offset, data=base)


RULES: dict[str, Callable[..., int | None]] = {
    "arith.constant": _constant,
    "arith.trunci": _truncated,
    "arith.cmpi": _compared,
    "arith.select": _selected,
    "tt.make_range": _range,
    "tt.get_program_id": _axis("pid"),
    "tt.get_num_programs": _axis("grid"),
    "scf.for": _handed_on,
    "scf.if": _handed_on,
    "tt.load": _loaded,
}
