"""Spread the programs of a grid over cores, each of which runs some one after the other.

::

    func.func @k(…, %gridX … %pidZ: i32) {           func.func @k(…, %gridX: i32, %gridY: i32, %gridZ: i32) {
      (the body)                                       scf.forall (%core) in (4) {
      return                                  ->         scf.for %n = (its part of all %gridX * %gridY * %gridZ) {
    }                                                      (the body, in place number %n of the grid, x the fastest)
                                                         }
                                                       }
                                                       return

A core is whatever runs an iteration of ``scf.forall``: a thread, a core with a scratchpad of its own.  It runs
neighbours in the grid.  Kernels have the form that `--triton-to-linalg` gives without options.  The pass promises that
each program is run by one core, and that kernels end with the grid alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.kernels import PROGRAM_ARGUMENTS
from triton_shared.conversions.walk_grid import Place, forall, is_kernel, walk
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import build
from triton_shared.ir.walk import all_ops, terminator
from triton_shared.mlir import ir


def run(module: ir.Operation, cores: int = 4) -> None:
    """Run the pass on ``module``."""
    with module.context:
        for function in filter(is_kernel, all_ops(module, {"func.func"})):
            told = [str(a.type) for a in function.regions[0].blocks[0].arguments][-PROGRAM_ARGUMENTS:]
            if told != ["i32"] * PROGRAM_ARGUMENTS:
                raise LoweringError(function, "does not end with the grid and the place of a program in it")
            walk(function, lambda ends: _programs(ends, cores))


def _programs(ends: Sequence[ir.Value], cores: int) -> Place:
    """A loop over the programs of a core, in a loop over cores."""
    total = build.mul(build.mul(ends[0], ends[1]), ends[2])
    most = build.apply("arith.ceildivui", total, cores)
    block = forall([cores]).regions[0].blocks[0]
    with ir.InsertionPoint(terminator(block)):
        begin = build.apply("arith.muli", block.arguments[0], most)
        end = build.min(build.add(begin, most), total)
        loop = build.op("scf.for", (), [begin, end, build.value(1)], regions=1)
        build.region(loop.regions[0], [build.index], lambda number: (), "scf.yield")
    body = loop.regions[0].blocks[0]
    with ir.InsertionPoint(terminator(body)):
        rows, x = _divided(body.arguments[0], ends[0])
        z, y = _divided(rows, ends[1])
    return terminator(body), [x, y, z]


def _divided(number: ir.Value, size: ir.Value) -> tuple[ir.Value, ir.Value]:
    return build.apply("arith.divui", number, size), build.apply("arith.remui", number, size)
