"""Addresses by sums, products, quotients, remainders and bits: accesses of any width touch what numpy counts."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import numpy as np
import pytest

from tests.support import emulated
from tests.support.amount import some
from tests.support.emulated import Settings
from tests.support.ttir import Body, Writer, tensor
from triton_shared.codegen.nvidia import stages
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.ir.statistics import collected
from triton_shared.runtime import compilation

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


@pytest.mark.parametrize("shift", [16, 13, 0])
@pytest.mark.parametrize(("low", "high"), [(16, 64), (16, 48), (24, 49), (8, 64), (0, 32)])
def test_remainders_under_a_condition(low, high, shift):
    """As slices of concatenated tensors are addressed: what a mask keeps may be all of one period, or more."""
    w = Writer()
    line, pointers = tensor((512,), "i32"), tensor((512,), "!tt.ptr<f16>")
    number = lambda n: w.pure(f"arith.constant dense<{n}> : {line}")  # noqa: E731
    at = w.op(f"tt.make_range {{start = 0 : i32, end = 512 : i32}} : {line}")
    inner = w.op(f"arith.remsi {at}, {number(64)} : {line}")
    moved = w.op(f"arith.addi {inner}, {number(-shift)} : {line}")
    place = w.op(f"arith.remsi {moved}, {number(32)} : {line}")
    first = w.op(f"arith.cmpi sge, {inner}, {number(low)} : {line}")
    last = w.op(f"arith.cmpi slt, {inner}, {number(high)} : {line}")
    mask = w.op(f"arith.andi {first}, {last} : {tensor((512,), 'i1')}")
    base, to = (w.op(f"tt.splat {name} : !tt.ptr<f16> -> {pointers}") for name in ("%x", "%y"))
    source, target = (w.op(f"tt.addptr {p}, {i} : {pointers}, {line}") for p, i in ((base, place), (to, at)))
    other = w.op(f"arith.constant dense<7.0> : {tensor((512,), 'f16')}")
    w.do(f"tt.store {target}, {w.op(f'tt.load {source}, {mask}, {other} : {pointers}')} : {pointers}")
    hint = "{tt.divisibility = 16 : i32}"
    text = w.kernel(f"%x: !tt.ptr<f16> {hint}, %y: !tt.ptr<f16> {hint}")
    with collected() as counts:
        kernel = emulated.compile(text, settings=Settings(2))
    is_one = 0 < shift <= low and high <= shift + 32
    assert (counts["fold-guarded-remainders: remainder"] > 0) == is_one
    x, y = np.arange(96).astype(np.float16), np.zeros(512, np.float16)
    kernel[(1,)](x[32:64], y)
    count = np.arange(512) % 64
    kept = (low <= count) & (count < high)
    places = OPS["remsi"](count - shift, 32)
    if (places[kept] >= 0).all():
        np.testing.assert_array_equal(y, np.where(kept, x[32:64][places % 32], 7))


@pytest.mark.parametrize("divisor", [16, 2, 1])
def test_masks_that_begin_anywhere(divisor):
    """Where both ends are multiples of what an instruction moves, it moves all or nothing; empty masks among them."""
    w = Writer()
    line, pointers, bits = tensor((512,), "i32"), tensor((512,), "!tt.ptr<f16>"), tensor((512,), "i1")
    at = w.op(f"tt.make_range {{start = 0 : i32, end = 512 : i32}} : {line}")
    ends = (
        w.op(f"arith.cmpi {test}, {at}, {w.op(f'tt.splat {name} : i32 -> {line}')} : {line}")
        for test, name in (("sge", "%low"), ("slt", "%high"))
    )
    mask = w.op(f"arith.andi {', '.join(ends)} : {bits}")
    source, target = (
        w.op(f"tt.addptr {w.op(f'tt.splat {p} : !tt.ptr<f16> -> {pointers}')}, {at} : {pointers}, {line}")
        for p in ("%x", "%y")
    )
    w.do(f"tt.store {target}, {w.op(f'tt.load {source}, {mask} : {pointers}')}, {mask} : {pointers}")
    hint, own = (f"{{tt.divisibility = {n} : i32}}" for n in (16, divisor))
    text = w.kernel(f"%x: !tt.ptr<f16> {hint}, %y: !tt.ptr<f16> {hint}, %low: i32 {own}, %high: i32 {own}")
    kernel = emulated.compile(text, settings=Settings(2))
    x = np.arange(512).astype(np.float16)
    for low, high in itertools.product((-32, 0, 16, 18, 255, 496, 511, 512, 528), repeat=2):
        if low % divisor == high % divisor == 0:
            y = np.full(512, 7, np.float16)
            kernel[(1,)](x, y, low, high)
            kept = (low <= np.arange(512)) & (np.arange(512) < high)
            np.testing.assert_array_equal(y, np.where(kept, x, 7))
    options = {"options": stages.Options(GpuTarget("sm_90a", 2, 1))}
    made = compilation.build(text, "k.mlir", None, target="gpu", options=options)
    assert ("ld.global.b16" in made.ptx) == ("st.global.b16" in made.ptx) == (divisor == 1)
