"""flash-linear-attention: linear attention and recurrent layers, with their gradients."""

import importlib
import os

from public_library import Library

OPS = (
    "attn based delta forgetting_attn gdn gla gsa hgrn kda lightning_attn linear_attn"
    " log_linear_attn mesa nsa retention rwkv6 rwkv7 simple_gla solve_tril titans ttt"
)
MORE = (
    "attn_sink attnres comba delta_product deltaformer dplr_delta gdn2 gdn_kernels gdp iplr_delta moba oja parallax"
    " path_attn precond_gated_delta precond_kda wall_attn"
)
MODULES = (
    "activation conv cross_entropy feature_map kl_div l2norm layernorm layernorm_gated rotary token_shift"
)


def prepare() -> None:
    """The library asks the module that is called as Triton's target for its device."""
    import public_adaptor

    if os.environ["TRITON_DEFAULT_BACKEND"] == "triton_shared":
        public_adaptor.module_cpu()
        public_adaptor.anywhere("fla.modules.fused_cross_entropy")
        return
    with public_adaptor.target_of_cuda(os.environ["PUBLIC_CHECKOUT"]):
        importlib.import_module("fla.utils")
    # it refuses what Triton's own back end gets wrong on Hopper before 3.7.1, which is not the one that compiles here
    importlib.import_module("fla.ops.common.chunk_o").TRITON_ABOVE_3_7_1 = True


LIBRARY = Library(
    repository="fla-org/flash-linear-attention",
    tests=(
        *(f"tests/ops/test_{name}.py" for name in OPS.split()),
        *(f"tests/modules/test_{name}.py" for name in MODULES.split()),
    ),
    more=tuple(f"tests/ops/test_{name}.py" for name in MORE.split()),
    path=(".",),
    triton="3.6",
    sample=1,
    heavy=("*-T????-*", "*-T?????-*"),
    prepare=prepare,
)
