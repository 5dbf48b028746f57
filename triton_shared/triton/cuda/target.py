"""The target of kernels that this package makes for NVIDIA's GPUs: it compares as the target of Triton's own back end.

Programs ask for the target's back end before they take what is NVIDIA's alone: ``is_cuda()`` in Triton's tutorials,
the detection of devices in libraries, Triton's profiler.  So a `CudaTarget` compares, prints and hashes as the target
that Triton's own driver gives for the chip.  Triton looks for its back end by the target, too: Triton's own leaves
a `CudaTarget` alone, and has every other target whose back end is "cuda", whichever driver is active.  In a
kernel's metadata on the disk stands this package's `NAME`, by which the kernel is known when it is read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from triton.backends.compiler import GPUTarget

#: the name of this package's back end, which metadata on the disk has
NAME = "triton_shared_cuda"
#: the name of Triton's own back end for the same chips, which programs compare with
NVIDIA_BACKEND = "cuda"


class CudaTarget(GPUTarget):
    """A chip of NVIDIA's, whose kernels this package compiles.

    Attributes:
        backend: "cuda".
        arch: the compute capability, as 90.
        warp_size: 32.
        forced: options that its kernels have, whatever a launch says.
    """

    forced: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    backend = property(lambda self: NVIDIA_BACKEND)  # type: ignore[assignment]

    def __init__(self, backend: str, arch: int, warp_size: int):
        if backend not in (NAME, NVIDIA_BACKEND):
            raise ValueError(f"expected the back end {NVIDIA_BACKEND!r}, got {backend!r}")
        # `vars` is what Triton writes to a kernel's metadata
        self.__dict__.update(backend=NAME, arch=arch, warp_size=warp_size)

    def _shown(self) -> GPUTarget:
        return GPUTarget(self.backend, self.arch, self.warp_size)

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, GPUTarget):
            return NotImplemented
        return self._shown() == (other._shown() if isinstance(other, CudaTarget) else other)

    def __hash__(self) -> int:
        return hash(self._shown())

    def __repr__(self) -> str:
        return repr(self._shown())


class InductorTarget(CudaTarget):
    """One for graphs of torch's: no launch waits, so assertions are errors of the device, as CUDA's are."""

    forced = MappingProxyType({"assertions_trap": True})


class PlainTarget(InductorTarget):
    """One whose kernels take the user's arguments alone, so that other launchers than this package's launch them."""

    forced = MappingProxyType(
        {
            **InductorTarget.forced,
            "tensor_copies": False,
            "warp_specialize": False,
            "persistent": False,
            "multicast": False,
            "launch_pdl": False,
        }
    )


def is_ours(target: GPUTarget) -> bool:
    """Whether kernels for ``target`` are made by this package; `NAME` is taken as a target's back end, too."""
    return isinstance(target, CudaTarget) or target.backend == NAME
