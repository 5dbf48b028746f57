"""Triton's own library of kernels: products, attention, cross entropy and products of sparse blocks."""

import importlib
import sys
from types import ModuleType
from typing import Any

from public_library import Library

NAMES = "blocksparse cross_entropy flash_attention inductor matmul"


def prepare() -> None:
    """Its tests know it as the part of Triton that it was; what it asks of a GPU for its tuner has an answer."""
    import triton.testing

    testing: Any = triton.testing
    testing.nvsmi = lambda attributes: [1500 for _ in attributes]
    package: ModuleType = importlib.import_module("kernels")
    sys.modules["triton.ops"] = package
    for name, module in list(sys.modules.items()):
        if name.startswith("kernels."):
            sys.modules["triton.ops" + name.removeprefix("kernels")] = module
    triton: Any = sys.modules["triton"]
    triton.ops = package


LIBRARY = Library(
    repository="triton-lang/kernels",
    tests=tuple(f"test/test_{name}.py" for name in NAMES.split()),
    path=(".",),
    triton="3.6",
    sample=8,
    heavy=("*::test_softmax[64-1871-*", "*::test_softmax[128-2511-*"),  # torch's gradient takes minutes
    prepare=prepare,
)
