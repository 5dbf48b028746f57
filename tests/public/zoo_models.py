"""The models of `zoo`: small, with random weights, over language, vision, audio, graphs and diffusion."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import nn
from torch.nn import functional

#: a model, and its inputs by name
Made = tuple[nn.Module, dict[str, torch.Tensor]]

MODELS: dict[str, Callable[[], Made]] = {}
#: what each model is for
AREAS: dict[str, str] = {}


class Of(nn.Module):
    """A function of tensors and of parameters in the shapes ``shapes``."""

    def __init__(self, function: Callable[..., Any], *shapes: tuple[int, ...]):
        super().__init__()
        self.function = function
        self.weights = nn.ParameterList(torch.randn(shape) / 4 for shape in shapes)

    def forward(self, **inputs: torch.Tensor) -> Any:
        weights = [self.weights[i] for i in range(len(self.weights))]  # torch 2.11 traces no iteration
        return self.function(*inputs.values(), *weights)


def enter(name: str, area: str, make: Callable[[], Made]) -> None:
    """Enter ``make``, which makes the model ``name`` of ``area``."""
    MODELS[name], AREAS[name] = make, area


def model(area: str) -> Callable[[Callable[[], Made]], Callable[[], Made]]:
    """Enter a function that makes a model of ``area``."""

    def entered(make: Callable[[], Made]) -> Callable[[], Made]:
        enter(make.__name__, area, make)
        return make

    return entered


@model("language")
def encoder() -> Made:
    layer = nn.TransformerEncoderLayer(64, 4, 128, dropout=0.0, activation="gelu", batch_first=True)
    return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False), {"src": torch.randn(2, 33, 64)}


@model("language")
def decoder() -> Made:
    layer = nn.TransformerDecoderLayer(48, 3, 100, dropout=0.0, batch_first=True, norm_first=True)
    inputs = {"tgt": torch.randn(2, 17, 48), "memory": torch.randn(2, 29, 48)}
    return nn.TransformerDecoder(layer, 2), inputs


@model("vision")
def convolutions() -> Made:
    """With batch norm, in training: its statistics are of the batch."""
    layers = [
        nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.SiLU(), nn.MaxPool2d(2))
        for i, o in ((3, 8), (8, 16))
    ]
    net = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(64, 10))
    return net.train(), {"input": torch.randn(3, 3, 22, 22)}


@model("vision")
def autoencoder() -> Made:
    net = nn.Sequential(
        nn.Conv2d(2, 8, 3, 2, 1),
        nn.GroupNorm(4, 8),
        nn.GELU(),
        nn.Upsample(scale_factor=2, mode="bilinear"),
        nn.ConvTranspose2d(8, 4, 3, 2, 1),
        nn.InstanceNorm2d(4),
        nn.Hardswish(),
        nn.AvgPool2d(3, 2),
    )
    return net, {"input": torch.randn(2, 2, 19, 21)}


@model("tables")
def recommender() -> Made:
    def interact(users, items, users_table, items_table, weight):
        left = functional.embedding_bag(users, users_table, mode="mean")
        right = functional.embedding(items, items_table).amax(1)
        pair = torch.stack((left, right), 1)
        return torch.sigmoid(torch.cat((torch.bmm(pair, pair.mT).flatten(1), left), -1) @ weight)

    inputs = {"users": torch.randint(90, (7, 5)), "items": torch.randint(70, (7, 3))}
    return Of(interact, (90, 24), (70, 24), (28, 3)), inputs


@model("losses")
def divergence() -> Made:
    """The Jensen-Shannon divergence of two distributions of logits."""

    def forward(x, y, weight, beta=0.3):
        x, y = torch.log_softmax(x @ weight, -1), torch.log_softmax(y, -1)
        mixed = torch.log(beta * y.exp() + (1 - beta) * x.exp())
        left = functional.kl_div(mixed, y, reduction="none", log_target=True)
        right = functional.kl_div(mixed, x, reduction="none", log_target=True)
        return (beta * left + (1 - beta) * right).sum(-1).mean()

    return Of(forward, (40, 301)), {"x": torch.randn(11, 40), "y": torch.randn(11, 301)}


@model("language")
def polynomial_norm() -> Made:
    """Weighted normalized powers of rows."""

    def forward(x, weight, bias):
        norm = lambda t: t * torch.rsqrt(t.square().mean(-1, keepdim=True) + 1e-6)  # noqa: E731
        return weight[0] * norm(x**3) + weight[1] * norm(x**2) + weight[2] * norm(x) + bias

    return Of(forward, (3,), (1,)), {"x": torch.randn(13, 270)}


@model("language")
def linear_attention() -> Made:
    """With a state of keys times values that is carried from token to token."""

    def forward(x, to_q, to_k, to_v):
        q, k, v = functional.elu(x @ to_q) + 1, functional.elu(x @ to_k) + 1, x @ to_v
        state, total, outs = torch.zeros(x.shape[0], 16, 24).to(x), torch.zeros(x.shape[0], 16).to(x), []
        for i in range(x.shape[1]):
            state = state + k[:, i, :, None] * v[:, i, None, :]
            total = total + k[:, i]
            outs.append((q[:, i, None] @ state)[:, 0] / (q[:, i] * total).sum(-1, keepdim=True))
        return torch.stack(outs, 1)

    return Of(forward, (20, 16), (20, 16), (20, 24)), {"x": torch.randn(2, 12, 20)}


@model("language")
def chunked_linear_attention() -> Made:
    """Within chunks by products under a triangle, between them by sums of states."""

    def forward(x, to_q, to_k, to_v):
        q, k, v = ((x @ w).unflatten(1, (-1, 16)) for w in (to_q, to_k, to_v))
        states = (k.mT @ v).cumsum(1)
        before = torch.cat((torch.zeros_like(states[:, :1]), states[:, :-1]), 1)
        return ((q @ k.mT).tril() @ v + q @ before).flatten(1, 2) / math.sqrt(x.shape[1])

    return Of(forward, (20, 16), (20, 16), (20, 24)), {"x": torch.randn(2, 64, 20)}


@model("language")
def experts() -> Made:
    """The two best of eight experts for each token, by a matrix of their shares."""

    def forward(x, router, up, down):
        best = torch.topk(torch.softmax(x @ router, -1), 2)
        shares = torch.zeros(len(x), 8).to(x).scatter(1, best.indices, best.values)
        shares = shares / shares.sum(-1, keepdim=True)
        hidden = functional.silu(torch.einsum("td,edh->teh", x, up))
        return torch.einsum("teh,ehd,te->td", hidden, down, shares)

    return Of(forward, (24, 8), (8, 24, 32), (8, 32, 24)), {"x": torch.randn(19, 24)}


@model("tables")
def sorted_scans() -> Made:
    """Orders, running sums, products and maxima, and what is picked by them."""

    def forward(x, weight):
        y = x @ weight
        ordered = y.sort(-1).values
        run = y.cumsum(-1) / 8 + torch.cummax(y, -1).values + torch.logcumsumexp(y, 0)
        near = torch.where(torch.triu(torch.ones_like(y)) > 0, run, ordered)
        return near + torch.gather(y, 1, y.argsort(stable=True, dim=-1)) + torch.roll(y, 3, 1).flip(0)

    return Of(forward, (30, 41)), {"x": torch.randn(15, 30)}


@model("language")
def lstm() -> Made:
    def forward(x, into, back, bias):
        h = c = torch.zeros(x.shape[0], 24).to(x)
        for i in range(x.shape[1]):
            a, b, g, o = (x[:, i] @ into + h @ back + bias).chunk(4, -1)
            c = torch.sigmoid(b) * c + torch.sigmoid(a) * torch.tanh(g)
            h = torch.sigmoid(o) * torch.tanh(c)
        return h, c

    return Of(forward, (10, 96), (24, 96), (96,)), {"x": torch.randn(3, 7, 10)}


@model("graphs")
def graph_convolutions() -> Made:
    """Means over neighbours by sums to places that edges give, weighted by degrees."""

    def forward(x, edges, first, second):
        source, target = edges
        degree = torch.zeros(len(x)).to(x).index_add(0, target, torch.ones(len(target)).to(x)) + 1
        share = (degree[source] * degree[target]).rsqrt()[:, None]
        for weight in (first, second):
            y = x @ weight
            x = functional.relu(
                y / degree[:, None] + torch.zeros_like(y).index_add(0, target, share * y[source])
            )
        return x

    return Of(forward, (12, 24), (24, 10)), {"x": torch.randn(31, 12), "edges": torch.randint(31, (2, 140))}


@model("graphs")
def graph_attention() -> Made:
    """A softmax over the edges that lead to a node, of four heads."""

    def forward(x, edges, weight, left, right):
        source, target = edges
        y = (x @ weight).unflatten(-1, (4, -1))
        score = functional.leaky_relu((y * left).sum(-1)[source] + (y * right).sum(-1)[target], 0.2)
        places = target[:, None].expand_as(score)
        most = torch.full((len(x), 4), -1e30).to(x).scatter_reduce(0, places, score.detach(), "amax")
        share = (score - most[target]).exp()
        total = torch.zeros(len(x), 4).to(x).index_add(0, target, share)
        share = share / (total[target] + 1e-9)
        return functional.elu(torch.zeros_like(y).index_add(0, target, share[..., None] * y[source]))

    inputs = {"x": torch.randn(29, 12), "edges": torch.randint(29, (2, 120))}
    return Of(forward, (12, 32), (4, 8), (4, 8)), inputs


@model("graphs")
def messages() -> Made:
    """Messages of edges with features, their largest by node, and a mean of each of three graphs."""

    def forward(x, features, edges, graph, message, update):
        source, target = edges
        sent = functional.gelu(torch.cat((x[source], x[target], features), -1) @ message)
        places = target[:, None].expand_as(sent)
        taken = torch.zeros(len(x), sent.shape[1]).to(x).scatter_reduce(0, places, sent, "amax")
        x = x + torch.tanh(torch.cat((x, taken), -1) @ update)
        sums = torch.zeros(3, x.shape[1]).to(x).index_add(0, graph, x)
        return sums / torch.bincount(graph, minlength=3)[:, None]

    inputs = {"x": torch.randn(27, 10), "features": torch.randn(90, 4), "edges": torch.randint(27, (2, 90))}
    return Of(forward, (24, 16), (26, 10)), inputs | {"graph": torch.arange(27) // 9}


def embedded(times: torch.Tensor, width: int, like: torch.Tensor) -> torch.Tensor:
    """Sines and cosines of ``times``, ``width`` of each."""
    rates = torch.exp(torch.arange(width).to(like) * (-math.log(1000.0) / width))
    angles = times.to(like)[:, None] * rates
    return torch.cat((angles.sin(), angles.cos()), -1)


class Residual(nn.Module):
    """Two convolutions after norms of groups, moved by an embedding of the time."""

    def __init__(self, inside: int, outside: int):
        super().__init__()
        self.norm, self.again = nn.GroupNorm(4, inside), nn.GroupNorm(4, outside)
        self.first, self.second = nn.Conv2d(inside, outside, 3, 1, 1), nn.Conv2d(outside, outside, 3, 1, 1)
        self.time, self.past = nn.Linear(32, outside), nn.Conv2d(inside, outside, 1)

    def forward(self, x: torch.Tensor, time: torch.Tensor) -> torch.Tensor:
        y = self.first(functional.silu(self.norm(x))) + self.time(time)[:, :, None, None]
        return self.past(x) + self.second(functional.silu(self.again(y)))


class Unet(nn.Module):
    """Down by two, attention, up by two, with what was there before beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.time = nn.Sequential(nn.Linear(16, 32), nn.SiLU(), nn.Linear(32, 32))
        self.into, self.out = nn.Conv2d(3, 8, 3, 1, 1), nn.Conv2d(8, 3, 3, 1, 1)
        self.high, self.low, self.up = Residual(8, 8), Residual(8, 16), Residual(24, 8)
        self.down, self.norm = nn.Conv2d(8, 8, 3, 2, 1), nn.GroupNorm(4, 16)
        self.qkv, self.back = nn.Conv2d(16, 48, 1), nn.Conv2d(16, 16, 1)

    def forward(self, x: torch.Tensor, times: torch.Tensor) -> torch.Tensor:
        time = self.time(embedded(times, 8, x))
        high = self.high(self.into(x), time)
        low = self.low(self.down(high), time)
        q, k, v = self.qkv(self.norm(low)).flatten(2).mT.chunk(3, -1)
        seen = functional.scaled_dot_product_attention(q[:, None], k[:, None], v[:, None])[:, 0]
        low = low + self.back(seen.mT.unflatten(2, low.shape[2:]))
        wide = functional.interpolate(low, scale_factor=2.0, mode="nearest")
        return self.out(self.up(torch.cat((wide, high), 1), time))


@model("diffusion")
def unet() -> Made:
    return Unet(), {"x": torch.randn(2, 3, 12, 16), "times": torch.tensor([3, 700])}


@model("diffusion")
def diffusion_transformer() -> Made:
    """Patches whose norms are scaled, shifted and gated by the time."""

    def forward(x, times, patch, modulate, qkv, out, up, down):
        y = functional.unfold(x, 4, stride=4).mT @ patch
        shift, scale, gate, shift2, scale2, gate2 = (functional.silu(embedded(times, 12, x)) @ modulate)[
            :, None
        ].chunk(6, -1)
        h = functional.layer_norm(y, (32,)) * (1 + scale) + shift
        q, k, v = ((h @ qkv).unflatten(-1, (12, 8)).transpose(1, 2)).chunk(3, 1)
        seen = functional.scaled_dot_product_attention(q, k, v)
        y = y + gate * (seen.transpose(1, 2).flatten(2) @ out)
        h = functional.layer_norm(y, (32,)) * (1 + scale2) + shift2
        return y + gate2 * (functional.gelu(h @ up, approximate="tanh") @ down)

    shapes = ((48, 32), (24, 192), (32, 96), (32, 32), (32, 64), (64, 32))
    return Of(forward, *shapes), {"x": torch.randn(2, 3, 16, 24), "times": torch.tensor([1, 40])}


@model("diffusion")
def guided_step() -> Made:
    """A step of denoising: noise with and without a condition, a variance by the time, clamped."""

    def forward(x, condition, times, first, second):
        kept = torch.cos((times.to(x) + 0.008) / 1.008 * (math.pi / 2)).square()[:, None]
        noise = [torch.tanh((x + c) @ first) @ second for c in (condition, torch.zeros_like(condition))]
        mixed = noise[1] + 3.0 * (noise[0] - noise[1])
        start = ((x - (1 - kept).sqrt() * mixed) / kept.sqrt()).clamp(-2, 2)
        return kept.sqrt() * start + (1 - kept).sqrt() * mixed

    inputs = {"x": torch.randn(5, 40), "condition": torch.randn(5, 40), "times": torch.linspace(0.1, 0.8, 5)}
    return Of(forward, (40, 64), (64, 40)), inputs


@model("audio")
def gated_convolutions() -> Made:
    """Dilated causal convolutions of one dimension with gates, whose skips are summed."""

    def forward(x, into, gates, skips):
        y, total = functional.conv1d(x, into), 0.0
        for i, (gate, skip) in enumerate(zip(gates, skips, strict=True)):
            padded = functional.pad(y, (2**i, 0))
            left, right = functional.conv1d(padded, gate, dilation=2**i).chunk(2, 1)
            passed = torch.tanh(left) * torch.sigmoid(right)
            total, y = total + functional.conv1d(passed, skip), y + passed
        return total

    return Of(forward, (12, 2, 1), (3, 24, 12, 2), (3, 6, 12, 1)), {"x": torch.randn(2, 2, 50)}


@model("audio")
def spectrogram() -> Made:
    """Windows of a wave, their spectra by products with sines and cosines, logarithms, a recurrent network."""

    def forward(wave, bands, weight):
        frames = wave.unfold(-1, 32, 12) * torch.hann_window(32).to(wave)
        angles = torch.arange(32)[:, None] * torch.arange(17) * (2 * math.pi / 32)
        power = (frames @ angles.cos().to(wave)).square() + (frames @ angles.sin().to(wave)).square()
        logs = torch.log(power @ bands.abs() + 1e-3)
        logs = (logs - logs.mean(1, keepdim=True)) / (logs.std(1, keepdim=True) + 1e-3)
        return functional.glu(logs @ weight, -1).amax(1)

    return Of(forward, (17, 10), (10, 16)), {"wave": torch.randn(3, 200)}


#: sizes of transformers' models, by the names that their configurations have for them
SIZES = {
    **dict.fromkeys(("hidden_size", "n_embd", "d_model", "dim"), 48),
    **dict.fromkeys(("num_hidden_layers", "n_layer", "num_layers", "n_layers", "decoder_layers"), 2),
    **dict.fromkeys(("num_attention_heads", "n_head", "num_heads", "n_heads", "decoder_attention_heads"), 4),
    **dict.fromkeys(("intermediate_size", "ffn_dim", "d_ff", "hidden_dim", "decoder_ffn_dim"), 80),
    **dict.fromkeys(("num_key_value_heads", "num_local_experts", "num_experts_per_tok"), 2),
    **dict.fromkeys(("encoder_layers", "num_decoder_layers"), 2),
    **dict.fromkeys(("encoder_attention_heads",), 4),
    **dict.fromkeys(("encoder_ffn_dim", "moe_intermediate_size"), 64),
    **dict.fromkeys(("head_dim", "d_kv", "state_size", "embedding_size"), 12),
    "vocab_size": 101,
    "max_position_embeddings": 64,
    "image_size": 32,
    "patch_size": 8,
}

TEXTS = (
    "gpt2 llama mistral qwen3 gemma2 phi gpt_neox bloom opt mamba mixtral olmo2 cohere bert roberta distilbert"
    " albert electra deberta-v2 xlnet"
)
PICTURES = "vit deit convnext resnet mobilenet_v2 swin"
#: of a wave: three convolutions in place of seven
WAVES = {
    "conv_dim": (32,) * 3,
    "conv_kernel": (10, 3, 3),
    "conv_stride": (5, 2, 2),
    "num_feat_extract_layers": 3,
}
WAVES |= {"num_conv_pos_embeddings": 16, "num_conv_pos_embedding_groups": 4}
#: what else a kind needs to be small
CHANGES: dict[str, dict[str, Any]] = {
    "convnext": {"patch_size": 4, "hidden_sizes": [16, 24, 32, 48], "depths": [1, 1, 2, 1]},
    "swin": {"patch_size": 4, "window_size": 2, "embed_dim": 24, "depths": [1, 2], "num_heads": [2, 4]},
    "resnet": {"embedding_size": 16, "hidden_sizes": [16, 24, 32, 48], "depths": [1, 1, 1, 1]},
    "whisper": {"max_source_positions": 20, "max_target_positions": 30, "num_mel_bins": 16},
    "wav2vec2": WAVES,
    "hubert": WAVES,
}
#: timm's, and the options that make them small
TIMM: dict[str, dict[str, Any]] = {
    "resnet10t": {},
    "mobilenetv3_small_050": {},
    "regnetx_002": {},
    "convnext_atto": {"depths": (1, 1, 1, 1), "dims": (16, 24, 32, 48)},
    "mixer_s32_224": {"img_size": 64},
    "vit_tiny_patch16_224": {"img_size": 64, "depth": 2},
}


def transformer(kind: str, **inputs: Any) -> Made:
    """The model ``kind`` of transformers in the sizes of `SIZES`, without its head, and without dropout."""
    from transformers import AutoConfig, AutoModel

    config = AutoConfig.for_model(kind)
    known = {name: value for name, value in SIZES.items() if isinstance(getattr(config, name, None), int)}
    if kind == "xlnet":
        del known["max_position_embeddings"]  # it has none, and refuses to be told
    ids = {name: 0 for name in vars(config) if name.endswith("token_id")}
    config = AutoConfig.for_model(kind, **known | CHANGES.get(kind, {}), **ids)
    config.use_cache = False
    torch.manual_seed(0)
    # products of groups, which experts are by default, have no f64
    options = {"experts_implementation": "batched_mm"} if kind == "mixtral" else {}
    return AutoModel.from_config(config, **options).eval(), inputs


def image_model(name: str) -> Made:
    """The model ``name`` of timm, for ten classes."""
    import timm

    net = timm.create_model(name, num_classes=10, **TIMM[name]).eval()
    return net, {"x": torch.randn(2, 3, 64, 64)}


def _tokens(length: int) -> torch.Tensor:
    return torch.randint(1, 101, (2, length))


for _kind in TEXTS.split():
    enter(_kind, "language", lambda kind=_kind: transformer(kind, input_ids=_tokens(19)))
for _kind in PICTURES.split():
    _size = 64 if _kind == "convnext" else 32
    _make = lambda k=_kind, n=_size: transformer(k, pixel_values=torch.randn(2, 3, n, n))  # noqa: E731
    enter(_kind, "vision", _make)
for _kind in ("wav2vec2", "hubert"):
    enter(_kind, "audio", lambda kind=_kind: transformer(kind, input_values=torch.randn(2, 900)))
for _kind in TIMM:
    enter(f"timm_{_kind}", "vision", lambda name=_kind: image_model(name))
enter("t5", "language", lambda: transformer("t5", input_ids=_tokens(19), decoder_input_ids=_tokens(11)))
enter(
    "whisper",
    "audio",
    lambda: transformer("whisper", input_features=torch.randn(2, 16, 40), decoder_input_ids=_tokens(9)),
)
