"""Turn accesses with indirect dimensions, and atomics, into loops over exactly those dimensions.

::

    %v = tts.load %x[%o] strides [0, 1] loops [0] {       scf.for %i = %low to %high {
    ^bb0(%i: index):                                        %row = tensor.extract %rows[%i]
      %row = tensor.extract %rows[%i]               ->      %view = memref.reinterpret_cast %x to offset: [%o + %row] …
      tts.yield %row, %true                                 memref.copy %view, (row %i of the buffer)
    }                                                     }

What stays structured moves as one copy for each step; with nothing left, single elements move under an ``scf.if``.
The mask's ranges bound the loops.  With ``indirect=gathers`` loads and stores are gathers and scatters where they may
(`gathers.py`).  The pass promises that no tts op is left, but for those that ``keep-tts`` names,
which are on memrefs (`kept_accesses.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.conversions import atomics, gathers, loads_and_stores
from triton_shared.conversions.kept_accesses import keep
from triton_shared.conversions.loads_and_stores import is_access, is_structured, replace
from triton_shared.conversions.promises import none_left
from triton_shared.conversions.rules import merged
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

RULES = merged(loads_and_stores.RULES, atomics.RULES)


def run(module: ir.Operation, indirect: str = "loops", keep_tts: str = "none") -> None:
    """Run the pass on ``module``."""
    is_kept = KEPT[keep_tts]
    for op in all_ops(module.operation, RULES):
        if is_kept(op):
            keep(op)
        else:
            gathers_it = indirect == "gathers" and gathers.applies(op)
            replace(op, gathers.RULES[op.name] if gathers_it else RULES[op.name])
    none_left(module, "unstructured-to-memref", lambda op: is_access(op) and not is_kept(op))


#: what ``keep-tts`` says -> whether it keeps a tts op
KEPT: dict[str, Callable[[ir.Operation], bool]] = {
    "none": lambda op: False,
    "structured": is_structured,
    "all": lambda op: True,
}
