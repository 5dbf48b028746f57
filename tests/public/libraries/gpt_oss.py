"""The kernels of gpt-oss, of the Kernel Hub: mixtures of experts in formats of four and eight bits."""

import importlib
import os
import sys
from contextlib import ExitStack
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from public_library import Library

NAMES = "compaction matmul mxfp routing specialize swiglu tensor"
HOPPER = 90
#: what holds until the process ends
KEPT = ExitStack()


class Renamed(MetaPathFinder, Loader):
    """Finds the modules of ``triton_kernels``, as which tests know the package ``gpt_oss_triton_kernels``."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Of the package and its modules."""
        return ModuleSpec(name, self) if f"{name}.".startswith("triton_kernels.") else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module of the package."""
        return importlib.import_module(f"gpt_oss_{spec.name}")

    def exec_module(self, module: ModuleType) -> None:
        """It has been run."""


def prepare() -> None:
    """Kernels are those for Hopper, whose formats have layouts of their own; histograms of integers are torch's."""
    import public_adaptor
    import torch

    KEPT.enter_context(public_adaptor.target_of_cuda(os.environ["PUBLIC_CHECKOUT"], HOPPER))
    torch.cuda.get_device_capability = public_adaptor.answers(divmod(HOPPER, 10))
    counted = torch.histc
    torch.histc = lambda x, *args, **keywords: counted(x.float(), *args, **keywords)
    sys.meta_path.insert(0, Renamed())


LIBRARY = Library(
    repository="huggingface/kernels-community",
    tests=tuple(f"gpt-oss-triton-kernels/tests/test_{name}.py" for name in NAMES.split()),
    path=("gpt-oss-triton-kernels/torch-ext",),
    sample=8,
    triton="3.6",
    prepare=prepare,
)
