"""tts: structured accesses, and blocks in memory of which only a window may be touched."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from triton_shared.dialects.tts import UNWRITTEN, parts_of
from triton_shared.mlir import ir
from triton_shared.reference import reductions
from triton_shared.reference.atomics import COMBINE
from triton_shared.reference.attributes import integers, value
from triton_shared.reference.bodies import body
from triton_shared.reference.dialects.arith import truncated
from triton_shared.reference.dialects.control import results
from triton_shared.reference.dialects.tt.memory import exchange, update
from triton_shared.reference.elements import Value, element_of, shape_of
from triton_shared.reference.errors import ExecutionError
from triton_shared.reference.machine import Finding, Machine, Rule
from triton_shared.reference.memory import MaskedView, MemRef


class Access:
    """Where the elements of an access lie and which of them are kept, as `triton_shared.dialects.tts` says."""

    def __init__(self, op: ir.Operation, machine: Machine, type_: ir.Type):
        self.names = [(name, len(values)) for name, values in parts_of(op).items()]
        self.shape, self.element = shape_of(type_), element_of(type_)
        self.cuts, self.loops = integers(op, "cuts"), integers(op, "loops")
        self.gather = body(op.regions[0], machine) if op.regions[0].blocks else None

    def parts(self, operands: Sequence[Any]) -> dict[str, list]:
        """The operands by name."""
        given = iter(operands)
        return {name: [next(given) for _ in range(count)] for name, count in self.names}

    def elements(self, operands: Sequence[Any]) -> tuple[dict[str, list], Value, Value]:
        """The parts, the addresses of all elements, and which of them are kept."""
        p, grid = self.parts(operands), np.indices(self.shape)
        kept = np.full(self.shape, bool(p["condition"][0]) if p["condition"] else True)
        for low, index, high in zip(p["lows"], grid, p["highs"], strict=False):
            kept &= (low <= index) & (index < high)
        flat = kept.reshape(-1)
        at = [index.reshape(-1)[flat] for index in grid]
        found, keep = self._addresses(p, at)
        addresses = np.zeros(kept.size, np.int64)
        addresses[flat], flat[flat] = found, keep
        return p, addresses.reshape(self.shape), flat.reshape(self.shape)

    def _addresses(self, p: dict[str, list], at: list[np.ndarray]) -> tuple[Value, Value]:
        """The addresses of the elements with these indices, and which of them the region keeps."""
        begins = {d: self._begins(p, d)[at[d]] for d in set(self.cuts)}
        gather: Value = np.int64(0)
        keep: Value = np.True_
        if self.gather is not None:
            walked = [begins.get(d, at[d]) for d in sorted({*self.loops, *self.cuts})]
            quotients = [self._quotients(p, c, at[d]) for c, d in enumerate(self.cuts)]
            gather, keep, *ranges = self.gather(*walked, *quotients)
            for d, low, high in zip(sorted(begins), ranges[0::2], ranges[1::2], strict=False):
                keep = keep & (low <= at[d]) & (at[d] < high)
        elements = p["offset"][0]
        for d, stride in enumerate(p["strides"]):
            moved = stride * (at[d] - begins.get(d, 0))
            if p["edges"]:
                first, last, before, after = p["edges"][4 * d : 4 * d + 4]
                moved = np.where(at[d] < first, before, np.where(at[d] < last, moved, after))
            elements = elements + moved
        return self._based(p, elements, gather), keep

    def _quotients(self, p: dict[str, list], cut: int, indices: np.ndarray) -> np.ndarray:
        """What ``cut`` makes of ``indices``."""
        return truncated(p["starts"][cut] + indices, p["divisors"][cut])

    def _begins(self, p: dict[str, list], d: int) -> np.ndarray:
        """For each index of dimension ``d`` the first of its segment: of those that share all quotients."""
        indices = np.arange(self.shape[d])
        changes = np.zeros(len(indices), bool)
        for cut in (c for c, dimension in enumerate(self.cuts) if dimension == d):
            quotients = self._quotients(p, cut, indices)
            changes[1:] |= quotients[1:] != quotients[:-1]
        return np.maximum.accumulate(np.where(changes, indices, 0))

    def _based(self, p: dict[str, list], elements: Value, gather: Value) -> Value:
        """The addresses of what lies ``elements`` and ``gather`` behind the base; without one the gather is bytes."""
        size = self.element.size
        if not p["base"]:
            return gather + elements * size
        base = p["base"][0]
        return (base.base if isinstance(base, MemRef) else base) + (elements + gather) * size


def load(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The kept elements; where masked off ``other``, or zero, or garbage if the op is marked so."""
    access, is_unwritten = Access(op, machine, op.results[0].type), UNWRITTEN in op.attributes

    def execute(*operands: Any) -> Value:
        p, addresses, kept = access.elements(operands)
        zero = machine.garbage(access.element, access.shape) if is_unwritten else access.element.dtype.type(0)
        other = p.get("other") or [zero]
        found = np.array(np.broadcast_to(other[0], access.shape))
        found[kept] = machine.memory.load(addresses[kept], access.element)
        return found[()]

    return execute


def store(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """Writes the kept elements."""
    access = Access(op, machine, parts_of(op)["value"][0].type)

    def execute(*operands: Any) -> None:
        p, addresses, kept = access.elements(operands)
        machine.memory.store(addresses[kept], np.asarray(p["value"][0])[kept], access.element)

    return execute


def atomic_update(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """Combines the kept elements with memory; the old ones."""
    access = Access(op, machine, op.results[0].type)
    combine = COMBINE[value(op, "kind")](access.element)

    def execute(*operands: Any) -> Value:
        p, addresses, kept = access.elements(operands)
        x = np.asarray(p["value"][0])
        return update(machine, access.element, combine, addresses, kept, x)[()]

    return execute


def compare_exchange(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """Writes ``value`` where memory holds ``expected``; the old elements."""
    access = Access(op, machine, op.results[0].type)

    def execute(*operands: Any) -> Value:
        p, addresses, kept = access.elements(operands)
        expected, new = (np.asarray(p[name][0]) for name in ("expected", "value"))
        found = np.array(machine.garbage(access.element, access.shape))
        for at in zip(*np.nonzero(np.atleast_1d(kept)), strict=True) if access.shape else [()]:
            if kept[at]:
                found[at] = old = machine.memory.load(addresses[at], access.element)
                machine.memory.store(
                    addresses[at], exchange(access.element, old, expected[at], new[at]), access.element
                )
        return found[()]

    return execute


def poll(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """Waits until memory holds what is expected: here no other program runs, so it must do so already."""
    access = Access(op, machine, parts_of(op)["expected"][0].type)

    def execute(*operands: Any) -> Value:
        p, addresses, kept = access.elements(operands)
        expected = np.asarray(p["expected"][0])
        if np.any(machine.memory.load(addresses[kept], access.element) != expected[kept]):
            raise ExecutionError("waits for ever: programs run one after the other")
        return np.ones(access.shape, bool)[()]

    return execute


def scan(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """Running results of the region along ``axis``, from the end if ``reverse``."""
    axis, step = value(op, "axis"), -1 if value(op, "reverse") else 1
    run = body(op.regions[0], machine)

    def combine(earlier: Sequence[Value], later: Sequence[Value]) -> Sequence[Value]:
        found = run(*earlier, *later)
        return [np.broadcast_to(f, np.shape(e)) for f, e in zip(found, earlier, strict=True)]

    def execute(*tensors: Value) -> Any:
        rows = [np.moveaxis(tensor, axis, 0)[::step] for tensor in tensors]
        found = reductions.scan(rows, combine)
        return results(op, tuple(np.moveaxis(array[::step], 0, axis) for array in found))

    return execute


def masked_view(op: ir.Operation, machine: Machine) -> Callable[..., MaskedView]:
    """A block in memory of which only ``[offsets[d], offsets[d] + sizes[d])`` of each dimension may be touched.

    Reads of other elements give ``pad``, or garbage without it; writes to them are dropped.
    """
    names = [(name, len(values)) for name, values in parts_of(op).items()]

    def execute(*operands: Any) -> MaskedView:
        given = iter(operands)
        p = {name: [next(given) for _ in range(count)] for name, count in names}
        offsets, sizes = (tuple(map(int, p[name])) for name in ("offsets", "sizes"))
        return MaskedView(p["source"][0], offsets, sizes, p["pad"][0] if p["pad"] else None)

    return execute


def check(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """Tells of each lane in which the condition does not hold, with the values that it names; the program goes on."""
    told = value(op, "told")
    named = len(json.loads(told)["values"])

    def execute(holds: Value, *operands: Value) -> None:
        values = operands[:named]
        for lane in np.argwhere(~np.asarray(holds)):
            at = tuple(map(int, lane))
            found = tuple(x[at] if np.ndim(x) else x for x in values)
            machine.found(Finding(told, machine.program, at, found))

    return execute


def fill(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """Which of the numbers stands for lanes that a mask switches off: 0, or as the launch says."""
    told = value(op, "told")
    return lambda: np.int64(machine.fill(told))


RULES: dict[str, Rule] = {
    "tts.load": load,
    "tts.volatile_load": load,
    "tts.atomic_load": load,
    "tts.store": store,
    "tts.atomic_store": store,
    "tts.atomic_rmw": atomic_update,
    "tts.atomic_cas": compare_exchange,
    "tts.atomic_poll": poll,
    "tts.check": check,
    "tts.fill": fill,
    "tts.masked_view": masked_view,
    "tts.scan": scan,
}
