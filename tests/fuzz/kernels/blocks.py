"""Nodes of tensors in memory that a shape and strides describe: block pointers and tensor descriptors.

Their values are `Block`, a tensor in memory with the offsets of one block of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from tests.fuzz.kernels.accesses import Store
from tests.fuzz.kernels.nodes import Node, Run
from tests.fuzz.kernels.values import DTYPES, Type, Value, made
from tests.support.ttir import Writer

ZERO, NAN = 1, 2  # PaddingOption


@dataclass(frozen=True)
class Block:
    """A tensor at element ``start`` of array ``base``; ``offsets`` are where a block of it begins."""

    base: int
    start: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offsets: tuple[int, ...]

    def places(self, size: tuple[int, ...], checked: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
        """The offset of each element of a block of ``size``, and which lie inside along ``checked`` dimensions."""
        places, keep = np.full(size, self.start, np.int64), np.ones(size, bool)
        for d, (extent, stride, first) in enumerate(zip(self.shape, self.strides, self.offsets, strict=True)):
            line = first + np.arange(size[d])
            line = line.reshape([-1 if k == d else 1 for k in range(len(size))])
            places = places + line * stride
            if d in checked:
                keep = keep & (line >= 0) & (line < extent)
        return places, keep


def block_pointer(element: str, shape: tuple[int, ...]) -> Type:
    """The type of a pointer to a block."""
    return Type(f"!tt.ptr<{Type(element, shape)}>")


def descriptor(element: str, shape: tuple[int, ...]) -> Type:
    """The type of a descriptor of blocks; integers have signs there."""
    signed = f"s{element}" if element.startswith("i") else element
    return Type(f"!tt.tensordesc<{'x'.join(map(str, (*shape, signed)))}>")


def _numbers(values) -> tuple[int, ...]:
    return tuple(int(v.known()) for v in values)


@dataclass(eq=False)
class MakeBlock(Node):
    """``tt.make_tensor_ptr`` of a pointer, then shape, strides (i64) and offsets (i32), as many as ``rank`` each."""

    rank: int = 1
    order: tuple[int, ...] = ()

    def text(self, p: str, *x: str) -> str:
        parts = (", ".join(x[k * self.rank :][: self.rank]) for k in range(3))
        order = ", ".join(map(str, self.order))
        lists = ", ".join(f"[{part}]" for part in parts)
        return f"tt.make_tensor_ptr {p}, {lists} {{order = array<i32: {order}>}} : {self.type.element[7:]}"

    def compute(self, run: Run, p: Value, *x: Value) -> Block:
        numbers = _numbers(x)
        return Block(p.base, int(p.array), *(numbers[k * self.rank :][: self.rank] for k in range(3)))


@dataclass(eq=False)
class Advance(Node):
    """``tt.advance`` of a block pointer by offsets."""

    def text(self, p: str, *x: str) -> str:
        return f"tt.advance {p}, [{', '.join(x)}] : {self.type.element[7:]}"

    def compute(self, run: Run, p: Block, *x: Value) -> Block:
        moved = tuple(a + b for a, b in zip(p.offsets, _numbers(x), strict=True))
        return replace(p, offsets=moved)


@dataclass(eq=False)
class MakeDescriptor(Node):
    """``tt.make_tensor_descriptor`` of a pointer, then shape (i32) and strides (i64)."""

    padding: int = ZERO

    def text(self, p: str, *x: str) -> str:
        half = len(x) // 2
        lists = f"[{', '.join(x[:half])}], [{', '.join(x[half:])}]"
        padding = f" {{padding = {self.padding} : i32}}" if self.padding != ZERO else ""
        pointer, result = self.inputs[0].type.element[7:], self.type.element[14:]
        return f"tt.make_tensor_descriptor {p}, {lists}{padding} : {pointer}, {result}"

    def compute(self, run: Run, p: Value, *x: Value) -> Block:
        numbers, half = _numbers(x), len(x) // 2
        return Block(p.base, int(p.array), numbers[:half], numbers[half:], (0,) * half)


def _loaded(run: Run, block: Block, type_: Type, checked: tuple[int, ...], padding: int) -> Value:
    """The block; what lies outside is padded, or (``padding`` 0) not known."""
    places, keep = block.places(type_.shape, checked)
    found = run.memories[block.base].load(places, keep, run.number)
    pad = np.full(type_.shape, np.nan if padding == NAN else 0).astype(DTYPES[type_.element])
    return made(
        np.where(keep, found.array, pad),
        np.where(keep, found.errors(), 0 if padding or keep.all() else np.inf),
    )


@dataclass(eq=False)
class BlockLoad(Node):
    """``tt.load`` of a block pointer: ``checked`` dimensions are bounded, outside stands ``padding`` (0: anything)."""

    checked: tuple[int, ...] = ()
    padding: int = 0

    def text(self, p: str) -> str:
        words = [f"boundaryCheck = array<i32: {', '.join(map(str, self.checked))}>"] if self.checked else []
        words += [f"padding = {self.padding} : i32"] if self.padding else []
        return f"tt.load {p}{' {' + ', '.join(words) + '}' if words else ''} : {self.inputs[0].type}"

    def compute(self, run: Run, p: Block) -> Value:
        return _loaded(run, p, self.type, self.checked, self.padding)


@dataclass(eq=False)
class BlockStore(Store):
    """``tt.store`` to a block pointer."""

    checked: tuple[int, ...] = ()

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        p, x = (names[x] for x in self.inputs)
        checked = (
            f" {{boundaryCheck = array<i32: {', '.join(map(str, self.checked))}>}}" if self.checked else ""
        )
        w.do(f"tt.store {p}, {x}{checked} : {self.inputs[0].type}")

    def run(self, run: Run) -> None:
        p, x = (run.values[v] for v in self.inputs)
        run.memories[p.base].store(*p.places(np.shape(x.array), self.checked), x, run.number)


@dataclass(eq=False)
class DescriptorLoad(Node):
    """``tt.descriptor_load`` of a descriptor at indices."""

    padding: int = ZERO

    def text(self, d: str, *x: str) -> str:
        return f"tt.descriptor_load {d}[{', '.join(x)}] : {self.inputs[0].type} -> {self.type}"

    def compute(self, run: Run, d: Block, *x: Value) -> Value:
        every = tuple(range(len(x)))
        return _loaded(run, replace(d, offsets=_numbers(x)), self.type, every, self.padding)


@dataclass(eq=False)
class DescriptorStore(Store):
    """``tt.descriptor_store`` of a block, the second input, at the indices behind it."""

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        d, x, *at = (names[x] for x in self.inputs)
        types = f"{self.inputs[0].type}, {self.inputs[1].type}"
        w.do(f"tt.descriptor_store {d}[{', '.join(at)}], {x} : {types}")

    def run(self, run: Run) -> None:
        d, x, *at = (run.values[v] for v in self.inputs)
        block = replace(d, offsets=_numbers(at))
        run.memories[d.base].store(*block.places(np.shape(x.array), tuple(range(len(at)))), x, run.number)


@dataclass(eq=False)
class DescriptorGather(Node):
    """``tt.descriptor_gather``: rows of a described matrix, from one column on."""

    padding: int = ZERO

    def text(self, d: str, rows: str, column: str) -> str:
        types = ", ".join(str(x.type) for x in self.inputs)
        return f"tt.descriptor_gather {d}[{rows}, {column}] : ({types}) -> {self.type}"

    def compute(self, run: Run, d: Block, rows: Value, column: Value) -> Value:
        lines = [
            _loaded(
                run,
                replace(d, offsets=(int(row), int(column.known()))),
                Type(self.type.element, (1, self.type.shape[1])),
                (0, 1),
                self.padding,
            )
            for row in rows.known()
        ]
        return made(np.concatenate([v.array for v in lines]), np.concatenate([v.errors() for v in lines]))
