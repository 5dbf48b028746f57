"""Kernels that run on GPUs: `CudaKernel`, and the `Plan` by which one is compiled and loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from triton_shared.abi import TensorMap
from triton_shared.codegen.targets import module_of
from triton_shared.runtime.arguments import grid_of
from triton_shared.runtime.cuda import current_stream
from triton_shared.runtime.cuda.driver import driver
from triton_shared.runtime.cuda.launch import Code, Placed
from triton_shared.runtime.kernel import Kernel, is_param

#: the row of `codegen.targets`
TARGET = "gpu"
#: what `plan` takes
OPTIONS = (
    "num_warps",
    "num_stages",
    "maxnreg",
    "tensor_copies",
    "warp_specialize",
    "persistent",
    "launch_pdl",
)
#: the target that is the current device's chip
CURRENT = "cuda"


class CudaKernel(Kernel):
    """A kernel for the GPUs of one kind; it is loaded on a device when it is launched there first.

    ``kernel[grid](*args, stream=...)`` launches on the current device, whose current stream is used where none is
    given (see `places.current`), and returns at once, unless the kernel prints or asserts.

    Attributes:
        plan: options that had to be others than they were, since the chip has no room otherwise (docs/gpu.md).
        num_stages: of the loop that lost most stages for want of shared memory, how many it was to have, and has.
        remarks: a line for each of these.
    """

    def __init__(self, header: Mapping[str, Any], image: bytes):
        super().__init__(header)
        self._code = Code(
            image,
            header["entry"],
            self.name,
            header["chip"],
            header["threads"],
            header["shared_bytes"],
            tuple(header["texts"]),
            tuple(map(TensorMap.of, header["tensor_maps"])),
            header["persistent"],
            header["launch_pdl"],
        )
        self._placed: dict[int, Placed] = {}
        self.plan: dict[str, Any] = header["plan"]
        self.num_stages: tuple[int, int] | None = tuple(header["num_stages"]) or None
        self.remarks: tuple[str, ...] = tuple(header["remarks"])

    def _run(self, grid: Any, /, *args: Any, **named: Any) -> None:
        stream = None
        if named and "stream" not in self.names:
            stream = named.pop("stream", None)
        if callable(grid):
            grid = grid(self.arguments(args, named))
        device, current = current_stream.current()
        placed = self._placed.get(device) or self.on(device)
        handle = current if stream is None else current_stream.handle_of(stream)
        placed.launch(grid_of(grid), placed.pack(args, named), handle)

    def on(self, device: int) -> Placed:
        """The kernel on the current device, the number of which this is.

        Raises:
            CudaError: there is no driver, the device does not run the code, or lacks what the kernel needs.
        """
        if device not in self._placed:
            self._placed[device] = Placed(self._code, self.params, self.names, device)
        return self._placed[device]


@dataclass(frozen=True)
class Plan:
    """How a kernel is compiled for a GPU, and loaded; the options are those of the target's `GpuTarget`."""

    chip: str
    num_warps: int
    num_stages: int
    maxnreg: int | None
    tensor_copies: bool | None = None
    warp_specialize: bool | None = None
    persistent: bool | None = None
    launch_pdl: bool | None = None
    target: str = TARGET

    @property
    def key(self) -> tuple[str, ...]:
        """What determines the code, besides the source."""
        return repr(self), module_of(TARGET, "ptx.ptxas").version()

    def options(self) -> dict:
        """Those of ``compile_module`` of the target's stages."""
        target = module_of(TARGET, "target").GpuTarget(
            **{name: getattr(self, name) for name in ("chip", *OPTIONS)}
        )
        return {"options": module_of(TARGET, "stages").Options(target, assembles=True)}

    def entry(self, compiled: Any, names: list[str]) -> tuple[dict, bytes]:
        """Header and code of what was ``compiled``: a cubin where ptxas is installed, else PTX."""
        made = compiled.cubin.data if compiled.cubin else compiled.ptx.encode()
        return header_of(compiled, names, compiled.plan), made

    def fits(self, header: dict) -> bool:
        """Whether ``header`` is one that `entry` makes."""
        return is_header(header) and header["chip"] == self.chip

    def load(self, header: dict, image: bytes) -> CudaKernel:
        """The kernel."""
        return CudaKernel(header, image)


def chip_of(target: str) -> str:
    """The chip that ``target`` names, which may be that of the current device.  Raises `CudaError`."""
    return driver().chip(current_stream.current()[0]) if target == CURRENT else target


def is_target(target: str) -> bool:
    """Whether ``target`` names a GPU."""
    return target == CURRENT or target.startswith("sm_")


def plan(
    target: str,
    num_warps: int = 4,
    num_stages: int = 3,
    maxnreg: int | None = None,
    tensor_copies: bool | None = None,
    warp_specialize: bool | None = None,
    persistent: bool | None = None,
    launch_pdl: bool | None = None,
) -> Plan:
    """The plan for a chip by name."""
    return Plan(
        target, num_warps, num_stages, maxnreg, tensor_copies, warp_specialize, persistent, launch_pdl
    )


def header_of(compiled: Any, names: list[str], plan: Mapping[str, Any] = MappingProxyType({})) -> dict:
    """What a `CudaKernel` must know besides its code, as JSON can hold it.

    ``compiled`` is of the target's stages; ``plan`` has options of the target that had to be others than they were.
    """
    return {
        "name": compiled.name,
        "entry": compiled.entry,
        "params": [list(param) for param in compiled.params],
        "names": names,
        "chip": compiled.target.chip,
        "threads": compiled.threads,
        "shared_bytes": compiled.shared_bytes,
        "texts": list(compiled.texts),
        "tensor_maps": [list(one) for one in compiled.tensor_maps],
        "persistent": compiled.is_persistent,
        "launch_pdl": compiled.launch_pdl,
        "plan": dict(plan),
        "num_stages": list(compiled.num_stages or ()),
        "remarks": list(compiled.remarks),
    }


def is_header(header: dict) -> bool:
    """Whether ``header`` is as `header_of` makes it."""
    match header:
        case {
            "name": str(),
            "entry": str(),
            "params": list(params),
            "names": list(names),
            "chip": str(),
            "threads": int(threads),
            "shared_bytes": int(size),
            "texts": list(texts),
            "tensor_maps": list(maps),
            "persistent": bool(),
            "launch_pdl": bool(),
            "plan": dict(plan),
            "num_stages": [] | [int(), int()],
            "remarks": list(remarks),
        }:
            strings = all(isinstance(text, str) for text in (*names, *texts, *plan, *remarks))
            fields = all(isinstance(one, list) and len(one) == len(TensorMap.__annotations__) for one in maps)
            return (
                strings
                and fields
                and 0 < threads <= 1024
                and 0 <= size < 1 << 31
                and all(map(is_param, params))
            )
    return False
