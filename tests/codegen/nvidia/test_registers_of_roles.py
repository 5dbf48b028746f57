"""Registers that warps begin with and hand on: enough for the sums of a product, by a bound, before ptxas is asked."""

import re

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.gemm import Gemm
from triton_shared import dialects
from triton_shared.codegen.nvidia import STAGES
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.passes.manager import run_pipeline

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
    sums = dict.fromkeys(("wgmma_init_accumulator", "wgmma"), 0)
    for name in sums:
        found = re.findall(rf"simt\.{name}\b.*-> \(?vector<(\d+)xf32>", str(module))
        sums[name] = max(map(int, found), default=0)
    assert sums["wgmma"]
    run_pipeline(module, ["specialize-warps"])
    blocks = re.search(r"nvvm.minctasm = (\d+)", str(module))
    if blocks and int(blocks[1]) > 1:
        first = (1 << 16) // int(blocks[1]) // (32 * (warps + 4))
        assert first >= sums["wgmma"] + BESIDE
        (given,) = re.findall(r"setmaxregister increase (\d+)", str(module))
        assert int(given) > sums["wgmma_init_accumulator"]


@pytest.mark.parametrize("copies", [False, True])
@pytest.mark.parametrize("block", [(128, 128), (256, 64)], ids=str)
@pytest.mark.parametrize("warps", [4, 8, 16])
def test_registers_move_from_the_producer_to_the_others(warps, block, copies):
    """A thread gives back of those that it begins with, or gets more: no instruction does the contrary."""
    gemm = Gemm(*block, 16, divisor=16)
    options = {"num_warps": warps, "warp_specialize": True, "tensor_copies": copies}
    kernel = emulated.lowered(gemm.text(), "k", None, True, Settings(**options))
    producing = kernel.threads - 32 * warps
    assert producing > 0
    own, given = (
        re.findall(rf"setmaxnreg\.{how}\.sync\.aligned\.u32\(i32 (\d+)\)", kernel.text)
        for how in ("dec", "inc")
    )
    assert len(own) == len(given) <= 1
    for less, more in zip(map(int, own), map(int, given), strict=True):
        blocks = int(re.search(r'"nvvm\.minctasm"="(\d+)"', kernel.text)[1])
        first = min((1 << 16) // blocks // kernel.threads // 8 * 8, 248)
        assert less <= first < more
        assert less * producing + more * 32 * warps <= first * kernel.threads
    (a, b), wanted = gemm.arrays(block[0], block[1], 48)
    out = np.zeros(block, np.float32)
    emulated.compile(gemm.text(), settings=Settings(**options))[1, 1](a, b, out, *block, 48, 48, block[1])
    np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize(
    ("chip", "warps", "why"), [("sm_80", 4, "no products of warpgroups"), ("sm_90a", 32, "no warps left")]
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
