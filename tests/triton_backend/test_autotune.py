"""Autotuning, heuristics and benchmarks: what is measured is the kernel, and the slow choice loses."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch
import triton
import triton.language as tl
from triton.testing import do_bench, perf_report

from tests.triton_backend.kernels import fill
from triton_shared.progress import Progress
from triton_shared.triton.stopwatch import bench

N = 4096


@triton.jit
def spin(out_ptr, ROUNDS: tl.constexpr, BLOCK: tl.constexpr):
    """Adds 1 to every element; takes a time proportional to ROUNDS."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(out_ptr + offsets)
    y = x
    for _ in range(ROUNDS):
        y = tl.sin(y)
    tl.store(out_ptr + offsets, x + tl.where(y > 2, y, 1.0))


@triton.jit
def collect(out_ptr, total_ptr, n, BLOCK: tl.constexpr):
    """out += 1, total += the number of elements."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out_ptr + offsets, tl.load(out_ptr + offsets, mask=mask) + 1, mask=mask)
    tl.atomic_add(total_ptr, tl.sum(mask.to(tl.int32)))


def configs(key, *values, **options):
    return [triton.Config({key: value}, **options) for value in values]


def tuned(fn, configs, key=(), **options):
    return triton.autotune(configs, list(key), **options)(fn)


def test_the_slow_config_loses():
    rounds = [50, 1, 500]
    kernel, x = tuned(spin, configs("ROUNDS", *rounds)), torch.zeros(N)
    kernel[(N // 64,)](x, BLOCK=64)
    assert kernel.best_config.kwargs == {"ROUNDS": 1}
    timings = {config.kwargs["ROUNDS"]: times[0] for config, times in kernel.configs_timings.items()}
    assert timings[1] < timings[50] < timings[500]
    assert all(low <= mid <= high for mid, low, high in kernel.configs_timings.values())


def test_the_best_config_is_kept_a_key():
    calls = []
    prune = {"early_config_prune": lambda configs, args, **_: calls.append(args["n"]) or configs}
    kernel = tuned(collect, configs("BLOCK", 64, 128), ["n"], prune_configs_by=prune)
    for n in (100, 200, 100, 200):
        kernel[lambda meta, n=n: (triton.cdiv(n, meta["BLOCK"]),)](torch.zeros(n), torch.zeros(1).int(), n)
    assert calls == [100, 200]


def test_threads_are_tuned_like_any_option(monkeypatch):
    """`num_threads` goes in a config's dictionary, as options of other back ends do."""
    widths = {}
    listed = [triton.Config({"BLOCK": 64, "num_threads": t}, num_warps=2) for t in (1, 2, 3)]
    kernel = tuned(collect, listed, do_bench=lambda call, quantiles: [call() or 1.0] * 3)
    kernel.post_hook = lambda args, exception: widths.setdefault(args["num_threads"])
    x, total = torch.zeros(N), torch.zeros(1, dtype=torch.int32)
    compiled = kernel[(N // 64,)](x, total, N)
    assert list(widths) == [1, 2, 3] and compiled.metadata.num_threads == 1
    assert torch.equal(x, torch.full((N,), 4.0)) and total.item() == 4 * N


@pytest.mark.parametrize("option", ["reset_to_zero", "restore_value"])
def test_arguments_are_reset_or_restored(option):
    start = 7.0 if option == "restore_value" else 0.0
    kernel = tuned(collect, configs("BLOCK", 32, 64, 128), **{option: ["out_ptr", "total_ptr"]})
    x, total = torch.full((N,), start), torch.full((1,), int(start), dtype=torch.int32)
    kernel[lambda meta: (N // meta["BLOCK"],)](x, total, N)
    assert torch.equal(x, torch.full((N,), start + 1)) and total.item() == start + N


def test_a_model_prunes():
    prune = {"perf_model": lambda BLOCK, **_: abs(BLOCK - 100), "top_k": 2}
    kernel = tuned(collect, configs("BLOCK", 16, 64, 128, 512), prune_configs_by=prune)
    kernel[lambda meta: (N // meta["BLOCK"],)](torch.zeros(N), torch.zeros(1).int(), N)
    assert {config.kwargs["BLOCK"] for config in kernel.configs_timings} == {64, 128}


def test_results_are_cached_on_disk(fresh_triton_cache):
    runs = []

    def measure(call, quantiles):
        runs.append(call())
        return bench(call, quantiles, warmup=0, rep=1)

    for _ in range(2):
        kernel = tuned(collect, configs("BLOCK", 64, 4096), ["n"], cache_results=True, do_bench=measure)
        kernel[lambda meta: (N // meta["BLOCK"],)](torch.zeros(N), torch.zeros(1).int(), N)
        assert len(runs) == 2  # of two configs, in the first round only
        assert len(kernel.configs_timings) == 2


def test_a_config_that_does_not_compile_loses():
    @triton.jit
    def limited(out_ptr, SIZE: tl.constexpr):
        tl.static_assert(SIZE < 32, "too large")
        tl.store(out_ptr + tl.arange(0, SIZE), SIZE)

    kernel, x = tuned(limited, configs("SIZE", 64, 16)), torch.zeros(64)
    kernel[(1,)](x)
    assert kernel.best_config.kwargs == {"SIZE": 16} and x.sum() == 256


def test_hooks_of_configs_run_before_each_launch():
    seen = []
    listed = configs("BLOCK", 64, pre_hook=lambda args: seen.append(args["BLOCK"]))
    kernel, x = tuned(collect, listed), torch.zeros(N)
    kernel[(N // 64,)](x, torch.zeros(1).int(), N)
    assert set(seen) == {64} and x[0] == len(seen)


@triton.jit
def narrow_sum(out_ptr, SIZE: tl.constexpr, LEAST: tl.constexpr):
    tl.static_assert(SIZE >= LEAST, "too small")
    tl.store(out_ptr, tl.sum(tl.arange(0, SIZE)))


@pytest.mark.parametrize("workers", [0, 1])
def test_what_is_measured_was_compiled_before(monkeypatch, fresh_triton_cache, workers):
    """All that a pruner leaves, at once, with the hooks of each; what does not compile loses as it did."""
    monkeypatch.setenv("TRITON_SHARED_COMPILE_WORKERS", str(workers))
    narrow_sum.device_caches.clear()
    events, hooked = [], []
    compiled = lambda *args, **named: events.append("compiled") and None  # noqa: E731
    monkeypatch.setattr(triton.knobs.runtime, "jit_post_compile_hook", compiled)
    listed = [
        triton.Config({"SIZE": 1 << k}, pre_hook=lambda args: hooked.append(args["SIZE"]))
        for k in range(2, 9)
    ]
    kernel = tuned(
        narrow_sum, listed, prune_configs_by={"early_config_prune": lambda configs, *_, **__: configs[:6]}
    )
    kernel.post_hook = lambda args, exception: events.append("failed" if exception else "ran")
    x = torch.zeros(1, dtype=torch.int32)
    kernel[(1,)](x, LEAST=8)
    first = next(i for i, event in enumerate(events) if event != "compiled")
    assert (events.count("compiled"), first) == (5, 5 if workers else 0)
    assert events.count("failed") == 1 and set(hooked) == {4, 8, 16, 32, 64, 128}
    size = kernel.best_config.kwargs["SIZE"]
    assert x.item() == size * (size - 1) // 2 and len(kernel.configs_timings) == 6


def test_heuristics():
    kernel = triton.heuristics({"BLOCK": lambda args: triton.next_power_of_2(args["n"])})(collect)
    x, total = torch.zeros(100), torch.zeros(1, dtype=torch.int32)
    compiled = kernel[(1,)](x, total, 100)
    assert torch.equal(x, torch.ones(100)) and total.item() == 100
    assert "tensor<128x" in compiled.asm["ttir"]


def test_heuristics_below_autotune():
    inner = triton.heuristics({"BLOCK": lambda args: 16 * args["SCALE"]})(scaled)
    kernel, x = tuned(inner, configs("SCALE", 2, 4)), torch.zeros(64)
    kernel[lambda meta: (64 // meta["BLOCK"],)](x)
    assert (x == 16 * kernel.best_config.kwargs["SCALE"]).all()


@triton.jit
def scaled(out_ptr, SCALE: tl.constexpr, BLOCK: tl.constexpr):
    tl.store(out_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK), SCALE * 16)


def test_bench_measures_the_kernel_and_not_python(monkeypatch):
    x, slept, clock = torch.zeros(N), 0, time.perf_counter
    spin[(N // 64,)](x, 1000, 64)

    def kernel_alone():
        spin[(N // 64,)](x, 1000, 64)

    def with_python():
        nonlocal slept
        slept += 3600
        spin[(N // 64,)](x, 1000, 64)

    alone, low, high = bench(kernel_alone)
    assert 0 < low <= alone <= high
    with monkeypatch.context() as patch:
        patch.setattr(time, "perf_counter", lambda: clock() + slept)
        assert bench(with_python, [0.5])[0] < 3600e3  # without what Python slept
    assert bench(lambda: time.sleep(0.002), [0.0], rep=10)[0] >= 2  # nothing launched: all of the time


def test_do_bench_and_its_return_modes():
    def nap():
        time.sleep(0.004)

    everything = do_bench(nap, warmup=1, rep=60, return_mode="all")
    assert everything and min(everything) >= 4
    for mode in ("min", "max", "mean", "median"):
        assert do_bench(nap, warmup=1, rep=60, return_mode=mode) >= 4
    low, high = do_bench(nap, warmup=1, rep=60, quantiles=[0.1, 0.9])
    assert 4 <= low <= high
    x = torch.zeros(N)
    assert do_bench(lambda: spin[(N // 64,)](x, 200, 64), warmup=1, rep=20) > 0
    y = torch.zeros(2, requires_grad=True)
    do_bench(lambda: y.sum().backward(), warmup=1, rep=1, grad_to_none=[y])
    assert torch.equal(y.grad, torch.ones(2))  # of one call


def test_do_bench_writes_over_caches(cpu):
    cache = cpu.get_empty_cache_for_benchmark()
    cache.fill_(1)
    cpu.clear_cache(cache)
    assert 1 << 20 <= cache.numel() * cache.element_size() <= 64 << 20 and not cache.any()


def test_perf_report(tmp_path):
    pytest.importorskip("pandas", reason="triton.testing.perf_report makes pandas data frames")
    matplotlib = pytest.importorskip("matplotlib", reason="triton.testing.perf_report draws with matplotlib")
    matplotlib.use("agg")
    report = triton.testing.Benchmark(
        x_names=["n"], x_vals=[64, 128], line_arg="provider", line_vals=["a", "b"], line_names=["A", "B"],
        plot_name="plot", args={},
    )  # fmt: skip

    def measure(n, provider):
        x = torch.empty(n)
        median = do_bench(lambda: fill[(1,)](x, 1.0, n), warmup=1, rep=2, quantiles=[0.5])
        return median if provider == "a" else (2.0, 1.0, 3.0)

    (frame,) = perf_report([report])(measure).run(save_path=str(tmp_path), return_df=True)
    assert frame["n"].tolist() == [64, 128]
    columns = dict(zip(("a", "b"), frame.iloc[:, 1:].to_numpy().T.tolist(), strict=False))
    assert min(columns["a"]) > 0 and columns["b"] == [2.0, 2.0]
    assert {path.suffix for path in tmp_path.iterdir()} == {".csv", ".html", ".png"}


@triton.jit
def smooth(x_ptr, out_ptr, n, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    total = tl.zeros([BLOCK], tl.float32)
    for i in tl.range(0, n, BLOCK, num_stages=STAGES):
        at = i + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + at, mask=at < n, other=0.0)
    tl.store(out_ptr + tl.arange(0, BLOCK), total)


GPU_OPTIONS = [
    {},
    {"num_warps": 1},
    {"num_warps": 8, "num_stages": 1},
    {"num_stages": 7, "num_ctas": 2},
    {"maxnreg": 128},
    {"waves_per_eu": 3, "matrix_instr_nonkdim": 16, "kpack": 2},
    {"num_threads": 1},
    {"num_threads": 2, "num_warps": 16},
]


@pytest.fixture
def work(monkeypatch):
    """The stages that did something, in order."""
    from triton_shared.codegen.cpu import stages
    from triton_shared.codegen.llvm import machine
    from triton_shared.passes import manager

    done = []
    for stage, module, name in (
        ("linalg", manager, "run_pipeline"), ("llir", stages, "to_llvm_ir"), ("llir", machine, "clean_up"),
        ("asm", machine, "to_assembly"), ("o", machine, "assemble"),
    ):  # fmt: skip
        real = getattr(module, name)

        def counted(*arguments, stage=stage, real=real, **named):
            done.append(stage)
            return real(*arguments, **named)

        monkeypatch.setattr(module, name, counted)
    return done


ONCE = ["linalg", "llir", "llir", "asm", "o"]


@pytest.fixture
def kernel():
    """`smooth`, as if nobody had launched it."""
    return triton.runtime.JITFunction(smooth.fn)


@pytest.mark.parametrize("where", ["on disk", "in memory"])
@pytest.mark.filterwarnings("ignore:compiled kernels are kept in memory only")
def test_options_for_gpus_compile_nothing_again(fresh_triton_cache, work, kernel, where):
    if where == "in memory":
        (fresh_triton_cache / "package").write_text("")
    x = torch.rand(100)
    kernels = {}
    for options in GPU_OPTIONS:
        out = torch.zeros(16)
        kernels[str(options)] = kernel[(1,)](x, out, 100, 16, 3, **options)
        assert torch.allclose(out.sum(), x.sum())
        for name, value in options.items():
            assert getattr(kernels[str(options)].metadata, name) == value
    assert work == ONCE
    assert len({kernel.hash for kernel in kernels.values()}) == len(GPU_OPTIONS)
    assert len({bytes(kernel.kernel) for kernel in kernels.values()}) == 1


def test_other_processes_find_what_is_shared(fresh_triton_cache, work):
    """As do those whose cache of Triton's is another one."""
    from triton import knobs

    for place in ("one", "two"):
        knobs.cache.dir = str(fresh_triton_cache / place)
        triton.runtime.JITFunction(smooth.fn)[(1,)](torch.rand(100), torch.zeros(16), 100, 16, 3)
    assert work == ONCE


def test_what_differs_is_compiled(fresh_triton_cache, work, kernel):
    """By the stages whose input differs, and no others."""
    x, out = torch.rand(100), torch.zeros(32)
    kernel[(1,)](x, out, 100, 16, 3)
    kernel[(1,)](x, out, 100, 32, 3)
    assert work == ONCE * 2
    del work[:]
    kernel[(1,)](x, out, 100, 16, 4)  # an attribute of the loop in the TTIR
    assert work[0] == "linalg" and len(work) < len(ONCE)


def test_always_compile_shares_nothing(fresh_triton_cache, work, kernel):
    from triton import knobs

    with knobs.compilation.scope():
        knobs.compilation.always_compile = True
        for warps in (1, 2):
            kernel[(1,)](torch.rand(100), torch.zeros(16), 100, 16, 3, num_warps=warps)
    assert work == ONCE * 2


def test_a_tuner_of_gpu_options_compiles_once(fresh_triton_cache, work, kernel):
    listed = [triton.Config({}, num_warps=w, num_stages=s) for w in (1, 2, 4, 8) for s in (2, 3, 4)]
    tuner = triton.autotune(listed, ["n"], do_bench=lambda call, quantiles: [call() or 1.0] * 3)(kernel)
    tuner[(1,)](torch.rand(100), torch.zeros(16), 100, BLOCK=16, STAGES=2)
    assert len(tuner.configs_timings) == 12 and work == ONCE


@pytest.mark.skipif(not hasattr(triton, "AsyncCompileMode"), reason="this release compiles in one thread")
def test_configurations_compile_at_the_same_time(fresh_triton_cache, kernel):
    listed = [triton.Config({"BLOCK": 16 << k, "STAGES": 2}) for k in range(6)]
    tuner = triton.autotune(listed, ["n"], do_bench=lambda call, quantiles: [call() or 1.0] * 3)(kernel)
    x, out = torch.rand(1000), torch.zeros(512)
    with ThreadPoolExecutor(4) as threads, triton.AsyncCompileMode(threads):
        tuner.warmup(x, out, 1000, grid=(1,))
    for config in listed:
        out.zero_()
        kernel[(1,)](x, out, 1000, **config.kwargs)
        assert torch.allclose(out.sum(), x.sum())


def test_a_terminal_shows_how_far_autotuning_is(monkeypatch):
    shown = []
    monkeypatch.setattr(
        Progress, "step", lambda self, label, done=1: shown.append((label, self.done, self.total))
    )

    @triton.autotune([triton.Config({"BLOCK": block}) for block in (16, 64, 256)], key=["n"])
    @triton.jit
    def double(x_ptr, n, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(x_ptr + at, 2 * tl.load(x_ptr + at, mask=at < n), mask=at < n)

    double[lambda named: (triton.cdiv(1000, named["BLOCK"]),)](torch.ones(1000), 1000)
    assert shown == [("configurations of double", number, 3) for number in range(3)]
