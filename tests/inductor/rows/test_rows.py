"""Functions of rows of 300 to 5000 elements, with several results, compiled, beside eager: forward, and gradients.

Torch's own samples of operators have short rows, which code generation keeps in registers; longer ones are loops, over
buffers that several sums share.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch.nn import functional

LENGTHS = (300, 513, 777, 1000, 2048, 3001, 5000)
ROWS = 5


def moments(x):
    mean = x.mean(-1, keepdim=True)
    centered = x - mean
    return mean, (centered**2).mean(-1), (centered**3).mean(-1), (centered**4).mean(-1)


def jensen_shannon(x, y):
    p, q = x.log_softmax(-1), y.log_softmax(-1)
    middle = ((p.exp() + q.exp()) / 2).log()
    left, right = (p.exp() * (p - middle)).sum(-1), (q.exp() * (q - middle)).sum(-1)
    return (left + right) / 2, left, right


def normalized(x):
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6)


def polynomial_norm(x):
    cubes, squares, itself = normalized(x**3), normalized(x**2), normalized(x)
    return 0.5 * cubes + 0.3 * squares + 0.2 * itself + 0.1, squares.sum(-1)


def residual_norm(x, y):
    total = x + y
    return normalized(total), total, total.abs().amax(-1)


def attended(x, y):
    """Linear attention, of one head per row."""
    q, k = functional.elu(x) + 1, functional.elu(y) + 1
    weights = torch.softmax(q * k, -1)
    return weights * y, (q * k).sum(-1), weights.amax(-1)


def halves(x):
    x = x[..., : x.shape[-1] // 2 * 2]
    a, b = x.chunk(2, -1)
    return functional.silu(a) * b, torch.cat([-b, a], -1), (a * b).sum(-1)


def around(x):
    return functional.pad(x, (1, 1)), x.flip(-1) - x, x.roll(7, -1) * x


def extremes(x):
    values, places = x.max(-1)
    return values, places, x.argmin(-1), x.amax(-1) - x.amin(-1)


def norms(x):
    return x.norm(1, -1), x.norm(2, -1), x.norm(float("inf"), -1), x.norm(3, -1)


def masked(x, y):
    kept = torch.where(y > 0, x, 0.0)
    return kept, kept.sum(-1), (y > 0).sum(-1), torch.where(y > 0, x, -torch.inf).softmax(-1)


def entropy(x):
    p = x.softmax(-1)
    return -(p * p.log()).sum(-1), x.logsumexp(-1), p.sum(-2)


def likelihood(x):
    places = torch.arange(x.shape[0]) * 31 % x.shape[-1]
    smoothed = functional.cross_entropy(x, places, reduction="none", label_smoothing=0.1)
    return functional.cross_entropy(x, places), smoothed


def layer_norm(x, y):
    return functional.layer_norm(x, x.shape[-1:], y[0], y[1]), x.var(-1), x.mean(-1)


#: functions of one or two arrays of rows
FUNCTIONS: dict[str, Callable] = {
    "moments": moments,
    "jensen_shannon": jensen_shannon,
    "polynomial_norm": polynomial_norm,
    "residual_norm": residual_norm,
    "attended": attended,
    "halves": halves,
    "around": around,
    "extremes": extremes,
    "norms": norms,
    "masked": masked,
    "entropy": entropy,
    "likelihood": likelihood,
    "layer_norm": layer_norm,
    "group_norm": lambda x: (functional.group_norm(x[..., : x.shape[-1] // 4 * 4], 4), x.std(-1)),
    "variances": lambda x: (*torch.var_mean(x, -1), *torch.var_mean(x, 0)),
    "columns": lambda x: (x.sum(0), x.amax(0), (x * x).mean(0), x.sum()),
    "cumulative": lambda x: (x.cumsum(-1), x.cumsum(0), x.sum(-1)),
    "beside": lambda x: torch.cat([x, x.exp()], -1),
    "below": lambda x: (torch.cat([x, x * 2]), torch.stack([x, x * x])),
    "distances": lambda x, y: (torch.cdist(x, y), torch.cdist(x, y, p=1.0)),
    "similar": lambda x, y: (functional.cosine_similarity(x, y, -1), functional.pairwise_distance(x, y)),
    "divergence": lambda x, y: (functional.kl_div(x.log_softmax(-1), y.softmax(-1), reduction="none"), x * y),
    "softmaxes": lambda x: (x.softmax(-1), x.log_softmax(-1), (-x).softmax(-1)),
    "activations": lambda x: (
        functional.gelu(x),
        functional.gelu(x).sum(-1),
        functional.silu(x),
        x.tanh().mean(-1),
    ),
    "products": lambda x: ((1 + x / 100).prod(-1), x.sigmoid(), (1 + x / 100).log().sum(-1)),
    "gathered": lambda x: (x[:, torch.arange(0, x.shape[-1], 3)], x.gather(1, (x > 0).long()), x[::2]),
    "turned": lambda x: (x.t().contiguous(), x.t() * 2, x.t().sum(-1)),
}
#: those of which nothing can be derived, or not at every point
VALUES_ONLY = {"extremes"}
#: those that eager has in f32 alone
WIDE_ONLY = {"distances"}
CASES = [
    (name, kind)
    for name in FUNCTIONS
    for kind in ("forward", "backward", "bf16")
    if not (kind == "bf16" and name in WIDE_ONLY)
]


def arguments(function: Callable, length: int, dtype: torch.dtype) -> list[torch.Tensor]:
    """One or two arrays of rows."""
    made = [torch.randn(ROWS, length, dtype=dtype) for _ in range(function.__code__.co_argcount)]
    return [x.requires_grad_(dtype == torch.float32) for x in made]


def results(function: Callable, given: list[torch.Tensor], derive: bool) -> list[torch.Tensor]:
    """What ``function`` returns, and the gradients of a weighted sum of that."""
    returned = function(*given)
    outputs = list(returned) if isinstance(returned, tuple) else [returned]
    derived = [x for x in outputs if x.requires_grad] if derive else []
    total = sum((x * torch.linspace(0.5, 1.5, x.numel()).reshape(x.shape)).sum() for x in derived)
    gradients = torch.autograd.grad(total, given, allow_unused=True) if derived else ()
    return [x.detach() for x in (*outputs, *gradients) if x is not None]


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize(("name", "kind"), CASES)
def test_rows(name, length, kind):
    function = FUNCTIONS[name]
    given = arguments(function, length, torch.bfloat16 if kind == "bf16" else torch.float32)
    derive = kind == "backward" and name not in VALUES_ONLY
    wanted = results(function, given, derive)
    found = results(torch.compile(function, backend="triton_shared"), given, derive)
    assert len(found) == len(wanted)
    loose = {"rtol": 5e-2, "atol": 5e-2} if kind == "bf16" else {"rtol": 2e-4, "atol": 2e-4}
    for x, y in zip(found, wanted, strict=True):
        torch.testing.assert_close(x, y, equal_nan=True, **loose)
