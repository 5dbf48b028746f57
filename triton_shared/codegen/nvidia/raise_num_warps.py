"""Give a block more warps where each thread would hold more of a tensor than it has registers, as far as there are any.

    module attributes {tts.target = {chip = "sm_90a", num_stages = 3, num_warps = 4}} {
      func.func @k(…) {
        %t = bufferization.to_tensor %b : memref<131072xf32> …

becomes

    module attributes {tts.target = {chip = "sm_90a", num_stages = 3, num_warps = 32}} {
      func.func @k(…) attributes {tts.remarks = ["… there are 32 warps"]} {
        %t = bufferization.to_tensor %b : memref<131072xf32> …

A thread of four warps would hold 1024 registers of %t: code of eight times as many instructions, whose spills ptxas
takes seconds to minutes to place.  So it is for straight-line code alone: that of loops and products is made for the
warps that were asked for, and so is a kernel with `maxnreg`, or with layouts that are named.

Promise: nothing changes but the number of warps, of which the function has a remark.
"""

from __future__ import annotations

from dataclasses import replace

from triton_shared.codegen.kernels import kernels_of
from triton_shared.codegen.nvidia import fitting
from triton_shared.codegen.nvidia.options import MAXNREG
from triton_shared.codegen.nvidia.target import MAX_THREADS, GpuTarget
from triton_shared.codegen.simt.build.emitter import LOOPS
from triton_shared.codegen.simt.layouts.layout_attributes import LAYOUT
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.errors import Diagnostic, place_near
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    target = GpuTarget.of(module)
    kernels = list(kernels_of(module).values())
    if target.maxnreg is not None or len(kernels) != 1:
        return
    largest = fitting.largest_held(kernels[0])
    if largest is None or fitting.registers(largest, target.threads) < MAXNREG.stop:
        return
    if all_ops(kernels[0], {*LOOPS, *PRODUCTS}) or any(LAYOUT in op.attributes for op in all_ops(kernels[0])):
        return
    raised = target
    while raised.threads < MAX_THREADS and fitting.registers(largest, raised.threads) >= MAXNREG.stop:
        raised = replace(raised, num_warps=2 * raised.num_warps)
    if raised != target:
        fired("raise-num-warps", "module")
        raised.attach(module)
        _note(kernels[0], largest, target, raised)


def _note(kernel: ir.Operation, largest: ir.Value, asked: GpuTarget, raised: GpuTarget) -> None:
    op = largest.owner.operation
    what = (
        f"'{op.name}' op makes a block of {fitting.registers(largest, asked.threads)} registers of each thread of "
        f"{asked.num_warps} warps, which has {MAXNREG[-1]} at most: there are {raised.num_warps} warps"
    )
    fitting.add_remarks(kernel, [Diagnostic(what, *place_near(op), "remark").render()])
