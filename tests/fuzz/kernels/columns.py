"""Blocks whose columns are rows of memory, and elements added where other rows of memory say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.kernels import moves
from tests.fuzz.kernels.accesses import Atomic
from tests.fuzz.kernels.nodes import Node
from tests.fuzz.kernels.values import Type

if TYPE_CHECKING:
    from tests.fuzz.kernels.generate import Generator


def turned(g: Generator) -> None:
    """A loop that adds up blocks of which the first dimension goes along memory, and what rows of those share."""
    b, dice = g.b, g.dice
    shape = rows, columns = dice.choice((8, 16, 32)), dice.choice((2, 4, 8))
    b.kernel.grid = (dice.choice((1, 2)), 1, 1)
    first = g.start(b.program(0), rows)
    line = b.apply("arith.addi", b.range(rows), b.splat(first, (rows,)))
    pitch = b.constant(Type("i32", shape), rows * b.kernel.grid[0])
    element = moves.accumulator_of(g)
    row = b.cast(b.load(b.pointer(b.array(element, g.style), line)), element)
    root = row.type.is_float and g.chance(0.5)
    shared = b.apply("math.sqrt", b.apply("math.absf", row)) if root else moves.unary(g, row)

    def body(index: Node, carried: list[Node]) -> list[Node]:
        far = b.apply("arith.addi", b.range(columns), b.splat(index, (columns,)))
        down = b.apply("arith.muli", b.along(far, 1, shape), pitch)
        at = b.apply("arith.addi", b.along(line, 0, shape), down)
        x = b.cast(b.load(b.pointer(b.array(g.element, g.style, aligned=0.8), at)), element)
        y = moves.binary(g, x, b.along(shared, 0, shape)) if g.chance(0.6) else x
        return [moves.binary_sum(g, now, b.cast(y, element)) for now in carried]

    zero, step = b.constant(Type("i32"), 0), b.constant(Type("i32"), columns)
    inits = [b.constant(Type(element, shape), 0) for _ in range(dice.choice((1, 1, 2)))]
    for total in b.loop(zero, b.number(columns * dice.choice((1, 2, 3))), step, inits, body):
        axis = dice.choice((0, 1, 1))
        out = (
            line
            if axis
            else b.apply("arith.addi", b.range(columns), b.splat(g.start(b.program(0), columns), (columns,)))
        )
        b.store(b.pointer(b.array(element, "small"), out), b.cast(moves.reduction(g, total, axis), element))


def added(g: Generator) -> None:
    """Elements of a row of each program, or of its first ones, added where another row says."""
    b, dice = g.b, g.dice
    size = dice.choice([n for n in (32, 64, 256, 1024) if n <= g.profile.line])
    b.kernel.grid = (dice.choice((1, 2, 3)), 1, 1)
    whole = size * b.kernel.grid[0]
    line = b.apply("arith.addi", b.range(size), b.splat(g.start(b.program(0), size), (size,)))
    end = b.number(dice.choice((whole, whole - 1, whole - size // 2, 5)))
    mask = b.apply("arith.cmpi slt", line, b.splat(end, (size,)))
    kept = mask if g.chance(0.6) else None
    element = dice.choice(("f32", "i32", "i64"))

    def row(array: Node) -> Node:
        pointers = b.pointer(array, line)
        other = None if kept is None else b.constant(Type(pointers.type.pointee, (size,)), 0)
        return b.load(pointers, kept, other)

    at = row(b.array("i32", "range", low=0, high=dice.choice((4, 50))))
    x = row(b.array(element, "small", aligned=0.8))
    every = b.constant(Type("i1", (size,)), 1) if kept is None else kept
    target = b.pointer(b.array(element, "small"), at)
    b.add(Atomic(x.type, [target, x, every], "fadd" if element == "f32" else "add"))
