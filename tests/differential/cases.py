"""Cases of the differential tests: a ``@triton.jit`` kernel together with the data it runs on.

A module of kernels is imported by two processes, once with ``TRITON_INTERPRET=1``.  Both make the same data, since it
follows from the case's name alone.
"""

from __future__ import annotations

import importlib
import linecache
import types
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

INTS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FLOATS = ("float16", "float32", "float64")
NUMPY_FLOATS = ("bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz")
#: ulps that hold on what kernels run on, by the names of cases, in place of their own
BOUNDS: dict[str, float] = {}
EDGES = (0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 3.0, 100.0, -7.25, np.inf, -np.inf, np.nan)


def dtype_of(name: str) -> np.dtype:
    """The NumPy type of that name, those of ml_dtypes included."""
    return np.dtype(getattr(ml_dtypes, name, name))


@dataclass(frozen=True)
class Data:
    """An array argument: ``make`` takes a random generator; every use makes the array anew."""

    make: Callable[[np.random.Generator], np.ndarray]

    def __getitem__(self, key: Any) -> Data:
        """A view: kernels get its address, so negative offsets from there are inside the array."""
        return Data(lambda rng: self.make(rng)[key])


def exactly(values: Any, dtype: str = "int32") -> Data:
    """These values."""
    return Data(lambda rng: np.array(values, dtype_of(dtype)))


def zeros(dtype: str, *shape: int) -> Data:
    """Zeros, for what the kernel writes."""
    return Data(lambda rng: np.zeros(shape, dtype_of(dtype)))


def iota(dtype: str, *shape: int) -> Data:
    """0, 1, 2 … in row-major order, wrapped to the type."""
    return Data(lambda rng: np.arange(np.prod(shape, dtype=int)).astype(dtype_of(dtype)).reshape(shape))


def integers(low: int, high: int, *shape: int, dtype: str = "int32") -> Data:
    """Random integers in [low, high): a float type holds them, and short sums of them, exactly."""
    return Data(lambda rng: rng.integers(low, high, shape).astype(dtype_of(dtype)))


def permutation(count: int, dtype: str = "int32") -> Data:
    """0 … count - 1 in random order."""
    return Data(lambda rng: rng.permutation(count).astype(dtype_of(dtype)))


def random(dtype: str, *shape: int) -> Data:
    """Any bits for integers, a normal distribution for floats."""
    kind = dtype_of(dtype)
    if dtype == "bool":
        return Data(lambda rng: rng.integers(0, 2, shape).astype(bool))
    if kind.kind in "iu":
        return Data(
            lambda rng: (
                np.frombuffer(rng.bytes(int(np.prod(shape)) * kind.itemsize), kind).reshape(shape).copy()
            )
        )
    return Data(lambda rng: rng.standard_normal(shape).astype(kind))


def edges(dtype: str, count: int, *, salt: int = 0) -> Data:
    """Edge cases of the type, in an order that ``salt`` rotates, then random values."""
    kind = dtype_of(dtype)
    if kind.kind in "iu":
        info = np.iinfo(kind)
        special = np.array(
            [0, 1, 2, 3, 7, info.min, info.min + 1, info.max, info.max - 1, info.max // 2], kind
        )
    else:
        special = np.array(EDGES).astype(kind)
    step = 2 * salt + 1

    def make(rng: np.random.Generator) -> np.ndarray:
        index = np.arange(count)
        chosen = special[(index * step + index // len(special) * salt) % len(special)]
        return np.where(index < count // 2, chosen, random(dtype, count).make(rng)).astype(kind)

    return Data(make)


@dataclass(frozen=True)
class Case:
    """A kernel and its data.

    Attributes:
        arguments: by parameter: `Data`, a number, a tuple of such, or the value of a constexpr.
        ulps: how far floats may be from the oracle's.
        oracle: what is right where Triton's interpreter is not: changes the arrays, given by name, as the
            kernel should.
        since: the first release of Triton whose front end takes the kernel.
    """

    name: str
    kernel: Any
    arguments: dict[str, Any]
    grid: tuple[int, ...] = (1,)
    ulps: float = 0
    oracle: Callable[..., None] | None = None
    since: tuple[int, int] = (3, 6)

    def make(self) -> dict[str, Any]:
        """Fresh arguments by name, the same ones every time."""
        rng = np.random.default_rng(zlib.crc32(self.name.encode()))

        def made(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(map(made, value))
            return value.make(rng) if isinstance(value, Data) else value

        return {name: made(value) for name, value in self.arguments.items()}


def case(
    label: str = "",
    *,
    registry: dict[str, Case] | None = None,
    grid: tuple[int, ...] = (1,),
    ulps: float = 0,
    oracle: Callable[..., None] | None = None,
    since: tuple[int, int] = (3, 6),
    **arguments: Any,
) -> Callable:
    """Decorates a jitted kernel: adds a `Case` to ``registry``, by default ``CASES`` of the kernel's module."""

    def add(kernel: Any) -> Any:
        found = kernel.fn.__globals__.setdefault("CASES", {}) if registry is None else registry
        name = f"{kernel.fn.__name__}-{label}" if label else kernel.fn.__name__
        assert name not in found, f"there are two cases {name}"
        found[name] = Case(name, kernel, arguments, grid, ulps, oracle, since)
        return kernel

    return add


def cases(table: dict[str, dict[str, Any]]) -> Callable:
    """Decorates a jitted kernel with one `case` for each label of ``table``."""

    def add(kernel: Any) -> Any:
        for label, keywords in table.items():
            case(label, **keywords)(kernel)
        return kernel

    return add


def module_of(source: str) -> types.ModuleType:
    """The module ``source`` names, or whose text it is; Triton finds the lines of the text through `linecache`."""
    if "\n" not in source:
        return importlib.import_module(source)
    name = f"generated_{zlib.crc32(source.encode()):08x}"
    linecache.cache[f"{name}.py"] = (len(source), None, source.splitlines(keepends=True), f"{name}.py")
    module = types.ModuleType(name)
    module.__file__ = f"{name}.py"
    exec(compile(source, f"{name}.py", "exec"), module.__dict__)
    return module
