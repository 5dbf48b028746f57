"""What has no meaning on a CPU is refused by name, or does nothing."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.ops.elementwise import EIGHTS, FLOATS, INTS
from tests.ops.values import width_of
from tests.support.program import Program
from triton_shared import dialects
from triton_shared.passes.manager import run_pipeline


@pytest.mark.cpu("GPUs run it: test_inline_assembly.py")
def test_assembly_of_machines_is_refused():
    program = Program()
    value = program.op(
        'tt.elementwise_inline_asm "vote.b32 $0, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} '
        f"{program.input(np.zeros(8, np.int32))} : tensor<8xi32> -> tensor<8xi32>"
    )
    program.expect(value, np.zeros(8, np.int32))
    with pytest.raises(triton_shared.LoweringError, match=r"assembly.*vote\.b32"):
        triton_shared.compile(program.text)


def test_six_bit_floats_are_refused():
    program = Program()
    x, acc = program.input(np.zeros((16, 32), np.int8)), program.input(np.zeros((16, 16), np.float32))
    y = program.input(np.zeros((32, 16), np.int8))
    value = program.op(
        f"tt.dot_scaled {x}, {y}, {acc} lhs = e2m3 rhs = e2m3 {{fastMath = false}} : "
        "tensor<16x32xi8> * tensor<32x16xi8> -> tensor<16x16xf32>"
    )
    program.expect(value, np.zeros((16, 16), np.float32))
    with pytest.raises(triton_shared.LoweringError, match="6-bit"):
        triton_shared.compile(program.text)


@pytest.mark.parametrize(
    "op", ["tt.grid_dependency_wait", "tt.grid_dependency_launch_dependents", "ttg.barrier all"]
)
def test_synchronisation_does_nothing(op):
    program = Program()
    x = np.arange(8, dtype=np.int32)
    name = program.input(x)
    program.lines.append(op)
    program.expect(name, x)
    program.check()


def adds_up(factor: str, total: str) -> bool:
    """Whether products of ``factor`` are added up in ``total``."""
    if factor in INTS:
        return total in INTS and width_of(factor) <= width_of(total)
    if total not in FLOATS or {factor, total} == {"f16", "bf16"}:
        return False
    return width_of(factor) <= max(width_of(total), 32)


@pytest.mark.parametrize("total", (*INTS, *FLOATS, *EIGHTS))
@pytest.mark.parametrize("factor", (*INTS, *FLOATS, *EIGHTS))
def test_accumulators(factor, total):
    """Every product has an accumulator that holds it, or is refused where it stands."""
    factors, totals = f"tensor<16x16x{factor}>", f"tensor<16x16x{total}>"
    module = dialects.parse(
        f"""tt.func @f(%a: {factors}, %b: {factors}, %c: {totals}) -> {totals} {{
          %d = tt.dot %a, %b, %c : {factors} * {factors} -> {totals}
          tt.return %d : {totals}
        }}""",
        "dot.mlir",
    )
    if adds_up(factor, total):
        run_pipeline(module, ["triton-to-linalg"])
        assert "linalg.matmul" in str(module)
    else:
        with pytest.raises(triton_shared.LoweringError, match=rf"dot\.mlir:2:.*{factor} in {total}"):
            run_pipeline(module, ["triton-to-linalg"])


@pytest.mark.parametrize("kind", ["add", "fadd", "max", "min", "and", "or", "xor", "umax", "umin", "exch"])
@pytest.mark.parametrize("element", EIGHTS)
def test_atomics_of_eight_bit_floats(element, kind):
    """They are exchanged; Triton combines none."""
    module = dialects.parse(
        f"""tt.func public @k(%p: !tt.ptr<{element}>, %x: {element}) {{
          %old = tt.atomic_rmw {kind}, acq_rel, gpu, %p, %x : (!tt.ptr<{element}>, {element}) -> {element}
          tt.return
        }}""",
        "atomic.mlir",
    )
    if kind == "exch":
        run_pipeline(module, ["triton-to-linalg"])
        assert "assign" in str(module)
    else:
        with pytest.raises(triton_shared.LoweringError, match=rf"atomic\.mlir:2:.*{element}"):
            run_pipeline(module, ["triton-to-linalg"])


def test_kernels_with_results_are_refused():
    text = "tt.func public @k(%x: i32) -> i32 {\n  tt.return %x : i32\n}"
    with pytest.raises(triton_shared.LoweringError, match=r":1:1: error: .*returns values"):
        triton_shared.compile(text)
