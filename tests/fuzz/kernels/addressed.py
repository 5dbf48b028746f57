"""Forms of kernels whose addresses are written in other ways: block pointers, descriptors, offsets that wrap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fuzz.kernels import blocks, moves
from tests.fuzz.kernels.nodes import Node
from tests.fuzz.kernels.scope import Dim, Scope
from tests.fuzz.kernels.values import EIGHTS, FLOATS, Type

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator

#: bytes that strides of described tensors are multiples of
LINE = 16
BITS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}


@dataclass
class Matrix:
    """A matrix in memory as a kernel describes it: its ``shape`` and ``strides``, and a block of ``size``."""

    array: Node
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    size: tuple[int, ...]


def _tiled(g: Generator, element: str, line: int = 1) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A block, whose last extent ``line`` divides, and how many of it there are along each dimension."""
    dice, most = g.dice, min(g.profile.line, 256)
    if g.chance(0.25):
        size = (dice.choice([n for n in (16, 64, 128, 256) if line <= n <= most]),)
    else:
        size = (dice.choice((1, 4, 8, 16)), dice.choice([n for n in (4, 8, 16, 32, 64) if n >= line]))
    return size, tuple(dice.choice((1, 2, 2, 3)) for _ in size)


def _extents(g: Generator, size: Sequence[int], times: Sequence[int]) -> tuple[int, ...]:
    """How much there is of each dimension: all of the blocks, less, or a few elements."""
    return tuple(
        g.dice.choice(
            (n * t, n * t, n * t - 1, max(1, n * t - n // 2 - 1), 1 if g.chance(0.2) else n * t + 3)
        )
        for n, t in zip(size, times, strict=True)
    )


def _strides(g: Generator, shape: Sequence[int], line: int = 1, turned: bool = False) -> tuple[int, ...]:
    """Strides of rows, or of columns, with a gap behind each now and then."""
    step, strides = 1, [0] * len(shape)
    order = range(len(shape)) if turned else reversed(range(len(shape)))
    for d in order:
        strides[d] = step
        step = -(-(step * shape[d] + (g.dice.choice((0, 0, 1, 8)))) // line) * line
    return tuple(strides)


def _block(g: Generator, m: Matrix, offsets: Sequence[Node], turned: bool) -> Node:
    """A pointer to the block of ``m`` at ``offsets``."""
    numbers = [g.b.number(n, "i64") for n in (*m.shape, *m.strides)]
    order = range(len(m.size)) if turned else reversed(range(len(m.size)))
    return g.b.block_pointer(m.array, [*numbers, *offsets], m.size, list(order))


def _checked(g: Generator, m: Matrix, times: Sequence[int]) -> tuple[int, ...]:
    """The dimensions that have to be bounded, and others now and then."""
    over = [n * t > extent for n, t, extent in zip(m.size, times, m.shape, strict=True)]
    return tuple(d for d, needed in enumerate(over) if needed or g.chance(0.4))


def block_pointers(g: Generator) -> None:
    """Blocks behind block pointers, which a loop moves on along the last dimension."""
    b, dice, element = g.b, g.dice, g.stored_type()
    element = element if element not in EIGHTS else "f32"
    size, times = _tiled(g, element)
    extents = _extents(g, size, times)
    walks = dice.randrange(len(size))  # the dimension of the loop; programs share the others
    grid = [1 if d == walks else t for d, t in enumerate(times)]
    b.kernel.grid = (*grid, *(1,) * (3 - len(grid)))
    zero = b.constant(Type("i32"), 0)
    firsts = [zero if n == 1 else g.start(b.program(d), size[d]) for d, n in enumerate(grid)]
    steps = [b.number(size[d]) if d == walks else zero for d in range(len(size))]
    turned = g.chance(0.2)
    sources = [
        Matrix(b.array(element, g.style), extents, _strides(g, extents, turned=turned), size)
        for _ in range(dice.choice((1, 1, 2)))
    ]
    target = Matrix(b.array(element, "small"), extents, _strides(g, extents), size)
    pointers = [_block(g, m, firsts, turned) for m in sources] + [_block(g, target, firsts, False)]
    inits = [b.constant(Type(moves.accumulator_of(g), size), 0)] if g.chance(0.5) else []
    checks = [_checked(g, m, times) for m in (*sources, target)]
    padding = dice.choice((0, blocks.ZERO, blocks.ZERO, blocks.NAN))
    padding = padding if element in FLOATS else min(padding, blocks.ZERO)

    def body(index: Node, carried: list[Node]) -> list[Node]:
        dims = [Dim(n, n * t) for n, t in zip(size, times, strict=True)]
        programs = [(b.program(d), n) for d, n in enumerate(grid) if n > 1]
        scope = Scope(dims, [*programs, (index, times[walks])])
        at, sums = carried[: len(pointers)], carried[len(pointers) :]
        for p, checked in zip(at[:-1], checks, strict=False):
            scope.pool.append(g.computed(b.block_load(p, Type(element, size), checked, padding)))
        moves.grow(g, scope, dice.randint(0, 5))
        b.block_store(at[-1], b.cast(moves.joined(g, scope, scope.pool[0]), element), checks[-1])
        if g.chance(0.2):
            moves.finish(g, scope)
        return [*(b.advance(p, steps) for p in at), *(moves.carry(g, scope, s, None) for s in sums)]

    count, one = b.number(times[walks]), b.constant(Type("i32"), 1)
    found = b.loop(zero, count, one, [*pointers, *inits], body)
    rows = Scope([Dim(n, n) for n in size], [(b.program(d), n) for d, n in enumerate(grid) if n > 1])
    for total in found[len(pointers) :]:
        g.store(rows, total)


def descriptors(g: Generator) -> None:
    """Blocks of described tensors, at indices that programs and loops compute, also outside of them."""
    b, dice = g.b, g.dice
    element = g.element
    line = LINE * 8 // BITS[element]
    size, times = _tiled(g, element, line)
    extents = _extents(g, size, times)
    b.kernel.grid = (times[0], 1, 1)
    rounds = times[1] if len(size) > 1 else 1
    padding = blocks.NAN if element in FLOATS and g.chance(0.2) else blocks.ZERO
    made = [
        _descriptor(
            g, Matrix(b.array(element, style, aligned=1), extents, _strides(g, extents, line), size), p
        )
        for style, p in [*([(g.style, padding)] * dice.choice((1, 1, 2))), ("small", blocks.ZERO)]
    ]
    first = g.start(b.program(0), size[0])
    rows = b.range(8) if len(size) == 2 and g.chance(0.3) and not g.profile.gpu else None

    def body(index: Node, carried: list[Node]) -> list[Node]:
        at = [first, *([g.start(index, size[1])] if len(size) > 1 else [])]
        scope = Scope(
            [Dim(n, n * t) for n, t in zip(size, times, strict=True)],
            [(b.program(0), times[0]), (index, rounds)],
        )
        for one in made[:-1]:
            where = [b.binary("arith.addi", x, dice.choice((0, 0, 1, -3, 7))) for x in at]
            scope.pool.append(b.add(blocks.DescriptorLoad(Type(element, size), [one, *where], one.padding)))
        moves.grow(g, scope, dice.randint(0, 4))
        value = b.cast(moves.joined(g, scope, scope.pool[0]), element)
        b.add(blocks.DescriptorStore(None, [made[-1], value, *at]))
        return []

    zero, one = b.constant(Type("i32"), 0), b.constant(Type("i32"), 1)
    b.loop(zero, b.number(rounds), one, [], body)
    if rows is not None:
        _gathered_rows(g, element, rows, padding)


def _descriptor(g: Generator, m: Matrix, padding: int) -> Node:
    """A descriptor of ``m``; the last stride is a constant 1, as everybody has it."""
    b = g.b
    numbers = [b.number(n) for n in m.shape] + [b.number(n, "i64") for n in m.strides[:-1]]
    return b.descriptor(m.array, [*numbers, b.constant(Type("i64"), 1)], m.size, padding)


def _gathered_rows(g: Generator, element: str, rows: Node, padding: int) -> None:
    """Rows of a described matrix in another order, some of which there are not."""
    b, dice, width = g.b, g.dice, 32
    shape = (dice.choice((3, 9, 20)), dice.choice((width, width + 5, 17)))
    line = LINE * 8 // BITS[element]
    source = Matrix(b.array(element, g.style, aligned=1), shape, _strides(g, shape, line), (1, width))
    where = b.binary("arith.muli", rows, dice.choice((1, 2, -1)))
    column = b.number(dice.choice((0, 0, 4, 16)))
    found = b.add(
        blocks.DescriptorGather(
            Type(element, (8, width)), [_descriptor(g, source, padding), where, column], padding
        )
    )
    scope = Scope([Dim(8, 8), Dim(width, width)], [(b.program(0), b.kernel.grid[0])])
    g.store(scope, found)


def narrow_offsets(g: Generator) -> None:
    """Blocks at offsets that are computed in few bits, where they wrap."""
    b, dice = g.b, g.dice
    scope = moves.launched(g)
    for _ in range(dice.choice((1, 1, 2))):
        array = b.array(g.element, g.style)
        axis = dice.randrange(len(scope.dims))
        narrow = dice.choice(("i8", "i8", "i16"))
        line = b.apply("arith.trunci", g.index(scope.dims[axis]), element=narrow)
        for _ in range(dice.choice((1, 1, 2))):
            by = (
                dice.choice((1, 3, 100, 127, -1, 16))
                if narrow == "i8"
                else dice.choice((1, 3, 1000, 32767, 129))
            )
            line = b.binary(
                g.pick({"arith.addi": 3, "arith.muli": 3, "arith.subi": 1, "arith.xori": 1}), line, by
            )
        wider = dice.choice(("i32", "i32", "i64"))
        extend = dice.choice(("arith.extsi", "arith.extsi", "arith.extui"))
        line = b.apply(extend, line, element=wider)
        at = b.along(line, axis, scope.shape)
        if len(scope.dims) > 1 and g.chance(0.7):
            other = (axis + 1) % len(scope.dims)
            far = b.binary("arith.muli", b.cast(g.index(scope.dims[other]), wider), dice.choice((1, 64, 256)))
            at = b.apply("arith.addi", at, b.along(far, other, scope.shape))
        mask = g.mask(scope) if g.chance(0.5) else None
        keep = [] if mask is None else [mask, b.constant(Type(g.element, scope.shape), 0)]
        scope.pool.append(g.computed(b.load(b.pointer(array, at), *keep)))
    moves.grow(g, scope, dice.randint(0, 5))
    moves.finish(g, scope)
