"""Kernels compiled for a GPU, run by the emulator: with 1, 4 and 8 warps, in several orders of their threads."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.memory import guarded
from tests.support.ttir import Body, tensor

EXAMPLES = Path(__file__).parents[3] / "examples"
SETTINGS = pytest.mark.parametrize(
    "settings",
    [
        *(Settings(num_warps, seed) for num_warps, seed in itertools.product((1, 4, 8), (0, 1))),
        Settings(optimized=True),
    ],
    ids=lambda s: f"{s.num_warps} warps, seed {s.seed}{', optimized' * s.optimized}",
)


def example(name: str, settings: Settings) -> emulated.EmulatedKernel:
    return emulated.compile(str(EXAMPLES / f"{name}.mlir"), settings=settings)


def random(*shape: int, dtype: type = np.float32) -> np.ndarray:
    return np.random.default_rng(0).normal(size=shape).astype(dtype)


@SETTINGS
@pytest.mark.parametrize("count", [4096, 2999, 1, 0])
def test_vector_add(settings, count):
    x, y, out = random(4096), random(4096)[::-1].copy(), np.full(4096, 7, np.float32)
    example("vector_add.f32", settings)[(4,)](x, y, out, count)
    np.testing.assert_array_equal(out, np.where(np.arange(4096) < count, x + y, 7))


@SETTINGS
@pytest.mark.parametrize("columns", [781, 1024, 3])
def test_softmax(settings, columns):
    x = random(6, columns)
    out = np.zeros_like(x)
    example("softmax.f32", settings)[(4,)](out, x, columns, columns, 6, columns)
    powers = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    np.testing.assert_allclose(out, powers / powers.sum(1, keepdims=True), rtol=2e-6)


@SETTINGS
def test_layer_norm(settings):
    n = 1000
    x, w, b = random(4, n, dtype=np.float16), random(n, dtype=np.float16), random(n, dtype=np.float16)
    y, mean, rstd = np.zeros_like(x), np.zeros(4, np.float32), np.zeros(4, np.float32)
    example("layer_norm.f16", settings)[(4,)](x, y, w, b, mean, rstd, n, n, 1e-5)
    wide = x.astype(np.float64)
    average, scale = wide.mean(1, keepdims=True), 1 / np.sqrt(wide.var(1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(mean, average[:, 0], atol=1e-6)
    np.testing.assert_allclose(rstd, scale[:, 0], rtol=1e-5)
    np.testing.assert_allclose(y, (wide - average) * scale * w + b, atol=4e-3)


@SETTINGS
@pytest.mark.parametrize("size", [8, 64, 256])
@pytest.mark.parametrize("step", [-2, 0, 1, 3])
def test_elements_are_loaded_before_others_are_stored_there(settings, size, step):
    """``x[step * i]`` becomes ``x[step * i] + i``, also where many threads hold an element, or many elements meet."""
    body = Body((size,))
    at = body.op(f"arith.muli {body.position()}, {body.constant(step, 'i32')} : {body.type('i32')}")
    value = body.load("%x", "i32", at)
    body.store("%x", "i32", body.op(f"arith.addi {value}, {body.position()} : {body.type('i32')}"), at)
    kernel = emulated.compile(body.kernel("%x: !tt.ptr<i32>"), settings=settings)
    whole = guarded(np.arange(2 * size * 4, dtype=np.int32), at_end=True)
    before, first = whole.copy(), 2 * size
    kernel[(1,)](whole[first:])
    touched = first + step * np.arange(size)
    legal = {(int(t), int(before[t]) + i) for i, t in enumerate(touched)}
    assert {(int(t), int(whole[t])) for t in touched} <= legal
    others = np.setdiff1d(np.arange(whole.size), touched)
    np.testing.assert_array_equal(whole[others], before[others])


@SETTINGS
def test_programs_add_to_one_place(settings):
    body = Body((64,))
    zero, one = body.constant(0, "i32"), body.constant(1, "i32")
    pointers = body.pointers("%x", "i32", zero)
    true = body.constant("true", "i1")
    old = body.op(
        f"tt.atomic_rmw add, acq_rel, gpu, {pointers}, {one}, {true} : "
        f"({body.type('!tt.ptr<i32>')}, {body.type('i32')}, {body.type('i1')}) -> {body.type('i32')}"
    )
    body.store("%y", "i32", old)
    kernel = emulated.compile(body.kernel("%x: !tt.ptr<i32>, %y: !tt.ptr<i32>"), settings=settings)
    x, y = np.zeros(1, np.int32), np.zeros(64, np.int32)
    kernel[(3,)](x, y)
    assert x[0] == 3 * 64
    assert sorted(y) == list(range(128, 192))


@pytest.mark.parametrize("shape", [(1,), (16,), (1, 8), (8, 1), (4, 4)], ids=str)
@pytest.mark.parametrize("first", [False, True])
def test_addresses_that_the_run_chooses(shape, first):
    """Elements are loaded one by one, where one dimension or all have a single one, too."""
    body = Body(shape)
    pointer, count = body.type("!tt.ptr<i32>"), int(np.prod(shape))
    two = [body.pointers(base, "i32", body.position()) for base in ("%x", "%z")]
    condition = body.op("arith.cmpi slt, %s, %t : i32")
    chosen = body.op(f"arith.select {condition}, {two[0]}, {two[1]} : {pointer}")
    body.store("%y", "i32", body.op(f"tt.load {chosen} : {pointer}"))
    kernel = emulated.compile(
        body.kernel("%x: !tt.ptr<i32>, %z: !tt.ptr<i32>, %y: !tt.ptr<i32>, %s: i32, %t: i32")
    )
    x, y = np.arange(count, dtype=np.int32), np.full(count, -1, np.int32)
    kernel[(1,)](x, -x, y, 0, int(first))
    np.testing.assert_array_equal(y, x if first else -x)


@pytest.mark.parametrize(
    ("rows", "columns", "kept"), [(16, 2, 1), (8, 4, 1), (8, 4, 2), (1, 8, 1), (8, 1, 1)]
)
def test_gathered_elements_of_the_first_columns(rows, columns, kept):
    """Where a mask keeps one column the loop over what is gathered has one dimension, the blocks two."""
    body = Body((rows, columns))
    flat = f"tensor<1x{columns}xi32>"
    column = body.op(f"tt.make_range {{start = 0 : i32, end = {columns} : i32}} : tensor<{columns}xi32>")
    column = body.op(f"tt.expand_dims {column} {{axis = 0 : i32}} : tensor<{columns}xi32> -> {flat}")
    limit = body.op(f"arith.constant dense<{kept}> : {flat}")
    mask = body.op(f"arith.cmpi slt, {column}, {limit} : {flat}")
    mask = body.op(f"tt.broadcast {mask} : tensor<1x{columns}xi1> -> {body.type('i1')}")
    at = body.load("%at", "i32", body.position())
    pointers, other = body.pointers("%x", "i32", at), body.constant(-1, "i32")
    body.store("%y", "i32", body.op(f"tt.load {pointers}, {mask}, {other} : {body.type('!tt.ptr<i32>')}"))
    kernel = emulated.compile(body.kernel("%at: !tt.ptr<i32>, %x: !tt.ptr<i32>, %y: !tt.ptr<i32>"))
    x, y = np.arange(100, 200, dtype=np.int32), np.zeros((rows, columns), np.int32)
    at = np.random.default_rng(0).integers(0, 100, y.shape).astype(np.int32)
    kernel[(1,)](at, x, y)
    np.testing.assert_array_equal(y, np.where(np.arange(columns) < kept, x[at], -1))


@pytest.mark.parametrize("used", [False, True], ids=["for nothing", "for the old values"])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize(("rows", "columns"), [(2, 4), (4, 2), (16, 32), (1, 8)])
def test_updates_of_one_row_or_column(rows, columns, axis, used):
    """Where a mask keeps one row, each of its elements changes once, however many threads hold those of other rows."""
    body, shape = Body((rows, columns)), (rows, columns)
    line = body.op(
        f"tt.make_range {{start = 0 : i32, end = {shape[axis]} : i32}} : tensor<{shape[axis]}xi32>"
    )
    thin = [rows, 1] if axis == 0 else [1, columns]
    line = body.op(
        f"tt.expand_dims {line} {{axis = {1 - axis} : i32}} : tensor<{shape[axis]}xi32> -> {tensor(tuple(thin), 'i32')}"
    )
    last = body.op(f"arith.constant dense<{shape[axis] - 1}> : {tensor(tuple(thin), 'i32')}")
    mask = body.op(f"arith.cmpi sge, {line}, {last} : {tensor(tuple(thin), 'i32')}")
    mask = body.op(f"tt.broadcast {mask} : {tensor(tuple(thin), 'i1')} -> {body.type('i1')}")
    value = body.load("%v", "i32", body.position())
    pointers = body.pointers("%x", "i32", body.position())
    old = body.op(
        f"tt.atomic_rmw add, acq_rel, gpu, {pointers}, {value}, {mask} : "
        f"({body.type('!tt.ptr<i32>')}, {body.type('i32')}, {body.type('i1')}) -> {body.type('i32')}"
    )
    if used:
        body.store(
            "%y",
            "i32",
            body.op(f"arith.select {mask}, {old}, {value} : {body.type('i1')}, {body.type('i32')}"),
        )
    kernel = emulated.compile(body.kernel("%v: !tt.ptr<i32>, %x: !tt.ptr<i32>, %y: !tt.ptr<i32>"))
    v, x = (np.random.default_rng(k).integers(1, 100, shape).astype(np.int32) for k in range(2))
    kept = np.broadcast_to(np.arange(shape[axis]).reshape(thin) == shape[axis] - 1, shape)
    now, y = x.copy(), np.zeros(shape, np.int32)
    kernel[(1,)](v, now, y)
    np.testing.assert_array_equal(now, np.where(kept, x + v, x))
    if used:
        np.testing.assert_array_equal(y, np.where(kept, x, v))


@pytest.mark.parametrize("start", [0, 1, 6])
def test_elements_that_repeat(start):
    """``x[(i + start) / 4]``: each element of memory is loaded once, to a part of the block."""
    body = Body((16,))
    moved = body.op(f"arith.addi {body.position()}, {body.constant(start, 'i32')} : {body.type('i32')}")
    at = body.op(f"arith.shrsi {moved}, {body.constant(2, 'i32')} : {body.type('i32')}")
    body.store("%y", "i32", body.load("%x", "i32", at))
    kernel = emulated.compile(body.kernel("%x: !tt.ptr<i32>, %y: !tt.ptr<i32>"))
    x, y = np.arange(100, 108, dtype=np.int32), np.zeros(16, np.int32)
    kernel[(1,)](x, y)
    np.testing.assert_array_equal(y, x[(np.arange(16) + start) // 4])


@pytest.mark.parametrize("stored", [False, True])
@SETTINGS
def test_neighbouring_updates_of_one_thread(settings, stored):
    """Two divergent branches of one condition become one: no barrier may stand inside."""
    body = Body((256,))
    flat = body.load("%x", "i32") if stored else body.constant(1, "i32")
    pairs = body.op(
        f"tt.cat {flat}, {flat} : tensor<256xi32> -> tensor<512xi32>"
        if stored
        else "arith.constant dense<1> : tensor<512xi32>"
    )
    pairs = body.op(f"tt.reshape {pairs} : tensor<512xi32> -> tensor<256x2xi32>")
    sums = body.op(
        f'"tt.reduce"({pairs}) <{{axis = 1 : i32}}> ({{\n^bb0(%a: i32, %b: i32):\n%z = arith.addi %a, %b : i32\n'
        "tt.reduce.return %z : i32\n}) : (tensor<256x2xi32>) -> tensor<256xi32>"
    )
    counts = body.op(f"tt.histogram {sums} : tensor<256xi32> -> tensor<16xi32>")
    out = Body((16,))
    out._count = 1000
    out.store("%y", "i32", counts)
    body.lines += out.lines
    x, y = np.ones(256, np.int32), np.zeros(16, np.int32)
    emulated.compile(body.kernel("%x: !tt.ptr<i32>, %y: !tt.ptr<i32>"), settings=settings)[(1,)](x, y)
    np.testing.assert_array_equal(y, 256 * (np.arange(16) == 2))
