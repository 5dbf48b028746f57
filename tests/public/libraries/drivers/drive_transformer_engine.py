"""Transformer Engine's kernels beside their formulas: permutations by experts, losses, sums of groups."""

from __future__ import annotations

import importlib

import pytest
import torch
from torch.nn import functional

DEVICE = "cuda"
DTYPES = [torch.float32, torch.bfloat16, torch.float16]
dtypes = pytest.mark.parametrize("dtype", DTYPES, ids=str)


@pytest.fixture(autouse=True)
def seed() -> None:
    """The same numbers in each run."""
    torch.manual_seed(0)


def kernels(name: str):
    """The module ``name`` of the library's kernels of Triton."""
    return importlib.import_module(f"transformer_engine.pytorch.triton.{name}")


def random(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Normally distributed numbers."""
    return torch.randn(shape, device=DEVICE).to(dtype)


def near(actual: torch.Tensor, expected: torch.Tensor, dtype: torch.dtype) -> None:
    """Both are the same up to a rounding of ``dtype``."""
    tolerance = {torch.float32: 1e-5, torch.bfloat16: 1e-2, torch.float16: 2e-3}[dtype]
    size = max(expected.abs().max().item(), 1e-3) if expected.numel() else 0
    torch.testing.assert_close(actual.float(), expected.float(), rtol=tolerance, atol=tolerance * size)


def routed(tokens: int, experts: int, most: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Which of ``experts`` each token goes to, at most ``most``, and the rows that experts have, one after another."""
    routes = torch.rand(tokens, experts, device=DEVICE).argsort(-1) < most
    routes &= torch.rand(tokens, 1, device=DEVICE) > 0.1
    return routes, routes.T.nonzero()


SHAPES = [(5, 3, 1, 32), (300, 8, 2, 200), (1500, 7, 5, 64), (2049, 16, 3, 96)]


@dtypes
@pytest.mark.parametrize(("tokens", "experts", "most", "hidden"), SHAPES)
@pytest.mark.parametrize("weighted", [False, True])
def test_permutation(dtype, tokens, experts, most, hidden, weighted):
    module = kernels("permutation")
    routes, rows = routed(tokens, experts, most)
    x, weights = random(tokens, hidden, dtype=dtype), torch.rand(tokens, experts, device=DEVICE)
    places = module.make_row_id_map(routes, tokens, experts)
    out, _, probs = module.permute_with_mask_map(
        x, places, weights if weighted else None, None, None, tokens, experts, len(rows), hidden, 0
    )
    assert torch.equal(out, x[rows[:, 1]])
    if weighted:
        assert torch.equal(probs, weights[rows[:, 1], rows[:, 0]])
    y = random(len(rows), hidden, dtype=dtype)
    factors = weights if weighted else None
    back, spread = module.unpermute_with_mask_map(
        y, places, factors, probs if weighted else None, None, tokens, experts, hidden
    )
    scaled = y.float() * (weights[rows[:, 1], rows[:, 0], None] if weighted else 1)
    near(back, torch.zeros(tokens, hidden, device=DEVICE).index_add(0, rows[:, 1], scaled), dtype)
    if weighted:
        assert torch.equal(spread, weights * routes)


@dtypes
@pytest.mark.parametrize(("tokens", "experts", "most", "hidden"), SHAPES)
def test_gradients_of_merging(dtype, tokens, experts, most, hidden):
    module = kernels("permutation")
    routes, rows = routed(tokens, experts, most)
    weights = torch.rand(tokens, experts, device=DEVICE)
    places = module.make_row_id_map(routes, tokens, experts)
    y, gradient = random(len(rows), hidden, dtype=dtype), random(tokens, hidden, dtype=dtype)
    by_rows, by_weights = module.unpermute_with_mask_map_bwd_with_merging_probs(
        gradient, places, y, weights, None, tokens, experts, len(rows), hidden
    )
    expert, token = rows.T
    near(by_rows, gradient[token].float() * weights[token, expert, None], dtype)
    wanted = torch.zeros(tokens, experts, device=DEVICE)
    wanted[token, expert] = (gradient[token].float() * y.float()).sum(-1)
    near(by_weights, wanted, torch.float32)


@dtypes
@pytest.mark.parametrize("sizes", [[3], [5, 0, 7, 1], [100, 33, 0, 250, 9, 1]])
@pytest.mark.parametrize("weighted", [False, True])
def test_sorted_chunks(dtype, sizes, weighted):
    module = kernels("permutation")
    tokens, hidden = sum(sizes), 200
    order = torch.randperm(len(sizes), device=DEVICE)
    x = random(tokens, hidden, dtype=dtype)
    probs = torch.rand(tokens, device=DEVICE) if weighted else None
    places = module.make_chunk_sort_map(
        torch.tensor(sizes, device=DEVICE).int(), order.int(), tokens, len(sizes)
    )
    out, moved = module.sort_chunks_by_map(x, places, probs, tokens, hidden, True)
    chunks = torch.arange(tokens, device=DEVICE).split(sizes)
    rows = torch.cat([chunks[i] for i in order])
    assert torch.equal(out, x[rows])
    back, returned = module.sort_chunks_by_map(out, places, moved, tokens, hidden, False)
    assert torch.equal(back, x)
    if weighted:
        assert torch.equal(moved, probs[rows])
        assert torch.equal(returned, probs)


@dtypes
@pytest.mark.parametrize("vocabulary", [100, 1000, 40000])
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("reduced", [False, True])
def test_cross_entropy(dtype, vocabulary, smoothing, reduced):
    module = kernels("cross_entropy")
    logits = random(2, 5, vocabulary, dtype=dtype) * 3
    labels = torch.randint(vocabulary, (2, 5), device=DEVICE)
    labels[1, 2] = -100
    inner = logits.float().clone().requires_grad_()
    expected = functional.cross_entropy(
        inner.flatten(0, 1),
        labels.flatten(),
        reduction="mean" if reduced else "none",
        label_smoothing=smoothing,
    )
    weight = torch.rand_like(expected)
    (wanted,) = torch.autograd.grad(expected, inner, weight)
    loss, gradient = module.cross_entropy_forward(logits.clone(), labels, smoothing, reduced, None, -100)
    near(loss.flatten(), expected.detach().flatten(), torch.float32)
    found = module.cross_entropy_backward(gradient, weight if reduced else weight.view(2, 5))
    near(found, wanted, torch.float32)


@dtypes
@pytest.mark.parametrize(("sizes", "hidden"), [([3, 0, 5], 64), ([128, 1, 300], 200), ([700], 130)])
@pytest.mark.parametrize("scaled", [False, True])
def test_sums_of_groups(dtype, sizes, hidden, scaled):
    module = kernels("grouped_dbias_dscales")
    total, groups = sum(sizes), len(sizes)
    gradient, bias = random(total, hidden, dtype=dtype), random(groups, hidden, dtype=dtype)
    scales = torch.rand(total, device=DEVICE)
    offsets = torch.tensor([0, *sizes], device=DEVICE).cumsum(0)
    group = torch.arange(groups, device=DEVICE).repeat_interleave(torch.tensor(sizes, device=DEVICE))
    rows = gradient.float() * (scales[:, None] if scaled else 1)
    wanted = torch.zeros(groups, hidden, device=DEVICE).index_add(0, group, rows)
    if scaled:
        by_bias, by_scales = module.compute_grouped_dbias_dscales(gradient, scales, bias, offsets)
        near(by_scales, (gradient.float() * bias.float()[group]).sum(-1), torch.float32)
    else:
        by_bias = module.compute_grouped_dbias(gradient, offsets, groups)
    near(by_bias, wanted, torch.float32)


@pytest.mark.parametrize("shape", [(1, 1), (128, 4), (130, 7), (300, 129)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.uint8], ids=str)
def test_padding(shape, dtype):
    x = (random(*shape) * 20).abs().to(dtype)
    wanted = functional.pad(x, (0, -shape[1] % 4, 0, -shape[0] % 128))
    assert torch.equal(kernels("pad").pad_columnwise_scale_inv(x), wanted)
