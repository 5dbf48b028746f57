"""Registers that warps begin with and hand on: enough for the sums of a product, by a bound, before ptxas is asked."""

import re

import pytest

from tests.support.gemm import Gemm
from triton_shared import dialects
from triton_shared.codegen.gpu import STAGES
from triton_shared.codegen.gpu.target import GpuTarget
from triton_shared.pass_manager import run_pipeline

#: what ptxas wanted of a thread for a product whose sums take 128 registers, beside these
BESIDE = 154 - 128


@pytest.mark.parametrize("stages", [2, 3])
@pytest.mark.parametrize(("rows", "columns"), [(128, 256), (64, 256), (256, 128), (128, 128)], ids=str)
@pytest.mark.parametrize("warps", [4, 8])
def test_products_fit_registers(warps, rows, columns, stages):
    module = dialects.parse(Gemm(rows, columns, 16, divisor=16).text(), "gemm.mlir")
    run_pipeline(module, ["triton-to-linalg"])
    with module.context:
        GpuTarget("sm_90a", num_warps=warps, num_stages=stages, warp_specialize=True).attach(module.operation)
    run_pipeline(module, [*STAGES["tensors"], *STAGES["threads"]])
    sums = dict.fromkeys(("begin_sums", "multiply_async"), 0)
    for name in sums:
        found = re.findall(rf"simt\.{name}\b.*-> \(?vector<(\d+)xf32>", str(module))
        sums[name] = max(map(int, found), default=0)
    assert sums["multiply_async"]
    run_pipeline(module, ["specialize-warps"])
    blocks = re.search(r"nvvm.minctasm = (\d+)", str(module))
    if blocks and int(blocks[1]) > 1:
        first = (1 << 16) // int(blocks[1]) // (32 * (warps + 4))
        assert first >= sums["multiply_async"] + BESIDE
        (given,) = re.findall(r"set_registers.*count = (\d+) : i64, more = true", str(module))
        assert int(given) > sums["begin_sums"]


@pytest.mark.parametrize(
    ("chip", "warps", "why"), [("sm_80", 4, "no products of warpgroups"), ("sm_90a", 32, "no place")]
)
def test_why_there_is_no_producer(chip, warps, why):
    """The chip, or the warps that are left of a block."""
    module = dialects.parse(Gemm(128, 64, 16, divisor=16).text(), "gemm.mlir")
    run_pipeline(module, ["triton-to-linalg"])
    with module.context:
        GpuTarget(chip, num_warps=warps, warp_specialize=True).attach(module.operation)
    run_pipeline(module, [*STAGES["tensors"], *STAGES["threads"]])
    (note,) = re.findall(r'tts.producer = "([^"]*)"', str(module))
    assert chip in note and why in note
