"""From a Triton launch to one on a GPU: one launcher a compiled kernel."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from triton_shared import compat
from triton_shared.runtime.arguments import Converter, converter
from triton_shared.runtime.checks.kinds import is_checked
from triton_shared.runtime.cuda.cuda_kernel import CudaKernel
from triton_shared.runtime.cuda.header import CudaHeader
from triton_shared.runtime.cuda.launch import DeviceKernel, OnDevice
from triton_shared.triton.cuda.target import NVIDIA_BACKEND, is_ours
from triton_shared.triton.launcher import PACKED, UNFIT, Signature


def of(src: Any, metadata: Any) -> Callable:
    """What launches the kernel of this ``metadata``, of this back end or of Triton's own for the same GPUs.

    Raises:
        RuntimeError: a back end for other devices compiled the kernel.
    """
    if is_ours(metadata.target):
        return CUDALauncher(src, metadata)
    if metadata.target.backend == NVIDIA_BACKEND:
        return NvidiaBackendLauncher(src, metadata)
    raise RuntimeError(
        f"kernel {metadata.name!r} was compiled by Triton's back end {metadata.target.backend!r}, and CUDADriver "
        "launches kernels for NVIDIA's GPUs; make its driver active, or leave out 'target' in triton.compile"
    )


class NvidiaBackendLauncher:
    """Launches one kernel that Triton's own back end compiled, as Triton's own driver does.

    Such kernels come to this driver where a program asks for ``GPUTarget("cuda", ...)``, as Inductor does.
    """

    def __init__(self, src: Any, metadata: Any):
        self._launch = compat.nvidia_launcher()(src, metadata)
        self._of = metadata.name, metadata.shared
        self._handles: dict[int, int] = {}

    def __call__(self, x: int, y: int, z: int, stream: int, function: OnDevice, *rest: Any) -> None:
        """Launch over the grid ``(x, y, z)``; ``rest`` are the kernel's arguments."""
        image, device = function
        if device not in self._handles:
            name, shared = self._of
            self._handles[device] = compat.nvidia_utilities().load_binary(name, image, shared, device)[1]
        self._launch(x, y, z, stream, self._handles[device], *rest)


class CUDALauncher:
    """Launches one kernel with the arguments that its `JITFunction` (or the user) gives.

    Args:
        src: Triton's source, which has the arguments' types.
        metadata: Triton's metadata of the compiled kernel.

    A call raises a TypeError or ValueError that names the argument that does not fit, an AssertionError for a failed
    ``device_assert``, and a `CudaError` when the GPU refuses the launch.
    """

    def __init__(self, src: Any, metadata: Any):
        self._signature = Signature(src)
        self._take = self._signature.take
        self._header = self._signature.header(metadata.kernel)
        self._is_cooperative = bool(getattr(metadata, "launch_cooperative_grid", False))
        self._is_checked = is_checked(self._header["params"])
        packed = "".join(PACKED.get(type_, "P") for type_ in self._signature.types)
        self._pack = struct.Struct("@" + packed + "P" * bool(self._header["texts"])).pack
        self._kernel: CudaKernel
        self._device_kernel: DeviceKernel | None = None
        self._converters: list[tuple[int, Converter]] = []

    def __call__(
        self, x: int, y: int, z: int, stream: int, function: OnDevice, packed_metadata: Any, launch_metadata: Any,
        enter_hook: Callable | None, exit_hook: Callable | None, *args: Any,
    ) -> None:  # fmt: skip
        """Launch over the grid ``(x, y, z)``; ``args`` are all of the function's arguments, constexprs among them."""
        device_kernel = self._device_kernel or self._place(function)
        if enter_hook is not None and getattr(enter_hook, "calls", True):
            enter_hook(launch_metadata)
        if self._is_checked:
            values = list(self._signature.expanded(self._take(args)))
            self._kernel.launch_checked(device_kernel, (x, y, z), values, stream)
        else:
            device_kernel.launch((x, y, z), self._block(device_kernel, self._take(args)), stream)
        if exit_hook is not None and getattr(exit_hook, "calls", True):
            exit_hook(launch_metadata)

    def _place(self, function: OnDevice) -> DeviceKernel:
        """The kernel on its device; finds what converts those of its arguments that `struct` does not."""
        kernel = self._kernel = CudaKernel(CudaHeader.read(self._header), function.image)
        device_kernel = self._device_kernel = kernel.on(function.device)
        device_kernel.is_cooperative = self._is_cooperative
        has_short_way = not self._signature.descriptors and not self._is_checked
        numbered = [] if not has_short_way else zip(kernel.params, kernel.names, strict=True)
        self._converters = [
            (i, converter(param, f"argument {i} ({label!r})", device_kernel.pointer))
            for i, (param, label) in enumerate(numbered)
            if param.type in ("ptr", "bf16")
        ]
        return device_kernel

    def _block(self, device_kernel: DeviceKernel, values: list) -> bytes:
        """The arguments' bytes: by the short way where the arguments are what they usually are."""
        if self._signature.descriptors:
            return device_kernel.pack(tuple(self._signature.expanded(values)), {})
        if self._header["tensor_maps"] or self._header["persistent"]:
            return device_kernel.pack(tuple(values), {})
        packed = values.copy()
        try:
            for i, convert in self._converters:
                packed[i] = convert(packed[i])
            return self._pack(*packed, *device_kernel.hidden)
        except UNFIT:
            return device_kernel.pack(tuple(values), {})  # which tells which argument it is, or knows better
