"""Kernels for other architectures under QEMU: what they change comes back, and what they must not touch ends them."""

from __future__ import annotations

import llvmlite.binding as llvm
import numpy as np
import pytest

import triton_shared
from tests.support import crossed
from triton_shared.codegen.cpu import machines, target
from triton_shared.runtime.arguments import Address

ADD = """
tt.func @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %bound = tt.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %i, %bound : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %from = tt.addptr %xs, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %to = tt.addptr %ys, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %from, %mask : tensor<64x!tt.ptr<f32>>
  %positive = arith.cmpf ogt, %v, %v : tensor<64xf32>
  %sum = arith.addf %v, %v : tensor<64xf32>
  tt.store %to, %sum, %mask : tensor<64x!tt.ptr<f32>>
  CHECK
  tt.return
}
"""
ASSERTION = 'tt.assert %positive, "some are not positive" : tensor<64xi1>'


@pytest.fixture(params=crossed.MACHINES)
def compiled(request, monkeypatch):
    """A function that compiles for a machine, which runs its kernels."""
    if request.config.getoption("--machine"):
        pytest.skip("kernels are for another machine already")
    if missing := crossed.lacking(crossed.MACHINES[request.param]):
        pytest.skip(f"there is no {' and no '.join(missing)}")
    crossed.force(monkeypatch, request.param)
    return lambda check="": triton_shared.compile(ADD.replace("CHECK", check))


@pytest.mark.parametrize("n", [0, 1, 37, 64])
def test_what_a_kernel_changes_comes_back(compiled, n):
    x, y = np.arange(64, dtype=np.float32), np.full(64, -1, np.float32)
    compiled()[(1,)](x, y, n)
    np.testing.assert_array_equal(y, np.where(np.arange(64) < n, 2 * x, -1))
    compiled()[(1,)](y, y[8:], 8)  # memory that is read and written
    np.testing.assert_array_equal(y[8:16], 2 * y[:8])


def test_a_failed_assertion_has_its_text(compiled):
    x = np.zeros(64, np.float32)
    with pytest.raises(AssertionError, match="some are not positive"):
        compiled(ASSERTION)[(1,)](x, x.copy(), 64)


def test_memory_that_is_not_there_ends_the_launch(compiled):
    with pytest.raises(RuntimeError, match="has ended with"):
        compiled()[(1,)](np.zeros(64, np.float32), Address(64, "float32"), 64)


GREATEST = """
tt.func @k(%x: !tt.ptr<ELEMENT>, %y: !tt.ptr<ELEMENT>, %o: !tt.ptr<ELEMENT>) {
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %xs = tt.splat %x : !tt.ptr<ELEMENT> -> tensor<16x!tt.ptr<ELEMENT>>
  %ys = tt.splat %y : !tt.ptr<ELEMENT> -> tensor<16x!tt.ptr<ELEMENT>>
  %os = tt.splat %o : !tt.ptr<ELEMENT> -> tensor<16x!tt.ptr<ELEMENT>>
  %ax = tt.addptr %xs, %i : tensor<16x!tt.ptr<ELEMENT>>, tensor<16xi32>
  %ay = tt.addptr %ys, %i : tensor<16x!tt.ptr<ELEMENT>>, tensor<16xi32>
  %ao = tt.addptr %os, %i : tensor<16x!tt.ptr<ELEMENT>>, tensor<16xi32>
  %u = tt.load %ax : tensor<16x!tt.ptr<ELEMENT>>
  %v = tt.load %ay : tensor<16x!tt.ptr<ELEMENT>>
  %m = arith.OP %u, %v : tensor<16xELEMENT>
  tt.store %ao, %m : tensor<16x!tt.ptr<ELEMENT>>
  tt.return
}
"""


@pytest.mark.parametrize("op", ["maxnumf", "minnumf"])
@pytest.mark.parametrize("element", ["f32", "f64"])
def test_a_signaling_nan_is_no_greatest_number(compiled, element, op):
    bits = {"f32": (np.uint32, 0x7F80_0001), "f64": (np.uint64, 0x7FF0_0000_0000_0001)}[element]
    float_ = {"f32": np.float32, "f64": np.float64}[element]
    nan, number = np.full(16, bits[1], bits[0]).view(float_), np.full(16, -1.5, float_)
    kernel = triton_shared.compile(GREATEST.replace("ELEMENT", element).replace("OP", op))
    for operands in ((nan, number), (number, nan)):
        out = np.zeros(16, float_)
        kernel[(1,)](*operands, out)
        np.testing.assert_array_equal(out, number)


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        ("aarch64-linux-gnu", 128),
        ("aarch64-linux-gnu:neoverse-v1", 256),
        ("aarch64-linux-gnu:neoverse-v1:-sve", 128),
        ("aarch64-linux-gnu:a64fx", 512),
        ("riscv64-linux-gnu", 0),
        ("riscv64-linux-gnu:+v", 128),
        ("riscv64-linux-gnu:+v,+zvl512b", 512),
    ],
)
def test_vectors_are_as_long_as_a_name_says(name, bits):
    assert machines.parse(name).lanes(8) == max(bits // 8, 1)


@pytest.mark.parametrize(("length", "bits"), [(256, 256), (128, 128), (0, 128)])
def test_this_cpu_has_vectors_as_long_as_the_system_gives(length, bits, monkeypatch):
    features = llvm.FeatureMap({"neon": True, "sve": True})
    monkeypatch.setattr(target.llvm, "get_host_cpu_name", lambda: "neoverse-v1")
    monkeypatch.setattr(target.llvm, "get_host_cpu_features", lambda: features)
    monkeypatch.setattr(target.llvm, "get_default_triple", lambda: "aarch64-unknown-linux-gnu")
    monkeypatch.setattr(target, "sve_bits", lambda: length)
    assert target.native_target.__wrapped__().lanes(8) == bits // 8


def test_names_of_cpus_imply_what_they_have():
    assert machines.parse("aarch64-linux-gnu:neoverse-v2").has("dotprod bf16 i8mm")
    assert not machines.parse("aarch64-linux-gnu:a64fx").has("dotprod")
