"""LightLLM: kernels of inference, as paged attention, grouped products of experts, penalties and caches."""

from public_library import Library

COMMON = (
    "kv_trans_kernel/test_kv_trans_v2 basemodel/triton_kernel/test_gen_sampling_params"
    " basemodel/triton_kernel/test_gen_mtp_prefill_params basemodel/triton_kernel/test_sp_pad_kernel"
    " basemodel/triton_kernel/test_redundancy_topk_ids_repair basemodel/triton_kernel/test_add_in_place"
    " basemodel/triton_kernel/test_gen_prefill_params basemodel/triton_kernel/test_gen_decode_params"
    " basemodel/triton_kernel/test_multimodal_emb fused_moe/test_moe_silu_and_mul_mix_quant_ep"
    " fused_moe/test_grouped_topk fused_moe/test_grouped_fused_moe"
)
MODELS = (
    "deepseek2/test_rope_repeat deepseek2/test_destindex_copy_kv"
    " deepseek2/test_destindex_copy_kv_fp8 deepseek2/test_repack_kv_index vit/test_flash_attention_forward"
    " qwen2_vl/test_mrope"
)


def prepare() -> None:
    """What kernels import is imported beside models and a server, which need more; nothing of that is called here."""
    import public_adaptor

    public_adaptor.bare("lightllm.models")
    for name in ("atomics", "librosa", "torchvision"):
        public_adaptor.absent(name)


LIBRARY = Library(
    repository="ModelTC/lightllm",
    tests=(
        *(f"unit_tests/common/{name}.py" for name in COMMON.split()),
        *(f"unit_tests/models/{name}.py" for name in MODELS.split()),
    ),
    path=(".",),
    prepare=prepare,
    left_out={
        "*::test_moe_align2": "compares with zeros where nothing has written",
    },
)
