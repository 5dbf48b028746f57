"""SGLang: kernels of inference, compared with torch; the package has no tests of them."""

import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from public_library import Library


def prepare() -> None:
    """The package itself starts a server's modules; what shows progress in notebooks is not there."""
    import public_adaptor

    public_adaptor.absent("IPython")
    package: Any = ModuleType("sglang")
    package.__path__ = [str(Path(os.environ["PUBLIC_CHECKOUT"], "sglang"))]
    package.__version__ = "0"
    sys.modules["sglang"] = package


LIBRARY = Library(
    repository="sgl-project/sglang",
    tests=("drive_sglang.py",),
    drivers=True,
    path=(".",),
    sample=12,
    prepare=prepare,
)
