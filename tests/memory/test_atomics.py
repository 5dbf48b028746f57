"""Atomic ops of every kind and type: what they leave in memory and the old values that they return."""

import functools
import itertools
import threading
import time

import ml_dtypes
import numpy as np
import pytest

import triton_shared
from tests.support.atomics import atomics, some_order
from tests.support.ttir import Body, run
from triton_shared import dialects
from triton_shared.passes.manager import run_pipeline

SHAPES = [(), (16,), (4, 8), (2, 4, 4)]
INTEGERS = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}
FLOATS = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}


def unsigned(f):
    return lambda a, b: f(a.view(f"u{a.dtype}"), b.view(f"u{a.dtype}")).view(a.dtype)


KINDS = {
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "add": np.add,
    "max": np.maximum, "min": np.minimum,
    "umax": unsigned(np.maximum), "umin": unsigned(np.minimum), "exch": lambda a, b: b,
}  # fmt: skip
FLOAT_KINDS = {"fadd": np.add, "exch": lambda a, b: b}


@pytest.fixture
def in_order(request):
    """Whether elements are updated one after the other; threads of a GPU take any order."""
    return request.config.getoption("--target") == "cpu"


def check_orders(before, after, at, old, update, chosen):
    """Each element of memory has been updated by those of the ``chosen`` that it belongs to, in some order."""
    for place in range(before.size):
        of_place = [i for i in np.flatnonzero(chosen) if at[i] == place]
        updates = [(old[i : i + 1], functools.partial(update, i)) for i in of_place]
        assert some_order(before[place : place + 1], after[place : place + 1], updates), f"place {place}"


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("element", [*INTEGERS, *FLOATS])
def test_read_modify_write(element, shape, masked, in_order):
    rng = np.random.default_rng(len(shape) + masked)
    dtype, kinds = (INTEGERS | FLOATS)[element], KINDS if element in INTEGERS else FLOAT_KINDS
    count = int(np.prod(shape))
    x, v = (rng.integers(-100, 100, n).astype(dtype) for n in (8 * len(kinds), count))
    at, kept = rng.integers(0, 8, count, np.int32), rng.integers(0, 2, count, np.int32)
    old, expected, expected_old = (
        np.zeros((len(kinds), count), dtype),
        x.copy(),
        np.zeros((len(kinds), count), dtype),
    )
    with np.errstate(over="ignore"):
        for (number, apply), i in itertools.product(enumerate(kinds.values()), range(count)):
            place = slice(8 * number + at[i], 8 * number + at[i] + 1)
            if kept[i] or not masked:
                expected_old[number, i] = expected[place][0]
                expected[place] = apply(expected[place], v[i : i + 1])
    before = x.copy()
    run(atomics(shape, element, kinds, masked), x, v, at, kept, old)
    if in_order:
        np.testing.assert_array_equal(x, expected)
        np.testing.assert_array_equal(old, expected_old)
        return
    chosen = kept.astype(bool) | (not masked)
    for number, apply in enumerate(kinds.values()):
        own = slice(8 * number, 8 * number + 8)
        with np.errstate(over="ignore"):
            update = lambda i, now, apply=apply: apply(now, v[i : i + 1])  # noqa: E731
            check_orders(before[own], x[own], at, old[number], update, chosen)
    assert not old[:, ~chosen].any()


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("element", [*INTEGERS, *FLOATS])
def test_compare_and_swap(element, shape, in_order):
    dtype, count = (INTEGERS | FLOATS)[element], int(np.prod(shape))
    body = Body(shape)
    at, expected, desired = body.load("%at", "i32"), body.load("%e", element), body.load("%d", element)
    value, pointer = body.type(element), body.type(f"!tt.ptr<{element}>")
    old = body.op(
        f"tt.atomic_cas acq_rel, gpu, {body.pointers('%x', element, at)}, {expected}, {desired} : "
        f"({pointer}, {value}, {value}) -> {value}"
    )
    body.store("%old", element, old)
    p = f"!tt.ptr<{element}>"
    rng = np.random.default_rng(0)
    x, at = np.arange(8).astype(dtype), rng.integers(0, 8, count, np.int32)
    e, d = (
        np.where(rng.integers(0, 2, count), at, 5).astype(dtype),
        rng.integers(0, 50, count).astype(dtype),
    )
    got_old, final, final_old = np.zeros(count, dtype), x.copy(), np.zeros(count, dtype)
    for i in range(count):
        final_old[i] = final[at[i]]
        if final[at[i]] == e[i]:
            final[at[i]] = d[i]
    before = x.copy()
    run(body.kernel(f"%x: {p}, %at: !tt.ptr<i32>, %e: {p}, %d: {p}, %old: {p}"), x, at, e, d, got_old)
    if in_order:
        np.testing.assert_array_equal(x, final)
        np.testing.assert_array_equal(got_old, final_old)
        return
    swapped = lambda i, now: np.where(now == e[i], d[i], now).astype(dtype)  # noqa: E731
    check_orders(before, x, at, got_old, swapped, np.ones(count, bool))


def test_compare_and_swap_of_floats_compares_bits():
    body = Body(())
    zero, one = body.constant("0.0", "f32"), body.constant("1.0", "f32")
    old = body.op(f"tt.atomic_cas relaxed, cta, %x, {zero}, {one} : (!tt.ptr<f32>, f32, f32) -> f32")
    body.do(f"tt.store %old, {old} : !tt.ptr<f32>")
    x, old = np.array([-0.0], np.float32), np.array([7], np.float32)
    run(body.kernel("%x: !tt.ptr<f32>, %old: !tt.ptr<f32>"), x, old)
    assert x[0] == 0 and np.signbit(x[0]) and np.signbit(old[0])


def test_pointers_are_exchanged():
    body = Body(())
    address = body.op("tt.addptr %y, %one : !tt.ptr<f32>, i32")
    body.lines.insert(0, "%one = arith.constant 1 : i32")
    true = body.constant("true", "i1")
    as_i64 = body.op(f"tt.ptr_to_int {address} : !tt.ptr<f32> -> i64")
    old = body.op(f"tt.atomic_rmw exch, acq_rel, gpu, %x, {as_i64}, {true} : (!tt.ptr<i64>, i64, i1) -> i64")
    pointer = body.op(f"tt.int_to_ptr {old} : i64 -> !tt.ptr<f32>")
    loaded = body.op(f"tt.load {pointer} : !tt.ptr<f32>")
    body.do(f"tt.store %y, {loaded} : !tt.ptr<f32>")
    y, z = np.zeros(4, np.float32), np.array([42], np.float32)
    x = np.array([z.ctypes.data])
    run(body.kernel("%x: !tt.ptr<i64>, %y: !tt.ptr<f32>"), x, y)
    assert y[0] == 42 and x[0] == y.ctypes.data + 4


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("element", ["i16", "i32", "i64", "f32", "bf16"])
def test_load_and_store(element, shape):
    body = Body(shape)
    pointer, value, i1 = body.type(f"!tt.ptr<{element}>"), body.type(element), body.type("i1")
    keep = body.load("%kept", "i32")
    mask = body.op(f"arith.cmpi ne, {keep}, {body.constant(0, 'i32')} : {body.type('i32')}")
    source, target = body.pointers("%x", element), body.pointers("%y", element)
    loaded = body.op(f"tt.atomic_load acquire, sys, {source}, {mask} : ({pointer}, {i1}) -> {value}")
    body.do(f"tt.atomic_store release, gpu, {target}, {loaded} : {pointer}")
    plain = body.op(f"tt.atomic_load relaxed, gpu, {source} : ({pointer}) -> {value}")
    body.do(f"tt.atomic_store relaxed, cta, {body.pointers('%z', element)}, {plain}, {mask} : {pointer}")
    dtype, count = (INTEGERS | FLOATS)[element], int(np.prod(shape))
    kept = np.random.default_rng(1).integers(0, 2, count, np.int32)
    x, y, z = (np.arange(1, count + 1) * k for k in (1, 5, 7))
    x, y, z = x.astype(dtype), y.astype(dtype), z.astype(dtype)
    before = z.copy()
    p = f"!tt.ptr<{element}>"
    run(body.kernel(f"%x: {p}, %y: {p}, %z: {p}, %kept: !tt.ptr<i32>"), x, y, z, kept)
    np.testing.assert_array_equal(y, np.where(kept, x, 0).astype(dtype))
    np.testing.assert_array_equal(z, np.where(kept, x, before))


@pytest.mark.parametrize("other", [None, "scalar", "tensor"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("element", ["i1", "i8", "i32", "i64", "f16", "bf16", "f32", "f64", "f8E5M2"])
def test_volatile_load(element, shape, other):
    """Kept elements are what memory holds, the others are ``other`` or zero and are not touched."""
    body = Body(shape)
    pointer = body.type(f"!tt.ptr<{element}>")
    keep = body.load("%kept", "i32")
    mask = body.op(f"arith.cmpi ne, {keep}, {body.constant(0, 'i32')} : {body.type('i32')}")
    instead = ""
    if other == "tensor":
        instead = f", {body.load('%o', element)}"
    elif other == "scalar":
        instead = (
            f", {body.constant({'i1': 'true'}.get(element, '1' if element[0] == 'i' else '1.0'), element)}"
        )
    loaded = body.op(
        f"tt.load {body.pointers('%x', element)}, {mask}{instead} {{isVolatile = true}} : {pointer}"
    )
    body.store("%y", element, loaded)
    dtypes = INTEGERS | FLOATS | {"i1": np.bool_, "f8E5M2": ml_dtypes.float8_e5m2}
    dtype, count = dtypes[element], int(np.prod(shape))
    rng = np.random.default_rng(1)
    kept = rng.integers(0, 2, count, np.int32)
    x, o = (rng.integers(0, 2 if element == "i1" else 50, count).astype(dtype) for _ in range(2))
    y, p = np.zeros(count, dtype), f"!tt.ptr<{element}>"
    run(body.kernel(f"%x: {p}, %y: {p}, %o: {p}, %kept: !tt.ptr<i32>"), x, y, o, kept)
    rest = {None: np.zeros(count), "scalar": np.ones(count), "tensor": o}[other].astype(dtype)
    np.testing.assert_array_equal(y.astype(np.float64), np.where(kept, x, rest).astype(np.float64))


def test_volatile_load_of_pointers():
    body = Body(())
    loaded = body.op("tt.load %x {isVolatile = true} : !tt.ptr<!tt.ptr<f32>>")
    value = body.op(f"tt.load {loaded} : !tt.ptr<f32>")
    body.do(f"tt.store %y, {value} : !tt.ptr<f32>")
    z, y = np.array([42], np.float32), np.zeros(1, np.float32)
    x = np.array([z.ctypes.data])
    run(body.kernel("%x: !tt.ptr<!tt.ptr<f32>>, %y: !tt.ptr<f32>"), x, y)
    assert y[0] == 42


def test_every_volatile_load_reads():
    """Loads of one address are all made, and one that nobody needs too."""
    body = Body((8,))
    for _ in range(3):
        body.op(f"tt.load {body.pointers('%x', 'i32')} {{isVolatile = true}} : tensor<8x!tt.ptr<i32>>")
    module = dialects.parse(body.kernel("%x: !tt.ptr<i32>"), "-")
    run_pipeline(module, ["triton-to-linalg"])
    assert str(module).count("llvm.load volatile") == 3


@pytest.mark.host("another thread writes what the kernel waits for")
def test_poll_waits_for_another_thread():
    body = Body(())
    one = body.constant(1, "i32")
    seen = body.op(f"tt.atomic_poll acquire, gpu, %flag, {one} : !tt.ptr<i32>, i32 -> i1")
    body.do(f"tt.store %seen, {seen} : !tt.ptr<i1>")
    value = body.op("tt.load %x : !tt.ptr<i32>")
    body.do(f"tt.store %y, {value} : !tt.ptr<i32>")
    kernel = triton_shared.compile(
        body.kernel("%flag: !tt.ptr<i32>, %x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %seen: !tt.ptr<i1>")
    )
    flag, x, y, seen = np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros(1, bool)
    thread = threading.Thread(target=lambda: kernel[(1,)](flag, x, y, seen))
    thread.start()
    time.sleep(0.05)
    assert thread.is_alive() and not seen[0]
    x[0] = 77
    flag[0] = 1
    thread.join(600)
    assert not thread.is_alive() and y[0] == 77 and seen[0]


def test_many_programs_count_together():
    body = Body((64,))
    zeros, ones = body.constant(0, "i64"), body.constant(1, "i64")
    where = body.op(
        f"tt.addptr {body.splat('%n', '!tt.ptr<i64>')}, {zeros} : tensor<64x!tt.ptr<i64>>, tensor<64xi64>"
    )
    mask = body.constant("true", "i1")
    body.op(
        f"tt.atomic_rmw add, relaxed, gpu, {where}, {ones}, {mask} : "
        "(tensor<64x!tt.ptr<i64>>, tensor<64xi64>, tensor<64xi1>) -> tensor<64xi64>"
    )
    body.lines += [
        "%one = arith.constant 1.0 : f32",
        "%true = arith.constant true",
        "%old = tt.atomic_rmw fadd, relaxed, gpu, %f, %one, %true : (!tt.ptr<f32>, f32, i1) -> f32",
        "%i = arith.fptosi %old : f32 to i32",
        "%at = tt.addptr %seen, %i : !tt.ptr<i32>, i32",
        "%yes = arith.constant 1 : i32",
        "tt.store %at, %yes : !tt.ptr<i32>",
    ]
    n, f, seen = np.zeros(1, np.int64), np.zeros(1, np.float32), np.zeros(20000, np.int32)
    kernel = triton_shared.compile(
        body.kernel("%n: !tt.ptr<i64>, %f: !tt.ptr<f32>, %seen: !tt.ptr<i32>"), num_threads=4
    )
    kernel[(200, 10, 10)](n, f, seen)
    assert n[0] == 64 * 20000 and f[0] == 20000
    assert seen.all()  # every program got an old value of its own
