"""Launches: what the driver is given, on which device and stream, and how often it is asked for what."""

from __future__ import annotations

import struct
import sys
import threading
from types import SimpleNamespace

import numpy as np
import pytest

import triton_shared
from tests.runtime.cuda.kernels import kernel
from tests.support.fake_cuda import Device, FakeArray, FakeTensor
from triton_shared.runtime.arguments import Address
from triton_shared.runtime.cuda import current_stream
from triton_shared.runtime.cuda.launch import Resources

X, Y = 0x7000_0000_0000, 0x7000_0001_0000


@pytest.fixture
def arrays(cuda):
    cuda.memory |= {(X, 1 << 20): 0}
    return FakeArray(X), FakeArray(Y)


def test_a_launch_as_the_driver_sees_it(cuda, arrays):
    add = kernel()
    add[(3, 2)](*arrays, 40)
    (launch,) = cuda.launches
    assert launch.block == struct.pack("PPi", X, Y, 40)
    assert (launch.grid, launch.threads, launch.shared, launch.stream) == ((3, 2, 1), 128, 512, 0)
    assert launch.device == 0 and cuda.images == [b"\x7fELF add"]
    add[lambda args: (args["n"],)](x=arrays[0], out=arrays[1], n=7)
    assert cuda.launches[-1].grid == (7, 1, 1)


def test_a_launch_asks_the_driver_for_nothing_else(cuda, arrays):
    add = kernel()
    tensors = FakeTensor(X), FakeTensor(Y)
    add[1](*tensors, 1)
    before = len(cuda.calls)
    for _ in range(3):
        add[1](*tensors, 1)
    assert cuda.calls[before:] == ["cuCtxGetCurrent", "cuCtxGetDevice", "cuLaunchKernelEx"] * 3


@pytest.mark.parametrize(
    "version, asked, is_dependent", [(13000, True, True), (12020, True, False), (13000, False, False)]
)
def test_a_launch_may_begin_while_the_kernel_before_ends(cuda, arrays, version, asked, is_dependent):
    cuda.version = version
    kernel(launch_pdl=asked)[1](*arrays, 1)
    assert cuda.launches[-1].is_dependent == is_dependent


def test_what_a_kernel_takes_of_the_device(cuda):
    cuda.resources |= {"NUM_REGS": 168, "LOCAL_SIZE_BYTES": 24}
    assert kernel().on(0).resources == Resources(168, 24, blocks=2)


def test_each_launch_has_its_own_grid_and_stream(cuda, arrays):
    add = kernel()
    for number in [*range(1, 600), *range(1, 600, 7)]:
        add[(number, 2, 3)](*arrays, 1, stream=number % 5)
        assert (cuda.launches[-1].grid, cuda.launches[-1].stream) == ((number, 2, 3), number % 5)


def test_a_launch_in_a_graph_neither_waits_nor_allocates(cuda, arrays):
    add = kernel()
    add[1](*arrays, 1)
    before = len(cuda.calls)
    cuda.capturing = True
    add[1](FakeTensor(X), FakeTensor(Y), 1)
    assert not [call for call in cuda.calls[before:] if "Sync" in call or "Alloc" in call or "Load" in call]


@pytest.mark.parametrize("grid", [0, (0, 5), (5, 0, 5), (1, 1, 0)])
def test_nothing_is_launched_over_an_empty_grid(cuda, arrays, grid):
    kernel()[grid](*arrays, 1)
    assert not cuda.launches


@pytest.mark.parametrize("grid", [(1, 65536), (1, 1, 65536)])
def test_a_grid_that_is_too_large_is_refused(cuda, arrays, grid):
    with pytest.raises(ValueError, match="grid sizes y and z on a GPU are at most 65535"):
        kernel()[grid](*arrays, 1)
    with pytest.raises(ValueError, match=r"grid size x must be in \[0, 2\*\*31\)"):
        kernel()[1 << 31](*arrays, 1)


def test_ptx_ends_with_0_for_the_driver(cuda, arrays):
    kernel(b".version 8.6")[1](*arrays, 1)
    assert cuda.images == [b".version 8.6\0"]


def test_kernels_of_equal_code_are_loaded_once(cuda, arrays):
    for _ in range(3):
        kernel()[1](*arrays, 1)
    assert len(cuda.images) == 1 and len(cuda.launches) == 3


def test_threads_without_a_context_get_that_of_the_device(cuda, arrays):
    add = kernel()
    add[1](*arrays, 1)
    cuda.context = None  # that of another thread
    places_before = len(cuda.launches)
    thread = threading.Thread(target=lambda: add[1](*arrays, 1))
    thread.start()
    thread.join()
    assert len(cuda.launches) == places_before + 1 and cuda.launches[-1].device == 0


class TestStreams:
    @pytest.mark.parametrize(
        "stream, handle",
        [
            (77, 77),
            (np.int64(77), 77),
            (SimpleNamespace(cuda_stream=78), 78),
            (SimpleNamespace(ptr=79), 79),
            (SimpleNamespace(__cuda_stream__=lambda: (0, 80)), 80),
        ],
    )
    def test_of_whoever_has_one(self, cuda, arrays, stream, handle):
        kernel()[1](*arrays, 1, stream=stream)
        assert cuda.launches[-1].stream == handle

    def test_none_is_the_current_one(self, cuda, arrays, monkeypatch):
        cuda.context = 0
        monkeypatch.setattr(current_stream, "_torch", (lambda: 0, lambda device: 500 + device))
        kernel()[1](*arrays, 1, stream=None)
        assert cuda.launches[-1].stream == 500

    def test_cupys_current_one_where_there_is_no_torch(self, cuda, arrays, monkeypatch):
        current = SimpleNamespace(ptr=600)
        runtime = SimpleNamespace(getDevice=lambda: 0)
        fake = SimpleNamespace(cuda=SimpleNamespace(runtime=runtime, get_current_stream=lambda: current))
        monkeypatch.setitem(sys.modules, "cupy", fake)
        kernel()[1](*arrays, 1)
        assert cuda.launches[-1].stream == 600

    @pytest.mark.parametrize("stream", ["default", 1.5j, object(), []])
    def test_what_is_no_stream_is_refused(self, cuda, arrays, stream):
        with pytest.raises(TypeError, match=f"stream: expected .* or a handle, got {type(stream).__name__}"):
            kernel()[1](*arrays, 1, stream=stream)

    def test_a_parameter_of_that_name_is_the_kernels(self, cuda, arrays):
        kernel(names=["x", "out", "stream"])[1](*arrays, stream=9)
        assert cuda.launches[-1].block == struct.pack("PPi", X, Y, 9) and cuda.launches[-1].stream == 0


class TestDevices:
    def test_each_has_a_function_of_the_one_kernel(self, cuda, monkeypatch):
        cuda.devices.append(Device())
        cuda.memory |= {(X, 1 << 20): 0, (X + (1 << 30), 1 << 20): 1}
        add = kernel()
        for device in (0, 1, 0, 1):
            cuda.context = device
            near = X + device * (1 << 30)
            add[1](FakeArray(near), FakeArray(near), 1)
            assert cuda.launches[-1].function[-1] == device
        assert len(cuda.images) == 1 and cuda.calls.count("cuKernelGetFunction") == 2

    def test_the_current_one_is_torchs(self, cuda, monkeypatch):
        cuda.devices.append(Device())
        cuda.context, cuda.memory = 1, {(X, 1 << 20): 1}
        monkeypatch.setattr(current_stream, "_torch", (lambda: 1, lambda device: 500 + device))
        kernel()[1](FakeArray(X), FakeArray(X), 1)
        assert cuda.launches[-1].stream == 501 and cuda.launches[-1].device == 1


class TestArguments:
    @pytest.mark.parametrize(
        "array, where",
        [
            (np.zeros(4, np.float32), "in host memory"),
            (FakeTensor(X, device="cpu"), "in host memory"),
            (FakeTensor(X, device=1), "on cuda:1"),
            (FakeTensor(X, device="xpu"), "on "),
            (FakeArray(0x1234560), "in host memory"),
            (FakeArray(X + (1 << 30)), "on cuda:1"),
            (Address(0x1234560, "float32"), "in host memory"),
        ],
    )
    def test_memory_elsewhere_is_refused_by_name(self, cuda, arrays, array, where):
        cuda.devices.append(Device())
        cuda.memory[X + (1 << 30), 1 << 20] = 1
        message = rf"argument 0 \('x'\): the kernel is launched on cuda:0, .*, got an array {where}"
        with pytest.raises(ValueError, match=message):
            kernel()[1](array, arrays[1], 1)
        assert not cuda.launches

    @pytest.mark.parametrize("device", [0, 1, "cpu", "xpu"])
    def test_no_memory_lies_anywhere(self, cuda, arrays, device):
        kernel()[1](FakeTensor(0, device=device), arrays[1], 1)
        assert cuda.launches[-1].block[:8] == bytes(8)

    def test_memory_of_the_host_that_gpus_read_will_do(self, cuda, arrays):
        cuda.memory[1 << 20, 1 << 12] = None
        kernel()[1](FakeArray(1 << 20), FakeTensor(1 << 20, device="cpu", pinned=True), 1)
        assert cuda.launches[-1].block == struct.pack("PPi", 1 << 20, 1 << 20, 1)

    @pytest.mark.parametrize(
        "index, value, error, message",
        [
            (
                0,
                FakeArray(X, "<f8"),
                TypeError,
                r"argument 0 \('x'\): expected an array of float32 or fp32, got float64",
            ),
            (0, FakeTensor(X, "torch.int32"), TypeError, r"argument 0 \('x'\): expected .*, got int32"),
            (0, None, TypeError, r"argument 0 \('x'\): expected an array of f32, got NoneType None"),
            (0, X, TypeError, r"wrap an address in triton_shared.runtime.arguments.Address"),
            (
                0,
                FakeArray(X + 2),
                ValueError,
                r"argument 0 \('x'\): expected an address that is a multiple of 4",
            ),
            (1, FakeArray(Y + 4), ValueError, r"argument 1 \('out'\): .* multiple of 16 bytes"),
            (1, FakeTensor(Y + 4), ValueError, r"argument 1 \('out'\): .* multiple of 16 bytes"),
            (1, FakeArray(Y, read_only=True), ValueError, r"argument 1 \('out'\): .* the array is read-only"),
            (2, 1.5, TypeError, r"argument 2 \('n'\): expected an integer of type i32, got float 1.5"),
            (2, 1 << 32, ValueError, r"argument 2 \('n'\): 4294967296 does not fit i32"),
        ],
    )
    def test_one_that_does_not_fit_is_refused_by_name(self, cuda, arrays, index, value, error, message):
        args = [*arrays, 1]
        args[index] = value
        with pytest.raises(error, match=message):
            kernel()[1](*args)

    def test_how_many_there_are(self, cuda, arrays):
        with pytest.raises(TypeError, match=r"takes 3 arguments, got 2: missing argument 2 \('n'\)"):
            kernel()[1](*arrays)
        with pytest.raises(TypeError, match="has no parameter 'm'"):
            kernel()[1](*arrays, m=1)

    def test_descriptors(self, cuda, arrays):
        block = {"tt.block_shape": [4, 8]}
        params = [["ptr", "f32", False, block], *[["i64", None, False, {}]] * 4, ["i1", None, False, {}]]
        given = triton_shared.TensorDescriptor(arrays[0], [16, 32], [32, 1], [4, 8], padding="nan")
        kernel(params=params, names=["d"])[1](given)
        assert cuda.launches[-1].block == struct.pack("P4q?", X, 16, 32, 32, 1, True)

    def test_dlpack(self, cuda, arrays):
        class Shared:
            """NumPy's memory, said to be a GPU's."""

            def __init__(self, array, kind):
                self.array, self.kind = array, kind

            def __dlpack__(self):
                return self.array.__dlpack__()

            def __dlpack_device__(self):
                return self.kind, 0

        array = np.zeros(64, np.float32)
        address = array.ctypes.data
        cuda.memory[0, 1 << 62] = 0
        kernel()[1](Shared(array, 2), arrays[1], 1)
        assert cuda.launches[-1].block[:8] == struct.pack("P", address)
        with pytest.raises(TypeError, match=r"expected an array of float32 or fp32, got int16"):
            kernel()[1](Shared(np.zeros(4, np.int16), 2), arrays[1], 1)
        with pytest.raises(TypeError, match=r"a kernel has no elements of DLPack's type 5, 64 bits"):
            kernel()[1](Shared(np.zeros(4, np.complex64), 2), arrays[1], 1)
        with pytest.raises(ValueError, match="got an array in host memory"):
            kernel()[1](Shared(array, 1), arrays[1], 1)
