"""Which accesses in place pay on a CPU.

The policy of `elide-copies`, `version-aliasing-stores`, `narrow-blocks` and `view-blocks`.
"""

from __future__ import annotations

import math

from triton_shared.codegen.cpu import strategy
from triton_shared.codegen.cpu.pack_products import PRODUCT, form_of
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.memory.assign_buffers import STACK_BYTES
from triton_shared.codegen.nests.nest import READERS, Nest, nest_of
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir.builder import Builder, bit_width, strides_of
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: bytes of a block that stays in the nearest cache beside what is computed from it
NEAR_BYTES = 1 << 13
#: how often such a block is read where a copy of it pays
COPIED_READS = 3


@dataclass(frozen=True)
class InVectors:
    """The policy of a CPU: what vectors can do."""

    target: CpuTarget

    def reads_well(self, nest: Nest, number: int) -> bool:
        """Whether input ``number`` of ``nest`` is read in vectors, as it lies or in tiles that are transposed.

        What is read more than once lies in vectors, or is the same for all lanes, and is not masked.
        """
        read, lanes = nest.inputs[number], strategy.choose_lanes(nest, self.target)
        if lanes is None:
            return False
        if len(read.dims) < len(nest.extents):
            return read.window is None and (read.contiguous(lanes.dim) or not read.uses(lanes.dim))
        return read.contiguous(lanes.dim) or strategy.cross_dim(nest, lanes) is not None

    def copies_well(self, block: ir.Value, buffer: ir.Value, reads: int) -> bool:
        """Whether ``buffer`` stays in the nearest cache, and its elements are not computed with just once or twice.

        Loads that straddle the lines of a cache take longer, the more so while these are on their way from memory.
        """
        size = math.prod(buffer.type.shape) * bit_width(buffer.type.element_type) // 8
        near = STACK_BYTES < size <= NEAR_BYTES
        return reads >= COPIED_READS and near and strides_of(block.type)[0][-1:] == [1]

    def writes_well(self, nest: Nest) -> bool:
        """Whether the output of ``nest`` is written in whole vectors, and nothing is read otherwise."""
        lanes = strategy.choose_lanes(nest, self.target)
        return (
            lanes is not None
            and nest.outputs[0].contiguous(lanes.dim)
            and not strategy.strided_accesses(nest, lanes)
        )

    def reads_rows_well(self, reader: ir.Operation, number: int, rows: ir.MemRefType) -> bool:
        """Whether operand ``number`` of ``reader`` is read no slower where its ``rows`` lie: in vectors, and once.

        Products read the left operand so, once for each row of tiles; the right one is read again for each of them, and
        rows that are a power of two apart would displace each other in the cache, where they do not follow each other.
        """
        if reader.name in PRODUCTS or PRODUCT in reader.attributes:
            form = form_of(reader)
            return number < (form.group if form else 1) or _is_dense(rows, reader.operands[number].type)
        if reader.name not in READERS:
            return False
        nest = nest_of(Builder.before(reader), reader)
        read, lanes = nest.inputs[number], strategy.choose_lanes(nest, self.target)
        return lanes is not None and len(read.dims) == len(nest.extents) and read.contiguous(lanes.dim)


def _is_dense(rows: ir.MemRefType, block: ir.MemRefType) -> bool:
    """Whether ``rows``, of which a ``block`` consists, follow each other in memory."""
    return strides_of(rows)[0][-2:] == [block.shape[-1], 1]
