"""The products that `benchmarks.gpu` times, as machine code: on tensor cores, without spills, none made one by one."""

from __future__ import annotations

import pytest

pytest.importorskip("triton", reason="Triton's front end makes the kernels' Triton IR")

import numpy as np

from benchmarks import gpu_gemms, gpu_products
from benchmarks.library import chunks, products
from tests.differential.harness import triton_ir
from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.gpu_kernels import needs_ptxas
from triton_shared import dialects
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.stages import Options, compile_module
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.passes.manager import run_pipeline

N = 1024
HALVES, FLOATS, ADDRESSES = (np.zeros(64, dtype) for dtype in (np.float16, np.float32, np.int64))
BYTES, SIZES = np.zeros(64, np.int8), np.zeros(64, np.int32)
STRIDES = (N, 1, N, 1, N)
HEADS = (HALVES, HALVES, HALVES, HALVES)

#: kernel, arguments, constants, warps, stages
CASES = {
    "matmul": (gpu_products.matmul, (HALVES,) * 3 + (N,) * 3 + STRIDES, (128, 256, 64), 8, 3),
    "matmul of odd sizes": (gpu_products.matmul, (HALVES,) * 3 + (N - 1,) * 8, (128, 128, 64), 8, 3),
    "matmul of f32": (gpu_products.matmul, (FLOATS,) * 3 + (N,) * 3 + STRIDES, (128, 128, 32), 8, 4),
    "matmul of bytes": (gpu_products.matmul, (BYTES, BYTES, SIZES) + (N,) * 3 + STRIDES, (128, 128, 128), 8, 3),
    "batched": (gpu_gemms.batched, (HALVES,) * 3 + (N,) * 3, (128, 256, 64), 8, 3),
    "persistent": (gpu_gemms.persistent, (HALVES,) * 3 + (N,) * 3, (132, 128, 256, 64), 8, 3),
    "grouped": (gpu_gemms.grouped, (ADDRESSES, SIZES, HALVES, 4), (132, 128, 256, 64), 8, 3),
    "four bits": (gpu_gemms.four_bits, (HALVES, BYTES, HALVES, HALVES) + (N,) * 3, (128, 128, 128, 64), 8, 3),
    "attention": (gpu_products.attention, (*HEADS, 0.125, N * 64, 64, N), (64, 128, 64, 0, 0), 8, 3),
    "attention, causal": (gpu_products.attention, (*HEADS, 0.125, N * 128, 128, N), (128, 128, 128, 1, 1), 8, 2),
    "gradients": (gpu_gemms.attention_backward, (HALVES,) * 7 + (FLOATS, FLOATS, 0.125, N), (64, 128, 0), 8, 2),
    "gradients, few keys": (
        gpu_gemms.attention_backward, (HALVES,) * 7 + (FLOATS, FLOATS, 0.125, N), (64, 64, 0), 4, 2,
    ),
    "gradients, causal": (
        gpu_gemms.attention_backward, (HALVES,) * 7 + (FLOATS, FLOATS, 0.125, N), (64, 64, 1), 4, 2,
    ),
}  # fmt: skip


#: those with several products a turn, copied by TMA as well
SEVERAL = [name for name in CASES if name.startswith(("attention", "gradients"))]


@needs_ptxas
@pytest.mark.parametrize(
    ("name", "copies"), [*((name, False) for name in CASES), *((name, True) for name in SEVERAL)]
)
def test_products_are_of_warpgroups_and_go_on_beside_what_follows(name, copies):
    kernel, arguments, constants, warps, stages = CASES[name]
    text, _ = triton_ir(kernel, dict(zip(kernel.arg_names, (*arguments, *constants), strict=True)))
    module, target = dialects.parse(text), GpuTarget("sm_90a", warps, stages, tensor_copies=copies)
    run_pipeline(module, ["triton-to-linalg"])
    artifact = compile_module(module, options=Options(target))
    cubin = ptxas.assemble(artifact.ptx, target)
    assert "wgmma.mma_async" in artifact.ptx
    assert (cubin.spills, cubin.is_serial) == (0, False)


@pytest.mark.parametrize("stages", [1, 2, 3])
def test_weights_of_four_bits_are_those_of_numpy(stages):
    """They are copied ahead as they are packed, and unpacked when their turn has come."""
    m, n, k, group = 64, 64, 128, 32
    rng = np.random.default_rng(stages)
    a, weights = rng.integers(-2, 3, (m, k)), rng.integers(0, 16, (k, n))
    scales = 2.0 ** rng.integers(-1, 2, (k // group, n))
    packed = (weights[: k // 2] | weights[k // 2 :] << 4).astype(np.uint8).view(np.int8)
    out = np.zeros((m, n), np.float16)
    arrays = (a.astype(np.float16), packed, scales.astype(np.float16), out)
    arguments = (*arrays, m, n, k, group, m, n, group)
    kernel = gpu_gemms.four_bits
    text, _ = triton_ir(kernel, dict(zip(kernel.arg_names, arguments, strict=True)))
    compiled = emulated.compile(text, settings=Settings(num_stages=stages))
    compiled[(1,)](*arrays, m, n, k)
    np.testing.assert_array_equal(out, a @ ((weights - 8) * scales.repeat(group, 0)))


@pytest.mark.parametrize("chip", ["sm_80", "sm_90a"])
@pytest.mark.parametrize("warps", [1, 4, 8])
@pytest.mark.parametrize(("along", "rows"), [("k", 16), ("k", 64), ("n", 16), ("n", 64)])
def test_words_of_eight_weights_are_unpacked_by_one_thread_each(along, rows, warps, chip):
    """Neighbours along k, or along n in another order, lie in a word; scales and packed zeros are of groups along k."""
    n, k, group, inner = 64, 128, 64, 64
    rng = np.random.default_rng(rows + warps)
    a, weights = rng.integers(-2, 3, (rows, k)), rng.integers(0, 16, (k, n))
    scales, zeros = 2.0 ** rng.integers(-1, 2, (k // group, n)), rng.integers(0, 16, (k // group, n))
    places = np.arange(n) % 2 * 4 + np.arange(n) % 8 // 2 if along == "n" else np.arange(n) % 8

    def packed(values: np.ndarray, order: np.ndarray) -> np.ndarray:
        """Eight neighbours along the last dimension in a word, each at the place that ``order`` gives it."""
        nibbles = values.astype(np.uint32) << (order * 4).astype(np.uint32)
        return np.bitwise_or.reduce(nibbles.reshape(*values.shape[:-1], -1, 8), -1).view(np.int32)

    words = packed(weights, places) if along == "n" else packed(weights.T, np.arange(k) % 8).T.copy()
    out = np.zeros((rows, n), np.float16)
    arrays = (a.astype(np.float16), words, scales.astype(np.float16), packed(zeros, places), out)
    constants = (group, int(along == "n"), rows, n, inner)
    names = products._by_four_bits.arg_names
    text, _ = triton_ir(
        products._by_four_bits, dict(zip(names, (*arrays, rows, n, k, *constants), strict=True))
    )
    compiled = emulated.compile(text, settings=Settings(warps, chip=chip))
    compiled[(1,)](*arrays, rows, n, k)
    np.testing.assert_array_equal(out, a @ ((weights - zeros.repeat(group, 0)) * scales.repeat(group, 0)))
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-linalg"])
    assert "st.shared.b16" not in compile_module(module, options=Options(GpuTarget(chip, warps))).ptx


@pytest.mark.parametrize(
    ("inner", "warps", "stages", "left"), [(128, 4, 3, 2), (128, 4, 2, 2), (128, 8, 3, 3), (64, 4, 3, 3)]
)
def test_two_blocks_of_several_products_share_a_processor(inner, warps, stages, left):
    """They do by a stage less, where a block of four warps has a processor for itself otherwise."""
    halves, floats = np.zeros(64, np.float16), np.zeros(64, np.float32)
    arguments = (halves, halves, halves, floats, halves, halves, N, inner, inner, 64, 32)
    kernel = chunks._delta
    text, _ = triton_ir(kernel, dict(zip(kernel.arg_names, arguments, strict=True)))
    module, target = dialects.parse(text), GpuTarget("sm_90a", warps, stages)
    run_pipeline(module, ["triton-to-linalg"])
    made = compile_module(module, options=Options(target))
    assert made.num_stages == (None if left == stages else (stages, left))
    assert made.shared_bytes <= target.facts.shared_of(2) or warps != 4
