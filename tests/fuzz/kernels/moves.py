"""The steps by which graphs grow, and what forms of kernels are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.kernels.nodes import Gather, Given, Join, Node, Split
from tests.fuzz.kernels.reductions import Scan
from tests.fuzz.kernels.scope import Scope
from tests.fuzz.kernels.values import EIGHTS, FLOATS, PRECISION, Type

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator

FLOAT_UNARY = {
    "arith.negf": 3, "math.absf": 3, "math.exp": 3, "math.exp2": 1, "math.log": 1, "math.log2": 1, "math.sqrt": 2,
    "tt.precise_sqrt": 1, "math.rsqrt": 2, "math.tanh": 4, "math.erf": 2, "math.sin": 1, "math.cos": 1, "math.floor": 1,
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
    "first": 2,
}


INTEGER_REDUCTIONS = {
    "arith.addi": 6, "arith.maxsi": 2, "arith.minsi": 1, "arith.maxui": 1, "arith.minui": 1, "arith.xori": 1,
    "arith.andi": 1, "arith.ori": 1, "arith.muli": 1, "first": 1,
}  # fmt: skip


FLOAT_SCANS = {"arith.addf": 4, "arith.maxnumf": 1, "arith.minnumf": 1}


INTEGER_SCANS = {"arith.addi": 4, "arith.maxsi": 1, "arith.xori": 1, "arith.muli": 1}


PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")


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
    if g.chance(0.3 if x.type.shape[axis] <= 2 else 0.12) and x.type.element != "i8":
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


def launch_numbers(g: Generator) -> list[tuple[Node, int]]:
    """What tells programs apart."""
    return [(g.b.program(axis), n) for axis, n in enumerate(g.b.kernel.grid) if n > 1]
