"""Assertions that are errors of the device: which fails, with its text and place; without one there is no record."""

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings, lowered
from tests.support.gpu_kernels import needs_ptxas
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.ptx.emit import to_ptx

TWO = """
tt.func public @k(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
  %lanes = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %xs = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %outs = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %from = tt.addptr %xs, %lanes : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  %to = tt.addptr %outs, %lanes : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  %v = tt.load %from : tensor<128x!tt.ptr<i32>>
  %nine = arith.constant dense<9> : tensor<128xi32>
  %zero = arith.constant dense<0> : tensor<128xi32>
  %below = arith.cmpi slt, %v, %nine : tensor<128xi32>
  tt.assert %below, "below \\"nine\\"" : tensor<128xi1> loc("a file.py":7:3)
  %positive = arith.cmpi sge, %v, %zero : tensor<128xi32>
  tt.assert %positive, "not negative" : tensor<128xi1> loc("other.py":40:1)
  PRINTS
  tt.store %to, %v : tensor<128x!tt.ptr<i32>>
  tt.return
}
"""
PRINT = 'tt.print " v: " {hex = false, isSigned = array<i32: 1>} : %v : tensor<128xi32>'


@pytest.mark.parametrize("optimized", [False, True])
@pytest.mark.parametrize(
    "value, message",
    [(5, None), (9, r'below "nine" \(a file.py:7, in k\)'), (-1, r"not negative \(other.py:40, in k\)")],
)
def test_which_assertion_failed(value, message, optimized):
    kernel = emulated.compile(
        TWO.replace("PRINTS", ""), settings=Settings(assertions_trap=True, optimized=optimized)
    )
    x, out = np.full(128, 3, np.int32), np.zeros(128, np.int32)
    x[77] = value
    if message is None:
        kernel[1](x, out)
        assert np.array_equal(out, x)
    else:
        with pytest.raises(AssertionError, match=message):
            kernel[1](x, out)


@needs_ptxas
def test_launches_need_know_nothing():
    compiled = lowered(TWO.replace("PRINTS", ""), "k.mlir", None, True, Settings(assertions_trap=True))
    assert compiled.texts == () and len(compiled.params) == 2
    ptx = to_ptx(compiled.text, compiled.target, compiled.reduce_strength, compiled.threads)[1]
    assert ".extern .func __assertfail" in ptx and ptx.count(".param .u64") == 2
    ptxas.assemble(ptx, compiled.target)


@pytest.mark.parametrize("assertions_trap", [True, None])
def test_threads_trap_alone(assertions_trap):
    """None waits for the others to know whether an assertion holds; where a record has it, all end together."""
    settings = Settings(assertions_trap=assertions_trap)
    compiled = lowered(TWO.replace("PRINTS", ""), "k.mlir", None, True, settings)
    ptx = to_ptx(compiled.text, compiled.target, compiled.reduce_strength, compiled.threads)[1]
    assert any(word in ptx for word in ("bar.sync", "shfl.sync")) != bool(assertions_trap)


def test_what_prints_has_a_record_all_the_same():
    compiled = lowered(TWO.replace("PRINTS", PRINT), "k.mlir", None, True, Settings(assertions_trap=True))
    assert len(compiled.texts) == 3 and "__assertfail" not in compiled.text
