"""Launches in files, for ``triton-shared-opt --run``: a grid and arguments, as JSON or as an ``.npz`` of NumPy.

JSON is an object with ``args`` and, if need be, ``grid``, ``kernel``, ``seed`` and ``limit``::

    {"grid": [2], "args": [{"type": "f32", "values": [1, 2.5, NaN]}, {"type": "bf16", "shape": [8], "values": 0}, 3]}

An argument is a number, an array (``values`` are nested lists, or one number for a whole ``shape``), or a tensor
descriptor: an array with a ``block_shape`` and, maybe, ``padding``.  In an ``.npz`` the arrays are ``grid`` and ``0``,
``1``, …: those of rank 0 are numbers; floats that NumPy lacks come as their bits.  The result has the same form, with
what the arrays hold afterwards.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from triton_shared.tools.arguments import UsageError

if TYPE_CHECKING:
    from triton_shared.mlir import ir

#: elements of one array at most
MOST = 1 << 28
NAMED = ("kernel", "seed", "limit")


@dataclass
class Descriptor:
    """A tensor descriptor of a whole array: what `triton_shared.reference.run` takes for one."""

    base: np.ndarray
    block_shape: list[int]
    padding: str

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes."""
        return self.base.shape

    @property
    def strides(self) -> list[int]:
        """Elements from one index to the next."""
        return [stride // self.base.itemsize for stride in self.base.strides]


@dataclass
class Launch:
    """A grid and arguments, as read from a file that ``is_npz`` or not; ``types`` are the elements of arrays."""

    grid: Any
    args: list[Any]
    named: dict[str, Any] = field(default_factory=dict)
    types: list[str | None] = field(default_factory=list)
    is_npz: bool = False

    def run(self, module: ir.Operation) -> str | bytes:
        """What the arrays hold after the programs of ``module`` have run, in the form of the file.

        Programs' lines come before, in JSON's form.  Raises `CompileError` where an op cannot be executed, and
        `UsageError` where an argument does not fit, or an assertion fails.
        """
        from triton_shared import reference

        lines: list[str] = []
        try:
            reference.run(module, self.grid, *self.args, **self.named, output=lines.append)
        except (TypeError, ValueError, AssertionError) as error:
            raise UsageError(f"--run: {error}") from None
        return self._npz() if self.is_npz else "\n".join([*lines, self._json()]) + "\n"

    def _npz(self) -> bytes:
        out = io.BytesIO()
        arrays: dict[str, Any] = {str(number): np.asarray(arg) for number, arg in enumerate(self.args)}
        np.savez(out, **arrays)
        return out.getvalue()

    def _json(self) -> str:
        shown = [_shown(arg, type_) for arg, type_ in zip(self.args, self.types, strict=True)]
        rows = ",\n  ".join(json.dumps(arg) for arg in shown)
        return f'{{"args": [\n  {rows}\n]}}'


def read(path: str) -> Launch:
    """The launch in the file ``path``.  Raises `UsageError` where it is none."""
    try:
        if path.endswith(".npz"):
            return _of_npz(path)
        with open(path, encoding="utf-8") as file:
            return _of_json(json.load(file))
    except OSError as error:
        raise UsageError(f"--run: cannot read '{path}': {error.strerror or error}") from None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UsageError(f"--run: '{path}' is no file of arguments: {error}") from None


def _of_npz(path: str) -> Launch:
    with np.load(path, allow_pickle=False) as arrays:
        grid = arrays["grid"].tolist() if "grid" in arrays else 1
        count = len([name for name in arrays if name != "grid"])
        args = [arrays[str(number)] for number in range(count)]
    args = [arg if arg.shape else arg[()] for arg in args]
    return Launch(grid, args, types=[None] * count, is_npz=True)


def _of_json(told: dict[str, Any]) -> Launch:
    if unknown := told.keys() - {"grid", "args", *NAMED}:
        raise ValueError(f"unknown keys {', '.join(sorted(unknown))}")
    named = {name: told[name] for name in NAMED if name in told}
    types = [arg.get("type") if isinstance(arg, dict) else None for arg in told["args"]]
    return Launch(told.get("grid", 1), [_argument(arg) for arg in told["args"]], named, types)


def _argument(told: Any) -> Any:
    if not isinstance(told, dict):
        return told
    from triton_shared.reference import floats
    from triton_shared.reference.elements import element_of_name, integer

    name, values = told["type"], told["values"]
    shape = tuple(told.get("shape", np.shape(values)))
    if int(np.prod(shape, dtype=object)) > MOST:
        raise ValueError(f"an array of {shape}")
    if name in ("index", "ptr") or (name[0] == "i" and name[1:].isdecimal()):
        element = integer(64 if name in ("index", "ptr") else int(name[1:]))
        numbers = np.array(
            [element.integer(int(n)) for n in np.ravel(np.asarray(values, object))], element.dtype
        )
    else:
        element = element_of_name(name)
        numbers = np.ravel(floats.rounded(np.asarray(values, np.float64), element))
    array = np.broadcast_to(numbers, shape).copy() if numbers.size == 1 else numbers.reshape(shape)
    if "block_shape" not in told:
        return array
    return Descriptor(array, list(told["block_shape"]), told.get("padding", "zero"))


def _shown(arg: Any, type_: str | None) -> Any:
    """An argument as JSON has it."""
    from triton_shared.reference import floats
    from triton_shared.reference.elements import element_of_name

    array = arg.base if isinstance(arg, Descriptor) else arg
    if not isinstance(array, np.ndarray) or type_ is None:
        return array
    is_float = array.dtype.kind == "f" or type_.startswith(("f", "b", "tf"))
    numbers = floats.numbers(array, element_of_name(type_)) if is_float else array
    return {"type": type_, "values": numbers.tolist()}
