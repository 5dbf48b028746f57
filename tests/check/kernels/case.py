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


#: elements before and behind a tensor: what is out of its bounds is not in those of the next one, however they lie
_APART = 1024


def ones(*shape: int, dtype: torch.dtype = torch.float32) -> Make:
    """A tensor of ones, with memory around it."""
    return lambda wrong: apart(torch.ones(shape, dtype=dtype))


def zeros(*shape: int, dtype: torch.dtype = torch.float32) -> Make:
    """A tensor of zeros, with memory around it."""
    return lambda wrong: apart(torch.zeros(shape, dtype=dtype))


def apart(tensor: torch.Tensor) -> torch.Tensor:
    """``tensor`` in the middle of memory that is written."""
    around = torch.zeros(tensor.numel() + 2 * _APART, dtype=tensor.dtype)
    middle = around[_APART : _APART + tensor.numel()].view(tensor.shape)
    middle.copy_(tensor)
    return middle


def numbers(*values: float, dtype: torch.dtype = torch.int32) -> Make:
    """A tensor of ``values``."""
    return lambda wrong: torch.tensor(values, dtype=dtype)
