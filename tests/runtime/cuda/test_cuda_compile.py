"""`triton_shared.compile` for a GPU: options, the cache, images, and that neither a GPU nor ptxas is needed for it."""

from __future__ import annotations

import gc
import subprocess
import sys
from types import SimpleNamespace

import pytest

import triton_shared
from tests.support.fake_cuda import Device
from tests.support.gpu_kernels import ADD
from triton_shared.abi import Param
from triton_shared.codegen.gpu import ptx, ptxas
from triton_shared.codegen.gpu.target import GpuTarget
from triton_shared.runtime import cache, compilation, compiler

SOURCE = "tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) { tt.return }"


@pytest.fixture
def built(monkeypatch, tmp_path):
    """Compilations end with a kernel by hand; the list of what was asked for."""
    asked = []

    def build(text, file, kernel, fusion, target, options, stages=None):
        asked.append((target, options["options"].target, fusion))
        of = options["options"].target
        text = ADD.replace("ATTRIBUTES", f'"nvvm.maxntid"="{of.threads}"')
        if of.maxnreg:
            text = text.replace("maxntid", f'maxnreg"="{of.maxnreg}" "nvvm.maxntid')
        params = (*[Param("ptr", "f32")] * 2, Param("ptr", "f32", True), Param("i32"))
        return SimpleNamespace(
            name="add", entry="add", params=params, shared_bytes=4 * of.threads, texts=(), target=of,
            ptx=ptx.to_ptx(text, of)[1],
        )  # fmt: skip

    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compilation, "build", build)
    yield asked
    compiler._alive.clear()


def test_the_kernel_is_one_as_for_cpus(built):
    kernel = triton_shared.compile(SOURCE, target="sm_90a", num_warps=8, num_stages=2, maxnreg=64)
    assert isinstance(kernel, triton_shared.Kernel)
    assert repr(kernel) == "<Kernel add(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, n: i32)>"
    assert built == [("gpu", GpuTarget("sm_90a", 8, 2, 64), True)]
    assert kernel._code.threads == 256 and kernel._code.image.startswith(b"\x7fELF")


@pytest.mark.parametrize("other", [{"num_warps": 8}, {"num_stages": 1}, {"maxnreg": 32}, {"target": "sm_80"}])
def test_each_option_and_each_chip_has_its_own_code(built, other):
    first = triton_shared.compile(SOURCE, target="sm_90a")
    assert triton_shared.compile(SOURCE, target="sm_90a", num_warps=4, num_stages=3) is first
    assert triton_shared.compile(SOURCE, **{"target": "sm_90a", **other}) is not first
    assert len(built) == 2


def test_the_cache_has_it_for_other_processes(built):
    image = triton_shared.compile(SOURCE, target="sm_90a")._code.image
    compiler._alive.clear()
    gc.collect()
    again = triton_shared.compile(SOURCE, target="sm_90a")
    assert len(built) == 1 and again._code.image == image


def test_a_kernel_from_the_cache_imports_no_mlir(built):
    triton_shared.compile(SOURCE, target="sm_90a")
    program = f"""
import sys, triton_shared
kernel = triton_shared.compile({SOURCE!r}, target="sm_90a")
print(kernel, "torch_mlir" in sys.modules, "cuda" in sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("<Kernel add(") and ran.stdout.endswith("> False False\n")


@pytest.mark.parametrize(
    "damage",
    [{"chip": "sm_80"}, {"threads": 0}, {"threads": 2048}, {"texts": [1]}, {"params": [["ptr", "q"]]}],
)
def test_an_entry_of_another_form_counts_as_absent(built, monkeypatch, damage):
    triton_shared.compile(SOURCE, target="sm_90a")
    compiler._alive.clear()
    load = cache.load

    def damaged(name, fits):
        header, image = load(name, lambda header: True)
        return (header, image) if fits({**header, **damage}) else None

    monkeypatch.setattr(cache, "load", damaged)
    triton_shared.compile(SOURCE, target="sm_90a")
    assert len(built) == 2


def test_without_ptxas_the_driver_gets_ptx(built, monkeypatch):
    monkeypatch.setattr(ptxas, "_candidates", lambda: iter(()))
    monkeypatch.delenv(ptxas.VARIABLE, raising=False)
    kernel = triton_shared.compile(SOURCE, target="sm_90a")
    assert b".target sm_90a" in kernel._code.image
    monkeypatch.undo()


def test_the_current_device_is_compiled_for(built, cuda):
    cuda.devices[:] = [Device("A", 80), Device("B", 90)]
    for device, chip in ((0, "sm_80"), (1, "sm_90a")):
        cuda.context = device
        triton_shared.compile(SOURCE, target="cuda")
        assert built[-1][1].chip == chip


def test_there_is_no_current_device(built, cuda):
    cuda.devices.clear()
    with pytest.raises(RuntimeError, match="there is no GPU that this process may use"):
        triton_shared.compile(SOURCE, target="cuda")


@pytest.mark.parametrize(
    "options, message",
    [
        ({"target": "sm_1"}, "unknown GPU 'sm_1': known are sm_80"),
        ({"target": "gpu"}, "unknown target 'gpu': expected 'cpu', 'cuda', or a chip such as 'sm_90a'"),
        ({"target": "tpu"}, "unknown target 'tpu'"),
        ({"target": "sm_90a", "num_warps": 3}, "num_warps must be a power of 2 up to 32, got 3"),
        ({"target": "sm_90a", "num_threads": 3}, "num_threads: not an option of target 'sm_90a'"),
        ({"num_warps": 4, "maxnreg": 32}, "maxnreg, num_warps: not an option of target 'cpu'"),
    ],
)
def test_what_there_is_no_code_for_is_refused(built, options, message):
    with pytest.raises(ValueError, match=message):
        triton_shared.compile(SOURCE, **options)
