"""What the analyses say of an integer holds whenever it is computed: random programs in the executor, op by op.

The programs compute with bits and integers of 8 to 64 bits, scalars and blocks, near the ends of their types; they
branch, and they loop.  Of every value, each time:

* its expression has this value, in every element,
* it lies in the range that `Facts` gives, and what divides it divides it,
* where its expression is widened term by term, that is the value widened,
* where it is a mask, the ranges, the condition and the residue of `mask_of` keep just these elements.

What docs/shared_form.md takes for granted does not happen in these programs: one that counts from a program id beyond
its type ends there, as does one that Triton leaves undefined.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import numpy as np
import pytest

from tests.support.ttir import Writer, tensor
from triton_shared import dialects
from triton_shared.analyses.expr import Apply, Carried, Element, Expr, Index, Scalar
from triton_shared.analyses.facts import limits
from triton_shared.analyses.folds import PREDICATES
from triton_shared.analyses.index_analysis import IndexAnalysis, integer_width
from triton_shared.analyses.mask import mask_of
from triton_shared.ir import predicates
from triton_shared.ir.walk import all_ops
from triton_shared.reference import run
from triton_shared.reference.machine import Machine

WIDTHS = (1, 8, 16, 32, 64)
SHAPES = ((), (), (8,), (32,), (4, 8))
ARGUMENTS = {"a": 8, "b": 16, "c": 32, "d": 32, "e": 64, "f": 64}
MULTIPLES = {"d": 16, "f": 64}
RING = ("addi", "subi", "muli")
BITS = ("andi", "ori", "xori")
ORDERS = ("minsi", "maxsi", "minui", "maxui")
DIVISIONS = ("divsi", "remsi", "divui", "remui")
SHIFTS = ("shli", "shrsi", "shrui")
OTHERS = ("cast", "cast", "cast", "compare", "compare", "select", "reshape", "loop", "branch")


class Program(Writer):
    """A random program, whose values stand by their widths and shapes in ``pool``."""

    def __init__(self, rng: random.Random):
        super().__init__()
        self.rng = rng
        self.pool: dict[tuple[int, tuple[int, ...]], list[str]] = {}
        for name, width in ARGUMENTS.items():
            self.add(f"%{name}", width, ())
        self.add(self.op("tt.get_program_id x : i32"), 32, ())

    def add(self, name: str, width: int, shape: tuple[int, ...]) -> None:
        self.pool.setdefault((width, shape), []).append(name)

    def constant(self, width: int, shape: tuple[int, ...], number: int | None = None) -> str:
        half = 1 << (width - 1)
        if number is None:
            near = self.rng.choice([0, 0, 1, 8, 16, 64, 100, half // 2, half - 1, -half, -1])
            number = near + self.rng.choice([0, 0, 0, 1, -1, 5])
        number = (number + half) % (2 * half) - half
        text = ("true" if number else "false") if width == 1 else str(number)
        if shape:
            return self.pure(f"arith.constant dense<{text}> : {tensor(shape, f'i{width}')}")
        return self.pure(f"arith.constant {text}" + (f" : i{width}" if width > 1 else ""))

    def index(self, shape: tuple[int, ...]) -> str:
        """The position in one of the dimensions of ``shape``."""
        dim = self.rng.randrange(len(shape))
        size, start = shape[dim], self.rng.choice([0, 0, 0, 3, 120])
        line = self.pure(
            f"tt.make_range {{start = {start} : i32, end = {start + size} : i32}} : {tensor((size,), 'i32')}"
        )
        if len(shape) == 1:
            return line
        one = tuple(n if d == dim else 1 for d, n in enumerate(shape))
        wide = self.pure(
            f"tt.expand_dims {line} {{axis = {1 - dim} : i32}} : {tensor((size,), 'i32')} -> {tensor(one, 'i32')}"
        )
        return self.pure(f"tt.broadcast {wide} : {tensor(one, 'i32')} -> {tensor(shape, 'i32')}")

    def value(self, width: int, shape: tuple[int, ...]) -> str:
        """Some value of this type; what has been computed last is the most likely one."""
        found, choice = self.pool.get((width, shape), []), self.rng.random()
        if found and choice < 0.6:
            return self.rng.choice(found[-6:])
        if shape and width == 32 and choice < 0.75:
            return self.index(shape)
        if shape and choice < 0.9:
            scalar = self.value(width, ())
            return self.op(f"tt.splat {scalar} : i{width} -> {tensor(shape, f'i{width}')}")
        return self.constant(width, shape)

    def step(self, depth: int = 2) -> None:
        """One more op."""
        rng = self.rng
        width, shape = rng.choice([1, 8, 8, 16, 32, 32, 32, 64]), rng.choice(SHAPES)
        type_, a = tensor(shape, f"i{width}"), self.value(width, shape)
        kind = rng.choice([*RING * 3, *BITS, *ORDERS, *DIVISIONS, *SHIFTS, *OTHERS])
        if kind in RING + BITS + ORDERS:
            self.add(self.op(f"arith.{kind} {a}, {self.value(width, shape)} : {type_}"), width, shape)
        elif kind in DIVISIONS and width > 1:
            self.add(self.op(f"arith.{kind} {a}, {self.divisor(width, shape)} : {type_}"), width, shape)
        elif kind in SHIFTS:
            by = self.constant(width, shape, rng.randrange(width))
            self.add(self.op(f"arith.{kind} {a}, {by} : {type_}"), width, shape)
        elif kind == "cast":
            self.cast(a, width, shape)
        elif kind == "compare":
            name = rng.choice(predicates.INTEGERS)
            self.add(self.op(f"arith.cmpi {name}, {a}, {self.value(width, shape)} : {type_}"), 1, shape)
        elif kind == "select":
            types = f"{tensor(shape, 'i1')}, {type_}" if shape else type_
            chosen = f"{self.value(1, shape)}, {a}, {self.value(width, shape)}"
            self.add(self.op(f"arith.select {chosen} : {types}"), width, shape)
        elif kind == "reshape" and shape:
            self.reshape(a, width, shape)
        elif kind == "loop" and depth:
            self.loop(a, width, shape, depth - 1)
        elif kind == "branch" and depth:
            self.branch(width, shape, depth - 1)

    def divisor(self, width: int, shape: tuple[int, ...]) -> str:
        """A constant, or any odd number."""
        if self.rng.random() < 0.8:
            numbers = [1, 2, 3, 4, 8, 8, 16, 32, 48, 64, 100, -1, -5]
            return self.constant(width, shape, self.rng.choice(numbers))
        one = self.constant(width, shape, 1)
        return self.op(f"arith.ori {self.value(width, shape)}, {one} : {tensor(shape, f'i{width}')}")

    def cast(self, a: str, width: int, shape: tuple[int, ...]) -> None:
        other = self.rng.choice([w for w in WIDTHS if w != width])
        name = "trunci" if other < width else self.rng.choice(["extsi", "extui"])
        types = (tensor(shape, f"i{w}") for w in (width, other))
        self.add(self.op(f"arith.{name} {a} : {' to '.join(types)}"), other, shape)

    def reshape(self, a: str, width: int, shape: tuple[int, ...]) -> None:
        if len(shape) == 2 and self.rng.random() < 0.3:
            turned = (tensor(s, f"i{width}") for s in (shape, shape[::-1]))
            turned_back = (tensor(s, f"i{width}") for s in (shape[::-1], shape))
            there = self.op(f"tt.trans {a} {{order = array<i32: 1, 0>}} : {' -> '.join(turned)}")
            there = self.op(f"arith.addi {there}, {there} : {tensor(shape[::-1], f'i{width}')}")
            self.add(
                self.op(f"tt.trans {there} {{order = array<i32: 1, 0>}} : {' -> '.join(turned_back)}"),
                width,
                shape,
            )
        elif shape in ((32,), (4, 8)):
            other = (4, 8) if shape == (32,) else (32,)
            types = (tensor(s, f"i{width}") for s in (shape, other))
            self.add(self.op(f"tt.reshape {a} : {' -> '.join(types)}"), width, other)

    def inside(self, depth: int, steps: int, *known: tuple[str, int, tuple[int, ...]], end) -> list[str]:
        """The lines of a region of so many ``steps``, where more values are ``known``, and what ``end`` ends it."""
        outside = {key: list(names) for key, names in self.pool.items()}, dict(self._known)
        before, self.lines = self.lines, []
        for value in known:
            self.add(*value)
        for _ in range(steps):
            self.step(depth)
        last = end()
        lines, self.lines = [*self.lines, f"scf.yield {last}"], before
        self.pool, self._known = outside
        return lines

    def loop(self, a: str, width: int, shape: tuple[int, ...], depth: int) -> None:
        rng, carried, iv, type_ = self.rng, self.name(), self.name(), tensor(shape, f"i{width}")
        numbers = rng.choice([0, 1, 5, -3]), rng.choice([0, 4, 9]), rng.choice([1, 2, 3])
        begin, end, step = (self.constant(32, (), n) for n in numbers)

        def moved() -> str:
            if rng.random() < 0.4:
                return f"{self.value(width, shape)} : {type_}"
            by = self.value(width, shape) if rng.random() < 0.3 else self.constant(width, shape)
            return f"{self.op(f'arith.{rng.choice(RING)} {carried}, {by} : {type_}')} : {type_}"

        lines = self.inside(depth, rng.randrange(4), (carried, width, shape), (iv, 32, ()), end=moved)
        handed = f"iter_args({carried} = {a}) -> ({type_}) : i32"
        result = self.op(f"scf.for {iv} = {begin} to {end} step {step} {handed} {{")
        self.lines += [*lines, "}"]
        self.add(result, width, shape)

    def branch(self, width: int, shape: tuple[int, ...], depth: int) -> None:
        condition, type_ = self.value(1, ()), tensor(shape, f"i{width}")
        yes, no = (
            self.inside(depth, self.rng.randrange(3), end=lambda: f"{self.value(width, shape)} : {type_}")
            for _ in range(2)
        )
        result = self.op(f"scf.if {condition} -> ({type_}) {{")
        self.lines += [*yes, "} else {", *no, "}"]
        self.add(result, width, shape)

    def text(self) -> str:
        arguments = ", ".join(
            f"%{name}: i{width}"
            + (f" {{tt.divisibility = {MULTIPLES[name]} : i32}}" if name in MULTIPLES else "")
            for name, width in ARGUMENTS.items()
        )
        return self.kernel(arguments)


class Ended(Exception):
    """The program is undefined from here on, or does what is taken not to happen."""


def wrapped(number: int, width: int) -> int:
    """``number`` as `Expr` has it: signed, but a bit is 0 or 1."""
    number &= (1 << width) - 1
    return number - (1 << width) if width > 1 and number >> (width - 1) else number


def unsigned(number: int, width: int) -> int:
    return number & ((1 << width) - 1)


def signed(number: int, width: int) -> int:
    return -number if width == 1 else number


def computed(op: str, args: list[int], width: int, source: int, predicate: int) -> int:
    """What ``arith.<op>`` computes, on Python's integers."""
    if op == "select":
        return args[1] if args[0] else args[2]
    if op == "cmpi":
        _, test, is_unsigned = PREDICATES[predicate]
        return int(test(*((unsigned if is_unsigned else signed)(a, source) for a in args)))
    if op in ("extsi", "extui", "trunci"):
        return wrapped((unsigned if op == "extui" else signed)(args[0], source), width)
    is_unsigned = op.endswith("ui") and op != "muli"
    a, b = ((unsigned if is_unsigned else signed)(n, width) for n in args)
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) if op[:3] in ("div", "rem") else 0
    result = {
        "add": lambda: a + b,
        "sub": lambda: a - b,
        "mul": lambda: a * b,
        "div": lambda: quotient,
        "rem": lambda: a - b * quotient,
        "flo": lambda: a // b,
        "cei": lambda: -(-a // b),
        "min": lambda: min(a, b),
        "max": lambda: max(a, b),
        "and": lambda: a & b,
        "ori": lambda: a | b,
        "xor": lambda: a ^ b,
        "shl": lambda: a << b,
        "shr": lambda: a >> b,
    }[op[:3]]()
    return wrapped(result, width)


class Evaluated:
    """Expressions at one moment of the program: ``values`` of SSA values, ``states`` for what regions carry."""

    def __init__(self, values, analysis):
        self.values, self.analysis = values, analysis

    def of(self, expr: Expr, indices: tuple[int, ...]) -> int:
        return wrapped(self.exact(expr, indices), expr.width)

    def exact(self, expr: Expr, indices: tuple[int, ...]) -> int:
        """The sum of the terms, which does not wrap."""
        total = 0
        for monomial, factor in expr.terms.items():
            for atom in monomial:
                factor *= self.atom(atom, expr.width, indices)
            total += factor
        return total

    def atom(self, atom, width: int, indices: tuple[int, ...]) -> int:
        match atom:
            case Scalar(value):
                return number(self.values(value), width)
            case Index(dim, _):
                return indices[dim]
            case Element(value, coords):
                at = tuple(self.of(c, indices) for c in coords)
                return number(self.values(value)[at], width)
            case Carried(value, part):
                assert part == 0
                first = np.atleast_1d(self.values(value)).flat[0]
                zeros = (0,) * max(np.ndim(self.values(value)), 1)
                varying = self.of(self.analysis.expr(value).varying, zeros)
                return wrapped(number(first, width) - varying, width)
            case Apply(op, args, predicate):
                return computed(op, [self.of(a, indices) for a in args], width, args[0].width, predicate)
        raise AssertionError(atom)


@cache
def some_of(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Indices of elements: both ends of each dimension, and one between."""
    return list(product(*({0, n // 3, n - 1} for n in shape)))


def number(value, width: int) -> int:
    return wrapped(int(value), width)


def mask_keeps(mask, evaluated: Evaluated, indices: tuple[int, ...]) -> bool:
    found = evaluated.of(mask.condition, indices) and evaluated.of(mask.residue, indices)
    for dim, index in enumerate(indices):
        found = found and all(evaluated.of(e, indices) <= index for e in mask.lows.get(dim, ()))
        found = found and all(index < evaluated.of(e, indices) for e in mask.highs.get(dim, ()))
    return bool(found)


class Watched:
    """Checks each value as it is computed."""

    def __init__(self, module):
        self.analysis = IndexAnalysis()
        self.facts = self.analysis.facts
        self.expressions, self.known, self.masks, self.wide = {}, {}, {}, {}
        self.checked = 0
        function = module.body.operations[0].operation
        for op in [function, *all_ops(function)]:
            arguments = [a for region in op.regions for block in region.blocks for a in block.arguments]
            for value in [*op.results, *arguments]:
                if integer_width(value.type) is not None:
                    self.note(value)

    def note(self, value) -> None:
        expr = self.expressions[value] = self.analysis.expr(value)
        self.known[value] = self.facts.of(expr)
        self.wide[value] = [
            (is_signed, self.facts.extend(expr, 64, is_signed))
            for is_signed in (True, False)
            if expr.width < 64
        ]
        if expr.width == 1:
            self.masks[value] = mask_of(expr, self.facts)

    def step(self, machine, op, decoded, slots):
        results = [v for v in op.results if v in self.expressions]

        def watched(frame):
            def values(value):
                return frame[slots[value]]

            self.stop_at(op, [values(v) for v in op.operands])
            decoded(frame)
            for value in results:
                self.check(value, values)

        return watched

    def stop_at(self, op, operands) -> None:
        name = op.name.removeprefix("arith.")
        width = integer_width(op.operands[0].type) if len(operands) else 0
        if name in DIVISIONS:
            a, b = (np.broadcast_to(x, np.shape(operands[0])) for x in operands)
            least = limits(width)[0]
            if (b == 0).any() or (name[3] == "s" and ((a == least) & (b == -1)).any()):
                raise Ended
        if name in ("addi", "muli", "shli", "subi") and width >= 32:
            facts = [self.known[v] for v in op.operands]
            if any(f.counted for f in facts) and all(f.low >= 0 for f in facts):
                for a, b in zip(*(np.atleast_1d(x).ravel().tolist() for x in operands), strict=True):
                    exact = {"addi": a + b, "muli": a * b, "shli": a << max(b, 0), "subi": a - b}[name]
                    if exact > limits(width)[1]:
                        raise Ended

    def check(self, value, values) -> None:
        expr, known = self.expressions[value], self.known[value]
        evaluated, array = Evaluated(values, self.analysis), values(value)
        shape = np.shape(array)
        for indices in some_of(shape):
            found = number(array[indices] if shape else array, expr.width)
            at = indices or (0,)
            self.checked += 1
            where = f"{value}, {expr!r}, at {indices}: {found}"
            assert evaluated.of(expr, at) == found, (where, evaluated.of(expr, at))
            assert known.low <= found <= known.high, (where, known)
            assert found % known.divisor == 0 if known.divisor else found == 0, (where, known)
            for is_signed, wide in self.wide[value]:
                expected = signed(found, expr.width) if is_signed else unsigned(found, expr.width)
                assert evaluated.of(wide, at) == expected, (where, "widened", is_signed, wide)
            if value in self.masks:
                assert mask_keeps(self.masks[value], evaluated, at) == bool(found), (where, self.masks[value])


def watch(seed: int, patch) -> int:
    """How many numbers of random program ``seed`` were checked."""
    rng = random.Random(seed)
    program = Program(rng)
    for _ in range(rng.randrange(4, 24)):
        program.step()
    text = program.text()
    module = dialects.parse(text, f"seed{seed}.mlir")
    watched = Watched(module)
    decode = Machine._step

    def step(machine, op):
        decoded, slots = decode(machine, op), machine._slots
        return decoded and watched.step(machine, op, decoded, slots)

    patch.setattr(Machine, "_step", step)
    for _ in range(3):
        arguments = []
        for name, width in ARGUMENTS.items():
            half = 1 << (width - 1)
            near = rng.choice([0, 0, half - 1, -half, half // 2, 128, 255, rng.randrange(-half, half)])
            found = wrapped(near + rng.randrange(-40, 40), width)
            arguments.append(found // MULTIPLES.get(name, 1) * MULTIPLES.get(name, 1))
        try:
            run(module, 3, *arguments, seed=0, limit=5000, programs=[(rng.randrange(3), 0, 0)])
        except Ended:
            pass
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, arguments {arguments}\n{text}\n{error}") from None
    return watched.checked


@pytest.mark.parametrize("seed", range(96))
def test_what_analyses_say_holds(seed, monkeypatch):
    watch(seed, monkeypatch)
