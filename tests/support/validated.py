"""What validation runs as the last step for GPUs: kernels on the emulator, by the names of chips.

python -m triton_shared.validation --passes PASSES --execute tests.support.validated:sm_90a FILE…
"""

from __future__ import annotations

from typing import Any

from tests.support import emulated
from triton_shared.passes.manager import being_left_out

PASSES = ("triton-to-linalg", "allow-contraction", "shared-to-gpu")
#: each choice as the rules of the compiler make it
CHOICES = dict.fromkeys(("tensor_copies", "warp_specialize", "persistent"))


def on(chip: str, text: str, kernel: str | None) -> Any:
    """The kernel of ``text`` as it is compiled for ``chip``, without the passes that this thread leaves out."""
    settings = emulated.Settings(chip=chip, **CHOICES)
    return emulated.compile(text, kernel=kernel, settings=settings, without=being_left_out())


def sm_90a(text: str, kernel: str | None) -> Any:
    """`on` a Hopper GPU."""
    return on("sm_90a", text, kernel)


def sm_80(text: str, kernel: str | None) -> Any:
    """`on` an Ampere GPU."""
    return on("sm_80", text, kernel)
