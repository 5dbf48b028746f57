"""vLLM: kernels of inference, as paged attention, state spaces, mixtures of experts, adapters and samplers."""

from collections.abc import Iterator
from typing import Any

import pytest
from public_library import Library

KERNELS = (
    "attention/test_triton_unified_attention attention/test_triton_decode_attention attention/test_prefix_prefill"
    " attention/test_triton_prefill_attention attention/test_mixed_causal_attn attention/test_lightning_attn"
    " attention/test_pack_unpack_triton attention/test_triton_mla_causal_verify_flatten"
    " attention/test_triton_unified_attention_diffkv core/test_fused_rms_norm_gated core/test_mrope"
    " core/test_vit_fp8_quant fla/test_fla_layernorm_guard fla/test_fused_gdn_post_conv mamba/test_mamba_ssm"
    " fla/test_fused_recurrent_packed_decode fla/test_fused_sigmoid_gating_delta_rule"
    " mamba/test_mamba_ssm_ssd mamba/test_causal_conv1d mamba/test_memcpy_u64_tiled"
    " quantization/test_awq_triton quantization/test_triton_scaled_mm quantization/test_block_fp8"
    " moe/test_count_expert_num_tokens moe/test_moe_fused_mul_sum test_relu2_fp8_quant"
    " moe/test_silu_mul_fp8_quant_deep_gemm test_cp_gather_fp8"
)
OTHER = (
    "lora/test_punica_ops lora/test_fused_moe_lora_kernel v1/sample/test_topk_topp_sampler"
    " v1/spec_decode/test_eagle_step_kernel v1/spec_decode/test_rejection_sampler_utils"
    " v1/spec_decode/test_acceptance_estimator v1/worker/test_gpu_gumbel_sample v1/worker/test_gpu_logit_bias"
    " v1/worker/test_gpu_bad_words v1/worker/test_gpu_thinking_budget v1/worker/test_gpu_input_batch_v2"
    " v1/worker/test_gpu_trace_replay"
)

#: what is compiled from CUDA's C++, and imported with kernels that never call it
COMPILED = ("vllm._C_stable_libtorch", "vllm._C", "vllm._moe_C_stable_libtorch", "vllm._moe_C")
ATTENTION = ("vllm.vllm_flash_attn", "_vllm_fa2_C")

#: tests of products of experts with adapters whose tokens are sorted first
ALIGNED = tuple(
    f"*::test_fused_moe_lora_kernel{name}[*"
    for name in ("", "_large_rank_fallback", "_small_rank", "_npid_path")
)

#: tests of distributions over 200,000 tokens, by 500,000 samples at least
DISTRIBUTIONS = (
    "*::test_sampling_matches_target_distribution[*",
    "*::test_full_vocab_distribution_fidelity",
    "*::test_drafting_uses_a_separate_noise_stream",
)

#: what is asked of torch's accelerator
ACCELERATOR = {"set_device_index": None, "synchronize": None, "empty_cache": None, "current_device_index": 0}


@pytest.fixture
def default_vllm_config() -> Iterator[None]:
    """The options of the package, for its layers; its own fixture of this name starts more."""
    from vllm.config import VllmConfig, set_current_vllm_config

    with set_current_vllm_config(VllmConfig()):
        yield


@pytest.fixture
def reset_default_device() -> Iterator[None]:
    """Torch's default device is put back after a test."""
    import torch

    device = torch.get_default_device()
    yield
    torch.set_default_device(device)


def prepare() -> None:
    """On the CPU its platform is CUDA's, of Hopper; what is compiled from C++ answers that it supports nothing."""
    import public_adaptor
    import torch

    for name in (*COMPILED, *ATTENTION):
        public_adaptor.absent(name)
    for name in ("scaled_mm_supports_block_fp8", "scaled_mm_supports_fp8", "scaled_mm_supports_fp4"):
        torch.library.define(f"_C::cutlass_{name}", "(int capability) -> bool")
        torch.library.impl(f"_C::cutlass_{name}", "CompositeExplicitAutograd")(lambda capability: False)
    shared = "_C_cuda_utils::get_max_shared_memory_per_block_device_attribute"
    torch.library.define(shared, "(int? device) -> int")
    torch.library.impl(shared, "CompositeExplicitAutograd")(public_adaptor.answers(227 << 10))
    for name, value in ACCELERATOR.items():
        setattr(torch.accelerator, name, public_adaptor.answers(value))
    cuda: Any = torch.cuda
    cuda.get_device_capability = public_adaptor.answers((9, 0))
    public_adaptor.PROPERTIES.major = 9
    import vllm.platforms
    from vllm.platforms.cuda import NonNvmlCudaPlatform

    platform: Any = NonNvmlCudaPlatform()
    platform.dispatch_key = "CPU"  # for which it registers its kernels as operators
    platform.is_arch_support_pdl = public_adaptor.answers(False)  # waits for another launch, in assembly
    vllm.platforms._current_platform = platform
    import vllm.utils.torch_utils

    views: Any = vllm.utils.torch_utils
    views.get_accelerator_view_from_cpu_tensor = lambda tensor: tensor
    public_adaptor.anywhere("vllm.v1.sample.ops.topk_topp_triton")


LIBRARY = Library(
    repository="vllm-project/vllm",
    tests=(
        *(f"tests/kernels/{name}.py" for name in KERNELS.split()),
        *(f"tests/{name}.py" for name in OTHER.split()),
    ),
    path=(".",),
    sample=2,
    arguments=("--noconftest", "-plibraries.vllm"),
    left_out={
        "*::test_flash_attn4_*": "runs attention in CUDA's C++, which is not built",
        "*::test_selective_scan[*": "runs a scan in CUDA's C++, which is not built",
        "*/test_relu2_fp8_quant.py::*": "runs an activation in CUDA's C++, which is not built",
        "*/test_cp_gather_fp8.py::*": "runs a cache in CUDA's C++, which is not built",
        "*::test_selective_scan_varlen[*": "runs a scan in CUDA's C++, which is not built",
        "*::test_per_token_group_quant_fp8[*": "quantizes in CUDA's C++, which is not built",
        "*::test_make_dummy_padding_controls_moe_routing[*": "routes in CUDA's C++, which is not built",
        "*::test_w8a8_block_fp8_cutlass_matmul[*": "quantizes in CUDA's C++, which is not built",
        "*::test_w8a8_block_fp8_torch_scaled_mm_matmul": "quantizes in CUDA's C++, which is not built",
        "*::test_silu_mul_fp8_quant_deep_gemm[*": "runs products in CUDA's C++, which are not built",
        **dict.fromkeys(ALIGNED, "sorts tokens in CUDA's C++, which is not built"),
        "*::test_sampler_threads_fp64_gumbel_*": "makes a sampler of FlashInfer's, which is not installed",
        "*::test_v2_greedy_sampling_applies_thinking_budget": "makes FlashInfer's sampler, which is not installed",
        "*::test_norm_gate_import_order[*": "starts processes that nothing tells that the CPU is CUDA's",
        "*::test_compiled_vs_eager*": "has torch compile `Tensor.to`, which the description replaces",
        **dict.fromkeys(DISTRIBUTIONS, "draws 10^11 and more numbers, one core 120 s and more"),
        "*::test_mrope*/*": "asks a server for models' configurations",
        "*[*cuda:1*": "is for a second device",
    },
    prepare=prepare,
)
