"""flash-linear-attention: linear attention and recurrent layers, with their gradients."""

from public_library import Library

OPS = (
    "attn based delta dplr_delta forgetting_attn gated_delta gdn gla gsa hgrn kda lightning_attn linear_attn"
    " log_linear_attn mesa nsa path_attn retention rwkv6 rwkv7 simple_gla solve_tril titans ttt"
)
MODULES = "activation conv cross_entropy fused_linear layernorm rotary token_shift"

LIBRARY = Library(
    repository="fla-org/flash-linear-attention",
    tests=tuple(f"tests/ops/test_{name}.py" for name in OPS.split()),
    path=(".",),
    sample=1,
)
