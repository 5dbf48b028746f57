"""Strides, offsets and mask ranges of every sign, constant or not: the kept elements are touched, and only they."""

from functools import reduce

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.memory.exchange import check_exchange
from tests.support.amount import examples

SETTINGS = settings(
    max_examples=examples(120),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@st.composite
def accesses(draw):
    """A shape, an offset with a stride for each dimension, a mask of ranges, and the scalars."""
    shape = draw(st.sampled_from([(16,), (4, 8), (1, 8)]))
    tree, kept = draw(st.sampled_from([0, 0, 50, -20, "t"])), []
    for dim in range(len(shape)):
        stride = draw(st.sampled_from([-9, -1, 1, "s"]))
        tree = ("addi", tree, ("muli", f"i{dim}", stride))
        for predicate in draw(st.sampled_from([(), ("sge",), ("slt",), ("sge", "slt"), ("eq",)])):
            bound = draw(st.sampled_from([-1, 1, 3, 3, 5, 6, 9, "t"]))
            kept.append(("cmp", predicate, f"i{dim}", bound))
    mask = reduce(lambda a, b: ("and", a, b), kept, ("cmp", "sge", "i0", 0))
    return shape, tree, mask, [{"s": s, "t": t} for s in (-3, 0, 1) for t in (-5, 4, 9)]


@SETTINGS
@given(accesses(), st.booleans())
def test_loads_and_stores_of_ranges(access, at_end):
    shape, tree, mask, scalars = access
    check_exchange(shape, tree, mask, scalars, at_end)
