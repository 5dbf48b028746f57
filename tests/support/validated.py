"""What validation runs as the last step for GPUs: kernels on the emulator, by the names of chips.

python -m triton_shared.validation --passes PASSES --execute tests.support.validated:sm_90a FILE…
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from tests.support import emulated
from tests.support.emulator.errors import Race
from triton_shared import reference
from triton_shared.codegen.targets import conversion_for
from triton_shared.passes.manager import being_left_out

PASSES = (conversion_for("gpu"), "allow-contraction", "shared-to-gpu")
#: each choice as the rules of the compiler make it
CHOICES = dict.fromkeys(("tensor_copies", "warp_specialize", "persistent"))


class Emulated:
    """A kernel whose launches on an array that is two arguments may be undefined: there a GPU's threads race.

    What one thread of a program stores and another one loads or stores is ordered by a barrier of the program's own
    alone, and copies of two tiles to memory by nothing.
    """

    def __init__(self, kernel: Any):
        self._kernel = kernel

    def __getitem__(self, grid: Any) -> Any:
        launch = self._kernel[grid]

        def run(*args: Any) -> None:
            arrays = [arg for arg in args if isinstance(arg, np.ndarray)]
            is_shared = any(np.shares_memory(a, b) for a, b in combinations(arrays, 2))
            self._kernel.overlaps = not is_shared
            try:
                launch(*args)
            except Race as error:
                if is_shared:
                    raise reference.NoRule("threads race over an array that is two arguments") from error
                raise

        return run


def on(chip: str, text: str, kernel: str | None) -> Any:
    """The kernel of ``text`` as it is compiled for ``chip``, without the passes that this thread leaves out."""
    settings = emulated.Settings(chip=chip, **CHOICES)
    return Emulated(emulated.compile(text, kernel=kernel, settings=settings, without=being_left_out()))


def sm_90a(text: str, kernel: str | None) -> Any:
    """`on` a Hopper GPU."""
    return on("sm_90a", text, kernel)


def sm_80(text: str, kernel: str | None) -> Any:
    """`on` an Ampere GPU."""
    return on("sm_80", text, kernel)
