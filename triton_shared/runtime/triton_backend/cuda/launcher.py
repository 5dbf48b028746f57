"""From a Triton launch to one on a GPU: `CUDALauncher`, one a compiled kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from triton_shared.runtime.arguments import grid_of
from triton_shared.runtime.cuda import places
from triton_shared.runtime.cuda.cuda_kernel import CudaKernel
from triton_shared.runtime.triton_backend.launcher import Signature


class CUDALauncher:
    """Launches one kernel with the arguments that its `JITFunction` (or the user) gives.

    Args:
        src: Triton's source, which tells the arguments' types.
        metadata: Triton's metadata of the compiled kernel.

    A call raises a TypeError or ValueError that names the argument that does not fit, an AssertionError for a failed
    ``device_assert``, and a `CudaError` when the GPU refuses the launch.
    """

    def __init__(self, src: Any, metadata: Any):
        self._signature = Signature(src)
        self._take = self._signature.take
        self._header = {**metadata.kernel, "names": self._signature.labels}
        self._kernel: CudaKernel | None = None

    def __call__(
        self, x: int, y: int, z: int, stream: int, function: bytes, packed_metadata: Any, launch_metadata: Any,
        enter_hook: Callable | None, exit_hook: Callable | None, *args: Any,
    ) -> None:  # fmt: skip
        """Launch over the grid ``(x, y, z)``; ``args`` are all of the function's arguments, constexprs among them."""
        kernel = self._kernel
        if kernel is None:
            kernel = self._kernel = CudaKernel(self._header, function)
        placed = kernel.on(places.current()[0])
        if enter_hook is not None and getattr(enter_hook, "calls", True):
            enter_hook(launch_metadata)
        values = self._take(args)
        if self._signature.descriptors:
            values = list(self._signature.expanded(values))
        placed.launch(grid_of((x, y, z)), placed.pack(tuple(values), {}), stream)
        if exit_hook is not None and getattr(exit_hook, "calls", True):
            exit_hook(launch_metadata)
