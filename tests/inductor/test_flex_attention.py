"""``flex_attention`` in all its forms, compared with its definition in f64, which runs without a compiler."""

import functools

import pytest

pytest.importorskip("torch")
pytest.importorskip("triton")

import torch
from torch._inductor.custom_graph_pass import CustomGraphPass
from torch.nn.attention import flex_attention as flex

B, H, N, D = 2, 4, 200, 32
GENERATOR = torch.Generator().manual_seed(7)
SLOPES = torch.rand(H, generator=GENERATOR)
TABLE = torch.randn(2 * N, generator=GENERATOR)
DOCUMENTS = torch.sort(torch.randint(0, 5, (N,), generator=GENERATOR)).values


def random(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.randn(*shape, generator=GENERATOR).to(dtype)


#: functions of a score, batch, head, query and key
SCORES = {
    "plain": None,
    "scaled": lambda s, b, h, i, j: s * 2,
    "relative": lambda s, b, h, i, j: s + (j - i) * 0.01 * (h + 1),
    "alibi": lambda s, b, h, i, j: s + SLOPES[h] * (j - i),
    "capped": lambda s, b, h, i, j: torch.tanh(s / 3) * 3,
    "table": lambda s, b, h, i, j: s + TABLE[i - j + N],
    "causal": lambda s, b, h, i, j: torch.where(i >= j, s, -float("inf")),
    "batch": lambda s, b, h, i, j: torch.where(b == 0, s, -s),
}
#: functions of batch, head, query and key
MASKS = {
    "causal": lambda b, h, i, j: i >= j,
    "window": lambda b, h, i, j: (i >= j) & (i - j < 17),
    "documents": lambda b, h, i, j: DOCUMENTS[i] == DOCUMENTS[j],
    "prefix": lambda b, h, i, j: (j < 20) | (i >= j),
    "rows that see nothing": lambda b, h, i, j: (i >= 30) & (j <= i),
    "heads": lambda b, h, i, j: (i + h) % 3 != j % 3,
}


def expected(q, k, v, score=None, mask=None, gqa=False, scale=None):
    """Output and logarithms of sums, computed one way only: whole matrices of f64."""
    q, k, v = q.double(), k.double(), v.double()
    if gqa:
        k, v = (t.repeat_interleave(q.shape[1] // t.shape[1], 1) for t in (k, v))
    scores = q @ k.transpose(-1, -2) * (q.shape[-1] ** -0.5 if scale is None else scale)
    b, h, i, j = torch.meshgrid(*map(torch.arange, scores.shape), indexing="ij")
    scores = score(scores, b, h, i, j) if score else scores
    scores = torch.where(mask(b, h, i, j), scores, -float("inf")) if mask else scores
    return torch.softmax(scores, -1).nan_to_num() @ v, torch.logsumexp(scores, -1)


def compiled(**options):
    torch._dynamo.reset()
    return torch.compile(
        functools.partial(flex.flex_attention, **options), backend="triton_shared", fullgraph=True
    )


@pytest.fixture(scope="module")
def operands():
    return [random(B, H, N, D) for _ in range(3)]


@pytest.mark.parametrize("name", SCORES)
def test_functions_of_scores(operands, name):
    with torch.no_grad():
        out = compiled(score_mod=SCORES[name])(*operands)
    torch.testing.assert_close(out.double(), expected(*operands, SCORES[name])[0], atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("name", MASKS)
def test_masks(operands, name):
    mask = flex.create_block_mask(MASKS[name], B, H, N, N, device="cpu")
    with torch.no_grad():
        out, lse = compiled(block_mask=mask, return_lse=True)(*operands)
    wanted = expected(*operands, mask=MASKS[name])
    torch.testing.assert_close((out.double(), lse.double()), wanted, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_a_function_and_a_mask_with_grouped_heads(dtype):
    q, k, v = random(B, H, 65, 16, dtype=dtype), *(random(B, 2, 130, 16, dtype=dtype) for _ in range(2))
    mask = flex.create_block_mask(MASKS["prefix"], B, H, 65, 130, device="cpu")
    with torch.no_grad():
        out = compiled(score_mod=SCORES["alibi"], block_mask=mask, enable_gqa=True, scale=0.3)(q, k, v)
    assert out.dtype == dtype
    wanted = expected(q, k, v, SCORES["alibi"], MASKS["prefix"], gqa=True, scale=0.3)[0]
    near = {torch.float16: 4e-3, torch.bfloat16: 3e-2, torch.float64: 1e-6}[
        dtype
    ]  # rounded scores and results
    torch.testing.assert_close(out.double(), wanted, atol=near, rtol=near)


class Block(torch.nn.Module):
    """A layer whose heads are interleaved in memory, with work before and behind that may be fused."""

    def __init__(self):
        super().__init__()
        self.qkv, self.out = torch.nn.Linear(64, 192), torch.nn.Linear(64, 64)

    def forward(self, x):
        b, n, _ = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, 4, 16).permute(2, 0, 3, 1, 4)
        attended = flex.flex_attention(torch.sin(q), k, v, score_mod=SCORES["causal"])
        return self.out(attended.transpose(1, 2).reshape(b, n, 64)) + x


def test_a_layer_of_any_length():
    torch._dynamo.reset()
    layer = Block().eval()
    fast = torch.compile(layer, backend="triton_shared", fullgraph=True, dynamic=True)
    with torch.no_grad():
        for length in (33, 70):
            x = random(2, length, 64)
            torch.testing.assert_close(fast(x), layer(x), atol=1e-5, rtol=1e-5)


class Counting(CustomGraphPass):
    """A pass of a user's, which sees what ours leaves."""

    seen: list[str] = []

    def __call__(self, graph):
        Counting.seen += [str(node.target) for node in graph.nodes]

    def uuid(self):
        return None


def test_passes_of_users_run_too(operands):
    torch._dynamo.reset()
    options = {"post_grad_custom_pre_pass": Counting()}
    fast = torch.compile(flex.flex_attention, backend="triton_shared", options=options)
    with torch.no_grad():
        torch.testing.assert_close(fast(*operands), expected(*operands)[0].float(), atol=1e-5, rtol=1e-5)
    assert any("bmm" in name for name in Counting.seen) and "flex_attention" not in Counting.seen
