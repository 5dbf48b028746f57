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
from tests.fuzz.kernels.values import DTYPES, Rejected, Type, Value, made, unknown
from tests.support.ttir import Writer


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
    """``tt.histogram`` of numbers, maybe under a mask, those out of range in no bin, and those not known in any."""

    def text(self, *x: str) -> str:
        return f"tt.histogram {', '.join(x)} : {self.inputs[0].type} -> {self.type}"

    def compute(self, run: Run, x: Value, mask: Value | None = None) -> Value:
        kept = np.full(x.array.shape, True) if mask is None else mask.known()
        at = x.array[kept]
        at = at[(at >= 0) & (at < self.type.shape[0])].astype(np.int64)
        counts = np.bincount(at, minlength=self.type.shape[0]).astype(DTYPES[self.type.element])
        return unknown(counts) if np.any(x.errors()[kept]) else Value(counts)
