"""flash-attention: its kernels of Triton, as norms with residuals and dropout, cross entropy and rotary positions."""

from public_library import Library


def prepare() -> None:
    """The package itself imports attention in CUDA's C++, which its kernels of Triton do not need."""
    import public_adaptor

    public_adaptor.bare("flash_attn")


LIBRARY = Library(
    repository="Dao-AILab/flash-attention",
    tests=(
        "tests/ops/triton/test_layer_norm.py",
        "tests/losses/test_cross_entropy.py",
        "tests/test_rotary.py",
    ),
    path=(".",),
    sample=12,
    left_out={"*::test_compilation_count": "asks for a hook that Triton has no more"},
    heavy=("*::test_layer_norm_linear[*",),
    prepare=prepare,
)
