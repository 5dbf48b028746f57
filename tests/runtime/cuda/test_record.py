"""What kernels print and assert: read from the record when the launch is over, or at the next one."""

from __future__ import annotations

import ctypes
import re
import struct
import threading

import pytest

from tests.runtime.cuda.kernels import kernel
from tests.support.fake_cuda import FakeArray
from triton_shared.codegen.nvidia import launch_abi
from triton_shared.runtime.cuda import print_buffer
from triton_shared.runtime.cuda.errors import CudaError
from triton_shared.runtime.debugging import ASSERTION

X = 0x7000_0000_0000
TEXTS = ["4 f32 dec: x: ", "- si8 hex: y: ", ": nothing else", "below n (k.py:3)"]


def bits(value: float) -> int:
    return struct.unpack("I", struct.pack("f", value))[0]


class Device:
    """Stands for a kernel on the device: writes to the record that its last argument points to."""

    def __init__(self):
        self.printed: list[tuple] = []
        self.failed: list[tuple] = []

    def __call__(self, launch):
        address = struct.unpack_from("P", launch.block, len(launch.block) - 8)[0]
        for pid, format_, lane, number in self.printed:
            claimed = ctypes.c_uint32.from_address(address + 24)
            if claimed.value < ctypes.c_uint32.from_address(address + 28).value:
                at = address + launch_abi.RECORD_BYTES + launch_abi.ENTRY_BYTES * claimed.value
                ctypes.memmove(at, struct.pack("4iqQ", *pid, format_, lane, number), launch_abi.ENTRY_BYTES)
            claimed.value += 1
        for pid, message in self.failed:
            if not ctypes.c_int32.from_address(address).value:
                ctypes.memmove(address, struct.pack("4iq", launch_abi.ASSERTION, *pid, message), 24)


@pytest.fixture
def device(cuda):
    cuda.memory[X, 1 << 20] = 0
    cuda.body = Device()
    return cuda.body


def launch(**options):
    kernel(texts=TEXTS)[1](FakeArray(X), FakeArray(X), 1, **options)


def test_the_layout_is_the_generators():
    assert ctypes.sizeof(print_buffer._Head) == launch_abi.RECORD_BYTES
    assert ctypes.sizeof(print_buffer._Entry) == launch_abi.ENTRY_BYTES
    assert launch_abi.ASSERTION == ASSERTION


def test_lines_are_in_tritons_format(cuda, device, capsys):
    device.printed = [((0, 0, 0), 0, 3, bits(1.5)), ((2, 1, 0), 1, 0, 0xFD), ((2, 1, 0), 2, 0, 0)]
    launch()
    assert capsys.readouterr().out.splitlines() == [
        "pid (0, 0, 0) idx (3) x: 1.500000",
        "pid (2, 1, 0) idx () y: 0xfd",
        "pid (2, 1, 0) nothing else",
    ]
    device.printed = []
    launch()
    assert not capsys.readouterr().out


def test_a_launch_that_prints_is_waited_for_on_its_stream(cuda, device):
    launch(stream=9)
    assert cuda.calls[-3:] == ["cuStreamIsCapturing", "cuLaunchKernelEx", "cuStreamSynchronize"]
    assert cuda.launches[-1].stream == 9


def test_more_lines_than_are_kept(cuda, device, monkeypatch, capsys):
    device.printed = [((i, 0, 0), 2, 0, 0) for i in range(print_buffer.CAPACITY + 5)]
    with pytest.warns(
        RuntimeWarning, match=f"'add' printed 5 lines more than the {print_buffer.CAPACITY} of a launch"
    ):
        launch()
    assert len(capsys.readouterr().out.splitlines()) == print_buffer.CAPACITY


def test_a_failed_assertion_is_an_exception_with_program_and_text(cuda, device):
    device.failed = [((3, 0, 1), 3), ((4, 0, 0), 3)]
    message = re.escape("device-side assert: below n (k.py:3): program (3, 0, 1) of kernel 'add'")
    for error in (AssertionError, RuntimeError):
        with pytest.raises(error, match=message):
            launch()
    device.failed = []
    launch()


def test_what_was_printed_before_an_assertion_failed_is_there(cuda, device, capsys):
    device.printed, device.failed = [((0, 0, 0), 2, 0, 0)], [((0, 0, 0), 3)]
    with pytest.raises(AssertionError):
        launch()
    assert capsys.readouterr().out == "pid (0, 0, 0) nothing else\n"


def test_what_is_captured_is_not_waited_for_and_read_later(cuda, device, capsys):
    cuda.capturing = True
    launch()
    assert cuda.calls[-1] == "cuLaunchKernelEx"
    device.printed = [((7, 0, 0), 2, 0, 0)]
    device(cuda.launches[-1])  # a graph is launched
    cuda.capturing, device.printed = False, []
    launch()
    assert capsys.readouterr().out == "pid (7, 0, 0) nothing else\n"


def test_a_kernel_that_breaks_is_known_and_what_it_printed_is_there(cuda, device, capsys):
    device.printed = [((0, 0, 0), 2, 0, 0)]
    launch()
    cuda.failing["cuStreamSynchronize"] = "CUDA_ERROR_ILLEGAL_ADDRESS"
    with pytest.raises(CudaError, match=r"^kernel 'add' failed on the GPU: .* names the source line"):
        launch()
    assert capsys.readouterr().out == "pid (0, 0, 0) nothing else\n" * 2


def test_launches_from_several_threads_keep_their_lines_apart(cuda, device, capsys):
    device.printed = [((0, 0, 0), 2, 0, 0)] * 3
    threads = [threading.Thread(target=launch) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert capsys.readouterr().out == "pid (0, 0, 0) nothing else\n" * 24


def test_kernels_of_equal_code_share_a_record(cuda, device):
    launch()
    launch()
    assert cuda.calls.count("cuMemHostAlloc") == 1
