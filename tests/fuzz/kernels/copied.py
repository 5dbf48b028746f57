"""Forms of kernels that move elements: copies, gathers, scatters, and updates that programs share."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tests.fuzz.kernels import moves
from tests.fuzz.kernels.accesses import Atomic
from tests.fuzz.kernels.addressed import BITS
from tests.fuzz.kernels.nodes import Histogram, Node
from tests.fuzz.kernels.scope import Access, Dim, Scope
from tests.fuzz.kernels.values import PRECISION, Type

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator


def gathers(g: Generator) -> None:
    """Blocks read at loaded indices."""
    scope, b = moves.launched(g), g.b
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
    moves.grow(g, scope, g.dice.randint(0, 6))
    moves.finish(g, scope)


def atomics(g: Generator) -> None:
    """Elements that programs change together."""
    scope, b = moves.launched(g), g.b
    moves.grow(g, scope, g.dice.randint(0, 5))
    for _ in range(g.dice.choice((1, 2, 3, 3))):
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
        elif g.chance(0.85):
            target, mask = neighbours(g, scope, element)
        else:
            a = g.place(scope, element, "small")
            target, mask = a.pointers, a.mask
        if mask is None:
            mask = b.constant(Type("i1", scope.shape), 1)
        b.add(Atomic(value.type, [target, value, mask], name))
    if g.chance(0.4):
        moves.finish(g, scope)


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
    if g.chance(0.3):  # not where vectors begin
        total = b.binary("arith.addi", total, g.dice.randint(1, 3))
    bound, mask = scope.dims[-1].bound, None
    if bound is not None and g.chance(0.5):
        test = b.apply("arith.cmpi slt", line, b.splat(bound, line.type.shape))
        mask = b.along(test, last, scope.shape)
    return b.pointer(b.array(element, "small"), total), mask


def copies(g: Generator) -> None:
    """Blocks that are stored as they are; one is also computed with now and then."""
    scope = moves.launched(g)
    for _ in range(g.dice.choice((1, 1, 2))):
        value = plain_copy(g, scope)
        if g.chance(0.3):
            scope.pool.append(g.computed(value))
            g.store(scope, moves.step(g, scope, scope.pool))


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
    for _ in range(dice.choice((2, 3, 4))):
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
            step_ *= scope.dims[k].extent + (g.dice.choice((1, 8)) if g.chance(0.12) else 0)
        for node, extent in scope.outer:
            pointer = b.pointer(pointer, b.apply("arith.muli", node, b.constant(Type("i32"), step_)))
            step_ *= extent
        pointers.append(b.pointer(pointer, g.offsets(scope, strides)))
    given = [] if mask is None else [mask, b.constant(Type(element, scope.shape), 0)][: 1 + g.chance(0.7)]
    value = b.load(pointers[0], *given)
    stored = b.cast(moves.unary(g, value), element) if g.chance(0.3) else value
    b.store(pointers[1], stored, mask)
    return value


def rows_of_indices(g: Generator, scope: Scope, height: int, width: int) -> None:
    """Rows gathered, or scattered, by numbers of rows that come from memory."""
    b, element, (first, columns_) = g.b, g.element, scope.dims
    scatters = g.chance(0.52)
    index = b.array(
        g.dice.choice(("i32", "i64")), "order" if scatters else "range", 0, g.dice.choice((3, 40))
    )
    places = b.load(b.pointer(index, g.index(first)))
    far = b.apply("arith.muli", places, b.constant(places.type, width))
    there = b.cast(b.along(b.range(width), 1, scope.shape), far.type.element)
    there = b.apply("arith.addi", b.along(far, 0, scope.shape), there)
    here = g.offsets(scope, {0: width, 1: 1})
    mask = None
    if g.chance(0.2):
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
    if g.chance(0.12):
        value = moves.binary(g, value, value)
    if g.chance(0.15):  # other columns than those that are loaded
        fewer = b.apply(
            "arith.cmpi slt", g.index(columns_), b.constant(Type("i32", (width,)), width // 2 + 1)
        )
        mask = b.along(fewer, 1, scope.shape)
    b.store(b.pointer(other, target), value, mask)


def read(g: Generator, scope: Scope, access: Access, pad: int = 0) -> Node:
    """What lies at an access; ``pad`` where that is masked."""
    element = access.array.type.pointee
    other = [access.mask, g.b.constant(Type(element, scope.shape), pad)] if access.mask is not None else []
    return g.b.load(access.pointers, *other)


def block_copies(g: Generator) -> None:
    """Blocks in one piece that go from one place to another one, which may overlap the first."""
    dice = g.dice
    width = dice.choice([n for n in (512, 1024, 2048, 4096) if n <= g.profile.line])
    height = dice.choice((1, 1, 2, 4))
    g.b.kernel.grid = (dice.choice((1, 1, 2)), 1, 1)
    for _ in range(dice.choice((1, 2, 3))):
        block_copy(g, (width,) if height == 1 else (height, width // height))


def block_copy(g: Generator, shape: tuple[int, ...]) -> None:
    """One of these copies."""
    b, dice = g.b, g.dice
    element = dice.choice(("f32", "i64", "f64", "i32", "i16"))
    programs, size = b.kernel.grid[0], math.prod(shape)
    whole = [Dim(n, n) for n in shape]
    whole[0].bound = b.number(dice.choice((shape[0], max(1, shape[0] - 1), shape[0] // 2 + 1)))
    scope = Scope(whole, moves.launch_numbers(g))
    mask = None
    if g.chance(0.4):
        line = b.apply("arith.cmpi slt", g.index(whole[0]), b.splat(whole[0].bound, shape[:1]))
        mask = b.along(line, 0, shape)
    array = b.array(element, g.style, aligned=0.5)
    line = 64 * 8 // BITS[element]  # elements of a line of a cache
    shift = dice.choice(
        (0, 1, -1, 5, size - 1, size - 1, 1 - size, size // 2, size, line, line, -line, 2 * line)
    )
    is_computed = g.chance(0.18)
    if is_computed and g.chance(0.4):  # one element is both read and written, the last and the first
        shift = size - 1
    overlaps = programs == 1 and not g.profile.gpu and g.chance(0.7)
    target = b.alias(array, shift) if overlaps else b.array(element, "small")
    third = b.alias(array, dice.choice((0, 2, -3, size // 2))) if overlaps and g.chance(0.4) else None

    def at(pointer: Node) -> Node:
        far = b.apply("arith.muli", b.program(0), b.constant(Type("i32"), size))
        line = b.along(b.range(shape[-1]), len(shape) - 1, shape)
        if len(shape) > 1:
            down = b.binary("arith.muli", b.range(shape[0]), shape[-1])
            line = b.apply("arith.addi", line, b.along(down, 0, shape))
        return b.pointer(b.pointer(pointer, far), line)

    def loaded(pointer: Node) -> Node:
        other = [] if mask is None else [mask, b.constant(Type(element, shape), 0)]
        return b.load(at(pointer), *other[: 1 + g.chance(0.7)])

    value = loaded(array)
    if third is not None:  # a store between the load and the copy's
        b.store(at(third), b.constant(Type(element, shape), 1), mask)
    if g.chance(0.15):
        scope.pool.append(g.computed(value))
        g.store(scope, moves.step(g, scope, scope.pool))
    if is_computed:
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
        g.store(Scope([g.dim(bins)], moves.launch_numbers(g)), counts)
