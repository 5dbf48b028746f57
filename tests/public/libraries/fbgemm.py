"""FBGEMM: quantized products, mixtures of experts and rows of different lengths, compared with torch by a driver."""

import os
import sys
from pathlib import Path
from types import ModuleType

from public_library import Library

FOLDERS = {
    "": "fbgemm_gpu",
    ".sll": "fbgemm_gpu/sll",
    ".sll.triton": "fbgemm_gpu/sll/triton",
    ".triton": "fbgemm_gpu/triton",
    ".experimental": "experimental",
    ".experimental.gemm": "experimental/gemm",
    ".experimental.gemm.triton_gemm": "experimental/gemm/triton_gemm",
    ".experimental.gen_ai": "experimental/gen_ai/gen_ai",
    ".experimental.gen_ai.moe": "experimental/gen_ai/gen_ai/moe",
}


def prepare() -> None:
    """The packages are built from several folders, and load what is compiled from C++; kernels need none of it."""
    import public_adaptor
    import torch

    torch.version.cuda = "12.8"  # or the formats are those of another vendor
    public_adaptor.anywhere("fbgemm_gpu.experimental.gemm.triton_gemm.fp8_gemm")
    for name, folder in FOLDERS.items():
        package = ModuleType(f"fbgemm_gpu{name}")
        package.__path__ = [str(Path(os.environ["PUBLIC_CHECKOUT"], "fbgemm_gpu", folder))]
        sys.modules[f"fbgemm_gpu{name}"] = package


LIBRARY = Library(
    repository="pytorch/FBGEMM",
    tests=("drive_fbgemm.py",),
    drivers=True,
    sample=12,
    prepare=prepare,
)
