"""The back end for GPUs, without one: every stage is made, and launches arrive at a driver that runs nothing."""

from __future__ import annotations

import copy
import dataclasses
import json
import operator
import os
import pickle
import struct
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest
import triton
import triton.language as tl
from triton import knobs
from triton.backends import Backend, backends
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.compiler.compiler import make_backend, max_shared_mem

import triton_shared
from tests.support import entry_points
from tests.support.fake_cuda import Device, FakeTensor, cuda
from triton_shared import compat
from triton_shared.codegen.nvidia import target as chips
from triton_shared.triton.cuda import launcher
from triton_shared.triton.cuda.compiler import CUDABackend
from triton_shared.triton.cuda.driver import CUDADriver
from triton_shared.triton.cuda.target import NAME, CudaTarget

__all__ = ["cuda"]

X, Y = 0x7000_0000_0000, 0x7000_0001_0000
TARGET = CudaTarget("cuda", 90, 32)


@triton.jit
def double(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + lanes, 2 * tl.load(x_ptr + lanes, mask=lanes < n), mask=lanes < n)


@triton.jit
def total(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    lanes = tl.arange(0, BLOCK)
    tl.store(out_ptr, tl.sum(tl.load(x_ptr + lanes, mask=lanes < n, other=0.0), 0))


@pytest.fixture(autouse=True)
def back_end(monkeypatch, fresh_triton_cache):
    """Triton knows the back end, whether the installed package says so or not."""
    monkeypatch.setitem(backends, NAME, Backend(CUDABackend, CUDADriver))


@pytest.fixture
def active(cuda, cpu, monkeypatch):
    """The driver is active, on a GPU that runs nothing."""
    cuda.context, cuda.memory = 0, {(X, 1 << 30): 0}
    driver = triton_shared.CUDADriver()
    monkeypatch.setattr(driver, "get_current_device", lambda: cuda.context)
    monkeypatch.setattr(driver, "get_current_stream", lambda device: 40 + device)
    triton.runtime.driver.set_active(driver)
    max_shared_mem.cache_clear()
    yield driver
    max_shared_mem.cache_clear()
    for kernel in (double, total):
        kernel.device_caches.clear()
    triton.runtime.driver.set_active(cpu)


def compiled(kernel, options=None, target=TARGET):
    source = ASTSource(kernel, {"x_ptr": "*fp32", "out_ptr": "*fp32", "n": "i32"}, {"BLOCK": 1024})
    return triton.compile(source, target=target, options=options or {})


def test_every_stage_is_there():
    made = compiled(double)
    assert {"ttir", "linalg", "llir", "ptx", "cubin"} <= made.asm.keys()
    assert "tt.func public @double" in made.asm["ttir"] and "memref.copy" in made.asm["linalg"]
    assert "ptx_kernel void @double" in made.asm["llir"]
    assert ".target sm_90a" in made.asm["ptx"] and ".maxntid 128" in made.asm["ptx"]
    assert made.asm["cubin"].startswith(b"\x7fELF")


def test_metadata():
    data = compiled(total, {"num_warps": 8, "num_stages": 2, "maxnreg": 64}).metadata
    assert (data.name, data.num_warps, data.num_stages, data.maxnreg) == ("total", 8, 2, 64)
    assert data.shared > 0 and 8 < data.n_regs <= 64 and data.n_spills == 0
    assert data.warp_size == 32 and data.target == TARGET and isinstance(data.target, CudaTarget)


@pytest.mark.parametrize("chip", ["sm_80", "sm_89", "sm_100a"])
def test_other_chips(chip):
    assert f".target {chip}" in compiled(double, target=GPUTarget(NAME, chip, 32)).asm["ptx"]


@pytest.mark.parametrize("arch, chip", [("sm80", "sm_80"), ("sm90", "sm_90a"), ("sm_89", "sm_89")])
def test_another_arch_is_asked_for(arch, chip, monkeypatch):
    assert f".target {chip}" in compiled(double, {"arch": arch}).asm["ptx"]
    monkeypatch.setattr(triton.knobs.runtime, "override_arch", arch)
    assert f".target {chip}" in compiled(double).asm["ptx"]


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"num_warps": 3}, AssertionError, "num_warps must be a power of 2"),
        ({"num_warps": 64}, ValueError, "num_warps must be a power of 2 up to 32"),
        ({"num_ctas": 2}, ValueError, "num_ctas must be 1, got 2"),
        ({"maxnreg": 1000}, ValueError, "maxnreg must be from 16 to 255"),
    ],
)
def test_options_out_of_range(options, error, message):
    with pytest.raises(error, match=message):
        compiled(double, options)


@pytest.mark.parametrize("number", [80, 89, 90, 100])
def test_products_are_as_precise_as_tritons_own(number):
    from triton.backends.nvidia.compiler import CUDABackend as Own

    ours = CUDABackend(GPUTarget(NAME, f"sm_{number}", 32)).parse_options({})
    own = Own(GPUTarget("cuda", number, 32)).parse_options({})
    for name in ("default_dot_input_precision", "max_num_imprecise_acc_default"):
        assert getattr(ours, name) == getattr(own, name)
    assert set(own.allowed_dot_input_precisions) <= set(ours.allowed_dot_input_precisions)


def test_dumps(fresh_triton_cache):
    with knobs.compilation.scope():
        knobs.compilation.dump_ir = True
        compiled(double)
    names = {path.suffix for path in Path(knobs.cache.dump_dir).rglob("*")}
    assert {".ttir", ".linalg", ".llir", ".ptx", ".cubin"} <= names


def test_a_launch_as_the_driver_sees_it(cuda, active):
    made = double[(5,)](FakeTensor(X), FakeTensor(Y), 1000, BLOCK=1024, num_warps=8)
    (launch,) = cuda.launches
    assert launch.block == struct.pack("PPi", X, Y, 1000)
    assert (launch.grid, launch.threads, launch.stream) == ((5, 1, 1), 256, 40)
    assert (made.n_regs, made.n_spills, made.metadata.name) == (32, 0, "double")


@pytest.mark.parametrize("asked", [False, True])
def test_blocks_that_wait_for_each_other(cuda, active, asked):
    """They are all there at once, or the driver refuses the launch; none runs program after program."""
    made = double[(5,)](FakeTensor(X), FakeTensor(Y), 1000, BLOCK=1024, launch_cooperative_grid=asked)
    assert cuda.launches[-1].is_cooperative == asked
    assert made.metadata.persistent is (False if asked else None)


def test_each_device_has_its_own_code(cuda, active):
    cuda.devices[:] = [Device("A", 90), Device("B", 80)]
    cuda.memory[Y, 1 << 12] = 1
    double[(1,)](FakeTensor(X), FakeTensor(X), 7, BLOCK=64)
    cuda.context = 1
    double[(1,)](FakeTensor(Y, device=1), FakeTensor(Y, device=1), 7, BLOCK=64)
    assert [launch.stream for launch in cuda.launches] == [40, 41] and len(cuda.images) == 2


def test_an_argument_elsewhere_is_refused_by_name(cuda, active):
    with pytest.raises(ValueError, match=r"argument 1 \('out_ptr'\): .* got an array in host memory"):
        double[(1,)](FakeTensor(X), FakeTensor(16, device="cpu"), 7, BLOCK=64)


@pytest.mark.parametrize("who_knows", ["chip", "device"])
def test_too_much_shared_memory_is_tritons_error(cuda, active, monkeypatch, who_knows):
    """Autotuning passes over such a configuration."""
    if who_knows == "chip":
        monkeypatch.setitem(chips.CHIPS, 90, chips.CHIPS[90]._replace(shared=8))
    else:
        cuda.devices[0] = Device(shared=8)
    with pytest.raises(triton.runtime.errors.OutOfResources, match="shared memory"):
        total[(1,)](FakeTensor(X), FakeTensor(Y), 7, BLOCK=1024)


def test_too_many_threads_are_tritons_error(cuda, active):
    cuda.resources["MAX_THREADS_PER_BLOCK"] = 64
    with pytest.raises(triton.runtime.errors.OutOfResources, match="threads"):
        double[(1,)](FakeTensor(X), FakeTensor(Y), 7, BLOCK=64)


def test_launch_hooks(cuda, active):
    seen = []
    with knobs.runtime.scope():
        knobs.runtime.launch_enter_hook = lambda data: seen.append(("enter", data.get()["name"]))
        knobs.runtime.launch_exit_hook = lambda data: seen.append(("exit", len(cuda.launches)))
        double[(1,)](FakeTensor(X), FakeTensor(Y), 7, BLOCK=64)
    assert seen == [("enter", "double"), ("exit", 1)]


OWN = GPUTarget("cuda", 90, 32)


def test_the_target_is_tritons_own_to_whoever_asks(active):
    target = triton.runtime.driver.active.get_current_target()
    assert (target.backend, target.arch, target.warp_size) == ("cuda", 90, 32)
    assert operator.eq(target, OWN) and operator.eq(OWN, target) and len({target, OWN}) == 1
    assert repr(target) == repr(OWN) and isinstance(target, GPUTarget)
    assert target != GPUTarget("cuda", 80, 32) and target != "cuda"
    assert active.get_device_capability() == (9, 0)


@pytest.mark.parametrize(
    "same", [copy.copy, copy.deepcopy, dataclasses.replace, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_each_target_has_its_own_back_end(same):
    """Also where it went to another process, or was copied."""
    from triton.backends.nvidia.compiler import CUDABackend as Own

    assert type(make_backend(same(TARGET))) is CUDABackend and type(make_backend(same(OWN))) is Own
    assert make_backend(TARGET).hash() != make_backend(OWN).hash()


@triton.jit
def says_cuda(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    if tl.target_info.is_cuda():
        tl.store(out_ptr, 4711.0)


def test_kernels_ask_for_the_target(active):
    assert "4.711" in compiled(says_cuda).asm["ttir"]


def test_the_metadata_of_a_stored_kernel_names_the_target():
    first, again = compiled(double), compiled(double)
    assert again is not first and again.hash == first.hash and again.asm["cubin"] == first.asm["cubin"]
    assert again.metadata.target == OWN and isinstance(again.metadata.target, CudaTarget)
    stored = next(path for name, path in again.metadata_group.items() if name.endswith(".json"))
    assert json.loads(Path(stored).read_text())["target"]["backend"] == NAME
    assert not isinstance(compiled(double, target=OWN).metadata.target, CudaTarget)


class TritonsOwnDriver(CUDADriver):
    """Stands for Triton's own driver, which calls a device by the same number."""

    get_current_device = get_current_stream = lambda self, device=0: 0
    get_current_target = lambda self: OWN  # noqa: E731
    launcher_cls = staticmethod(
        lambda src, metadata: lambda *args: TritonsOwnDriver.launched.append(metadata)
    )
    launched: ClassVar[list] = []


def test_drivers_take_turns(cuda, active):
    """Each launches what its back end compiled, and compiles it once."""
    theirs = TritonsOwnDriver()
    theirs.launched.clear()
    made = []
    for driver in (active, theirs, active, theirs):
        triton.runtime.driver.set_active(driver)
        made.append(double[(1,)](FakeTensor(X), FakeTensor(Y), 7, BLOCK=64))
    assert made[0] is made[2] and made[1] is made[3] and len(cuda.launches) == len(theirs.launched) == 2
    assert isinstance(made[0].metadata.target, CudaTarget) and type(made[1].metadata.target) is GPUTarget
    triton.runtime.driver.set_active(active)


def test_each_driver_has_its_own_choices(active):
    tuned = triton.autotune([triton.Config({}), triton.Config({}, num_warps=8)], key=[])(double)
    tuned.cache["key"] = "ours"
    triton.runtime.driver.set_active(TritonsOwnDriver())
    assert not tuned.cache
    triton.runtime.driver.set_active(active)
    assert tuned.cache == {"key": "ours"}


PROGRAM = """
import triton
from triton.backends import backends
found = backends["triton_shared_cuda"]
print(found.driver.is_active(), type(triton.runtime.driver.active).__name__, "torch" in __import__("sys").modules)
"""


def test_the_environment_chooses_it(tmp_path):
    """As an entry point of an installed package, of which there is one of this name."""
    entry_points.install(tmp_path, "triton.backends", "triton_shared_cuda", "triton_shared.triton.cuda")
    path = f"{tmp_path}:{Path(triton_shared.__file__).parents[1]}"
    environment = {**os.environ, "PYTHONPATH": path, "TRITON_DEFAULT_BACKEND": NAME}
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["True", "CUDADriver", "False"]


def test_kernels_of_tritons_own_back_end_are_launched_as_its_driver_does(cuda, active, monkeypatch):
    """As Inductor's are, which asks Triton for a target of its own making."""
    kernel = compiled(double, target=GPUTarget("cuda", 90, 32))
    assert type(kernel.metadata.target) is GPUTarget and ".target sm_90a" in kernel.asm["ptx"]
    seen = []

    class Utilities:
        def load_binary(self, name, image, shared, device):
            seen.append((name, image, shared, device))
            return None, 77, 0, 0, 1024

        def launch(self, *args):
            seen.append(args)

    monkeypatch.setattr(compat, "nvidia_utilities", Utilities)
    monkeypatch.setattr(
        compat, "nvidia_launcher", lambda: lambda *_: triton.runtime.driver.active.utils.launch
    )
    kernel[(5, 1, 1)](FakeTensor(X), FakeTensor(Y), 7)
    kernel[(6, 1, 1)](FakeTensor(X), FakeTensor(Y), 7)
    loaded, *launched = seen
    assert loaded == ("double", kernel.asm["cubin"], kernel.metadata.shared, 0) and not cuda.launches
    assert [launch[:5] for launch in launched] == [(5, 1, 1, 40, 77), (6, 1, 1, 40, 77)]


def test_kernels_for_other_devices_are_refused():
    metadata = SimpleNamespace(target=GPUTarget("hip", "gfx942", 64), name="double")
    with pytest.raises(RuntimeError, match="'double' was compiled by Triton's back end 'hip'"):
        launcher.of(None, metadata)


@triton.jit
def product(a_ptr, b_ptr, c_ptr, n, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows, columns, inner = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    total = tl.zeros((M, N), tl.float32)
    for k in range(0, n, K):
        a = tl.load(a_ptr + rows[:, None] * n + (k + inner)[None, :])
        b = tl.load(b_ptr + (k + inner)[:, None] * N + columns[None, :])
        total = tl.dot(a, b, total)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], total)


def compiled_product(shape, **options):
    types = {"a_ptr": "*fp16", "b_ptr": "*fp16", "c_ptr": "*fp32", "n": "i32"}
    divisible = {(number,): [["tt.divisibility", 16]] for number in range(4)}
    source = ASTSource(product, types, dict(zip("MNK", shape, strict=True)), divisible)
    return triton.compile(source, target=TARGET, options=options)


def test_the_next_plan_is_taken_where_ptxas_refuses_one():
    """256 columns of 64 rows take 128 registers, of the 128 that a thread of 512 has at most."""
    made = compiled_product((256, 256, 64), num_warps=16)
    assert made.metadata.plan["wgmma"] is False and "is compiled without wgmma" in made.metadata.remarks[-1]
    assert "mma.sync" in made.asm["ptx"] and "wgmma" not in made.asm["llir"] + made.asm["ptx"]
    assert made.asm["cubin"].startswith(b"\x7fELF") and made.metadata.n_regs == 128


def test_how_many_stages_were_asked_for_and_taken():
    many, few = (compiled_product((128, 256, 64), num_warps=8, num_stages=n).metadata for n in (8, 3))
    assert (many.num_stages, many.num_stages_taken, few.num_stages_taken) == (8, 4, 3)
    assert "has 4 stages of the 8 asked for" in many.remarks[0] and not few.remarks
    assert "test_cuda_driver.py" in many.remarks[0]
