"""Time the vectorizer of this package beside upstream's: ``python -m benchmarks.vectorizer [--rows 256 1024]``.

The kernel is softmax of a row of f32, without masks.  All rivals start from the same buffers and end in the same
passes and the same LLVM; in between they make vectors in their own way:

* *ours*: the passes of the stage ``vector``;
* *block*: ``transform.structured.vectorize_children_and_apply_patterns``, which makes one vector of a row;
* *tiles*: the same after tiling by 16.

Printed are the process time from the buffers to machine code, the size of the object, and the time of an element, on
one thread, of rows that stay in the cache.  Of several rounds the best one counts.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Callable

import numpy as np

from triton_shared import dialects
from triton_shared.codegen.cpu import STAGES, stages
from triton_shared.codegen.llvm import machine
from triton_shared.mlir import PACKAGE, ir
from triton_shared.passes.manager import run_pipeline
from triton_shared.runtime.code import Code
from triton_shared.runtime.cpu.cpu_kernel import CPUHeader, CPUKernel

PROGRAMS = 64

_SOFTMAX = """
tt.func public @softmax(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {{
  %pid = tt.get_program_id x : i32
  %size = arith.constant {n} : i32
  %first = arith.muli %pid, %size : i32
  %lanes = tt.make_range {{start = 0 : i32, end = {n} : i32}} : tensor<{n}xi32>
  %firsts = tt.splat %first : i32 -> tensor<{n}xi32>
  %at = arith.addi %firsts, %lanes : tensor<{n}xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<{n}x!tt.ptr<f32>>
  %from = tt.addptr %xs, %at : tensor<{n}x!tt.ptr<f32>>, tensor<{n}xi32>
  %row = tt.load %from : tensor<{n}x!tt.ptr<f32>>
  %max = "tt.reduce"(%row) <{{axis = 0 : i32}}> ({{
  ^bb0(%a: f32, %b: f32):
    %greater = arith.maxnumf %a, %b : f32
    tt.reduce.return %greater : f32
  }}) : (tensor<{n}xf32>) -> f32
  %maxs = tt.splat %max : f32 -> tensor<{n}xf32>
  %below = arith.subf %row, %maxs : tensor<{n}xf32>
  %powers = math.exp %below : tensor<{n}xf32>
  %sum = "tt.reduce"(%powers) <{{axis = 0 : i32}}> ({{
  ^bb0(%a: f32, %b: f32):
    %both = arith.addf %a, %b : f32
    tt.reduce.return %both : f32
  }}) : (tensor<{n}xf32>) -> f32
  %sums = tt.splat %sum : f32 -> tensor<{n}xf32>
  %parts = arith.divf %powers, %sums : tensor<{n}xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<{n}x!tt.ptr<f32>>
  %to = tt.addptr %ys, %at : tensor<{n}x!tt.ptr<f32>>, tensor<{n}xi32>
  tt.store %to, %parts : tensor<{n}x!tt.ptr<f32>>
  tt.return
}}
"""

_SCRIPT = """
module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%module: !transform.any_op) {{
    {tiling}
    %functions = transform.structured.match ops{{["func.func"]}} in %module : (!transform.any_op) -> !transform.any_op
    %vectors = transform.structured.vectorize_children_and_apply_patterns %functions
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }}
}}
"""
_TILING = """
    %ops = transform.structured.match ops{["linalg.generic", "linalg.reduce"]} in %module
      : (!transform.any_op) -> !transform.any_op
    %tiles, %loops = transform.structured.tile_using_for %ops tile_sizes [16]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
"""
# what our stage does beside making vectors
_BEFORE = (
    "strip-memref-descriptors",
    "hide-negative-strides",
    "elide-copies",
    "assign-buffers",
    "pass-escapes",
)
_AFTER = (
    "func.func(lower-vector-multi-reduction{lowering-strategy=inner-reduction})",
    "convert-linalg-to-loops",
    "convert-vector-to-scf",
    "expand-math",
    "canonicalize",
    "cse",
)


def ours(module: ir.Operation) -> None:
    """Make vectors as this package does."""
    run_pipeline(module, STAGES["vector"], verify_each=False)


def upstream(tiling: str) -> Callable[[ir.Operation], None]:
    """Make vectors as upstream's transform op does, after ``tiling``, a piece of a transform script."""
    interpreter = importlib.import_module(f"{PACKAGE}.dialects.transform.interpreter")

    def run(module: ir.Operation) -> None:
        run_pipeline(module, _BEFORE, verify_each=False)
        with module.context, ir.Location.unknown():
            script = ir.Module.parse(_SCRIPT.format(tiling=tiling)).operation
            interpreter.apply_named_sequence(module, script.regions[0].blocks[0].operations[0], script)
        run_pipeline(module, _AFTER, verify_each=False)

    return run


RIVALS = {"ours": ours, "block": upstream(""), "tiles": upstream(_TILING)}


def buffers(extent: int) -> ir.Operation:
    """The kernel for rows of ``extent``, bufferized."""
    module = dialects.parse(_SOFTMAX.format(n=extent))
    run_pipeline(module, ["triton-to-linalg", "allow-contraction"])
    with module.context, ir.Location.unknown():
        stages.prepare(module, "softmax")
    for stage in ("fused", "bufferized"):
        run_pipeline(module, STAGES[stage], verify_each=False)
    return module


def compile_with(vectorize: Callable[[ir.Operation], None], extent: int) -> tuple[float, bytes, CPUKernel]:
    """Milliseconds of process time from buffers to machine code, the object, and the kernel."""
    module = buffers(extent)
    start = time.process_time()
    vectorize(module)
    for stage in ("llvm", "located"):
        run_pipeline(module, STAGES[stage], verify_each=False)
    with module.context:
        compiled = stages.translated(module, "softmax")
    code = machine.to_object(machine.optimize(compiled.text, compiled.target), compiled.target)
    taken = (time.process_time() - start) * 1e3
    return taken, code, CPUKernel(CPUHeader.of(compiled, []), Code(code, compiled.entry), num_threads=1)


def speed(kernel: CPUKernel, extent: int, launches: int = 50) -> float:
    """Nanoseconds that an element takes, the best of some launches.  Raises AssertionError for a wrong result."""
    x = np.random.default_rng(0).standard_normal((PROGRAMS, extent), dtype=np.float32)
    y, best = np.empty_like(x), float("inf")
    for _ in range(launches):
        start = time.perf_counter()
        kernel[(PROGRAMS,)](x, y)
        best = min(best, time.perf_counter() - start)
    powers = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    np.testing.assert_allclose(y, powers / powers.sum(1, keepdims=True), rtol=1e-5)
    return best / x.size * 1e9


def main(arguments: list[str] | None = None) -> None:
    """The command: prints the table as Markdown."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.vectorizer", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--rows", type=int, nargs="+", default=[256, 1024, 4096], help="extents of the rows")
    parser.add_argument("--rounds", type=int, default=3, help="of which the best counts; default: 3")
    options = parser.parse_args(arguments)
    print(f"| row | {' | '.join(RIVALS)} |\n|{'---|' * (1 + len(RIVALS))}")
    for extent in options.rows:
        cells = []
        for vectorize in RIVALS.values():
            rounds = [compile_with(vectorize, extent) for _ in range(options.rounds)]
            taken, code, kernel = min(rounds, key=lambda one: one[0])
            cells.append(f"{taken:.0f} ms, {len(code) / 1e3:.1f} KB, {speed(kernel, extent):.2f} ns")
        print(f"| {extent} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
