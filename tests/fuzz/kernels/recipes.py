"""Forms of kernels that have what certain rewrites look for, and random graphs seldom contain."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tests.fuzz.kernels import moves
from tests.fuzz.kernels.addressed import BITS
from tests.fuzz.kernels.nodes import Dot, Given, Histogram, Join, Node, Split
from tests.fuzz.kernels.scaled import GROUP, STORED, DotScaled
from tests.fuzz.kernels.scope import Access, Dim, Scope
from tests.fuzz.kernels.values import DTYPES, FLOATS, Type

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator


def read(g: Generator, scope: Scope, access: Access, pad: int = 0) -> Node:
    """What lies at an access; ``pad`` where that is masked."""
    element = access.array.type.pointee
    other = [access.mask, g.b.constant(Type(element, scope.shape), pad)] if access.mask is not None else []
    return g.b.load(access.pointers, *other)


def launch_numbers(g: Generator) -> list[tuple[Node, int]]:
    """What tells programs apart."""
    return [(g.b.program(axis), n) for axis, n in enumerate(g.b.kernel.grid) if n > 1]


def short(g: Generator) -> None:
    """Reductions along axes of one and two elements, whose results are computed with."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    moves.grow(g, scope, dice.randint(0, 3))
    for _ in range(dice.choice((1, 2, 3))):
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
        return g.b.reduced(x, "larger", axis)
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
        g.store(Scope([Dim(math.prod(scope.shape), math.prod(scope.shape))], launch_numbers(g)), wide)


def rereads(g: Generator, scope: Scope | None = None) -> None:
    """A loaded block on which several reductions and blocks depend, by way of cheap arithmetic."""
    b, dice = g.b, g.dice
    g.style = dice.choice(("small", "quarters", "normal"))
    element = g.element if g.element in FLOATS else "f32"
    if scope is None and g.chance(0.5):
        size = dice.choice([n for n in (256, 512, 1024, 2048) if n <= g.profile.line])
        scope = Scope([g.dim(size)], launch_numbers(g))
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
            scope.pool.append(b.apply(dice.choice(("arith.subf", "arith.mulf")), y, whole))
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
    g.dice.choice((moves.norms, rereads))(g, moves.launched(g, shape))


def layer_norms(g: Generator) -> None:
    """Masked rows that are centered, scaled and weighted: each row is read three times."""
    b, dice = g.b, g.dice
    size = dice.choice([n for n in (256, 512, 1024, 2048) if n <= g.profile.line])
    height = dice.choice((0, 0, 0, 2))
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    element = dice.choice([e for e in ("f32", "f32", "f16", "bf16") if e in DTYPES])
    width = dice.choice((size, size - 1, size - 7, size // 2 + 3))
    line = Dim(size, size, None, b.number(width))
    scope = Scope([*([g.dim(height)] if height else []), line], launch_numbers(g) or [(b.program(0), 1)])
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
    if g.chance(0.5):
        y = b.apply("arith.mulf", centered, b.apply("math.rsqrt", spread))
    else:
        y = b.apply("arith.divf", centered, b.apply("math.sqrt", spread))
    if g.chance(0.6):
        weights = b.load(b.pointer(b.array("f32", g.style), index), mask, b.constant(x.type, 0))
        y = b.apply("arith.mulf", y, weights)
    b.store(place(element, "small"), b.cast(y, element), mask)


def divisible(g: Generator) -> None:
    """Blocks of which what lies behind a number that 16 divides, mostly, is replaced."""
    b, dice = g.b, g.dice
    size = dice.choice([n for n in (128, 256, 512, 1024) if n <= g.profile.line])
    programs = dice.choice((1, 2))
    b.kernel.grid = (programs, 1, 1)
    extent = size * programs
    if g.profile.gpu:  # several elements a thread
        b.kernel.options |= {"num_warps": dice.choice((1, 2))}
    scope = Scope([Dim(size, extent, g.start(b.program(0), size), None, True)])
    line = g.index(scope.dims[0])
    for _ in range(dice.choice((1, 2))):
        x = g.computed(b.load(b.pointer(b.array(g.element, g.style, aligned=0.9), line)))
        bound = b.scalar("i32", dice.choice((extent - 16, extent // 2, 48, 64, extent - 3, 0)))
        name = dice.choice(("arith.cmpi slt", "arith.cmpi slt", "arith.cmpi sge"))
        test = b.apply(name, line, b.splat(bound, (size,)))
        other = b.constant(x.type, 0) if g.chance(0.7) else moves.unary(g, x)
        scope.pool.append(b.apply("arith.select", test, x, b.cast(other, x.type.element)))
    value = scope.pool[-1]
    if g.chance(0.4):
        moves.grow(g, scope, dice.randint(0, 3))
        moves.finish(g, scope)
        value = moves.joined(g, scope, value)
    target = b.array(value.type.element if value.type.element != "i1" else "i8", "small", aligned=0.9)
    b.store(b.pointer(target, line), b.cast(value, target.type.pointee))


def sums(g: Generator) -> None:
    """A loop that adds up several blocks, all of them of one that it loads."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
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


def block_copies(g: Generator) -> None:
    """Blocks in one piece that go from one place to another one, which may overlap the first."""
    b, dice = g.b, g.dice
    width = dice.choice([n for n in (512, 1024, 2048, 4096) if n <= g.profile.line])
    height = dice.choice((1, 1, 2, 4))
    shape = (width,) if height == 1 else (height, width // height)
    element = dice.choice(("f32", "i64", "f64", "i32", "i16"))
    b.kernel.grid = (dice.choice((1, 1, 2)), 1, 1)
    programs, size = b.kernel.grid[0], width
    whole = [Dim(n, n) for n in shape]
    whole[0].bound = b.number(dice.choice((shape[0], max(1, shape[0] - 1), shape[0] // 2 + 1)))
    scope = Scope(whole)
    mask = None
    if g.chance(0.4):
        line = b.apply("arith.cmpi slt", g.index(whole[0]), b.splat(whole[0].bound, shape[:1]))
        mask = b.along(line, 0, shape)
    array = b.array(element, g.style, aligned=0.5)
    line = 64 * 8 // BITS[element]  # elements of a line of a cache
    shift = dice.choice(
        (0, 1, -1, 5, size - 1, size - 1, 1 - size, size // 2, size, line, line, -line, 2 * line)
    )
    overlaps = programs == 1 and not g.profile.gpu and g.chance(0.7)
    target = b.alias(array, shift) if overlaps else b.array(element, "small")
    third = b.alias(array, dice.choice((0, 2, -3, size // 2))) if overlaps and g.chance(0.4) else None

    def at(pointer: Node) -> Node:
        far = b.apply("arith.muli", b.program(0), b.constant(Type("i32"), size))
        line = b.along(b.range(shape[-1]), len(shape) - 1, shape)
        if height > 1:
            down = b.binary("arith.muli", b.range(height), shape[-1])
            line = b.apply("arith.addi", line, b.along(down, 0, shape))
        return b.pointer(b.pointer(pointer, far), line)

    def loaded(pointer: Node) -> Node:
        other = [] if mask is None else [mask, b.constant(Type(element, shape), 0)]
        return b.load(at(pointer), *other[: 1 + g.chance(0.7)])

    value = loaded(array)
    if third is not None:  # a store between the load and the copy's
        b.store(at(third), b.constant(Type(element, shape), 1), mask)
    if g.chance(0.2):
        scope.pool.append(g.computed(value))
        g.store(scope, moves.step(g, scope, scope.pool))
    if g.chance(0.4):
        value = b.cast(moves.unary(g, value), element)
    b.store(at(target), value, mask)


def stale(g: Generator) -> None:
    """Blocks that are loaded, and used when other stores have changed the memory where they lay."""
    b, dice = g.b, g.dice
    rows = g.chance(0.3)
    shape = (dice.choice((2, 4, 8)), dice.choice((32, 64))) if rows else (dice.choice((64, 256, 512)),)
    whole, element = math.prod(shape), dice.choice(("f32", "f32", "i32", "f64"))
    scope = Scope([g.dim(n) for n in shape])
    index = b.range(whole) if not rows else None
    if rows:
        down = b.binary("arith.muli", b.range(shape[0]), shape[1])
        index = b.apply("arith.addi", b.along(down, 0, shape), b.along(b.range(shape[1]), 1, shape))
    arrays = [b.array(element, "small" if element == "i32" else g.style)]
    shifts = (0, 0, 1, -1, whole // 2, whole - 1, whole)
    arrays += [b.alias(arrays[0], dice.choice(shifts)) for _ in range(3)]
    for _ in range(dice.choice((2, 3))):
        for _ in range(dice.choice((1, 2))):
            mask = g.mask(scope)
            keep = [] if mask is None else [mask, b.constant(Type(element, shape), dice.choice((0, 1)))]
            scope.pool.append(b.load(b.pointer(dice.choice(arrays), index), *keep))
        for _ in range(dice.choice((1, 2))):
            x = dice.choice(scope.pool)
            kind = dice.randrange(4)
            if kind == 0:
                x = moves.reduced_back(g, scope, x)
            elif kind < 3:
                x = b.cast(moves.binary(g, x, dice.choice(scope.pool)), element)
            scope.pool.append(x)
        value = b.constant(Type(element, shape), 3) if g.chance(0.3) else dice.choice(scope.pool)
        b.store(
            b.pointer(dice.choice(arrays), index),
            b.cast(value, element),
            g.mask(scope) if g.chance(0.4) else None,
        )
    g.store(scope, dice.choice(g.unused(scope.pool) or scope.pool))


def windows(g: Generator) -> None:
    """Blocks under several masks that are computed with and read several times, padding too."""
    b, dice = g.b, g.dice
    size = dice.choice([n for n in (64, 128, 256, 1024) if n <= g.profile.line])
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    scope = Scope([g.dim(size)], launch_numbers(g))
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


def ordered(g: Generator) -> None:
    """Reductions along long axes that combine neighbours, whatever the op: of the first of the largest, for one."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    if g.chance(0.5):
        size = dice.choice([n for n in (64, 128, 256, 512, 1024, 2048) if n <= g.profile.line])
        scope = Scope([g.dim(size)], launch_numbers(g))
    moves.grow(g, scope, dice.randint(0, 3))
    for _ in range(dice.choice((1, 2))):
        x = dice.choice(scope.pool)
        x = b.cast(x, "i32") if x.type.element in ("i1", "i8") else x
        axis = dice.choice((len(scope.shape) - 1, dice.randrange(len(scope.shape))))
        if x.type.is_float and g.chance(0.5):
            small = b.reduced(x, "larger", axis)
        else:
            places = b.along(b.range(scope.shape[axis]), axis, scope.shape)
            small = b.several([x, places], [dice.choice(("argmax", "argmin"))] * 2, axis)[g.chance(0.5)]
        whole = b.expand(small, axis) if len(scope.shape) > 1 else small
        scope.pool.append(b.broadcast(whole, scope.shape))
        scope.pool.append(moves.binary(g, x, scope.pool[-1]))
    moves.finish(g, scope)


#: operands of products in words, and the machines that have an instruction for them
WORDS = {
    ("i8", ""): 3, ("i8", "without amx"): 4, ("i8", "without vnni"): 4, ("i8", "x86-64-v3"): 2, ("i8", "x86-64"): 1,
    ("bf16", ""): 3, ("bf16", "without amx"): 4,
}  # fmt: skip


def words(g: Generator) -> None:
    """Products of bf16, or of bytes, in a loop: in tiles, in vectors, or in pairs, as the machine can."""
    b, dice = g.b, g.dice
    element, machine = dice.choices(list(WORDS), list(WORDS.values()))[0]
    element = element if element in DTYPES else "i8"
    if not g.profile.gpu:
        b.kernel.machine = machine
    out = "f32" if element == "bf16" else "i32"
    tiled = machine == "" and g.chance(0.8)  # the matrix units take whole tiles alone
    m = dice.choice((16, 32)) if tiled or g.profile.gpu else dice.choice((1, 2, 5, 8, 16, 16, 32))
    m = 1 << (m - 1).bit_length()
    n, k = dice.choice((16, 32, 64)), dice.choice((64, 128)) if tiled else dice.choice((16, 32, 64))
    times = dice.choice((1, 2, 3))
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    rows = g.dim(m, g.start(b.program(0), m), b.kernel.grid[0], True)
    cols = g.dim(n)
    whole = k * times
    bound = b.number(dice.choice((whole, whole, whole - 1, whole - k // 2)))
    masked, turned = g.chance(0.7), g.chance(0.2)

    def operand(dims: list[Dim]) -> Node:
        inner = Scope(dims)
        style = dice.choice(("any", "small")) if element == "i8" else "small"
        a = g.access(inner, b.array(element, style, -128, 128), g.chance(0.5))
        mask = g.mask(inner) if masked else None
        return b.load(
            a.pointers, *([] if mask is None else [mask, b.constant(Type(element, inner.shape), 0)])
        )

    def body(start: Node, carried: list[Node]) -> list[Node]:
        inner = Dim(k, whole, start, bound, True)
        x = operand([rows, inner])
        y = b.trans(operand([cols, inner]), (1, 0)) if turned else operand([inner, cols])
        if g.chance(0.15):
            y = moves.binary(g, y, y) if element == "i8" else b.binary("arith.mulf", y, 0.5)
        return [b.add(Dot(carried[0].type, [x, y, carried[0]]))]

    zero, by = b.constant(Type("i32"), 0), b.constant(Type("i32"), k)
    init = b.constant(Type(out, (m, n)), dice.choice((0, 0, 1)))
    total = b.loop(zero, b.number(whole), by, [init], body)[0] if times > 1 else body(zero, [init])[0]
    scope = Scope([rows, cols])
    scope.pool.append(total)
    if g.chance(0.2):  # two of them, element beside element
        pair = b.add(Join(Type(out, (m, n, 2)), [total, body(zero, [init])[0]]))
        g.store(Scope([rows, Dim(2 * n, 2 * n)]), b.reshape(pair, (m, 2 * n)))
    moves.grow(g, scope, dice.choice((0, 0, 1, 3)))
    moves.store_with(g, scope, total)


def bytes_as_floats(g: Generator) -> None:
    """Products of which one factor is bytes without signs, turned into floats and scaled, as quantised weights are."""
    b, dice = g.b, g.dice
    element = dice.choice([e for e in ("f16", "bf16", "f32") if e in DTYPES])
    m, n, k = (dice.choice((16, 32)) for _ in range(3))
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    rows = g.dim(m, g.start(b.program(0), m), b.kernel.grid[0], True)
    times, cols = dice.choice((1, 2)), g.dim(n)

    def body(start: Node, carried: list[Node]) -> list[Node]:
        inner = Dim(k, k * times, start, None, True)
        left, right = Scope([rows, inner]), Scope([inner, cols])
        x = read(g, left, g.place(left, element, "small", owned=True))
        y = read(g, right, g.place(right, "i8", "any", owned=True), pad=3)
        y = b.apply("arith.extui", y, element="i32")
        if g.chance(0.4):  # of four bits each
            y = b.binary("arith.andi", b.binary("arith.shrui", y, dice.choice((0, 4))), 15)
        y = b.binary("arith.subi", y, dice.choice((0, 8, 128)))
        y = b.cast(b.cast(y, "f32"), element)
        return [b.add(Dot(carried[0].type, [x, y, carried[0]]))]

    zero, by = b.constant(Type("i32"), 0), b.constant(Type("i32"), k)
    total = b.loop(zero, b.number(k * times), by, [b.constant(Type("f32", (m, n)), 0)], body)[0]
    scope = Scope([rows, cols])
    scope.pool.append(b.binary("arith.mulf", total, 0.125))
    moves.grow(g, scope, dice.choice((0, 1)))
    moves.store_with(g, scope, scope.pool[0])


def scaled_products(g: Generator) -> None:
    """Products of factors whose elements share exponents, 32 at a time."""
    b, dice = g.b, g.dice
    kinds = [kind for kind, element in STORED.items() if element in DTYPES]
    left, right = dice.choice(kinds), dice.choice(kinds)
    m, n, k = dice.choice((16, 32)), dice.choice((16, 32)), dice.choice((64, 64, 128))
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    rows = g.dim(m, g.start(b.program(0), m), b.kernel.grid[0], True)
    cols = g.dim(n)

    def factor(dims: list[Dim], kind: str, axis: int) -> Node:
        element, inner = STORED[kind], Scope(list(dims))
        if kind == "e2m1":
            short_ = dims[axis]
            inner.dims[axis] = Dim(short_.size // 2, short_.extent // 2)
        return read(g, inner, g.place(inner, element, "any" if kind == "e2m1" else "small", owned=True))

    def scales(dim: Dim) -> Node:
        inner = Scope([dim, Dim(k // GROUP, k // GROUP)])
        return read(g, inner, g.place(inner, "i8", "range", owned=True, low=120, high=127), pad=127)

    inner = Dim(k, k)
    scaled = dice.choice(("ab", "ab", "a", "b", ""))
    given = [scales(rows if which == "a" else cols) for which in scaled]
    x, y = factor([rows, inner], left, 1), factor([inner, cols], right, 0)
    total = b.constant(Type("f32", (m, n)), dice.choice((0, 1)))
    found = b.add(DotScaled(total.type, [x, y, total, *given], left, right, scaled))
    scope = Scope([rows, cols])
    scope.pool.append(found)
    moves.grow(g, scope, dice.choice((0, 0, 1)))
    moves.store_with(g, scope, found)


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
        inner = Scope([Dim(size, size)], launch_numbers(g))
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


def histograms(g: Generator) -> None:
    """Counts of numbers, in bins that programs share or keep to themselves."""
    b, dice, scope = g.b, g.dice, moves.launched(g)
    size = math.prod(scope.shape)
    for _ in range(dice.choice((1, 2))):
        bins = dice.choice((1, 2, 16, 64, 128))
        numbers = g.place(
            scope, dice.choice(("i8", "i16", "i32", "i64")), "range", low=0, high=min(bins + 2, 120)
        )
        found = b.reshape(read(g, scope, numbers), (size,))
        mask = [b.reshape(numbers.mask, (size,))] if numbers.mask is not None and g.chance(0.6) else []
        if not mask:
            found = b.binary("arith.andi", found, bins - 1) if g.chance(0.7) else found
        counts = b.add(Histogram(Type(dice.choice(("i32", "i32", "i64")), (bins,)), [found, *mask]))
        g.store(Scope([g.dim(bins)], launch_numbers(g)), counts)
