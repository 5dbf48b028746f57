"""Prints and assertions of kernels on a GPU, run by the emulator."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.emulated import Settings, compile

PRINTS = """tt.func public @k(%x: !tt.ptr<f32>, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %s, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %p : tensor<64x!tt.ptr<f32>>
  %r = tt.reshape %v : tensor<64xf32> -> tensor<4x16xf32>
  tt.print " v: " {hex = false, isSigned = array<i32: 0>} : %r : tensor<4x16xf32>
  tt.print " n: " {hex = false, isSigned = array<i32: 1>} : %n : i32
  tt.return
}"""

ASSERTS = """tt.func public @k(%x: !tt.ptr<i32>, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %pid = tt.get_program_id x : i32
  %c256 = arith.constant 256 : i32
  %base = arith.muli %pid, %c256 : i32
  %at = tt.addptr %x, %base : !tt.ptr<i32>, i32
  %s = tt.splat %at : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %p = tt.addptr %s, %i : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  %v = tt.load %p : tensor<256x!tt.ptr<i32>>
  %ns = tt.splat %n : i32 -> tensor<256xi32>
  %ok = arith.cmpi slt, %v, %ns : tensor<256xi32>
  tt.assert %ok, "below n" : tensor<256xi1> loc("kernel.py":7:1)
  tt.store %p, %ns : tensor<256x!tt.ptr<i32>>
  tt.return
}"""


@pytest.mark.parametrize("settings", [Settings(1), Settings(4, seed=3), Settings(8, optimized=True)])
def test_each_element_is_printed_once(settings, capsys):
    x = np.arange(64, dtype=np.float32)
    compile(PRINTS, settings=settings)[(2,)](x, 7)
    expected = []
    for pid in range(2):
        program = f"pid ({pid}, 0, 0) idx "
        expected += [f"{program}({i // 16}, {i % 16:2}) v: {i}.000000" for i in range(64)]
        expected.append(f"{program}() n: 7")
    assert capsys.readouterr().out.splitlines() == expected


@pytest.mark.parametrize("settings", [Settings(1), Settings(4, seed=3), Settings(8, optimized=True)])
def test_a_program_whose_assertion_fails_ends_in_all_threads(settings):
    x = np.arange(3 * 256, dtype=np.int32) % 256
    x[256 + 200] = 300
    before = x.copy()
    with pytest.raises(AssertionError, match=r"below n \(kernel.py:7\): program \(1, 0, 0\) of kernel 'k'"):
        compile(ASSERTS, settings=settings)[(3,)](x, 256)
    np.testing.assert_array_equal(x[256:512], before[256:512])
    assert (x[:256] == 256).all() and (x[512:] == 256).all()
