"""Reductions, scans and maps: their regions as text, and oracles that fold slice by slice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tests.ops.elementwise import BOUNDS, EIGHTS, FLOATS, INTS, WIDE_INTS, maximum
from tests.ops.values import operands
from tests.ops.whole import Case
from tests.support.program import DTYPES, ELEMENTS, Program
from tests.support.ttir import tensor

# shape, axis
AXES = [
    ((1,), 0), ((2,), 0), ((4096,), 0), ((8, 16), 0), ((8, 16), 1), ((1, 4096), 1), ((4096, 1), 0),
    ((4096, 4), 0), ((4, 1, 8), 0), ((4, 1, 8), 1), ((4, 1, 8), 2), ((2, 4, 2, 8), 1), ((2, 1, 4, 2, 4), 4),
    ((2, 1, 4, 2, 4), 2), ((1, 1, 1), 1),
]  # fmt: skip

Arrays = tuple[np.ndarray, ...]
Inputs = Callable[[tuple[int, ...], int], Arrays]


@dataclass(frozen=True)
class Combiner:
    """A region over values of ``elements``: ``body`` reads ``%a0``…, ``%b0``… and returns ``returned``.

    ``function(left, right)`` does the same to slices; ``inputs(shape, axis)`` gives data for which every order of
    combining along the axis gives the same.
    """

    elements: tuple[str, ...]
    body: str
    returned: tuple[str, ...]
    function: Callable[[Arrays, Arrays], Arrays]
    inputs: Inputs
    signs: bool = True

    def region(self, op: str) -> str:
        """The region of ``op``."""
        names = [f"%{side}{i}: {e}" for side in "ab" for i, e in enumerate(self.elements)]
        end = f"tt.{op}.return {', '.join(self.returned)} : {', '.join(self.elements)}"
        return f"({{\n  ^bb0({', '.join(names)}):\n    {self.body}\n    {end}\n  }})"


def _axes(combiner: Combiner) -> list[tuple[tuple[int, ...], int]]:
    """A third of all axes, another one for each combiner."""
    return AXES[sum(map(ord, combiner.body)) % 3 :: 3]


def _fold(combiner: Combiner, arrays: Arrays, axis: int, *, reverse: bool) -> list[Arrays]:
    """The running results along ``axis``, in the order of the axis."""
    slices = [tuple(np.take(a, i, axis) for a in arrays) for i in range(arrays[0].shape[axis])]
    slices = slices[::-1] if reverse else slices
    totals = [slices[0]]
    for piece in slices[1:]:
        with np.errstate(all="ignore"):
            combined = combiner.function(totals[-1], piece)
        totals.append(
            tuple(np.asarray(v).astype(DTYPES[e]) for v, e in zip(combined, combiner.elements, strict=True))
        )
    return totals[::-1] if reverse else totals


def check_reduce(
    program: Program, combiner: Combiner, shape: tuple[int, ...], axis: int, *, kept: bool = False
) -> None:
    """Add a tt.reduce of random values, and what it should give; ``kept``: with the reduced dimension as one of 1."""
    arrays = combiner.inputs(shape, axis)
    names = ", ".join(program.input(a) for a in arrays)
    left = tuple(n for d, n in enumerate(shape) if d != axis)
    types = (", ".join(tensor(s, e) for e in combiner.elements) for s in (shape, left))
    text = '"tt.reduce"({}) <{{axis = {} : i32}}> {} : ({}) -> ({})'
    results = program.op(text.format(names, axis, combiner.region("reduce"), *types), len(arrays))
    results = [results] if len(arrays) == 1 else results
    for value, wanted in zip(results, _fold(combiner, arrays, axis, reverse=False)[-1], strict=True):
        if kept and left:
            element, wanted = ELEMENTS[wanted.dtype], np.expand_dims(wanted, axis)
            types = f"{tensor(left, element)} -> {tensor(wanted.shape, element)}"
            value = program.op(f"tt.expand_dims {value} {{axis = {axis} : i32}} : {types}")
        program.expect(value, wanted, signs=combiner.signs, note=f"axis {axis} of {shape}")


def check_scan(
    program: Program, combiner: Combiner, shape: tuple[int, ...], axis: int, *, reverse: bool
) -> None:
    """Add a tt.scan of random values, and what it should give."""
    arrays = combiner.inputs(shape, axis)
    names = ", ".join(program.input(a) for a in arrays)
    types = ", ".join(tensor(shape, e) for e in combiner.elements)
    text = '"tt.scan"({}) <{{axis = {} : i32, reverse = {}}}> {} : ({}) -> ({})'
    region = combiner.region("scan")
    results = program.op(text.format(names, axis, str(reverse).lower(), region, types, types), len(arrays))
    results = [results] if len(arrays) == 1 else results
    columns = zip(*_fold(combiner, arrays, axis, reverse=reverse), strict=True)
    for value, column in zip(results, columns, strict=True):
        note = f"axis {axis} of {shape}, reverse {reverse}"
        program.expect(value, np.stack(column, axis), signs=combiner.signs, note=note)


def _reduce(program: Program, combiner: Combiner) -> None:
    for shape, axis in _axes(combiner):
        check_reduce(program, combiner, shape, axis)


def _scan(program: Program, combiner: Combiner) -> None:
    for number, (shape, axis) in enumerate(_axes(combiner)):
        check_scan(program, combiner, shape, axis, reverse=number % 2 == 1)


# Combiners of one op


def _unsigned(name: str) -> Callable:
    def function(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        word = np.uint8 if a.dtype == bool else f"u{a.dtype.itemsize}"
        x, y = (v.astype(word) if v.dtype == bool else np.asarray(v).view(word) for v in (a, b))
        result = getattr(np, name)(x, y)
        return result.astype(bool) if a.dtype == bool else np.asarray(result).view(a.dtype)

    return function


def _boolean_or(name: str, boolean: Callable) -> Callable:
    """The op of numpy called ``name``; on i1, where true is -1 or 1 and sums wrap, ``boolean``."""
    return lambda a, b: boolean(a, b) if a.dtype == bool else getattr(np, name)(a, b)


KNOWN_INTEGERS = {
    "addi": _boolean_or("add", np.logical_xor),
    "muli": _boolean_or("multiply", np.logical_and),
    "andi": np.bitwise_and,
    "ori": np.bitwise_or,
    "xori": np.bitwise_xor,
    "maxsi": _boolean_or("maximum", np.logical_and),
    "minsi": _boolean_or("minimum", np.logical_or),
    "maxui": _unsigned("maximum"),
    "minui": _unsigned("minimum"),
}


def _on_f64(function: Callable) -> Callable:
    return lambda a, b: function(np.asarray(a).astype(np.float64), np.asarray(b).astype(np.float64))


KNOWN_FLOATS = {
    "addf": np.add,
    "mulf": np.multiply,
    "maximumf": maximum(True, 1),
    "minimumf": maximum(True, -1),
    "maxnumf": maximum(False, 1),
    "minnumf": maximum(False, -1),
}


def _any_values(*elements: str) -> Inputs:
    return lambda shape, axis: tuple(operands(elements, shape, sum(shape)))


def _steps(element: str, *, products: bool) -> Inputs:
    """Floats whose running sums (or products) are small integers (or powers of two) in every type."""

    def inputs(shape: tuple[int, ...], axis: int) -> Arrays:
        rng = np.random.default_rng(sum(shape))
        running = (
            rng.choice((0.5, -1.0, 2.0, 1.0), shape) if products else rng.integers(-2, 3, shape).astype(float)
        )
        before = np.insert(running, 0, 1.0 if products else 0.0, axis).take(range(shape[axis]), axis)
        return ((running / before if products else running - before).astype(DTYPES[element]),)

    return inputs


def _extremes(element: str) -> Inputs:
    """Edge cases; some shapes hold nothing but -inf, or no NaN."""

    def inputs(shape: tuple[int, ...], axis: int) -> Arrays:
        (x,) = operands((element,), shape, sum(shape))
        if len(shape) == 2 and shape[0] == 8:
            return (np.full(shape, -np.inf, DTYPES[element]),)
        return (np.where(np.isnan(x.astype(np.float64)), DTYPES[element](1), x) if shape[-1] == 4 else x,)

    return inputs


def _known() -> Iterator[tuple[str, Combiner]]:
    for names, elements in ((KNOWN_INTEGERS, INTS), (KNOWN_FLOATS, (*FLOATS, *EIGHTS))):
        for name, function in names.items():
            for e in elements:
                inputs, signs = _any_values(e), True
                if elements is not INTS:
                    function_ = _on_f64(function)
                    inputs = {
                        "addf": _steps(e, products=False),
                        "mulf": _steps(e, products=True),
                    }.get(name, _extremes(e))
                    signs = name.startswith("m") and "num" not in name
                else:
                    function_ = function
                pair = lambda a, b, f=function_: (f(a[0], b[0]),)  # noqa: E731
                body = f"%c = arith.{name} %a0, %b0 : {e}"
                yield f"arith.{name}", Combiner((e,), body, ("%c",), pair, inputs, signs)


# Other combiners


def _ordered(element: str) -> Inputs:
    """Values with many ties and without NaN."""
    return lambda shape, axis: (
        np.random.default_rng(sum(shape)).integers(-5, 6, shape).astype(DTYPES[element]),
    )


def _with_positions(inputs: Callable) -> Inputs:
    return lambda shape, axis: (
        *inputs(shape, axis),
        np.arange(np.prod(shape), dtype=np.int32).reshape(shape),
    )


def _argument(element: str, sense: str, *, left: bool) -> Combiner:
    """argmax or argmin; of equal values the one with the smaller (``left``) or larger position."""
    compare, prefix, equal = ("cmpi", "s", "eq") if element.startswith("i") else ("cmpf", "o", "oeq")
    position = "slt" if left else "sgt"
    body = f"""%e = arith.{compare} {equal}, %a0, %b0 : {element}
    %p = arith.cmpi {position}, %a1, %b1 : i32
    %t = arith.andi %e, %p : i1
    %g = arith.{compare} {prefix}{sense}, %a0, %b0 : {element}
    %k = arith.ori %g, %t : i1
    %v = arith.select %k, %a0, %b0 : {element}
    %i = arith.select %k, %a1, %b1 : i32"""

    def function(a: Arrays, b: Arrays) -> Arrays:
        better = a[0] > b[0] if sense == "gt" else a[0] < b[0]
        keep = better | ((a[0] == b[0]) & ((a[1] < b[1]) if left else (a[1] > b[1])))
        return np.where(keep, a[0], b[0]), np.where(keep, a[1], b[1])

    return Combiner((element, "i32"), body, ("%v", "%i"), function, _with_positions(_ordered(element)))


def _larger(element: str) -> Combiner:
    """``where(x > y, x, y)``, which is no maximum: of two zeros it takes the right one."""
    body = f"%g = arith.cmpf ogt, %a0, %b0 : {element}\n    %v = arith.select %g, %a0, %b0 : {element}"
    function = lambda a, b: (np.where(a[0] > b[0], a[0], b[0]),)  # noqa: E731
    return Combiner((element,), body, ("%v",), function, _ordered(element))


SEVERAL = Combiner(
    ("i32", "i64", "i8"),
    "%s = arith.addi %a0, %b0 : i32\n    %m = arith.maxsi %a1, %b1 : i64\n    %x = arith.xori %a2, %b2 : i8",
    ("%s", "%m", "%x"),
    lambda a, b: (a[0] + b[0], np.maximum(a[1], b[1]), a[2] ^ b[2]),
    _any_values("i32", "i64", "i8"),
)
RECURRENCE = Combiner(
    ("i32", "i32"),
    "%f = arith.muli %a0, %b0 : i32\n    %t = arith.muli %a1, %b0 : i32\n    %s = arith.addi %t, %b1 : i32",
    ("%f", "%s"),
    lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]),
    _any_values("i32", "i32"),
)
STRUCTURED = Combiner(
    ("i32",),
    """%g = arith.cmpi sgt, %a0, %b0 : i32
    %v = scf.if %g -> (i32) {
      scf.yield %a0 : i32
    } else {
      scf.yield %b0 : i32
    }""",
    ("%v",),
    lambda a, b: (np.maximum(a[0], b[0]),),
    _any_values("i32"),
)
BRANCHING = Combiner(
    ("i32", "i32"),
    """%g = arith.cmpi sgt, %a0, %b0 : i32
    cf.cond_br %g, ^left, ^right
  ^left:
    cf.br ^end(%a0, %a1 : i32, i32)
  ^right:
    %same = arith.cmpi eq, %a0, %b0 : i32
    %least = arith.minsi %a1, %b1 : i32
    %i = arith.select %same, %least, %b1 : i32
    cf.br ^end(%b0, %i : i32, i32)
  ^end(%v: i32, %p: i32):""",
    ("%v", "%p"),
    lambda a, b: (
        np.maximum(a[0], b[0]),
        np.where(a[0] > b[0], a[1], np.where(a[0] == b[0], np.minimum(a[1], b[1]), b[1])),
    ),
    _with_positions(_ordered("i32")),
)


def _other() -> Iterator[tuple[str, str, Combiner]]:
    for e in (*WIDE_INTS, *FLOATS):
        for sense, name in (("gt", "argmax"), ("lt", "argmin")):
            for left in (True, False):
                yield name, f"{e}, {'first' if left else 'last'} of equals", _argument(e, sense, left=left)
    for e in FLOATS:
        yield "x > y ? x : y", e, _larger(e)
    yield "three values", "i32, i64, i8", SEVERAL
    yield "linear recurrence", "i32", RECURRENCE
    yield "scf.if", "i32", STRUCTURED
    yield "several blocks", "i32", BRANCHING


# Maps

MAPS = {
    "pack 1": (
        1, ("i32", "i32"), ("i32", "i32"),
        """%d = arith.subi %x0, %y0 : i32
    %m = arith.maxsi %x0, %y0 : i32
    tt.map_elementwise.return %d, %m : i32, i32""",
        lambda x, y: (x - y, np.maximum(x, y)),
    ),
    "pack 2": (
        2, ("i32",), ("i32", "f32"),
        """%s = arith.addi %x0, %x1 : i32
    %d = arith.subi %x0, %x1 : i32
    %f = arith.sitofp %x0 : i32 to f32
    %g = arith.sitofp %x1 : i32 to f32
    tt.map_elementwise.return %s, %d, %g, %f : i32, i32, f32, f32""",
        lambda x: (
            _in_packs(x, 2, lambda a, b: (a + b, a - b)),
            _in_packs(x.astype(np.float32), 2, lambda a, b: (b, a)),
        ),
    ),
    "pack 4": (
        4, ("i8",), ("i8",),
        "tt.map_elementwise.return %x3, %x2, %x1, %x0 : i8, i8, i8, i8",
        lambda x: (_in_packs(x, 4, lambda a, b, c, d: (d, c, b, a)),),
    ),
    "several blocks": (
        1, ("f32",), ("f32",),
        """%z = arith.constant 0.0 : f32
    %n = arith.cmpf olt, %x0, %z : f32
    cf.cond_br %n, ^low, ^high
  ^low:
    %m = arith.mulf %x0, %outside : f32
    cf.br ^end(%m : f32)
  ^high:
    %r = math.sqrt %x0 : f32
    cf.br ^end(%r : f32)
  ^end(%v: f32):
    tt.map_elementwise.return %v : f32""",
        lambda x: (np.where(x < 0, x * np.float32(3), np.sqrt(x)),),
    ),
    "a loop of blocks": (
        1, ("i32", "i32"), ("i32",),
        """%z = arith.constant 0 : i32
    cf.br ^head(%x0, %y0 : i32, i32)
  ^head(%p: i32, %q: i32):
    %more = arith.cmpi ne, %q, %z : i32
    cf.cond_br %more, ^next, ^end
  ^next:
    %rest = arith.remui %p, %q : i32
    cf.br ^head(%q, %rest : i32, i32)
  ^end:
    tt.map_elementwise.return %p : i32""",
        lambda x, y: (np.gcd(x.view(np.uint32), y.view(np.uint32)).view(np.int32),),
    ),
}  # fmt: skip


def _in_packs(x: np.ndarray, pack: int, function: Callable) -> np.ndarray:
    return np.stack(function(*x.reshape(-1, pack).T), -1).reshape(x.shape)


def _map(program: Program, name: str) -> None:
    pack, inputs, results, body, function = MAPS[name]
    program.lines.append("%outside = arith.constant 3.0 : f32")
    for shape in [(4,), (64, 8), (4, 2, 8), (4096,)]:
        arrays = operands(inputs, shape, sum(shape))
        arguments = [f"%{side}{k}: {e}" for side, e in zip("xy", inputs, strict=False) for k in range(pack)]
        types = (", ".join(tensor(shape, e) for e in group) for group in (inputs, results))
        text = '"tt.map_elementwise"({}) <{{pack = {} : i32}}> ({{\n  ^bb0({}):\n    {}\n  }}) : ({}) -> ({})'
        names = ", ".join(program.input(a) for a in arrays)
        values = program.op(text.format(names, pack, ", ".join(arguments), body, *types), len(results))
        with np.errstate(all="ignore"):
            wanted = function(*arrays)
        ulps = max((bound for (op, _), bound in BOUNDS.items() if f"{op} " in body), default=0)
        for value, array in zip([values] if len(results) == 1 else values, wanted, strict=True):
            program.expect(value, array, ulps, note=f"{name} {shape}")


def combined_cases() -> Iterator[Case]:
    """tt.reduce, tt.scan and tt.map_elementwise."""
    named = [(name, c.elements[0], c) for name, c in _known()] + list(_other())
    for name, types, combiner in named:
        yield Case(f"tt.reduce of {name}", types, lambda program, c=combiner: _reduce(program, c))
        yield Case(f"tt.scan of {name}", types, lambda program, c=combiner: _scan(program, c))
    for name in MAPS:
        yield Case(
            f"tt.map_elementwise, {name}", ", ".join(MAPS[name][1]), lambda program, n=name: _map(program, n)
        )
