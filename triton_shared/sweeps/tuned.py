"""``triton_shared.tuned``: a kernel of Triton's takes the configurations that a database has for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from triton_shared.sweeps import chips, kernels, tuning
from triton_shared.tools import python_source


class Database:
    """What ``tuned`` makes: a decorator of autotuned kernels, and a look-up for other programs."""

    def __init__(self, path: str | Path):
        self._entries = list(tuning.read(path).values())

    def __call__(self, kernel: Any) -> Any:
        """``kernel``, which ``@triton.autotune`` made, and which measures nothing where the database knows the launch.

        Raises:
            TypeError: it is not autotuned.
        """
        if not hasattr(kernel, "early_config_prune") or not hasattr(kernel, "configs"):
            raise TypeError(
                f"tuned: expected what @triton.autotune makes, got {type(kernel).__name__}; write it below @tuned(…)"
            )
        before: Callable[..., Any] | None = kernel.early_config_prune
        function = python_source.plain(kernel)

        def prune(configs: list[Any], named: Mapping[str, Any], **more: Any) -> list[Any]:
            left = before(configs, named, **more) if before else list(configs)
            found = self._look_up(function, {**named, **more})
            return [self._of(left, found.configuration)] if found else left

        kernel.early_config_prune = prune
        return kernel

    def best(self, kernel: Any, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
        """The configuration for a launch of ``kernel`` with these ``arguments`` by name; None where none is known."""
        found = self._look_up(kernel, arguments)
        return dict(found.configuration) if found else None

    def _look_up(self, kernel: Any, arguments: Mapping[str, Any]) -> tuning.Tuned | None:
        taken = {name: value for name, value in arguments.items() if name in _parameters(kernel, arguments)}
        signature = kernels.signature(taken)
        source, bucket = kernels.digest(kernel), tuning.bucket_of(taken)
        target = "cuda" if any(getattr(value, "is_cuda", False) for value in taken.values()) else "cpu"
        return tuning.nearest(self._entries, source, signature, bucket, chips.of(target))

    @staticmethod
    def _of(configs: list[Any], configuration: Mapping[str, Any]) -> Any:
        """The one of ``configs`` that says the same, or one like it."""
        for config in configs:
            if configuration.items() <= config.all_kwargs().items():
                return config
        import triton

        own = {name: value for name, value in configuration.items() if name in ("num_warps", "num_stages")}
        return triton.Config({n: v for n, v in configuration.items() if n not in own}, **own)


def _parameters(kernel: Any, arguments: Mapping[str, Any]) -> set[str]:
    """The names of the parameters that are no constants."""
    if not kernels.is_triton(kernel):
        return set(arguments)
    return {param.name for param in python_source.plain(kernel).params if not param.is_constexpr}


def tuned(path: str | Path) -> Database:
    """Take configurations of kernels from a file that ``triton-shared tune`` wrote.

    As a decorator above ``@triton.autotune`` it lets launches take what the database has for this chip and these
    types, for the nearest sizes; other launches are measured, as without it.

    Args:
        path: the file.

    Returns:
        The decorator, whose ``best(kernel, arguments)`` looks a launch up, with arguments by name.

    Raises:
        DatabaseError: the file is none.
        OSError: it cannot be read.
    """
    return Database(path)
