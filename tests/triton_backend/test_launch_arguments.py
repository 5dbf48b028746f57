"""Every kind of argument that Triton takes reaches the kernel unchanged; what does not fit is named."""

import typing

import numpy as np
import pytest
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

import triton_shared
from tests.support.programs import store_scalar
from tests.triton_backend.kernels import add, copy_one, fill

INTEGERS = [
    (torch.int32, 0), (torch.int32, 1), (torch.int32, -16), (torch.int32, 2**31 - 1), (torch.int64, 2**40),
    (torch.int64, -(2**63)), (torch.uint64, 2**63), (torch.uint64, 2**64 - 1),
]  # fmt: skip


@pytest.mark.parametrize(("dtype", "value"), INTEGERS)
def test_integers(dtype, value):
    out = torch.zeros(1, dtype=dtype)
    copy_one[(1,)](out, value)
    assert out.item() == value


@pytest.mark.parametrize("value", [True, False])
def test_booleans(value):
    out = torch.zeros(1, dtype=torch.int32)
    copy_one[(1,)](out, value)
    assert out.item() == value


@triton.jit
def store_typed(
    out_ptr, a: tl.float16, b: tl.bfloat16, c: tl.float32, d: tl.float64, e: tl.int64, f: tl.uint8, g: tl.int1
):
    tl.store(out_ptr, a.to(tl.float64))
    tl.store(out_ptr + 1, b.to(tl.float64))
    tl.store(out_ptr + 2, c.to(tl.float64))
    tl.store(out_ptr + 3, d)
    tl.store(out_ptr + 4, e.to(tl.float64))
    tl.store(out_ptr + 5, f.to(tl.float64))
    tl.store(out_ptr + 6, g.to(tl.float64))


@pytest.mark.parametrize("values", [(1.1, 1.1, 1.1, 1.1, 1, 200, True), (3, -2, 7, 0, -1, 0, False)])
def test_annotated_scalars(values):
    out = torch.zeros(7, dtype=torch.float64)
    store_typed[(1,)](out, *values)
    dtypes = (
        torch.float16,
        torch.bfloat16,
        torch.float32,
        torch.float64,
        torch.int64,
        torch.uint8,
        torch.bool,
    )
    expected = [torch.tensor(v, dtype=t).item() for v, t in zip(values, dtypes, strict=True)]
    assert out.tolist() == expected


@triton.jit(do_not_specialize=["n"])
def store_count(out_ptr, n):
    tl.store(out_ptr, n)


def test_do_not_specialize():
    out = torch.zeros(1, dtype=torch.int32)
    for n in (1, 16, 7):
        store_count[(1,)](out, n)
        assert out.item() == n
    assert len(store_count.device_caches["cpu"][0]) == 1


class Pair(typing.NamedTuple):
    pointer: object
    stride: object = 1


@triton.jit
def store_parts(pair, parts, nothing, KIND: tl.constexpr, SIZES: tl.constexpr):
    tl.static_assert(nothing is None)
    tl.store(pair.pointer, parts[0])
    tl.store(pair.pointer + pair.stride, parts[2][0])
    tl.store(pair.pointer + 2 * pair.stride, parts[2][1].to(KIND))
    tl.store(pair.pointer + 3 * pair.stride, SIZES[1])


@pytest.mark.parametrize("stride", [1, 2])
def test_tuples_and_nothing(stride):
    out = torch.zeros(8)
    store_parts[(1,)](Pair(out, stride), (5, None, (6, 2.5)), None, tl.float32, (3, 4))
    assert out[: 4 * stride : stride].tolist() == [5, 6, 2.5, 4]


DTYPES = [
    torch.bool, torch.uint8, torch.int8, torch.int16, torch.uint16, torch.int32, torch.uint32, torch.int64,
    torch.uint64, torch.float16, torch.bfloat16, torch.float32, torch.float64,
]  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_tensors(dtype):
    x = torch.arange(100).to(dtype)
    y = torch.ones(100).to(dtype)
    out = torch.zeros(100, dtype=dtype)
    add[(1,)](x, y, out, 99, BLOCK=128)
    expected = x ^ y if dtype == torch.bool else (x.to(torch.float64) + y.to(torch.float64)).to(dtype)
    expected[99] = 0
    assert torch.equal(out, expected)


def test_unaligned_and_strided_views():
    x, y, out = torch.arange(101.0)[1:], torch.ones(100), torch.zeros(103)[3:]
    add[(1,)](x, y, out, 100, BLOCK=128)
    assert torch.equal(out, x + y)


def test_subclasses_and_parameters():
    x, out = torch.nn.Parameter(torch.ones(8)), torch.zeros(8)
    add[(1,)](x, x.detach(), out, 8, BLOCK=8)
    assert out.tolist() == [2] * 8


class Buffer:
    """Memory that is no tensor."""

    def __init__(self, array):
        self.array, self.dtype = array, torch.float32

    def data_ptr(self):
        return self.array.ctypes.data


def test_numpy_and_other_memory():
    x, out = np.arange(16, dtype=np.float32), np.zeros(16, np.float32)
    add[(1,)](triton_shared.HostArray(x), Buffer(x), triton_shared.HostArray(out), 16, BLOCK=16)
    assert np.array_equal(out, x + x)


def test_reinterpreted_tensors():
    bits = torch.tensor([0x3C, 0xBC, 0x40, 0], dtype=torch.uint8)
    out = torch.zeros(4)
    convert[(1,)](triton.reinterpret(bits, tl.float8e5), out)
    assert out.tolist() == bits.view(torch.float8_e5m2).float().tolist()


@triton.jit
def convert(x_ptr, out_ptr):
    at = tl.arange(0, 4)
    tl.store(out_ptr + at, tl.load(x_ptr + at).to(tl.float32))


@triton.jit
def double_block(x_desc, out_desc, factor):
    out_desc.store([8, 0], x_desc.load([8, 0]) * factor)


@pytest.mark.parametrize("padding", ["zero", "nan"])
def test_descriptors(padding):
    x, out = torch.randn(10, 12), torch.zeros(10, 12)
    blocks = [8, 16]
    descriptor = TensorDescriptor.from_tensor(x, blocks, padding=padding)
    double_block[(1,)](descriptor, TensorDescriptor.from_tensor(out, blocks), 2.0)
    expected = torch.zeros(10, 12)
    expected[8:] = 2 * x[8:]
    assert torch.equal(out, expected)


def test_empty_tensors_and_grids():
    nothing = torch.zeros(0)
    add[(1,)](nothing, nothing, nothing, 0, BLOCK=16)
    out = torch.zeros(16)
    for grid in ((0,), (1, 0), (4, 3, 0)):
        fill[grid](out, 1.0, BLOCK=16)
    assert not out.any()


def compiled(*args, **constants):
    return add.warmup(*args, grid=(1,), **constants)


X = torch.zeros(16)
WRONG = {
    "another device": (torch.zeros(16, device="meta"), "'x_ptr'.*CPU"),
    "another dtype": (torch.zeros(16, dtype=torch.float64), "'x_ptr'.*float32.*float64"),
    "a list": ([1.0], "'x_ptr'.*list"),
    "nothing": (None, "'x_ptr'.*None"),
    "an address": (1 << 20, "'x_ptr'.*int"),
}


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_wrong_pointer(wrong):
    value, message = WRONG[wrong]
    kernel = compiled(torch.float32, torch.float32, torch.float32, 16, BLOCK=16)
    with pytest.raises((TypeError, ValueError), match=message):
        kernel[(1, 1, 1)](value, X, X, 16, 16)


def test_tensor_of_another_device():
    with pytest.raises(ValueError, match="'y_ptr'.*CPU"):
        add[(1,)](X, torch.zeros(16, device="meta"), X, 16, BLOCK=16)


@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128, torch.float8_e8m0fnu], ids=str)
def test_unsupported_dtype(dtype):
    with pytest.raises(TypeError, match=f"argument 1 \\('y_ptr'\\).*{str(dtype).removeprefix('torch.')}"):
        add[(1,)](X, torch.zeros(16, dtype=dtype), X, 16, BLOCK=16)


def test_unsupported_dtype_in_a_tuple_or_a_descriptor():
    complex_ = torch.zeros(16, 16, dtype=torch.complex64)
    with pytest.raises(TypeError, match=r"'parts'\[2\]\[1\].*complex64"):
        store_parts[(1,)](Pair(X), (5, None, (6, complex_)), None, tl.float32, (3, 4))
    with pytest.raises(TypeError, match=r"'x_desc'.base.*complex64"):
        double_block[(1,)](TensorDescriptor.from_tensor(complex_, [8, 16]), X, 2.0)


def freed():
    tensor = torch.ones(16)
    tensor.untyped_storage().resize_(0)
    return tensor


NEEDING_A_COPY = {
    "sparse": (lambda: X.to_sparse(), "memory"),
    "mkldnn": (lambda: X.to_mkldnn(), "memory"),
    "negated": (lambda: torch.ones(16, dtype=torch.complex64).conj().imag, "resolve_neg"),
    "all zeros": (lambda: torch._efficientzerotensor(16), "memory"),
    "freed": (freed, "freed"),
    "uninitialized": (torch.nn.UninitializedParameter, "memory"),
}


@pytest.mark.parametrize("kind", NEEDING_A_COPY)
def test_tensors_that_need_a_copy(kind):
    make, message = NEEDING_A_COPY[kind]
    for _ in range(2):  # the second launch goes the short way
        with pytest.raises((TypeError, ValueError), match=f"argument 1 \\('y_ptr'\\).*{message}"):
            add[(1,)](X, make(), X, 16, BLOCK=16)
        add[(1,)](X, X, X, 16, BLOCK=16)


@pytest.mark.parametrize("kind", NEEDING_A_COPY)
def test_each_tensor_of_a_class_is_looked_at(kind):
    make, message = NEEDING_A_COPY[kind]
    kernel, right = triton_shared.compile(store_scalar("f32")), torch.zeros(16)
    for number in range(2):
        kernel[1](right, number + 1.0)
        assert right[0] == number + 1
        with pytest.raises((TypeError, ValueError), match=f"argument 0 \\('out'\\).*{message}"):
            kernel[1](make(), 1.0)
        with pytest.raises(ValueError, match="argument 0 .*CPU"):
            kernel[1](torch.zeros(16, device="meta"), 1.0)
        with pytest.raises(TypeError, match="argument 0 .*float64"):
            kernel[1](right.double(), 1.0)


def test_tensor_under_vmap():
    with pytest.raises(TypeError, match="'y_ptr'.*memory"):
        torch.func.vmap(lambda row: add[(1,)](X, row, X, 16, BLOCK=16))(torch.ones(2, 16))


def test_address_that_is_no_multiple_of_its_element():
    odd = torch.zeros(17, dtype=torch.uint8)[1:]
    with pytest.raises(ValueError, match="'x_ptr'.*multiple of 4"):
        add[(1,)](triton.reinterpret(odd, tl.float32), X, X, 4, BLOCK=4)


def test_numbers_that_do_not_fit():
    kernel = compiled(torch.float32, torch.float32, torch.float32, 7, BLOCK=16)
    with pytest.raises(ValueError, match="'n'.*does not fit i32"):
        kernel[(1, 1, 1)](X, X, X, 1 << 40, 16)
    with pytest.raises(TypeError, match="'n'.*integer"):
        kernel[(1, 1, 1)](X, X, X, 1.5, 16)


@triton.jit
def store_annotated(out_ptr, a: tl.int32, b: tl.uint32):
    tl.store(out_ptr, a.to(tl.int64))
    tl.store(out_ptr + 1, b.to(tl.int64))


def test_numbers_beyond_an_annotation_do_not_wrap():
    """A kernel's annotation says which numbers it takes: those of a signed type end below half of an unsigned one's."""
    out = torch.zeros(2, dtype=torch.int64)
    for a, b in ((2**31 - 1, 2**32 - 1), (-(2**31), 2**31), (-1, 0)):
        store_annotated[(1,)](out, a, b)
        assert out.tolist() == [a, b]
    for a in (2**31, 2**32 - 1, -(2**31) - 1):
        with pytest.raises(ValueError, match=f"'a'.*{a} does not fit i32"):
            store_annotated[(1,)](out, a, 0)
    with pytest.raises(ValueError, match="'b'.*does not fit i32"):
        store_annotated[(1,)](out, 0, 2**32)


@triton.jit
def store_half(out_ptr, a: tl.float16):
    tl.store(out_ptr, a)


def test_float_that_does_not_fit():
    with pytest.raises(ValueError, match="'a'.*does not fit f16"):
        store_half[(1,)](torch.zeros(1, dtype=torch.float16), 1e6)


def test_descriptor_of_another_shape():
    x = torch.zeros(16, 16)
    kernel = double_block.warmup(
        TensorDescriptor.from_tensor(x, [8, 16]), TensorDescriptor.from_tensor(x, [8, 16]), 2.0, grid=(1,)
    )
    with pytest.raises(ValueError, match="'x_desc'.*blocks"):
        kernel[(1, 1, 1)](
            TensorDescriptor.from_tensor(x, [4, 4]), TensorDescriptor.from_tensor(x, [8, 16]), 2.0
        )


def test_freed_descriptor():
    base, out = torch.zeros(16, 16), TensorDescriptor.from_tensor(torch.zeros(16, 16), [8, 16])
    descriptor = TensorDescriptor.from_tensor(base, [8, 16])
    double_block[(1,)](descriptor, out, 2.0)
    base.untyped_storage().resize_(0)
    with pytest.raises(ValueError, match="'x_desc'.*freed"):
        double_block[(1,)](descriptor, out, 2.0)


WRONG_FIELDS = {"strides": ([16, 2], "last"), "shape": ([16, "16"], "integer"), "rank": ([16], "2 sizes")}


@pytest.mark.parametrize("wrong", WRONG_FIELDS)
def test_descriptor_changed_after_it_was_made(wrong):
    value, message = WRONG_FIELDS[wrong]
    out = TensorDescriptor.from_tensor(torch.zeros(16, 16), [8, 16])
    descriptor = TensorDescriptor.from_tensor(torch.zeros(16, 16), [8, 16])
    setattr(descriptor, "shape" if wrong == "rank" else wrong, value)
    with pytest.raises((TypeError, ValueError), match=f"'x_desc'.*{message}"):
        double_block[(1,)](descriptor, out, 2.0)
