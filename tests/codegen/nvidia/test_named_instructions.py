"""Products make what they name by `simt.mma`, in PTX and in numbers: by any instruction that can make them."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.gemm import DTYPES, Gemm
from triton_shared import dialects
from triton_shared.codegen.simt.layouts.dot_instructions import MMA
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

F16 = Gemm(64, 128, 64)
TF32 = Gemm(64, 64, 32, element="f32", precision="tf32", order="rc")
I8 = Gemm(64, 64, 64, element="i8", order="rc")


def naming(gemm: Gemm, instruction: str) -> str:
    """The shared form of ``gemm``, whose product names ``instruction``."""
    module = dialects.parse(gemm.text(), "gemm.mlir")
    run_pipeline(module, ["triton-to-linalg"])
    with module.context:
        for op in all_ops(module.operation, PRODUCTS):
            op.attributes[MMA] = ir.StringAttr.get(instruction)
    return dialects.print_module(module)


@pytest.mark.parametrize(
    ("gemm", "instruction", "settings"),
    [
        *((F16, f"wgmma.m64n{n}k16.f32.f16.f16", Settings(4)) for n in (8, 16, 32, 64, 128)),
        (F16, "wgmma.m64n32k16.f32.f16.f16", Settings(4, warp_specialize=True, tensor_copies=True)),
        (Gemm(64, 128, 64, order="rc"), "wgmma.m64n32k16.f32.f16.f16", Settings(4)),
        (F16, "wgmma.m64n64k16.f32.f16.f16", Settings(8)),
        (Gemm(128, 128, 64), "wgmma.m64n64k16.f32.f16.f16", Settings(8)),
        (F16, "mma.sync.m16n8k16.f32.f16.f16", Settings(4)),
        (F16, "mma.sync.m16n8k16.f32.f16.f16", Settings(2, chip="sm_80")),
        (F16, "fma", Settings(4)),
        (TF32, "wgmma.m64n32k8.f32.tf32.tf32", Settings(4)),
        (TF32, "mma.sync.m16n8k8.f32.tf32.tf32", Settings(4)),
        (TF32, "fma", Settings(4)),
        (I8, "wgmma.m64n16k32.s32.s8.s8", Settings(4)),
        (I8, "mma.sync.m16n8k16.s32.s8.s8", Settings(4)),
        (I8, "fma", Settings(4)),
    ],
)
def test_a_product_is_made_as_it_says(gemm, instruction, settings):
    text = naming(gemm, instruction)
    code = emulated.lowered(text, "k", None, True, settings).text
    made = set(re.findall(r"wgmma.mma_async.sync.aligned.(m\w+)\.", code))
    assert made == set(re.findall(r"wgmma\.(m\w+)", instruction))
    assert ("llvm.nvvm.mma" in code) == instruction.startswith("mma.sync")
    kernel = emulated.compile(text, settings=settings)
    (a, b), expected = gemm.arrays(gemm.m + 3, gemm.n + 5, gemm.k + 16)
    (m, n), k, c = expected.shape, gemm.k + 16, np.zeros(expected.shape, DTYPES.get(gemm.sum, np.int32))
    kernel[(2, 2)](a, b, c, m, n, k, a.shape[1], b.shape[1])
    np.testing.assert_array_equal(c, expected)
