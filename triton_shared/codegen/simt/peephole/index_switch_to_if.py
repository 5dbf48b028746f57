"""Make branches of switches, which stand for returns at different depths.

    %r = scf.index_switch %i -> f32
    case 0 { scf.yield %a : f32 }
    case 1 { scf.yield %b : f32 }
    default { scf.yield %c : f32 }

becomes

    %is0 = arith.cmpi eq, %i, %c0
    %r = scf.if %is0 -> f32 { scf.yield %a } else {
      %is1 = arith.cmpi eq, %i, %c1
      %s = scf.if %is1 -> f32 { scf.yield %b } else { scf.yield %c }
      scf.yield %s
    }

No switch that has cases is there afterwards.
"""

from __future__ import annotations

from triton_shared.ir.builder import Builder
from triton_shared.ir.walk import all_ops, replace_results
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"scf.index_switch"}):
        if cases := list(op.attributes["cases"]):
            replace_results(op, _branch(Builder.before(op), op, cases))
            op.erase()


def _branch(b: Builder, op: ir.Operation, cases: list[int], number: int = 0) -> ir.Operation:
    """The branch for ``cases`` from ``number`` on; the blocks of the switch move into it."""
    default, *regions = op.regions
    here = b.value(b.compare("eq", op.operands[0], cases[number]))
    new = b.op("scf.if", [result.type for result in op.results], (here,), regions=2)
    regions[number].blocks[0].append_to(new.regions[0])
    if number + 1 == len(cases):
        default.blocks[0].append_to(new.regions[1])
        return new
    with b.inside(new.regions[1].blocks.append()):
        b.op("scf.yield", (), list(_branch(b, op, cases, number + 1).results))
    return new
