"""What the rules of this package ask of the machine that code is made for."""

from __future__ import annotations

from typing import Protocol

#: warps of a warpgroup, which multiply together
WARPS_PER_WARPGROUP = 4


class SimtTarget(Protocol):
    """A machine of threads in lockstep, and how a kernel is to use it; a target's own record has these attributes."""

    @property
    def num_warps(self) -> int:
        """Warps of a block."""

    @property
    def num_stages(self) -> int:
        """How many iterations of a pipelined loop are in flight."""

    @property
    def threads(self) -> int:
        """Threads of a block."""

    @property
    def max_shared(self) -> int:
        """Bytes of shared memory that a block may have."""

    @property
    def stores_matrices(self) -> bool:
        """Whether warps store matrices of 8 x 8 words to shared memory."""

    @property
    def has_wgmma(self) -> bool:
        """Whether warpgroups multiply matrices that lie in shared memory."""

    @property
    def capability(self) -> int:
        """The generation of the chip, by which its instructions of tensor cores are listed."""
