"""Let upstream fuse cheap arithmetic on a loaded block into everything that reads its result.

    %d = linalg.generic {maps = [(i) -> (i), (i) -> (i)]} ins(%x) outs(%e) { ^bb0(%a, %_): yield %a - %mean }
    %s = linalg.reduce { arith.addf } ins(%d) outs(%init) dimensions = [0]
    %y = linalg.generic … ins(%d, %w) …

becomes

    %d0 = linalg.generic {maps = [(i) -> (i), (i) -> (i)]} ins(%x) outs(%e) { ^bb0(%a, %_): yield %a - %mean }
    %s = linalg.generic {maps = [(i) -> (i), (i) -> ()]} ins(%d0) outs(%init) { ^bb0(%a, %c): yield %a + %c }
    %d1 = linalg.generic {maps = [(i) -> (i), (i) -> (i)]} ins(%x) outs(%e) { ^bb0(%a, %_): yield %a - %mean }
    %y = linalg.generic … ins(%d1, %w) …

so that no block holds ``%d``: a reader loads an element of ``%x`` in place of one of ``%d``.

Promise: every reader computes the same bits.  Products are not repeated, since one may be rounded together with what is
added to it and another not.
"""

from __future__ import annotations

from triton_shared.codegen.nests.nest import FROM_FIRST
from triton_shared.codegen.tensors.short_reductions import REDUCTION, generalized
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, made_by
from triton_shared.mlir import ir

#: ops that are repeated at most
MOST_OPS = 8
CHEAP = frozenset(
    f"arith.{name}"
    for name in (
        *("addf", "subf", "negf", "maximumf", "minimumf", "maxnumf", "minnumf", "cmpf", "extf", "sitofp"),
        *("addi", "subi", "andi", "ori", "xori", "maxsi", "minsi", "cmpi", "extsi", "extui", "trunci"),
        *("select", "index_cast", "constant"),
    )
)


def run(function: ir.Operation) -> bool:
    """Run the pass on ``function``; returns whether it has changed anything."""
    changed = False
    for op in all_ops(function, {"linalg.generic"}):
        if not _is_cheap(op) or not _reads_one_loaded_block(op):
            continue
        readers = _readers(op)
        for reader, number in readers[1:]:
            reader.operands[number] = op.clone(ip=ir.InsertionPoint(reader)).results[0]
            fired("clone-cheap-producers", "repeated")
        for reader, _ in readers:
            changed = True
            if reader.name == "linalg.reduce":
                generalized(reader)
                fired("clone-cheap-producers", "reduction")
    return changed


def _is_cheap(op: ir.Operation) -> bool:
    ops = [inner.operation for inner in op.regions[0].blocks[0].operations]
    counted = [inner for inner in ops if inner.name not in ("linalg.yield", "linalg.index")]
    return len(counted) <= MOST_OPS and all(inner.name in CHEAP for inner in counted)


def _reads_one_loaded_block(op: ir.Operation) -> bool:
    """Whether ``op`` is elementwise, on one block that comes from memory, and on what is the same along its rows."""
    maps = [attribute.value for attribute in op.attributes["indexing_maps"]]
    rank = maps[0].n_dims
    identity = ir.AffineMap.get_identity(rank)
    if rank == 0 or len(op.results) != 1 or maps[-1] != identity:
        return False
    if any(str(kind) == REDUCTION for kind in op.attributes["iterator_types"]):
        return False
    blocks = [v for v, m in zip(op.operands, maps[:-1], strict=False) if m == identity]
    others = [m for m in maps[:-1] if m != identity]
    along = ir.AffineDimExpr.get(rank - 1)
    uniform = all(isinstance(e, ir.AffineDimExpr) and e != along for m in others for e in m.results)
    return len(blocks) == 1 and uniform and made_by(blocks[0], "bufferization.to_tensor") is not None


def _readers(op: ir.Operation) -> list[tuple[ir.Operation, int]]:
    """Who reads the result of ``op`` and with which operand, if there are several and all read element by element."""
    found = [(use.owner.operation, use.operand_number) for use in op.results[0].uses]
    if len({reader for reader, _ in found}) < 2 or len(found) > len({reader for reader, _ in found}):
        return []
    return found if all(reader.block == op.block and _walks(reader, n) for reader, n in found) else []


def _walks(reader: ir.Operation, number: int) -> bool:
    """Whether ``reader`` reads its operand ``number`` as one loop nest walks it."""
    if reader.name == "linalg.reduce":
        return len(reader.operands) == 2 and number == 0 and FROM_FIRST not in reader.attributes
    if reader.name != "linalg.generic" or number >= len(reader.operands) - len(reader.results):
        return False
    read = reader.attributes["indexing_maps"][number].value
    return read == ir.AffineMap.get_identity(read.n_dims)
