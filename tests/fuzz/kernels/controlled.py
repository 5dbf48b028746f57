"""Forms of kernels with other control flow: loops on conditions, functions, nested branches, exchanges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.kernels import moves
from tests.fuzz.kernels.accesses import Atomic, Exchange
from tests.fuzz.kernels.nodes import Node
from tests.fuzz.kernels.scope import Scope
from tests.fuzz.kernels.values import PRECISION, Type

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator


def whiles(g: Generator) -> None:
    """A loop over rows that goes on as long as a number is small, or a sum of what it reads."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    limit, one = b.number(dice.choice((0, 1, 2, 3, 5))), b.constant(Type("i32"), 1)
    watched = g.chance(0.5)  # whether the data say when to stop
    bound = b.number(dice.choice((3, 20, 100, 1000)))
    blocks = [b.constant(Type(moves.accumulator_of(g), scope.shape), 0) for _ in range(dice.choice((1, 2)))]
    inits = [b.constant(Type("i32"), 0), b.constant(Type("i32"), 0), *blocks]
    swapped = g.chance(0.3) and len(blocks) > 1

    def test(carried: list[Node]) -> tuple[Node, list[Node]]:
        more = b.apply("arith.cmpi slt", carried[0], limit)
        if watched:
            more = b.apply("arith.andi", more, b.apply("arith.cmpi slt", carried[1], bound))
        passed = list(carried)
        if g.chance(0.3):  # a block is computed before the condition
            passed[2] = moves.binary_sum(g, carried[2], b.constant(carried[2].type, 1))
        if swapped:
            passed[2], passed[3] = passed[3], passed[2]
        return more, passed

    def body(given: list[Node]) -> list[Node]:
        index, total, *sums = given
        inner = scope.inner(outer=[*scope.outer, (index, 6)])
        inner.pool.extend(sums)
        numbers = g.place(inner, "i32", "range", low=0, high=9)
        other = [] if numbers.mask is None else [numbers.mask, b.constant(Type("i32", scope.shape), 0)]
        read = b.load(numbers.pointers, *other)
        for axis in reversed(range(len(scope.shape))):
            read = b.reduced(read, "arith.maxsi", axis)
        moves.grow(g, inner, dice.randint(1, 4))
        if g.chance(0.3):
            moves.finish(g, inner)
        handed = [moves.carry(g, inner, s, None) for s in sums]
        return [b.apply("arith.addi", index, one), b.apply("arith.addi", total, read), *handed]

    found = b.repeat(inits, test, body)
    for value in found[2:]:
        g.store(scope, value)
    if g.chance(0.5):
        scope.pool.extend(b.splat(b.cast(x, "i32"), scope.shape) for x in found[:2])
        moves.finish(g, scope)


def searches(g: Generator) -> None:
    """A loop of scalars that looks a number up among others, which stand in order."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    table, size = b.array("i32", "order"), 64
    wanted = b.apply("arith.addi", g.some_number(scope), b.number(dice.randint(0, size - 8)))

    def test(carried: list[Node]) -> tuple[Node, list[Node]]:
        at = b.binary("arith.minsi", carried[0], size - 1)
        found = b.load(b.pointer(table, at))
        differs = b.apply("arith.cmpi ne", found, wanted)
        inside = b.binary("arith.cmpi slt", carried[0], size)
        return b.apply("arith.andi", differs, inside), [*carried, found]

    def body(given: list[Node]) -> list[Node]:
        return [b.apply("arith.addi", given[0], b.constant(Type("i32"), 1))]

    place, last = b.repeat([b.constant(Type("i32"), 0)], test, body)
    moves.grow(g, scope, dice.randint(1, 4))
    scope.pool.append(b.splat(b.apply("arith.addi", place, last), scope.shape))
    moves.grow(g, scope, dice.randint(1, 3))
    moves.finish(g, scope)


def calls(g: Generator) -> None:
    """Blocks that functions compute, inlined or not; some return early."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    moves.grow(g, scope, 1)
    for _ in range(dice.choice((1, 2, 3))):
        x, y = dice.choice(scope.pool), dice.choice(scope.pool)
        test = b.binary(
            f"arith.cmpi {dice.choice(moves.PREDICATES)}", g.some_number(scope), dice.randint(0, 3)
        )
        number = b.cast(g.some_number(scope), "i32")

        def body(given: list[Node], depth: int = 0) -> list[Node]:
            inner = Scope([g.dim(n) for n in scope.shape], [(given[3], 4)], given[1:3])
            found = given[1]
            for _ in range(dice.randint(1, 4)):
                found = b.cast(_step(g, inner, [*given[1:3], found]), found.type.element)
            if depth == 0 and g.chance(0.3):
                found = b.call(
                    [given[0], found, given[2], given[3]],
                    lambda inner_: body(inner_, 1),
                    noinline=g.chance(0.5),
                )[0]
            return [found, b.reduced(found, _plain_sum(found), 0)]

        early, noinline = g.chance(0.3), g.chance(0.5)
        found = (
            b.call([test, x, y, number], lambda p: body(p)[:1], noinline=noinline, early=(1,))
            if early
            else b.call([test, x, y, number], body, noinline=noinline)
        )
        scope.pool.append(found[0])
        if len(found) > 1 and len(scope.shape) > 1:
            scope.pool.append(b.broadcast(b.expand(found[1], 0), scope.shape))
    if g.chance(0.5):
        moves.grow(g, scope, 2)
    moves.finish(g, scope)


def _plain_sum(x: Node) -> str:
    if x.type.element == "i1":
        return "arith.xori"
    return "arith.addf" if x.type.is_float else "arith.addi"


def _step(g: Generator, scope: Scope, pool: list[Node]) -> Node:
    """One more block of what a function is given; it knows no memory."""
    x, y = g.dice.choice(pool), g.dice.choice(pool)
    match g.dice.randrange(6):
        case 0:
            return moves.unary(g, x)
        case 1:
            return moves.reshaped(g, x)
        case 2 if x.type.element != "i1":
            return moves.reduced_back(g, scope, x)
        case 3:
            test = g.b.binary("arith.cmpi sgt", scope.outer[0][0], 1)
            return (
                g.b.branch(test, lambda: [moves.unary(g, x)], lambda: [x])[0] if x.type.element != "i1" else x
            )
    return moves.binary(g, x, y)


def branches(g: Generator) -> None:
    """Stores in both sides of branches, of other blocks or to other places, in a loop or not."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    moves.grow(g, scope)
    first = g.place(scope, scope.pool[-1].type.element, "small", owned=True)
    if first.array.type.pointee == "i1":
        first = g.place(scope, "i8", "small", owned=True)

    def write(inner: Scope, depth: int) -> None:
        outside = list(inner.accesses)
        value = b.cast(dice.choice(inner.pool), first.array.type.pointee)
        if g.chance(0.3):
            value = moves.unary(g, value)
        b.store(first.pointers, value, first.mask)
        if g.chance(0.4):
            moves.grow(g, inner, 1)
            g.store(inner, inner.pool[-1])
        if depth < 2 and g.chance(0.4):
            split(inner, depth + 1)
        inner.accesses[:] = outside

    def split(inner: Scope, depth: int = 0) -> None:
        test = b.binary(
            f"arith.cmpi {dice.choice(moves.PREDICATES)}", g.some_number(inner), dice.randint(0, 2)
        )

        def side() -> list[Node]:
            here = inner.inner()
            here.accesses.extend(inner.accesses)
            if g.chance(0.85):
                write(here, depth)
            return []

        b.branch(test, side, side)

    if g.chance(0.4):
        zero, one, count = b.constant(Type("i32"), 0), b.constant(Type("i32"), 1), dice.choice((1, 2, 3))

        def body(index: Node, _: list[Node]) -> list[Node]:
            split(scope.inner(outer=[*scope.outer, (index, count)]))
            return []

        b.loop(zero, b.number(count), one, [], body)
    else:
        split(scope)
    moves.finish(g, scope)


def exchanges(g: Generator) -> None:
    """Elements, each of one program, that atomic ops change, and whose old values are used."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    moves.grow(g, scope, dice.randint(0, 3))
    for _ in range(dice.choice((2, 3, 4))):
        element = dice.choice(("i32", "i32", "i64", "i16", "i8"))
        if g.chance(0.5):
            array = b.array(element, "range", 0, 3)
            access = g.access(scope, array, True)
            numbers = g.place(scope, element, "range", low=0, high=3)
            other = [] if numbers.mask is None else [numbers.mask, b.constant(Type(element, scope.shape), 0)]
            compared = (
                b.load(numbers.pointers, *other)
                if g.chance(0.6)
                else b.constant(Type(element, scope.shape), 1)
            )
            new = b.cast(dice.choice(scope.pool), element)
            scope.pool.append(b.add(Exchange(new.type, [access.pointers, compared, new])))
        else:
            element = dice.choice(("i32", "i64", "f32", "f64"))
            access = g.place(scope, element, "small", owned=True)
            value = b.cast(dice.choice(scope.pool), element)
            names = ("fadd",) if element in PRECISION else ("add", "max", "min", "umax", "and", "or", "xor")
            mask = access.mask or b.constant(Type("i1", scope.shape), 1)
            name, reach = dice.choice(names), dice.choice(("cta", "cta", "gpu", "sys"))
            old = b.add(Atomic(value.type, [access.pointers, value, mask], name, True, reach))
            scope.pool.append(b.apply("arith.select", mask, old, b.constant(old.type, 0)))
    moves.grow(g, scope, dice.randint(0, 3))
    moves.finish(g, scope)
