"""SageAttention: attention whose scores are products of quantized queries and keys, compared with torch."""

from public_library import Library


def prepare() -> None:
    """The package itself asks for what is compiled from CUDA's C++; its kernels of Triton need none of it."""
    import public_adaptor

    public_adaptor.bare("sageattention")


LIBRARY = Library(
    repository="thu-ml/SageAttention",
    tests=("drive_sage_attention.py",),
    drivers=True,
    path=(".",),
    sample=12,
    prepare=prepare,
)
