"""C++ calls the kernels: packages of AOTInductor, in processes that have nothing else, and ``cpp_wrapper``."""

import os
import shutil
import subprocess
import sys

import pytest
import torch
import triton
import triton.language as tl
from torch import nn
from torch._inductor import config

from tests.inductor.models import Net, gradients
from triton_shared.runtime.cpu import linker
from triton_shared.torch import backend

try:
    linker.compiler()
except RuntimeError as missing:
    pytest.skip(str(missing), allow_module_level=True)


@pytest.fixture(autouse=True)
def no_precompiled_headers():
    """Hundreds of megabytes, which save little here."""
    with config.patch({"cpp_cache_precompile_headers": False, "aot_inductor.precompile_headers": False}):
        yield


@triton.autotune([triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 256})], key=["n"])
@triton.jit
def thrice(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, 3 * tl.load(x_ptr + at, mask=at < n), mask=at < n)


@triton.jit
def line(x_ptr, out_ptr, factor, n, flag, one, nothing, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = factor * tl.load(x_ptr + at, mask=at < n) + one
    if flag and nothing is None:
        value += 10
    tl.store(out_ptr + at, value, mask=at < n)


@triton.jit
def talking(x_ptr, out_ptr):
    tl.device_print("x", tl.load(x_ptr))
    tl.store(out_ptr, tl.load(x_ptr))


class Mixed(nn.Module):
    """Kernels of the user's, tuned or not, with every kind of argument; and Inductor's, over one and two dimensions."""

    def __init__(self):
        super().__init__()
        self.net, self.table = Net(), nn.Embedding(10, 24)

    def forward(self, x, scale, at):
        out, more = torch.empty_like(x), torch.empty_like(x)
        thrice[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, out, x.numel())
        line[(triton.cdiv(x.numel(), 128),)](out, more, 1.7, x.numel(), True, 1, None, BLOCK=128)
        sums = (more * scale).sum(0), more.double().square().sum(), more.amax(1), (x > 0).any()
        return self.net(more) + self.table(at), x.t().contiguous().cos(), more.cumsum(0), *sums


def expected(mixed, x, scale, at):
    """What `Mixed` computes, without kernels."""
    more = 1.7 * 3 * x + 11
    sums = (more * scale).sum(0), more.double().square().sum(), more.amax(1), (x > 0).any()
    return mixed.net(more) + mixed.table(at), x.t().cos(), more.cumsum(0), *sums


def inputs(rows):
    return torch.randn(rows, 24), torch.tensor(0.3), torch.randint(0, 10, (rows,))


def state():
    """What is to be as before, but for what torch itself notes of the last package."""
    return config.save_config_portable() | {"aot_inductor.metadata": None}, triton.runtime.driver._active


ALONE = """
import sys
sys.modules |= {"triton": None, "triton_shared": None, "llvmlite": None}
import torch
package = torch._inductor.aoti_load_package(sys.argv[1])
for inputs, expected in torch.load(sys.argv[2]):
    torch.testing.assert_close(list(package(*inputs)), list(expected), rtol=1e-4, atol=1e-4)
print("equal")
"""


@torch.no_grad()
def test_a_package_runs_where_nothing_else_is(tmp_path, monkeypatch):
    """Without Triton, this package and the files that were made for it; with sizes that were not known."""
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "cache"))
    mixed, rows = Mixed(), torch.export.Dim("rows", min=2)
    sizes = ({0: rows}, None, {0: rows})
    exported = torch.export.export(mixed, inputs(50), dynamic_shapes=sizes, strict=True)
    before = state()
    path = backend.aoti_compile_and_package(
        exported,
        package_path=str(tmp_path / "mixed.pt2"),
        inductor_configs={"aot_inductor.compile_wrapper_opt_level": "O0"},
    )
    assert before == state()
    cases = [(given, expected(mixed, *given)) for given in map(inputs, (50, 2, 777))]
    torch.save(cases, tmp_path / "cases.pt")
    shutil.rmtree(tmp_path / "cache")
    command = [sys.executable, "-c", ALONE, path, tmp_path / "cases.pt"]
    environment = {k: v for k, v in os.environ.items() if k != "TORCHINDUCTOR_CACHE_DIR"}
    environment["TRITON_SHARED_NUM_THREADS"] = "3"
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.stdout == "equal\n", done.stderr


@torch.no_grad()
def test_cpp_wrapper_with_any_size(kernels):
    mixed = Mixed()
    compiled = torch.compile(
        mixed, backend="triton_shared", dynamic=True, fullgraph=True, options={"cpp_wrapper": True}
    )
    for rows in (50, 777):
        given = inputs(rows)
        torch.testing.assert_close(compiled(*given), expected(mixed, *given), rtol=1e-4, atol=1e-4)
        made = len(kernels)
    assert made == len(kernels) > 4


def test_cpp_wrapper_forward_and_backward(kernels):
    net, x = Net(), torch.randn(5, 24)
    with config.patch(cpp_wrapper=True):
        found = gradients(torch.compile(net, backend="triton_shared"), x)
    torch.testing.assert_close(found, gradients(net, x))
    assert len(kernels) >= 2


def test_other_back_ends_have_torchs_wrapper():
    from torch._inductor.codegen.common import get_wrapper_codegen_for_device
    from torch._inductor.codegen.cpp_wrapper_cpu import CppWrapperCpu

    from triton_shared.torch import cpp_wrapper

    cpp_wrapper.register()
    found = get_wrapper_codegen_for_device("cpu", cpp_wrapper=True)
    assert found.create is CppWrapperCpu.create
    with config.patch(cpu_backend="triton"):
        assert found.create is cpp_wrapper.CppWrapper.create


def test_what_cannot_be_called_from_cpp(tmp_path, monkeypatch):
    def function(x):
        out = torch.empty_like(x)
        talking[(1,)](x, out)
        return out

    class Talking(nn.Module):
        def forward(self, x):
            return function(x)

    message = "kernel 'talking' prints, which needs Python: it cannot be called from C"
    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed, match=message):
        torch.compile(function, backend="triton_shared", options={"cpp_wrapper": True})(torch.ones(1))
    exported = torch.export.export(Talking(), (torch.ones(1),), strict=True)
    with pytest.raises(Exception, match=message):
        backend.aoti_compile_and_package(exported, package_path=str(tmp_path / "talking.pt2"))
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(RuntimeError, match="CXX='no-such-compiler' names none"):
        backend.aoti_compile_and_package(exported)
    with pytest.raises(RuntimeError, match="excludes the option cpu_backend='cpp'"):
        backend.aoti_compile_and_package(exported, inductor_configs={"cpu_backend": "cpp"})
