"""What has no meaning on a CPU is refused by name, or does nothing."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.ops.program import Program


def test_inline_assembly_is_refused():
    program = Program()
    value = program.op(
        'tt.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} '
        f"{program.input(np.zeros(8, np.int32))} : tensor<8xi32> -> tensor<8xi32>"
    )
    program.expect(value, np.zeros(8, np.int32))
    with pytest.raises(triton_shared.LoweringError, match=r"assembly.*shl\.b32"):
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
