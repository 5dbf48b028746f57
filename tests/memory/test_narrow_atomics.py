"""Atomic sums of floats of 16 bits: of any bits, and on machines that have no instructions for them."""

import re

import llvmlite.binding as llvm
import ml_dtypes
import numpy as np
import pytest

from tests.support.atomics import atomics
from tests.support.ttir import run
from triton_shared import dialects
from triton_shared.codegen.cpu import stages
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.passes.manager import run_pipeline

MACHINES = {
    "plain x86-64": CpuTarget("x86-64", "+sse,+sse2", "x86_64-linux-gnu"),
    "avx2": CpuTarget("x86-64-v3", "+sse,+avx,+avx2,+fma", "x86_64-linux-gnu"),
    "avx512bf16": CpuTarget("cooperlake", "+sse,+avx512f,+avx512bf16", "x86_64-linux-gnu"),
}


@pytest.mark.parametrize("exponents", [(0, 3), (0, 256), (120, 136), (250, 256)], ids=str)
def test_sums_of_any_bits(exponents):
    """Denormals, infinities and NaN among them."""
    rng = np.random.default_rng(sum(exponents))
    low, high = exponents

    def numbers() -> np.ndarray:
        sign, exponent, mantissa = (rng.integers(*bounds, 64) for bounds in ((0, 2), (low, high), (0, 128)))
        return (sign << 15 | exponent << 7 | mantissa).astype(np.uint16).view(ml_dtypes.bfloat16)

    x, v, old = numbers(), numbers(), np.zeros(64, ml_dtypes.bfloat16)
    before = x.copy()
    with np.errstate(over="ignore", invalid="ignore"):
        expected = (x.astype(np.float32) + v.astype(np.float32)).astype(ml_dtypes.bfloat16)
    run(
        atomics((64,), "bf16", ["fadd"], False),
        x,
        v,
        np.arange(64, dtype=np.int32),
        np.ones(64, np.int32),
        old,
    )
    np.testing.assert_array_equal(x.astype(np.float32), expected.astype(np.float32))
    np.testing.assert_array_equal(old.astype(np.float32), before.astype(np.float32))


@pytest.mark.parametrize("kind", ["addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf", "assign"])
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("element", ["bf16", "f16"])
def test_objects_need_no_runtime_of_a_compiler(element, machine, kind):
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    text = f"""func.func @k(%x: memref<*xbf16>, %v: bf16, SIX) {{
      %c5 = arith.constant 5 : index
      %view = memref.reinterpret_cast %x to offset: [3], sizes: [8], strides: [2]
        : memref<*xbf16> to memref<8xbf16, strided<[2], offset: 3>>
      %old = memref.atomic_rmw {kind} %v, %view[%c5] : (bf16, memref<8xbf16, strided<[2], offset: 3>>) -> bf16
      return
    }}"""
    text = text.replace("SIX", ", ".join(f"%{n}: i32" for n in "abcdef")).replace("bf16", element)
    module = dialects.parse(text, "k.mlir")
    run_pipeline(module, [])
    artifact = stages.compile_module(module, options=stages.Options(target=MACHINES[machine]))
    assert not re.search(b"__(trunc|extend)", artifact.object_code)
