"""Offsets through minima and maxima of ranges: one copy between the edges, against numpy over random bounds."""

from functools import reduce

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.memory.exchange import check_exchange
from tests.support.amount import examples
from tests.support.trees import Indexed, linear
from triton_shared.dialects import parse
from triton_shared.passes.manager import run_pipeline

SETTINGS = settings(
    max_examples=examples(60, "TRITON_SHARED_TEST_KERNELS"),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
SHAPES = [(16,), (64,), (1,), (8, 16), (4, 1), (2, 4, 8)]
#: empty between, before, behind, everything, the ends of the type
BOUNDS = st.sampled_from(
    ["s", "s", 0, 0, 3, -5, 7, 40, -(2**31), 2**31 - 1, ("addi", "s", 4), ("muli", "s", 3)]
)


@st.composite
def clamps(draw, dim):
    """A position along ``dim``, minima and maxima of it, and both."""
    start = draw(st.sampled_from(["t", 0, 5, -20, ("addi", "t", 3), ("muli", "t", 8)]))
    step = draw(st.sampled_from([1, 1, 1, 2, 3, -1, -3]))
    position = ("addi", start, ("muli", f"i{dim}", step))
    found = position
    for op in draw(st.lists(st.sampled_from(["minsi", "maxsi"]), min_size=1, max_size=3)):
        bound = draw(BOUNDS)
        found = (op, found, bound) if draw(st.booleans()) else (op, bound, found)
    return position, found


@st.composite
def accesses(draw):
    """A shape, an index and a mask over it."""
    shape = draw(st.sampled_from(SHAPES))
    tree, conjuncts = draw(st.sampled_from([0, 9, "t"])), [("cmp", "sge", "i0", 0)]
    for dim in range(len(shape)):
        position, found = draw(clamps(dim)) if dim == 0 or draw(st.booleans()) else (f"i{dim}", f"i{dim}")
        moved = ("muli", found, draw(st.sampled_from([1, 1, 0, 3, -1, "s"])))
        tree = ("addi", ("muli", tree, draw(st.sampled_from([1, 1, 40]))), moved)
        inside = ("cmp", "sge", found, -400), ("cmp", "sle", found, 400)
        conjuncts += [*inside, *draw(st.lists(compares(dim, position, found), max_size=2))]
    return shape, tree, reduce(lambda a, b: ("and", a, b), conjuncts)


def compares(dim, *sides):
    """Compares of what a dimension has."""
    predicates = st.sampled_from(["slt", "sle", "sgt", "sge", "ne"])
    return st.tuples(st.just("cmp"), predicates, st.sampled_from([f"i{dim}", *sides]), BOUNDS)


SCALARS = [{"s": s, "t": t} for s in (0, 1, 5, 9, -3, 30, 100) for t in (0, 2, 8, -6, -70, 37)]


@SETTINGS
@given(accesses(), st.booleans(), st.sampled_from(["i32", "i64"]))
@example(((16,), ("minsi", "s", "i0"), ("cmp", "sgt", "i0", 40)), False, "i32")
@example(((16,), ("minsi", ("maxsi", ("addi", "i0", -5), 0), 7), ("cmp", "sge", "i0", 0)), True, "i32")
def test_clamped_ranges_are_loaded_and_stored(access, at_end, integer):
    check_exchange(*access, SCALARS, at_end, integer)


WRAPPING = [{"s": s, "t": t} for s in (0, 5, -9) for t in (2**31 - 1, 2**31 - 8, -(2**31), 2**31 - 16, 7)]


@pytest.mark.parametrize("step", [1, 2, -1])
def test_positions_that_wrap_are_clamped_as_they_are(step):
    position = ("addi", "t", ("muli", "i0", step))
    check_exchange((16,), ("minsi", ("maxsi", position, 0), 20), ("cmp", "sge", "i0", 0), WRAPPING, True)


@pytest.mark.parametrize("shape, copies, edges", [((64,), 1, 2), ((8, 16), 1, 8)], ids=["1d", "2d"])
def test_no_element_is_loaded_by_itself(shape, copies, edges):
    text = Indexed(shape)
    tree = 0
    for dim in range(len(shape)):
        place = ("minsi", ("maxsi", ("subi", f"i{dim}", 3), 0), "s")
        tree = ("addi", ("muli", tree, 100), place)
    source, target = (
        text.pointers(x, "i32", text.index(t)) for x, t in (("%x", tree), ("%y", linear(shape)))
    )
    pointer = text.type("!tt.ptr<i32>")
    module = parse(text.function(f"%l = tt.load {source} : {pointer}", f"tt.store {target}, %l : {pointer}"))
    run_pipeline(module, ["triton-to-linalg{refuse-unstructured}"])
    found = str(module)
    assert "memref.load" not in found
    assert (found.count("memref.copy"), found.count("linalg.broadcast")) == (copies, edges)
