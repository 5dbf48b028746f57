"""What is treated one by one: the elements of a block that a thread holds and handles together."""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.simt.analysis.views import Part
from triton_shared.codegen.simt.build.shared_memory import Region
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.ir.builder import Condition
from triton_shared.mlir import ir


class DivergentElements:
    """The elements of ``space`` that are treated together now.

    Attributes:
        space: the layout of the block that is treated.
        dims: for every induction variable the dimension of the space that it runs over.
        group: the registers whose elements are treated.
        kept: whether the elements are, where nothing branches on that: what touches memory does so under it.
        is_straight: whether that is so.
        together: how many of them are neighbours that have one mask, and one address, or neighbouring ones.
        layouts: of buffers that are written here.
        regions: of tensors and buffers that lie in shared memory.
        copied: what is done where a row is copied, in place of reading it.
        merged: what has been loaded, and is what the buffer that it goes to had where elements are not ``kept``.
    """

    def __init__(self, space: Layout, dims: dict[ir.Value, int]):
        self.space = space
        self.dims = dims
        self.group: list[int] = list(range(space.registers))
        self.together = 1
        self.kept: Condition = True
        self.is_straight = False
        self.layouts: dict[ir.Value, Layout] = {}
        self.regions: dict[ir.Value, Region] = {}
        self.copied: Callable[[Part, Part], None] | None = None
        self.merged: set[ir.Value] = set()
