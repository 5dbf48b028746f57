"""Inductor's kernels for GPUs, on a machine without one: this package's have a mark, and the emulator runs them."""

import contextlib
import inspect
import pickle
import re
import subprocess
import sys

import pytest
import torch
import triton
import triton.language as tl
from torch._inductor import config, select_algorithm
from torch._inductor.codecache import PyCodeCache
from torch._inductor.debug import DebugContext
from torch._inductor.decomposition import select_decomp_table
from torch._inductor.graph import GraphLowering
from torch._inductor.ir import FixedLayout
from torch._inductor.runtime import triton_heuristics
from torch._inductor.runtime.hints import HeuristicType
from torch._inductor.runtime.static_triton_launcher import StaticallyLaunchedCudaKernel
from torch._inductor.runtime.triton_heuristics import CachingAutotuner
from torch._inductor.select_algorithm import GeneratedCodeCache
from torch._inductor.virtualized import V
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from triton.backends.compiler import GPUTarget

from tests.support import fake_inductor
from tests.support.fake_cuda import cuda
from tests.support.fake_inductor import code_of, gpu, sources_of
from triton_shared.torch import backend, cuda_kernels
from triton_shared.torch.cuda_kernels import KEY, CompileResult, Mark, StaticKernel
from triton_shared.torch.marks import kernels_marked
from triton_shared.triton.cuda.target import CudaTarget

__all__ = ["cuda", "gpu"]


def loaded(code):
    """The kernels of ``code``, as a process of Inductor's that compiles has them."""
    return [getattr(PyCodeCache.load(source), name) for name, source in sources_of(code).items()]


def check(gpu, function, *inputs):
    found = fake_inductor.run(gpu, function, *inputs)
    torch.testing.assert_close(found, list(function(*inputs)), rtol=1e-4, atol=1e-5)


def test_elementwise(gpu):
    x, y = torch.randn(20, 33), torch.randn(33)
    check(gpu, lambda x, y: (x.sin() * y + 1,), x, y)
    assert len(gpu.static) == 1


def test_reductions(gpu):
    check(gpu, lambda x: (torch.softmax(x, -1), x.sum(0), x.amax(1)), torch.randn(16, 300))
    assert len(gpu.static) >= 2


def test_types_of_scalars(gpu):
    x = torch.randn(64) > 0
    check(gpu, lambda x, y: (x.logical_not(), y * 3), x, torch.arange(77))
    assert {"O", "i"} <= set("".join(types for *_, types in gpu.static))


def test_indices_outside_are_errors_of_the_device(gpu):
    """Which nobody waits for: the kernel takes the user's arguments alone."""
    table, rows = torch.randn(50, 8), torch.tensor([3, 49, 0, 7])
    check(gpu, lambda t, r: (torch.ops.aten.index.Tensor(t, [r]) * 2,), table, rows)
    (_, _, _, types) = gpu.static[0]
    assert types.count("O") == 3
    with pytest.raises(AssertionError, match="index out of bounds"):
        fake_inductor.run(gpu, lambda t, r: (torch.ops.aten.index.Tensor(t, [r]) * 3,), table, rows + 40)


def test_launches_that_are_not_static(gpu):
    with config.patch(use_static_triton_launcher=False):
        check(gpu, lambda x: (x.cos() + x.sum(-1, keepdim=True),), torch.randn(16, 100))
    assert gpu.cuda.launches and not gpu.static


def test_only_what_this_back_end_asked_for_is_marked(gpu):
    """In one process, of one function, before and after; Triton's own back end has the others."""

    def function(x):
        return (x.softmax(-1) * 2,)

    x, kinds = torch.randn(16, 100), []
    for ours in (False, True, False):
        (kernel,) = loaded(code_of(function, x, ours=ours))
        assert (KEY in kernel.inductor_meta) == ours
        kernel.precompile(warm_cache_only=True)
        kinds.append(type(kernel.compile_results[0].kernel))
    assert kinds == [StaticallyLaunchedCudaKernel, StaticKernel, StaticallyLaunchedCudaKernel]
    target = triton_heuristics.GPUTarget("cuda", 90, 32)
    assert target == GPUTarget("cuda", 90, 32) and not isinstance(target, CudaTarget)


def test_the_code_of_a_kernel_differs_by_the_mark_alone(gpu):
    """And by the name of the compiler; blocks and reductions on GPUs are as Inductor chooses them."""
    from triton_shared.torch.heuristics import CPUChoices

    def function(x):
        return x.softmax(-1) * 2, x.sum(0), x.mT + 1

    x = torch.randn(64, 100)
    theirs = sources_of(code_of(function, x, ours=False))
    with V.set_choices_handler(CPUChoices()):
        found = sources_of(code_of(function, x))
    assert found.keys() == theirs.keys()
    for name, source in found.items():
        source = re.sub(rf", '{KEY}': .*?Mark\('\w+'\)", "", source)
        without_hash = [re.sub(r"'backend_hash': '\w+'", "", text) for text in (source, theirs[name])]
        assert without_hash[0] == without_hash[1]


PROGRAM = """
import contextlib
import inspect
import pickle, sys
with open(sys.argv[1], "rb") as file:
    kernel = pickle.load(file)
result = kernel.compile_results[0]
print(type(result).__name__, type(result.kernel).__name__, kernel.inductor_meta["triton_shared"].version)
"""


@pytest.mark.parametrize(
    "static, kinds",
    [(True, "StaticTritonCompileResult StaticKernel"), (False, "CompileResult CompiledKernel")],
)
def test_kernels_go_from_process_to_process(gpu, tmp_path, static, kinds):
    """As from a worker to the program, and through caches; the other process imports nothing before."""
    with config.patch(use_static_triton_launcher=static):
        (kernel,) = loaded(code_of(lambda x: (x.sin() + 1,), torch.randn(100)))
        kernel.precompile(warm_cache_only=True)
    kernel.prepare_for_pickle()
    (tmp_path / "kernel").write_bytes(pickle.dumps(kernel))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "kernel")], capture_output=True, text=True, timeout=300
    )
    assert done.stdout.split()[:2] == kinds.split(), done.stderr
    assert done.stdout.split()[2] == kernel.inductor_meta[KEY].version


def product(x_ptr, y_ptr, out_ptr, BLOCK: tl.constexpr):
    rows, columns = tl.arange(0, 64)[:, None], tl.arange(0, 64)[None, :]
    total = tl.zeros((64, 64), tl.float32)
    for k in range(0, BLOCK, 64):
        x = tl.load(x_ptr + rows * BLOCK + k + columns)
        y = tl.load(y_ptr + (k + rows) * 64 + columns)
        total = tl.dot(x, y, total)
    tl.store(out_ptr + rows * 64 + columns, total)


@pytest.mark.parametrize("handed_over", [False, True])
def test_what_is_handed_over_takes_the_users_arguments_alone(gpu, handed_over):
    """C++ launches it, which makes no maps of tensors; on chips that have them other launches have maps."""
    meta = {KEY: Mark("1"), "store_cubin": handed_over, "kernel_name": "product"}
    kernel = autotuner(product, {"x_ptr": "*fp16", "y_ptr": "*fp16", "out_ptr": "*fp32"}, meta)
    kernel.precompile(warm_cache_only=True)
    metadata = kernel.compile_results[0].kernel.metadata
    assert cuda_kernels.is_called_plainly(metadata) == handed_over
    assert bool(metadata.kernel["tensor_maps"]) != handed_over
    assert type(kernel.compile_results[0]) is CompileResult


def prints(x_ptr, y_ptr, out_ptr, BLOCK: tl.constexpr):
    tl.device_print("x", tl.load(x_ptr))


def test_what_prints_is_not_handed_over(gpu):
    meta = {KEY: Mark("1"), "store_cubin": True, "kernel_name": "prints_0"}
    kernel = autotuner(prints, {"x_ptr": "*fp32", "y_ptr": "*fp32", "out_ptr": "*fp32"}, meta)
    with pytest.raises(RuntimeError, match="kernel 'prints_0' prints: it cannot be called from C"):
        kernel.precompile(warm_cache_only=True)


def autotuner(function, signature, meta):
    """A kernel as Inductor has one of a user's."""
    function = triton.jit(function)
    triton_meta = {
        "signature": {**signature, "BLOCK": "constexpr"},
        "device": fake_inductor.PROPERTIES,
        "constants": {},
        "configs": [{(i,): [["tt.divisibility", 16]] for i in range(len(signature))}],
    }
    return CachingAutotuner(
        function, triton_meta, [triton.Config({"BLOCK": 256})], False, [], False, HeuristicType.USER_AUTOTUNE,
        inductor_meta=meta,
    )  # fmt: skip


@pytest.mark.parametrize(
    "devices, found",
    [
        (["cpu"], {"cpu"}),
        (["cuda"], {"cuda"}),
        (["cpu", "cuda"], {"cpu", "cuda"}),
        (["number", "cuda"], {"cuda"}),
        (["number"], {"cpu"}),
        ([], set()),
    ],
    ids=lambda names: ",".join(sorted(names)) or "none",
)
def test_which_devices_a_graph_computes_on(devices, found):
    with FakeTensorMode():
        shapes = {"cpu": ((3,), "cpu"), "cuda": ((3,), "cuda"), "number": ((), "cpu")}
        tensors = [torch.empty(shape, device=device) for shape, device in map(shapes.get, devices)]
    graph = torch.fx.symbolic_trace(torch.nn.Identity())
    assert backend._devices(graph, tensors) == found
    next(iter(graph.graph.nodes)).meta["example_value"] = tensors[0] if tensors else None
    assert backend._devices(graph, tensors[1:]) == found


def test_options_of_graphs_with_a_gpu_are_inductors(gpu):
    assert backend._patches({}, {"cpu"}).keys() - backend._patches({}, {"cuda"}).keys() == {
        name for name in backend.DEFAULTS if name in torch._inductor.list_options()
    }


def test_the_code_of_templates_is_kept_apart():
    """What Inductor keeps in a process, of templates that it tries, has the mark or has it not."""
    cache = GeneratedCodeCache()
    with kernels_marked():
        pass
    inside, parameters = [], inspect.signature(GeneratedCodeCache.make_key).parameters
    named = {name: None for name, p in parameters.items() if name != "self" and p.default is p.empty}
    named |= {"input_nodes": (), "call_sizes": (), "kwargs": {}, "layout": layout(), "prefix_args": 0}
    named |= {
        "num_stages": 2,
        "num_warps": 4,
        "suffix_args": 0,
        "epilogue_fn": select_algorithm.identity,
        "tma_store": False,
    }
    for context in (contextlib.nullcontext, kernels_marked, contextlib.nullcontext):
        with context():
            inside.append(cache.make_key(**named))
    assert inside[0] == inside[2] != inside[1] and all(inside)


def layout():
    return FixedLayout(torch.device("cuda", 0), torch.float16, [64, 64], [64, 1])


def test_kernels_of_the_cpu_beside_them_are_on_no_stream(gpu):
    """The code that Inductor writes asks CUDA for the stream of a device without a number, which is an error."""
    with FakeTensorMode() as mode:
        fakes = [torch.empty(40, device="cuda"), torch.empty(30)]
        graph = make_fx(lambda x, y: (x.sin(), y.cos()), select_decomp_table())(*fakes)
    handlers = V.set_debug_handler(DebugContext()), V.set_fake_mode(mode), kernels_marked()
    with handlers[0], handlers[1], handlers[2], config.patch(cpu_backend="triton"):
        lowering = GraphLowering(graph, example_inputs=fakes)
        with V.set_graph_handler(lowering):
            lowering.run(*fakes)
            code = lowering.codegen()[0].value
    assert "no_stream = 0" in code and "get_raw_stream(None)" not in code and "get_raw_stream(0)" in code
