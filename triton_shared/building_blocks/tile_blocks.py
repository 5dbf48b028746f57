"""Cut linalg ops on blocks into tiles of a machine's size, by upstream's transform dialect.

::

    %d = linalg.matmul ins(%a, %b : tensor<64x64xf32>, …)       scf.for %i = 0 to 64 step 32 { … three loops
                                                         ->       %x = tensor.extract_slice %a[%i, %k] [32, 32] [1, 1]
                                                                  … linalg.matmul ins(%x, %y : tensor<32x32xf32>, …)

``ops`` names the ops, ``sizes`` the tile along each of their loops, for which 0 leaves the whole block.  Ops that have
another number of loops stay.  The pass promises that no dimension of the others is longer than the tile.
"""

from __future__ import annotations

from triton_shared.building_blocks import schedules
from triton_shared.errors import CompileError, Diagnostic
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: marks what is tiled, while the schedule runs
MARK = "tts.tiled"
LOOPS = {"linalg.matmul": 3, "linalg.batch_matmul": 4}


def run(module: ir.Operation, ops: str = "linalg.matmul", sizes: str = "32x32x32") -> bool:
    """Run the pass on ``module``; whether it changed anything."""
    lengths = _numbers(sizes)
    found = [op for op in all_ops(module, set(ops.split(","))) if len(lengths) == _loops(op)]
    tiled = [op for op in found if any(isinstance(v.type, ir.RankedTensorType) for v in op.results)]
    with module.context:
        for op in tiled:
            op.attributes[MARK] = ir.UnitAttr.get()
    if tiled:
        schedules.apply(lambda root: schedules.tile(schedules.match(root, marked=MARK), lengths), module)
        for op in all_ops(module, set(ops.split(","))):
            if MARK in op.attributes:
                del op.attributes[MARK]
    return bool(tiled)


def _numbers(sizes: str) -> list[int]:
    parts = sizes.split("x")
    if not all(part.isdigit() for part in parts) or not any(map(int, parts)):
        what = f"option 'sizes': '{sizes}' are no sizes of a tile, as 32x32x32, some of which may be 0"
        raise CompileError([Diagnostic(what)])
    return [int(part) for part in parts]


def _loops(op: ir.Operation) -> int:
    """How many loops ``op`` is."""
    if "iterator_types" in op.attributes:
        return len(op.attributes["iterator_types"])
    return LOOPS.get(op.name) or max(v.type.rank for v in op.operands if isinstance(v.type, ir.ShapedType))
