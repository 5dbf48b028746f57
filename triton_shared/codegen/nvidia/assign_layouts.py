"""Give every tensor, every buffer and every block that is reduced, walked or stored a layout, `simt.layout`.

    %t = bufferization.to_tensor %buffer : memref<256xf32> to tensor<256xf32>

becomes, for 64 threads and accesses of 16 bytes,

    %t = bufferization.to_tensor %buffer {simt.layout = {
        lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128]]}} : …

What an op says already stays, and is carried to those that say nothing (`layout_assignment.py`).

Promise: afterwards `distribute-tensors` asks of no op for a layout that it does not name.
"""

from __future__ import annotations

from collections.abc import Mapping

from triton_shared.codegen.kernels import kernels_of
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.simt.layouts import named_layouts
from triton_shared.codegen.simt.layouts.access_layouts import AccessLayouts
from triton_shared.codegen.simt.layouts.layout_assignment import Assignment
from triton_shared.codegen.simt.layouts.layout_attributes import LAYOUT, text_of
from triton_shared.codegen.simt.layouts.named_layouts import NamedLayouts, Place, attribute_text
from triton_shared.codegen.simt.lower.held_layouts import HeldLayouts
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    target = GpuTarget.of(module)
    for function in kernels_of(module).values():
        assign(function, target)


def assign(function: ir.Operation, target: SimtTarget) -> None:
    """Give each op of ``function`` that is to name layouts those it has on ``target``."""
    ops = all_ops(function)
    given = named_layouts.read(ops, target.block_shape)
    accesses = AccessLayouts(function, ops, target.block_shape)
    held = HeldLayouts(function, Assignment(ops, target, accesses, given), given)
    write(held.named, held.places)


def write(named: NamedLayouts, places: Mapping[ir.Operation, Mapping[Place, ir.Value]]) -> None:
    """Let ops say what ``named`` does: of blocks of their own, and of values, at the ``places`` in their attributes."""
    known: dict[str, ir.Attribute] = {}
    texts = {op: text_of(layout) for op, layout in named.own.items()}
    for op, values in places.items():
        texts[op] = attribute_text(op, {place: named.values[value] for place, value in values.items()})
    for op, text in texts.items():
        if text not in known:
            known[text] = ir.Attribute.parse(text)
        op.attributes[LAYOUT] = known[text]
