"""Launches on a GPU: arrays of each library, streams, graphs, what is printed and asserted, what fails."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

import triton_shared  # noqa: E402
from tests.runtime.cuda.kernels import kernel  # noqa: E402
from tests.support.gpu_kernels import ADD, RECORDED  # noqa: E402
from triton_shared import dialects  # noqa: E402
from triton_shared.codegen.nvidia import stages  # noqa: E402
from triton_shared.codegen.nvidia.lower import define_records  # noqa: E402
from triton_shared.codegen.nvidia.ptx import emit, ptxas  # noqa: E402
from triton_shared.codegen.nvidia.target import GpuTarget  # noqa: E402
from triton_shared.runtime.arguments import Address  # noqa: E402
from triton_shared.runtime.cuda import cuda_kernel, current_stream  # noqa: E402
from triton_shared.runtime.cuda.driver import driver  # noqa: E402
from triton_shared.runtime.cuda.errors import CudaError, ResourceError  # noqa: E402
from triton_shared.runtime.cuda.header import CudaHeader  # noqa: E402

pytestmark = pytest.mark.gpu

EXAMPLES = Path(__file__).parents[2] / "examples"
PARAMS = [
    ["ptr", "f32", False, {}],
    ["ptr", "f32", False, {}],
    ["ptr", "f32", True, {}],
    ["i32", None, False, {}],
]


@pytest.fixture(scope="module")
def target() -> GpuTarget:
    return GpuTarget(driver().chip(current_stream.current()[0]))


def by_hand(target: GpuTarget, as_ptx: bool = False, **header) -> cuda_kernel.CudaKernel:
    """out = x * y + y."""
    text = emit.to_ptx(ADD.replace("ATTRIBUTES", '"nvvm.maxntid"="128"'), target)[1]
    image = text.encode() if as_ptx else ptxas.assemble(text, target).data
    known = {"params": PARAMS, "names": ["x", "y", "out", "n"], "chip": target.chip}
    return kernel(image, **{**known, **header})


@pytest.fixture(params=["cubin", "ptx"])
def add(request, target):
    return by_hand(target, as_ptx=request.param == "ptx")


@pytest.fixture
def arrays(gpu):
    x, y = torch.rand(2, 1000, device=gpu)
    return x, y, torch.zeros(1000, device=gpu)


def test_torch(add, arrays):
    x, y, out = arrays
    add[(8,)](x, y, out, 1000)
    torch.testing.assert_close(out, x * y + y)
    out.zero_()
    add[lambda args: (args["n"] // 128,)](x=x, y=y, out=out, n=512)
    torch.testing.assert_close(out[:512], (x * y + y)[:512])
    assert not out[512:].any()


@pytest.mark.parametrize("shared", [48 << 10, 100 << 10, 163 << 10])
def test_much_shared_memory(target, arrays, shared):
    x, y, out = arrays
    by_hand(target, shared_bytes=shared)[(8,)](x, y, out, 1000)
    torch.testing.assert_close(out, x * y + y)


def test_cupy(target):
    cupy = pytest.importorskip("cupy")
    x, y = cupy.random.rand(2, 1000, dtype=cupy.float32)
    out = cupy.zeros(1000, cupy.float32)
    by_hand(target)[(8,)](x, y, out, 1000)
    cupy.testing.assert_allclose(out, x * y + y, rtol=1e-6)


class OnlyDLPack:
    def __init__(self, tensor):
        self.tensor = tensor

    def __dlpack__(self, **options):
        return self.tensor.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.tensor.__dlpack_device__()


def test_what_else_tells_its_memory(target, arrays):
    x, y, out = arrays
    pinned = y.cpu().pin_memory()
    by_hand(target)[(8,)](OnlyDLPack(x), pinned, Address(out.data_ptr(), "float32"), 1000)
    torch.cuda.synchronize()
    torch.testing.assert_close(out, x * y + y)


def test_streams(target, arrays):
    x, y, out = arrays
    kernel, side = by_hand(target), torch.cuda.Stream()
    kernel[(8,)](x, y, out, 1000)  # loaded before, the next launch is faster than the GPU sleeps
    with torch.cuda.stream(side):
        torch.cuda._sleep(1_000_000_000)
        kernel[(8,)](x, y, out, 1000)
        assert not side.query()
    torch.cuda.current_stream().synchronize()
    side.synchronize()
    torch.testing.assert_close(out, x * y + y)
    out.zero_()
    torch.cuda.synchronize()
    for stream in (side, side.cuda_stream):
        kernel[(8,)](x, y, out, 1000, stream=stream)
        side.synchronize()
        torch.testing.assert_close(out, x * y + y)


def test_graphs(target, arrays):
    x, y, out = arrays
    kernel = by_hand(target)
    kernel[(8,)](x, y, out, 1000)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        kernel[(8,)](x, y, out, 1000)
    for _ in range(3):
        x.uniform_()
        out.zero_()
        graph.replay()
        torch.testing.assert_close(out, x * y + y)


def test_threads_without_a_context(target, arrays):
    x, y, out = arrays
    kernel, wrong = by_hand(target), []

    def work():
        try:
            kernel[(8,)](x, y, out, 1000)
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    torch.cuda.synchronize()
    assert not wrong
    torch.testing.assert_close(out, x * y + y)


@pytest.mark.parametrize(
    "array, where",
    [(torch.zeros(1000), "in host memory"), (Address(0x10000, "float32"), "in host memory")],
)
def test_memory_of_the_host_is_refused(target, arrays, array, where):
    with pytest.raises(ValueError, match=rf"argument 1 \('y'\): .* got an array {where}"):
        by_hand(target)[(8,)](arrays[0], array, arrays[2], 1000)


@pytest.mark.skipif(torch.cuda.device_count() < 2, reason="needs two GPUs")
def test_several_devices(target, arrays):
    x, y, out = arrays
    kernel = by_hand(target)
    kernel[(8,)](x, y, out, 1000)
    with pytest.raises(ValueError, match="got an array on cuda:1"):
        kernel[(8,)](x.to("cuda:1"), y, out, 1000)
    with torch.cuda.device(1):
        there = [tensor.to("cuda:1") for tensor in (x, y, torch.zeros_like(out))]
        kernel[(8,)](*there, 1000)
        torch.testing.assert_close(there[2].cpu(), (x * y + y).cpu())


def test_too_much_of_something(target, arrays):
    with pytest.raises(
        ResourceError, match=r"'add' on cuda:0 \(.*\) needs 300000 bytes of shared memory a block, of"
    ):
        by_hand(target, shared_bytes=300000)[1](*arrays, 1000)
    with pytest.raises(
        ResourceError, match=r"blocks of 256 threads .* room for 128 threads"
    ):  # .maxntid is 128
        by_hand(target, threads=256)[1](*arrays, 1000)


@pytest.mark.parametrize("by_graph", [False, True])
@pytest.mark.parametrize("n", [1000, 1 << 20])
def test_kernels_that_begin_early_see_what_those_before_have_written(add, gpu, n, by_graph):
    x, expected = torch.full((n,), 0.001, device=gpu), torch.rand(n, device=gpu)
    turns = [expected.clone(), torch.zeros(n, device=gpu)]

    def chain():
        for _ in range(30):
            for number in range(2):
                add[-(-n // 128)](x, turns[number], turns[1 - number], n)

    chain()
    if by_graph:
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            chain()
        graph.replay()
    for _ in range(120 if by_graph else 60):
        expected = torch.addcmul(expected, x, expected)
    torch.testing.assert_close(turns[0], expected)


def test_another_chip(target, arrays):
    with pytest.raises(CudaError, match=r"'add' is compiled for sm_1\d\d, which cuda:0 .* is not"):
        by_hand(target, chip="sm_120")[1](*arrays, 1000)


@pytest.fixture
def recorded(target, monkeypatch):
    """The kernel that prints and asserts, by hand."""
    monkeypatch.setattr(stages, "STAGES", {})
    module = dialects.parse(RECORDED.replace("@KERNEL", "@k"), "k.mlir")
    with module.context:
        define_records.run(module)
    made = stages.compile_module(module, "k", options=stages.Options(target))
    image = ptxas.assemble(made.ptx, target).data
    return cuda_kernel.CudaKernel(CudaHeader.of(made, ["x", "n"], plan={}), image)


def test_what_is_printed(recorded, gpu, capsys):
    x = torch.arange(128, dtype=torch.float32, device=gpu)
    recorded[(1,)](x, 128)
    lines = capsys.readouterr().out.splitlines()
    assert sorted(lines) == sorted(f"pid (0, 0, 0) idx ({i:3}) x: {i:f}" for i in range(128))
    assert (x == 1.5).all()


def test_a_failed_assertion_is_an_exception_and_the_gpu_stays_usable(recorded, gpu, capsys):
    x = torch.zeros(128, device=gpu)
    for _ in range(2):
        with pytest.raises(
            AssertionError, match=r"device-side assert: below n: program \(0, 0, 0\) of kernel 'k'"
        ):
            recorded[(1,)](x, 100)
    assert (x[:100] == 1.5).all()
    recorded[(1,)](x, 128)
    assert len(capsys.readouterr().out.splitlines()) == 3 * 128


PRINTING = """
tt.func public @p(%x: !tt.ptr<f32>, %n: i32) {
  %pid = tt.get_program_id x : i32
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %q = tt.addptr %p, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %v = tt.load %q : tensor<128x!tt.ptr<f32>>
  tt.print " v: " {hex = false, isSigned = array<i32: 0>} : %v : tensor<128xf32>
  %nn = tt.splat %n : i32 -> tensor<128xi32>
  %c = arith.cmpi slt, %r, %nn : tensor<128xi32>
  tt.assert %c, "small" : tensor<128xi1>
  tt.return
}"""


@pytest.mark.parametrize("num_warps", [1, 4])
def test_what_a_compiled_kernel_prints_and_asserts(gpu, capsys, num_warps):
    kernel = triton_shared.compile(PRINTING, target="cuda", num_warps=num_warps)
    x = torch.arange(128, dtype=torch.float32, device=gpu)
    kernel[(3,)](x, 128)
    lines = capsys.readouterr().out.splitlines()
    assert sorted(lines) == sorted(
        f"pid ({p}, 0, 0) idx ({i:3}) v: {i:f}" for p in range(3) for i in range(128)
    )
    with pytest.raises(
        AssertionError, match=r"device-side assert: small .*: program \(\d, 0, 0\) of kernel 'p'"
    ):
        kernel[(3,)](x, 100)
    kernel[(3,)](x, 128)


def test_a_graph_that_prints(recorded, gpu, capsys):
    x = torch.zeros(128, device=gpu)
    recorded[(1,)](x, 128)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        recorded[(1,)](x, 128)
    capsys.readouterr()
    graph.replay()
    torch.cuda.synchronize()
    recorded[(1,)](x, 128)
    assert len(capsys.readouterr().out.splitlines()) == 2 * 128


BROKEN = """
import torch, triton_shared
from triton_shared.runtime.arguments import Address
kernel = triton_shared.compile({file!r}, target="cuda")
x = torch.ones(1 << 20, device="cuda")
try:
    for _ in range(3):
        kernel[(1 << 20,)](x, x, x, 2**31 - 1)
        {sync}
except triton_shared.runtime.cuda.errors.CudaError as error:
    print(error)
except Exception as error:
    print("torch:", type(error).__name__)
"""


def test_an_illegal_address_names_the_kernel():
    program = BROKEN.format(file=str(EXAMPLES / "vector_add.f32.mlir"), sync="pass")
    environment = {**os.environ, "CUDA_LAUNCH_BLOCKING": "1"}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert "kernel 'vector_add' failed on the GPU" in ran.stdout, ran.stdout + ran.stderr[-2000:]
    assert "names the source line" in ran.stdout


FORKED = """
import os, torch, triton_shared
kernel = triton_shared.compile({file!r}, target="cuda")
x = torch.ones(1024, device="cuda")
kernel[(1,)](x, x, x, 1024)
torch.cuda.synchronize()
if child := os.fork():
    os.waitpid(child, 0)
else:
    try:
        kernel[(1,)](x, x, x, 1024)
    except BaseException as error:
        print(type(error).__name__, error, flush=True)
    os._exit(0)
"""


def test_a_fork_is_told_to_be_spawned():
    program = FORKED.format(file=str(EXAMPLES / "vector_add.f32.mlir"))
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "Error" in ran.stdout and "spawn" in ran.stdout, ran.stdout + ran.stderr[-2000:]


def test_there_is_no_gpu():
    program = "import triton_shared; triton_shared.compile({!r}, target='cuda')"
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
    file = str(EXAMPLES / "vector_add.f32.mlir")
    ran = subprocess.run(
        [sys.executable, "-c", program.format(file)], env=environment, capture_output=True, text=True
    )
    assert "CUDA_ERROR_NO_DEVICE" in ran.stderr and "there is no GPU that this process may use" in ran.stderr


def test_compiled_for_the_current_device(gpu):
    kernel = triton_shared.compile(EXAMPLES / "vector_add.f32.mlir", target="cuda")
    x, y = torch.rand(2, 5003, device=gpu)[:, :5000].contiguous()
    out = torch.zeros_like(x)
    kernel[(-(-5000 // 1024),)](x, y, out, 5000)
    torch.testing.assert_close(out, x + y)


@pytest.mark.parametrize("num_warps", [1, 4, 8])
def test_options(gpu, num_warps):
    kernel = triton_shared.compile(
        EXAMPLES / "softmax.f32.mlir", target="cuda", num_warps=num_warps, maxnreg=64
    )
    x = torch.randn(100, 781, device=gpu)
    out = torch.zeros(100, 784, device=gpu)[:, :781]
    kernel[(100,)](out, x, out.stride(0), x.stride(0), 100, 781)
    torch.testing.assert_close(out, torch.softmax(x, 1))
