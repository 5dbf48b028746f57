"""Random expressions over integers of mixed widths, as TTIR text and as numpy, each op wrapping in its own type.

A tree is a tuple whose last item is the width of its value: ``("i", dim, w)`` the index of the element,
``("s", name, w)`` the scalar argument, ``("n", number, w)``, ``(cast, tree, w)`` and ``(op, tree, tree, w)``.
Masks are those of `trees`, over such trees.
"""

from __future__ import annotations

import random

import numpy as np

from tests.support.trees import Indexed

WIDTHS = (8, 16, 32, 64)
PREDICATES = ("slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "ne")
BITWISE = ("andi", "ori", "xori", "shrsi", "shrui", "divsi", "remsi", "divui", "remui", "minsi", "maxui")


def cast(tree, width: int, signed: bool = True):
    """``tree`` in ``width`` bits."""
    if tree[-1] == width:
        return tree
    return "trunci" if width < tree[-1] else "extsi" if signed else "extui", tree, width


def constant(rng: random.Random, width: int) -> int:
    """A small number, or one near an end of the type."""
    half = 1 << (width - 1)
    near = rng.choice([0, 0, half, -half, half // 2]) + rng.randint(-9, 9)
    return (near + half) % (2 * half) - half


def position(rng: random.Random, width: int, rank: int, depth: int = 2):
    """An index times a step and plus a start, casts of such and what ops make of such."""
    if depth and rng.random() < 0.4:
        wide = rng.choice(WIDTHS)
        return cast(position(rng, wide, rank, depth - 1), width, rng.random() < 0.6)
    index = cast(("i", rng.randrange(rank), 32), width, rng.random() < 0.5)
    step = rng.choice([1, 1, 1, 1, -1, 2, 3, -5])
    moved = index if step == 1 else ("muli", index, ("n", step, width), width)
    start = rng.choice(
        [("s", "s", width), ("s", "s", width), ("s", "t", width), ("n", constant(rng, width), width)]
    )
    if rng.random() < 0.3:
        start = ("muli", start, ("n", rng.choice([8, 64, 3]), width), width)
    found = ("subi" if rng.random() < 0.2 else "addi", start, moved, width)
    if rng.random() < 0.3:
        found = ("addi", found, ("n", rng.randint(-3, 3), width), width)
    if depth and rng.random() < 0.4:
        return taken_apart(rng, found)
    return found


def taken_apart(rng: random.Random, tree):
    """A quotient, a remainder, bits, a minimum or a maximum of ``tree``."""
    op, width = rng.choice(BITWISE), tree[-1]
    if op.startswith("sh"):
        return op, tree, ("n", rng.randint(0, min(width - 1, 6)), width), width
    return op, tree, ("n", rng.choice([3, 8, 16, 24, 63, 64]), width), width


def compared(rng: random.Random, rank: int, depth: int = 2):
    """A mask of compares of positions with scalars, constants and one another."""
    if depth and rng.random() < 0.5:
        if rng.random() < 0.2:
            return "not", compared(rng, rank, depth - 1)
        return (
            rng.choice(["and", "and", "or"]),
            compared(rng, rank, depth - 1),
            compared(rng, rank, depth - 1),
        )
    width = rng.choice(WIDTHS)
    left = position(rng, width, rank)
    kind = rng.random()
    if kind < 0.2:
        return "and", ("cmp", "sge", left, ("n", 0, width)), ("cmp", "slt", left, ("s", "t", width))
    right = (
        ("s", rng.choice(["s", "t", "t"]), width)
        if kind < 0.6
        else ("n", constant(rng, width), width)
        if kind < 0.9
        else position(rng, width, rank, 0)
    )
    sides = (left, right) if rng.random() < 0.7 else (right, left)
    return "cmp", rng.choice(PREDICATES), *sides


class Typed(Indexed):
    """A kernel ``@k(%x, %y, %s, %t)`` whose scalars are of 64 bits, and of fewer in narrower trees."""

    def __init__(self, shape: tuple[int, ...]):
        super().__init__(shape, "i32")

    def index(self, tree) -> str:
        """The integer tensor that ``tree`` describes."""
        type_ = self.type(f"i{tree[-1]}")
        match tree:
            case ("i", dim, 32):
                return self.along(dim)
            case ("n", number, _):
                return self.pure(f"arith.constant dense<{number}> : {type_}")
            case ("s", name, width):
                scalar = f"%{name}" if width == 64 else self.pure(f"arith.trunci %{name} : i64 to i{width}")
                return self.pure(f"tt.splat {scalar} : i{width} -> {type_}")
            case (op, source, _):
                return self.pure(
                    f"arith.{op} {self.index(source)} : {self.type(f'i{source[-1]}')} to {type_}"
                )
            case (op, left, right, _):
                return self.pure(f"arith.{op} {self.index(left)}, {self.index(right)} : {type_}")

    def mask(self, tree) -> str:
        """The i1 tensor that ``tree`` describes."""
        match tree:
            case ("cmp", predicate, a, b):
                whole = self.type(f"i{a[-1]}")
                return self.pure(f"arith.cmpi {predicate}, {self.index(a)}, {self.index(b)} : {whole}")
        return super().mask(tree)

    def at(self, base: str, tree) -> str:
        """Pointers to the elements of ``base`` that ``tree`` counts."""
        pointer = self.type("!tt.ptr<i32>")
        whole = self.splat(base, "!tt.ptr<i32>")
        return self.pure(f"tt.addptr {whole}, {self.index(tree)} : {pointer}, {self.type(f'i{tree[-1]}')}")

    def function(self, *body: str) -> str:
        """The text of the kernel: what has been written, and then ``body``."""
        self.lines += body
        return self.kernel("%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %s: i64, %t: i64")


def wrap(numbers: np.ndarray, width: int) -> np.ndarray:
    """``numbers``, as int64, modulo 2**width, signed."""
    return numbers.astype(np.uint64).astype(f"u{width // 8}").view(f"i{width // 8}").astype(np.int64)


def unsigned(numbers: np.ndarray, width: int) -> np.ndarray:
    """The numbers of ``width`` bits without a sign, as uint64."""
    return numbers.astype(np.uint64) & np.uint64((1 << width) - 1)


def _pairs(a: np.ndarray, b: np.ndarray):
    return zip(map(int, a.ravel()), map(int, b.ravel()), strict=True)


def _exact(op: str, a: int, b: int, width: int) -> int:
    """``op`` on two Python integers, before it wraps; those of unsigned ops are not negative."""
    if op.endswith("ui") and op[:-2] in ("div", "rem", "max", "shr"):
        a, b = a % (1 << width), b % (1 << width)
    match op:
        case "addi":
            return a + b
        case "subi":
            return a - b
        case "muli":
            return a * b
        case "andi":
            return a & b
        case "ori":
            return a | b
        case "xori":
            return a ^ b
        case "shrsi" | "shrui":
            return a >> b
        case "minsi":
            return min(a, b)
        case "maxui":
            return max(a, b)
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient if op.startswith("div") else a - b * quotient


def evaluate(tree, shape: tuple[int, ...], scalars: dict[str, int]) -> np.ndarray:
    """The numbers that ``tree`` describes as int64, or the truth of a mask."""

    def value(part):
        return evaluate(part, shape, scalars)

    def each(compute, a, b):
        return np.array([compute(x, y) for x, y in _pairs(a, b)]).reshape(shape)

    match tree:
        case ("i", dim, _):
            return np.indices(shape, np.int64)[dim]
        case ("n", number, width):
            return wrap(np.full(shape, number, np.int64), width)
        case ("s", name, width):
            return wrap(np.full(shape, scalars[name], np.int64), width)
        case ("not", inner):
            return ~value(inner)
        case ("and" | "or" as op, left, right):
            return value(left) & value(right) if op == "and" else value(left) | value(right)
        case ("cmp", predicate, a, b):
            left, right = value(a), value(b)
            if predicate.startswith("u"):
                left, right = unsigned(left, a[-1]), unsigned(right, a[-1])
            compare = {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal"} | {
                "gt": "greater",
                "ge": "greater_equal",
            }
            return getattr(np, compare[predicate[-2:]])(left, right)
        case ("trunci" | "extsi", source, width):
            return wrap(value(source), min(width, source[-1]))
        case ("extui", source, _):
            return unsigned(value(source), source[-1]).astype(np.int64)
        case (op, left, right, width):
            half = 1 << (width - 1)
            wrapped = lambda a, b: (_exact(op, a, b, width) + half) % (2 * half) - half  # noqa: E731
            return each(wrapped, value(left), value(right))
    raise ValueError(tree)
