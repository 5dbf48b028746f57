"""Integers wrap in addresses and masks as they do in data: all widths, near the ends of their types.

Each kernel is compiled once and runs for scalars near every end.  What a mask switches off lies beyond guard pages.
``TRITON_SHARED_TEST_KERNELS`` is how many kernels there are of each kind.
"""

import random

import numpy as np
import pytest

import triton_shared
from tests.memory.exchange import check_launch
from tests.support.amount import examples
from tests.support.memory import guarded
from tests.support.typed_trees import (
    PREDICATES,
    WIDTHS,
    Typed,
    cast,
    compared,
    evaluate,
    position,
    taken_apart,
    wrap,
)

KERNELS = examples(16, "TRITON_SHARED_TEST_KERNELS")
SHAPES = [(64,), (256,), (16,), (8, 16), (512,)]


def numbers(rng, count=6):
    """Scalars near the ends of all types, and others."""

    def one():
        half = 1 << (rng.choice(WIDTHS) - 1)
        return (rng.choice([0, half, -half, 2 * half]) + rng.randint(-300, 300) + 2**63) % 2**64 - 2**63

    return [{"s": one(), "t": one()} for _ in range(count)]


def check(rng, shape, tree, mask):
    """Exchange the elements of ``x[tree]`` that ``mask`` keeps with those of a plain array."""
    text = Typed(shape)
    pointer, i32 = text.type("!tt.ptr<i32>"), text.type("i32")
    kept, other = text.mask(mask), text.op(f"arith.constant dense<-7> : {i32}")
    source, target = text.at("%x", tree), text.pointers("%y", "i32")
    ttir = text.function(
        f"%l = tt.load {source}, {kept}, {other} : {pointer}",
        f"%o = tt.load {target} : {pointer}",
        f"tt.store {target}, %l : {pointer}",
        f"tt.store {source}, %o, {kept} : {pointer}",
    )
    kernel = triton_shared.compile(ttir)
    for scalars in numbers(rng):
        offsets, keep = evaluate(tree, shape, scalars), evaluate(mask, shape, scalars)
        check_launch(kernel, offsets, keep, scalars, rng.random() < 0.5, f"{scalars}\n{tree}\n{mask}\n{ttir}")


def linear(shape):
    tree = ("n", 0, 32)
    for dim, size in enumerate(shape):
        tree = ("addi", ("muli", tree, ("n", size, 32), 32), ("i", dim, 32), 32)
    return tree


EVERY = ("cmp", "sge", ("i", 0, 32), ("n", 0, 32))


@pytest.mark.parametrize("seed", range(KERNELS))
def test_masks(seed):
    """Any compares, at addresses that have nothing to do with them."""
    rng = random.Random(seed)
    shape = rng.choice(SHAPES)
    check(rng, shape, linear(shape), compared(rng, len(shape)))


@pytest.mark.parametrize("predicate", PREDICATES)
@pytest.mark.parametrize("width", WIDTHS)
def test_one_compare(width, predicate):
    """``start + i`` beside a number, each near an end of its type."""
    rng = random.Random(f"{width} {predicate}")
    index = cast(("i", 0, 32), width)
    start = ("addi", ("s", "s", width), index, width)
    sides = (start, ("s", "t", width)) if rng.random() < 0.5 else (("s", "t", width), start)
    check(rng, (64,), ("i", 0, 32), ("cmp", predicate, *sides))


@pytest.mark.parametrize("seed", range(KERNELS))
def test_narrow_addresses(seed):
    """Addresses of fewer than 32 bits wrap, whatever computes them; masks may have to do with them."""
    rng = random.Random(seed)
    shape, width = rng.choice(SHAPES), rng.choice([8, 8, 16])
    narrow = position(rng, width, len(shape))
    tree = cast(narrow, rng.choice([w for w in WIDTHS if w >= width]), rng.random() < 0.5)
    if tree[-1] > width and rng.random() < 0.5:
        tree = (
            "addi",
            ("muli", tree, ("n", rng.choice([1, 2, 3]), tree[-1]), tree[-1]),
            ("n", 5, tree[-1]),
            tree[-1],
        )
    mask = ("cmp", rng.choice(PREDICATES), narrow, ("s", "t", width)) if rng.random() < 0.5 else EVERY
    if tree[-1] < 32:
        tree = cast(tree, 32)
    check(rng, shape, tree, mask)


@pytest.mark.parametrize("seed", range(KERNELS))
def test_parts_of_positions(seed):
    """Bits, quotients and remainders of sums that wrap in 32 bits, or are cut to 32 bits by the program."""
    rng = random.Random(seed)
    shape = rng.choice(SHAPES)
    inner = position(rng, rng.choice([32, 32, 64]), len(shape), 1)
    tree = taken_apart(rng, cast(inner, 32))
    bounded = (
        ("andi", tree, ("n", 1023, 32), 32) if rng.random() < 0.7 else ("remsi", tree, ("n", 600, 32), 32)
    )
    check(rng, shape, bounded, compared(rng, len(shape), 1) if rng.random() < 0.5 else EVERY)


@pytest.mark.parametrize("width", [32, 64])
@pytest.mark.parametrize("predicate", ["slt", "sle", "sgt", "sge", "eq"])
def test_addresses_by_the_sum_that_is_compared(predicate, width):
    """No element that has wrapped is touched where the mask keeps none.

    The base lies before the array by the start, so that the offset of each element that has not wrapped is inside.
    """
    rng = random.Random(f"{width} {predicate}")
    text = Typed((64,))
    pointer, i32 = text.type("!tt.ptr<i32>"), text.type("i32")
    start = ("addi", ("s", "s", width), cast(("i", 0, 32), width), width)
    mask = ("cmp", predicate, start, ("s", "t", width))
    text.do("%zero = arith.constant 0 : i64")
    back = text.pure("arith.subi %zero, %s : i64")
    base = text.op(f"tt.addptr %x, {back} : !tt.ptr<i32>, i64")
    kept, source, target = text.mask(mask), text.at(base, start), text.pointers("%y", "i32")
    other = text.op(f"arith.constant dense<-7> : {i32}")
    kernel = triton_shared.compile(
        text.function(
            f"%l = tt.load {source}, {kept}, {other} : {pointer}",
            f"%o = tt.load {target} : {pointer}",
            f"tt.store {target}, %l : {pointer}",
            f"tt.store {source}, %o, {kept} : {pointer}",
        )
    )
    end = 2 ** (width - 1) - 1
    launches = 0
    for s in (end - 5, end - 63, end - 64, -end - 1, 100):
        for t in (end, end - 3, end - 40, -end - 1, 130, 100):
            scalars = {"s": s, "t": t}
            keep = evaluate(mask, (64,), scalars)
            if not keep[np.arange(64) > end - s].any():
                check_launch(kernel, np.arange(64), keep, scalars, rng.random() < 0.5, f"{scalars} {mask}")
                launches += 1
    assert launches > 12


@pytest.mark.parametrize("predicate", ["slt", "sge", "ult", "eq"])
@pytest.mark.parametrize("width", WIDTHS)
def test_what_loops_carry(width, predicate):
    """Offsets that a loop carries grow past the end of their type; addresses of 8 and 16 bits are made of them."""
    rng = random.Random(f"{width} {predicate}")
    text, turns, size = Typed((32,)), 6, 32
    type_, i32, pointer = text.type(f"i{width}"), text.type("i32"), text.type("!tt.ptr<i32>")
    first = text.index(("addi", ("s", "s", width), cast(("i", 0, 32), width), width))
    bound, step = text.index(("s", "t", width)), text.index(("n", 24, width))
    target, more = text.pointers("%y", "i32"), text.index(("n", size, 32))
    other, whole = text.op(f"arith.constant dense<-7> : {i32}"), text.splat("%x", "!tt.ptr<i32>")
    plain = text.pointers("%x", "i32")
    place = f"{whole}, %c : {pointer}, {type_}" if width < 32 else f"{plain}, %z : {pointer}, {i32}"
    ttir = text.function(
        f"%z = arith.constant dense<0> : {i32}",
        "%c0 = arith.constant 0 : i32",
        "%c1 = arith.constant 1 : i32",
        f"%n = arith.constant {turns} : i32",
        f"%r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%c = {first}, %q = {target})",
        f"    -> ({type_}, {pointer}) : i32 {{",
        f"  %keep = arith.cmpi {predicate}, %c, {bound} : {type_}",
        f"  %p = tt.addptr {place}",
        f"  %l = tt.load %p, %keep, {other} : {pointer}",
        f"  tt.store %q, %l : {pointer}",
        f"  %c2 = arith.addi %c, {step} : {type_}",
        f"  %q2 = tt.addptr %q, {more} : {pointer}, {i32}",
        f"  scf.yield %c2, %q2 : {type_}, {pointer}",
        "}",
    )
    kernel = triton_shared.compile(ttir)
    memory = np.arange(1 << 17, dtype=np.int32)
    for scalars in numbers(rng, 12):
        values, kept = [], []
        for turn in range(turns):
            moved = ("addi", ("s", "s", width), ("n", 24 * turn, 64), 64)
            carried = ("addi", cast(moved, width) if width < 64 else moved, cast(("i", 0, 32), width), width)
            values.append(evaluate(carried, (size,), scalars) if width < 32 else np.arange(size))
            kept.append(evaluate(("cmp", predicate, carried, ("s", "t", width)), (size,), scalars))
        expected = np.where(kept, memory[np.array(values) + (1 << 16)], -7)
        y = np.zeros(turns * size, np.int32)
        kernel[(1,)](memory[1 << 16 :], y, *scalars.values())
        np.testing.assert_array_equal(y.reshape(turns, size), expected, err_msg=f"{scalars}\n{ttir}")


DESCRIPTORS = """
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %m: i32, %s: i32, %from: i32) {
  %one = arith.constant 1 : i64
  %wide = arith.constant 20 : i64
  %n = arith.constant 20 : i32
  %a = tt.make_tensor_descriptor %x, [%m, %n], [%wide, %one] {padding = 2 : i32} : <f32>, <1x16xf32>
  %d = tt.make_tensor_descriptor %x, [%m, %n], [%wide, %one] : <f32>, <8x16xf32>
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ss = tt.splat %s : i32 -> tensor<8xi32>
  %sum = arith.addi %i, %ss : tensor<8xi32>
  %low = arith.trunci %sum : tensor<8xi32> to tensor<8xi8>
  %byte = arith.extsi %low : tensor<8xi8> to tensor<8xi32>
  %v = tt.descriptor_gather %a[ROWS, %from] : (!tt.tensordesc<1x16xf32>, tensor<8xi32>, i32) -> tensor<8x16xf32>
  %w = tt.descriptor_load %d[%s, %from] : !tt.tensordesc<8x16xf32> -> tensor<8x16xf32>
  %b = tt.make_tensor_descriptor %y, [%n, %n], [%wide, %one] : <f32>, <8x16xf32>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  tt.descriptor_store %b[%c0, %c0], %v : !tt.tensordesc<8x16xf32>, tensor<8x16xf32>
  tt.descriptor_store %b[%c8, %c0], %w : !tt.tensordesc<8x16xf32>, tensor<8x16xf32>
  tt.return
}
"""
ENDS = (0, -3, 2, 5, 127, 252, 2**31 - 4, 2**31 - 1, -(2**31), -(2**31) - 3 + 2**32)


@pytest.mark.parametrize("width", [8, 32])
def test_rows_of_descriptors(width):
    """Rows and columns near the ends of their types, rows that wrap among them: what lies outside is not touched."""
    rows, columns = 7, 20
    kernel = triton_shared.compile(DESCRIPTORS.replace("ROWS", "%byte" if width == 8 else "%sum"))
    x = guarded(np.arange(rows * columns, dtype=np.float32), at_end=True)
    for s in ENDS:
        for column in (0, -2, 2**31 - 1, -(2**31)):
            y = np.full((16, columns), -1, np.float32)
            kernel[(1,)](x, y, rows, s, column)
            expected = np.full((16, columns), -1, np.float32)
            for i in range(8):
                gathered = int(wrap(np.array([s + i]), width)[0])
                for line, row, pad in ((i, gathered, np.nan), (8 + i, s + i, 0)):
                    for j in range(16):
                        inside = 0 <= row < rows and 0 <= column + j < columns
                        expected[line, j] = x[row * columns + column + j] if inside else pad
            np.testing.assert_array_equal(y, expected, err_msg=f"{s} {column}")
