"""Nodes that combine elements along an axis: reductions, scans, and products of matrices."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.fuzz.kernels.elementwise import TABLE, Rounding
from tests.fuzz.kernels.nodes import Node, Run
from tests.fuzz.kernels.values import DTYPES, LARGEST, PRECISION, Type, Value, inexact, made, unit, wide
from tests.support.ttir import Writer


@dataclass(eq=False)
class Reduce(Node):
    """``tt.reduce`` along ``axis`` by the op ``name``."""

    name: str = ""
    axis: int = 0

    def text(self, x: str) -> str:
        return _combined(
            "tt.reduce",
            f"axis = {self.axis} : i32",
            [x],
            [self.inputs[0].type],
            [self.type],
            _plain(self.name),
        )

    def compute(self, run: Run, x: Value) -> Value:
        return _folded(self.name, x, self.axis, self.type, run.rounding)


@dataclass(eq=False)
class Several(Node):
    """A reduction of several blocks at once: by the ops ``names``, or of the place of the largest or smallest.

    Such a place is the second block; what is there of further ones is found, too.
    """

    names: tuple[str, ...] = ()
    axis: int = 0
    results: list[Node] = field(default_factory=list)

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        types = [x.type for x in self.inputs]
        rule = (
            _place(self.names[0], len(types))
            if self.is_place
            else "".join(_row(n, i, len(types)) for i, n in enumerate(self.names))
        )
        given, results = [names[x] for x in self.inputs], [r.type for r in self.results]
        text = _combined("tt.reduce", f"axis = {self.axis} : i32", given, types, results, lambda e: rule)
        names.update(zip(self.results, w.op(text, len(types)), strict=True))

    @property
    def is_place(self) -> bool:
        return self.names[0] in ("argmax", "argmin")

    def run(self, run: Run) -> None:
        xs = [run.values[x] for x in self.inputs]
        with np.errstate(all="ignore"):
            if self.is_place:
                found = self._places(*xs)
            else:
                rows = zip(self.names, xs, self.results, strict=True)
                found = [_folded(n, x, self.axis, r.type, run.rounding) for n, x, r in rows]
        run.values.update(zip(self.results, found, strict=True))

    def _places(self, x: Value, places: Value, *others: Value) -> list[Value]:
        """The first of the largest (or smallest), and what is there of the others, where that is sure."""
        array = wide(x.array) if x.array.dtype.kind not in "bi" else x.array
        at = (np.argmax if self.names[0] == "argmax" else np.argmin)(array, self.axis)
        doubt = np.any((x.errors() > 0) | (np.isnan(array) if array.dtype.kind == "f" else False), self.axis)
        at_ = np.expand_dims(at, self.axis)
        pick = [
            np.take_along_axis(v.known() if v is places else v.array, at_, self.axis).squeeze(self.axis)
            for v in (x, places, *others)
        ]
        errors = [np.take_along_axis(v.errors(), at_, self.axis).squeeze(self.axis) for v in others]
        return [
            made(np.asarray(p), np.where(doubt, np.inf, error))
            for p, error in zip(pick, [0, 0, *errors], strict=True)
        ]


@dataclass(eq=False)
class Scan(Node):
    """``tt.scan`` along ``axis`` by the op ``name``."""

    name: str = ""
    axis: int = 0
    reverse: bool = False

    def text(self, x: str) -> str:
        attributes = f"axis = {self.axis} : i32, reverse = {str(self.reverse).lower()}"
        return _combined("tt.scan", attributes, [x], [self.inputs[0].type], [self.type], _plain(self.name))

    def compute(self, run: Run, x: Value) -> Value:
        flipped = x.map(lambda a: np.flip(a, self.axis)) if self.reverse else x
        found = _scanned(self.name, flipped, self.axis, self.type)
        return found.map(lambda a: np.flip(a, self.axis)) if self.reverse else found


@dataclass(eq=False)
class Dot(Node):
    """``tt.dot``: inputs are both operands and the accumulator."""

    precision: str = "ieee"

    def text(self, a: str, b: str, c: str) -> str:
        x, y, z = (v.type for v in self.inputs)
        precision = f", inputPrecision = {self.precision}" if self.precision != "ieee" else ""
        return f"tt.dot {a}, {b}, {c}{precision} : {x} * {y} -> {z}"

    def compute(self, run: Run, a: Value, b: Value, c: Value) -> Value:
        if not self.type.is_float:
            wide_ = [v.array.astype(np.int32) for v in (a, b)]
            doubt = (
                a.errors() @ np.ones_like(wide(b.array))
                + np.ones_like(wide(a.array)) @ b.errors()
                + c.errors()
            )
            return made(wide_[0] @ wide_[1] + c.array, np.where(doubt > 0, np.inf, 0))
        x, y, z = (wide(v.array) for v in (a, b, c))
        ex, ey, ez = (v.errors() for v in (a, b, c))
        exact = x @ y + z
        array = exact.astype(DTYPES[self.type.element])
        size = np.abs(x) @ np.abs(y) + np.abs(z)
        error = np.abs(x) @ ey + ex @ np.abs(y) + ex @ ey + ez
        narrow = 2.0**-11 if self.precision == "tf32" and self.inputs[0].type.element == "f32" else 0
        u = unit(self.type.element)
        bits = [x, y, z] if not narrow else [x * 2.0**9 % 1, y * 2.0**9 % 1, z]
        small = all(np.all(np.round(v * 16) == v * 16) for v in (x, y, z)) and np.all(size * 256 < 1 / u)
        if narrow:
            small = small and np.all(np.abs(x) < 64) and np.all(np.abs(y) < 64) and bool(bits)
        loss = (x.shape[-1] + 3) * u * 1.01 * size + 2.5 * narrow * (np.abs(x) @ np.abs(y))
        error = error + (np.where(error > 0, loss, 0) if small else loss)
        error = np.where(size > _largest(self.type.element), np.inf, error)
        return made(array, error)


def _plain(name: str):
    """The region of one op; a shape has none of its own."""
    if name == "larger":
        return lambda element: (
            f"%more = arith.cmpf ogt, %a0, %b0 : {element}\n"
            f"%z = arith.select %more, %a0, %b0 : {element}\nreturn %z"
        )
    if name == "first":
        return lambda element: "\n".join([
            f"%zero = arith.constant 0{'.0' if element in PRECISION else ''} : {element}",
            f"%some = arith.{'cmpf une' if element in PRECISION else 'cmpi ne'}, %a0, %zero : {element}",
            f"%z = arith.select %some, %a0, %b0 : {element}",
            "return %z",
        ])  # fmt: skip
    return lambda element: f"%z = {TABLE[name].text.format('%a0', '%b0', t=element)}\nreturn %z"


def _row(name: str, k: int, count: int) -> str:
    tail = f"\nreturn {', '.join(f'%z{i}' for i in range(count))}" if k == count - 1 else "\n"
    return f"%z{k} = {TABLE[name].text.format(f'%a{k}', f'%b{k}', t=f'{{e{k}}}')}{tail}"


def _place(name: str, count: int) -> str:
    """The larger (or smaller) of two with its place and what else is there, the first of equals."""
    more = "gt" if name == "argmax" else "lt"
    return "\n".join([
        f"%more = {{compare}}{more}, %a0, %b0 : {{e0}}",
        "%same = {compare_equal}, %a0, %b0 : {e0}",
        "%first = arith.cmpi slt, %a1, %b1 : {e1}",
        "%tie = arith.andi %same, %first : i1",
        "%take = arith.ori %more, %tie : i1",
        *(f"%z{k} = arith.select %take, %a{k}, %b{k} : {{e{k}}}" for k in range(count)),
        f"return {', '.join(f'%z{k}' for k in range(count))}",
    ])  # fmt: skip


def _combined(op: str, attributes: str, xs: list[str], types: list[Type], results: list[Type], region) -> str:
    elements = [t.element for t in types]
    body = region(elements[0])
    is_float = types[0].is_float
    for k, e in enumerate(elements):
        body = body.replace(f"{{e{k}}}", e)
    body = body.replace("{compare}", "arith.cmpf o" if is_float else "arith.cmpi s")
    body = body.replace("{compare_equal}", "arith.cmpf oeq" if is_float else "arith.cmpi eq")
    arguments = ", ".join(
        [f"%a{k}: {e}" for k, e in enumerate(elements)] + [f"%b{k}: {e}" for k, e in enumerate(elements)]
    )
    body = body.replace("\nreturn ", f"\n{op}.return ") + " : " + ", ".join(elements)
    shown = ", ".join(map(str, results))
    return (
        f'"{op}"({", ".join(xs)}) <{{{attributes}}}> ({{\n^bb0({arguments}):\n{body}\n}}) : '
        f"({', '.join(map(str, types))}) -> {f'({shown})' if len(results) > 1 else shown}"
    )


def _largest(element: str) -> float:

    return LARGEST[element]


_FOLDS = {
    "arith.addi": lambda a, axis: np.add.reduce(a, axis, dtype=a.dtype),
    "arith.muli": lambda a, axis: np.multiply.reduce(a, axis, dtype=a.dtype),
    "arith.andi": np.bitwise_and.reduce,
    "arith.ori": np.bitwise_or.reduce,
    "arith.xori": np.bitwise_xor.reduce,
    "arith.maxsi": np.max,
    "arith.minsi": np.min,
    "arith.maxui": lambda a, axis: np.max(a.view(f"u{a.dtype.itemsize}"), axis).astype(a.dtype),
    "arith.minui": lambda a, axis: np.min(a.view(f"u{a.dtype.itemsize}"), axis).astype(a.dtype),
    "arith.maximumf": np.max,
    "arith.minimumf": np.min,
    "arith.maxnumf": np.fmax.reduce,
    "arith.minnumf": np.fmin.reduce,
}


def _folded(name: str, x: Value, axis: int, result: Type, how: Rounding) -> Value:
    """The reduction of ``x``, in whatever order."""
    if name == "arith.addf":
        return _summed(x, axis, result)
    if name == "larger":  # of no numbers either, as they come
        nan = np.any(np.isnan(wide(x.array)), axis)
        found = _folded("arith.maxnumf", x, axis, result, how)
        return made(found.array, np.where(nan, np.inf, found.errors()))
    if name == "first":
        return _first(x, axis)
    array = wide(x.array) if x.array.dtype.kind not in "bi" else x.array
    with np.errstate(all="ignore"):
        folded = np.asarray(_FOLDS[name](array, axis=axis)).astype(x.array.dtype)
    if not inexact([x]):
        return Value(folded)
    worst = np.max(x.errors(), axis)
    return made(folded, worst if result.is_float else np.where(worst > 0, np.inf, 0))


def _first(x: Value, axis: int) -> Value:
    """The first element that is not zero, the last one where there is none: neighbours are combined with neighbours."""
    some = x.array != 0
    some[(slice(None),) * axis + (-1,)] = True
    at = np.expand_dims(np.argmax(some, axis), axis)
    found = np.take_along_axis(x.array, at, axis).squeeze(axis)
    return made(found, np.where(np.any(x.errors() > 0, axis), np.inf, 0))


def _summed(x: Value, axis: int, result: Type) -> Value:
    """The sum, exact where every order of adding gives the same."""
    array, error = wide(x.array), np.sum(x.errors(), axis)
    total, size = np.sum(array, axis), np.sum(np.abs(array), axis)
    u, n = unit(result.element), array.shape[axis]
    grain = 2.0**-8
    whole = np.all((array / grain == np.round(array / grain)) | ~np.isfinite(array), axis)
    same = whole & ((size / grain < 1 / u) | ~np.isfinite(size))
    loss = np.where(np.isfinite(size), n * u * 1.01 * size + n * _tiny(result.element), 0)
    error = error + np.where(same & (error == 0), 0, loss)
    finite = np.sum(np.where(np.isfinite(array), np.abs(array), 0), axis)  # some orders overflow on their way
    error = np.where(finite > _largest(result.element), np.inf, error)
    return made(np.asarray(total).astype(DTYPES[result.element]), error)


def _scanned(name: str, x: Value, axis: int, result: Type) -> Value:
    """What `_folded` gives, of ever more elements."""
    array = wide(x.array) if x.array.dtype.kind not in "bi" else x.array
    worst = np.maximum.accumulate(x.errors(), axis)
    if name != "arith.addf":
        folded = _ACCUMULATES[name].accumulate(array, axis).astype(x.array.dtype)
        return made(folded, worst if result.is_float else np.where(worst > 0, np.inf, 0))
    total, size = np.add.accumulate(array, axis), np.add.accumulate(np.abs(array), axis)
    u, grain, n = unit(result.element), 2.0**-8, array.shape[axis]
    odd = np.add.accumulate((array / grain != np.round(array / grain)) & np.isfinite(array), axis, dtype=int)
    same = (odd == 0) & ((size / grain < 1 / u) | ~np.isfinite(size))
    loss = np.where(np.isfinite(size), n * u * 1.01 * size + n * _tiny(result.element), 0)
    error = np.add.accumulate(x.errors(), axis)
    error = error + np.where(same & (error == 0), 0, loss)
    finite = np.add.accumulate(np.where(np.isfinite(array), np.abs(array), 0), axis)
    error = np.where(finite > _largest(result.element), np.inf, error)
    return made(total.astype(DTYPES[result.element]), error)


_ACCUMULATES = {
    "arith.addi": np.add,
    "arith.muli": np.multiply,
    "arith.andi": np.bitwise_and,
    "arith.ori": np.bitwise_or,
    "arith.xori": np.bitwise_xor,
    "arith.maxsi": np.maximum,
    "arith.minsi": np.minimum,
    "arith.maximumf": np.maximum,
    "arith.minimumf": np.minimum,
    "arith.maxnumf": np.fmax,
    "arith.minnumf": np.fmin,
}


def _tiny(element: str) -> float:
    from tests.fuzz.kernels.values import SMALLEST

    return SMALLEST[element]
