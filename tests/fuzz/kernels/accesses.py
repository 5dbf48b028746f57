"""Nodes of memory: pointers, loads, stores and atomic updates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.fuzz.kernels.nodes import Node, Run
from tests.fuzz.kernels.values import Rejected, Value, made
from tests.support.ttir import Writer


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

    The old values are known where the elements are ``private``: each is changed by one program, once in a block.  Then
    the ``scope`` may be that of one program.
    """

    writes = True
    name: str = "add"
    private: bool = False
    scope: str = "gpu"
    order: str = "acq_rel"

    def text(self, p: str, x: str, m: str) -> str:
        types = ", ".join(str(v.type) for v in self.inputs)
        name = f"tt.atomic_rmw {self.name}, {self.order}, {self.scope}"
        return f"{name}, {p}, {x}, {m} : ({types}) -> {self.type}"

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
