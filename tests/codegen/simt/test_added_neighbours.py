"""Sums in memory of neighbours that a thread adds to at once: rows, masks, alignments; in the emulator."""

from __future__ import annotations

import re
from dataclasses import dataclass

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import emulated
from tests.support.amount import examples
from tests.support.emulated import Settings, lowered
from tests.support.ttir import Body
from triton_shared.codegen.nvidia.ptx.emit import to_ptx

DTYPES = {name: np.dtype(of) for name, of in (("f32", "f4"), ("f16", "f2"), ("bf16", ml_dtypes.bfloat16))}
#: rows of the memory that is added to, and elements behind it
ROWS, BEHIND = 5, 8


@dataclass(frozen=True)
class Case:
    """Element i of a ``block`` is added to column ``start`` + min(i % ``width``, ``last``) of a row.

    The row is i // ``width``, or what is read for that one or for the element itself.  Elements from %high on are
    left, and, if it ``starts`` there, those below %low.  ``hint`` divides addresses, and ``even`` %low and %high.
    """

    element: str = "f32"
    block: int = 512
    width: int = 128
    start: int = 0
    read_for: str = "row"
    last: int = 1 << 20
    hint: int = 16
    even: int = 16
    starts: bool = False

    def text(self) -> str:
        """``@k(values, rows, out, low, high)``."""
        b, element = Body((self.block,)), self.element
        type_, divisor = b.type("i32"), b.constant(self.width, "i32")
        i = b.position()
        mask = b.op(f"arith.cmpi slt, {i}, {b.splat('%high', 'i32')} : {type_}")
        if self.starts:
            above = b.op(f"arith.cmpi sge, {i}, {b.splat('%low', 'i32')} : {type_}")
            mask = b.op(f"arith.andi {mask}, {above} : {b.type('i1')}")
        value, row = b.load("%values", element, None, mask), b.op(f"arith.divsi {i}, {divisor} : {type_}")
        if self.read_for:
            row = b.load("%rows", "i32", row if self.read_for == "row" else i, mask)
        at = b.op(f"arith.muli {row}, {divisor} : {type_}")
        column = b.op(f"arith.remsi {i}, {divisor} : {type_}")
        if self.last < self.width:
            column = b.op(f"arith.minsi {column}, {b.constant(self.last, 'i32')} : {type_}")
        for part in (column, b.constant(self.start, "i32")):
            at = b.op(f"arith.addi {at}, {part} : {type_}")
        b.op(
            f"tt.atomic_rmw fadd, relaxed, gpu, {b.pointers('%out', element, at)}, {value}, {mask} : "
            f"({b.type(f'!tt.ptr<{element}>')}, {b.type(element)}, {b.type('i1')}) -> {b.type(element)}"
        )
        hint, even = (f" {{tt.divisibility = {n} : i32}}" for n in (self.hint, self.even))
        pointer = f"!tt.ptr<{element}>{hint}"
        return b.kernel(
            f"%values: {pointer}, %rows: !tt.ptr<i32>, %out: {pointer}, %low: i32{even}, %high: i32{even}"
        )

    def ptx(self, **options) -> str:
        """The kernel in PTX."""
        compiled = lowered(self.text(), "-", None, True, Settings(**options))
        return to_ptx(compiled.text, compiled.target)[1]


def aligned(size: int, offset: int, dtype: np.dtype) -> np.ndarray:
    """``size`` zeros, which begin ``offset`` elements behind a multiple of 64 bytes."""
    memory = np.zeros(size + 128, dtype)
    first = -memory.ctypes.data // memory.itemsize % (64 // memory.itemsize)
    return memory[first + offset : first + offset + size]


def check(case: Case, low: int, high: int, offset: int = 0, **options) -> None:
    dtype, rng = DTYPES[case.element], np.random.default_rng(low + high)
    rows = rng.integers(ROWS, size=case.block, dtype=np.int32)
    rows[::3] = rows[0]  # of neighbours, too
    values = aligned(case.block, 0, dtype)
    values[:] = rng.integers(1, 3, size=values.shape)
    count = max(ROWS, case.block // case.width + 1) * case.width + case.start
    out = aligned(count, offset, dtype)
    expected = np.zeros(count)
    for i in range(max(low, 0), min(high, case.block)):
        row = {"": i // case.width, "row": int(rows[i // case.width]), "element": int(rows[i])}[case.read_for]
        expected[row * case.width + min(i % case.width, case.last) + case.start] += float(values[i])
    emulated.compile(case.text(), settings=Settings(**options))[1,](values, rows, out, low, high)
    narrow = expected < 128  # what every order of sums makes the same of
    np.testing.assert_array_equal(out.astype(np.float64)[narrow], expected[narrow])


@st.composite
def cases(draw) -> tuple[Case, int, int, int, dict]:
    """A case, the bounds, where the memory begins, and how the kernel is compiled."""
    case = Case(
        element=draw(st.sampled_from(sorted(DTYPES))),
        block=1 << draw(st.integers(4, 10)),
        width=draw(st.sampled_from([1, 2, 3, 7, 8, 12, 16, 33, 64, 100, 256])),
        start=draw(st.sampled_from([0, 0, 1, 2, 4, 8])),
        read_for=draw(st.sampled_from(["", "row", "element"])),
        last=draw(st.sampled_from([1 << 20, 1 << 20, 8, 5])),
        hint=draw(st.sampled_from([1, 4, 8, 16])),
        even=draw(st.sampled_from([1, 2, 4, 16])),
        starts=draw(st.booleans()),
    )
    high = draw(st.integers(0, case.block)) // case.even * case.even
    unit = max(1, case.hint // DTYPES[case.element].itemsize)
    options = {
        "num_warps": draw(st.sampled_from([1, 2, 4])),
        "seed": draw(st.integers(0, 3)),
        "chip": draw(st.sampled_from(["sm_80", "sm_90", "sm_90a"])),
        "optimized": draw(st.booleans()),
    }
    low = draw(st.sampled_from([3, 8, 16])) // case.even * case.even if case.starts else 0
    return case, low, high, draw(st.integers(0, 3)) * unit, options


@given(cases())
@settings(max_examples=examples(60), deadline=None, derandomize=True)
def test_each_element_is_updated_once(case):
    what, low, high, offset, options = case
    check(what, low, high, offset, **options)


@pytest.mark.parametrize("ptx", [False, True])
@pytest.mark.parametrize("element", DTYPES)
def test_neighbours_are_updated_together(element, ptx):
    check(Case(element), 0, 400, num_warps=1, ptx=ptx)
    check(Case(element, even=1, starts=True), 5, 403, num_warps=1, ptx=ptx)
    for case in (
        Case(element, read_for="element"),
        Case(element, last=8),
    ):  # they are neighbours here and there
        check(case, 0, 400, num_warps=1, ptx=ptx)


WIDEST = {
    "f32": "red.relaxed.gpu.global.add.v4.f32",
    "f16": "red.relaxed.gpu.global.add.noftz.v4.f16x2",
    "bf16": "red.relaxed.gpu.global.add.noftz.v4.bf16x2",
}


@pytest.mark.parametrize("element", DTYPES)
def test_one_instruction_updates_16_bytes(element):
    """As many of them as there are elements, and no load in narrower pieces."""
    size = DTYPES[element].itemsize
    found = re.findall(r"red\.\S+", Case(element, block=128 * 16 // size).ptx())
    assert found == [WIDEST[element]]


@pytest.mark.parametrize(
    ("case", "bytes_"),
    [
        (Case(width=128), 16),
        (Case(width=6), 8),  # rows begin at multiples of 8 bytes
        (Case(width=7), 0),
        (Case(start=2), 8),
        (Case(hint=8), 8),
        (Case(hint=1), 0),
        (Case(block=128), 0),  # an element a thread
        (Case("bf16", block=1024, width=12), 8),
        (Case("f16", block=1024, width=6), 4),
    ],
)
def test_what_is_aligned_is_updated_together(case, bytes_):
    count = {16: "v4.", 8: "v2.", 4: "", 0: None}[bytes_]
    found = {text.removesuffix(case.element).removesuffix(f"{case.element}x2") for text in
             re.findall(r"red\.relaxed\.gpu\.global\.add\.(?:noftz\.)?(\S+)", case.ptx())}  # fmt: skip
    assert found == (set() if count is None else {count})


def test_older_chips_add_pairs_of_halves():
    assert set(re.findall(r"red\.\S+", Case("f16", block=1024).ptx(chip="sm_80"))) == {
        "red.relaxed.gpu.global.add.noftz.f16x2"
    }
    assert "red." not in Case("f32").ptx(chip="sm_80") + Case("bf16", block=1024).ptx(chip="sm_80")
