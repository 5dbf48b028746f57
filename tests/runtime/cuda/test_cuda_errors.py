"""What goes wrong on a GPU is said in words: the driver, the device, a kernel's needs, a kernel's failures."""

from __future__ import annotations

import importlib
import pickle

import pytest

from tests.runtime.cuda.kernels import kernel
from tests.support.fake_cuda import Device, FakeArray
from triton_shared.runtime.cuda import driver
from triton_shared.runtime.cuda.errors import CudaError, ResourceError

X = 0x7000_0000_0000


@pytest.fixture
def launch(cuda):
    cuda.memory[X, 1 << 20] = 0

    def run(made=None, **options):
        (made or kernel())[1](FakeArray(X), FakeArray(X), 1, **options)

    return run


def test_the_extra_is_not_installed(cuda, launch, monkeypatch):
    def missing(name):
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.undo()
    driver.driver.cache_clear()
    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(CudaError, match=r"needs the package cuda-bindings.*: pip install 'cuda-bindings>="):
        launch()


def test_there_is_no_driver(cuda, launch, monkeypatch):
    def missing():
        raise RuntimeError('"cuda" is an NVIDIA driver library\nand so on')

    monkeypatch.setattr(cuda, "cuDriverGetVersion", missing, raising=False)
    with pytest.raises(
        CudaError, match=r'no NVIDIA driver on this machine: libcuda cannot be loaded \("cuda" is .*library\)'
    ):
        launch()


def test_the_driver_is_too_old(cuda, launch):
    cuda.version = 11080
    with pytest.raises(CudaError, match=r"the NVIDIA driver is too old: it knows CUDA 11\.8, .* need 12\.1"):
        launch()


def test_there_is_no_gpu(cuda, launch):
    cuda.devices.clear()
    with pytest.raises(
        CudaError, match=r"cuInit: CUDA_ERROR_NO_DEVICE: .*there is no GPU that this process may use"
    ):
        launch()


def test_a_child_of_a_process_that_used_a_gpu(cuda, launch):
    cuda.failing["cuCtxGetCurrent"] = "CUDA_ERROR_NOT_INITIALIZED"
    with pytest.raises(CudaError, match="by a fork: start it by spawn"):
        launch()


@pytest.mark.parametrize(
    "chip, capability, image, runs",
    [
        ("sm_90a", 90, b"\x7fELF", True),
        ("sm_90a", 100, b"\x7fELF", False),
        ("sm_90a", 100, b".version", False),
        ("sm_80", 80, b"\x7fELF", True),
        ("sm_80", 86, b"\x7fELF", True),
        ("sm_86", 80, b"\x7fELF", False),
        ("sm_80", 90, b"\x7fELF", False),
        ("sm_80", 90, b".version", True),
        ("sm_90", 80, b".version", False),
        ("sm_100f", 103, b"\x7fELF", False),
    ],
)
def test_a_device_runs_code_for_its_chip(cuda, launch, chip, capability, image, runs):
    cuda.devices[0] = Device("NVIDIA X", capability)
    made = kernel(image, chip=chip)
    if runs:
        launch(made)
    else:
        name = f"sm_{capability}{'a' if capability >= 90 else ''}"
        with pytest.raises(
            CudaError,
            match=rf"'add' is compiled for {chip}, which cuda:0 \(NVIDIA X\) is not: it is {name}; compile",
        ):
            launch(made)


def test_too_much_shared_memory(cuda, launch):
    cuda.resources["SHARED_SIZE_BYTES"] = 1000
    launch(kernel(shared_bytes=231448))
    assert cuda.resources["MAX_DYNAMIC_SHARED_SIZE_BYTES"] == 231448
    with pytest.raises(
        ResourceError,
        match=r"'add' on cuda:0 \(NVIDIA H200\) needs 232449 bytes of shared memory a block, "
        r"of which there are 232448: take smaller blocks, or fewer stages",
    ):
        launch(kernel(shared_bytes=231449))


def test_shared_memory_is_asked_for_where_it_is_more_than_usual(cuda, launch):
    launch(kernel(shared_bytes=48 << 10))
    assert "cuFuncSetAttribute" not in cuda.calls
    launch(kernel(shared_bytes=(48 << 10) + 1))
    assert "cuFuncSetAttribute" in cuda.calls


def test_too_many_threads(cuda, launch):
    cuda.resources |= {"MAX_THREADS_PER_BLOCK": 384, "NUM_REGS": 168}
    with pytest.raises(
        ResourceError,
        match=r"blocks of 512 threads of 168 registers each, and there is room for 384 .*fewer warps",
    ):
        launch(kernel(threads=512))


def test_code_that_cannot_be_loaded(cuda, launch):
    cuda.failing["cuLibraryLoadData"] = "CUDA_ERROR_INVALID_IMAGE"
    with pytest.raises(
        CudaError, match=r"kernel 'add' for sm_90a cannot be loaded: cuLibraryLoadData: .*INVALID_IMAGE"
    ):
        launch()
    cuda.failing["cuLibraryLoadData"] = "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"
    with pytest.raises(CudaError, match="the driver is older than the code: update it"):
        launch()


@pytest.mark.parametrize("call", ["cuLibraryLoadData", "cuLaunchKernelEx"])
@pytest.mark.parametrize(
    ("code", "advice"),
    [
        ("CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "take fewer warps, or maxnreg"),
        ("CUDA_ERROR_OUT_OF_MEMORY", r"free arrays .*, or see by nvidia-smi"),
    ],
)
def test_what_there_is_no_room_for_says_what_to_do(cuda, launch, call, code, advice):
    cuda.failing[call] = code
    with pytest.raises(CudaError, match=rf"kernel 'add'.*: {call}: {code}: .*{advice}") as raised:
        launch()
    assert raised.value.code == code


def test_a_failure_names_the_kernels_that_may_have_caused_it(cuda, launch):
    for name in ("first", "second", "second", "third"):
        launch(kernel(name=name))
    cuda.failing["cuLaunchKernelEx"] = "CUDA_ERROR_ILLEGAL_ADDRESS"
    with pytest.raises(CudaError) as raised:
        launch(kernel(name="last"))
    text = str(raised.value)
    assert "illegal_address (CUDA_ERROR_ILLEGAL_ADDRESS); it was seen when 'last' was launched" in text
    assert "the last ones before it were 'third', 'second', 'first';" in text
    assert "CUDA_LAUNCH_BLOCKING=1 tells which one" in text and "compute-sanitizer" in text


def test_a_failure_of_a_launch_that_waits_names_its_kernel(cuda, launch, monkeypatch):
    launch(kernel(name="first"))
    monkeypatch.setenv("CUDA_LAUNCH_BLOCKING", "1")
    cuda.failing["cuLaunchKernelEx"] = "CUDA_ERROR_LAUNCH_FAILED"
    with pytest.raises(
        CudaError, match=r"^kernel 'last' failed on the GPU: .*compute-sanitizer.* names the source line"
    ):
        launch(kernel(name="last"))


def test_a_failure_of_the_first_launch_names_its_kernel(cuda, launch):
    cuda.failing["cuLaunchKernelEx"] = "CUDA_ERROR_ILLEGAL_ADDRESS"
    with pytest.raises(CudaError, match=r"^kernel 'add' failed on the GPU"):
        launch()


def test_a_kernel_is_of_its_process(cuda):
    made = kernel()
    with pytest.raises(TypeError, match="kernel 'add' is machine code of this process"):
        pickle.dumps(made)
    assert repr(made) == "<Kernel add(x: ptr<f32>, out: ptr<f32>, n: i32)>"
