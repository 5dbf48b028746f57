"""Turn loads, stores and atomics whose pointers have one base into tts ops with scalar addresses.

::

    %p = tt.addptr (tt.splat %x), %start + make_range          %o = arith.index_cast %start
    %v = tt.load %p, %start + make_range < %n           ->     %v = tts.load %x[%o] strides [1] mask [0, %n - %o)

Every dimension of an access is strided, clamped (``min`` and ``max``), segmented (``//`` and ``%``) or indirect.
What is indirect is computed by the region of the tts op, for one element of the indirect dimensions at a time; the
rest keeps its structure.
Pointers and offsets that loops carry become scalar iteration arguments wherever elements keep their distances.

With ``refuse-unstructured`` an access that would take a loop over elements, or over rows, is an error for which the
remark is the message: such is the program for machines that move blocks by DMA alone.

With ``clamped=elements`` what is clamped or in many segments is indirect, for machines whose threads load elements.

With ``undefined=unwritten`` the loads whose masked-off elements Triton leaves undefined are marked ``tts.unwritten``.

The pass promises that no access whose base is known is left as a tt op, and that the program means the same:
a masked-off element is not touched, and offsets keep the wrap-around of the type they were computed in.
"""

from __future__ import annotations

from dataclasses import replace

from triton_shared.analyses.access import Access
from triton_shared.analyses.remarks import PARTLY, UNSTRUCTURED, remarks
from triton_shared.conversions.accesses import convert_accesses
from triton_shared.conversions.descriptors import expand_blocks
from triton_shared.conversions.promises import none_left
from triton_shared.dialects.tt.memory import ACCESSES
from triton_shared.errors import CompileError
from triton_shared.mlir import ir


def run(
    module: ir.Operation,
    clamped: str = "pieces",
    refuse_unstructured: bool = False,
    undefined: str = "zero",
) -> None:
    """Run the pass on every function of ``module``."""
    in_pieces = clamped == "pieces"
    with module.location:
        expand_blocks(module)
    if refuse_unstructured:
        _refuse_unstructured(module, in_pieces)
    without_base: set[ir.Operation] = set()
    for function in module.regions[0].blocks[0].operations:
        if function.operation.name == "tt.func":
            without_base.update(convert_accesses(function.operation, _has_base, undefined, in_pieces))
    none_left(module, "triton-to-structured", lambda op: op not in without_base, ACCESSES)


def _has_base(access: Access) -> bool:
    return access.base is not None


def _refuse_unstructured(module: ir.Operation, in_pieces: bool) -> None:
    """Raise a `CompileError` that says of each access of ``module`` that is not structured why."""
    said = remarks(module, in_pieces=in_pieces)
    found = [remark.diagnostic() for remark in said if remark.kind in (PARTLY, UNSTRUCTURED)]
    if found:
        raise CompileError([replace(one, severity="error") for one in found])
