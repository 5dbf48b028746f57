"""xformers: its kernels in Triton, which are norms, tiled products and indexing."""

from public_library import Library

NAMES = "rmsnorm tiled_matmul indexing"


def prepare() -> None:
    """Its attention is compiled for GPUs; it is imported with the kernels and not called by them."""
    import public_adaptor

    public_adaptor.absent("mslk")
    public_adaptor.absent("xformers.ops.fmha")


LIBRARY = Library(
    repository="facebookresearch/xformers",
    tests=tuple(f"tests/test_{name}.py" for name in NAMES.split()),
    path=(".",),
    sample=6,
    prepare=prepare,
)
