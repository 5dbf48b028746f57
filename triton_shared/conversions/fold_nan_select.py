"""Let maxima and minima that hand on NaN, written as selects, be one op.

::

    %more = arith.cmpf ogt, %x, %y                     ->      %m = arith.maximumf %x, %y
    %nan = arith.cmpf une, %x, %x
    %take = arith.ori %more, %nan
    %m = arith.select %take, %x, %y

With ``fold-nan-select`` that is done wherever selects, the compares that they ask and what joins these give the greater
(smaller) of two values, and NaN where one of them is: they are evaluated for each case that two floats can be in, so
that no spelling counts.  Selects that pass over NaN stay.  The pass promises the same numbers, but for the sign of a
zero: of 0.0 and -0.0, which compare equal, a select gives one or the other, ``arith.maximumf`` 0.0 and
``arith.minimumf`` -0.0.
"""

from __future__ import annotations

from triton_shared.ir.builder import at, build, element_of
from triton_shared.ir.extrema import ASKED, extremum, leaves
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(module: ir.Operation, fold_nan_select: bool = False) -> None:
    """Run the pass on ``module``."""
    if fold_nan_select:
        selects = all_ops(module, {"arith.select"})
        floats = [op for op in selects if isinstance(element_of(op.results[0].type), ir.FloatType)]
        for op in [op for op in floats if _fold(op)]:
            _erase(op)


def _erase(op: ir.Operation) -> None:
    """Erase ``op`` and what it asked, where nobody needs these: a combiner shall be one op."""
    cone, pending = {op: None}, [op]
    while pending:
        makers = [v.owner for v in pending.pop().operands if not isinstance(v.owner, ir.Block)]
        found = [maker for maker in makers if maker.name in ASKED and maker not in cone]
        cone.update(dict.fromkeys(found))
        pending += found
    while dead := [one for one in cone if not any(True for _ in one.results[0].uses)]:
        for one in dead:
            del cone[one]
            one.erase()


def _fold(op: ir.Operation) -> bool:
    """Replace the select ``op`` if it gives a maximum or a minimum."""
    floats = leaves(op.results[0])
    if (name := extremum(op, floats)) is None:
        return False
    with at(op):
        op.results[0].replace_all_uses_with(build.apply(name, *floats))
    return True
