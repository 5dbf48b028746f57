"""Forms of kernels that have what certain rewrites look for, and random graphs seldom contain."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tests.fuzz.kernels import moves, tiled
from tests.fuzz.kernels.nodes import Join, Node
from tests.fuzz.kernels.scope import Dim, Scope
from tests.fuzz.kernels.values import DTYPES, FLOATS, Type

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator


def short(g: Generator) -> None:
    """Reductions along axes of one and two elements, whose results are computed with."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    moves.grow(g, scope, dice.randint(0, 3))
    for _ in range(dice.choice((2, 3, 4))):
        x = dice.choice(scope.pool)
        x = b.cast(x, "i32") if x.type.element == "i1" else x
        shape = x.type.shape
        kind = dice.randrange(4)
        if kind == 0:
            twice = b.add(Join(Type(x.type.element, (*shape, 2)), [x, moves.unary(g, x)]))
            found = short_reduction(g, twice, len(shape))
        elif kind == 1 and shape[-1] > 1:
            halves = b.reshape(x, (*shape[:-1], shape[-1] // 2, 2))
            small = short_reduction(g, halves, len(shape))
            small = moves.unary(g, small) if g.chance(0.5) else small
            spread = b.broadcast(b.expand(small, len(shape)), halves.type.shape)
            found = b.reshape(moves.binary(g, halves, spread), shape)
        elif kind == 2 and shape[0] > 1:
            halves = b.reshape(x, (2, shape[0] // 2, *shape[1:]))
            small = short_reduction(g, halves, 0)
            found = b.reshape(b.broadcast(b.expand(small, 0), halves.type.shape), shape)
        else:
            line = b.expand(moves.unary(g, x), len(shape))
            found = short_reduction(g, line, len(shape))
        scope.pool.append(b.cast(found, x.type.element))
        if g.chance(0.4):
            scope.pool.append(moves.step(g, scope, scope.pool))
    moves.finish(g, scope)


def short_reduction(g: Generator, x: Node, axis: int) -> Node:
    """A reduction by any op, those that start from the first element as often as others."""
    if g.chance(0.4):
        places = g.b.along(g.b.range(x.type.shape[axis]), axis, x.type.shape)
        name = g.dice.choice(("argmax", "argmin"))
        found = g.b.several([x, places], [name] * 2, axis)
        return g.b.cast(found[g.chance(0.4)], x.type.element)
    if x.type.is_float and g.chance(0.3):
        return g.b.reduced(x, g.dice.choice(("larger", "first")), axis)
    names = moves.FLOAT_REDUCTIONS if x.type.is_float else moves.INTEGER_REDUCTIONS
    return g.b.reduced(x, g.pick(names), axis)


def counted(g: Generator) -> None:
    """Numbers of elements that are computed with, not only addressed by, several times."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    rank = len(scope.shape)
    wide = b.range(math.prod(scope.shape)) if g.chance(0.5) else None
    places = b.reshape(wide, scope.shape) if wide else b.along(g.index(scope.dims[0]), 0, scope.shape)
    for axis in range(1, rank):
        places = b.apply("arith.addi", places, b.along(g.index(scope.dims[axis]), axis, scope.shape))
    moves.grow(g, scope, 0)
    for _ in range(dice.choice((2, 3))):
        x = dice.choice(scope.pool)
        element = x.type.element if x.type.element != "i1" else "i32"
        kind = dice.randrange(3)
        if kind == 0:
            mixed = moves.binary(g, b.cast(places, element), b.cast(x, element))
        elif kind == 1:
            test = b.binary(f"arith.cmpi {dice.choice(moves.PREDICATES)}", places, dice.randint(0, 40))
            mixed = b.apply(
                "arith.select", test, b.cast(x, element), b.constant(Type(element, scope.shape), 1)
            )
        else:
            mixed = b.binary("arith.andi", places, 7)
        if g.chance(0.6):
            mixed = moves.reduced_back(g, scope, mixed)
        scope.pool.append(mixed)
        g.store(scope, mixed)
    if wide is not None and g.chance(0.5):
        g.store(Scope([Dim(math.prod(scope.shape), math.prod(scope.shape))], moves.launch_numbers(g)), wide)


def rereads(g: Generator, scope: Scope | None = None) -> None:
    """A loaded block on which several reductions and blocks depend, by way of cheap arithmetic."""
    b, dice = g.b, g.dice
    g.style = dice.choice(("small", "quarters", "normal"))
    element = g.element if g.element in FLOATS else "f32"
    if scope is None and g.chance(0.5):
        size = dice.choice([n for n in (256, 512, 1024, 2048) if n <= g.profile.line])
        scope = Scope([g.dim(size)], moves.launch_numbers(g))
    scope = scope or moves.launched(g)
    axis = len(scope.shape) - 1
    x = g.computed(g.load(scope, element))
    for _ in range(dice.choice((1, 1, 2))):
        number = b.constant(x.type, dice.choice((1, 0.5, -2)))
        if g.chance(0.5):
            per_row = b.cast(g.some_number(scope), "i32")
            number = b.splat(b.cast(per_row, x.type.element), scope.shape)
        y = b.apply(dice.choice(("arith.addf", "arith.subf", "arith.maxnumf")), x, number)
        if g.chance(0.3):
            y = b.apply("arith.negf", y)
        totals = [b.reduced(y, g.pick(moves.FLOAT_REDUCTIONS), axis) for _ in range(dice.choice((1, 1, 2)))]
        totals.append(b.reduced(b.apply("arith.mulf", y, y), "arith.addf", axis))
        for total in totals[: dice.choice((1, 2, 3))]:
            total = b.binary("arith.mulf", total, 1 / scope.shape[axis])
            whole = b.broadcast(b.expand(total, axis), scope.shape) if axis else b.splat(total, scope.shape)
            both = (y, whole) if g.chance(0.6) else (whole, y)
            scope.pool.append(b.apply(dice.choice(("arith.subf", "arith.mulf")), *both))
        scope.pool.append(y)
        if g.chance(0.6):
            g.store(scope, scope.pool[-2])
    moves.grow(g, scope, dice.randint(0, 2))
    moves.finish(g, scope)


def thin(g: Generator) -> None:
    """Rows of one element, whose sums a pass may have left alone."""
    if not g.profile.gpu:
        g.b.kernel.options["without"] = ["drop-unit-dims", "generalize-short-reductions"]
    shape = (g.dice.choice((4, 16, 64, 128)), 1)
    g.dice.choice((tiled.norms, rereads))(g, moves.launched(g, shape))


def layer_norms(g: Generator) -> None:
    """Masked rows that are centered, scaled and weighted: each row is read three times."""
    b, dice = g.b, g.dice
    size = dice.choice([n for n in (256, 512, 1024, 2048) if n <= g.profile.line])
    height = 2 if g.chance(0.12) else 0
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    if g.profile.gpu and g.chance(0.3):
        b.kernel.options["large_blocks"] = dice.choice((64, 128))
    element = dice.choice([e for e in ("f32", "f32", "f32", "f32", "f16", "bf16") if e in DTYPES])
    width = dice.choice((size, size - 1, size - 7, size // 2 + 3))
    line = Dim(size, size, None, b.number(width))
    scope = Scope(
        [*([g.dim(height)] if height else []), line], moves.launch_numbers(g) or [(b.program(0), 1)]
    )
    axis = len(scope.shape) - 1
    index = b.along(b.range(size), axis, scope.shape)
    mask = b.apply("arith.cmpi slt", index, b.splat(line.bound, scope.shape))

    def place(kind: str, style: str) -> Node:
        far = b.apply("arith.muli", scope.outer[0][0], b.number(size * max(height, 1)))
        row = b.pointer(b.array(kind, style, aligned=0.6), far)
        at = index
        if height:
            down = b.binary("arith.muli", b.range(height), size)
            at = b.apply("arith.addi", at, b.along(down, 0, scope.shape))
        return b.pointer(row, at)

    def mean(y: Node) -> Node:
        total = b.binary("arith.mulf", b.reduced(y, "arith.addf", axis), 1 / size)
        return b.broadcast(b.expand(total, axis), scope.shape) if axis else b.splat(total, scope.shape)

    x = b.cast(b.load(place(element, g.style), mask, b.constant(Type(element, scope.shape), 0)), "f32")
    centered = b.apply("arith.subf", x, mean(x))
    if g.chance(0.5):
        centered = b.apply("arith.select", mask, centered, b.constant(x.type, 0))
    spread = b.binary("arith.addf", mean(b.apply("arith.mulf", centered, centered)), 1)
    if g.chance(0.65):
        y = b.apply("arith.mulf", centered, b.apply("math.rsqrt", spread))
    else:
        y = b.apply("arith.divf", centered, b.apply("math.sqrt", spread))
    if g.chance(0.6):
        weights = b.load(b.pointer(b.array("f32", g.style), index), mask, b.constant(x.type, 0))
        y = b.apply("arith.mulf", y, weights)
    if not g.profile.gpu and g.chance(
        0.5
    ):  # and the exponentials of what they are, each as a part of the row's
        y = b.apply("math.exp", b.binary("arith.mulf", y, 0.125))
        narrow = dice.choice([e for e in ("f16", "bf16") if e in DTYPES])
        total = b.reduced(y, "arith.addf", axis)
        b.store(place(narrow, "small"), b.cast(y, narrow), mask)
        whole = b.broadcast(b.expand(total, axis), scope.shape) if axis else b.splat(total, scope.shape)
        y = b.apply("arith.divf", y, whole)
    b.store(place(element, "small"), b.cast(y, element), mask)


def several_a_thread(g: Generator) -> None:
    """Let threads of a GPU have several elements of a line of 64 or more, at once mostly."""
    if g.profile.gpu:
        blocks = g.dice.choice((None, None, None, None, None, 64))
        g.b.kernel.options |= {"num_warps": g.dice.choice((1, 2)), "large_blocks": blocks}


def divisible(g: Generator) -> None:
    """Blocks of which what lies behind a number that 16 divides, mostly, is replaced."""
    b, dice = g.b, g.dice
    size = dice.choice([n for n in (128, 128, 256, 512, 1024) if n <= g.profile.line])
    programs = dice.choice((1, 2))
    b.kernel.grid = (programs, 1, 1)
    extent = size * programs
    several_a_thread(g)
    scope = Scope([Dim(size, extent, g.start(b.program(0), size), None, True)])
    line, value = g.index(scope.dims[0]), None
    for _ in range(dice.choice((2, 3))):
        x = g.computed(b.load(b.pointer(b.array(g.element, g.style, aligned=0.9), line)))
        bound = b.scalar("i32", dice.choice((extent - 16, extent // 2, 48, 64, extent - 3, 0)))
        name = dice.choice(("arith.cmpi slt", "arith.cmpi slt", "arith.cmpi sge"))
        test = b.apply(name, line, b.splat(bound, (size,)))
        other = b.constant(x.type, 0) if g.chance(0.7) else moves.unary(g, x)
        x = b.apply("arith.select", test, x, b.cast(other, x.type.element))
        value = x if value is None else moves.binary_sum(g, value, b.cast(x, value.type.element))
        scope.pool.append(value)
    if g.chance(0.4):
        moves.grow(g, scope, dice.randint(0, 3))
        moves.finish(g, scope)
        value = moves.joined(g, scope, value)
    target = b.array(value.type.element if value.type.element != "i1" else "i8", "small", aligned=0.9)
    b.store(b.pointer(target, line), b.cast(value, target.type.pointee))


def quotients(g: Generator) -> None:
    """A line read at places that quotients and remainders of its index tell, under a mask that they tell, too."""
    b, dice = g.b, g.dice
    size = dice.choice([n for n in (64, 64, 128, 128, 256, 512) if n <= g.profile.line])
    programs = dice.choice((1, 2, 3))
    b.kernel.grid = (programs, 1, 1)
    several_a_thread(g)
    scope = Scope([Dim(size, size * programs, g.start(b.program(0), size), None, True)])
    line, total = g.index(scope.dims[0]), None
    for _ in range(dice.choice((1, 2, 3))):
        length = dice.choice((2, 4, 8, 16, 32, 12, 24, 40, 40, 80, 320))
        divisor = b.constant(line.type, length)
        quotient, remainder = (b.apply(f"arith.{name}", line, divisor) for name in ("divsi", "remsi"))
        if length.bit_count() == 1 and g.chance(0.6):
            quotient = b.apply("arith.shrsi", line, b.constant(line.type, length.bit_length() - 1))
        stride = dice.choice((1, 16, 40, 41))
        row = b.binary("arith.muli", quotient, stride)
        place = dice.choice((quotient, quotient, remainder, b.apply("arith.addi", row, remainder)))
        low = b.apply("arith.cmpi slt", remainder, b.constant(line.type, dice.choice((8, 16, 3))))
        mask = None if g.chance(0.6) else low
        other = None if mask is None else b.constant(Type(g.element, (size,)), 1)
        x = b.load(b.pointer(b.array(g.element, g.style, aligned=0.9), place), mask, other)
        total = x if total is None else moves.binary_sum(g, total, b.cast(x, total.type.element))
    target = b.array(total.type.element if total.type.element != "i1" else "i8", "small", aligned=0.9)
    by_line = g.chance(0.6) or stride < length  # shorter rows would overlap
    where = line if by_line else b.apply("arith.addi", row, remainder)
    b.store(b.pointer(target, where), b.cast(total, target.type.pointee))


def pieces(g: Generator) -> None:
    """A line of pieces that lie one after the other, each read where its mask holds, at what is left of the index."""
    b, dice = g.b, g.dice
    size = dice.choice([n for n in (64, 128, 256, 512) if n <= g.profile.line])
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    several_a_thread(g)
    scope = Scope([Dim(size, size * b.kernel.grid[0], g.start(b.program(0), size), None, True)])
    line, length, count = g.index(scope.dims[0]), dice.choice((8, 16, 32, 64, 48)), dice.choice((2, 2, 3, 4))
    period = b.constant(line.type, length * count)
    row, inner = b.apply("arith.divsi", line, period), b.apply("arith.remsi", line, period)
    total = b.constant(Type(g.element, (size,)), 1)
    for number in range(count):
        begin, end = (b.constant(line.type, (number + k) * length) for k in (0, dice.choice((1, 1, 1, 2))))
        mask = b.apply("arith.cmpi slt", inner, end)
        if number:
            mask = b.apply("arith.andi", b.apply("arith.cmpi sge", inner, begin), mask)
        moved = b.binary("arith.addi", inner, -number * length)
        place = b.apply("arith.remsi", moved, b.constant(line.type, length))
        if g.chance(0.5):
            place = b.apply("arith.addi", b.binary("arith.muli", row, length), place)
        x = b.load(
            b.pointer(b.array(g.element, g.style, aligned=0.9), place), mask, b.constant(total.type, 0)
        )
        total = b.apply("arith.select", mask, x, total)
    b.store(b.pointer(b.array(g.element, "small", aligned=0.9), line), total)


def held(g: Generator) -> None:
    """A block of more registers than the threads of one warp have, moved and computed with in straight-line code."""
    b, dice = g.b, g.dice
    element, size = dice.choice((("f32", 8192), ("i32", 8192), ("f16", 16384), ("f32", 16384)))
    b.kernel.grid = (1, 1, 1)
    if g.profile.gpu:
        b.kernel.options |= {"num_warps": 1, "large_blocks": dice.choice((None, None, None, size // 2))}
    scope = Scope([Dim(size, size, g.start(b.program(0), size), None, True)])
    line = g.index(scope.dims[0])
    mask = None if g.chance(0.6) else b.apply("arith.cmpi slt", line, b.splat(b.number(size - 5), (size,)))
    other = None if mask is None else b.constant(Type(element, (size,)), 1)
    x = b.load(b.pointer(b.array(element, g.style, aligned=0.8), line), mask, other)
    for _ in range(dice.choice((0, 1, 2))):
        x = b.cast(moves.unary(g, x), element)
    b.store(b.pointer(b.array(element, "small", aligned=0.8), line), x, mask)


def sums(g: Generator) -> None:
    """A loop that adds up several blocks, all of them of one that it loads; of rows of one block, too."""
    b, dice, scope = g.b, g.dice, moves.launched(g, tiled.with_units(g) if g.chance(0.4) else None)
    element, count = moves.accumulator_of(g), dice.choice((1, 2, 3))
    inits = [b.constant(Type(element, scope.shape), 0) for _ in range(dice.choice((2, 2, 3)))]

    def body(index: Node, carried: list[Node]) -> list[Node]:
        inner = scope.inner(outer=[*scope.outer, (index, count)])
        same = b.cast(g.load(inner), element)
        other = b.cast(g.load(inner), element) if g.chance(0.6) else same
        handed = []
        for now in carried:
            new = dice.choice((
                lambda: same,
                lambda: moves.unary(g, same),
                lambda: b.apply(moves.product_of(same.type), same, other),
                lambda: moves.binary(g, same, other),
            ))()  # fmt: skip
            handed.append(moves.binary_sum(g, now, b.cast(new, element)))
        if g.chance(0.2):
            g.store(inner, handed[0])
        return handed

    zero, one = b.constant(Type("i32"), 0), b.constant(Type("i32"), 1)
    found = b.loop(zero, b.number(count), one, inits, body)
    for value in found:
        g.store(scope, value)


def windows(g: Generator) -> None:
    """Blocks under several masks that are computed with and read several times, padding too."""
    b, dice = g.b, g.dice
    size = dice.choice([n for n in (64, 128, 256, 1024) if n <= g.profile.line])
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    scope = Scope([g.dim(size)], moves.launch_numbers(g))
    bounds = [b.number(dice.choice((size - 1, size // 2, 3, 0, size))) for _ in range(2)]
    blocks = []
    for k in range(dice.choice((1, 2, 2, 3))):
        mask = b.apply(
            "arith.cmpi slt", b.range(size), b.splat(bounds[k % 2 if g.chance(0.7) else 0], (size,))
        )
        if g.chance(0.25):  # from a first element on
            later = b.apply(
                "arith.cmpi sge", b.range(size), b.splat(b.number(dice.choice((1, 5, 16))), (size,))
            )
            mask = b.apply("arith.andi", mask, later)
        a = g.access(scope, b.array("f32", g.style), True)
        blocks.append(
            b.load(a.pointers, mask, b.constant(Type("f32", (size,)), dice.choice((0, 1, -2, 0.5))))
        )
    x = blocks[0]
    for y in blocks[1:]:
        x = b.apply(dice.choice(("arith.addf", "arith.mulf", "arith.maxnumf")), x, y)
    x = moves.unary(g, x) if g.chance(0.7) else b.apply("math.exp", b.binary("arith.minnumf", x, 4))
    total = b.reduced(x, dice.choice(("arith.addf", "arith.maxnumf")), 0)
    scope.pool += [*blocks, x, b.apply("arith.subf", x, b.splat(total, (size,)))]
    moves.grow(g, scope, dice.choice((0, 1, 2)))
    moves.finish(g, scope)
    g.store(scope, scope.pool[len(blocks) + 1])


def siblings(g: Generator) -> None:
    """Blocks that are computed from the same one, and stored when all of them have been."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    element = g.element if g.element != "i8" else "i32"
    x = b.cast(g.load(scope), element)
    for _ in range(dice.choice((1, 2))):
        if g.chance(0.4):
            x = moves.binary(g, moves.reduced_back(g, scope, x), x)
        x = moves.unary(g, moves.unary(g, x))
        found = []
        for _ in range(dice.choice((2, 2, 3))):
            y = moves.unary(g, x) if g.chance(0.6) else moves.binary(g, x, b.constant(x.type, 2))
            found.append(b.cast(y, element) if g.chance(0.8) else y)
        scope.pool += found
        dice.shuffle(found)
        for y in found:
            g.store(scope, y)
        x = b.cast(dice.choice(found), element)


def ordered(g: Generator) -> None:
    """Reductions along long axes that combine neighbours, whatever the op: of the first of the largest, for one."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    if g.chance(0.5):
        size = dice.choice([n for n in (64, 128, 256, 512, 1024, 2048) if n <= g.profile.line])
        scope = Scope([g.dim(size)], moves.launch_numbers(g))
    moves.grow(g, scope, dice.randint(0, 3))
    for _ in range(dice.choice((1, 2, 3))):
        x = dice.choice(scope.pool)
        x = b.cast(x, "i32") if x.type.element in ("i1", "i8") else x
        axis = dice.choice((len(scope.shape) - 1, dice.randrange(len(scope.shape))))
        if x.type.is_float and g.chance(0.4):
            small = b.reduced(x, "larger", axis)
        else:
            places = b.along(b.range(scope.shape[axis]), axis, scope.shape)
            small = b.several([x, places], [dice.choice(("argmax", "argmin"))] * 2, axis)[g.chance(0.5)]
        whole = b.expand(small, axis) if len(scope.shape) > 1 else small
        scope.pool.append(b.broadcast(whole, scope.shape))
        scope.pool.append(moves.binary(g, x, scope.pool[-1]))
    moves.finish(g, scope)


def elsewhere(g: Generator) -> None:
    """What of one block lies where the first of the largest of another one does, along long axes."""
    b, dice = g.b, g.dice
    size = dice.choice([n for n in (128, 256, 512, 1024, 2048) if n <= g.profile.line])
    shape = [size] if g.chance(0.5) else [dice.choice((2, 4)), size]
    scope = Scope([g.dim(n) for n in shape], moves.launch_numbers(g))
    moves.grow(g, scope, dice.randint(0, 2))
    for _ in range(dice.choice((1, 1, 2))):
        drawn = (g.load(scope) if g.chance(0.6) else dice.choice(scope.pool) for _ in range(2))
        x, there = (b.cast(v, "i32") if v.type.element in ("i1", "i8") else v for v in drawn)
        if g.chance(0.8):  # numbers that are all ordered
            x = b.cast(x, "i32")
        axis = scope.shape.index(max(scope.shape))
        places = b.along(b.range(scope.shape[axis]), axis, scope.shape)
        found = b.several([x, places, there], [dice.choice(("argmax", "argmin"))] * 3, axis)
        small = found[dice.choice((0, 1, 2, 2, 2))]
        whole = b.expand(small, axis) if len(scope.shape) > 1 else small
        scope.pool.append(moves.binary(g, x, b.cast(b.broadcast(whole, scope.shape), x.type.element)))
    moves.finish(g, scope)
