"""What a table of the library's rows consists of, and the data that rows are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch

from benchmarks.gpu_row import Row

KINDS = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
#: by how much a result of about 1 may differ that was rounded to a type once
ROUNDING = {"f32": 1e-4, "f16": 4e-3, "bf16": 3e-2}


class Data:
    """Tensors on ``device``, whose elements are of ``kind`` unless another is asked for."""

    def __init__(self, device: str, kind: str):
        self.device, self.kind, self.rounding = device, KINDS[kind], ROUNDING[kind]

    def normal(self, *shape: int, kind: torch.dtype | None = None) -> torch.Tensor:
        """Numbers about 0, most of them below 1."""
        return (torch.randn(shape, device=self.device) / 2).to(kind or self.kind)

    def uniform(self, *shape: int, kind: torch.dtype | None = None) -> torch.Tensor:
        """Numbers from 0 to 1."""
        return torch.rand(shape, device=self.device).to(kind or self.kind)

    def below(self, most: int, *shape: int, kind: torch.dtype = torch.int32, least: int = 0) -> torch.Tensor:
        """Whole numbers."""
        return torch.randint(least, most, shape, device=self.device, dtype=kind)

    def order(self, count: int) -> torch.Tensor:
        """The numbers below ``count``, each once."""
        return torch.rand(count, device=self.device).argsort().to(torch.int32)

    def zeros(self, *shape: int, kind: torch.dtype | None = None) -> torch.Tensor:
        """Where results go."""
        return torch.zeros(shape, device=self.device, dtype=kind or self.kind)


class Entry(NamedTuple):
    """A row of a table: ``make`` takes the data and ``sizes``, or ``small`` in the place of some of them for tests.

    Sizes in small letters are of the data, and stand in the row's name; those in capital letters are constants of the
    kernel.  Each number of ``warps`` is tried.
    """

    make: Callable[..., Row]
    kind: str
    sizes: dict[str, int]
    small: dict[str, int]
    warps: tuple[int, ...] = (4,)

    @property
    def name(self) -> str:
        """The name of the row."""
        numbers = "x".join(str(size) for name, size in self.sizes.items() if name.islower())
        return f"{self.make.__name__.replace('_', ' ')} {numbers} {self.kind}"

    def row(self, device: str = "cuda", *, small: bool = False) -> Row:
        """The row, whose torch is its oracle alone."""
        row = self.make(Data(device, self.kind), **{**self.sizes, **(self.small if small else {})})
        blocks = [{**block, "num_warps": warps} for block in row.blocks for warps in self.warps]
        return row._replace(name=self.name, blocks=blocks, times_oracle=False)


def size_of(*tensors: torch.Tensor) -> int:
    """The bytes of all ``tensors``."""
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)
