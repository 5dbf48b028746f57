"""SGLang's kernels beside the formulas that they compute, in f64 or exactly."""

from __future__ import annotations

import itertools
import math

import pytest
import torch
from torch.nn import functional

DEVICE = "cuda"
DTYPES = [torch.float32, torch.bfloat16, torch.float16]
TOLERANCE = {torch.float32: 2e-5, torch.bfloat16: 2e-2, torch.float16: 4e-3}

dtypes = pytest.mark.parametrize("dtype", DTYPES, ids=str)
widths = pytest.mark.parametrize("width", [64, 300, 1024])


@pytest.fixture(autouse=True)
def seed() -> None:
    """The same numbers in each run."""
    torch.manual_seed(0)


def random(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Normally distributed numbers."""
    return torch.randn(shape, device=DEVICE).to(dtype)


def near(actual: torch.Tensor, expected: torch.Tensor, dtype: torch.dtype = torch.float32) -> None:
    """Both are the same up to some roundings of ``dtype``, of the largest value where they are sums."""
    tolerance = TOLERANCE[dtype]
    size = expected.abs().max().item()
    torch.testing.assert_close(
        actual.double(), expected.double(), rtol=tolerance, atol=tolerance * max(size, 1e-3)
    )


def rms(x: torch.Tensor, weight: torch.Tensor, epsilon: float = 1e-6) -> torch.Tensor:
    """``x``, with the mean of its squares one, times ``weight``."""
    return functional.rms_norm(x.double(), x.shape[-1:], weight.double(), epsilon)


@widths
@pytest.mark.parametrize("dtype", DTYPES[:2], ids=str)
def test_rms_norm_of_f32(dtype, width):
    from sglang.kernels.ops.layernorm.rmsnorm_fp32 import rmsnorm_fp32

    x, weight = random(7, width, dtype=dtype), random(width, dtype=dtype)
    near(rmsnorm_fp32(x, weight, 1e-6), rms(x, weight), dtype)


@dtypes
@widths
@pytest.mark.parametrize("inplace", [False, True])
def test_rms_norm(dtype, width, inplace):
    from sglang.kernels.ops.layernorm.fused_rmsnorm import fused_rmsnorm

    x, weight = random(7, width, dtype=dtype), random(width, dtype=dtype)
    near(fused_rmsnorm(x.clone(), weight, 1e-6, inplace), rms(x, weight), dtype)


@dtypes
@widths
def test_two_norms_around_a_residual(dtype, width):
    from sglang.kernels.ops.layernorm.fused_rmsnorm import fused_dual_residual_rmsnorm

    x, residual = random(5, width, dtype=dtype), random(5, width, dtype=dtype)
    first, second = random(width, dtype=dtype), random(width, dtype=dtype)
    out, middle = fused_dual_residual_rmsnorm(x, residual, first, second, 1e-6)
    near(middle, rms(x, first) + residual.double(), dtype)
    near(out, rms(middle, second), dtype)


@dtypes
@widths
def test_gelu_times(dtype, width):
    from sglang.kernels.ops.activation.gelu_and_mul_triton import gelu_and_mul_triton

    x = random(6, 2 * width, dtype=dtype)
    gate, value = x.double().chunk(2, -1)
    near(gelu_and_mul_triton(x)[0], functional.gelu(gate) * value, dtype)


@dtypes
@pytest.mark.parametrize("strided", [False, True])
def test_soft_caps(dtype, strided):
    from sglang.kernels.ops.activation.softcap import softcap_inplace_logits, softcap_to_float32_logits

    logits = random(4, 2050, dtype=dtype) * 20
    logits = logits[:, :1500] if strided else logits
    expected = 30 * torch.tanh(logits.double() / 30)
    out = torch.empty(logits.shape, device=DEVICE)
    near(softcap_to_float32_logits(logits, 30.0, out), expected)
    near(softcap_inplace_logits(logits, 30.0), expected, dtype)


@pytest.mark.parametrize("rows", [1, 3, 40])
@pytest.mark.parametrize("columns", [100, 5000, 40000])
def test_softmax_at_temperatures(rows, columns):
    from sglang.kernels.ops.sampling.temperature_softmax import temperature_softmax

    logits, temperatures = random(rows, columns) * 4, torch.rand(rows, 1, device=DEVICE) + 0.3
    expected = torch.softmax(logits.double() / temperatures.double(), -1)
    near(temperature_softmax(logits.clone(), temperatures), expected)


@pytest.mark.parametrize("valid", [1, 4096, 7001])
def test_first_largest_of_rows(valid):
    from sglang.kernels.ops.sampling.softcap_row_argmax import softcap_row_argmax

    logits = (random(5, 7001) * 50).round() / 2  # with equal ones
    found = softcap_row_argmax(logits, 30.0, valid, 17)
    capped = 30 * torch.tanh(logits[:, :valid].double() / 30)
    near(found[:, 0], capped.amax(-1))
    picked = (found[:, 1] - 17).long()
    near(capped.gather(1, picked[:, None])[:, 0], capped.amax(-1))


@pytest.mark.parametrize("keep", [1, 5, 400])
def test_the_most_likely_share_again(keep):
    from sglang.kernels.ops.sampling.renorm_triton import _renorm_from_pivots

    probabilities = torch.softmax(random(3, 9001) * 3, -1)
    pivots = probabilities.topk(keep).values[:, -1].contiguous()
    kept = torch.where(probabilities >= pivots[:, None], probabilities, 0).double()
    near(_renorm_from_pivots(probabilities, pivots), kept / kept.sum(-1, keepdim=True))


@dtypes
@pytest.mark.parametrize("size", [64, 80, 256])
def test_parts_of_attention_merge(dtype, size):
    from sglang.kernels.ops.attention.merge_state import merge_state_triton

    tokens, heads = 9, 4
    outs = [random(tokens, heads, size, dtype=dtype) for _ in range(2)]
    sums = [random(tokens, heads) * 3 for _ in range(2)]
    sums[0][2], sums[1][3] = -math.inf, -math.inf
    out, total = merge_state_triton(outs[0], sums[0], outs[1], sums[1])
    shares = torch.softmax(torch.stack(sums).double(), 0)[..., None]
    near(out, (shares * torch.stack(outs).double()).sum(0), dtype)
    near(total, torch.logsumexp(torch.stack(sums).double(), 0))


def attention(q, k, v, causal: bool) -> torch.Tensor:
    """Of tensors in the shape (tokens, heads, features), in f64; the last query is at the last key."""
    groups = q.shape[1] // k.shape[1]
    q, k, v = (t.double().transpose(0, 1) for t in (q, k, v))
    k, v = k.repeat_interleave(groups, 0), v.repeat_interleave(groups, 0)
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if causal:
        scores += torch.full(scores.shape[-2:], -math.inf).triu(1 + k.shape[1] - q.shape[1])
    return (torch.softmax(scores, -1) @ v).transpose(0, 1)


@dtypes
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(("heads", "size"), [((2, 2), 64), ((4, 1), 80), ((3, 3), 128)])
def test_attention_of_prompts(dtype, causal, heads, size):
    from sglang.kernels.ops.attention.prefill_attention import context_attention_fwd

    lengths = torch.tensor([70, 1, 130], device=DEVICE)
    starts = lengths.cumsum(0) - lengths
    total = int(lengths.sum())
    q, k, v = (random(total, count, size, dtype=dtype) for count in (heads[0], heads[1], heads[1]))
    out = torch.zeros_like(q)
    context_attention_fwd(q, k, v, out, starts.int(), lengths.int(), 130, is_causal=causal)
    for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
        part = slice(start, start + length)
        near(out[part], attention(q[part], k[part], v[part], causal), dtype)


@dtypes
@pytest.mark.parametrize(("heads", "size"), [((2, 2), 64), ((8, 2), 80), ((16, 1), 128)])
@pytest.mark.parametrize("splits", [1, 4])
def test_attention_to_a_cache(dtype, heads, size, splits):
    """One new token of each sequence attends to what pages of one token hold."""
    from sglang.kernels.ops.attention.decode_attention import decode_attention_fwd

    lengths = [70, 1, 130]
    q = random(len(lengths), heads[0], size, dtype=dtype)
    keys, values = (random(300, heads[1], size, dtype=dtype) for _ in range(2))
    places = torch.randperm(300)[: sum(lengths)].to(DEVICE)
    ends = torch.tensor([0, *lengths], device=DEVICE).cumsum(0)
    out = torch.zeros_like(q)
    parts = torch.empty(len(lengths), heads[0], 8, size, device=DEVICE)
    sums = torch.empty(len(lengths), heads[0], 8, device=DEVICE)
    counts = torch.full((len(lengths),), splits, dtype=torch.int32, device=DEVICE)
    decode_attention_fwd(
        q, keys, values, out, ends.int(), places, parts, sums, counts, 8, size**-0.5, 1.0, 1.0
    )
    for i, (start, end) in enumerate(itertools.pairwise(ends)):
        own = places[start:end]
        near(out[i : i + 1], attention(q[i : i + 1], keys[own], values[own], False), dtype)


@dtypes
@widths
def test_rows_in_eight_bits(dtype, width):
    from sglang.kernels.ops.quantization.int8_kernel import per_token_quant_int8

    x = random(9, width, dtype=dtype)
    x[2] = 0
    quantized, scales = per_token_quant_int8(x)
    largest = x.double().abs().amax(-1, keepdim=True).clamp(min=1e-10)
    near(scales, largest / 127)
    assert ((quantized.double() * scales.double() - x.double()).abs() <= largest / 253).all()


@pytest.mark.parametrize("group", [32, 64, 128])
def test_groups_in_eight_bits(group):
    from sglang.kernels.ops.quantization.int8_kernel import per_token_group_quant_int8

    x = random(5, 4 * group)
    quantized, scales = per_token_group_quant_int8(x, group)
    largest = x.view(5, 4, group).abs().amax(-1)
    near(scales, largest / 127)
    restored = quantized.view(5, 4, group) * scales[..., None]
    assert ((restored - x.view(5, 4, group)).abs() <= largest[..., None] / 126).all()  # it rounds to zero


@pytest.mark.parametrize(("m", "n", "k"), [(16, 128, 128), (70, 200, 256), (1, 130, 384)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_products_of_eight_bits(m, n, k, dtype):
    from sglang.kernels.ops.gemm.int8_kernel import w8a8_block_int8_matmul

    a, b = (torch.randint(-128, 128, (rows, k), dtype=torch.int8, device=DEVICE) for rows in (m, n))
    by_row = torch.rand(m, k // 128, device=DEVICE)
    by_block = torch.rand(-(-n // 128), k // 128, device=DEVICE)
    left = a.double() * by_row.repeat_interleave(128, 1)
    right = b.double() * by_block.repeat_interleave(128, 0)[:n].repeat_interleave(128, 1)
    near(w8a8_block_int8_matmul(a, b, by_row, by_block, [128, 128], dtype), left @ right.T, dtype)


@pytest.mark.parametrize(("rows", "columns", "group"), [(64, 32, 32), (128, 72, 128), (256, 8, 64)])
def test_four_bits_widened(rows, columns, group):
    """Each i32 has eight numbers, of four bits, in the order 0 2 4 6 1 3 5 7."""
    from sglang.kernels.ops.quantization.awq_triton import awq_dequantize_triton

    order = torch.tensor([0, 2, 4, 6, 1, 3, 5, 7])
    weight = torch.randint(0, 16, (rows, columns, 8))
    zeros = torch.randint(0, 16, (rows // group, columns, 8))
    scales = random(rows // group, columns * 8, dtype=torch.float16)

    def packed(t: torch.Tensor) -> torch.Tensor:
        shifted = t[..., order] << (4 * torch.arange(8))
        return (shifted.sum(-1) & 0xFFFFFFFF).to(torch.uint32).view(torch.int32).to(DEVICE)

    difference = (weight - zeros.repeat_interleave(group, 0)).view(rows, -1)
    expected = difference.double() * scales.double().repeat_interleave(group, 0)
    near(awq_dequantize_triton(packed(weight), scales, packed(zeros)), expected, torch.float16)


@dtypes
@pytest.mark.parametrize("index", [torch.int32, torch.int64], ids=str)
@pytest.mark.parametrize("hidden", [96, 1500])
def test_rows_of_a_share_of_the_vocabulary(dtype, index, hidden):
    from sglang.kernels.ops.embeddings.vocab_parallel_embedding import vocab_parallel_embedding

    weight = random(60, hidden, dtype=dtype)
    tokens = torch.randint(0, 200, (3, 11), dtype=index, device=DEVICE)
    found = vocab_parallel_embedding(tokens, weight, 100, 140, 8, 180, 192)
    own = (tokens >= 100) & (tokens < 140)
    added = (tokens >= 180) & (tokens < 192)
    rows = torch.where(own, tokens - 100, torch.where(added, tokens - 180 + 48, 0))
    assert torch.equal(found, torch.where((own | added)[..., None], weight[rows], 0))


@pytest.mark.parametrize("prefix", [True, False])
def test_positions(prefix):
    from sglang.kernels.ops.attention.position import compute_position_triton

    lengths = torch.tensor([3, 700, 0, 1, 512], device=DEVICE)
    before = torch.tensor([5, 0, 9, 1000, 2], device=DEVICE) if prefix else torch.empty(0, device=DEVICE)
    found, starts = compute_position_triton(before.long(), lengths, int(lengths.sum()))
    offsets = before.tolist() if prefix else [0] * 5
    pairs = zip(offsets, lengths.tolist(), strict=True)
    assert torch.equal(found, torch.cat([torch.arange(o, o + n) for o, n in pairs]))
    assert torch.equal(starts.long(), lengths.cumsum(0) - lengths)
