"""Forms of kernels that multiply matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.kernels import copied, moves
from tests.fuzz.kernels.accesses import Atomic
from tests.fuzz.kernels.nodes import Join, Node
from tests.fuzz.kernels.reductions import Dot
from tests.fuzz.kernels.scaled import GROUP, STORED, DotScaled
from tests.fuzz.kernels.scope import Dim, Scope
from tests.fuzz.kernels.values import DTYPES, EIGHTS, FLOATS, Type

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator


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
        pad = dice.choice((0, 0, 0, 0, 1))
        value = b.load(a.pointers, mask, b.constant(type_, pad) if mask is not None else None)
        if computed_:
            for _ in range(dice.randint(0, 3)):
                value = (
                    moves.step(g, scope, [value], nested=True)
                    if source in FLOATS
                    else moves.binary(g, value, value)
                )
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
        moves.grow(g, total, dice.choice((0, 1, 2, 4, 6)))
    for block in blocks[: dice.choice((1, 2))]:
        moves.store_with(g, total, block)


def chained_product(g: Generator, total: Scope, block: Node, n: int, out: str, precision: str) -> Node:
    """A product whose left operand is what another one gave."""
    b = g.b
    element = "f16" if out == "f32" else out
    x = b.cast(moves.unary(g, block) if g.chance(0.5) else b.binary("arith.mulf", block, 0.125), element)
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
    ("f32", "f32", "f32", "ieee"): 2,
    ("f32", "f32", "f32", "tf32"): 2,
    ("f64", "f64", "f64", "ieee"): 2,
    ("i8", "i8", "i32", "ieee"): 7,
    ("f16", "f16", "f16", "ieee"): 1,
    ("f8E5M2", "f8E5M2", "f32", "ieee"): 1,
    ("f8E4M3FN", "f8E4M3FN", "f32", "ieee"): 1,
}


#: ways to copy what a loop multiplies, on a GPU: tiles by TMA, with no producer; chunks, by a producer
COPIED = (
    {"tensor_copies": True, "warp_specialize": False, "persistent": False},
    {"tensor_copies": False, "warp_specialize": True, "persistent": False},
)
#: the same by pairs of blocks
PAIRED = dict.fromkeys(("tensor_copies", "warp_specialize", "persistent", "multicast"), True)


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
    if g.profile.gpu and g.chance(0.5):
        copied = PAIRED if g.chance(0.4) else COPIED[g.chance(0.65)]
        b.kernel.options |= copied | {"num_warps": dice.choice((4, 4, 8))}
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
    is_turned = not carries and g.chance(0.3)  # from the end on
    inner, row, col = b.range(k), g.index(rows_), g.index(cols)
    row_a, col_b = (
        b.apply("arith.remsi", line, b.splat(limit, line.type.shape)) if g.chance(chance) else line
        for line, limit, chance in zip((row, col), limits, (0.55, 0.4), strict=True)
    )
    first = [
        b.pointer(arrays[0], offsets(row_a, inner, pitches[0], (m, k))),
        b.pointer(arrays[1], offsets(inner, col_b, pitches[1], (k, n))),
    ]
    steps = [b.constant(Type("i32"), k), b.apply("arith.muli", pitches[1], b.constant(Type("i32"), k))]
    every = b.constant(Type("i1", (m, n)), 1)
    shared = b.array(out, "small") if g.chance(0.15) and out in ("f32", "i32") else None
    updated = None if shared is None else b.pointer(shared, offsets(row, col, pitches[2], (m, n)))
    order = dice.choice(("relaxed", "acq_rel"))

    def body(i: Node, carried: list[Node]) -> list[Node]:
        if is_turned:
            i = b.apply("arith.subi", b.constant(Type("i32"), k * (times - 1)), i)
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
        if updated is not None:
            name = "add" if out == "i32" else "fadd"
            b.add(Atomic(made.type, [updated, made, every], name, order=order))
        return [
            made,
            *(b.pointer(p, b.splat(s, p.type.shape)) for p, s in zip(carried[1:], steps, strict=False)),
        ]

    zero, by = b.constant(Type("i32"), 0), b.constant(Type("i32"), k)
    total = b.loop(zero, depth, by, [b.constant(Type(out, (m, n)), 0), *(first if carries else [])], body)[0]
    if g.chance(0.3):
        total = moves.binary(g, total, moves.unary(g, total))
    if g.chance(0.15):  # of all rows or columns, those that wrap, too
        axis, name = dice.choice((0, 1)), "arith.maxsi" if out == "i32" else "arith.maximumf"
        total = b.apply(name, total, b.along(b.reduced(total, name, axis), 1 - axis, (m, n)))
    target = b.pointer(arrays[2], offsets(row, col, pitches[2], (m, n)))
    shown = [
        limit if g.chance(0.85) else b.scalar("i32", d.extent)
        for limit, d in zip(limits, (rows_, cols), strict=True)
    ]
    keep = b.apply("arith.andi", below(row, shown[0], 0, (m, n)), below(col, shown[1], 1, (m, n)))
    b.store(target, b.cast(total, out), keep if g.chance(0.75) else None)


def gathered_products(g: Generator) -> None:
    """Products in a loop by rows at places from memory: parts of a program's own rows, or an iteration's rows."""
    b, dice = g.b, g.dice
    element = dice.choice([e for e in ("f16", "f16", "bf16", "f32", "f32") if e in FLOATS])
    m, n, k = dice.choice((16, 64)), dice.choice((16, 32, 64)), dice.choice((16, 32, 64))
    if g.profile.gpu:
        b.kernel.options |= COPIED[g.chance(0.3)] if g.chance(0.4) else {}
        b.kernel.options |= {
            "num_stages": dice.choice((2, 3, 4)),
            "num_warps": dice.choice((1, 2, 4, 4, 4, 8)),
        }
    times, b.kernel.grid = dice.choice((0, 1, 2, 3, 5)), (dice.choice((1, 2)), 1, 1)
    rows_, is_held, is_across = (
        Dim(m, m * b.kernel.grid[0], g.start(b.program(0), m)),
        g.chance(0.5),
        g.chance(0.5),
    )
    pitch = b.scalar("i32", dice.choice((k * times + 16, k * times + 8, 64)) if is_held else k + 16)
    limit = b.scalar(
        "i32", dice.choice((0, 20, 60)) if is_held else max(0, n * times - dice.choice((0, 0, 5, n)))
    )
    index = b.array(dice.choice(("i32", "i32", "i64")), "range", 0, 40)
    left, right, out = (b.array(e, "small", -4, 5, 0.9) for e in (element, element, "f32"))
    is_masked, page = (g.chance(0.6), g.chance(0.4)), dice.choice((1, 1, 4, 16))

    def block(array: Node, line: Node, size: int) -> Node:
        shape = (line.type.shape[0], size)
        far = b.along(b.binary("arith.muli", line, size), 0, shape)
        return b.pointer(array, b.apply("arith.addi", far, b.along(b.range(size), 1, shape)))

    def below(line: Node, bound: Node) -> Node:
        return b.apply("arith.cmpi slt", line, b.splat(b.cast(bound, line.type.element), line.type.shape))

    def places(line: Node) -> tuple[Node, Node]:
        there = below(line, limit)
        at = b.pointer(index, b.binary("arith.divsi", line, page))
        none = b.constant(at.type.of(at.type.pointee), 0)
        return (b.load(at, there, none) if is_masked[0] else b.load(at)), there

    def gathered(at: Node, there: Node, column: Node) -> Node:
        dims, shape = ((1, 0), (k, n)) if is_across else ((0, 1), (n, k))
        far = b.apply("arith.muli", at, b.splat(b.cast(pitch, at.type.element), at.type.shape))
        inner = b.along(b.cast(column, far.type.element), dims[1], shape)
        pointers = b.pointer(right, b.apply("arith.addi", b.along(far, dims[0], shape), inner))
        masks = [b.along(there, dims[0], shape)] if is_masked[0] else []
        masks += [b.along(below(column, pitch), dims[1], shape)] if is_masked[1] else []
        if not masks:
            return b.load(pointers)
        mask = masks[0] if len(masks) == 1 else b.apply("arith.andi", *masks)
        return b.load(pointers, mask, b.constant(pointers.type.of(element), 0))

    x = b.load(block(left, g.index(rows_), k))
    is_fixed = g.chance(0.6)
    first = places(b.range(n)) if is_held else None

    def body(turn: Node, carried: list[Node]) -> list[Node]:
        size = k if is_held else n
        start = b.splat(b.apply("arith.muli", turn, b.constant(Type("i32"), size)), (size,))
        line = b.apply("arith.addi", start, b.range(size))
        y = gathered(*(first or places(line)), line if is_held else b.range(k))
        y = y if is_across else b.trans(y, (1, 0))
        far = b.apply("arith.muli", turn, b.constant(Type("i32"), rows_.extent * k))
        moved = x if is_fixed else b.load(block(b.pointer(left, far), g.index(rows_), k))
        return [b.add(Dot(carried[0].type, [moved, y, carried[0]], "ieee"))]

    zero, one, sums = b.constant(Type("i32"), 0), b.constant(Type("i32"), 1), Type("f32", (m, n))
    total = b.loop(zero, b.scalar("i32", times), one, [b.constant(sums, 0)], body)[0]
    b.store(block(out, g.index(rows_), n), total)


def recurrences(g: Generator) -> None:
    """A loop that multiplies what its last iteration has stored, and stores that in turn."""
    b, dice = g.b, g.dice
    element = dice.choice([e for e in ("f16", "f16", "f32", "bf16") if e in FLOATS])
    m, n = dice.choice((16, 32)), dice.choice((16, 16, 32))
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    times, rows = dice.choice((1, 2, 3)), Dim(m, m * b.kernel.grid[0], g.start(b.program(0), m))
    states, factors = (b.array(element, "small", -4, 5, 0.7) for _ in range(2))
    height, sums = b.constant(Type("i32"), rows.extent * n), Type("f32", (m, n))

    def block(array: Node, turn: Node, line: Node, size: Node) -> Node:
        shape = (line.type.shape[0], n)
        far = b.along(b.binary("arith.muli", line, n), 0, shape)
        inside = b.apply("arith.addi", far, b.along(b.range(n), 1, shape))
        return b.pointer(b.pointer(array, b.apply("arith.muli", turn, size)), inside)

    def body(turn: Node, carried: list[Node]) -> list[Node]:
        x = b.load(block(states, turn, g.index(rows), height))
        y = b.load(block(factors, turn, b.range(n), b.constant(Type("i32"), n * n)))
        made = b.add(Dot(sums, [x, y, b.constant(sums, 0)], "ieee"))
        new = b.cast(b.binary("arith.mulf", made, 0.0625), element)
        b.store(block(states, b.binary("arith.addi", turn, 1), g.index(rows), height), new)
        return [b.apply("arith.addf", carried[0], made)]

    zero, one = b.constant(Type("i32"), 0), b.constant(Type("i32"), 1)
    total = b.loop(zero, b.number(times), one, [b.constant(sums, 0)], body)[0]
    g.store(Scope([rows, Dim(n, n)]), total)


def as_warpgroups(g: Generator) -> tuple[int, int, int]:
    """Rows, columns and inner elements of products that one warpgroup, or two, may make behind a producer."""
    dice, options, groups = g.dice, g.b.kernel.options, g.dice.choice((1, 2, 2, 2))
    by_tma = g.chance(0.65)
    options |= {"tensor_copies": by_tma, "warp_specialize": True, "persistent": by_tma and g.chance(0.4)}
    options["multicast"] = options["persistent"] and g.chance(0.6)
    options |= {"num_warps": 4 * groups, "num_stages": dice.choice((2, 3, 3, 3, 4, 4))}
    g.b.kernel.eager, g.b.kernel.fusion = g.chance(0.9), g.chance(0.8)
    return 64 * groups, dice.choice((32, 64, 128) if groups == 1 else (16, 32)), dice.choice((16, 32, 64))


def attention(g: Generator) -> None:
    """Two products in a loop with a softmax between them, whose maxima and sums are carried."""
    b, dice = g.b, g.dice
    element = dice.choice(("f16", "f16", "bf16"))
    element = element if element in FLOATS else "f16"
    m, n, d = dice.choice((16, 64, 64)), dice.choice((16, 32, 64)), dice.choice((16, 32, 64))
    if g.profile.gpu and g.chance(0.85):
        m, n, d = as_warpgroups(g)
    times = dice.choice((1, 2, 3))
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    rows_ = Dim(m, m * b.kernel.grid[0], g.start(b.program(0), m))
    q, key, value, out = (b.array(e, "quarters", 0, 0, 0.9) for e in (element, element, element, "f32"))
    scale = b.scalar("f32", dice.choice((0.125, 0.5, 0.25, -0.25, 0.0)))
    function = dice.choice(("math.exp", "math.exp2"))
    causal, line = g.chance(0.8), g.index(rows_)
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


#: machines that have instructions for products in words, how often, and the operands of these
WORDS = {
    "": (8, ("i8", "bf16")),
    "without amx": (8, ("i8", "bf16")),
    "without vnni": (4, ("i8",)),
    "x86-64-v3": (3, ("i8",)),
    "x86-64": (1, ("i8",)),
}


def words(g: Generator) -> None:
    """Products of bf16, or of bytes, in a loop: in tiles, in vectors, or in pairs, as the machine can."""
    machine = g.pick({name: weight for name, (weight, _) in WORDS.items()})
    g.b.kernel.grid = (g.dice.choice((1, 2)), 1, 1)
    if not g.profile.gpu:
        g.b.kernel.machine = machine
    elements = [element for element in WORDS[machine][1] if element in DTYPES]
    for _ in range(g.dice.choice((1, 2, 3, 3)) if not g.profile.gpu else 1):
        word_product(g, g.dice.choice(elements), machine)


def word_product(g: Generator, element: str, machine: str) -> None:
    """One of these products."""
    b, dice = g.b, g.dice
    out = "f32" if element == "bf16" else "i32"
    tiled = machine == "" and g.chance(0.9)  # the matrix units take whole tiles alone
    m = dice.choice((16, 32)) if tiled or g.profile.gpu else dice.choice((1, 2, 5, 8, 16, 16, 32))
    m = 1 << (m - 1).bit_length()
    n, k = dice.choice((16, 32, 64)), dice.choice((64, 128)) if tiled else dice.choice((16, 32, 64))
    times = dice.choice((1, 2, 3))
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
        x = copied.read(g, left, g.place(left, element, "small", owned=True))
        y = copied.read(g, right, g.place(right, "i8", "any", owned=True), pad=3)
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
        return copied.read(
            g, inner, g.place(inner, element, "any" if kind == "e2m1" else "small", owned=True)
        )

    def scales(dim: Dim) -> Node:
        inner = Scope([dim, Dim(k // GROUP, k // GROUP)])
        return copied.read(g, inner, g.place(inner, "i8", "range", owned=True, low=120, high=127), pad=127)

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


def convolved(g: Generator) -> None:
    """Convolutions as products, or sums: each window takes the pixels' neighbours that lie in the image."""
    b, dice = g.b, g.dice
    element = dice.choice([e for e in ("f16", "bf16", "f32", "f32") if e in FLOATS])
    m, k, n = dice.choice((16, 32, 64)), dice.choice((16, 32)), dice.choice((16, 32))
    is_sum, size = g.chance(0.3), dice.choice((1, 2, 3, 3))
    n = k if is_sum else n
    height, width = (dice.randint(2, 9) for _ in range(2))
    pixels = dice.choice((1, 2)) * height * width
    b.kernel.grid = (-(-pixels // m), 1, 1)
    rows_ = Dim(m, m * b.kernel.grid[0], g.start(b.program(0), m))
    known = g.chance(0.2)  # how many pixels there are
    limit = b.constant(Type("i32"), pixels) if known else b.scalar("i32", pixels)
    tall, wide = (b.scalar("i32", number) for number in (height, width))
    source, weights, out = (b.array(e, "small", -4, 5, 0.9) for e in (element, element, "f32"))
    pixel, channel, line = g.index(rows_), b.range(k), (m,)
    row = b.apply("arith.divsi", pixel, b.splat(wide, line))
    row = b.apply("arith.remsi", row, b.splat(tall, line))
    column = b.apply("arith.remsi", pixel, b.splat(wide, line))
    there = b.apply("arith.cmpi slt", pixel, b.splat(limit, line))
    one = b.constant(Type("i32"), 1)

    def moved(at: Node, by: Node, end: Node, mask: Node) -> Node:
        at = b.apply("arith.addi", at, b.splat(by, line))
        below = b.apply("arith.cmpi slt", at, b.splat(end, line))
        return b.apply("arith.andi", mask, b.apply("arith.andi", b.binary("arith.cmpi sge", at, 0), below))

    def body(window: Node, carried: list[Node]) -> list[Node]:
        side = b.constant(Type("i32"), size)
        down, across = (
            b.apply("arith.subi", b.apply(f"arith.{name}", window, side), one) for name in ("divsi", "remsi")
        )
        mask = moved(column, across, wide, moved(row, down, tall, there))
        by = b.apply("arith.addi", b.apply("arith.muli", down, wide), across)
        far = b.binary("arith.muli", b.apply("arith.addi", pixel, b.splat(by, line)), k)
        at = b.apply("arith.addi", b.along(far, 0, (m, k)), b.along(channel, 1, (m, k)))
        pad = b.constant(Type(element, (m, k)), dice.choice((0, 0, 3)))
        taken = b.load(b.pointer(source, at), b.along(mask, 0, (m, k)), pad)
        if is_sum:
            return [b.apply("arith.addf", carried[0], b.cast(taken, "f32"))]
        first = b.splat(b.apply("arith.muli", window, b.constant(Type("i32"), k)), (k,))
        far = b.binary("arith.muli", b.apply("arith.addi", first, channel), n)
        at = b.apply("arith.addi", b.along(far, 0, (k, n)), b.along(b.range(n), 1, (k, n)))
        return [b.add(Dot(carried[0].type, [taken, b.load(b.pointer(weights, at)), carried[0]], "ieee"))]

    zero, sums = b.constant(Type("i32"), 0), b.constant(Type("f32", (m, n)), 0)
    total = b.loop(zero, b.scalar("i32", size * size), one, [sums], body)[0]
    at = b.along(b.binary("arith.muli", pixel, n), 0, (m, n))
    at = b.apply("arith.addi", at, b.along(b.range(n), 1, (m, n)))
    b.store(b.pointer(out, at), total, b.along(there, 0, (m, n)))
