"""Access patterns that lower-level forms get wrong easily: wraps, masks, strides, booleans, aliases and far offsets."""

import itertools
import mmap

import numpy as np
import pytest

import triton_shared
from tests.support.memory import guarded
from tests.support.trees import Indexed, evaluate, linear
from tests.support.ttir import Body, run

SHAPES = {1: (16,), 2: (4, 16), 3: (2, 4, 8)}


def wrapped(shape, dims, start, modulus, strides):
    """The offset whose dimensions ``dims`` are ``(start + i) % modulus``, the others plain."""
    tree = 0
    for d in range(len(shape)):
        index = ("remsi", ("addi", start, f"i{d}"), modulus) if d in dims else f"i{d}"
        tree = ("addi", tree, ("muli", index, strides[d]))
    return tree


WRAPS = [
    (rank, dims)
    for rank in (1, 2, 3)
    for k in range(1, rank + 1)
    for dims in itertools.combinations(range(rank), k)
]


@pytest.mark.parametrize(
    "mask", [None, ("cmp", "slt", "i0", "t"), ("cmp", "sge", "i0", 1)], ids=["all", "below", "above"]
)
@pytest.mark.parametrize(("rank", "dims"), WRAPS)
def test_modulo(rank, dims, mask):
    """One kernel, many starts (past the modulus, too) and moduli (shorter than the block, negative and 0, too)."""
    shape, strides = SHAPES[rank], (211, 23, 1)[-rank:]  # a row is no multiple of any modulus
    tree = wrapped(shape, dims, "t", "s", strides)
    mask = mask or ("cmp", "sge", "i0", 0)
    text = Indexed(shape)
    at, places, kept = text.index(tree), text.index(linear(text.shape)), text.mask(mask)
    pointer = text.type("!tt.ptr<i32>")
    x_at, y_places = text.pointers("%x", "i32", at), text.pointers("%y", "i32", places)
    loads = text.function(
        f"%l = tt.load {x_at}, {kept}, {text.index(-7)} : {pointer}",
        f"tt.store {y_places}, %l : {pointer}",
    )
    text = Indexed(shape)
    at, places, kept = text.index(tree), text.index(linear(text.shape)), text.mask(mask)
    stores = text.function(
        f"%l = tt.load {text.pointers('%x', 'i32', places)} : {pointer}",
        f"tt.store {text.pointers('%y', 'i32', at)}, %l, {kept} : {pointer}",
    )
    loads, stores = triton_shared.compile(loads), triton_shared.compile(stores)
    for modulus, start in itertools.product((1, 3, 8, 20, 40, 0, -1, -5), (0, 2, 7, 45)):
        scalars = {"s": modulus, "t": start}
        offsets, keep = evaluate(tree, shape, scalars), evaluate(mask, shape, scalars)
        size = int(offsets[keep].max(initial=0)) + 1
        x = guarded(np.arange(100, 100 + size, dtype=np.int32), at_end=True)
        y = np.zeros(shape, np.int32)
        loads[(1,)](x, y, modulus, start)
        expected = np.where(keep, x[np.where(keep, offsets, 0)], -7)
        np.testing.assert_array_equal(y, expected, err_msg=f"modulus {modulus}, start {start}")
        values = np.arange(1, 1 + offsets.size, dtype=np.int32).reshape(shape)
        target = guarded(np.zeros(size, np.int32), at_end=True)
        stores[(1,)](values, target, modulus, start)
        for place in range(size):
            legal = set(values[keep & (offsets == place)]) or {0}
            assert target[place] in legal, (modulus, start, place)


def test_unsigned_modulo_of_64_bits():
    """Positions and moduli beyond the signed numbers, and the modulus 0."""
    t, p = "tensor<16xi64>", "tensor<16x!tt.ptr<i32>>"
    kernel = triton_shared.compile(f"""tt.func public @k(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %s: i64, %m: i64) {{
      %range = tt.make_range {{start = 0 : i32, end = 16 : i32}} : tensor<16xi32>
      %wide = arith.extui %range : tensor<16xi32> to {t}
      %start = tt.splat %s : i64 -> {t}
      %modulus = tt.splat %m : i64 -> {t}
      %position = arith.addi %start, %wide : {t}
      %at = arith.remui %position, %modulus : {t}
      %xs = tt.splat %x : !tt.ptr<i32> -> {p}
      %ys = tt.splat %y : !tt.ptr<i32> -> {p}
      %from = tt.addptr %xs, %at : {p}, {t}
      %to = tt.addptr %ys, %range : {p}, tensor<16xi32>
      %v = tt.load %from : {p}
      tt.store %to, %v : {p}
      tt.return
    }}""")
    x = guarded(np.arange(100, 164, dtype=np.int32), at_end=True)
    for start, modulus in itertools.product((0, 5, -3, -16, -(1 << 63)), (1, 3, 10, 48, 0, -1)):
        positions = [(start + i) % (1 << 64) for i in range(16)]
        positions = [q % (modulus % (1 << 64)) if modulus else q for q in positions]
        if max(positions) < 64:
            y = np.zeros(16, np.int32)
            kernel[(1,)](x, y, start, modulus)
            assert (y == x[positions]).all(), (start, modulus)


@pytest.mark.parametrize("predicate", ["slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "ne"])
def test_every_compare_on_either_side(predicate):
    """Bounds below zero, inside and beyond the block; dimensions of one element are masked, too."""
    for shape, swapped in itertools.product([(16,), (1,), (1, 8), (4, 1)], (False, True)):
        index = ("addi", f"i{len(shape) - 1}", "s")
        mask = ("cmp", predicate, "t", index) if swapped else ("cmp", predicate, index, "t")
        text = Indexed(shape)
        places, kept = text.index(linear(text.shape)), text.mask(mask)
        pointer = text.type("!tt.ptr<i32>")
        loaded = f"%l = tt.load {text.pointers('%x', 'i32', places)}, {kept}, {text.index(-7)} : {pointer}"
        kernel = triton_shared.compile(
            text.function(loaded, f"tt.store {text.pointers('%y', 'i32', places)}, %l, {kept} : {pointer}")
        )
        x = np.arange(100, 100 + np.prod(shape), dtype=np.int32).reshape(shape)
        for s, t in itertools.product((-5, 0, 3), (-7, 0, 1, 5, 100)):
            y = np.full(shape, -1, np.int32)
            kernel[(1,)](x, y, s, t)
            keep = np.broadcast_to(evaluate(mask, shape, {"s": s, "t": t}), shape)
            np.testing.assert_array_equal(y, np.where(keep, x, -1), err_msg=f"{shape} {swapped} {s} {t}")


def test_other_is_a_tensor_and_masks_may_be_loaded():
    body = Body((4, 8))
    flags, other = body.load("%m", "i8"), body.load("%o", "f32")
    zero = body.constant(0, "i8")
    mask = body.op(f"arith.cmpi ne, {flags}, {zero} : {body.type('i8')}")
    few = body.op(f"arith.cmpi slt, {body.position()}, {body.constant(20, 'i32')} : {body.type('i32')}")
    body.store("%y", "f32", body.load("%x", "f32", None, mask, other))
    body.store("%z", "f32", body.load("%x", "f32", None, few, other), None, mask)
    p = "!tt.ptr<f32>"
    x, o = np.arange(32, dtype=np.float32), -np.arange(32, dtype=np.float32)
    m, y, z = (
        np.random.default_rng(0).integers(0, 2, 32, np.int8),
        np.zeros(32, np.float32),
        np.full(32, 9, np.float32),
    )
    run(body.kernel(f"%x: {p}, %o: {p}, %m: !tt.ptr<i8>, %y: {p}, %z: {p}"), x, o, m, y, z)
    np.testing.assert_array_equal(y, np.where(m, x, o))
    np.testing.assert_array_equal(z, np.where(m, np.where(np.arange(32) < 20, x, o), 9))


def test_a_mask_carried_by_a_loop():
    text = """tt.func public @k(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant dense<true> : tensor<16xi1>
  %zero = arith.constant dense<0> : tensor<16xi32>
  %three = arith.constant dense<3> : tensor<16xi32>
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %ps = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %p = tt.addptr %ps, %i : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %qs = tt.splat %y : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %q = tt.addptr %qs, %i : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %r:3 = scf.for %k = %c0 to %n step %c1 iter_args(%m = %true, %a = %zero, %low = %zero)
      -> (tensor<16xi1>, tensor<16xi32>, tensor<16xi32>) : i32 {
    %v = tt.load %p, %m, %zero : tensor<16x!tt.ptr<i32>>
    %b = arith.addi %a, %v : tensor<16xi32>
    %next = arith.addi %low, %three : tensor<16xi32>
    %above = arith.cmpi sge, %i, %next : tensor<16xi32>
    %both = arith.andi %above, %m : tensor<16xi1>
    scf.yield %both, %b, %next : tensor<16xi1>, tensor<16xi32>, tensor<16xi32>
  }
  tt.store %q, %r#1, %r#0 : tensor<16x!tt.ptr<i32>>
  tt.return
}"""
    for n in range(7):
        x, y = guarded(np.arange(1, 17, dtype=np.int32), True), np.full(16, -1, np.int32)
        run(text, x, y, n)
        index = np.arange(16)
        total = sum((np.where(index >= 3 * k, x, 0) for k in range(n)), np.zeros(16, int))
        np.testing.assert_array_equal(y, np.where(index >= 3 * n, total, -1))


@pytest.mark.parametrize("shape", [(16,), (4, 8)], ids=str)
def test_negative_strides(shape):
    """Both dimensions run backwards; the base is the last element."""
    tree = 0
    for d in range(len(shape)):
        tree = ("subi", tree, ("muli", f"i{d}", (8, 1)[-len(shape) :][d]))
    text = Indexed(shape)
    pointer = text.type("!tt.ptr<i32>")
    offset = ("addi", tree, "s")
    loaded = f"%l = tt.load {text.pointers('%x', 'i32', text.index(offset))} : {pointer}"
    stored = f"tt.store {text.pointers('%y', 'i32', text.index(('addi', offset, 't')))}, %l : {pointer}"
    x = guarded(np.arange(32, dtype=np.int32), False)
    y = guarded(np.full(32, -1, np.int32), False)
    triton_shared.compile(text.function(loaded, stored))[(1,)](x, y, int(np.prod(shape)) - 1, 0)
    count = int(np.prod(shape))
    np.testing.assert_array_equal(y[:count], x[:count])
    assert (y[count:] == -1).all()


def test_booleans_are_bytes():
    """Any byte but 0 reads as true; what is stored is 0 or 1; masked-off bytes keep their value."""
    body = Body((16,))
    low = body.op(f"arith.cmpi slt, {body.position()}, {body.constant(12, 'i32')} : tensor<16xi32>")
    loaded = body.load("%x", "i1", None, low)
    flipped = body.op(f"arith.xori {loaded}, {body.constant('true', 'i1')} : tensor<16xi1>")
    body.store("%y", "i1", flipped, None, low)
    body.lines += [
        "%s = tt.load %x : !tt.ptr<i1>",
        "%c15 = arith.constant 15 : i32",
        "%last = tt.addptr %y, %c15 : !tt.ptr<i1>, i32",
        "tt.store %last, %s : !tt.ptr<i1>",
    ]
    x, y = np.array([1, 0, 1, 1, 0, 0, 0, 1] * 2, np.uint8), np.full(16, 7, np.uint8)
    run(body.kernel("%x: !tt.ptr<i1>, %y: !tt.ptr<i1>"), x, y)
    np.testing.assert_array_equal(y, [*(1 - x[:12]), 7, 7, 7, 1])


ALIASED = """tt.func public @k(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>) {
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %one = arith.constant dense<1> : tensor<16xi32>
  %ps = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %p = tt.addptr %ps, %i : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %qs = tt.splat %y : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %q = tt.addptr %qs, %i : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %a = tt.load %p : tensor<16x!tt.ptr<i32>>
  %b = arith.addi %a, %one : tensor<16xi32>
  tt.store %q, %b : tensor<16x!tt.ptr<i32>>
  %c = tt.load %p : tensor<16x!tt.ptr<i32>>
  %d = arith.muli %a, %c : tensor<16xi32>
  tt.store %q, %d : tensor<16x!tt.ptr<i32>>
  %e = tt.load %x : !tt.ptr<i32>
  %f = tt.addptr %y, %e : !tt.ptr<i32>, i32
  tt.store %f, %e : !tt.ptr<i32>
  %g = tt.load %p : tensor<16x!tt.ptr<i32>>
  tt.store %q, %g : tensor<16x!tt.ptr<i32>>
  tt.return
}"""


OVERLAPPING = pytest.mark.cpu("threads of a GPU touch overlapping arguments in any order")


@pytest.mark.parametrize("shift", [*(pytest.param(n, marks=OVERLAPPING) for n in (0, 1, -1, 5)), 20])
def test_loads_see_earlier_stores_to_overlapping_memory(shift):
    """All elements of one load are read before any element of a later store is written."""
    memory = np.arange(64, dtype=np.int32) % 3
    expected = memory.copy()
    x, y = expected[20:36], expected[20 + shift : 36 + shift]
    a = x.copy()
    y[...] = a + 1
    y[...] = a * x.copy()
    e = int(x[0])
    y[e] = e
    y[...] = x.copy()
    run(ALIASED, memory[20:36], memory[20 + shift : 36 + shift])
    np.testing.assert_array_equal(memory, expected)


FAR = """tt.func public @k(%x: !tt.ptr<i8>, %y: !tt.ptr<i8>, %n: i32, %far: i64) {
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %wide = arith.extsi %i : tensor<16xi32> to tensor<16xi64>
  %ns = tt.splat %n : i32 -> tensor<16xi32>
  %nw = arith.extsi %ns : tensor<16xi32> to tensor<16xi64>
  %rows = arith.muli %wide, %nw : tensor<16xi64>
  %ps = tt.splat %x : !tt.ptr<i8> -> tensor<16x!tt.ptr<i8>>
  %p = tt.addptr %ps, %rows : tensor<16x!tt.ptr<i8>>, tensor<16xi64>
  %v = tt.load %p : tensor<16x!tt.ptr<i8>>
  %qs = tt.splat %y : !tt.ptr<i8> -> tensor<16x!tt.ptr<i8>>
  %q = tt.addptr %qs, %i : tensor<16x!tt.ptr<i8>>, tensor<16xi32>
  tt.store %q, %v : tensor<16x!tt.ptr<i8>>
  %at = tt.addptr %x, %far : !tt.ptr<i8>, i64
  %s = tt.load %at : !tt.ptr<i8>
  %c16 = arith.constant 16 : i32
  %e = tt.addptr %y, %c16 : !tt.ptr<i8>, i32
  tt.store %e, %s : !tt.ptr<i8>
  tt.return
}"""


def test_offsets_beyond_two_to_the_31():
    """Sixteen rows of 2**29 bytes each, in a sparse mapping."""
    row = 1 << 29
    size = 15 * row + 4096
    try:
        memory = mmap.mmap(
            -1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)
        )
    except OSError as error:
        pytest.skip(f"no address space of {size} bytes: {error}")
    x, y = np.frombuffer(memory, np.int8), np.zeros(17, np.int8)
    x[: 15 * row + 1 : row] = np.arange(1, 17)
    x[15 * row + 9] = 99
    run(FAR, x, y, row, 15 * row + 9)
    np.testing.assert_array_equal(y, [*range(1, 17), 99])


@pytest.mark.parametrize(("extend", "offset"), [("extsi", -4), ("extui", 20), ("extsi", 20)])
def test_uniform_offsets_wrap_around_in_their_own_width(extend, offset):
    """``%a * %b`` overflows i32: the product that the source computed counts, not the exact one."""
    text = f"""tt.func public @k(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %a: i32, %b: i32) {{
  %i = tt.make_range {{start = 0 : i32, end = 8 : i32}} : tensor<8xi32>
  %as = tt.splat %a : i32 -> tensor<8xi32>
  %bs = tt.splat %b : i32 -> tensor<8xi32>
  %product = arith.muli %as, %bs : tensor<8xi32>
  %w = arith.{extend} %product : tensor<8xi32> to tensor<8xi64>
  %iw = arith.extsi %i : tensor<8xi32> to tensor<8xi64>
  %o = arith.addi %w, %iw : tensor<8xi64>
  %ps = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %p = tt.addptr %ps, %o : tensor<8x!tt.ptr<i32>>, tensor<8xi64>
  %v = tt.load %p : tensor<8x!tt.ptr<i32>>
  %qs = tt.splat %y : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %q = tt.addptr %qs, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  tt.store %q, %v : tensor<8x!tt.ptr<i32>>
  tt.return
}}"""
    x, y = np.arange(64, dtype=np.int32), np.zeros(8, np.int32)
    third = pow(3, -1, 1 << 32)  # 3 * third is 1 modulo 2**32
    run(text, x[32:], y, 3, offset * third % (1 << 32))
    np.testing.assert_array_equal(y, x[32 + offset : 40 + offset])
