"""LMDeploy: kernels of inference, as paged attention, mixtures of experts, quantized products and samplers."""

from public_library import Library

NAMES = (
    "activation apply_rotary bitonic_topk causal_conv1d ds_index fill_kv_cache"
    " flash_attention flatten_kv_cache fuse_moe_blocked_fp8 fused_lora fused_moe fused_moe_static_fp8"
    " fused_single_group_router gated_delta_preprocess gated_delta_rule gemm_fp8 mla_attention moe_route"
    " multinomial_sampling paged_attention rms_norm sparse_index_topk static_fp8_linear turboquant v4_compressor"
    " v4_flatten_kv v4_sparse_indices"
)


def prepare() -> None:
    """The package itself starts a server's modules; its kernels need none of them."""
    import public_adaptor

    public_adaptor.bare("lmdeploy")


LIBRARY = Library(
    repository="InternLM/lmdeploy",
    tests=tuple(f"tests/pytorch/kernel/test_{name}.py" for name in NAMES.split()),
    path=(".",),
    triton="3.6",
    left_out={
        "*Quant42::test_flatten_kv_cache_quant42*": "takes the maximum of memory that nobody has written",
        "*_cuda_graph_replays*": "replays CUDA graphs",
    },
    prepare=prepare,
)
