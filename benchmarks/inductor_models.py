"""Models of `benchmarks.inductor` for GPUs, in bf16: blocks of language and vision models, and flex_attention.

Each function makes a model and its inputs on torch's default device; inputs that want gradients are marked.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

WIDTH, HEADS, TOKENS = 1024, 16, 1024
#: tokens and window of flex_attention's rows
LONG, WINDOW = 2048, 256

MODELS: dict[str, Callable[[], tuple[Callable, tuple]]] = {}


def model(make: Callable) -> Callable:
    """Enter a function that makes a model and its inputs."""
    MODELS[make.__name__.replace("_", " ")] = make
    return make


class Block(nn.Module):
    """A block of GPT-2's, or of a vision transformer if it is not ``causal``: attention, then a net with GELU."""

    def __init__(self, causal: bool):
        super().__init__()
        self.causal = causal
        self.norms = nn.ModuleList([nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)])
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        """Of ``x`` in the shape (batch, tokens, width)."""
        q, k, v = (
            t.unflatten(-1, (HEADS, -1)).transpose(1, 2) for t in self.qkv(self.norms[0](x)).chunk(3, -1)
        )
        heads = functional.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        x = x + self.out(heads.transpose(1, 2).flatten(-2))
        return x + self.down(functional.gelu(self.up(self.norms[1](x)), approximate="tanh"))


@model
def gpt_2_block():
    """4 sequences of 1024 tokens, width 1024, 16 heads."""
    return Block(causal=True).bfloat16(), (torch.randn(4, TOKENS, WIDTH, dtype=torch.bfloat16),)


class Patches(nn.Module):
    """Patches of images, through a block."""

    def __init__(self):
        super().__init__()
        self.embed, self.block = nn.Conv2d(3, WIDTH, 16, 16), Block(causal=False)

    def forward(self, images: Tensor) -> Tensor:
        """Of images of 3 channels."""
        return self.block(self.embed(images).flatten(2).transpose(1, 2)).mean(1)


@model
def vit_block():
    """32 images of 3 × 224 × 224 in patches of 16, width 1024, 16 heads."""
    return Patches().bfloat16(), (torch.randn(32, 3, 224, 224, dtype=torch.bfloat16),)


class Llama(nn.Module):
    """A block of LLaMA's: RMS norms, rotary positions, 4 heads of queries a head of keys, a gated net."""

    def __init__(self, groups: int = 4):
        super().__init__()
        self.size = WIDTH // HEADS
        self.norms = nn.ModuleList([nn.RMSNorm(WIDTH, eps=1e-5), nn.RMSNorm(WIDTH, eps=1e-5)])
        self.q, self.out = (nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(2))
        self.k, self.v = (nn.Linear(WIDTH, WIDTH // groups, bias=False) for _ in range(2))
        self.gate, self.up = (nn.Linear(WIDTH, 11 * WIDTH // 4, bias=False) for _ in range(2))
        self.down = nn.Linear(11 * WIDTH // 4, WIDTH, bias=False)
        angles = torch.outer(
            torch.arange(float(TOKENS)), 10000 ** (-torch.arange(0, self.size, 2) / self.size)
        )
        self.register_buffer("cos", torch.cat([angles.cos()] * 2, -1))
        self.register_buffer("sin", torch.cat([angles.sin()] * 2, -1))

    def _turned(self, x: Tensor) -> Tensor:
        left, right = x.chunk(2, -1)
        return x * self.cos + torch.cat([-right, left], -1) * self.sin

    def forward(self, x: Tensor) -> Tensor:
        """Of ``x`` in the shape (batch, tokens, width)."""
        y = self.norms[0](x)
        q, k, v = (p(y).unflatten(-1, (-1, self.size)).transpose(1, 2) for p in (self.q, self.k, self.v))
        heads = functional.scaled_dot_product_attention(
            self._turned(q), self._turned(k), v, is_causal=True, enable_gqa=True
        )
        x = x + self.out(heads.transpose(1, 2).flatten(-2))
        y = self.norms[1](x)
        return x + self.down(functional.silu(self.gate(y)) * self.up(y))


@model
def llama_block_with_grouped_heads():
    """4 sequences of 1024 tokens, width 1024, 16 heads of queries and 4 of keys."""
    return Llama().bfloat16(), (torch.randn(4, TOKENS, WIDTH, dtype=torch.bfloat16),)


class Residual(nn.Module):
    """A residual block of a diffusion model's U-Net, with the embedding of a time, and twice the size."""

    def __init__(self, channels: int):
        super().__init__()
        self.norms = nn.ModuleList([nn.GroupNorm(32, channels), nn.GroupNorm(32, channels)])
        self.convs = nn.ModuleList([nn.Conv2d(channels, channels, 3, padding=1) for _ in range(2)])
        self.time = nn.Linear(channels, channels)

    def forward(self, x: Tensor, time: Tensor) -> Tensor:
        """Of images, and of a vector for each."""
        y = self.convs[0](functional.silu(self.norms[0](x)))
        y = y + self.time(functional.silu(time))[:, :, None, None]
        y = x + self.convs[1](functional.silu(self.norms[1](y)))
        return functional.interpolate(y, scale_factor=2.0, mode="nearest")


@model
def u_net_block():
    """8 images of 320 channels, 64 × 64."""
    images = torch.randn(8, 320, 64, 64, dtype=torch.bfloat16)
    return Residual(320).bfloat16(), (images, torch.randn(8, 320, dtype=torch.bfloat16))


class Experts(nn.Module):
    """A mixture of 8 experts, each of which takes the 1024 tokens that it scores highest."""

    def __init__(self, experts: int = 8, capacity: int = 1024):
        super().__init__()
        self.capacity = capacity
        self.norm, self.router = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, experts)
        self.up = nn.Parameter(torch.randn(experts, WIDTH, 2 * WIDTH) / math.sqrt(WIDTH))
        self.down = nn.Parameter(torch.randn(experts, 2 * WIDTH, WIDTH) / math.sqrt(2 * WIDTH))

    def forward(self, x: Tensor) -> Tensor:
        """Of tokens in the shape (tokens, width)."""
        y = self.norm(x)
        weights, rows = self.router(y).float().softmax(-1).t().topk(self.capacity, -1)
        given = functional.gelu(torch.bmm(y[rows], self.up))
        made = torch.bmm(given, self.down) * weights[..., None].to(x.dtype)
        return x.float().index_add(0, rows.flatten(), made.flatten(0, 1).float()).to(x.dtype)


@model
def mixture_of_experts():
    """4096 tokens of width 1024."""
    return Experts().bfloat16(), (torch.randn(4096, WIDTH, dtype=torch.bfloat16),)


def _heads() -> tuple[Tensor, ...]:
    """Queries, keys and values: 2 sequences of 2048 tokens, 16 heads of 64."""
    return tuple(torch.randn(2, HEADS, LONG, 64, dtype=torch.bfloat16).requires_grad_() for _ in range(3))


def _masked(mask: Callable) -> tuple[Callable, tuple[Tensor, ...]]:
    """Attention where ``mask`` says so."""
    inputs = _heads()
    blocks = create_block_mask(mask, None, None, LONG, LONG, device=str(inputs[0].device))
    return (lambda q, k, v: flex_attention(q, k, v, block_mask=blocks)), inputs


@model
def flex_attention_causal():
    """Of no later keys."""
    return _masked(lambda b, h, q, k: q >= k)


@model
def flex_attention_sliding_window():
    """Of the 256 keys before a query."""
    return _masked(lambda b, h, q, k: (q >= k) & (q - k < WINDOW))


@model
def flex_attention_alibi():
    """With scores that fall with the distance, by another slope in each head."""
    slopes = torch.exp2(-torch.arange(1, HEADS + 1) * 8.0 / HEADS)
    return (
        lambda q, k, v: flex_attention(q, k, v, score_mod=lambda s, b, h, i, j: s + slopes[h] * (j - i))
    ), _heads()
