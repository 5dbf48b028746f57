"""Kernels that run on GPUs: `CudaKernel`, and the `Plan` by which one is compiled and loaded."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from triton_shared.codegen.targets import module_of
from triton_shared.runtime.arguments import grid_of
from triton_shared.runtime.cuda import current_stream
from triton_shared.runtime.cuda.driver import driver
from triton_shared.runtime.cuda.header import CudaHeader
from triton_shared.runtime.cuda.launch import Code, DeviceKernel
from triton_shared.runtime.kernel import Kernel

#: the row of `codegen.targets`
TARGET = "gpu"
#: the target that is the current device's chip
CURRENT = "cuda"
#: names of machines, in words
KNOWN = f"'{CURRENT}', or a chip such as 'sm_90a'"
#: what may be asked of a kernel
Options = module_of(TARGET, "options").Options


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
        loaded.launch(grid_of(grid), loaded.pack(args, named), handle)

    def on(self, device: int) -> DeviceKernel:
        """The kernel on the current device, the number of which this is.

        Raises:
            CudaError: there is no driver, the device does not run the code, or lacks what the kernel needs.
        """
        if device not in self._on_devices:
            self._on_devices[device] = DeviceKernel(self._code, device)
        return self._on_devices[device]


@dataclass(frozen=True)
class Plan:
    """How a kernel is compiled for a GPU, and loaded: ``asked`` are the target's `Options`."""

    chip: str
    asked: Any
    target: str = TARGET

    @property
    def key(self) -> tuple[str, ...]:
        """What determines the code, besides the source."""
        return repr(self), module_of(TARGET, "ptx.ptxas").version()

    def options(self) -> dict:
        """Those of ``compile_module`` of the target's stages."""
        target = module_of(TARGET, "target").GpuTarget(self.chip, **asdict(self.asked))
        return {"options": module_of(TARGET, "stages").Options(target, assembles=True)}

    def entry(self, compiled: Any, names: list[str]) -> tuple[dict, bytes]:
        """Header and code of what was ``compiled``: a cubin where ptxas is installed, else PTX."""
        made = compiled.cubin.data if compiled.cubin else compiled.ptx.encode()
        return CudaHeader.of(compiled, names).to_json(), made

    def fits(self, header: dict) -> bool:
        """Whether ``header`` is one that `entry` makes."""
        return CudaHeader.fits(header) and header["chip"] == self.chip

    def load(self, header: dict, image: bytes) -> CudaKernel:
        """The kernel."""
        return CudaKernel(CudaHeader.read(header), image)


def machine(name: str) -> str | None:
    """The chip that ``name`` names, which may be that of the current device; None where it names none.

    Raises `CudaError`.
    """
    if name == CURRENT:
        return driver().chip(current_stream.current()[0])
    return name if name.startswith("sm_") else None


def plan(chip: str, **options: Any) -> Plan:
    """The plan for a chip by name.  Raises ValueError where an option is out of range."""
    return Plan(chip, Options(**options))
