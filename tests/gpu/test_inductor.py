"""torch.compile(backend="triton_shared") on a GPU: results are eager's, and this package compiled every kernel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")
import triton.language as tl  # noqa: E402
from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402
from triton.backends import Backend, backends  # noqa: E402

from tests.support import entry_points  # noqa: E402

pytestmark = pytest.mark.gpu

ROOT = Path(__file__).parents[2]
needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")


@pytest.fixture(scope="module", autouse=True)
def back_end(tmp_path_factory):
    """Torch and Triton find the back ends, whether the package is installed or not; caches are empty."""
    from torch._dynamo import list_backends, register_backend
    from torch._inductor import config

    from triton_shared.torch.backend import triton_shared
    from triton_shared.triton.compiler import CPUBackend
    from triton_shared.triton.cpu.compiler import NamesakeBackend
    from triton_shared.triton.cpu.driver import InductorDriver
    from triton_shared.triton.cuda.compiler import NAME, CUDABackend
    from triton_shared.triton.cuda.driver import CUDADriver
    from triton_shared.triton.driver import CPUDriver

    if "triton_shared" not in list_backends():
        register_backend(compiler_fn=triton_shared, name="triton_shared")
    with pytest.MonkeyPatch.context() as patch, config.patch(compile_threads=1):
        patch.setitem(backends, "triton_shared", Backend(CPUBackend, CPUDriver))
        patch.setitem(backends, "cpu", Backend(NamesakeBackend, InductorDriver))
        patch.setitem(backends, NAME, Backend(CUDABackend, CUDADriver))
        patch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path_factory.mktemp("inductor")))
        patch.setenv("TRITON_CACHE_DIR", str(tmp_path_factory.mktemp("triton")))
        yield
        torch._dynamo.reset()


@pytest.fixture(autouse=True)
def fresh_dynamo():
    torch._dynamo.reset()
    torch.manual_seed(0)


@pytest.fixture
def made(monkeypatch):
    """Kernels for GPUs that Inductor loads, as it has compiled them."""
    from torch._inductor.runtime.triton_heuristics import CachingAutotuner

    found, known = [], CachingAutotuner._make_launchers

    def make_launchers(self):
        if self.device_props.type == "cuda":
            found.extend(self.compile_results)
        known(self)

    monkeypatch.setattr(CachingAutotuner, "_make_launchers", make_launchers)
    return found


def is_ours(result):
    from triton_shared.torch.cuda_kernels import CompileResult, StaticKernel

    return isinstance(result, CompileResult) or isinstance(result.kernel, StaticKernel)


def compiled(function, **how):
    return torch.compile(function, backend="triton_shared", **how)


def gradients(function, *inputs):
    parameters = list(function.parameters()) if isinstance(function, nn.Module) else []
    leaves = [*parameters, *(x for x in inputs if x.requires_grad)]
    out = function(*inputs)
    return [out.detach(), *torch.autograd.grad(out.float().square().mean(), leaves)]


def check(made, function, *inputs, tolerance=None, **how):
    """What is compiled gives what eager gives, forward and, where something wants gradients, backward."""
    close = {"rtol": tolerance, "atol": tolerance} if tolerance else {}
    other = compiled(function, **how)
    wants = isinstance(function, nn.Module) or any(x.requires_grad for x in inputs if torch.is_tensor(x))
    run = gradients if wants else lambda f, *xs: f(*xs)
    for _ in range(3):  # the first runs before a graph is captured
        torch.compiler.cudagraph_mark_step_begin()
        torch.testing.assert_close(run(other, *inputs), run(function, *inputs), **close)
    assert made and all(map(is_ours, made))


def randn(*shape, dtype=torch.float32, grad=False):
    return torch.randn(*shape, device="cuda", dtype=dtype, requires_grad=grad)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
def test_elementwise(made, dtype):
    x, y = randn(100, 1001, dtype=dtype), randn(1001, dtype=dtype)
    check(
        made, lambda x, y: (x * y).sin() + y.relu(), x, y, tolerance=1e-5 if dtype == torch.float32 else 5e-2
    )


def test_static_launches(made):
    from torch._inductor import config

    with config.patch(use_static_triton_launcher=True):
        check(made, lambda x: x.cos() + 3, randn(1000))
    assert all(type(result.kernel).__name__ == "StaticKernel" for result in made)


def test_launches_of_our_own(made):
    from torch._inductor import config

    with config.patch(use_static_triton_launcher=False):
        check(made, lambda x: x.cos() + 4, randn(1000))


@pytest.mark.parametrize("shape, dynamic", [((64, 1000), False), ((3, 50_001), False), ((130, 300), True)])
def test_reductions(made, shape, dynamic):
    def function(x):
        return x.sum(0), x.amax(-1), x.var(), (x * x).mean(-1), x.argmax(0), x.flatten().argmin()

    check(made, function, torch.rand(shape, device="cuda"), dynamic=dynamic, tolerance=1e-4)


def test_reductions_by_blocks_that_wait_for_each_other(made):
    options = {"triton.cooperative_reductions": True}
    check(made, lambda x: (x.sum(), x.amax(0)), randn(100, 5000), options=options, tolerance=1e-2)


def test_softmax_and_a_scan(made):
    check(made, lambda x: x.softmax(-1).cumsum(-1), randn(300, 777), tolerance=1e-4)


def test_layer_norm_forward_and_backward(made):
    net = nn.Sequential(nn.LayerNorm(768), nn.GELU(), nn.LayerNorm(768)).cuda()
    check(made, net, randn(1024, 768, grad=True), tolerance=1e-4)


def test_embeddings(made):
    """Their indices are checked on the device."""
    table = nn.Embedding(1000, 64).cuda()
    rows = torch.randint(1000, (8, 100), device="cuda")
    check(made, lambda t, i: functional.embedding(i, t).sin(), table.weight, rows)


def test_dropout_and_random_numbers(made):
    x = torch.ones(1 << 16, device="cuda")
    kept = compiled(lambda x: functional.dropout(x, 0.25) + torch.rand_like(x) * 0)(x)
    assert 0.74 < (kept != 0).float().mean().item() < 0.76
    assert made and all(map(is_ours, made))


@pytest.mark.parametrize("mode", ["reduce-overhead", "max-autotune-no-cudagraphs"])
@pytest.mark.parametrize("dtype", [torch.float16, torch.float32])
def test_modes(made, mode, dtype):
    net = nn.Sequential(nn.Linear(256, 512), nn.GELU(), nn.Linear(512, 256)).cuda().to(dtype)
    check(made, net, randn(128, 256, dtype=dtype, grad=True), mode=mode, tolerance=1e-2)


@pytest.mark.parametrize("shape", [(256, 512, 384), (100, 72, 200)])
def test_templates_of_products(made, shape):
    m, k, n = shape
    a, b, c = (
        randn(m, k, dtype=torch.float16),
        randn(k, n, dtype=torch.float16),
        randn(n, dtype=torch.float16),
    )
    options = {"max_autotune": True, "max_autotune_gemm_backends": "TRITON"}
    check(made, lambda a, b, c: (a @ b + c).relu(), a, b, c, options=options, tolerance=2e-2)


def test_max_autotune_with_graphs(made):
    check(
        made,
        lambda a, b: (a @ b).relu(),
        randn(128, 128),
        randn(128, 128),
        mode="max-autotune",
        tolerance=2e-2,
    )


@pytest.mark.parametrize("form", ["plain", "causal", "window", "alibi", "grouped"])
def test_flex_attention(made, form):
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention

    def window(b, h, q, k):
        return (q >= k) & (q - k < 100)

    def causal(b, h, q, k):
        return q >= k

    heads = 2 if form == "grouped" else 4
    q = randn(2, 4, 256, 64, dtype=torch.float16, grad=True)
    k, v = (randn(2, heads, 256, 64, dtype=torch.float16, grad=True) for _ in range(2))
    slopes = torch.exp2(-torch.arange(1, 5, device="cuda").float())
    masks = {"causal": causal, "window": window}
    how = {}
    if form in masks:
        how["block_mask"] = create_block_mask(masks[form], None, None, 256, 256, device="cuda")
    if form == "alibi":
        how["score_mod"] = lambda score, b, h, q, k: score + slopes[h] * (k - q)
    if form == "grouped":
        how["enable_gqa"] = True
    check(made, lambda q, k, v: flex_attention(q, k, v, **how), q, k, v, tolerance=2e-2)


def test_dynamic_shapes_compile_once(made):
    net, counts = nn.Sequential(nn.Linear(24, 48), nn.GELU(), nn.LayerNorm(48)).cuda(), []
    other = compiled(net, dynamic=True)
    for rows in (3, 5, 8, 130):
        x = randn(rows, 24, grad=True)
        torch.testing.assert_close(gradients(other, x), gradients(net, x), rtol=1e-3, atol=1e-4)
        counts.append(len(made))
    assert counts[0] and len(set(counts)) == 1 and all(map(is_ours, made))


@triton.jit
def twice(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, 2 * tl.load(x_ptr + at, mask=at < n), mask=at < n)


@triton.autotune([triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 256})], key=["n"])
@triton.jit
def thrice(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, 3 * tl.load(x_ptr + at, mask=at < n), mask=at < n)


def test_kernels_of_the_users(made):
    def function(x):
        x = x.sin()
        out, more = torch.empty_like(x), torch.empty_like(x)
        twice[(triton.cdiv(x.numel(), 128),)](x, out, x.numel(), BLOCK=128)
        thrice[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](out, more, x.numel())
        return more.cos()

    x = randn(1000)
    torch.testing.assert_close(compiled(function, fullgraph=True)(x), (6 * x.sin()).cos())
    assert len(made) >= 4 and all(map(is_ours, made))


@triton.jit
def copy_tile(x_ptr, out_ptr, rows, columns, BLOCK: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [rows, columns], [columns, 1], [BLOCK, BLOCK])
    out = tl.make_tensor_descriptor(out_ptr, [rows, columns], [columns, 1], [BLOCK, BLOCK])
    at = [tl.program_id(0) * BLOCK, tl.program_id(1) * BLOCK]
    out.store(at, x.load(at))


def test_descriptors_of_the_users(made):
    def function(x):
        out = torch.zeros_like(x)
        copy_tile[(4, 3)](x, out, x.shape[0], x.shape[1], BLOCK=32)
        return out + 1

    x = randn(120, 80)
    torch.testing.assert_close(compiled(function)(x), x + 1)
    assert made and all(map(is_ours, made))


OUTSIDE = """
import torch
table, rows = torch.randn(50, 8, device="cuda"), torch.tensor([3, 77], device="cuda")
f = torch.compile(lambda t, r: t[r] * 2, backend="triton_shared")
f(table, rows - 30 * (rows > 50))
torch.cuda.synchronize()
f(table, rows)
try:
    torch.cuda.synchronize()
except RuntimeError as error:
    print("device-side assert" in str(error))
"""


def test_indices_outside_are_errors_of_the_device(tmp_path):
    done = run(OUTSIDE, tmp_path)
    assert done.stdout.strip() == "True" and "index out of bounds" in done.stderr + done.stdout, done.stderr


def test_what_is_on_the_cpu_beside_it(made):
    def function(x, y):
        return x.sin().sum(-1), y.cos() * 2

    x, y = randn(64, 100), torch.randn(64, 100)
    torch.testing.assert_close(compiled(function)(x, y), function(x, y))
    assert made and all(map(is_ours, made))


@needs_compiler
def test_cpp_wrapper(made):
    def function(x, y):
        return (x.softmax(-1) @ y).relu()

    check(made, function, randn(64, 96), randn(96, 32), options={"cpp_wrapper": True}, tolerance=1e-2)


PACKAGE = """
import faulthandler, sys
faulthandler.enable()
import torch
from torch import nn
if sys.argv[2] == "ours":
    from triton_shared.torch.backend import aoti_compile_and_package
else:
    from torch._inductor import aoti_compile_and_package

net, x = nn.Sequential(nn.Linear(24, 48), nn.GELU(), nn.LayerNorm(48)).cuda().eval(), torch.randn(5, 24).cuda()
with torch.no_grad():
    exported = torch.export.export(net, (x,), strict=True)
    path = aoti_compile_and_package(exported, package_path=sys.argv[1])
    found = torch._inductor.aoti_load_package(path)(x)
    torch.testing.assert_close(found, net(x), rtol=1e-3, atol=1e-4)
"""


@needs_compiler
def test_packages_of_aot_inductor(tmp_path):
    """In a process of its own, which ends with what it loads."""
    done = run(PACKAGE, tmp_path, str(tmp_path / "model.pt2"), "ours")
    if done.returncode < 0 and run(PACKAGE, tmp_path, str(tmp_path / "theirs.pt2"), "theirs").returncode < 0:
        pytest.skip("torch's loader ends the process with packages of Inductor's own, too")
    assert not done.returncode, done.stderr[-4000:]


def test_inductor_beside_it_has_tritons_own(made):
    """In one process, on the same function, before and after."""

    def function(x):
        return x.softmax(-1) * 2

    x = randn(64, 300)
    counts = []
    for backend in ("inductor", "triton_shared", "inductor"):
        torch._dynamo.reset()
        made.clear()
        with torch._inductor.config.patch(force_disable_caches=True):
            torch.testing.assert_close(torch.compile(function, backend=backend)(x), function(x))
        counts.append((len(made) > 0, [is_ours(result) for result in made]))
    assert all(found for found, _ in counts)
    assert not any(counts[0][1]) and all(counts[1][1]) and not any(counts[2][1])


def test_a_second_device(made):
    if torch.cuda.device_count() < 2:
        pytest.skip("needs two GPUs")

    def function(x, y):
        return x.sin() + 1, y.cos().sum(-1)

    x, y = torch.randn(100, device="cuda:0"), torch.randn(10, 100, device="cuda:1")
    torch.testing.assert_close(compiled(function)(x, y), function(x, y))
    assert made and all(map(is_ours, made))


PROGRAM = """
import torch
from torch._inductor import config
from torch._inductor.runtime.triton_heuristics import CachingAutotuner

config.compile_threads = THREADS
made, known, here = [], CachingAutotuner._make_launchers, []
precompile = CachingAutotuner._precompile_config

def make_launchers(self):
    made.extend(self.compile_results)
    known(self)

def precompile_config(self, cfg):
    here.append(cfg)
    return precompile(self, cfg)

CachingAutotuner._make_launchers = make_launchers
CachingAutotuner._precompile_config = precompile_config
def function(x):
    return x.softmax(-1) * 2, x.sin().sum(0), x.argmax(-1)
if THREADS > 1:
    from torch._inductor.async_compile import AsyncCompile
    AsyncCompile.wait_pool_ready()
x = torch.randn(300, 400, device="cuda")
with torch.no_grad():
    torch.testing.assert_close(torch.compile(function, backend="triton_shared")(x), function(x), rtol=1e-4, atol=1e-4)
from torch._dynamo.utils import counters
print(len(made) > 0, {type(r.kernel).__name__ for r in made}, len(here),
      counters["inductor"]["fxgraph_cache_hit"], counters["inductor"]["fxgraph_cache_miss"])
"""


def run(program, tmp_path, *args):
    if "triton_shared" not in metadata.entry_points(group="torch_dynamo_backends").names:
        entry_points.install_this(tmp_path)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH", "")]),
        "TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "inductor"),
        "TRITON_CACHE_DIR": str(tmp_path / "triton"),
    }
    return subprocess.run(
        [sys.executable, "-c", program, *args], env=environment, capture_output=True, text=True, timeout=300
    )


def counted(tmp_path, threads):
    """What `PROGRAM` prints."""
    done = run(PROGRAM.replace("THREADS", str(threads)), tmp_path)
    assert not done.returncode, done.stderr
    return done.stdout.strip()


def test_worker_processes_then_filled_caches(tmp_path):
    """Workers compile, this process none; then Inductor's cache has the kernels."""
    assert counted(tmp_path, threads=4) == "True {'StaticKernel'} 0 0 1"
    assert counted(tmp_path, threads=1) == "True {'StaticKernel'} 0 1 0"
