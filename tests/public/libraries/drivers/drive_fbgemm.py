"""FBGEMM's kernels beside the formulas that they compute: quantized products, groups, tokens, rows of lengths."""

from __future__ import annotations

import importlib

import pytest
import torch
from torch.nn import functional

DEVICE = "cuda"
F8 = torch.float8_e4m3fn


@pytest.fixture(autouse=True)
def seed() -> None:
    """The same numbers in each run."""
    torch.manual_seed(0)


def module(name: str):
    """The module ``name`` of the library."""
    return importlib.import_module(f"fbgemm_gpu.{name}")


def products():
    """Products of quantized numbers."""
    return module("experimental.gemm.triton_gemm.fp8_gemm")


def random(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Normally distributed numbers."""
    return torch.randn(shape, device=DEVICE).to(dtype)


def near(actual: torch.Tensor, expected: torch.Tensor, tolerance: float = 1e-5) -> None:
    """Both are the same up to ``tolerance`` of the largest value."""
    size = max(expected.abs().max().item(), 1e-3) if expected.numel() else 0
    torch.testing.assert_close(actual.float(), expected.float(), rtol=tolerance, atol=tolerance * size)


def near_step(quantized: torch.Tensor, scale: torch.Tensor, x: torch.Tensor) -> None:
    """Numbers of three bits behind the point that stand for ``x``."""
    found, step = quantized.float() * scale, x.float().abs() / 15 + scale * 2**-9
    assert ((found - x.float()).abs() <= step).all()


@pytest.mark.parametrize("shape", [(1, 64), (7, 200), (130, 1100)])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32], ids=str)
@pytest.mark.parametrize("bounded", [False, True])
def test_quantized_rows(shape, dtype, bounded):
    x = random(*shape, dtype=dtype)
    bound = torch.tensor([1.5], device=DEVICE) if bounded else None
    quantized, scale = products().quantize_fp8_row(x, scale_ub=bound)
    largest = x.float().abs().amax(-1)
    largest = largest.clamp(max=1.5) if bounded else largest
    near(scale, largest / 448, 1e-6)
    near_step(quantized, scale[:, None], x.float().clamp(-largest[:, None], largest[:, None]))
    _, _, packed = products().triton_quantize_fp8_packed_row(x, bound, return_only_packed=True)
    packed = packed.view(shape[0], -1)
    assert torch.equal(packed[:, :-4].view(F8).float(), quantized.float())
    assert torch.equal(packed[:, -4:].contiguous().view(torch.float32)[:, 0], scale)
    near(products().dequantize_fp8_row(quantized, scale), quantized.float() * scale[:, None], 1e-2)


@pytest.mark.parametrize("shape", [(64, 64), (130, 300)])
@pytest.mark.parametrize("block", [(64, 64), (32, 128)])
def test_quantized_blocks(shape, block):
    x = random(*shape, dtype=torch.bfloat16)
    quantized, scale = products().quantize_fp8_block(x, *block)
    spread = scale.repeat_interleave(block[0], 0)[: shape[0]].repeat_interleave(block[1], 1)[:, : shape[1]]
    near_step(quantized, spread, x)
    padded = functional.pad(x.float(), (0, -shape[1] % block[1], 0, -shape[0] % block[0]))
    largest = padded.unflatten(1, (-1, block[1])).unflatten(0, (-1, block[0])).abs().amax((1, 3))
    near(scale, largest / 448, 1e-6)


@pytest.mark.parametrize("shape", [(16, 32, 64), (100, 130, 200), (1, 256, 512)])
@pytest.mark.parametrize("how", ["plain", "slow", "imprecise"])
@pytest.mark.parametrize("with_bias", [False, True])
def test_product_of_rows(shape, how, with_bias):
    m, n, k = shape
    (a, a_scale), (b, b_scale) = (products().quantize_fp8_row(random(rows, k)) for rows in (m, n))
    bias = random(n) if with_bias else None
    out = products().matmul_fp8_row(
        a,
        b,
        a_scale,
        b_scale,
        bias,
        fp8_fast_accum=how != "slow",
        imprecise_acc=how == "imprecise",
        tma_persistent=False,
        no_use_persistent=True,
    )
    wanted = (a.float() * a_scale[:, None]) @ (b.float() * b_scale[:, None]).T
    near(out, wanted + bias if with_bias else wanted, 1e-2)


@pytest.mark.parametrize("shape", [(64, 64, 256), (300, 270, 520)])
@pytest.mark.parametrize("fast", [False, True])
def test_product_of_blocks(shape, fast):
    m, n, k = shape
    blocks = [products().quantize_fp8_block(random(rows, k), 256, 256) for rows in (m, n)]
    (a, a_scale), (b, b_scale) = blocks
    out = products().matmul_fp8_block(a, b, a_scale, b_scale, 256, 256, 256, fp8_fast_accum=fast)
    wide = [
        x.float() * s.repeat_interleave(256, 0)[: x.shape[0]].repeat_interleave(256, 1)[:, :k]
        for x, s in blocks
    ]
    near(out, wide[0] @ wide[1].T, 1e-2)


@pytest.mark.parametrize("sizes", [[16, 0, 33], [64], [5, 7, 1, 130]])
@pytest.mark.parametrize("quantized", [False, True])
def test_product_of_groups(sizes, quantized):
    grouped = module("experimental.gemm.triton_gemm.grouped_gemm")
    n, k = 64, 128
    x, w = random(sum(sizes), k, dtype=torch.bfloat16), random(len(sizes) * n, k, dtype=torch.bfloat16)
    counts = torch.tensor(sizes, dtype=torch.int32, device=DEVICE)
    if quantized:
        (x, x_scale), (w, w_scale) = products().quantize_fp8_row(x), products().quantize_fp8_row(w)
        out = grouped.grouped_gemm_fp8_rowwise(x, w, counts, x_scale, w_scale, _use_warp_specialization=False)
        x, w = x.float() * x_scale[:, None], w.float() * w_scale[:, None]
    else:
        out = grouped.grouped_gemm(x, w, counts, _use_warp_specialization=False)
    parts = [
        rows.float() @ weights.float().T for rows, weights in zip(x.split(sizes), w.split(n), strict=True)
    ]
    near(out, torch.cat(parts), 1e-2)


@pytest.mark.parametrize("shape", [(1, 1024), (33, 2048)])
@pytest.mark.parametrize("counted", [False, True])
def test_gates(shape, counted):
    gates = module("experimental.gen_ai.moe.activation")
    x, y = (random(*shape, dtype=torch.bfloat16) for _ in range(2))
    valid = max(shape[0] // 2, 1) if counted else shape[0]
    count = torch.tensor([valid], dtype=torch.int32, device=DEVICE) if counted else None
    wanted = functional.silu(x.float()) * y.float()
    near(gates.silu_mul(x, y, count)[:valid], wanted[:valid], 1e-2)
    quantized, scale = gates.silu_mul_quant(x, y, None, count)
    near_step(quantized[:valid], scale[:valid, None], wanted[:valid])


@pytest.mark.parametrize("tokens", [1, 37, 200])
def test_gathered_and_scattered_tokens(tokens):
    moves = module("experimental.gen_ai.moe.gather_scatter")
    experts, hidden, count = 4, 1024, 2 * tokens
    x, scores = (
        random(tokens, hidden, dtype=torch.bfloat16),
        torch.rand(tokens, experts, device=DEVICE).bfloat16(),
    )
    token, expert = (torch.randint(most, (count,), device=DEVICE).int() for most in (tokens, experts))
    wanted = x[token.long()].float() * scores[token.long(), expert.long()].float()[:, None]
    near(moves.gather_scale_dense_tokens(x, token, expert, scores.T.contiguous().T), wanted, 1e-2)
    out, added = random(tokens, hidden, dtype=torch.bfloat16), random(tokens, hidden, dtype=torch.bfloat16)
    places = torch.randperm(tokens, device=DEVICE)
    expected = out.float().index_add(0, places, added.float())
    moves.scatter_add_dense_tokens(out, added, places.int())
    near(out, expected, 2e-2)


def lengths(*numbers: int) -> torch.Tensor:
    """The places at which rows of lengths begin, and the end."""
    return torch.tensor([0, *numbers], device=DEVICE).cumsum(0)


LENGTHS = [(5,), (3, 0, 17, 33), (64, 1, 100)]


@pytest.mark.parametrize("sizes", LENGTHS)
@pytest.mark.parametrize("columns", [1, 48])
def test_softmax_of_rows(sizes, columns):
    x, offsets = random(sum(sizes), columns), lengths(*sizes)
    inner, other = x.clone().requires_grad_(), x.clone().requires_grad_()
    out = module("sll.triton.triton_jagged_softmax").jagged_softmax(inner, offsets, max(sizes), False)
    wanted = torch.cat([part.softmax(0) for part in other.split(sizes)])
    near(out.detach(), wanted.detach())
    weight = random(*x.shape)
    near(*(torch.autograd.grad(y, z, weight)[0] for y, z in ((out, inner), (wanted, other))))


@pytest.mark.parametrize("sizes", LENGTHS)
def test_products_of_rows_of_lengths(sizes):
    jagged = module("sll.triton.triton_jagged_bmm")
    x, y, offsets = random(sum(sizes), 24), random(len(sizes), 24, 40), lengths(*sizes)
    parts = [a @ b for a, b in zip(x.split(sizes), y, strict=True)]
    near(jagged.triton_jagged_dense_bmm(x, y, offsets, max(sizes), False), torch.cat(parts), 1e-4)
    z = random(sum(sizes), 40)
    parts = [a.T @ b for a, b in zip(x.split(sizes), z.split(sizes), strict=True)]
    near(jagged.triton_jagged_jagged_bmm(x.T, z, offsets, max(sizes), False), torch.stack(parts), 1e-4)


@pytest.mark.parametrize("sizes", LENGTHS)
@pytest.mark.parametrize("masked", [False, True])
def test_attention_of_rows_of_lengths(sizes, masked):
    attention = module("sll.triton.triton_jagged_flash_attention_basic")
    q, k, v = (random(sum(sizes), 32).requires_grad_() for _ in range(3))
    offsets, most = lengths(*sizes), max(sizes)
    out = attention.jagged_flash_attention_basic(q, k, v, offsets, most, masked, False)
    parts = []
    for a, b, c in zip(*(x.split(sizes) for x in (q, k, v)), strict=True):
        scores = a @ b.T
        hidden = torch.ones_like(scores, dtype=torch.bool).tril(-1) & masked
        parts.append((scores.softmax(-1) / most).masked_fill(hidden, 0) @ c)
    wanted = torch.cat(parts)
    near(out.detach(), wanted.detach(), 1e-4)
    gradient = random(*out.shape)
    for one, other in zip(*(torch.autograd.grad(y, (q, k, v), gradient) for y in (out, wanted)), strict=True):
        near(one, other, 1e-4)


@pytest.mark.parametrize("sizes", LENGTHS)
def test_rows_put_before_rows_of_lengths(sizes):
    joined = module("sll.triton.triton_dense_jagged_cat_jagged_out").dense_jagged_cat_jagged_out
    a, b = (torch.arange(count, device=DEVICE) for count in (len(sizes), sum(sizes)))
    b += 100
    out, offsets = joined(a, b, lengths(*sizes), max(sizes))
    parts = [torch.cat([a[i : i + 1], part]) for i, part in enumerate(b.split(sizes))]
    assert torch.equal(out, torch.cat(parts))
    assert torch.equal(offsets, lengths(*(n + 1 for n in sizes)))
