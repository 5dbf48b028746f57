"""Forms of kernels that are random graphs over tiles, in loops or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.kernels import moves
from tests.fuzz.kernels.nodes import Histogram, Node
from tests.fuzz.kernels.scope import Dim, Scope
from tests.fuzz.kernels.values import EIGHTS, FLOATS, PRECISION, Type

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator


def tiles(g: Generator) -> None:
    """Each program does a tile."""
    scope = moves.launched(g)
    moves.grow(g, scope)
    moves.finish(g, scope)


def rows(g: Generator) -> None:
    """A loop over rows, with blocks that are carried from one to the next."""
    scope, b = moves.launched(g), g.b
    count = g.dice.choice((0, 1, 1, 2, 3, 4, 7))
    before = scope.inner()
    if g.chance(0.4):
        scope.pool.append(g.computed(g.load(scope)))
    inits = [
        b.constant(Type(moves.accumulator_of(g), scope.shape), 0)
        for _ in range(g.dice.choice((0, 1, 2, 2, 3)))
    ]
    if g.chance(0.15):
        inits.append(g.computed(g.load(scope)))
    pointers = carried_pointers(g, scope, max(count, 1)) if g.chance(0.35) else []

    def body(index: Node, carried: list[Node]) -> list[Node]:
        inner = scope.inner(outer=[*scope.outer, (index, max(count, 1))])
        inner.pool.extend(carried[: len(inits)])
        moved = []
        for (_pointer, _, mask, far), now in zip(pointers, carried[len(inits) :], strict=True):
            other = b.constant(now.type.of(now.type.pointee), 0) if mask is not None else None
            inner.pool.append(g.computed(b.load(now, mask, other)))
            moved.append(b.pointer(now, b.splat(far, now.type.shape)))
        moves.grow(g, inner)
        if g.chance(0.75):
            moves.finish(g, inner)
        else:
            maybe_branch_store(g, inner)
        same = (
            inner.pool[min(len(inits), len(inner.pool) - 1)] if g.chance(0.6) else None
        )  # what was loaded first
        handed = [moves.carry(g, inner, c, same) for c in carried[: len(inits)]]
        if g.chance(0.25):  # one becomes another one
            handed = [g.dice.choice([h for h in (*handed, *carried) if h.type == i.type]) for i in inits]
        return handed + moved

    zero, one = b.constant(Type("i32"), 0), b.constant(Type("i32"), 1)
    results = b.loop(zero, b.number(count), one, [*inits, *(p[0] for p in pointers)], body)
    before.pool = list(results[: len(inits)])
    if before.pool:
        if g.chance(0.5):
            moves.grow(g, before, g.dice.randint(1, 4))
        for value in before.pool[: len(inits)]:
            g.store(before, value)


def narrow(g: Generator) -> None:
    """Arithmetic in floats of 16 bits, each op of which rounds; some of them are integers of few values."""
    scope, b, dice = moves.launched(g), g.b, g.dice
    element = dice.choice([e for e in ("f16", "bf16") if e in FLOATS])
    g.style, b.kernel.fusion = dice.choice(("normal", "quarters")), g.chance(0.3)
    pool = [b.cast(g.load(scope, element), element) for _ in range(dice.choice((1, 2, 3)))]
    pool += [b.cast(_few(g, scope), element) for _ in range(dice.choice((1, 2, 3)))]
    for _ in range(dice.randint(2, 6)):
        x, y = dice.choice(pool[-2:]), dice.choice(pool)
        pool.append(b.apply(dice.choice(("arith.addf", "arith.subf", "arith.mulf")), x, y))
    for value in pool[-dice.choice((1, 2)) :]:
        g.store(scope, value)


def _few(g: Generator, scope: Scope) -> Node:
    """Integers of few values: bits of others, and their differences to a number."""
    b, dice = g.b, g.dice
    element = dice.choice(("i8", "i16", "i32"))
    value = b.cast(g.load(scope, element), element)
    bits = dice.choice((2, 4, 4, 7) if element == "i8" else (1, 2, 4, 4, 7, 10))
    value = b.binary("arith.andi", value, (1 << bits) - 1)
    return b.binary("arith.subi", value, dice.choice((1, 8, 100))) if g.chance(0.5) else value


def eights(g: Generator) -> None:
    """Blocks that are stored as floats of 8 bits, of floats or of such that are computed with."""
    scope, b, dice = moves.launched(g), g.b, g.dice
    for _ in range(dice.choice((2, 3, 3))):
        value = g.load(scope, dice.choice((*FLOATS, *EIGHTS * 3)))
        if value.type.element in EIGHTS or g.chance(0.5):
            wide = b.cast(value, "f32")
            value = b.apply(dice.choice(("arith.addf", "arith.mulf", "arith.maximumf")), wide, wide)
            value = (
                b.apply(dice.choice(("math.erf", "math.tanh", "math.sqrt")), value)
                if g.chance(0.7)
                else value
            )
        a = g.place(scope, dice.choice(EIGHTS), "small", owned=True)
        b.store(a.pointers, b.cast(value, a.array.type.pointee), a.mask)


def maybe_branch_store(g: Generator, scope: Scope) -> None:
    """A store in some iterations only."""
    b = g.b
    test = b.binary("arith.cmpi ne", g.some_number(scope), 1)

    def store() -> list[Node]:
        outside = list(scope.accesses)
        g.store(scope, scope.pool[-1])
        scope.accesses[:] = outside
        return []

    b.branch(test, store, lambda: [])


def carried_pointers(g: Generator, scope: Scope, count: int) -> list[tuple]:
    """Blocks of pointers that move on by a distance: first ones, access, mask, distance."""
    found = []
    for _ in range(g.dice.choice((1, 1, 2))):
        a = g.place(scope, g.stored_type(), g.style)
        far = g.b.number(g.dice.choice((1, 4, scope.shape[-1], -scope.shape[-1], 16)))
        found.append((a.pointers, a, a.mask, far))
    return found


def columns(g: Generator) -> None:
    """A loop over blocks of columns that reduces, and another one that uses what came out."""
    b, dice = g.b, g.dice
    size = dice.choice([n for n in (16, 32, 64, 128, 256, 512, 1024) if n <= g.profile.line])
    height = dice.choice((1, 1, 2, 4, 8)) if g.chance(0.5) else 0
    height = height if height * size <= g.profile.tile // 2 else 0
    times = dice.choice((1, 2, 3, 5))
    g.b.kernel.grid = (dice.choice((1, 2, 3)), 1, 1)
    pid = b.program(0)
    whole = size * times
    width = b.number(dice.choice((whole, whole - 1, whole - size // 2, max(1, whole - size + 1))))
    shape = (height, size) if height else (size,)
    element = moves.accumulator_of(g)
    vector = g.chance(0.6)
    inits = [
        b.constant(Type(element, shape if vector else shape[:-1]), 0)
        for _ in range(dice.choice((1, 1, 2, 3)))
    ]

    def inside(start: Node) -> Scope:
        dims = [Dim(size, whole, start, width)]
        outer = [(pid, g.b.kernel.grid[0])]
        if height:
            dims.insert(0, Dim(height, height * outer[0][1], g.start(pid, height), None))
            outer = []
        return Scope(dims, outer)

    def first(start: Node, carried: list[Node]) -> list[Node]:
        scope = inside(start)
        moves.grow(g, scope, dice.randint(0, 5))
        if g.chance(0.3):
            moves.finish(g, scope)
        handed = []
        for now in carried:
            x = b.cast(dice.choice(scope.pool), element)
            x = x if vector else reduction_of(g, x, len(shape) - 1)
            names = ("arith.addf", "arith.maxnumf") if element in PRECISION else ("arith.addi", "arith.maxsi")
            name = g.dice.choices(names, (4, 1))[0]
            handed.append(b.apply(name, now, b.cast(x, element)))
        return handed

    zero, by = b.constant(Type("i32"), 0), b.constant(Type("i32"), size)
    limit = width if g.chance(0.7) else b.number(whole)
    totals = b.loop(zero, limit, by, inits, first)
    if vector:
        totals = [reduction_of(g, t, len(shape) - 1) for t in totals]
    totals = [moves.scaled(g, t) for t in totals]
    spread = [b.broadcast(b.expand(t, 1), shape) if height else b.splat(t, shape) for t in totals]

    def second(start: Node, carried: list[Node]) -> list[Node]:
        scope = inside(start)
        scope.pool.extend(spread)
        moves.grow(g, scope)
        moves.finish(g, scope)
        return []

    if g.chance(0.7):
        b.loop(zero, limit, by, [], second)
    else:
        lines = Scope([], [(pid, g.b.kernel.grid[0])])
        if height:
            lines = Scope([Dim(height, height * g.b.kernel.grid[0], g.start(pid, height), None)])
        for t in totals:
            plain_store(g, lines, t)


def reduction_of(g: Generator, x: Node, axis: int) -> Node:
    names = moves.FLOAT_REDUCTIONS if x.type.is_float else moves.INTEGER_REDUCTIONS
    return g.b.reduced(x, g.pick(names), axis)


def plain_store(g: Generator, scope: Scope, value: Node) -> None:
    """A store of blocks or scalars, each element to its own place."""
    b = g.b
    array = b.array(value.type.element, "small")
    pointer, step_ = array, 1
    for node, extent in scope.outer:
        pointer = b.pointer(pointer, b.apply("arith.muli", node, b.constant(Type("i32"), step_)))
        step_ *= extent
    if scope.dims:
        offsets = g.offsets(scope, {0: 1})
        pointer = b.pointer(pointer, offsets)
    b.store(pointer, value)


def shapes(g: Generator) -> None:
    """Blocks in other shapes, scans, counts."""
    scope, b = moves.launched(g), g.b
    moves.grow(g, scope, 2)
    for _ in range(g.dice.randint(1, 4)):
        x = g.dice.choice(scope.pool)
        kind = g.dice.choice((0, 1, 2, 2, 2, 3, 4))
        if kind == 0:
            scope.pool.append(moves.scanned(g, x))
        elif kind == 1:
            scope.pool.append(moves.gathered(g, x))
        elif kind == 2 and len(scope.shape) == 1:
            bins = g.dice.choice((4, 16, 64))
            numbers = g.index(scope.dims[0]) if x.type.is_float else b.cast(x, "i32")
            source = b.binary("arith.andi", numbers, bins - 1)
            counts = b.add(Histogram(Type("i32", (bins,)), [source]))
            inner = Scope([g.dim(bins)], [(b.program(axis), b.kernel.grid[axis]) for axis in range(3)])
            g.store(inner, counts)
        else:
            scope.pool.append(moves.reshaped(g, x))
        scope.pool.append(moves.step(g, scope, scope.pool))
    moves.finish(g, scope)


def with_units(g: Generator) -> tuple[int, ...]:
    """The shape of a tile that has dimensions of one element before the last one, which has more than two."""
    shape = [g.dice.choice((4, 8, 16, 32)) for _ in range(g.dice.choice((1, 2, 2)))]
    for _ in range(3 - len(shape) if g.chance(0.5) else 1):
        shape.insert(g.dice.randrange(len(shape)), 1)
    return tuple(shape)


def norms(g: Generator, scope: Scope | None = None) -> None:
    """Rows that are made smaller by their own sums and maxima, as softmax and norms of layers are."""
    scope, b = scope or moves.launched(g, with_units(g) if g.chance(0.7) else None), g.b
    axis = len(scope.shape) - 1
    g.element = g.element if g.element in FLOATS else "f32"
    x = g.b.cast(g.load(scope), g.dice.choice((g.element, "f32")))
    scope.pool.append(x)
    for _ in range(g.dice.choice((1, 2, 2, 3))):
        kind = g.dice.choice(("center", "square", "exp", "moment"))
        line = {"center": x, "square": b.apply("arith.mulf", x, x), "moment": moves.unary(g, x), "exp": x}[
            kind
        ]
        name = "arith.maxnumf" if kind == "exp" else "arith.addf"
        total = b.reduced(line, name, axis)
        if kind != "exp":
            total = b.binary("arith.mulf", total, 1 / scope.shape[axis])
        whole = b.broadcast(b.expand(total, axis), scope.shape) if axis else b.splat(total, scope.shape)
        if kind == "square":
            x = b.apply("arith.divf", x, b.binary("arith.addf", whole, 1))
        else:
            x = b.apply("arith.subf", x, whole)
        if kind == "exp":
            x = b.apply("math.exp", b.binary("arith.minnumf", x, 4))
        scope.pool.append(x)
    moves.grow(g, scope, g.dice.choice((0, 0, 1, 3)))
    moves.finish(g, scope)
