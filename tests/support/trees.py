"""Random legal index and mask expressions, as TTIR text and as numpy.

A `Tree` is built from element indices, scalar arguments and constants by integer ops; `Indexed` writes it as TTIR over
tensors of one shape, `evaluate` computes it with numpy's int32 arithmetic, which wraps as the IR's does.
"""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from tests.support.ttir import Body

SCALARS = ("s", "t")
BINARY = (
    "addi",
    "subi",
    "muli",
    "remsi",
    "remui",
    "divsi",
    "divui",
    "minsi",
    "maxsi",
    "andi",
    "ori",
    "xori",
    "shli",
    "shrsi",
    "shrui",
)
COMPARES = ("slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "ne")


@st.composite
def indices(draw, rank, depth=3):
    """A tree of i32 ops; what shifts is a constant that is not negative, as the IR requires.

    What divides may be the constant 0, but no other tree that happens to be 0: x / x is folded to 1, 0 / x to 0.
    """
    leaves = st.sampled_from([f"i{d}" for d in range(rank)] + list(SCALARS)) | st.integers(-9, 40)
    if depth == 0:
        return draw(leaves)
    kind = draw(st.sampled_from(["leaf", "affine", "affine", "binary", "select"]))
    if kind == "leaf":
        return draw(leaves)
    left = draw(indices(rank, depth - 1))
    if kind == "affine":
        return draw(st.sampled_from(["addi", "subi", "muli"])), left, draw(leaves)
    if kind == "select":
        right = draw(indices(rank, depth - 1))
        return "select", draw(st.sampled_from(COMPARES)), left, right, draw(leaves), draw(leaves)
    op = draw(st.sampled_from(BINARY))
    if op in ("remsi", "remui", "divsi", "divui"):
        odd = indices(rank, depth - 1).map(lambda tree: ("ori", tree, 1))
        divisor = draw(st.integers(1, 37) | st.sampled_from([0, -1, -5]) | odd)
        # a constant 0 may give 0 whatever divides it
        return op, left if divisor != 0 else draw(st.sampled_from(["s", "t"])), divisor
    if op in ("shli", "shrsi", "shrui"):
        return op, left, draw(st.integers(0, 3))
    return op, left, draw(indices(rank, depth - 1))


@st.composite
def masks(draw, rank, depth=2):
    """A tree of i1 ops over compares."""
    kind = draw(st.sampled_from(["cmp", "cmp", "range", "and", "or", "not"])) if depth else "cmp"
    if kind == "range":
        dim = draw(st.integers(0, rank - 1))
        return (
            "cmp",
            draw(st.sampled_from(COMPARES[:4])),
            f"i{dim}",
            draw(st.sampled_from(SCALARS) | st.integers(-2, 9)),
        )
    if kind == "cmp":
        return "cmp", draw(st.sampled_from(COMPARES)), draw(indices(rank, 1)), draw(indices(rank, 1))
    if kind == "not":
        return "not", draw(masks(rank, depth - 1))
    return kind, draw(masks(rank, depth - 1)), draw(masks(rank, depth - 1))


class Indexed(Body):
    """A kernel ``@k(%x, %y, %s, %t)`` over blocks, which computes indices and masks that trees describe."""

    def along(self, dim: int) -> str:
        """The index of the element in ``dim``, broadcast to the whole shape."""
        size = self.shape[dim]
        value = self.pure(f"tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32>")
        shape = [size]
        for axis in range(len(self.shape)):
            if axis != dim:
                wide = [*shape[:axis], 1, *shape[axis:]]
                old, new = ("x".join(map(str, s)) for s in (shape, wide))
                value = self.pure(
                    f"tt.expand_dims {value} {{axis = {axis} : i32}} : tensor<{old}xi32> -> tensor<{new}xi32>"
                )
                shape = wide
        old = "x".join(map(str, shape))
        return self.wide(self.pure(f"tt.broadcast {value} : tensor<{old}xi32> -> {self.type('i32')}"))

    def index(self, tree) -> str:
        """The integer tensor that ``tree`` describes."""
        whole = self.type(self.integer)
        match tree:
            case int(number):
                return self.pure(f"arith.constant dense<{number}> : {whole}")
            case str(name) if name in SCALARS:
                return self.wide(self.pure(f"tt.splat %{name} : i32 -> {self.type('i32')}"))
            case str(name):
                return self.along(int(name[1:]))
            case ("select", predicate, a, b, yes, no):
                test = self.pure(f"arith.cmpi {predicate}, {self.index(a)}, {self.index(b)} : {whole}")
                return self.pure(
                    f"arith.select {test}, {self.index(yes)}, {self.index(no)} : {self.type('i1')}, {whole}"
                )
            case (op, left, right):
                return self.pure(f"arith.{op} {self.index(left)}, {self.index(right)} : {whole}")

    def mask(self, tree) -> str:
        """The i1 tensor that ``tree`` describes."""
        i1 = self.type("i1")
        match tree:
            case ("cmp", predicate, a, b):
                return self.pure(
                    f"arith.cmpi {predicate}, {self.index(a)}, {self.index(b)} : {self.type(self.integer)}"
                )
            case ("not", inner):
                ones = self.pure(f"arith.constant dense<true> : {i1}")
                return self.pure(f"arith.xori {self.mask(inner)}, {ones} : {i1}")
            case (("and" | "or") as op, left, right):
                return self.pure(f"arith.{op}i {self.mask(left)}, {self.mask(right)} : {i1}")

    def function(self, *body: str) -> str:
        """The text of the kernel: what has been written, and then ``body``."""
        self.lines += body
        return self.kernel("%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %s: i32, %t: i32")


def linear(shape: tuple[int, ...]):
    """The tree of the row-major position of each element."""
    tree = 0
    for dim, size in enumerate(shape):
        tree = ("addi", ("muli", tree, size), f"i{dim}")
    return tree


def _truncated(a, b):
    """The quotient; -1 where the divisor is 0."""
    a, b = a.astype(np.int64), b.astype(np.int64)
    quotient = np.sign(a) * np.sign(b) * (np.abs(a) // np.maximum(np.abs(b), 1))
    return np.where(b == 0, -1, quotient)


def _u(a):
    return a.astype(f"u{a.dtype.name}")


def _floored(a, b):
    """The quotient of unsigned numbers; all ones where the divisor is 0."""
    return np.where(b == 0, ~a.dtype.type(0), a // np.maximum(b, a.dtype.type(1)))


NUMPY = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "divsi": lambda a, b: _truncated(a, b),
    "remsi": lambda a, b: a - _truncated(a, b) * b,
    "divui": lambda a, b: _floored(_u(a), _u(b)),
    "remui": lambda a, b: _u(a) - _floored(_u(a), _u(b)) * _u(b),
    "minsi": np.minimum,
    "maxsi": np.maximum,
    "andi": np.bitwise_and,
    "ori": np.bitwise_or,
    "xori": np.bitwise_xor,
    "shli": lambda a, b: a << b,
    "shrsi": lambda a, b: a >> b,
    "shrui": lambda a, b: _u(a) >> _u(b),
}
TESTS = {
    "eq": np.equal,
    "ne": np.not_equal,
    "slt": np.less,
    "sle": np.less_equal,
    "sgt": np.greater,
    "sge": np.greater_equal,
    "ult": lambda a, b: _u(a) < _u(b),
    "ule": lambda a, b: _u(a) <= _u(b),
    "ugt": lambda a, b: _u(a) > _u(b),
    "uge": lambda a, b: _u(a) >= _u(b),
}


def evaluate(tree, shape, scalars, dtype=np.int32):
    """The array of ``dtype`` (or bool) that ``tree`` describes."""

    def value(part):
        return evaluate(part, shape, scalars, dtype)

    match tree:
        case int(number):
            return np.full(shape, number, dtype)
        case str(name) if name in SCALARS:
            return np.full(shape, scalars[name], dtype)
        case str(name):
            return np.broadcast_to(np.indices(shape, dtype)[int(name[1:])], shape)
        case ("cmp", predicate, a, b):
            return TESTS[predicate](value(a), value(b))
        case ("not", inner):
            return ~value(inner)
        case ("and", left, right):
            return value(left) & value(right)
        case ("or", left, right):
            return value(left) | value(right)
        case ("select", predicate, a, b, yes, no):
            return np.where(TESTS[predicate](value(a), value(b)), value(yes), value(no))
        case (op, left, right):
            with np.errstate(over="ignore"):
                return NUMPY[op](value(left), value(right)).astype(dtype)
