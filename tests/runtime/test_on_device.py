"""Tests of tests on a GPU: copies of memory go there and back, by a driver whose kernels the emulator runs."""

import ctypes
import functools
import itertools
import mmap
import platform

import numpy as np
import pytest

import triton_shared
from tests.support import on_device
from tests.support.emulated_cuda import EmulatedCuda, emulate
from tests.support.fake_cuda import cuda  # noqa: F401
from tests.support.memory import guarded
from triton_shared.runtime.arguments import Address
from triton_shared.runtime.cuda import driver

SCALE = """tt.func public @scale(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %limit = tt.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %i, %limit : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %from = tt.addptr %xs, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %from, %mask : tensor<64x!tt.ptr<f32>>
  %w = arith.addf %v, %v : tensor<64xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %to = tt.addptr %ys, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %to, %w, %mask : tensor<64x!tt.ptr<f32>>
  tt.return
}"""
THROUGH = """tt.func public @through(%p: !tt.ptr<i64>) {
  %a = tt.load %p : !tt.ptr<i64>
  %x = tt.int_to_ptr %a : i64 -> !tt.ptr<i32>
  %c = arith.constant 7 : i32
  tt.store %x, %c : !tt.ptr<i32>
  %one = arith.constant 1 : i32
  %y = tt.addptr %x, %one : !tt.ptr<i32>, i32
  %b = tt.ptr_to_int %y : !tt.ptr<i32> -> i64
  tt.store %p, %b : !tt.ptr<i64>
  tt.return
}"""
BY_NUMBER = """tt.func public @by_number(%a: i64) {
  %x = tt.int_to_ptr %a : i64 -> !tt.ptr<i32>
  %c = arith.constant 7 : i32
  tt.store %x, %c : !tt.ptr<i32>
  tt.return
}"""
EXCHANGE = """tt.func public @exchange(%p: !tt.ptr<i64>, %y: !tt.ptr<i32>) {
  %a = tt.load %p : !tt.ptr<i64>
  %x = tt.int_to_ptr %a : i64 -> !tt.ptr<i32>
  %c = arith.constant 7 : i32
  tt.store %x, %c : !tt.ptr<i32>
  %one = arith.constant 1 : i32
  %z = tt.addptr %y, %one : !tt.ptr<i32>, i32
  %b = tt.ptr_to_int %z : !tt.ptr<i32> -> i64
  tt.store %p, %b : !tt.ptr<i64>
  tt.return
}"""
STRAY = """tt.func public @stray(%x: !tt.ptr<i32>, %at: i32) {
  %c = arith.constant 7 : i32
  %y = tt.addptr %x, %at : !tt.ptr<i32>, i32
  tt.store %y, %c : !tt.ptr<i32>
  tt.return
}"""


@pytest.fixture
def compiled(monkeypatch, tmp_path):
    fake = EmulatedCuda()
    monkeypatch.setattr(driver, "bindings", lambda: fake)
    driver.driver.cache_clear()
    emulate(monkeypatch)
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
    on_device.slots.cache_clear()
    yield functools.partial(on_device.compile, make=triton_shared.compile)
    on_device.slots.cache_clear()


@pytest.mark.parametrize("at_end", [False, True])
def test_copies_go_there_and_back(cuda, compiled, at_end):  # noqa: F811
    x, y = guarded(np.arange(50, dtype=np.float32), at_end), np.zeros(60, np.float32)
    kernel = compiled(SCALE)
    kernel[(1,)](x, y[5:55], 50)
    np.testing.assert_array_equal(y, np.pad(2 * x, 5))
    frozen = x.copy()
    frozen.flags.writeable = False
    kernel[lambda args: (args["n"] // 10,)](frozen, y=Address(y.ctypes.data, "float32"), n=10)
    np.testing.assert_array_equal(y[:10], 2 * frozen[:10])


def test_addresses_are_those_of_the_copies(cuda, compiled):  # noqa: F811
    x = np.zeros(4, np.int32)
    p = np.array([x.ctypes.data + 4], np.int64)
    compiled(THROUGH)[(1,)](p)
    assert x.tolist() == [0, 7, 0, 0] and p[0] == x.ctypes.data + 8


def low_array(size: int) -> np.ndarray:
    """Bytes at an address below 4 GB, as the heap of some Pythons is."""
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    private, anonymous, low = 2, 32, 64
    address = libc.mmap(None, ctypes.c_size_t(size), 3, private | anonymous | low, -1, 0)
    assert address < 1 << 32
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(address))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="memory is asked for below 4 GB as on x86-64")
def test_addresses_below_4_GB(cuda, compiled):  # noqa: F811
    x = low_array(4096).view(np.int32)
    compiled(BY_NUMBER)[(1,)](x.ctypes.data + 4)
    p = np.array([x.ctypes.data + 8], np.int64)
    compiled(THROUGH)[(1,)](p)
    assert x[:4].tolist() == [0, 7, 7, 0] and p[0] == x.ctypes.data + 12


def test_addresses_of_which_some_bytes_change(cuda, compiled, monkeypatch):  # noqa: F811
    """Copies lie megabytes apart, so that two bytes of their addresses are the same; those of arrays are not."""
    memory = mmap.mmap(-1, 1 << 24)
    begin = -(-ctypes.addressof(ctypes.c_char.from_buffer(memory)) >> 20) << 20
    places = itertools.count(begin, 1 << 20)
    monkeypatch.setattr(EmulatedCuda, "do_cuMemAddressReserve", lambda *_: next(places))
    y = np.zeros(1024, np.int32)
    others = [np.zeros(1024, np.int32) for _ in range(4)]
    for x in others:
        p = np.array([y.ctypes.data], np.int64)
        compiled(EXCHANGE)[(1,)](p, x)
        assert p[0] == x.ctypes.data + 4
    assert y[0] == 7


@pytest.mark.parametrize("at", [-1, -9, 4, 40])
def test_writes_around_an_array_are_errors(cuda, compiled, at):  # noqa: F811
    x = guarded(np.zeros(4, np.int32), at_end=False)
    with pytest.raises(on_device.OutOfBounds, match=f"{4 * at}, .* of an array of 16 bytes"):
        compiled(STRAY)[(1,)](x, at)
