"""Unsloth: kernels of fine-tuning, compared with torch; its products of groups, `unsloth_moe`, have tests."""

import importlib
import logging
from typing import Any

from public_library import Library


def zoo() -> None:
    """Stand in for the package that patches models, of which kernels use a version, a log and a decorator."""
    import public_adaptor
    from packaging.version import Version

    public_adaptor.absent("unsloth_zoo")
    known: dict[str, dict[str, Any]] = {
        "utils": {"Version": lambda text: Version(str(text))},
        "log": {"logger": logging.getLogger("unsloth")},
        "mlx": {"is_mlx_available": lambda: False},
        "temporary_patches.common": {"torch_compile": lambda function: function},
    }
    for name, values in known.items():
        vars(importlib.import_module(f"unsloth_zoo.{name}")).update(values)


def prepare() -> None:
    """The package itself patches transformers; its kernels need nothing of that."""
    import public_adaptor

    zoo()
    package: Any = public_adaptor.bare("unsloth")
    package.DEVICE_TYPE = importlib.import_module("unsloth.device_type").DEVICE_TYPE


LIBRARY = Library(
    repository="unslothai/unsloth",
    tests=("drive_unsloth.py",),
    drivers=True,
    path=(".",),
    sample=12,
    prepare=prepare,
)
