"""Layouts of slices whose size divides the extent and their offset: what the slice drops are high bits of coordinates.

The whole block is held so that these bits belong to registers; a slice is then a choice of registers, and so is what an
insertion replaces.
"""

from __future__ import annotations

from triton_shared.codegen.simt.analysis.views import kept_dims, replaced_by, slice_of
from triton_shared.codegen.simt.layouts.linear_layout import Layout, is_power_of_two, log2, weights
from triton_shared.ir.builder import DYNAMIC
from triton_shared.mlir import ir
from triton_shared.records import dataclass


@dataclass(frozen=True)
class AlignedSlice:
    """The elements ``[begin, begin + size)`` of a block of ``shape``, in the dimensions ``kept``."""

    shape: tuple[int, ...]
    begin: tuple[int, ...]
    size: tuple[int, ...]
    kept: tuple[int, ...]

    @property
    def part_shape(self) -> tuple[int, ...]:
        """The shape of the slice."""
        return tuple(self.size[d] for d in self.kept)

    @property
    def place(self) -> int:
        """The place of its first element in the block."""
        return sum(begin * step for begin, step in zip(self.begin, weights(self.shape), strict=True))

    def lifted(self, part: Layout) -> Layout:
        """The layout of the whole block in which each thread holds, for what ``part`` gives it, all slices alike."""
        steps = weights(self.shape)
        lift = lambda b: sum(part.coordinate(b, i) * steps[d] for i, d in enumerate(self.kept))  # noqa: E731
        moved = part.mapped(self.shape, lift)
        return Layout(self.shape, moved.reg + self.high_bits, moved.lane, moved.warp)

    @property
    def high_bits(self) -> tuple[int, ...]:
        """The bits of a position that distinguish the slices of this size."""
        steps = weights(self.shape)
        return tuple(
            steps[d] * size << i
            for d, size in enumerate(self.size)
            for i in range(log2(self.shape[d] // size))
        )

    def holds(self, layout: Layout, register: int) -> bool:
        """Whether ``register`` in a lifted ``layout`` belongs to this slice."""
        place = layout.positions[register]
        return all(
            layout.coordinate(place, d) // size == begin // size
            for d, (begin, size) in enumerate(zip(self.begin, self.size, strict=True))
        )

    def part(self, layout: Layout) -> Layout:
        """A layout of the slice, like ``layout`` of the whole block."""
        inner = layout.mapped(
            self.size,
            lambda b: sum(
                layout.coordinate(b, d) % size * w
                for d, (size, w) in enumerate(zip(self.size, weights(self.size), strict=True))
            ),
        )
        return inner.projected(self.kept, self.part_shape).compact


def is_static(op: ir.Operation) -> bool:
    """Whether the bounds of the slice ``op`` are known and divide."""
    bounds = list(zip(op.attributes["static_offsets"], op.attributes["static_sizes"], strict=True))
    return all(DYNAMIC not in pair and is_power_of_two(pair[1]) and pair[0] % pair[1] == 0 for pair in bounds)


def extracted(op: ir.Operation) -> AlignedSlice:
    """The slice that the `tensor.extract_slice` ``op`` takes, which `is_static`."""
    source, window, kept = slice_of(op)
    return AlignedSlice(tuple(source.type.shape), window.begin, window.size, kept)


def inserted(op: ir.Operation) -> AlignedSlice:
    """The slice that the `tensor.insert_slice` ``op`` replaces, which `is_static`."""
    window = replaced_by(op)
    kept = kept_dims(window.size, op.operands[0].type)
    return AlignedSlice(tuple(op.result.type.shape), window.begin, window.size, kept)
