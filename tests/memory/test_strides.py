"""Strides, offsets and mask ranges of every sign, constant or not: the kept lanes are touched, and only they."""

import os
from functools import reduce

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import triton_shared
from tests.execution.kernels import Text, evaluate
from tests.execution.memory import GuardedArray
from tests.execution.test_addresses import function, linear, pointers

SETTINGS = settings(
    max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), derandomize="CI" in os.environ
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
    return shape, tree, mask, {"s": draw(st.integers(-3, 3)), "t": draw(st.integers(-5, 9))}


def guarded_reach(offsets, at_end):
    """Elements 100, 101 … from the lowest of ``offsets`` to the highest, guarded; and those from address 0 on."""
    low, high = int(min(offsets.min(initial=0), 0)), int(max(offsets.max(initial=0), 0))
    whole = GuardedArray(np.arange(100, 101 + high - low, dtype=np.int32), at_end).array
    return whole, whole[-low:], low


@SETTINGS
@given(accesses(), st.booleans())
def test_loads_and_stores_of_ranges(access, at_end):
    shape, tree, mask, scalars = access
    text = Text(shape)
    pointer = text.type("!tt.ptr<i32>")
    kept = text.mask(mask)
    source, target = pointers(text, "x", text.index(tree)), pointers(text, "y", linear(text))
    ttir = function(
        text,
        [
            f"%l = tt.load {source}, {kept}, {text.index(-7)} : {pointer}",
            f"%o = tt.load {target} : {pointer}",
            f"tt.store {target}, %l : {pointer}",
            f"tt.store {source}, %o, {kept} : {pointer}",
        ],
    )
    offsets, keep = evaluate(tree, shape, scalars), evaluate(mask, shape, scalars)
    whole, x, low = guarded_reach(offsets[keep], at_end)
    before, values = whole.copy(), -np.arange(1, 1 + offsets.size, dtype=np.int32).reshape(shape)
    y = values.copy()
    triton_shared.compile(ttir)[(1,)](x, y, *scalars.values())
    loaded = np.where(keep, before[np.where(keep, offsets - low, 0)], -7)
    np.testing.assert_array_equal(y, loaded, err_msg=ttir)
    for place, (old, new) in enumerate(zip(before, whole, strict=True)):
        assert new in (set(values[keep & (offsets == place + low)]) or {old}), (
            f"element {place + low}\n{ttir}"
        )
