"""Unsloth's products of groups of rows, as mixtures of experts have them, forward and backward."""

import os
from typing import Any

from public_library import Library, load


def prepare() -> None:
    """On the CPU the products do not ask where tensors are; torch has histograms of integers on GPUs alone."""
    load("unsloth").prepare()
    if os.environ["TRITON_DEFAULT_BACKEND"] != "triton_shared":
        return
    import public_adaptor
    import torch

    histogram: Any = torch.histc
    torch.histc = lambda values, **keywords: histogram(values.double(), **keywords).to(values.dtype)
    public_adaptor.anywhere("grouped_gemm.interface")


LIBRARY = Library(
    repository="unslothai/unsloth",
    tests=("unsloth/kernels/moe/tests/test_grouped_gemm.py",),
    path=("unsloth/kernels/moe",),
    sample=30,
    heavy=("*LLAMA*", "*QWEN*", "*hidden_size=5120*", "*hidden_size=2048*", "*seq_len=1024*"),
    left_out={"*use_tma_store*": "its tests skip stores of descriptors"},
    prepare=prepare,
)
