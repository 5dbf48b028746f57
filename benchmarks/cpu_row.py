"""What a row of `benchmarks.cpu` is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch


class Row(NamedTuple):
    """One row of the table.

    ``blocks`` are the configurations of constants to choose from, ``grid`` is of one of these.  ``rivals`` are ways to
    compute the same by torch and numpy, each named by what it calls, at least as exactly; the fastest is the row's
    rival.  The result of the first is what ``output`` of the arguments must hold, within ``tolerance`` of the largest
    element.  ``bytes`` must be moved; where ``flops`` is not 0, the row is rated by that many products and sums of
    elements of type ``element``.  ``beside`` are calls that users may choose instead, which compute less exactly: they
    are timed and told, and are no rivals.
    """

    name: str
    element: str
    kernel: Any
    arguments: list
    output: int
    blocks: list[dict[str, Any]]
    grid: Callable[[dict[str, Any]], tuple[int, ...]]
    rivals: dict[str, Callable[[], Any]]
    bytes: int
    flops: int = 0
    tolerance: float = 1e-5
    beside: dict[str, Callable[[], Any]] = {}


TYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16, "i8": torch.int8}
#: how far results of an element type may be off, as a part of the largest
TOLERANCE = {"f32": 1e-5, "f16": 2e-3, "bf16": 1.6e-2, "i8": 0.0}


def random_tensor(element: str, *shape: int) -> torch.Tensor:
    """Random elements: bytes of all values, floats of the normal distribution."""
    if element == "i8":
        return torch.randint(-128, 128, shape, dtype=torch.int8)
    return torch.randn(*shape).to(TYPES[element])
