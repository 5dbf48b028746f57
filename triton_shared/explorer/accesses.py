"""What each access of a kernel touches, by program, as data for the page's pictures.

The reference executor runs programs of a launch one by one and tells the address of each lane.  An execution of an
access is four numbers: the tensor, the element of lane 0, a row of ``patterns`` and one of ``masks``.  A pattern has
for each dimension of the block pieces ``[first, step, count]`` of what the lane adds to the element, or, where
dimensions do not add up, an empty list and such pieces of all lanes in order.  A mask has for each dimension the ranges
of lanes that are touched, or an empty list and the ranges of all lanes in order; row 0 keeps all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

import numpy as np

from triton_shared import reference
from triton_shared.errors import Diagnostic, place
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.records import dataclass
from triton_shared.reference.dialects.tt.memory import ACCESSES
from triton_shared.reference.errors import ExecutionError
from triton_shared.reference.touches import Touch

#: where a program is in its grid: x, y and z
Place = tuple[int, int, int]
#: programs that are run, executions of one access in a program that are kept, ops of a program, seconds of all
PROGRAMS, EXECUTIONS, OPS, SECONDS = 256, 64, 200_000, 20.0
#: numbers of all patterns and masks, and executions of all programs
NUMBERS, RECORDS = 120_000, 40_000
VERBS = {"load": "reads", "gather": "reads", "poll": "reads", "store": "writes", "scatter": "writes"}


@dataclass(frozen=True)
class Launch:
    """A launch: ``names`` are those of the arguments, ``told`` says where these come from.

    ``memory`` are arrays that addresses among the arguments' elements lead to.
    """

    grid: tuple[int, ...]
    args: Sequence[Any]
    names: Sequence[str]
    told: str
    memory: Sequence[np.ndarray] = ()


@dataclass(frozen=True)
class Tensor:
    """Memory that an argument leads to: ``address`` is its first element's, ``size`` how many elements it has."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    address: int
    size: int
    width: int


@dataclass
class Touched:
    """What the page shows, as `data`; ``errors`` are what ended programs, with their places."""

    data: dict[str, Any]
    errors: list[Diagnostic]


def touched(
    module: ir.Operation, kernel: str, launch: Launch, programs: Sequence[Place] | None = None
) -> Touched:
    """What the accesses of ``kernel``, a function of Triton's, touch in ``launch``; arrays change as the kernel says.

    Of the grid those ``programs`` are run, by default all, or some that lie evenly.

    Raises:
        TypeError, ValueError: the arguments do not fit.
    """
    grid = (*launch.grid, 1, 1)[:3]
    named = [
        *zip(launch.names, launch.args, strict=True),
        *((f"memory {n}", a) for n, a in enumerate(launch.memory)),
    ]
    tensors = [_tensor(name, one) for name, one in named if _memory(one) is not None]
    recorder = _Recorder([op for op in all_ops(module) if op.name in ACCESSES], tensors)
    axes = _sampled(grid)
    if programs is None:
        programs = [(x, y, z) for z, y, x in product(*reversed(axes))]
    else:
        axes = [sorted({program[axis] for program in programs}) for axis in range(3)]
    errors: dict[str, Diagnostic] = {}
    end, missed = time.monotonic() + SECONDS, 0
    for at in programs:
        if time.monotonic() > end or recorder.is_full:
            missed += 1
            continue
        try:
            reference.run(module, grid, *launch.args, kernel=kernel, programs=[at], seed=0, limit=OPS,
                          memory=launch.memory, output=lambda line: None, accessed=recorder.note)  # fmt: skip
        except ExecutionError as error:
            for told in error.diagnostics:
                errors.setdefault(f"{told.line}", Diagnostic(f"program {at}: {told.message}", *told_at(told)))
        except AssertionError:
            pass
    return Touched(recorder.data(axes, grid, launch.told, missed), list(errors.values()))


def lanes(
    data: dict[str, Any], access: dict[str, Any], execution: Sequence[int]
) -> tuple[np.ndarray, np.ndarray]:
    """The element of each lane of a block, and which lanes are touched, as the page reads them from `Touched.data`."""
    _, first, pattern, mask, *_ = execution
    shape = tuple(access["block"]) or (1,)
    elements = first + _combined(np.add, data["patterns"][pattern], shape, _spread)
    if not mask:
        return elements, np.ones(shape, bool)
    return elements, _combined(np.logical_and, data["masks"][mask], shape, _in_ranges)


def _combined(combine: Callable, row: Sequence, shape: Sequence[int], read: Callable) -> np.ndarray:
    if len(row) == 2 and not row[0]:
        return read(row[1], int(np.prod(shape))).reshape(shape)
    return _outer(combine, [read(one, size) for one, size in zip(row, shape, strict=True)])


def _spread(pieces: Sequence[Sequence[int]], size: int) -> np.ndarray:
    return np.concatenate([first + step * np.arange(count) for first, step, count in pieces])


def _in_ranges(ranges: Sequence[Sequence[int]], size: int) -> np.ndarray:
    found = np.zeros(size, bool)
    for low, high in ranges:
        found[low:high] = True
    return found


def told_at(told: Diagnostic) -> tuple[str, int, int]:
    """The place of a diagnostic."""
    return told.file, told.line, told.column


def _memory(argument: Any) -> np.ndarray | None:
    array = getattr(argument, "base", argument) if not isinstance(argument, np.ndarray) else argument
    return array if isinstance(array, np.ndarray) and array.shape else None


def _tensor(name: str, argument: Any) -> Tensor:
    array = _memory(argument)
    assert array is not None, "only what has memory is asked for"
    extent = 1 + sum((n - 1) * s // array.itemsize for n, s in zip(array.shape, array.strides, strict=True))
    shape, strides = array.shape, [s // array.itemsize for s in array.strides]
    if array is not argument:  # a descriptor's
        shape, strides = tuple(map(int, argument.shape)), list(argument.strides)
    if not array.size or strides != [int(np.prod(shape[d + 1 :])) for d in range(len(shape))]:
        shape = (extent,)
    address, size = array.__array_interface__["data"][0], int(np.prod(shape))
    return Tensor(name, str(array.dtype), shape, address, size, array.itemsize)


def _sampled(grid: Sequence[int]) -> list[list[int]]:
    """The places along each axis of the grid of which programs are run: all, or some that lie evenly, and the last."""
    most = list(grid)
    while np.prod(most, dtype=object) > PROGRAMS:
        widest = int(np.argmax(most))
        most[widest] = (most[widest] + 1) // 2
    return [
        sorted({round(n) for n in np.linspace(0, size - 1, keep)})
        for size, keep in zip(grid, most, strict=True)
    ]


class _Recorder:
    """Takes what programs touch, and gives it as data."""

    def __init__(self, ops: Sequence[ir.Operation], tensors: Sequence[Tensor]):
        self.ops, self.tensors = list(ops), tensors
        self.numbers = {op: number for number, op in enumerate(self.ops)}
        self.blocks: dict[int, tuple[int, ...]] = {}
        self.executions: dict[int, dict[str, list[list[int]]]] = {}
        self.counts: dict[tuple[int, str], int] = {}
        self.patterns: dict[str, tuple[int, Any]] = {}
        self.masks: dict[str, tuple[int, Any]] = {"": (0, None)}
        self.records = self.spent = 0

    @property
    def is_full(self) -> bool:
        """Whether the page has room for nothing more."""
        return self.records >= RECORDS or self.spent >= NUMBERS

    def note(self, touch: Touch) -> None:
        """Keep an execution of an access, unless there are enough."""
        number, program = self.numbers[touch.op], ",".join(map(str, touch.program))
        self.counts[number, program] = count = self.counts.get((number, program), 0) + 1
        if count > EXECUTIONS or self.is_full:
            return
        addresses = np.atleast_1d(np.asarray(touch.addresses, np.int64))
        mask = None if touch.mask is None else np.broadcast_to(np.atleast_1d(touch.mask), addresses.shape)
        self.blocks[number] = np.shape(touch.addresses)
        tensor = self._tensor(number, addresses, mask)
        if tensor is None:
            return
        where = self.tensors[tensor]
        elements = (addresses - where.address) // where.width
        pattern = self._interned(self.patterns, _pattern(elements - elements.flat[0]))
        kept = 0 if mask is None or mask.all() else self._interned(self.masks, _kept(mask))
        first = int(elements.flat[0])
        self.executions.setdefault(number, {}).setdefault(program, []).append([tensor, first, pattern, kept])
        self.records += 1

    def _tensor(self, number: int, addresses: np.ndarray, mask: np.ndarray | None) -> int | None:
        """The tensor that most lanes lie in; where none does, that of the execution before."""
        kept = addresses if mask is None or not mask.any() else addresses[mask]
        hits = [
            int(((kept >= t.address) & (kept < t.address + t.size * t.width)).sum()) for t in self.tensors
        ]
        if any(hits):
            return int(np.argmax(hits))
        before = [run[-1][0] for run in self.executions.get(number, {}).values()]
        return before[-1] if before else None

    def _interned(self, table: dict[str, tuple[int, Any]], row: Any) -> int:
        key = repr(row)
        if key not in table:
            table[key] = len(table), row
            self.spent += key.count(",") + 1
        return table[key][0]

    def data(
        self, axes: Sequence[Sequence[int]], grid: Sequence[int], told: str, missed: int
    ) -> dict[str, Any]:
        """All that was kept, as JSON can hold it."""
        ran, whole = int(np.prod([len(axis) for axis in axes])), int(np.prod(grid, dtype=object))
        words = [told]
        if ran < whole:
            words.append(f"{ran} of {whole} programs are shown")
        if missed:
            words.append(f"{missed} of these were not run: the page, or the time for it, is full")
        if any(count > EXECUTIONS for count in self.counts.values()):
            words.append(f"of accesses in loops the first {EXECUTIONS} executions of a program are shown")
        return {
            "axes": axes,
            "grid": list(grid),
            "told": "; ".join(words),
            "tensors": [
                {"name": t.name, "dtype": t.dtype, "shape": t.shape, "size": t.size, "width": t.width}
                for t in self.tensors
            ],
            "patterns": [row for _, row in self.patterns.values()],
            "masks": [row for _, row in self.masks.values()],
            "accesses": [self._access(op, number) for op, number in self.numbers.items()],
        }

    def _access(self, op: ir.Operation, number: int) -> dict[str, Any]:
        file, line, _ = place(op.location)
        return {
            "op": op.name,
            "does": VERBS.get(op.name.rpartition("_")[2].removeprefix("tt."), "updates"),
            "place": [file, line],
            "block": self.blocks.get(number, ()),
            "runs": self.executions.get(number, {}),
        }


def _pieces(numbers: np.ndarray) -> list[list[int]]:
    """``numbers`` as pieces ``[first, step, count]``."""
    found: list[list[int]] = []
    at, steps = 0, np.diff(numbers)
    while at < len(numbers):
        if at == len(steps):
            found.append([int(numbers[at]), 0, 1])
            break
        ends = np.flatnonzero(steps[at:] != steps[at])
        count = (int(ends[0]) if len(ends) else len(steps) - at) + 1
        if count == 2 and len(numbers) > 2 and at + 2 < len(numbers):  # it may be the first of the next piece
            count = 1
        found.append([int(numbers[at]), int(steps[at]) if count > 1 else 0, count])
        at += count
    return found


def _pattern(offsets: np.ndarray) -> list[list[list[int]]]:
    """What lanes add, by dimension; of lanes that do not add up one row of all of them in a list of its own."""
    along = [_line(offsets, axis) for axis in range(offsets.ndim)]
    if (_outer(np.add, along) == offsets).all():
        return [_pieces(one) for one in along]
    return [[], _pieces(offsets.ravel())]


def _kept(mask: np.ndarray) -> list[list[list[int]]]:
    """The ranges of lanes that are kept, in the form of `_pattern`."""
    others = [tuple(d for d in range(mask.ndim) if d != axis) for axis in range(mask.ndim)]
    along = [np.asarray(mask.any(axis=axes)) for axes in others]
    if (_outer(np.logical_and, along) == mask).all():
        return [_ranges(one) for one in along]
    return [[], _ranges(mask.ravel())]


def _line(values: np.ndarray, axis: int) -> np.ndarray:
    return values[tuple(slice(None) if d == axis else 0 for d in range(values.ndim))]


def _outer(combine: Callable, along: Iterable[np.ndarray]) -> np.ndarray:
    first, *rest = along
    for one in rest:
        first = combine(first[..., None], one)
    return first


def _ranges(kept: np.ndarray) -> list[list[int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([False], kept, [False])).astype(np.int8)))
    return edges.reshape(-1, 2).tolist()
