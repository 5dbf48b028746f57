"""tts: structured accesses, and blocks in memory of which only a window may be touched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from triton_shared.dialects.tts import parts_of
from triton_shared.mlir import ir
from triton_shared.reference.atomics import COMBINE
from triton_shared.reference.attributes import integers, value
from triton_shared.reference.dialects.tt.memory import exchange, update
from triton_shared.reference.elements import Value, element_of, shape_of
from triton_shared.reference.errors import ExecutionError
from triton_shared.reference.machine import Machine, Rule
from triton_shared.reference.memory import MaskedView, MemRef


class Access:
    """Where the elements of an access lie and which of them are kept, as `triton_shared.dialects.tts` says."""

    def __init__(self, op: ir.Operation, machine: Machine, type_: ir.Type):
        self.names = [(name, len(values)) for name, values in parts_of(op).items()]
        self.shape, self.element = shape_of(type_), element_of(type_)
        self.cuts, self.loops = integers(op, "cuts"), integers(op, "loops")
        self.gather = machine.region(op.regions[0]) if op.regions[0].blocks else None

    def parts(self, operands: Sequence[Any]) -> dict[str, list]:
        """The operands by name."""
        given = iter(operands)
        return {name: [next(given) for _ in range(count)] for name, count in self.names}

    def elements(self, operands: Sequence[Any]) -> tuple[dict[str, list], Value, Value]:
        """The parts, the addresses of all elements, and which of them are kept."""
        p = self.parts(operands)
        addresses, kept = np.zeros(self.shape, np.int64), np.zeros(self.shape, bool)
        for at in np.ndindex(self.shape) if not p["condition"] or p["condition"][0] else ():
            addresses[at], kept[at] = self._element(p, at)
        return p, addresses, kept

    def _element(self, p: dict[str, list], at: tuple[int, ...]) -> tuple[int, bool]:
        """The address of one element, and whether it is kept."""
        kept = all(int(low) <= i for low, i in zip(p["lows"], at, strict=False))
        kept = kept and all(i < int(high) for high, i in zip(p["highs"], at, strict=False))
        firsts, quotients = self._segments(p, at)
        gather = 0
        if self.gather is not None and kept:
            indices = [firsts[d] if d in self.cuts else at[d] for d in self.loops]
            offset, keep, *ranges = self.gather(*map(np.int64, (*indices, *quotients)))
            gather, kept = int(offset), bool(keep)
            cut = sorted(set(self.cuts) & set(self.loops))
            for d, low, high in zip(cut, ranges[0::2], ranges[1::2], strict=False):
                kept = kept and int(low) <= at[d] < int(high)
        index = [i - firsts[d] if d in self.cuts else i for d, i in enumerate(at)]
        moved = sum(int(stride) * i for stride, i in zip(p["strides"], index, strict=True))
        return self._address(p, int(p["offset"][0]) + moved, gather), kept

    def _segments(self, p: dict[str, list], at: tuple[int, ...]) -> tuple[dict[int, int], list[int]]:
        """Where the segment that holds an element begins in each cut dimension, and the quotients of all cuts."""

        def quotients_of(d: int, i: int) -> list[int]:
            cut = (c for c, dimension in enumerate(self.cuts) if dimension == d)
            return [_truncated(int(p["starts"][c]) + i, int(p["divisors"][c])) for c in cut]

        firsts = {}
        for d in set(self.cuts):
            here, first = quotients_of(d, at[d]), at[d]
            while first > 0 and quotients_of(d, first - 1) == here:
                first -= 1
            firsts[d] = first
        quotients = [
            _truncated(int(p["starts"][c]) + at[d], int(p["divisors"][c])) for c, d in enumerate(self.cuts)
        ]
        return firsts, quotients

    def _address(self, p: dict[str, list], elements: int, gather: int) -> int:
        """The address of what lies ``elements`` and ``gather`` behind the base; without a base the gather is bytes."""
        if not p["base"]:
            return gather + elements * self.element.size
        base = p["base"][0]
        start = base.base if isinstance(base, MemRef) else int(base)
        return start + (elements + gather) * self.element.size


def _truncated(x: int, y: int) -> int:
    return -(-x // y) if x < 0 else x // y


def load(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The kept elements; ``other``, or zero, where masked off."""
    access = Access(op, machine, op.results[0].type)

    def execute(*operands: Any) -> Value:
        p, addresses, kept = access.elements(operands)
        other = p.get("other") or [np.zeros((), access.element.dtype)]
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


RULES: dict[str, Rule] = {
    "tts.load": load,
    "tts.volatile_load": load,
    "tts.atomic_load": load,
    "tts.store": store,
    "tts.atomic_store": store,
    "tts.atomic_rmw": atomic_update,
    "tts.atomic_cas": compare_exchange,
    "tts.atomic_poll": poll,
    "tts.masked_view": masked_view,
}
