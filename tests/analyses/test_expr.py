"""Symbolic expressions against plain integers: whatever is built must evaluate to what its ops compute."""

from hypothesis import given, settings
from hypothesis import strategies as st

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Apply, Carried, Element, Index, Scalar
from triton_shared.analyses.folds import FOLDS, PREDICATES
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


@settings(max_examples=400, deadline=None)
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


@settings(max_examples=300, deadline=None)
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


@settings(max_examples=300, deadline=None)
@given(trees(), st.integers(-1000, 1000), st.integers(-100, 100), st.booleans())
def test_extension_is_exact_without_overflow(tree, a, b, signed):
    scalars = {"a": a, "b": b}
    wide = ex.extend(symbolic(tree), 64, signed)
    for indices in POINTS:
        try:
            small, large = concrete(tree, scalars, indices, 32), concrete(tree, scalars, indices, 64)
        except Undefined:
            continue
        if small == large and (signed or small >= 0) and not straddles(tree, scalars):
            assert evaluate(wide, scalars, indices) == small


def straddles(tree, scalars):
    """Whether some part of the tree leaves 32 bits (or, for unsigned ops, is negative) for some element."""
    corners = [(i, j) for i in (0, SIZES[0] - 1) for j in (0, SIZES[1] - 1)] + POINTS

    def part(node):
        if not isinstance(node, tuple):
            return False
        try:
            values = [concrete(node, scalars, indices, 64) for indices in corners]
        except Undefined:
            return True
        return any(not 0 <= v < 2**31 for v in values) or part(node[1]) or part(node[2])

    return part(tree)


def test_a_constant_span_that_wraps_is_not_distributed():
    hashed = ex.index(0, 16, 32) * ex.constant(0x9E3779B1, 32)
    wide = ex.extend(hashed, 64)
    for index in range(16):
        assert evaluate(wide, {}, (index, 0)) == wrap(index * 0x9E3779B1, 32)


COMPARES = list(PREDICATES)


@settings(max_examples=500, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(COMPARES),
            st.sampled_from([-3, -1, 0, 1, 2, 5]),
            st.integers(-20, 20),
            st.sampled_from([0, 1]),
            st.booleans(),
            st.booleans(),
        ),
        min_size=1,
        max_size=3,
    ),
    st.integers(-40, 40),
    st.integers(-40, 40),
)
def test_masks_keep_exactly_the_elements_of_the_condition(parts, a, b):
    scalars = {"a": a, "b": b}
    condition = ex.constant(1, 1)
    for predicate, factor, offset, dim, swap, negated in parts:
        left = ex.index(dim, SIZES[dim], 32) * ex.constant(factor, 32) + ex.constant(offset, 32)
        left += ex.from_atom(Scalar("a"), 32)
        right = ex.from_atom(Scalar("b"), 32)
        test = ex.compare(predicate, *((right, left) if swap else (left, right)))
        condition = ex.apply("andi", condition, ex.negate(test) if negated else test)
    mask = mask_of(condition)
    for indices in [(i, j) for i in range(SIZES[0]) for j in range(0, SIZES[1], 3)]:
        kept = evaluate(mask.condition, scalars, indices) and evaluate(mask.residue, scalars, indices)
        for dim in (0, 1):
            kept = kept and all(evaluate(e, scalars, indices) <= indices[dim] for e in mask.lows.get(dim, ()))
            kept = kept and all(indices[dim] < evaluate(e, scalars, indices) for e in mask.highs.get(dim, ()))
        assert bool(kept) == bool(evaluate(condition, scalars, indices))


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
