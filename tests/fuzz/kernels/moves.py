"""The forms that most kernels have, and the steps by which their graphs grow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.kernels.nodes import Atomic, Dot, Gather, Given, Histogram, Join, Node, Scan, Split
from tests.fuzz.kernels.scope import Dim, Scope
from tests.fuzz.kernels.values import EIGHTS, FLOATS, PRECISION, Type

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator

FLOAT_UNARY = {
    "arith.negf": 3, "math.absf": 3, "math.exp": 3, "math.exp2": 1, "math.log": 1, "math.log2": 1, "math.sqrt": 2,
    "tt.precise_sqrt": 1, "math.rsqrt": 1, "math.tanh": 1, "math.erf": 1, "math.sin": 1, "math.cos": 1, "math.floor": 1,
    "math.ceil": 1,
}  # fmt: skip
FLOAT_BINARY = {
    "arith.addf": 6, "arith.subf": 5, "arith.mulf": 6, "arith.divf": 1, "arith.maximumf": 1, "arith.minimumf": 1,
    "arith.maxnumf": 1, "arith.minnumf": 1, "select": 2, "math.fma": 1,
}  # fmt: skip
INTEGER_BINARY = {
    "arith.addi": 5, "arith.subi": 4, "arith.muli": 4, "arith.andi": 2, "arith.ori": 2, "arith.xori": 2,
    "arith.maxsi": 1,
    "arith.minsi": 1, "arith.maxui": 1, "arith.minui": 1, "arith.shli": 1, "arith.shrsi": 1, "arith.shrui": 1,
    "arith.divsi": 1, "arith.remsi": 1, "arith.divui": 1, "arith.remui": 1, "tt.mulhiui": 1, "select": 2,
}  # fmt: skip
FLOAT_REDUCTIONS = {
    "arith.addf": 8,
    "arith.maxnumf": 3,
    "arith.minnumf": 1,
    "arith.maximumf": 1,
    "arith.minimumf": 1,
    "larger": 1,
}
INTEGER_REDUCTIONS = {
    "arith.addi": 6, "arith.maxsi": 2, "arith.minsi": 1, "arith.maxui": 1, "arith.minui": 1, "arith.xori": 1,
    "arith.andi": 1, "arith.ori": 1, "arith.muli": 1,
}  # fmt: skip
FLOAT_SCANS = {"arith.addf": 4, "arith.maxnumf": 1, "arith.minnumf": 1}
INTEGER_SCANS = {"arith.addi": 4, "arith.maxsi": 1, "arith.xori": 1, "arith.muli": 1}
PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")


# Steps


def unary(g: Generator, x: Node) -> Node:
    """A function of one block, in its domain."""
    b = g.b
    if x.type.element == "i1":
        return b.apply("arith.xori", x, b.constant(x.type, 1))
    if not x.type.is_float:
        if g.chance(0.3):
            return b.apply("math.absi", x)
        return b.binary(g.pick(INTEGER_SAFE), x, g.dice.choice((1, 2, 3, 5, 7)))
    name = g.pick(FLOAT_UNARY)
    if name in ("math.exp", "math.exp2"):
        x = b.binary("arith.minnumf", x, 4)
    if name in ("math.sqrt", "math.log", "math.log2", "math.rsqrt", "tt.precise_sqrt"):
        x = b.apply("math.absf", x)
    if name in ("math.log", "math.log2", "math.rsqrt"):
        x = b.binary("arith.addf", x, 1)
    return b.apply(name, x)


INTEGER_SAFE = {"arith.addi": 3, "arith.muli": 2, "arith.subi": 2, "arith.xori": 1, "arith.shrsi": 1}


def binary(g: Generator, x: Node, y: Node) -> Node:
    """An op of two blocks of one type."""
    b = g.b
    y = b.cast(y, x.type.element)
    if x.type.element == "i1":
        return b.apply(g.dice.choice(("arith.andi", "arith.ori", "arith.xori")), x, y)
    name = g.pick(FLOAT_BINARY if x.type.is_float else INTEGER_BINARY)
    if name == "select":
        return b.apply("arith.select", compared(g, x, y), *((x, y) if g.chance(0.5) else (y, x)))
    if name == "math.fma":
        return b.apply(name, x, y, g.dice.choice((x, y)))
    if name == "arith.divf":
        y = b.binary("arith.addf", b.apply("math.absf", y), 1)
    if name in ("arith.shli", "arith.shrsi", "arith.shrui"):
        y = b.binary("arith.andi", y, 7)
    if name in ("arith.divsi", "arith.remsi", "arith.divui", "arith.remui"):
        y = b.binary("arith.ori", b.binary("arith.andi", y, 63), 1)
    return b.apply(name, x, y)


def compared(g: Generator, x: Node, y: Node) -> Node:
    predicate = g.dice.choice(PREDICATES)
    if x.type.is_float:
        return g.b.apply(f"arith.cmpf {g.dice.choice('oou')}{predicate[-2:]}", x, y)
    return g.b.apply(f"arith.cmpi {predicate}", x, y)


def reduction(g: Generator, x: Node, axis: int) -> Node:
    """The reduction of a block along ``axis``, one of several at once now and then."""
    b = g.b
    if x.type.element == "i1":
        x = b.cast(x, "i32")
    names = FLOAT_REDUCTIONS if x.type.is_float else INTEGER_REDUCTIONS
    if g.chance(0.3 if x.type.shape[axis] <= 2 else 0.07) and x.type.element != "i8":
        places = b.along(b.range(x.type.shape[axis]), axis, x.type.shape)
        found = b.several([x, places], [g.dice.choice(("argmax", "argmin"))] * 2, axis)
        return found[g.dice.randrange(2)]
    return b.reduced(x, g.pick(names), axis)


def scaled(g: Generator, x: Node) -> Node:
    """A result of a reduction, made small again as means are."""
    if x.type.is_float and g.chance(0.7):
        number = g.dice.choice((0.5, 0.25, 0.125, 0.0078125))
        constant = g.b.constant(x.type, number)
        return g.b.apply("arith.mulf", x, constant)
    return x


def reduced_back(g: Generator, scope: Scope, x: Node) -> Node:
    """A reduction whose result is used with blocks again."""
    b, rank = g.b, len(scope.shape)
    axis = g.dice.randrange(rank)
    if g.chance(0.15) and x.type.element != "i1":
        x = b.apply("arith.negf", x) if x.type.is_float else b.binary("arith.muli", x, -1)
    small = scaled(g, reduction(g, x, axis))
    if rank > 1 and g.chance(0.3):
        second = g.dice.randrange(rank - 1)
        small = scaled(g, reduction(g, small, second))
        if rank == 2:
            return b.splat(small, scope.shape)
        small = b.expand(small, second)
    if small.type.shape and g.chance(0.3):
        small = unary(g, small)
    return b.broadcast(b.expand(small, axis), scope.shape) if rank > 1 else b.splat(small, scope.shape)


def scanned(g: Generator, x: Node) -> Node:
    """A scan of a block."""
    if x.type.element == "i1":
        x = g.b.cast(x, "i32")
    name = g.pick(FLOAT_SCANS if x.type.is_float else INTEGER_SCANS)
    axis = g.dice.randrange(len(x.type.shape))
    return g.b.add(Scan(x.type, [x], name, axis, g.chance(0.3)))


def reshaped(g: Generator, x: Node) -> Node:
    """A block in another order, of the same shape in the end."""
    b, shape = g.b, x.type.shape
    match g.dice.randrange(5):
        case 0 if len(shape) > 1:
            order = list(range(len(shape)))
            g.dice.shuffle(order)
            return b.reshape(b.trans(x, order), shape)
        case 1 if shape[-1] > 1:
            halves = [Given(Type(x.type.element, (*shape[:-1], shape[-1] // 2))) for _ in range(2)]
            paired = b.reshape(x, (*shape[:-1], shape[-1] // 2, 2))
            b.add(Split(None, [paired], halves))
            return b.reshape(b.add(Join(paired.type, halves[::-1])), shape)
        case 2 if len(shape) == 1:
            twice = b.add(
                Join(Type(x.type.element, (2 * shape[0],)), [x, unary(g, x) if g.chance(0.5) else x], True)
            )
            return b.reduced(
                b.reshape(twice, (*shape, 2)),
                g.pick(
                    FLOAT_REDUCTIONS
                    if x.type.is_float
                    else {"arith.addi": 1}
                    if x.type.element != "i1"
                    else {"arith.xori": 1}
                ),
                1,
            )
        case 3 if len(shape) == 1 and shape[0] > 4:
            inner = b.reshape(x, (shape[0] // 4, 4))
            return b.reshape(b.trans(inner, (1, 0)), shape)
    small = b.reshape(x, tuple(reversed(shape)))
    return b.reshape(small, shape)


def gathered(g: Generator, x: Node) -> Node:
    """Elements of a block in an order of the indices of another one."""
    b, shape = g.b, x.type.shape
    axis = g.dice.randrange(len(shape))
    line = b.range(shape[axis])
    last = b.constant(line.type, shape[axis] - 1)
    swaps = shape[axis] > 1 and g.chance(0.5)
    index = b.binary("arith.xori", line, 1) if swaps else b.apply("arith.subi", last, line)
    return b.add(Gather(x.type, [x, b.along(index, axis, shape)], axis))


def branched(g: Generator, scope: Scope, x: Node) -> Node:
    """A block that one of two regions gives."""
    b = g.b
    test = b.binary(f"arith.cmpi {g.dice.choice(PREDICATES)}", g.some_number(scope), g.dice.randint(0, 3))

    def side() -> list[Node]:
        found, outside = x, list(scope.accesses)
        for _ in range(g.dice.randint(0, 2)):
            found = b.cast(step(g, scope, [x, found], nested=True), x.type.element)
        scope.accesses[:] = outside
        return [found]

    return b.branch(test, side, side)[0]


STEPS = {
    "index": 8,
    "keep": 3,
    "unary": 22,
    "binary": 45,
    "reduce": 14,
    "cast": 5,
    "load": 8,
    "scan": 1,
    "reshape": 2,
    "gather": 1,
    "branch": 2,
    "constant": 5,
    "rounding": 3,
}


def step(g: Generator, scope: Scope, pool: list[Node], nested: bool = False) -> Node:
    """One more block of the scope's shape, mostly of one that nobody has used so far."""
    x, y = g.dice.choice(pool[-4:] if g.chance(0.6) else pool), g.dice.choice(pool)
    unused = g.unused(pool)
    if unused and g.chance(0.5):
        x = g.dice.choice(unused)
    kind = g.pick(STEPS)
    match kind:
        case "unary":
            return unary(g, x)
        case "reduce" if not nested or g.chance(0.3):
            return reduced_back(g, scope, x)
        case "keep" if x.type.element != "i1":
            d = g.dice.randrange(len(scope.dims))
            bound = scope.dims[d].bound or g.b.number(max(1, scope.dims[d].extent // 16 * 16))
            line = g.b.apply("arith.cmpi slt", g.index(scope.dims[d]), g.b.splat(bound, (scope.shape[d],)))
            return g.b.apply("arith.select", g.b.along(line, d, scope.shape), x, g.b.constant(x.type, 0))
        case "index":
            d = g.dice.randrange(len(scope.dims))
            return g.b.cast(g.b.along(g.index(scope.dims[d]), d, scope.shape), x.type.element)
        case "cast":
            other = g.dice.choice(FLOATS if x.type.is_float else ("i8", "i16", "i32", "i64", "f32"))
            return g.b.cast(x, other)
        case "load":
            return g.computed(g.load(scope))
        case "scan" if x.type.element not in EIGHTS:
            return scanned(g, x)
        case "reshape":
            return reshaped(g, x)
        case "gather":
            return gathered(g, x)
        case "branch" if not nested:
            return branched(g, scope, x)
        case "rounding" if x.type.is_float:
            return rounded(g, x)
        case "constant" if x.type.is_float:
            return g.b.binary(
                g.dice.choice(("arith.mulf", "arith.addf")), x, g.dice.choice((0.5, 2, 0.25, 3, -1))
            )
        case "constant" if x.type.element != "i1":
            return g.b.binary(g.dice.choice(("arith.muli", "arith.addi")), x, g.dice.choice((2, 3, -1, 7)))
    return binary(g, x, y)


def rounded(g: Generator, x: Node) -> Node:
    """What arithmetic of reals would do away with: a sum that rounds, a test for what is no number, a sign of zero."""
    b = g.b
    match g.dice.randrange(4):
        case 0:
            large = b.constant(x.type, g.dice.choice((3.0, 1.0)) * 2.0 ** (PRECISION[x.type.element] - 2))
            return b.apply("arith.subf", b.apply("arith.addf", x, large), large)
        case 1:
            nothing = b.apply("arith.subf", x, x)
            return b.apply(
                "arith.select", b.apply("arith.cmpf une", nothing, nothing), b.constant(x.type, 2), x
            )
        case 2:
            twice = b.apply("arith.addf", x, x)
            odd = b.apply("arith.cmpf une", twice, twice)
            return b.apply("arith.select", odd, b.constant(x.type, 1), twice)
    zero = b.binary("arith.mulf", x, 0)
    return b.apply("arith.addf", b.constant(x.type, 1), zero)


def grow(g: Generator, scope: Scope, steps: int | None = None) -> None:
    """Loads, and steps that use what there is."""
    for _ in range(g.dice.choice((1, 1, 2, 2, 3, 4)) if not scope.pool else g.dice.choice((0, 1, 1, 2))):
        loaded = g.load(scope)
        scope.pool.append(g.computed(loaded))
    for _ in range(steps if steps is not None else g.steps):
        scope.pool.append(step(g, scope, scope.pool))


def finish(g: Generator, scope: Scope) -> None:
    """One to three stores; the last block is one of them, and one that nobody has used the next."""
    for k in range(g.dice.choice((1, 1, 2, 2, 3))):
        value = scope.pool[-1] if k == 0 else g.dice.choice(g.unused(scope.pool) or scope.pool)
        if len(scope.shape) > 1 and g.chance(0.2):
            line_store(g, scope, value)
        else:
            g.store(scope, value)


def store_with(g: Generator, scope: Scope, value: Node) -> None:
    """A store of ``value``, or of it and the last block of the scope together."""
    g.store(scope, joined(g, scope, value))


def joined(g: Generator, scope: Scope, value: Node) -> Node:
    """``value``, and more often than not the last block of the scope with it."""
    last = scope.pool[-1]
    return binary(g, value, last) if last is not value and g.chance(0.6) else value


def line_store(g: Generator, scope: Scope, value: Node) -> None:
    """A reduction of a block, stored."""
    axis = g.dice.randrange(len(scope.shape))
    inner = scope.inner(dims=[d for k, d in enumerate(scope.dims) if k != axis])
    if scope.dims[axis].start is None:
        g.store(inner, reduction(g, value, axis))
    else:
        g.store(scope, value)


# Forms


def launched(g: Generator, shape: tuple[int, ...] | None = None) -> Scope:
    """A tile, of ``shape`` if that is given, whose dimensions programs share out."""
    shape, grid = shape or g.tile(), [1, 1, 1]
    dims, outer = [], []
    for k, size in enumerate(shape):
        axis, times = k % 3, g.dice.choice((1, 1, 2, 3))
        if times > 1 and g.chance(0.8):
            grid[axis] = times
            dims.append(g.dim(size, g.start(g.b.program(axis), size), times, True))
        else:
            dims.append(g.dim(size))
    free = [axis for axis in range(3) if grid[axis] == 1]
    if free and g.chance(0.3):
        grid[free[0]] = 2
        outer.append((g.b.program(free[0]), 2))
    g.b.kernel.grid = tuple(grid)
    return Scope(dims, outer)


def tiles(g: Generator) -> None:
    """Each program does a tile."""
    scope = launched(g)
    grow(g, scope)
    finish(g, scope)


def rows(g: Generator) -> None:
    """A loop over rows, with blocks that are carried from one to the next."""
    scope, b = launched(g), g.b
    count = g.dice.choice((0, 1, 1, 2, 3, 4, 7))
    before = scope.inner()
    if g.chance(0.4):
        scope.pool.append(g.computed(g.load(scope)))
    inits = [
        b.constant(Type(accumulator_of(g), scope.shape), 0) for _ in range(g.dice.choice((0, 1, 2, 2, 3)))
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
        grow(g, inner)
        if g.chance(0.75):
            finish(g, inner)
        else:
            maybe_branch_store(g, inner)
        same = (
            inner.pool[min(len(inits), len(inner.pool) - 1)] if g.chance(0.6) else None
        )  # what was loaded first
        handed = [carry(g, inner, c, same) for c in carried[: len(inits)]]
        if g.chance(0.25):  # one becomes another one
            handed = [g.dice.choice([h for h in (*handed, *carried) if h.type == i.type]) for i in inits]
        return handed + moved

    zero, one = b.constant(Type("i32"), 0), b.constant(Type("i32"), 1)
    results = b.loop(zero, b.number(count), one, [*inits, *(p[0] for p in pointers)], body)
    before.pool = list(results[: len(inits)])
    if before.pool:
        if g.chance(0.5):
            grow(g, before, g.dice.randint(1, 4))
        for value in before.pool[: len(inits)]:
            g.store(before, value)


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


def accumulator_of(g: Generator) -> str:
    if g.element in ("f16", "bf16"):
        return "f32"
    return g.element


def carry(g: Generator, scope: Scope, now: Node, same: Node | None) -> Node:
    """What a carried block is in the next iteration: with ``same`` in it, if that is given."""
    new = g.b.cast(scope.pool[-1] if g.chance(0.5) else g.dice.choice(scope.pool), now.type.element)
    if same is not None:
        factor = g.b.cast(same, now.type.element)
        return binary_sum(g, now, factor if g.chance(0.4) else g.b.apply(product_of(now.type), factor, new))
    if now.type.is_float:
        if g.chance(0.2):
            new = g.b.apply("arith.mulf", new, new)
        return g.b.apply(g.pick({"arith.addf": 6, "arith.maxnumf": 1, "arith.minnumf": 1}), now, new)
    return g.b.apply(g.pick({"arith.addi": 6, "arith.maxsi": 1, "arith.xori": 1}), now, new)


def binary_sum(g: Generator, x: Node, y: Node) -> Node:
    return g.b.apply("arith.addf" if x.type.is_float else "arith.addi", x, y)


def product_of(type_: Type) -> str:
    return "arith.mulf" if type_.is_float else "arith.muli"


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
    element = accumulator_of(g)
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
        grow(g, scope, dice.randint(0, 5))
        if g.chance(0.3):
            finish(g, scope)
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
    totals = [scaled(g, t) for t in totals]
    spread = [b.broadcast(b.expand(t, 1), shape) if height else b.splat(t, shape) for t in totals]

    def second(start: Node, carried: list[Node]) -> list[Node]:
        scope = inside(start)
        scope.pool.extend(spread)
        grow(g, scope)
        finish(g, scope)
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
    names = FLOAT_REDUCTIONS if x.type.is_float else INTEGER_REDUCTIONS
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


def products(g: Generator) -> None:
    """Products of matrices in a loop over K, computed operands, and an epilogue."""
    b, dice = g.b, g.dice
    small = (16, 16, 32) if g.profile.gpu else (16, 16, 32, 32, 64)
    m, n, k = (dice.choice(small) for _ in range(3))
    if not g.profile.gpu and g.chance(0.2):
        m = dice.choice((1, 2, 4, 8))
    left, right, out, precision = dice.choices(list(PRODUCTS), list(PRODUCTS.values()))[0]
    if left in ("bf16", "i8") and not g.profile.gpu and g.chance(0.5):
        m, n, k = dice.choice((16, 32)), dice.choice((16, 32, 64)), dice.choice((32, 64))
    if left not in moves_types():
        left = right = "f16"
        out = "f32"
    times = dice.choice((1, 1, 2, 3))
    grid = [dice.choice((1, 2)), dice.choice((1, 1, 2)), 1]
    b.kernel.grid = tuple(grid)
    rows_ = g.dim(m, g.start(b.program(0), m), grid[0], True)
    cols = g.dim(n, g.start(b.program(1), n), grid[1], True)
    total = Scope([rows_, cols])
    g.element = left if left in FLOATS else g.element
    inits = [b.constant(Type(out, (m, n)), 0) for _ in range(dice.choice((1, 1, 1, 2)))]
    if g.chance(0.15) and out in FLOATS:
        inits.append(b.constant(Type(out, (m,)), 0))
    whole = k * times
    bound = b.number(dice.choice((whole, whole, whole - 1, max(1, whole - k // 2))))

    def operand(dims: list[Dim], element: str, outer: Node | None = None) -> Node:
        scope = Scope(dims)
        style = g.style if g.style != "special" else "small"
        computed_ = g.chance(0.3)
        source = dice.choice(FLOATS) if computed_ and element in FLOATS else element
        a = g.place(scope, source, style, low=-9, high=9)
        mask = g.mask(scope) if g.chance(0.8) else None
        type_ = a.pointers.type.of(source)
        value = b.load(a.pointers, mask, b.constant(type_, 0) if mask is not None else None)
        if computed_:
            for _ in range(dice.randint(0, 3)):
                value = step(g, scope, [value], nested=True) if source in FLOATS else binary(g, value, value)
            value = b.cast(value, element)
        if g.chance(0.12):
            stored_operand(g, scope, value)
        return value

    def body(start: Node, carried: list[Node]) -> list[Node]:
        inner = Dim(k, whole, start, bound, True)
        x = operand([rows_, inner], left)
        y = (
            b.trans(operand([cols, inner], right), (1, 0))
            if g.chance(0.25)
            else operand([inner, cols], right)
        )
        handed = []
        for now in carried:
            if len(now.type.shape) == 2:
                if handed and g.chance(0.5):
                    x = b.apply("arith.addf", x, x) if x.type.element in ("f16", "bf16", "f32", "f64") else x
                    y = operand([inner, cols], right)
                now = b.add(Dot(now.type, [x, y, now], precision))
                if g.chance(0.1) and out in FLOATS:
                    now = b.binary("arith.mulf", now, 0.5)
            else:
                line = b.reduced(b.cast(x, out), "arith.addf", 1)
                now = b.apply("arith.addf", now, line)
            handed.append(now)
        return handed

    if times > 1 or g.chance(0.5):
        zero, by = b.constant(Type("i32"), 0), b.constant(Type("i32"), k)
        found = b.loop(zero, bound if g.chance(0.4) else b.number(whole), by, inits, body)
    else:
        found = body(b.constant(Type("i32"), 0), inits)
    blocks = [b.broadcast(b.expand(f, 1), (m, n)) if len(f.type.shape) == 1 else f for f in found]
    total.pool.extend(blocks)
    if g.chance(0.25) and out in FLOATS:
        total.pool.append(chained_product(g, total, blocks[0], n, out, precision))
    if g.chance(0.7):
        grow(g, total, dice.choice((0, 1, 2, 4, 6)))
    for block in blocks[: dice.choice((1, 2))]:
        store_with(g, total, block)


def chained_product(g: Generator, total: Scope, block: Node, n: int, out: str, precision: str) -> Node:
    """A product whose left operand is what another one gave."""
    b = g.b
    element = "f16" if out == "f32" else out
    x = b.cast(unary(g, block) if g.chance(0.5) else b.binary("arith.mulf", block, 0.125), element)
    scope = Scope([g.dim(n), g.dim(n)])
    y = b.cast(g.load(scope, element if element != "f64" else "f64"), element)
    zero = b.constant(block.type, 0)
    return b.add(Dot(block.type, [x, y, zero], "ieee"))


def stored_operand(g: Generator, scope: Scope, value: Node) -> None:
    """An operand that is also stored, by every program the same."""
    if all(d.start is None or d.aligned for d in scope.dims):
        g.store(scope_alone(g, scope), value)


def scope_alone(g: Generator, scope: Scope) -> Scope:
    """The scope with what tells programs apart."""
    grid = g.b.kernel.grid
    outer = [(g.b.program(axis), grid[axis]) for axis in range(2)]
    return Scope(scope.dims, outer)


def moves_types() -> tuple[str, ...]:
    return (*FLOATS, *EIGHTS, "i8")


#: types of both operands and of the sum, how operands of f32 are rounded, and how often
PRODUCTS = {
    ("f16", "f16", "f32", "ieee"): 2,
    ("bf16", "bf16", "f32", "ieee"): 4,
    ("f32", "f32", "f32", "ieee"): 1,
    ("f32", "f32", "f32", "tf32"): 2,
    ("f64", "f64", "f64", "ieee"): 1,
    ("i8", "i8", "i32", "ieee"): 7,
    ("f16", "f16", "f16", "ieee"): 1,
    ("f8E5M2", "f8E5M2", "f32", "ieee"): 1,
    ("f8E4M3FN", "f8E4M3FN", "f32", "ieee"): 1,
}


def gathers(g: Generator) -> None:
    """Blocks read at loaded indices."""
    scope, b = launched(g), g.b
    for _ in range(g.dice.choice((1, 1, 2))):
        many = g.dice.choice((4, 64, 1000))
        index = g.place(scope, g.dice.choice(("i32", "i64")), "range", low=0, high=many)
        other = b.constant(index.pointers.type.of(index.pointers.type.pointee), 0)
        at = b.load(index.pointers, index.mask, other if index.mask is not None else None)
        table = b.array(g.element, g.style)
        if g.chance(0.3):
            at = b.binary("arith.muli", at, g.dice.choice((2, 16)))
        if g.chance(0.3):
            line = b.along(g.index(scope.dims[-1]), len(scope.dims) - 1, scope.shape)
            at = b.apply("arith.addi", at, b.cast(line, at.type.element))
        mask = index.mask
        if mask is None and g.chance(0.5):
            mask = g.mask(scope)
        keep = [] if mask is None else [mask, b.constant(Type(g.element, scope.shape), 0)]
        scope.pool.append(g.computed(b.load(b.pointer(table, at), *keep)))
    grow(g, scope, g.dice.randint(0, 6))
    finish(g, scope)


def atomics(g: Generator) -> None:
    """Elements that programs change together."""
    scope, b = launched(g), g.b
    grow(g, scope, g.dice.randint(0, 5))
    for _ in range(g.dice.choice((1, 1, 2))):
        element = g.dice.choice(("f32", "f32", "i32", "i32", "i64", "f64"))
        value = b.cast(g.dice.choice(scope.pool), element)
        if element in PRECISION:
            name = "fadd"
        else:
            name = g.dice.choice(("add", "add", "max", "min", "umax", "umin", "and", "or", "xor"))
        if g.chance(0.25):
            index = g.place(scope, "i32", "range", low=0, high=g.dice.choice((4, 50)))
            at = b.load(index.pointers)
            target = b.pointer(b.array(element, "small"), at)
            mask = None
        elif g.chance(0.7):
            target, mask = neighbours(g, scope, element)
        else:
            a = g.place(scope, element, "small")
            target, mask = a.pointers, a.mask
        if mask is None:
            mask = b.constant(Type("i1", scope.shape), 1)
        b.add(Atomic(value.type, [target, value, mask], name))
    if g.chance(0.4):
        finish(g, scope)


def neighbours(g: Generator, scope: Scope, element: str) -> tuple[Node, Node | None]:
    """Pointers to elements that are neighbours along the last dimension, and a mask that cuts rows off, if any."""
    b, step, strides = g.b, 1, {}
    for k in reversed(range(len(scope.dims))):
        strides[k] = step
        step *= scope.dims[k].extent
    line, last = g.index(scope.dims[-1]), len(scope.dims) - 1
    total = b.along(line, last, scope.shape)
    for k in range(last):
        far = b.binary("arith.muli", g.index(scope.dims[k]), strides[k])
        total = b.apply("arith.addi", total, b.along(far, k, scope.shape))
    bound, mask = scope.dims[-1].bound, None
    if bound is not None and g.chance(0.5):
        test = b.apply("arith.cmpi slt", line, b.splat(bound, line.type.shape))
        mask = b.along(test, last, scope.shape)
    return b.pointer(b.array(element, "small"), total), mask


def shapes(g: Generator) -> None:
    """Blocks in other shapes, scans, counts."""
    scope, b = launched(g), g.b
    grow(g, scope, 2)
    for _ in range(g.dice.randint(1, 4)):
        x = g.dice.choice(scope.pool)
        kind = g.dice.choice((0, 1, 2, 2, 2, 3, 4))
        if kind == 0:
            scope.pool.append(scanned(g, x))
        elif kind == 1:
            scope.pool.append(gathered(g, x))
        elif kind == 2 and len(scope.shape) == 1:
            bins = g.dice.choice((4, 16, 64))
            numbers = g.index(scope.dims[0]) if x.type.is_float else b.cast(x, "i32")
            source = b.binary("arith.andi", numbers, bins - 1)
            counts = b.add(Histogram(Type("i32", (bins,)), [source]))
            inner = Scope([g.dim(bins)], [(b.program(axis), b.kernel.grid[axis]) for axis in range(3)])
            g.store(inner, counts)
        else:
            scope.pool.append(reshaped(g, x))
        scope.pool.append(step(g, scope, scope.pool))
    finish(g, scope)


def copies(g: Generator) -> None:
    """Blocks that are stored as they are; one is also computed with now and then."""
    scope = launched(g)
    for _ in range(g.dice.choice((1, 1, 2))):
        value = plain_copy(g, scope)
        if g.chance(0.3):
            scope.pool.append(g.computed(value))
            g.store(scope, step(g, scope, scope.pool))


def row_copies(g: Generator) -> None:
    """Rows of blocks that are gathered or scattered, as they are mostly."""
    b, dice = g.b, g.dice
    height = dice.choice((2, 4, 8, 16))
    width = dice.choice([n for n in (64, 128, 256, 512, 1024) if n <= g.profile.line])
    height = height if height * width <= g.profile.tile else 2
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    pid, kept = b.program(0), b.number(dice.choice((width, width, width - 1, width // 2)))
    scope = Scope(
        [Dim(height, height * b.kernel.grid[0], g.start(pid, height)), Dim(width, width, None, kept)]
    )
    rows_of_indices(g, scope, height, width)


def plain_copy(g: Generator, scope: Scope) -> Node:
    """A block from one array to another one, both of one form and with one mask."""
    b, element = g.b, g.dice.choice((g.element, g.stored_type()))
    array = b.array(element, g.style)
    overlaps = b.kernel.grid == (1, 1, 1) and not g.profile.gpu and g.chance(0.5)
    extent = scope.dims[-1].extent
    shift = g.dice.choice((0, 1, -1, 3, extent - 1, 1 - extent, extent // 2, extent))
    arrays = [array, b.alias(array, shift) if overlaps else b.array(element, g.style)]
    mask = g.mask(scope) if g.chance(0.5) else None
    pointers = []
    for pointer in arrays:
        step_, strides = 1, {}
        for k in reversed(range(len(scope.dims))):
            strides[k] = step_
            step_ *= scope.dims[k].extent
        for node, extent in scope.outer:
            pointer = b.pointer(pointer, b.apply("arith.muli", node, b.constant(Type("i32"), step_)))
            step_ *= extent
        pointers.append(b.pointer(pointer, g.offsets(scope, strides)))
    given = [] if mask is None else [mask, b.constant(Type(element, scope.shape), 0)][: 1 + g.chance(0.7)]
    value = b.load(pointers[0], *given)
    stored = b.cast(unary(g, value), element) if g.chance(0.3) else value
    b.store(pointers[1], stored, mask)
    return value


def rows_of_indices(g: Generator, scope: Scope, height: int, width: int) -> None:
    """Rows gathered, or scattered, by numbers of rows that come from memory."""
    b, element, (first, columns_) = g.b, g.element, scope.dims
    scatters = g.chance(0.4)
    index = b.array(
        g.dice.choice(("i32", "i64")), "order" if scatters else "range", 0, g.dice.choice((3, 40))
    )
    places = b.load(b.pointer(index, g.index(first)))
    far = b.apply("arith.muli", places, b.constant(places.type, width))
    there = b.cast(b.along(b.range(width), 1, scope.shape), far.type.element)
    there = b.apply("arith.addi", b.along(far, 0, scope.shape), there)
    here = g.offsets(scope, {0: width, 1: 1})
    mask = None
    if g.chance(0.4):
        line = b.apply("arith.cmpi slt", g.index(columns_), b.splat(columns_.bound, (width,)))
        mask = b.along(line, 1, scope.shape)
    source, target = (here, there) if scatters else (there, here)
    given = [] if mask is None else [mask, b.constant(Type(element, scope.shape), 0)]
    array = b.array(element, g.style)
    overlaps = b.kernel.grid[0] == 1 and not g.profile.gpu and g.chance(0.3)
    other = (
        b.alias(array, g.dice.choice((0, 1, width, -width, width // 2)))
        if overlaps
        else b.array(element, "small")
    )
    value = b.load(b.pointer(array, source), *given)
    if g.chance(0.2):
        value = binary(g, value, value)
    if g.chance(0.25):  # other columns than those that are loaded
        fewer = b.apply(
            "arith.cmpi slt", g.index(columns_), b.constant(Type("i32", (width,)), width // 2 + 1)
        )
        mask = b.along(fewer, 1, scope.shape)
    b.store(b.pointer(other, target), value, mask)


def norms(g: Generator, scope: Scope | None = None) -> None:
    """Rows that are made smaller by their own sums and maxima, as softmax and norms of layers are."""
    scope, b = scope or launched(g), g.b
    axis = len(scope.shape) - 1
    g.element = g.element if g.element in FLOATS else "f32"
    x = g.b.cast(g.load(scope), g.dice.choice((g.element, "f32")))
    scope.pool.append(x)
    for _ in range(g.dice.choice((1, 2, 2, 3))):
        kind = g.dice.choice(("center", "square", "exp", "moment"))
        line = {"center": x, "square": b.apply("arith.mulf", x, x), "moment": unary(g, x), "exp": x}[kind]
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
    grow(g, scope, g.dice.choice((0, 0, 1, 3)))
    finish(g, scope)


def matmul(g: Generator) -> None:
    """A product of matrices as most programs write it: tiles by programs, a loop over K, rows that are aligned."""
    b, dice = g.b, g.dice
    left, right, out, precision = dice.choices(list(PRODUCTS), list(PRODUCTS.values()))[0]
    if g.profile.gpu and g.chance(0.25):
        left, right, out, precision = "f32", "f32", "f32", "tf32"
    if left not in moves_types():
        left, right, out = "f16", "f16", "f32"
    m, n, k = dice.choice((16, 64, 64)), dice.choice((16, 32, 64)), dice.choice((16, 32, 64))
    if precision == "tf32" and g.chance(0.6):  # as warpgroups multiply them
        m, n = 64, 64
    times, grid = dice.choice((1, 2, 3, 4)), (dice.choice((1, 2, 3)), dice.choice((1, 1, 2)), 1)
    b.kernel.grid = grid
    rows_, cols = (Dim(s, s * grid[x], g.start(b.program(x), s)) for x, s in enumerate((m, n)))
    limits = [b.scalar("i32", d.extent if g.chance(0.7) else d.extent - 5) for d in (rows_, cols)]
    depth = b.scalar("i32", k * times if g.chance(0.6) else k * times - dice.choice((1, 8)))
    pitches = [
        b.scalar("i32", max(s, 16) + dice.choice((0, 0, 16))) for s in (k * times, cols.extent, cols.extent)
    ]
    arrays = [b.array(e, "small", -4, 5, 0.9) for e in (left, right, out)]
    masked = g.chance(0.6)

    def offsets(row: Node, col: Node, pitch: Node, shape: tuple[int, int]) -> Node:
        far = b.apply("arith.muli", row, b.splat(pitch, row.type.shape))
        return b.apply("arith.addi", b.along(far, 0, shape), b.along(col, 1, shape))

    def below(line: Node, limit: Node, dim: int, shape: tuple[int, int]) -> Node:
        return b.along(b.apply("arith.cmpi slt", line, b.splat(limit, line.type.shape)), dim, shape)

    def load(pointers: Node, keep: Node | None) -> Node:
        zero = b.constant(pointers.type.of(pointers.type.pointee), 0)
        return b.load(pointers, *([] if keep is None else [keep, zero]))

    carries = g.chance(0.5)
    inner, row, col = b.range(k), g.index(rows_), g.index(cols)
    row_a = b.apply("arith.remsi", row, b.splat(limits[0], (m,))) if g.chance(0.4) else row
    first = [
        b.pointer(arrays[0], offsets(row_a, inner, pitches[0], (m, k))),
        b.pointer(arrays[1], offsets(inner, col, pitches[1], (k, n))),
    ]
    steps = [b.constant(Type("i32"), k), b.apply("arith.muli", pitches[1], b.constant(Type("i32"), k))]

    def body(i: Node, carried: list[Node]) -> list[Node]:
        at = b.apply("arith.addi", b.splat(i, (k,)), inner)
        if carries:
            pointers = carried[1:]
        else:
            turn = b.apply("arith.divsi", i, b.constant(Type("i32"), k))
            moved = (b.apply("arith.muli", turn, s) for s in steps)
            pointers = [b.pointer(p, b.splat(far, p.type.shape)) for p, far in zip(first, moved, strict=True)]
        x = load(pointers[0], below(at, depth, 1, (m, k)) if masked else None)
        y = load(pointers[1], below(at, depth, 0, (k, n)) if masked else None)
        if g.chance(0.15) and left in ("f16", "bf16", "f32"):
            x = b.binary("arith.mulf", x, 0.5)
        made = b.add(Dot(carried[0].type, [x, y, carried[0]], precision))
        return [
            made,
            *(b.pointer(p, b.splat(s, p.type.shape)) for p, s in zip(carried[1:], steps, strict=False)),
        ]

    zero, by = b.constant(Type("i32"), 0), b.constant(Type("i32"), k)
    total = b.loop(zero, depth, by, [b.constant(Type(out, (m, n)), 0), *(first if carries else [])], body)[0]
    if g.chance(0.3):
        total = binary(g, total, unary(g, total))
    target = b.pointer(arrays[2], offsets(row, col, pitches[2], (m, n)))
    keep = b.apply("arith.andi", below(row, limits[0], 0, (m, n)), below(col, limits[1], 1, (m, n)))
    b.store(target, b.cast(total, out), keep if g.chance(0.7) else None)


def attention(g: Generator) -> None:
    """Two products in a loop with a softmax between them, whose maxima and sums are carried."""
    b, dice = g.b, g.dice
    element = dice.choice(("f16", "f16", "bf16"))
    element = element if element in FLOATS else "f16"
    m, n, d = dice.choice((16, 64, 64)), dice.choice((16, 32, 64)), dice.choice((16, 32, 64))
    if g.profile.gpu and g.chance(0.3):
        m, n = 64, 128
    if g.profile.gpu and g.chance(0.6):  # as warpgroups make them behind producers
        m, n, d = 64, dice.choice((64, 128)), 64
        copies_ = {"tensor_copies": True, "warp_specialize": True, "persistent": dice.choice((False, None))}
        b.kernel.options |= {**copies_, "num_warps": 4, "num_stages": dice.choice((3, 4))}
    times = dice.choice((1, 2, 3))
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    rows_ = Dim(m, m * b.kernel.grid[0], g.start(b.program(0), m))
    q, key, value, out = (b.array(e, "quarters", 0, 0, 0.9) for e in (element, element, element, "f32"))
    scale = b.scalar("f32", dice.choice((0.125, 0.5, 0.25, -0.25, 0.0)))
    function = dice.choice(("math.exp", "math.exp2"))
    causal, line = g.chance(0.6), g.index(rows_)
    wide = b.constant(Type("i32"), d)

    def block(array: Node, index: Node, height: int) -> Node:
        far = b.apply("arith.muli", index, b.splat(wide, (height,)))
        whole = b.apply("arith.addi", b.along(far, 0, (height, d)), b.along(b.range(d), 1, (height, d)))
        return b.pointer(array, whole)

    queries = b.load(block(q, line, m))
    score, sums = Type("f32", (m, n)), Type("f32", (m, d))
    limit = b.scalar("i32", n * times)

    def body(start: Node, carried: list[Node]) -> list[Node]:
        total, most, weight = carried
        at = b.apply("arith.addi", b.splat(start, (n,)), b.range(n))
        keys = b.trans(b.load(block(key, at, n)), (1, 0))
        s = b.add(Dot(score, [queries, keys, b.constant(score, 0)]))
        s = b.apply("arith.mulf", s, b.splat(scale, (m, n)))
        if causal:
            keep = b.apply("arith.cmpi sge", b.along(line, 0, (m, n)), b.along(at, 1, (m, n)))
            s = b.apply("arith.select", keep, s, b.constant(score, dice.choice((-1e30, float("-inf")))))
        new = b.apply("arith.maxnumf", most, b.reduced(s, "arith.maxnumf", 1))
        p = b.apply(function, b.apply("arith.subf", s, b.broadcast(b.expand(new, 1), (m, n))))
        alpha = b.apply(function, b.apply("arith.subf", most, new))
        weight = b.apply("arith.addf", b.apply("arith.mulf", weight, alpha), b.reduced(p, "arith.addf", 1))
        total = b.apply("arith.mulf", total, b.broadcast(b.expand(alpha, 1), (m, d)))
        total = b.add(Dot(sums, [b.cast(p, element), b.load(block(value, at, n)), total]))
        return [total, new, weight]

    inits = [b.constant(sums, 0), b.constant(Type("f32", (m,)), -1e30), b.constant(Type("f32", (m,)), 0)]
    zero, by = b.constant(Type("i32"), 0), b.constant(Type("i32"), n)
    total, _, weight = b.loop(zero, limit, by, inits, body)
    weight = b.binary("arith.maxnumf", weight, 1e-3)
    b.store(block(out, line, m), b.apply("arith.divf", total, b.broadcast(b.expand(weight, 1), (m, d))))
