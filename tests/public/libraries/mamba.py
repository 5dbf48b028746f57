"""mamba: state spaces by chunks and by steps, and gated norms, with their gradients."""

from public_library import Library

NAMES = "layernorm_gated mamba3_siso selective_state_update ssd"


def prepare() -> None:
    """The package itself imports what is compiled from CUDA's C++; its kernels of Triton need none of it."""
    import public_adaptor

    public_adaptor.bare("mamba_ssm")
    public_adaptor.absent("causal_conv1d_cuda")
    public_adaptor.absent("selective_scan_cuda")


LIBRARY = Library(
    repository="state-spaces/mamba",
    tests=tuple(f"tests/ops/triton/test_{name}.py" for name in NAMES.split()),
    path=(".",),
    left_out={
        "*::test_mamba3_siso_step": "takes longer than five minutes on a CPU",
        "*::test_mamba3_siso_combined*": "its reference has scores of all pairs of tokens, 22 GB",
        "*::test_mamba3_siso_step_ref_vs_fwd_ref": "compares references with each other",
    },
    prepare=prepare,
)
