"""Forms of kernels that put elements into other places again and again: sorts, joins and splits, loops in loops."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tests.fuzz.kernels import moves
from tests.fuzz.kernels.nodes import Given, Join, Node, Split
from tests.fuzz.kernels.scope import Dim, Scope
from tests.fuzz.kernels.values import Type

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator


def nested(g: Generator) -> None:
    """Loops in loops that hand on blocks in turned places, halves of them, or what a branch gives."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    element, shape = moves.accumulator_of(g), scope.shape
    zero, one = b.constant(Type("i32"), 0), b.constant(Type("i32"), 1)
    counts = [b.number(dice.choice((0, 1, 2, 3))) for _ in range(2)]
    moves.grow(g, scope, 1)
    inits = [b.cast(dice.choice(scope.pool), element) for _ in range(dice.choice((1, 2, 3)))]

    def changed(x: Node, others: list[Node], index: Node) -> Node:
        match dice.randrange(6):
            case 0:
                return moves.reshaped(g, x)
            case 1:
                test = b.binary("arith.cmpi eq", index, dice.choice((0, 1)))
                other = dice.choice(others)
                return b.branch(test, lambda: [other], lambda: [x])[0]
            case 2:
                test = b.binary("arith.cmpi sgt", index, 0)
                return b.apply("arith.select", test, dice.choice(others), x)
            case 3:
                return dice.choice(others)
            case 4:
                return moves.gathered(g, x)
        return moves.binary_sum(g, x, dice.choice(others))

    def inner_body(index: Node, carried: list[Node]) -> list[Node]:
        return [changed(x, carried, index) for x in carried]

    def body(index: Node, carried: list[Node]) -> list[Node]:
        handed = [changed(x, carried, index) for x in carried]
        if g.chance(0.6):
            flat = g.chance(0.5)
            given = [b.reshape(x, (math.prod(shape),)) for x in handed] if flat else handed
            given = b.loop(zero, counts[1], one, given, inner_body)
            handed = [b.reshape(x, shape) for x in given] if flat else given
        if g.chance(0.3):
            inner = scope.inner(outer=[*scope.outer, (index, 3)])
            g.store(inner, dice.choice(carried))
        return handed if g.chance(0.5) else [dice.choice([*handed, *carried]) for _ in handed]

    for value in b.loop(zero, counts[0], one, inits, body):
        g.store(scope, value)


def sorts(g: Generator) -> None:
    """Rows that are sorted, as ``tl.sort`` does it: halves of pairs are swapped, in more and more rounds."""
    b, dice = g.b, g.dice
    count = dice.choice((4, 8, 16, 32) if not g.profile.gpu else (4, 8, 16))
    height = dice.choice((1, 2, 4))
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    rows = g.dim(height, g.start(b.program(0), height), b.kernel.grid[0], True)
    scope = Scope([rows, g.dim(count)])
    element = dice.choice(("i32", "i32", "i64", "i16", "f32"))
    x = b.cast(g.load(scope, element if element != "f32" else "i32"), element)
    moves_ = count.bit_length() - 1
    last = dice.randint(1, moves_)  # all of it, or the largest few, or groups of some
    for stage in range(1, last + 1):
        x = _merged(g, x, stage, descends=bool(stage == last and g.chance(0.5)))
    if g.chance(0.3):  # the largest of each pair of groups
        groups = b.reshape(x, (height, 2, count // 2))
        top = b.reduced(groups, "arith.maxnumf" if element == "f32" else "arith.maxsi", 1)
        g.store(Scope([rows, Dim(count // 2, count // 2)]), top)
    scope.pool.append(x)
    moves.grow(g, scope, dice.choice((0, 1)))
    moves.store_with(g, scope, x)


def _merged(g: Generator, x: Node, stage: int, *, descends: bool) -> Node:
    """Groups of two to the ``stage``, sorted; which of them fall alternates, as merging wants it, or all do."""
    b, (height, count) = g.b, x.type.shape
    bits = count.bit_length() - 1
    for step in reversed(range(stage)):
        pairs = (height * 2 ** (bits - 1 - step), 2, 2**step)
        y = b.reshape(x, pairs)
        low, high = _half(g, y, 0), _half(g, y, 1)
        number = b.reshape(b.along(b.range(count), 1, (height, count)), pairs)
        falls = b.binary("arith.cmpi ne", b.binary("arith.andi", number, 1 << stage), 0)
        if descends:
            falls = b.constant(falls.type, 1)
        greater = b.apply("arith.cmpf ogt" if x.type.is_float else "arith.cmpi sgt", low, high)
        swap = b.apply("arith.xori", greater, falls)
        both = b.broadcast(b.expand(b.reduced(b.cast(number, "i32"), "arith.minsi", 1), 1), pairs)
        first = b.apply("arith.cmpi eq", number, both)
        a, c = b.apply("arith.select", first, high, low), b.apply("arith.select", first, low, high)
        x = b.reshape(b.apply("arith.select", swap, a, c), x.type.shape)
    return x


def _half(g: Generator, y: Node, which: int) -> Node:
    """One half of pairs along the middle dimension, in the place of both: a sum with zeros."""
    b = g.b
    side = b.along(b.range(2), 1, y.type.shape)
    kept = b.apply("arith.select", b.binary("arith.cmpi eq", side, which), y, b.constant(y.type, 0))
    total = b.reduced(kept, "arith.addf" if y.type.is_float else "arith.addi", 1)
    return b.broadcast(b.expand(total, 1), y.type.shape)


def trees(g: Generator) -> None:
    """Blocks that are joined, split and reshaped, many times over."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    moves.grow(g, scope, 1)
    x = b.reshape(scope.pool[-1], (math.prod(scope.shape),))
    y = b.reshape(dice.choice(scope.pool), x.type.shape)
    parts = [x, b.cast(y, x.type.element)]
    for _ in range(dice.choice((1, 2, 3, 4))):
        parts = _regrouped(g, parts)
    for part in parts[:2]:
        size = math.prod(part.type.shape)
        inner = Scope([Dim(size, size)], moves.launch_numbers(g))
        g.store(inner, b.reshape(part, (size,)))
    moves.finish(g, scope)


def _regrouped(g: Generator, parts: list[Node]) -> list[Node]:
    """The same elements, or some of them, as other blocks of one size."""
    b, dice, x = g.b, g.dice, parts[0]
    size = math.prod(x.type.shape)
    match dice.randrange(5):
        case 0 if len(parts) > 1 and size < 4096:
            joined = b.add(Join(Type(x.type.element, (*x.type.shape, 2)), parts[:2]))
            return [b.reshape(joined, (2 * size,))]
        case 1 if len(parts) > 1 and size < 4096:
            return [b.add(Join(Type(x.type.element, (2 * size,)), parts[:2], True))]
        case 2 if size > 8:
            paired = b.reshape(x, (size // 2, 2))
            halves = [Given(Type(x.type.element, (size // 2,))) for _ in range(2)]
            b.add(Split(None, [paired], halves))
            return halves[::-1] if g.chance(0.5) else halves
        case 3 if size >= 16:
            shape = dice.choice([(4, size // 4), (size // 2, 2), (2, 2, size // 4), (2, size // 8, 4)])
            order = list(range(len(shape)))
            dice.shuffle(order)
            return [b.reshape(b.trans(b.reshape(p, shape), order), (size,)) for p in parts]
    return [moves.unary(g, p) for p in parts]
