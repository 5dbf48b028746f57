"""Tensor descriptors: made in the kernel or passed in, over element types, ranks, borders and paddings."""

import itertools

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import triton_shared
from tests.support.amount import examples
from tests.support.blocks import block_at, make_descriptor, row_major, signless, write_block
from tests.support.ttir import run, tensor
from triton_shared import TensorDescriptor

TYPES = {
    "i8": np.int8, "si8": np.int8, "ui16": np.uint16, "si32": np.int32, "ui64": np.uint64,
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64,
}  # fmt: skip
WHOLE = {1: (11,), 2: (5, 7), 3: (3, 5, 7)}
BLOCK = {1: (8,), 2: (4, 8), 3: (2, 4, 8)}


def desc(shape, element):
    return f"!tt.tensordesc<{'x'.join(map(str, (*shape, element)))}>"


@pytest.mark.parametrize("rank", [1, 2, 3])
@pytest.mark.parametrize("element", TYPES)
def test_load_and_store(element, rank):
    """Blocks at every kind of place: inside, across each border, wholly outside, at negative indices."""
    whole, block, dtype = WHOLE[rank], BLOCK[rank], TYPES[element]
    places = list(itertools.product(*[(-3, 0, n - 2) for n in whole]))[:: 1 if rank < 3 else 4]
    is_float = element[0] in "bf"
    pointer, type_ = f"!tt.ptr<{signless(element)}>", desc(block, element)
    lines = make_descriptor(
        "%a", "%x", whole, row_major(whole), block, element, "{padding = 2 : i32}" if is_float else ""
    )
    lines += make_descriptor(
        "%b", "%y", (len(places) * block[0], *block[1:]), row_major(block), block, element
    )
    lines += make_descriptor("%c", "%z", whole, row_major(whole), block, element)
    numbers = sorted(
        {o for place in places for o in place} | {p * block[0] for p in range(len(places))} | {0}
    )
    lines += [f"%n{str(n).replace('-', 'm')} = arith.constant {n} : i32" for n in numbers]
    name = {n: f"%n{str(n).replace('-', 'm')}" for n in numbers}
    for p, place in enumerate(places):
        value = tensor(block, signless(element))
        at, to = ", ".join(name[o] for o in place), ", ".join([name[p * block[0]], *[name[0]] * (rank - 1)])
        lines.append(f"%l{p} = tt.descriptor_load %a[{at}] : {type_} -> {value}")
        lines.append(f"tt.descriptor_store %b[{to}], %l{p} : {type_}, {value}")
        lines.append(f"tt.descriptor_store %c[{at}], %l{p} : {type_}, {value}")
    body = "\n".join([*lines, "tt.return"])
    x = (np.arange(np.prod(whole)) % 100 + 1).astype(dtype).reshape(whole)
    y, z = np.zeros((len(places) * block[0], *block[1:]), dtype), np.zeros(whole, dtype)
    run(f"tt.func public @k(%x: {pointer}, %y: {pointer}, %z: {pointer}) {{ {body} }}", *map(bits, (x, y, z)))
    expected = np.zeros(whole, dtype)
    for p, place in enumerate(places):
        loaded = block_at(x, place, block, np.nan if is_float else 0)
        assert_same(y[p * block[0] :][: block[0]], loaded, err_msg=str(place))
        write_block(expected, place, loaded)
    assert_same(z, expected)


def assert_same(got, expected, **keywords):
    """Equal, NaN included, which numpy does not know of bf16."""
    wide = np.float32 if got.dtype == ml_dtypes.bfloat16 else got.dtype
    np.testing.assert_array_equal(got.astype(wide), expected.astype(wide), **keywords)


def bits(array):
    return array.view(np.int16) if array.dtype == ml_dtypes.bfloat16 else array


HOST = """
tt.func public @k(%x: !tt.tensordesc<4x8xf32>, %y: !tt.tensordesc<4x8xf32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%d = %x, %at = %c0) -> (!tt.tensordesc<4x8xf32>, i32) : i32 {
    %v = tt.descriptor_load %d[%at, %c1] : !tt.tensordesc<4x8xf32> -> tensor<4x8xf32>
    tt.descriptor_store %y[%at, %c0], %v : !tt.tensordesc<4x8xf32>, tensor<4x8xf32>
    %next = arith.addi %at, %c4 : i32
    scf.yield %d, %next : !tt.tensordesc<4x8xf32>, i32
  }
  tt.return
}
"""


@pytest.mark.parametrize("padding", ["zero", "nan"])
def test_arguments(padding):
    x = np.arange(70, dtype=np.float32).reshape(10, 7)
    y = np.full((12, 9), -1, np.float32)
    blocks = TensorDescriptor.from_array(x, [4, 8], padding), TensorDescriptor(y, [11, 8], [9, 1], [4, 8])
    run(HOST, *blocks, 3)
    expected = np.full((12, 9), -1, np.float32)
    pad = np.nan if padding == "nan" else 0
    for at in (0, 4, 8):
        write_block(expected[:11, :8], (at, 0), block_at(x, (at, 1), (4, 8), pad))
    np.testing.assert_array_equal(y, expected)


def test_views_of_arrays_are_strided_tensors():
    x = np.arange(400, dtype=np.float32).reshape(20, 20)
    y = np.zeros((8, 8), np.float32)
    view = x[19::-2, 3:14]  # a negative stride too
    run(HOST, TensorDescriptor.from_array(view, [4, 8]), TensorDescriptor.from_array(y, [4, 8]), 2)
    np.testing.assert_array_equal(y[:4], block_at(view, (0, 1), (4, 8), 0))
    np.testing.assert_array_equal(y[4:], block_at(view, (4, 1), (4, 8), 0))


def test_wrong_arguments():
    kernel = triton_shared.compile(HOST)
    x = np.zeros((4, 8), np.float32)
    good = TensorDescriptor.from_array(x, [4, 8])
    with pytest.raises(TypeError, match=r"argument 0 \('x'\).*TensorDescriptor.*ndarray"):
        kernel[(1,)](x, good, 1)
    with pytest.raises(ValueError, match=r"argument 1 \('y'\).*blocks of \[4, 8\], got \[8, 4\]"):
        kernel[(1,)](good, TensorDescriptor.from_array(x, [8, 4]), 1)
    with pytest.raises(TypeError, match=r"float32.*float64"):
        kernel[(1,)](TensorDescriptor.from_array(x.astype(float), [4, 8]), good, 1)
    with pytest.raises(TypeError, match="takes 3 arguments, got 2"):
        kernel[(1,)](good, good)
    with pytest.raises(ValueError, match="padding"):
        TensorDescriptor.from_array(x, [4, 8], "one")
    with pytest.raises(ValueError, match="one number a dimension"):
        TensorDescriptor(x, [4, 8], [8], [4, 8])
    with pytest.raises(ValueError, match=r"last stride.*must be 1"):
        TensorDescriptor.from_array(x.T, [4, 8])
    with pytest.raises(ValueError, match=r"2\*\*31"):
        TensorDescriptor(x, [1 << 31, 8], [8, 1], [4, 8])
    for stride in (1 << 70, 1 << 63, -(1 << 63) - 1):
        with pytest.raises(ValueError, match="fit i64"):
            TensorDescriptor(x, [4, 8], [stride, 1], [4, 8])
    for number in (2.5, "2", None):
        with pytest.raises(TypeError, match="must be integers"):
            TensorDescriptor(x, [4, number], [8, 1], [4, 8])


@given(before=st.integers(0, 12), after=st.integers(0, 12), step=st.integers(-3, 3), rows=st.integers(1, 4))
@settings(max_examples=examples(60), deadline=None, derandomize=True)
def test_descriptors_of_views_have_their_strides_or_are_refused(before, after, step, rows):
    """Fields of a structured array, of any padding, every n-th row."""
    fields = np.dtype([("before", "V", before), ("x", "f4", 4), ("after", "V", after)])
    view = np.zeros(12, fields)["x"][:: step or 1][:rows]
    try:
        made = TensorDescriptor.from_array(view, [1, 4])
    except ValueError as error:
        assert view.strides[0] % 4 and "whole elements" in str(error)
    else:
        assert [stride * 4 for stride in made.strides] == list(view.strides)


CHOSEN = """
tt.func public @k(%x: !tt.tensordesc<8xf32>, %y: !tt.ptr<f32>, %n: i32, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i64
  %other = tt.make_tensor_descriptor %y, [%n], [%c1] {padding = 2 : i32} : <f32>, <8xf32>
  %short = tt.make_tensor_descriptor %y, [%c0], [%c1] : <f32>, <8xf32>
  %d = scf.if %c -> !tt.tensordesc<8xf32> {
    scf.yield %other : !tt.tensordesc<8xf32>
  } else {
    scf.yield %short : !tt.tensordesc<8xf32>
  }
  %v = tt.descriptor_load %d[%c0] : !tt.tensordesc<8xf32> -> tensor<8xf32>
  tt.descriptor_store %x[%c0], %v : !tt.tensordesc<8xf32>, tensor<8xf32>
  tt.return
}
"""


@pytest.mark.parametrize("chosen", [0, 1])
def test_chosen_by_a_condition(chosen):
    """Shape and padding of the descriptor differ with the branch."""
    x, y = np.zeros(8, np.float32), np.arange(8, dtype=np.float32)
    run(CHOSEN, TensorDescriptor.from_array(x, [8]), y, 5, chosen)
    np.testing.assert_array_equal(x, [0, 1, 2, 3, 4, *[np.nan] * 3] if chosen else np.zeros(8))


CALLED = """
tt.func public @k(%x: !tt.tensordesc<4x8xf32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i64
  %one = arith.constant 1 : i64
  %m = arith.constant 5 : i32
  %out = tt.make_tensor_descriptor %y, [%m, %n], [%c3, %one] : <f32>, <4x8xf32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.call @copy(%x, %i, %out) : (!tt.tensordesc<4x8xf32>, i32, !tt.tensordesc<4x8xf32>) -> ()
  }
  tt.return
}
tt.func private @copy(%from: !tt.tensordesc<4x8xf32>, %at: i32, %to: !tt.tensordesc<4x8xf32>)
    attributes {noinline = true} {
  %v = tt.descriptor_load %from[%at, %at] : !tt.tensordesc<4x8xf32> -> tensor<4x8xf32>
  tt.descriptor_store %to[%at, %at], %v : !tt.tensordesc<4x8xf32>, tensor<4x8xf32>
  tt.return
}
"""


def test_passed_to_functions():
    x, y = np.arange(40, dtype=np.float32).reshape(5, 8), np.zeros((5, 3), np.float32)
    run(CALLED, TensorDescriptor.from_array(x, [4, 8], "nan"), y, 3)
    expected = np.zeros((5, 3), np.float32)
    for i in range(3):
        write_block(expected, (i, i), block_at(x, (i, i), (4, 8), np.nan))
    np.testing.assert_array_equal(y, expected)


GATHER = """
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %rows: !tt.ptr<i32>, %m: i32, %n: i32, %from: i32, %to: i32) {
  %one = arith.constant 1 : i64
  %stride = arith.extsi %n : i32 to i64
  %a = tt.make_tensor_descriptor %x, [%m, %n], [%stride, %one] {padding = 2 : i32} : <f32>, <1x16xf32>
  %b = tt.make_tensor_descriptor %y, [%m, %n], [%stride, %one] : <f32>, <1x16xf32>
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %p = tt.splat %rows : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %q = tt.addptr %p, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %r = tt.load %q : tensor<8x!tt.ptr<i32>>
  %v = tt.descriptor_gather %a[%r, %from] : (!tt.tensordesc<1x16xf32>, tensor<8xi32>, i32) -> tensor<8x16xf32>
  tt.descriptor_scatter %b[%r, %to], %v : !tt.tensordesc<1x16xf32>, tensor<8xi32>, i32, tensor<8x16xf32>
  tt.return
}
"""


@pytest.mark.parametrize("column", [(0, 0), (4, 0), (0, 5), (-3, 2), (19, -18)])
def test_gather_and_scatter(column):
    m, n = 9, 20
    x = np.arange(m * n, dtype=np.float32).reshape(m, n)
    y, rows = np.full((m, n), -1, np.float32), np.array([3, -1, 8, 0, 9, 5, 100, 7], np.int32)
    run(GATHER, x, y, rows, m, n, *column)
    expected = np.full((m, n), -1, np.float32)
    for row in rows:
        write_block(expected, (row, column[1]), block_at(x, (row, column[0]), (1, 16), np.nan))
    np.testing.assert_array_equal(y, expected)


def _inc(a, b):
    return np.where(a.view(f"u{a.dtype}") >= b.view(f"u{b.dtype}"), 0, a + 1)


def _dec(a, b):
    unsigned_a, unsigned_b = a.view(f"u{a.dtype}"), b.view(f"u{b.dtype}")
    return np.where((a == 0) | (unsigned_a > unsigned_b), b, a - 1)


REDUCE = {
    "add": np.add,
    "min": np.minimum,
    "max": np.maximum,
    "inc": _inc,
    "dec": _dec,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
SIGNED = {"si32": np.int32, "i32": np.int32, "i64": np.int64}
UNSIGNED = {"ui32": np.uint32, "ui64": np.uint64}
FLOATING = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}


@pytest.mark.parametrize(
    ("kind", "element"),
    [
        *itertools.product(REDUCE, SIGNED),
        *itertools.product(("add", "min", "max"), UNSIGNED),
        *itertools.product(("add", "min", "max"), FLOATING),
    ],
)
def test_reduce(kind, element):
    dtype = (SIGNED | UNSIGNED | FLOATING)[element]
    plain = signless(element)
    lines = make_descriptor("%d", "%x", (5, 7), (7, 1), (4, 8), element)
    body = "\n".join(
        [
            *lines,
            "%i = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>",
            f"%p = tt.splat %v : !tt.ptr<{plain}> -> tensor<32x!tt.ptr<{plain}>>",
            f"%q = tt.addptr %p, %i : tensor<32x!tt.ptr<{plain}>>, tensor<32xi32>",
            f"%l = tt.load %q : tensor<32x!tt.ptr<{plain}>>",
            f"%b = tt.reshape %l : tensor<32x{plain}> -> tensor<4x8x{plain}>",
            f"tt.descriptor_reduce {kind}, %d[%r, %c], %b : {desc((4, 8), element)}, tensor<4x8x{plain}>",
            "tt.return",
        ]
    )
    rng = np.random.default_rng(0)
    x = (rng.integers(-9, 9, (5, 7)) if element not in UNSIGNED else rng.integers(0, 9, (5, 7))).astype(dtype)
    v = rng.integers(0, 9, (4, 8)).astype(dtype)
    if element in UNSIGNED:
        x[2, 2] = np.iinfo(dtype).max - 20
    expected = x.copy()
    part, there = expected[1:5, 0:6], v[:4, 2:8]  # the block at (1, -2)
    part[...] = REDUCE[kind](part, there)
    run(
        f"tt.func public @k(%x: !tt.ptr<{plain}>, %v: !tt.ptr<{plain}>, %r: i32, %c: i32) {{ {body} }}",
        bits(x),
        bits(v),
        1,
        -2,
    )
    np.testing.assert_array_equal(x, expected)


OLDER = """
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = arith.constant 4 : i32
  %s = arith.constant 6 : i64
  %one = arith.constant 1 : i64
  %a = tt.make_tensor_descriptor %x, [%n, %n], [%s, %one] : <f32>, <tensor<4x4xf32>>
  %b = tt.make_tensor_descriptor %y, [%n, %n], [%s, %one] : <f32>, <tensor<4x4xf32>>
  %v = tt.experimental_descriptor_load %a[%c1, %c0] : !tt.tensordesc<tensor<4x4xf32>> -> tensor<4x4xf32>
  tt.experimental_descriptor_store %b[%c0, %c1], %v : !tt.tensordesc<tensor<4x4xf32>>, tensor<4x4xf32>
  tt.return
}
"""


def test_older_names():
    x, y = np.arange(24, dtype=np.float32).reshape(4, 6), np.zeros((4, 6), np.float32)
    run(OLDER, x, y)
    expected = np.zeros((4, 4), np.float32)
    write_block(expected, (0, 1), block_at(x[:, :4], (1, 0), (4, 4), 0))
    np.testing.assert_array_equal(y[:, :4], expected)
    assert not y[:, 4:].any()


def test_leading_dimensions_of_one_may_be_dropped():
    lines = make_descriptor("%d", "%x", (3, 5, 7), (35, 7, 1), (1, 4, 8), "f32")
    lines += make_descriptor("%e", "%y", (3, 4, 8), (32, 8, 1), (1, 4, 8), "f32")
    body = "\n".join(
        [
            *lines,
            "%z = arith.constant 0 : i32",
            "%v = tt.descriptor_load %d[%p, %z, %z] : !tt.tensordesc<1x4x8xf32> -> tensor<4x8xf32>",
            "tt.descriptor_store %e[%p, %z, %z], %v : !tt.tensordesc<1x4x8xf32>, tensor<4x8xf32>",
            "tt.return",
        ]
    )
    text = f"tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %p: i32) {{ {body} }}"
    x, y = np.arange(105, dtype=np.float32).reshape(3, 5, 7), np.zeros((3, 4, 8), np.float32)
    for page in (-1, 0, 2, 3):
        run(text, x, y, page)
    np.testing.assert_array_equal(y[0], block_at(x[0], (0, 0), (4, 8), 0))
    np.testing.assert_array_equal(y[2], block_at(x[2], (0, 0), (4, 8), 0))
    assert not y[1].any()


ROWS = """
tt.func public @k(%x: !tt.ptr<f16>, %y: !tt.ptr<f16>, %start: i32, %s: i64, %m: i32, %n: i32, %at: i32) {
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %c15 = arith.constant 15 : i32
  %p = tt.addptr %x, %start : !tt.ptr<f16>, i32
  %q = tt.addptr %y, %start : !tt.ptr<f16>, i32
  %a = tt.make_tensor_descriptor %p, [%m, %n], [%s, %one] : <f16>, <8x16xf16>
  %b = tt.make_tensor_descriptor %q, [%m, %n], [%s, %one] : <f16>, <8x16xf16>
  %up = arith.addi %n, %c15 : i32
  %steps = arith.divsi %up, %c16 : i32
  scf.for %i = %c0 to %steps step %c1 : i32 {
    %column = arith.muli %i, %c16 : i32
    %v = tt.descriptor_load %a[%at, %column] : !tt.tensordesc<8x16xf16> -> tensor<8x16xf16>
    tt.descriptor_store %b[%at, %column], %v : !tt.tensordesc<8x16xf16>, tensor<8x16xf16>
  }
  tt.return
}
"""


@settings(max_examples=examples(30), deadline=None)
@given(
    st.sampled_from([0, 1, 4, 8]),
    st.sampled_from([37, 40, 44, 48]),
    st.integers(1, 9),
    st.integers(1, 36),
    st.integers(-3, 3),
)
def test_rows_of_any_alignment(start, stride, m, n, at):
    """Rows are likely to be aligned, and need not be."""
    x = np.arange(10 * 48 + 16, dtype=np.float16)
    y = np.zeros_like(x)
    run(ROWS, x, y, start, stride, m, n, at)
    inside = [start + r * stride + np.arange(n) for r in range(max(at, 0), min(at + 8, m))]
    expected = np.zeros_like(x)
    for places in inside:
        expected[places] = x[places]
    np.testing.assert_array_equal(y, expected)
