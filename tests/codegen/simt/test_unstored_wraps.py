"""Rows and columns that wrap around: what of them is not stored may be left out, and everything else is as in numpy."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from tests.support import emulated
from tests.support.amount import some
from tests.support.emulated import Settings
from tests.support.gemm import Gemm, indices
from tests.support.memory import guarded
from tests.support.ttir import Writer, tensor
from triton_shared.ir.statistics import collected

#: elements from one row of the result to the next
STRIDE = 192
UNTOUCHED = 7.0


@dataclass(frozen=True)
class Stored(Gemm):
    """A product of operands that wrap, of which something is made, and stored.

    Attributes:
        first: what is added to the rows and columns that the store's mask compares.
        rows, columns: the ends of these, each the source of a number of the block's type; "" for no mask.
        made: what is made of the product: nothing, or one of `MADE`.
    """

    first: int = 0
    rows: str = "%M"
    columns: str = "%N"
    made: str = ""

    def _store(self, w: Writer, pids: list[str], total: str, step: int | None = None) -> None:
        shape, total = (self.m, self.n), MADE[self.made][0](w, (self.m, self.n), total)
        block, pointer = tensor(shape, "i32"), tensor(shape, "!tt.ptr<f32>")
        places = [indices(w, shape, axis, pids[axis], self.before) for axis in (0, 1)]
        moved = w.op(f"arith.constant dense<{self.first}> : {block}")
        kept = []
        for place, end in zip(places, (self.rows, self.columns), strict=True):
            if end:
                compared = w.op(f"arith.addi {place}, {moved} : {block}")
                bound = w.op(f"tt.splat {end} : i32 -> {block}")
                kept.append(w.op(f"arith.cmpi slt, {compared}, {bound} : {block}"))
        mask = kept[0] if len(kept) == 1 else w.op(f"arith.andi {kept[0]}, {kept[1]} : {tensor(shape, 'i1')}")
        far = w.op(f"arith.muli {places[0]}, {w.op(f'arith.constant dense<{STRIDE}> : {block}')} : {block}")
        at = w.op(f"arith.addi {far}, {places[1]} : {block}")
        base = w.op(f"tt.splat %c : !tt.ptr<f32> -> {pointer}")
        w.do(f"tt.store {w.op(f'tt.addptr {base}, {at} : {pointer}, {block}')}, {total}, {mask} : {pointer}")


def _elementwise(w: Writer, shape: tuple[int, int], total: str) -> str:
    two = w.op(f"arith.constant dense<2.0> : {tensor(shape, 'f32')}")
    return w.op(f"arith.mulf {total}, {two} : {tensor(shape, 'f32')}")


def _summed(axis: int):
    def made(w: Writer, shape: tuple[int, int], total: str) -> str:
        left, flat = shape[1 - axis], (1, shape[1]) if axis == 0 else (shape[0], 1)
        body = "^bb0(%x: f32, %y: f32):\n%z = arith.addf %x, %y : f32\ntt.reduce.return %z : f32"
        types = f"({tensor(shape, 'f32')}) -> tensor<{left}xf32>"
        line = w.op(f'"tt.reduce"({total}) <{{axis = {axis} : i32}}> ({{\n{body}\n}}) : {types}')
        types = f"tensor<{left}xf32> -> {tensor(flat, 'f32')}"
        line = w.op(f"tt.expand_dims {line} {{axis = {axis} : i32}} : {types}")
        whole = w.op(f"tt.broadcast {line} : {tensor(flat, 'f32')} -> {tensor(shape, 'f32')}")
        return w.op(f"arith.addf {whole}, {total} : {tensor(shape, 'f32')}")

    return made


def _transposed(w: Writer, shape: tuple[int, int], total: str) -> str:
    types = f"{tensor(shape, 'f32')} -> {tensor(shape[::-1], 'f32')}"
    return w.op(f"tt.trans {total} {{order = array<i32: 1, 0>}} : {types}")


def _branch(w: Writer, shape: tuple[int, int], total: str) -> str:
    type_ = tensor(shape, "f32")
    is_odd = w.op(f"arith.cmpi sgt, %K, {w.op('arith.constant 40 : i32')} : i32")
    doubled = f"%doubled = arith.addf {total}, {total} : {type_}\nscf.yield %doubled : {type_}"
    return w.op(f"scf.if {is_odd} -> ({type_}) {{\n{doubled}\n}} else {{\nscf.yield {total} : {type_}\n}}")


#: what is made of a product of so many rows a block: as TTIR, in numpy, and of which operands it needs all
MADE = {
    "": (lambda w, shape, x: x, lambda x, k: x, ""),
    "doubled": (_elementwise, lambda x, k: 2 * x, ""),
    "sums of rows": (_summed(1), lambda x, k: x + x.sum(-1, keepdims=True), "b"),
    "sums of columns": (_summed(0), lambda x, k: x + x.sum(-2, keepdims=True), "a"),
    "transposed": (_transposed, lambda x, k: x.swapaxes(-1, -2), "ab"),
    "doubled if": (_branch, lambda x, k: 2 * x if k > 40 else x, ""),
}
PLAIN = Stored(32, 32, 32, wraps=True)
#: kernels, and the operands of which nothing is stored that wraps
FORMS = {
    **{f"made {name}": (replace(PLAIN, made=name), {"a", "b"} - set(row[2])) for name, row in MADE.items()},
    "more of both": (replace(PLAIN, first=-1), set()),
    "less of both": (replace(PLAIN, first=1), set()),  # which could be seen
    "all rows": (replace(PLAIN, rows=""), {"b"}),
    "all columns": (replace(PLAIN, columns=""), {"a"}),
    "others' ends": (replace(PLAIN, rows="%N", columns="%M"), set()),
    "by columns": (replace(PLAIN, order="cr", made="doubled"), {"a", "b"}),
    "right by columns": (replace(PLAIN, order="rc", made="sums of rows"), {"a"}),
    "bytes": (replace(PLAIN, of_b="i8", order="cr"), {"a", "b"}),
    "at addresses of their own": (replace(PLAIN, carried=False), {"a", "b"}),
    "a constant": (replace(PLAIN, period=5), set()),
    "masked, too": (replace(PLAIN, limited=True), set()),
}
SIZES = ((40, 72, 40, 0), (33, 31, 72, 8), (64, 47, 40, 1), (7, 5, 33, 3), (41, 96, 8, 0))


def arrays(form: Stored, sizes: tuple[int, ...]) -> tuple[list[np.ndarray], np.ndarray]:
    """The operands, and what ``form`` leaves in memory: blocks of the product of what wraps around."""
    m, n, k, gap = sizes
    (a, b), _ = replace(form, period=0).arrays(m, n, k, gap)
    wide = []
    for x, order, axis, size, block in zip(
        (a, b), form.order, (0, 1), (m, n), (form.m, form.n), strict=False
    ):
        x = np.moveaxis(
            x[:, : k if (order == "r") == (axis == 0) else size], axis if order == "r" else 1 - axis, 0
        )
        places = np.arange(-(-size // block) * block)
        wide.append(x.astype(np.float64)[places % (form.period or size)])
        if form.limited:
            wide[-1][size:] = 0
    blocks = np.array(
        [
            [x @ y.T for y in np.split(wide[1], len(wide[1]) // form.n)]
            for x in np.split(wide[0], len(wide[0]) // form.m)
        ]
    )
    product = np.block([list(row) for row in MADE[form.made][1](blocks, k)])
    ends = {"%M": m, "%N": n, "": 1 << 20}
    rows, columns = (
        np.arange(size) + form.first < ends[end]
        for size, end in zip(product.shape, (form.rows, form.columns), strict=True)
    )
    wanted = np.full((len(product), STRIDE), UNTOUCHED, np.float32)
    wanted[:, : len(columns)] = np.where(rows[:, None] & columns, product, UNTOUCHED)
    return [a, b], wanted


RUNS = [(name, chip) for name in FORMS for chip in ("sm_80", "sm_90a")]


@pytest.mark.parametrize(("name", "chip"), RUNS)
def test_what_is_needed_is_there(name, chip):
    (form, unstored), has_tma = FORMS[name], chip == "sm_90a"
    with collected() as counts:
        kernel = emulated.compile(
            form.text(), settings=Settings(num_stages=3, seed=len(name), chip=chip, tensor_copies=has_tma)
        )
    assert counts["note-unstored-wraps: loop"] == len(unstored)
    for sizes in some(SIZES):
        operands, wanted = arrays(form, sizes)
        operands = [guarded(x, at_end=True).reshape(x.shape) for x in operands]
        out = np.full(wanted.shape, UNTOUCHED, np.float32)
        grid = -(-sizes[0] // form.m), -(-sizes[1] // form.n)
        kernel[grid](*operands, out, *sizes[:3], *(x.shape[1] for x in operands))
        np.testing.assert_array_equal(out, wanted)


def test_blocks_that_wrap_are_tma_tiles():
    """The hardware leaves out what lies behind the end of the rows of a, and behind that of b's columns."""
    settings = Settings(num_stages=3, num_warps=4, tensor_copies=True)
    compiled = emulated.lowered(Stored(64, 64, 32, wraps=True, divisor=16).text(), "k", None, True, settings)
    m, n, k = (((1, number),) for number in (3, 4, 5))
    assert [one.extents for one in compiled.tensor_maps][:2] == [(k, m), (n, k)]


def taken(x: np.ndarray, first: int, order: str, axis: int, places: np.ndarray, inner: int) -> np.ndarray:
    """Rows of a (0) or columns of b (1) at ``places``, of which 0 begins with the element ``first`` of memory."""
    along, other = (x.shape[1], 1) if (order == "r") == (axis == 0) else (1, x.shape[1])
    return x.reshape(-1)[first + places[:, None] * along + np.arange(inner) * other].astype(np.float64)


@pytest.mark.parametrize("has_tma", [False, True])
@pytest.mark.parametrize("order", ["rr", "rc", "cr", "cc"])
@pytest.mark.parametrize(("divisor", "sizes"), [(8, (40, 72)), (8, (48, 16)), (1, (39, 70)), (1, (5, 7))])
def test_places_before_the_first_are_as_they_are(divisor, sizes, order, has_tma):
    """Remainders have their sign, as in C, so memory before the operands is read, and stored before the result."""
    form, k, wide, from_ = replace(PLAIN, order=order, masked=False, divisor=divisor, before=8), 64, [], []
    settings = Settings(num_stages=3, tensor_copies=has_tma)
    with collected() as counts:
        emulated.lowered(form.text(), "k", None, True, settings)
    assert counts["note-unstored-wraps: loop"] == 2
    rng = np.random.default_rng(sum(sizes))
    for axis, (size, own) in enumerate(zip(sizes, order, strict=True)):
        shape = (size + 32, k) if (own == "r") == (axis == 0) else (k + 16, size + 32)
        x, first = rng.integers(-4, 5, shape).astype(np.float16), 8 * shape[1] + 8
        places = np.arange(-(-(size + 8) // 32) * 32) - 8
        wide.append(taken(x, first, own, axis, np.fmod(places, size), k))
        from_.append(x.reshape(-1)[first:])
    product = wide[0] @ wide[1].T
    rows, columns = (np.arange(len(x)) - 8 < size for x, size in zip(wide, sizes, strict=True))
    wanted = np.full((len(product) + 8, STRIDE), UNTOUCHED, np.float32)
    wanted[: len(product), : len(columns)] = np.where(rows[:, None] & columns, product, UNTOUCHED)
    out = np.full(wanted.shape, UNTOUCHED, np.float32)
    pitches = (k if order[0] == "r" else sizes[0] + 32, k if order[1] == "c" else sizes[1] + 32)
    grid = len(product) // 32, len(columns) // 32
    kernel = emulated.compile(form.text(), settings=settings)
    kernel[grid](*from_, out.reshape(-1)[8 * STRIDE + 8 :], *sizes, k, *pitches)
    np.testing.assert_array_equal(out, wanted)
