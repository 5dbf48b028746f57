"""What the rules of this package ask of the machine that code is made for."""

from __future__ import annotations

from typing import NamedTuple, Protocol

#: warps of a warpgroup, which multiply together
WARPS_PER_WARPGROUP = 4


class BlockShape(NamedTuple):
    """The threads of a block: lanes of a warp, and warps; both are powers of two."""

    lanes: int
    warps: int

    @property
    def lane_bits(self) -> int:
        """Bits of a lane's number."""
        return self.lanes.bit_length() - 1

    @property
    def warp_bits(self) -> int:
        """Bits of a warp's number."""
        return self.warps.bit_length() - 1


class SimtTarget(Protocol):
    """A machine of threads in lockstep, and how a kernel is to use it; a target's own record has these attributes."""

    @property
    def chip(self) -> str:
        """Its name, for messages."""

    @property
    def num_warps(self) -> int:
        """Warps of a block."""

    @property
    def num_stages(self) -> int:
        """How many iterations of a pipelined loop are in flight."""

    @property
    def block_shape(self) -> BlockShape:
        """Lanes of a warp, and warps of a block."""

    @property
    def threads(self) -> int:
        """Threads of a block."""

    @property
    def max_shared(self) -> int:
        """Bytes of shared memory that a block may have."""

    @property
    def tensor_copies(self) -> bool | None:
        """Whether tiles of tensors are copied asynchronously by one instruction, where they can be."""

    @property
    def warp_specialize(self) -> bool | None:
        """Whether warps of their own begin asynchronous copies."""

    @property
    def persistent(self) -> bool | None:
        """Whether blocks run program after program."""

    @property
    def multicast(self) -> bool | None:
        """Whether pairs of blocks copy for each other what both read."""

    @property
    def assertions_trap(self) -> bool | None:
        """Whether an assertion that fails is an error of the device, which no record tells of."""

    @property
    def has_tma(self) -> bool:
        """Whether there is such an instruction."""

    @property
    def producer_warps(self) -> int:
        """How many warps of their own a kernel would have for copies."""

    @property
    def has_wgmma(self) -> bool:
        """Whether warpgroups multiply matrices that lie in shared memory."""

    @property
    def added_bytes(self) -> dict[str, int]:
        """By the type of elements in memory, how many bytes of neighbours one instruction adds to."""

    @property
    def capability(self) -> int:
        """The generation of the chip, by which its instructions of tensor cores are listed."""
