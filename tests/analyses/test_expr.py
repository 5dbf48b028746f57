"""Symbolic expressions against plain integers: whatever is built must evaluate to what its ops compute."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.amount import examples
from triton_shared.analyses import bits
from triton_shared.analyses import expr as ex
from triton_shared.analyses.bits import BITWISE
from triton_shared.analyses.expr import Apply, Carried, Element, Index, Scalar
from triton_shared.analyses.facts import Facts, anything
from triton_shared.analyses.folds import FOLDS, PREDICATE, PREDICATES
from triton_shared.analyses.mask import mask_of

SIZES = (8, 16)


def wrap(number, width):
    number &= (1 << width) - 1
    return number - (1 << width) if width > 1 and number >> (width - 1) else number


def unsigned(number, width):
    return number & ((1 << width) - 1)


def evaluate(expr, scalars, indices):
    """The value of ``expr``, computed by Python's integers only."""
    total = 0
    for monomial, factor in expr.terms.items():
        for atom in monomial:
            factor *= evaluate_atom(atom, expr.width, scalars, indices)
        total += factor
    return wrap(total, expr.width)


def evaluate_atom(atom, width, scalars, indices):
    match atom:
        case Scalar(name) | Carried(name, _):
            return scalars[name]
        case Index(dim, _):
            return indices[dim]
        case Element(name, coords):
            return scalars[name] + sum(evaluate(c, scalars, indices) for c in coords)
        case Apply(op, args, predicate):
            values = [evaluate(a, scalars, indices) for a in args]
            return compute(op, values, [a.width for a in args], predicate, width)


def compute(op, values, widths, predicate, width):
    if op == "select":
        return values[1] if values[0] else values[2]
    if op == "cmpi":
        _, test, is_unsigned = PREDICATES[predicate]
        if is_unsigned:
            values = [unsigned(v, widths[0]) for v in values]
        return int(test(*values))
    if op in ("extsi", "extui", "trunci"):
        (value,) = values
        if widths[0] == 1 and op == "extsi":
            return -value
        return unsigned(value, widths[0]) if op == "extui" else wrap(value, width)
    a, b = values
    if op in ("divsi", "remsi"):
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return wrap(quotient if op == "divsi" else a - b * quotient, width)
    if op in ("divui", "remui", "minui", "maxui", "shrui"):
        a, b = unsigned(a, width), unsigned(b, width)
    table = {
        "divui": lambda: a // b,
        "remui": lambda: a % b,
        "minui": lambda: min(a, b),
        "maxui": lambda: max(a, b),
        "minsi": lambda: min(a, b),
        "maxsi": lambda: max(a, b),
        "andi": lambda: a & b,
        "ori": lambda: a | b,
        "xori": lambda: a ^ b,
        "shli": lambda: a << b,
        "shrsi": lambda: a >> b,
        "shrui": lambda: a >> b,
        "floordivsi": lambda: a // b,
        "ceildivsi": lambda: -(-a // b),
        "addi": lambda: a + b,
        "subi": lambda: a - b,
        "muli": lambda: a * b,
    }
    return wrap(table[op](), width)


RING = {"addi": ex.Expr.__add__, "subi": ex.Expr.__sub__, "muli": ex.Expr.__mul__}
OPS = [*RING, *(FOLDS.keys() - {"ceildivsi", "floordivsi"})]


@st.composite
def trees(draw, depth=3):
    """A random integer op tree as nested tuples over the leaves a, b (scalars), i0, i1 and constants."""
    if depth == 0 or draw(st.booleans()):
        leaves = (
            st.sampled_from(["a", "b", "i0", "i1"]) | st.integers(-70, 70) | st.sampled_from([1 << 20, -1])
        )
        return draw(leaves)
    return draw(st.sampled_from(OPS)), draw(trees(depth=depth - 1)), draw(trees(depth=depth - 1))


def symbolic(tree, width=32):
    match tree:
        case "i0" | "i1":
            dim = int(tree[1])
            return ex.index(dim, SIZES[dim], width)
        case str(name):
            return ex.from_atom(Scalar(name), width)
        case int(number):
            return ex.constant(number, width)
        case (op, left, right):
            a, b = symbolic(left, width), symbolic(right, width)
            return RING[op](a, b) if op in RING else ex.apply(op, a, b)


class Undefined(Exception):
    """A division by zero or a shift past the width."""


def concrete(tree, scalars, indices, width=32):
    match tree:
        case "i0" | "i1":
            return indices[int(tree[1])]
        case str(name):
            return scalars[name]
        case int(number):
            return wrap(number, width)
        case (op, left, right):
            a, b = concrete(left, scalars, indices, width), concrete(right, scalars, indices, width)
            if op in ("divsi", "divui", "remsi", "remui") and b == 0:
                raise Undefined
            if op in ("divsi", "remsi") and b == -1 and a == -(1 << (width - 1)):
                raise Undefined
            if op in ("shli", "shrsi", "shrui") and not 0 <= b < width:
                raise Undefined
            return compute(op, [a, b], [width, width], -1, width)


POINTS = [(0, 0), (1, 3), (7, 15)]


@settings(max_examples=examples(400), deadline=None)
@given(trees(), st.integers(-(2**31), 2**31 - 1), st.integers(-100, 100))
def test_expressions_compute_what_their_ops_compute(tree, a, b):
    scalars = {"a": a, "b": b}
    built = symbolic(tree)
    for indices in POINTS:
        try:
            expected = concrete(tree, scalars, indices)
        except Undefined:
            continue
        assert evaluate(built, scalars, indices) == expected


@settings(max_examples=examples(300), deadline=None)
@given(trees(), st.integers(-100, 100), st.integers(-100, 100))
def test_truncation_is_exact(tree, a, b):
    scalars = {"a": a, "b": b}
    narrow = ex.truncate(symbolic(tree, 64), 16)
    for indices in POINTS:
        try:
            expected = concrete(tree, scalars, indices, 64)
        except Undefined:
            continue
        assert evaluate(narrow, scalars, indices) == wrap(expected, 16)


class NamedScalars(Facts):
    """Facts where scalars are names, of which nothing is known but the type and that "b" is a multiple of 16."""

    def _atom(self, atom, width):
        if isinstance(atom, Scalar):
            return replace(anything(width), divisor=16 if atom.value == "b" else 1)
        return super()._atom(atom, width)


def near_ends(width):
    """Numbers of ``width`` bits, many of them near an end or a power of two."""
    half = 1 << (width - 1)
    near = st.sampled_from([0, half - 1, -half, half // 2, 255, 128]).flatmap(
        lambda n: st.integers(n - 40, n + 40)
    )
    return (near | st.integers(-half, half - 1)).map(lambda n: wrap(n, width))


@settings(max_examples=examples(600), deadline=None)
@given(st.data(), st.sampled_from([8, 16, 32]), trees(), st.booleans())
def test_extension_is_exact(data, width, tree, signed):
    """Where a sum wraps, too, by a uniform part of any size."""
    scalars = {"a": data.draw(near_ends(width)), "b": wrap(data.draw(near_ends(width)) & ~15, width)}
    wide = NamedScalars().extend(symbolic(tree, width), 64, signed)
    for indices in POINTS:
        try:
            small = concrete(tree, scalars, indices, width)
        except Undefined:
            continue
        assert evaluate(wide, scalars, indices) == (small if signed else unsigned(small, width))


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("size", [2, 4, 16, 64, 128, 256])
def test_extension_of_constant_steps_is_exact(size, signed):
    """Of bytes, whose steps reach either half of the unsigned numbers, or wrap: every factor and many starts."""
    indices = [(i, j) for i in sorted({0, 1, size // 2, size - 1}) for j in (0, 1)]
    for factor, start, other in product(range(-128, 128), (-128, -100, -1, 0, 1, 15, 100, 127), (0, 1, 100)):
        narrow = ex.index(0, size, 8) * ex.constant(factor, 8) + ex.constant(start, 8)
        narrow += ex.index(1, 2, 8) * ex.constant(other, 8)
        for wide in (ex.extend(narrow, 64, signed), Facts().extend(narrow, 64, signed)):
            for i, j in indices:
                number = wrap(factor * i + other * j + start, 8)
                expected = number if signed else unsigned(number, 8)
                assert evaluate(wide, {}, (i, j)) == expected, (factor, start, other, i, j)


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("a", [0, 1])
def test_extension_of_a_bit_is_exact(a, signed):
    bit = ex.from_atom(Scalar("a"), 1)
    for sum_ in (ex.index(0, 2, 1), bit + ex.index(0, 2, 1), bit * ex.index(0, 16, 1), ex.index(0, 16, 1)):
        wide = NamedScalars().extend(sum_, 64, signed)
        for index in (0, 1):
            expected = evaluate(sum_, {"a": a}, (index, 0))
            assert evaluate(wide, {"a": a}, (index, 0)) == (-expected if signed else expected)


@settings(max_examples=examples(600), deadline=None)
@given(
    st.data(), st.sampled_from([8, 16, 32, 64]), trees(), st.sampled_from(sorted(BITWISE)), st.integers(0, 90)
)
def test_bits_are_exact(data, width, tree, op, number):
    """Those of sums that wrap, too."""
    scalars = {"a": data.draw(near_ends(width)), "b": wrap(data.draw(near_ends(width)) & ~15, width)}
    number = number % width if op.startswith("sh") else wrap(number, width)
    found = bits.apply(op, symbolic(tree, width), ex.constant(number, width), NamedScalars())
    for indices in POINTS:
        try:
            expected = concrete((op, tree, number), scalars, indices, width)
        except Undefined:
            continue
        assert evaluate(found, scalars, indices) == expected


def test_a_constant_span_that_wraps_is_not_distributed():
    hashed = ex.index(0, 16, 32) * ex.constant(0x9E3779B1, 32)
    wide = ex.extend(hashed, 64)
    for index in range(16):
        assert evaluate(wide, {}, (index, 0)) == wrap(index * 0x9E3779B1, 32)


COMPARES = list(PREDICATES)


CONJUNCTS = st.tuples(
    st.sampled_from(COMPARES),
    st.sampled_from([-3, -1, 0, 1, 1, 1, 2, 5]),
    st.integers(-20, 20),
    st.sampled_from([0, 1]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["a", "b"]),
    st.sampled_from(["a", "b", None, 0]),
)


@settings(max_examples=examples(1200), deadline=None)
@given(st.data(), st.sampled_from([8, 16, 32, 64]), st.lists(CONJUNCTS, min_size=1, max_size=3))
def test_masks_keep_exactly_the_elements_of_the_condition(data, width, parts):
    """Wherever sums wrap."""
    scalars = {"a": data.draw(near_ends(width)), "b": wrap(data.draw(near_ends(width)) & ~15, width)}
    condition = ex.constant(1, 1)
    for predicate, factor, offset, dim, swap, negated, name, bound in parts:
        left = ex.index(dim, SIZES[dim], width) * ex.constant(factor, width) + ex.constant(offset, width)
        left += ex.from_atom(Scalar(name), width)
        number = data.draw(near_ends(width)) if bound is None else bound
        right = ex.from_atom(Scalar(bound), width) if bound in ("a", "b") else ex.constant(number, width)
        test = ex.compare(predicate, *((right, left) if swap else (left, right)))
        condition = ex.apply("andi", condition, ex.negate(test) if negated else test)
    mask = mask_of(condition, NamedScalars())
    for indices in [(i, j) for i in range(SIZES[0]) for j in range(0, SIZES[1], 3)]:
        assert kept(mask, scalars, indices) == bool(evaluate(condition, scalars, indices))


@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_unsigned_bounds_near_the_ends_of_the_type(width):
    half = 1 << (width - 1)
    limits = (half - 1, half - 2, half - 20, half - 76, half - 77, 0, 5)
    for limit, factor, name in product(limits, (1, 5, -1, -5), ("ult", "ule", "ugt", "uge")):
        position = ex.from_atom(Scalar("a"), width) + ex.index(0, 16, width) * ex.constant(factor, width)
        sides = position, ex.constant(limit, width)
        condition = ex.compare(PREDICATE[name], *(sides if name[1] == "l" else sides[::-1]))
        mask = mask_of(condition, NamedScalars())
        for start in (-76, -75, -3, -1, 0, 1, half - 5, half - 1, -half, -half + 3, limit - 5, limit - half):
            scalars = {"a": wrap(start, width)}
            for indices in ((i, 0) for i in range(16)):
                assert kept(mask, scalars, indices) == bool(evaluate(condition, scalars, indices))


def kept(mask, scalars, indices):
    """Whether ``mask`` keeps the element at ``indices``."""
    found = evaluate(mask.condition, scalars, indices) and evaluate(mask.residue, scalars, indices)
    for dim, index in enumerate(indices):
        found = found and all(evaluate(e, scalars, indices) <= index for e in mask.lows.get(dim, ()))
        found = found and all(index < evaluate(e, scalars, indices) for e in mask.highs.get(dim, ()))
    return bool(found)


@settings(max_examples=examples(600), deadline=None)
@given(
    st.data(), st.sampled_from([32, 64]), st.sampled_from(COMPARES), st.sampled_from([-1, 1]), st.booleans()
)
def test_masks_of_sums_in_addresses_keep_what_has_not_wrapped(data, width, predicate, factor, swap):
    """What the mask keeps, except where the sum that the address is made of has wrapped: such are not kept."""
    scalars = {"a": data.draw(near_ends(width)), "b": data.draw(near_ends(width))}
    start, bound = ex.from_atom(Scalar("a"), width), ex.from_atom(Scalar("b"), width)
    position = start + ex.index(0, SIZES[0], width) * ex.constant(factor, width)
    sides = (bound, position) if swap else (position, bound)
    condition = ex.compare(predicate, *sides)
    stride = ex.from_atom(Scalar("c"), width)
    mask = mask_of(condition, NamedScalars(), lambda: [position * stride + bound])
    for index in range(SIZES[0]):
        expected = bool(evaluate(condition, scalars, (index, 0)))
        number = scalars["a"] + factor * index
        if expected and wrap(number, width) != number:
            assert predicate >= 6 or not kept(mask, scalars, (index, 0)) or (not mask.highs and not mask.lows)
        else:
            assert kept(mask, scalars, (index, 0)) == expected


def test_what_is_known_not_to_wrap_is_one_range():
    """A multiple of a power of two plus a smaller index, a sum compared from both sides, a sum in the address."""
    block = ex.from_atom(Scalar("b"), 32) + ex.index(0, 16, 32)
    any_start = ex.from_atom(Scalar("a"), 32) + ex.index(0, 16, 32)
    below, above = (
        lambda e: ex.compare(PREDICATE["slt"], e, ex.from_atom(Scalar("n"), 32)),
        lambda e: ex.compare(PREDICATE["sge"], e, ex.constant(0, 32)),
    )
    for condition, offsets in (
        (below(block), []),
        (above(block), []),
        (ex.apply("andi", below(any_start), above(any_start)), []),
        (below(any_start), [any_start]),
        (below(any_start), [any_start * ex.from_atom(Scalar("stride"), 32)]),
    ):
        mask = mask_of(condition, NamedScalars(), lambda offsets=offsets: offsets)
        assert mask.residue.constant == 1
        assert sum(len(e) for side in (mask.lows, mask.highs) for e in side.values()) == len(
            condition.atom.args if condition.atom.op == "andi" else [condition]
        )
    assert mask_of(below(any_start), NamedScalars()).residue.constant is None


@given(st.permutations("aabcd"))
def test_products_are_equal_in_any_order_and_keep_theirs(names):
    product = ex.constant(1)
    for name in names:
        product *= ex.from_atom(Scalar(name))
    ((monomial, _),) = product.terms.items()
    assert [atom.value for atom in monomial] == names
    ordered = ex.monomial_expr(map(Scalar, "aabcd"), product.width)
    assert product == ordered and hash(product) == hash(ordered)
    assert product != ex.monomial_expr(map(Scalar, "abbcd"), product.width)
