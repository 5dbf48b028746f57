"""Every kind of argument arrives as it was given; every wrong one is refused by name."""

from __future__ import annotations

import copy
import ctypes
import math
import pickle

import ml_dtypes
import numpy as np
import pytest

import triton_shared
from tests.support.programs import many_scalars, reversed_block, store_scalar
from triton_shared.runtime.arguments import Address

INF, NAN = math.inf, math.nan
DTYPES = {
    "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64,
}  # fmt: skip
VALUES = {
    "i1": [0, 1, True, np.bool_(False)],
    "i8": [-128, 127, np.int8(-3)],
    "i16": [-(2**15), 2**15 - 1, np.int64(-7)],
    "i32": [-(2**31), 2**31 - 1, np.int32(5), np.array(7)],
    "i64": [-(2**63), 2**63 - 1, 1 << 40],
    "f16": [1.5, -0.0, 65504.0, 2**-24, INF, -INF, NAN, 3, np.float16(0.1), 1 + 2**-11 + 2**-30],
    "bf16": [1.5, -0.0, 3.3e38, 1e-40, INF, -INF, NAN, 3, 1 + 2**-8 + 2**-40, 1 + 2**-8 - 2**-40, 1 + 2**-8],
    "f32": [0.1, -0.0, 3.4e38, 1e-45, INF, -INF, NAN, 7, np.float32(0.3)],
    "f64": [0.1, -0.0, 1e308, 5e-324, INF, -INF, NAN, 1 << 53],
}


def bits(array: np.ndarray) -> bytes:
    return b"NaN" if (array != array).all() else array.tobytes()


@pytest.mark.parametrize(("type", "value"), [(t, v) for t, values in VALUES.items() for v in values])
def test_scalar_round_trip(type, value):
    out = np.full(1, 1, DTYPES[type])
    triton_shared.compile(store_scalar(type))[1](out, value)
    if type == "bf16" and math.isfinite(value):
        # ml_dtypes rounds a float64 twice; the nearest bf16 in exact arithmetic is the oracle.
        with np.errstate(invalid="ignore"):
            all_values = (np.arange(1 << 16, dtype=np.uint32) << 16).view(np.float32).astype(np.float64)
        distance = np.abs(all_values - value)
        nearest = np.flatnonzero(distance == np.nanmin(distance))
        even = [n for n in nearest if n % 2 == 0] or list(nearest)
        assert out.view(np.uint16)[0] in even and math.copysign(1, float(out[0])) == math.copysign(1, value)
    else:
        assert bits(out) == bits(np.array([value]).astype(DTYPES[type]))


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_unsigned_scalars_are_accepted(bits):
    out = np.zeros(1, DTYPES[f"i{bits}"])
    triton_shared.compile(store_scalar(f"i{bits}"))[1](out, 2**bits - 1)
    assert out[0] == -1


def test_all_kinds_together_at_their_alignment():
    types = ["i1", "i64", "i8", "f64", "i16", "f32", "bf16", "i32", "f16", "i1", "i32", "i8", "bf16"]
    values = [1, -(1 << 60), -7, 0.125, -3, 1.25, 2.5, 1 << 30, -0.5, 0, -9, 100, -8.0]
    outs = [np.full(1, 99, DTYPES[t]) for t in types]
    triton_shared.compile(many_scalars(types))[2, 3, 4](*values, *outs)
    assert [float(out[0]) for out in outs] == values


class Interface:
    def __init__(self, array):
        self.__array_interface__ = array.__array_interface__


class DLPack:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **keywords):
        return self.array.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class Tensor:
    """What torch's tensors have."""

    def __init__(self, array, device="cpu"):
        self.array, self.device = array, device
        self.dtype = f"torch.{array.dtype}"

    def data_ptr(self):
        return self.array.ctypes.data


WRAPPERS = {
    "numpy": lambda a: a,
    "array interface": Interface,
    "dlpack": DLPack,
    "tensor": Tensor,
    "memmap": lambda a: a.view(type("Sub", (np.ndarray,), {})),
    "address": lambda a: Address(a.ctypes.data, str(a.dtype)),
}


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
def test_arrays_of_all_sorts(wrap):
    out = np.zeros(1, np.int32)
    triton_shared.compile(store_scalar("i32"))[1](wrap(out), 42)
    assert out[0] == 42


@pytest.mark.parametrize(
    "out",
    [np.zeros((3, 4), "i4").T, np.zeros(10, "i4")[::-2], np.zeros((2, 2), "u4"), np.array(0, "i4")],
    ids=["transposed", "negative stride", "unsigned", "0-d"],
)
def test_an_array_counts_from_its_first_element(out):
    kernel = triton_shared.compile(store_scalar("i32"))
    for value in (9, 10):
        kernel[1](out, value)
        assert out[(0,) * out.ndim] == value and np.count_nonzero(out) == 1


def test_bf16_as_bits():
    out = np.zeros(1, np.uint16)
    triton_shared.compile(store_scalar("bf16"))[1](out, 1.0)
    assert out[0] == 0x3F80


def test_arguments_by_name():
    out = np.zeros(1, np.int32)
    kernel = triton_shared.compile(store_scalar("i32"))
    assert kernel.names == ("out", "x")
    kernel[1](x=3, out=out)
    assert out[0] == 3
    kernel[1](out, x=4)
    assert out[0] == 4


def array(dtype=np.int32):
    return np.zeros(1, dtype)


def read_only():
    out = array()
    out.flags.writeable = False
    return out


def misaligned():
    return np.zeros(8, np.uint8)[1:5].view(np.int32)


BAD = {
    "too few": (lambda k: k[1](array()), TypeError, r"'store' takes 2 .*got 1: missing argument 1 \('x'\)"),
    "too many": (lambda k: k[1](array(), 1, 2), TypeError, "'store' takes 2 arguments, got 3"),
    "none": (lambda k: k[1](), TypeError, r"missing argument 0 \('out'\), argument 1 \('x'\)"),
    "unknown name": (lambda k: k[1](array(), y=1), TypeError, "no parameter 'y': they are out, x"),
    "twice": (lambda k: k[1](array(), 1, x=1), TypeError, r"two values for argument 1 \('x'\)"),
    "wrong dtype": (
        lambda k: k[1](array(np.float32), 1),
        TypeError,
        r"argument 0 \('out'\): expected an array of int32 or uint32, got float32",
    ),
    "foreign byte order": (lambda k: k[1](array(">i4"), 1), TypeError, r"\('out'\).*foreign byte order"),
    "null": (lambda k: k[1](None, 1), TypeError, r"\('out'\): expected an array of i32, got NoneType None"),
    "raw address": (lambda k: k[1](4096, 1), TypeError, r"\('out'\).*int 4096; wrap .* in .*Address"),
    "list": (lambda k: k[1]([0], 1), TypeError, r"\('out'\): expected an array of i32, got list"),
    "read-only": (lambda k: k[1](read_only(), 1), ValueError, r"\('out'\).*writes.*read-only"),
    "misaligned": (lambda k: k[1](misaligned(), 1), ValueError, r"\('out'\).*multiple of 4 bytes"),
    "device": (lambda k: k[1](Tensor(array(), "cuda:0"), 1), ValueError, r"\('out'\).*CPU.*cuda:0"),
    "float for int": (
        lambda k: k[1](array(), 1.0),
        TypeError,
        r"\('x'\): .*integer of type i32, got float 1.0",
    ),
    "text for int": (lambda k: k[1](array(), "1"), TypeError, r"\('x'\): expected an integer"),
    "array for int": (lambda k: k[1](array(), np.zeros(2, int)), TypeError, r"\('x'\): expected an integer"),
    "none for int": (lambda k: k[1](array(), None), TypeError, r"\('x'\): expected an integer"),
    "too large": (lambda k: k[1](array(), 1 << 32), ValueError, r"\('x'\): 4294967296 does not fit i32"),
    "too small": (lambda k: k[1](array(), -(2**31) - 1), ValueError, r"\('x'\): -2147483649 .*i32"),
    "grid negative": (lambda k: k[1, -1](array(), 1), ValueError, "grid size y must be in .*got -1"),
    "grid 4-d": (lambda k: k[1, 1, 1, 1](array(), 1), ValueError, "1 to 3 dimensions, got 4"),
    "grid 0-d": (lambda k: k[()](array(), 1), ValueError, "1 to 3 dimensions, got 0"),
    "grid float": (lambda k: k[1.0](array(), 1), TypeError, "a grid is an int or a tuple"),
    "grid text": (lambda k: k["1"](array(), 1), TypeError, "a grid is an int or a tuple"),
    "grid large": (lambda k: k[1 << 31](array(), 1), ValueError, "grid size x must be in"),
    "grid product": (lambda k: k[(2**31 - 1,) * 3](array(), 1), ValueError, r"fewer than 2\*\*63 programs"),
    "grid from function": (lambda k: k[lambda named: -named["x"]](array(), 1), ValueError, "grid size x"),
}


@pytest.mark.parametrize(("launch", "error", "message"), BAD.values(), ids=BAD)
def test_bad_launch(launch, error, message):
    with pytest.raises(error, match=message):
        launch(triton_shared.compile(store_scalar("i32")))


@pytest.mark.parametrize(
    ("type", "value", "error", "message"),
    [
        ("f32", "1", TypeError, "expected a number of type f32, got str '1'"),
        ("f32", 1j, TypeError, "expected a number of type f32, got complex"),
        ("f32", np.zeros(2), TypeError, "expected a number of type f32"),
        ("f32", None, TypeError, "expected a number of type f32, got NoneType"),
        ("f32", 1e39, ValueError, r"float 1e\+39 does not fit f32"),
        ("f16", 65520.0, ValueError, "float 65520.0 does not fit f16"),
        ("bf16", 3.4e38, ValueError, r"float 3.4e\+38 does not fit bf16"),
        ("f64", 1 << 2000, ValueError, r"int 1148\d*\.\.\. does not fit f64"),
        ("i1", 2, ValueError, "2 does not fit i1"),
        ("i8", 256, ValueError, "256 does not fit i8"),
    ],
)
def test_bad_scalar(type, value, error, message):
    with pytest.raises(error, match=rf"argument 1 \('x'\): {message}"):
        triton_shared.compile(store_scalar(type))[1](np.zeros(1, DTYPES[type]), value)


def masked():
    return np.ma.masked_array(array(), mask=[True])


class Odd:
    """What says that it is an array, and is none: ``attributes`` are its own, functions are called as properties."""

    def __init__(self, **attributes):
        self.attributes = attributes

    def __getattr__(self, name):
        attributes = object.__getattribute__(self, "attributes")
        if name not in attributes:
            raise AttributeError(name)
        return attributes[name]() if name in ("__array_interface__", "device") else attributes[name]


def interface(**changes):
    whole = {"version": 3, "shape": (1,), "typestr": "<i4", "data": (array().ctypes.data, False)} | changes
    return Odd(__array_interface__=lambda: {k: v for k, v in whole.items() if v is not Ellipsis})


def raises(*_):
    raise KeyError("own")


ODD_ARRAYS = {
    "interface without data": interface(data=...),
    "interface without a type": interface(typestr=...),
    "data of None": interface(data=None),
    "data of bytes": interface(data=b"four"),
    "data of one": interface(data=(0,)),
    "an address of text": interface(data=("0x10", False)),
    "an address of None": interface(data=(None, False)),
    "a float address": interface(data=(4096.0, False)),
    "a negative address": interface(data=(-4096, False)),
    "an address too large": interface(data=(1 << 64, False)),
    "an odd type": interface(typestr="<q9"),
    "a structured type": interface(typestr="V8"),
    "an interface of None": Odd(__array_interface__=lambda: 5),
    "an interface that raises": Odd(__array_interface__=raises),
    "data_ptr of None": Odd(dtype="torch.int32", data_ptr=lambda: None),
    "data_ptr negative": Odd(dtype="torch.int32", data_ptr=lambda: -4),
    "data_ptr too large": Odd(dtype="torch.int32", data_ptr=lambda: 1 << 70),
    "data_ptr raises": Odd(dtype="torch.int32", data_ptr=raises),
    "data_ptr is no function": Odd(dtype="torch.int32", data_ptr=4096),
    "numel raises": Odd(dtype="torch.int32", data_ptr=int, numel=raises),
    "device raises": Odd(device=raises),
    "dlpack raises": Odd(__dlpack__=raises, __dlpack_device__=lambda: (1, 0)),
    "dlpack device of None": Odd(__dlpack__=raises, __dlpack_device__=lambda: None),
    "masked": masked(),
    "a structured array": np.zeros(1, [("a", "i4"), ("b", "i4")]),
    "objects": np.zeros(1, object),
}


@pytest.mark.parametrize("value", ODD_ARRAYS.values(), ids=ODD_ARRAYS)
def test_odd_arrays_are_refused_by_name(value):
    with pytest.raises((TypeError, ValueError), match=r"^argument 0 \('out'\): "):
        triton_shared.compile(store_scalar("i32"))[1](value, 1)


def test_a_value_whose_repr_raises():
    class Silent:
        __repr__ = raises

    for position in range(2):
        values = [array(), 1]
        values[position] = Silent()
        with pytest.raises(TypeError, match=f"^argument {position} .*Silent"):
            triton_shared.compile(store_scalar("i32"))[1](*values)


@pytest.mark.parametrize("promised", [0, -16, 1])
def test_a_divisibility_that_promises_nothing(promised):
    text = store_scalar("i32", f"{{tt.divisibility = {promised} : i32}}")
    out = array()
    triton_shared.compile(
        text.replace("memref<*xi32>,", f"memref<*xi32> {{tt.divisibility = {promised} : i32}},", 1)
    )[1](out, 7)
    assert out[0] == 7


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda kernel: copy.deepcopy([kernel])[0]])
def test_a_copy_of_a_kernel_is_itself(copied):
    kernel = triton_shared.compile(store_scalar("i32"))
    assert copied(kernel) is kernel
    assert copied(kernel._code) is kernel._code


def test_a_kernel_is_not_pickled():
    kernel = triton_shared.compile(store_scalar("i32"))
    for value in (kernel, kernel._code):
        with pytest.raises(TypeError, match="machine code of this process"):
            pickle.dumps(value)


def test_divisibility_is_checked():
    kernel = triton_shared.compile(store_scalar("i32", "{tt.divisibility = 16 : i32}"))
    kernel[1](np.zeros(1, np.int32), 32)
    with pytest.raises(ValueError, match=r"argument 1 \('x'\): the kernel assumes a multiple of 16"):
        kernel[1](np.zeros(1, np.int32), 8)


def test_a_read_only_array_may_be_read():
    x = np.arange(4, dtype=np.int32)
    x.flags.writeable = False
    out = np.zeros_like(x)
    kernel = triton_shared.compile(reversed_block(4))
    for _ in range(2):
        kernel[1](x, out)
    assert out.tolist() == [3, 2, 1, 0]


def test_empty_grid_launches_nothing():
    out = np.full(1, 7, np.int32)
    kernel = triton_shared.compile(store_scalar("i32"))
    for grid in (0, (1, 0), (0, 5, 2), lambda named: 0):
        kernel[grid](out, 1)
    assert out[0] == 7
    with pytest.raises(TypeError, match="expected an integer"):
        kernel[0](out, 1.5)


def test_ctypes_are_no_arrays():
    with pytest.raises(TypeError, match=r"\('out'\): expected an array"):
        triton_shared.compile(store_scalar("i32"))[1](ctypes.c_int32(0), 1)
