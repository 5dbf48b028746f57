"""Where a kernel's code is written: the tile, and what lies in memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.fuzz.kernels.nodes import Node


@dataclass
class Dim:
    """One dimension of a tile: from ``start`` (None: 0) on; ``extent`` elements in all, of which ``bound`` are kept."""

    size: int
    extent: int
    start: Node | None = None
    bound: Node | None = None
    aligned: bool = False
    index: Node | None = None


@dataclass
class Access:
    """How a block lies in an array: the pointers, a mask, and whether no two elements share a place."""

    array: Node
    pointers: Node
    mask: Node | None
    owned: bool


@dataclass
class Scope:
    """Where code is written: the tile, numbers of outer dimensions with their extents, and blocks at hand."""

    dims: list[Dim]
    outer: list[tuple[Node, int]] = field(default_factory=list)
    pool: list[Node] = field(default_factory=list)
    accesses: list[Access] = field(default_factory=list)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(d.size for d in self.dims)

    def inner(self, dims: list[Dim] | None = None, outer: list[tuple[Node, int]] | None = None) -> Scope:
        """A scope within, maybe of another tile."""
        dims, outer = self.dims if dims is None else dims, self.outer if outer is None else outer
        return Scope(dims, outer, list(self.pool), [])
