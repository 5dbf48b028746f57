"""What programs for other builds of triton-shared find here under the names that they know (docs/migrating.md).

* ``triton.backends.triton_shared``, with ``compiler`` and ``driver``: this package, if Triton has none
  of that name;
* ``kernel.asm["ttsharedir"]``: ``asm["linalg"]``;
* environment variables that other builds need are answered by a word, once.
"""

from __future__ import annotations

import functools
import os
import warnings

from triton_shared import compat

NAME = "triton.backends.triton_shared"

#: variables that nothing here reads -> what does what they are for
VARIABLES = {
    "TRITON_SHARED_OPT_PATH": "kernels are converted within the process, and no triton-shared-opt is started",
    "LLVM_BINARY_DIR": "code is made by llvmlite within the process",
    "TRITON_SHARED_SANITIZER_TYPE": "run programs by triton-shared-check, or with TRITON_SHARED_CHECK=bounds,races",
}


def give() -> None:
    """Let Triton have the package and the stage by these names, too."""
    compat.also_imported_as(NAME, "triton_shared.triton", ("compiler", "driver"))


@functools.cache
def answer() -> None:
    """Name the stage once Triton has been imported, and say which variables of the environment are not read."""
    compat.stage_also_called("ttsharedir", "linalg")
    for name, instead in VARIABLES.items():
        if os.environ.get(name):
            warnings.warn(f"{name} is not read: {instead} (docs/migrating.md)", RuntimeWarning, stacklevel=2)
