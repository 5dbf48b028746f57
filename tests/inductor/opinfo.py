"""Compare torch's operators, compiled by this back end, with eager: ``python -m tests.inductor.opinfo [pattern]``.

The operators and their inputs are torch's own test data, `op_db`, in f32: up to ``--samples`` inputs of each operator,
forward, and with ``--backward`` the gradients where torch has them.  Operators whose results are random or have no
defined values are left out.  What Inductor refuses is counted apart from what is wrong; the exit status is 1 if
something is wrong or fails in this package.  With ``--inductor`` what is not right is compiled by Inductor's own back
end, too: what is not right there, either, is counted apart.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import warnings
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils import _pytree as pytree

#: operators whose results two runs need not share: random, without values, or unique but for signs and phases
LEFT_OUT = """
empty empty_like empty_permuted empty_strided new_empty new_empty_strided
bernoulli multinomial normal rand_like randint randint_like randn randn_like uniform cauchy exponential geometric
log_normal nn.functional.dropout nn.functional.dropout2d nn.functional.dropout3d nn.functional.alpha_dropout
nn.functional.rrelu nn.functional.feature_alpha_dropout nn.functional.fractional_max_pool2d
nn.functional.fractional_max_pool3d nn.functional.multi_head_attention_forward svd_lowrank pca_lowrank
svd linalg.svd linalg.eig linalg.eigh geqrf qr linalg.qr linalg.householder_product
"""
OUTCOMES = ("right", "wrong", "failed here", "failed in torch", "by Inductor, too", "left out")
OURS = "triton_shared"


@dataclass(frozen=True)
class How:
    """What of an operator is compared: ``samples`` inputs on ``device``, also gradients if ``backward``."""

    device: str = "cpu"
    samples: int = 2
    backward: bool = False


def operators(pattern: str, device: str) -> list:
    """The OpInfos to compare, those of f32 whose name holds ``pattern``."""
    return [op for op in op_db if pattern in op.name and op.supports_dtype(torch.float32, device)]


def tensors(tree) -> list[torch.Tensor]:
    """The tensors of a result."""
    return [leaf for leaf in pytree.tree_leaves(tree) if isinstance(leaf, torch.Tensor)]


def gradients(outputs: list[torch.Tensor], arguments) -> list:
    """The gradients of a fixed weighted sum of ``outputs``; nothing where nothing can be derived."""
    leaves = [t for t in tensors(arguments) if t.requires_grad]
    derived = [t for t in outputs if t.requires_grad]
    if not leaves or not derived:
        return []
    weights = [
        torch.linspace(0.5, 1.5, t.numel(), dtype=t.dtype, device=t.device).reshape(t.shape) for t in derived
    ]
    found = torch.autograd.grad(derived, leaves, weights, allow_unused=True)
    return [g for g in found if g is not None]


def results(function, op, sample, backward: bool) -> list[torch.Tensor]:
    """All that ``function`` computes of copies of a sample's arguments."""
    arguments = pytree.tree_map_only(
        torch.Tensor,
        lambda t: t.detach().clone().requires_grad_(t.requires_grad),
        (sample.input, sample.args, sample.kwargs),
    )
    outputs = tensors(function(arguments[0], *arguments[1], **arguments[2]))
    return [t.detach() for t in outputs] + (gradients(outputs, arguments) if backward else [])


def is_ours(error: BaseException) -> bool:
    """Whether the error, or what it stems from, was raised in this package or in Triton."""
    while error is not None:
        trace = error.__traceback__
        while trace is not None:
            file = trace.tb_frame.f_code.co_filename
            if ("triton_shared/" in file and "inductor" not in file) or "/triton/" in file:
                return True
            trace = trace.tb_next
        error = error.__cause__ or error.__context__
    return False


def compare(op, how: How, backend: str = OURS) -> tuple[str, str]:
    """The outcome for one operator, and what there is to say of it."""
    if op.name in LEFT_OUT.split():
        return "left out", ""
    backward = how.backward and op.supports_autograd
    samples = op.sample_inputs(how.device, torch.float32, requires_grad=backward)
    for sample in itertools.islice(samples, how.samples):
        torch._dynamo.reset()
        try:
            expected = results(op.op, op, sample, backward)
        except Exception as error:
            return "left out", f"eager: {error}"
        try:
            found = results(torch.compile(op.op, backend=backend), op, sample, backward)
        except Exception as error:
            return "failed here" if is_ours(error) else "failed in torch", f"{type(error).__name__}: {error}"
        try:
            torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-4, equal_nan=True)
        except AssertionError as error:
            return "wrong", str(error)
    return "right", ""


def main(arguments: list[str] | None = None) -> int:
    """The command; prints what is not right, and the counts."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.inductor.opinfo", description=__doc__.splitlines()[0]
    )
    parser.add_argument("pattern", nargs="?", default="", help="only the operators whose name holds this")
    parser.add_argument("--samples", type=int, default=2, help="inputs of each operator; default: 2")
    parser.add_argument("--backward", action="store_true", help="gradients, too")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="default: cpu")
    parser.add_argument(
        "--inductor", action="store_true", help="compare what is not right with Inductor's own"
    )
    parser.add_argument("--part", default="1/1", help="the i-th of n parts of the list, as i/n")
    parser.add_argument("--json", type=Path, help="write the outcomes to this file, too")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    i, n = map(int, options.part.split("/"))
    how = How(options.device, options.samples, options.backward)
    outcomes: dict[str, tuple[str, str]] = {}
    for op in operators(options.pattern, how.device)[i - 1 :: n]:
        torch.manual_seed(0)
        name = ".".join(filter(None, (op.name, op.variant_test_name)))
        outcome, text = compare(op, how)
        if options.inductor and outcome not in ("right", "left out"):
            torch.manual_seed(0)
            if (theirs := compare(op, how, "inductor")[0]) != "right":
                outcome, text = "by Inductor, too", f"{outcome}; by Inductor's own back end {theirs}: {text}"
        outcomes[name] = outcome, text
        if outcome not in ("right", "left out"):
            print(f"{name}: {outcome}: {' '.join(text.split())[:300]}", flush=True)
    counts = Counter(outcome for outcome, _ in outcomes.values())
    print(f"torch {torch.__version__}:", ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES))
    if options.json:
        options.json.write_text(json.dumps(outcomes, indent=1) + "\n", encoding="utf-8")
    return 1 if counts["wrong"] or counts["failed here"] else 0


if __name__ == "__main__":
    sys.exit(main())
