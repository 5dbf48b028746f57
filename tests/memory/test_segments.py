"""Flat indices taken apart by // and %: random divisors, starts, strides and masks, against numpy."""

from functools import reduce

import numpy as np
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.memory.exchange import check_exchange
from tests.support.amount import examples
from tests.support.trees import evaluate

SETTINGS = settings(
    max_examples=examples(60, "TRITON_SHARED_TEST_KERNELS"),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
SHAPES = [(64,), (128,), (16,), (8, 16), (16, 8), (4, 1), (2, 4, 16)]
PREDICATES = ["slt", "sle", "sgt", "sge", "eq", "ne"]

divisors = st.sampled_from([2, 3, 4, 5, 7, 8, 12, 16, 24, 32, 64, 100, -3, -8, "s", "s", "s"])


@st.composite
def parts(draw, position, depth=2):
    """``position`` taken apart: quotients and remainders, of each other too."""
    op = draw(st.sampled_from(["divsi", "remsi"]))
    inner = draw(parts(position, depth - 1)) if depth > 1 and draw(st.booleans()) else position
    return op, inner, draw(divisors)


@st.composite
def bit_parts(draw, position):
    """Bits of ``position``, at the low end or moved there, or all of it with some bits set, cleared or turned."""
    low, size = draw(st.integers(0, 6)), draw(st.integers(1, 6))
    run = ((1 << size) - 1) << low
    match draw(st.sampled_from(["field", "low", "run", "shift", "clear", "set", "turn", "rest"])):
        case "field":
            return "andi", (draw(st.sampled_from(["shrsi", "shrui"])), position, low), (1 << size) - 1
        case "low":
            return "andi", position, (1 << size) - 1
        case "run":
            return "andi", run, position
        case "shift":
            return "shrsi", position, low
        case "clear":
            return "andi", position, ~run
        case "set":
            return "ori", position, run
        case "turn":
            return "xori", position, draw(st.sampled_from([run, run, ~run, -1, 5]))
        case "rest":
            return "remui", position, 1 << size


@st.composite
def flat_indices(draw, dim, size):
    """A position along ``dim``, and what an index makes of it."""
    start = draw(st.sampled_from(["t", ("muli", "t", size), ("muli", "t", 8), 0, 5, -20, ("addi", "t", 3)]))
    position = ("addi", start, f"i{dim}")
    if draw(st.sampled_from([False] * 8 + [True])):
        position = draw(st.sampled_from([("subi", start, f"i{dim}"), ("addi", position, f"i{dim}")]))
    used = draw(st.lists(parts(position), min_size=1, max_size=3))
    match draw(st.sampled_from(["any", "one", "bits"])):
        case "one":  # all of one divisor, as in a permutation
            divisor = draw(divisors)
            used = [("remsi", position, divisor), ("divsi", position, divisor)]
        case "bits":
            used = draw(st.lists(bit_parts(position), min_size=1, max_size=3))
    steps = [draw(st.sampled_from([1, 1, 0, 3, 17, 64, -1, "s"])) for _ in used]
    index = reduce(
        lambda a, b: ("addi", a, b), (("muli", p, s) for p, s in zip(used, steps, strict=True)), position
    )
    return index if draw(st.sampled_from([False, False, True])) else ("subi", index, position), [
        position,
        *used,
    ]


@st.composite
def accesses(draw):
    """A shape, an index and a mask over it."""
    shape = draw(st.sampled_from(SHAPES))
    tree, conjuncts = draw(st.sampled_from([0, 9, "t"])), [("cmp", "sge", "i0", 0)]
    for dim, size in enumerate(shape):
        if dim and draw(st.booleans()):
            index, used = f"i{dim}", [f"i{dim}"]
        else:
            index, used = draw(flat_indices(dim, size))
        tree = ("addi", ("muli", tree, draw(st.sampled_from([1, 1, 2, 40]))), index)
        for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2]))):
            bound = draw(st.integers(-3, 9) | st.sampled_from(["s", 20, 50, ("muli", "s", 3), *used]))
            conjuncts.append(("cmp", draw(st.sampled_from(PREDICATES)), draw(st.sampled_from(used)), bound))
    return shape, tree, reduce(lambda a, b: ("and", a, b), conjuncts)


STARTS = [0, 1, 8, 5, 37, -3, -8, -70, 1000]
SCALARS = [{"s": s, "t": t} for s in (1, 2, 3, 7, 16, 24, 64, 90) for t in STARTS]
BY_ZERO = [{"s": 0, "t": t} for t in (-9, 13)]
ODD_SCALARS = [{"s": s, "t": t} for s in (-5, -16) for t in (-9, 13)]


def part(position, parts):
    """``position`` and the ``parts`` of it, without ``position``."""
    return ("subi", ("addi", position, ("muli", parts, 1)), position)


#: rows of a block whose strides its view has as numbers, and the block itself does not
I0, I1 = ("addi", 0, "i0"), ("addi", "t", "i1")
OUTER, INNER = part(I0, ("divsi", I0, 2)), part(I1, ("divsi", ("divsi", I1, 2), 2))
ROWS = ("addi", ("muli", ("addi", ("muli", ("addi", ("muli", 0, 1), OUTER), 1), INNER), 1), "i2")


@SETTINGS
@given(accesses(), st.booleans(), st.sampled_from(["i32", "i64"]))
@example(((2, 4, 16), ROWS, ("cmp", "sge", "i0", 0)), False, "i32")
@example(((8, 16), ("addi", part(I0, ("divsi", I0, 4)), "i1"), ("cmp", "sle", I0, 0)), False, "i32")
def test_segments_are_loaded_and_stored(access, at_end, integer):
    shape, tree, mask = access
    by_zero = [s for s in BY_ZERO if integer == "i32" and not zeros_divided(shape, (tree, mask), s)]
    check_exchange(shape, tree, mask, SCALARS + ODD_SCALARS + by_zero, at_end, integer)


def zeros_divided(shape, tree, scalars):
    """Whether a 0 is divided by ``s`` in ``tree``: where that is known of a dividend, the quotient may be 0."""
    if not isinstance(tree, tuple):
        return False
    divided = tree[0] in ("divsi", "remsi") and tree[2] == "s"
    here = divided and not np.all(evaluate(tree[1], shape, scalars, np.dtype(np.int32)))
    return bool(here) or any(zeros_divided(shape, inner, scalars) for inner in tree)
