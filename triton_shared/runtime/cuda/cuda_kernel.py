"""Kernels that run on GPUs: `CudaKernel`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from triton_shared.runtime.arguments import Address, grid_of
from triton_shared.runtime.checks import kinds
from triton_shared.runtime.cuda import current_stream
from triton_shared.runtime.cuda.header import CudaHeader
from triton_shared.runtime.cuda.launch import Code, DeviceKernel
from triton_shared.runtime.kernel import Kernel

if TYPE_CHECKING:
    from triton_shared.runtime.checks.device_launch import DeviceLaunch


class CudaKernel(Kernel):
    """A kernel for the GPUs of one kind; it is loaded on a device when it is launched there first.

    ``kernel[grid](*args, stream=...)`` launches on the current device, whose current stream is used where none is
    given (see `current_stream.current`), and returns at once, unless the kernel prints or asserts.

    Attributes:
        plan, num_stages, remarks: as in its `CudaHeader`.
    """

    def __init__(self, header: CudaHeader, image: bytes):
        super().__init__(header)
        self._code = Code(image, header)
        self._on_devices: dict[int, DeviceKernel] = {}
        #: how it is launched where it is checked
        self.checks: DeviceLaunch | None = None
        if kinds.is_checked(self.params):  # what checks is imported where it is asked for
            from triton_shared.runtime.checks.device_launch import DeviceLaunch

            self.checks = DeviceLaunch(self.params, self.names, self.name)
        self.plan, self.num_stages, self.remarks = dict(header.plan), header.num_stages, header.remarks

    def _run(self, grid: Any, /, *args: Any, **named: Any) -> None:
        stream = None
        if named and "stream" not in self.names:
            stream = named.pop("stream", None)
        if callable(grid):
            grid = grid(self.arguments(args, named))
        device, current = current_stream.current()
        loaded = self._on_devices.get(device) or self.on(device)
        handle = current if stream is None else current_stream.handle_of(stream)
        if self.checks:
            return self.launch_checked(loaded, grid_of(grid), self.checks.bind(args, named), handle)
        loaded.launch(grid_of(grid), loaded.pack(args, named), handle)

    def launch_checked(
        self, loaded: DeviceKernel, grid: tuple[int, int, int], values: Sequence[Any], stream: int
    ) -> None:
        """Launch with a record of what checks find, wait, and deliver what was found.

        Raises:
            CheckError: as `findings.deliver`.
            TypeError, ValueError, AssertionError, CudaError: as `DeviceKernel.pack` and `DeviceKernel.launch`.
        """

        def start(address: int) -> None:
            loaded.launch(grid, loaded.pack((*values, Address(address, "int64")), {}), stream)

        assert self.checks is not None
        self.checks.run(grid, values, start, loaded.memory(stream), loaded.resident)

    def on(self, device: int) -> DeviceKernel:
        """The kernel on the current device, the number of which this is.

        Raises:
            CudaError: there is no driver, the device does not run the code, or lacks what the kernel needs.
        """
        if device not in self._on_devices:
            self._on_devices[device] = DeviceKernel(self._code, device)
        return self._on_devices[device]
