"""A random kernel with its arguments: as text, and run by the oracle."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from tests.fuzz.kernels.elementwise import Rounding
from tests.fuzz.kernels.memory import Memory, TooSmall
from tests.fuzz.kernels.nodes import Argument, Node, Region, Run
from tests.fuzz.kernels.values import DTYPES, LARGEST, PRECISION, Rejected, Type, Value
from tests.support.ttir import Writer

SMALLEST_MEMORY, LARGEST_MEMORY = 1 << 12, 1 << 22


@dataclass
class Array:
    """A pointer argument: ``style`` says what the array holds, ``aligned`` promises an address divisible by 16.

    One with an ``alias`` points into the array of that name, ``shift`` elements behind where that argument points to.
    """

    name: str
    element: str
    style: str = "small"
    low: int = -8
    high: int = 9
    aligned: bool = False
    alias: str = ""
    shift: int = 0

    def text(self) -> str:
        promise = " {tt.divisibility = 16 : i32}" if self.aligned else ""
        return f"%{self.name}: !tt.ptr<{self.element}>{promise}"

    def fill(self, size: int, dice: np.random.Generator) -> np.ndarray:
        """``size`` random elements."""
        dtype = DTYPES[self.element]
        if self.element == "i1":
            return dice.integers(0, 2, size).astype(bool)
        if self.element not in PRECISION:
            return self._integers(size, dice).astype(dtype)
        match self.style:
            case "small":
                found = dice.integers(-4, 5, size).astype(np.float64)
            case "quarters":
                found = dice.integers(-8, 9, size) / 4
            case _:
                found = dice.normal(0, 1, size)
        if self.style == "special":
            odd = [np.nan, np.inf, -np.inf, -0.0, 0.0, LARGEST[self.element], 1e-5, -1.5]
            at = dice.random(size) < 0.1
            found[at] = dice.choice(odd, int(at.sum()))
        with np.errstate(all="ignore"):
            return found.astype(dtype)

    def _integers(self, size: int, dice: np.random.Generator) -> np.ndarray:
        if self.style == "order":  # of 64, no number twice
            return dice.permuted(np.tile(np.arange(64), (size // 64, 1)), axis=1).ravel()
        if self.style != "any":
            return dice.integers(self.low, self.high, size)
        ends = np.iinfo(DTYPES[self.element])
        found = dice.integers(ends.min, ends.max, size, endpoint=True, dtype=ends.dtype)
        at = dice.random(size) < 0.2
        found[at] = dice.choice(np.array([ends.min, ends.max, 0, -1, 1], ends.dtype), int(at.sum()))
        return found


@dataclass
class Scalar:
    """A number as an argument; ``divisible``: it says that 16 divides it."""

    name: str
    element: str
    number: float
    divisible: bool = False

    def text(self) -> str:
        promise = " {tt.divisibility = 16 : i32}" if self.divisible else ""
        return f"%{self.name}: {self.element}{promise}"


@dataclass
class Kernel:
    """A kernel, how it is launched, and what seeds the arrays.

    ``eager``: what pays for much data is done for little, too: stores go past the caches, loops of two products are
    skewed, and atomic updates stay atomic where one thread runs all.
    """

    region: Region = field(default_factory=Region)
    arguments: list[Array | Scalar] = field(default_factory=list)
    grid: tuple[int, int, int] = (1, 1, 1)
    fusion: bool = True
    threads: int = 1
    seed: int = 0
    machine: str = ""
    eager: bool = False
    options: dict[str, object] = field(default_factory=dict)

    def text(self) -> str:
        """The kernel as TTIR."""
        writer, names = Writer(), {}
        self.region.write(writer, names)
        return writer.kernel(", ".join(a.text() for a in self.arguments))

    def launch(self) -> str:
        """How the kernel is compiled and launched, a line of comment each, and its arguments."""
        compiled = {"machine": self.machine, "eager": self.eager, **self.options}
        settings = ", ".join(f"{name} {value!r}" for name, value in compiled.items())
        first = f"grid {self.grid}, fusion {self.fusion}, {self.threads} threads, {settings}"
        return "".join(f"// {line}\n" for line in (first, *self.arguments))

    @property
    def arrays(self) -> list[Array]:
        """The arrays that are no other argument's."""
        names = {a.name for a in self.arguments}
        return [a for a in self.arguments if isinstance(a, Array) and a.alias not in names]

    def nodes(self) -> list[Node]:
        return list(self.region.all())

    def expected(self, gpu: bool = False) -> list[Memory]:
        """The memory of each array after the launch.  Raises `Rejected` where the kernel means nothing."""
        size = SMALLEST_MEMORY
        while True:
            try:
                return self._expected(size, Rounding(self.fusion, gpu))
            except TooSmall as needed:
                size = 1 << int(needed.args[0]).bit_length()
                if size > LARGEST_MEMORY:
                    raise Rejected(f"addresses up to {needed.args[0]}") from None

    def _expected(self, size: int, rounding: Rounding) -> list[Memory]:
        memories, scalars = [], {}
        for argument in self.arguments:
            if isinstance(argument, Array) and argument.alias in scalars:
                base = scalars[argument.alias].base
                scalars[argument.name] = Value(np.array(argument.shift, np.int64), None, base)
            elif isinstance(argument, Array):
                dice = np.random.default_rng([self.seed, len(memories)])
                scalars[argument.name] = Value(np.array(0, np.int64), None, len(memories))
                memories.append(Memory(argument.fill(2 * size, dice), size))
            else:
                scalars[argument.name] = Value(np.array(argument.number, DTYPES[argument.element]))
        for z in range(self.grid[2]):
            for y in range(self.grid[1]):
                for x in range(self.grid[0]):
                    Run((x, y, z), self.grid, scalars, memories, rounding).region(self.region)
        return memories

    def with_(self, **changes) -> Kernel:
        return replace(self, **changes)


def argument_node(a: Array | Scalar) -> Argument:
    """The node of an argument."""
    element = f"!tt.ptr<{a.element}>" if isinstance(a, Array) else a.element
    return Argument(Type(element), [], a.name)
