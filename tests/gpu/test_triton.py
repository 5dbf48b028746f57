"""Unmodified Triton programs on a GPU, by way of `CUDADriver`."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")
import triton.language as tl  # noqa: E402
from triton.backends import Backend, backends  # noqa: E402

import triton_shared  # noqa: E402
from tests.support import entry_points  # noqa: E402

pytestmark = pytest.mark.gpu


@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = lanes < n
    tl.store(out_ptr + lanes, tl.load(x_ptr + lanes, mask) + tl.load(y_ptr + lanes, mask), mask)


@triton.jit
def softmax(out_ptr, x_ptr, stride, n, BLOCK: tl.constexpr):
    row, lanes = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride + lanes, lanes < n, other=float("-inf"))
    e = tl.exp(x - tl.max(x, 0))
    tl.store(out_ptr + row * stride + lanes, e / tl.sum(e, 0), lanes < n)


@triton.jit
def copy_blocks(x, out):
    row, column = tl.program_id(0) * 16, tl.program_id(1) * 32
    out.store([row, column], x.load([row, column]))


@pytest.fixture(scope="module", autouse=True)
def active(tmp_path_factory):
    from triton_shared.triton.cuda.compiler import NAME, CUDABackend
    from triton_shared.triton.cuda.driver import CUDADriver

    before = triton.runtime.driver.active
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(backends, NAME, Backend(CUDABackend, CUDADriver))
        patch.setenv("TRITON_CACHE_DIR", str(tmp_path_factory.mktemp("triton")))
        driver = triton_shared.CUDADriver()
        triton.runtime.driver.set_active(driver)
        yield driver
        triton.runtime.driver.set_active(before)


@pytest.mark.parametrize("n", [1, 1000, 4096, 100003])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.int32])
def test_add(gpu, n, dtype):
    x, y = (10 * torch.rand(2, n, device=gpu)).to(dtype)
    out = torch.zeros_like(x)
    made = add[(triton.cdiv(n, 1024),)](x, y, out, n, BLOCK=1024)
    assert torch.equal(out, x + y)
    assert ".target sm_" in made.asm["ptx"] and made.n_regs > 0 and made.n_spills == 0


@pytest.mark.parametrize("num_warps", [1, 4, 8])
def test_softmax(gpu, num_warps):
    x = torch.randn(64, 781, device=gpu)
    out = torch.zeros_like(x)
    made = softmax[(64,)](out, x, x.stride(0), 781, BLOCK=1024, num_warps=num_warps)
    torch.testing.assert_close(out, torch.softmax(x, 1))
    assert made.metadata.num_warps == num_warps


def test_autotune_and_do_bench(gpu):
    configs = [triton.Config({"BLOCK": block}, num_warps=warps) for block in (256, 1024) for warps in (2, 4)]
    tuned = triton.autotune(configs, key=["n"])(add)
    x, y = torch.rand(2, 1 << 20, device=gpu)
    out = torch.zeros_like(x)
    tuned[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, y, out, x.numel())
    assert torch.equal(out, x + y) and tuned.best_config in configs
    time = triton.testing.do_bench(lambda: add[(1024,)](x, y, out, x.numel(), BLOCK=1024), rep=20)
    assert 0.001 < time < 1


def test_graphs(gpu):
    x, y = torch.rand(2, 4096, device=gpu)
    out = torch.zeros_like(x)
    add[(4,)](x, y, out, 4096, BLOCK=1024)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        add[(4,)](x, y, out, 4096, BLOCK=1024)
    x.uniform_()
    graph.replay()
    assert torch.equal(out, x + y)


PROGRAM = """
import torch, triton, triton.language as tl

@triton.jit
def scale(x_ptr, factor, n, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x_ptr + lanes, factor * tl.load(x_ptr + lanes, lanes < n), lanes < n)

x = torch.ones(1000, device="cuda")
scale[(4,)](x, 2.5, 1000, BLOCK=256)
print(type(triton.runtime.driver.active).__name__, x.sum().item())
"""


def test_the_environment_chooses_the_driver(tmp_path):
    entry_points.install(tmp_path, "triton.backends", "triton_shared_cuda", "triton_shared.triton.cuda")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, "TRITON_DEFAULT_BACKEND": "triton_shared_cuda"}
    ran = subprocess.run([sys.executable, str(program)], env=environment, capture_output=True, text=True)
    assert ran.stdout.split() == ["CUDADriver", "2500.0"], ran.stderr[-2000:]


def test_descriptors(gpu):
    from triton.tools.tensor_descriptor import TensorDescriptor

    x = torch.rand(64, 96, device=gpu)
    out = torch.zeros_like(x)
    blocks = [TensorDescriptor.from_tensor(tensor, [16, 32]) for tensor in (x, out)]
    copy_blocks[(4, 3)](*blocks)
    assert torch.equal(out, x)


def test_launch_hooks(gpu):
    from triton import knobs

    x = torch.zeros(64, device=gpu)
    seen = []
    with knobs.runtime.scope():
        knobs.runtime.launch_enter_hook = lambda data: seen.append(data.get()["name"])
        add[(1,)](x, x, x, 64, BLOCK=64)
    assert seen == ["add"]


@triton.jit
def says_cuda(out_ptr):
    tl.store(out_ptr, tl.target_info.is_cuda())


def test_programs_see_cuda(gpu, active):
    from triton.backends.nvidia.driver import CudaDriver

    target, own = active.get_current_target(), CudaDriver().get_current_target()
    assert target == own and repr(target) == repr(own) and hash(target) == hash(own)
    out = torch.zeros(1, dtype=torch.int32, device=gpu)
    says_cuda[(1,)](out)
    assert out.item() == 1


def test_drivers_take_turns(gpu, active):
    from triton.backends.nvidia.driver import CudaDriver

    x, y = torch.rand(2, 1000, device=gpu)
    made = []
    for driver in (active, theirs := CudaDriver(), active, theirs):
        triton.runtime.driver.set_active(driver)
        out = torch.zeros_like(x)
        made.append(add[(1,)](x, y, out, 1000, BLOCK=1024))
        assert torch.equal(out, x + y)
    triton.runtime.driver.set_active(active)
    assert made[0] is made[2] and made[1] is made[3]
    assert ["linalg" in kernel.asm for kernel in made] == [True, False, True, False]


def test_kernels_of_tritons_own_back_end(gpu, active):
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    signature = {"x_ptr": "*fp32", "y_ptr": "*fp32", "out_ptr": "*fp32", "n": "i32", "BLOCK": "constexpr"}
    capability = torch.cuda.get_device_capability()
    target = GPUTarget("cuda", 10 * capability[0] + capability[1], 32)
    kernel = triton.compile(ASTSource(add, signature, {"BLOCK": 1024}), target=target)
    x, y = torch.rand(2, 1000, device=gpu)
    out = torch.zeros_like(x)
    kernel[(1, 1, 1)](x, y, out, 1000, 1024)
    assert "ttgir" in kernel.asm and torch.equal(out, x + y)
