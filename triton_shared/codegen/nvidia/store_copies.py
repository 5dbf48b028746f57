"""How each block goes to memory in a kernel that has TMA tiles: by TMA, through shared memory, or from registers.

    bufferization.materialize_in_destination %sum in writable %to {simt.store = "tma"} : …

| store | of |
|---|---|
| `tma` | blocks that are TMA tiles in memory (`tma/tensor_maps.py`), and lie among threads otherwise than in memory |
| `registers` | others, and what an iteration stores that loads ahead by itself; `simt.reason` says why |

Such an iteration would wait for its copy to be read, and the next one for it to be in memory, in the time in which
threads store it; and its bytes of shared memory are those of no other block.

What a store says itself stays, and is refused where it cannot be.  Blocks that only distribution knows to be held by no
threads, or in shares of too few rows, go from registers, whatever is said.
"""

from __future__ import annotations

from collections.abc import Iterable

from triton_shared.abi import TensorMap
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.nvidia.tma import tensor_maps, tma_stores
from triton_shared.codegen.nvidia.tma.tensor_maps import TmaTile
from triton_shared.codegen.nvidia.tma.tma_stores import STORE_BY
from triton_shared.codegen.simt.analysis.views import View, part_of, slice_of, whole
from triton_shared.codegen.simt.build.emitter import CONTROL_FLOW
from triton_shared.codegen.simt.layouts import named_layouts
from triton_shared.codegen.simt.pipeline import loop_plan
from triton_shared.codegen.simt.pipeline.loop_plan import REASON, REGISTERS, TMA
from triton_shared.ir.walk import all_ops, made_by, ops_around, owner_of
from triton_shared.mlir import ir

MATERIALIZE = "bufferization.materialize_in_destination"


def write(function: ir.Operation, target: GpuTarget, maps: Iterable[TensorMap]) -> None:
    """Let the stores of ``function``, which has TMA tiles of these ``maps``, say how they are made."""
    known = set(maps)
    for op in all_ops(function, {MATERIALIZE}):
        said = tma_stores.store_of(op)
        if any(one.name not in CONTROL_FLOW for one in ops_around(op)):
            continue
        found = _found(function, target, op, known)
        if said is None and isinstance(found, TmaTile) and _is_waited_for(op):
            found = "the iteration that stores it would wait for it"
        if isinstance(found, TmaTile):
            known.add(found.map)
        elif said == TMA:
            raise tma_stores.refused(op, found or "it stores no block to memory")
        if said is not None or found is None:
            continue
        if isinstance(found, str):
            op.attributes[REASON] = ir.StringAttr.get(found)
        op.attributes[STORE_BY] = ir.StringAttr.get(TMA if isinstance(found, TmaTile) else REGISTERS)


def _is_waited_for(op: ir.Operation) -> bool:
    """Whether ``op`` stores in an iteration of a loop that loads ahead, with no producer."""
    plans = (loop_plan.read(loop) for loop in ops_around(op))
    return any(plan is not None and plan.stages > 1 and not plan.producer for plan in plans)


def _found(
    function: ir.Operation, target: GpuTarget, op: ir.Operation, maps: set[TensorMap]
) -> TmaTile | str | None:
    """The TMA tile that ``op`` stores; why it stores none; None where it is no store of a block to memory."""
    part, value = part_of(op, op.operands[1]), op.operands[0]
    if not isinstance(part.root, View):
        return None
    if (part_of_value := made_by(value, "tensor.extract_slice")) is not None:
        value, window, kept = slice_of(part_of_value)
        if kept != tuple(range(value.type.rank)):
            return "it is a slice of fewer dimensions"
    else:
        window = whole(value.type.shape)
        made = owner_of(value) or value.owner.owner.operation
        named = named_layouts.read([made, op], target.block_shape)
        if named.values.get(value) in (None, named.own.get(op)):
            return "threads hold it as they write it"
    return tma_stores.tile_or_reason(function, target, op, part, window, value, maps)


def refuse(function: ir.Operation, target: GpuTarget) -> None:
    """Raise `LoweringError` where a store of ``function`` says that it goes by TMA, which ``target`` does not have."""
    if (obstacle := tensor_maps.obstacle(target)) is not None:
        for op in all_ops(function, {MATERIALIZE}):
            if tma_stores.store_of(op) == TMA:
                raise tma_stores.refused(op, obstacle)
