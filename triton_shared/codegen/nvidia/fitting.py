"""Notes what a kernel has less of than was asked for, since the chip has no room for more.

    func.func @k(…) attributes {tts.num_stages = array<i64: 8, 4>,
                                tts.remarks = ["k.py:9:4: remark: 'scf.for' op has 4 stages of the 8 asked for: …"]}

`distribute-tensors` notes it, launches and tools show it.  It also notes a block of which a thread holds more registers
than there are: ptxas spills them, and takes a time that grows with the square of the block.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from triton_shared.codegen.nvidia.options import MAXNREG
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.simt.build.context import Ring
from triton_shared.codegen.simt.pipeline import loop_plan
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.errors import Diagnostic, place_near
from triton_shared.ir.builder import bit_width, integer
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

TO_TENSOR = "bufferization.to_tensor"
#: on a function: of the loop that lost most stages, how many it was to have, and how many it has
NUM_STAGES = "tts.num_stages"
#: on a function: a line for each thing that is not as it was asked for
REMARKS = "tts.remarks"
#: on a function: how many blocks a processor is to hold at least; without it ptxas (12.9) may give threads 32
#: registers, of the 255 that they could have, and spill the more
BLOCKS_OF_A_PROCESSOR = "nvvm.minctasm"


def note(
    function: ir.Operation,
    kernel: ir.Operation,
    target: GpuTarget,
    needed: int,
    taken: Sequence[Ring],
    blocks: int = 1,
) -> None:
    """Note on ``function``, made of ``kernel``, which loops have fewer stages than they were to have.

    The rings of these are ``taken``; as it was planned the kernel ``needed`` so many bytes of shared memory.  Else it
    has fewer so that so many ``blocks`` share a processor.
    """
    left = {loop: ring.stages for ring in taken for loop in ring.loops}
    planned = [(loop, loop_plan.read(loop)) for loop in all_ops(kernel, {"scf.for"})]
    asked = [
        (plan.asked, plan.needed or 0, loop) for loop, plan in planned if plan is not None and plan.asked
    ]
    cut = [
        (most, left.get(loop, 1), loop, bytes_) for most, bytes_, loop in asked if left.get(loop, 1) < most
    ]
    if cut:
        most, has, *_ = max(cut, key=lambda one: one[0] - one[1])
        function.attributes[NUM_STAGES] = ir.DenseI64ArrayAttr.get([most, has])
        add_remarks(function, [_line(*one[:3], target, max(needed, one[3]), blocks) for one in cut])


def note_spills(function: ir.Operation, kernel: ir.Operation, target: GpuTarget) -> None:
    """Note on ``function``, the program of a thread of ``kernel``, the block that takes most registers, if too many."""
    largest = largest_held(kernel)
    if largest is None or (count := registers(largest, target.threads)) < MAXNREG.stop:
        return
    if target.maxnreg is None:
        function.attributes[BLOCKS_OF_A_PROCESSOR] = ir.IntegerAttr.get(integer(32), 1)
    op = largest.owner.operation
    what = (
        f"'{op.name}' op makes a block of {count} registers of each thread, which has {MAXNREG[-1]} at most: the rest "
        "is spilled, and ptxas takes long; let the block be smaller, or num_warps larger"
    )
    add_remarks(function, [Diagnostic(what, *place_near(op), "remark").render()])


def largest_held(kernel: ir.Operation) -> ir.Value | None:
    """The block that takes most registers of those that threads of ``kernel`` certainly hold, if any."""
    return max(_in_registers(kernel), key=_words, default=None)


def registers(block: ir.Value, threads: int) -> int:
    """Registers that each of so many ``threads`` holds ``block`` in."""
    return _words(block) // threads


def _in_registers(kernel: ir.Operation) -> list[ir.Value]:
    """The blocks of ``kernel`` that threads certainly hold: what products make, and what is loaded for others."""
    made = [op.results[0] for op in all_ops(kernel, PRODUCTS)]
    loaded = (op.results[0] for op in all_ops(kernel, {TO_TENSOR}))
    return made + [v for v in loaded if not any(use.owner.name in PRODUCTS for use in v.uses)]


def _words(block: ir.Value) -> int:
    """Registers of 32 bits that hold ``block``."""
    return prod(block.type.shape) * bit_width(block.type.element_type) // 32


def add_remarks(function: ir.Operation, lines: Sequence[str]) -> None:
    """Note ``lines`` on ``function``."""
    added = [ir.StringAttr.get(line) for line in (*remarks_of(function), *lines)]
    function.attributes[REMARKS] = ir.ArrayAttr.get(added)


def _line(asked: int, has: int, loop: ir.Operation, target: GpuTarget, needed: int, blocks: int) -> str:
    why = f"a block needs {needed} bytes of shared memory with more, and has {target.max_shared} on {target.chip}"
    if needed <= target.max_shared:
        why = f"{blocks} blocks of so few warps share a processor then" if blocks > 1 else "no loop has more"
    what = f"'{loop.name}' op has {has} stages of the {asked} asked for: {why}"
    return Diagnostic(what, *place_near(loop), "remark").render()


def num_stages_of(function: ir.Operation) -> tuple[int, int] | None:
    """Of the loop of ``function`` that lost most stages, how many it was to have, and has; None where none lost any."""
    noted = function.attributes.get(NUM_STAGES)
    return tuple(ir.DenseI64ArrayAttr(noted)) if noted is not None else None


def remarks_of(function: ir.Operation) -> tuple[str, ...]:
    """What is noted on ``function``."""
    return tuple(line.value for line in function.attributes.get(REMARKS, ()))
