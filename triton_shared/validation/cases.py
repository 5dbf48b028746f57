"""A launch as data: what a kernel is run on, made anew for each run, shrunk, and written to JSON.

    {"grid": [2], "arguments": [{"element": "f32", "values": [0.5, "nan"], "start": 0}, {"same": 0}, 7]}

``start`` is the element that the pointer leads to; ``same`` is the argument whose array another pointer leads to, too.
Where only some programs of the grid are run, ``programs`` are their places, each x, y and z.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from triton_shared.runtime.descriptor import TensorDescriptor
from triton_shared.types import ELEMENTS
from triton_shared.validation.guards import guarded


def dtype_of(element: str) -> np.dtype:
    """NumPy's type of the elements ``element``."""
    name = ELEMENTS[element].arrays[0]
    return np.dtype(getattr(ml_dtypes, name, name))


#: where a program is in its grid: x, y and z
Place = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Array:
    """An array whose pointer leads to number ``start`` of ``values``; of a descriptor also its ``shape``."""

    element: str
    values: np.ndarray
    start: int = 0
    shape: tuple[int, ...] = ()
    block: tuple[int, ...] = ()

    def described(self) -> str:
        """A line for people."""
        flat = self.values
        zeros = flat.view(f"u{flat.dtype.itemsize}") == 0
        shown = (
            "zeros" if zeros.all() else ", ".join(str(v) for v in flat[self.start : self.start + 8]) + " …"
        )
        at = f" from element {self.start} on" if self.start else ""
        shape = f" of the shape {list(self.shape)}" if self.shape else ""
        return f"{self.element}[{flat.size}]{shape}{at}: {shown}"


@dataclass(frozen=True, eq=False)
class Same:
    """The array of the argument ``number`` again."""

    number: int


@dataclass(frozen=True, eq=False)
class Case:
    """One launch: ``values`` are an `Array`, a `Same` or a number for each argument.

    Of its programs those at the places ``programs`` are run, all without it.
    """

    label: str
    grid: tuple[int, ...]
    values: tuple[Any, ...]
    programs: tuple[Place, ...] | None = None

    @property
    def program_count(self) -> int:
        """How many programs are run."""
        return math.prod(self.grid) if self.programs is None else len(self.programs)

    def make(self) -> tuple[list[Any], list[np.ndarray]]:
        """The arguments of a launch, and the arrays in them, all fresh, and far from each other (`guards`).

        Who keeps what they hold copies it: each takes many addresses.
        """
        args: list[Any] = []
        arrays: list[np.ndarray] = []
        for value in self.values:
            match value:
                case Array():
                    arrays.append(guarded(value.values))
                    args.append(_argument(value, arrays[-1]))
                case Same(number):
                    args.append(args[number])
                case _:
                    args.append(value)
        return args, arrays

    @property
    def arrays(self) -> list[Array]:
        """The arrays, in order."""
        return [value for value in self.values if isinstance(value, Array)]

    def described(self) -> list[str]:
        """Lines for people: the grid and each argument."""
        chosen = "" if self.programs is None else f", programs {', '.join(map(str, self.programs))}"
        lines = [f"grid {self.grid}{chosen}"]
        for number, value in enumerate(self.values):
            match value:
                case Array():
                    text = value.described()
                case Same(other):
                    text = f"the array of argument {other}"
                case _:
                    text = repr(value)
            lines.append(f"argument {number}: {text}")
        return lines

    def to_json(self) -> dict[str, Any]:
        """This case as JSON can hold it."""
        chosen = {} if self.programs is None else {"programs": [list(place) for place in self.programs]}
        arguments = [_to_json(value) for value in self.values]
        return {"grid": list(self.grid), **chosen, "arguments": arguments}

    @classmethod
    def from_json(cls, data: Any, label: str = "given") -> Case:
        """The case that `to_json` gave.

        Raises:
            ValueError: ``data`` is no such thing; the message names the argument.
        """
        if not isinstance(data, dict) or not isinstance(data.get("arguments"), list):
            raise ValueError('arguments: expected {"grid": [...], "arguments": [...]}')
        values = [_from_json(number, value) for number, value in enumerate(data["arguments"])]
        chosen = data.get("programs")
        programs = None if chosen is None else tuple((int(x), int(y), int(z)) for x, y, z in chosen)
        return cls(label, tuple(data.get("grid", [1])), tuple(values), programs)


def _argument(array: Array, memory: np.ndarray) -> Any:
    view = memory[array.start :]
    if not array.block:
        return view
    strides = np.cumprod([1, *array.shape[:0:-1]])[::-1].tolist()
    return TensorDescriptor(view, list(array.shape), strides, list(array.block))


def _to_json(value: Any) -> Any:
    match value:
        case Array(element, values, start, shape, block):
            found = {"element": element, "values": [_number(v) for v in values], "start": start}
            return found | ({"shape": list(shape), "block": list(block)} if block else {})
        case Same(number):
            return {"same": number}
    return _number(value)


def _number(value: Any) -> Any:
    number = value.item() if isinstance(value, np.generic) else value
    number = float(number) if not isinstance(number, int | float | bool) else number
    return str(number) if isinstance(number, float) and not np.isfinite(number) else number


def _from_json(number: int, value: Any) -> Any:
    match value:
        case {"same": int(other)}:
            return Same(other)
        case {"element": str(element), "values": list(values)} if element in ELEMENTS:
            numbers = [float(v) if isinstance(v, str) else v for v in values]
            shape, block = tuple(value.get("shape", ())), tuple(value.get("block", ()))
            return Array(
                element, np.array(numbers).astype(dtype_of(element)), value.get("start", 0), shape, block
            )
        case int() | float() | bool():
            return value
        case str():
            return float(value)
    raise ValueError(f"argument {number}: expected a number, an array or {{'same': N}}, got {value!r:.60}")


def numbers_of(values: Sequence[Any]) -> list[int]:
    """The positions of the integers among ``values``."""
    return [n for n, v in enumerate(values) if isinstance(v, int) and not isinstance(v, bool)]
