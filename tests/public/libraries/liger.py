"""Liger-Kernel: layers and losses of language models."""

from public_library import Library

NAMES = (
    "softmax layer_norm rms_norm group_norm poly_norm fused_add_rms_norm modulated_rms_norm dyt sparsemax cross_entropy"
    " jsd kl_div tvd fused_linear_jsd fused_linear_cross_entropy grpo_loss swiglu geglu relu_squared rope llama4_rope"
    " qwen2vl_mrope embedding moe fused_moe mhc attn_res multi_token_attention fused_neighborhood_attention"
    " mm_int8int2 tiled_mlp"
)

LIBRARY = Library(
    repository="linkedin/Liger-Kernel",
    tests=tuple(f"test/transformers/test_{name}.py" for name in NAMES.split()),
    path=("src",),
    sample=2,
    heavy=("*32000*", "*32768*", "*128256*", "*151936*", "*-8192-*", "*4096-*"),
    left_out={"*test_dtensor_*": "starts processes that talk by NCCL"},
)
