"""SageAttention's kernels beside the formulas that they compute, in f32."""

from __future__ import annotations

import importlib
import math

import pytest
import torch
from torch.nn import functional

DEVICE = "cuda"
HEADS = [(4, 4), (4, 2), (3, 1)]


@pytest.fixture(autouse=True)
def seed() -> None:
    """The same numbers in each run."""
    torch.manual_seed(0)


def kernels(name: str):
    """The module ``name`` of the library's kernels of Triton."""
    return importlib.import_module(f"sageattention.triton.{name}")


def random(*shape: int, dtype: torch.dtype = torch.float16) -> torch.Tensor:
    """Normally distributed numbers."""
    return torch.randn(shape, device=DEVICE).to(dtype)


def laid_out(x: torch.Tensor, layout: str) -> torch.Tensor:
    """Of heads, rows and features, with rows before heads in memory for "NHD"."""
    return x.transpose(1, 2).contiguous() if layout == "NHD" else x


def rounded(x: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    """The quotient, halves away from zero."""
    quotient = x / scale
    return (quotient + torch.where(quotient >= 0, 0.5, -0.5)).trunc()


def blocks(x: torch.Tensor, size: int, factor: float = 1.0) -> tuple[torch.Tensor, torch.Tensor]:
    """Rows quantized by ``size`` together, and the scales."""
    padded = functional.pad(x.float(), (0, 0, 0, -x.shape[2] % size)).unflatten(2, (-1, size)) * factor
    scale = padded.abs().amax((-1, -2)) / 127
    return rounded(padded, scale[..., None, None]).flatten(2, 3)[:, :, : x.shape[2]], scale


@pytest.mark.parametrize("heads", HEADS)
@pytest.mark.parametrize("layout", ["HND", "NHD"])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
@pytest.mark.parametrize("smooth", [False, True])
def test_quantized_by_blocks(heads, layout, dtype, smooth):
    q, k = (random(2, count, 200, 64, dtype=dtype) for count in heads)
    km = k.mean(2, keepdim=True) if smooth else None
    found = kernels("quant_per_block").per_block_int8(
        *(laid_out(x, layout) for x in (q, k)),
        km=None if km is None else laid_out(km, layout),
        tensor_layout=layout,
    )
    factor = 64**-0.5 * 1.44269504
    wanted = (*blocks(q, 128, factor), *blocks(k if km is None else k - km, 64))
    for actual, expected in zip(found, wanted, strict=True):
        if actual.dtype == torch.int8:
            assert (laid_out(actual, layout).float() - expected).abs().max() <= 1
        else:
            torch.testing.assert_close(actual.flatten(), expected.flatten(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("layout", ["HND", "NHD"])
@pytest.mark.parametrize("rows", [64, 200, 256])
def test_quantized_by_threads(layout, rows):
    q, k = random(2, 4, rows, 64), random(2, 2, rows, 64)
    found = kernels("quant_per_thread").per_thread_int8(
        *(laid_out(x, layout) for x in (q, k)), tensor_layout=layout
    )
    for x, quantized, scales, rows_of in ((q, *found[:2], by_query), (k, *found[2:], by_key)):
        quantized = laid_out(quantized, layout)
        places = torch.tensor([rows_of(row) for row in range(rows)], device=DEVICE)
        spread = scales[:, :, places, None]
        assert ((quantized.float() * spread - x.float()).abs() <= spread * 0.51 + 2e-3).all()
        assert quantized.abs().amax((-1, -2)).min() == 127


def by_query(row: int) -> int:
    """The place of a query's scale: eight of each 32 rows."""
    return row // 32 * 8 + row % 8


def by_key(row: int) -> int:
    """The place of a key's scale: four of each 64 rows."""
    return row // 64 * 4 + row % 8 // 2


def products(q, qs, k, ks) -> torch.Tensor:
    """Scores to the base e, of what was quantized to the base 2 by 128 queries and 64 keys."""
    q, k = (
        x.float() * s.repeat_interleave(n, 2)[:, :, : x.shape[2], None]
        for x, s, n in ((q, qs, 128), (k, ks, 64))
    )
    return q @ k.repeat_interleave(q.shape[1] // k.shape[1], 1).mT / math.log2(math.e)


def near_attention(out, lse, scores, v, causal):
    """Attention by scores, whose sums are in f16; ``lse`` is to the base 2."""
    values = v.repeat_interleave(scores.shape[1] // v.shape[1], 1).float()
    if causal:
        scores = scores.masked_fill(torch.ones_like(scores, dtype=torch.bool).triu(1), -math.inf)
    torch.testing.assert_close(out.float(), scores.softmax(-1) @ values, rtol=0, atol=8e-3)
    if lse is not None:
        torch.testing.assert_close(lse / math.log2(math.e), scores.logsumexp(-1), rtol=0, atol=1e-4)


@pytest.mark.parametrize("heads", HEADS)
@pytest.mark.parametrize("layout", ["HND", "NHD"])
@pytest.mark.parametrize("rows", [128, 193])
@pytest.mark.parametrize("features", [64, 128])
@pytest.mark.parametrize("causal", [False, True])
def test_attention(heads, layout, rows, features, causal):
    q, k = (random(2, count, rows, features) for count in heads)
    v = random(2, heads[1], rows, features)
    inner = [laid_out(x, layout) for x in (q, k, v)]
    qi, qs, ki, ks = kernels("quant_per_block").per_block_int8(*inner[:2], tensor_layout=layout)
    module = kernels("attn_qk_int8_per_block_causal" if causal else "attn_qk_int8_per_block")
    out, lse = module.forward(qi, ki, inner[2], qs, ks, tensor_layout=layout, return_lse=True)
    scores = products(laid_out(qi, layout), qs, laid_out(ki, layout), ks)
    near_attention(laid_out(out, layout), lse, scores, v, causal)


@pytest.mark.parametrize("boolean", [False, True])
@pytest.mark.parametrize("rows", [128, 193])
def test_masked_attention(boolean, rows):
    """Numbers of a mask are added to the base 2."""
    q, k, v = (random(2, 3, rows, 64) for _ in range(3))
    mask = torch.rand(2, 3, rows, rows, device=DEVICE) > 0.4
    mask[..., 0] = True
    given = mask if boolean else random(*mask.shape)
    qi, qs, ki, ks = kernels("quant_per_block").per_block_int8(q, k)
    out, _ = kernels("attn_qk_int8_per_block").forward(qi, ki, v, qs, ks, attn_mask=given)
    scores = products(qi, qs, ki, ks)
    added = (
        torch.zeros(mask.shape, device=DEVICE).masked_fill(~mask, -math.inf)
        if boolean
        else given.float() / math.log2(math.e)
    )
    near_attention(out, None, scores + added, v, causal=False)


@pytest.mark.parametrize("heads", HEADS)
@pytest.mark.parametrize("causal", [False, True])
def test_attention_of_lengths(heads, causal):
    lengths = [70, 1, 200, 128]
    starts = torch.tensor([0, *lengths], device=DEVICE).cumsum(0).int()
    q, k = (random(sum(lengths), count, 64) for count in heads)
    v = random(sum(lengths), heads[1], 64)
    qi, qs, ki, ks, sq, sk = kernels("quant_per_block_varlen").per_block_int8(q, k, starts, starts, 200, 200)
    module = kernels("attn_qk_int8_per_block_causal_varlen" if causal else "attn_qk_int8_block_varlen")
    out = module.forward(qi, ki, v, starts, starts, 200, qs, ks, sq, sk)
    for i in range(len(lengths)):
        part = slice(int(starts[i]), int(starts[i + 1]))
        row = [x[part].transpose(0, 1)[None] for x in (out, qi, ki, v)]
        scales = [s[int(n[i]) : int(n[i + 1])].T[None] for s, n in ((qs, sq), (ks, sk))]
        near_attention(row[0], None, products(row[1], scales[0], row[2], scales[1]), row[3], causal)
