"""``python xdna_models.py``, in the folder of XDNA's gpt2 or qwen2_5: the operators of the model, once each.

The folder's own modules launch them, as the model does on an NPU, with its transform scripts; torch computes the same.
There are no weights: operands are random.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import torch

sys.path.insert(0, str(Path.cwd()))
import kernels
import model

HERE = Path.cwd()
OF = torch.nn.functional
ROWS, WIDTH, HIDDEN = 16, 256, 512


def script(name: str) -> str:
    """The path of a script of this model."""
    return str(HERE / f"transform_{name}_aie2p.mlir")


def check(name: str, found: torch.Tensor, wanted: torch.Tensor, bound: float = 2e-2) -> None:
    """Both are near each other, relative to the largest number."""
    error = (found.float() - wanted.float()).abs().max() / wanted.float().abs().max()
    assert error <= bound, f"{name}: {error}"


def main() -> None:
    """Every operator that has a script, then the chain of the model's perceptron."""
    torch.manual_seed(0)
    x, y = torch.randn(ROWS, WIDTH), torch.randn(ROWS, WIDTH)
    weight = torch.randn(HIDDEN, WIDTH) / math.sqrt(WIDTH)
    npu: dict[str, Any] = {"backend": "npu"}
    check("linear", kernels.triton_linear(x, weight, transform_script=script("matmul"), **npu), x @ weight.T)
    check("softmax", kernels.triton_softmax(x, transform_script=script("softmax"), **npu), x.softmax(-1))
    check("add", kernels.triton_add(x, y, transform_script=script("add"), **npu), x + y)
    if HERE.name == "gpt2":
        found = kernels.triton_gelu(x, transform_script=script("elementwise"), **npu)
        check("gelu", found, OF.gelu(x, approximate="tanh"))
        found = kernels.triton_layernorm(x, y[0], y[1], transform_script=script("layernorm"), **npu)
        check("layernorm", found, OF.layer_norm(x, (WIDTH,), y[0], y[1]))
        scripts = [script(name) for name in ("matmul", "gelu_f32in", "add_f32")]
        model._FusedMLP(WIDTH, HIDDEN, *scripts)._get_chain()
    else:
        found = kernels.triton_add(x, y, transform_script=script("add_f32"), f32=True, **npu)
        check("add of f32", found, x + y, 1e-6)
        found = kernels.triton_swiglu(
            x, y, silu_script=script("elementwise"), mul_script=script("add"), **npu
        )
        check("swiglu", found, OF.silu(x) * y)
        found = kernels.triton_rmsnorm(x, y[0], transform_script=script("rmsnorm"), **npu)
        check("rmsnorm", found, OF.rms_norm(x, (WIDTH,), y[0], eps=1e-6))
        scripts = [script(name) for name in ("matmul", "swiglu_f32in", "add_f32", "rmsnorm")]
        model._FusedMLP(WIDTH, HIDDEN, *scripts)._get_chain()


if __name__ == "__main__":
    main()
