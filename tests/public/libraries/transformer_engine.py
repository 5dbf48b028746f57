"""Transformer Engine: permutations by experts, losses and sums of groups, compared with torch by a driver."""

from public_library import Library

MODULES = ("", ".common", ".common.triton", ".pytorch", ".pytorch.triton")


def prepare() -> None:
    """The package itself loads what is compiled from CUDA's C++; its kernels of Triton need none of it."""
    import public_adaptor

    for name in MODULES:
        public_adaptor.bare(f"transformer_engine{name}")


LIBRARY = Library(
    repository="NVIDIA/TransformerEngine",
    tests=("drive_transformer_engine.py",),
    drivers=True,
    path=(".",),
    sample=12,
    prepare=prepare,
)
