"""Passes with a bug in them, for tests of what finds bugs: each changes the first op that it can, as its name says."""

from __future__ import annotations

from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.base import Pass


def drop_a_mask(module: ir.Operation) -> None:
    """A load keeps all of its elements."""
    for op in all_ops(module, {"tt.load"}):
        if len(op.operands) > 1:
            mask = op.operands[1]
            with module.context, ir.Location.unknown():
                true = ir.DenseElementsAttr.get_splat(mask.type, ir.BoolAttr.get(True))
                made = ir.Operation.create(
                    "arith.constant",
                    results=[mask.type],
                    attributes={"value": true},
                    ip=ir.InsertionPoint(op),
                )
            op.operands[1] = made.result
            return


def swap_operands(module: ir.Operation) -> None:
    """A difference is the other way round."""
    for op in all_ops(module, {"arith.subf"}):
        first, second = list(op.operands)
        op.operands[0], op.operands[1] = second, first
        return


def shorten_a_loop(module: ir.Operation) -> None:
    """The last iteration of a loop is left out."""
    for op in all_ops(module, {"scf.for"}):
        high, step = op.operands[1], op.operands[2]
        with module.context, ir.Location.unknown():
            made = ir.Operation.create(
                "arith.subi", operands=[high, step], results=[high.type], ip=ir.InsertionPoint(op)
            )
        op.operands[1] = made.result
        return


def forget_a_fill(module: ir.Operation) -> None:
    """What was filled is garbage."""
    for op in all_ops(module, {"linalg.fill"}):
        if len(op.results):
            op.results[0].replace_all_uses_with(op.operands[1])
            op.erase()
            return


def forget_a_copy(module: ir.Operation) -> None:
    """A block is not loaded."""
    for op in all_ops(module, {"memref.copy"}):
        op.erase()
        return


def change_a_comparison(module: ir.Operation) -> None:
    """Less than becomes at most: one element too many."""
    for op in all_ops(module, {"arith.cmpi"}):
        if op.attributes["predicate"].value == 2:
            with module.context:
                op.attributes["predicate"] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 3)
            return


def change_an_init(module: ir.Operation) -> None:
    """A maximum starts from 0."""
    for op in all_ops(module, {"arith.constant"}):
        if str(op.attributes["value"]).startswith("0xFF800000 : f32"):
            with module.context:
                op.attributes["value"] = ir.FloatAttr.get(ir.F32Type.get(), 0.0)
            return


#: mutants by the level that they change
OF_TRITON = (drop_a_mask, change_a_comparison)
OF_THE_SHARED_FORM = (swap_operands, shorten_a_loop, forget_a_fill, forget_a_copy, change_an_init)


def as_pass(mutant) -> Pass:
    """The pass that has the bug."""
    return Pass(mutant.__name__.replace("_", "-"), mutant)
