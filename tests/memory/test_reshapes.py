"""Blocks are loaded and stored in shapes that suit their indices: random positions and masks, against numpy."""

from functools import reduce

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import triton_shared
from tests.memory.exchange import check_exchange
from tests.support.amount import examples
from tests.support.trees import Indexed

SETTINGS = settings(
    max_examples=examples(60, "TRITON_SHARED_TEST_KERNELS"),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
SHAPES = [(64,), (128,), (8, 16), (4, 64), (16, 2), (2, 4, 16)]
SCALARS = [{"s": s, "t": t} for s in (1, 3, 16, 64) for t in (0, 1, 6, 13, -1)]

sizes = st.sampled_from([2, 2, 3, 4, 5, 8, 16, 32, 64, 256])


@st.composite
def starts(draw):
    """A start that is known to be no negative number, of any alignment."""
    some = draw(
        st.sampled_from([0, 16, 64, ("andi", "t", 15), ("remsi", ("maxsi", "t", 0), 9), ("maxsi", "t", 0)])
    )
    step = draw(st.sampled_from([1, 2, 3, 8, 16, 64, 192]))
    start = some if some == ("maxsi", "t", 0) else ("muli", some, step)
    return ("addi", start, draw(st.sampled_from([0, 0, 0, 1, 2, 8, 64])))


@st.composite
def positions(draw, shape):
    """A start and lane indices of some dimensions, row-major or with steps of their own."""
    position, step = draw(starts()), 1
    for dim in reversed(range(len(shape))):
        if dim == len(shape) - 1 or draw(st.booleans()):
            position = ("addi", position, ("muli", f"i{dim}", step))
        step = draw(st.sampled_from([step * shape[dim], step * shape[dim], 64, 48]))
    return position


@st.composite
def taken_apart(draw, position):
    """The parts of ``position`` by divisors that need not be multiples of each other."""
    used, rest = [], position
    for _ in range(draw(st.integers(1, 3))):
        size = draw(sizes)
        used.append(("remsi", rest, size))
        rest = ("divsi", rest, size)
    used.append(rest)
    if draw(st.booleans()):
        used.append(("xori", position, draw(st.sampled_from([1, 3, 4]))))
    return used


@st.composite
def accesses(draw):
    """A shape, an offset and a mask over it."""
    shape = draw(st.sampled_from(SHAPES))
    position = draw(positions(shape))
    used = draw(taken_apart(position))
    steps = [draw(st.sampled_from([1, 0, 2, 5, 64, 100, -1, "s"])) for _ in used]
    tree = reduce(lambda a, b: ("addi", a, b), [("muli", p, s) for p, s in zip(used, steps, strict=True)])
    for dim in range(len(shape) - 1):
        tree = ("addi", tree, ("muli", f"i{dim}", draw(st.sampled_from([0, 0, 1, 500]))))
    kept = [("cmp", "sge", draw(st.sampled_from([position, position, "i0"])), 0)]
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        bound = draw(st.sampled_from([0, 1, 2, 20, 64, 96, "s", ("muli", "s", 16), ("muli", "s", 64)]))
        predicate = draw(st.sampled_from(["slt", "sle", "sgt", "sge", "eq", "ne"]))
        kept.append(("cmp", predicate, draw(st.sampled_from([position, position, *used])), bound))
    return shape, tree, reduce(lambda a, b: ("and", a, b), kept)


@SETTINGS
@given(accesses(), st.booleans(), st.sampled_from(["i32", "i64"]))
def test_blocks_taken_apart_are_loaded_and_stored(access, at_end, integer):
    shape, tree, mask = access
    check_exchange(shape, tree, mask, SCALARS, at_end, integer)


def remark(shape, tree, mask=("cmp", "sge", "i0", 0)):
    """The remark on a load of ``x[tree]``, where ``s`` is 512 times the program id."""
    text = Indexed(shape, "i32")
    text.lines += ["%c512 = arith.constant 512 : i32", "%p = tt.get_program_id x : i32"]
    text.lines.append("%s = arith.muli %p, %c512 : i32")
    source, target = (
        text.pointers("%x", "i32", text.index(tree)),
        text.pointers("%y", "i32", text.index("i0")),
    )
    pointer, kept = text.type("!tt.ptr<i32>"), text.mask(mask)
    text.lines += [f"%l = tt.load {source}, {kept} : {pointer}", f"tt.store {target}, %l : {pointer}"]
    return triton_shared.explain(
        text.kernel("%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %t: i32 {tt.divisibility = 16 : i32}")
    )[0]


FLAT, WIDE = ("addi", "s", "i0"), ("addi", "s", ("addi", ("muli", "i0", 64), "i1"))


def parts(position, *sizes):
    """The parts of ``position`` by ``sizes``, times steps that tell them apart."""
    tree = ("muli", reduce(lambda a, b: ("divsi", a, b), sizes, position), 7)
    for number, size in enumerate(sizes):
        outer = reduce(lambda a, b: ("divsi", a, b), sizes[:number], position)
        tree = ("addi", tree, ("muli", ("remsi", outer, size), 1000 + number))
    return tree


@pytest.mark.parametrize(
    "shape, tree, mask, found",
    [
        ((512,), parts(FLAT, 64), None, (8, 64)),
        ((512,), parts(FLAT, 2), None, (256, 2)),
        ((512,), parts(("addi", FLAT, 3), 2), None, (256, 2)),
        ((512,), parts(FLAT, 4, 4), None, (32, 4, 4)),
        ((512,), parts(FLAT, 512), None, (512,)),
        ((512,), parts(FLAT, 4096), None, (512,)),
        ((512,), ("remsi", FLAT, 64), None, (8, 64)),
        ((512,), ("xori", FLAT, 1), None, (256, 2)),
        ((512,), parts(FLAT, 16), ("cmp", "slt", FLAT, "t"), (32, 16)),
        ((512,), parts(FLAT, 16), ("cmp", "slt", ("remsi", FLAT, 16), 5), (32, 16)),
        ((512,), FLAT, ("cmp", "ne", ("remsi", FLAT, 2), 0), (256, 2)),
        ((8, 64), parts(WIDE, 16), None, (8, 4, 16)),
        ((8, 64), parts(WIDE, 128), None, (4, 2, 64)),
    ],
)
def test_aligned_blocks_are_strided(shape, tree, mask, found):
    seen = remark(shape, tree, mask or ("cmp", "sge", "i0", 0))
    assert (seen.kind, seen.sizes, set(seen.segments)) == ("structured", found, {None}), seen.message


@pytest.mark.parametrize(
    "size, sizes, cut", [(48, (512,), True), (50, (512,), True), (256, (2, 4, 64), False)]
)
def test_positions_over_two_dimensions_are_cut_as_one(size, sizes, cut):
    """Where parts are whole rows the mask is one of the first dimension, and the other ones stay as they are."""
    seen = remark((8, 64), parts(WIDE, size), ("cmp", "sge", WIDE, 0))
    assert (seen.kind, seen.sizes, bool(any(seen.segments))) == ("structured", sizes, cut), seen.message
