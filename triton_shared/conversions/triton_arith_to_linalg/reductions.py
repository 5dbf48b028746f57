"""Reductions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triton_shared.conversions.runtime_calls import assert_holds
from triton_shared.conversions.triton_arith_to_linalg.regions import Body
from triton_shared.ir import predicates
from triton_shared.ir.builder import build, indices, integer, is_float
from triton_shared.mlir import ir
from triton_shared.records import dataclass

_INF = float("inf")
_NAN = float("nan")

#: combiner -> its neutral element: a number, or (for integers) a function of the width
NEUTRAL: dict[str, float | Callable[[int], int]] = {
    "arith.addf": -0.0,
    "arith.mulf": 1.0,
    "arith.maximumf": -_INF,
    "arith.minimumf": _INF,
    "arith.maxnumf": _NAN,
    "arith.minnumf": _NAN,
    "arith.addi": lambda width: 0,
    "arith.muli": lambda width: 1,
    "arith.andi": lambda width: -1,
    "arith.ori": lambda width: 0,
    "arith.xori": lambda width: 0,
    "arith.maxsi": lambda width: -(1 << (width - 1)),
    "arith.minsi": lambda width: (1 << (width - 1)) - 1,
    "arith.maxui": lambda width: 0,
    "arith.minui": lambda width: -1,
}

#: the same for machines that want no NaN and no -0.0; only what they combine alone is another number
ORDINARY = NEUTRAL | {"arith.addf": 0.0, "arith.maxnumf": -_INF, "arith.minnumf": _INF}

#: how argmax and argmin join the order of the values with that of the positions
TIES = {"arith.andi", "arith.ori"}

#: combiners that accumulate f16 and bf16 in f32; formats of 8 bits always do
WIDENED = {"arith.addf", "arith.mulf"}


@dataclass(frozen=True)
class Combining:
    """How elements are combined along an axis: `choices.SUMS` and `choices.NEUTRAL`."""

    sums: str = "f32"
    neutral: str = "exact"

    def total(self, name: str, element: ir.Type) -> ir.Type:
        """The type in which combiner ``name`` combines elements of type ``element``."""
        widens = name in WIDENED and self.sums == "f32"
        narrow = is_float(element) and element.width < (32 if widens else 16)
        return ir.F32Type.get() if narrow else element

    def start(self, name: str, total: ir.Type) -> ir.Value:
        """What combiner ``name`` starts from."""
        neutral = (ORDINARY if self.neutral == "ordinary" else NEUTRAL)[name]
        return build.constant(total, neutral if isinstance(neutral, float) else neutral(total.width))


DEFAULT = Combining()


def combiner_of(body: Body) -> str | None:
    """The name of the op that the combiner consists of, if it is one op of the two arguments."""
    match body.operations:
        case [combine, end] if combine.name in NEUTRAL and set(combine.operands) == set(body.block.arguments):
            return combine.name if list(end.operands) == list(combine.results) else None
    return None


def _finds_position(body: Body) -> bool:
    """Whether the combiner is that of argmax or argmin: it takes the larger (smaller) float and what goes with it.

    It asks for nothing but the order of the floats and, where they are equal, that of the positions; one that asks
    whether they are NaN has a rule of its own.
    """
    match list(body.block.arguments), body.operations:
        case [x, i, y, j], [*tests, first, second, end]:
            orders = [
                predicates.FLOATS[t.attributes["predicate"].value] for t in tests if t.name == "arith.cmpf"
            ]
            compared = {"arith.cmpf": [x, y], "arith.cmpi": [i, j]}
            return (
                [o.name for o in (first, second)] == ["arith.select"] * 2
                and list(end.operands) == [first.result, second.result]
                and list(first.operands)[1:] == [x, y]
                and list(second.operands) == [first.operands[0], i, j]
                and set(orders) in ({"ogt"}, {"olt"}, {"ogt", "oeq"}, {"olt", "oeq"})
                and all(
                    list(t.operands) == compared[t.name] if t.name in compared else t.name in TIES
                    for t in tests
                )
            )
    return False


def reduce(op: ir.Operation, how: Combining = DEFAULT) -> list[ir.Value]:
    """``linalg.reduce`` into the neutral element, or, for other combiners, into the first slice along the axis."""
    body = Body(op)
    axis, name = op.attributes["axis"].value, combiner_of(body)
    sources = list(op.operands)
    if name is not None and len(sources) == 1:
        reduced = [_reduce_known(sources[0], axis, name, how)]
    else:
        reduced = _reduce_any(body, sources, axis)
    reduced = take_assertions(body, reduced)
    if not isinstance(op.results[0].type, ir.RankedTensorType):
        reduced = [build.one("tensor.extract", r.type.element_type, r) for r in reduced]
    return [converted(r, old.type) for r, old in zip(reduced, op.results, strict=True)]


def converted(value: ir.Value, target: ir.Type) -> ir.Value:
    """A float or a tensor of floats as ``target``: wider to accumulate, narrower as result."""
    if not isinstance(target, ir.RankedTensorType):
        return build.convert("arith.truncf", value, target)
    old, new = value.type.element_type, target.element_type
    if old == new:
        return value
    name = "arith.extf" if old.width < new.width else "arith.truncf"
    return build.elementwise([value], [target], lambda x: [build.one(name, new, x)])[0]


def _reduce_known(source: ir.Value, axis: int, name: str, how: Combining) -> ir.Value:
    element = source.type.element_type
    total = how.total(name, element)
    shape = [n for d, n in enumerate(source.type.shape) if d != axis]
    init = build.filled(ir.RankedTensorType.get(shape, total), how.start(name, total))

    def body(value: ir.Value, current: ir.Value) -> list[ir.Value]:
        wide = build.convert("arith.extf", value, total)
        return [build.one(name, total, wide, current)]

    return build.linalg("linalg.reduce", [source], [init], body, dimensions=indices([axis])).result


def _reduce_any(body: Body, sources: list[ir.Value], axis: int) -> list[ir.Value]:
    """By any combiner; argmax and argmin pass over NaN, as tl.max and tl.min do."""
    skips_nan = _finds_position(body)

    def combine(totals: Sequence[ir.Value], values: Sequence[ir.Value]) -> list[ir.Value]:
        combined = body.checked(totals, values)
        if not skips_nan:
            return combined
        better = combined[0].owner.operands[0]
        one_is_nan = build.compare("uno", totals[0], values[0])
        first_is_not = build.compare("ord", totals[0], totals[0])
        kept = build.either(better, build.both(one_is_nan, first_is_not))
        return [build.select(kept, old, new) for old, new in zip(totals, values, strict=True)]

    return fold(combine, [*sources, *nothing_failed(body, sources)], axis)


def nothing_failed(body: Body, sources: Sequence[ir.Value]) -> list[ir.Value]:
    """For each assertion of a combiner a tensor like ``sources`` that says that it holds."""
    type_ = ir.RankedTensorType.get(sources[0].type.shape, integer(1))
    return [build.filled(type_, build.value(True)) for _ in body.assertions]


def take_assertions(body: Body, results: list[ir.Value]) -> list[ir.Value]:
    """``results`` without those that say whether the combiner's assertions have held, which are asserted here."""
    count = len(results) - len(body.assertions)
    for assertion, held in zip(body.assertions, results[count:], strict=True):
        assert_holds(assertion, held)
    return results[:count]


def fold(combine: Callable, sources: Sequence[ir.Value], axis: int) -> list[ir.Value]:
    """From the first slice along the axis on; ``combine(totals, elements)`` gives the new totals."""
    shape = list(sources[0].type.shape)
    first = [*shape[:axis], 1, *shape[axis + 1 :]]
    inits = [build.extract_slice(s, [0] * len(shape), first, dropped=[axis]) for s in sources]
    if shape[axis] == 1:
        return inits
    low = [int(d == axis) for d in range(len(shape))]
    rest_shape = [n - low[d] for d, n in enumerate(shape)]
    rest = [build.extract_slice(s, low, rest_shape) for s in sources]
    count = len(sources)

    def body(*scalars: ir.Value) -> Sequence[ir.Value]:
        return combine(scalars[count:], scalars[:count])

    return list(build.linalg("linalg.reduce", rest, inits, body, dimensions=indices([axis])).results)


RULES = {"tt.reduce": reduce}
