"""Addresses by sums, products, quotients, remainders and bits: accesses of any width touch what numpy counts."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from tests.support import emulated
from tests.support.amount import some
from tests.support.emulated import Settings
from tests.support.ttir import Body
from triton_shared.ir.statistics import collected

#: elements on either side of the first one that addresses count from, more than a block has
SIZE = 4096
FAR = 1 << 24
Number = np.ndarray | int


def _quotient(a: Number, b: int) -> Number:
    """``a / b``, rounded towards zero."""
    return np.sign(a) * np.sign(b) * (np.abs(a) // abs(b))


#: op -> what it computes of a block and a constant
OPS: dict[str, Callable[[Number, int], Number]] = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "divsi": _quotient,
    "remsi": lambda a, b: a - _quotient(a, b) * b,
    "shrsi": lambda a, b: a >> b,
    "shli": lambda a, b: a << b,
    "andi": lambda a, b: a & b,
    "minsi": np.minimum,
    "maxsi": np.maximum,
}
CONSTANTS = {
    "addi": (8, 16, 3, -24),
    "subi": (4, 64, 1),
    "muli": (2, 1, 3, 16, -1),
    "divsi": (4, 10, 24, 320, -8, 1),
    "remsi": (8, 10, 48, 320, -16, 7),
    "shrsi": (1, 3, 5),
    "shli": (1, 2),
    "andi": (~7, 15, 0x38, 0x7C),
    "minsi": (40, 57),
    "maxsi": (8, 3),
}
TESTS = {"slt": np.less, "sge": np.greater_equal, "sgt": np.greater, "eq": np.equal, "ne": np.not_equal}
ELEMENTS = {"f32": np.float32, "i8": np.int8, "f16": np.float16, "i64": np.int64}


class Drawn:
    """A kernel that a seed draws, with what its blocks hold in program ``pid``, called with ``n``."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.element = self.random.choice(list(ELEMENTS))
        self.divisor = self.random.choice((1, 4, 16))
        self.n = self.divisor * self.random.choice((-3, 1, 5, 13, 40))
        self.shape = self.random.choice(((256,), (256,), (1, 256), (8, 64), (64, 4)))
        self.count = int(np.prod(self.shape))
        self.body = Body(self.shape)
        self.pid = np.arange(3)[:, None] * self.count
        pid = self.body.pure("tt.get_program_id x : i32")
        start = self.body.pure(
            f"arith.muli {pid}, {self.body.pure(f'arith.constant {self.count} : i32')} : i32"
        )
        self.start = self.body.splat(start, "i32")
        self.at = self.pid + np.arange(self.count)
        self.position = self.op("addi", self.start, self.body.position())

    def op(self, name: str, a: str, b: str) -> str:
        """An op of arith on blocks."""
        return self.body.pure(f"arith.{name} {a}, {b} : {self.body.type('i32')}")

    def leaf(self) -> tuple[str, np.ndarray]:
        """A block of numbers to begin with."""
        inner = np.broadcast_to(np.arange(self.count), self.at.shape)
        match self.random.randrange(4):
            case 0:
                return self.body.position(), inner
            case 1:
                n = self.body.splat("%n", "i32")
                return self.op("addi", self.body.position(), n), inner + self.n
            case _:
                return self.position, self.at

    def number(self, depth: int) -> tuple[str, np.ndarray]:
        """A block of numbers that ``depth`` ops make."""
        if not depth:
            return self.leaf()
        if depth > 1 and self.random.random() < 0.3:
            (a, x), (b, y) = self.number(depth // 2), self.number(depth - 1 - depth // 2)
            name = self.random.choice(("addi", "subi"))
            return self.op(name, a, b), OPS[name](x, y)
        a, x = self.number(depth - 1)
        name = self.random.choice([*OPS, "divsi", "remsi", "remsi"])
        constant = self.random.choice(CONSTANTS[name])
        found = OPS[name](x, constant)
        if np.abs(found).max() >= FAR:
            return a, x
        return self.op(name, a, self.body.constant(constant, "i32")), found

    def mask(self) -> tuple[str, np.ndarray]:
        """Which elements are kept."""
        a, x = self.number(self.random.randrange(3))
        name, bound = self.random.choice(list(TESTS)), self.random.choice((64, 200, 201, self.n, 0))
        right = self.body.splat("%n", "i32") if bound == self.n else self.body.constant(bound, "i32")
        kept = self.body.pure(f"arith.cmpi {name}, {a}, {right} : {self.body.type('i32')}")
        return kept, TESTS[name](x, bound)

    def address(self) -> tuple[str, np.ndarray]:
        """Where each element is, within `SIZE` of the first one."""
        a, x = self.number(self.random.choice((1, 1, 2, 2, 3, 5)))
        name, size = self.random.choice((("remsi", SIZE), ("andi", SIZE - 1)))
        rest = self.op(name, a, self.body.constant(size, "i32"))
        return self.op("addi", rest, self.body.constant(SIZE, "i32")), OPS[name](x, size) + SIZE

    def kernel(self) -> str:
        """The text of the kernel."""
        hint = f"{{tt.divisibility = {self.divisor} : i32}}"
        pointers = [f"%{name}: !tt.ptr<{self.element}> {{tt.divisibility = 16 : i32}}" for name in "xy"]
        return self.body.kernel(", ".join([*pointers, f"%n: i32 {hint}"]))


def _aligned(values: np.ndarray) -> np.ndarray:
    """A copy of ``values`` at a multiple of 16 bytes."""
    memory = np.zeros(values.nbytes + 16, np.uint8)
    first = -memory.ctypes.data % 16
    copy = memory[first : first + values.nbytes].view(values.dtype)
    copy[:] = values
    return copy


def _launch(drawn: Drawn, x: np.ndarray, y: np.ndarray) -> None:
    settings = Settings(drawn.random.choice((1, 2, 4)), optimized=drawn.random.random() < 0.3)
    emulated.compile(drawn.kernel(), settings=settings)[(len(drawn.pid),)](x, y, drawn.n)


@pytest.mark.parametrize("seed", some(range(120)))
def test_what_is_loaded(seed):
    drawn = Drawn(seed)
    (address, at), (mask, kept) = drawn.address(), drawn.mask()
    element = drawn.element
    other = drawn.body.constant("7.0" if element[0] == "f" else 7, element)
    loaded = drawn.body.load("%x", element, address, mask, other)
    drawn.body.store("%y", element, loaded, drawn.position)
    x = _aligned(np.random.default_rng(seed).integers(-100, 100, 2 * SIZE).astype(ELEMENTS[element]))
    y = _aligned(np.zeros(drawn.at.size, ELEMENTS[element]))
    _launch(drawn, x, y)
    np.testing.assert_array_equal(y, np.where(kept, x[at], 7).astype(y.dtype).ravel())


@pytest.mark.parametrize("seed", some(range(120)))
def test_what_is_stored(seed):
    """To rows of ``size`` elements, ``width`` apart."""
    drawn = Drawn(seed)
    size, gap = drawn.random.choice((4, 8, 10, 16, 24)), drawn.random.choice((0, 2, 8))
    columns, width = (drawn.body.constant(number, "i32") for number in (size, size + gap))
    row = drawn.op("muli", drawn.op("divsi", drawn.position, columns), width)
    address = drawn.op("addi", row, drawn.op("remsi", drawn.position, columns))
    mask, kept = drawn.mask()
    drawn.body.store("%y", drawn.element, drawn.body.load("%x", drawn.element), address, mask)
    x = _aligned(np.random.default_rng(seed).integers(1, 100, drawn.count).astype(ELEMENTS[drawn.element]))
    y = _aligned(np.zeros(2 * SIZE, x.dtype))
    expected, places = y.copy(), drawn.at // size * (size + gap) + drawn.at % size
    expected[places[kept]] = np.broadcast_to(x, places.shape)[kept]
    _launch(drawn, x, y)
    np.testing.assert_array_equal(y, expected)


def test_neighbours_go_together():
    """Or these tests say little."""
    with collected() as counts:
        for seed in range(30):
            drawn = Drawn(seed)
            address, _ = drawn.address()
            drawn.body.store(
                "%y", drawn.element, drawn.body.load("%x", drawn.element, address), drawn.position
            )
            emulated.compile(drawn.kernel())
    assert counts["group-neighbours: neighbours at once"] > 3
    assert counts["group-neighbours: one address for neighbours"] > 2
