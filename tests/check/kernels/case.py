"""What wrong kernels and their right twins have in common: `Cases`, one dict a check, from names to a `Case` each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch

Make = Callable[[bool], Any]


class Case(NamedTuple):
    """A kernel, what its finding says, and a launch; arguments that are functions of ``wrong`` are made anew."""

    kernel: Any
    does: str
    argument: str | None
    grid: tuple[int, ...]
    arguments: tuple
    named: dict[str, Any]


class Cases(dict[str, Case]):
    """Kernels that one check finds where ``WRONG``, and not else, at a line that is marked ``# wrong``."""

    def __init__(self, check: str):
        super().__init__()
        self.check = check

    def case(
        self, does: str, argument: str | None, grid: tuple[int, ...], *arguments: Any, **named: Any
    ) -> Callable:
        """Make a kernel a case; ``argument`` is None where the finding speaks of none."""

        def add(kernel: Any) -> Any:
            self[kernel.fn.__name__] = Case(kernel, does, argument, grid, arguments, named)
            return kernel

        return add


def ones(*shape: int, dtype: torch.dtype = torch.float32) -> Make:
    """A tensor of ones."""
    return lambda wrong: torch.ones(shape, dtype=dtype)


def zeros(*shape: int, dtype: torch.dtype = torch.float32) -> Make:
    """A tensor of zeros."""
    return lambda wrong: torch.zeros(shape, dtype=dtype)


def numbers(*values: float, dtype: torch.dtype = torch.int32) -> Make:
    """A tensor of ``values``."""
    return lambda wrong: torch.tensor(values, dtype=dtype)
