"""Give every buffer a place in the scratchpad.

::

    %b = memref.alloc() : memref<64xf32, 1>   ->   %b = memref.alloc() {scratchpad.at = 256 : i64} : memref<64xf32, 1>

Places are multiples of 64 bytes.  A kernel whose buffers need more than ``capacity`` bytes is refused.
"""

from math import prod

from triton_shared.errors import LoweringError
from triton_shared.ir.builder import bit_width, i64_attr
from triton_shared.ir.walk import all_ops


def run(module, capacity):
    """Run the pass on every kernel of ``module``."""
    for function in module.regions[0].blocks[0].operations:
        at = 0
        for buffer in all_ops(function.operation, {"memref.alloc"}):
            type_ = buffer.results[0].type
            buffer.attributes["scratchpad.at"] = i64_attr(at)
            at += -(-prod(type_.shape) * max(bit_width(type_.element_type) // 8, 1) // 64) * 64
            if at > capacity:
                raise LoweringError(buffer, f"ends at byte {at} of the scratchpad, which has {capacity}")
