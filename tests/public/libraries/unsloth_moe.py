"""Unsloth's products of groups of rows, as mixtures of experts have them, forward and backward."""

import ast
import importlib
import importlib.util
import os
import sys
from typing import Any

from public_library import Library, load


def prepare() -> None:
    """On the CPU the products do not ask where tensors are; torch has histograms of integers on GPUs alone."""
    load("unsloth").prepare()
    if os.environ["TRITON_DEFAULT_BACKEND"] != "triton_shared":
        return
    import torch

    histogram: Any = torch.histc
    torch.histc = lambda values, **keywords: histogram(values.double(), **keywords).to(values.dtype)
    _anywhere("grouped_gemm.interface")


def _anywhere(name: str) -> None:
    """Import the module without its assertions of devices."""
    specification = importlib.util.find_spec(name)
    assert specification is not None and specification.origin is not None
    module: Any = importlib.util.module_from_spec(specification)
    with open(specification.origin) as file:
        tree = ast.parse(file.read())
    code = compile(Anywhere().visit(tree), specification.origin, "exec")
    sys.modules[name] = module
    exec(code, vars(module))


class Anywhere(ast.NodeTransformer):
    """Leaves out assertions of devices."""

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return ast.copy_location(ast.Pass(), node) if "device.type" in ast.unparse(node.test) else node


LIBRARY = Library(
    repository="unslothai/unsloth",
    tests=("unsloth/kernels/moe/tests/test_grouped_gemm.py",),
    path=("unsloth/kernels/moe",),
    sample=30,
    heavy=("*LLAMA*", "*QWEN*", "*hidden_size=5120*", "*hidden_size=2048*", "*seq_len=1024*"),
    left_out={"*use_tma_store*": "its tests skip stores of descriptors"},
    prepare=prepare,
)
