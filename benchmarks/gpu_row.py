"""A row of the table that `benchmarks.gpu` prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch


class Row(NamedTuple):
    """One row of the table.

    ``blocks`` are the configurations of constants to choose from, with the number of warps and stages where not all
    numbers of warps are to be tried; ``grid`` is of one of these.  ``bytes`` must be moved, or ``flops`` of ``element``
    be done.  ``oracle`` is torch's function, which gives what ``output`` of the arguments must hold, within
    ``tolerance``; it is timed as torch's way where ``times_oracle``.
    """

    name: str
    kernel: Any
    arguments: list
    output: int
    blocks: list[dict[str, int]]
    grid: Callable[[dict[str, int]], tuple[int, ...]]
    bytes: int
    oracle: Callable[[], torch.Tensor] | None
    tolerance: float = 1e-5
    flops: int = 0
    element: str = ""
    times_oracle: bool = True
