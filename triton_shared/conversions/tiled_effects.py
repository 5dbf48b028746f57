"""Whether loads see the same memory where straight-line code becomes loops over tiles: `keeps_order`.

Loops of reductions come first, then each loop of stores loads a tile and stores it, and stores of whole values come
last.  So a load may not follow a store of the program through the same argument.  A loop may load through the argument
that it stores through where it touches the same element of both, and no element twice.  Different arguments are taken
for different memory, as everywhere in code for GPUs: what overlaps is the program's to order.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.conversions import tiled_values
from triton_shared.conversions.tiled_plan import Loop, Plan, Tiled
from triton_shared.ir import effects
from triton_shared.ir.walk import made_by
from triton_shared.mlir import ir


def may_move(op: ir.Operation) -> bool:
    """Whether ``op`` is a plain load or store, or touches no memory."""
    row = effects.of(op)
    if op.name in ("tt.load", "tt.store"):
        return not row.orders
    return row.only_computes


def keeps_order(ops: Sequence[ir.Operation], plan: Plan) -> bool:
    """Whether each load of ``ops`` loads by ``plan`` what it loads in their order, and memory is left as by it."""
    stores: list[ir.Operation] = []
    for op in ops:
        if op.name == "tt.store":
            stores.append(op)
        elif op.name == "tt.load" and any(_may_meet(op, store) for store in stores):
            return False
    cut = [part for loop in plan.stores for part in loop.roots]
    moved = [store for store, _ in cut]
    if any(_may_meet(a, b) for a in moved for b in stores if a != b):
        return False
    return all(_sees_none(part, cut, loop, plan) for loop in plan.stores for part in loop.parts)


def _sees_none(part: Tiled, cut: Sequence[Tiled], loop: Loop, plan: Plan) -> bool:
    """Whether the op of ``part`` of ``loop`` loads nothing that an iteration before, or another loop, has stored."""
    load, dim = part
    if load.name != "tt.load":
        return True
    met = [(store, along) for store, along in cut if _may_meet(load, store)]
    same = all(store.operands[0] == load.operands[0] and along == dim for store, along in met)
    return not met or (same and len(plan.stores) == 1 and _are_distinct(load.operands[0]))


def _may_meet(a: ir.Operation, b: ir.Operation) -> bool:
    """Whether the accesses ``a`` and ``b`` may touch the same memory."""
    first, second = _argument(a), _argument(b)
    return first is None or second is None or first == second


def _argument(access: ir.Operation) -> ir.Value | None:
    """The argument that ``access`` goes through; None where it is not known."""
    root = effects.root(access.operands[0])
    return root if isinstance(root.owner, ir.Block) and effects.is_memory(root) else None


def _are_distinct(pointers: ir.Value) -> bool:
    """Whether all of ``pointers``, of one dimension, certainly differ: a scalar and a range, added up."""
    if maker := made_by(pointers, "tt.addptr", "arith.addi"):
        ranges = [v for v in maker.operands if not _is_uniform(v)]
        return len(ranges) == 1 and _are_distinct(ranges[0])
    if maker := made_by(pointers, "arith.extsi", "arith.extui"):
        return _are_distinct(maker.operands[0])
    return made_by(pointers, "tt.make_range") is not None


def _is_uniform(value: ir.Value) -> bool:
    """Whether all elements of ``value`` are certainly one."""
    if maker := made_by(value, "arith.constant"):
        return tiled_values.operand_dims(maker, 0) is not None
    return made_by(value, "tt.splat") is not None
