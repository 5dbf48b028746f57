"""Triton's tutorials: each is run without its benchmarks, then what it computed is compared with torch."""

from __future__ import annotations

import ast
import contextlib
import itertools
import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import public_adaptor
import pytest
import torch
import triton

FOLDER = Path(os.environ["PUBLIC_CHECKOUT"], "python/tutorials")
DEVICE = "cuda" if os.environ["TRITON_DEFAULT_BACKEND"] == "triton_shared_cuda" else "cpu"


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Benchmarks do nothing; the fork's functions that choose a driver are there, and its option of a Config."""
    nothing = SimpleNamespace(run=lambda **keywords: None)
    monkeypatch.setattr(triton.testing, "perf_report", lambda marks: lambda function: nothing)
    config = triton.Config
    monkeypatch.setattr(
        triton, "Config", lambda *args, num_cpu_threads=0, **keywords: config(*args, **keywords)
    )
    for name in ("set_active_to_cpu", "get_active_gpus"):
        monkeypatch.setattr(type(triton.runtime.driver), name, lambda self: None, raising=False)
    torch.manual_seed(0)


def tutorial(name: str, definitions: bool = False) -> ModuleType:
    """The tutorial ``name``, run from the top; of one with ``definitions``, what is no definition is left out."""
    path = FOLDER / f"{name}.py"
    tree = ast.parse(path.read_text(), str(path))
    if definitions:
        kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef)
        kept = [s for s in tree.body if isinstance(s, kinds) and getattr(s, "name", "") != "benchmark"]
        tree.body = [s for s in tree.body if s in kept or isinstance(getattr(s, "value", None), ast.Constant)]
    module = ModuleType("tutorial_" + name.replace("-", "_"))
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    exec(compile(tree, str(path), "exec"), vars(module))
    return module


def half(*shape: int) -> torch.Tensor:
    """A matrix with values around zero."""
    return torch.randn(shape, device=DEVICE).half()


def close(actual: torch.Tensor, expected: torch.Tensor, atol: float = 1e-2) -> None:
    """Both are near in absolute terms."""
    torch.testing.assert_close(actual.float(), expected.float(), atol=atol, rtol=1e-2)


def test_vector_add():
    module = tutorial("01-vector-add", definitions=True)  # which goes on with tensors of the CPU
    for size in (1, 1000, 98432):
        x, y = torch.rand(size, device=DEVICE), torch.rand(size, device=DEVICE)
        assert module.add(x, y, None, torch.device(DEVICE)).equal(x + y)
        assert module.add_tiled(x, y, None).equal(x + y)
        assert module.add_tiled_with_st_threshold(x, y, None).equal(x + y)


def test_softmax():
    module = tutorial("02-fused-softmax", definitions=True)  # asks for a GPU's registers
    x = torch.randn(77, 781, device=DEVICE)
    output = torch.empty_like(x)
    module.softmax_kernel[(8,)](output, x, 781, 781, 77, 781, BLOCK_SIZE=1024, num_stages=2)
    close(output, torch.softmax(x, 1), 1e-5)


def test_matmul():
    module = tutorial("03-matrix-multiplication")
    for activation, (m, n, k) in itertools.product(("", "leaky_relu"), ((64, 96, 160), (131, 77, 45))):
        a, b = half(m, k), half(k, n)
        expected = a.float() @ b.float()
        expected = torch.where(expected < 0, 0.01 * expected, expected) if activation else expected
        close(module.matmul(a, b, activation=activation), expected, 3e-2)


def test_dropout():
    module = tutorial("04-low-memory-dropout")
    x = torch.randn(5000, device=DEVICE)
    keep = (torch.rand(5000, device=DEVICE) > 0.25).int()
    close(module.dropout(x, x_keep=keep, p=0.25), x * keep / 0.75, 1e-6)
    first, same, other = (module.seeded_dropout(x, p=0.5, seed=seed) for seed in (123, 123, 512))
    assert first.equal(same) and not first.equal(other)
    close(first, torch.where(first == 0, 0, x * 2), 1e-6)
    assert 0.45 < (first == 0).float().mean() < 0.55


@pytest.mark.parametrize("columns", [64, 300, 1000, 8192])
def test_layer_norm(columns):
    as_cuda = public_adaptor.target_of_cuda(str(FOLDER)) if DEVICE == "cuda" else contextlib.nullcontext()
    with as_cuda:
        module = tutorial("05-layer-norm")
    module.test_layer_norm(151, columns, torch.float32, device=DEVICE)


@pytest.mark.parametrize(("head", "causal"), [(64, False), (64, True), (128, True)])
@pytest.mark.parametrize(("mode", "provider"), [("bwd", "triton-fp16"), ("fwd", "triton-fp8")])
def test_attention(head, causal, mode, provider):
    tutorial("06-fused-attention").test_op(1, 2, 256, head, causal, False, mode, provider)


def test_extern_functions():
    from triton.language.extra import libdevice  # noqa: F401

    if DEVICE == "cuda":
        found = vars(tutorial("07-extern-functions"))
    else:
        with pytest.raises(RuntimeError, match="unknown backend") as raised:  # which is neither CUDA nor HIP
            tutorial("07-extern-functions")
        found = next(e.frame.f_locals for e in raised.traceback if "output_torch" in e.frame.f_locals)
    close(found["output_triton"], found["output_torch"], 1e-5)


def test_grouped_gemm():
    module = tutorial("08-grouped-gemm")
    shapes = [(256, 128, 64), (128, 256, 96), (128, 128, 32)]  # whole tiles: it masks nothing
    a, b = [half(m, k) for m, _, k in shapes], [half(k, n) for _, n, k in shapes]
    for actual, x, y in zip(module.group_gemm_fn(a, b), a, b, strict=True):
        close(actual, x.float() @ y.float(), 5e-2)


FUNCTIONS = (
    "matmul",
    "matmul_persistent",
    "matmul_tma",
    "matmul_tma_persistent",
    "matmul_descriptor_persistent",
)


@pytest.mark.parametrize("shape", [(32, 32, 32), (300, 200, 160)])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_persistent_matmul(name, shape):
    module = tutorial("09-persistent-matmul")
    m, n, k = shape
    a, b = half(m, k), half(n, k)
    descriptors = name in FUNCTIONS[2:]
    actual = getattr(module, name)(*((a, b, False) if descriptors else (a, b.T)))
    close(actual, a.float() @ b.float().T, 5e-2)


@pytest.mark.parametrize("kind", ["nvfp4", "mxfp4", "mxfp8", "mixed"])
def test_block_scaled_matmul(kind):
    tutorial("10-block-scaled-matmul").validate_block_scaled(256, 256, 512, kind)


def test_programmatic_dependent_launch():
    module = tutorial("11-programmatic-dependent-launch")
    x, y = torch.rand(10000, device=DEVICE), torch.rand(10000, device=DEVICE)
    assert module.add(x, y, launch_pdl=False).equal(x + y)


@pytest.mark.parametrize("name", ["matrix-vector-multiplication", "matrix-vector-multiplication-bf16"])
def test_matrix_vector(name):
    module = tutorial(name, definitions=True)
    dtype = torch.bfloat16 if name.endswith("16") else torch.float32
    weight, x = torch.rand(512, 768, device=DEVICE).to(dtype), torch.rand(768, device=DEVICE).to(dtype)
    output = torch.empty(512, device=DEVICE, dtype=dtype)
    module.gemv_kernel[(32,)](output, weight, x, 512, 768, 768, BLOCK_SIZE_M=16, BLOCK_SIZE_N=64)
    torch.testing.assert_close(output.float(), weight.float() @ x.float(), rtol=2e-2, atol=1e-2)
