"""SGLang: kernels of inference, compared with torch; the package has no tests of them."""

from typing import Any

from public_library import Library


def prepare() -> None:
    """The package itself starts a server's modules; what shows progress in notebooks is not there."""
    import public_adaptor

    public_adaptor.absent("IPython")
    package: Any = public_adaptor.bare("sglang")
    package.__version__ = "0"


LIBRARY = Library(
    repository="sgl-project/sglang",
    tests=("drive_sglang.py",),
    drivers=True,
    path=(".",),
    sample=12,
    prepare=prepare,
)
