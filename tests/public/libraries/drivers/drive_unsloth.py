"""Unsloth's kernels beside the formulas that they compute, in f32 or with the rounding of their dtype."""

from __future__ import annotations

import pytest
import torch
from torch.nn import functional

DEVICE = "cuda"
DTYPES = [torch.float32, torch.bfloat16, torch.float16]
TOLERANCE = {torch.float32: 2e-5, torch.bfloat16: 2e-2, torch.float16: 4e-3}

dtypes = pytest.mark.parametrize("dtype", DTYPES, ids=str)


@pytest.fixture(autouse=True)
def seed() -> None:
    """The same numbers in each run."""
    torch.manual_seed(0)


def random(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Normally distributed numbers."""
    return torch.randn(shape, device=DEVICE).to(dtype)


def near(actual: torch.Tensor, expected: torch.Tensor, dtype: torch.dtype) -> None:
    """Both are the same up to some roundings of ``dtype``, of the largest value where they are sums."""
    tolerance = TOLERANCE[dtype]
    size = expected.abs().max().item()
    torch.testing.assert_close(
        actual.float(), expected.float(), rtol=tolerance, atol=tolerance * max(size, 1e-3)
    )


def leaf(tensor: torch.Tensor) -> torch.Tensor:
    """A copy, in f32 and with a gradient."""
    return tensor.detach().float().clone().requires_grad_()


def gradient(function, tensor: torch.Tensor, weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """What ``function`` gives for ``tensor``, and the gradient of its sum weighted by ``weight``."""
    inner = tensor.detach().clone().requires_grad_()
    out = function(inner)
    (found,) = torch.autograd.grad(out, inner, weight.clone())
    return out, found


@dtypes
@pytest.mark.parametrize("columns", [64, 300, 1024])
@pytest.mark.parametrize("gemma", [False, True])
def test_rms_norm(dtype, columns, gemma):
    from unsloth.kernels.rms_layernorm import fast_rms_layernorm

    layer = torch.nn.RMSNorm(columns, eps=1e-6, device=DEVICE, dtype=dtype)
    layer.weight.data.copy_(random(columns, dtype=dtype))
    x, weight = random(3, 7, columns, dtype=dtype), random(3, 7, columns, dtype=dtype)
    actual = gradient(lambda t: fast_rms_layernorm(layer, t, gemma), x, weight)
    scale = layer.weight.detach().float() + gemma
    expected = gradient(lambda t: functional.rms_norm(t, (columns,), scale, 1e-6), x.float(), weight.float())
    for one, other in zip(actual, expected, strict=True):
        near(one, other, dtype)


@dtypes
@pytest.mark.parametrize("columns", [64, 300, 1024])
def test_layer_norm(dtype, columns):
    from unsloth.kernels.layernorm import fast_layernorm

    layer = torch.nn.LayerNorm(columns, device=DEVICE, dtype=dtype)
    layer.weight.data.copy_(random(columns, dtype=dtype))
    layer.bias.data.copy_(random(columns, dtype=dtype))
    x, weight = random(3, 7, columns, dtype=dtype), random(3, 7, columns, dtype=dtype)
    actual = gradient(lambda t: fast_layernorm(layer, t), x, weight)
    scale, bias = layer.weight.detach().float(), layer.bias.detach().float()
    expected = gradient(
        lambda t: functional.layer_norm(t, (columns,), scale, bias), x.float(), weight.float()
    )
    for one, other in zip(actual, expected, strict=True):
        near(one, other, dtype)


def rotated(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """Rotary embedding of rows (…, positions, features), whose halves are the two coordinates."""
    first, second = x.float().chunk(2, -1)
    half = first.shape[-1]
    cos, sin = cos[: x.shape[-2], :half].float(), sin[: x.shape[-2], :half].float()
    return torch.cat((first * cos - second * sin, second * cos + first * sin), -1)


@dtypes
@pytest.mark.parametrize("heads", [(4, 4), (8, 2), (5, 1)])
@pytest.mark.parametrize("indexed", [False, True])
def test_rotary_embedding(dtype, heads, indexed):
    from unsloth.kernels.rope_embedding import fast_rope_embedding

    positions, features = 17, 32
    angles = torch.arange(positions, device=DEVICE)[:, None] / 7.0 ** torch.arange(
        features // 2, device=DEVICE
    )
    cos, sin = torch.cat((angles, angles), -1).cos(), torch.cat((angles, angles), -1).sin()
    q, k = (random(2, count, positions, features, dtype=dtype) for count in heads)
    indices = torch.arange(positions, device=DEVICE).repeat(2, 1) if indexed else None
    inner = [t.clone().requires_grad_() for t in (q, k)]
    outs = fast_rope_embedding(*(t.clone() for t in inner), cos, sin, indices)
    for out, x in zip(outs, (q, k), strict=True):
        near(out, rotated(x, cos, sin), dtype)
    weights = [random(*t.shape, dtype=dtype) for t in (q, k)]
    found = torch.autograd.grad(outs, inner, [t.clone() for t in weights])
    for one, weight in zip(found, weights, strict=True):
        near(one, rotated(weight, cos, -sin), dtype)


GATES = {
    "swiglu": functional.silu,
    "geglu_exact": functional.gelu,
    "geglu_approx": lambda t: functional.gelu(t, approximate="tanh"),
}


@dtypes
@pytest.mark.parametrize("gate", GATES)
@pytest.mark.parametrize("columns", [128, 333])
def test_gated(dtype, gate, columns):
    """Forward it gives f(e) * g; backward it replaces its three inputs by f(e) * g, and what reaches g and e."""
    from unsloth import kernels

    names = {
        "swiglu": ("swiglu_fg_kernel", "swiglu_DWf_DW_dfg_kernel"),
        "geglu_exact": ("geglu_exact_forward_kernel", "geglu_exact_backward_kernel"),
        "geglu_approx": ("geglu_approx_forward_kernel", "geglu_approx_backward_kernel"),
    }
    forward, backward = (getattr(kernels, name) for name in names[gate])
    e, g, weight = (random(26, columns, dtype=dtype) for _ in range(3))
    inner, other = leaf(e), leaf(g)
    expected = GATES[gate](inner) * other
    near(forward(e.view(2, 13, columns), g.view(2, 13, columns)).view(26, columns), expected.detach(), dtype)
    by_e, by_g = torch.autograd.grad(expected, (inner, other), weight.float())
    product, *found = backward(weight.clone(), e.clone(), g.clone())
    near(product, expected.detach(), dtype)
    near(found[0], by_g, dtype)
    near(found[1], by_e, dtype)


@dtypes
@pytest.mark.parametrize("vocabulary", [1000, 4096, 70001])
@pytest.mark.parametrize(("cap", "scale"), [(0, 0), (30.0, 0), (0, 0.5)])
def test_cross_entropy(dtype, vocabulary, cap, scale):
    from unsloth.kernels.cross_entropy_loss import fast_cross_entropy_loss

    logits = random(1, 6, vocabulary, dtype=dtype) * 4
    labels = torch.randint(vocabulary, (1, 6), device=DEVICE)
    labels[0, 2] = -100

    def reference(t: torch.Tensor) -> torch.Tensor:
        t = t * scale if scale else t
        t = cap * torch.tanh(t / cap) if cap else t
        return functional.cross_entropy(t[0], labels[0])

    one = torch.ones((), device=DEVICE)
    out, found = gradient(lambda t: fast_cross_entropy_loss(t.clone(), labels, cap, scale), logits, one)
    expected, by_logits = gradient(reference, logits.float(), one)
    near(out, expected, torch.float32 if dtype == torch.float32 else dtype)
    near(found, by_logits, dtype)


@pytest.mark.parametrize("shape", [(128, 256), (200, 300), (1, 128)])
def test_dequantized_blocks(shape):
    from unsloth.kernels.fp8 import weight_dequant

    rows, columns = shape
    weight = random(rows, columns).to(torch.float8_e4m3fn)
    scale = torch.rand(-(-rows // 128), -(-columns // 128) + (columns <= 128), device=DEVICE) + 0.5
    scale = scale[:, : -(-columns // 128)].contiguous()
    spread = scale.repeat_interleave(128, 0)[:rows].repeat_interleave(128, 1)[:, :columns]
    near(weight_dequant(weight, scale), weight.float() * spread, torch.bfloat16)


@pytest.mark.parametrize(("m", "n", "k"), [(16, 128, 128), (130, 256, 384), (5, 200, 256)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_quantized_product(m, n, k, dtype):
    """Activations quantized by rows of 128, times weights quantized by blocks of 128 by 128."""
    from unsloth.kernels.fp8 import act_quant, w8a8_block_fp8_matmul_triton

    x = random(m, k)
    x[0] = 0
    quantized, scales = act_quant(x)
    largest = x.view(m, k // 128, 128).abs().amax(-1)
    near(scales, torch.where(largest == 0, 1, largest / 448), torch.float32)
    restored = quantized.float() * scales.repeat_interleave(128, 1)
    assert ((restored - x).abs() <= largest.repeat_interleave(128, 1) / 14).all()  # half a unit of three bits
    weight = random(n, k).to(torch.float8_e4m3fn)
    factors = torch.rand(-(-n // 128), k // 128, device=DEVICE) + 0.5
    actual = w8a8_block_fp8_matmul_triton(quantized, weight, scales, factors, [128, 128], dtype)
    spread = factors.repeat_interleave(128, 0)[:n].repeat_interleave(128, 1)
    near(actual, restored @ (weight.float() * spread).T, torch.bfloat16)
