"""Runs models of torch and transformers under `torch.compile` with this back end, and compares them with eager.

    python tests/public/zoo.py                        # all models
    python tests/public/zoo.py gpt2 mamba             # these
    python tests/public/zoo.py --state ../zoo.jsonl   # go on there: what has an outcome is not run again
    python tests/public/zoo.py --dump-ttir ../ttir    # keep the Triton IR of each kernel in ../ttir/zoo

Models are small and have random weights; transformers' are made from their configurations, nothing is downloaded.
Each runs in a process of its own: forward without gradients, then the gradients of all parameters, and a step of SGD
with momentum.  Outputs, gradients and parameters after the step are compared with eager's in f64: a tensor may be off
by eight times what eager in f32 is off by, and some roundings of its largest value (`limit`).  Outcomes are

    right    all tensors are within their limits
    wrong    one is not
    error    an exception
    timeout  over the limit of time
    none     Inductor made no kernels of it

The exit status is 1 when a model is anything but right.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(HERE)]

import torch  # noqa: E402
from public_plugin import end_with  # noqa: E402
from run import keep_ttir  # noqa: E402
from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402

#: a model that only waits is ended after this many times its limit on processors
PATIENCE = 8

#: a model, and its inputs by name
Made = tuple[nn.Module, dict[str, torch.Tensor]]

MODELS: dict[str, Callable[[], Made]] = {}


class Of(nn.Module):
    """A function of tensors and of parameters in the shapes ``shapes``."""

    def __init__(self, function: Callable[..., Any], *shapes: tuple[int, ...]):
        super().__init__()
        self.function = function
        self.weights = nn.ParameterList(torch.randn(shape) / 4 for shape in shapes)

    def forward(self, **inputs: torch.Tensor) -> Any:
        weights = [self.weights[i] for i in range(len(self.weights))]  # torch 2.11 traces no iteration
        return self.function(*inputs.values(), *weights)


def model(make: Callable[[], Made]) -> Callable[[], Made]:
    """Enter a function that makes a model."""
    MODELS[make.__name__] = make
    return make


@model
def encoder() -> Made:
    layer = nn.TransformerEncoderLayer(64, 4, 128, dropout=0.0, activation="gelu", batch_first=True)
    return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False), {"src": torch.randn(2, 33, 64)}


@model
def decoder() -> Made:
    layer = nn.TransformerDecoderLayer(48, 3, 100, dropout=0.0, batch_first=True, norm_first=True)
    inputs = {"tgt": torch.randn(2, 17, 48), "memory": torch.randn(2, 29, 48)}
    return nn.TransformerDecoder(layer, 2), inputs


@model
def convolutions() -> Made:
    """With batch norm, in training: its statistics are of the batch."""
    layers = [
        nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.SiLU(), nn.MaxPool2d(2))
        for i, o in ((3, 8), (8, 16))
    ]
    net = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(64, 10))
    return net.train(), {"input": torch.randn(3, 3, 22, 22)}


@model
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


@model
def recommender() -> Made:
    def interact(users, items, users_table, items_table, weight):
        left = functional.embedding_bag(users, users_table, mode="mean")
        right = functional.embedding(items, items_table).amax(1)
        pair = torch.stack((left, right), 1)
        return torch.sigmoid(torch.cat((torch.bmm(pair, pair.mT).flatten(1), left), -1) @ weight)

    inputs = {"users": torch.randint(90, (7, 5)), "items": torch.randint(70, (7, 3))}
    return Of(interact, (90, 24), (70, 24), (28, 3)), inputs


@model
def divergence() -> Made:
    """The Jensen-Shannon divergence of two distributions of logits."""

    def forward(x, y, weight, beta=0.3):
        x, y = torch.log_softmax(x @ weight, -1), torch.log_softmax(y, -1)
        mixed = torch.log(beta * y.exp() + (1 - beta) * x.exp())
        left = functional.kl_div(mixed, y, reduction="none", log_target=True)
        right = functional.kl_div(mixed, x, reduction="none", log_target=True)
        return (beta * left + (1 - beta) * right).sum(-1).mean()

    return Of(forward, (40, 301)), {"x": torch.randn(11, 40), "y": torch.randn(11, 301)}


@model
def polynomial_norm() -> Made:
    """Weighted normalized powers of rows."""

    def forward(x, weight, bias):
        norm = lambda t: t * torch.rsqrt(t.square().mean(-1, keepdim=True) + 1e-6)  # noqa: E731
        return weight[0] * norm(x**3) + weight[1] * norm(x**2) + weight[2] * norm(x) + bias

    return Of(forward, (3,), (1,)), {"x": torch.randn(13, 270)}


@model
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


@model
def chunked_linear_attention() -> Made:
    """Within chunks by products under a triangle, between them by sums of states."""

    def forward(x, to_q, to_k, to_v):
        q, k, v = ((x @ w).unflatten(1, (-1, 16)) for w in (to_q, to_k, to_v))
        states = (k.mT @ v).cumsum(1)
        before = torch.cat((torch.zeros_like(states[:, :1]), states[:, :-1]), 1)
        return ((q @ k.mT).tril() @ v + q @ before).flatten(1, 2) / math.sqrt(x.shape[1])

    return Of(forward, (20, 16), (20, 16), (20, 24)), {"x": torch.randn(2, 64, 20)}


@model
def experts() -> Made:
    """The two best of eight experts for each token, by a matrix of their shares."""

    def forward(x, router, up, down):
        best = torch.topk(torch.softmax(x @ router, -1), 2)
        shares = torch.zeros(len(x), 8).to(x).scatter(1, best.indices, best.values)
        shares = shares / shares.sum(-1, keepdim=True)
        hidden = functional.silu(torch.einsum("td,edh->teh", x, up))
        return torch.einsum("teh,ehd,te->td", hidden, down, shares)

    return Of(forward, (24, 8), (8, 24, 32), (8, 32, 24)), {"x": torch.randn(19, 24)}


@model
def sorted_scans() -> Made:
    """Orders, running sums, products and maxima, and what is picked by them."""

    def forward(x, weight):
        y = x @ weight
        ordered = y.sort(-1).values
        run = y.cumsum(-1) / 8 + torch.cummax(y, -1).values + torch.logcumsumexp(y, 0)
        near = torch.where(torch.triu(torch.ones_like(y)) > 0, run, ordered)
        return near + torch.gather(y, 1, y.argsort(-1, stable=True)) + torch.roll(y, 3, 1).flip(0)

    return Of(forward, (30, 41)), {"x": torch.randn(15, 30)}


@model
def lstm() -> Made:
    def forward(x, into, back, bias):
        h = c = torch.zeros(x.shape[0], 24).to(x)
        for i in range(x.shape[1]):
            a, b, g, o = (x[:, i] @ into + h @ back + bias).chunk(4, -1)
            c = torch.sigmoid(b) * c + torch.sigmoid(a) * torch.tanh(g)
            h = torch.sigmoid(o) * torch.tanh(c)
        return h, c

    return Of(forward, (10, 96), (24, 96), (96,)), {"x": torch.randn(3, 7, 10)}


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


def transformer(kind: str, **inputs: Any) -> Made:
    """The model ``kind`` of transformers in the sizes of `SIZES`, without its head, and without dropout."""
    from transformers import AutoConfig, AutoModel

    config = AutoConfig.for_model(kind)
    known = {name: value for name, value in SIZES.items() if isinstance(getattr(config, name, None), int)}
    ids = {name: 0 for name in vars(config) if name.endswith("token_id")}
    config = AutoConfig.for_model(kind, **known, **ids)
    config.use_cache = False
    torch.manual_seed(0)
    return AutoModel.from_config(config).eval(), inputs


for _kind in TEXTS.split():
    MODELS[_kind] = lambda kind=_kind: transformer(kind, input_ids=torch.randint(1, 101, (2, 19)))
for _kind in PICTURES.split():
    MODELS[_kind] = lambda kind=_kind: transformer(kind, pixel_values=torch.randn(2, 3, 32, 32))
MODELS["t5"] = lambda: transformer(
    "t5", input_ids=torch.randint(1, 101, (2, 19)), decoder_input_ids=torch.randint(1, 101, (2, 11))
)


def tensors(output: Any) -> list[torch.Tensor]:
    """The floats of what a model gives, in order."""
    if isinstance(output, torch.Tensor):
        return [output] if output.is_floating_point() else []
    values: Iterable[Any] = output.values() if hasattr(output, "values") else ()
    if isinstance(output, (tuple, list)):
        values = output
    return [tensor for value in values for tensor in tensors(value)]


def computed(made: Made, backend: str | None) -> dict[str, torch.Tensor]:
    """What a copy of the model gives, the gradients of its parameters, and these after a step; compiled or not."""
    net, inputs = copy.deepcopy(made[0]), made[1]
    compiled = (lambda f: torch.compile(f, backend=backend)) if backend else (lambda f: f)
    run = compiled(net)
    with torch.no_grad():
        found = {f"output {i}": t for i, t in enumerate(tensors(run(**inputs)))}
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=0.01)
    loss = sum(
        (t * torch.linspace(-1, 1, t.numel()).to(t).view(t.shape)).mean() for t in tensors(run(**inputs))
    )
    loss.backward()
    found["loss"] = loss.detach()
    found |= {f"gradient of {n}": p.grad for n, p in net.named_parameters() if p.grad is not None}
    compiled(optimizer.step)()
    return found | {f"{n} after a step": p.detach() for n, p in net.named_parameters()}


def limit(truth: torch.Tensor, eager: torch.Tensor, largest: float) -> float:
    """How far from ``truth``, f64, a result may be: ``largest`` is the largest number of all results."""
    off = (eager.double() - truth).abs().max().item()
    return 8 * off + 1e-5 * truth.abs().max().item() + 1e-7 * largest


def worst(truths: dict[str, Any], eagers: dict[str, Any], found: dict[str, Any]) -> tuple[float, str]:
    """The largest error of a tensor in its limits, and the tensor's name."""
    assert truths.keys() == eagers.keys() == found.keys(), truths.keys() ^ found.keys()
    largest = max(t.abs().max().item() for t in truths.values() if t.numel())
    shares = [(0.0, "")]
    for name, truth in truths.items():
        if truth.numel():
            off = (found[name].double() - truth).abs().max().item()
            shares.append((off / limit(truth, eagers[name], largest), name))
    return max(shares, key=lambda share: math.inf if math.isnan(share[0]) else share[0])


def as_f64(made: Made) -> Made:
    """The model and its inputs in f64."""
    inputs = {n: t.double() if t.is_floating_point() else t for n, t in made[1].items()}
    return copy.deepcopy(made[0]).double(), inputs


def one(name: str) -> dict[str, Any]:
    """The outcome of the model ``name``, in this process."""
    from torch._inductor import metrics

    torch.manual_seed(0)
    made = MODELS[name]()
    truths, eagers = computed(as_f64(made), None), computed(made, None)
    metrics.reset()
    found = computed(made, "triton_shared")
    share, tensor = worst(truths, eagers, found)
    kernels = metrics.generated_kernel_count
    outcome = "none" if not kernels else "right" if share <= 1 else "wrong"
    return {"outcome": outcome, "kernels": kernels, "worst": round(share, 3), "tensor": tensor}


def environment(scratch: str, dump: bool) -> dict[str, str]:
    """Variables of a model's process: caches of its own, no network, this checkout's package."""
    names = ("TORCHINDUCTOR", "TRITON", "TRITON_SHARED")
    caches = {f"{name}_CACHE_DIR": f"{scratch}/{name.lower()}" for name in names}
    dumps = {"TRITON_KERNEL_DUMP": "1", "TRITON_DUMP_DIR": f"{scratch}/dump"} if dump else {}
    own = {"HF_HUB_OFFLINE": "1", "TORCHINDUCTOR_COMPILE_THREADS": "1", "PYTHONPATH": str(ROOT)}
    return os.environ | caches | dumps | own


def in_process(name: str, seconds: int, dump: Path | None) -> dict[str, Any]:
    """The outcome of the model ``name``, in a process that is ended after ``seconds`` on processors."""
    with tempfile.TemporaryDirectory(prefix="zoo-") as scratch:
        process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), "--one", name],
            env=environment(scratch, bool(dump)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)),
        )
        try:
            text, _ = process.communicate(timeout=PATIENCE * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return {"outcome": "timeout"}
        if dump:
            keep_ttir(Path(scratch, "dump"), dump / "zoo")
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return {"outcome": "timeout"}
    lines = text.splitlines() or [""]
    return json.loads(lines[-1]) if process.returncode == 0 else {"outcome": "error", "message": text[-3000:]}


def main(arguments: list[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("models", nargs="*", help=f"all without any: {', '.join(MODELS)}")
    parser.add_argument("--seconds", type=int, default=300, help="processor time of one model (default 300)")
    parser.add_argument("--state", type=Path, help="a file of outcomes, as lines of JSON")
    parser.add_argument("--dump-ttir", type=Path, metavar="DIR", help="write DIR/zoo/KERNEL-HASH.mlir")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.one:
        threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
        print(json.dumps(one(options.one)))
        return 0
    if unknown := set(options.models) - set(MODELS):
        parser.error(f"no model {', '.join(sorted(unknown))}; known are {', '.join(MODELS)}")
    lines = options.state.read_text().splitlines() if options.state and options.state.exists() else []
    outcomes = {entry["model"]: entry for entry in map(json.loads, lines)}
    for name in options.models or MODELS:
        if name not in outcomes:
            began = time.monotonic()
            entry = {"model": name} | in_process(name, options.seconds, options.dump_ttir)
            outcomes[name] = entry | {"seconds": round(time.monotonic() - began)}
            if options.state:
                with options.state.open("a") as file:
                    file.write(json.dumps(outcomes[name]) + "\n")
        print(json.dumps(outcomes[name]), flush=True)
    chosen = [outcomes[name]["outcome"] for name in options.models or MODELS]
    print(", ".join(f"{chosen.count(kind)} {kind}" for kind in dict.fromkeys(chosen)))
    return int(set(chosen) != {"right"})


if __name__ == "__main__":
    sys.exit(main())
