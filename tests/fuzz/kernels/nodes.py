"""Kernels as graphs: each `Node` writes itself as TTIR, and computes itself on numpy arrays.

A kernel is a `Region`, nodes in the order in which they happen; loops and branches have regions of their own.  What a
node computes depends on its inputs and, for memory, on the `Run`; nothing here asks this package's compiler anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from tests.fuzz.kernels.elementwise import TABLE, Rounding
from tests.fuzz.kernels.memory import Memory
from tests.fuzz.kernels.values import DTYPES, Rejected, Type, Value, inexact, made, unit, wide
from tests.support.ttir import Writer

LIMIT = 4096  # iterations of a loop


@dataclass
class Run:
    """One program at work: its ``id``, the grid, arguments by name, and what nodes have computed."""

    id: tuple[int, int, int]
    grid: tuple[int, int, int]
    scalars: dict[str, Value]
    memories: list[Memory]
    rounding: Rounding
    values: dict[Node, Value] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The number of the program."""
        x, y, z = self.id
        return x + self.grid[0] * (y + self.grid[1] * z)

    def region(self, region: Region) -> None:
        for node in region.nodes:
            node.run(self)


@dataclass(eq=False)
class Node:
    """An op with ``inputs``; ``type`` is None where it has no result, and one that ``writes`` matters by itself."""

    type: Type | None
    inputs: list[Node] = field(default_factory=list)
    writes: ClassVar[bool] = False

    @property
    def regions(self) -> list[Region]:
        return []

    @property
    def handed(self) -> list[list[Node]]:
        """What its regions hand on, to each other or out."""
        return []

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        """Write the op; a result's name goes to ``names``."""
        names[self] = w.op(self.text(*(names[x] for x in self.inputs)))

    def run(self, run: Run) -> None:
        """Compute the result, into the run's values."""
        with np.errstate(all="ignore"):
            run.values[self] = self.compute(run, *(run.values[x] for x in self.inputs))

    def text(self, *x: str) -> str:
        raise NotImplementedError

    def compute(self, run: Run, *x: Value) -> Value:
        raise NotImplementedError


@dataclass(eq=False)
class Region:
    """Nodes in order."""

    nodes: list[Node] = field(default_factory=list)

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        for node in self.nodes:
            node.write(w, names)

    def all(self) -> Iterator[Node]:
        """The nodes, those of inner regions too."""
        for node in self.nodes:
            yield node
            for inner in node.regions:
                yield from inner.all()


# Leaves


@dataclass(eq=False)
class Argument(Node):
    """An argument of the kernel, or a value that a region is given; others name and compute it."""

    name: str = ""

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        names[self] = f"%{self.name}"

    def run(self, run: Run) -> None:
        run.values[self] = run.scalars[self.name]


@dataclass(eq=False)
class Given(Node):
    """A value that a region or an op of several results gives; who has it names and computes it."""

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        pass

    def run(self, run: Run) -> None:
        pass


@dataclass(eq=False)
class Constant(Node):
    """The same number everywhere."""

    number: float | int | bool = 0

    def text(self) -> str:
        if self.type.element == "i1":
            shown = "true" if self.number else "false"
        elif self.type.is_float:
            shown = literal(float(self.number), self.type.element)
        else:
            shown = str(int(self.number))
        if self.type.shape:
            return f"arith.constant dense<{shown}> : {self.type}"
        return f"arith.constant {shown}" + ("" if self.type.element == "i1" else f" : {self.type}")

    def compute(self, run: Run) -> Value:
        return Value(np.full(self.type.shape, self.number).astype(DTYPES[self.type.element]))


def literal(number: float, element: str) -> str:
    """A float as MLIR writes it: infinities by their bits."""
    if number in (float("inf"), float("-inf")):
        bits = np.array(number, DTYPES[element])
        return f"0x{int(bits.view(f'u{bits.dtype.itemsize}')):0{2 * bits.dtype.itemsize}X}"
    digits, e, power = repr(number).partition("e")
    return digits + (".0" if "." not in digits else "") + e + power


@dataclass(eq=False)
class ProgramId(Node):
    """``tl.program_id``, or ``tl.num_programs``."""

    axis: int = 0
    of_grid: bool = False

    def text(self) -> str:
        return f"tt.get_{'num_programs' if self.of_grid else 'program_id'} {'xyz'[self.axis]} : i32"

    def compute(self, run: Run) -> Value:
        return Value(np.array((run.grid if self.of_grid else run.id)[self.axis], np.int32))


@dataclass(eq=False)
class Range(Node):
    """``tl.arange``."""

    start: int = 0

    def text(self) -> str:
        end = self.start + self.type.shape[0]
        return f"tt.make_range {{end = {end} : i32, start = {self.start} : i32}} : {self.type}"

    def compute(self, run: Run) -> Value:
        return Value(np.arange(self.start, self.start + self.type.shape[0], dtype=np.int32))


# Elementwise, and hints


@dataclass(eq=False)
class Apply(Node):
    """The row ``name`` of the table of elementwise ops, with ``hints``, which say what is true of the result."""

    name: str = ""
    hints: str = ""

    def text(self, *x: str) -> str:
        text = TABLE[self.name].text.format(*x, t=self.inputs[0].type, r=self.type)
        if not self.hints:
            return text
        body, _, types = text.partition(" : ")
        return f"{body} {self.hints} : {types}"

    def compute(self, run: Run, *x: Value) -> Value:
        return TABLE[self.name].rule(run.rounding, self.type, list(x))


# Shapes


@dataclass(eq=False)
class Splat(Node):
    """A scalar everywhere."""

    def text(self, x: str) -> str:
        return f"tt.splat {x} : {self.inputs[0].type} -> {self.type}"

    def compute(self, run: Run, x: Value) -> Value:
        return x.map(lambda a: np.broadcast_to(a, self.type.shape))


@dataclass(eq=False)
class Expand(Node):
    """A dimension of 1 more."""

    axis: int = 0

    def text(self, x: str) -> str:
        return f"tt.expand_dims {x} {{axis = {self.axis} : i32}} : {self.inputs[0].type} -> {self.type}"

    def compute(self, run: Run, x: Value) -> Value:
        return x.map(lambda a: np.expand_dims(a, self.axis))


@dataclass(eq=False)
class Reshape(Node):
    """The same elements in another shape; ``broadcast``: dimensions of 1 repeat."""

    broadcast: bool = False

    def text(self, x: str) -> str:
        return f"tt.{'broadcast' if self.broadcast else 'reshape'} {x} : {self.inputs[0].type} -> {self.type}"

    def compute(self, run: Run, x: Value) -> Value:
        if self.broadcast:
            return x.map(lambda a: np.broadcast_to(a, self.type.shape))
        return x.map(lambda a: a.reshape(self.type.shape))


@dataclass(eq=False)
class Trans(Node):
    """The dimensions in another order."""

    order: tuple[int, ...] = ()

    def text(self, x: str) -> str:
        order = ", ".join(map(str, self.order))
        return f"tt.trans {x} {{order = array<i32: {order}>}} : {self.inputs[0].type} -> {self.type}"

    def compute(self, run: Run, x: Value) -> Value:
        return x.map(lambda a: a.transpose(self.order))


@dataclass(eq=False)
class Join(Node):
    """Two blocks beside each other along a new last dimension, or (``cat``) one after the other."""

    cat: bool = False

    def text(self, x: str, y: str) -> str:
        return f"tt.{'cat' if self.cat else 'join'} {x}, {y} : {self.inputs[0].type} -> {self.type}"

    def compute(self, run: Run, x: Value, y: Value) -> Value:
        put = (lambda *p: np.concatenate(p)) if self.cat else (lambda *p: np.stack(p, -1))
        return made(put(x.array, y.array), put(x.errors(), y.errors()))


@dataclass(eq=False)
class Split(Node):
    """Both halves of a last dimension of 2."""

    halves: list[Node] = field(default_factory=list)

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        x = names[self.inputs[0]]
        found = w.op(f"tt.split {x} : {self.inputs[0].type} -> {self.halves[0].type}", 2)
        names.update(zip(self.halves, found, strict=True))

    def run(self, run: Run) -> None:
        x = run.values[self.inputs[0]]
        for k, half in enumerate(self.halves):
            run.values[half] = x.map(lambda a, k=k: a[..., k])


# Reductions, scans, products


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
    """A reduction of several blocks at once: by the ops ``names``, or of the place of the largest or smallest."""

    names: tuple[str, ...] = ()
    axis: int = 0
    results: list[Node] = field(default_factory=list)

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        types = [x.type for x in self.inputs]
        rule = (
            _place(self.names[0])
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

    def _places(self, x: Value, places: Value) -> list[Value]:
        """The first of the largest (or smallest), where that is sure."""
        array = wide(x.array) if x.array.dtype.kind not in "bi" else x.array
        at = (np.argmax if self.names[0] == "argmax" else np.argmin)(array, self.axis)
        doubt = np.any((x.errors() > 0) | (np.isnan(array) if array.dtype.kind == "f" else False), self.axis)
        at_ = np.expand_dims(at, self.axis)
        pick = [
            np.take_along_axis(v.known() if v is places else v.array, at_, self.axis).squeeze(self.axis)
            for v in (x, places)
        ]
        return [made(np.asarray(p), np.where(doubt, np.inf, 0)) for p in pick]


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


@dataclass(eq=False)
class Gather(Node):
    """``tt.gather`` by indices that are in range."""

    axis: int = 0

    def text(self, x: str, i: str) -> str:
        types = f"({self.inputs[0].type}, {self.inputs[1].type}) -> {self.type}"
        return f"tt.gather {x}[{i}] {{axis = {self.axis} : i32}} : {types}"

    def compute(self, run: Run, x: Value, i: Value) -> Value:
        at = i.known().astype(np.int64)
        if np.any((at < 0) | (at >= self.inputs[0].type.shape[self.axis])):
            raise Rejected("an index out of range")
        return x.map(lambda a: np.take_along_axis(a, at, self.axis))


@dataclass(eq=False)
class Histogram(Node):
    """``tt.histogram`` of numbers, maybe under a mask, those out of range in no bin."""

    def text(self, *x: str) -> str:
        return f"tt.histogram {', '.join(x)} : {self.inputs[0].type} -> {self.type}"

    def compute(self, run: Run, x: Value, mask: Value | None = None) -> Value:
        at = x.known() if mask is None else x.known()[mask.known()]
        at = at[(at >= 0) & (at < self.type.shape[0])].astype(np.int64)
        return Value(np.bincount(at, minlength=self.type.shape[0]).astype(DTYPES[self.type.element]))


# Memory


@dataclass(eq=False)
class AddPointer(Node):
    """Pointers moved by as many elements."""

    hints: str = ""

    def text(self, p: str, i: str) -> str:
        hints = f" {self.hints}" if self.hints else ""
        return f"tt.addptr {p}, {i}{hints} : {self.type}, {self.inputs[1].type}"

    def compute(self, run: Run, p: Value, i: Value) -> Value:
        return Value(p.array + i.known().astype(np.int64), None, p.base)


@dataclass(eq=False)
class Load(Node):
    """``tt.load`` of pointers, a mask and what masked-off elements are."""

    words: str = ""

    def text(self, *x: str) -> str:
        return f"tt.load {', '.join(x)}{self.words} : {self.inputs[0].type}"

    def compute(self, run: Run, p: Value, mask: Value | None = None, other: Value | None = None) -> Value:
        keep = np.ones(np.shape(p.array), bool) if mask is None else mask.known()
        found = run.memories[p.base].load(p.array, keep, run.number)
        if mask is None:
            return found
        if other is None:
            return made(found.array, np.where(keep, found.errors(), np.inf))
        return made(np.where(keep, found.array, other.array), np.where(keep, found.errors(), other.errors()))


@dataclass(eq=False)
class Store(Node):
    """``tt.store`` of pointers, values and a mask."""

    writes = True

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        w.do(f"tt.store {', '.join(names[x] for x in self.inputs)} : {self.inputs[0].type}")

    def run(self, run: Run) -> None:
        p, value, *mask = (run.values[x] for x in self.inputs)
        keep = mask[0].known() if mask else np.ones(np.shape(p.array), bool)
        run.memories[p.base].store(p.array, keep, value, run.number)


@dataclass(eq=False)
class Atomic(Node):
    """``tt.atomic_rmw`` of pointers, values and a mask.

    The old values are known where the elements are ``private``: each is changed by one program, once in a block.
    """

    writes = True
    name: str = "add"
    private: bool = False

    def text(self, p: str, x: str, m: str) -> str:
        types = ", ".join(str(v.type) for v in self.inputs)
        return f"tt.atomic_rmw {self.name}, acq_rel, gpu, {p}, {x}, {m} : ({types}) -> {self.type}"

    def compute(self, run: Run, p: Value, x: Value, m: Value) -> Value:
        keep = m.known()
        memory = run.memories[p.base]
        old = memory.old(p.array, keep)
        memory.update(self.name, p.array, keep, x, run.number if self.private else None)
        return made(old.array, np.where(keep & self.private, old.errors(), np.inf))


@dataclass(eq=False)
class Exchange(Node):
    """``tt.atomic_cas`` of pointers, what is compared and what is put there; each element is one program's."""

    writes = True

    def text(self, p: str, old: str, new: str) -> str:
        types = ", ".join(str(v.type) for v in self.inputs)
        return f"tt.atomic_cas acq_rel, gpu, {p}, {old}, {new} : ({types}) -> {self.type}"

    def compute(self, run: Run, p: Value, old: Value, new: Value) -> Value:
        every, memory = np.ones(np.shape(p.array), bool), run.memories[p.base]
        found = memory.load(p.array, every, run.number)
        same = found.array == old.known()
        if np.any(found.errors()):
            raise Rejected("what is compared is not known")
        kept = made(np.where(same, new.array, found.array), np.where(same, new.errors(), 0))
        memory.store(p.array, every, kept, run.number)
        return found


# Control


@dataclass(eq=False)
class For(Node):
    """``scf.for`` from and to and by the first three inputs, with the others carried.

    ``carried`` are what the body is given, ``yields`` what it hands on, ``results`` what is left at the end.
    """

    body: Region = field(default_factory=Region)
    index: Node | None = None
    carried: list[Node] = field(default_factory=list)
    yields: list[Node] = field(default_factory=list)
    results: list[Node] = field(default_factory=list)

    @property
    def regions(self) -> list[Region]:
        return [self.body]

    @property
    def handed(self) -> list[list[Node]]:
        return [self.yields]

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        low, high, step, *inits = (names[x] for x in self.inputs)
        names[self.index] = w.name()
        head = f"scf.for {names[self.index]} = {low} to {high} step {step}"
        if inits:
            names.update((c, w.name()) for c in self.carried)
            pairs = ", ".join(f"{names[c]} = {i}" for c, i in zip(self.carried, inits, strict=True))
            types = ", ".join(str(c.type) for c in self.carried)
            result = w.name()
            w.do(f"{result}:{len(inits)} = {head} iter_args({pairs}) -> ({types}) : i32 {{")
            names.update((r, f"{result}#{k}") for k, r in enumerate(self.results))
        else:
            w.do(f"{head} : i32 {{")
        self.body.write(w, names)
        if inits:
            handed = ", ".join(names[y] for y in self.yields)
            w.do(f"scf.yield {handed} : {', '.join(str(c.type) for c in self.carried)}")
        w.do("}")

    def run(self, run: Run) -> None:
        low, high, step = (int(run.values[x].known()) for x in self.inputs[:3])
        now = [run.values[x] for x in self.inputs[3:]]
        if step <= 0 or (high - low) / step > LIMIT:
            raise Rejected("a loop without end")
        for i in range(low, high, step):
            run.values[self.index] = Value(np.array(i, np.int32))
            run.values.update(zip(self.carried, now, strict=True))
            run.region(self.body)
            now = [run.values[y] for y in self.yields]
        run.values.update(zip(self.results, now, strict=True))


@dataclass(eq=False)
class If(Node):
    """``scf.if`` of the input, with ``results`` of both regions."""

    bodies: list[Region] = field(default_factory=lambda: [Region(), Region()])
    yields: list[list[Node]] = field(default_factory=lambda: [[], []])
    results: list[Node] = field(default_factory=list)

    @property
    def regions(self) -> list[Region]:
        return self.bodies

    @property
    def handed(self) -> list[list[Node]]:
        return self.yields

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        types = ", ".join(str(r.type) for r in self.results)
        head = f"scf.if {names[self.inputs[0]]}"
        if self.results:
            result = w.name()
            w.do(f"{result}:{len(self.results)} = {head} -> ({types}) {{")
            names.update((r, f"{result}#{k}") for k, r in enumerate(self.results))
        else:
            w.do(f"{head} {{")
        for k, (body, handed) in enumerate(zip(self.bodies, self.yields, strict=True)):
            if k:
                w.do("} else {")
            body.write(w, names)
            if handed:
                w.do(f"scf.yield {', '.join(names[y] for y in handed)} : {types}")
        w.do("}")

    def run(self, run: Run) -> None:
        side = 0 if bool(run.values[self.inputs[0]].known()) else 1
        run.region(self.bodies[side])
        run.values.update(zip(self.results, (run.values[y] for y in self.yields[side]), strict=True))


# How regions of reductions are written, and what they compute


def _plain(name: str):
    """The region of one op; a shape has none of its own."""
    if name == "larger":
        return lambda element: (
            f"%more = arith.cmpf ogt, %a0, %b0 : {element}\n"
            f"%z = arith.select %more, %a0, %b0 : {element}\nreturn %z"
        )
    return lambda element: f"%z = {TABLE[name].text.format('%a0', '%b0', t=element)}\nreturn %z"


def _row(name: str, k: int, count: int) -> str:
    tail = f"\nreturn {', '.join(f'%z{i}' for i in range(count))}" if k == count - 1 else "\n"
    return f"%z{k} = {TABLE[name].text.format(f'%a{k}', f'%b{k}', t=f'{{e{k}}}')}{tail}"


def _place(name: str) -> str:
    """The larger (or smaller) of two with its place, the first of equals."""
    more = "gt" if name == "argmax" else "lt"
    return "\n".join([
        f"%more = {{compare}}{more}, %a0, %b0 : {{e0}}",
        "%same = {compare_equal}, %a0, %b0 : {e0}",
        "%first = arith.cmpi slt, %a1, %b1 : {e1}",
        "%tie = arith.andi %same, %first : i1",
        "%take = arith.ori %more, %tie : i1",
        "%z0 = arith.select %take, %a0, %b0 : {e0}",
        "%z1 = arith.select %take, %a1, %b1 : {e1}",
        "return %z0, %z1",
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
    from tests.fuzz.kernels.values import LARGEST

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
    array = wide(x.array) if x.array.dtype.kind not in "bi" else x.array
    with np.errstate(all="ignore"):
        folded = np.asarray(_FOLDS[name](array, axis=axis)).astype(x.array.dtype)
    if not inexact([x]):
        return Value(folded)
    worst = np.max(x.errors(), axis)
    return made(folded, worst if result.is_float else np.where(worst > 0, np.inf, 0))


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
