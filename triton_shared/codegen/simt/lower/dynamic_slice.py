"""Slices at any offset: the tensor lies in shared memory, and each element is read where the slice has it.

    %p = tensor.extract_slice %x[%i, 0] [1, 64] [1, 1] : tensor<32x64xf32> to tensor<64xf32>

becomes

    llvm.store of %x to %shared ; gpu.barrier ; %p = llvm.load %shared[64 * %i + %column]

and of

    %w = tensor.insert_slice %p into %y[%j, 0] [1, 64] [1, 1] : tensor<64xf32> into tensor<32x64xf32>

each register is a selection between one of ``%p``, read so, and one of ``%y``.
"""

from __future__ import annotations

from triton_shared.codegen.nests.nest import Window
from triton_shared.codegen.simt.analysis.views import replaced_by, slice_of
from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.values import Rematerializable
from triton_shared.codegen.simt.layouts.linear_layout import Layout, is_power_of_two
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import Index
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir


def extract(context: LoweringContext, op: ir.Operation) -> None:
    """`tensor.extract_slice`; in divergent code, or where its size is odd, it is read where it is used."""
    source, window, kept = slice_of(op)
    if context.divergent is not None or not all(map(is_power_of_two, op.result.type.shape)):
        return

    def make(layout: Layout) -> ir.Value:
        b = context.b
        region = context.laid_out(context.tensors[source], source.type)
        out = []
        for register in range(layout.registers):
            at = [context.index(begin) for begin in window.begin]
            for d, dim in enumerate(kept):
                at[dim] = b.add(at[dim], b.to_index(b.register_coordinate(layout, register, d)))
            out.append(shared_memory.element(b, region, at))
        return b.collect(out)

    context.require_convergent(op, "moves elements")
    context.tensors[op.result] = Rematerializable(make)


def insert(context: LoweringContext, op: ir.Operation) -> None:
    """`tensor.insert_slice` of a tensor, or of a slice of a tensor of the same rank."""
    b, whole = context.b, op.operands[1]
    context.require_convergent(op, "moves elements")
    target = replaced_by(op)
    source, starts, kept = _source(context, op, target)
    region = context.laid_out(context.tensors[source], source.type)
    layout = context.layouts.of(op.result)
    old, out = context.get(whole, layout), []
    for register in range(layout.registers):
        inside: ir.Value | bool = True
        at: list[Index] = []
        for d, (begin, size) in enumerate(zip(target.begin, target.size, strict=True)):
            own, low = b.to_index(b.register_coordinate(layout, register, d)), context.index(begin)
            high = b.add(low, context.index(size))
            inside = b.both(inside, b.both(b.compare("sge", own, low), b.compare("slt", own, high)))
            if d in kept:
                last = source.type.shape[len(at)] - 1
                moved = b.add(b.sub(own, low), context.index(starts[len(at)]))
                at.append(b.min(b.max(moved, 0), last))
        out.append(b.select(inside, shared_memory.element(b, region, at), b.extract(old, register)))
    context.hold(op.result, layout, b.collect(out))


def _source(
    context: LoweringContext, op: ir.Operation, target: Window
) -> tuple[ir.Value, tuple[Index, ...], list[int]]:
    """The tensor that the inserted elements are read from, from where on, and the dimensions of the whole it has."""
    part, rank = op.operands[0], len(target.size)
    if part in context.tensors:
        dims = part.type.rank
        thin = [d for d, size in enumerate(target.size) if size == 1][: rank - dims]
        return part, (0,) * dims, [d for d in range(rank) if d not in thin]
    maker = owner_of(part)
    if maker is None or maker.name != "tensor.extract_slice" or part.type.rank != rank:
        raise LoweringError(op, "inserts what is no slice of a tensor, and of an odd size")
    source, taken, _ = slice_of(maker)
    return source, taken.begin, list(range(rank))
