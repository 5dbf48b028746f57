"""torch.compile(backend="triton_shared"): results are eager's, options are Inductor's, and nothing else changes."""

import os
import subprocess
import sys
import threading

import pytest
import torch
import triton
import triton.language as tl
from torch._inductor import config

from tests.inductor.models import Net, gradients
from triton_shared.torch import backend as inductor

pytestmark = [
    pytest.mark.filterwarnings("error"),
    # torch's own: when Inductor is imported, and when it compares products
    pytest.mark.filterwarnings("ignore:.*torch.jit.*:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:TypedStorage is deprecated:UserWarning"),
]


def test_it_is_listed():
    assert "triton_shared" in torch._dynamo.list_backends()


def test_forward(kernels):
    net, x = Net(), torch.randn(5, 24)
    torch.testing.assert_close(torch.compile(net, backend="triton_shared")(x), net(x))
    assert kernels and all(k.device_props.type == "cpu" for k in kernels)


def test_forward_and_backward(kernels):
    net, x = Net(), torch.randn(5, 24)
    found = gradients(torch.compile(net, backend="triton_shared"), x)
    forward = len(kernels)
    torch.testing.assert_close(found, gradients(net, x))
    assert forward == len(kernels) >= 2


@pytest.mark.parametrize("shape", [(), (1,), (7,)], ids=str)
@pytest.mark.parametrize("function", [torch.copysign, torch.fmod, torch.atan2], ids=lambda f: f.__name__)
def test_gradients_of_few_elements(function, shape):
    x, y = torch.randn(shape), torch.randn(shape)
    found = gradients(torch.compile(function, backend="triton_shared"), x, y)
    torch.testing.assert_close(found, gradients(function, x, y))


def test_mutation_views_and_random_numbers():
    def step(x, y):
        x.mul_(2)
        return x.t()[1:] @ y, torch.rand_like(y) < 2

    x, y = torch.randn(6, 7), torch.randn(6, 3)
    mine, theirs = x.clone(), x.clone()
    found, bound = torch.compile(step, backend="triton_shared")(mine, y)
    torch.testing.assert_close(found, step(theirs, y)[0])
    assert torch.equal(mine, theirs) and bound.all()


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64, torch.int32])
def test_dtypes(dtype):
    def function(x):
        return (x * x + 1).sum(0), x.amax(1), (x > 0).any(1)

    x = (torch.randn(33, 17) * 8).to(dtype)
    torch.testing.assert_close(torch.compile(function, backend="triton_shared")(x), function(x))


@pytest.mark.parametrize(
    "shape, dynamic", [((3, 50_001), False), ((50_001, 3), False), ((4, 33, 65), False), ((130, 300), True)]
)
def test_reductions(shape, dynamic):
    """Along rows, along columns and over all; short and long ones, which are split."""

    def function(x):
        return (
            x.sum(0),
            x.amax(-1),
            x.var(),
            x.softmax(0),
            (x * x).mean(-1),
            x.argmax(0),
            x.flatten().argmin(),
        )

    x = torch.rand(shape)
    compiled = torch.compile(function, backend="triton_shared", dynamic=dynamic)
    torch.testing.assert_close(compiled(x), function(x), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(
    "function, shape, block",
    [
        (lambda x: x.sin() + 1, (40, 100), {"XBLOCK": 2048}),
        (lambda x: x[:, :60] + x[:, 40:], (40, 100), {"XBLOCK": 64, "YBLOCK": 32}),
        (lambda x: x.mT + x.reshape(300, 200), (200, 300), {"XBLOCK": 64, "YBLOCK": 32}),
        (lambda x: x.softmax(-1), (50, 20), {"XBLOCK": 8}),
        (lambda x: x[:, ::2, ::2].sum((1, 2)), (8, 16, 16, 128), {"XBLOCK": 64}),
        (lambda x: x.softmax(-1), (50, 1000), {}),
        (lambda x: x.softmax(-1), (1, 100), {}),
    ],
)
def test_blocks_are_for_caches(kernels, function, shape, block):
    """One choice for a kernel, that nothing is timed for; what is uneven is masked."""
    x = torch.randn(shape)
    torch.testing.assert_close(torch.compile(function, backend="triton_shared")(x), function(x))
    assert all(len(kernel.launchers) == 1 for kernel in kernels)
    assert block in map(block_of, kernels)


def block_of(kernel):
    """The sizes that Inductor has given a block of ``kernel``."""
    return kernel.configs[0].kwargs if kernel.configs else kernel.launchers[0].config.kwargs


@pytest.mark.parametrize("dynamic", [False, True])
def test_reductions_along_rows_and_down_columns_are_kernels_of_their_own(kernels, dynamic):
    """Of a square matrix, where both have as many results of as many elements; those of one way share a kernel."""

    def function(x):
        return (x.sum(1) + x.amax(1)) * (x.sum(0) + x.std(0)) + x.mean(1)

    x = torch.randn(300, 300)
    compiled = torch.compile(function, backend="triton_shared", dynamic=dynamic)
    torch.testing.assert_close(compiled(x), function(x), rtol=1e-4, atol=1e-4)
    assert len(kernels) == 2


def test_choices_are_fixed_ones_and_for_this_back_end(kernels, monkeypatch):
    """Blocks are chosen here, unless something is to be tuned; the choices of others are others'."""
    from torch._inductor.choices import InductorChoices
    from torch._inductor.virtualized import V

    from triton_shared.torch.heuristics import CPUChoices

    def blocks(factor, **options):
        kernels.clear()
        torch.compile(lambda x: (x * factor).sum(0), backend="triton_shared", options=options)(x)
        return {str(block_of(kernel)) for kernel in kernels}

    class Theirs(CPUChoices):
        def triton_kernel_kwargs(self, kernel_cls, features, groups, kernel_kwargs):
            asked.append(kernel_cls)
            return kernel_kwargs

        def uuid(self):
            return "theirs"

    monkeypatch.setenv("TRITON_SHARED_NUM_THREADS", "2")
    x, asked = torch.randn(2000, 256), []
    assert blocks(2) == {"{'XBLOCK': 64, 'R0_BLOCK': 8}"}
    assert blocks(3, max_autotune_pointwise=True) != {"{'XBLOCK': 64, 'R0_BLOCK': 8}"}
    blocks(4, inductor_choices_class=Theirs)
    assert asked and type(V.choices) is InductorChoices


@pytest.mark.parametrize("length", [64, 300, 1000])
def test_products_are_rounded_before_sums_as_by_torch(length):
    """A backward graph computes anew what its forward graph compared; fused in one alone, nothing would be equal."""

    def function(x, y):
        total = x * y
        return total - total.amax(-1, keepdim=True), (total - x) * y + x

    x, y = torch.randn(5, length), torch.randn(5, length)
    for found, wanted in zip(
        torch.compile(function, backend="triton_shared")(x, y), function(x, y), strict=True
    ):
        torch.testing.assert_close(found, wanted, rtol=0, atol=0)
    fused = torch.compile(
        function, backend="triton_shared", options={"cpp.enable_floating_point_contract_flag": "fast"}
    )
    torch.testing.assert_close(fused(x, y), function(x, y))
    assert not torch.equal(fused(x, y)[1], function(x, y)[1])


def test_dynamic_shapes_compile_once(kernels):
    net, made = Net(), []
    compiled = torch.compile(net, backend="triton_shared", dynamic=True)
    for rows in (3, 5, 8, 130):
        x = torch.randn(rows, 24)
        torch.testing.assert_close(gradients(compiled, x), gradients(net, x))
        made.append(len(kernels))
    assert made[0] and len(set(made)) == 1


def test_the_second_size_makes_a_size_dynamic(kernels):
    made = []
    compiled = torch.compile(lambda x: x.softmax(-1) + 1, backend="triton_shared")
    for rows in (3, 5, 8, 130, 1000):
        x = torch.randn(rows, 4)
        torch.testing.assert_close(compiled(x), x.softmax(-1) + 1)
        made.append(len(kernels))
    assert 0 < made[0] < made[1] and len(set(made)) == 2


@triton.jit
def twice(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, 2 * tl.load(x_ptr + at, mask=at < n), mask=at < n)


@triton.autotune([triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 256})], key=["n"])
@triton.jit
def thrice(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, 3 * tl.load(x_ptr + at, mask=at < n), mask=at < n)


def test_kernels_of_the_users():
    def function(x):
        x = x.sin()
        out, more = torch.empty_like(x), torch.empty_like(x)
        twice[(triton.cdiv(x.numel(), 128),)](x, out, x.numel(), BLOCK=128)
        thrice[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](out, more, x.numel())
        return more.cos()

    x = torch.randn(1000)
    found = torch.compile(function, backend="triton_shared", fullgraph=True)(x)
    torch.testing.assert_close(found, (6 * x.sin()).cos())


def test_a_library_operator_of_triton_kernels():
    @torch.library.triton_op("triton_shared_test::twice", mutates_args={})
    def op(x: torch.Tensor) -> torch.Tensor:
        out = torch.empty_like(x)
        torch.library.wrap_triton(twice)[(triton.cdiv(x.numel(), 128),)](x, out, x.numel(), BLOCK=128)
        return out

    op.register_autograd(lambda ctx, grad: op(grad))
    x = torch.randn(300)
    found = gradients(torch.compile(lambda x: op(x).sin(), backend="triton_shared", fullgraph=True), x)
    torch.testing.assert_close(found, gradients(lambda x: (2 * x).sin(), x))


@pytest.mark.parametrize("mode", ["default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"])
def test_modes(mode, kernels):
    x, factor = torch.randn(64, 24), len(mode)  # what another mode has compiled is not compiled again

    def function(x):
        return x.softmax(-1) * factor + x.sin()

    torch.testing.assert_close(torch.compile(function, backend="triton_shared", mode=mode)(x), function(x))
    assert any(k.inductor_meta.get("max_autotune") for k in kernels) == mode.startswith("max-autotune")


def test_options(kernels):
    x = torch.randn(64, 24)

    def function(x):
        return x.sin().cumsum(0).cos()

    options = {"max_autotune_pointwise": True, "triton.max-tiles": 1}
    compiled = torch.compile(function, backend="triton_shared", options=options)
    torch.testing.assert_close(compiled(x), function(x))
    assert all(k.inductor_meta["max_autotune_pointwise"] for k in kernels)
    assert not any("y" in (k.size_hints or ()) for k in kernels)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"options": {"no such option": 1}}, "Unexpected optimization option no such option"),
        ({"options": {"cpu_backend": "cpp"}}, "excludes the option cpu_backend='cpp'"),
        ({"mode": "fast"}, "Unrecognized mode=fast"),
    ],
)
def test_what_inductor_does_not_know(arguments, message):
    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed, match=message):
        torch.compile(torch.sin, backend="triton_shared", **arguments)(torch.ones(3))


def test_a_default_that_torch_does_not_know(monkeypatch):
    """A release without an option does without it."""
    monkeypatch.setitem(inductor.DEFAULTS, "an_option_of_the_future", True)
    x = torch.randn(7)
    compiled = torch.compile(lambda x: x.cos() - 3, backend="triton_shared")
    torch.testing.assert_close(compiled(x), x.cos() - 3)


def test_plain_inductor_with_triton_for_the_cpu(kernels):
    net, x = Net(), torch.randn(5, 24)
    with config.patch(cpu_backend="triton"):
        found = gradients(torch.compile(net), x)
    torch.testing.assert_close(found, gradients(net, x))
    assert kernels


def test_torch_finds_triton_on_the_cpu():
    from torch.utils._triton import has_triton

    assert has_triton()


def test_other_back_ends_are_as_before(kernels):
    """Configuration and driver are the same after each compilation, and a compilation by others makes no kernel."""
    net, x = Net(), torch.randn(5, 24)
    before, driver = config.save_config_portable(), triton.runtime.driver._active
    seen = []

    def look(gm, inputs):
        seen.append(config.cpu_backend)
        return gm

    torch.testing.assert_close(gradients(torch.compile(net, backend="triton_shared"), x), gradients(net, x))
    made = len(kernels)
    torch.compile(net, backend=look)(x)
    assert seen == ["cpp"] and config.save_config_portable() == before
    assert triton.runtime.driver._active is driver
    torch._dynamo.reset()
    torch.testing.assert_close(gradients(torch.compile(net, backend="aot_eager"), x), gradients(net, x))
    assert made == len(kernels)


def test_threads():
    """Several compile at once, forward and backward; those in between that use other back ends get those."""
    failures = []

    def work(seed):
        try:
            net, x = Net(16 + seed), torch.randn(4, 16 + seed)
            backend = "triton_shared" if seed % 2 else "aot_eager"
            torch.testing.assert_close(gradients(torch.compile(net, backend=backend), x), gradients(net, x))
            assert config.cpu_backend == "cpp"
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not failures, failures


PROGRAM = """
import sys, warnings
warnings.simplefilter("error")
warnings.filterwarnings("ignore", ".*torch.jit.*", DeprecationWarning)
# torch's pool leaves its pipe open where a worker answers while the process ends
warnings.filterwarnings("ignore", "unclosed file <_io.BufferedReader", ResourceWarning)
import torch
from torch._inductor import config
config.compile_threads = THREADS
assert "triton_shared.torch.backend" not in sys.modules
f = torch.compile(lambda x: x.softmax(-1) * 2, backend="triton_shared")
x = torch.arange(12.0).view(3, 4)
torch.testing.assert_close(f(x), x.softmax(-1) * 2)
from torch._dynamo.utils import counters
print(counters["inductor"]["fxgraph_cache_hit"], counters["inductor"]["fxgraph_cache_miss"])
"""


def run_program(tmp_path, threads):
    """What `PROGRAM` prints, in a process of its own."""
    environment = {
        **os.environ,
        "TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "inductor"),
        "TRITON_CACHE_DIR": str(tmp_path / "triton"),
    }
    program = PROGRAM.replace("THREADS", str(threads))
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=600
    )
    assert not done.returncode, done.stderr
    assert "arn" not in done.stderr, done.stderr
    return done.stdout.split()


def test_processes_with_fresh_caches_and_workers_then_with_filled_ones(tmp_path):
    assert run_program(tmp_path, threads=2) == ["0", "1"]
    assert run_program(tmp_path, threads=1) == ["1", "0"]


def test_importing_the_back_end_loads_no_torch():
    program = (
        "import sys, triton_shared.torch.backend;"
        "print(sorted({'torch', 'triton', 'torch_mlir'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
